//! The suite of positions with proved answers (`data/suite.txt`): the solver proves them, and the engine finds them.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use sumito_engine::solve::{Decision, Goal, Solver, Task};
use sumito_engine::{Control, Engine, Limits, Options, ScoreKind};
use sumito_rules::{Game, Rules};

/// A line of the suite.
struct Exercise {
    task: Task,
    /// All first moves that reach the goal.
    solutions: BTreeSet<String>,
}

impl fmt::Display for Exercise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Task { position, goal, moves } = self.task;
        let solutions: Vec<&str> = self.solutions.iter().map(String::as_str).collect();
        write!(f, "{goal} {moves} {} {position}", solutions.join(","))
    }
}

fn suite() -> Vec<Exercise> {
    let lines = include_str!("data/suite.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let (goal, rest) = line.split_once(' ')?;
        let (moves, rest) = rest.trim_start().split_once(' ')?;
        let (solutions, position) = rest.trim_start().split_once(' ')?;
        let position = position.trim_start().parse().ok()?;
        let task = Task { position, goal: goal.parse().ok()?, moves: moves.parse().ok()? };
        Some(Exercise { task, solutions: solutions.split(',').map(str::to_owned).collect() })
    };
    lines.map(|line| read(line).unwrap_or_else(|| panic!("the suite does not read: {line}"))).collect()
}

#[test]
fn a_sample_is_proved_again() {
    let mut solver = Solver::new(16);
    for exercise in suite().iter().step_by(4) {
        let solution = solver.solve(&exercise.task, u64::MAX, &Control::new(), |_| {});
        let found: BTreeSet<String> = solution.solutions().iter().map(|first| first.m.to_string()).collect();
        assert_eq!((solution.decision, &found), (Decision::Proved, &exercise.solutions), "{exercise}");
        // There is no shorter way, or before this number of moves nothing is threatened.
        if !exercise.task.goal.defends() {
            assert_eq!(solution.shortest(), Some(exercise.task.moves), "{exercise}");
        }
    }
}

#[test]
fn both_sides_have_every_kind() {
    let suite = suite();
    assert!(suite.len() >= 60, "{}", suite.len());
    let kinds: BTreeSet<(&str, u8, &str)> = suite.iter().map(|e| kind(&e.task)).collect();
    let mut expected = BTreeSet::new();
    for turn in ["Black", "White"] {
        expected.extend([2, 3, 4].map(|moves| (Goal::WinMarble.name(), moves, turn)));
        for goal in [Goal::WinGame, Goal::SaveMarble, Goal::SaveGame] {
            expected.extend([1, 2, 3].map(|moves| (goal.name(), moves, turn)));
        }
    }
    assert_eq!(kinds, expected);
}

fn kind(task: &Task) -> (&'static str, u8, &'static str) {
    let turn = if task.position.turn() == sumito_rules::Color::Black { "Black" } else { "White" };
    (task.goal.name(), task.moves, turn)
}

/// Positions visited for each exercise.
const NODES: u64 = 400_000;

/// How many the engine misses today: two wins of a marble in four moves, where it prefers other moves that it judges worth more than a marble.
const MISSES: usize = 2;

#[test]
fn the_engine_solves_the_suite() {
    let (suite, next, misses) = (suite(), AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut engine = Engine::new(Options::default());
                while let Some(exercise) = suite.get(next.fetch_add(1, Relaxed)) {
                    engine.new_game();
                    if let Some(miss) = miss(&mut engine, exercise) {
                        misses.lock().unwrap().push(miss);
                    }
                }
            });
        }
    });
    let misses = misses.into_inner().unwrap();
    assert!(misses.len() <= MISSES, "{} of {} missed:\n{}", misses.len(), suite.len(), misses.join("\n"));
}

/// What the engine does wrong, if anything. Winning the game must also be seen in the score.
fn miss(engine: &mut Engine, exercise: &Exercise) -> Option<String> {
    let Task { position, goal, moves } = exercise.task;
    let game = Game::from_position(position, Rules::default());
    let report = engine.search(&game, &Limits::nodes(NODES), &Control::new(), |_| {});
    let played = report.best.map(|m| m.to_string()).unwrap_or_default();
    let plies = 2 * u32::from(moves) - 1;
    let sees = goal != Goal::WinGame || matches!(report.score().kind(), ScoreKind::WinIn(n) if n <= plies);
    let found = exercise.solutions.contains(&played) && sees;
    (!found).then(|| {
        format!("{exercise}: plays {played}, {}, depth {}", report.score(), report.lines.first().map_or(0, |line| line.depth))
    })
}
