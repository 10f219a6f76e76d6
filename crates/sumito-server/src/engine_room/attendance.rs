//! The bots whose streams of events are open at this server.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex};

use crate::id::UserId;
use crate::lock::lock;

/// How many streams each user has open.
#[derive(Default)]
pub(super) struct Attendance(Mutex<HashMap<UserId, usize>>);

/// An open stream.
pub(crate) struct Attending {
    attendance: Arc<Attendance>,
    user: UserId,
}

impl Attendance {
    pub(super) fn begin(attendance: &Arc<Attendance>, user: UserId) -> Attending {
        *lock(&attendance.0).entry(user).or_default() += 1;
        Attending { attendance: Arc::clone(attendance), user }
    }

    pub(super) fn is_here(&self, user: UserId) -> bool {
        lock(&self.0).contains_key(&user)
    }

    /// Everybody who is here.
    pub(super) fn users(&self) -> Vec<UserId> {
        lock(&self.0).keys().copied().collect()
    }
}

impl Drop for Attending {
    fn drop(&mut self) {
        if let Entry::Occupied(mut count) = lock(&self.attendance.0).entry(self.user) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}
