//! The position in words, for those who hear the diagram instead of seeing it.

use std::fmt::Write;

use super::{Diagram, Highlight, MarbleColor};
use crate::cell::Cell;

impl Diagram {
    /// Reads the diagram in English: whose turn it is, where the marbles are, what was lost, what is marked.
    pub(super) fn describe(&self) -> String {
        let mut text = String::new();
        let mut say = |sentence: String| {
            let gap = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{gap}{sentence}.");
        };
        if let Some(color) = self.turn {
            say(format!("{} to move", color.name()));
        }
        for color in MarbleColor::ALL {
            let cells: Vec<Cell> = Cell::all().filter(|cell| self.marbles[cell.index()] == Some(color)).collect();
            if !cells.is_empty() {
                let s = if cells.len() == 1 { "" } else { "s" };
                say(format!("{} has {} marble{s}: {}", color.name(), cells.len(), list(cells)));
            }
        }
        for (color, lost) in self.losses().filter(|&(_, lost)| lost > 0) {
            say(format!("{} has lost {lost}", color.name()));
        }
        for kind in Highlight::ALL {
            let cells = self.highlights[kind as usize];
            if !cells.is_empty() {
                let name = ["Last move", "Chosen", "Possible targets", "Threatened", "Marked"][kind as usize];
                say(format!("{name}: {}", list(cells.sorted())));
            }
        }
        for (from, to) in &self.arrows {
            say(format!("Arrow from {from} to {to}"));
        }
        if text.is_empty() { "An empty board.".to_owned() } else { text }
    }

    /// The colors of which something is known to be lost or not lost.
    pub(super) fn losses(&self) -> impl Iterator<Item = (MarbleColor, u8)> {
        MarbleColor::ALL.into_iter().filter_map(|color| Some((color, self.lost[color as usize]?)))
    }
}

fn list(cells: impl IntoIterator<Item = Cell>) -> String {
    let names: Vec<String> = cells.into_iter().map(|cell| cell.to_string()).collect();
    names.join(", ")
}
