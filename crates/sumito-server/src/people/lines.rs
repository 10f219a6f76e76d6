//! Sockets hang on the session that they were opened with: when it ends, they are closed. A browser comes back as whoever it is then.

use std::collections::HashMap;
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::watch;

use crate::app::lock;
use crate::id::UserId;

/// The sessions that have sockets, by what the database keeps of them.
#[derive(Default)]
pub(crate) struct Lines {
    sessions: Mutex<HashMap<String, Session>>,
}

struct Session {
    /// Nobody as long as that is being looked up.
    user: Option<UserId>,
    /// Nothing is ever sent: that the sender is gone tells that the session has ended.
    alive: watch::Sender<()>,
}

/// The hold of a socket on its session.
pub(crate) struct Line {
    lines: Arc<Lines>,
    /// Nothing for somebody without a session.
    session: Option<(String, watch::Receiver<()>)>,
}

impl Lines {
    /// Ties a socket to a session. This comes before the session is looked up, so that its end is not missed.
    pub(crate) fn tie(self: &Arc<Lines>, digest: String) -> Line {
        if digest.is_empty() {
            return Line { lines: Arc::clone(self), session: None };
        }
        let alive = {
            let mut sessions = self.lock();
            let session = sessions.entry(digest.clone()).or_insert_with(|| Session { user: None, alive: watch::channel(()).0 });
            session.alive.subscribe()
        };
        Line { lines: Arc::clone(self), session: Some((digest, alive)) }
    }

    /// Closes the sockets of a user's sessions but of those that go on.
    pub(crate) fn cut(&self, user: UserId, going_on: &[String]) {
        // Who is being looked up may be this user; somebody else would only come back.
        self.lock().retain(|digest, session| session.user.is_some_and(|other| other != user) || going_on.contains(digest));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Session>> {
        // Nothing that is done under this lock can leave half a change behind.
        lock(&self.sessions)
    }
}

impl Line {
    /// Tells whose session it is.
    pub(crate) fn belongs_to(&self, user: Option<UserId>) {
        if let Some((digest, _)) = &self.session
            && let Some(session) = self.lines.lock().get_mut(digest)
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

impl Drop for Line {
    fn drop(&mut self) {
        let Some((digest, alive)) = &self.session else { return };
        let mut sessions = self.lines.lock();
        // One that was cut is out of the list, and its name may be in use again.
        if alive.has_changed().is_ok() && sessions.get(digest).is_some_and(|session| session.alive.receiver_count() == 1) {
            sessions.remove(digest);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    async fn has_ended(line: &mut Line) -> bool {
        tokio::time::timeout(Duration::from_millis(1), line.ended()).await.is_ok()
    }

    #[tokio::test]
    async fn lines_end_with_their_session_and_leave_nothing_behind() {
        let lines = Arc::new(Lines::default());
        let [ada, bob] = [UserId::random(), UserId::random()];
        let tie = |digest: &str, user| {
            let line = lines.tie(digest.to_owned());
            line.belongs_to(user);
            line
        };
        let (mut first, mut second) = (tie("one", Some(ada)), tie("one", Some(ada)));
        let (mut program, mut other) = (tie("program", Some(ada)), tie("bob", Some(bob)));
        let (mut nobody, mut unknown) = (tie("", None), lines.tie("unknown".to_owned()));
        lines.cut(ada, &["program".to_owned()]);
        for (line, ended) in [
            (&mut first, true),
            (&mut second, true),
            (&mut program, false),
            (&mut other, false),
            (&mut nobody, false),
            (&mut unknown, true),
        ] {
            assert_eq!(has_ended(line).await, ended);
        }
        // Somebody who comes with the old secret has a line of their own.
        let mut again = tie("one", None);
        drop((first, second));
        assert!(!has_ended(&mut again).await);
        drop((again, program, other, nobody, unknown));
        assert!(lines.lock().is_empty());
    }
}
