//! Move scores learned from earlier parts of the search: which moves caused cutoffs.

use std::sync::LazyLock;

use sumito_rules::{Cell, Color, Move, Moves};

/// The largest absolute value; updates get smaller near it.
const LIMIT: i32 = 8192;

/// Room for all cells: a power of two, so that the index of a cell, masked with one less, needs no check.
const CELLS: usize = Cell::COUNT.next_power_of_two();

/// A value for each pair of direction and landing cell.
type ByArrival = [[i16; CELLS]; 6];

/// Every earlier move's arrival.
const ARRIVALS: usize = 6 * CELLS;

/// Move scores learned while searching, one set for each thread.
pub(crate) struct History {
    /// By color, set of [`Moves::sets`], and tail.
    main: Box<[[[i16; CELLS]; Moves::SETS]; 2]>,
    /// By an earlier move's arrival and a move's own: the reply, and the follow-up two plies later. The last row stays zero,
    /// for when there was no earlier move.
    continuation: [Box<[ByArrival; ARRIVALS + 1]>; 2],
}

#[allow(clippy::unnecessary_box_returns)] // The arrays are too large for the stack.
fn filled<T: Copy, const N: usize>(value: T) -> Box<[T; N]> {
    vec![value; N].into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("the length is that of the array"))
}

/// What the moves of one set have in common.
#[derive(Copy, Clone, Default)]
pub(crate) struct Kind {
    /// The bits of a move without its tail.
    pub(crate) bits: u16,
    direction: u8,
    /// How far the landing cell is from the tail, by index, around the end.
    offset: u8,
}

/// The kinds of the sets of [`Moves::sets`].
pub(crate) static KINDS: LazyLock<[Kind; Moves::SETS]> = LazyLock::new(|| {
    std::array::from_fn(|set| {
        let any = (0..Cell::COUNT).find_map(|tail| Move::from_index(set * Cell::COUNT + tail));
        any.map_or(Kind::default(), |m| {
            let (tail, landing) = (m.tail().index(), m.landing().index());
            Kind {
                bits: m.to_bits() & !(u16::MAX << TAIL),
                direction: m.direction() as u8,
                offset: ((landing + Cell::COUNT - tail) % Cell::COUNT) as u8,
            }
        })
    })
});

/// The first bit of the tail's index in the bits of a move.
pub(crate) const TAIL: u32 = 7;

impl Kind {
    /// The index of the landing cell of the move with this tail.
    #[inline(always)]
    pub(crate) fn landing(self, tail: usize) -> usize {
        let landing = tail + usize::from(self.offset);
        if landing < Cell::COUNT { landing } else { landing - Cell::COUNT }
    }
}

fn arrival(m: Move) -> usize {
    m.direction() as usize * CELLS + m.landing().index()
}

/// Moves a value toward `bonus`, more slowly the closer it already is to the limit.
fn update(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

impl History {
    /// No move scores more than this, or less than its negative.
    pub(crate) const MOST: i32 = 4 * LIMIT;

    pub(crate) fn new() -> History {
        let continuation = [filled([[0; CELLS]; 6]), filled([[0; CELLS]; 6])];
        History { main: filled([[0; CELLS]; Moves::SETS]), continuation }
    }

    /// The parts of the tables that apply to the moves of one node; `before` are the last move and the one before it.
    #[inline]
    pub(crate) fn at(&self, mover: Color, before: [Option<Move>; 2]) -> NodeHistory<'_> {
        let row = |n: usize| &self.continuation[n][before[n].map_or(ARRIVALS, arrival)];
        NodeHistory { main: &self.main[mover as usize], reply: row(0), follow_up: row(1) }
    }

    /// Rewards or (with a negative bonus) punishes a move.
    pub(crate) fn learn(&mut self, mover: Color, m: Move, before: [Option<Move>; 2], bonus: i32) {
        self.learn_main(mover, m, bonus);
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        for (table, earlier) in self.continuation.iter_mut().zip(before) {
            if let Some(earlier) = earlier {
                update(&mut table[arrival(earlier)][m.direction() as usize][m.landing().index()], bonus);
            }
        }
    }

    /// Rewards or punishes a move whatever came before it.
    pub(crate) fn learn_main(&mut self, mover: Color, m: Move, bonus: i32) {
        update(&mut self.main[mover as usize][m.index() / Cell::COUNT][m.tail().index()], bonus.clamp(-LIMIT, LIMIT));
    }

    /// Halves all values: a new search should rely less on the last one.
    pub(crate) fn fade(&mut self) {
        // Slice by slice: a chain of iterators would go value by value, and take longer than a short search.
        let halve = |values: &mut [i16]| values.iter_mut().for_each(|value| *value /= 2);
        halve(self.main.as_flattened_mut().as_flattened_mut());
        self.continuation.iter_mut().for_each(|table| halve(table.as_flattened_mut().as_flattened_mut()));
    }
}

/// What the history says about the moves of one node.
pub(crate) struct NodeHistory<'a> {
    main: &'a [[i16; CELLS]; Moves::SETS],
    reply: &'a ByArrival,
    follow_up: &'a ByArrival,
}

/// What the history says about the moves of one set.
pub(crate) struct SetHistory<'a> {
    main: &'a [i16; CELLS],
    reply: &'a [i16; CELLS],
    follow_up: &'a [i16; CELLS],
}

impl<'a> NodeHistory<'a> {
    /// The part that applies to a set of moves of this kind.
    #[inline(always)]
    pub(crate) fn of(&self, set: usize, kind: Kind) -> SetHistory<'a> {
        let direction = usize::from(kind.direction);
        SetHistory { main: &self.main[set], reply: &self.reply[direction], follow_up: &self.follow_up[direction] }
    }
}

impl SetHistory<'_> {
    /// How promising the move from one cell to another is.
    #[inline(always)]
    pub(crate) fn score(&self, tail: usize, landing: usize) -> i32 {
        let [main, reply, follow_up] = [(self.main, tail), (self.reply, landing), (self.follow_up, landing)]
            .map(|(values, cell)| i32::from(values[cell & (CELLS - 1)]));
        2 * main + reply + follow_up
    }
}
