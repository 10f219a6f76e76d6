//! Shows the progress of a long task on a terminal.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

pub(crate) struct Progress {
    /// When to update next; never if nobody would see it.
    next: Option<Instant>,
    shown: bool,
}

const INTERVAL: Duration = Duration::from_millis(500);

impl Progress {
    /// `wanted`: nothing else is written to the terminal in the meantime.
    pub(crate) fn new(wanted: bool) -> Progress {
        Progress { next: (wanted && io::stderr().is_terminal()).then(|| Instant::now() + INTERVAL), shown: false }
    }

    /// Replaces the last update, if it is time to.
    pub(crate) fn show(&mut self, words: impl FnOnce() -> String) {
        if self.next.is_some_and(|next| Instant::now() >= next) {
            eprint!("\r\x1b[K{}", words());
            self.next = Some(Instant::now() + INTERVAL);
            self.shown = true;
        }
    }

    /// Clears the line.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            eprint!("\r\x1b[K");
        }
    }
}
