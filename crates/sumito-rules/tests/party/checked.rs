//! The checked calls of party positions and games accept exactly the legal moves, whatever `Move` they are given.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use proptest::prelude::*;
use sumito_rules::party::{self, BySeat, Seat, Seating};
use sumito_rules::{Cell, Cells, Direction, IllegalMove, Move, Rules};

use crate::agree::as_move;
use crate::slow::Board;

static EVERY_MOVE: LazyLock<Vec<Move>> = LazyLock::new(|| (0..=u16::MAX).filter_map(Move::from_bits).collect());

/// Tries every move on a position and in a game.
fn check(position: &party::Position) {
    let board = Board::of(position);
    let actions = board.actions();
    let legal: BTreeMap<u16, _> = actions.iter().map(|action| (as_move(action).to_bits(), action)).collect();
    let mut game = party::Game::from_position(*position, Rules::STANDARD);
    for &m in EVERY_MOVE.iter() {
        let expected = legal.get(&m.to_bits());
        assert_eq!(position.is_legal(m), expected.is_some(), "{position} {m} ({} marbles)", m.len());

        let mut played = *position;
        match (played.play(m), expected) {
            (Ok(()), Some(action)) => assert_eq!(Board::of(&played), board.after(action), "{position} {m}"),
            (Err(_), None) => assert_eq!(played, *position, "{position} {m}"),
            (Ok(()), None) => panic!("{position}: {m} with {} marbles is not legal, but was played", m.len()),
            (Err(reason), Some(_)) => panic!("{position}: {m} with {} marbles was refused: {reason}", m.len()),
        }

        assert_eq!(game.play(m).is_ok(), expected.is_some(), "{position} {m} ({} marbles) in a game", m.len());
        assert_eq!(game.actions().len(), usize::from(expected.is_some()), "{position} {m}");
        game.go_to(0);
    }
}

#[test]
fn a_line_may_not_contain_an_opposing_marble() {
    for (own, foe) in [(Seat::Black, Seat::White), (Seat::White, Seat::Blue), (Seat::Blue, Seat::Black)] {
        let mut marbles = BySeat::<Cells>::default();
        marbles[own] = "a1,b2".parse().unwrap();
        marbles[foe] = Cells::of(Cell::C3);
        let position = party::Position::new(Seating::alone(3).unwrap(), marbles, own).unwrap();
        let wrong = Move::inline(Cell::A1, Direction::NorthEast, 3).unwrap();
        assert_eq!({ position }.play(wrong), Err(IllegalMove::NotYourMarble(Cell::C3)));
        assert_eq!(party::Game::from_position(position, Rules::STANDARD).play(wrong), Err(IllegalMove::NotYourMarble(Cell::C3)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn checked_calls_accept_exactly_the_legal_moves_of_games(
        layout in 0..party::Layout::all().len(),
        choices in prop::collection::vec(any::<u16>(), 0..150),
        leaves in 0..600_usize,
    ) {
        let layout = &party::Layout::all()[layout];
        let mut position = layout.position();
        for (ply, choice) in choices.into_iter().enumerate() {
            let moves = position.legal_moves();
            let pushes: Vec<Move> = moves.iter().filter(|&m| !position.pushed(m).is_empty()).collect();
            let push = pushes.get(choice as usize / 2 % pushes.len().max(1)).filter(|_| choice % 2 == 0);
            let Some(m) = push.copied().or(moves.nth(choice as usize / 2 % moves.len().max(1))) else { break };
            position.play_unchecked(m);
            // In a quarter of the games somebody leaves.
            if ply == leaves {
                let _ = position.leave(Seat::ALL[choice as usize % layout.seating.seats().count()]);
            }
        }
        check(&position);
    }

    #[test]
    fn checked_calls_accept_exactly_the_legal_moves_of_any_position(
        seating in 0..Seating::all().count(),
        cells in prop::collection::vec(0..12_usize, Cell::COUNT),
        turn in 0..6_usize,
    ) {
        let seating = Seating::all().nth(seating).expect("counted");
        let seats: Vec<Seat> = seating.seats().collect();
        let mut marbles = BySeat::<Cells>::default();
        for (cell, owner) in Cell::all().zip(cells) {
            if let Some(&seat) = seats.get(owner) {
                marbles[seat].insert(cell);
            }
        }
        if let Some(position) = party::Position::new(seating, marbles, seats[turn % seats.len()]) {
            check(&position);
        }
    }
}
