//! Handmade evaluations: the baseline and first teacher of the network, and a plain one like that of the best other program.

use sumito_rules::{Axis, Cells, Position};

/// The cells at each distance from the center.
pub(crate) const RINGS: [Cells; 5] = {
    let mut rings = [0u64; 5];
    let mut i = 0;
    while i < sumito_rules::Cell::COUNT {
        if let Some(cell) = sumito_rules::Cell::from_index(i) {
            rings[cell.distance_to_center() as usize] |= 1 << i;
        }
        i += 1;
    }
    [
        Cells::from_bits(rings[0]),
        Cells::from_bits(rings[1]),
        Cells::from_bits(rings[2]),
        Cells::from_bits(rings[3]),
        Cells::from_bits(rings[4]),
    ]
};

/// The value of a marble on each ring, from the center to the rim.
pub(crate) const RING_VALUE: [i32; 5] = [24, 21, 15, 5, -18];

/// The cost of the marbles lost: each costs more than the one before.
const LOST_VALUE: [i32; 7] = [0, 110, 230, 365, 520, 720, 2000];

/// Material, center, cohesion and danger at the edge, from the side to move, in hundredths of a marble.
pub(crate) fn evaluate(position: &Position) -> i32 {
    let (us, them) = (position.turn(), !position.turn());
    let lost = |color| progress(position.marbles_to_win().saturating_sub(position.lost(color)));
    let (ours, theirs) = (position.marbles(us), position.marbles(them));
    lost(them) - lost(us) + shape(ours, theirs) - shape(theirs, ours) + 12
}

/// The value of the marbles ejected so far, when this many more would win.
pub(crate) fn progress(to_go: u8) -> i32 {
    LOST_VALUE[6 - usize::from(to_go.min(6))]
}

/// Center, cohesion and danger at the edge.
pub(crate) fn shape(own: Cells, foes: Cells) -> i32 {
    let mut value: i32 = RINGS.iter().zip(RING_VALUE).map(|(&ring, each)| (own & ring).len() as i32 * each).sum();
    let mut danger = Cells::EMPTY;
    for axis in Axis::ALL {
        let direction = axis.direction();
        let pairs = own & own.shift(direction);
        let triples = pairs & pairs.shift(direction);
        value += 5 * pairs.len() as i32 + 4 * triples.len() as i32;
        // A marble at the edge with opposing marbles on its inner side may be ejected next.
        for out in [direction, direction.opposite()] {
            danger |= own & Cells::edge(out) & foes.shift(out);
        }
    }
    value - 14 * danger.len() as i32
}

/// Only rings and material, as in the best other program.
pub(crate) fn rings(position: &Position) -> i32 {
    let (us, them) = (position.turn(), !position.turn());
    let material = i32::from(position.lost(them)) - i32::from(position.lost(us));
    100 * material + 4 * (nearness(position.marbles(us)) - nearness(position.marbles(them)))
}

/// How near to the center marbles are, as the best other program counts it.
pub(crate) fn nearness(marbles: Cells) -> i32 {
    const WORTH: [i32; 5] = [5, 4, 3, 1, 0];
    RINGS.iter().zip(WORTH).map(|(&ring, each)| (marbles & ring).len() as i32 * each).sum()
}
