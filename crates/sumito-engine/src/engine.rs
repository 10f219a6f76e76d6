//! The engine as a library: one call that thinks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use sumito_rules::{Game, Move, Position};

use crate::history::History;
use crate::level::Level;
use crate::network::{Network, NetworkError};
use crate::params::Params;
use crate::plain;
use crate::score::Score;
use crate::search::{Evaluator, MAX_PLY, Reductions, RootLine, Shared, Worker};
use crate::table::Table;
use crate::time::{Limits, Stopwatch};

/// What judges positions.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// The trained network.
    Network,
    /// Material, centre, cohesion and danger, weighed by hand.
    Handmade,
    /// Rings and material alone, as the best rival has it.
    Rings,
}

impl Evaluation {
    /// All of them, the strongest first.
    pub const ALL: [Evaluation; 3] = [Evaluation::Network, Evaluation::Handmade, Evaluation::Rings];

    /// The name, as in the protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Evaluation::Network => "network",
            Evaluation::Handmade => "handmade",
            Evaluation::Rings => "rings",
        }
    }
}

/// How an engine is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Threads that search together.
    pub threads: usize,
    /// Size of the transposition table in mebibytes.
    pub hash: usize,
    /// How many of the best moves are worked out.
    pub lines: usize,
    /// What judges positions.
    pub evaluation: Evaluation,
    /// How much worse than nothing a draw is for the side that thinks, in hundredths of a marble.
    pub contempt: i32,
    /// The numbers of the search.
    pub params: Params,
    /// How strong it plays.
    pub level: Level,
    /// Levels below the full strength play another game for each seed.
    pub seed: u64,
    /// Search as a plain rival does, to a fixed depth.
    pub plain: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 1,
            hash: 16,
            lines: 1,
            evaluation: Evaluation::Network,
            contempt: 10,
            params: Params::default(),
            level: Level::FULL,
            seed: 0,
            plain: false,
        }
    }
}

/// Tells a running search to stop, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// A control for one search.
    pub fn new() -> Control {
        Control::default()
    }

    /// A control for a search on the other side's time: limits of time and nodes hold from [`Control::ponder_hit`] on.
    pub fn pondering() -> Control {
        let control = Control::new();
        control.0.pondering.store(true, Relaxed);
        control
    }

    /// Ends the search; it answers with the best it has.
    pub fn stop(&self) {
        self.0.stop.store(true, Relaxed);
    }

    /// Whether the search was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Relaxed)
    }

    /// The move that was pondered on was played: from now on the limits hold.
    pub fn ponder_hit(&self) {
        self.0.pondering.store(false, Relaxed);
    }

    /// Whether the search thinks on the other side's time.
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Relaxed)
    }
}

/// News from a search: a line worked out to a depth.
#[derive(Clone, Debug)]
pub struct Info {
    /// Plies searched.
    pub depth: u32,
    /// Plies looked ahead in the sharpest lines.
    pub selective_depth: u32,
    /// Which of the best moves this is, from 1.
    pub line: usize,
    /// Its worth for the side to move.
    pub score: Score,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_permille: u32,
    /// The moves that both sides would play.
    pub pv: Vec<Move>,
}

/// The answer of a search.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The best move; none if the game is over.
    pub best: Option<Move>,
    /// The answer that is expected.
    pub ponder: Option<Move>,
    /// The lines worked out last, the best first.
    pub lines: Vec<Line>,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Report {
    /// The worth of the best move.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score(0), |line| line.score)
    }
}

/// A line of a [`Report`].
#[derive(Clone, Debug)]
pub struct Line {
    /// Plies searched.
    pub depth: u32,
    /// Its worth for the side to move.
    pub score: Score,
    /// The moves.
    pub pv: Vec<Move>,
}

/// An engine: its table, its threads' memories, its network. Several can live in one process.
pub struct Engine {
    options: Options,
    table: Table,
    histories: Vec<History>,
    reductions: Reductions,
    network: Option<Arc<Network>>,
}

impl Engine {
    /// An engine with the embedded network.
    pub fn new(options: Options) -> Engine {
        let table = Table::new(options.hash);
        let histories = (0..options.threads.max(1)).map(|_| History::new()).collect();
        let reductions = Reductions::new(&options.params);
        Engine { options, table, histories, reductions, network: embedded_network() }
    }

    /// Uses another network, from the bytes of its file.
    pub fn set_network(&mut self, bytes: &[u8]) -> Result<(), NetworkError> {
        self.network = Some(Arc::new(Network::read(bytes)?));
        Ok(())
    }

    /// How it is set up.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets it up anew; what need not change stays.
    pub fn set_options(&mut self, options: Options) {
        if options.hash != self.options.hash {
            self.table = Table::new(options.hash);
        }
        self.reductions = Reductions::new(&options.params);
        self.histories.resize_with(options.threads.max(1), History::new);
        // Scores in the table are worth nothing to somebody who judges otherwise.
        let judge = |options: &Options| (options.evaluation, options.level, options.seed, options.plain);
        if judge(&options) != judge(&self.options) {
            self.table.clear();
        }
        self.options = options;
    }

    /// Forgets all games.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(|history| *history = History::new());
    }

    /// Thinks about a game until the limits or `control` end it. Calls `on_info` with every line worked out; never prints.
    pub fn search(&mut self, game: &Game, limits: &Limits, control: &Control, mut on_info: impl FnMut(&Info)) -> Report {
        let watch = Stopwatch::start();
        if game.legal_moves().is_empty() {
            return Report::default();
        }
        self.table.grow_older();
        if self.options.plain {
            return plain::search(&self.table, game, limits, control, on_info);
        }
        let level = self.options.level;
        let limits = &level.limits(game, limits, self.options.seed);
        self.histories.iter_mut().for_each(History::fade);
        let network = self.network.clone();
        let evaluator = match (self.options.evaluation, &network) {
            (Evaluation::Network, Some(network)) => Evaluator::Network(network),
            (Evaluation::Rings, _) => Evaluator::Rings,
            _ => Evaluator::Handmade,
        };
        let shared = Shared {
            table: &self.table,
            evaluator,
            rules: game.rules(),
            params: &self.options.params,
            reductions: &self.reductions,
            stop: &control.0.stop,
            done: AtomicBool::new(false),
            pondering: &control.0.pondering,
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            depth_limit: limits.depth.map_or(MAX_PLY as i32, |depth| depth.clamp(1, MAX_PLY as u32) as i32),
            budget: limits.budget(),
            watch,
            contempt: self.options.contempt,
            noise: level.noise(),
            seed: self.options.seed,
            only: &limits.only,
        };
        let position = *game.position();
        let positions = game.positions();
        let past: Vec<u64> = positions[..positions.len() - 1].iter().map(Position::zobrist_hash).collect();
        let lines = self.options.lines.max(1);
        // Several threads never search the same twice, and a level is to play the same everywhere.
        let threads = if level == Level::FULL { self.histories.len() } else { 1 };
        let (main, helpers) = self.histories[..threads].split_first_mut().expect("there is at least one thread");

        let mut tell = |line: usize, root: &RootLine| {
            on_info(&Info {
                depth: root.depth as u32,
                selective_depth: root.selective_depth as u32,
                line: line + 1,
                score: Score(root.score),
                nodes: shared.nodes.load(Relaxed),
                time: watch.elapsed(),
                table_permille: shared.table.permille_full() as u32,
                pv: root.pv.clone(),
            });
        };
        let found = if helpers.is_empty() {
            Worker::new(&shared, position, &past, main, true).run(lines, &mut tell)
        } else {
            std::thread::scope(|scope| {
                for history in helpers {
                    let (shared, past) = (&shared, &past);
                    scope.spawn(move || Worker::new(shared, position, past, history, false).run(1, |_, _| {}));
                }
                let found = Worker::new(&shared, position, &past, main, true).run(lines, &mut tell);
                shared.done.store(true, Relaxed);
                found
            })
        };

        let lines: Vec<Line> =
            found.into_iter().map(|root| Line { depth: root.depth as u32, score: Score(root.score), pv: root.pv }).collect();
        let found = lines.first().and_then(|line| line.pv.first().copied());
        let best = found.or(limits.only.first().copied()).or_else(|| game.legal_moves().nth(0));
        let ponder = lines.first().and_then(|line| line.pv.get(1).copied());
        Report { best, ponder, lines, nodes: shared.nodes.load(Relaxed), time: watch.elapsed() }
    }
}

/// The network that comes with the crate, read once.
fn embedded_network() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    NETWORK.get_or_init(|| Network::read(include_bytes!("../network.bin")).ok().map(Arc::new)).clone()
}
