//! Moves in the three notations.

use std::collections::HashMap;

use proptest::prelude::*;
use sumito_rules::notation::MoveNotation::{AbaPro, Nacre, PlayStrategy};
use sumito_rules::notation::{MoveNotation, ParseMoveError};
use sumito_rules::{Color, Layout, Position, Symmetry};

use crate::play::{game, replay};

/// The test game of PlayStrategy in its own notation and in the two others.
#[test]
fn a_game_is_the_same_in_all_notations() {
    let games = [
        (PlayStrategy, "a1d4 i5f5 a2c4 a5d5 b3e6 h4f4 c2c7 c7d6 i9f6 h5e5 b1b3 b6b1 i8g6 b5b1"),
        (AbaPro, "a1b2 i5h5 a2b3 a5b5 b3c4 h4g4 c2c3 c6c7d6 i9h8 h5g5 b1b2 b6b5 i8h7 b5b4"),
        (Nacre, "a1d4 i5f5 a2c4 a5d5 b3d5 h4f4 c2c5 c7d6 i9f6 h5e5 b1b3 b6b3 i8g6 b5b2"),
    ];
    for (notation, text) in games {
        let mut position = Layout::BELGIAN_DAISY.position();
        for (ply, word) in text.split(' ').enumerate() {
            let m = notation.parse(&position, word).unwrap_or_else(|error| panic!("{notation} {word}: {error}"));
            for (other, words) in games {
                let word = words.split(' ').nth(ply).unwrap();
                assert_eq!(other.format(&position, m).len(), word.len());
                assert_eq!(other.parse(&position, word), Ok(m), "{other} {word}");
                if other != AbaPro || m.is_inline() {
                    assert_eq!(other.format(&position, m), word);
                }
            }
            position.play_unchecked(m);
        }
        assert_eq!((position.lost(Color::Black), position.lost(Color::White)), (1, 0), "{notation}");
    }
}

/// Two rows of three of each color, far apart, and a sumito on the top row.
const BOARD: &str = "
          b b w . .
         . . . . . .
        . . w w w . .
       . . . . . . . .
      . . . . . . . . .
       . . . . . . . .
        . . b b b . .
         . b . . . .
          . . . . .";

/// The position and its mirror in the other color: Black's moves turned half round are White's.
fn check(notation: MoveNotation, text: &str, expected: &str) {
    let position = Position::draw(BOARD, Color::Black);
    let answer = |position: &Position| match notation.parse(position, text) {
        Ok(m) => m.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(answer(&position), expected, "{notation} {text:?}");
    assert_eq!(answer(&position.swap_colors()), expected, "{notation} {text:?} for White");
    if let Ok(m) = notation.parse(&position, text) {
        let turned = m.transform(Symmetry::HALF_TURN);
        let other_side = position.swap_colors().transform(Symmetry::HALF_TURN);
        let text = notation.format(&other_side, turned);
        assert_eq!(notation.parse(&other_side, &text), Ok(turned), "{notation} {text}");
    }
}

#[test]
fn moves_by_hand() {
    for (notation, text, expected) in [
        // Both spellings of a broadside, either case, and what people put between the cells.
        (AbaPro, "c3c5d4", "c3c5d4"),
        (AbaPro, "c5c3d6", "c3c5d4"),
        (AbaPro, "c3c4d3", "c3c4d3"),
        (AbaPro, "C3C5D4", "c3c5d4"),
        (AbaPro, " c3-c5-d4 ", "c3c5d4"),
        (AbaPro, "c3 c2", "c3c2"),
        (AbaPro, "c3c4-c5", "your own marble on c5 is in the way"),
        (AbaPro, "c3c5-c6", "c3c4"),
        (AbaPro, "c5c3c2", "c5c4"),
        (AbaPro, "i5i6:i7", "i5i6"),
        (AbaPro, "b2c2", "b2c2"),
        (AbaPro, "c3d5", "expected a neighbor of c3, found d5 (at character 3)"),
        (AbaPro, "c3c5e5", "expected a neighbor of c3, found e5 (at character 5)"),
        (AbaPro, "c3c3d4", "expected the other end of the line from c3, found c3 (at character 3)"),
        (AbaPro, "c3b2", "c3b2"),
        (AbaPro, "c3c6d4", "there is no marble on c6"),
        (AbaPro, "c3e4d4", "the marbles are not in one line"),
        (AbaPro, "g5g7f4", "the marble on g5 is not yours"),
        (AbaPro, "", "expected a cell from a1 to i9, found the end (at character 1)"),
        (AbaPro, "c3", "expected a cell from a1 to i9, found the end (at character 3)"),
        (AbaPro, "c3--c4", "expected a cell from a1 to i9, found '-c4' (at character 4)"),
        (AbaPro, "c3c4x", "expected a cell from a1 to i9, found the end (at character 6)"),
        (AbaPro, "c3j4", "expected a cell from a1 to i9, found 'j4' (at character 3)"),
        (AbaPro, "c3é4", "expected a cell from a1 to i9, found 'é4' (at character 3)"),
        (AbaPro, "c3c5d4e4", "expected the end of the move, found 'e4' (at character 7)"),
        // The leading marble of one's own, whatever it pushes.
        (Nacre, "c3c6", "c3c4"),
        (Nacre, "c4c6", "c4c5"),
        (Nacre, "i5i7", "i5i6"),
        (Nacre, "i5-i7", "i5i6"),
        (Nacre, "i5i6", "your own marble on i6 is in the way"),
        (Nacre, "i5i8", "the marble on i7 is not yours"),
        (Nacre, "c3c7", "expected a cell up to three steps from c3, where the leading marble goes, found c7 (at character 3)"),
        (Nacre, "c3c5d4", "expected two cells, found d4 as a third (at character 5)"),
        (Nacre, "c3c3", "expected a cell that a line of up to three marbles from c3 leads to, found c3 (at character 3)"),
        (Nacre, "c3i5", "expected a cell that a line of up to three marbles from c3 leads to, found i5 (at character 3)"),
        // A broadside by its farther pair.
        (Nacre, "c3d6", "c3c5d4"),
        (Nacre, "c5d3", "c3c5d3"),
        (Nacre, "c3d5", "c3c4d4"),
        (Nacre, "c4d3", "c3c4d3"),
        (Nacre, "g3f5", "there is no marble on g3"),
        (Nacre, "g5f4", "the marble on g5 is not yours"),
        // The first empty cell beyond everything, or the marble that falls.
        (PlayStrategy, "c3c6", "c3c4"),
        (PlayStrategy, "i5i8", "i5i6"),
        (PlayStrategy, "i5i7", "expected i8, the first empty cell ahead, found i7 (at character 3)"),
        (PlayStrategy, "c3d6", "c3c5d4"),
        (PlayStrategy, "c3c5d4", "expected two cells, found d4 as a third (at character 5)"),
    ] {
        check(notation, text, expected);
    }
}

#[test]
fn an_ejection_names_the_marble_that_falls() {
    let position: Position = "5/6/7/8/6bbw/8/7/6/5 b".parse().unwrap();
    for text in ["e7e9", "e7xe9", "E7XE9"] {
        assert_eq!(PlayStrategy.parse(&position, text).unwrap().to_string(), "e7e8");
    }
    assert_eq!(
        PlayStrategy.parse(&position, "e7e8").unwrap_err().to_string(),
        "expected e9, the cell of the ejected marble, found e8 (at character 3)"
    );
}

/// Why the nearer pair of a broadside of three is never read as such: it always names a broadside of two as well.
#[test]
fn the_nearer_pair_of_three_names_two() {
    let position: Position = "5/6/7/8/9/8/2bbb2/6/5 b".parse().unwrap();
    let three = position.parse_move("c3c5d4").unwrap();
    assert_eq!(Nacre.format(&position, three), "c3d6");
    assert_eq!(Nacre.parse(&position, "c5d4").unwrap().to_string(), "c4c5d4");
}

proptest! {
    /// In every position each notation names each legal move differently, and reads it back.
    #[test]
    fn each_legal_move_has_its_own_name((start, moves) in game(120)) {
        let position = replay(start, &moves);
        for notation in MoveNotation::ALL {
            let mut names = HashMap::new();
            for m in &position.legal_moves() {
                let name = notation.format(&position, m);
                prop_assert_eq!(notation.parse(&position, &name), Ok(m), "{} {}", notation, &name);
                prop_assert_eq!(notation.parse(&position, &name.to_uppercase()), Ok(m));
                if let Some(other) = names.insert(name.clone(), m) {
                    prop_assert!(false, "{} names {:?} and {:?} {}", notation, m, other, name);
                }
            }
        }
    }

    /// Whatever a reader takes is legal, and whatever it is given, it answers.
    #[test]
    fn any_text_is_answered((start, moves) in game(60), text in "\\PC{0,8}|([a-iA-I][1-9][-x: ]?){2,3}") {
        let position = replay(start, &moves);
        for notation in MoveNotation::ALL {
            for answer in [notation.parse(&position, &text), notation.parse_mirrored(&position, &text)] {
                match answer {
                    Ok(m) => prop_assert!(position.is_legal(m)),
                    Err(ParseMoveError::Syntax(error)) => prop_assert!(error.at <= text.len()),
                    Err(ParseMoveError::Illegal(_)) => {}
                }
            }
        }
    }

    /// With letter and digit exchanged, the mirrored reader sees what the other one sees.
    #[test]
    fn mirrored_cells_are_understood((start, moves) in game(60)) {
        let position = replay(start, &moves);
        for m in &position.legal_moves() {
            let name = Nacre.format(&position, m);
            let mirrored: String = name.as_bytes().chunks(2).flat_map(|cell| {
                [(cell[1] - b'1' + b'a') as char, (cell[0] - b'a' + b'1') as char]
            }).collect();
            prop_assert_eq!(Nacre.parse_mirrored(&position, &mirrored), Ok(m));
        }
    }
}

#[test]
fn notations_are_found_by_name() {
    for notation in MoveNotation::ALL {
        assert_eq!(notation.name().parse(), Ok(notation));
        assert_eq!(notation.name().to_lowercase().parse(), Ok(notation));
    }
    assert_eq!("abapro".parse(), Ok(AbaPro));
    assert_eq!(
        "san".parse::<MoveNotation>().unwrap_err().to_string(),
        "expected aba-pro, nacre or playstrategy, found 'san' (at character 1)"
    );
}
