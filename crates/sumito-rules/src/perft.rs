//! Counts the paths of a given length from a position: the yardstick of a move generator.

use crate::position::Position;

/// The number of move sequences of `depth` plies. The last ply is counted, not played.
///
/// ```
/// use sumito_rules::{Position, perft};
///
/// let standard: Position = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b".parse().unwrap();
/// assert_eq!(perft(&standard, 3), 98_912);
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
