//! R1 to R9: the board, the marbles, and the turns.

use sumito_rules::explain::MoveKind;
use sumito_rules::{Cell, Color, Game, IllegalMove, Layout, Rules, Symmetry};

use super::draw;
use crate::random::Random;

#[test]
fn r01_two_players_on_a_hexagon_of_61_cells() {
    let rows = "abcdefghi".chars().map(|row| Cell::all().filter(|cell| cell.to_string().starts_with(row)).count());
    assert_eq!(rows.collect::<Vec<_>>(), [5, 6, 7, 8, 9, 8, 7, 6, 5]);
    assert_eq!(Cell::all().count(), 61);
    assert_eq!(Color::ALL.map(|color| color.to_string()), ["Black", "White"]);
}

#[test]
fn r02_fourteen_marbles_each() {
    for color in Color::ALL {
        assert_eq!(Layout::STANDARD.position().marbles(color).len(), 14);
    }
}

#[test]
fn r03_the_start_of_figure_1() {
    let figure = draw(
        "
            w w w w w
           w w w w w w
          . . w w w . .
         . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . . b b b . .
           b b b b b b
            b b b b b
        ",
    );
    assert_eq!(Layout::STANDARD.position(), figure);
}

#[test]
fn r04_the_colors_may_be_drawn_by_lot() {
    // Seen from the other side of the table the start is the same, so that the lot decides only who begins.
    let start = Layout::STANDARD.position();
    let other_side = start.swap_colors().transform(Symmetry::HALF_TURN);
    assert_eq!(other_side, start.with_turn(Color::White));
}

#[test]
fn r05_black_begins() {
    for layout in Layout::all() {
        assert_eq!(Game::new(layout, Rules::STANDARD).position().turn(), Color::Black, "{}", layout.name);
    }
}

#[test]
fn r06_the_players_move_in_turn() {
    let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::STANDARD);
    let mut random = Random::new(6);
    for ply in 0..50 {
        assert_eq!(game.position().turn(), Color::ALL[ply % 2]);
        let m = random.choose(game.position()).expect("a move");
        game.play(m).expect("a legal move");
    }
}

#[test]
fn r07_one_move_in_a_turn() {
    let mut position = Layout::STANDARD.position();
    for (first, second) in [("c3d3", Cell::C4), ("g5f4", Cell::G6)] {
        let m = position.parse_move(first).expect(first);
        position.play(m).expect(first);
        // The mover has no second move.
        assert!(position.legal_moves().iter().all(|m| m.cells().is_subset(position.ours())));
        let again = position.attempt(second.into(), m.direction());
        assert_eq!(again, Err(IllegalMove::NotYourMarble(second)));
    }
}

#[test]
fn r08_a_turn_is_a_movement_or_a_sumito() {
    let mut random = Random::new(8);
    let mut kinds = [0; 2];
    for layout in Layout::all() {
        let mut position = layout.position();
        for _ in 0..40 {
            for m in &position.legal_moves() {
                let pushes = matches!(position.explain(m).kind, MoveKind::Sumito { .. });
                assert_eq!(position.pushes().contains(m), pushes, "{position} {m}");
                assert_eq!(position.quiet_moves().contains(m), !pushes, "{position} {m}");
                kinds[usize::from(pushes)] += 1;
            }
            let Some(m) = random.choose(&position) else { break };
            position.play_unchecked(m);
        }
    }
    assert!(kinds.iter().all(|&count| count > 1000), "{kinds:?}");
}

#[test]
fn r09_a_move_once_made_is_not_changed() {
    let mut game = Game::new(&Layout::STANDARD, Rules::STANDARD);
    for (made, wanted) in [("c3d3", "c4d4"), ("g5f4", "g6f5")] {
        let wanted = game.position().parse_move(wanted).expect(wanted);
        let made = game.position().parse_move(made).expect(made);
        game.play(made).expect("a legal move");
        let (moves, position) = (game.moves().to_vec(), *game.position());
        assert!(matches!(game.play(wanted), Err(IllegalMove::NotYourMarble(_))));
        assert!(game.play(made).is_err());
        assert_eq!((game.moves(), game.position()), (&moves[..], &position));
    }
}
