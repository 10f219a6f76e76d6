//! The engine.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};
use sumito_engine::protocol::{Bounds, serve};
use sumito_engine::stats::Pairs;
use sumito_engine::{Clock, Control, Engine, Level, Limits, Options, Score, ScoreKind};
use sumito_rules::{ByColor, Cells, Color, Game, Move, Position, Rules};

use crate::errors::{error, lock, wrong_type};
use crate::game::PyGame;
use crate::moves::PyMove;
use crate::pickle::{Reduced, restored_from};
use crate::position::PyPosition;
use crate::words::Number;

/// Runs something that `control` can stop on another thread, and listens for Ctrl-C meanwhile.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, control: &Control, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            let work = move || {
                let result = work();
                drop(done);
                result
            };
            let worker = thread::Builder::new().name("sumito search".to_owned()).spawn_scoped(scope, work)?;
            let mut interrupted = Ok(());
            while is_done.recv_timeout(Duration::from_millis(50)) == Err(RecvTimeoutError::Timeout) {
                if interrupted.is_ok() {
                    interrupted = check_signals();
                    if interrupted.is_err() {
                        control.stop();
                    }
                }
            }
            let result = worker.join().map_err(|_| PyRuntimeError::new_err("the search failed: please report this"));
            interrupted.and(result)
        })
    })
}

/// An error if Ctrl-C was pressed, for threads that do not hold the interpreter's lock.
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method has a single lifetime")]
pub(crate) fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// A line of a search.
#[pyclass(name = "Line", module = "sumito", frozen, eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyLine {
    pub(crate) depth: u32,
    pub(crate) score: Score,
    pub(crate) pv: Vec<Move>,
}

#[pymethods]
impl PyLine {
    /// How deep the search was, in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.depth
    }

    /// Hundredths of a marble for the side to move; beyond 29,000 a forced win.
    #[getter]
    fn score(&self) -> i32 {
        self.score.0
    }

    /// A forced win in plies, negative for a loss.
    #[getter]
    fn win_in(&self) -> Option<i64> {
        match self.score.kind() {
            ScoreKind::Centimarbles(_) => None,
            ScoreKind::WinIn(plies) => Some(plies.into()),
            ScoreKind::LossIn(plies) => Some(-i64::from(plies)),
        }
    }

    /// The expected result: the probability to win plus half of that to draw.
    #[getter]
    fn expectation(&self) -> f64 {
        self.score.expectation()
    }

    /// The best play of both sides.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        self.pv.iter().copied().map(PyMove).collect()
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.pv.iter().map(ToString::to_string).collect();
        format!("<Line depth {}, {}: {}>", self.depth, self.score, moves.join(" "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (u32, i32, Vec<PyMove>)> {
        restored_from::<PyLine, _>(py, (self.depth, self.score.0, self.moves()))
    }

    #[classmethod]
    fn _restore(_class: &Bound<'_, PyType>, depth: u32, score: i32, moves: Vec<PyRef<'_, PyMove>>) -> PyLine {
        PyLine { depth, score: Score(score), pv: moves.iter().map(|m| m.0).collect() }
    }
}

/// The result of a search: nothing is best if the game is over.
#[pyclass(name = "SearchResult", module = "sumito", frozen)]
pub(crate) struct Report {
    pub(crate) best: Option<Move>,
    pub(crate) ponder: Option<Move>,
    pub(crate) lines: Vec<PyLine>,
    pub(crate) nodes: u64,
    pub(crate) time: f64,
}

#[pymethods]
impl Report {
    /// The best move.
    #[getter]
    fn best(&self) -> Option<PyMove> {
        self.best.map(PyMove)
    }

    /// The expected reply.
    #[getter]
    fn ponder(&self) -> Option<PyMove> {
        self.ponder.map(PyMove)
    }

    /// The best lines, as many as the engine was asked for.
    #[getter]
    fn lines(&self) -> Vec<PyLine> {
        self.lines.clone()
    }

    /// The score of the best line.
    #[getter]
    fn score(&self) -> Option<i32> {
        self.lines.first().map(|line| line.score.0)
    }

    /// How many positions were visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many seconds it took.
    #[getter]
    fn time(&self) -> f64 {
        self.time
    }

    fn __repr__(&self) -> String {
        let best = self.best.map_or_else(|| "none".to_owned(), |m| m.to_string());
        let score = self.lines.first().map_or_else(String::new, |line| format!(", {}", line.score));
        format!("<SearchResult {best}{score}, {} nodes>", self.nodes)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, Saved> {
        let saved = (self.best(), self.ponder(), self.lines(), self.nodes, self.time);
        restored_from::<Report, _>(py, saved)
    }

    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        best: Option<PyRef<'_, PyMove>>,
        ponder: Option<PyRef<'_, PyMove>>,
        lines: Vec<PyRef<'_, PyLine>>,
        nodes: u64,
        time: f64,
    ) -> Report {
        let lines = lines.iter().map(|line| PyLine::clone(line)).collect();
        Report { best: best.map(|m| m.0), ponder: ponder.map(|m| m.0), lines, nodes, time }
    }
}

/// The parts of a result of a search.
type Saved = (Option<PyMove>, Option<PyMove>, Vec<PyLine>, u64, f64);

/// An engine with its own memory. A copy has the same options and an empty memory.
#[pyclass(name = "Engine", module = "sumito", frozen)]
pub(crate) struct PyEngine {
    engine: Mutex<Engine>,
    /// The file of another network than the engine's own.
    network: Option<Py<PyBytes>>,
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (*, network = None, **options),
           text_signature = "(*, threads=1, hash=16, lines=1, level=10, evaluation='network', contempt=10, seed=0, plain=False, book=True, network=None)")]
    fn new(network: Option<Bound<'_, PyBytes>>, options: Option<&Bound<'_, PyDict>>) -> PyResult<PyEngine> {
        let mut engine = Engine::new(set_options(Options::default(), options)?);
        if let Some(bytes) = &network {
            engine.set_network(bytes.as_bytes()).map_err(error)?;
        }
        Ok(PyEngine { engine: Mutex::new(engine), network: network.map(Bound::unbind) })
    }

    /// Changes some options.
    #[pyo3(signature = (**options),
           text_signature = "($self, *, threads=..., hash=..., lines=..., level=..., evaluation=..., contempt=..., seed=..., plain=..., book=...)")]
    fn set_options(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut engine = self.lock()?;
        let options = set_options(engine.options().clone(), options)?;
        engine.set_options(options);
        Ok(())
    }

    /// All options.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (engine, dict) = (self.lock()?, PyDict::new(py));
        let options = engine.options();
        dict.set_item("threads", options.threads)?;
        dict.set_item("hash", options.hash)?;
        dict.set_item("lines", options.lines)?;
        dict.set_item("level", options.level.number())?;
        dict.set_item("evaluation", options.evaluation.name())?;
        dict.set_item("contempt", options.contempt)?;
        dict.set_item("seed", options.seed)?;
        dict.set_item("plain", options.plain)?;
        dict.set_item("book", options.book)?;
        Ok(dict)
    }

    /// Forgets everything learned from earlier searches.
    fn new_game(&self) -> PyResult<()> {
        self.lock()?.new_game();
        Ok(())
    }

    /// Searches until a limit is reached; times are in seconds. Ctrl-C interrupts it.
    #[pyo3(signature = (game, *, depth = None, nodes = None, time = None, clock = None, increment = None, only = None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments")]
    fn search(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        depth: Option<Number>,
        nodes: Option<Number>,
        time: Option<f64>,
        clock: Option<f64>,
        increment: Option<f64>,
        only: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Report> {
        let game = read_game(game)?;
        let mut limits = Limits::default();
        limits.depth = depth.map(|depth| depth.within("a depth", 1..=u32::MAX)).transpose()?;
        limits.nodes = nodes.map(|nodes| nodes.within("a number of nodes", 1..=u64::MAX)).transpose()?;
        limits.move_time = time.map(|seconds| duration("time", seconds)).transpose()?;
        let increment = increment.map(|seconds| duration("increment", seconds)).transpose()?;
        let clock = clock.map(|seconds| duration("clock", seconds)).transpose()?;
        if clock.is_none() && increment.is_some() {
            return Err(error("an increment belongs to a clock: expected both"));
        }
        limits.clock = clock.map(|left| Clock::new(left).with_increment(increment.unwrap_or_default()));
        if let Some(only) = only {
            let position = PyPosition(*game.position());
            let wrong = |_| wrong_type("moves to choose from", only);
            limits.only = only.try_iter().map_err(wrong)?.map(|m| position.read(&m?)).collect::<PyResult<_>>()?;
            if limits.only.is_empty() {
                return Err(error("expected moves to choose from, found none"));
            }
        }
        let mut guard = self.lock()?;
        let engine = &mut *guard;
        if limits.is_endless() && (engine.options().level == Level::FULL || engine.options().plain) {
            return Err(error("a search at full strength needs a limit: depth, nodes, time or clock"));
        }
        let control = Control::new();
        let report = interruptible(py, &control, || engine.search(&game, &limits, &control, |_| {}))?;
        Ok(Report {
            best: report.best,
            ponder: report.ponder,
            lines: report.lines.into_iter().map(|line| PyLine { depth: line.depth, score: line.score, pv: line.pv }).collect(),
            nodes: report.nodes,
            time: report.time.as_secs_f64(),
        })
    }

    /// The evaluation of each position for its side to move, without a search.
    fn evaluate<'py>(&self, py: Python<'py>, positions: Vec<PyRef<'py, PyPosition>>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let positions: Vec<Position> = positions.iter().map(|position| position.0).collect();
        self.evaluate_all(py, &positions)
    }

    /// The same for sets of cells, from the point of view of the side to move.
    fn evaluate_bits<'py>(
        &self,
        py: Python<'py>,
        own: PyReadonlyArray1<'py, u64>,
        other: PyReadonlyArray1<'py, u64>,
        own_lost: PyReadonlyArray1<'py, u8>,
        other_lost: PyReadonlyArray1<'py, u8>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let (own, other) = (own.as_array(), other.as_array());
        let (own_lost, other_lost) = (own_lost.as_array(), other_lost.as_array());
        let n = own.len();
        if [other.len(), own_lost.len(), other_lost.len()] != [n; 3] {
            return Err(error("expected arrays of the same length"));
        }
        let mut positions = Vec::with_capacity(n);
        for i in 0..n {
            let bits = own[i] | other[i];
            let position = (bits & !Cells::ALL.bits() == 0)
                .then(|| Position::new(Cells::from_bits(own[i]), Cells::from_bits(other[i]), Color::Black))
                .flatten()
                .ok_or_else(|| error(format!("position {i}: a cell has marbles of both colors, or there is no such cell")))?;
            positions.push(position.with_lost(ByColor::new(own_lost[i], other_lost[i])));
        }
        self.evaluate_all(py, &positions)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Bound<'py, PyDict>,)> {
        let arguments = self.options(py)?;
        arguments.set_item("network", self.network.as_ref())?;
        restored_from::<PyEngine, _>(py, (arguments,))
    }

    #[classmethod]
    fn _restore<'py>(class: &Bound<'py, PyType>, arguments: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        class.call((), Some(arguments))
    }

    fn __repr__(&self) -> String {
        match self.lock() {
            Ok(engine) => {
                let options = engine.options();
                format!("<Engine level {}, {} threads, {} MiB>", options.level, options.threads, options.hash)
            }
            Err(_) => "<Engine, searching>".to_owned(),
        }
    }
}

impl PyEngine {
    /// The engine, unless another thread uses it.
    fn lock(&self) -> PyResult<MutexGuard<'_, Engine>> {
        lock(&self.engine, "another thread uses this engine at the moment: each needs its own")
    }

    fn evaluate_all<'py>(&self, py: Python<'py>, positions: &[Position]) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let guard = self.lock()?;
        let engine = &*guard;
        let scores = py.detach(|| positions.iter().map(|position| engine.evaluate(position).0).collect());
        Ok(PyArray1::from_vec(py, scores))
    }
}

/// Sets options by their names, with the messages of the protocol.
pub(crate) fn set_options(options: Options, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let (mut options, bounds) = (options, Bounds::of_this_machine());
    for (name, value) in changes.into_iter().flatten() {
        let name: String = name.extract()?;
        let known = if name == "lines" { "MultiPV" } else { &name };
        let value = value.str()?.to_string();
        let value = match value.as_str() {
            "True" => "true",
            "False" => "false",
            other => other,
        };
        options = bounds.set(&options, known, value).map_err(error)?;
    }
    Ok(options)
}

/// A game, or a position as a game of its own.
fn read_game(argument: &Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(game) = argument.cast::<PyGame>() {
        return Ok(game.try_borrow()?.0.clone());
    }
    let position = argument.cast::<PyPosition>().map_err(|_| wrong_type("a game or a position", argument))?.get().0;
    Ok(Game::from_position(position, Rules::STANDARD.with_marbles_to_win(position.marbles_to_win())))
}

fn duration(name: &str, seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| error(format!("{name}: expected seconds, found {seconds}")))
}

/// The network file that comes with the engine.
#[pyfunction]
pub(crate) fn network_bytes(py: Python<'_>) -> Bound<'_, PyBytes> {
    PyBytes::new(py, Engine::NETWORK)
}

/// The difference in strength by how many pairs of games scored 0, 1/2, 1, 3/2 and 2 points: likely value, and its 95% interval.
#[pyfunction]
pub(crate) fn elo(pairs: Vec<Number>) -> PyResult<(f64, f64, f64)> {
    let counts: Vec<u64> =
        pairs.iter().map(|pairs| pairs.within("a number of pairs", 0..=u64::from(u32::MAX))).collect::<PyResult<_>>()?;
    let wrong = |counts: Vec<u64>| error(format!("expected five numbers of pairs, found {}", counts.len()));
    let elo = Pairs(counts.try_into().map_err(wrong)?).elo();
    Ok((elo.value, elo.low, elo.high))
}

/// Speaks UGI on standard input and output until `quit`.
#[pyfunction]
pub(crate) fn serve_ugi(py: Python<'_>) -> PyResult<()> {
    Ok(py.detach(|| serve(Bounds::of_this_machine(), std::io::stdin().lock(), std::io::stdout()))?)
}
