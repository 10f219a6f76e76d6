//! R39 to R42: marbles leave the board, and the game ends.

use sumito_rules::game::Win;
use sumito_rules::{ByColor, Color, Game, IllegalMove, Layout, Outcome, Position, Rules};

use super::{draw, plays};
use crate::random::Random;

#[test]
fn r39_a_marble_pushed_off_the_board_is_ejected() {
    plays(
        "g5h6",
        "ejection-2-1",
        "
            . . w . .           . . b . .
           . . b . . .         . . b . . .
          . . b . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . . . . . . .   . . . . . . . . .
         . . . . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    plays(
        "a3a2",
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
            w b b . .           b b . . .
        ",
    );
    plays(
        "c3b2",
        "ejection-2-1",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . . . . . . .   . . . . . . . . .
         . . . . . . . .     . . . . . . . .
          . . b . . . .       . . . . . . .
           . b . . . .         . b . . . .
            w . . . .           b . . . .
        ",
    );
}

#[test]
fn r40_marbles_leave_one_at_a_time() {
    plays(
        "e5e6",
        "ejection-3-2",
        "
            . . . . .           . . . . .
           . . . . . .         . . . . . .
          . . . . . . .       . . . . . . .
         . . . . . . . .     . . . . . . . .
        . . . . b b b w w   . . . . . b b b w
         . . . . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
    let mut random = Random::new(40);
    for layout in Layout::all() {
        let mut position = layout.position();
        while let Some(m) = random.choose(&position).filter(|_| position.move_number() < 100) {
            let before = position;
            position.play_unchecked(m);
            let gone = Color::ALL.map(|color| before.marbles(color).len() - position.marbles(color).len());
            assert!(gone[before.turn() as usize] == 0 && gone[!before.turn() as usize] <= 1, "{before} {m}");
        }
    }
}

#[test]
fn r41_the_first_to_eject_six_wins() {
    let fifth = draw(
        "
            . . . . .
           . . . . . .
          . . w . . . .
         . . . . . . . .
        . . . . . b b b w
         . . . . . . . .
          . . b . . . .
           . . . . . .
            . . . . .
        ",
    )
    .with_lost(ByColor::new(5, 5));
    for start in [fifth, fifth.swap_colors()] {
        let winner = start.turn();
        let mut game = Game::from_position(start, Rules::STANDARD);
        assert_eq!(game.outcome(), None);
        game.play(start.parse_move("e6e7").expect("a move")).expect("a legal move");
        assert_eq!(game.outcome(), Some(Outcome::Won { winner, by: Win::Ejections }));
        assert_eq!((game.position().winner(), game.score()[winner]), (Some(winner), 6));
        assert!(game.position().legal_moves().is_empty() && game.legal_moves().is_empty());
        let position: &Position = game.position();
        let answer = position.with_lost(ByColor::default()).legal_moves().nth(0).expect("moves there were");
        assert_eq!(game.play(answer), Err(IllegalMove::GameOver));
    }
}

#[test]
fn r42_black_can_eject_a_white_marble() {
    // Figure 7: in line toward the edge, where a single marble stands.
    let position = draw(
        "
            . . . . w
           . . . w b .
          . . . . b . .
         . . . . b . . .
        . . . . b . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        ",
    );
    for position in [position, position.swap_colors()] {
        let ejections: Vec<String> = position.ejections().iter().map(|m| m.to_string()).collect();
        assert_eq!(ejections, ["g7h8", "f6g7"]);
    }
    plays(
        "f6g7",
        "ejection-3-1",
        "
            . . . . w           . . . . b
           . . . w b .         . . . w b .
          . . . . b . .       . . . . b . .
         . . . . b . . .     . . . . . . . .
        . . . . b . . . .   . . . . b . . . .
         . . . . . . . .     . . . . . . . .
          . . . . . . .       . . . . . . .
           . . . . . .         . . . . . .
            . . . . .           . . . . .
        ",
    );
}
