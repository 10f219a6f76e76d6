//! The fast rules and the slow ones agree: on random games from every layout, and on positions no game leads to.

use std::collections::BTreeSet;

use sumito_rules::{ByColor, Cell, Cells, Color, Direction, IllegalMove, Move, Position};

use crate::perft;
use crate::random::Random;
use crate::slow::{self, Board, Coordinates};

const GAMES_PER_LAYOUT: u32 = 2;
const PLIES_PER_GAME: usize = 150;

// Two halves, for two processors.
#[test]
fn the_generators_agree_over_random_games_from_every_layout() {
    check_random_games(0);
}

#[test]
fn the_generators_agree_over_random_games_from_every_other_layout() {
    check_random_games(1);
}

fn check_random_games(first: usize) {
    let mut random = Random::new(1 + first as u64);
    let (mut positions, mut ejections, mut wins) = (0, 0, 0);
    for start in perft::read(perft::LAYOUTS).map(|line| line.position).skip(first).step_by(2) {
        for _ in 0..GAMES_PER_LAYOUT {
            let mut position = start.with_turn(Color::ALL[random.below(2)]);
            for ply in 0..PLIES_PER_GAME {
                check_moves(&position);
                check_moves(&position.with_turn(!position.turn()));
                if ply % 16 == 0 {
                    check_attempts(&position, &mut random);
                }
                positions += 2;
                let Some(m) = random.choose(&position) else { break };
                ejections += usize::from(position.play_unchecked(m).ejected());
            }
            wins += usize::from(position.winner().is_some());
        }
    }
    // The games are worth the name.
    assert!(positions > 15_000 && ejections > 500 && wins > 20, "{positions} {ejections} {wins}");
}

#[test]
fn the_generators_agree_on_positions_no_game_leads_to() {
    let mut random = Random::new(2);
    for n in 0..6000 {
        let position = any_position(&mut random);
        check_moves(&position);
        if n % 16 == 0 {
            check_attempts(&position, &mut random);
        }
    }
}

/// A position with any number of marbles of either color, crowded ones among them, and any losses.
fn any_position(random: &mut Random) -> Position {
    let (black, white) = (random.below(8), random.below(8));
    let mut marbles = ByColor::<Cells>::default();
    for cell in Cell::all() {
        match random.below(16) {
            n if n < black => marbles.black.insert(cell),
            n if n < black + white => marbles.white.insert(cell),
            _ => {}
        }
    }
    let turn = Color::ALL[random.below(2)];
    let lost = ByColor::new(random.below(7) as u8, random.below(7) as u8);
    Position::new(marbles.black, marbles.white, turn).expect("a cell has one color").with_lost(lost)
}

/// The same moves, each with the same effect, in every way the library tells them.
fn check_moves(position: &Position) {
    let board = Board::of(position);
    let actions = board.actions();
    let moves = position.legal_moves();
    assert_eq!(moves.len(), actions.len(), "{position}");
    assert_eq!(moves.iter().count(), actions.len(), "{position}");
    assert_eq!(position.count_moves(), actions.len(), "{position}");
    assert_eq!((moves.is_empty(), position.has_moves()), (actions.is_empty(), !actions.is_empty()), "{position}");
    let (pushes, quiet, ejections) = (position.pushes(), position.quiet_moves(), position.ejections());
    assert_eq!(position.can_eject(), !ejections.is_empty(), "{position}");
    assert_eq!(pushes.len() + quiet.len(), moves.len(), "{position}");
    for (n, m) in moves.iter().enumerate() {
        let key = (places(m.cells()), step(m.direction()));
        let Some(action) = actions.get(&key) else { panic!("{position}: {m} is not in the books") };
        assert_eq!(places(position.pushed(m)), action.pushed, "{position} {m}");
        assert_eq!(position.ejected(m).map(slow::place), action.ejected, "{position} {m}");
        assert_eq!(pushes.contains(m), !action.pushed.is_empty(), "{position} {m}");
        assert_eq!(quiet.contains(m), action.pushed.is_empty(), "{position} {m}");
        assert_eq!(ejections.contains(m), action.ejected.is_some(), "{position} {m}");
        assert!(moves.contains(m) && moves.nth(n) == Some(m) && position.is_legal(m), "{position} {m}");
        assert_eq!(position.pick_move(|count| if count == moves.len() { n } else { 0 }), Some(m), "{position} {m}");
        check_play(position, m, &action.after);
    }
    assert_eq!(moves.nth(moves.len()), None);
    assert_eq!(position.pick_move(|count| count), moves.iter().last());
}

/// The position after the move is the books', reads back from its text with the same hash, and the move can be taken back.
fn check_play(position: &Position, m: Move, after: &Board) {
    let mut played = *position;
    let undo = played.play(m).expect("a legal move");
    assert_eq!(&Board::of(&played), after, "{position} {m}");
    let ejected = after.black_lost + after.white_lost > position.lost(Color::Black) + position.lost(Color::White);
    let plies = if ejected { 0 } else { position.plies_since_ejection() + 1 };
    assert_eq!((undo.ejected(), played.plies_since_ejection()), (ejected, plies), "{position} {m}");
    let read: Position = played.to_string().parse().expect("the text of a position");
    assert_eq!((read, read.zobrist_hash()), (played, played.zobrist_hash()), "{position} {m}");
    played.undo(undo);
    assert_eq!(played, *position, "{position} {m} taken back");
    // Also where the counters have come to their end.
    let late = position.with_counters(u16::MAX, u16::MAX);
    let mut played = late;
    let undo = played.play_unchecked(m);
    played.undo(undo);
    assert_eq!(played, late, "{late} {m} taken back");
}

/// Every one to three cells in a line, whatever lies there, and sets of marbles at random, in every direction.
fn check_attempts(position: &Position, random: &mut Random) {
    let board = Board::of(position);
    for line in slow::LINES.iter() {
        check_attempt(position, &board, line.iter().map(|&place| slow::cell(place)).collect());
    }
    let marbles: Vec<Cell> = (!position.empty()).sorted().collect();
    for _ in 0..200 {
        let size = random.below(6);
        check_attempt(position, &board, (0..size).filter_map(|_| marbles.get(random.below(marbles.len()))).copied().collect());
    }
}

/// Allowed by both or by neither, and the reason given is true.
fn check_attempt(position: &Position, board: &Board, chosen: Cells) {
    let hand = places(chosen & position.ours());
    let rest = places(chosen - position.ours());
    for (direction, step) in slow::STEPS {
        // Opposing marbles may be named along with those that push them.
        let allowed = match board.action(&hand, step) {
            Some(action) if slow::LINES.contains(&hand) => rest.is_subset(&action.pushed),
            _ => false,
        };
        match position.attempt(chosen, direction) {
            Ok(m) => {
                assert!(allowed, "{position}: {chosen} {direction} is not in the books");
                assert_eq!((places(m.cells()), m.direction()), (hand.clone(), direction), "{position}");
            }
            Err(reason) => {
                assert!(!allowed, "{position}: {chosen} {direction} was refused: {reason}");
                assert!(is_true(reason, position, chosen, direction), "{position}: {chosen} {direction}: {reason}");
            }
        }
    }
}

/// Whether what the reason says of the board is so.
fn is_true(reason: IllegalMove, position: &Position, chosen: Cells, direction: Direction) -> bool {
    let (ours, theirs) = (chosen & position.ours(), chosen & position.theirs());
    let is_inline = ours.len() == 1 || !(ours & ours.shift(direction)).is_empty();
    // What lies ahead of the front marble, and behind the rear one.
    let front = (ours - ours.shift(direction.opposite())).first();
    let rear = (ours - ours.shift(direction)).first();
    let own = ours.len() as u8;
    let foes = row(position.theirs(), front, direction);
    let friends = row(position.ours(), rear, direction.opposite());
    let ahead = |n: u8| front.and_then(|front| front.step(direction, n as i8));
    match reason {
        IllegalMove::GameOver => position.winner().is_some(),
        IllegalMove::NothingChosen => chosen.is_empty(),
        IllegalMove::EmptyCell(cell) => chosen.contains(cell) && position.color_at(cell).is_none(),
        IllegalMove::NotYourMarble(cell) => theirs.contains(cell) && ours.is_empty(),
        IllegalMove::MoreThanThree => ours.len() > 3,
        // The line is bent, or a marble to be pushed does not lie ahead of it.
        IllegalMove::NotInLine => !is_straight(ours) || !theirs.is_subset((1..9).filter_map(ahead).collect()) || !is_inline,
        IllegalMove::NotContiguous => is_straight(ours) && !slow::LINES.contains(&places(ours)),
        IllegalMove::GapBetween(cell) => is_inline && ahead(foes + 1) == Some(cell) && position.color_at(cell).is_none(),
        IllegalMove::BlockedByOwn(cell) => ours.shift(direction).contains(cell) && (position.ours() - ours).contains(cell),
        IllegalMove::OffTheBoard(cell) => ours.contains(cell) && cell.neighbor(direction).is_none(),
        IllegalMove::BroadsideCannotPush(cell) => {
            !is_inline && ours.shift(direction).contains(cell) && position.theirs().contains(cell)
        }
        // Marbles beyond three do not count, on either side (R35).
        IllegalMove::Pac(n) => is_inline && own == n && foes.min(3) == n && (n < 3 || friends == 0),
        IllegalMove::FourAgainstThree => is_inline && own == 3 && friends > 0 && foes >= 3,
        IllegalMove::Outnumbered { own: few, foes: many } => is_inline && (few, many) == (own, foes) && own < foes,
        IllegalMove::NoSpaceBehind(cell) => {
            is_inline && foes > 0 && ahead(foes + 1) == Some(cell) && !position.empty().contains(cell)
        }
        // Two players have no partners.
        _ => false,
    }
}

/// How many marbles of `set` stand in a row ahead of a cell.
fn row(set: Cells, from: Option<Cell>, direction: Direction) -> u8 {
    (1..9).take_while(|&n| from.and_then(|from| from.step(direction, n)).is_some_and(|cell| set.contains(cell))).count() as u8
}

/// Whether one of the three axes runs through all the cells: same row, same digit, or same difference of the two.
fn is_straight(cells: Cells) -> bool {
    let same = |part: fn(Cell) -> i8| cells.iter().map(part).collect::<BTreeSet<i8>>().len() < 2;
    same(|cell| cell.row() as i8) || same(|cell| cell.digit() as i8) || same(|cell| cell.row() as i8 - cell.digit() as i8)
}

fn places(cells: Cells) -> BTreeSet<Coordinates> {
    cells.iter().map(slow::place).collect()
}

fn step(direction: Direction) -> slow::Step {
    slow::STEPS.into_iter().find(|&(name, _)| name == direction).expect("one of six").1
}
