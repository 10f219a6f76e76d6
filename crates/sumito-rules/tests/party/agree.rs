//! The fast rules agree with the slow ones in every set-up, and with two players they are the rules for two.

use std::collections::BTreeSet;

use sumito_rules::party::{self, BySeat, Seat, Seating};
use sumito_rules::{Cell, Cells, Color, Direction, Layout, Move, Position};

use crate::random::Random;
use crate::slow::{Action, Board, place};

const GAMES_PER_LAYOUT: usize = 4;
const PLIES_PER_GAME: usize = 120;

#[test]
fn the_slow_rules_agree_over_random_games_of_every_layout() {
    let mut random = Random::new(1);
    let (mut ejections, mut mixed) = (0, 0);
    for layout in party::Layout::all() {
        let mut helped = 0;
        for game in 0..GAMES_PER_LAYOUT {
            let mut position = layout.position();
            // The slow board plays the whole game on its own.
            let mut board = Board::of(&position);
            for ply in 0..PLIES_PER_GAME {
                assert_eq!(Board::of(&position), board, "{position}");
                check(&position);
                if ply % 10 == 0 {
                    check_boards(&position);
                    check_attempts(&position);
                    check_other_turns(&position);
                }
                // Somebody leaves in every other game.
                if game % 2 == 1 && ply == 60 {
                    let seat = Seat::ALL[random.below(layout.seating.seats().count())];
                    if position.leave(seat).is_ok() {
                        board = board.without(&[seat as usize]);
                        assert_eq!(Board::of(&position), board, "{seat} leaves {position}");
                    }
                }
                for m in &position.legal_moves() {
                    let owners: BTreeSet<_> = position.pushed(m).iter().filter_map(|cell| position.seat_at(cell)).collect();
                    ejections += usize::from(position.ejected(m).is_some());
                    mixed += usize::from(owners.len() == 2);
                    helped += usize::from(!m.cells().is_subset(position.marbles(position.turn())));
                }
                let Some(m) = choose(&position, &mut random) else { break };
                position.play_unchecked(m);
                board = board.after(board.actions().iter().find(|action| as_move(action) == m).expect("a legal move"));
            }
        }
        assert_eq!(helped > 0, layout.seating.has_partners(), "{layout}: {helped} pushes with a partner's marble");
    }
    // The games are worth the name.
    assert!(ejections > 1000 && mixed > 50, "{ejections} ejections, {mixed} mixed pushes");
}

#[test]
fn the_slow_rules_agree_on_crowded_boards() {
    let mut random = Random::new(2);
    let seatings: Vec<Seating> = Seating::all().collect();
    for _ in 0..1000 {
        let seating = seatings[random.below(seatings.len())];
        let seats: Vec<Seat> = seating.seats().collect();
        let crowd = random.below(100);
        let mut marbles = BySeat::<Cells>::default();
        for cell in Cell::all() {
            if random.below(100) < crowd {
                marbles[seats[random.below(seats.len())]].insert(cell);
            }
        }
        let turn = seats[random.below(seats.len())];
        let Some(mut position) = party::Position::new(seating, marbles, turn) else {
            assert!(seats.iter().all(|&seat| marbles[seat].is_empty()));
            continue;
        };
        check(&position);
        check_boards(&position);
        for &seat in &seats {
            if random.below(8) == 0 {
                let board = Board::of(&position);
                if position.leave(seat).is_ok() {
                    assert_eq!(Board::of(&position), board.without(&[seat as usize]), "{seat} leaves {position}");
                }
            }
        }
        // The turn that a text names is kept, also where the game has ended because nobody can take it.
        assert_eq!(position.to_string().parse(), Ok(position));
    }
}

#[test]
fn two_seats_play_the_game_for_two() {
    let mut random = Random::new(3);
    for layout in [Layout::STANDARD, Layout::BELGIAN_DAISY, Layout::GERMAN_DAISY] {
        for _ in 0..10 {
            let mut position = layout.position();
            let mut party = as_party(&position);
            for ply in 0..300 {
                assert_eq!(party.legal_moves(), position.legal_moves(), "{position}");
                if ply % 10 == 0 {
                    check_same_answers(&party, &position);
                }
                let Some(m) = random.choose(&position) else { break };
                assert_eq!((party.pushed(m), party.ejected(m)), (position.pushed(m), position.ejected(m)));
                party.play(m).unwrap();
                position.play_unchecked(m);
                assert_eq!(party, as_party(&position));
            }
        }
    }
}

/// The position with a seat for each color. Who pushed a marble off is the other color.
fn as_party(position: &Position) -> party::Position {
    let marbles = |color| position.marbles(color);
    let (none, zero) = (Cells::EMPTY, 0);
    let marbles = BySeat::new([marbles(Color::Black), marbles(Color::White), none, none, none, none]);
    let ejected = BySeat::new([position.lost(Color::White), position.lost(Color::Black), zero, zero, zero, zero]);
    let turn = if position.turn() == Color::Black { Seat::Black } else { Seat::White };
    let party = party::Position::new(Seating::alone(2).unwrap(), marbles, turn).unwrap();
    party.with_ejected(ejected).with_counters(position.plies_since_ejection(), position.move_number())
}

/// The legal moves.
fn check(position: &party::Position) {
    let fast: BTreeSet<String> = position.legal_moves().iter().map(|m| m.to_string()).collect();
    let slow: BTreeSet<String> = Board::of(position).actions().iter().map(|action| as_move(action).to_string()).collect();
    assert_eq!(fast, slow, "{position}");
}

/// What every player could do on turn.
fn check_other_turns(position: &party::Position) {
    for seat in position.seating().seats() {
        let on_turn = position.with_turn(seat);
        if !position.can_move(seat) || position.winner().is_some() {
            assert!(position.can_move(seat) || on_turn == *position && position.moves_of(seat).is_empty(), "{position}");
            continue;
        }
        check(&on_turn);
        assert_eq!((on_turn.turn(), on_turn.to_string().parse()), (seat, Ok(on_turn)), "the hash of {on_turn}");
        assert_eq!(position.moves_of(seat), on_turn.legal_moves(), "{seat} in {position}");
        let moves = on_turn.legal_moves();
        let ejections = moves.iter().filter(|&m| on_turn.ejected(m).is_some());
        assert!(position.ejections_of(seat).iter().eq(ejections), "{seat} in {position}");
    }
}

/// The boards that the legal moves lead to.
fn check_boards(position: &party::Position) {
    let board = Board::of(position);
    for action in board.actions() {
        let mut next = *position;
        let m = as_move(&action);
        next.play(m).unwrap_or_else(|reason| panic!("{m} in {position}: {reason}"));
        assert_eq!(Board::of(&next), board.after(&action), "{m} in {position}");
    }
}

pub(crate) fn as_move(action: &Action) -> Move {
    let cells = Cell::all().filter(|&cell| action.hand.contains(&place(cell))).collect();
    Move::from_cells(cells, action.direction).expect("a line of one to three that stays on the board")
}

/// A hand of up to four cells in a line, whoever owns them, may move exactly if the generator says so.
fn check_attempts(position: &party::Position) {
    let moves = position.legal_moves();
    for hand in hands() {
        for direction in Direction::ALL {
            let attempt = position.attempt(hand, direction);
            let within = hand - position.foes(position.turn());
            let legal = Move::from_cells(within, direction).filter(|&m| moves.contains(m));
            match attempt {
                Ok(m) => assert_eq!(Some(m), legal, "{hand} {direction} in {position}"),
                // Marbles to be pushed may be named wrongly; a hand of the team's own may not be refused.
                Err(reason) => assert!(legal.is_none() || within != hand, "{hand} {direction} in {position}: {reason}"),
            }
        }
    }
}

fn check_same_answers(party: &party::Position, position: &Position) {
    for hand in hands() {
        for direction in Direction::ALL {
            assert_eq!(party.attempt(hand, direction), position.attempt(hand, direction), "{hand} {direction} in {position}");
        }
    }
}

fn hands() -> impl Iterator<Item = Cells> {
    Cell::all().flat_map(|cell| {
        let lines = Direction::ALL[..3].iter().flat_map(|&line| (0..4).map(move |length| (line, length)));
        lines.map(move |(line, length)| (0..=length).filter_map(|n| cell.step(line, n)).collect())
    })
}

/// A legal move, if there is one: half of the time a push where there is a push, so that marbles meet and are lost.
pub(crate) fn choose(position: &party::Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    let pushes: Vec<Move> = moves.iter().filter(|&m| !position.pushed(m).is_empty()).collect();
    if !pushes.is_empty() && random.below(2) == 0 {
        return Some(pushes[random.below(pushes.len())]);
    }
    (!moves.is_empty()).then(|| random.below(moves.len())).and_then(|n| moves.nth(n))
}
