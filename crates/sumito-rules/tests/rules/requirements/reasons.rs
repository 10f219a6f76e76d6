//! Every reason for which two players' attempts are refused.

use std::collections::BTreeSet;

use sumito_rules::{ByColor, Cell, Direction, IllegalMove};

use super::{draw, refuses};

const BOARD: &str = "
            . . b w .
           . w b b b w
          b b . w . . .
         . . . . . . . .
        b b b b w w w . .
         w . . . w . . .
          b b b w w . b
           . . . . . .
            b b w . .
        ";

#[test]
fn each_reason_is_given() {
    let cases = [
        ("", Direction::East, IllegalMove::NothingChosen),
        ("a2 a4", Direction::East, IllegalMove::EmptyCell(Cell::A4)),
        ("a3 a4", Direction::West, IllegalMove::EmptyCell(Cell::A4)),
        ("a3", Direction::West, IllegalMove::NotYourMarble(Cell::A3)),
        ("a3 d1", Direction::West, IllegalMove::NotYourMarble(Cell::A3)),
        ("e1-e4", Direction::East, IllegalMove::MoreThanThree),
        ("a1 c1 e1 g3", Direction::East, IllegalMove::MoreThanThree),
        ("a1 c2 e1", Direction::East, IllegalMove::NotInLine),
        ("a1 a2 c4", Direction::East, IllegalMove::NotInLine),
        ("a1 a2 d5", Direction::NorthEast, IllegalMove::NotInLine),
        ("c1 c3", Direction::East, IllegalMove::NotContiguous),
        ("g3 g4 g6", Direction::East, IllegalMove::GapBetween(Cell::G5)),
        ("a2 d5", Direction::NorthEast, IllegalMove::GapBetween(Cell::B3)),
        ("c1 c2", Direction::East, IllegalMove::BlockedByOwn(Cell::C3)),
        ("c1 c4", Direction::East, IllegalMove::BlockedByOwn(Cell::C2)),
        ("h6 h7", Direction::NorthWest, IllegalMove::BlockedByOwn(Cell::I7)),
        ("c7", Direction::East, IllegalMove::OffTheBoard(Cell::C7)),
        ("a1 a2", Direction::SouthWest, IllegalMove::OffTheBoard(Cell::A1)),
        ("e1 e2", Direction::SouthEast, IllegalMove::BroadsideCannotPush(Cell::D1)),
        ("h6 h7 h8", Direction::NorthWest, IllegalMove::BroadsideCannotPush(Cell::I8)),
        ("a2 a3", Direction::East, IllegalMove::Pac(1)),
        ("c2 c3 c4 c5", Direction::East, IllegalMove::Pac(2)),
        ("e2-e4", Direction::East, IllegalMove::FourAgainstThree),
        ("e2-e4 e5-e7", Direction::East, IllegalMove::FourAgainstThree),
        ("c3", Direction::East, IllegalMove::Outnumbered { own: 1, foes: 2 }),
        ("e3 e4", Direction::East, IllegalMove::Outnumbered { own: 2, foes: 3 }),
    ];
    for (chosen, direction, reason) in cases {
        refuses(chosen, direction, reason, BOARD);
    }
    let given: BTreeSet<&str> = cases.iter().map(|(_, _, reason)| reason.key()).collect();
    // A pac of three has its picture at R34, a taken space behind at R29; the end of the game is told below.
    assert_eq!(given.len(), 14, "{given:?}");
}

#[test]
fn nothing_moves_after_the_end() {
    let won = draw(BOARD).with_lost(ByColor::new(2, 6));
    for position in [won, won.swap_colors(), won.with_turn(!won.turn())] {
        for chosen in ["", "a1", "a3", "a4", "h6-h8"] {
            let refused = position.attempt(chosen.parse().expect(chosen), Direction::East);
            assert_eq!(refused, Err(IllegalMove::GameOver), "{chosen}");
        }
    }
}

#[test]
fn a_push_from_the_rear_takes_the_whole_row() {
    let position = draw(BOARD);
    for position in [position, position.swap_colors()] {
        let answer = |tail, direction| position.attempt_from_tail(tail, direction).map(|m| m.to_string());
        assert_eq!(answer(Cell::H6, Direction::East), Ok("h6h7".to_owned()));
        assert_eq!(answer(Cell::C1, Direction::East), Ok("c1c2".to_owned()));
        assert_eq!(answer(Cell::E1, Direction::East), Err(IllegalMove::MoreThanThree));
        assert_eq!(answer(Cell::E2, Direction::East), Err(IllegalMove::FourAgainstThree));
        assert_eq!(answer(Cell::A3, Direction::East), Err(IllegalMove::NotYourMarble(Cell::A3)));
        assert_eq!(answer(Cell::A5, Direction::East), Err(IllegalMove::EmptyCell(Cell::A5)));
    }
}
