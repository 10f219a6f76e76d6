//! Seats, teams, and the order in which they move.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

use crate::color::Color;
use crate::notation::{ParseError, Subject, quoted};

/// One of up to six players, named by the color of their marbles. They move in this order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Seat {
    /// First to move, as in the game for two (R5).
    Black = 0,
    /// Second to move.
    White = 1,
    /// Third to move.
    Blue = 2,
    /// Fourth to move.
    Red = 3,
    /// Fifth to move.
    Green = 4,
    /// Sixth to move.
    Yellow = 5,
}

impl Seat {
    /// All six, in the order in which they move.
    pub const ALL: [Seat; 6] = [Seat::Black, Seat::White, Seat::Blue, Seat::Red, Seat::Green, Seat::Yellow];

    /// The letter used in position texts: `b w u r g y`. Blue is `u`, because `b` is taken.
    pub const fn letter(self) -> char {
        match self {
            Seat::Black => 'b',
            Seat::White => 'w',
            Seat::Blue => 'u',
            Seat::Red => 'r',
            Seat::Green => 'g',
            Seat::Yellow => 'y',
        }
    }

    /// The seat with this letter, in upper or lower case.
    pub fn from_letter(letter: char) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| seat.letter() == letter.to_ascii_lowercase())
    }
}

impl From<Color> for Seat {
    fn from(color: Color) -> Seat {
        match color {
            Color::Black => Seat::Black,
            Color::White => Seat::White,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seat::Black => "Black",
            Seat::White => "White",
            Seat::Blue => "Blue",
            Seat::Red => "Red",
            Seat::Green => "Green",
            Seat::Yellow => "Yellow",
        })
    }
}

/// One value for each of the six seats, indexed by [`Seat`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySeat<T>([T; 6]);

impl<T> BySeat<T> {
    /// The values in the order of [`Seat::ALL`].
    pub const fn new(values: [T; 6]) -> BySeat<T> {
        BySeat(values)
    }

    /// Applies `f` to every value.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(f))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}

/// One of the teams of a [`Seating`]; a player who plays alone is a team of one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Team(u8);

impl Team {
    /// The team's number, from 1, in the order in which the teams first move.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }
}

/// How many players there are, and who plays with whom.
///
/// Teams take turns: with two teams of two, Black and Blue play against White and Red. The text form lists the seats of each team.
///
/// ```
/// use sumito_rules::party::{Seat, Seating};
///
/// let pairs = Seating::new(4, 2).unwrap();
/// assert_eq!(pairs.to_string(), "bu-wr");
/// assert!(pairs.are_partners(Seat::Black, Seat::Blue));
/// assert_eq!("b-w-u".parse(), Ok(Seating::alone(3).unwrap()));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seating {
    seats: u8,
    teams: u8,
}

impl Seating {
    /// Two to six seats in teams of the same size; `None` for anything else.
    pub const fn new(seats: u8, teams: u8) -> Option<Seating> {
        let fits = seats >= 2 && seats <= 6 && teams >= 2 && seats % teams == 0;
        if fits { Some(Seating { seats, teams }) } else { None }
    }

    /// Two to six players, each playing alone.
    pub const fn alone(seats: u8) -> Option<Seating> {
        Seating::new(seats, seats)
    }

    /// Every possible seating, from two players alone to six alone.
    pub fn all() -> impl Iterator<Item = Seating> {
        (2..=6).flat_map(|seats| (2..=seats).filter_map(move |teams| Seating::new(seats, teams)))
    }

    /// The seats in the order in which they move.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        Seat::ALL.into_iter().take(self.seats as usize)
    }

    /// The teams in the order in which they first move.
    pub fn teams(self) -> impl Iterator<Item = Team> + Clone {
        (0..self.teams).map(Team)
    }

    /// Whether this seat is taken.
    pub const fn has(self, seat: Seat) -> bool {
        (seat as u8) < self.seats
    }

    /// The team of a seat.
    pub const fn team(self, seat: Seat) -> Team {
        Team(seat as u8 % self.teams)
    }

    /// The seats of a team.
    pub fn members(self, team: Team) -> impl Iterator<Item = Seat> + Clone {
        self.seats().filter(move |&seat| self.team(seat) == team)
    }

    /// Whether two different seats are on the same team.
    pub fn are_partners(self, one: Seat, other: Seat) -> bool {
        one != other && self.team(one) == self.team(other)
    }

    /// Whether anybody has a partner.
    pub const fn has_partners(self) -> bool {
        self.teams < self.seats
    }

    /// The seats in the order in which they move after this one, which comes last.
    pub fn after(self, seat: Seat) -> impl DoubleEndedIterator<Item = Seat> {
        (1..=self.seats).map(move |n| Seat::ALL[((seat as u8 + n) % self.seats) as usize])
    }
}

impl fmt::Display for Seating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for team in self.teams() {
            if team.0 > 0 {
                f.write_str("-")?;
            }
            self.members(team).try_for_each(|seat| write!(f, "{}", seat.letter()))?;
        }
        Ok(())
    }
}

impl FromStr for Seating {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Seating, ParseError> {
        Seating::all().find(|seating| seating.to_string().eq_ignore_ascii_case(text)).ok_or_else(|| {
            let known: Vec<String> = Seating::all().map(|seating| seating.to_string()).collect();
            Subject::Seating.error(0, format!("the teams, one of {}", known.join(" ")), quoted(text))
        })
    }
}
