//! The Abalone engine: an alpha-beta search with a network evaluation, trained by self-play and embedded in the crate.
//!
//! [`Engine::search`] is the one call that thinks: a [`Game`](sumito_rules::Game) goes in, with [`Limits`] that say when to stop
//! and a [`Control`] that can stop it sooner; a [`Report`] comes out, and [`Info`] on the way. An engine never prints and has no
//! global state: several live in one process, each with its own table.
//!
//! ```
//! use sumito_engine::{Control, Engine, Limits, Options, ScoreKind};
//! use sumito_rules::{Game, Layout, Position, Rules};
//!
//! let mut engine = Engine::new(Options::default());
//! let limits = Limits { nodes: Some(10_000), ..Limits::default() };
//!
//! // A fixed number of nodes on one thread gives the same answer every time.
//! let game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
//! let report = engine.search(&game, &limits, &Control::new(), |info| assert!(!info.pv.is_empty()));
//! assert!(game.legal_moves().contains(report.best.unwrap()));
//!
//! // Black has ejected five and can push the sixth over the edge: a win with the next ply.
//! let position: Position = "5/6/7/8/6bbw/8/7/6/b4 b 0 5".parse()?;
//! let game = Game::from_position(position, Rules::default());
//! let report = engine.search(&game, &limits, &Control::new(), |_| {});
//! assert_eq!(report.best.unwrap().to_string(), "e7e8");
//! assert_eq!(report.score().kind(), ScoreKind::WinIn(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`serve`] lets an engine speak UGI, the text protocol of `docs/protocol.md`, over any reader and writer. [`Level`] makes it a
//! fitting opponent for people.
//!
//! [`analyse`] judges the moves of a whole game and says why the bad ones were bad.
//! [`Solver`] proves what can be forced in a few moves, by looking at all of them. [`bench()`] measures the engine, [`Pairs`] and
//! [`Sprt`] tell what matches between engines say, and [`Datagen`] plays games to train the network with.

mod analysis;
mod bench;
mod datagen;
mod duel;
mod engine;
mod handmade;
mod history;
mod level;
mod movepick;
mod network;
mod params;
mod plain;
mod protocol;
mod random;
mod score;
mod search;
mod simd;
mod solve;
mod stats;
mod table;
mod time;

// Thinking.
pub use engine::{Control, Engine, Evaluation, Info, Line, Options, Report};
pub use level::Level;
pub use network::NetworkError;
pub use params::Params;
pub use score::{Score, ScoreKind};
pub use time::{Clock, Limits};

// Speaking.
pub use protocol::{Bounds, OptionError, Session, serve};

// Judging games.
pub use analysis::{Analysis, JudgedMove, Judgement, Reason, Summary, analyse};

// Proving.
pub use solve::{Decision, Defense, FirstMove, Goal, Solution, SolveProgress, Solver, Task, Tree};

// Measuring, and training.
pub use bench::{BENCH_DEPTH, Bench, bench};
pub use datagen::{Datagen, Progress, Sample};
pub use duel::{ArchiveError, Bout, Contestant, Duel, Ending, Fault, Openings, Pace, PlayedPair, Referee, Standings};
pub use random::Random;
pub use stats::{Elo, EloModel, Pairs, Sprt, Verdict};
