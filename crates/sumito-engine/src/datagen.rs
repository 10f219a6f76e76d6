//! Self-play games as training data.
//!
//! Each worker plays whole games against itself and returns the quiet positions of every finished game. A sample has
//! [`Sample::SIZE`] bytes, and files have neither header nor separators, so they can be appended to, split at any multiple, and joined:
//!
//! | bytes | what, little-endian, from the side to move |
//! |---|---|
//! | 0..8 | its marbles, a bit for each cell by [`Cell::index`](sumito_rules::Cell::index) |
//! | 8..16 | the other side's marbles |
//! | 16, 17 | marbles it lost, marbles the other lost |
//! | 18..20 | the search's score, signed |
//! | 20 | how the game ended for it: 0 lost, 1 drawn, 2 won |
//! | 21 | plies since the start, 255 for more |
//! | 22..24 | the move played, [`Move::to_bits`](sumito_rules::Move::to_bits) |

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use sumito_rules::{Color, Game, Layout, Move, Outcome, Position, Rules};

use crate::engine::{Control, Engine, Options};
use crate::random::Random;
use crate::score::Score;
use crate::time::Limits;

/// One position with its score and the result of its game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// The search's score for the side to move.
    pub score: i16,
    /// 0 lost, 1 drawn, 2 won, for the side to move.
    pub result: u8,
    /// Plies since the start.
    pub ply: u8,
    /// The move played.
    pub played: Move,
}

impl Sample {
    /// The size of a sample in bytes.
    pub const SIZE: usize = 24;

    /// The sample as bytes.
    pub fn to_bytes(&self) -> [u8; Sample::SIZE] {
        let turn = self.position.turn();
        let mut bytes = [0; Sample::SIZE];
        bytes[0..8].copy_from_slice(&self.position.ours().bits().to_le_bytes());
        bytes[8..16].copy_from_slice(&self.position.theirs().bits().to_le_bytes());
        bytes[16] = self.position.lost(turn);
        bytes[17] = self.position.lost(!turn);
        bytes[18..20].copy_from_slice(&self.score.to_le_bytes());
        bytes[20] = self.result;
        bytes[21] = self.ply;
        bytes[22..24].copy_from_slice(&self.played.to_bits().to_le_bytes());
        bytes
    }
}

/// How training games are played.
#[derive(Clone, Debug)]
pub struct Datagen {
    /// Positions visited for each move.
    pub nodes: u64,
    /// Each seed gives other games.
    pub seed: u64,
    /// The options of the engine.
    pub options: Options,
    /// The file of a network to use instead of the embedded one.
    pub network: Option<Vec<u8>>,
}

/// Progress so far, to be shown by another thread.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// Games finished.
    pub games: AtomicU64,
    /// Positions returned.
    pub positions: AtomicU64,
    /// Games drawn.
    pub draws: AtomicU64,
    /// Games that Black won.
    pub black_wins: AtomicU64,
}

/// The layouts that games start from, and how often each is chosen. All are balanced by symmetry.
const LAYOUTS: [(&str, usize); 12] = [
    ("belgian-daisy", 40),
    ("standard", 20),
    ("german-daisy", 14),
    ("swiss-daisy", 6),
    ("dutch-daisy", 6),
    ("face-to-face", 3),
    ("the-wall", 3),
    ("pyramid", 2),
    ("infiltration", 2),
    ("snakes", 2),
    ("alien-attack", 1),
    ("fujiyama", 1),
];

/// Games longer than this are drawn.
const MAX_PLIES: usize = 400;

/// A score this high for this many plies in a row decides a game.
const DECIDED: i32 = 1_500;
const DECIDED_PLIES: usize = 6;

impl Datagen {
    /// Plays games until `stop` is set, and calls `save` with the samples of each. Call it from any number of threads, each with its own
    /// worker number.
    pub fn run(&self, worker: u64, stop: &AtomicBool, progress: &Progress, mut save: impl FnMut(&[Sample])) {
        let mut random = Random::new(self.seed.wrapping_mul(1_000_003).wrapping_add(worker));
        let mut engine = Engine::new(self.options.clone());
        if let Some(Err(error)) = self.network.as_ref().map(|bytes| engine.set_network(bytes)) {
            debug_assert!(false, "{error}");
            return;
        }
        while !stop.load(Relaxed) {
            let Some((samples, outcome)) = self.game(&mut engine, &mut random, stop) else { continue };
            save(&samples);
            progress.games.fetch_add(1, Relaxed);
            progress.positions.fetch_add(samples.len() as u64, Relaxed);
            match outcome {
                None => progress.draws.fetch_add(1, Relaxed),
                Some(Color::Black) => progress.black_wins.fetch_add(1, Relaxed),
                Some(Color::White) => 0,
            };
        }
    }

    /// One game; `None` if its opening was decided already, or if it was stopped.
    fn game(&self, engine: &mut Engine, random: &mut Random, stop: &AtomicBool) -> Option<(Vec<Sample>, Option<Color>)> {
        let mut game = opening(random)?;
        engine.new_game();
        let limits = Limits::nodes(self.nodes);
        let mut samples: Vec<(Sample, Color)> = Vec::new();
        let mut decided: (usize, Option<Color>) = (0, None);
        let winner = loop {
            if stop.load(Relaxed) {
                return None;
            }
            if let Some(outcome) = game.outcome() {
                break match outcome {
                    Outcome::Won { winner, .. } => Some(winner),
                    Outcome::Drawn(_) => None,
                };
            }
            if game.moves().len() >= MAX_PLIES {
                break None;
            }
            let report = engine.search(&game, &limits, &Control::new(), |_| {});
            let (score, best) = (report.score().0, report.best?);
            let turn = game.position().turn();
            if samples.is_empty() && score.abs() > 400 {
                return None;
            }
            let leader = if score > DECIDED {
                Some(turn)
            } else if score < -DECIDED {
                Some(!turn)
            } else {
                None
            };
            decided = if leader.is_some() && leader == decided.1 { (decided.0 + 1, leader) } else { (1, leader) };
            if score.abs() >= Score::FORCED || (leader.is_some() && decided.0 >= DECIDED_PLIES) {
                break leader;
            }
            if game.position().ejected(best).is_none() {
                let ply = game.moves().len().min(255) as u8;
                samples.push((Sample { position: *game.position(), score: score as i16, result: 1, ply, played: best }, turn));
            }
            game.play_unchecked(best);
        };
        let judge = |(sample, turn): (Sample, Color)| Sample {
            result: match winner {
                None => 1,
                Some(winner) => 2 * u8::from(winner == turn),
            },
            ..sample
        };
        Some((samples.into_iter().map(judge).collect(), winner))
    }
}

/// A layout and a few random moves from it; `None` if those ended the game.
fn opening(random: &mut Random) -> Option<Game> {
    let total: usize = LAYOUTS.iter().map(|(_, weight)| weight).sum();
    let mut draw = random.below(total);
    let (id, _) = LAYOUTS.iter().find(|(_, weight)| {
        let here = draw < *weight;
        draw = draw.wrapping_sub(*weight);
        here
    })?;
    let rules = Rules::default().with_quiet_limit(Some(150));
    let mut game = Game::new(Layout::find(id)?, rules);
    for _ in 0..4 + random.below(9) {
        let moves = game.legal_moves();
        game.play_unchecked(moves.nth(random.below(moves.len().max(1)))?);
    }
    game.outcome().is_none().then_some(game)
}
