//! Rules and named layouts.

use pyo3::prelude::*;
use pyo3::types::PyString;
use sumito_rules::layout::Confidence;
use sumito_rules::{Layout, Rules};

use crate::errors::{OrRaise, error, wrong_type};
use crate::pickle::{Reduced, made_from};
use crate::position::PyPosition;
use crate::words;

/// The rules of one game as text: `win=6 repetition=3 quiet=off no-move=loses`, or `standard` or `blitz`, or both.
#[pyclass(name = "Rules", module = "sumito", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyRules(pub(crate) Rules);

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (text = "standard"))]
    fn new(py: Python<'_>, text: &str) -> PyResult<PyRules> {
        Ok(PyRules(text.parse::<Rules>().or_raise(py)?))
    }

    /// How many ejections win.
    #[getter]
    fn marbles_to_win(&self) -> u8 {
        self.0.marbles_to_win
    }

    /// Which occurrence of a position draws.
    #[getter]
    fn repetition(&self) -> Option<u8> {
        self.0.repetition
    }

    /// How many plies without an ejection draw.
    #[getter]
    fn quiet_limit(&self) -> Option<u16> {
        self.0.quiet_limit
    }

    /// Whether a player who cannot move loses; otherwise the game is drawn.
    #[getter]
    fn no_move_loses(&self) -> bool {
        self.0.no_move_loses
    }

    /// A game of this many plies is drawn.
    #[getter]
    fn ply_limit(&self) -> Option<u16> {
        self.0.ply_limit
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Rules('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String,)> {
        made_from::<PyRules, _>(py, (self.0.to_string(),))
    }
}

/// Reads rules or their text; without one, the standard rules.
pub(crate) fn rules(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Rules> {
    let Some(argument) = argument else { return Ok(Rules::STANDARD) };
    if let Ok(rules) = argument.cast::<PyRules>() {
        return Ok(rules.get().0.clamped());
    }
    let text = argument.cast::<PyString>().map_err(|_| wrong_type("rules or their text", argument))?;
    text.to_str()?.parse::<Rules>().or_raise(argument.py())
}

/// A named start. It is found by its id, its name or an alias.
#[pyclass(name = "Layout", module = "sumito", frozen)]
pub(crate) struct PyLayout(pub(crate) &'static Layout);

#[pymethods]
impl PyLayout {
    #[new]
    fn new(name: &str) -> PyResult<PyLayout> {
        find(name).map(PyLayout)
    }

    /// The stable name for files and arguments.
    #[getter]
    fn id(&self) -> &'static str {
        self.0.id
    }

    /// The English name.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// Other names.
    #[getter]
    fn aliases(&self) -> Vec<&'static str> {
        self.0.aliases.to_vec()
    }

    /// Its author, if known.
    #[getter]
    fn author(&self) -> Option<&'static str> {
        self.0.author
    }

    /// Sites, programs and events that offer it.
    #[getter]
    fn used_by(&self) -> Vec<&'static str> {
        self.0.used_by.to_vec()
    }

    /// What else is worth knowing.
    #[getter]
    fn note(&self) -> &'static str {
        self.0.note
    }

    /// Whether at least two independent sources agree on every cell.
    #[getter]
    fn is_certain(&self) -> bool {
        self.0.confidence == Confidence::High
    }

    /// Whether a symmetry exchanges the colors.
    #[getter]
    fn is_balanced(&self) -> bool {
        self.0.is_balanced()
    }

    /// The position.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.0.position())
    }

    /// The symmetries that leave it as it is.
    #[getter]
    fn symmetries(&self) -> Vec<usize> {
        self.0.symmetries().map(words::symmetry_number).collect()
    }

    /// The symmetries that exchange the colors.
    #[getter]
    fn color_swaps(&self) -> Vec<usize> {
        self.0.color_swaps().map(words::symmetry_number).collect()
    }

    fn __eq__(&self, other: &PyLayout) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        self.0.position().zobrist_hash()
    }

    fn __str__(&self) -> &'static str {
        self.0.name
    }

    fn __repr__(&self) -> String {
        format!("Layout('{}')", self.0.id)
    }

    fn _repr_svg_(&self) -> String {
        self.position().notebook_svg()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (&'static str,)> {
        made_from::<PyLayout, _>(py, (self.0.id,))
    }
}

fn find(name: &str) -> PyResult<&'static Layout> {
    Layout::find(name).ok_or_else(|| error(format!("there is no layout {}; sumito.layouts() lists all", words::quoted(name))))
}

/// All layouts for two, the best known first.
#[pyfunction]
pub(crate) fn layouts() -> Vec<PyLayout> {
    Layout::all().iter().map(PyLayout).collect()
}
