//! The Abalone engine: search, evaluation network, engine protocol, matches and training data.

mod bench;
mod datagen;
mod engine;
mod handmade;
mod history;
mod movepick;
mod network;
mod params;
mod random;
mod score;
mod search;
mod simd;
mod stats;
mod table;
mod time;

pub use bench::{BENCH_DEPTH, Bench, bench};
pub use datagen::{Datagen, Progress, Sample};
pub use engine::{Control, Engine, Evaluation, Info, Line, Options, Report};
pub use network::NetworkError;
pub use params::Params;
pub use score::{Score, ScoreKind};
pub use stats::{Elo, EloModel, Pairs, Sprt, Verdict};
pub use time::{Clock, Limits};
