//! The position in words, for screen readers.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::{Diagram, Highlight};
use crate::cell::Cell;
use crate::party::{BySeat, Seat};

impl Diagram {
    /// Describes the diagram in English: whose turn it is, where the marbles are, what was lost, what is marked.
    pub(super) fn describe(&self) -> String {
        let mut text = String::new();
        let mut say = |sentence: String| {
            let gap = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{gap}{sentence}.");
        };
        if let Some(color) = self.turn {
            say(format!("{color} to move"));
        }
        for color in Seat::ALL {
            let cells: Vec<Cell> = Cell::all().filter(|cell| self.marbles[cell.index()] == Some(color)).collect();
            if !cells.is_empty() {
                let s = if cells.len() == 1 { "" } else { "s" };
                say(format!("{color} has {} marble{s}: {}", cells.len(), list(cells)));
            }
        }
        for (tally, word) in [(&self.lost, "lost"), (&self.ejected, "ejected")] {
            for (color, count) in known(tally).filter(|&(_, count)| count > 0) {
                say(format!("{color} has {word} {count}"));
            }
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
}

/// The counts that are known.
pub(super) fn known(tally: &BySeat<Option<u8>>) -> impl Iterator<Item = (Seat, u8)> {
    Seat::ALL.into_iter().filter_map(|color| Some((color, tally[color]?)))
}

fn list(cells: impl IntoIterator<Item = Cell>) -> String {
    let names: Vec<String> = cells.into_iter().map(|cell| cell.to_string()).collect();
    names.join(", ")
}
