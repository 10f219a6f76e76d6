//! Counts move sequences of party positions.

use super::position::Position;

/// The number of sequences of `depth` legal moves from a position; the party counterpart of [`perft`](crate::perft).
///
/// ```
/// use sumito_rules::party::{Layout, perft};
///
/// assert_eq!(perft(&Layout::find("three").unwrap().position(), 1), 40);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => position.legal_moves().iter().map(|m| perft(&position.after_unchecked(m), depth - 1)).sum(),
    }
}
