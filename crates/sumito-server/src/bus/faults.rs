//! Faults on demand, for tests: lost messages, and a node that is cut off from the bus.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::Bus;

/// The faults of a node.
#[derive(Default)]
pub(crate) struct Faults {
    outgoing: AtomicUsize,
    is_cut_off: AtomicBool,
}

impl Faults {
    pub(super) fn loses_outgoing(&self) -> bool {
        let lost = self.outgoing.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        lost.is_ok() || self.is_cut_off.load(Relaxed)
    }

    pub(super) fn loses_incoming(&self) -> bool {
        self.is_cut_off.load(Relaxed)
    }
}

impl Bus {
    /// The next envelopes of this node get lost.
    pub(crate) fn lose_outgoing(&self, count: usize) {
        self.0.faults.outgoing.store(count, Relaxed);
    }

    /// Cuts this node off from the bus, or connects it again.
    pub(crate) fn cut_off(&self, is_cut_off: bool) {
        self.0.faults.is_cut_off.store(is_cut_off, Relaxed);
    }
}
