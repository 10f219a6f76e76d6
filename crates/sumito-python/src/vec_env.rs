//! Many games at once for Python, stepped without the interpreter's lock into arrays that are allocated once.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard};

use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use sumito_engine::random::Random;
use sumito_rules::{Game, Move, Rules, Symmetry};

use crate::batch::{Arrays, Batch, Choice, SavedSlot, Setup, Slot};
use crate::encode::{self, Encoding};
use crate::errors::{IllegalMoveError, IntoException, error, lock, wrong_type};
use crate::game::PyGame;
use crate::layout;
use crate::moves::no_action;
use crate::pickle::{Reduced, restored_from};
use crate::position::{self, PyPosition, Start};
use crate::threads::Threads;
use crate::words::{self, Number};

/// Many games at once. The arrays are allocated once and written by every step; finished games start again.
#[pyclass(name = "VecEnv", module = "sumito", frozen)]
pub(crate) struct VecEnv {
    batch: Mutex<Batch>,
    games: usize,
    threads: usize,
    observations: Py<PyArrayDyn<i8>>,
    final_observations: Py<PyArrayDyn<i8>>,
    masks: Py<PyArray2<bool>>,
    turns: Py<PyArray1<i8>>,
    rewards: Py<PyArray1<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
}

/// More games than fit into any memory are a mistake.
const MOST_GAMES: usize = 1 << 20;
const MOST_THREADS: usize = 1024;

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (n, layout = None, *, rules = None, threads = Number::of(1), seed = Number::of(0), max_plies = Number::of(1000),
                        shape = "cells", view = "own", history = Number::of(1), symmetry = None, win = 1.0, draw = 0.0, ejection = 0.0),
           text_signature = "(n, layout='belgian-daisy', *, rules='standard', threads=1, seed=0, max_plies=1000, shape='cells', \
                             view='own', history=1, symmetry=None, win=1.0, draw=0.0, ejection=0.0)")]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments")]
    fn new(
        py: Python<'_>,
        n: Number,
        layout: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
        threads: Number,
        seed: Number,
        max_plies: Number,
        shape: &str,
        view: &str,
        history: Number,
        symmetry: Option<&Bound<'_, PyAny>>,
        win: f64,
        draw: f64,
        ejection: f64,
    ) -> PyResult<VecEnv> {
        let n = n.within("a number of games", 1..=MOST_GAMES)?;
        let threads = threads.within("a number of threads", 1..=MOST_THREADS)?;
        let seed = seed.within("a seed", 0..=u64::MAX)?;
        let rules = layout::rules(rules)?;
        let setup = Setup {
            starts: starts(layout, rules)?,
            rules,
            max_plies: max_plies.within("max_plies", 1..=i64::MAX as usize)?,
            encoding: Encoding::read(shape, view, history)?,
            symmetry: choice(symmetry)?,
            win: reward("win", win)?,
            draw: reward("draw", draw)?,
            ejection: reward("ejection", ejection)?,
        };
        let mut slots = Vec::new();
        slots.try_reserve_exact(n).map_err(|_| PyMemoryError::new_err(format!("no memory for {n} games")))?;
        slots.extend((0..n).map(|n| Slot::new(&setup, seed, n)));
        let env = VecEnv::with(py, setup, slots, seed, threads)?;
        env.write(py, &mut *env.lock()?, Batch::show)?;
        Ok(env)
    }

    /// Starts all games again, with a seed as if they were new, and returns the observations.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(&self, py: Python<'py>, seed: Option<Number>) -> PyResult<Bound<'py, PyAny>> {
        let mut batch = self.lock()?;
        let batch = &mut *batch;
        if let Some(seed) = seed {
            batch.seed = seed.within("a seed", 0..=u64::MAX)?;
            for (n, slot) in batch.slots.iter_mut().enumerate() {
                *slot = Slot::new(&batch.setup, batch.seed, n);
            }
        } else {
            batch.slots.iter_mut().for_each(|slot| slot.restart(&batch.setup));
        }
        self.write(py, batch, |batch, arrays| {
            arrays.rewards.fill(0.0);
            arrays.terminated.fill(false);
            arrays.truncated.fill(false);
            batch.show(arrays);
        })?;
        Ok(self.observations(py))
    }

    /// Plays one action in each game. If one of them is illegal, none is played.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = integers(actions)?;
        let actions = actions.as_array();
        // A view of every second element, for example, is not a slice.
        let actions = actions.as_slice().map_or_else(|| Cow::Owned(actions.iter().copied().collect()), Cow::Borrowed);
        if actions.len() != self.games {
            return Err(error(format!("expected {} actions, one for each game, found {}", self.games, actions.len())));
        }
        let mut batch = self.lock()?;
        let batch = &mut *batch;
        if let Err(n) = py.detach(|| batch.read(&actions)) {
            return Err(refusal(py, &batch.slots[n], n, actions[n]));
        }
        self.write(py, batch, Batch::step)
    }

    /// A random legal action for each game.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut batch = self.lock()?;
        let batch = &mut *batch;
        let mut actions = vec![0; self.games];
        py.detach(|| batch.sample(&mut actions));
        Ok(PyArray1::from_vec(py, actions))
    }

    /// A copy of a game.
    fn game(&self, n: Number) -> PyResult<PyGame> {
        Ok(PyGame(self.lock()?.slots[self.number(n)?].game()))
    }

    /// Continues with a copy of this game, which is not over and has the same rules, or with a new one from this start.
    fn set_game(&self, py: Python<'_>, n: Number, game: &Bound<'_, PyAny>) -> PyResult<()> {
        let n = self.number(n)?;
        let mut batch = self.lock()?;
        let batch = &mut *batch;
        let rules = batch.setup.rules;
        let (start, moves) = match game.cast::<PyGame>() {
            Ok(game) => {
                let game = &game.try_borrow()?.0;
                if game.rules() != rules {
                    return Err(error(format!("expected a game with the rules {rules}, found {}", game.rules())));
                }
                if let Some(outcome) = game.outcome() {
                    return Err(error(format!("the game is over: {outcome}")));
                }
                (Start::of(game), game.moves().to_vec())
            }
            Err(_) => (start(game, rules)?, Vec::new()),
        };
        batch.slots[n].set_game(start, &moves);
        self.write(py, batch, |batch, arrays| batch.show_game(n, arrays))
    }

    /// The positions of all games.
    fn positions(&self) -> PyResult<Vec<PyPosition>> {
        Ok(self.lock()?.slots.iter().map(|slot| PyPosition(slot.position())).collect())
    }

    /// The symmetry that a game is seen through.
    fn symmetry(&self, n: Number) -> PyResult<usize> {
        Ok(words::symmetry_number(self.lock()?.slots[self.number(n)?].symmetry()))
    }

    /// An independent copy with the same games and the same random numbers to come.
    fn copy(&self, py: Python<'_>) -> PyResult<VecEnv> {
        let batch = self.lock()?;
        let copy = VecEnv::with(py, batch.setup.clone(), batch.slots.clone(), batch.seed, self.threads)?;
        copy_all(py, &copy.arrays(py), &self.arrays(py))?;
        Ok(copy)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<VecEnv> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<VecEnv> {
        self.copy(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, Saved<'py>> {
        let batch = self.lock()?;
        let setup = &batch.setup;
        let (shape, view, history) = setup.encoding.words();
        let arguments = PyDict::new(py);
        arguments.set_item("n", self.games)?;
        arguments.set_item("layout", setup.starts.iter().map(|start| start.text()).collect::<Vec<_>>())?;
        arguments.set_item("rules", setup.rules.to_string())?;
        arguments.set_item("threads", self.threads)?;
        arguments.set_item("seed", batch.seed)?;
        arguments.set_item("max_plies", setup.max_plies)?;
        arguments.set_item("shape", shape)?;
        arguments.set_item("view", view)?;
        arguments.set_item("history", history)?;
        match setup.symmetry {
            Choice::Fixed(symmetry) => arguments.set_item("symmetry", words::symmetry_number(symmetry))?,
            Choice::Random => arguments.set_item("symmetry", "random")?,
        }
        arguments.set_item("win", setup.win)?;
        arguments.set_item("draw", setup.draw)?;
        arguments.set_item("ejection", setup.ejection)?;
        let games = batch.slots.iter().map(Slot::save).collect();
        // Observations and masks follow from the games.
        let [_, finals, _, _, rewards, terminated, truncated] = self.arrays(py);
        restored_from::<VecEnv, _>(py, (arguments, games, [finals, rewards, terminated, truncated]))
    }

    #[classmethod]
    fn _restore<'py>(
        class: &Bound<'py, PyType>,
        arguments: &Bound<'py, PyDict>,
        games: Vec<SavedSlot>,
        arrays: [Bound<'py, PyAny>; 4],
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = class.py();
        let restored = class.call((), Some(arguments))?;
        let env = restored.cast::<VecEnv>()?.get();
        let mut guard = env.lock()?;
        let batch = &mut *guard;
        let wrong = || error("this is not a saved environment");
        if games.len() != env.games {
            return Err(wrong());
        }
        for (slot, saved) in batch.slots.iter_mut().zip(&games) {
            let start = position::start(PyString::new(py, &saved.0).as_any())?;
            *slot = Slot::restore(&batch.setup, start, saved).ok_or_else(wrong)?;
        }
        env.write(py, batch, Batch::show)?;
        let [_, finals, _, _, rewards, terminated, truncated] = env.arrays(py);
        copy_all(py, &[finals, rewards, terminated, truncated], &arrays)?;
        drop(guard);
        Ok(restored)
    }

    /// What the players to move see.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.observations.bind(py).as_any().clone()
    }

    /// The last observation of each game that ended or was cut off in the last step; other rows are older.
    #[getter]
    fn final_observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.final_observations.bind(py).as_any().clone()
    }

    /// Which of the 2,562 actions are legal in each game.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.masks.bind(py).as_any().clone()
    }

    /// Who is to move in each game: 0 for Black, 1 for White.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.turns.bind(py).as_any().clone()
    }

    /// What the players who moved in the last step got for it.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.rewards.bind(py).as_any().clone()
    }

    /// Which games ended in the last step.
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.terminated.bind(py).as_any().clone()
    }

    /// Which games were cut off in the last step.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.truncated.bind(py).as_any().clone()
    }

    /// How many threads step the games.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// The seed of all random numbers.
    #[getter]
    fn seed(&self) -> PyResult<u64> {
        Ok(self.lock()?.seed)
    }

    fn __len__(&self) -> usize {
        self.games
    }

    fn __repr__(&self) -> String {
        format!("<VecEnv of {} games on {} threads>", self.games, self.threads)
    }
}

/// What a saved environment consists of: its arguments, its games, and the arrays that do not follow from these.
type Saved<'py> = (Bound<'py, PyDict>, Vec<SavedSlot>, [Bound<'py, PyAny>; 4]);

impl VecEnv {
    /// An environment with these games, and empty arrays.
    fn with(py: Python<'_>, setup: Setup, slots: Vec<Slot>, seed: u64, threads: usize) -> PyResult<VecEnv> {
        let n = slots.len();
        let observation: Vec<usize> = [vec![n], setup.encoding.dimensions()].concat();
        let pool = Threads::new(threads).map_err(|error| no_threads(threads, &error))?;
        Ok(VecEnv {
            batch: Mutex::new(Batch::new(setup, slots, seed, pool)),
            games: n,
            threads,
            observations: zeros(py, &observation, "int8")?,
            final_observations: zeros(py, &observation, "int8")?,
            masks: zeros(py, &[n, Move::INDICES], "bool")?,
            turns: zeros(py, &[n], "int8")?,
            rewards: zeros(py, &[n], "float32")?,
            terminated: zeros(py, &[n], "bool")?,
            truncated: zeros(py, &[n], "bool")?,
        })
    }

    /// The games, unless another thread steps them.
    fn lock(&self) -> PyResult<MutexGuard<'_, Batch>> {
        let mut batch = lock(&self.batch, "another thread uses this environment at the moment")?;
        batch.threads.renew().map_err(|error| no_threads(self.threads, &error))?;
        Ok(batch)
    }

    /// Lets something write all arrays, without the interpreter's lock.
    fn write(&self, py: Python<'_>, batch: &mut Batch, work: impl FnOnce(&mut Batch, Arrays<'_>) + Send) -> PyResult<()> {
        let (n, size) = (self.games, batch.setup.encoding.size());
        let mut observations = writable(&self.observations, py, n * size)?;
        let mut finals = writable(&self.final_observations, py, n * size)?;
        let mut masks = writable(&self.masks, py, n * Move::INDICES)?;
        let mut turns = writable(&self.turns, py, n)?;
        let mut rewards = writable(&self.rewards, py, n)?;
        let mut terminated = writable(&self.terminated, py, n)?;
        let mut truncated = writable(&self.truncated, py, n)?;
        let arrays = Arrays {
            observations: observations.as_slice_mut()?,
            finals: finals.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            turns: turns.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
        };
        py.detach(|| work(batch, arrays));
        Ok(())
    }

    /// All arrays.
    fn arrays<'py>(&self, py: Python<'py>) -> [Bound<'py, PyAny>; 7] {
        [
            self.observations(py),
            self.final_observations(py),
            self.masks(py),
            self.turns(py),
            self.rewards(py),
            self.terminated(py),
            self.truncated(py),
        ]
    }

    /// The number of a game.
    fn number(&self, n: Number) -> PyResult<usize> {
        let number = usize::try_from(n.0).ok().filter(|&n| n < self.games);
        let message = || format!("expected the number of a game from 0 to {}, found {n}", self.games - 1);
        number.ok_or_else(|| PyIndexError::new_err(message()))
    }
}

/// Why an action is refused.
fn refusal(py: Python<'_>, slot: &Slot, n: usize, action: i64) -> PyErr {
    let Some((m, reason)) = slot.refusal(action) else { return error(format!("game {n}: {}", no_action(action))) };
    let message = format!("game {n}, action {action}, move '{m:#}': {reason}");
    let refused = IllegalMoveError::new_err(message);
    let reason = reason.into_exception(py);
    let copied =
        ["key", "cell"].into_iter().try_for_each(|name| refused.value(py).setattr(name, reason.value(py).getattr(name)?));
    copied.err().unwrap_or(refused)
}

/// One whole number for each game: any array, tensor or list of integers, but no fractions.
fn integers<'py>(actions: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(array) = actions.extract() {
        return Ok(array);
    }
    let expected = "an array of whole numbers, one for each game";
    let array = encode::as_array(actions, expected)?;
    let dtype = array.getattr("dtype")?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if dimensions != 1 {
        let found = array.getattr("shape")?;
        return Err(PyTypeError::new_err(format!("expected {expected}, found an array of the shape {found}")));
    }
    if !matches!(dtype.getattr("kind")?.extract::<String>()?.as_str(), "i" | "u") {
        return Err(PyTypeError::new_err(format!("expected {expected}, found an array of {dtype}")));
    }
    array.call_method1("astype", ("int64",))?.extract()
}

/// Copies arrays into others of the same shapes.
fn copy_all<'py>(py: Python<'py>, to: &[Bound<'py, PyAny>], from: &[Bound<'py, PyAny>]) -> PyResult<()> {
    let numpy = py.import("numpy")?;
    to.iter().zip(from).try_for_each(|pair| numpy.call_method1("copyto", pair).map(drop))
}

/// A new array of zeros; numpy itself reports a lack of memory.
fn zeros<T: Element, D: Dimension>(py: Python<'_>, dimensions: &[usize], dtype: &str) -> PyResult<Py<PyArray<T, D>>> {
    let options = PyDict::new(py);
    options.set_item("dtype", dtype)?;
    let array = py.import("numpy")?.call_method("zeros", (dimensions.to_vec(),), Some(&options))?;
    Ok(array.cast_into::<PyArray<T, D>>()?.unbind())
}

/// An array that can be written, of this size.
fn writable<'py, T: Element, D: Dimension>(
    array: &Py<PyArray<T, D>>,
    py: Python<'py>,
    size: usize,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let changed = || error("an array of the environment was resized or made read-only; make a copy instead");
    let writable = array.bind(py).try_readwrite().map_err(|_| changed())?;
    if writable.len() == size && writable.is_c_contiguous() { Ok(writable) } else { Err(changed()) }
}

fn no_threads(threads: usize, error: &rayon::ThreadPoolBuildError) -> PyErr {
    PyRuntimeError::new_err(format!("cannot start {threads} threads: {error}"))
}

/// A reward of the game.
fn reward(name: &str, value: f64) -> PyResult<f32> {
    let value = value as f32;
    if value.is_finite() { Ok(value) } else { Err(error(format!("{name}: expected a finite reward, found {value}"))) }
}

/// The layouts or positions that games start from: one, or a sequence.
fn starts(argument: Option<&Bound<'_, PyAny>>, rules: Rules) -> PyResult<Vec<Start>> {
    let Some(argument) = argument else { return Ok(vec![Start::Layout(&sumito_rules::Layout::BELGIAN_DAISY)]) };
    if argument.is_instance_of::<PyString>() || argument.try_iter().is_err() {
        return Ok(vec![start(argument, rules)?]);
    }
    let starts: Vec<Start> = argument.try_iter()?.map(|item| start(&item?, rules)).collect::<PyResult<_>>()?;
    if starts.is_empty() { Err(error("expected a layout, found an empty list")) } else { Ok(starts) }
}

/// A layout or position from which a game can be played.
fn start(argument: &Bound<'_, PyAny>, rules: Rules) -> PyResult<Start> {
    let start = position::start(argument)?;
    let outcome = start.game(rules).outcome();
    outcome.map_or(Ok(start), |outcome| Err(error(format!("a game from this position is over: {outcome}"))))
}

/// A symmetry, or a random one for each game.
fn choice(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Choice> {
    let Some(argument) = argument else { return Ok(Choice::Fixed(Symmetry::IDENTITY)) };
    if let Ok(text) = argument.cast::<PyString>() {
        let text = text.to_str()?;
        let wrong = || error(format!("expected a symmetry from 0 to 11 or 'random', found {}", words::quoted(text)));
        return if text == "random" { Ok(Choice::Random) } else { Err(wrong()) };
    }
    let number: Number = argument.extract().map_err(|_| wrong_type("a symmetry from 0 to 11 or 'random'", argument))?;
    Ok(Choice::Fixed(number.symmetry()?))
}

/// Plays random games in Rust alone, to compare with: how many plies in how many seconds.
#[pyfunction]
#[pyo3(signature = (plies, seed = 0))]
pub(crate) fn play_randomly(py: Python<'_>, plies: usize, seed: u64) -> (usize, f64) {
    py.detach(|| {
        let mut random = Random::new(seed);
        let mut game = Game::new(&sumito_rules::Layout::BELGIAN_DAISY, Rules::STANDARD);
        let start = std::time::Instant::now();
        let mut played = 0;
        while played < plies {
            game.go_to(0);
            game.play_out(|count| random.below(count));
            played += game.ply();
        }
        (played, start.elapsed().as_secs_f64())
    })
}
