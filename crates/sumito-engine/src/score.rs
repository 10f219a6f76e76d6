//! Scores of positions, from the side to move: hundredths of a marble, wins and losses by the number of plies, draws.

use std::fmt;

/// The worth of a position for the side to move.
///
/// Ordinary values count hundredths of a marble. Values beyond [`Score::FORCED`] are forced wins that many plies away from [`Score::WIN`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Score(pub i32);

impl Score {
    /// A win on the spot.
    pub const WIN: i32 = 30_000;
    /// Beyond this a score is a forced win or loss.
    pub const FORCED: i32 = Score::WIN - 1_000;
    /// More than any score.
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

    /// The chance to win plus half the chance to draw that goes with an ordinary score.
    pub fn expectation(self) -> f64 {
        1.0 / (1.0 + (-f64::from(self.0) / crate::network::SCALE as f64).exp())
    }
}

/// A score taken apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// Hundredths of a marble.
    Centimarbles(i32),
    /// The side to move wins with its ply number `n`.
    WinIn(u32),
    /// The side to move loses at the other's ply number `n`.
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
