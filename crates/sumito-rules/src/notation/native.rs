//! The native position text: `ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0 0 1`.
//!
//! Rows i to a, side to move, black marbles lost, white marbles lost, plies since the last ejection, move number.
//! What follows the side to move may be left out from the right.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{ParseError, Subject, quoted};
use crate::cell::Cell;
use crate::cells::Cells;
use crate::color::{ByColor, Color};
use crate::position::Position;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(f, self, ByColor::new('b', 'w'))?;
        write!(f, " {} {} {}", self.turn().letter(), self.lost(Color::Black), self.lost(Color::White))?;
        write!(f, " {} {}", self.plies_since_ejection(), self.move_number())
    }
}

/// The rows i to a between slashes, runs of empty cells as digits.
pub(super) fn write_rows(f: &mut impl fmt::Write, position: &Position, marks: ByColor<char>) -> fmt::Result {
    write_marks(f, |cell| position.color_at(cell).map(|color| marks[color]))
}

/// The same for any marks: `mark` returns the mark of a cell.
pub(crate) fn write_marks(f: &mut impl fmt::Write, mark: impl Fn(Cell) -> Option<char>) -> fmt::Result {
    for row in (0..9).rev() {
        let mut empty = 0;
        for cell in (1..=9).filter_map(|digit| Cell::new(row, digit)) {
            let Some(mark) = mark(cell) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            f.write_char(mark)?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if row > 0 {
            f.write_char('/')?;
        }
    }
    Ok(())
}

/// Reads rows i to a between slashes; the text ends after the last row. `mark` returns the color of a letter.
pub(super) fn read_rows(text: &str, mark: impl Fn(char) -> Option<Color>, marks: &str) -> Result<ByColor<Cells>, ParseError> {
    let mut marbles = ByColor::<Cells>::default();
    read_marks(text, mark, marks, |cell, color| marbles[color].insert(cell))?;
    Ok(marbles)
}

/// The same for any marks: `place` is called with each cell that has one.
pub(crate) fn read_marks<T>(
    text: &str,
    mark: impl Fn(char) -> Option<T>,
    marks: &str,
    mut place: impl FnMut(Cell, T),
) -> Result<(), ParseError> {
    let mut rows = text.split('/');
    let mut at = 0;
    for row in (0..9).rev() {
        let letter = (b'a' + row) as char;
        let Some(line) = rows.next() else {
            return Err(Subject::Position.error(text.len(), format!("row {letter}, one of nine between slashes"), "the end"));
        };
        let cells: Vec<Cell> = (1..=9).filter_map(|digit| Cell::new(row, digit)).collect();
        let mut next = 0;
        for (i, c) in line.char_indices() {
            let too_long = || {
                Subject::Position.error(at + i, format!("no more than {} cells in row {letter}", cells.len()), quoted(&line[i..]))
            };
            if let Some(mark) = mark(c) {
                place(*cells.get(next).ok_or_else(too_long)?, mark);
                next += 1;
            } else if let Some(empty) = c.to_digit(10).filter(|&n| n > 0) {
                next += empty as usize;
                if next > cells.len() {
                    return Err(too_long());
                }
            } else {
                return Err(Subject::Position.error(at + i, format!("{marks} or a number of empty cells"), format!("'{c}'")));
            }
        }
        if next < cells.len() {
            return Err(Subject::Position.error(
                at + line.len(),
                format!("{} cells in row {letter}", cells.len()),
                format!("{next}"),
            ));
        }
        at += line.len() + 1;
    }
    if rows.next().is_some() {
        return Err(Subject::Position.error(at - 1, "nine rows", "a tenth"));
    }
    Ok(())
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        let mut words = Words::new(text);
        let (at, rows) = words.next("the rows of the board")?;
        let marbles = read_rows(rows, Color::from_letter, "b, w").map_err(|error| error.moved(at))?;
        let turn = words.turn()?;
        let black_lost = words.number("black marbles lost", 0, 0, 61)?;
        let white_lost = words.number("white marbles lost", 0, 0, 61)?;
        let plies = words.number("plies since the last ejection", 0, 0, u16::MAX)?;
        let number = words.number("the move number", 1, 1, u16::MAX)?;
        words.end()?;
        let position = Position::new(marbles.black, marbles.white, turn).expect("a cell has one letter");
        Ok(position.with_lost(ByColor::new(black_lost as u8, white_lost as u8)).with_counters(plies, number))
    }
}

/// The words of a text with their byte offsets.
pub(crate) struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    pub(crate) fn new(text: &'a str) -> Words<'a> {
        Words { text, at: 0 }
    }

    /// The next word and its offset, without moving past it.
    pub(crate) fn peek(&mut self) -> Option<(usize, &'a str)> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        let word = self.text[self.at..].split_whitespace().next()?;
        Some((self.at, word))
    }

    /// The next word and its offset.
    pub(crate) fn next(&mut self, expected: &str) -> Result<(usize, &'a str), ParseError> {
        let (at, word) = self.peek().ok_or_else(|| Subject::Position.error(self.text.len(), expected.to_owned(), "the end"))?;
        self.at = at + word.len();
        Ok((at, word))
    }

    /// The next word as a number within bounds, or `default` at the end of the text.
    pub(crate) fn number(&mut self, what: &str, default: u16, min: u16, max: u16) -> Result<u16, ParseError> {
        if self.peek().is_none() {
            return Ok(default);
        }
        let (at, word) = self.next(what)?;
        word.parse()
            .ok()
            .filter(|n| (min..=max).contains(n))
            .ok_or_else(|| Subject::Position.error(at, format!("{what}, a number from {min} to {max}"), quoted(word)))
    }

    /// The next word as the side to move.
    pub(crate) fn turn(&mut self) -> Result<Color, ParseError> {
        let (at, word) = self.next("the side to move, b or w")?;
        let mut letters = word.chars();
        match (letters.next().and_then(Color::from_letter), letters.next()) {
            (Some(color), None) => Ok(color),
            _ => Err(Subject::Position.error(at, "the side to move, b or w", quoted(word))),
        }
    }

    pub(crate) fn end(&mut self) -> Result<(), ParseError> {
        match self.peek() {
            None => Ok(()),
            Some((at, word)) => Err(Subject::Position.error(at, "the end of the position", quoted(word))),
        }
    }
}
