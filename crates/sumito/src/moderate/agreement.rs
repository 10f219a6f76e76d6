//! Compares an account's moves with the engine's choices.

use std::io::Write;

use sumito_engine::analysis::{JudgedMove, analyze};
use sumito_engine::{Control, Engine, Limits, Options};
use sumito_rules::{Color, Game};
use sumito_server::{Agreement, Decision, Difficulty, Operator, Pace, SuspectGame};
use tokio::runtime::Runtime;

use super::{show, wait};
use crate::error::Error;
use crate::progress::Progress;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The name of the account
    name: String,
    /// How many of its latest rated games
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=1000))]
    games: u32,
}

/// Positions searched for each move. The baseline was measured with the same number.
pub(super) const NODES: u64 = 10_000;
/// Positions of the short search that decides how hard a move is to find.
const SHORT: u64 = 200;
/// The first plies are known openings.
const OPENING: usize = 8;
/// With chances beyond these, a game is decided, and any move will do.
const UNDECIDED: std::ops::RangeInclusive<f64> = 0.1..=0.9;

pub(super) fn run(args: &Args, runtime: &Runtime, operator: &Operator, out: &mut impl Write) -> Result<(), Error> {
    let games = wait(runtime, operator.rated_games(&args.name, args.games))?;
    if games.is_empty() {
        return Err(Error::Other(format!("{} has no rated games", args.name)));
    }
    let mut examiner = Examiner::new();
    let mut progress = Progress::new(true);
    let mut decisions = Vec::new();
    for (n, SuspectGame { game, color, rating, paces }) in games.iter().enumerate() {
        let chosen = examiner.examine(game, |done, all| {
            progress.show(|| format!("game {} of {}, position {done} of {all}", n + 1, games.len()));
        });
        let own = chosen.into_iter().filter(|chosen| chosen.color == *color);
        decisions.extend(own.map(|Chosen { ply, difficulty, agrees, .. }| {
            let pace: Option<Pace> = paces.get(ply).copied().flatten();
            Decision { difficulty, pace, agrees, rating: *rating }
        }));
    }
    progress.clear();
    let agreement = Agreement::new(games.len() as u32, NODES, &decisions);
    wait(runtime, operator.save_agreement(&args.name, &agreement))?;
    show::agreement(&agreement, out)
}

/// A move that a player chose in a position that was not decided.
pub(super) struct Chosen {
    pub(super) ply: usize,
    pub(super) color: Color,
    pub(super) difficulty: Difficulty,
    /// Whether the engine would have played the same.
    pub(super) agrees: bool,
}

/// Two engines: one whose choices count, and one for which only easy ones are visible. Single-threaded, with fixed numbers of positions, so that the same game
/// always gives the same result.
pub(super) struct Examiner {
    engine: Engine,
    short: Engine,
}

impl Examiner {
    pub(super) fn new() -> Examiner {
        let options = Options::default().with_threads(1).with_hash(16);
        Examiner { engine: Engine::new(options.clone().with_lines(2)), short: Engine::new(options.with_contempt(0).with_hash(1)) }
    }

    /// The moves of a game whose choice says something.
    pub(super) fn examine(&mut self, game: &Game, on_progress: impl FnMut(usize, usize)) -> Vec<Chosen> {
        let control = Control::new();
        let Some(analysis) = analyze(&mut self.engine, game, &Limits::nodes(NODES), &control, on_progress) else {
            return Vec::new();
        };
        let mut replay = game.clone();
        let moves = analysis.moves.iter().enumerate().skip(OPENING);
        moves.filter_map(|(ply, judged)| self.judge(ply, judged, &mut replay)).collect()
    }

    fn judge(&mut self, ply: usize, judged: &JudgedMove, replay: &mut Game) -> Option<Chosen> {
        let [best, second, ..] = &judged.lines[..] else { return None };
        let chances = best.score.expectation();
        if !UNDECIDED.contains(&chances) {
            return None;
        }
        let first = *best.pv.first()?;
        replay.go_to(ply);
        self.short.new_game();
        let found = self.short.search(replay, &Limits::nodes(SHORT), &Control::new(), |_| {}).best;
        let difficulty = Difficulty::of(chances - second.score.expectation(), found == Some(first));
        Some(Chosen { ply, color: judged.mover(), difficulty, agrees: judged.m == first })
    }
}
