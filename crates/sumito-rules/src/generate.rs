//! The generator: which lines may step, push or sidestep, as operations on whole sets of cells.
//!
//! Sets are plain words here, and bits above the ring may be dirty until they meet a set of marbles. For a direction, "ahead" of a
//! cell is its neighbor there. A line that moves is three cells at the most, so its marbles stand on a chain of "ahead"s from the
//! tail, and one expression covers all tails at once. The same code works for two players and for more: it distinguishes the mover's
//! marbles from those that may help.

use crate::cell::{Axis, Direction, RING, STEP};
use crate::cells::{Cells, rotate};
use crate::moves::{KINDS, Move, Moves, SIDE_AXES, nth_toward};

/// The board as the side to move sees it.
#[derive(Copy, Clone)]
pub(crate) struct View {
    /// Marbles that may be the rearmost of a line.
    pub(crate) tails: Cells,
    /// Marbles that may be anywhere else in the line.
    pub(crate) line: Cells,
    /// Marbles that may be pushed.
    pub(crate) foes: Cells,
    /// Cells without a marble.
    pub(crate) empty: Cells,
}

/// Which in-line moves are wanted.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Into an empty cell.
    Step,
    /// With one or two opposing marbles in front, including ejections.
    Push,
    /// A push that ejects.
    Eject,
    /// Steps and pushes.
    Any,
}

/// The cells from which `set` lies one step ahead. Steps over the edge wrap: mask with the cells that have a neighbor.
#[inline(always)]
const fn behind<const D: usize>(set: u64) -> u64 {
    rotate(set, RING - STEP[D])
}

const fn edge(direction: usize) -> u64 {
    Cells::edge(Direction::ALL[direction]).bits()
}

impl View {
    /// Adds the in-line moves of one kind.
    #[inline(always)]
    pub(crate) fn inline(&self, kind: Kind, moves: &mut Moves) {
        self.inline_toward::<0>(kind, &mut moves.tails[0]);
        self.inline_toward::<1>(kind, &mut moves.tails[1]);
        self.inline_toward::<2>(kind, &mut moves.tails[2]);
        self.inline_toward::<3>(kind, &mut moves.tails[3]);
        self.inline_toward::<4>(kind, &mut moves.tails[4]);
        self.inline_toward::<5>(kind, &mut moves.tails[5]);
    }

    /// Adds the broadsides of lines made of tails alone: they never push.
    pub(crate) fn broadside(&self, moves: &mut Moves) {
        self.broadside_toward::<0>(&mut moves.tails[0]);
        self.broadside_toward::<1>(&mut moves.tails[1]);
        self.broadside_toward::<2>(&mut moves.tails[2]);
        self.broadside_toward::<3>(&mut moves.tails[3]);
        self.broadside_toward::<4>(&mut moves.tails[4]);
        self.broadside_toward::<5>(&mut moves.tails[5]);
    }

    /// Adds all moves.
    pub(crate) fn moves(&self, moves: &mut Moves) {
        self.inline(Kind::Any, moves);
        self.broadside(moves);
    }

    /// The number of moves, without listing them.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        (self.count_toward::<0>() + self.count_toward::<3>())
            + (self.count_toward::<1>() + self.count_toward::<4>())
            + (self.count_toward::<2>() + self.count_toward::<5>())
    }

    /// Whether any push ejects, without saying which.
    #[inline]
    pub(crate) fn can_eject(&self) -> bool {
        let any = self.ejecting::<0>()
            | self.ejecting::<1>()
            | self.ejecting::<2>()
            | self.ejecting::<3>()
            | self.ejecting::<4>()
            | self.ejecting::<5>();
        any != 0
    }

    /// The tails of the lines that eject in one direction.
    #[inline(always)]
    fn ejecting<const D: usize>(&self) -> u64 {
        let fronts = self.fronts::<D>(Kind::Eject);
        let (tails, line) = (self.tails.bits() & !edge(D), self.line.bits() & !edge(D));
        tails & behind::<D>(line & behind::<D>(fronts[1] | (line & behind::<D>(fronts[2]))))
    }

    /// The move that `choose` picks by its number in the order of [`Moves`], given how many there are; a number beyond picks the
    /// last. Only the moves in its direction are listed.
    #[inline]
    pub(crate) fn pick(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        let counts = [
            self.count_toward::<0>(),
            self.count_toward::<1>(),
            self.count_toward::<2>(),
            self.count_toward::<3>(),
            self.count_toward::<4>(),
            self.count_toward::<5>(),
        ];
        let count: usize = counts.iter().sum();
        let mut n = choose(count).min(count.checked_sub(1)?);
        for (direction, count) in Direction::ALL.into_iter().zip(counts) {
            if n < count {
                return nth_toward(direction, &self.toward(direction), n);
            }
            n -= count;
        }
        None
    }

    /// The moves in one direction, by their kind.
    #[inline(always)]
    fn toward(&self, direction: Direction) -> [Cells; KINDS] {
        match direction {
            Direction::East => self.all_toward::<0>(),
            Direction::NorthEast => self.all_toward::<1>(),
            Direction::NorthWest => self.all_toward::<2>(),
            Direction::West => self.all_toward::<3>(),
            Direction::SouthWest => self.all_toward::<4>(),
            Direction::SouthEast => self.all_toward::<5>(),
        }
    }

    #[inline(always)]
    fn all_toward<const D: usize>(&self) -> [Cells; KINDS] {
        let mut found = [Cells::EMPTY; KINDS];
        self.inline_toward::<D>(Kind::Any, &mut found);
        self.broadside_toward::<D>(&mut found);
        found
    }

    /// What may lie in front of a line of one, two and three for a move of this kind.
    #[inline(always)]
    fn fronts<const D: usize>(&self, kind: Kind) -> [u64; 3] {
        let (foes, empty, edge) = (self.foes.bits(), self.empty.bits(), edge(D));
        // A foe can be pushed alone if there is room behind it: a free cell, or the edge (R25, R26). Two can if the
        // second can be pushed alone.
        let room = if kind == Kind::Eject { edge } else { behind::<D>(empty) | edge };
        let one = foes & room;
        let two = foes & !edge & behind::<D>(one);
        match kind {
            Kind::Step => [empty; 3],
            Kind::Push | Kind::Eject => [0, one, one | two],
            Kind::Any => [empty, empty | one, empty | one | two],
        }
    }

    #[inline(always)]
    fn inline_toward<const D: usize>(&self, kind: Kind, found: &mut [Cells; KINDS]) {
        let fronts = self.fronts::<D>(kind);
        let (tails, line) = (self.tails.bits() & !edge(D), self.line.bits() & !edge(D));
        let one = tails & behind::<D>(fronts[0]);
        let two = tails & behind::<D>(line & behind::<D>(fronts[1]));
        let three = tails & behind::<D>(line & behind::<D>(line & behind::<D>(fronts[2])));
        found[0] |= Cells::from_bits(one);
        found[1] |= Cells::from_bits(two);
        found[2] |= Cells::from_bits(three);
    }

    #[inline(always)]
    fn broadside_toward<const D: usize>(&self, found: &mut [Cells; KINDS]) {
        let free = self.tails.bits() & !edge(D) & behind::<D>(self.empty.bits());
        for (side, axis) in SIDE_AXES[D % 3].into_iter().enumerate() {
            let [pairs, triples] = sideways(free, axis);
            found[3 + 2 * side] |= Cells::from_bits(pairs);
            found[4 + 2 * side] |= Cells::from_bits(triples);
        }
    }

    /// Moves in one direction. The tails of in-line moves of different lengths are different cells, so their union counts them.
    #[inline(always)]
    fn count_toward<const D: usize>(&self) -> usize {
        let fronts = self.fronts::<D>(Kind::Any);
        let (tails, line) = (self.tails.bits() & !edge(D), self.line.bits() & !edge(D));
        let leaders = line & behind::<D>(fronts[2]);
        let seconds = line & behind::<D>(fronts[1] | leaders);
        let inline = tails & behind::<D>(fronts[0] | seconds);
        let free = tails & behind::<D>(self.empty.bits());
        let [a, b] = SIDE_AXES[D % 3].map(|axis| sideways(free, axis));
        [inline, a[0], a[1], b[0], b[1]].iter().map(|set| set.count_ones() as usize).sum()
    }
}

/// The first ends of the pairs and of the triples along an axis whose marbles are all in `free`.
#[inline(always)]
fn sideways(free: u64, axis: Axis) -> [u64; 2] {
    let (along, inner) = match axis {
        Axis::Level => (behind::<0> as fn(u64) -> u64, !edge(0)),
        Axis::Rising => (behind::<1> as fn(u64) -> u64, !edge(1)),
        Axis::Falling => (behind::<2> as fn(u64) -> u64, !edge(2)),
    };
    let pairs = free & inner & along(free);
    [pairs, pairs & along(pairs)]
}
