//! Any text is a position that writes and reads back, or an error inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sumito_rules::Position;

fuzz_target!(|text: &str| {
    match text.parse::<Position>() {
        Ok(position) => assert_eq!(position.to_string().parse(), Ok(position)),
        Err(error) => assert!(error.at <= text.len() && text.is_char_boundary(error.at), "{error}"),
    }
});
