//! The text of a party position: `w3u/ww2uu/www1uuu/www2uuu/9/bbb2rrr/bbb1rrr/bb2rr/b3r b bu-wr 0,0,0,0 0 1`.
//!
//! Rows i to a, the player to move, the teams, marbles ejected by each player (an `x` after the number: the player has left or has no
//! marbles), plies since the last ejection, round number. Everything after the teams is optional from the right.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::position::Position;
use super::seat::{BySeat, Seat, Seating};
use crate::cell::Cell;
use crate::cells::Cells;
use crate::moves::Move;
use crate::notation::native::{Words, read_marks, write_marks};
use crate::notation::{AbaPro, ParseError, ParseMoveError, Subject, quoted};

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_marks(f, |cell| self.seat_at(cell).map(Seat::letter))?;
        write!(f, " {} {} ", self.turn().letter(), self.seating())?;
        for seat in self.seating().seats() {
            let comma = if seat == Seat::Black { "" } else { "," };
            let left = if self.has_left(seat) { "x" } else { "" };
            write!(f, "{comma}{}{left}", self.ejected_by(seat))?;
        }
        write!(f, " {} {}", self.plies_since_ejection(), self.round())
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        let mut words = Words::new(text);
        let (at, rows) = words.next("the rows of the board")?;
        let marbles = read_marbles(rows).map_err(|e| e.moved(at))?;
        let (turn_at, turn) = words.next("the player to move")?;
        let (at, teams) = words.next("the teams, such as b-w-u or bu-wr")?;
        let seating: Seating = teams.parse().map_err(|e: ParseError| e.moved(at))?;
        let turn =
            seating.seats().find(|seat| turn.eq_ignore_ascii_case(seat.letter().encode_utf8(&mut [0; 4]))).ok_or_else(|| {
                Subject::Position.error(turn_at, format!("the player to move, a letter of {seating}"), quoted(turn))
            })?;
        if let Some(seat) = Seat::ALL.into_iter().find(|&seat| !seating.has(seat) && !marbles[seat].is_empty()) {
            return Err(Subject::Position.error(at, format!("teams that include {seat}, who has marbles"), quoted(teams)));
        }
        let (ejected, has_left) = if words.peek().is_some() {
            let (at, word) = words.next("the marbles ejected by each player")?;
            read_ejected(word, seating).map_err(|e| e.moved(at))?
        } else {
            Default::default()
        };
        let plies = words.number("plies since the last ejection", 0, 0, u16::MAX)?;
        let round = words.number("the number of the round", 1, 1, u16::MAX)?;
        words.end()?;
        let position = Position::after_departures(seating, marbles, has_left, turn);
        let nobody_left = || Subject::Position.error(0, "a player with marbles who has not left", "none");
        Ok(position.ok_or_else(nobody_left)?.with_ejected(ejected).with_counters(plies, round))
    }
}

/// Whether a text is a position for more than two players rather than one of the notations for two: it names the teams after the player to
/// move, as in `b-w-u`. It may still have mistakes.
pub fn names_teams(text: &str) -> bool {
    text.split_whitespace().nth(2).is_some_and(|word| word.contains('-'))
}

/// The marbles of rows i to a between slashes.
pub(super) fn read_marbles(rows: &str) -> Result<BySeat<Cells>, ParseError> {
    let mut marbles = BySeat::<Cells>::default();
    read_marks(rows, Seat::from_letter, "b, w, u, r, g, y", |cell, seat| marbles[seat].insert(cell))?;
    Ok(marbles)
}

/// Reads `2,0x,1`: how many marbles each player has ejected, and who has left.
fn read_ejected(word: &str, seating: Seating) -> Result<(BySeat<u8>, BySeat<bool>), ParseError> {
    let (mut ejected, mut left) = (BySeat::default(), BySeat::default());
    let seats = seating.seats().count();
    let numbers: Vec<&str> = word.split(',').collect();
    if numbers.len() != seats {
        let expected = format!("{seats} numbers of ejected marbles separated by commas");
        return Err(Subject::Position.error(0, expected, format!("{}", numbers.len())));
    }
    let mut at = 0;
    for (seat, number) in seating.seats().zip(numbers) {
        let digits = number.strip_suffix(['x', 'X']);
        left[seat] = digits.is_some();
        ejected[seat] = digits.unwrap_or(number).parse().ok().filter(|&n| n as usize <= Cell::COUNT).ok_or_else(|| {
            Subject::Position.error(at, format!("the marbles ejected by {seat}, a number from 0 to 61"), quoted(number))
        })?;
        at += number.len() + 1;
    }
    Ok((ejected, left))
}

impl Position {
    /// Reads a move of this position in the native notation, Aba-Pro: `a1b2`, or `c3c5d4` for a broadside.
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        match AbaPro::read(text)? {
            AbaPro::Row(tail, direction) => Ok(self.attempt_from_tail(tail, direction)?),
            AbaPro::Line(line, direction) => Ok(self.attempt_exactly(line, direction)?),
        }
    }
}
