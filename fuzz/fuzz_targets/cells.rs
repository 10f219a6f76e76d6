//! Any text is a set of cells that writes and reads back, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sumito_rules::{Cell, Cells};

fuzz_target!(|text: &str| {
    if let Ok(set) = text.parse::<Cells>() {
        assert_eq!(set.to_string().parse(), Ok(set));
    }
    if let Ok(cell) = text.parse::<Cell>() {
        assert_eq!(text.parse(), Ok(Cells::of(cell)));
    }
});
