//! R10 to R20: movements, which push nothing.

use sumito_rules::{Cell, Cells, Direction, IllegalMove};

use super::{draw, moves, plays, refuses};

#[test]
fn r10_one_two_or_three_marbles_of_ones_own() {
    let position = draw(
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . b b b . . . .
         . . . . . . . .
          . . w w w . .
           . . . . . .
            . . . . .
        ",
    );
    let sizes = [1, 2, 3].map(|size| position.legal_moves().iter().filter(|m| m.len() == size).count());
    // Singles: the outer two in five directions, the middle one in four; then in line both ways, and sideways in four directions.
    assert_eq!(sizes, [14, 2 + 2 * 4, 2 + 4]);
    assert!(position.legal_moves().iter().all(|m| m.cells().is_subset(position.ours())));
    refuses(
        "c3",
        Direction::NorthEast,
        IllegalMove::NotYourMarble(Cell::C3),
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . b b b . . . .
         . . . . . . . .
          . . w w w . .
           . . . . . .
            . . . . .
        ",
    );
}

#[test]
fn r11_every_marble_moves_one_space() {
    plays(
        "e3e4",
        "inline-3",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . b b b . . . .   . . . b b b . . .
         . . . . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    for m in &draw(
        "
            . . . . .
           . w w . . .
          . . b . . . .
         . . . b . . . .
        . . . . b . . . .
         . . . . . . . .
          . . . . . . .
           . b b b . .
            . . . . .
        ",
    )
    .legal_moves()
    {
        let steps = m.cells().iter().map(|cell| cell.neighbor(m.direction()));
        assert_eq!(steps.flatten().collect::<Cells>(), m.destinations(), "{m}");
        assert_eq!(m.destinations().len(), m.len() as usize, "{m}");
    }
}

#[test]
fn r12_six_directions() {
    assert_eq!(
        moves(&draw(
            "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . b . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        "
        )),
        ["e5d4", "e5d5", "e5e4", "e5e6", "e5f5", "e5f6"]
    );
}

#[test]
fn r13_a_single_marble_goes_to_a_free_space_next_to_it() {
    assert_eq!(
        moves(&draw(
            "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            b w . . .
        "
        )),
        ["a1b1", "a1b2"]
    );
    plays(
        "a1b1",
        "single",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . . . . . . .   . . . . . . . . .
         . . . . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         b . . . . .
            b w . . .           . w . . .
        ",
    );
}

#[test]
fn r14_two_or_three_touch_in_one_line() {
    let picture = "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . b . . .
        . . . . b b . . .
         . . . . . . . .
          . . b . b b .
           . . . . . .
            . . . . .
        ";
    refuses("c3 c5", Direction::NorthEast, IllegalMove::NotContiguous, picture);
    refuses("c3 c5 c6", Direction::East, IllegalMove::NotContiguous, picture);
    refuses("e5 e6 f6", Direction::East, IllegalMove::NotInLine, picture);
    refuses("c3 e6", Direction::East, IllegalMove::NotInLine, picture);
}

#[test]
fn r15_they_move_together_in_one_direction() {
    plays(
        "d3d5e4",
        "broadside-3",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . . . . . . .   . . . b b b . . .
         . . b b b . . .     . . . . . . . .
          . . w . . . .       . . w . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
}

#[test]
fn r16_in_line_forward_or_back() {
    plays(
        "d3e4",
        "inline-3",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . b . . .
         . . . b . . . .     . . . b . . . .
        . . . b . . . . .   . . . b . . . . .
         . . b . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    plays(
        "f5e4",
        "inline-3",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . b . . . .     . . . . . . . .
        . . . b . . . . .   . . . b . . . . .
         . . b . . . . .     . . b . . . . .
          . . . . . . .       . b . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    plays(
        "e5f5",
        "inline-2",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . b . . . .
         . . . b . . . .     . . . b . . . .
        . . . . b . . . .   . . . . . . . . .
         . . . . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
}

#[test]
fn r17_a_broadside_keeps_its_line_one_space_aside() {
    plays(
        "c3c4d3",
        "broadside-2",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . . . . . . .   . . . . . . . . .
         . . . . . . . .     . . b b . . . .
          . . b b . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    plays(
        "c3e5c4",
        "broadside-3",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . . b . . . .   . . . . . b . . .
         . . . b . . . .     . . . . b . . .
          . . b . . . .       . . . b . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
}

#[test]
fn r18_a_movement_needs_free_spaces() {
    let picture = "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . w . .
         . . . w . b . .
          . . b b b . .
           . . . . . .
            b b b . .
        ";
    refuses("d6", Direction::NorthEast, IllegalMove::Pac(1), picture);
    refuses("c5", Direction::NorthEast, IllegalMove::BlockedByOwn(Cell::D6), picture);
    refuses("c3-c5", Direction::NorthEast, IllegalMove::BroadsideCannotPush(Cell::D4), picture);
    refuses("c4 c5", Direction::NorthEast, IllegalMove::BlockedByOwn(Cell::D6), picture);
    refuses("a1-a3", Direction::West, IllegalMove::OffTheBoard(Cell::A1), picture);
    refuses("a1-a3", Direction::SouthEast, IllegalMove::OffTheBoard(Cell::A1), picture);
}

#[test]
fn r19_never_more_than_three() {
    let picture = "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . b b b b w .
           . . . . . .
            . . . . .
        ";
    for direction in Direction::ALL {
        refuses("c2-c5", direction, IllegalMove::MoreThanThree, picture);
    }
}

#[test]
fn r20_any_one_to_three_of_a_longer_row() {
    let row = moves(&draw(
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . b b b b b .
           . . . . . .
            . . . . .
        ",
    ));
    let count = |wanted: &str| row.iter().filter(|text| wanted.split(' ').any(|m| m == *text)).count();
    // In line with the front three, two or one; sideways with any one, two or three that touch.
    assert_eq!(count("c4c5 c5c6 c6c7"), 3);
    assert_eq!(count("c2d3 c3d4 c4d5 c5d6 c6d7 c2c3d3 c3c4d4 c4c5d5 c5c6d6 c2c4d3 c3c5d4 c4c6d5"), 12);
    plays(
        "c3c5d4",
        "broadside-3",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . . . . . . .   . . . . . . . . .
         . . . . . . . .     . . . b b b . .
          . b b b b b .       . b . . . b .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
}
