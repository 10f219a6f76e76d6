//! `sumito puzzles`: finds puzzles and proves them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use sumito_content::puzzles::check;
use sumito_content::puzzles::mine::{Finds, Miner};
use sumito_content::puzzles::{Puzzle, collection, read};
use sumito_engine::Control;

use crate::duel::stop_on_interrupt;
use crate::error::Error;
use crate::plural::count;
use crate::progress::Progress;

/// Find puzzles in engine games, and prove them
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Mine(MineArgs),
    Check(CheckArgs),
}

/// Play games, find puzzles in them, prove each and add it to a file
#[derive(Debug, clap::Args)]
struct MineArgs {
    /// The file to write; an existing file is extended
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Games played at the same time [default: one per core]
    #[arg(short, long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Stop after M minutes
    #[arg(short, long, value_name = "M")]
    minutes: Option<f64>,
    /// Random seed, combined with the length of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop at about N puzzles, in the mix described in docs/puzzles.md
    #[arg(short, long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
}

/// Prove the collection or a file again: each goal, and that only one first move reaches it
#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// A file of puzzles [default: the built-in collection]
    file: Option<PathBuf>,
    /// Prove only N puzzles, spread evenly
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  sumito puzzles mine --out puzzles.txt --minutes 20
  sumito puzzles mine --out puzzles.txt --threads 16 --seed 7 --count 2000
  sumito puzzles check
  sumito puzzles check puzzles.txt --sample 50

Puzzles are added as they are found, one per line (docs/puzzles.md), so the file is always usable and the run can be stopped at any time with Ctrl-C.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    match &args.action {
        Action::Mine(args) => mine(args, out),
        Action::Check(args) => check(args, out),
    }
}

fn mine(args: &MineArgs, out: &mut impl Write) -> Result<(), Error> {
    let name = args.out.display().to_string();
    let failed = |error| Error::File(name.clone(), error);
    let before = if args.out.exists() { fs::read_to_string(&args.out).map_err(failed)? } else { String::new() };
    let finds = Finds::new(args.count as usize);
    let known = read(&before).map_err(|error| Error::Other(format!("{name}: {error}")))?;
    for puzzle in &known {
        finds.add(puzzle);
    }
    let mut file = OpenOptions::new().create(true).append(true).open(&args.out).map_err(failed)?;
    if before.is_empty() {
        file.write_all(HEADER.as_bytes()).map_err(failed)?;
    } else if !before.ends_with('\n') {
        // End a line that an interruption cut off; an invalid one was refused above.
        file.write_all(b"\n").map_err(failed)?;
    }

    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = args.threads.map_or_else(cores, usize::from) as u64;
    let stop = stop_on_interrupt()?;
    let control = Control::new();
    let sink = Mutex::new((file, None));
    // A continued run must not repeat the games in the file.
    let seed = args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(known.len() as u64);
    let start = Instant::now();
    thread::scope(|scope| {
        let miners: Vec<_> = (0..threads)
            .map(|worker| {
                let (finds, control, stop, sink) = (&finds, &control, &*stop, &sink);
                scope.spawn(move || {
                    let seed = seed.wrapping_add((worker + 1).wrapping_mul(0xd6e8_feb8_6659_fd93));
                    Miner::new(seed, finds, control).run(stop, |puzzle| save(sink, puzzle, stop));
                })
            })
            .collect();
        let shown = show_progress(args, &finds, &stop, start, out);
        stop.store(true, Relaxed);
        control.stop();
        drop(miners);
        shown
    })?;
    if let (_, Some(error)) = sink.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(Error::File(name, error));
    }
    writeln!(out, "{}", summary(&finds, start))?;
    Ok(())
}

fn check(args: &CheckArgs, out: &mut impl Write) -> Result<(), Error> {
    let read_file = |path: &PathBuf| {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| Error::File(name.clone(), error))?;
        read(&text).map_err(|error| Error::Other(format!("{name}: {error}")))
    };
    let of_file = args.file.as_ref().map(read_file).transpose()?;
    let puzzles = of_file.as_deref().unwrap_or_else(|| collection());
    let chosen = check::sample(puzzles, args.sample.unwrap_or(puzzles.len()));
    let stop = stop_on_interrupt()?;
    let start = Instant::now();
    let mut progress = Progress::new(true);
    let mut faults = check::twins(puzzles);
    let mut proved = 0;
    check::prove_all(&chosen, |done, found| {
        proved = done;
        faults.extend(found);
        progress.show(|| format!("{done} of {} checked, {} faulty", chosen.len(), faults.len()));
        !stop.load(Relaxed)
    });
    progress.clear();
    for fault in &faults {
        writeln!(out, "{fault}")?;
    }
    let stopped = if proved < chosen.len() { ", then interrupted" } else { "" };
    writeln!(
        out,
        "{}: {proved} checked in {:.1} s{stopped}, {} faulty",
        count(puzzles.len(), "puzzle"),
        start.elapsed().as_secs_f64(),
        faults.len()
    )?;
    if faults.is_empty() { Ok(()) } else { Err(Error::Reported) }
}

const HEADER: &str = "\
# Puzzles with their proved solutions, found by `sumito puzzles mine`, proved again by `sumito puzzles check`. The form: docs/puzzles.md.
# id theme moves rating/choices/temptations/kind solution position
";

/// Adds a puzzle in one piece.
fn save(sink: &Mutex<(File, Option<io::Error>)>, puzzle: &Puzzle, stop: &AtomicBool) {
    let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
    if let Err(error) = sink.0.write_all(format!("{puzzle}\n").as_bytes()) {
        sink.1.get_or_insert(error);
        stop.store(true, Relaxed);
    }
}

/// Shows the progress until the run ends: in place on a terminal, otherwise one line every half minute.
fn show_progress(args: &MineArgs, finds: &Finds, stop: &AtomicBool, start: Instant, out: &mut impl Write) -> Result<(), Error> {
    let live = io::stderr().is_terminal();
    let mut progress = Progress::new(live);
    let mut printed = Instant::now();
    loop {
        thread::sleep(LOOK);
        let late = args.minutes.is_some_and(|minutes| start.elapsed().as_secs_f64() >= 60.0 * minutes);
        if stop.load(Relaxed) || finds.is_done() || late {
            progress.clear();
            return Ok(());
        }
        progress.show(|| summary(finds, start));
        if !live && printed.elapsed() >= INTERVAL {
            printed = Instant::now();
            writeln!(out, "{}", summary(finds, start))?;
            out.flush()?;
        }
    }
}

const INTERVAL: Duration = Duration::from_secs(30);

/// How often the main thread checks on the others.
const LOOK: Duration = Duration::from_millis(50);

fn summary(finds: &Finds, start: Instant) -> String {
    let seconds = start.elapsed().as_secs_f64();
    let (games, looked) = (finds.games(), finds.looked());
    let rate = looked as f64 / seconds.max(0.001);
    format!("{finds}; {games} games, {looked} positions examined in {seconds:.0} s, {rate:.0} per second")
}
