//! Game files for three to six players.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use sumito_rules::record::party::{AnyRecord, Record, read};

use super::{PyPartyGame, PyPartyLayout, PyPartyPosition};
use crate::errors::{OrRaise, error};
use crate::layout::PyRules;
use crate::moves::PyMove;
use crate::pickle::{Reduced, made_from};
use crate::record::{self, PyPly};

/// One game of a file for three to six players. `str` writes APGN.
#[pyclass(name = "Record", module = "sumito.party", eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyPartyRecord(pub(crate) Record);

#[pymethods]
impl PyPartyRecord {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<PyPartyRecord> {
        let mut records = read(text.lines());
        match (records.next().transpose().or_raise(py)?, records.next()) {
            (Some(AnyRecord::Party(record)), None) => Ok(PyPartyRecord(*record)),
            (Some(AnyRecord::Two(_)), _) => Err(error("expected a game for three to six players, found one for two")),
            (None, _) => Err(error("expected a game, found nothing")),
            (_, Some(_)) => Err(error("expected one game, found several: read_games() reads them all")),
        }
    }

    /// All tags.
    #[getter]
    fn tags(&self) -> BTreeMap<String, String> {
        self.0.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// The value of a tag.
    fn tag(&self, name: &str) -> Option<String> {
        self.0.tag(name).map(str::to_owned)
    }

    /// Sets a tag; an empty or unknown value removes it.
    fn set_tag(&mut self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        self.0.set_tag(name, value).or_raise(py)
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> PyPartyPosition {
        PyPartyPosition(*self.0.start())
    }

    /// The layout that the game started from.
    #[getter]
    fn layout(&self) -> Option<PyPartyLayout> {
        self.0.layout().map(PyPartyLayout)
    }

    /// The rules of the game, if they are known.
    #[getter]
    fn rules(&self) -> Option<PyRules> {
        self.0.rules().map(PyRules)
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        self.0.moves().map(PyMove).collect()
    }

    /// The moves of the main line with their annotations and variations.
    #[getter]
    fn plies(&self) -> Vec<PyPly> {
        record::plies(&self.0.line)
    }

    /// The result, one number for each team.
    #[getter]
    fn result(&self) -> String {
        self.0.result.text(self.0.start().seating())
    }

    /// An independent copy.
    fn copy(&self) -> PyPartyRecord {
        self.clone()
    }

    /// The main line as a game.
    fn game(&self) -> PyResult<PyPartyGame> {
        self.0.to_game().map(PyPartyGame).map_err(error)
    }

    /// The record as APGN.
    fn format(&self) -> String {
        self.0.format()
    }

    fn __str__(&self) -> String {
        self.0.format()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String,)> {
        made_from::<PyPartyRecord, _>(py, (self.format(),))
    }

    fn __repr__(&self) -> String {
        format!("<party.Record '{}', {} plies, {}>", self.0.start().seating(), self.0.line.plies.len(), self.result())
    }
}
