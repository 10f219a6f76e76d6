//! Sockets belong to the session that opened them: when it ends, they are closed. A browser reconnects as whoever it is then.

use std::collections::HashMap;
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::watch;

use crate::id::UserId;
use crate::lock::lock;

/// The sessions that have sockets, by the digests of their secrets.
#[derive(Default)]
pub(crate) struct SessionSockets {
    sessions: Mutex<HashMap<String, Session>>,
}

struct Session {
    owner: Owner,
    /// Nothing is ever sent: when the sender is dropped, the session has ended.
    alive: watch::Sender<()>,
}

enum Owner {
    /// The session is being looked up. Meanwhile it has turned out not to be a valid one of these users.
    Unknown {
        but_not: Vec<UserId>,
    },
    Known(UserId),
}

/// A socket and its session.
pub(crate) struct SessionSocket {
    sockets: Arc<SessionSockets>,
    /// None without a session.
    session: Option<(String, watch::Receiver<()>)>,
}

impl SessionSockets {
    /// Attaches a socket to a session. Done before the session is looked up, so that its end is not missed.
    pub(crate) fn attach(self: &Arc<SessionSockets>, digest: Option<String>) -> SessionSocket {
        let Some(digest) = digest else {
            return SessionSocket { sockets: Arc::clone(self), session: None };
        };
        let alive = {
            let mut sessions = self.lock();
            let session = sessions
                .entry(digest.clone())
                .or_insert_with(|| Session { owner: Owner::Unknown { but_not: Vec::new() }, alive: watch::channel(()).0 });
            session.alive.subscribe()
        };
        SessionSocket { sockets: Arc::clone(self), session: Some((digest, alive)) }
    }

    /// Closes the sockets of a user's sessions, except the valid ones.
    pub(crate) fn close_others(&self, user: UserId, valid: &[String]) {
        self.lock().retain(|digest, session| match &mut session.owner {
            _ if valid.contains(digest) => true,
            Owner::Known(owner) => *owner != user,
            Owner::Unknown { but_not } => {
                but_not.push(user);
                true
            }
        });
    }

    /// The sessions that have sockets, those that are being looked up aside.
    pub(crate) fn digests(&self) -> Vec<String> {
        let is_known = |session: &Session| matches!(session.owner, Owner::Known(_));
        self.lock().iter().filter(|(_, session)| is_known(session)).map(|(digest, _)| digest.clone()).collect()
    }

    /// Closes the sockets of these sessions.
    pub(crate) fn close<'a>(&self, ended: impl Iterator<Item = &'a String>) {
        let mut sessions = self.lock();
        for digest in ended {
            sessions.remove(digest);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Session>> {
        lock(&self.sessions)
    }
}

impl SessionSocket {
    /// Sets whose session it is, once it has been looked up. A secret that is nobody's has no session that could end.
    pub(crate) fn set_user(&mut self, user: Option<UserId>) {
        let Some(user) = user else { return self.detach() };
        let Some((digest, _)) = &self.session else { return };
        let mut sessions = self.sockets.lock();
        let Some(session) = sessions.get_mut(digest) else { return };
        match &session.owner {
            // It has ended after it was looked up.
            Owner::Unknown { but_not } if but_not.contains(&user) => _ = sessions.remove(digest),
            Owner::Unknown { .. } | Owner::Known(_) => session.owner = Owner::Known(user),
        }
    }

    /// How many sockets and streams its session has on this server.
    pub(crate) fn count(&self) -> usize {
        let Some((digest, _)) = &self.session else { return 0 };
        self.sockets.lock().get(digest).map_or(0, |session| session.alive.receiver_count())
    }

    /// Waits until the session has ended.
    pub(crate) async fn ended(&mut self) {
        match &mut self.session {
            Some((_, alive)) => while alive.changed().await.is_ok() {},
            None => pending().await,
        }
    }

    fn detach(&mut self) {
        let Some((digest, alive)) = self.session.take() else { return };
        let mut sessions = self.sockets.lock();
        // A closed session is no longer in the list, and its digest may be in use again.
        if alive.has_changed().is_ok() && sessions.get(&digest).is_some_and(|session| session.alive.receiver_count() == 1) {
            sessions.remove(&digest);
        }
    }
}

impl Drop for SessionSocket {
    fn drop(&mut self) {
        self.detach();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    async fn has_ended(socket: &mut SessionSocket) -> bool {
        tokio::time::timeout(Duration::from_millis(1), socket.ended()).await.is_ok()
    }

    #[tokio::test]
    async fn sockets_end_with_their_session_and_leave_nothing_behind() {
        let sockets = Arc::new(SessionSockets::default());
        let [ada, bob] = [UserId::random(), UserId::random()];
        let attach = |digest: Option<&str>, user| {
            let mut socket = sockets.attach(digest.map(str::to_owned));
            socket.set_user(user);
            socket
        };
        let (mut first, mut second) = (attach(Some("one"), Some(ada)), attach(Some("one"), Some(ada)));
        let (mut program, mut other) = (attach(Some("program"), Some(ada)), attach(Some("bob"), Some(bob)));
        let (mut nobody, mut stale) = (attach(None, None), attach(Some("stale"), None));
        sockets.close_others(ada, &["program".to_owned()]);
        for (socket, ended) in [
            (&mut first, true),
            (&mut second, true),
            (&mut program, false),
            (&mut other, false),
            (&mut nobody, false),
            (&mut stale, false),
        ] {
            assert_eq!(has_ended(socket).await, ended);
        }
        // Somebody who comes with the old secret gets a socket of their own.
        let mut again = attach(Some("one"), None);
        drop((first, second));
        assert!(!has_ended(&mut again).await);
        drop((again, program, other, nobody, stale));
        assert!(sockets.lock().is_empty());
    }

    #[tokio::test]
    async fn an_end_during_the_lookup_closes_the_sockets_of_that_user_alone() {
        let sockets = Arc::new(SessionSockets::default());
        let [ada, bob] = [UserId::random(), UserId::random()];
        let attach = |digest: &str| sockets.attach(Some(digest.to_owned()));
        let (mut old, mut new, mut other) = (attach("old"), attach("new"), attach("bob"));
        // Another socket of the same session, which is looked up after the end.
        let mut late = attach("old");
        sockets.close_others(ada, &["new".to_owned()]);
        late.set_user(None);
        for (socket, user, ended) in [(&mut old, ada, true), (&mut new, ada, false), (&mut other, bob, false)] {
            socket.set_user(Some(user));
            assert_eq!(has_ended(socket).await, ended);
        }
        assert!(!has_ended(&mut late).await, "it is nobody's");
        drop((old, new, other, late));
        assert!(sockets.lock().is_empty());
    }
}
