//! Scores of positions, seen from the side to move: hundredths of a marble, or wins and losses by the number of plies.

use std::fmt;

/// The score of a position for the side to move.
///
/// Ordinary values are hundredths of a marble. Values from [`Score::FORCED`] on are forced wins; the difference from [`Score::WIN`] is the
/// number of plies. See [`Score::kind`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Score(pub i32);

impl Score {
    /// A game that is won.
    pub const WIN: i32 = 30_000;
    /// From here on a score is a forced win, or a loss if negative.
    pub const FORCED: i32 = Score::WIN - 1_000;
    /// Larger than any score.
    pub const INFINITE: i32 = 32_000;

    /// What kind of value this is.
    pub fn kind(self) -> ScoreKind {
        if self.0 >= Score::FORCED {
            ScoreKind::WinIn((Score::WIN - self.0) as u32)
        } else if self.0 <= -Score::FORCED {
            ScoreKind::LossIn((Score::WIN + self.0) as u32)
        } else {
            ScoreKind::Centimarbles(self.0)
        }
    }

    /// The expected result for an ordinary score: the probability to win plus half the probability to draw.
    pub fn expectation(self) -> f64 {
        1.0 / (1.0 + (-f64::from(self.0) / crate::network::SCALE as f64).exp())
    }
}

/// What a [`Score`] means.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// Hundredths of a marble.
    Centimarbles(i32),
    /// The side to move wins in this many plies.
    WinIn(u32),
    /// The side to move loses in this many plies.
    LossIn(u32),
}

/// As in the protocol: `cp 35`, `win 3`, `win -4` (in plies; negative for a loss).
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ScoreKind::Centimarbles(n) => write!(f, "cp {n}"),
            ScoreKind::WinIn(n) => write!(f, "win {n}"),
            ScoreKind::LossIn(n) => write!(f, "win -{n}"),
        }
    }
}
