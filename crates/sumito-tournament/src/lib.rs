//! Tournaments as pure functions: who plays whom in the next round, and who stands where. No I/O, no clock, no randomness.
//!
//! An [`Event`] comes from a file ([`trf`], [`csv`]) or from a server. The systems are [`dutch`] (Swiss), [`round_robin`],
//! [`knockout`] and [`arena`]; [`standings`] orders the players by points and tie-breaks, [`rating_list`] by the strengths that explain all
//! results best.

#![forbid(unsafe_code)]

pub mod arena;
pub mod csv;
pub mod dutch;
pub mod event;
pub mod knockout;
mod matching;
pub mod problem;
pub mod rating_list;
pub mod round_robin;
pub mod standings;
pub mod trf;
mod wide;

pub use event::{Bye, Entry, Event, Number, Pairing, Player, Points, Score, Side};
pub use problem::Problem;
