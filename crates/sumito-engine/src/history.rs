//! Move scores learned from earlier parts of the search: which moves caused cutoffs.

use std::sync::LazyLock;

use sumito_rules::{Cell, Color, Move};

/// The largest absolute value; updates get smaller near it.
const LIMIT: i32 = 8192;

/// Every move has a number below this, a power of two: masked with one less, numbers need no check.
const MOVES: usize = 64 << 7;

/// Every pair of direction and landing cell.
const ARRIVALS: usize = 6 * Cell::COUNT;

/// Move scores learned while searching, one set for each thread.
pub(crate) struct History {
    /// By color and move.
    main: Box<[[i16; MOVES]; 2]>,
    /// By an earlier move's arrival and a move's own: the reply, and the follow-up two plies later. The last row stays zero,
    /// for when there was no earlier move.
    continuation: [Box<[[i16; ARRIVALS]; ARRIVALS + 1]>; 2],
}

#[allow(clippy::unnecessary_box_returns)] // The arrays are too large for the stack.
fn zeros<const N: usize, const M: usize>() -> Box<[[i16; N]; M]> {
    vec![[0; N]; M].into_boxed_slice().try_into().expect("the length is that of the array")
}

/// Direction and landing cell of a move, as a number below [`ARRIVALS`], and the landing cell alone.
#[derive(Copy, Clone, Default)]
struct Arrival {
    number: u16,
    landing: u8,
}

/// The arrival of each move, by its bits.
static ARRIVAL: LazyLock<Box<[Arrival; MOVES]>> = LazyLock::new(|| {
    let arrival = |bits| {
        Move::from_bits(bits).map_or(Arrival::default(), |m| {
            let landing = m.landing().index();
            Arrival { number: (m.direction() as usize * Cell::COUNT + landing) as u16, landing: landing as u8 }
        })
    };
    let all: Box<[Arrival]> = (0..MOVES as u16).map(arrival).collect();
    all.try_into().unwrap_or_else(|_| unreachable!("there is one for each move"))
});

fn number(m: Move) -> usize {
    ARRIVAL[m.to_bits() as usize].number as usize
}

/// Moves a value toward `bonus`, more slowly the closer it already is to the limit.
fn update(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

impl History {
    pub(crate) fn new() -> History {
        History { main: zeros(), continuation: [zeros(), zeros()] }
    }

    /// The parts of the tables that apply to the moves of one node; `before` are the last move and the one before it.
    #[inline]
    pub(crate) fn at(&self, mover: Color, before: [Option<Move>; 2]) -> NodeHistory<'_> {
        let row = |n: usize| &self.continuation[n][before[n].map_or(ARRIVALS, number)];
        NodeHistory { arrival: &ARRIVAL, main: &self.main[mover as usize], reply: row(0), follow_up: row(1) }
    }

    /// Rewards or (with a negative bonus) punishes a move.
    pub(crate) fn learn(&mut self, mover: Color, m: Move, before: [Option<Move>; 2], bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        update(&mut self.main[mover as usize][m.to_bits() as usize], bonus);
        for (table, earlier) in self.continuation.iter_mut().zip(before) {
            if let Some(earlier) = earlier {
                update(&mut table[number(earlier)][number(m)], bonus);
            }
        }
    }

    /// Halves all values: a new search should rely less on the last one.
    pub(crate) fn fade(&mut self) {
        // Slice by slice: a chain of iterators would go value by value, and take longer than a short search.
        let halve = |values: &mut [i16]| values.iter_mut().for_each(|value| *value /= 2);
        halve(self.main.as_flattened_mut());
        self.continuation.iter_mut().for_each(|table| halve(table.as_flattened_mut()));
    }
}

/// What the history says about the moves of one node.
pub(crate) struct NodeHistory<'a> {
    arrival: &'a [Arrival; MOVES],
    main: &'a [i16; MOVES],
    reply: &'a [i16; ARRIVALS],
    follow_up: &'a [i16; ARRIVALS],
}

impl NodeHistory<'_> {
    /// How promising a move is, and the index of its landing cell.
    #[inline]
    pub(crate) fn score(&self, m: Move) -> (i32, u8) {
        let bits = m.to_bits() as usize & (MOVES - 1);
        let Arrival { number, landing } = self.arrival[bits];
        let number = number as usize;
        (2 * i32::from(self.main[bits]) + i32::from(self.reply[number]) + i32::from(self.follow_up[number]), landing)
    }
}
