//! Reads the games of a file.

use alloc::vec::Vec;

use super::Record;
use super::error::Error;
use super::splitter::{Ended, Place, Splitter};

/// Reads the games of a file from its lines.
///
/// It keeps one game in memory at a time, so files can have any size. A game that does not replay gives an error; the others are still
/// read.
///
/// ```
/// use sumito_rules::record;
///
/// let file = "Standard 1.a1b2 i5h5\n\nStandard 1.a1b2 a1b2\n\nStandard 1.a1b2 i9h8";
/// let games: Vec<_> = record::read(file.lines()).collect();
/// assert!(games[0].is_ok() && games[2].is_ok());
/// let error = games[1].as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "game 2, line 3, move 1 of White: 'a1b2': there is no marble on a1");
/// ```
pub fn read<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> impl Iterator<Item = Result<Record, Error>> {
    Splitter::split(lines).map(Ended::record)
}

/// Reads games from lines that arrive one by one, from a file or a network. [`read`] is simpler if there is an iterator of lines.
///
/// It reads APGN, extended by variations in parentheses, clock times as `[%clk 0:09:58]` in comments, and `!` and `?` after moves;
/// PlayStrategy's PGN, with its tags `P1`, `P2` and `FEN`; plain lists of moves, such as `Belgian daisy 1.a1b2 i5h5 2.a2b3`, also
/// with the branches and signs of KAA and the blogs; and short codes, such as `ABAL1:belgian:Ada|Bob:3a1b2c33`.
///
/// A game ends at its result or before the tags of the next one; in plain lists also where the move numbers start again at 1, and
/// at a blank line followed by something that is not a move.
#[derive(Debug, Default)]
pub struct Reader(Splitter);

impl Reader {
    /// A reader at the start of a file.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// Takes the next line, with or without its line break, and returns the games that end there.
    pub fn push_line(&mut self, line: &str) -> Vec<Result<Record, Error>> {
        self.0.push_line(line).into_iter().map(Ended::record).collect()
    }

    /// Ends the file and returns the last game, if it had not ended yet.
    pub fn finish(self) -> Option<Result<Record, Error>> {
        self.0.finish().map(Ended::record)
    }
}

impl Ended {
    pub(super) fn record(self) -> Result<Record, Error> {
        match self.script {
            Ok(script) => script.replay(self.game),
            Err((Place { line, at }, problem)) => Err(Error { game: self.game, line, at, turn: None, problem }),
        }
    }
}
