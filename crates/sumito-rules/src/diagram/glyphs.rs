//! The letters and digits of the coordinates as strokes, so that a diagram looks the same wherever it is drawn and needs no font.

/// The path of a letter from a to i or of a digit from 1 to 9, to be stroked with round ends. It is about ten units wide and
/// stands on the line y = 8; its middle is at the origin.
pub(super) fn path(glyph: char) -> &'static str {
    match glyph {
        'a' => "M4.5-2V8M4.5 3A4.5 5 0 1 1-4.5 3A4.5 5 0 1 1 4.5 3",
        'b' => "M-4.5-8V8M-4.5 3A4.5 5 0 1 1 4.5 3A4.5 5 0 1 1-4.5 3",
        'c' => "M3.8-.2A4.6 5 0 1 0 3.8 6.2",
        'd' => "M4.5-8V8M4.5 3A4.5 5 0 1 1-4.5 3A4.5 5 0 1 1 4.5 3",
        'e' => "M-4.5 3H4.5A4.5 5 0 1 0 3.4 6.4",
        'f' => "M4-7.6C.6-8.8-1-7-1-4.5V8M-4.5-2H3.5",
        'g' => "M4.5-2V8.5C4.5 14-3 14-4 11M4.5 3A4.5 5 0 1 1-4.5 3A4.5 5 0 1 1 4.5 3",
        'h' => "M-4-8V8M-4 2C-4-3.5 4-3.5 4 2V8",
        'i' => "M0-2V8M0-7V-6.9",
        '1' => "M-3.5-4L.8-8V8",
        '2' => "M-4.3-4.2A4.4 4.2 0 0 1 4.3-4.2C4.3-.5-2 3-4.8 8H4.8",
        '3' => "M-4-6.2C-1.5-9 4-8.4 4-4.2C4-1.5 1.5-.6-.8-.6C2-.6 4.6.6 4.6 3.6C4.6 8.8-2 9.4-4.6 6",
        '4' => "M2.4 8V-8L-5 3.4H5",
        '5' => "M4-8H-3.2L-4-.8C-1.5-2.6 4.6-2.6 4.6 2.8C4.6 8.8-2 9.2-4.6 6.4",
        '6' => "M3-8C-1-6.5-4.6-2-4.6 3.2A4.6 4.8 0 1 0-4 1",
        '7' => "M-4.6-8H4.6L-1.4 8",
        '8' => "M0-.8A3.8 3.6 0 1 1 .1-.8A4.6 4.4 0 1 1-.1-.8",
        '9' => "M4.6-3.2A4.6 4.8 0 1 0 4-1M4.6-3.2C4.6 2-.2 6.8-3 8",
        _ => "",
    }
}
