//! Levels of strength for human opponents, from beginner to full strength.
//!
//! The lower levels look for a move as [people](crate::person) do: not far, and not at everything. The upper ones search like the full engine, with a
//! limit on the positions they visit, so that they play the same on every machine. `docs/strength.md` has the measurements.

use std::fmt;

use sumito_rules::{Game, Move, Position};

use crate::person::Person;
use crate::time::Limits;

/// How strong the engine plays: 1 to 10.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// How a level finds its moves.
pub(crate) enum Style {
    /// As people do.
    Person(Person),
    /// By a search of this many positions.
    Nodes(u64),
    /// By a search as long as it may take.
    Full,
}

const STYLES: [Style; 10] = [
    Style::Person(Person { depth: 1, overlooks: 87, misses: 43, taste: 25, trained: false }),
    Style::Person(Person { depth: 1, overlooks: 47, misses: 55, taste: 12, trained: false }),
    Style::Person(Person { depth: 2, overlooks: 50, misses: 25, taste: 12, trained: false }),
    // It judges better than the one below, and looks less far.
    Style::Person(Person { depth: 1, overlooks: 62, misses: 31, taste: 12, trained: true }),
    Style::Person(Person { depth: 2, overlooks: 43, misses: 21, taste: 9, trained: true }),
    Style::Person(Person { depth: 2, overlooks: 25, misses: 12, taste: 7, trained: true }),
    Style::Nodes(160),
    Style::Nodes(800),
    Style::Nodes(6_000),
    Style::Full,
];

impl Level {
    /// Full strength.
    pub const FULL: Level = Level(10);

    /// The level with this number, from 1 to 10.
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::FULL.0).contains(&number).then_some(Level(number))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Whether it plays from the opening book.
    pub(crate) fn knows_openings(self) -> bool {
        self.0 >= 8
    }

    pub(crate) fn style(self) -> &'static Style {
        &STYLES[usize::from(self.0) - 1]
    }

    /// The limits reduced to those of this level.
    pub(crate) fn limits(self, game: &Game, limits: &Limits) -> Limits {
        let nodes = match *self.style() {
            Style::Full => return limits.clone(),
            Style::Nodes(most) => Some(limits.nodes.map_or(most, |nodes| nodes.min(most))),
            Style::Person(_) => limits.nodes,
        };
        Limits { nodes, only: without_repetition(game, &limits.only), ..limits.clone() }
    }
}

/// The moves among `only`, or among all if that is empty, that neither lead to a position of the game so far nor let the opponent make a draw by
/// repetition: nobody wants to watch marbles go back and forth. If there are none, all of them.
fn without_repetition(game: &Game, only: &[Move]) -> Vec<Move> {
    let seen =
        |position: &Position| game.positions().iter().filter(|past| past.zobrist_hash() == position.zobrist_hash()).count();
    let almost = game.rules().repetition.map_or(usize::MAX, |times| usize::from(times).max(2) - 1);
    let is_close = game.positions().iter().any(|position| seen(position) >= almost);
    let repeats = |m: Move| {
        let next = game.position().after_unchecked(m);
        seen(&next) > 0 || is_close && next.legal_moves().iter().any(|reply| seen(&next.after_unchecked(reply)) >= almost)
    };
    let moves: Vec<Move> = if only.is_empty() { game.legal_moves().iter().collect() } else { only.to_vec() };
    let fresh: Vec<Move> = moves.iter().copied().filter(|&m| !repeats(m)).collect();
    if fresh.is_empty() || fresh.len() == moves.len() { only.to_vec() } else { fresh }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Layout, Rules};

    use super::*;
    use crate::engine::{Control, Engine, Options};
    use crate::random::Random;

    fn engine(level: u8, seed: u64) -> Engine {
        Engine::new(Options::default().with_level(Level(level)).with_seed(seed).with_hash(1).with_threads(2))
    }

    fn best(engine: &mut Engine, game: &Game) -> Move {
        engine.search(game, &Limits::default(), &Control::new(), |_| {}).best.unwrap()
    }

    #[test]
    fn a_level_repeats_its_game_for_a_seed() {
        for level in 1..=7 {
            let play = |seed| {
                let mut engine = engine(level, seed);
                let mut game = Game::new(&Layout::STANDARD, Rules::default());
                for _ in 0..12 {
                    let m = best(&mut engine, &game);
                    game.play(m).unwrap();
                }
                game.moves().to_vec()
            };
            assert_eq!(play(1), play(1), "level {level}");
            assert!(level > 5 || play(1) != play(2), "level {level}");
        }
    }

    #[test]
    fn level_1_ejects_sometimes_and_not_always() {
        let (mut random, mut engine) = (Random::new(3), engine(1, 0));
        let (mut taken, mut all) = (0, 0);
        while all < 40 {
            let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
            // An odd and an even number of plies: both colors.
            for _ in 0..20 + random.below(40) {
                let moves = game.legal_moves();
                game.play_unchecked(moves.nth(random.below(moves.len())).unwrap());
            }
            if game.position().can_eject() {
                all += 1;
                taken += u32::from(game.position().ejected(best(&mut engine, &game)).is_some());
            }
        }
        assert!((8..32).contains(&taken), "{taken} of 40");
    }

    #[test]
    fn levels_do_not_go_back_and_forth() {
        for (level, seed) in [(1, 1), (1, 2), (2, 3), (3, 4), (4, 5), (6, 6)] {
            let mut engine = engine(level, seed);
            let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
            while game.outcome().is_none() && game.moves().len() < 160 {
                let m = best(&mut engine, &game);
                game.play(m).unwrap();
                assert_eq!(game.occurrences(), 1, "level {level}, seed {seed}, ply {}", game.moves().len());
            }
        }
    }

    #[test]
    fn an_opponent_cannot_make_a_level_repeat() {
        // The start was there twice. From a5 the other side could make it come a third time, which is a draw.
        let black: Position = "5/6/7/8/9/8/7/w5/4b b".parse().unwrap();
        for start in [black, black.swap_colors()] {
            let mut game = Game::from_position(start, Rules::default());
            for text in ["a5a4", "b1c1", "a4a5", "c1b1", "a5b5", "b1b2"] {
                let m = game.position().parse_move(text).unwrap();
                game.play(m).unwrap();
            }
            let mut allowed: Vec<String> = without_repetition(&game, &[]).iter().map(Move::to_string).collect();
            allowed.sort_unstable();
            assert_eq!(allowed, ["b5a4", "b5b4", "b5b6", "b5c5", "b5c6"]);
        }
    }

    #[test]
    fn a_level_stays_within_the_moves_and_nodes_it_is_given() {
        for level in 1..=9 {
            let game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
            let only: Vec<Move> = game.legal_moves().iter().take(2).collect();
            let limits = Limits::nodes(30).with_only(only.clone());
            let report = engine(level, 0).search(&game, &limits, &Control::new(), |_| {});
            assert!(only.contains(&report.best.unwrap()) && report.nodes < 120, "level {level}: {report:?}");
        }
    }

    #[test]
    fn only_the_numbers_from_1_to_10_are_levels() {
        for number in 0..=u8::MAX {
            assert_eq!(Level::new(number).map(Level::number), (1..=10).contains(&number).then_some(number));
        }
    }
}
