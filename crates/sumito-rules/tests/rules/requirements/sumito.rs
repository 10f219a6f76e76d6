//! R21 to R32: the sumito.

use std::collections::BTreeSet;

use sumito_rules::{Cell, Cells, Color, Direction, IllegalMove, Position};

use super::{draw, plays, refuses};

#[test]
fn r21_superior_numbers_push() {
    plays(
        "e2e3",
        "sumito-2-1",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . b b w . . . . .   . . b b w . . . .
         . . . . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    refuses(
        "e2",
        Direction::East,
        IllegalMove::Outnumbered { own: 1, foes: 2 },
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . b w w . . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
    refuses(
        "e2-e3",
        Direction::East,
        IllegalMove::Outnumbered { own: 2, foes: 3 },
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . b b w w w . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
}

#[test]
fn r22_two_push_one_and_three_push_one_or_two() {
    let row: Vec<Cell> = Cell::all().filter(|cell| cell.row() == 4).collect();
    let mut sumitos = BTreeSet::new();
    for own in 1..=4 {
        for foes in 1..=4 {
            let (black, rest) = row.split_at(own);
            let [black, white] = [black, &rest[..foes]].map(|cells| cells.iter().copied().collect::<Cells>());
            let position = Position::new(black, white, Color::Black).expect("two colors apart");
            for position in [position, position.swap_colors()] {
                for m in &position.pushes() {
                    assert_eq!(position.pushed(m), white);
                    sumitos.insert((m.len(), foes));
                }
            }
        }
    }
    assert_eq!(sumitos, BTreeSet::from([(2, 1), (3, 1), (3, 2)]));
    plays(
        "c1c2",
        "sumito-3-1",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . . . . . . .   . . . . . . . . .
         . . . . . . . .     . . . . . . . .
          b b b w . . .       . b b b w . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    plays(
        "c1c2",
        "sumito-3-2",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . . . . . . .   . . . . . . . . .
         . . . . . . . .     . . . . . . . .
          b b b w w . .       . b b b w w .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
}

#[test]
fn r23_a_push_goes_along_the_line() {
    let picture = "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . w . . . . .
         . . b b b w . .
          . . . . . . .
           . . . . . .
            . . . . .
        ";
    plays(
        "d3d4",
        "sumito-3-1",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . w . . . . .   . . . w . . . . .
         . . b b b w . .     . . . b b b w .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    refuses("d3-d5", Direction::NorthEast, IllegalMove::BroadsideCannotPush(Cell::E4), picture);
    refuses("d3-d5 e4", Direction::NorthEast, IllegalMove::NotInLine, picture);
}

#[test]
fn r24_the_marbles_touch() {
    // Over a gap the same move is a movement, and pushes nothing.
    plays(
        "e2e3",
        "inline-2",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . b b . w . . . .   . . b b w . . . .
         . . . . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    plays(
        "e2e3",
        "sumito-2-1",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . b b w . w . . .   . . b b w w . . .
         . . . . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
}

#[test]
fn r25_a_free_space_behind_the_pushed() {
    plays(
        "e2e3",
        "sumito-3-2",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . b b b w w . w .   . . b b b w w w .
         . . . . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    refuses(
        "e2-e4",
        Direction::East,
        IllegalMove::NoSpaceBehind(Cell::E6),
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . b b b w b . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
}

#[test]
fn r26_or_the_edge_of_the_board() {
    plays(
        "e6e7",
        "ejection-3-1",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . . . b b b w   . . . . . . b b b
         . . . . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    plays(
        "a3a4",
        "ejection-2-1",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . . . . . . .   . . . . . . . . .
         . . . . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . b b w           . . . b b
        ",
    );
}

#[test]
fn r27_a_push_is_by_one_space() {
    plays(
        "b1c2",
        "sumito-3-1",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . w . . . .
        . . . w . . . . .   . . . b . . . . .
         . . b . . . . .     . . b . . . . .
          . b . . . . .       . b . . . . .
           b . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
}

#[test]
fn r28_nobody_is_obliged_to_push() {
    let position = draw(
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . b b b w
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
    assert_eq!(position.ejections().len(), 2);
    assert!(position.quiet_moves().len() > 2);
    plays(
        "e6d5",
        "single",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . . . b b b w   . . . . . . b b w
         . . . . . . . .     . . . . b . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
}

#[test]
fn r29_no_push_without_a_free_space_behind() {
    refuses(
        "d2-d4 d5",
        Direction::East,
        IllegalMove::NoSpaceBehind(Cell::D6),
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
         . b b b w b . .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
    refuses(
        "d2-d4",
        Direction::East,
        IllegalMove::NoSpaceBehind(Cell::D7),
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
         . b b b w w b .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
}

#[test]
fn r30_no_push_over_a_gap() {
    refuses(
        "d2-d3 d5",
        Direction::East,
        IllegalMove::GapBetween(Cell::D4),
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
         . b b . w . . .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
}

#[test]
fn r31_no_push_out_of_line() {
    refuses(
        "d2-d4 e6",
        Direction::East,
        IllegalMove::NotInLine,
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . w . . .
         . b b b . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
    refuses(
        "d2-d4 e5",
        Direction::NorthEast,
        IllegalMove::NotInLine,
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . w . . . .
         . b b b . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
}

#[test]
fn r32_of_four_against_two_the_fourth_stays() {
    plays(
        "e2e3",
        "sumito-3-2",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        b b b b w w . . .   b . b b b w w . .
         . . . . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    refuses(
        "e1-e4",
        Direction::East,
        IllegalMove::MoreThanThree,
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        b b b b w w . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
}
