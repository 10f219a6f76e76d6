//! Sets of cells.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};
use core::str::FromStr;

use crate::cell::{Cell, Direction, RING, STEP, Symmetry};
use crate::notation::{ParseError, Subject, quoted};

/// A set of cells, with the operators of sets: `|` union, `&` intersection, `-` difference, `^` symmetric difference, `!`
/// complement.
///
/// ```
/// use sumito_rules::{Cell, Cells, Direction};
///
/// let line: Cells = "c3-c5 e5".parse().unwrap();
/// assert_eq!(line.len(), 4);
/// assert_eq!(line.shift(Direction::NorthEast), "d4-d6 f6".parse().unwrap());
/// assert!((line - Cells::from(Cell::E5)).is_subset("c1-c7".parse().unwrap()));
/// ```
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash)]
pub struct Cells(u64);

/// For each direction the cells that have no neighbor there.
const EDGE: [Cells; 6] = {
    let mut edge = [Cells::EMPTY; 6];
    let mut direction = 0;
    while direction < 6 {
        let mut i = 0;
        while i < Cell::COUNT {
            let cell = Cell::from_ring(i as u32);
            if cell.neighbor(Direction::ALL[direction]).is_none() {
                edge[direction].0 |= 1 << i;
            }
            i += 1;
        }
        direction += 1;
    }
    edge
};

impl Cells {
    /// No cell.
    pub const EMPTY: Cells = Cells(0);

    /// All 61 cells.
    pub const ALL: Cells = Cells((1 << RING) - 1);

    /// The 24 cells of the rim, from which a marble can be pushed off the board.
    pub const RIM: Cells = {
        let mut rim = 0;
        let mut direction = 0;
        while direction < 6 {
            rim |= EDGE[direction].0;
            direction += 1;
        }
        Cells(rim)
    };

    /// Bit `n` of `bits` stands for the cell whose [`index`](Cell::index) is `n`; bits above 60 are dropped.
    #[inline]
    pub const fn from_bits(bits: u64) -> Cells {
        Cells(bits & Cells::ALL.0)
    }

    /// The set as a word: bit `n` stands for the cell whose [`index`](Cell::index) is `n`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one cell.
    #[inline]
    pub const fn of(cell: Cell) -> Cells {
        Cells(1 << cell.index())
    }

    /// The cells that have no neighbor in this direction.
    #[inline]
    pub const fn edge(direction: Direction) -> Cells {
        EDGE[direction as usize]
    }

    /// Whether the cell is in the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.index();
    }

    /// Removes a cell.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell.index());
    }

    /// The number of cells.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every cell of this set is in `other`.
    #[inline]
    pub const fn is_subset(self, other: Cells) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the sets share no cell.
    #[inline]
    pub const fn is_disjoint(self, other: Cells) -> bool {
        self.0 & other.0 == 0
    }

    /// Every cell moved one step; those that would leave the board are dropped.
    #[inline]
    #[must_use]
    pub const fn shift(self, direction: Direction) -> Cells {
        let arrived = rotate(self.0, STEP[direction as usize]);
        Cells(arrived & Cells::ALL.0 & !EDGE[direction.opposite() as usize].0)
    }

    /// All cells next to a cell of the set, whether they are in the set or not.
    #[must_use]
    pub fn neighbors(self) -> Cells {
        Direction::ALL.into_iter().fold(Cells::EMPTY, |all, direction| all | self.shift(direction))
    }

    /// The cells of the set that can be reached from `start` through cells of the set; `start` counts if it is in the set.
    #[must_use]
    pub fn connected(self, start: Cell) -> Cells {
        let mut group = Cells::of(start) & self;
        loop {
            let grown = (group | group.neighbors()) & self;
            if grown == group {
                return group;
            }
            group = grown;
        }
    }

    /// Where the set ends up under a symmetry of the board.
    #[must_use]
    pub fn transform(self, symmetry: Symmetry) -> Cells {
        self.iter().map(|cell| symmetry.cell(cell)).collect()
    }

    /// The cell with the lowest [`index`](Cell::index).
    #[inline]
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell::from_ring(self.0.trailing_zeros())) }
    }

    /// The cells by increasing [`index`](Cell::index), which is fast; [`sorted`](Cells::sorted) gives the reading order.
    #[inline]
    pub const fn iter(self) -> CellsIter {
        CellsIter(self)
    }

    /// The cells in reading order, `a1` to `i9`.
    pub fn sorted(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |&cell| self.contains(cell))
    }

    /// Reads a picture of the board: nine rows from i to a, in which `x` marks a cell of the set and `.` any other; blanks are
    /// ignored. For tests and examples.
    ///
    /// # Panics
    /// If the picture does not have 61 marks, or has another character.
    pub fn draw(picture: &str) -> Cells {
        let [set] = draw(picture, ['x']);
        set
    }
}

/// Rotates the ring of 61 bits by `by` places. The caller must mask the bits above bit 60.
#[inline(always)]
pub(crate) const fn rotate(bits: u64, by: u32) -> u64 {
    bits << by | bits >> (RING - by)
}

/// Sorts the marks of a board picture into one set for each letter of `marks`.
pub(crate) fn draw<const N: usize>(picture: &str, marks: [char; N]) -> [Cells; N] {
    let mut sets = [Cells::EMPTY; N];
    let mut rows: Vec<Vec<char>> =
        picture.lines().map(|l| l.chars().filter(|c| !c.is_whitespace()).collect()).filter(|r: &Vec<_>| !r.is_empty()).collect();
    rows.reverse();
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    assert_eq!(lengths, [5, 6, 7, 8, 9, 8, 7, 6, 5], "a board picture has rows of 5 6 7 8 9 8 7 6 5 cells");
    for (cell, mark) in Cell::all().zip(rows.concat()) {
        if let Some(i) = marks.iter().position(|&m| m == mark) {
            sets[i].insert(cell);
        } else {
            assert_eq!(mark, '.', "a cell of a board picture is one of {marks:?} or '.'");
        }
    }
    sets
}

/// Iterates over the cells of a set; see [`Cells::iter`].
#[derive(Clone, Debug)]
pub struct CellsIter(Cells);

impl Iterator for CellsIter {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for CellsIter {}

impl IntoIterator for Cells {
    type Item = Cell;
    type IntoIter = CellsIter;

    #[inline]
    fn into_iter(self) -> CellsIter {
        self.iter()
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Cells {
        cells.into_iter().fold(Cells::EMPTY, |set, cell| set | Cells::of(cell))
    }
}

impl Extend<Cell> for Cells {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        *self |= cells.into_iter().collect::<Cells>();
    }
}

impl From<Cell> for Cells {
    fn from(cell: Cell) -> Cells {
        Cells::of(cell)
    }
}

/// Cells and runs of cells separated by blanks or commas: `a1-a5 b2, c3`. Both ends of a run lie on one line.
impl FromStr for Cells {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Cells, ParseError> {
        let mut set = Cells::EMPTY;
        let mut at = 0;
        for word in text.split([' ', ',', '\n', '\t']) {
            let (from, to) = word.split_once('-').unwrap_or((word, word));
            if !word.is_empty() {
                let cell = |name: &str, offset| name.parse().map_err(|error: ParseError| error.moved(offset));
                let end_at = at + word.len() - to.len();
                let (from, to): (Cell, Cell) = (cell(from, at)?, cell(to, end_at)?);
                let unaligned = || Subject::Cells.error(end_at, format!("a cell on a line with {from}"), quoted(&to.to_string()));
                set.insert(from);
                if from != to {
                    let (direction, steps) = from.direction_to(to).ok_or_else(unaligned)?;
                    set.extend((1..=steps).filter_map(|n| from.step(direction, n as i8)));
                }
            }
            at += word.len() + 1;
        }
        Ok(set)
    }
}

/// The cells in reading order, separated by blanks.
impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.sorted().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{cell}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

macro_rules! set_operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident |$a:ident, $b:ident| $value:expr;)*) => {$(
        impl $operator for Cells {
            type Output = Cells;

            #[inline]
            fn $method(self, other: Cells) -> Cells {
                let ($a, $b) = (self.0, other.0);
                Cells($value)
            }
        }

        impl $assign for Cells {
            #[inline]
            fn $assign_method(&mut self, other: Cells) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}

set_operators! {
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl Not for Cells {
    type Output = Cells;

    #[inline]
    fn not(self) -> Cells {
        Cells(!self.0 & Cells::ALL.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_is_a_step_of_every_cell() {
        for cell in Cell::all() {
            for direction in Direction::ALL {
                let expected: Cells = cell.neighbor(direction).into_iter().collect();
                assert_eq!(Cells::of(cell).shift(direction), expected, "{cell} {direction}");
            }
        }
        assert_eq!(Cells::RIM.len(), 24);
    }

    #[test]
    fn pictures_texts_and_operators_agree() {
        let set = Cells::draw(
            "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . . . . x . . . .
             . . . . . . . .
              . . . . . . .
               . . . . . .
                x x . . .
            ",
        );
        assert_eq!(set.to_string(), "a1 a2 e5");
        assert_eq!("A1-a2,e5".parse(), Ok(set));
        assert_eq!(!set | set, Cells::ALL);
        assert_eq!((!set).len(), 58);
        assert_eq!(set - set, Cells::EMPTY);
        assert_eq!(set.connected(Cell::A1).len(), 2);
        for (text, at, found) in [("a1-b3", 3, "'b3'"), ("a1, x4", 4, "'x4'"), ("a1-", 3, "the end"), ("e5 a1-a9", 6, "'a9'")] {
            let error = text.parse::<Cells>().expect_err(text);
            assert_eq!((error.at, error.found.as_ref()), (at, found), "{text}");
        }
        for symmetry in Symmetry::ALL {
            assert_eq!(set.transform(symmetry).transform(symmetry.inverse()), set);
        }
    }
}
