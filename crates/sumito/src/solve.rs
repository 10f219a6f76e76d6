//! `sumito solve`: proves what can be forced.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use sumito_engine::Control;
use sumito_engine::solve::{self, Decision, Defense, Goal, Solution, Solver, Task, Tree};
use sumito_rules::Move;

use crate::error::Error;
use crate::input::PositionArgs;

/// Prove what the side to move can force within a few moves
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The goal of the side to move: win a marble, win the game, save its marbles, or survive
    #[arg(short, long, value_name = "GOAL", default_value = "marble", value_parser = goal())]
    goal: Goal,
    /// The number of moves of the attacking side
    #[arg(short, long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    moves: u8,
    /// Also show the reply to every defense
    #[arg(long)]
    tree: bool,
    /// Give up after this many positions [default: no limit]
    #[arg(long, value_name = "POSITIONS")]
    limit: Option<u64>,
    /// Memory for positions, in mebibytes
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=32768))]
    memory: u16,
}

const EXAMPLES: &str = "\
Examples:
  sumito solve --position '5/6/7/8/4w4/8/7/6/wbb2 b' --moves 1
  sumito solve --layout belgian-daisy --goal marble --moves 3
  sumito solve --position '5/6/7/8/5bbw1/8/5ww/6/wbbww w 4 5' --goal survive --moves 2 --tree

Every move of both sides is examined, so the answer is a proof. A marble is won when, after a move, the side is ahead by one more
marble than at the start and the reply cannot eject one in return. 'save' and 'survive' ask which moves keep the other side from
winning a marble or the game. Draws by repetition cannot help; draws by a limit of quiet plies are ignored.

Exit codes: 0 the goal is reached, 1 it is not (or invalid input), 2 invalid command line, 3 undecided within the limit.";

fn goal() -> impl TypedValueParser<Value = Goal> {
    PossibleValuesParser::new(Goal::ALL.map(Goal::name)).try_map(|name| name.parse::<Goal>())
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let task = Task { position: args.position.read()?, goal: args.goal, moves: args.moves };
    let mut solver = Solver::new(args.memory.into());
    let (limit, control) = (args.limit.unwrap_or(u64::MAX), Control::new());
    let mut meter = Meter::new();
    let solution = solver.solve(&task, limit, &control, |progress| meter.show(progress));
    meter.clear();

    write_decision(&task, &solution, out)?;
    write_first_moves(&task, &solution, out)?;
    // The attacker's line after the best first move, or after the losing move that lasts longest.
    let shown = if task.goal.defends() {
        solution.first_moves.iter().filter(|first| first.moves.is_some()).max_by_key(|first| first.moves).copied()
    } else {
        solution.solutions().first().copied()
    };
    if let Some(first) = shown {
        if let Some(line) = solver.line(&task, first.m, limit, &control) {
            let label = if task.goal.defends() { "a move that loses" } else { "line" };
            writeln!(out, "{label}: {}", words(&line))?;
        }
        if args.tree
            && let Some(tree) = solver.tree(&task, first.m, limit, &control)
        {
            let start = if task.goal.defends() { format!("{}: {}", first.m, tree.answer) } else { first.m.to_string() };
            writeln!(out, "tree:\n  {start}")?;
            for line in defenses(&tree) {
                writeln!(out, "    {line}")?;
            }
        }
    }
    let seconds = solution.time.as_secs_f64();
    writeln!(out, "{} positions in {seconds:.3} s", solution.nodes)?;
    match solution.decision {
        Decision::Proved => Ok(()),
        Decision::Disproved => Err(Error::Reported),
        Decision::Undecided => Err(Error::Undecided),
    }
}

fn write_decision(task: &Task, solution: &Solution, out: &mut impl Write) -> io::Result<()> {
    let (side, other) = (task.position.turn(), !task.position.turn());
    let count = |n: u8| crate::plural::count(n, "move");
    let least = count(solution.shortest().unwrap_or(task.moves));
    let most = count(task.moves);
    let what = match task.goal {
        Goal::WinMarble | Goal::SaveMarble => "a marble",
        Goal::WinGame | Goal::SaveGame => "the game",
    };
    match (solution.decision, task.goal.defends()) {
        (Decision::Proved, false) => writeln!(out, "proved: {side} wins {what} in {least}"),
        (Decision::Disproved, false) => writeln!(out, "disproved: {side} cannot force {what} in {most}"),
        (Decision::Proved, true) => writeln!(out, "proved: {side} can keep {other} from winning {what} in {most}"),
        (Decision::Disproved, true) => writeln!(out, "disproved: {side} cannot keep {other} from winning {what} in {most}"),
        (Decision::Undecided, _) => writeln!(out, "undecided: reached the limit of positions"),
    }
}

fn write_first_moves(task: &Task, solution: &Solution, out: &mut impl Write) -> io::Result<()> {
    let (solutions, all) = (solution.solutions(), solution.first_moves.len());
    if solutions.is_empty() {
        return Ok(());
    }
    let moves = |least| {
        let mut moves: Vec<Move> = solutions.iter().filter(|first| first.moves == least).map(|first| first.m).collect();
        moves.sort_by_key(Move::to_string);
        moves
    };
    if let Some(only) = solution.only_move() {
        writeln!(out, "only move: {only} (of {all})")?;
    } else if task.goal.defends() && solutions.len() == all {
        writeln!(out, "solutions: all {all} moves")?;
    } else if task.goal.defends() {
        writeln!(out, "solutions: {} of {all} moves: {}", solutions.len(), words(&moves(None)))?;
    } else {
        let known = if solution.is_complete() { "" } else { " at least" };
        writeln!(out, "solutions:{known} {} of {all} moves", solutions.len())?;
        for least in (1..=task.moves).map(Some).filter(|&least| !moves(least).is_empty()) {
            writeln!(out, "  in {}: {}", least.unwrap_or_default(), words(&moves(least)))?;
        }
    }
    Ok(())
}

/// The defenses and the replies, one per line. Defenses with the same reply are grouped; the most common reply comes last, for all
/// others.
fn defenses(tree: &Tree) -> Vec<String> {
    let mut groups: Vec<(Vec<Move>, Move, Vec<String>)> = Vec::new();
    for Defense { m, then, .. } in &tree.defenses {
        let lines = defenses(then);
        match groups.iter_mut().find(|(_, answer, after)| *answer == then.answer && *after == lines) {
            Some((moves, ..)) => moves.push(*m),
            None => groups.push((vec![*m], then.answer, lines)),
        }
    }
    if let Some(common) = (0..groups.len()).max_by_key(|&n| groups[n].0.len()) {
        let group = groups.remove(common);
        groups.push(group);
    }
    let mut lines = Vec::new();
    for (n, (moves, answer, after)) in groups.iter().enumerate() {
        let met = match (n + 1 == groups.len() && moves.len() > 1, n) {
            (true, 0) => "any move".to_owned(),
            (true, _) => "any other".to_owned(),
            (false, _) => words(moves),
        };
        lines.push(format!("{met}: {answer}"));
        lines.extend(after.iter().map(|line| format!("  {line}")));
    }
    lines
}

fn words(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// Shows the progress of the proof on a terminal.
struct Meter {
    on: bool,
    shown: Option<Instant>,
    start: Instant,
}

impl Meter {
    fn new() -> Meter {
        Meter { on: io::stderr().is_terminal(), shown: None, start: Instant::now() }
    }

    fn show(&mut self, progress: &solve::Progress) {
        let pause = Duration::from_millis(200);
        if !self.on || self.shown.unwrap_or(self.start).elapsed() < pause {
            return;
        }
        self.shown = Some(Instant::now());
        let solve::Progress { moves, done, first_moves, nodes, .. } = progress;
        let millions = *nodes as f64 / 1e6;
        // Failing to show the progress is no reason to stop.
        let _ = write!(io::stderr(), "\rin {moves}: first move {done} of {first_moves}, {millions:.1} million positions\x1b[K");
    }

    fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
