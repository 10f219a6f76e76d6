//! The engine room: a tournament between bots that never ends, as pure functions. What was played and who is there lead to the games to begin, and
//! to the list.

pub(crate) mod conditions;
pub(crate) mod entry;
pub(crate) mod ledger;
pub(crate) mod list;
pub(crate) mod plan;
#[cfg(test)]
mod tests;

pub(crate) use conditions::{Conditions, opening, openings};
pub(crate) use entry::{Entry, Wanted};
pub(crate) use ledger::{Ledger, RoomResult};
pub(crate) use list::Listing;
