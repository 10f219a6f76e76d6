//! Locks that survive a panic.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a lock, even if a thread panicked while holding it: no code under these locks leaves a change half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
