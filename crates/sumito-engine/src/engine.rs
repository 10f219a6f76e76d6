//! The engine as a library: its options, and the one call that thinks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use sumito_rules::{Game, Move, Position};

use crate::book::Book;
use crate::handmade;
use crate::level::{Level, Style};
use crate::network::{Network, NetworkError};
use crate::params::Params;
use crate::person;
use crate::plain;
use crate::score::Score;
use crate::search::{Evaluator, MAX_PLY, Memory, Reductions, RootLine, Shared, Worker};
use crate::table::Table;
use crate::time::{Limits, Stopwatch};

/// How positions are evaluated. Everything but the network is there to compare with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evaluation {
    /// The trained network.
    Network,
    /// Material, center, cohesion and danger, weighted by hand.
    Handmade,
    /// Only distances from the center and material, as in other Abalone programs.
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

/// The settings of an engine.
///
/// ```
/// use sumito_engine::Options;
///
/// let options = Options::default().with_threads(4).with_hash(256).with_lines(3);
/// assert_eq!(options.hash, 256);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// How many threads search together.
    pub threads: usize,
    /// The size of the transposition table in mebibytes.
    pub hash: usize,
    /// How many of the best moves get a full line.
    pub lines: usize,
    /// How positions are evaluated.
    pub evaluation: Evaluation,
    /// By how much the engine avoids draws, in hundredths of a marble.
    pub contempt: i32,
    /// The numbers of the search.
    pub params: Params,
    /// How strong the engine plays.
    pub level: Level,
    /// Levels below full strength play a different game for each seed.
    pub seed: u64,
    /// Searches like a simple program, to a fixed depth, as an opponent to compare with.
    pub plain: bool,
    /// Plays from the opening book, at levels 8 to 10. Only where time limits the search: a fixed number of nodes or plies is a task for the
    /// search itself.
    pub book: bool,
}

/// A setter for each option, to be chained.
macro_rules! setters {
    ($($(#[doc = $doc:literal])* $setter:ident $name:ident: $type:ty;)*) => {
        impl Options {
            $($(#[doc = $doc])*
            #[must_use]
            pub fn $setter(self, $name: $type) -> Options {
                Options { $name, ..self }
            })*
        }
    };
}

setters! {
    /// The same options with this many threads.
    with_threads threads: usize;
    /// The same options with a transposition table of this many mebibytes.
    with_hash hash: usize;
    /// The same options with lines for this many of the best moves.
    with_lines lines: usize;
    /// The same options with this evaluation.
    with_evaluation evaluation: Evaluation;
    /// The same options with this contempt, in hundredths of a marble.
    with_contempt contempt: i32;
    /// The same options with these numbers of the search.
    with_params params: Params;
    /// The same options with this strength.
    with_level level: Level;
    /// The same options with this seed.
    with_seed seed: u64;
    /// The same options with or without the plain search.
    with_plain plain: bool;
    /// The same options with or without the opening book.
    with_book book: bool;
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
            book: true,
        }
    }
}

/// Stops a running search, from any thread.
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

    /// A control for a search on the opponent's time: limits of time and nodes apply from [`Control::ponder_hit`] on.
    pub fn pondering() -> Control {
        let control = Control::new();
        control.0.pondering.store(true, Relaxed);
        control
    }

    /// Stops the search; it returns the best move found so far.
    pub fn stop(&self) {
        self.0.stop.store(true, Relaxed);
    }

    /// Whether the search was stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Relaxed)
    }

    /// The expected move was played: from now on the limits apply.
    pub fn ponder_hit(&self) {
        self.0.pondering.store(false, Relaxed);
    }

    /// Whether the search runs on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Relaxed)
    }
}

/// Progress of a search: a line searched to some depth.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Info {
    /// Plies searched.
    pub depth: u32,
    /// Plies searched in the longest lines.
    pub selective_depth: u32,
    /// Which of the best moves this is, from 1.
    pub line: usize,
    /// Its score for the side to move.
    pub score: Score,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time since the search started.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_permille: u32,
    /// The expected moves of both sides.
    pub pv: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The best move; none if the game is over.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The best lines of the last finished depth, best first; or the better move that the depth after it found before the search stopped.
    pub lines: Vec<Line>,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Report {
    /// The score of the best move.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score(0), |line| line.score)
    }
}

/// A line of a [`Report`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Line {
    /// Plies searched.
    pub depth: u32,
    /// Its score for the side to move.
    pub score: Score,
    /// The moves.
    pub pv: Vec<Move>,
}

/// An engine: its transposition table, what its threads remember, its network. A process can have several.
pub struct Engine {
    options: Options,
    table: Table,
    memories: Vec<Memory>,
    reductions: Reductions,
    network: Option<Arc<Network>>,
}

impl Engine {
    /// An engine with the embedded network.
    pub fn new(options: Options) -> Engine {
        let table = Table::new(options.hash);
        let memories = (0..options.threads.max(1)).map(|_| Memory::new()).collect();
        let reductions = Reductions::new(&options.params);
        Engine { options, table, memories, reductions, network: embedded_network() }
    }

    /// Uses another network, from the bytes of its file.
    pub fn set_network(&mut self, bytes: &[u8]) -> Result<(), NetworkError> {
        self.network = Some(Arc::new(Network::read(bytes)?));
        Ok(())
    }

    /// The current options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options, keeping what they do not affect.
    pub fn set_options(&mut self, options: Options) {
        if options.hash != self.options.hash {
            self.table = Table::new(options.hash);
        }
        self.reductions = Reductions::new(&options.params);
        self.memories.resize_with(options.threads.max(1), Memory::new);
        // Scores in the table are of no use with another evaluation.
        let evaluator = |options: &Options| (options.evaluation, options.level, options.seed, options.plain);
        if evaluator(&options) != evaluator(&self.options) {
            self.table.clear();
        }
        self.options = options;
    }

    /// Forgets everything learned from earlier searches.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::forget);
    }

    /// The network file that comes with the crate; `docs/network.md` of the project specifies it.
    pub const NETWORK: &'static [u8] = include_bytes!("../network.bin");

    /// The evaluation of a position for the side to move, without a search.
    ///
    /// ```
    /// use sumito_engine::{Engine, Options};
    /// use sumito_rules::Layout;
    ///
    /// let engine = Engine::new(Options::default().with_hash(1));
    /// let score = engine.evaluate(&Layout::BELGIAN_DAISY.position());
    /// assert!(score.0.abs() < 100, "the start is balanced");
    /// ```
    pub fn evaluate(&self, position: &Position) -> Score {
        Score(match (self.options.evaluation, &self.network) {
            (Evaluation::Network, Some(network)) => network.evaluate(&network.fresh(position), position),
            (Evaluation::Rings, _) => handmade::rings(position),
            _ => handmade::evaluate(position),
        })
    }

    /// Searches a game until the limits or `control` stop it. Calls `on_info` with every finished line.
    pub fn search(&mut self, game: &Game, limits: &Limits, control: &Control, mut on_info: impl FnMut(&Info)) -> Report {
        self.search_telling(game, limits, control, &mut on_info)
    }

    /// Not generic, so that the search is compiled once and with the settings of this crate.
    fn search_telling(&mut self, game: &Game, limits: &Limits, control: &Control, on_info: &mut dyn FnMut(&Info)) -> Report {
        let watch = Stopwatch::start();
        if game.legal_moves().is_empty() {
            return Report::default();
        }
        self.table.grow_older();
        if self.options.plain {
            return plain::search(&self.table, game, limits, control, on_info);
        }
        if let Some(report) = self.book_move(game, limits, control, on_info) {
            return report;
        }
        let level = self.options.level;
        let limits = &level.limits(game, limits);
        let network = self.network.clone();
        if let Style::Person(person) = level.style() {
            return person::search(person, game, limits, self.options.seed, control, network.as_deref(), on_info);
        }
        self.memories.iter_mut().for_each(|memory| memory.history.fade());
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
            only: &limits.only,
        };
        let position = *game.position();
        let positions = game.positions();
        let past: Vec<u64> = positions[..positions.len() - 1].iter().map(Position::zobrist_hash).collect();
        let lines = self.options.lines.max(1);
        // A search with several threads cannot be repeated exactly, and a level should play the same everywhere.
        let threads = if level == Level::FULL { self.memories.len() } else { 1 };
        let (main, helpers) = self.memories[..threads].split_first_mut().expect("there is at least one thread");

        let mut report = |line: usize, root: &RootLine| {
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
            Worker::new(&shared, position, &past, main, true).run(lines, &mut report)
        } else {
            std::thread::scope(|scope| {
                for memory in helpers {
                    let (shared, past) = (&shared, &past);
                    scope.spawn(move || Worker::new(shared, position, past, memory, false).run(1, |_, _| {}));
                }
                let found = Worker::new(&shared, position, &past, main, true).run(lines, &mut report);
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

    /// A move from the opening book, where it applies.
    fn book_move(&self, game: &Game, limits: &Limits, control: &Control, on_info: &mut dyn FnMut(&Info)) -> Option<Report> {
        let Options { book, level, lines, seed, evaluation, .. } = self.options;
        let is_timed = limits.move_time.is_some() || limits.clock.is_some() || level < Level::FULL && limits.is_endless();
        let is_free = limits.depth.is_none() && limits.nodes.is_none() && limits.only.is_empty();
        let is_asked = book && level.knows_openings() && lines == 1 && evaluation == Evaluation::Network;
        if !(is_asked && is_timed && is_free) || control.is_pondering() {
            return None;
        }
        let found = Book::embedded().choose(game, seed)?;
        let line = Line { depth: 1, score: found.score, pv: vec![found.m] };
        on_info(&Info {
            depth: 1,
            selective_depth: 1,
            line: 1,
            score: found.score,
            nodes: 0,
            time: Duration::ZERO,
            table_permille: 0,
            pv: line.pv.clone(),
        });
        Some(Report { best: Some(found.m), ponder: None, lines: vec![line], nodes: 0, time: Duration::ZERO })
    }
}

/// The network that comes with the crate, read once.
fn embedded_network() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    NETWORK.get_or_init(|| Network::read(Engine::NETWORK).ok().map(Arc::new)).clone()
}
