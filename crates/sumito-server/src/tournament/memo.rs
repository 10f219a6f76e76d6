//! A value that follows from the rest of a state, computed when somebody first asks for it.

use std::fmt;
use std::sync::OnceLock;

pub(crate) struct Memo<T>(OnceLock<T>);

impl<T> Memo<T> {
    pub(super) fn get(&self, compute: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(compute)
    }
}

impl<T> Default for Memo<T> {
    fn default() -> Memo<T> {
        Memo(OnceLock::new())
    }
}

/// A copy is about to change, so it starts without the value.
impl<T> Clone for Memo<T> {
    fn clone(&self) -> Memo<T> {
        Memo::default()
    }
}

/// Equal states have equal values, known or not.
impl<T> PartialEq for Memo<T> {
    fn eq(&self, _: &Memo<T>) -> bool {
        true
    }
}

impl<T> Eq for Memo<T> {}

impl<T> fmt::Debug for Memo<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memo")
    }
}
