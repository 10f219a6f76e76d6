//! The diagram as text for terminals.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;

use super::{Diagram, Highlight, describe};
use crate::cell::{Cell, Direction};
use crate::party::Seat;

/// What a terminal can show.
///
/// ```
/// use sumito_rules::Cell;
/// use sumito_rules::diagram::{Diagram, TextStyle};
/// use sumito_rules::party::Seat;
///
/// let diagram = Diagram::from_marbles([(Cell::E5, Seat::Black)]);
/// assert!(diagram.text(TextStyle::ASCII).contains("e . . . . b . . . ."));
/// assert!(diagram.text(TextStyle::PLAIN).contains("e · · · · ● · · · ·"));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextStyle {
    /// Whether to color the board with ANSI escape codes (256 colors).
    pub color: bool,
    /// Whether marbles are drawn as round signs rather than letters.
    pub unicode: bool,
}

impl TextStyle {
    /// Letters for marbles, no color; works in every terminal.
    pub const ASCII: TextStyle = TextStyle { color: false, unicode: false };

    /// Round marbles, no color.
    pub const PLAIN: TextStyle = TextStyle { color: false, unicode: true };

    /// Round marbles on a painted board.
    pub const COLOR: TextStyle = TextStyle { color: true, unicode: true };

    fn marble(self, color: Seat) -> char {
        match self {
            TextStyle { unicode: false, .. } => color.letter(),
            // On the colored board, white marbles are solid and white; without color, the terminal's colors are unknown.
            TextStyle { color: true, .. } if color == Seat::White => '●',
            _ => ['●', '○', '■', '▲', '◆', '★'][color as usize],
        }
    }

    const fn hollow(self) -> char {
        if self.unicode { '·' } else { '.' }
    }
}

/// Some of the 256 colors that terminals have in common.
mod ansi {
    pub(super) const BOARD: u8 = 137;
    pub(super) const HOLLOW: u8 = 94;
    pub(super) const HIGHLIGHT: u8 = 228;
    pub(super) const MARBLES: [u8; 6] = [16, 231, 19, 124, 22, 226];
}

/// Before and after the highlighted cells of a row, by kind.
const BRACKETS: [[char; 2]; 5] = [['[', ']'], ['{', '}'], ['(', ')'], ['!', '!'], ['<', '>']];

/// One character of the picture.
#[derive(Copy, Clone, PartialEq)]
struct Ink {
    sign: char,
    color: Option<u8>,
    on_board: bool,
}

const BLANK: Ink = Ink { sign: ' ', color: None, on_board: false };

impl Diagram {
    /// Writes the board in nine rows with its coordinates, then whose turn it is and what was lost or ejected, each line ending with a
    /// line feed.
    ///
    /// Highlighted cells are in brackets: `[` `]` the last move, `{` `}` chosen, `(` `)` targets, `!` `!` threats, `<`
    /// `>` marks. Arrows are not drawn.
    pub fn text(&self, style: TextStyle) -> String {
        // A line above and below the rows and two columns beside them, for the coordinates.
        let mut lines = [[BLANK; 21]; 11];
        for cell in Cell::all() {
            let (line, column) = place(self.view.cell(cell));
            for ink in &mut lines[line][column - 1..=column + 1] {
                ink.on_board = true;
            }
            let marble = self.marbles[cell.index()];
            lines[line][column].sign = marble.map_or(style.hollow(), |color| style.marble(color));
            lines[line][column].color = Some(marble.map_or(ansi::HOLLOW, |color| ansi::MARBLES[color as usize]));
        }
        for kind in Highlight::ALL {
            let cells = self.highlights[kind as usize].transform(self.view);
            for cell in cells {
                let (line, column) = place(cell);
                let neighbors = [Direction::West, Direction::East].map(|direction| cell.neighbor(direction));
                for (side, neighbor) in neighbors.into_iter().enumerate() {
                    let inside = neighbor.is_some_and(|neighbor| cells.contains(neighbor));
                    let ink = &mut lines[line][column - 1 + 2 * side];
                    ink.sign = if inside { ' ' } else { BRACKETS[kind as usize][side] };
                    ink.color = Some(ansi::HIGHLIGHT);
                }
            }
        }
        if self.coordinates {
            for (glyph, cell, outward) in self.labels() {
                let (line, column) = place(self.view.cell(cell));
                let (line, column) = match outward {
                    Direction::East => (line, column + 2),
                    Direction::NorthEast => (line - 1, column + 1),
                    Direction::NorthWest => (line - 1, column - 1),
                    Direction::West => (line, column - 2),
                    Direction::SouthWest => (line + 1, column - 1),
                    Direction::SouthEast => (line + 1, column + 1),
                };
                lines[line][column].sign = glyph;
            }
        }
        let mut text = String::new();
        for line in lines {
            let shows = |ink: &Ink| ink.sign != ' ' || style.color && ink.on_board;
            let end = line.iter().rposition(shows).map_or(0, |last| last + 1);
            if end > 0 {
                write_line(&mut text, &line[..end], style);
            }
        }
        for line in self.notes(style) {
            write_line(&mut text, &line, style);
        }
        text
    }

    /// Whose turn it is and what was lost or ejected.
    fn notes(&self, style: TextStyle) -> Vec<Vec<Ink>> {
        let marble = |color: Seat| Ink { sign: style.marble(color), color: Some(ansi::MARBLES[color as usize]), on_board: true };
        let words = |text: &str| text.chars().map(|sign| Ink { sign, ..BLANK }).collect::<Vec<_>>();
        let mut notes = Vec::new();
        if let Some(color) = self.turn {
            notes.push([vec![marble(color)], words(&format!(" {color} to move"))].concat());
        }
        for (tally, word) in [(&self.lost, "lost: "), (&self.ejected, "ejected: ")] {
            let mut note = Vec::new();
            for (color, count) in describe::known(tally) {
                note.extend(words(if note.is_empty() { word } else { ", " }));
                note.push(marble(color));
                note.extend(words(&format!(" {color} {count}")));
            }
            notes.extend((!note.is_empty()).then_some(note));
        }
        notes
    }
}

/// Line and column of a cell as seen.
fn place(seen: Cell) -> (usize, usize) {
    let row = seen.row() as usize;
    // Row a begins four columns to the right of row e, whose first cell stands in column 2.
    (9 - row, 2 * seen.digit() as usize + 4 - row)
}

fn write_line(text: &mut String, line: &[Ink], style: TextStyle) {
    let painted = |ink: &Ink| (ink.on_board, ink.color.filter(|_| ink.on_board));
    let mut current = (false, None);
    for ink in line {
        let next = painted(ink);
        // A space has no foreground: only the background matters.
        let same = current == next || (ink.sign == ' ' && current.0 == next.0);
        if style.color && !same {
            // Writing to a string cannot fail.
            let _ = match next {
                (true, Some(color)) if current.0 => write!(text, "\x1b[38;5;{color}m"),
                (true, Some(color)) => write!(text, "\x1b[48;5;{};38;5;{color}m", ansi::BOARD),
                (true, None) => write!(text, "\x1b[48;5;{}m", ansi::BOARD),
                (false, _) => write!(text, "\x1b[0m"),
            };
            current = next;
        }
        text.push(ink.sign);
    }
    if style.color && current.0 {
        text.push_str("\x1b[0m");
    }
    text.push('\n');
}
