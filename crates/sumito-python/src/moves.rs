//! Moves.

use std::fmt::Display;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyType};
use sumito_rules::explain::Explanation;
use sumito_rules::notation::ParseMoveError;
use sumito_rules::{IllegalMove, Move};

use crate::errors::{IntoException, OrRaise, error, wrong_type};
use crate::pickle::Reduced;
use crate::words::{self, Number};

/// One to three marbles in a line that all step one cell in the same direction. `str` writes Aba-Pro.
#[pyclass(name = "Move", module = "sumito", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyMove(pub(crate) Move);

#[pymethods]
impl PyMove {
    #[new]
    fn new(cells: &Bound<'_, PyAny>, direction: &str) -> PyResult<PyMove> {
        let (cells, direction) = (words::cells(cells)?, words::direction(direction)?);
        let expected = "expected one to three adjacent cells in a line that stay on the board";
        Move::from_cells(cells, direction)
            .map(PyMove)
            .ok_or_else(|| error(format!("{expected}, found '{cells}' to the {direction}")))
    }

    /// The move of an action.
    #[classmethod]
    fn from_index(_class: &Bound<'_, PyType>, index: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        read_index(index).map(PyMove)
    }

    /// Reads a text that names the whole line, such as a1c3d4.
    #[classmethod]
    fn from_text(class: &Bound<'_, PyType>, text: &str) -> PyResult<PyMove> {
        Ok(PyMove(Move::from_full_text(text).or_raise(class.py())?))
    }

    /// The move as an action: 61 times the number of its kind, plus the index of its tail.
    #[getter]
    fn index(&self) -> usize {
        self.0.index()
    }

    /// A text that names the whole line and needs no position to be read.
    #[getter]
    fn full_text(&self) -> String {
        format!("{:#}", self.0)
    }

    /// The cells of the marbles before the move.
    #[getter]
    fn cells(&self) -> Vec<String> {
        words::cell_names(self.0.cells())
    }

    /// The cells of the marbles after the move.
    #[getter]
    fn destinations(&self) -> Vec<String> {
        words::cell_names(self.0.destinations())
    }

    /// Where the marbles step.
    #[getter]
    fn direction(&self) -> String {
        self.0.direction().to_string()
    }

    /// The rearmost marble of an in-line move; the first end of a broadside.
    #[getter]
    fn tail(&self) -> String {
        self.0.tail().to_string()
    }

    /// The other end of the line.
    #[getter]
    fn head(&self) -> String {
        self.0.head().to_string()
    }

    /// Whether the marbles step along their own line. A single marble does.
    #[getter]
    fn is_inline(&self) -> bool {
        self.0.is_inline()
    }

    /// Whether two or three marbles step sideways.
    #[getter]
    fn is_broadside(&self) -> bool {
        self.0.is_broadside()
    }

    /// The same move on the board turned or reflected.
    fn transform(&self, symmetry: Number) -> PyResult<PyMove> {
        Ok(PyMove(self.0.transform(symmetry.symmetry()?)))
    }

    fn __len__(&self) -> usize {
        self.0.len().into()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_text('{:#}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String,)> {
        Ok((py.get_type::<PyMove>().getattr("from_text")?, (self.full_text(),)))
    }
}

/// What is wrong with a number that is not a move.
pub(crate) fn no_action(index: impl Display) -> String {
    let most = Move::INDICES - 1;
    format!("there is no action {index}: its marbles would leave the board, or it is not between 0 and {most}")
}

/// Reads a move of a position: a move, its index as an action, or its text.
pub(crate) fn read(
    argument: &Bound<'_, PyAny>,
    parse: impl FnOnce(&str) -> Result<Move, ParseMoveError>,
    check: impl FnOnce(Move) -> Result<(), IllegalMove>,
) -> PyResult<Move> {
    let py = argument.py();
    if let Ok(text) = argument.cast::<PyString>() {
        return parse(text.to_str()?).or_raise(py);
    }
    let m = read_unchecked(argument)?;
    check(m).or_raise(py)?;
    Ok(m)
}

/// The exception with the rule that forbids a move, if there is one.
pub(crate) fn why_illegal<'py>(
    argument: &Bound<'py, PyAny>,
    parse: impl FnOnce(&str) -> Result<Move, ParseMoveError>,
    check: impl FnOnce(Move) -> Result<(), IllegalMove>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let reason = match argument.cast::<PyString>() {
        Ok(text) => match parse(text.to_str()?) {
            Err(ParseMoveError::Illegal(reason)) => Some(reason),
            parsed => parsed.map(|_| None).or_raise(argument.py())?,
        },
        Err(_) => check(read_unchecked(argument)?).err(),
    };
    Ok(reason.map(|reason| reason.into_exception(argument.py()).into_value(argument.py()).into_bound(argument.py()).into_any()))
}

/// Reads a move or its index as an action.
pub(crate) fn read_unchecked(argument: &Bound<'_, PyAny>) -> PyResult<Move> {
    if let Ok(m) = argument.cast::<PyMove>() {
        return Ok(m.get().0);
    }
    let is_number = argument.hasattr("__index__")? && !argument.is_instance_of::<PyBool>();
    if is_number { read_index(argument) } else { Err(wrong_type("a move, its text or its index", argument)) }
}

/// Reads the index of a move as an action.
fn read_index(argument: &Bound<'_, PyAny>) -> PyResult<Move> {
    let index: Number = argument.extract()?;
    usize::try_from(index.0).ok().and_then(Move::from_index).ok_or_else(|| error(no_action(index)))
}

/// What a legal move does. `str` says it in words.
#[pyclass(name = "Explanation", module = "sumito", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyExplanation(pub(crate) Explanation);

#[pymethods]
impl PyExplanation {
    /// The move.
    #[getter(r#move)]
    fn played(&self) -> PyMove {
        PyMove(self.0.m)
    }

    /// A stable key, such as ejection-3-2.
    #[getter]
    fn key(&self) -> &'static str {
        self.0.key()
    }

    /// The cells of the marbles that are pushed, before the move.
    #[getter]
    fn pushed(&self) -> Vec<String> {
        words::cell_names(self.0.pushed)
    }

    /// The cell of the marble that is ejected.
    #[getter]
    fn ejected(&self) -> Option<String> {
        self.0.ejected.map(|cell| cell.to_string())
    }

    /// The fourth marble of a row of which three move.
    #[getter]
    fn fourth(&self) -> Option<String> {
        self.0.fourth.map(|cell| cell.to_string())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Explanation '{}': {}>", self.0.m, self.0)
    }
}
