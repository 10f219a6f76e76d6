//! Text forms of moves and positions: Aba-Pro (native), Nacre, PlayStrategy; native, PlayStrategy, KAA, AbalOnline and APGN
//! positions.

use std::fmt;

mod moves;
pub(crate) mod native;
mod positions;

pub(crate) use moves::AbaPro;
pub use moves::{MoveNotation, MoveTextError};
pub use positions::{PositionNotation, position_or_layout, recognize_position};

/// A text could not be read: where, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The byte offset of the first character that does not fit.
    pub at: usize,
    /// What is wrong and what would be right: lower case, no full stop.
    pub message: String,
}

impl ParseError {
    pub(crate) fn new(at: usize, message: impl Into<String>) -> ParseError {
        ParseError { at, message: message.into() }
    }

    /// The same error in a text of which the parsed one is a part, from `offset` on.
    pub(crate) fn moved(self, offset: usize) -> ParseError {
        ParseError { at: self.at + offset, ..self }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at character {})", self.message, self.at + 1)
    }
}

impl std::error::Error for ParseError {}

/// What stands at the head of a text, for messages: its first word in quotes, if that is not too long.
fn found(text: &str) -> String {
    match text.split_whitespace().next() {
        None => "the end".to_owned(),
        Some(word) if word.chars().count() > 12 => format!("'{}...'", word.chars().take(12).collect::<String>()),
        Some(word) => format!("'{word}'"),
    }
}

/// Whether two names are the same but for case, blanks, `-` and `_`.
fn same_name(a: &str, b: &str) -> bool {
    let letters =
        |name: &str| name.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect::<String>();
    letters(a) == letters(b)
}
