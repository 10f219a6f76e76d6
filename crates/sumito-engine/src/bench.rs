//! A fixed task whose node count is the engine's signature: any change of the search changes it.
//!
//! ```
//! use sumito_engine::bench;
//!
//! assert_eq!(bench::run(3).nodes, bench::run(3).nodes);
//! ```

use std::time::Duration;

use sumito_rules::{Game, Layout, Rules};

use crate::engine::{Control, Engine, Options};
use crate::time::Limits;

/// The result of [`run`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bench {
    /// Positions visited: the signature.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// The depth whose node count is the signature.
pub const DEPTH: u32 = 10;

/// Layouts, and how many plies of a fixed pseudo-random game are played before the search.
const POSITIONS: [(&str, usize); 12] = [
    ("standard", 0),
    ("belgian-daisy", 0),
    ("german-daisy", 0),
    ("swiss-daisy", 0),
    ("standard", 30),
    ("belgian-daisy", 10),
    ("belgian-daisy", 40),
    ("belgian-daisy", 90),
    ("german-daisy", 25),
    ("german-daisy", 60),
    ("domination", 15),
    ("the-wall", 50),
];

impl Bench {
    /// Positions visited per second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Searches fixed positions to a fixed depth on one thread with a small table.
pub fn run(depth: u32) -> Bench {
    let mut engine = Engine::new(Options::default());
    let mut total = Bench { nodes: 0, time: Duration::ZERO };
    for (layout, plies) in POSITIONS {
        let layout = Layout::find(layout).unwrap_or(&Layout::STANDARD);
        let mut game = Game::new(layout, Rules::default());
        let mut seed = plies as u64;
        for _ in 0..plies {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if let Some(m) = moves.nth((seed >> 33) as usize % moves.len()) {
                game.play_unchecked(m);
            }
        }
        engine.new_game();
        let report = engine.search(&game, &Limits::depth(depth), &Control::new(), |_| {});
        total.nodes += report.nodes;
        total.time += report.time;
    }
    total
}
