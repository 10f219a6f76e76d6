//! Tournaments as pure functions: from the state, an action and the time to events or a refusal. No I/O, no clock, no other room. The pairings
//! themselves come from `sumito-tournament`.

pub(crate) mod action;
mod arena;
mod bad_file;
pub(crate) mod board;
mod entry;
pub(crate) mod event;
mod export;
mod import;
mod memo;
mod player;
pub(crate) mod refusal;
mod rounds;
pub(crate) mod settings;
pub(crate) mod state;
pub(crate) mod table;
#[cfg(test)]
mod tests;
mod ticking;

pub(crate) use action::{Action, Actor, Moment};
pub(crate) use bad_file::BadFile;
pub(crate) use board::{Board, BoardResult};
pub(crate) use event::{Event, EventKind};
pub(crate) use player::Player;
pub(crate) use refusal::Refusal;
pub(crate) use settings::Settings;
pub(crate) use state::{Phase, Tournament};
