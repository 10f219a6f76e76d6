//! `sumito puzzles`: finds puzzles and proves them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use sumito_content::puzzles::check;
use sumito_content::puzzles::measure::{FEATURES, Index, sightings, tally};
use sumito_content::puzzles::mine::{Finds, Miner, Supply};
use sumito_content::puzzles::{Motif, Puzzle, collection, read};
use sumito_engine::Control;
use sumito_rules::record::Record;
use sumito_rules::{Color, Game};

use crate::error::Error;
use crate::games::{Games, for_two};
use crate::interrupt::stop_on_interrupt;
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
    Rate(RateArgs),
    Measure(MeasureArgs),
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
    /// Look for puzzles in the games of this file instead of in games of the engine
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Only puzzles with this motif: gambit, det, broadside, double-threat, quiet-move or opening
    #[arg(long, value_name = "MOTIF", value_parser = read_motif)]
    only: Option<Motif>,
    /// Random seed, combined with the length of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop at about N puzzles, in the mix described in docs/puzzles.md
    #[arg(short, long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
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

/// Estimate the difficulty of all puzzles of a file again
#[derive(Debug, clap::Args)]
struct RateArgs {
    /// The file, which is rewritten
    file: PathBuf,
}

/// Count how often people found the solution when a puzzle's position came up in their games
#[derive(Debug, clap::Args)]
struct MeasureArgs {
    /// A file of games
    games: PathBuf,
    /// A file of puzzles [default: the built-in collection]
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,
    /// Leave out players whose name contains this text
    #[arg(long, value_name = "NAME")]
    except: Option<String>,
}

fn read_motif(text: &str) -> Result<Motif, String> {
    let found = Motif::ALL.into_iter().find(|motif| motif.name() == text);
    found.ok_or_else(|| format!("expected {}", Motif::ALL.map(Motif::name).join(", ")))
}

const EXAMPLES: &str = "\
Examples:
  sumito puzzles mine --out puzzles.txt --minutes 20
  sumito puzzles mine --out puzzles.txt --threads 16 --seed 7 --count 2000
  sumito puzzles check
  sumito puzzles mine --out puzzles.txt --games games.apgn --only broadside
  sumito puzzles check puzzles.txt --sample 50
  sumito puzzles measure games.apgn

Puzzles are added as they are found, one per line (docs/puzzles.md), so the file is always usable and the run can be stopped at any time with Ctrl-C.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    match &args.action {
        Action::Mine(args) => mine(args, out),
        Action::Check(args) => check(args, out),
        Action::Rate(args) => rate(args, out),
        Action::Measure(args) => measure(args, out),
    }
}

fn mine(args: &MineArgs, out: &mut impl Write) -> Result<(), Error> {
    let name = args.out.display().to_string();
    let failed = |error| Error::File(name.clone(), error);
    let before = if args.out.exists() { fs::read_to_string(&args.out).map_err(failed)? } else { String::new() };
    let finds = Finds::new(args.count as usize);
    let known = read(&before).map_err(|error| Error::Other(format!("{name}: {error}")))?;
    for puzzle in &known {
        finds.add_known(puzzle);
    }
    let supply = args.games.as_deref().map(read_games).transpose()?.map(Supply::new);
    let mut file = OpenOptions::new().create(true).append(true).open(&args.out).map_err(failed)?;
    if before.is_empty() {
        file.write_all(HEADER.as_bytes()).map_err(failed)?;
    } else if !before.ends_with('\n') {
        // End a line that an interruption cut off; an invalid one was refused above.
        file.write_all(b"\n").map_err(failed)?;
    }

    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let only = args.only;
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
                let (finds, supply, control, stop, sink) = (&finds, supply.as_ref(), &control, &*stop, &sink);
                scope.spawn(move || {
                    let seed = seed.wrapping_add((worker + 1).wrapping_mul(0xd6e8_feb8_6659_fd93));
                    Miner::new(seed, finds, control).only(only).run(supply, stop, |puzzle| save(sink, puzzle, stop));
                })
            })
            .collect();
        let shown = show_progress(args, &finds, supply.as_ref(), &stop, start, out);
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

/// The games of a file, as far as they replay.
fn read_games(path: &Path) -> Result<Vec<Game>, Error> {
    let records = Games::open(path)?.map(|game| game.and_then(for_two));
    let records = records.filter(|game| !matches!(game, Err(error) if !matches!(error, Error::File(..))));
    records.map(|record| record.map(|record| replayed(&record))).collect()
}

fn replayed(record: &Record) -> Game {
    let mut game = Game::from_position(*record.start(), record.rules().unwrap_or_default());
    for m in record.moves() {
        // Some sites play on after a draw by repetition.
        if game.play(m).is_err() {
            break;
        }
    }
    game
}

fn read_puzzles(path: &Path) -> Result<Vec<Puzzle>, Error> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| Error::File(name.clone(), error))?;
    read(&text).map_err(|error| Error::Other(format!("{name}: {error}")))
}

fn rate(args: &RateArgs, out: &mut impl Write) -> Result<(), Error> {
    let puzzles = read_puzzles(&args.file)?;
    let mut progress = Progress::new(true);
    let mut lines = vec![HEADER.trim_end().to_owned()];
    for (done, puzzle) in puzzles.iter().cloned().enumerate() {
        progress.show(|| format!("{done} of {}", puzzles.len()));
        lines.push(puzzle.rated().to_string());
    }
    progress.clear();
    let text = lines.join("\n") + "\n";
    // The whole file or nothing: the old one is replaced when the new one is complete.
    let failed = |error| Error::File(args.file.display().to_string(), error);
    let draft = args.file.with_extension("new");
    fs::write(&draft, text).and_then(|()| fs::rename(&draft, &args.file)).map_err(failed)?;
    writeln!(out, "{} rated", count(puzzles.len(), "puzzle"))?;
    Ok(())
}

fn measure(args: &MeasureArgs, out: &mut impl Write) -> Result<(), Error> {
    let of_file = args.puzzles.as_deref().map(read_puzzles).transpose()?;
    let index = Index::new(of_file.as_deref().unwrap_or_else(|| collection()));
    let mut all = Vec::new();
    for record in Games::open(&args.games)? {
        let record = match record.and_then(for_two) {
            Err(error @ Error::File(..)) => return Err(error),
            Err(_) => continue,
            Ok(record) => record,
        };
        let counts = |color: Color| {
            let name = record.tag(if color == Color::Black { "Black" } else { "White" }).unwrap_or_default();
            args.except.as_ref().is_none_or(|except| !name.contains(except.as_str()))
        };
        all.extend(sightings(&index, &replayed(&record), counts));
    }
    for (title, feature) in FEATURES {
        writeln!(out, "{title}")?;
        for (value, found, seen) in tally(&all, feature) {
            writeln!(out, "  {value:<10} {found:>5} of {seen:>5}  {:>3.0} %", 100.0 * found as f64 / seen as f64)?;
        }
    }
    Ok(())
}

fn check(args: &CheckArgs, out: &mut impl Write) -> Result<(), Error> {
    let of_file = args.file.as_deref().map(read_puzzles).transpose()?;
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
# id theme moves rating/kind/depth solution position
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
fn show_progress(
    args: &MineArgs,
    finds: &Finds,
    supply: Option<&Supply>,
    stop: &AtomicBool,
    start: Instant,
    out: &mut impl Write,
) -> Result<(), Error> {
    let live = io::stderr().is_terminal();
    let mut progress = Progress::new(live);
    let mut printed = Instant::now();
    loop {
        thread::sleep(LOOK);
        let late = args.minutes.is_some_and(|minutes| start.elapsed().as_secs_f64() >= 60.0 * minutes);
        let used_up = supply.is_some_and(|supply| supply.is_used_up(finds));
        if stop.load(Relaxed) || finds.is_done() || used_up || late {
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
