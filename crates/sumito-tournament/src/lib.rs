//! Tournaments as pure functions: who plays whom in the next round, and who stands where. No I/O, no clock, no randomness.
//!
//! An [`Event`] comes from a TRF file ([`trf`]) or from a server. The systems are [`dutch`] (Swiss), [`round_robin`],
//! [`knockout`] and [`arena`]; [`standings`] orders the players by points and tie-breaks.

#![forbid(unsafe_code)]

pub mod arena;
pub mod dutch;
pub mod event;
pub mod knockout;
mod matching;
pub mod round_robin;
pub mod standings;
pub mod trf;
mod wide;

pub use event::{Bye, Entry, Event, Number, Pairing, Player, Points, Score, Side};
