//! Games for more than two: three to six players, alone or in teams, on the same board and with the same move generator.
//!
//! The rule books only mention that such games exist (R45). The rules here follow other sources where they agree; what they leave open
//! is settled in `docs/rules.md`.
//!
//! The types have the names of their two-player counterparts: [`party::Position`](Position), [`party::Game`](Game),
//! [`party::Layout`](Layout), [`party::Outcome`](Outcome). Players are [`Seat`]s, and a [`Seating`] says who plays with whom.
//!
//! ```
//! use sumito_rules::Rules;
//! use sumito_rules::party::{self, Departure, Seat};
//!
//! let layout = party::Layout::find("three").unwrap();
//! let mut game = party::Game::new(layout, Rules::default());
//! game.play(game.position().parse_move("i5h5")?)?;
//! assert_eq!(game.position().turn(), Seat::White);
//!
//! // White resigns, and the others play on.
//! game.leave(Seat::White, Departure::Resigned)?;
//! assert_eq!(game.position().turn(), Seat::Blue);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game;
mod layout;
mod outcome;
mod perft;
mod position;
mod seat;
mod text;
mod turns;
mod zobrist;

pub use game::{Action, Game};
pub use layout::Layout;
pub use outcome::{Departure, LeaveError, Outcome, Win};
pub use perft::perft;
pub use position::Position;
pub use seat::{BySeat, Seat, Seating, Team};
pub use text::names_teams;
