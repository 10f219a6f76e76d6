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
    /// None while the session is being looked up.
    user: Option<UserId>,
    /// Nothing is ever sent: when the sender is dropped, the session has ended.
    alive: watch::Sender<()>,
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
            let session = sessions.entry(digest.clone()).or_insert_with(|| Session { user: None, alive: watch::channel(()).0 });
            session.alive.subscribe()
        };
        SessionSocket { sockets: Arc::clone(self), session: Some((digest, alive)) }
    }

    /// Closes the sockets of a user's sessions, except the valid ones.
    pub(crate) fn close_others(&self, user: UserId, valid: &[String]) {
        // A session that is being looked up may be this user's; anybody else just reconnects.
        self.lock().retain(|digest, session| session.user.is_some_and(|other| other != user) || valid.contains(digest));
    }

    /// The sessions that have sockets, those that are being looked up aside.
    pub(crate) fn digests(&self) -> Vec<String> {
        self.lock().iter().filter(|(_, session)| session.user.is_some()).map(|(digest, _)| digest.clone()).collect()
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
    /// Sets whose session it is.
    pub(crate) fn set_user(&self, user: Option<UserId>) {
        if let Some((digest, _)) = &self.session
            && let Some(session) = self.sockets.lock().get_mut(digest)
        {
            session.user = user;
        }
    }

    /// Waits until the session has ended.
    pub(crate) async fn ended(&mut self) {
        match &mut self.session {
            Some((_, alive)) => while alive.changed().await.is_ok() {},
            None => pending().await,
        }
    }
}

impl Drop for SessionSocket {
    fn drop(&mut self) {
        let Some((digest, alive)) = &self.session else { return };
        let mut sessions = self.sockets.lock();
        // A closed session is no longer in the list, and its digest may be in use again.
        if alive.has_changed().is_ok() && sessions.get(digest).is_some_and(|session| session.alive.receiver_count() == 1) {
            sessions.remove(digest);
        }
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
            let socket = sockets.attach(digest.map(str::to_owned));
            socket.set_user(user);
            socket
        };
        let (mut first, mut second) = (attach(Some("one"), Some(ada)), attach(Some("one"), Some(ada)));
        let (mut program, mut other) = (attach(Some("program"), Some(ada)), attach(Some("bob"), Some(bob)));
        let (mut nobody, mut unknown) = (attach(None, None), sockets.attach(Some("unknown".to_owned())));
        sockets.close_others(ada, &["program".to_owned()]);
        for (socket, ended) in [
            (&mut first, true),
            (&mut second, true),
            (&mut program, false),
            (&mut other, false),
            (&mut nobody, false),
            (&mut unknown, true),
        ] {
            assert_eq!(has_ended(socket).await, ended);
        }
        // Somebody who comes with the old secret gets a socket of their own.
        let mut again = attach(Some("one"), None);
        drop((first, second));
        assert!(!has_ended(&mut again).await);
        drop((again, program, other, nobody, unknown));
        assert!(sockets.lock().is_empty());
    }
}
