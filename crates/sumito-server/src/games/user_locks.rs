//! One lock per user, so that concurrent requests of a user run one after another.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

use tokio::sync::OwnedMutexGuard;

use crate::id::UserId;
use crate::lock::lock;

/// The locks of the users who sit down somewhere right now. Whoever holds one may take the locks of games, never the other way around.
#[derive(Default)]
pub(super) struct UserLocks(Mutex<HashMap<UserId, Weak<tokio::sync::Mutex<()>>>>);

/// How many locks are kept before those that nobody uses are dropped.
const KEPT: usize = 1_000;

impl UserLocks {
    pub(super) async fn lock(&self, user: UserId) -> OwnedMutexGuard<()> {
        self.of(user).lock_owned().await
    }

    fn of(&self, user: UserId) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = lock(&self.0);
        if let Some(found) = locks.get(&user).and_then(Weak::upgrade) {
            return found;
        }
        if locks.len() >= KEPT {
            locks.retain(|_, lock| lock.strong_count() > 0);
        }
        let new = Arc::default();
        locks.insert(user, Arc::downgrade(&new));
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_user_has_one_lock_and_unused_ones_are_dropped() {
        let locks = UserLocks::default();
        let user = UserId::random();
        let held = locks.lock(user).await;
        assert!(locks.of(user).try_lock().is_err());
        for _ in 0..3 * KEPT {
            drop(locks.lock(UserId::random()).await);
        }
        assert!(lock(&locks.0).len() <= KEPT + 1);
        assert!(locks.of(user).try_lock().is_err(), "one that is held is kept");
        drop(held);
        assert!(locks.of(user).try_lock().is_ok());
    }
}
