//! Games for three to six players.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use sumito_rules::diagram::Diagram;
use sumito_rules::party::{Layout, Position, names_teams, perft};
use sumito_rules::{Cell, Move};

use crate::encode;
use crate::errors::{OrRaise, error};
use crate::moves::{self, PyExplanation, PyMove};
use crate::pickle::{Reduced, made_from, restored_from};
use crate::picture;
use crate::words::{self, Number};

mod game;
mod record;

pub(crate) use game::{PyPartyGame, PyPartyOutcome};
pub(crate) use record::PyPartyRecord;

/// A named start for three to six players.
#[pyclass(name = "Layout", module = "sumito.party", frozen, eq)]
#[derive(PartialEq, Eq)]
pub(crate) struct PyPartyLayout(pub(crate) &'static Layout);

#[pymethods]
impl PyPartyLayout {
    #[new]
    pub(crate) fn new(name: &str) -> PyResult<PyPartyLayout> {
        let known = || Layout::all().iter().map(|layout| layout.id).collect::<Vec<_>>().join(", ");
        Layout::find(name)
            .map(PyPartyLayout)
            .ok_or_else(|| error(format!("there is no layout {} for a party; there are {}", words::quoted(name), known())))
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

    /// The letters of the players by teams, such as bu-wr.
    #[getter]
    fn seating(&self) -> String {
        self.0.seating.to_string()
    }

    /// The players, in the order in which they move.
    #[getter]
    fn seats(&self) -> Vec<&'static str> {
        self.0.seating.seats().map(words::seat_name).collect()
    }

    /// Whether a rule book offers it.
    #[getter]
    fn is_offered(&self) -> bool {
        self.0.is_offered()
    }

    /// The position.
    #[getter]
    fn position(&self) -> PyPartyPosition {
        PyPartyPosition(self.0.position())
    }

    fn __str__(&self) -> &'static str {
        self.0.name
    }

    fn __repr__(&self) -> String {
        format!("party.Layout('{}')", self.0.id)
    }

    fn __hash__(&self) -> u64 {
        self.0.position().zobrist_hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (&'static str,)> {
        made_from::<PyPartyLayout, _>(py, (self.0.id,))
    }

    fn _repr_svg_(&self) -> String {
        picture::notebook_svg(Diagram::of_party(&self.0.position()))
    }
}

/// All layouts for three to six players.
#[pyfunction]
pub(crate) fn party_layouts() -> Vec<PyPartyLayout> {
    Layout::all().iter().map(PyPartyLayout).collect()
}

/// A position of a game for two to six players. It never changes. `str` writes its text.
#[pyclass(name = "Position", module = "sumito.party", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyPartyPosition(pub(crate) Position);

#[pymethods]
impl PyPartyPosition {
    #[new]
    #[pyo3(signature = (text = "three"))]
    pub(crate) fn new(py: Python<'_>, text: &str) -> PyResult<PyPartyPosition> {
        match Layout::find(text) {
            Some(layout) => Ok(PyPartyPosition(layout.position())),
            None if names_teams(text) || text.contains('/') => Ok(PyPartyPosition(text.parse().or_raise(py)?)),
            None => PyPartyLayout::new(text).map(|layout| layout.position()),
        }
    }

    /// The player to move.
    #[getter]
    fn turn(&self) -> &'static str {
        words::seat_name(self.0.turn())
    }

    /// The letters of the players by teams, such as bu-wr.
    #[getter]
    fn seating(&self) -> String {
        self.0.seating().to_string()
    }

    /// The players, in the order in which they move.
    #[getter]
    fn seats(&self) -> Vec<&'static str> {
        self.0.seating().seats().map(words::seat_name).collect()
    }

    /// The number of the team that has won, from 1.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.0.winner().map(|(team, _)| team.number())
    }

    /// How many ejections of a team win.
    #[getter]
    fn marbles_to_win(&self) -> u8 {
        self.0.marbles_to_win()
    }

    /// The number of the round, from 1.
    #[getter]
    fn round(&self) -> u16 {
        self.0.round()
    }

    /// A hash of the position, the same on every machine.
    #[getter]
    fn zobrist_hash(&self) -> u64 {
        self.0.zobrist_hash()
    }

    /// Plies since the last ejection, or since the start.
    #[getter]
    fn plies_since_ejection(&self) -> u16 {
        self.0.plies_since_ejection()
    }

    /// The number of a player's team, from 1.
    fn team(&self, seat: &str) -> PyResult<u8> {
        let seat = words::seat(seat)?;
        if !self.0.seating().has(seat) {
            return Err(error(format!("{} does not play", words::seat_name(seat))));
        }
        Ok(self.0.seating().team(seat).number())
    }

    /// The cells with a player's marbles.
    fn marbles(&self, seat: &str) -> PyResult<Vec<String>> {
        Ok(words::cell_names(self.0.marbles(words::seat(seat)?)))
    }

    /// Whose marble is on a cell.
    fn seat_at(&self, py: Python<'_>, cell: &str) -> PyResult<Option<&'static str>> {
        Ok(self.0.seat_at(cell.parse::<Cell>().or_raise(py)?).map(words::seat_name))
    }

    /// How many marbles a player has ejected.
    fn ejected_by(&self, seat: &str) -> PyResult<u8> {
        Ok(self.0.ejected_by(words::seat(seat)?))
    }

    /// Whether a player has left the game.
    fn has_left(&self, seat: &str) -> PyResult<bool> {
        Ok(self.0.has_left(words::seat(seat)?))
    }

    /// All legal moves of the player to move.
    fn legal_moves(&self) -> Vec<PyMove> {
        self.0.legal_moves().iter().map(PyMove).collect()
    }

    /// The actions of the legal moves.
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        encode::actions(py, &self.0.legal_moves())
    }

    /// Which of the actions are legal.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        encode::mask(py, &self.0.legal_moves())
    }

    /// Reads a legal move.
    fn parse_move(&self, py: Python<'_>, text: &str) -> PyResult<PyMove> {
        Ok(PyMove(self.0.parse_move(text).or_raise(py)?))
    }

    /// Judges an attempt to move the marbles on these cells: a legal move, or an `IllegalMoveError` with the rule that forbids it.
    fn attempt(&self, cells: &Bound<'_, PyAny>, direction: &str) -> PyResult<PyMove> {
        let attempted = self.0.attempt(words::cells(cells)?, words::direction(direction)?);
        Ok(PyMove(attempted.or_raise(cells.py())?))
    }

    /// Whether a move is legal.
    fn is_legal(&self, m: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.why_illegal(m)?.is_none())
    }

    /// The rule that forbids a move, or nothing.
    fn why_illegal<'py>(&self, m: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        moves::why_illegal(m, |text| self.0.parse_move(text), |m| self.0.check(m))
    }

    /// What a legal move does.
    fn explain(&self, m: &Bound<'_, PyAny>) -> PyResult<PyExplanation> {
        Ok(PyExplanation(self.0.explain(self.read(m)?)))
    }

    /// The position after a legal move.
    fn play(&self, m: &Bound<'_, PyAny>) -> PyResult<PyPartyPosition> {
        Ok(PyPartyPosition(self.0.after_unchecked(self.read(m)?)))
    }

    /// The number of sequences of legal moves.
    fn perft(&self, py: Python<'_>, depth: Number) -> PyResult<u64> {
        let depth = depth.within("a depth", 0..=DEEPEST)?;
        Ok(py.detach(|| perft(&self.0, depth)))
    }

    /// The position on the board turned or reflected.
    fn transform(&self, symmetry: Number) -> PyResult<PyPartyPosition> {
        Ok(PyPartyPosition(self.0.transform(symmetry.symmetry()?)))
    }

    /// The board for a terminal.
    #[pyo3(signature = (style = "plain"))]
    fn text(&self, style: &str) -> PyResult<String> {
        picture::text(&Diagram::of_party(&self.0), style)
    }

    /// The board as a picture; see `sumito.Position.svg`.
    #[pyo3(signature = (**options),
           text_signature = "($self, *, theme='classic', view=0, coordinates=True, trays=True, id=..., title=..., highlight=..., \
                             last_move=..., arrow=...)")]
    fn svg(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        picture::svg(Diagram::of_party(&self.0), options, |text| self.0.parse_move(text).or_raise(py))
    }

    fn _repr_svg_(&self) -> String {
        picture::notebook_svg(Diagram::of_party(&self.0))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("party.Position('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String, u8)> {
        restored_from::<PyPartyPosition, _>(py, (self.0.to_string(), self.0.marbles_to_win()))
    }

    #[classmethod]
    fn _restore(class: &Bound<'_, PyType>, text: &str, marbles_to_win: Number) -> PyResult<PyPartyPosition> {
        let marbles_to_win = marbles_to_win.within("a number of ejections", 1..=Cell::COUNT as u8)?;
        Ok(PyPartyPosition(text.parse::<Position>().or_raise(class.py())?.with_marbles_to_win(marbles_to_win)))
    }
}

/// Counting further takes longer than anybody waits without being able to stop it.
const DEEPEST: u32 = 5;

impl PyPartyPosition {
    pub(crate) fn read(&self, m: &Bound<'_, PyAny>) -> PyResult<Move> {
        moves::read(m, |text| self.0.parse_move(text), |m| self.0.check(m))
    }
}
