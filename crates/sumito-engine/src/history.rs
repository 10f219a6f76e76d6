//! What earlier parts of the search say about moves: which ones refuted something before.

use std::sync::LazyLock;

use sumito_rules::{Cell, Color, Move};

/// The largest size of a value; updates shrink towards it.
const LIMIT: i32 = 8192;

/// Every move has a number below this.
const MOVES: usize = 61 << 7;

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

/// The number of the pair of direction and landing cell of each move, by its bits.
static ARRIVAL: LazyLock<Box<[u16; MOVES]>> = LazyLock::new(|| {
    let arrival = |bits| Move::from_bits(bits).map_or(0, |m| m.direction() as usize * Cell::COUNT + m.landing().index()) as u16;
    let all: Box<[u16]> = (0..MOVES as u16).map(arrival).collect();
    all.try_into().expect("there is one for each move")
});

/// Moves towards `bonus`, the slower the nearer the value already is to the limit.
fn update(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

impl History {
    pub(crate) fn new() -> History {
        History { main: zeros(), continuation: [zeros(), zeros()] }
    }

    /// The part of the tables that bears on the moves of one node; `before` are the last move and the one before it.
    #[inline]
    pub(crate) fn at(&self, mover: Color, before: [Option<Move>; 2]) -> NodeHistory<'_> {
        let row = |n: usize| &self.continuation[n][before[n].map_or(ARRIVALS, |m| ARRIVAL[m.to_bits() as usize] as usize)];
        NodeHistory { arrival: &ARRIVAL, main: &self.main[mover as usize], reply: row(0), follow_up: row(1) }
    }

    /// Rewards or (with a negative bonus) punishes a move.
    pub(crate) fn learn(&mut self, mover: Color, m: Move, before: [Option<Move>; 2], bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        update(&mut self.main[mover as usize][m.to_bits() as usize], bonus);
        for (table, earlier) in self.continuation.iter_mut().zip(before) {
            if let Some(earlier) = earlier {
                let row = &mut table[ARRIVAL[earlier.to_bits() as usize] as usize];
                update(&mut row[ARRIVAL[m.to_bits() as usize] as usize], bonus);
            }
        }
    }

    /// Halves everything: a new search trusts the last one less.
    pub(crate) fn fade(&mut self) {
        let tables = self.main.iter_mut().flatten().chain(self.continuation.iter_mut().flat_map(|t| t.iter_mut().flatten()));
        for value in tables {
            *value /= 2;
        }
    }
}

/// What the history says about the moves of one node.
pub(crate) struct NodeHistory<'a> {
    arrival: &'a [u16; MOVES],
    main: &'a [i16; MOVES],
    reply: &'a [i16; ARRIVALS],
    follow_up: &'a [i16; ARRIVALS],
}

impl NodeHistory<'_> {
    /// How promising a move is.
    #[inline]
    pub(crate) fn score(&self, m: Move) -> i32 {
        let bits = m.to_bits() as usize;
        let arrival = self.arrival[bits] as usize;
        2 * i32::from(self.main[bits]) + i32::from(self.reply[arrival]) + i32::from(self.follow_up[arrival])
    }
}
