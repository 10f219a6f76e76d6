//! Tournament files: FIDE's TRF16, with the extensions that pairing programs read.
//!
//! | code | meaning |
//! |---|---|
//! | `001` | a player and the results by round |
//! | `XXR` or `142` | the number of rounds |
//! | `XXC white1`, `XXC black1` or `152 W`, `152 B` | whether the first player moves first or second in round one |
//! | `XXP` | players who must not meet; `260` for some rounds only |
//! | `XXA` | points by round that count only for the pairing; `250` for a range of players |
//! | `XXZ` | players who do not play in the next round; `240` for any round |
//! | `BBW` `BBD` `BBL` `BBZ` `BBF` `BBU` or `162` | points for a win, draw, loss, bye without points, forfeit, bye of the pairing |
//! | `XXM` | marbles ejected by a player in each round, in columns like `XXA` |
//! | `XXG` | points of a player in each round, where they are not those of the result, in columns like `XXA` |
//!
//! Other lines are kept as they are. `w` is the side that moves first: in this game, Black.

mod line;
mod read;
mod write;

use std::fmt;

use crate::problem::Problem;

/// The column of the first round, from zero. Each round has ten.
pub(crate) const FIRST_ROUND: usize = 91;

pub(crate) use read::parse_entry;
pub use read::read;
pub(crate) use write::entry_text;
pub use write::write;

/// Why a file cannot be read: where, and what would be right. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrfError {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub problem: Problem,
    /// The line itself.
    pub text: String,
}

impl fmt::Display for TrfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl std::error::Error for TrfError {}

#[cfg(test)]
mod tests;
