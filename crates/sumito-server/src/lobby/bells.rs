//! Users who are connected and want to know when something is there for them alone. A bell says only "look": what there is, is in the database.

use std::collections::HashMap;
use std::future::pending;
use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use crate::id::UserId;
use crate::lock::lock;

/// The bells of all users who listen.
#[derive(Default)]
pub(crate) struct Bells(Mutex<HashMap<UserId, watch::Sender<()>>>);

/// A connection that listens; nobody's if there is no user.
pub(crate) struct Bell {
    bells: Arc<Bells>,
    listens: Option<(UserId, watch::Receiver<()>)>,
}

impl Bells {
    /// Listens for a user.
    pub(crate) fn listen(self: &Arc<Bells>, user: Option<UserId>) -> Bell {
        let listens = user.map(|user| {
            let mut bells = lock(&self.0);
            (user, bells.entry(user).or_insert_with(|| watch::channel(()).0).subscribe())
        });
        Bell { bells: Arc::clone(self), listens }
    }

    /// Something is there for a user.
    pub(crate) fn ring(&self, user: UserId) {
        if let Some(bell) = lock(&self.0).get(&user) {
            bell.send_replace(());
        }
    }
}

impl Bell {
    /// Waits until it rings. Several rings at once are one.
    pub(crate) async fn rung(&mut self) {
        let Some((_, bell)) = &mut self.listens else { return pending().await };
        if bell.changed().await.is_err() {
            pending::<()>().await;
        }
    }
}

impl Drop for Bell {
    fn drop(&mut self) {
        let Some((user, listener)) = self.listens.take() else { return };
        let mut bells = lock(&self.bells.0);
        // Of two that go at the same moment, the second one is the last.
        drop(listener);
        if bells.get(&user).is_some_and(|bell| bell.receiver_count() == 0) {
            bells.remove(&user);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    async fn has_rung(bell: &mut Bell) -> bool {
        tokio::time::timeout(Duration::from_millis(1), bell.rung()).await.is_ok()
    }

    #[tokio::test]
    async fn every_connection_of_a_user_hears_the_bell_and_nothing_stays_behind() {
        let bells = Arc::new(Bells::default());
        let [ada, bob] = [UserId::random(), UserId::random()];
        let (mut page, mut tab) = (bells.listen(Some(ada)), bells.listen(Some(ada)));
        let (mut other, mut nobody) = (bells.listen(Some(bob)), bells.listen(None));
        bells.ring(ada);
        bells.ring(ada);
        bells.ring(UserId::random());
        for (bell, rung) in [(&mut page, true), (&mut tab, true), (&mut other, false), (&mut nobody, false)] {
            assert_eq!(has_rung(bell).await, rung);
        }
        assert!(!has_rung(&mut page).await, "once");
        drop(page);
        bells.ring(ada);
        assert!(has_rung(&mut tab).await);
        drop((tab, other, nobody));
        assert!(lock(&bells.0).is_empty());
    }
}
