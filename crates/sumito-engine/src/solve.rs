//! Proofs: what a side can force within a few moves, whatever the other side does.
//!
//! The search considers every move of both sides, so its answers are proofs, not estimates. One side, the **attacker**, tries to reach
//! an aim within a number of its own moves; the other side, the **defender**, tries to prevent it. The aims:
//!
//! - *The game*: the attacker has won.
//! - *A marble*: right after a move of the attacker it has ejected at least one marble more than it has lost since the start, and the
//!   defender's next move cannot make up for that by an ejection. A side that has won the game has reached this aim too, and a side that
//!   is about to lose the game has not.
//!
//! An aim counts as soon as it is reached, so what can be reached in two moves can be reached in three. An attacker that follows a
//! shortest way gets closer with every move and never repeats a position. So draws by repetition do not matter, nor do positions before
//! the first. Draws by a limit of plies are ignored. A side that cannot move loses.
//!
//! ```
//! use sumito_engine::Control;
//! use sumito_engine::solve::{Decision, Goal, Solver, Task};
//!
//! // Two black marbles on the bottom row push the white one off.
//! let position = "5/6/7/8/4w4/8/7/6/wbb2 b".parse().unwrap();
//! let task = Task { position, goal: Goal::WinMarble, moves: 1 };
//! let solution = Solver::new(1).solve(&task, u64::MAX, &Control::new(), |_| {});
//! assert_eq!(solution.decision, Decision::Proved);
//! assert_eq!(solution.only_move().unwrap().to_string(), "a3a2");
//! ```

mod after;
mod aim;
mod search;
mod table;
mod tree;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sumito_rules::{Move, Position};

pub use tree::{Defense, Tree};

use crate::engine::Control;
use crate::time::Stopwatch;
use aim::Aim;
use search::{Search, Stopped};
use table::ProofTable;

/// The goal of the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Win a marble.
    WinMarble,
    /// Win the game.
    WinGame,
    /// Prevent the other side from winning a marble.
    SaveMarble,
    /// Prevent the other side from winning the game.
    SaveGame,
}

impl Goal {
    /// All goals.
    pub const ALL: [Goal; 4] = [Goal::WinMarble, Goal::WinGame, Goal::SaveMarble, Goal::SaveGame];

    /// Its name: `marble`, `game`, `save`, `survive`.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::WinMarble => "marble",
            Goal::WinGame => "game",
            Goal::SaveMarble => "save",
            Goal::SaveGame => "survive",
        }
    }

    /// Whether the side to move defends.
    pub const fn defends(self) -> bool {
        matches!(self, Goal::SaveMarble | Goal::SaveGame)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Goal {
    type Err = ParseGoalError;

    fn from_str(text: &str) -> Result<Goal, ParseGoalError> {
        Goal::ALL.into_iter().find(|goal| goal.name() == text).ok_or_else(|| ParseGoalError { found: text.to_owned() })
    }
}

/// A text is not the name of a [`Goal`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseGoalError {
    /// The text.
    pub found: String,
}

impl fmt::Display for ParseGoalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected marble, game, save or survive, found '{}'", self.found)
    }
}

impl std::error::Error for ParseGoalError {}

/// A question to the solver.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The position to start from.
    pub position: Position,
    /// The goal of the side to move.
    pub goal: Goal,
    /// How many moves the attacker has. The attacker is the side to move, or the other side if the goal is to save.
    pub moves: u8,
}

/// What is known about a question.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The goal is reached, whatever the other side does.
    Proved,
    /// The other side can prevent it.
    Disproved,
    /// The search was stopped before it knew.
    Undecided,
}

/// A first move and what it leads to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FirstMove {
    /// The move.
    pub m: Move,
    /// Whether it reaches the goal.
    pub decision: Decision,
    /// How many of the attacker's moves it takes to win, or to lose if the goal is to save, if that is proved.
    pub moves: Option<u8>,
}

/// The answer of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// Whether the goal is reached by any first move.
    pub decision: Decision,
    /// Every legal first move.
    pub first_moves: Vec<FirstMove>,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Solution {
    /// The first moves that reach the goal; if the goal is to win, the shortest way first.
    pub fn solutions(&self) -> Vec<FirstMove> {
        let mut solutions: Vec<FirstMove> = self.first_moves.iter().copied().filter(|f| f.decision == Decision::Proved).collect();
        solutions.sort_by_key(|first| first.moves);
        solutions
    }

    /// The only first move that reaches the goal, if no other does.
    pub fn only_move(&self) -> Option<Move> {
        match self.solutions()[..] {
            [only] if self.is_complete() => Some(only.m),
            _ => None,
        }
    }

    /// Whether every first move is decided.
    pub fn is_complete(&self) -> bool {
        self.first_moves.iter().all(|first| first.decision != Decision::Undecided)
    }

    /// How many of the attacker's moves the shortest win takes, if the goal is to win.
    pub fn shortest(&self) -> Option<u8> {
        self.solutions().first().and_then(|first| first.moves)
    }
}

/// Progress of the solver.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The number of the attacker's moves that is being searched.
    pub moves: u8,
    /// First moves done with that number.
    pub done: usize,
    /// The number of first moves.
    pub first_moves: usize,
    /// Positions visited.
    pub nodes: u64,
}

/// Proves what can be forced. It keeps its memory between questions, so use one solver for several.
pub struct Solver {
    table: ProofTable,
    aim: Option<Aim>,
}

impl Solver {
    /// A solver with a table of about this many mebibytes.
    pub fn new(mebibytes: usize) -> Solver {
        Solver { table: ProofTable::new(mebibytes), aim: None }
    }

    /// Answers a question, with a decision on every first move, unless `control` or the limit of positions stops it.
    pub fn solve(&mut self, task: &Task, nodes: u64, control: &Control, on_progress: impl FnMut(&Progress)) -> Solution {
        Solver::solve_by(self.search(task, nodes, control), task, on_progress)
    }

    /// Answers a question with a search whose aim may have been set earlier in the game.
    fn solve_by(mut search: Search<'_>, task: &Task, mut on_progress: impl FnMut(&Progress)) -> Solution {
        let watch = Stopwatch::start();
        let won = if task.goal.defends() { Decision::Disproved } else { Decision::Proved };
        let decision = if task.moves == 0 { won.opposite() } else { Decision::Undecided };
        let mut first_moves: Vec<FirstMove> =
            task.position.legal_moves().iter().map(|m| FirstMove { m, decision, moves: None }).collect();
        let count = first_moves.len();
        // Short ways first: they are cheap, and what they leave in the table helps with the longer ones.
        let stopped = (1..=task.moves).any(|moves| {
            first_moves.iter_mut().enumerate().filter(|(_, first)| first.moves.is_none()).any(|(done, first)| {
                let position = task.position.after_unchecked(first.m);
                let wins = search.count().and_then(|()| {
                    if task.goal.defends() { search.attack(&position, moves) } else { search.defend(&position, moves - 1) }
                });
                on_progress(&Progress { moves, done, first_moves: count, nodes: search.nodes() });
                match wins {
                    Ok(true) => (first.decision, first.moves) = (won, Some(moves)),
                    Ok(false) if moves == task.moves => first.decision = won.opposite(),
                    Ok(false) => {}
                    Err(Stopped) => return true,
                }
                false
            })
        });
        let has = |decision| first_moves.iter().any(|first| first.decision == decision);
        let decision = if has(Decision::Proved) {
            Decision::Proved
        } else if stopped {
            Decision::Undecided
        } else {
            Decision::Disproved
        };
        Solution { decision, nodes: search.nodes(), time: watch.elapsed(), first_moves }
    }

    /// Only whether the goal is reached: much faster than [`solve`](Solver::solve), because one first move is enough.
    pub fn decide(&mut self, task: &Task, nodes: u64, control: &Control) -> Decision {
        let mut search = self.search(task, nodes, control);
        let reached = if task.goal.defends() {
            search.defend(&task.position, task.moves).map(|lost| !lost)
        } else {
            search.attack(&task.position, task.moves)
        };
        match reached {
            Ok(true) => Decision::Proved,
            Ok(false) => Decision::Disproved,
            Err(Stopped) => Decision::Undecided,
        }
    }

    /// How the attacker reaches the aim after this first move, against every defense: how the move wins, or how it loses if the goal is to
    /// save. `None` if it does not, or if the search was stopped.
    pub fn tree(&mut self, task: &Task, first: Move, nodes: u64, control: &Control) -> Option<Tree> {
        let mut search = self.search(task, nodes, control);
        let mut position = task.position;
        if task.goal.defends() {
            position.play(first).ok()?;
            search.tree(&position, task.moves).ok()?
        } else {
            search.tree_after(&position, first, task.moves).ok()?
        }
    }

    /// This first move and those that follow, if the attacker takes a shortest way and the defender the longest. `None` as for
    /// [`tree`](Solver::tree).
    pub fn line(&mut self, task: &Task, first: Move, nodes: u64, control: &Control) -> Option<Vec<Move>> {
        let mut search = self.search(task, nodes, control);
        let mut position = task.position;
        let mut line = vec![first];
        position.play(first).ok()?;
        let found = if task.goal.defends() {
            search.line_of_attack(position, task.moves, &mut line)
        } else {
            search.line_of_defense(position, task.moves.checked_sub(1)?, &mut line)
        };
        found.is_ok_and(|found| found).then_some(line)
    }

    fn search<'a>(&'a mut self, task: &Task, nodes: u64, control: &'a Control) -> Search<'a> {
        let aim = Aim::new(&task.position, task.goal);
        if self.aim.replace(aim) != Some(aim) {
            self.table.forget();
        }
        Search::new(aim, &mut self.table, nodes, control)
    }
}

impl Decision {
    fn opposite(self) -> Decision {
        match self {
            Decision::Proved => Decision::Disproved,
            Decision::Disproved => Decision::Proved,
            Decision::Undecided => Decision::Undecided,
        }
    }
}
