//! The requirements of the rule books, R1 to R42: each has a test with its number.
//!
//! In the pictures `b` is to move. Every example is also played with the colors exchanged and on the board turned and reflected.

use sumito_rules::{Cells, Color, Direction, IllegalMove, Move, Position, Symmetry};

mod ending;
mod movement;
mod pac;
mod reasons;
mod set_up;
mod sumito;

/// The position of a picture, Black to move.
fn draw(picture: &str) -> Position {
    Position::draw(picture, Color::Black)
}

/// Two boards side by side: before a move and after it.
fn draw_both(pictures: &str) -> [Position; 2] {
    let mut halves = [String::new(), String::new()];
    for line in pictures.lines() {
        let marks: Vec<&str> = line.split_whitespace().collect();
        let (left, right) = marks.split_at(marks.len() / 2);
        halves[0] += &(left.join(" ") + "\n");
        halves[1] += &(right.join(" ") + "\n");
    }
    halves.map(|picture| draw(&picture))
}

/// The move leads from the left board to the right one, and is called `kind`.
fn plays(text: &str, kind: &str, pictures: &str) {
    let [before, after] = draw_both(pictures);
    let m = before.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    for symmetry in Symmetry::ALL {
        let (before, after, m) = (before.transform(symmetry), after.transform(symmetry), m.transform(symmetry));
        for (before, after) in [(before, after), (before.swap_colors(), after.swap_colors())] {
            let mut position = before;
            assert_eq!(position.explain(m).key(), kind, "{before} {m}");
            assert_eq!(position.attempt(m.cells(), m.direction()), Ok(m), "{before}");
            position.play(m).unwrap_or_else(|reason| panic!("{before} {m}: {reason}"));
            for color in Color::ALL {
                assert_eq!(position.marbles(color), after.marbles(color), "{before} {m}");
                let gone = before.marbles(color).len() - after.marbles(color).len();
                assert_eq!(position.lost(color) as usize, gone, "{before} {m}");
            }
            assert_eq!(position.turn(), !before.turn(), "{before} {m}");
        }
    }
}

/// The attempt to move the chosen marbles is refused for this reason.
fn refuses(chosen: &str, direction: Direction, reason: IllegalMove, picture: &str) {
    let before = draw(picture);
    let chosen: Cells = chosen.parse().expect(chosen);
    for position in [before, before.swap_colors()] {
        assert_eq!(position.attempt(chosen, direction), Err(reason), "{position} {chosen} {direction}");
    }
    for symmetry in Symmetry::ALL {
        // Where several cells would do, the reason names the first that is read: another one on a turned board.
        let (position, chosen) = (before.transform(symmetry), chosen.transform(symmetry));
        let direction = symmetry.direction(direction);
        let refused = position.attempt(chosen, direction).expect_err("refused however the board is turned");
        assert_eq!(refused.key(), reason.key(), "{position} {chosen} {direction}");
        if let Some(m) = Move::from_cells(chosen, direction) {
            assert!(!position.legal_moves().contains(m) && !position.is_legal(m), "{position} {m}");
            assert_eq!({ position }.play(m).err(), Some(refused), "{position} {m}");
        }
    }
}

/// The legal moves of a picture, as text, for the color to move and for the other with colors exchanged.
fn moves(position: &Position) -> Vec<String> {
    let list = |position: &Position| {
        let mut list: Vec<String> = position.legal_moves().iter().map(|m| m.to_string()).collect();
        list.sort();
        list
    };
    let moves = list(position);
    assert_eq!(list(&position.swap_colors()), moves);
    moves
}
