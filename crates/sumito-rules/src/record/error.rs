//! What can be wrong with a game of a file.

use alloc::string::String;
use core::fmt;

use super::GameResult;
use super::splitter::{MAX_BYTES, MAX_DEPTH, MAX_TAGS};
use crate::color::Color;
use crate::notation::{ParseError, ParseMoveError};
use crate::party::LeaveError;

/// A game of a file could not be read: where, and why. A player is a [`Color`], or a [`Seat`](crate::party::Seat) in files with
/// [party games](super::party).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error<P = Color> {
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The number of the line, from 1.
    pub line: usize,
    /// The byte offset in that line of the first character that does not fit, as far as known.
    pub at: usize,
    /// The number of the move or round and the player to move, if a move is the problem.
    pub turn: Option<(u16, P)>,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// A move does not replay.
    Move {
        /// The move as written.
        text: String,
        /// Why it is refused.
        error: ParseMoveError,
    },
    /// A player of a party game cannot leave.
    Departure {
        /// The departure as written.
        text: String,
        /// Why it is refused.
        error: LeaveError,
    },
    /// A line starts like a tag but is not one.
    NoTag(ParseError),
    /// A short code cannot be read.
    Code(ParseError),
    /// The value of a tag cannot be read.
    Tag {
        /// The name of the tag.
        name: String,
        /// What is wrong with the value.
        error: ParseError,
    },
    /// The text before the first move of a plain list is neither the name of a layout nor a position.
    Start(ParseError),
    /// The `Result` tag and the result after the moves differ.
    ResultsDiffer {
        /// The result in the tag.
        tag: GameResult,
        /// The result after the moves.
        end: GameResult,
    },
    /// A variation does not follow a move.
    NothingToVary,
    /// A branch does not start with the number of a move of the game.
    BranchFromNowhere,
    /// A closing parenthesis without an opening one.
    NotOpened,
    /// A variation is not closed before the game ends.
    VariationNotClosed,
    /// A comment is not closed before the next game or the end of the file.
    CommentNotClosed,
    /// Variations are nested too deeply.
    TooDeep,
    /// The game has too much text.
    TooLong,
}

impl Problem {
    /// A stable key, for translations.
    pub const fn key(&self) -> &'static str {
        match self {
            Problem::Move { error: ParseMoveError::Illegal(_), .. } => "illegal-move",
            Problem::Move { .. } => "no-move",
            Problem::Departure { .. } => "departure",
            Problem::NoTag(_) => "no-tag",
            Problem::Code(_) => "code",
            Problem::Tag { .. } => "tag",
            Problem::Start(_) => "start",
            Problem::ResultsDiffer { .. } => "results-differ",
            Problem::NothingToVary => "nothing-to-vary",
            Problem::BranchFromNowhere => "branch-from-nowhere",
            Problem::NotOpened => "not-opened",
            Problem::VariationNotClosed => "variation-not-closed",
            Problem::CommentNotClosed => "comment-not-closed",
            Problem::TooDeep => "too-deep",
            Problem::TooLong => "too-long",
        }
    }
}

impl<P: fmt::Display> fmt::Display for Error<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}", self.game, self.line)?;
        if let Some((number, player)) = &self.turn {
            write!(f, ", move {number} of {player}")?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl<P: fmt::Debug + fmt::Display> core::error::Error for Error<P> {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Move { text, error } => write!(f, "'{text}': {error}"),
            Problem::Departure { text, error } => write!(f, "'{text}': {error}"),
            Problem::NoTag(error) | Problem::Code(error) | Problem::Start(error) => error.fmt(f),
            Problem::Tag { name, error } => write!(f, "tag {name}: {error}"),
            Problem::ResultsDiffer { tag, end } => write!(f, "the Result tag is {tag}, but the moves end with {end}"),
            Problem::NothingToVary => write!(f, "a variation must follow a move"),
            Problem::BranchFromNowhere => {
                write!(f, "a branch must start with the number of a move of the game, as in | 2.-b5b4")
            }
            Problem::NotOpened => write!(f, "')' closes a variation that was not opened"),
            Problem::VariationNotClosed => write!(f, "expected ')' before the end of the game"),
            Problem::CommentNotClosed => write!(f, "expected '}}' after the comment that starts here"),
            Problem::TooDeep => write!(f, "variations are nested more than {MAX_DEPTH} deep"),
            Problem::TooLong => write!(f, "the game has more than {MAX_BYTES} bytes or {MAX_TAGS} tags"),
        }
    }
}
