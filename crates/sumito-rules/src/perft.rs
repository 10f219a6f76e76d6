//! Counts move sequences: the standard check of a move generator.

use crate::position::Position;

/// The number of sequences of `depth` legal moves from a position.
///
/// Sequences that end early because a side has won are not counted; draws do not end a sequence. The moves of the last ply are counted,
/// not played.
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
            position.legal_moves().for_each(|m| {
                let mut next = *position;
                next.play_unchecked(m);
                leaves += perft(&next, depth - 1);
            });
            leaves
        }
    }
}
