//! On any position, for two players and for more, the checked calls accept exactly the legal moves: every move that can be constructed
//! is tried, and the slow rules of the tests decide.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use sumito_rules::party::{self, BySeat, Seat, Seating};
use sumito_rules::{ByColor, Cell, Cells, Color, Direction, Game, Move, Position, Rules};

#[path = "../../crates/sumito-rules/tests/rules/slow.rs"]
#[allow(dead_code)]
mod slow;

#[path = "../../crates/sumito-rules/tests/party/slow.rs"]
#[allow(dead_code)]
mod slow_party;

/// Black, white, whether White is to move, marbles lost by each, chosen cells; the seating and, in two sets, the owners of a party.
type Input = (u64, u64, bool, u8, u8, u64, u8, u64, u64);

fuzz_target!(|input: Input| {
    let (black, white, white_to_move, black_lost, white_lost, chosen, seating, split, split_again) = input;
    let black = Cells::from_bits(black);
    let white = Cells::from_bits(white) - black;
    let turn = if white_to_move { Color::White } else { Color::Black };
    let position = Position::new(black, white, turn).expect("disjoint");
    let position = position.with_lost(ByColor::new(black_lost % 7, white_lost % 7));
    let chosen = Cells::from_bits(chosen);
    check(&position, chosen);

    let seating = Seating::all().nth(seating as usize % Seating::all().count()).expect("counted");
    let seats: Vec<Seat> = seating.seats().collect();
    let split = [Cells::from_bits(split), Cells::from_bits(split_again)];
    let mut marbles = BySeat::<Cells>::default();
    for cell in black | white {
        let owner = [white.contains(cell), split[0].contains(cell), split[1].contains(cell)];
        let owner = owner.into_iter().fold(0, |sum, bit| 2 * sum + usize::from(bit));
        marbles[seats[owner % seats.len()]].insert(cell);
    }
    let turn = seats[black_lost as usize % seats.len()];
    // On an empty board nobody is left to play.
    match party::Position::new(seating, marbles, turn) {
        Some(position) => check_party(&position, chosen),
        None => assert!((black | white).is_empty(), "every cell has one owner"),
    }
});

fn every_move() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).filter_map(Move::from_bits)
}

fn check(position: &Position, chosen: Cells) {
    let moves = position.legal_moves();
    let board = slow::Board::of(position);
    let mut game = Game::from_position(*position, Rules::STANDARD);
    let mut legal = 0;
    for m in every_move() {
        let hand = m.cells().iter().map(slow::place).collect();
        let step = slow::STEPS.into_iter().find(|&(direction, _)| direction == m.direction()).expect("one of six").1;
        let expected = board.action(&hand, step);
        let allowed = expected.is_some();
        assert_eq!(moves.contains(m), allowed, "{position} {m}");
        assert_eq!(position.is_legal(m), allowed, "{position} {m}");
        let mut played = *position;
        assert_eq!(played.play(m).is_ok(), allowed, "{position} {m}");
        assert_eq!(slow::Board::of(&played), expected.map_or_else(|| board.clone(), |action| action.after), "{position} {m}");
        assert_eq!(game.play(m).is_ok(), allowed, "{position} {m}");
        game.go_to(0);
        legal += usize::from(allowed);
    }
    assert_eq!((moves.len(), position.count_moves()), (legal, legal), "{position}");

    // Any attempt whatever gets an answer, and what is allowed is legal.
    for direction in Direction::ALL {
        if let Ok(m) = position.attempt(chosen, direction) {
            assert!(moves.contains(m), "{position} {m}");
        }
    }
}

fn check_party(position: &party::Position, chosen: Cells) {
    let moves = position.legal_moves();
    let board = slow_party::Board::of(position);
    let actions = board.actions();
    let line = |hand: &[_]| Cell::all().filter(|&cell| hand.contains(&slow_party::place(cell))).collect::<Cells>();
    let legal: BTreeMap<(u64, Direction), _> =
        actions.iter().map(|action| ((line(&action.hand).bits(), action.direction), action)).collect();
    let mut game = party::Game::from_position(*position, Rules::STANDARD);
    for m in every_move() {
        let expected = legal.get(&(m.cells().bits(), m.direction()));
        let allowed = expected.is_some();
        assert_eq!(moves.contains(m), allowed, "{position} {m}");
        assert_eq!(position.is_legal(m), allowed, "{position} {m}");
        let mut played = *position;
        assert_eq!(played.play(m).is_ok(), allowed, "{position} {m}");
        if let Some(action) = expected {
            assert_eq!(slow_party::Board::of(&played), board.after(action), "{position} {m}");
        } else {
            assert_eq!(played, *position, "{position} {m}");
        }
        assert_eq!(game.play(m).is_ok(), allowed, "{position} {m}");
        game.go_to(0);
    }
    assert_eq!(moves.len(), legal.len(), "{position}");

    for direction in Direction::ALL {
        if let Ok(m) = position.attempt(chosen, direction) {
            assert!(moves.contains(m), "{position} {m}");
        }
    }
}
