//! Finds puzzles in games: given ones, or those that the engine plays against itself.
//!
//! In its own games both sides search few positions, and different numbers of them, from random openings, so that they make mistakes.
//! The lost marbles show where to look: at the positions a few moves before each loss, from both sides. In given games every position is
//! a candidate, so that missed chances are found as often as taken ones.

use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use sumito_engine::random::Random;
use sumito_engine::solve::{Decision, Solver, Task};
use sumito_engine::{Control, Engine, Level, Limits, Options};
use sumito_rules::{Color, Game, Layout, Move, Position, Rules, Symmetry};

use super::motif::Motif;
use super::prove::{Prover, breaks_pac};
use super::puzzle::{Puzzle, Theme, canonical};

/// The mix of the collection: theme, moves, and percentage.
const MIX: [(Theme, u8, usize); 15] = [
    (Theme::Marble, 1, 10),
    (Theme::Marble, 2, 22),
    (Theme::Marble, 3, 19),
    (Theme::Marble, 4, 4),
    (Theme::Game, 2, 5),
    (Theme::Game, 3, 5),
    (Theme::Game, 4, 2),
    (Theme::Save, 1, 7),
    (Theme::Save, 2, 9),
    (Theme::Save, 3, 3),
    (Theme::Pac, 2, 4),
    (Theme::Pac, 3, 3),
    (Theme::Only, 1, 2),
    (Theme::Only, 2, 3),
    (Theme::Only, 3, 2),
];

/// The least share of each motif, in percent. People play broadsides in 9 % of their moves.
const MOTIFS: [(Motif, usize); 6] = [
    (Motif::Gambit, 3),
    (Motif::Det, 7),
    (Motif::Broadside, 9),
    (Motif::DoubleThreat, 7),
    (Motif::QuietMove, 10),
    (Motif::Opening, 5),
];

/// For the sake of a motif, a kind may exceed its share by this factor.
const EXCESS: usize = 2;

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
const LIMITS: [u64; 5] = [0, 50_000, 200_000, 600_000, 2_500_000];

/// Wins in three and four moves are looked for in one of this many positions: they take most of the time.
const LONG: [usize; 2] = [4, 16];

/// Positions searched to check that the solution is also the best move, and the margin in hundredths of a marble.
const JUDGE: [(u64, i32); 2] = [(2_000, -30), (15_000, 10)];

/// The first plies of a game are not examined.
const EARLIEST: usize = 4;

/// The most puzzles from one game, and the plies between them.
const FROM_A_GAME: usize = 3;
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
    /// How many are wanted in total, and how many of each kind and motif.
    count: usize,
    kinds: [usize; MIX.len()],
    motifs: [usize; MOTIFS.len()],
    found: Mutex<Found>,
    games: AtomicU64,
    /// Positions examined.
    looked: AtomicU64,
}

#[derive(Default)]
struct Found {
    kinds: [usize; MIX.len()],
    motifs: [usize; MOTIFS.len()],
    /// By the side to move.
    turns: [usize; 2],
    positions: Vec<Position>,
}

impl Finds {
    pub fn new(count: usize) -> Finds {
        let share = |percent: usize| (percent * count).div_ceil(100);
        Finds {
            count,
            kinds: MIX.map(|(.., percent)| share(percent)),
            motifs: MOTIFS.map(|(_, percent)| share(percent)),
            found: Mutex::default(),
            games: AtomicU64::new(0),
            looked: AtomicU64::new(0),
        }
    }

    /// Counts a puzzle that is in the file already.
    pub fn add_known(&self, puzzle: &Puzzle) {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).count(puzzle);
    }

    /// Adds a puzzle if it is wanted and there is none that is nearly the same.
    pub fn add(&self, puzzle: &Puzzle) -> bool {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let position = canonical(&puzzle.position);
        let is_wanted = self.wants_in(&found, puzzle) && !found.positions.iter().any(|other| are_alike(other, &position));
        if is_wanted {
            found.count(puzzle);
        }
        is_wanted
    }

    fn is_wanted(&self, puzzle: &Puzzle) -> bool {
        self.wants_in(&self.found.lock().unwrap_or_else(PoisonError::into_inner), puzzle)
    }

    /// Whether a puzzle is of a kind or has a motif of which there are too few.
    fn wants_in(&self, found: &Found, puzzle: &Puzzle) -> bool {
        let turn = found.turns[puzzle.position.turn() as usize];
        let total: usize = found.turns.iter().sum();
        if turn >= self.count.div_ceil(2) || total >= self.count {
            return false;
        }
        let Some(kind) = kind(puzzle.theme, puzzle.moves) else { return false };
        let lacks = |n: usize| found.motifs[n] < self.motifs[n];
        let has_wanted = |motif: &Motif| MOTIFS.iter().position(|(other, _)| other == motif).is_some_and(lacks);
        if puzzle.motifs.iter().any(has_wanted) {
            return found.kinds[kind] < EXCESS * self.kinds[kind];
        }
        // Room is kept for the motifs.
        let missing: usize = (0..MOTIFS.len()).map(|n| self.motifs[n].saturating_sub(found.motifs[n])).sum();
        found.kinds[kind] < self.kinds[kind] && total + missing < self.count
    }

    pub fn is_done(&self) -> bool {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.turns.iter().sum::<usize>() >= self.count
    }

    /// Games played or read.
    pub fn games(&self) -> u64 {
        self.games.load(Relaxed)
    }

    /// Positions examined.
    pub fn looked(&self) -> u64 {
        self.looked.load(Relaxed)
    }

    /// Whether a puzzle of this kind may be wanted, whatever happens in it.
    fn wants(&self, theme: Theme, moves: u8) -> bool {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let lacks_motif = found.motifs.iter().zip(&self.motifs).any(|(found, wanted)| found < wanted);
        let most = |kind: usize| if lacks_motif && moves < 4 { EXCESS * self.kinds[kind] } else { self.kinds[kind] };
        kind(theme, moves).is_some_and(|kind| found.kinds[kind] < most(kind))
    }
}

impl Found {
    fn count(&mut self, puzzle: &Puzzle) {
        if let Some(kind) = kind(puzzle.theme, puzzle.moves) {
            self.kinds[kind] += 1;
        }
        for (n, (motif, _)) in MOTIFS.iter().enumerate() {
            self.motifs[n] += usize::from(puzzle.motifs.contains(motif));
        }
        self.turns[puzzle.position.turn() as usize] += 1;
        self.positions.push(canonical(&puzzle.position));
    }
}

impl fmt::Display for Finds {
    /// The number of puzzles found, in total, by kind and by motif.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        write!(f, "{} puzzles (", found.turns.iter().sum::<usize>())?;
        for (n, (theme, moves, _)) in MIX.iter().enumerate() {
            write!(f, "{}{theme} {moves}: {}/{}", if n > 0 { ", " } else { "" }, found.kinds[n], self.kinds[n])?;
        }
        for (n, (motif, _)) in MOTIFS.iter().enumerate() {
            write!(f, ", {}: {}/{}", motif.name(), found.motifs[n], self.motifs[n])?;
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
    /// Only puzzles with this motif are wanted.
    only: Option<Motif>,
}

/// Given games, which the threads share.
pub struct Supply {
    games: Vec<Game>,
    next: AtomicUsize,
}

impl Supply {
    pub fn new(games: Vec<Game>) -> Supply {
        Supply { games, next: AtomicUsize::new(0) }
    }

    fn take(&self) -> Option<&Game> {
        self.games.get(self.next.fetch_add(1, Relaxed))
    }

    /// Whether all games have been examined.
    pub fn is_used_up(&self, finds: &Finds) -> bool {
        finds.games() >= self.games.len() as u64
    }
}

impl<'a> Miner<'a> {
    pub fn new(seed: u64, finds: &'a Finds, control: &'a Control) -> Miner<'a> {
        Miner {
            random: Random::new(seed),
            engine: Engine::new(Options::default().with_hash(4)),
            judge: Engine::new(Options::default().with_hash(16)),
            solver: Solver::new(32),
            finds,
            control,
            only: None,
        }
    }

    /// Looks only for puzzles with this motif.
    #[must_use]
    pub fn only(self, motif: Option<Motif>) -> Self {
        Miner { only: motif, ..self }
    }

    /// Plays games, or takes given ones, and reports puzzles until `stop` or until no game is left.
    pub fn run(&mut self, supply: Option<&Supply>, stop: &AtomicBool, mut save: impl FnMut(&Puzzle)) {
        while !stop.load(Relaxed) && !self.finds.is_done() {
            if let Some(supply) = supply {
                let Some(game) = supply.take() else { return };
                self.look(game, (EARLIEST..game.moves().len()).collect(), &mut save);
            } else {
                let Some(game) = self.play(stop) else { continue };
                self.look(&game, before_losses(&game), &mut save);
            }
            self.finds.games.fetch_add(1, Relaxed);
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

    /// Examines these positions of a game.
    fn look(&mut self, game: &Game, mut places: Vec<usize>, save: &mut impl FnMut(&Puzzle)) {
        let positions = game.positions();
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
        let (short, long) = (2, self.longest());
        let task = |moves| Task { position: position.with_counters(0, 1), goal: theme.goal(), moves };
        let wants = |moves| self.finds.wants(theme, moves) || (theme == Theme::Marble && self.finds.wants(Theme::Pac, moves));
        let most = (1..=long).rev().find(|&moves| wants(moves))?;
        if self.only == Some(Motif::Broadside) && !(2..=most).any(|moves| self.wins_by_broadside(&task(moves))) {
            return None;
        }
        let mut shortest = None;
        for moves in 1..=most {
            match self.solver.decide(&task(moves), LIMITS[usize::from(moves)], self.control) {
                Decision::Proved => shortest = Some(moves),
                Decision::Disproved => continue,
                Decision::Undecided => return None,
            }
            break;
        }
        // Winning broadsides are rare, and quickly tried.
        let moves = match shortest {
            Some(moves) => moves,
            None if most == short && self.wins_by_broadside(&task(short + 1)) => short + 1,
            None => return None,
        };
        if moves == 1 && !is_puzzling(position) {
            return None;
        }
        let answer = self.solver.solve(&task(moves), 4 * LIMITS[usize::from(moves)], self.control, |_| {});
        let first = answer.only_move()?;
        let pac = theme == Theme::Marble && moves > 1 && breaks_pac(position, first);
        let theme = if pac && self.finds.wants(Theme::Pac, moves) { Theme::Pac } else { theme };
        self.finish(position, theme, moves, first)
    }

    /// The longest win to look for in the next position.
    fn longest(&mut self) -> u8 {
        let [three, four] = LONG.map(|one_of| self.random.below(one_of) == 0);
        if four {
            4
        } else if three {
            3
        } else {
            2
        }
    }

    fn wins_by_broadside(&mut self, task: &Task) -> bool {
        let moves = task.position.legal_moves();
        let broadsides = moves.iter().filter(|m| m.is_broadside() && m.len() > 1);
        let limit = LIMITS[usize::from(task.moves)];
        broadsides.into_iter().any(|m| self.solver.line(task, m, limit, self.control).is_some())
    }

    fn defense(&mut self, position: &Position, theme: Theme) -> Option<Puzzle> {
        let to_win = position.marbles_to_win() - position.lost(position.turn());
        let is_wanted = (1..=3).any(|moves| self.finds.wants(theme, moves));
        if !is_wanted || (theme == Theme::Only && to_win > 3) {
            return None;
        }
        // Try the longer attack only while the shorter one leaves a choice.
        for moves in 1..=self.longest().min(3) {
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
        let is_broadside = first.is_broadside() && first.len() > 1;
        if !self.finds.wants(theme, moves) || (self.only == Some(Motif::Broadside) && !is_broadside) {
            return None;
        }
        let limit = 4 * LIMITS[usize::from(moves)];
        let mut prover = Prover { solver: &mut self.solver, limit, control: self.control };
        let puzzle = prover.prove(position, theme, moves)?;
        let is_clear = puzzle.solution.endings() <= MOST_ENDINGS;
        let has_motif = self.only.is_none_or(|motif| puzzle.motifs.contains(&motif));
        (is_clear && has_motif && self.finds.is_wanted(&puzzle) && self.is_worth_it(position, first)).then_some(puzzle)
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

/// The positions up to eight plies before each lost marble.
fn before_losses(game: &Game) -> Vec<usize> {
    let mut seen = HashSet::new();
    let mut places = Vec::new();
    for (ply, pair) in game.positions().windows(2).enumerate() {
        let loser = !pair[0].turn();
        if pair[1].lost(loser) > pair[0].lost(loser) {
            let before = (0..8).filter_map(|back| ply.checked_sub(back));
            places.extend(before.filter(|&place| place >= EARLIEST && seen.insert(place)));
        }
    }
    places
}

/// Whether a win of a marble in one move is not obvious: another marble could be ejected, or there are many other pushes.
fn is_puzzling(position: &Position) -> bool {
    position.ejections().len() > 1 || position.pushes().len() >= MANY_PUSHES
}
