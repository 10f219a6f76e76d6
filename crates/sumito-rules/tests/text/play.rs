//! Random play for the property tests.

use proptest::prelude::*;
use sumito_rules::{Layout, Move, Position};

/// The start of any layout.
pub(crate) fn layout() -> impl Strategy<Value = &'static Layout> {
    (0..Layout::all().len()).prop_map(|n| &Layout::all()[n])
}

/// A game from any layout: its start and its moves. Half of the moves push where one can, so that marbles meet and are lost.
pub(crate) fn game(plies: usize) -> impl Strategy<Value = (Position, Vec<Move>)> {
    (layout(), prop::collection::vec(any::<u16>(), 0..plies)).prop_map(|(layout, choices)| {
        let start = layout.position();
        let mut position = start;
        let mut played = Vec::new();
        for choice in choices {
            let Some(m) = choose(&position, choice) else { break };
            position.play_unchecked(m);
            played.push(m);
        }
        (start, played)
    })
}

/// The legal move that a number stands for.
pub(crate) fn choose(position: &Position, choice: u16) -> Option<Move> {
    let (moves, pushes) = (position.legal_moves(), position.pushes());
    let wanted = if choice % 2 == 0 && !pushes.is_empty() { pushes } else { moves };
    (!wanted.is_empty()).then(|| choice as usize / 2 % wanted.len()).and_then(|n| wanted.nth(n))
}

/// The position after the moves.
pub(crate) fn replay(start: Position, moves: &[Move]) -> Position {
    moves.iter().fold(start, |mut position, &m| {
        position.play_unchecked(m);
        position
    })
}
