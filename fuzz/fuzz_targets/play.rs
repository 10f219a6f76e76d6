//! However a game goes, the hash and the undo information stay true.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sumito_rules::{Layout, Position};

fuzz_target!(|choices: &[u8]| {
    let Some((&first, choices)) = choices.split_first() else { return };
    let layouts = Layout::all();
    let mut position = layouts[first as usize % layouts.len()].position();
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = moves.nth(choice as usize % moves.len()).expect("there are so many");
        let before = position;
        let undo = position.play(m).expect("generated moves are legal");
        let read: Position = position.to_string().parse().expect("the text of a position");
        assert_eq!(read, position, "{before} {m}");
        let mut back = position;
        back.undo(undo);
        assert_eq!(back, before, "{m}");
    }
});
