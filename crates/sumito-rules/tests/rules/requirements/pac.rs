//! R33 to R38: the pac.

use sumito_rules::{Direction, IllegalMove};

use super::{draw, plays, refuses};

#[test]
fn r33_equal_numbers_do_not_push() {
    let position = draw(
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . b b w w . .
         . . . . . . . .
          b b b w w w .
           . . . . . .
            . . . . .
        ",
    );
    for position in [position, position.swap_colors()] {
        assert!(position.pushes().is_empty());
    }
}

#[test]
fn r34_the_pacs_are_1_1_and_2_2_and_3_3() {
    let picture = "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . b b b w w w . .
         . . . . . . . .
          . b b w w . .
           . . . . . .
            . b w . .
        ";
    refuses("a2", Direction::East, IllegalMove::Pac(1), picture);
    refuses("c2-c3", Direction::East, IllegalMove::Pac(2), picture);
    refuses("e2-e4", Direction::East, IllegalMove::Pac(3), picture);
}

#[test]
fn r35_marbles_beyond_three_do_not_count() {
    refuses(
        "e2-e4",
        Direction::East,
        IllegalMove::FourAgainstThree,
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        b b b b w w w . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
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
        b b b b w w w . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
    refuses(
        "e2-e4",
        Direction::East,
        IllegalMove::Pac(3),
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . b b b w w w w .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
}

#[test]
fn r36_three_in_line_hold_against_any_number() {
    let position = draw(
        "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        b b b b b w w w .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
    for position in [position, position.swap_colors()] {
        assert!(position.pushes().is_empty());
    }
}

#[test]
fn r37_a_pac_is_broken_along_another_axis() {
    // Along the row nothing moves, but across it three push one of the marbles out of the line.
    let picture = "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . b b b w w w . .
         . . . b . . . .
          . . b . . . .
           . b . . . .
            . . . . .
        ";
    refuses("e2-e4", Direction::East, IllegalMove::Pac(3), picture);
    plays(
        "b2c3",
        "sumito-3-1",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . w . . .
        . b b b w w w . .   . b b b b w w . .
         . . . b . . . .     . . . b . . . .
          . . b . . . .       . . b . . . .
           . b . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
}

#[test]
fn r38_the_pac_on_a_b_is_broken_on_c_d() {
    let picture = "
            . . . . .
           . . . . . .
          . . b . . . .
         . . . b . . . .
        . . b b w w . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        ";
    refuses("e3-e4", Direction::East, IllegalMove::Pac(2), picture);
    plays(
        "g5f5",
        "sumito-2-1",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . b . . . .       . . . . . . .
         . . . b . . . .     . . . b . . . .
        . . b b w w . . .   . . b b b w . . .
         . . . . . . . .     . . . . w . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    // The line is open now: two against one.
    plays(
        "e4e5",
        "sumito-2-1",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . b . . . .     . . . b . . . .
        . . . b b w . . .   . . . . b b w . .
         . . . . w . . .     . . . . w . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
}
