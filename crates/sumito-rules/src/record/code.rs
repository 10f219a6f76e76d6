//! Short game codes, as players send them to each other: `ABAL1:belgian:Ada|Bob:3a1b2c33...`.
//!
//! Layout, names and moves are separated by colons. A move is the number of its marbles, their cells, and the direction as a digit. A
//! name has `_` for a blank. Older codes have no names.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::Record;
use super::write::apgn_variant;
use crate::cell::{Cell, Direction};
use crate::cells::Cells;
use crate::notation::{ParseError, Subject, found};
use crate::position::MARBLES_TO_WIN;

const HEAD: &str = "ABAL1:";

/// The directions in the order of their digits.
const DIRECTIONS: [Direction; 6] =
    [Direction::East, Direction::West, Direction::NorthWest, Direction::NorthEast, Direction::SouthEast, Direction::SouthWest];

/// The parts of a code with their byte offsets.
pub(super) struct Code {
    pub(super) variant: (usize, String),
    pub(super) names: Vec<(&'static str, usize, String)>,
    pub(super) moves: Vec<CodeMove>,
}

pub(super) struct CodeMove {
    pub(super) at: usize,
    pub(super) text: String,
    pub(super) line: Cells,
    pub(super) direction: Direction,
}

/// Whether a text begins with a code.
pub(super) fn is_code(text: &str) -> bool {
    text.get(..HEAD.len()).is_some_and(|head| head.eq_ignore_ascii_case(HEAD))
}

pub(super) fn read(text: &str) -> Result<Code, ParseError> {
    let mut parts = text.split(':');
    parts.next();
    let variant = parts.next().unwrap_or_default();
    let after_variant = HEAD.len() + variant.len() + 1;
    let (names, moves, at) = match (parts.next(), parts.next()) {
        (Some(moves), None) => ("", moves, after_variant),
        (Some(names), Some(moves)) => (names, moves, after_variant + names.len() + 1),
        (None, _) => return Err(Subject::Code.error(text.len(), "':' and the moves after the layout", "the end")),
    };
    if parts.next().is_some() {
        return Err(Subject::Code.error(at + moves.len(), "the end of the code", "':'"));
    }
    let (black, white) = names.split_once('|').unwrap_or((names, ""));
    let players = [("Black", after_variant, black), ("White", after_variant + black.len() + 1, white)];
    let names = players.into_iter().filter(|(_, _, name)| !name.is_empty());
    Ok(Code {
        variant: (HEAD.len(), variant.to_owned()),
        names: names.map(|(tag, at, name)| (tag, at, name.replace('_', " "))).collect(),
        moves: read_moves(moves).map_err(|error| error.moved(at))?,
    })
}

fn read_moves(text: &str) -> Result<Vec<CodeMove>, ParseError> {
    let mut moves = Vec::new();
    let mut at = 0;
    while let Some(count) = text[at..].chars().next() {
        let wrong = |at: usize, expected| Subject::Code.error(at, expected, found(text.get(at..).unwrap_or_default()));
        let count = count.to_digit(4).filter(|&count| count > 0).ok_or_else(|| wrong(at, "the number of marbles, 1 to 3"))?;
        let end = at + 2 + 2 * count as usize;
        let mut line = Cells::EMPTY;
        for place in (at + 1..end - 1).step_by(2) {
            let cell: Option<Cell> = text.get(place..place + 2).and_then(|name| name.parse().ok());
            line.insert(cell.ok_or_else(|| wrong(place, "a cell from a1 to i9"))?);
        }
        let direction = text.get(end - 1..end).and_then(|digit| DIRECTIONS.get(digit.parse::<usize>().ok()?));
        let direction = *direction.ok_or_else(|| wrong(end - 1, "a direction, 0 to 5"))?;
        moves.push(CodeMove { at, text: text[at..end].to_owned(), line, direction });
        at = end;
    }
    Ok(moves)
}

impl Record {
    /// The main line as a short code; `None` if it does not start from a layout that has a name in codes, or if winning takes more
    /// than six ejections.
    ///
    /// ```
    /// use sumito_rules::record;
    ///
    /// let record = record::read(["Belgian Daisy 1.a1b2 i5h5"]).next().unwrap().unwrap();
    /// let code = record.to_code().unwrap();
    /// assert_eq!(code, "ABAL1:belgian:|:3a1b2c333g5h5i54");
    /// assert_eq!(record::read([code]).next().unwrap().unwrap(), record);
    /// ```
    pub fn to_code(&self) -> Option<String> {
        if self.start.marbles_to_win() > MARBLES_TO_WIN {
            return None;
        }
        let mut code = format!("{HEAD}{}:", apgn_variant(self.layout()?)?);
        let [black, white] = ["Black", "White"].map(|name| plain_name(self.tag(name).unwrap_or_default()));
        let _ = write!(code, "{black}|{white}:");
        for m in self.moves() {
            let digit = DIRECTIONS.iter().position(|&direction| direction == m.direction())?;
            let _ = write!(code, "{}", m.len());
            let _ = m.cells().sorted().try_for_each(|cell| write!(code, "{cell}"));
            let _ = write!(code, "{digit}");
        }
        Some(code)
    }
}

/// A name without the characters that a code cannot contain.
fn plain_name(name: &str) -> String {
    let kept = name.chars().map(|c| if c.is_whitespace() { '_' } else { c });
    kept.filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-')).collect()
}
