//! What the network sees of lines: around each cell, along each of the three axes, the pattern of the cells up to three steps away.
//!
//! A line of the board is one number with two bits a cell: 0 empty, 1 black, 2 white, 3 off the board. The seven cells around one of
//! its cells are fourteen of these bits, which number the pattern. A move changes a few lines by an exclusive or.

use std::sync::LazyLock;

use sumito_rules::{Axis, Cell, Cells, Color, Position};

use crate::simd::Pattern;

/// How far from a cell its patterns reach.
const REACH: i8 = 3;
/// Cells of a pattern.
const LENGTH: u32 = 2 * REACH as u32 + 1;
/// Numbers of patterns; most are of no pattern that fits the board.
pub(crate) const NUMBERS: usize = 1 << (2 * LENGTH);
/// Room for the lines of the board along all axes, of which there are 27: a power of two, so that a number needs no check.
const LINES: usize = 32;
/// Off the board.
const OUTSIDE: u64 = 3;

/// All lines of a board, each shifted left by [`SCALE`]: what comes out of a line is a pattern's number times the size of its weights,
/// which is where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines([u64; LINES]);

const SCALE: u32 = size_of::<Pattern>().ilog2();

/// Where a cell lies on one of its three lines.
#[derive(Clone, Copy, Default)]
struct Place {
    line: u8,
    /// The lowest bit of the pattern around the cell.
    shift: u8,
}

struct Geometry {
    places: [Places; Cell::COUNT],
    /// The cells whose patterns a cell is part of.
    reached: [Cells; Cell::COUNT],
    empty: Lines,
}

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(|| {
    let mut places = [Places::default(); Cell::COUNT];
    Cell::all().for_each(|cell| places[cell.index()].ring = cell.distance_to_center());
    let mut reached = [Cells::EMPTY; Cell::COUNT];
    let mut empty = [u64::MAX << SCALE; LINES];
    let mut line = 0;
    for axis in Axis::ALL {
        let direction = axis.direction();
        for first in Cell::all().filter(|cell| cell.neighbor(direction.opposite()).is_none()) {
            for (at, cell) in (0i8..).map_while(|steps| first.step(direction, steps)).enumerate() {
                places[cell.index()].axes[axis as usize] = Place { line: line as u8, shift: 2 * at as u8 };
                empty[line] &= !(OUTSIDE << (SCALE as usize + 2 * (at + REACH as usize)));
                for near in (-REACH..=REACH).filter_map(|steps| cell.step(direction, steps)) {
                    reached[cell.index()].insert(near);
                }
            }
            line += 1;
        }
    }
    Geometry { places, reached, empty: Lines(empty) }
});

impl Lines {
    /// Lines of no board.
    pub(crate) const EMPTY: Lines = Lines([0; LINES]);

    /// The lines of a position.
    pub(crate) fn of(position: &Position) -> Lines {
        let mut lines = GEOMETRY.empty;
        lines.change(position.marbles(Color::Black), position.marbles(Color::White));
        lines
    }

    /// Puts marbles of each color on these cells, or takes them away; returns the cells whose patterns that changes.
    #[inline]
    pub(crate) fn change(&mut self, black: Cells, white: Cells) -> Cells {
        let geometry = &*GEOMETRY;
        let mut touched = Cells::EMPTY;
        for (cells, digit) in [(black, 1u64), (white, 2)] {
            for cell in cells {
                for place in geometry.places[cell.index()].axes {
                    self.0[place.line as usize & (LINES - 1)] ^= digit << (place.shift + SCALE as u8 + 2 * REACH as u8);
                }
                touched |= geometry.reached[cell.index()];
            }
        }
        touched
    }

    /// The numbers of the patterns around a cell, one for each axis.
    #[inline(always)]
    pub(crate) fn patterns(&self, places: Places) -> [usize; 3] {
        places.axes.map(|place| {
            let offset = (self.0[place.line as usize & (LINES - 1)] >> (place.shift & 63)) as usize & ((NUMBERS - 1) << SCALE);
            offset >> SCALE
        })
    }
}

/// Where the lines through a cell are, and which ring it belongs to.
#[derive(Clone, Copy, Default)]
#[repr(C, align(8))]
pub(crate) struct Places {
    axes: [Place; 3],
    ring: u8,
}

impl Places {
    /// The ring of the cell: 0 is the center.
    #[inline(always)]
    pub(crate) fn ring(self) -> usize {
        self.ring as usize
    }
}

/// The places of all cells, by index.
#[inline]
pub(crate) fn places() -> &'static [Places; Cell::COUNT] {
    &GEOMETRY.places
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
            let places = places();
            for cell in Cell::all() {
                for (axis, number) in Axis::ALL.into_iter().zip(lines.patterns(places[cell.index()])) {
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
