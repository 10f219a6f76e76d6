//! Levels of strength for human opponents, from beginner to full strength.
//!
//! A weak level is not a strong one that blunders at random. It searches few positions, misjudges them slightly (in the same way throughout
//! a game), and does not notice every move: quiet moves far from the last move, and broadsides, are the first to be overlooked. Among the
//! moves it notices, it does not choose one that gives a marble away if a safe one exists.

use std::fmt;

use sumito_rules::{Cells, Game, Move, Position};

use crate::random::Random;
use crate::time::Limits;

/// How strong the engine plays: 1 to 10.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What makes a level weaker.
struct Weakness {
    /// Positions visited per move.
    nodes: u64,
    /// Plies searched.
    depth: u32,
    /// The largest error in judging a position, in hundredths of a marble.
    noise: i32,
    /// The percent chance of overlooking the hardest move to notice.
    overlooked: u64,
}

const WEAKNESSES: [Weakness; 9] = [
    Weakness { nodes: 400, depth: 2, noise: 60, overlooked: 27 },
    Weakness { nodes: 800, depth: 3, noise: 67, overlooked: 27 },
    Weakness { nodes: 800, depth: 3, noise: 46, overlooked: 17 },
    Weakness { nodes: 800, depth: 3, noise: 24, overlooked: 8 },
    Weakness { nodes: 1_100, depth: 5, noise: 5, overlooked: 2 },
    Weakness { nodes: 1_100, depth: 99, noise: 0, overlooked: 0 },
    Weakness { nodes: 2_100, depth: 99, noise: 0, overlooked: 0 },
    Weakness { nodes: 5_000, depth: 99, noise: 0, overlooked: 0 },
    Weakness { nodes: 18_000, depth: 99, noise: 0, overlooked: 0 },
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

    fn weakness(self) -> Option<&'static Weakness> {
        WEAKNESSES.get(usize::from(self.0) - 1)
    }

    pub(crate) fn noise(self) -> i32 {
        self.weakness().map_or(0, |weakness| weakness.noise)
    }

    /// The limits reduced to those of this level, and the moves it notices.
    pub(crate) fn limits(self, game: &Game, limits: &Limits, seed: u64) -> Limits {
        let Some(weakness) = self.weakness() else { return limits.clone() };
        Limits {
            nodes: Some(limits.nodes.map_or(weakness.nodes, |nodes| nodes.min(weakness.nodes))),
            depth: Some(limits.depth.map_or(weakness.depth, |depth| depth.min(weakness.depth))),
            only: weakness.considered(game, &limits.only, seed),
            ..limits.clone()
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Weakness {
    /// The moves among `only`, or among all if that is empty, that this level notices.
    fn considered(&self, game: &Game, only: &[Move], seed: u64) -> Vec<Move> {
        if self.overlooked == 0 && self.noise == 0 {
            return only.to_vec();
        }
        let position = game.position();
        let legal: Vec<Move> = if only.is_empty() { position.legal_moves().iter().collect() } else { only.to_vec() };
        let mut random = Random::new(position.zobrist_hash() ^ seed);
        let attention = game.moves().last().map(|last| last.destinations());
        let mut noticed: Vec<Move> = Vec::new();
        for &m in &legal {
            if random.below(100 * 100) as u64 >= hidden(position, m, attention) * self.overlooked {
                noticed.push(m);
            }
        }
        if noticed.is_empty() {
            noticed.extend(legal.into_iter().min_by_key(|&m| hidden(position, m, attention)));
        }
        let safe: Vec<Move> = noticed.iter().copied().filter(|&m| is_safe(position, m)).collect();
        if safe.is_empty() { noticed } else { safe }
    }
}

/// How hard a move is to notice, in percent. `attention` is where the last move went.
fn hidden(position: &Position, m: Move, attention: Option<Cells>) -> u64 {
    if !position.pushed(m).is_empty() {
        return 10;
    }
    let distance = attention.map_or(0, |cells| {
        let pairs = m.cells().iter().flat_map(|from| cells.iter().map(move |to| from.distance(to)));
        pairs.min().unwrap_or(0).min(5)
    });
    let unusual = if m.is_broadside() { 10 * u64::from(m.len()) } else { 0 };
    30 + 8 * u64::from(distance) + unusual
}

/// Whether a move ejects a marble, or leaves the opponent none to eject next.
fn is_safe(position: &Position, m: Move) -> bool {
    position.ejected(m).is_some() || !position.after_unchecked(m).can_eject()
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Layout, Rules};

    use super::*;
    use crate::engine::{Control, Engine, Options};

    #[test]
    fn no_level_gives_a_marble_away_while_it_notices_something_safe() {
        // Levels without misjudgment rely on their search.
        for level in (1..=10).filter_map(Level::new).filter(|level| level.noise() > 0) {
            let mut engine = Engine::new(Options::default().with_level(level).with_hash(1));
            let mut random = Random::new(u64::from(level.number()));
            for _ in 0..12 {
                let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
                // An odd and an even number of plies: both colors.
                for _ in 0..random.below(60) {
                    let moves = game.legal_moves();
                    if let Some(m) = moves.nth(random.below(moves.len().max(1))) {
                        game.play_unchecked(m);
                    }
                }
                let considered = level.limits(&game, &Limits::default(), 0).only;
                let Some(best) = engine.search(&game, &Limits::default(), &Control::new(), |_| {}).best else { continue };
                assert!(considered.contains(&best), "level {level}: {best} in {}", game.position());
                let safe = considered.iter().filter(|&&m| is_safe(game.position(), m)).count();
                assert!(safe == 0 || is_safe(game.position(), best), "level {level}: {best} in {}", game.position());
            }
        }
    }

    #[test]
    fn a_level_repeats_its_game_for_a_seed() {
        let play = |seed| {
            let mut engine = Engine::new(Options::default().with_level(Level(2)).with_seed(seed).with_hash(1).with_threads(2));
            let mut game = Game::new(&Layout::STANDARD, Rules::default());
            for _ in 0..12 {
                let best = engine.search(&game, &Limits::default(), &Control::new(), |_| {}).best;
                game.play(best.unwrap()).unwrap();
            }
            game.moves().to_vec()
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }

    #[test]
    fn pushes_are_noticed_before_quiet_moves_and_near_ones_before_far_ones() {
        let black: Position = "5/6/7/8/2bbw4/8/7/6/bb3 b".parse().unwrap();
        for position in [black, black.swap_colors()] {
            let attention = Some(Cells::of(sumito_rules::Cell::E5));
            let ranks =
                ["e3e4", "e4f4", "a1b1", "a1a2b1"].map(|text| hidden(&position, position.parse_move(text).unwrap(), attention));
            assert!(ranks.is_sorted_by(|a, b| a < b), "{ranks:?}");
        }
    }

    #[test]
    fn only_the_numbers_from_1_to_10_are_levels() {
        for number in 0..=u8::MAX {
            assert_eq!(Level::new(number).map(Level::number), (1..=10).contains(&number).then_some(number));
        }
    }
}
