//! The checked calls accept exactly the legal moves: every `Move` that can be constructed is tried, and the slow rules decide.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use sumito_rules::{Cell, Cells, Color, Direction, Game, IllegalMove, Layout, Move, Position, Rules};

use crate::slow::{self, Board};

/// Every move that can be constructed, whatever the position.
static EVERY_MOVE: LazyLock<Vec<Move>> = LazyLock::new(|| {
    let mut every = BTreeSet::new();
    for tail in Cell::all() {
        for direction in Direction::ALL {
            every.extend((0..=4).filter_map(|len| Move::inline(tail, direction, len)).map(Move::to_bits));
            for line in Direction::ALL {
                every.extend((0..=4).filter_map(|len| Move::broadside(tail, line, len, direction)).map(Move::to_bits));
            }
        }
    }
    assert!(every.iter().eq(&(0..=u16::MAX).filter(|&bits| Move::from_bits(bits).is_some()).collect::<Vec<_>>()));
    every.into_iter().filter_map(Move::from_bits).collect()
});

/// Tries every move on a position and in a game.
fn check(position: &Position) {
    let board = Board::of(position);
    let mut game = Game::from_position(*position, Rules::STANDARD.with_no_move_loses(false));
    for &m in EVERY_MOVE.iter() {
        let hand = m.cells().iter().map(slow::place).collect();
        let step = slow::STEPS.into_iter().find(|&(direction, _)| direction == m.direction()).expect("one of six").1;
        let expected = board.action(&hand, step);
        assert_eq!(position.is_legal(m), expected.is_some(), "{position} {m} ({} marbles)", m.len());

        let mut played = *position;
        match (played.play(m), &expected) {
            (Ok(undo), Some(action)) => {
                assert_eq!(Board::of(&played), action.after, "{position} {m}");
                played.undo(undo);
            }
            (Err(_), None) => {}
            (Ok(_), None) => panic!("{position}: {m} with {} marbles is not in the books, but was played", m.len()),
            (Err(reason), Some(_)) => panic!("{position}: {m} with {} marbles was refused: {reason}", m.len()),
        }
        assert_eq!(played, *position, "{position} {m}");

        assert_eq!(game.play(m).is_ok(), expected.is_some(), "{position} {m} ({} marbles) in a game", m.len());
        assert_eq!(game.ply(), usize::from(expected.is_some()), "{position} {m}");
        game.go_to(0);
    }
}

#[test]
fn a_line_may_not_contain_an_opposing_marble() {
    // Black on a1 and b2, White on c3, d4 free: the two push the one. Moving all three as Black's would make a1 jump to d4.
    let black = Position::new("a1,b2".parse().unwrap(), Cells::of(Cell::C3), Color::Black).unwrap();
    let wrong = Move::inline(Cell::A1, Direction::NorthEast, 3).unwrap();
    for position in [black, black.swap_colors()] {
        assert_eq!({ position }.play(wrong).err(), Some(IllegalMove::NotYourMarble(Cell::C3)));
        assert_eq!(Game::from_position(position, Rules::STANDARD).play(wrong), Err(IllegalMove::NotYourMarble(Cell::C3)));
        let right = Move::inline(Cell::A1, Direction::NorthEast, 2).unwrap();
        assert!({ position }.play(right).is_ok());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn checked_calls_accept_exactly_the_legal_moves_of_games(
        layout in 0..Layout::all().len(),
        choices in prop::collection::vec(any::<u16>(), 0..250),
    ) {
        let mut position = Layout::all()[layout].position();
        for choice in choices {
            // Half of the moves push where one can, so that marbles meet and are lost.
            let (moves, pushes) = (position.legal_moves(), position.pushes());
            let wanted = if choice % 2 == 0 && !pushes.is_empty() { pushes } else { moves };
            let Some(m) = wanted.nth(choice as usize / 2 % wanted.len().max(1)) else { break };
            position.play_unchecked(m);
        }
        check(&position);
        check(&position.with_turn(!position.turn()));
    }

    #[test]
    fn checked_calls_accept_exactly_the_legal_moves_of_any_position(black: u64, white: u64, thin: u64, turn: bool) {
        let black = Cells::from_bits(black & (thin | white.rotate_left(17)));
        let white = Cells::from_bits(white) - black;
        check(&Position::new(black, white, Color::ALL[usize::from(turn)]).expect("disjoint"));
    }
}
