//! What the network sees of lines: around each cell, along each of the three axes, the pattern of the cells up to three steps away.
//!
//! A line of the board is one number with two bits a cell: 0 empty, 1 black, 2 white, 3 off the board. The seven cells around one of
//! its cells are fourteen of these bits, which number the pattern. A move changes a few lines by an exclusive or.

use std::sync::LazyLock;

use sumito_rules::{Axis, Cell, Cells, Color, Position};

use crate::network::RINGS;

/// How far from a cell its patterns reach.
const REACH: i8 = 3;
/// Cells of a pattern.
const LENGTH: u32 = 2 * REACH as u32 + 1;
/// Numbers of patterns; most are of no pattern that fits the board.
pub(crate) const NUMBERS: usize = 1 << (2 * LENGTH);
/// Room for the nine lines along an axis: a power of two, so that a number needs no check. The others stay zero.
const LINES: usize = 16;
/// Room for all cells. The lines of those that do not exist are zero.
pub(crate) const CELLS: usize = Cell::COUNT.next_power_of_two();
/// Off the board.
const OUTSIDE: u32 = 3;

/// All lines of a board, by axis. The first three cells of each are off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Lines(pub(crate) [[u32; LINES]; 3]);

/// A number for each cell, by axis.
#[repr(C, align(64))]
pub(crate) struct ByAxis(pub(crate) [[u32; CELLS]; 3]);

pub(crate) struct Geometry {
    /// The line of each cell, by axis.
    pub(crate) lines: ByAxis,
    /// The lowest bit of the pattern around each cell in its line.
    pub(crate) shifts: ByAxis,
    /// The cells whose patterns a cell is part of.
    reached: [Cells; Cell::COUNT],
    pub(crate) rings: [Cells; RINGS],
    empty: Lines,
}

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(|| {
    let (mut lines, mut shifts) = (ByAxis([[LINES as u32 - 1; CELLS]; 3]), ByAxis([[0; CELLS]; 3]));
    let mut reached = [Cells::EMPTY; Cell::COUNT];
    let mut rings = [Cells::EMPTY; RINGS];
    Cell::all().for_each(|cell| rings[cell.distance_to_center() as usize].insert(cell));
    let mut empty = Lines::ZERO;
    for axis in Axis::ALL {
        let direction = axis.direction();
        let ends = Cell::all().filter(|cell| cell.neighbor(direction.opposite()).is_none());
        for (line, first) in ends.enumerate() {
            empty.0[axis as usize][line] = u32::MAX;
            for (at, cell) in (0i8..).map_while(|steps| first.step(direction, steps)).enumerate() {
                lines.0[axis as usize][cell.index()] = line as u32;
                shifts.0[axis as usize][cell.index()] = 2 * at as u32;
                empty.0[axis as usize][line] &= !(OUTSIDE << (2 * (at + REACH as usize)));
                for near in (-REACH..=REACH).filter_map(|steps| cell.step(direction, steps)) {
                    reached[cell.index()].insert(near);
                }
            }
        }
    }
    Geometry { lines, shifts, reached, rings, empty }
});

/// Where the lines of the board are.
#[inline]
pub(crate) fn geometry() -> &'static Geometry {
    &GEOMETRY
}

impl Lines {
    /// Lines of no board.
    pub(crate) const ZERO: Lines = Lines([[0; LINES]; 3]);

    /// The lines of a position.
    pub(crate) fn of(position: &Position) -> Lines {
        let mut lines = GEOMETRY.empty;
        for color in Color::ALL {
            for cell in position.marbles(color) {
                lines.change(cell, color);
            }
        }
        lines
    }

    /// Puts a marble of this color on a cell, or takes it away; returns the cells whose patterns that changes.
    #[inline(always)]
    pub(crate) fn change(&mut self, cell: Cell, color: Color) -> Cells {
        let (geometry, cell) = (&*GEOMETRY, cell.index());
        for ((lines, at), shifts) in self.0.iter_mut().zip(&geometry.lines.0).zip(&geometry.shifts.0) {
            let digit = 1 + color as u32;
            lines[at[cell] as usize & (LINES - 1)] ^= digit << ((shifts[cell] + 2 * REACH as u32) & 31);
        }
        geometry.reached[cell]
    }

    /// The numbers of the patterns around a cell, one for each axis.
    #[inline(always)]
    pub(crate) fn numbers(&self, cell: usize) -> [usize; 3] {
        let (geometry, cell) = (&*GEOMETRY, cell & (CELLS - 1));
        std::array::from_fn(|axis| {
            let (line, shift) = (geometry.lines.0[axis][cell], geometry.shifts.0[axis][cell]);
            (self.0[axis][line as usize & (LINES - 1)] >> (shift & 31)) as usize & (NUMBERS - 1)
        })
    }
}

/// The numbers of the patterns that the network file lists, in its order: those that fit the board, and of a pattern and its
/// reverse the one with the smaller number.
pub(crate) fn listed() -> impl Iterator<Item = usize> {
    (0..NUMBERS).filter(|&number| fits(number) && number <= reversed(number))
}

/// The pattern seen from the other end.
pub(crate) fn reversed(number: usize) -> usize {
    (0..LENGTH).fold(0, |sum, at| sum | digit(number, at) << (2 * (LENGTH - 1 - at)))
}

/// The pattern with the colors swapped.
pub(crate) fn swapped(number: usize) -> usize {
    (0..LENGTH).fold(0, |sum, at| sum | [0, 2, 1, 3][digit(number, at)] << (2 * at))
}

fn digit(number: usize, at: u32) -> usize {
    number >> (2 * at) & 3
}

/// Whether the board has such a pattern: a line of at least five cells, with nothing but the edge beyond its ends.
fn fits(number: usize) -> bool {
    let middle = REACH as u32;
    let inside = |at: u32| digit(number, at) != OUTSIDE as usize;
    let low = (0..middle).rev().take_while(|&at| inside(at)).count();
    let high = (middle + 1..LENGTH).take_while(|&at| inside(at)).count();
    let cells = (0..LENGTH).filter(|&at| inside(at)).count();
    inside(middle) && cells == low + 1 + high && (low == REACH as usize || high == REACH as usize || cells >= 5)
}

#[cfg(test)]
mod tests {
    use sumito_rules::Layout;

    use super::*;

    #[test]
    fn a_pattern_is_what_lies_around_a_cell() {
        let position = Layout::BELGIAN_DAISY.position();
        for position in [position, position.swap_colors()] {
            let lines = Lines::of(&position);
            for cell in Cell::all() {
                for (axis, number) in Axis::ALL.into_iter().zip(lines.numbers(cell.index())) {
                    for (at, steps) in (-REACH..=REACH).enumerate() {
                        let expected = match cell.step(axis.direction(), steps).map(|cell| position.color_at(cell)) {
                            None => 3,
                            Some(None) => 0,
                            Some(Some(Color::Black)) => 1,
                            Some(Some(Color::White)) => 2,
                        };
                        assert_eq!(digit(number, at as u32), expected, "{cell} {steps} steps {axis:?} in {position}");
                    }
                    assert!(fits(number), "{cell} {axis:?} in {position}");
                }
            }
        }
    }

    #[test]
    fn patterns_are_listed_once_for_both_ends() {
        let all: Vec<usize> = (0..NUMBERS).filter(|&number| fits(number)).collect();
        assert_eq!(all.len(), 4536);
        for &number in &all {
            assert!(fits(reversed(number)) && fits(swapped(number)));
            assert_eq!((reversed(reversed(number)), swapped(swapped(number))), (number, number));
        }
        let symmetric = all.iter().filter(|&&number| reversed(number) == number).count();
        assert_eq!(listed().count(), usize::midpoint(all.len(), symmetric));
    }
}
