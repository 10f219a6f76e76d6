//! However a party game goes and whoever leaves, hash and text stay true, and the checked calls agree with the generator.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sumito_rules::Rules;
use sumito_rules::party::{Departure, Game, Layout, Position, Seat};

fuzz_target!(|choices: &[u8]| {
    let Some((&first, choices)) = choices.split_first() else { return };
    let layouts = Layout::all();
    let layout = &layouts[first as usize % layouts.len()];
    let mut game = Game::new(layout, Rules::default().with_ply_limit(Some(200)));
    for &choice in choices {
        let before = *game.position();
        let seat = Seat::ALL[choice as usize % 6];
        match choice {
            250.. => {
                let could = game.outcome().is_none() && !before.has_left(seat);
                assert_eq!(game.leave(seat, Departure::ALL[choice as usize % 4]).is_ok(), could, "{seat} leaves {before}");
            }
            240..250 => {
                if game.take_back(seat) {
                    assert!(game.ply() < 200);
                }
            }
            _ => {
                let moves = game.legal_moves();
                assert_eq!(moves.is_empty(), game.outcome().is_some(), "{before}");
                let Some(m) = moves.nth(choice as usize % moves.len().max(1)) else { break };
                game.play(m).expect("generated moves are legal");
            }
        }
        let position = game.position();
        let read: Position = position.to_string().parse().expect("the text of a position");
        assert_eq!(read.with_marbles_to_win(position.marbles_to_win()), *position, "{before} {choice}");
        let lost: usize = layout.seating.seats().map(|seat| game.lost(seat)).sum();
        let ejected: usize = layout.seating.seats().map(|seat| position.ejected_by(seat) as usize).sum();
        assert_eq!(lost, ejected, "{position}");
    }
});
