//! Game files.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyList;
use sumito_rules::notation::MoveNotation;
use sumito_rules::record::party::{AnyRecord, Error as AnyError, Reader};
use sumito_rules::record::{Format, Line, Ply, Record, read};

use crate::errors::{IntoException, OrRaise, error};
use crate::game::PyGame;
use crate::layout::{PyLayout, PyRules};
use crate::moves::PyMove;
use crate::party::PyPartyRecord;
use crate::pickle::{Reduced, made_from};
use crate::position::PyPosition;

/// A move of a record with its annotations.
#[pyclass(name = "Ply", module = "sumito", frozen, eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyPly(Ply);

#[pymethods]
impl PyPly {
    /// The move.
    #[getter(r#move)]
    fn played(&self) -> PyMove {
        PyMove(self.0.m)
    }

    /// What is written after the move: !, ?, !!, ??, !? or ?!.
    #[getter]
    fn glyph(&self) -> Option<&'static str> {
        self.0.glyph.map(sumito_rules::record::Glyph::suffix)
    }

    /// The evaluation as text, from Black's point of view.
    #[getter]
    fn eval(&self) -> Option<String> {
        self.0.eval.map(|eval| eval.to_string())
    }

    /// The time left after the move, in seconds.
    #[getter]
    fn clock(&self) -> Option<f64> {
        self.0.clock.map(|clock| clock.as_secs_f64())
    }

    /// The comment after the move.
    #[getter]
    fn comment(&self) -> &str {
        &self.0.comment
    }

    /// What could have been played instead.
    #[getter]
    fn variations(&self) -> Vec<Vec<PyPly>> {
        self.0.variations.iter().map(plies).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Ply {}{}>", self.0.m, self.glyph().unwrap_or_default())
    }
}

/// The moves of a line.
pub(crate) fn plies(line: &Line) -> Vec<PyPly> {
    line.plies.iter().cloned().map(PyPly).collect()
}

/// One game of a file. `str` writes APGN; several in a row are a file of games.
#[pyclass(name = "Record", module = "sumito", eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyRecord(pub(crate) Record);

#[pymethods]
impl PyRecord {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<PyRecord> {
        let mut records = read(text.lines());
        let record = records.next().ok_or_else(|| error("expected a game, found nothing"))?.or_raise(py)?;
        match records.next() {
            None => Ok(PyRecord(record)),
            Some(_) => Err(error("expected one game, found several: read_games() reads them all")),
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
    fn start(&self) -> PyPosition {
        PyPosition(*self.0.start())
    }

    /// The layout that the game started from.
    #[getter]
    fn layout(&self) -> Option<PyLayout> {
        self.0.layout().map(PyLayout)
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
        plies(&self.0.line)
    }

    /// The comment before the first move.
    #[getter]
    fn comment(&self) -> &str {
        &self.0.line.comment
    }

    /// The result.
    #[getter]
    fn result(&self) -> String {
        self.0.result.to_string()
    }

    /// The main line as a game.
    fn game(&self, py: Python<'_>) -> PyResult<PyGame> {
        Ok(PyGame(self.0.to_game().or_raise(py)?))
    }

    /// The record in a format of files.
    #[pyo3(signature = (format = "apgn", notation = None))]
    fn format(&self, py: Python<'_>, format: &str, notation: Option<&str>) -> PyResult<String> {
        let format: Format = format.parse().or_raise(py)?;
        let notation: Option<MoveNotation> = notation.map(str::parse).transpose().or_raise(py)?;
        let format = match (format, notation) {
            (format, None) => format,
            (Format::Apgn(_), Some(notation)) => Format::Apgn(notation),
            (Format::Plain(_), Some(notation)) => Format::Plain(notation),
            (format, Some(_)) => return Err(error(format!("{format} has its own notation"))),
        };
        Ok(self.0.format(format))
    }

    /// An independent copy.
    fn copy(&self) -> PyRecord {
        self.clone()
    }

    /// The main line as a short code, if its start has a name in codes.
    fn code(&self) -> Option<String> {
        self.0.to_code()
    }

    fn __str__(&self) -> String {
        self.0.format(Format::Apgn(MoveNotation::AbaPro))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String,)> {
        made_from::<PyRecord, _>(py, (self.__str__(),))
    }

    fn __repr__(&self) -> String {
        let name = |tag| self.0.tag(tag).unwrap_or("?");
        format!("<Record {} - {}, {} plies, {}>", name("Black"), name("White"), self.0.line.plies.len(), self.0.result)
    }
}

/// Reads games from lines that arrive one by one; `read_games` is simpler.
#[pyclass(name = "Reader", module = "sumito")]
pub(crate) struct PyReader(Option<Reader>);

#[pymethods]
impl PyReader {
    #[new]
    fn new() -> PyReader {
        PyReader(Some(Reader::new()))
    }

    /// Takes the next line, and returns the games that end there.
    fn push_line<'py>(&mut self, py: Python<'py>, line: &str) -> PyResult<Bound<'py, PyList>> {
        let reader = self.0.as_mut().ok_or_else(|| error("the file has ended"))?;
        any_records(py, reader.push_line(line))
    }

    /// Ends the file, and returns the last game.
    fn finish<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        any_records(py, self.0.take().and_then(Reader::finish))
    }
}

/// Records of both kinds, and exceptions for games that could not be read.
fn any_records(py: Python<'_>, games: impl IntoIterator<Item = Result<AnyRecord, AnyError>>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for game in games {
        match game {
            Ok(AnyRecord::Two(record)) => list.append(Bound::new(py, PyRecord(*record))?)?,
            Ok(AnyRecord::Party(record)) => list.append(Bound::new(py, PyPartyRecord(*record))?)?,
            Err(error) => list.append(error.into_exception(py).into_value(py))?,
        }
    }
    Ok(list)
}
