//! Something announced to many connections at once.

use std::sync::OnceLock;

use axum::extract::ws::Utf8Bytes;

/// A value whose message is written once and shared by everybody who receives it.
#[derive(Debug)]
pub(crate) struct Announcement<T> {
    pub(crate) value: T,
    text: OnceLock<Utf8Bytes>,
}

impl<T> Announcement<T> {
    pub(crate) const fn new(value: T) -> Announcement<T> {
        Announcement { value, text: OnceLock::new() }
    }

    /// The message; `write` is called for the first receiver only.
    pub(crate) fn text(&self, write: impl FnOnce(&T) -> String) -> Utf8Bytes {
        self.text.get_or_init(|| write(&self.value).into()).clone()
    }
}
