//! Random numbers and random games that are the same in every run.

use sumito_rules::{Move, Position};

/// A small generator of random numbers (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number from 0 to `end - 1`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((self.next() >> 32) as usize * end) >> 32
    }

    /// A legal move, if there is one: half of the time a push where there is a push, so that marbles meet and are lost.
    pub(crate) fn choose(&mut self, position: &Position) -> Option<Move> {
        let (moves, pushes) = (position.legal_moves(), position.pushes());
        let wanted = if !pushes.is_empty() && self.below(2) == 0 { pushes } else { moves };
        (!wanted.is_empty()).then(|| self.below(wanted.len())).and_then(|n| wanted.nth(n))
    }
}
