//! Any text names cells, rules, a layout, a notation, or nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sumito_rules::notation::{MoveNotation, PositionNotation};
use sumito_rules::{Cell, Cells, Layout, Rules, party, record};

fuzz_target!(|text: &str| {
    if let Ok(set) = text.parse::<Cells>() {
        assert_eq!(set.to_string().parse(), Ok(set));
    }
    if let Ok(cell) = text.parse::<Cell>() {
        assert_eq!(text.parse(), Ok(Cells::of(cell)));
    }
    match text.parse::<Rules>() {
        Ok(rules) => assert_eq!(rules.to_string().parse(), Ok(rules)),
        Err(error) => assert!(text.is_char_boundary(error.at), "{error}"),
    }
    if let Some(layout) = Layout::find(text) {
        assert_eq!(Layout::find(layout.name), Some(layout));
    }
    if let Some(layout) = party::Layout::find(text) {
        assert_eq!(party::Layout::find(layout.name).map(|found| found.id), Some(layout.id));
    }
    if let Ok(notation) = text.parse::<MoveNotation>() {
        assert_eq!(notation.name().parse(), Ok(notation));
    }
    if let Ok(notation) = text.parse::<PositionNotation>() {
        assert_eq!(notation.name().parse(), Ok(notation));
    }
    if let Ok(format) = text.parse::<record::Format>() {
        assert_eq!(format.name().parse(), Ok(format));
    }
});
