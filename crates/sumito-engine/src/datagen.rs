//! Self-play games as training data.
//!
//! Each worker plays whole games against itself and returns every finished game. A game is stored as its start and its moves with
//! their scores, four bytes a ply; [`SelfPlay::samples`] lists the positions to train on. `docs/network.md` specifies both forms.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use sumito_rules::{ByColor, Cells, Color, Game, Layout, Move, Outcome, Position, Rules};

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

/// A game of the engine against itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlay {
    /// The position after the opening.
    pub start: Position,
    /// Who won, if anybody did.
    pub winner: Option<Color>,
    /// What was played from there.
    pub plies: Vec<SelfPlayPly>,
}

/// One ply of a [`SelfPlay`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SelfPlayPly {
    /// The move played.
    pub played: Move,
    /// The search's score for the side to move.
    pub score: i16,
    /// Whether the position is one to train on.
    pub quiet: bool,
}

/// The bit of a move's word that says that its position is not one to train on.
const NOT_QUIET: u16 = 1 << 15;

impl SelfPlay {
    const HEADER: usize = 22;

    /// The game as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(SelfPlay::HEADER + 4 * self.plies.len());
        for color in Color::ALL {
            bytes.extend(self.start.marbles(color).bits().to_le_bytes());
        }
        bytes.push(self.start.turn() as u8);
        bytes.extend(Color::ALL.map(|color| self.start.lost(color)));
        bytes.push(self.winner.map_or(2, |winner| winner as u8));
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            let word = ply.played.to_bits() | if ply.quiet { 0 } else { NOT_QUIET };
            bytes.extend(word.to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
        bytes
    }

    /// The game at the beginning of `bytes` and how long it is; `None` if it is cut off or no game.
    pub fn from_bytes(bytes: &[u8]) -> Option<(SelfPlay, usize)> {
        let header = bytes.get(..SelfPlay::HEADER)?;
        let number = |at: usize| Some(u64::from_le_bytes(header.get(at..at + 8)?.try_into().ok()?));
        let color = |number: u8| Color::ALL.into_iter().find(|&color| color as u8 == number);
        let (black, white) = (number(0)?, number(8)?);
        if (black | white) & !Cells::ALL.bits() != 0 {
            return None;
        }
        let start = Position::new(Cells::from_bits(black), Cells::from_bits(white), color(header[16])?)?
            .with_lost(ByColor::new(header[17], header[18]));
        let winner = if header[19] == 2 { None } else { Some(color(header[19])?) };
        let len = SelfPlay::HEADER + 4 * usize::from(u16::from_le_bytes([header[20], header[21]]));
        let mut position = start;
        let mut plies = Vec::new();
        for bytes in bytes.get(SelfPlay::HEADER..len)?.chunks_exact(4) {
            let word = u16::from_le_bytes([bytes[0], bytes[1]]);
            let played = Move::from_bits(word & !NOT_QUIET).filter(|&m| position.is_legal(m))?;
            position.play_unchecked(played);
            plies.push(SelfPlayPly { played, score: i16::from_le_bytes([bytes[2], bytes[3]]), quiet: word & NOT_QUIET == 0 });
        }
        Some((SelfPlay { start, winner, plies }, len))
    }

    /// The positions to train on.
    pub fn samples(&self) -> impl Iterator<Item = Sample> {
        let mut position = self.start;
        self.plies.iter().enumerate().filter_map(move |(n, ply)| {
            let here = position;
            position.play_unchecked(ply.played);
            let result = self.winner.map_or(1, |winner| 2 * u8::from(winner == here.turn()));
            let sample = Sample { position: here, score: ply.score, result, ply: n.min(255) as u8, played: ply.played };
            ply.quiet.then_some(sample)
        })
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
const MAX_PLIES: usize = 320;

/// So many plies without an ejection draw.
const QUIET_LIMIT: u16 = 100;

/// A score this high for this many plies in a row decides a game.
const DECIDED: i32 = 1_500;
const DECIDED_PLIES: usize = 6;

/// In every second game, one move in this many is random: the search reaches such positions all the time, good play never does.
const SLIP: usize = 12;

impl Datagen {
    /// Plays games until `stop` is set, and calls `save` with each. Call it from any number of threads, each with its own worker number.
    pub fn run(&self, worker: u64, stop: &AtomicBool, progress: &Progress, mut save: impl FnMut(&SelfPlay)) {
        let mut random = Random::new(self.seed.wrapping_mul(1_000_003).wrapping_add(worker));
        let mut engine = Engine::new(self.options.clone());
        if let Some(Err(error)) = self.network.as_ref().map(|bytes| engine.set_network(bytes)) {
            debug_assert!(false, "{error}");
            return;
        }
        while !stop.load(Relaxed) {
            let Some(game) = self.game(&mut engine, &mut random, stop) else { continue };
            save(&game);
            progress.games.fetch_add(1, Relaxed);
            progress.positions.fetch_add(game.plies.iter().filter(|ply| ply.quiet).count() as u64, Relaxed);
            match game.winner {
                None => progress.draws.fetch_add(1, Relaxed),
                Some(Color::Black) => progress.black_wins.fetch_add(1, Relaxed),
                Some(Color::White) => 0,
            };
        }
    }

    /// One game; `None` if its opening was decided already, or if it was stopped.
    fn game(&self, engine: &mut Engine, random: &mut Random, stop: &AtomicBool) -> Option<SelfPlay> {
        let mut game = opening(random)?;
        let slips = random.below(2) == 0;
        let start = game.position().with_counters(0, 1);
        engine.new_game();
        let limits = Limits::nodes(self.nodes);
        let mut plies: Vec<SelfPlayPly> = Vec::new();
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
            if plies.len() >= MAX_PLIES {
                break None;
            }
            let report = engine.search(&game, &limits, &Control::new(), |_| {});
            let (score, best) = (report.score().0, report.best?);
            let turn = game.position().turn();
            if plies.is_empty() && score.abs() > 400 {
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
            // The search resolves ejections itself.
            let quiet = game.position().ejected(best).is_none();
            let slip =
                if slips && random.below(SLIP) == 0 { game.position().pick_move(|count| random.below(count)) } else { None };
            let played = slip.unwrap_or(best);
            plies.push(SelfPlayPly { played, score: score as i16, quiet });
            game.play_unchecked(played);
        };
        Some(SelfPlay { start, winner, plies })
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
    let rules = Rules::default().with_quiet_limit(Some(QUIET_LIMIT));
    let mut game = Game::new(Layout::find(id)?, rules);
    for _ in 0..4 + random.below(9) {
        let moves = game.legal_moves();
        game.play_unchecked(moves.nth(random.below(moves.len().max(1)))?);
    }
    game.outcome().is_none().then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> SelfPlay {
        let datagen = Datagen { nodes: 64, seed: 5, options: Options { hash: 1, ..Options::default() }, network: None };
        let mut engine = Engine::new(datagen.options.clone());
        let mut random = Random::new(3);
        std::iter::from_fn(|| Some(datagen.game(&mut engine, &mut random, &AtomicBool::new(false)))).flatten().next().unwrap()
    }

    #[test]
    fn games_come_back_from_their_bytes() {
        let game = game();
        let mut bytes = game.to_bytes();
        assert_eq!(SelfPlay::from_bytes(&bytes), Some((game.clone(), bytes.len())));
        for cut in [0, 10, SelfPlay::HEADER, bytes.len() - 1] {
            assert_eq!(SelfPlay::from_bytes(&bytes[..cut]), None);
        }
        bytes.extend(game.to_bytes());
        assert_eq!(SelfPlay::from_bytes(&bytes).unwrap().1, bytes.len() / 2);
        // A move that is not legal.
        bytes[SelfPlay::HEADER] ^= 0x7f;
        bytes[SelfPlay::HEADER + 1] ^= 0x15;
        assert_eq!(SelfPlay::from_bytes(&bytes), None);
    }

    #[test]
    fn samples_are_the_quiet_positions_seen_from_the_side_to_move() {
        let game = game();
        let samples: Vec<Sample> = game.samples().collect();
        assert_eq!(samples.len(), game.plies.iter().filter(|ply| ply.quiet).count());
        for sample in &samples {
            assert!(sample.position.is_legal(sample.played));
            let ply = game.plies[usize::from(sample.ply)];
            assert_eq!((sample.played, sample.score), (ply.played, ply.score));
            let bytes = sample.to_bytes();
            assert_eq!(bytes[..8], sample.position.ours().bits().to_le_bytes());
            assert_eq!(bytes[8..16], sample.position.theirs().bits().to_le_bytes());
            let expected = game.winner.map_or(1, |winner| if winner == sample.position.turn() { 2 } else { 0 });
            assert_eq!(bytes[20], expected);
        }
    }
}
