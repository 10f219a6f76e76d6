//! Chooses the next puzzle and the puzzle of the day.

use std::sync::LazyLock;

use sumito_engine::random::Random;

use super::collection;
use super::motif::Motif;
use super::puzzle::{Puzzle, Theme};

/// The kind of puzzle that a solver wants.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    theme: Option<About>,
    level: Level,
}

/// What a puzzle shall be about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum About {
    Goal(Theme, Option<u8>),
    Motif(Motif),
}

/// The wanted difficulty, by the puzzles' estimates.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Matching the solver's rating.
    #[default]
    Mine,
    Easy,
    Middle,
    Hard,
}

/// The themes to choose from, as in URLs and texts: goals, winning a marble also by number of moves, and motifs.
pub const THEMES: [&str; 14] = [
    "marble-1",
    "marble-2",
    "marble-3",
    "marble-4",
    "pac",
    "save",
    "only",
    "game",
    "gambit",
    "det",
    "double-threat",
    "broadside",
    "quiet-move",
    "opening",
];

/// The themes in groups for a chooser, each with its name: marbles to win, other goals, motifs.
pub fn theme_groups() -> [(&'static str, &'static [&'static str]); 3] {
    [("marble", &THEMES[..4]), ("goal", &THEMES[4..8]), ("motif", &THEMES[8..])]
}

/// How many puzzles a theme has.
pub fn theme_size(theme: &str) -> usize {
    static SIZES: LazyLock<[usize; THEMES.len()]> = LazyLock::new(|| {
        THEMES.map(|theme| {
            let wanted = Wanted::read(Some(theme), None);
            collection().iter().filter(|puzzle| wanted.fits(puzzle)).count()
        })
    });
    THEMES.iter().position(|known| *known == theme).map_or(0, |n| SIZES[n])
}

/// The estimates from which a puzzle is medium, and from which it is hard.
const MIDDLE: u16 = 1200;
const HARD: u16 = 1600;

/// One of this many puzzles nearest to the solver's rating is drawn.
const NEAR: usize = 24;

/// Puzzles of the day are neither trivial nor very hard.
const OF_A_DAY: std::ops::RangeInclusive<u16> = 1100..=1750;

impl Level {
    pub const ALL: [Level; 4] = [Level::Mine, Level::Easy, Level::Middle, Level::Hard];

    pub const fn name(self) -> &'static str {
        match self {
            Level::Mine => "mine",
            Level::Easy => "easy",
            Level::Middle => "middle",
            Level::Hard => "hard",
        }
    }

    fn has(self, rating: u16) -> bool {
        match self {
            Level::Mine => true,
            Level::Easy => rating < MIDDLE,
            Level::Middle => (MIDDLE..HARD).contains(&rating),
            Level::Hard => rating >= HARD,
        }
    }
}

impl Wanted {
    /// Reads a theme (`marble-2`, `pac`) and a level (`easy`). Unknown values are ignored.
    pub fn read(theme: Option<&str>, level: Option<&str>) -> Wanted {
        let theme = theme.and_then(|text| {
            if let Some(motif) = Motif::ALL.into_iter().find(|motif| motif.name() == text) {
                return Some(About::Motif(motif));
            }
            let (name, moves) = text.split_once('-').map_or((text, None), |(name, moves)| (name, Some(moves)));
            Some(About::Goal(name.parse().ok()?, moves.and_then(|moves| moves.parse().ok())))
        });
        let level = Level::ALL.into_iter().find(|known| Some(known.name()) == level).unwrap_or_default();
        Wanted { theme, level }
    }

    pub fn fits(self, puzzle: &Puzzle) -> bool {
        let theme = self.theme.is_none_or(|about| match about {
            About::Goal(theme, moves) => theme == puzzle.theme && moves.is_none_or(|n| n == puzzle.moves),
            About::Motif(motif) => puzzle.motifs.contains(&motif),
        });
        theme && self.level.has(puzzle.difficulty.rating)
    }

    /// A random puzzle for a solver of this strength. Puzzles that the solver already knows come only when there are no others.
    pub fn next(self, rating: f64, is_known: impl Fn(&str) -> bool, chance: u64) -> &'static Puzzle {
        let fitting = |new: bool| -> Vec<&'static Puzzle> {
            collection().iter().filter(|puzzle| self.fits(puzzle) && !(new && is_known(&puzzle.id))).collect()
        };
        let mut candidates = [fitting(true), fitting(false), collection().iter().collect()]
            .into_iter()
            .find(|candidates| !candidates.is_empty())
            .unwrap_or_default();
        if self.level == Level::Mine {
            candidates.sort_by_key(|puzzle| (f64::from(puzzle.difficulty.rating) - rating).abs() as u64);
            candidates.truncate(NEAR);
        }
        candidates[chance as usize % candidates.len()]
    }
}

/// Puzzles of rising difficulty, from the easiest to the hardest, that follow from a seed. Solving one takes at most three moves.
pub fn ladder(seed: u64, length: usize) -> Vec<&'static Puzzle> {
    let mut random = Random::new(seed);
    let mut puzzles: Vec<&Puzzle> = collection().iter().filter(|puzzle| puzzle.moves <= 3).collect();
    puzzles.sort_by_key(|puzzle| puzzle.difficulty.rating);
    // One of each of as many groups of neighbors.
    let start = |n: usize| n * puzzles.len() / length;
    (0..length.min(puzzles.len())).map(|n| puzzles[start(n) + random.below(start(n + 1) - start(n))]).collect()
}

/// The puzzle of a day, counted from 1970. Puzzles repeat only after all have been used.
pub fn of_the_day(day: i64) -> &'static Puzzle {
    let candidates: Vec<&Puzzle> = collection().iter().filter(|puzzle| OF_A_DAY.contains(&puzzle.difficulty.rating)).collect();
    // Neighbors in the file come from the same few games; stepping by a prime number mixes them.
    candidates[(day.unsigned_abs() * 271 % candidates.len() as u64) as usize]
}

/// The puzzle with this name.
pub fn find(id: &str) -> Option<&'static Puzzle> {
    collection().iter().find(|puzzle| puzzle.id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn what_is_wanted_comes_and_nothing_twice() {
        for theme in THEMES {
            for level in Level::ALL {
                let wanted = Wanted::read(Some(theme), Some(level.name()));
                let fitting = collection().iter().filter(|puzzle| wanted.fits(puzzle)).count();
                let mut known = HashSet::new();
                for chance in 0..fitting as u64 {
                    let puzzle = wanted.next(1500.0, |id| known.contains(id), chance * 7919);
                    assert!(wanted.fits(puzzle), "{theme} {}: {puzzle}", level.name());
                    assert!(known.insert(puzzle.id.clone()), "{theme} {}: {puzzle}", level.name());
                }
                // Known puzzles come again once all are known; if nothing fits, something else comes.
                wanted.next(1500.0, |id| known.contains(id), 0);
            }
        }
        assert_eq!(Wanted::read(Some("nonsense"), Some("nonsense")), Wanted::default());
    }

    #[test]
    fn groups_have_every_theme_once() {
        let grouped: Vec<&str> = theme_groups().into_iter().flat_map(|(_, themes)| themes.iter().copied()).collect();
        assert_eq!(grouped, THEMES);
        let marbles = theme_groups()[0].1;
        assert!(
            marbles.iter().all(|theme| theme.starts_with("marble-")) && THEMES[4] == "pac" && THEMES[8] == Motif::ALL[0].name()
        );
    }

    #[test]
    fn solvers_get_puzzles_of_their_own_strength() {
        for rating in [900.0, 1500.0, 1900.0] {
            for chance in 0..50 {
                let puzzle = Wanted::default().next(rating, |_| false, chance);
                assert!((f64::from(puzzle.difficulty.rating) - rating).abs() < 60.0, "{rating}: {puzzle}");
            }
        }
    }

    #[test]
    fn a_ladder_rises_and_follows_from_its_seed() {
        let ids = |seed| ladder(seed, 100).iter().map(|puzzle| puzzle.id.as_str()).collect::<Vec<_>>();
        assert_eq!(ids(3), ids(3));
        assert_ne!(ids(3), ids(4));
        assert_eq!(ids(3).iter().collect::<HashSet<_>>().len(), 100);
        assert!(ladder(3, 100).is_sorted_by_key(|puzzle| puzzle.difficulty.rating));
        // The addresses of the modes are no puzzles.
        assert!(["storm", "streak", "runs", "next"].iter().all(|name| find(name).is_none()));
    }

    #[test]
    fn every_day_of_a_year_has_a_different_puzzle() {
        let year: HashSet<&str> = (20_000..20_365).map(|day| of_the_day(day).id.as_str()).collect();
        assert_eq!(year.len(), 365);
    }
}
