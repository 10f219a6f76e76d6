//! The game for more than two: three to six players, alone or in teams, on the same board and by the same generator.
//!
//! The rule books only say that it exists (R45). What other sources tell is kept, what they leave open is settled here and told in
//! `docs/rules.md`.

mod game;
mod layout;
mod position;
mod seat;
mod text;

pub use game::{PartyAction, PartyGame, PartyOutcome};
pub use layout::PartyLayout;
pub use position::{PartyPosition, PartyWin};
pub use seat::{BySeat, Seat, Seating, Team};
