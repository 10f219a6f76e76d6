//! Text on the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::Style;

/// A buffer that ignores what lies outside of it.
pub(super) struct Page<'a> {
    pub(super) area: Rect,
    pub(super) buffer: &'a mut Buffer,
    /// Whether the terminal has more than ASCII.
    pub(super) unicode: bool,
}

impl<'a> Page<'a> {
    pub(super) fn new(area: Rect, buffer: &'a mut Buffer, unicode: bool) -> Page<'a> {
        Page { area: area.intersection(buffer.area), buffer, unicode }
    }

    /// Writes a line, cut off at the edge.
    pub(super) fn text(&mut self, x: u16, y: u16, text: &str, style: Style) {
        let mut x = x;
        for c in text.chars() {
            self.put(x, y, c, style);
            x = x.saturating_add(1);
        }
    }

    pub(super) fn put(&mut self, x: u16, y: u16, c: char, style: Style) {
        let point = Point::new(x, y);
        if !self.area.contains(point) {
            return;
        }
        // Text from a file or from other players can contain anything; one column each keeps the screen in order.
        let c = match c {
            _ if c.is_control() => ' ',
            _ if !self.unicode && !c.is_ascii() => '?',
            _ => c,
        };
        if let Some(cell) = self.buffer.cell_mut(point) {
            cell.set_char(c).set_style(style);
        }
    }

    /// Writes a text that is longer than a line, in lines of a width, and returns how many there are.
    pub(super) fn paragraph(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        let lines = wrapped(text, usize::from(area.width).max(1));
        for (n, line) in lines.iter().take(area.height.into()).enumerate() {
            self.text(area.x, area.y + n as u16, line, style);
        }
        lines.len().min(area.height.into()) as u16
    }
}

/// The end of a text, if it is too long.
pub(super) fn tail(text: &str, most: usize) -> String {
    let skipped = text.chars().count().saturating_sub(most);
    text.chars().skip(skipped).collect()
}

/// A text in lines of a width, broken between words where possible.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
