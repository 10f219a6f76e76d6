//! What can be wrong with a game of a file.

use std::fmt;

use super::RecordResult;
use super::reader::{MAX_BYTES, MAX_DEPTH, MAX_TAGS};
use crate::color::Color;
use crate::notation::{MoveTextError, ParseError};

/// A game of a file is refused: where, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The number of the line, from 1.
    pub line: usize,
    /// The byte offset in that line of the first character that does not fit, as far as it is known.
    pub at: usize,
    /// The number of the move and who was to play it, if the trouble is there.
    pub turn: Option<(u16, Color)>,
    /// What is wrong.
    pub problem: RecordProblem,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordProblem {
    /// A move does not replay.
    Move {
        /// The move as written.
        text: String,
        /// Why it is refused.
        error: MoveTextError,
    },
    /// A line begins like a tag but is not one.
    NoTag(ParseError),
    /// A short code is not understood.
    Code(ParseError),
    /// The value of a tag is not understood.
    Tag {
        /// The name of the tag.
        name: String,
        /// What is wrong with the value.
        error: ParseError,
    },
    /// What stands before the first move of a plain list is not the name of a layout or a position.
    Start(ParseError),
    /// The `Result` tag and the end of the moves do not agree.
    ResultsDiffer {
        /// What the tag says.
        tag: RecordResult,
        /// What follows the moves.
        end: RecordResult,
    },
    /// A variation stands where there is no move to vary.
    NothingToVary,
    /// A branch does not begin with the number of a move of the game.
    BranchFromNowhere,
    /// A parenthesis is closed that was not opened.
    NotOpened,
    /// A variation is not closed before the game ends.
    VariationNotClosed,
    /// A comment is not closed before the next game or the end of the file.
    CommentNotClosed,
    /// More variations within variations than we keep.
    TooDeep,
    /// More text in one game than we keep.
    TooLong,
}

impl RecordProblem {
    /// A stable key, for translations.
    pub const fn key(&self) -> &'static str {
        match self {
            RecordProblem::Move { error: MoveTextError::Illegal(_), .. } => "illegal-move",
            RecordProblem::Move { .. } => "no-move",
            RecordProblem::NoTag(_) => "no-tag",
            RecordProblem::Code(_) => "code",
            RecordProblem::Tag { .. } => "tag",
            RecordProblem::Start(_) => "start",
            RecordProblem::ResultsDiffer { .. } => "results-differ",
            RecordProblem::NothingToVary => "nothing-to-vary",
            RecordProblem::BranchFromNowhere => "branch-from-nowhere",
            RecordProblem::NotOpened => "not-opened",
            RecordProblem::VariationNotClosed => "variation-not-closed",
            RecordProblem::CommentNotClosed => "comment-not-closed",
            RecordProblem::TooDeep => "too-deep",
            RecordProblem::TooLong => "too-long",
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}", self.game, self.line)?;
        if let Some((number, color)) = self.turn {
            write!(f, ", move {number} of {color}")?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for RecordError {}

impl fmt::Display for RecordProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordProblem::Move { text, error } => write!(f, "'{text}': {error}"),
            RecordProblem::NoTag(error) | RecordProblem::Code(error) | RecordProblem::Start(error) => error.fmt(f),
            RecordProblem::Tag { name, error } => write!(f, "tag {name}: {error}"),
            RecordProblem::ResultsDiffer { tag, end } => write!(f, "the Result tag says {tag}, but the moves end with {end}"),
            RecordProblem::NothingToVary => write!(f, "a variation must follow a move"),
            RecordProblem::BranchFromNowhere => {
                write!(f, "a branch must begin with the number of a move of the game, as in | 2.-b5b4")
            }
            RecordProblem::NotOpened => write!(f, "')' closes a variation that was not opened"),
            RecordProblem::VariationNotClosed => write!(f, "expected ')' before the end of the game"),
            RecordProblem::CommentNotClosed => write!(f, "expected '}}' after the comment that begins here"),
            RecordProblem::TooDeep => write!(f, "variations are nested more than {MAX_DEPTH} deep"),
            RecordProblem::TooLong => write!(f, "the game has more than {MAX_BYTES} bytes or {MAX_TAGS} tags"),
        }
    }
}
