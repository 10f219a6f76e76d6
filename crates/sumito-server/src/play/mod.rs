//! Online games as pure functions: from the state, an action and the time to events or a refusal. No I/O, no clock, no other room.

pub(crate) mod any_game;
pub(crate) mod challenge;
pub(crate) mod clock;
pub(crate) mod event;
pub(crate) mod live;
pub(crate) mod presence;
pub(crate) mod random_colors;
pub(crate) mod ratings;
pub(crate) mod refusal;
pub(crate) mod seats;
pub(crate) mod summary;
pub(crate) mod unfinished;
