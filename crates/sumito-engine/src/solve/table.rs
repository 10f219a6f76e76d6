//! What has been proved about positions. Each slot has the whole position, so two positions with the same hash are never confused.

use sumito_rules::{Color, Move, Position};

/// A table of fixed size, in sets of four slots. A new entry replaces the one that cost the least.
pub(super) struct ProofTable {
    sets: Vec<[Entry; 4]>,
    /// Entries of earlier questions count as empty.
    generation: u16,
}

/// What is known about a position: with how many moves left the attacker reaches the aim, and with how many it does not.
#[derive(Copy, Clone, Default)]
pub(super) struct Entry {
    black: u64,
    white: u64,
    generation: u16,
    /// The fewest moves known to be enough; 0 for none.
    enough: u8,
    /// The most moves known not to be enough.
    too_few: u8,
    /// The attacker's move that reaches the aim, or the defender's that prevents it; 0 for none.
    best: u16,
}

impl Entry {
    /// Whether the attacker reaches the aim with this many moves, if that is known.
    #[inline]
    pub(super) fn decision(&self, moves: u8) -> Option<bool> {
        if self.enough != 0 && moves >= self.enough {
            Some(true)
        } else if moves <= self.too_few {
            Some(false)
        } else {
            None
        }
    }

    pub(super) fn best(&self) -> Option<Move> {
        Move::from_bits(self.best)
    }

    fn depth(&self) -> u8 {
        self.enough.max(self.too_few)
    }
}

impl ProofTable {
    pub(super) fn new(mebibytes: usize) -> ProofTable {
        let sets = (mebibytes.max(1) << 20) / size_of::<[Entry; 4]>();
        ProofTable { sets: vec![[Entry::default(); 4]; sets], generation: 1 }
    }

    /// Starts a new question.
    pub(super) fn forget(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.sets.fill([Entry::default(); 4]);
            self.generation = 1;
        }
    }

    /// What is known about a position.
    #[inline]
    pub(super) fn probe(&self, position: &Position) -> Option<Entry> {
        let (black, white) = key(position);
        let set = &self.sets[self.place(position)];
        set.iter().copied().find(|entry| self.holds(entry, black, white))
    }

    /// Stores that this many moves are enough, or too few.
    #[inline]
    pub(super) fn store(&mut self, position: &Position, moves: u8, enough: bool, best: Option<Move>) {
        let (black, white) = key(position);
        let (place, generation) = (self.place(position), self.generation);
        let known = self.sets[place].iter().position(|entry| self.holds(entry, black, white));
        let set = &mut self.sets[place];
        let cheapest = |set: &[Entry; 4]| (0..4).min_by_key(|&n| (set[n].generation == generation, set[n].depth())).unwrap_or(0);
        let entry = &mut set[known.unwrap_or_else(|| cheapest(set))];
        if known.is_none() {
            *entry = Entry { black, white, generation, ..Entry::default() };
        }
        if enough {
            entry.enough = if entry.enough == 0 { moves } else { entry.enough.min(moves) };
        } else {
            entry.too_few = entry.too_few.max(moves);
        }
        entry.best = best.map_or(entry.best, Move::to_bits);
    }

    #[inline]
    fn place(&self, position: &Position) -> usize {
        ((u128::from(position.zobrist_hash()) * self.sets.len() as u128) >> 64) as usize
    }

    #[inline]
    fn holds(&self, entry: &Entry, black: u64, white: u64) -> bool {
        entry.black == black && entry.white == white && entry.generation == self.generation
    }
}

/// The marbles, and the side to move in a bit that no cell uses. Within one question, the losses follow from the marbles.
#[inline]
fn key(position: &Position) -> (u64, u64) {
    let turn = u64::from(position.turn() == Color::White) << 63;
    (position.marbles(Color::Black).bits() | turn, position.marbles(Color::White).bits())
}
