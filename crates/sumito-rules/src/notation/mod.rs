//! Text forms of moves and positions: Aba-Pro (native), Nacre, PlayStrategy; native, PlayStrategy, KAA, AbalOnline and APGN
//! positions.

use std::fmt;

pub(crate) mod native;

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
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at character {})", self.message, self.at + 1)
    }
}

impl std::error::Error for ParseError {}
