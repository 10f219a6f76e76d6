//! Any text is a position that writes and reads back, or an error inside the text: in every notation.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sumito_rules::notation::{PositionNotation, position_or_layout, recognize_position};
use sumito_rules::{ParseError, Position, party};

fuzz_target!(|text: &str| {
    for notation in PositionNotation::ALL {
        match notation.parse(text) {
            Ok(position) => check_back(notation, position),
            Err(error) => check_place(text, &error),
        }
    }
    match recognize_position(text) {
        Ok((position, notation)) => assert_eq!(notation.parse(text), Ok(position)),
        Err(error) => check_place(text, &error),
    }
    if let Err(error) = position_or_layout(text) {
        check_place(text, &error);
    }
    match text.parse::<party::Position>() {
        Ok(position) => assert_eq!(position.to_string().parse(), Ok(position)),
        Err(error) => check_place(text, &error),
    }
});

fn check_back(notation: PositionNotation, position: Position) {
    let written = notation.format(&position);
    assert_eq!(notation.parse(&written), Ok(position), "{written}");
    assert_eq!(recognize_position(&written).map(|(position, _)| position), Ok(position), "{written}");
}

fn check_place(text: &str, error: &ParseError) {
    assert!(text.is_char_boundary(error.at), "{error}");
}
