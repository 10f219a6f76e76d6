//! Moves: one to three marbles in a line that step one cell.

use core::fmt;
use core::num::NonZeroU16;

use crate::cell::{Axis, Cell, Direction, RING, STEP, Symmetry};
use crate::cells::{Cells, rotate};

/// One to three marbles in a line that all step one cell in the same direction.
///
/// A move only says what the player's hand does; the position answers what it pushes or ejects, and whether it is legal. Its marbles and
/// the cells they step to always lie on the board. Each move has one representation: the [`tail`](Move::tail) of an in-line move is its
/// rearmost marble, that of a broadside the end from which its line runs east, north-east or north-west.
///
/// Displayed, a move is written in Aba-Pro, the native notation: `a1b2`, or `c3c5d4` for a broadside. This text needs a position to be
/// read back, by [`Position::parse_move`](crate::Position::parse_move). The alternate form, `{:#}`, always names the whole line and
/// needs none: see [`Move::from_full_text`].
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

// Two bits of length from bit 0, three of direction from bit 2, two of axis from bit 5, six of tail from bit 7.
const DIRECTION: u32 = 2;
const AXIS: u32 = 5;
const TAIL: u32 = 7;

/// Every move has a number below this one.
const NUMBERS: u16 = 64 << TAIL;

/// Which numbers are moves, a bit for each.
static IS_MOVE: [u64; NUMBERS as usize / 64] = {
    let mut is_move = [0; NUMBERS as usize / 64];
    let mut bits = 0;
    while bits < NUMBERS {
        if stays_on_board(bits) {
            is_move[bits as usize / 64] |= 1 << (bits % 64);
        }
        bits += 1;
    }
    is_move
};

/// Whether a number stands for a move whose marbles and the cells they step to lie on the board.
const fn stays_on_board(bits: u16) -> bool {
    let (axis, direction, len) = ((bits >> AXIS & 3) as usize, (bits >> DIRECTION & 7) as usize, (bits & 3) as i8);
    let Some(tail) = Cell::from_index((bits >> TAIL) as usize) else { return false };
    if axis > 2 || direction > 5 || len == 0 {
        return false;
    }
    let (line, direction) = (Axis::ALL[axis].direction(), Direction::ALL[direction]);
    if axis == direction.axis() as usize {
        return tail.step(direction, len).is_some();
    }
    match tail.step(line, len - 1) {
        Some(head) => len > 1 && tail.neighbor(direction).is_some() && head.neighbor(direction).is_some(),
        None => false,
    }
}

impl Move {
    /// `len` marbles that step along their own line, or a single marble; `None` if they would leave the board or `len` is not 1 to 3.
    pub fn inline(tail: Cell, direction: Direction, len: u8) -> Option<Move> {
        if !(1..=3).contains(&len) {
            return None;
        }
        tail.step(direction, len as i8)?;
        Some(Move::pack(tail, direction.axis(), len, direction))
    }

    /// Two or three marbles that step sideways: `end` is one end of their line, and `line` leads to the other. `None` if they would
    /// leave the board, if `direction` runs along the line, or if `len` is not 2 or 3.
    pub fn broadside(end: Cell, line: Direction, len: u8, direction: Direction) -> Option<Move> {
        if !(2..=3).contains(&len) || line.axis() == direction.axis() {
            return None;
        }
        let far = end.step(line, len as i8 - 1)?;
        end.neighbor(direction)?;
        far.neighbor(direction)?;
        let tail = if line == line.axis().direction() { end } else { far };
        Some(Move::pack(tail, line.axis(), len, direction))
    }

    /// The move of exactly these cells; `None` if they are not one to three adjacent cells in a line, or would leave the board.
    pub fn from_cells(cells: Cells, direction: Direction) -> Option<Move> {
        let len = cells.len() as u8;
        let from_end = |end| {
            let sideways = Axis::ALL.map(|axis| Move::broadside(end, axis.direction(), len, direction));
            [Move::inline(end, direction, len)].into_iter().chain(sideways).flatten()
        };
        cells.into_iter().flat_map(from_end).find(|m| m.cells() == cells)
    }

    #[inline(always)]
    pub(crate) fn pack(tail: Cell, axis: Axis, len: u8, direction: Direction) -> Move {
        let bits = (tail.index() as u16) << TAIL | (axis as u16) << AXIS | (direction as u16) << DIRECTION | len as u16;
        Move(NonZeroU16::new(bits).expect("a move has at least one marble"))
    }

    /// The move as a number, for compact storage; [`from_bits`](Move::from_bits) turns it back into a move.
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move with this number, if there is one.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(number) if bits < NUMBERS && IS_MOVE[bits as usize / 64] >> (bits % 64) & 1 == 1 => Some(Move(number)),
            _ => None,
        }
    }

    /// One more than the greatest [`index`](Move::index). Some of the numbers below it are not moves: they would leave the board.
    pub const INDICES: usize = Moves::SETS * Cell::COUNT;

    /// The place of the move in tables of all moves: 61 times the number of its set in [`Moves::sets`], plus the index of its tail.
    ///
    /// ```
    /// use sumito_rules::{Layout, Move};
    ///
    /// for m in &Layout::STANDARD.position().legal_moves() {
    ///     assert_eq!(Move::from_index(m.index()), Some(m));
    /// }
    /// ```
    pub fn index(self) -> usize {
        (self.direction() as usize * KINDS + kind_of(self)) * Cell::COUNT + self.tail().index()
    }

    /// The move with this [`index`](Move::index), if there is one.
    pub fn from_index(index: usize) -> Option<Move> {
        let (set, tail) = (index / Cell::COUNT, Cell::from_index(index % Cell::COUNT)?);
        let bits = KIND_BITS.as_flattened().get(set)?.get() | (tail.index() as u16) << TAIL;
        Move::from_bits(bits)
    }

    /// The rearmost marble of an in-line move; the first end of a broadside.
    #[inline]
    pub const fn tail(self) -> Cell {
        Cell::from_ring((self.0.get() >> TAIL) as u32)
    }

    /// The axis along which the marbles lie; for a single marble the axis along which it steps.
    #[inline]
    pub const fn axis(self) -> Axis {
        Axis::ALL[(self.0.get() >> AXIS & 3) as usize]
    }

    /// How many marbles the hand moves: 1, 2 or 3.
    #[inline]
    #[allow(clippy::len_without_is_empty)] // A move without a marble does not exist.
    pub const fn len(self) -> u8 {
        (self.0.get() & 3) as u8
    }

    /// Where the marbles step.
    #[inline]
    pub const fn direction(self) -> Direction {
        Direction::ALL[(self.0.get() >> DIRECTION & 7) as usize]
    }

    /// Whether the marbles step along their own line. A single marble does.
    #[inline]
    pub const fn is_inline(self) -> bool {
        self.axis() as u8 == self.direction().axis() as u8
    }

    /// Whether two or three marbles step sideways.
    #[inline]
    pub const fn is_broadside(self) -> bool {
        !self.is_inline()
    }

    /// The direction from the tail to the other marbles.
    #[inline]
    const fn line(self) -> Direction {
        if self.is_inline() { self.direction() } else { self.axis().direction() }
    }

    /// The other end of the line: the leading marble of an in-line move; for a single marble the tail itself.
    #[inline]
    pub const fn head(self) -> Cell {
        ahead(self.tail(), self.line(), self.len() as u32 - 1)
    }

    /// The cell that the [`head`](Move::head) steps to.
    #[inline]
    pub const fn landing(self) -> Cell {
        ahead(self.head(), self.direction(), 1)
    }

    /// The cells of the marbles before the move.
    #[inline]
    pub fn cells(self) -> Cells {
        let step = STEP[self.line() as usize];
        let mut cells = 1 << self.tail().index();
        for _ in 1..self.len() {
            cells |= rotate(cells, step) & Cells::ALL.bits();
        }
        Cells::from_bits(cells)
    }

    /// The cells of the marbles after the move.
    #[inline]
    pub fn destinations(self) -> Cells {
        self.cells().shift(self.direction())
    }

    /// The same move on the board turned or reflected.
    #[must_use]
    pub fn transform(self, symmetry: Symmetry) -> Move {
        let direction = symmetry.direction(self.direction());
        let (tail, line) = (symmetry.cell(self.tail()), symmetry.direction(self.line()));
        let moved = if self.is_inline() {
            Move::inline(tail, direction, self.len())
        } else {
            Move::broadside(tail, line, self.len(), direction)
        };
        moved.expect("a symmetry keeps moves on the board")
    }
}

/// The cell `steps` ahead on the ring, which the caller knows to be on the board.
#[inline(always)]
const fn ahead(cell: Cell, direction: Direction, steps: u32) -> Cell {
    Cell::from_ring((cell.index() as u32 + STEP[direction as usize] * steps) % RING)
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Aba-Pro, the native notation: tail and next cell (`a1b2`), or both ends and where the first goes (`c3c5d4`). The alternate form
/// also names both ends of an in-line move of two or three, and the cell in front (`a1c3d4`).
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let next = ahead(self.tail(), self.direction(), 1);
        if self.is_inline() && f.alternate() && self.len() > 1 {
            write!(f, "{}{}{}", self.tail(), self.head(), self.landing())
        } else if self.is_inline() {
            write!(f, "{}{next}", self.tail())
        } else if self.tail() < self.head() {
            write!(f, "{}{}{next}", self.tail(), self.head())
        } else {
            write!(f, "{}{}{}", self.head(), self.tail(), self.landing())
        }
    }
}

/// A set of moves, kept as sets of cells: for each kind of move the tails it can start from.
///
/// This is what the generator produces, and it is all that counting, a membership test or a choice of some kinds needs. Iterate over
/// it to get single moves. Nothing is allocated.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// By direction, then by kind: in-line with one, two or three marbles; then, for each of the two other axes (see `SIDE_AXES`), a
    /// broadside of two and of three.
    pub(crate) tails: [[Cells; KINDS]; 6],
}

/// The kinds of moves in one direction.
pub(crate) const KINDS: usize = 7;

/// The two axes that are not the direction's own, in order.
pub(crate) const SIDE_AXES: [[Axis; 2]; 3] =
    [[Axis::Rising, Axis::Falling], [Axis::Level, Axis::Falling], [Axis::Level, Axis::Rising]];

/// The bits of each kind of move without its tail, by direction.
const KIND_BITS: [[NonZeroU16; KINDS]; 6] = {
    let mut all = [[NonZeroU16::MIN; KINDS]; 6];
    let mut i = 0;
    while i < 6 * KINDS {
        let (direction, kind) = (Direction::ALL[i / KINDS], i % KINDS);
        let (axis, len) = match kind {
            0..3 => (direction.axis(), kind + 1),
            _ => (SIDE_AXES[direction.axis() as usize][(kind - 3) / 2], (kind - 3) % 2 + 2),
        };
        let bits = (axis as u16) << AXIS | (direction as u16) << DIRECTION | len as u16;
        all[i / KINDS][kind] = NonZeroU16::new(bits).expect("a move has at least one marble");
        i += 1;
    }
    all
};

/// The move of one of the kinds of [`Moves`].
#[inline(always)]
fn of_kind(tail: Cell, direction: Direction, kind: usize) -> Move {
    Move(KIND_BITS[direction as usize][kind] | (tail.index() as u16) << TAIL)
}

impl Moves {
    /// The number of kinds of moves: seven in each direction.
    pub const SETS: usize = 6 * KINDS;

    /// The sets themselves: for each kind of move the tails it can start from, in the order of [`iter`](Moves::iter).
    ///
    /// There are seven for each of [`Direction::ALL`]: in-line with one, two and three marbles, then a broadside of two and of three along
    /// the first of the two other axes of [`Axis::ALL`], and along the second.
    ///
    /// ```
    /// use sumito_rules::{Direction, Layout, Move, Moves};
    ///
    /// let moves = Layout::STANDARD.position().legal_moves();
    /// assert_eq!(moves.sets().len(), Moves::SETS);
    /// let northeast_with_three = moves.sets()[7 * Direction::NorthEast as usize + 2];
    /// assert!(northeast_with_three.into_iter().all(|tail| moves.contains(Move::inline(tail, Direction::NorthEast, 3).unwrap())));
    /// ```
    #[inline]
    pub fn sets(&self) -> &[Cells] {
        self.tails.as_flattened()
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.tails.as_flattened().iter().map(|tails| tails.len()).sum()
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.tails.as_flattened().iter().all(|tails| tails.is_empty())
    }

    /// Whether this move is one of them.
    pub fn contains(&self, m: Move) -> bool {
        self.tails[m.direction() as usize][kind_of(m)].contains(m.tail())
    }

    /// Removes a move.
    pub fn remove(&mut self, m: Move) {
        self.tails[m.direction() as usize][kind_of(m)].remove(m.tail());
    }

    /// Removes all these moves.
    pub fn remove_all(&mut self, moves: &Moves) {
        for (tails, gone) in self.tails.as_flattened_mut().iter_mut().zip(moves.tails.as_flattened()) {
            *tails -= *gone;
        }
    }

    /// Calls `visit` with each move: the fastest way to go through them.
    #[inline(always)]
    pub fn for_each(&self, mut visit: impl FnMut(Move)) {
        for (&tails, &bits) in self.tails.as_flattened().iter().zip(KIND_BITS.as_flattened()) {
            for tail in tails {
                visit(Move(bits | (tail.index() as u16) << TAIL));
            }
        }
    }

    /// The moves one by one, always in the same order.
    pub fn iter(&self) -> MovesIter<'_> {
        MovesIter { moves: self, set: 0, tails: self.tails[0][0] }
    }

    /// The `n`th move of [`iter`](Moves::iter), found without iterating.
    pub fn nth(&self, n: usize) -> Option<Move> {
        let mut left = n;
        for (direction, tails) in Direction::ALL.into_iter().zip(&self.tails) {
            match nth_toward(direction, tails, left) {
                Some(m) => return Some(m),
                None => left -= tails.iter().map(|tails| tails.len()).sum::<usize>(),
            }
        }
        None
    }
}

/// Which of the kinds of [`Moves`] in its direction a move is.
fn kind_of(m: Move) -> usize {
    if m.is_inline() {
        m.len() as usize - 1
    } else {
        let side = usize::from(SIDE_AXES[m.direction().axis() as usize][0] != m.axis());
        3 + 2 * side + m.len() as usize - 2
    }
}

/// The `n`th of the moves in one direction, given by their kind.
#[inline]
pub(crate) fn nth_toward(direction: Direction, found: &[Cells; KINDS], n: usize) -> Option<Move> {
    let mut left = n;
    for (kind, tails) in found.iter().enumerate() {
        if left < tails.len() {
            return Some(of_kind(tails.iter().nth(left)?, direction, kind));
        }
        left -= tails.len();
    }
    None
}

/// Iterates over a set of moves; see [`Moves::iter`].
#[derive(Clone, Debug)]
pub struct MovesIter<'a> {
    moves: &'a Moves,
    set: usize,
    tails: Cells,
}

impl Iterator for MovesIter<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let sets = self.moves.tails.as_flattened();
        while self.tails.is_empty() {
            self.set += 1;
            self.tails = *sets.get(self.set)?;
        }
        let tail = self.tails.first()?;
        self.tails.remove(tail);
        Some(of_kind(tail, Direction::ALL[self.set / KINDS], self.set % KINDS))
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = Move;
    type IntoIter = MovesIter<'a>;

    fn into_iter(self) -> MovesIter<'a> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;
    use std::collections::HashSet;

    use super::*;

    /// Every move of one to three marbles that stays on the board.
    fn all_moves() -> Vec<Move> {
        let mut all = Vec::new();
        for cell in Cell::all() {
            for direction in Direction::ALL {
                all.extend((1..=3).filter_map(|len| Move::inline(cell, direction, len)));
                for axis in SIDE_AXES[direction.axis() as usize] {
                    all.extend((2..=3).filter_map(|len| Move::broadside(cell, axis.direction(), len, direction)));
                }
            }
        }
        all
    }

    #[test]
    fn there_is_one_way_to_write_each_move() {
        let all = all_moves();
        let mut seen = HashSet::new();
        for &m in &all {
            assert!(seen.insert((m.cells().bits(), m.direction())), "{m} twice");
            assert_eq!(Move::from_bits(m.to_bits()), Some(m));
            assert_eq!(Move::from_index(m.index()), Some(m));
            assert_eq!(Move::from_full_text(&alloc::format!("{m:#}")), Ok(m));
            assert_eq!(Move::from_cells(m.cells(), m.direction()), Some(m));
            assert_eq!(m.cells().len(), m.len() as usize);
            assert_eq!(m.destinations().len(), m.len() as usize);
            assert!(m.destinations().contains(m.landing()));
            for symmetry in Symmetry::ALL {
                assert_eq!(m.transform(symmetry).transform(symmetry.inverse()), m);
                assert_eq!(m.transform(symmetry).cells(), m.cells().transform(symmetry));
            }
        }
        assert_eq!((0..=u16::MAX).filter(|&bits| Move::from_bits(bits).is_some()).count(), all.len());
        let beyond = 2 * Move::INDICES;
        let indices: Vec<usize> = (0..beyond).filter(|&index| Move::from_index(index).is_some()).collect();
        assert_eq!(indices.len(), all.len());
        assert!(indices.iter().all(|&index| index < Move::INDICES && Move::from_index(index).unwrap().index() == index));
        assert_eq!(Move::from_index(usize::MAX), None);
    }

    #[test]
    fn sets_are_in_the_order_of_the_moves() {
        let moves = crate::layout::Layout::BELGIAN_DAISY.position().legal_moves();
        let by_set: Vec<usize> = (0..)
            .zip(moves.sets())
            .flat_map(|(set, tails)| tails.into_iter().map(move |tail: Cell| set * Cell::COUNT + tail.index()))
            .collect();
        assert!(moves.iter().map(Move::index).eq(by_set));
    }

    #[test]
    fn broadsides_are_the_same_from_both_ends() {
        let from_west = Move::broadside(Cell::C3, Direction::East, 3, Direction::NorthEast);
        let from_east = Move::broadside(Cell::C5, Direction::West, 3, Direction::NorthEast);
        assert_eq!(from_west, from_east);
        assert_eq!(from_west.unwrap().to_string(), "c3c5d4");
    }
}
