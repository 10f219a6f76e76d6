//! On any position, legal is exactly what the checker allows, and what the slow rules of the tests allow.
#![no_main]

use std::collections::BTreeSet;

use libfuzzer_sys::fuzz_target;
use sumito_rules::{ByColor, Cells, Color, Direction, Move, Position};

#[path = "../../crates/sumito-rules/tests/rules/slow.rs"]
#[allow(dead_code)]
mod slow;

fuzz_target!(|input: (u64, u64, bool, u8, u8, u64)| {
    let (black, white, white_to_move, black_lost, white_lost, chosen) = input;
    let black = Cells::from_bits(black);
    let white = Cells::from_bits(white) - black;
    let turn = if white_to_move { Color::White } else { Color::Black };
    let position = Position::new(black, white, turn).expect("disjoint");
    let position = position.with_lost(ByColor::new(black_lost % 7, white_lost % 7));

    let moves = position.moves();
    let every_move = (0..=u16::MAX).filter_map(Move::from_bits);
    let allowed = every_move.filter(|&m| position.attempt(m.cells(), m.direction()) == Ok(m));
    let mut legal = 0;
    for m in allowed {
        assert!(moves.contains(m), "{position} {m}");
        legal += 1;
    }
    assert_eq!(legal, moves.len(), "{position}");
    assert_eq!(legal, position.count_moves(), "{position}");

    let fast: BTreeSet<_> = moves.iter().map(|m| (m.cells().iter().map(slow::place).collect(), m.direction())).collect();
    let step = |wanted| slow::STEPS.into_iter().find(|&(_, step)| step == wanted).expect("one of six").0;
    let actions = slow::Board::of(&position).actions();
    let books: BTreeSet<(BTreeSet<slow::Place>, Direction)> =
        actions.into_keys().map(|(hand, wanted)| (hand, step(wanted))).collect();
    assert_eq!(fast, books, "{position}");

    // Any attempt whatever gets an answer, and what is allowed is legal.
    for direction in Direction::ALL {
        if let Ok(m) = position.attempt(Cells::from_bits(chosen), direction) {
            assert!(moves.contains(m), "{position} {m}");
        }
    }
});
