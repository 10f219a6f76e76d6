//! Puzzles: text format, proof, mining, and choosing the next one.

pub mod check;
mod choose;
mod difficulty;
pub mod measure;
pub mod mine;
mod motif;
mod prove;
mod puzzle;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

pub use choose::{Level, THEMES, Wanted, find, ladder, of_the_day, theme_groups, theme_size};
pub use motif::Motif;
pub use puzzle::{Choice, Difficulty, Kind, Puzzle, Reply, Theme};

/// The built-in puzzles.
pub fn collection() -> &'static [Puzzle] {
    static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| read(COLLECTION).expect("a test reads the collection"));
    &PUZZLES
}

const COLLECTION: &str = include_str!("../../../puzzles/puzzles.txt");

/// The puzzles of a file.
pub fn read(text: &str) -> Result<Vec<Puzzle>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(n, line)| line.parse().map_err(|error| format!("line {}: {error}", n + 1))).collect()
}
