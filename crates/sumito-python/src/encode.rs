//! Positions and legal moves as arrays.

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use sumito_rules::{ByColor, Cell, Cells, Color, Move, Moves, Position};

use crate::errors::{error, wrong_type};
use crate::game::PyGame;
use crate::pickle::{Reduced, made_from};
use crate::position::PyPosition;
use crate::words::{self, Number};

/// Each byte as eight bytes of 0 and 1.
const BYTES: [[i8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut n = 0;
    while n < 256 * 8 {
        table[n / 8][n % 8] = ((n / 8) >> (n % 8) & 1) as i8;
        n += 1;
    }
    table
};

/// The same as truth values.
const FLAGS: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut n = 0;
    while n < 256 * 8 {
        table[n / 8][n % 8] = (n / 8) >> (n % 8) & 1 == 1;
        n += 1;
    }
    table
};

/// Writes the lowest bits of a number, one value for each.
#[inline(always)]
fn write_bits<T: Copy, const N: usize>(bits: u128, table: &[[T; 8]; 256], out: &mut [T; N]) {
    for (eight, byte) in out.as_chunks_mut::<8>().0.iter_mut().zip(bits.to_le_bytes()) {
        *eight = table[byte as usize];
    }
    // Eight values once more, some of them for the second time: five alone would be a call of memcpy.
    if let Some(eight) = out.last_chunk_mut() {
        *eight = table[(bits >> (N - 8)) as u8 as usize];
    }
}

/// Writes which actions are legal. The moves are sets of cells already, so nothing is listed.
#[inline]
pub(crate) fn write_mask(moves: &Moves, out: &mut [bool]) {
    let (rows, _) = out.as_chunks_mut::<{ Cell::COUNT }>();
    for (row, &tails) in rows.iter_mut().zip(moves.sets()) {
        write_bits(tails.bits().into(), &FLAGS, row);
    }
}

/// A new array with the legal actions.
pub(crate) fn mask<'py>(py: Python<'py>, moves: &Moves) -> Bound<'py, PyArray1<bool>> {
    let mut flags = vec![false; Move::INDICES];
    write_mask(moves, &mut flags);
    PyArray1::from_vec(py, flags)
}

/// A new array with the numbers of the legal actions, in order.
pub(crate) fn actions<'py>(py: Python<'py>, moves: &Moves) -> Bound<'py, PyArray1<i64>> {
    PyArray1::from_iter(py, moves.iter().map(|m| m.index() as i64))
}

/// The place of a cell in nine rows of nine: row a first, digit 1 first.
pub(crate) const fn place(cell: Cell) -> usize {
    9 * cell.row() as usize + cell.digit() as usize - 1
}

/// Rows and columns of the grid.
pub(crate) const GRID: usize = 81;

/// The rows of the board: the index of the first cell, those of the others follow; the cells as bits from 0; the place of the first.
const ROWS: [(usize, u128, usize); 9] = {
    let mut rows = [(0, 0, 0); 9];
    let mut row = 0;
    while row < 9 {
        let mut digit = 9;
        while digit > 0 {
            if let Some(cell) = Cell::new(row as u8, digit) {
                rows[row] = (cell.index(), rows[row].1 << 1 | 1, place(cell));
            }
            digit -= 1;
        }
        row += 1;
    }
    rows
};

/// A set of cells with one bit for each place of the grid.
#[inline]
fn on_grid(cells: Cells) -> u128 {
    ROWS.iter().fold(0, |grid, &(first, row, place)| grid | ((u128::from(cells.bits()) >> first) & row) << place)
}

/// Anything as an array of numpy: lists, tensors.
pub(crate) fn as_array<'py>(argument: &Bound<'py, PyAny>, expected: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = argument.py();
    py.import("numpy")?.call_method1("asarray", (argument,)).map_err(|cause| {
        let wrong = wrong_type(expected, argument);
        wrong.set_cause(py, Some(cause));
        wrong
    })
}

/// The board as one array: 1 for Black, -1 for White.
pub(crate) fn array<'py>(py: Python<'py>, marbles: ByColor<Cells>, shape: &str) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
    let mut numbers = [0; GRID];
    let grid = is_grid(shape)?;
    for (cells, number) in [(marbles.black, 1), (marbles.white, -1)] {
        cells.into_iter().for_each(|cell| numbers[if grid { place(cell) } else { cell.index() }] = number);
    }
    if grid {
        PyArray1::from_slice(py, &numbers).reshape(vec![9, 9])
    } else {
        PyArray1::from_slice(py, &numbers[..Cell::COUNT]).reshape(vec![Cell::COUNT])
    }
}

/// The marbles of such an array.
pub(crate) fn read_array(argument: &Bound<'_, PyAny>) -> PyResult<ByColor<Cells>> {
    let expected = "an array of 61 numbers or 9x9";
    let array = as_array(argument, expected)?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    let is_grid = match shape.as_slice() {
        [Cell::COUNT] => false,
        [9, 9] => true,
        _ => return Err(error(format!("expected {expected}, found the shape {}", array.getattr("shape")?))),
    };
    let numbers: Vec<f64> = array.call_method0("ravel")?.call_method1("astype", ("float64",))?.extract()?;
    let mut marbles = ByColor::new(Cells::EMPTY, Cells::EMPTY);
    let mut off = numbers.clone();
    for cell in Cells::ALL {
        let at = if is_grid { place(cell) } else { cell.index() };
        off[at] = 0.0;
        match numbers[at] {
            0.0 => {}
            1.0 => marbles.black.insert(cell),
            -1.0 => marbles.white.insert(cell),
            other => return Err(error(format!("expected 1 for Black, -1 for White or 0 on {cell}, found {other}"))),
        }
    }
    if off.iter().any(|&number| number != 0.0) {
        return Err(error("expected 0 off the board, found something else"));
    }
    Ok(marbles)
}

/// How observations look.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Encoding {
    /// Positions shown: the current one and those before it.
    history: usize,
    /// Rows and columns of nine, or 61 cells.
    grid: bool,
    /// The marbles of the player who looks come first; otherwise Black's do.
    own: bool,
}

/// Longer histories than this are a mistake.
const LONGEST: usize = 64;

impl Encoding {
    /// Reads the options of an environment.
    pub(crate) fn read(shape: &str, view: &str, history: Number) -> PyResult<Encoding> {
        let own = match view {
            "own" => true,
            "fixed" => false,
            _ => return Err(error(format!("expected the view 'own' or 'fixed', found {}", words::quoted(view)))),
        };
        Ok(Encoding { history: history.within("a history", 1..=LONGEST)?, grid: is_grid(shape)?, own })
    }

    /// The dimensions of an observation.
    pub(crate) fn dimensions(&self) -> Vec<usize> {
        let planes = 2 * self.history + 3;
        if self.grid { vec![planes, 9, 9] } else { vec![planes, Cell::COUNT] }
    }

    /// The numbers of an observation.
    pub(crate) const fn size(&self) -> usize {
        (2 * self.history + 3) * self.plane()
    }

    const fn plane(&self) -> usize {
        if self.grid { GRID } else { Cell::COUNT }
    }

    /// The words of the options.
    pub(crate) const fn words(&self) -> (&'static str, &'static str, usize) {
        (if self.grid { "grid" } else { "cells" }, if self.own { "own" } else { "fixed" }, self.history)
    }

    /// Writes what a player sees of the last of these positions and of those before it.
    #[inline]
    pub(crate) fn write(&self, positions: &[Position], viewer: Color, out: &mut [i8]) {
        let first = if self.own { viewer } else { Color::Black };
        let (marbles, constants) = out.split_at_mut(2 * self.history * self.plane());
        let mut planes = marbles.chunks_exact_mut(self.plane());
        for ago in 0..self.history {
            // Before the start there was nothing.
            let position = positions.len().checked_sub(ago + 1).map(|n| &positions[n]);
            for color in [first, !first] {
                let cells = position.map_or(Cells::EMPTY, |position| position.marbles(color));
                if let Some(plane) = planes.next() {
                    self.write_plane(cells, plane);
                }
            }
        }
        let Some(position) = positions.last() else { return };
        let values = [position.lost(first) as i8, position.lost(!first) as i8, i8::from(viewer == Color::White)];
        for (plane, value) in constants.chunks_exact_mut(self.plane()).zip(values) {
            self.fill_plane(value, plane);
        }
    }

    #[inline]
    fn write_plane(&self, cells: Cells, plane: &mut [i8]) {
        if self.grid {
            plane.first_chunk_mut::<GRID>().into_iter().for_each(|plane| write_bits(on_grid(cells), &BYTES, plane));
        } else {
            plane
                .first_chunk_mut::<{ Cell::COUNT }>()
                .into_iter()
                .for_each(|plane| write_bits(cells.bits().into(), &BYTES, plane));
        }
    }

    #[inline]
    fn fill_plane(&self, value: i8, plane: &mut [i8]) {
        if self.grid && value != 0 {
            self.write_plane(Cells::ALL, plane);
            for number in plane {
                *number *= value;
            }
        } else {
            plane.fill(value);
        }
    }
}

/// Whether arrays have nine rows and columns, or 61 cells.
fn is_grid(shape: &str) -> PyResult<bool> {
    match shape {
        "cells" => Ok(false),
        "grid" => Ok(true),
        _ => Err(error(format!("expected the shape 'cells' or 'grid', found {}", words::quoted(shape)))),
    }
}

/// How observations look: planes of 61 cells or 9x9, the player's own marbles first or Black's, and how many positions.
#[pyclass(name = "Encoding", module = "sumito", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyEncoding(Encoding);

#[pymethods]
impl PyEncoding {
    #[new]
    #[pyo3(signature = (shape = "cells", view = "own", history = Number::of(1)), text_signature = "(shape='cells', view='own', history=1)")]
    fn new(shape: &str, view: &str, history: Number) -> PyResult<PyEncoding> {
        Encoding::read(shape, view, history).map(PyEncoding)
    }

    /// The dimensions of an observation.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.dimensions())
    }

    /// What a player sees, by default the one to move.
    #[pyo3(signature = (game, color = None, symmetry = Number::of(0)), text_signature = "($self, game, color=None, symmetry=0)")]
    fn observe<'py>(
        &self,
        game: &Bound<'py, PyAny>,
        color: Option<&str>,
        symmetry: Number,
    ) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        let symmetry = symmetry.symmetry()?;
        let seen: Vec<Position> = match read(game)? {
            Either::Game(game) => {
                let all = game.0.positions();
                all[all.len().saturating_sub(self.0.history)..].iter().map(|past| past.transform(symmetry)).collect()
            }
            Either::Position(position) => vec![position.transform(symmetry)],
        };
        let turn = seen.last().map_or(Color::Black, Position::turn);
        let mut numbers = vec![0; self.0.size()];
        self.0.write(&seen, color.map_or(Ok(turn), words::color)?, &mut numbers);
        PyArray1::from_vec(game.py(), numbers).reshape(self.0.dimensions())
    }

    fn __repr__(&self) -> String {
        let (shape, view, history) = self.0.words();
        format!("Encoding('{shape}', '{view}', {history})")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (&'static str, &'static str, usize)> {
        made_from::<PyEncoding, _>(py, self.0.words())
    }
}

/// A game or a position.
enum Either<'py> {
    Game(PyRef<'py, PyGame>),
    Position(Position),
}

fn read<'py>(argument: &Bound<'py, PyAny>) -> PyResult<Either<'py>> {
    if let Ok(game) = argument.cast::<PyGame>() {
        return Ok(Either::Game(game.try_borrow()?));
    }
    let position = argument.cast::<PyPosition>().map_err(|_| wrong_type("a game or a position", argument))?;
    Ok(Either::Position(position.get().0))
}

/// The legal actions of a game or a position as seen through a symmetry.
#[pyfunction]
#[pyo3(signature = (game, symmetry = Number::of(0)), text_signature = "(game, symmetry=0)")]
pub(crate) fn action_mask<'py>(game: &Bound<'py, PyAny>, symmetry: Number) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let symmetry = symmetry.symmetry()?;
    let position = match read(game)? {
        Either::Game(over) if over.0.outcome().is_some() => return Ok(mask(game.py(), &Moves::default())),
        Either::Game(game) => *game.0.position(),
        Either::Position(position) => position,
    };
    Ok(mask(game.py(), &position.transform(symmetry).legal_moves()))
}
