//! Counts the paths of a given length from a position: the yardstick of a move generator.

use crate::position::Position;

/// The number of sequences of `depth` legal moves from a position.
///
/// A sequence ends early where a side has won, and is then not counted; repetition and other draws do not end it. The last ply is
/// counted, not played.
///
/// ```
/// use sumito_rules::{Layout, perft};
///
/// assert_eq!(perft(&Layout::STANDARD.position(), 3), 98_912);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        _ => {
            let mut leaves = 0;
            position.moves().for_each(|m| {
                let mut next = *position;
                next.play_unchecked(m);
                leaves += perft(&next, depth - 1);
            });
            leaves
        }
    }
}
