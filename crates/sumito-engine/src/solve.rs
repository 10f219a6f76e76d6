//! Proofs: what a side can force within a few moves, whatever the other does.
//!
//! The search looks at every move of both sides, so its answers are proofs and not opinions. One side, the **attacker**, tries to reach
//! an aim within a number of its own moves; the other, the **defender**, to prevent it. The aims:
//!
//! - *The game*: the attacker has won.
//! - *A marble*: right after a move of the attacker it has ejected at least one marble more than it has lost since the start, and the
//!   defender's next move cannot undo that by an ejection. A side that has won the game has reached this aim too, and a side that is
//!   about to lose it has not.
//!
//! Both count from the first moment they hold, so what can be reached in two moves can be reached in three. An attacker that follows
//! the shortest way comes closer with every move and never meets a position twice: draws by repetition change nothing, and positions
//! before the first need not be known. Draws by a limit of quiet plies are not looked at. A side that cannot move loses.

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
use table::Table;

/// What the side to move is to do.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Win a marble.
    WinMarble,
    /// Win the game.
    WinGame,
    /// Not let the other side win a marble.
    SaveMarble,
    /// Not let the other side win the game.
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
    type Err = String;

    fn from_str(text: &str) -> Result<Goal, String> {
        Goal::ALL
            .into_iter()
            .find(|goal| goal.name() == text)
            .ok_or_else(|| format!("expected marble, game, save or survive, found '{text}'"))
    }
}

/// A question to the solver.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Where it starts.
    pub position: Position,
    /// What the side to move is to do.
    pub goal: Goal,
    /// How many moves the attacker has: the side to move, or for the goals that save, the other side after it.
    pub moves: u8,
}

/// What is known of a question.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The goal is reached against every play of the other side.
    Proved,
    /// The other side can prevent it.
    Disproved,
    /// The limit came first.
    Undecided,
}

/// A first move and what it leads to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FirstMove {
    /// The move.
    pub m: Move,
    /// Whether it reaches the goal.
    pub decision: Decision,
    /// In how many of the attacker's moves it wins, or for the goals that save, loses: where one of both is proved.
    pub moves: Option<u8>,
}

/// The answer of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The first moves that reach the goal; for the goals that win, the shortest way first.
    pub fn solutions(&self) -> Vec<FirstMove> {
        let mut solutions: Vec<FirstMove> = self.first_moves.iter().copied().filter(|f| f.decision == Decision::Proved).collect();
        solutions.sort_by_key(|first| first.moves);
        solutions
    }

    /// The first move that reaches the goal if no other does.
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

    /// The number of attacker's moves that the shortest win takes, for the goals that win.
    pub fn shortest(&self) -> Option<u8> {
        self.solutions().first().and_then(|first| first.moves)
    }
}

/// News from the solver.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// The number of attacker's moves that is looked at.
    pub moves: u8,
    /// First moves done with that number.
    pub done: usize,
    /// First moves there are.
    pub first_moves: usize,
    /// Positions visited.
    pub nodes: u64,
}

/// Proves what can be forced. Keeps its memory from question to question, so one solver may answer many.
///
/// ```
/// use sumito_engine::{Control, Goal, Solver, Task, Decision};
///
/// // Two black marbles on the bottom row push the white one off.
/// let position = "5/6/7/8/4w4/8/7/6/wbb2 b".parse().unwrap();
/// let task = Task { position, goal: Goal::WinMarble, moves: 1 };
/// let solution = Solver::new(1).solve(&task, u64::MAX, &Control::new(), |_| {});
/// assert_eq!(solution.decision, Decision::Proved);
/// assert_eq!(solution.only_move().unwrap().to_string(), "a3a2");
/// ```
pub struct Solver {
    table: Table,
    aim: Option<Aim>,
}

impl Solver {
    /// A solver with a table of about this many mebibytes.
    pub fn new(mebibytes: usize) -> Solver {
        Solver { table: Table::new(mebibytes), aim: None }
    }

    /// Answers a question, unless `control` or the number of positions visited end it first. Decides every first move; never prints.
    pub fn solve(&mut self, task: &Task, nodes: u64, control: &Control, on_progress: impl FnMut(&SolveProgress)) -> Solution {
        Solver::solve_by(self.search(task, nodes, control), task, on_progress)
    }

    /// Answers a question by a search whose aim may have been set earlier in the game.
    fn solve_by(mut search: Search<'_>, task: &Task, mut on_progress: impl FnMut(&SolveProgress)) -> Solution {
        let watch = Stopwatch::start();
        let won = if task.goal.defends() { Decision::Disproved } else { Decision::Proved };
        let decision = if task.moves == 0 { won.opposite() } else { Decision::Undecided };
        let mut first_moves: Vec<FirstMove> =
            task.position.legal_moves().iter().map(|m| FirstMove { m, decision, moves: None }).collect();
        let count = first_moves.len();
        // Short ways are proved first: they are cheap, and what they leave in the table guides the longer ones.
        let stopped = (1..=task.moves).any(|moves| {
            first_moves.iter_mut().enumerate().filter(|(_, first)| first.moves.is_none()).any(|(done, first)| {
                let position = task.position.after_unchecked(first.m);
                let wins = search.count().and_then(|()| {
                    if task.goal.defends() { search.attack(&position, moves) } else { search.defend(&position, moves - 1) }
                });
                on_progress(&SolveProgress { moves, done, first_moves: count, nodes: search.nodes() });
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

    /// Only whether the goal is reached: for much less than [`solve`](Solver::solve), since one first move is enough.
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

    /// How the attacker's aim is reached after this first move, against every defense: for the goals that win how it wins, for those
    /// that save how it loses. `None` if it does not, or the limit came first.
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

    /// The moves that follow this first move, itself included, if the attacker takes a shortest way and the defender the longest.
    /// `None` as for [`tree`](Solver::tree).
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
