//! How a game ended.

use core::fmt;

use crate::color::Color;

/// How a game ended, and why.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Won {
        /// The side that won.
        winner: Color,
        /// Why.
        by: Win,
    },
    /// Nobody won.
    Drawn(Draw),
}

/// Why a game was won.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Win {
    /// The winner ejected enough marbles (R41).
    Ejections,
    /// The loser could not move.
    NoMove,
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Time,
}

/// Why a game was drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Draw {
    /// A position was repeated too often.
    Repetition,
    /// Too many plies were played without an ejection.
    QuietLimit,
    /// The game reached the greatest length that its rules allow.
    PlyLimit,
    /// The side to move had no legal move, and the rules call that a draw.
    NoMove,
    /// The players agreed.
    Agreement,
}

impl Outcome {
    pub(crate) const fn lost(loser: Color, by: Win) -> Outcome {
        let winner = match loser {
            Color::Black => Color::White,
            Color::White => Color::Black,
        };
        Outcome::Won { winner, by }
    }

    /// The side that won, if one did.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Won { winner, .. } => Some(winner),
            Outcome::Drawn(_) => None,
        }
    }

    /// The result of game files: `1-0` if Black won, `0-1` if White won, `1/2-1/2` for a draw.
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::Black) => "1-0",
            Some(Color::White) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// A stable key for the reason, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            Outcome::Won { by: Win::Ejections, .. } => "won-by-ejections",
            Outcome::Won { by: Win::NoMove, .. } => "won-by-no-move",
            Outcome::Won { by: Win::Resignation, .. } => "won-by-resignation",
            Outcome::Won { by: Win::Time, .. } => "won-on-time",
            Outcome::Drawn(draw) => draw.key(),
        }
    }
}

impl Draw {
    /// A stable key for the reason, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            Draw::Repetition => "drawn-by-repetition",
            Draw::QuietLimit => "drawn-by-quiet-limit",
            Draw::PlyLimit => "drawn-by-ply-limit",
            Draw::NoMove => "drawn-by-no-move",
            Draw::Agreement => "drawn-by-agreement",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Outcome::Won { winner, by: Win::Ejections } => write!(f, "{winner} won by ejections"),
            Outcome::Won { winner, by: Win::NoMove } => write!(f, "{winner} won: {} cannot move", !winner),
            Outcome::Won { winner, by: Win::Resignation } => write!(f, "{winner} won: {} resigned", !winner),
            Outcome::Won { winner, by: Win::Time } => write!(f, "{winner} won on time"),
            Outcome::Drawn(Draw::Repetition) => write!(f, "drawn by repetition"),
            Outcome::Drawn(Draw::QuietLimit) => write!(f, "drawn: too many plies without an ejection"),
            Outcome::Drawn(Draw::PlyLimit) => write!(f, "drawn at the limit of plies"),
            Outcome::Drawn(Draw::NoMove) => write!(f, "drawn: the side to move cannot move"),
            Outcome::Drawn(Draw::Agreement) => write!(f, "drawn by agreement"),
        }
    }
}
