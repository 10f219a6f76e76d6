//! Any text is a legal move of the position, in every notation, or an error: first the number of a position, then the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sumito_rules::notation::{MoveNotation, ParseMoveError};
use sumito_rules::{Layout, party};

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let layouts = Layout::all();
    let mut position = layouts[number as usize % layouts.len()].position();
    // Some plies into the game, so that there is something to push.
    for ply in 0..number as usize {
        let moves = position.legal_moves();
        let Some(m) = moves.nth((7 * ply + number as usize) % moves.len().max(1)) else { break };
        position.play_unchecked(m);
    }
    for notation in MoveNotation::ALL {
        for parsed in [notation.parse(&position, text), notation.parse_mirrored(&position, text)] {
            match parsed {
                Ok(m) => {
                    assert!(position.legal_moves().contains(m), "{position} {text}");
                    assert_eq!(notation.parse(&position, &notation.format(&position, m)), Ok(m), "{position} {text}");
                }
                Err(ParseMoveError::Syntax(error)) => assert!(text.is_char_boundary(error.at), "{error}"),
                Err(ParseMoveError::Illegal(_)) => {}
            }
        }
    }
    let layouts = party::Layout::all();
    let party = layouts[number as usize % layouts.len()].position();
    if let Ok(m) = party.parse_move(text) {
        assert!(party.legal_moves().contains(m), "{party} {text}");
    }
});
