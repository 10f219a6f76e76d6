//! Moves and positions as text.
//!
//! [`MoveNotation`] and [`PositionNotation`] read and write what players, sites and files use. The native notations are Aba-Pro for
//! moves, as in `a1b2` and `c3c5d4`, and rows of letters for positions, which [`Position`] writes and reads itself.
//!
//! ```
//! use sumito_rules::Layout;
//! use sumito_rules::notation::{MoveNotation, PositionNotation, recognize_position};
//!
//! let position = Layout::BELGIAN_DAISY.position();
//! let m = MoveNotation::AbaPro.parse(&position, "a1b2")?;
//! assert_eq!(MoveNotation::Nacre.format(&position, m), "a1d4");
//!
//! let text = PositionNotation::Kaa.format(&position);
//! assert_eq!(text, "0a12b123c23g78h789i89_0a45b456c56g45h456i56");
//! assert_eq!(recognize_position(&text)?, (position, PositionNotation::Kaa));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A text that cannot be read gives a [`ParseError`]; a move text can also name a move that the rules forbid, so it gives a
//! [`ParseMoveError`].
//!
//! [`Position`]: crate::Position

mod error;
mod moves;
pub(crate) mod native;
mod positions;

pub use error::{ParseError, ParseMoveError, Subject};
pub(crate) use error::{found, quoted};
pub(crate) use moves::AbaPro;
pub use moves::MoveNotation;
pub use positions::{PositionNotation, position_or_layout, recognize_position};
