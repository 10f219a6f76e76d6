//! Measures what makes puzzles hard: how often people found the solution when they had the position in a game.

use std::collections::{BTreeMap, HashMap};

use sumito_rules::{Color, Game, Move, Position};

use super::puzzle::Puzzle;

/// A position of a puzzle in a game, and whether the player found the solution.
pub struct Sighting<'a> {
    pub puzzle: &'a Puzzle,
    pub found: bool,
}

/// The puzzles' positions in a game, where a side that `counts` was to move.
pub fn sightings<'a>(puzzles: &Index<'a>, game: &Game, counts: impl Fn(Color) -> bool) -> Vec<Sighting<'a>> {
    let moments = game.positions().iter().zip(game.moves());
    let sighting = |(position, m): (&Position, &Move)| {
        let puzzle = puzzles.0.get(&position.with_counters(0, 1)).filter(|_| counts(position.turn()))?;
        Some(Sighting { puzzle, found: puzzle.solution.m == *m })
    };
    moments.filter_map(sighting).collect()
}

/// Puzzles by position.
pub struct Index<'a>(HashMap<Position, &'a Puzzle>);

impl<'a> Index<'a> {
    pub fn new(puzzles: &'a [Puzzle]) -> Index<'a> {
        Index(puzzles.iter().map(|puzzle| (puzzle.position, puzzle)).collect())
    }
}

/// A feature of puzzles, as a text by which they are counted.
pub type Feature = fn(&Puzzle) -> String;

/// The features that the estimate uses, and two that turned out not to matter.
pub const FEATURES: [(&str, Feature); 5] = [
    ("theme and moves", |puzzle| format!("{} {}", puzzle.theme, puzzle.moves)),
    ("first move", |puzzle| puzzle.difficulty.first.name().to_owned()),
    ("depth at which a weak search finds it (0: never)", |puzzle| puzzle.difficulty.depth.to_string()),
    ("pushes", |puzzle| format!("{:02}+", 3 * (puzzle.position.pushes().len() / 3).min(4))),
    ("first moves", |puzzle| format!("{:02}+", 15 * (puzzle.position.legal_moves().len() / 15))),
];

/// For each value of a feature how often the solution was found, and how often the position came up.
pub fn tally(all: &[Sighting<'_>], feature: Feature) -> Vec<(String, usize, usize)> {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for sighting in all {
        let (found, seen) = counts.entry(feature(sighting.puzzle)).or_default();
        *found += usize::from(sighting.found);
        *seen += 1;
    }
    counts.into_iter().map(|(value, (found, seen))| (value, found, seen)).collect()
}
