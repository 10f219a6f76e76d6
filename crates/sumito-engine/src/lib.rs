//! An engine for the board game Abalone: an alpha-beta search with an evaluation network that was trained by self-play and is embedded in
//! the crate.
//!
//! [`Engine::search`] is the one call that thinks. It takes a [`Game`](sumito_rules::Game), [`Limits`] that say when to stop, and a
//! [`Control`] that can stop it earlier; it returns a [`Report`], and calls back with [`Info`] on the way. An engine never prints and has
//! no global state, so a process can have several, each with its own memory.
//!
//! ```
//! use sumito_engine::{Control, Engine, Limits, Options, ScoreKind};
//! use sumito_rules::{Game, Layout, Position, Rules};
//!
//! let mut engine = Engine::new(Options::default());
//!
//! // A fixed number of nodes on one thread gives the same answer every time.
//! let limits = Limits::nodes(10_000);
//! let game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
//! let report = engine.search(&game, &limits, &Control::new(), |info| assert!(!info.pv.is_empty()));
//! assert!(game.legal_moves().contains(report.best.unwrap()));
//!
//! // Black has ejected five marbles and can push the sixth over the edge: a win in one ply.
//! let position: Position = "5/6/7/8/6bbw/8/7/6/b4 b 0 5".parse()?;
//! let game = Game::from_position(position, Rules::default());
//! let report = engine.search(&game, &limits, &Control::new(), |_| {});
//! assert_eq!(report.best.unwrap().to_string(), "e7e8");
//! assert_eq!(report.score().kind(), ScoreKind::WinIn(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Opponents for people
//!
//! A [`Level`] from 1 to 10 limits how deep the engine looks and what it overlooks.
//!
//! ```
//! use sumito_engine::{Engine, Level, Options};
//!
//! let engine = Engine::new(Options::default().with_level(Level::new(3).unwrap()).with_seed(42));
//! # let _ = engine;
//! ```
//!
//! # Modules
//!
//! - [`party`]: a search for three to six players, with levels of its own.
//! - [`protocol`]: the text protocol UGI over any reader and writer, for programs that talk to engines.
//! - [`analysis`]: whole games judged move by move, with the reasons for bad moves in the words of the rule books.
//! - [`solve`]: proofs of what can be forced within a few moves.
//! - [`duel`]: matches between engines; [`stats`]: what their results mean.
//! - [`bench`](mod@bench): the fixed task whose node count identifies a version of the search.
//! - [`datagen`]: self-play games as training data; [`params`]: the numbers of the search, for tuning.

pub mod analysis;
pub mod bench;
pub mod book;
pub mod datagen;
pub mod duel;
mod engine;
mod handmade;
mod history;
mod level;
mod movepick;
mod network;
pub mod params;
pub mod party;
mod patterns;
mod person;
mod plain;
pub mod protocol;
#[doc(hidden)]
pub mod random;
mod score;
mod search;
mod simd;
pub mod solve;
pub mod stats;
mod table;
mod time;

pub use engine::{Control, Engine, Evaluation, Info, Line, Options, Report};
pub use level::Level;
pub use network::NetworkError;
pub use score::{Score, ScoreKind};
pub use time::{Clock, Limits};

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
