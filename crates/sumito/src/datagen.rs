//! `sumito datagen`: self-play games as training data.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use sumito_engine::datagen::{Datagen, Progress as Made, SelfPlay};
use sumito_engine::{Engine, Evaluation, Options};

use crate::error::Error;
use crate::interrupt::stop_on_interrupt;
use crate::plural::count;
use crate::progress::Progress;

/// Play engine games as training data for the network
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file to write; an existing file is extended
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Positions per move
    #[arg(short, long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games played at the same time [default: one per core]
    #[arg(short, long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Random seed, combined with the length of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop when the file has N positions
    #[arg(short, long, value_name = "N")]
    positions: Option<u64>,
    /// Stop after M minutes
    #[arg(short, long, value_name = "M")]
    minutes: Option<f64>,
    /// Use another network
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// The evaluation: network, handmade or rings
    #[arg(long, value_name = "NAME", default_value = "network", value_parser = evaluation(), hide_possible_values = true)]
    evaluation: Evaluation,
    /// Play no games, but write the training positions of the games in FILE
    #[arg(long, value_name = "FILE")]
    expand: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  sumito datagen --out games.bin --minutes 20
  sumito datagen --out first.bin --evaluation handmade --nodes 2000 --positions 2000000 --threads 16
  sumito datagen --out next.bin --network new.bin --seed 7 --minutes 15
  sumito datagen --expand games.bin --out positions.bin

Only whole games are added, so the file is always usable and the run can be stopped at any time with Ctrl-C. A game takes four
bytes per ply, an expanded position 24 bytes, see docs/network.md.";

/// Reads the name of an evaluation.
fn evaluation() -> impl TypedValueParser<Value = Evaluation> {
    PossibleValuesParser::new(Evaluation::ALL.map(Evaluation::name)).map(|name| {
        let known = Evaluation::ALL.into_iter().find(|evaluation| evaluation.name() == name);
        known.unwrap_or(Evaluation::Network)
    })
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    if let Some(games) = &args.expand {
        return expand(games, &args.out, out);
    }
    let (file, before) = args.open()?;
    let datagen = Datagen {
        nodes: args.nodes,
        // A continued run must not repeat the games in the file.
        seed: args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(before),
        // Scores that favor neither side.
        options: Options::default().with_evaluation(args.evaluation).with_contempt(0),
        network: args.network()?,
    };
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    // A file that has enough positions already gets no further game.
    let threads = if args.has_enough(before) { 0 } else { args.threads.map_or_else(cores, usize::from) as u64 };
    let stop = stop_on_interrupt()?;
    let made = Made::default();
    let sink = Mutex::new(Sink { file, failed: None });
    let start = Instant::now();
    thread::scope(|scope| -> Result<(), Error> {
        let players: Vec<_> = (0..threads)
            .map(|worker| {
                let (datagen, stop, made, sink) = (&datagen, &*stop, &made, &sink);
                scope.spawn(move || datagen.run(worker, stop, made, |game| save(sink, game, stop)))
            })
            .collect();
        let shown = show_progress(args, before, &made, &stop, start, out);
        stop.store(true, Relaxed);
        drop(players);
        shown
    })?;
    let sink = sink.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = sink.failed {
        return Err(Error::File(args.out.display().to_string(), error));
    }
    writeln!(out, "{}", summary(before, &made, start))?;
    Ok(())
}

impl Args {
    fn has_enough(&self, positions: u64) -> bool {
        self.positions.is_some_and(|wanted| positions >= wanted)
    }

    /// The file, cut to whole games, and the number of their positions.
    fn open(&self) -> Result<(File, u64), Error> {
        let failed = |error| Error::File(self.out.display().to_string(), error);
        let file = OpenOptions::new().create(true).append(true).open(&self.out).map_err(failed)?;
        let bytes = fs::read(&self.out).map_err(failed)?;
        let (mut before, mut len) = (0, 0);
        for (game, size) in games(&bytes) {
            before += game.samples().count() as u64;
            len += size;
        }
        // An interruption cuts off one game. Anything else is not ours to delete.
        if (len == 0 && !bytes.is_empty()) || bytes.len() - len > MAX_GAME {
            return Err(Error::Other(format!("{} is not a file of games", self.out.display())));
        }
        file.set_len(len as u64).map_err(failed)?;
        Ok((file, before))
    }

    fn network(&self) -> Result<Option<Vec<u8>>, Error> {
        let Some(path) = &self.network else { return Ok(None) };
        let name = path.display().to_string();
        let bytes = fs::read(path).map_err(|error| Error::File(name.clone(), error))?;
        let usable = Engine::new(Options::default().with_hash(1)).set_network(&bytes);
        usable.map_err(|error| Error::Other(format!("{name}: {error}")))?;
        Ok(Some(bytes))
    }
}

/// More bytes than any game has.
const MAX_GAME: usize = 1 << 12;

/// The whole games of a file, and the bytes of each.
fn games(mut bytes: &[u8]) -> impl Iterator<Item = (SelfPlay, usize)> {
    std::iter::from_fn(move || {
        let (game, size) = SelfPlay::from_bytes(bytes)?;
        bytes = &bytes[size..];
        Some((game, size))
    })
}

/// Writes the positions of the games in a file.
fn expand(from: &Path, to: &Path, out: &mut impl Write) -> Result<(), Error> {
    let bytes = fs::read(from).map_err(|error| Error::File(from.display().to_string(), error))?;
    let failed = |error| Error::File(to.display().to_string(), error);
    let mut file = BufWriter::new(File::create(to).map_err(failed)?);
    let (mut played, mut positions) = (0, 0);
    for (game, _) in games(&bytes) {
        played += 1;
        for sample in game.samples() {
            file.write_all(&sample.to_bytes()).map_err(failed)?;
            positions += 1;
        }
    }
    file.flush().map_err(failed)?;
    writeln!(out, "{positions} positions of {}", count(played, "game"))?;
    Ok(())
}

/// Where the games of all threads go.
struct Sink {
    file: File,
    failed: Option<io::Error>,
}

/// Adds a game in one piece.
fn save(sink: &Mutex<Sink>, game: &SelfPlay, stop: &AtomicBool) {
    let bytes = game.to_bytes();
    let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
    if let Err(error) = sink.file.write_all(&bytes) {
        sink.failed.get_or_insert(error);
        stop.store(true, Relaxed);
    }
}

/// Shows the progress until the run ends: in place on a terminal, otherwise one line every half minute.
fn show_progress(
    args: &Args,
    before: u64,
    made: &Made,
    stop: &AtomicBool,
    start: Instant,
    out: &mut impl Write,
) -> Result<(), Error> {
    let live = io::stderr().is_terminal();
    let mut progress = Progress::new(live);
    let mut printed = Instant::now();
    loop {
        let enough = args.has_enough(before + made.positions.load(Relaxed));
        let late = args.minutes.is_some_and(|minutes| start.elapsed().as_secs_f64() >= 60.0 * minutes);
        if stop.load(Relaxed) || enough || late {
            progress.clear();
            return Ok(());
        }
        progress.show(|| summary(before, made, start));
        if !live && printed.elapsed() >= INTERVAL {
            printed = Instant::now();
            writeln!(out, "{}", summary(before, made, start))?;
            out.flush()?;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

const INTERVAL: Duration = Duration::from_secs(30);

fn summary(before: u64, made: &Made, start: Instant) -> String {
    let [games, positions, draws, black] =
        [&made.games, &made.positions, &made.draws, &made.black_wins].map(|count| count.load(Relaxed));
    let seconds = start.elapsed().as_secs_f64();
    let share = |count: u64| 100.0 * count as f64 / games.max(1) as f64;
    let white = games.saturating_sub(draws + black);
    format!(
        "{} positions, {positions} of them new in {seconds:.0} s, {:.0} per second; {}: Black {:.1}%, drawn {:.1}%, White {:.1}%",
        before + positions,
        positions as f64 / seconds.max(0.001),
        count(games, "game"),
        share(black),
        share(draws),
        share(white),
    )
}
