//! How hard a puzzle is, estimated from features that decide how often people find the solution (docs/puzzles.md).

use sumito_engine::{Control, Engine, Limits, Options};
use sumito_rules::{Game, Move, Position, Rules};

use super::puzzle::{Difficulty, Kind, Puzzle};

/// The weak search: alpha-beta with material and rings, to this depth within this many positions.
const DEPTH: u32 = 5;
const NODES: u64 = 10_000;

impl Puzzle {
    /// The same puzzle with its difficulty estimated again.
    #[must_use]
    pub fn rated(self) -> Puzzle {
        let difficulty = Difficulty::new(self.moves, &self.position, self.solution.m);
        Puzzle { difficulty, ..self }
    }
}

impl Difficulty {
    /// The estimate. It depends on nothing but its arguments, so it can be computed again.
    pub(super) fn new(moves: u8, position: &Position, first: Move) -> Difficulty {
        let (kind, depth) = (Kind::of(position, first), depth(position, first));
        Difficulty { rating: estimate(moves, kind, depth), first: kind, depth }
    }
}

/// The estimate from the features: what people find in fewer of their games is harder.
fn estimate(moves: u8, first: Kind, depth: u8) -> u16 {
    let hidden = match first {
        Kind::Ejection => 0,
        Kind::Push => 60,
        Kind::Broadside => 120,
        Kind::Quiet => 300,
    };
    // What the weak search does not find at all counts as one step beyond.
    let deep = if depth == 0 { DEPTH as u16 } else { u16::from(depth) - 1 };
    830 + 150 * (u16::from(moves) - 1) + hidden + 90 * deep
}

/// The smallest depth from which on the weak search chooses this move; 0 if in the end it does not.
fn depth(position: &Position, first: Move) -> u8 {
    let mut engine = Engine::new(Options::default().with_hash(4).with_plain(true));
    let game = Game::from_position(*position, Rules::default());
    let mut limits = Limits::depth(DEPTH);
    limits.nodes = Some(NODES);
    let mut found = 0;
    engine.search(&game, &limits, &Control::new(), |info| {
        let is_first = info.pv.first() == Some(&first);
        found = match found {
            _ if !is_first => 0,
            0 => info.depth as u8,
            depth => depth,
        };
    });
    found
}
