//! The 61 cells, the six directions between them, and the board's symmetries.
//!
//! # The ring
//!
//! Cells are numbered so that the board closes into a ring of 61: a step in a given direction adds the same number modulo 61
//! wherever it starts (1 to the east, 14 to the north-east, 13 to the north-west, and their negatives). This is the only numbering
//! that folds a hexagon of 61 cells without a gap. A whole set of cells moves one step by one rotation of a 61-bit word, and turning
//! the board by 60 degrees multiplies by 14. Steps that leave the board wrap around the ring; callers mask them with
//! [`Cells::edge`](crate::Cells::edge).

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use crate::notation::{ParseError, Subject, found};

/// A cell of the board, `a1` (bottom left) to `i9` (top right).
///
/// The letter names the row from the bottom, the digit the diagonal that rises to the left. Cells are ordered as they are
/// read: `a1 < a2 < b1`.
///
/// ```
/// use sumito_rules::{Cell, Direction};
///
/// let e5: Cell = "e5".parse().unwrap();
/// assert_eq!(e5.neighbor(Direction::NorthEast), Some(Cell::F6));
/// assert_eq!(Cell::A1.neighbor(Direction::West), None);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Cell(u8);

/// How far a step goes around the ring, by direction.
pub(crate) const STEP: [u32; 6] = [1, 14, 13, 60, 47, 48];

/// The number of cells, and so the length of the ring.
pub(crate) const RING: u32 = 61;

const CENTER: i32 = ring_number(4, 5) as i32;

/// Rows count from 0 (a) to 8 (i), digits from 1 to 9.
const fn ring_number(row: u8, digit: u8) -> u8 {
    ((13 * row as u32 + digit as u32 - 1) % RING) as u8
}

const fn exists(row: u8, digit: u8) -> bool {
    row <= 8 && digit >= 1 && digit <= 9 && digit <= row + 5 && digit + 4 > row
}

/// The cells in reading order, a1 to i9.
const READING: [Cell; 61] = {
    let mut cells = [Cell(0); 61];
    let (mut row, mut next) = (0, 0);
    while row <= 8 {
        let mut digit = 1;
        while digit <= 9 {
            if exists(row, digit) {
                cells[next] = Cell(ring_number(row, digit));
                next += 1;
            }
            digit += 1;
        }
        row += 1;
    }
    cells
};

/// Row and digit of each cell by ring number.
const PLACE: [(u8, u8); 61] = {
    let mut place = [(0, 0); 61];
    let mut row = 0;
    while row <= 8 {
        let mut digit = 1;
        while digit <= 9 {
            if exists(row, digit) {
                place[ring_number(row, digit) as usize] = (row, digit);
            }
            digit += 1;
        }
        row += 1;
    }
    place
};

macro_rules! name_cells {
    ($($name:ident $row:literal $digit:literal)*) => {
        #[allow(missing_docs)]
        impl Cell {
            $(pub const $name: Cell = Cell(ring_number($row, $digit));)*
        }
    };
}

name_cells! {
    A1 0 1 A2 0 2 A3 0 3 A4 0 4 A5 0 5
    B1 1 1 B2 1 2 B3 1 3 B4 1 4 B5 1 5 B6 1 6
    C1 2 1 C2 2 2 C3 2 3 C4 2 4 C5 2 5 C6 2 6 C7 2 7
    D1 3 1 D2 3 2 D3 3 3 D4 3 4 D5 3 5 D6 3 6 D7 3 7 D8 3 8
    E1 4 1 E2 4 2 E3 4 3 E4 4 4 E5 4 5 E6 4 6 E7 4 7 E8 4 8 E9 4 9
    F2 5 2 F3 5 3 F4 5 4 F5 5 5 F6 5 6 F7 5 7 F8 5 8 F9 5 9
    G3 6 3 G4 6 4 G5 6 5 G6 6 6 G7 6 7 G8 6 8 G9 6 9
    H4 7 4 H5 7 5 H6 7 6 H7 7 7 H8 7 8 H9 7 9
    I5 8 5 I6 8 6 I7 8 7 I8 8 8 I9 8 9
}

impl Cell {
    /// The number of cells.
    pub const COUNT: usize = RING as usize;

    /// The cell in `row` (0 for a, to 8 for i) on diagonal `digit` (1 to 9), if it exists.
    pub const fn new(row: u8, digit: u8) -> Option<Cell> {
        if exists(row, digit) { Some(Cell(ring_number(row, digit))) } else { None }
    }

    /// The cell with this [`index`](Cell::index).
    pub const fn from_index(index: usize) -> Option<Cell> {
        if index < Cell::COUNT { Some(Cell(index as u8)) } else { None }
    }

    /// The cell with this name, `a1` to `i9`, in upper or lower case.
    pub const fn from_name(name: &str) -> Option<Cell> {
        match name.as_bytes() {
            [letter, digit @ b'1'..=b'9'] => Cell::new(letter.to_ascii_lowercase().wrapping_sub(b'a'), *digit - b'0'),
            _ => None,
        }
    }

    /// The cell with this ring number, which must be below 61.
    pub(crate) const fn from_ring(number: u32) -> Cell {
        debug_assert!(number < RING);
        Cell(number as u8)
    }

    /// The cell's number, 0 to 60: for arrays indexed by cell, and the bit of the cell in [`Cells::bits`](crate::Cells::bits).
    ///
    /// This is not the reading order but the place on a ring, `(13 * row + digit - 1) % 61`. On this ring a step in a given direction
    /// adds the same number wherever it starts, modulo 61: 1 to the east, 14 to the north-east, 13 to the north-west.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0 (a, the lowest) to 8 (i).
    pub const fn row(self) -> u8 {
        PLACE[self.0 as usize].0
    }

    /// The digit of the cell's name, 1 to 9.
    pub const fn digit(self) -> u8 {
        PLACE[self.0 as usize].1
    }

    /// All cells in reading order, `a1` to `i9`.
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        READING.into_iter()
    }

    /// The next cell in a direction; `None` if it would be off the board.
    pub const fn neighbor(self, direction: Direction) -> Option<Cell> {
        self.step(direction, 1)
    }

    /// The cell `steps` away in a direction; `None` if it would be off the board.
    pub const fn step(self, direction: Direction, steps: i8) -> Option<Cell> {
        let (up, right) = direction.delta();
        let row = self.row() as i16 + up as i16 * steps as i16;
        let digit = self.digit() as i16 + right as i16 * steps as i16;
        if row < 0 || row > 8 || digit < 1 || digit > 9 {
            return None;
        }
        Cell::new(row as u8, digit as u8)
    }

    /// How many steps a lone marble needs from here to `other` on an empty board.
    pub const fn distance(self, other: Cell) -> u8 {
        let up = other.row() as i8 - self.row() as i8;
        let right = other.digit() as i8 - self.digit() as i8;
        let (up_size, right_size) = (up.unsigned_abs(), right.unsigned_abs());
        // One diagonal step goes up and right at once.
        if (up >= 0) == (right >= 0) { if up_size > right_size { up_size } else { right_size } } else { up_size + right_size }
    }

    /// Steps from the center `e5`: 0 to 4. The cells at distance 4 are the rim.
    pub const fn distance_to_center(self) -> u8 {
        self.distance(Cell::E5)
    }

    /// The direction that leads straight to `other`, and how many steps away it is; `None` if the two share no line or are the same
    /// cell.
    pub fn direction_to(self, other: Cell) -> Option<(Direction, u8)> {
        let steps = self.distance(other);
        let direction = Direction::ALL.into_iter().find(|&d| self.step(d, steps as i8) == Some(other))?;
        (steps > 0).then_some((direction, steps))
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Cell) -> Ordering {
        PLACE[self.index()].cmp(&PLACE[other.index()])
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Cell) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.row()) as char, self.digit())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Cell, ParseError> {
        Cell::from_name(text).ok_or_else(|| Subject::Cells.error(0, "a cell from a1 to i9, such as e5", found(text)))
    }
}

/// One of the six directions of a step, counter-clockwise from the east.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// Along the row, `e5` to `e6`.
    East = 0,
    /// Up and to the right, `e5` to `f6`.
    NorthEast = 1,
    /// Up and to the left, `e5` to `f5`.
    NorthWest = 2,
    /// Along the row, `e5` to `e4`.
    West = 3,
    /// Down and to the left, `e5` to `d4`.
    SouthWest = 4,
    /// Down and to the right, `e5` to `d5`.
    SouthEast = 5,
}

impl Direction {
    /// All six, counter-clockwise from the east.
    pub const ALL: [Direction; 6] = [
        Direction::East,
        Direction::NorthEast,
        Direction::NorthWest,
        Direction::West,
        Direction::SouthWest,
        Direction::SouthEast,
    ];

    /// The direction with this number modulo six.
    pub(crate) const fn from_number(number: u8) -> Direction {
        Direction::ALL[number as usize % 6]
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        self.turned(3)
    }

    /// Turned counter-clockwise by a number of sixths of a full turn.
    #[must_use]
    pub const fn turned(self, sixths: u8) -> Direction {
        Direction::from_number(self as u8 + sixths % 6)
    }

    /// The axis that this direction and its opposite share.
    pub const fn axis(self) -> Axis {
        match self {
            Direction::East | Direction::West => Axis::Level,
            Direction::NorthEast | Direction::SouthWest => Axis::Rising,
            Direction::NorthWest | Direction::SouthEast => Axis::Falling,
        }
    }

    /// What a step adds to row and digit.
    const fn delta(self) -> (i8, i8) {
        match self {
            Direction::East => (0, 1),
            Direction::NorthEast => (1, 1),
            Direction::NorthWest => (1, 0),
            Direction::West => (0, -1),
            Direction::SouthWest => (-1, -1),
            Direction::SouthEast => (-1, 0),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::East => "east",
            Direction::NorthEast => "north-east",
            Direction::NorthWest => "north-west",
            Direction::West => "west",
            Direction::SouthWest => "south-west",
            Direction::SouthEast => "south-east",
        })
    }
}

/// One of the three axes: the lines that run through every cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Axis {
    /// Along a row: same letter.
    Level = 0,
    /// From the lower left to the upper right: letter and digit grow together.
    Rising = 1,
    /// From the upper left to the lower right: same digit.
    Falling = 2,
}

impl Axis {
    /// All three.
    pub const ALL: [Axis; 3] = [Axis::Level, Axis::Rising, Axis::Falling];

    /// The first of the two directions along the axis: east, north-east or north-west.
    pub const fn direction(self) -> Direction {
        Direction::ALL[self as usize]
    }
}

/// One of the twelve symmetries of the board: six rotations, each with or without a reflection.
///
/// The reflection comes first: it swaps top and bottom, so that `a1` and `i5` change places. Then the board turns counter-clockwise
/// around its center, `e5`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    mirrored: bool,
    turns: u8,
}

impl Symmetry {
    /// Leaves everything in place.
    pub const IDENTITY: Symmetry = Symmetry::new(false, 0);

    /// The half-turn: the board as the player on the other side sees it.
    pub const HALF_TURN: Symmetry = Symmetry::new(false, 3);

    /// All twelve, the identity first.
    pub const ALL: [Symmetry; 12] = {
        let mut all = [Symmetry { mirrored: false, turns: 0 }; 12];
        let mut i = 0;
        while i < 12 {
            all[i] = Symmetry { mirrored: i >= 6, turns: (i % 6) as u8 };
            i += 1;
        }
        all
    };

    /// Reflects if `mirrored`, then turns counter-clockwise by `turns` sixths.
    pub const fn new(mirrored: bool, turns: u8) -> Symmetry {
        Symmetry { mirrored, turns: turns % 6 }
    }

    /// Whether the board is reflected before it turns.
    pub const fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// Sixths of a counter-clockwise turn.
    pub const fn turns(self) -> u8 {
        self.turns
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // A reflection followed by any turn is its own inverse.
        if self.mirrored { self } else { Symmetry::new(false, 6 - self.turns) }
    }

    /// Where a cell ends up.
    #[must_use]
    pub const fn cell(self, cell: Cell) -> Cell {
        SYMMETRIC[self.turns as usize + if self.mirrored { 6 } else { 0 }][cell.index()]
    }

    /// Where a direction ends up pointing.
    #[must_use]
    pub const fn direction(self, direction: Direction) -> Direction {
        let turned = if self.mirrored { 6 - direction as u8 } else { direction as u8 };
        Direction::from_number(turned + self.turns)
    }
}

/// The image of each cell under each symmetry, in the order of [`Symmetry::ALL`].
const SYMMETRIC: [[Cell; 61]; 12] = {
    let mut images = [[Cell(0); 61]; 12];
    let mut i = 0;
    while i < 61 {
        let (row, digit) = PLACE[i];
        // The reflection about the level axis keeps the east and takes the north-east to the south-east.
        let up = row as i32 - 4;
        let right = digit as i32 - 5;
        let (mirror_up, mirror_right) = (-up, right - up);
        let mut offset = i as i32 - CENTER;
        let mut mirrored = 13 * mirror_up + mirror_right;
        let mut turns = 0;
        while turns < 6 {
            images[turns][i] = Cell((offset + CENTER).rem_euclid(61) as u8);
            images[turns + 6][i] = Cell((mirrored + CENTER).rem_euclid(61) as u8);
            offset = offset * 14 % 61;
            mirrored = mirrored * 14 % 61;
            turns += 1;
        }
        i += 1;
    }
    images
};

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn the_ring_agrees_with_rows_and_digits() {
        for cell in Cell::all() {
            assert_eq!(Cell::new(cell.row(), cell.digit()), Some(cell));
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(cell.to_string().to_uppercase().parse(), Ok(cell));
            for direction in Direction::ALL {
                let Some(next) = cell.neighbor(direction) else { continue };
                assert_eq!(next.index() as u32, (cell.index() as u32 + STEP[direction as usize]) % RING);
                assert_eq!(next.neighbor(direction.opposite()), Some(cell));
                assert_eq!(cell.direction_to(next), Some((direction, 1)));
            }
        }
        assert_eq!(Cell::all().len(), 61);
        assert!(Cell::all().is_sorted());
    }

    #[test]
    fn names_off_the_board_are_refused() {
        for text in ["", "a", "a0", "a6", "b7", "d9", "e0", "f1", "h3", "i4", "j5", "e10", "5e", "éa"] {
            let error = text.parse::<Cell>().expect_err(text);
            assert_eq!((error.subject, error.at), (Subject::Cells, 0), "{text}");
        }
    }

    #[test]
    fn distances_are_those_of_a_walk() {
        assert_eq!(Cell::A1.distance(Cell::I9), 8);
        assert_eq!(Cell::I5.distance(Cell::A5), 8);
        assert_eq!(Cell::A5.distance(Cell::E1), 8);
        let rings = [0, 1, 2, 3, 4].map(|ring| Cell::all().filter(|c| c.distance_to_center() == ring).count());
        assert_eq!(rings, [1, 6, 12, 18, 24]);
    }

    #[test]
    fn symmetries_keep_neighbors_and_invert() {
        for symmetry in Symmetry::ALL {
            for cell in Cell::all() {
                assert_eq!(symmetry.inverse().cell(symmetry.cell(cell)), cell);
                for direction in Direction::ALL {
                    assert_eq!(
                        cell.neighbor(direction).map(|c| symmetry.cell(c)),
                        symmetry.cell(cell).neighbor(symmetry.direction(direction)),
                        "{symmetry:?} {cell} {direction}"
                    );
                }
            }
        }
        assert_eq!(Symmetry::HALF_TURN.cell(Cell::A1), Cell::I9);
        assert_eq!(Symmetry::new(false, 1).cell(Cell::E9), Cell::I9);
        assert_eq!(Symmetry::new(true, 0).cell(Cell::A1), Cell::I5);
    }
}
