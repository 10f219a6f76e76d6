//! Finds puzzles in games that the engine plays against itself.
//!
//! Both sides search few positions, and different numbers of them, from random openings, so that they make mistakes. After the game,
//! its lost marbles show where to look: at the positions a few moves before each loss, from both sides.

use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use sumito_engine::random::Random;
use sumito_engine::solve::{Decision, Solver, Task};
use sumito_engine::{Control, Engine, Level, Limits, Options};
use sumito_rules::{Color, Game, Layout, Move, Position, Rules, Symmetry};

use super::prove::{Prover, breaks_pac};
use super::puzzle::{Puzzle, Theme, canonical};

/// The mix of the collection: theme, moves, and percentage.
const MIX: [(Theme, u8, usize); 15] = [
    (Theme::Marble, 1, 10),
    (Theme::Marble, 2, 22),
    (Theme::Marble, 3, 19),
    (Theme::Marble, 4, 8),
    (Theme::Game, 2, 4),
    (Theme::Game, 3, 5),
    (Theme::Game, 4, 3),
    (Theme::Save, 1, 3),
    (Theme::Save, 2, 4),
    (Theme::Save, 3, 3),
    (Theme::Pac, 2, 4),
    (Theme::Pac, 3, 4),
    (Theme::Only, 1, 3),
    (Theme::Only, 2, 5),
    (Theme::Only, 3, 3),
];

const LAYOUTS: [&str; 16] = [
    "belgian-daisy",
    "belgian-daisy",
    "belgian-daisy",
    "standard",
    "standard",
    "german-daisy",
    "german-daisy",
    "swiss-daisy",
    "dutch-daisy",
    "face-to-face",
    "the-wall",
    "pyramid",
    "infiltration",
    "snakes",
    "alien-attack",
    "fujiyama",
];

/// Positions searched per move.
const THINKING: [u64; 5] = [150, 300, 800, 2_000, 5_000];

/// The most positions for a proof, by number of moves.
const LIMITS: [u64; 5] = [0, 50_000, 200_000, 800_000, 2_500_000];

/// Positions searched to check that the solution is also the best move, and the margin in hundredths of a marble.
const JUDGE: [(u64, i32); 2] = [(5_000, -30), (40_000, 10)];

/// The most puzzles from one game, and the plies between them.
const FROM_A_GAME: usize = 2;
const APART: usize = 8;

/// With more ways to finish than this, the solution is not clear.
const MOST_ENDINGS: usize = 24;

/// With this many pushes, the one that ejects is not obvious.
const MANY_PUSHES: usize = 7;

/// The fewest first moves that make a choice.
const FEWEST_CHOICES: usize = 20;

/// The fewest cells in which two puzzles differ, under any symmetry.
const DIFFERENT: usize = 10;

/// The puzzles found so far by all threads.
pub struct Finds {
    /// How many of each kind are wanted, per side to move.
    wanted: Vec<[usize; 2]>,
    found: Mutex<Found>,
    games: AtomicU64,
    /// Positions examined.
    looked: AtomicU64,
}

#[derive(Default)]
struct Found {
    counts: [[usize; 2]; MIX.len()],
    positions: Vec<Position>,
}

impl Finds {
    pub fn new(count: usize) -> Finds {
        let wanted = |share: usize| (share * count).div_ceil(200);
        Finds {
            wanted: MIX.iter().map(|&(.., share)| [wanted(share); 2]).collect(),
            found: Mutex::default(),
            games: AtomicU64::new(0),
            looked: AtomicU64::new(0),
        }
    }

    /// Adds a puzzle, unless there are enough of its kind or one that is nearly the same.
    pub fn add(&self, puzzle: &Puzzle) -> bool {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(kind) = kind(puzzle.theme, puzzle.moves) else { return false };
        let turn = puzzle.position.turn() as usize;
        let position = canonical(&puzzle.position);
        if found.counts[kind][turn] >= self.wanted[kind][turn] || found.positions.iter().any(|other| are_alike(other, &position))
        {
            return false;
        }
        found.counts[kind][turn] += 1;
        found.positions.push(position);
        true
    }

    pub fn is_done(&self) -> bool {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.counts.iter().zip(&self.wanted).all(|(counts, wanted)| counts >= wanted)
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.games.load(Relaxed)
    }

    /// Positions examined.
    pub fn looked(&self) -> u64 {
        self.looked.load(Relaxed)
    }

    fn wants(&self, theme: Theme, moves: u8, turn: Color) -> bool {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        kind(theme, moves).is_some_and(|kind| found.counts[kind][turn as usize] < self.wanted[kind][turn as usize])
    }
}

impl fmt::Display for Finds {
    /// The number of puzzles found, in total and by kind.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.found.lock().unwrap_or_else(PoisonError::into_inner).counts;
        write!(f, "{} puzzles (", counts.iter().flatten().sum::<usize>())?;
        for (n, (theme, moves, _)) in MIX.iter().enumerate() {
            let [found, wanted] = [counts[n], self.wanted[n]].map(|both| both.iter().sum::<usize>());
            write!(f, "{}{theme} {moves}: {found}/{wanted}", if n > 0 { ", " } else { "" })?;
        }
        f.write_str(")")
    }
}

fn kind(theme: Theme, moves: u8) -> Option<usize> {
    MIX.iter().position(|&(other, number, _)| (other, number) == (theme, moves))
}

/// Whether two positions differ in few cells, under any symmetry and with colors swapped.
fn are_alike(a: &Position, b: &Position) -> bool {
    [*b, b.swap_colors()].iter().any(|b| {
        Symmetry::ALL.into_iter().any(|symmetry| {
            let differ = |color| {
                let (a, b) = (a.marbles(color), b.marbles(color).transform(symmetry));
                (a | b) - (a & b)
            };
            (differ(Color::Black) | differ(Color::White)).len() < DIFFERENT
        })
    })
}

/// One thread of the mine.
pub struct Miner<'a> {
    random: Random,
    engine: Engine,
    judge: Engine,
    solver: Solver,
    finds: &'a Finds,
    control: &'a Control,
}

impl Miner<'_> {
    pub fn new<'a>(seed: u64, finds: &'a Finds, control: &'a Control) -> Miner<'a> {
        Miner {
            random: Random::new(seed),
            engine: Engine::new(Options::default().with_hash(4)),
            judge: Engine::new(Options::default().with_hash(16)),
            solver: Solver::new(32),
            finds,
            control,
        }
    }

    /// Plays games and reports puzzles until `stop`.
    pub fn run(&mut self, stop: &AtomicBool, mut save: impl FnMut(&Puzzle)) {
        while !stop.load(Relaxed) && !self.finds.is_done() {
            let Some(game) = self.play(stop) else { continue };
            self.finds.games.fetch_add(1, Relaxed);
            self.look(&game, &mut save);
        }
    }

    /// A game; `None` if it was interrupted or its opening ended it.
    fn play(&mut self, stop: &AtomicBool) -> Option<Game> {
        let layout = Layout::find(LAYOUTS[self.random.below(LAYOUTS.len())])?;
        let mut game = Game::new(layout, Rules::default().with_quiet_limit(Some(60)));
        let nodes = [0, 1].map(|_| THINKING[self.random.below(THINKING.len())]);
        let level = Level::new(3 + self.random.below(8) as u8)?;
        self.engine.set_options(Options::default().with_hash(4).with_level(level).with_seed(self.random.next()));
        self.engine.new_game();
        let opening = 4 + self.random.below(9);
        while game.outcome().is_none() && game.moves().len() < 250 {
            if stop.load(Relaxed) {
                return None;
            }
            let moves = game.legal_moves();
            let m = if game.moves().len() < opening || self.random.below(40) == 0 {
                moves.nth(self.random.below(moves.len()))
            } else {
                let limits = Limits::nodes(nodes[game.position().turn() as usize]);
                self.engine.search(&game, &limits, self.control, |_| {}).best
            };
            game.play_unchecked(m?);
        }
        (game.moves().len() > opening).then_some(game)
    }

    /// Examines the positions before each lost marble.
    fn look(&mut self, game: &Game, save: &mut impl FnMut(&Puzzle)) {
        let positions = game.positions();
        let mut places: Vec<usize> = Vec::new();
        let mut seen = HashSet::new();
        for (ply, pair) in positions.windows(2).enumerate() {
            let (mover, lost) = (pair[0].turn(), pair[1].lost(!pair[0].turn()));
            if lost == pair[0].lost(!mover) {
                continue;
            }
            places.extend((0..8).filter_map(|back| ply.checked_sub(back)).filter(|&place| place >= 4 && seen.insert(place)));
        }
        // In random order, so that the few that are taken come from anywhere in the game.
        for n in (1..places.len()).rev() {
            places.swap(n, self.random.below(n + 1));
        }
        let mut taken: Vec<(usize, usize)> = Vec::new();
        for place in places {
            if taken.len() >= FROM_A_GAME || self.control.is_stopped() {
                return;
            }
            if taken.iter().any(|&(other, _)| place.abs_diff(other) < APART) {
                continue;
            }
            self.finds.looked.fetch_add(1, Relaxed);
            let Some(puzzle) = self.puzzle(&positions[place]) else { continue };
            let kind = kind(puzzle.theme, puzzle.moves).unwrap_or_default();
            if taken.iter().all(|&(_, other)| other != kind) && self.finds.add(&puzzle) {
                taken.push((place, kind));
                save(&puzzle);
            }
        }
    }

    /// A puzzle in this position.
    fn puzzle(&mut self, position: &Position) -> Option<Puzzle> {
        if position.legal_moves().len() < FEWEST_CHOICES {
            return None;
        }
        // Winning the game goes before winning a marble, and a danger before both.
        self.defense(position, Theme::Only)
            .or_else(|| self.attack(position, Theme::Game))
            .or_else(|| self.defense(position, Theme::Save))
            .or_else(|| self.attack(position, Theme::Marble))
    }

    fn attack(&mut self, position: &Position, theme: Theme) -> Option<Puzzle> {
        let to_win = position.marbles_to_win() - position.lost(!position.turn());
        if theme == Theme::Game && to_win > 4 {
            return None;
        }
        let wants = |moves| {
            self.finds.wants(theme, moves, position.turn())
                || (theme == Theme::Marble && self.finds.wants(Theme::Pac, moves, position.turn()))
        };
        let most = (1..=4).rev().find(|&moves| wants(moves))?;
        let task = |moves| Task { position: position.with_counters(0, 1), goal: theme.goal(), moves };
        let decided =
            (1..=most).find_map(|moves| match self.solver.decide(&task(moves), LIMITS[usize::from(moves)], self.control) {
                Decision::Proved => Some(Some(moves)),
                Decision::Disproved => None,
                Decision::Undecided => Some(None),
            });
        let moves = decided.flatten()?;
        if moves == 1 && !is_puzzling(position) {
            return None;
        }
        let answer = self.solver.solve(&task(moves), 4 * LIMITS[usize::from(moves)], self.control, |_| {});
        let first = answer.only_move()?;
        let pac = theme == Theme::Marble && moves > 1 && breaks_pac(position, first);
        let theme = if pac && self.finds.wants(Theme::Pac, moves, position.turn()) { Theme::Pac } else { theme };
        self.finish(position, theme, moves, first)
    }

    fn defense(&mut self, position: &Position, theme: Theme) -> Option<Puzzle> {
        let to_win = position.marbles_to_win() - position.lost(position.turn());
        let is_wanted = (1..=3).any(|moves| self.finds.wants(theme, moves, position.turn()));
        if !is_wanted || (theme == Theme::Only && to_win > 3) {
            return None;
        }
        // Try the longer attack only while the shorter one leaves a choice.
        for moves in 1..=3 {
            let limit = LIMITS[usize::from(moves)];
            let task = Task { position: position.with_counters(0, 1), goal: theme.goal(), moves };
            let mut prover = Prover { solver: &mut self.solver, limit, control: self.control };
            if !prover.is_threatened(&task) {
                continue;
            }
            let answer = self.solver.solve(&task, 2 * limit, self.control, |_| {});
            if let Some(first) = answer.only_move() {
                return self.finish(position, theme, moves, first);
            }
            if !answer.is_complete() || answer.solutions().is_empty() {
                return None;
            }
        }
        None
    }

    /// Proves the puzzle and asks the engine whether it is worthwhile.
    fn finish(&mut self, position: &Position, theme: Theme, moves: u8, first: Move) -> Option<Puzzle> {
        if !self.finds.wants(theme, moves, position.turn()) {
            return None;
        }
        let limit = 4 * LIMITS[usize::from(moves)];
        let mut prover = Prover { solver: &mut self.solver, limit, control: self.control };
        let puzzle = prover.prove(position, theme, moves)?;
        (puzzle.solution.endings() <= MOST_ENDINGS && self.is_worth_it(position, first)).then_some(puzzle)
    }

    /// Whether the engine prefers the solution to all other moves. A move that wins or saves a marble is not necessarily good.
    fn is_worth_it(&mut self, position: &Position, first: Move) -> bool {
        let game = Game::from_position(*position, Rules::default());
        let others: Vec<Move> = game.legal_moves().iter().filter(|&m| m != first).collect();
        // A quick search rules out most.
        JUDGE.into_iter().all(|(nodes, margin)| {
            let [solution, other] = [vec![first], others.clone()].map(|only| {
                self.judge.new_game();
                let limits = Limits::nodes(nodes).with_only(only);
                self.judge.search(&game, &limits, self.control, |_| {}).score().0
            });
            solution >= other + margin
        })
    }
}

/// Whether a win of a marble in one move is not obvious: another marble could be ejected, or there are many other pushes.
fn is_puzzling(position: &Position) -> bool {
    position.ejections().len() > 1 || position.pushes().len() >= MANY_PUSHES
}
