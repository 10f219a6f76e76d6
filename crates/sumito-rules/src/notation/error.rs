//! What is wrong with a text: what was being read, where it went wrong, and what was expected there.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt;

use crate::illegal::IllegalMove;

/// A text could not be read.
///
/// Its message has the form `expected X, found Y (at character N)`.
///
/// ```
/// use sumito_rules::notation::Subject;
/// use sumito_rules::{Cell, Position};
///
/// let error = "5/6/7/8/9/8/7/6/bbx2 b".parse::<Position>().unwrap_err();
/// assert_eq!((error.subject, error.at), (Subject::Position, 18));
/// assert_eq!(error.to_string(), "expected b, w or a number of empty cells, found 'x' (at character 19)");
/// assert!("k5".parse::<Cell>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseError {
    /// What was being read.
    pub subject: Subject,
    /// The byte offset of the first character that does not fit.
    pub at: usize,
    /// What would have been right there.
    pub expected: Box<str>,
    /// What stands there instead: a word in quotes, or a description such as `the end`.
    pub found: Box<str>,
}

/// What a [`ParseError`] was found in.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// A cell, or a set of cells.
    Cells,
    /// A move.
    Move,
    /// A position, or the name of a layout.
    Position,
    /// The rules of a game.
    Rules,
    /// The players of a party game and their teams.
    Seating,
    /// A tag of a game file.
    Tag,
    /// The result of a game.
    Result,
    /// The evaluation of a position.
    Eval,
    /// A short game code.
    Code,
    /// The name of a notation, a file format or a theme.
    Name,
}

impl Subject {
    /// A stable key, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            Subject::Cells => "cells",
            Subject::Move => "move",
            Subject::Position => "position",
            Subject::Rules => "rules",
            Subject::Seating => "seating",
            Subject::Tag => "tag",
            Subject::Result => "result",
            Subject::Eval => "eval",
            Subject::Code => "code",
            Subject::Name => "name",
        }
    }

    pub(crate) fn error(self, at: usize, expected: impl Into<Box<str>>, found: impl Into<Box<str>>) -> ParseError {
        ParseError { subject: self, at, expected: expected.into(), found: found.into() }
    }
}

impl ParseError {
    /// The same error in a longer text that contains the parsed one from `offset` on.
    pub(crate) fn moved(self, offset: usize) -> ParseError {
        ParseError { at: self.at + offset, ..self }
    }

    /// The message without the place: `expected X, found Y`.
    pub fn message(&self) -> String {
        format!("expected {}, found {}", self.expected, self.found)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {} (at character {})", self.expected, self.found, self.at + 1)
    }
}

impl Error for ParseError {}

/// A text is not a legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseMoveError {
    /// The text is not a move in this notation.
    Syntax(ParseError),
    /// The text is clear, but the rules forbid the move.
    Illegal(IllegalMove),
}

impl From<ParseError> for ParseMoveError {
    fn from(error: ParseError) -> ParseMoveError {
        ParseMoveError::Syntax(error)
    }
}

impl From<IllegalMove> for ParseMoveError {
    fn from(error: IllegalMove) -> ParseMoveError {
        ParseMoveError::Illegal(error)
    }
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseMoveError::Syntax(error) => error.fmt(f),
            ParseMoveError::Illegal(error) => error.fmt(f),
        }
    }
}

impl Error for ParseMoveError {}

/// The first word of a text, for error messages: in quotes and not too long, or `the end`.
pub(crate) fn found(text: &str) -> Box<str> {
    match text.split_whitespace().next() {
        None => "the end".into(),
        Some(word) if word.chars().count() > 12 => format!("'{}...'", word.chars().take(12).collect::<String>()).into(),
        Some(word) => quoted(word),
    }
}

/// A word in quotes, for error messages.
pub(crate) fn quoted(word: &str) -> Box<str> {
    if word.is_empty() { "nothing".into() } else { format!("'{word}'").into() }
}
