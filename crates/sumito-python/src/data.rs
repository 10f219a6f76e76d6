//! Self-play games as training data.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use numpy::PyArray1;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use sumito_engine::datagen::{Datagen, Progress, SelfPlay};
use sumito_engine::{Engine, Options};
use sumito_rules::Move;

use crate::engine::{check_signals, set_options};
use crate::errors::error;
use crate::words::Number;

/// A file error with its path.
fn file_error(path: &Path, error: &io::Error) -> PyErr {
    let reason = error.to_string();
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, reason, path.to_path_buf())),
        None => PyOSError::new_err(format!("{}: {reason}", path.display())),
    }
}

/// Plays games of the engine against itself into a new file, until there are enough positions: how many games and positions.
#[pyfunction]
#[pyo3(signature = (path, positions, *, nodes = Number::of(5000), seed = Number::of(1), threads = Number::of(1), network = None, **options),
       text_signature = "(path, positions, *, nodes=5000, seed=1, threads=1, network=None, hash=16, evaluation='network')")]
#[allow(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn self_play(
    py: Python<'_>,
    path: PathBuf,
    positions: Number,
    nodes: Number,
    seed: Number,
    threads: Number,
    network: Option<&Bound<'_, PyBytes>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(u64, u64)> {
    let positions = positions.within("a number of positions", 1..=u64::MAX)?;
    let nodes = nodes.within("a number of nodes", 1..=u64::MAX)?;
    let seed = seed.within("a seed", 0..=u64::MAX)?;
    let threads = threads.within("a number of threads", 1..=1024_u64)?;
    // Scores that favor neither side.
    let options = set_options(Options::default().with_contempt(0), options)?;
    let network = network.map(|bytes| bytes.as_bytes().to_vec());
    if let Some(bytes) = &network {
        Engine::new(Options::default().with_hash(1)).set_network(bytes).map_err(error)?;
    }
    let file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(|error| file_error(&path, &error))?;
    let datagen = Datagen { nodes, seed, options, network };
    let (stop, progress) = (AtomicBool::new(false), Progress::default());
    let sink = Mutex::new((BufWriter::new(file), Ok(())));
    let interrupted = py.detach(|| {
        thread::scope(|scope| {
            let mut players = Vec::new();
            let mut interrupted = Ok(());
            for worker in 0..threads {
                let (datagen, stop, progress, sink) = (&datagen, &stop, &progress, &sink);
                let play = move || datagen.run(worker, stop, progress, |game| save(sink, game, stop));
                match thread::Builder::new().name(format!("sumito self-play {worker}")).spawn_scoped(scope, play) {
                    Ok(player) => players.push(player),
                    Err(error) => interrupted = Err(error.into()),
                }
            }
            while interrupted.is_ok() && !stop.load(Relaxed) && players.iter().any(|player| !player.is_finished()) {
                thread::sleep(Duration::from_millis(5));
                interrupted = check_signals();
                if progress.positions.load(Relaxed) >= positions {
                    break;
                }
            }
            stop.store(true, Relaxed);
            interrupted
        })
    });
    let (mut file, written) = sink.into_inner().unwrap_or_else(PoisonError::into_inner);
    written.and_then(|()| file.flush()).map_err(|error| file_error(&path, &error))?;
    interrupted?;
    Ok((progress.games.load(Relaxed), progress.positions.load(Relaxed)))
}

type Sink = Mutex<(BufWriter<File>, io::Result<()>)>;

/// Adds a game in one piece; after an error, nothing more.
fn save(sink: &Sink, game: &SelfPlay, stop: &AtomicBool) {
    let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
    if sink.1.is_ok() {
        let written = sink.0.write_all(&game.to_bytes());
        if written.is_err() {
            stop.store(true, Relaxed);
        }
        sink.1 = written;
    }
}

/// Writes the training positions of a file of games: how many games and positions.
#[pyfunction]
pub(crate) fn expand(py: Python<'_>, games: PathBuf, positions: PathBuf) -> PyResult<(u64, u64)> {
    py.detach(|| {
        let input = File::open(&games).map_err(|error| file_error(&games, &error))?;
        if let (Ok(from), Ok(to)) = (games.canonicalize(), positions.canonicalize())
            && from == to
        {
            return Err(error(format!("{}: the positions would replace the games", games.display())));
        }
        // The file appears when it is complete.
        let mut partial = positions.clone().into_os_string();
        partial.push(".part");
        let partial = PathBuf::from(partial);
        let written = write_positions(&games, input, &partial)
            .and_then(|counts| fs::rename(&partial, &positions).map(|()| counts).map_err(|error| file_error(&positions, &error)));
        if written.is_err() {
            // Nobody needs half of it; if it cannot be removed, that is not the error to report.
            let _ = fs::remove_file(&partial);
        }
        written
    })
}

/// No game has more bytes.
const LONGEST: usize = 22 + 4 * u16::MAX as usize;

fn write_positions(games: &Path, mut input: File, to: &Path) -> PyResult<(u64, u64)> {
    let mut out = BufWriter::new(File::create(to).map_err(|error| file_error(to, &error))?);
    let (mut bytes, mut chunk) = (Vec::new(), vec![0; 4 * LONGEST]);
    let (mut at, mut played, mut written) = (0, 0, 0);
    loop {
        check_signals()?;
        let read = input.read(&mut chunk).map_err(|error| file_error(games, &error))?;
        bytes.extend_from_slice(&chunk[..read]);
        let mut rest = &bytes[..];
        // Until the end of the file, a game is read only if all of it is certainly there.
        while rest.len() >= LONGEST || (read == 0 && !rest.is_empty()) {
            let Some((game, size)) = SelfPlay::from_bytes(rest) else {
                let expected = format!("expected a game at byte {at}, found something else or half a game");
                return Err(error(format!("{}: {expected}", games.display())));
            };
            for sample in game.samples() {
                out.write_all(&sample.to_bytes()).map_err(|error| file_error(to, &error))?;
                written += 1;
            }
            (rest, at, played) = (&rest[size..], at + size, played + 1);
        }
        if read == 0 {
            break;
        }
        bytes = rest.to_vec();
    }
    out.flush().map_err(|error| file_error(to, &error))?;
    Ok((played, written))
}

/// The action of each number of a move in training data, -1 for numbers that are not moves.
#[pyfunction]
pub(crate) fn move_actions(py: Python<'_>) -> Bound<'_, PyArray1<i64>> {
    let action = |bits| Move::from_bits(bits).map_or(-1, |m| m.index() as i64);
    PyArray1::from_iter(py, (0..=u16::MAX).map(action))
}
