//! Positions of the game for two.

use numpy::{PyArray1, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use sumito_rules::books::Term;
use sumito_rules::diagram::Diagram;
use sumito_rules::notation::{MoveNotation, PositionNotation, position_or_layout};
use sumito_rules::{ByColor, Cell, Cells, Color, Move, Position, Symmetry, perft};

use crate::encode;
use crate::errors::{OrRaise, error, wrong_type};
use crate::findings::{self, Finding};
use crate::layout::PyLayout;
use crate::moves::{self, PyExplanation, PyMove};
use crate::pickle::{Reduced, restored_from};
use crate::picture;
use crate::words::{self, Number};

/// A position: marbles, side to move, marbles lost, counters. It never changes. `str` writes the native text.
///
/// The text is a position in any of the notations, or the name of a layout.
#[pyclass(name = "Position", module = "sumito", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyPosition(pub(crate) Position);

/// Counting further takes longer than anybody waits.
const DEEPEST: u32 = 12;

/// More marbles than cells are a mistake.
const MOST: u8 = Cell::COUNT as u8;

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (text = "standard", notation = None))]
    fn new(py: Python<'_>, text: &str, notation: Option<&str>) -> PyResult<PyPosition> {
        let position = match notation {
            None => position_or_layout(text),
            Some(notation) => notation.parse::<PositionNotation>().or_raise(py)?.parse(text),
        };
        Ok(PyPosition(position.or_raise(py)?))
    }

    /// A position with marbles on these cells.
    #[classmethod]
    #[pyo3(signature = (black, white, turn = "black", *, black_lost = Number::of(0), white_lost = Number::of(0), marbles_to_win = Number::of(6)),
           text_signature = "($cls, black, white, turn='black', *, black_lost=0, white_lost=0, marbles_to_win=6)")]
    fn from_marbles(
        _class: &Bound<'_, PyType>,
        black: &Bound<'_, PyAny>,
        white: &Bound<'_, PyAny>,
        turn: &str,
        black_lost: Number,
        white_lost: Number,
        marbles_to_win: Number,
    ) -> PyResult<PyPosition> {
        let marbles = ByColor::new(words::cells(black)?, words::cells(white)?);
        assemble(marbles, turn, [black_lost, white_lost], marbles_to_win)
    }

    /// The position of an array of 61 or 9x9 numbers: 1 for Black, -1 for White, 0 for nothing.
    #[classmethod]
    #[pyo3(signature = (array, turn = "black", *, black_lost = Number::of(0), white_lost = Number::of(0), marbles_to_win = Number::of(6)),
           text_signature = "($cls, array, turn='black', *, black_lost=0, white_lost=0, marbles_to_win=6)")]
    fn from_array(
        _class: &Bound<'_, PyType>,
        array: &Bound<'_, PyAny>,
        turn: &str,
        black_lost: Number,
        white_lost: Number,
        marbles_to_win: Number,
    ) -> PyResult<PyPosition> {
        assemble(encode::read_array(array)?, turn, [black_lost, white_lost], marbles_to_win)
    }

    /// The same position in a game that is won by this many ejections.
    fn with_marbles_to_win(&self, marbles: Number) -> PyResult<PyPosition> {
        Ok(PyPosition(self.0.with_marbles_to_win(marbles.within("a number of ejections", 1..=MOST)?)))
    }

    /// The same position with this side to move.
    fn with_turn(&self, turn: &str) -> PyResult<PyPosition> {
        Ok(PyPosition(self.0.with_turn(words::color(turn)?)))
    }

    /// The side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        words::color_name(self.0.turn())
    }

    /// The side that has ejected enough marbles to win.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner().map(words::color_name)
    }

    /// How many ejections win.
    #[getter]
    fn marbles_to_win(&self) -> u8 {
        self.0.marbles_to_win()
    }

    /// Plies since the last ejection, or since the start.
    #[getter]
    fn plies_since_ejection(&self) -> u16 {
        self.0.plies_since_ejection()
    }

    /// The number of the move, counted as in game files.
    #[getter]
    fn move_number(&self) -> u16 {
        self.0.move_number()
    }

    /// A hash of marbles, losses and side to move, the same on every machine.
    #[getter]
    fn zobrist_hash(&self) -> u64 {
        self.0.zobrist_hash()
    }

    /// The cells with marbles of a color.
    fn marbles(&self, color: &str) -> PyResult<Vec<String>> {
        Ok(words::cell_names(self.0.marbles(words::color(color)?)))
    }

    /// The marbles as a number with one bit for each cell.
    fn bits(&self, color: &str) -> PyResult<u64> {
        Ok(self.0.marbles(words::color(color)?).bits())
    }

    /// How many marbles a side has lost.
    fn lost(&self, color: &str) -> PyResult<u8> {
        Ok(self.0.lost(words::color(color)?))
    }

    /// Whose marble is on a cell.
    fn color_at(&self, py: Python<'_>, cell: &str) -> PyResult<Option<&'static str>> {
        Ok(self.0.color_at(cell.parse::<Cell>().or_raise(py)?).map(words::color_name))
    }

    /// All legal moves, in the order of their actions; none once a side has won.
    fn legal_moves(&self) -> Vec<PyMove> {
        self.0.legal_moves().iter().map(PyMove).collect()
    }

    /// The number of legal moves.
    fn count_moves(&self) -> usize {
        self.0.count_moves()
    }

    /// The legal moves that push.
    fn pushes(&self) -> Vec<PyMove> {
        self.0.pushes().iter().map(PyMove).collect()
    }

    /// The legal moves that eject a marble.
    fn ejections(&self) -> Vec<PyMove> {
        self.0.ejections().iter().map(PyMove).collect()
    }

    /// The actions of the legal moves.
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        encode::actions(py, &self.0.legal_moves())
    }

    /// Which of the actions are legal.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        encode::mask(py, &self.0.legal_moves())
    }

    /// The board as one array: 1 for Black, -1 for White, 0 for nothing and off the board.
    #[pyo3(signature = (shape = "cells"))]
    fn array<'py>(&self, py: Python<'py>, shape: &str) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        encode::array(py, ByColor::new(self.0.marbles(Color::Black), self.0.marbles(Color::White)), shape)
    }

    /// Reads a legal move.
    #[pyo3(signature = (text, notation = "aba-pro"))]
    fn parse_move(&self, py: Python<'_>, text: &str, notation: &str) -> PyResult<PyMove> {
        let notation: MoveNotation = notation.parse().or_raise(py)?;
        Ok(PyMove(notation.parse(&self.0, text).or_raise(py)?))
    }

    /// Writes a legal move.
    #[pyo3(signature = (m, notation = "aba-pro"))]
    fn format_move(&self, py: Python<'_>, m: &Bound<'_, PyAny>, notation: &str) -> PyResult<String> {
        let notation: MoveNotation = notation.parse().or_raise(py)?;
        Ok(notation.format(&self.0, self.read(m)?))
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

    /// The glossary's words for a legal move.
    fn words(&self, m: &Bound<'_, PyAny>) -> PyResult<Vec<&'static str>> {
        Ok(sumito_rules::shapes::words(&self.0, self.read(m)?).into_iter().map(Term::key).collect())
    }

    /// The position after a legal move.
    fn play(&self, m: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        Ok(PyPosition(self.0.after_unchecked(self.read(m)?)))
    }

    /// Everything that the rule books have a word for.
    fn survey(&self) -> Vec<Finding> {
        findings::survey(&self.0)
    }

    /// The number of sequences of legal moves.
    fn perft(&self, py: Python<'_>, depth: Number) -> PyResult<u64> {
        count(py, &self.0, depth.within("a depth", 0..=DEEPEST)?)
    }

    /// The position on the board turned or reflected.
    fn transform(&self, symmetry: Number) -> PyResult<PyPosition> {
        Ok(PyPosition(self.0.transform(symmetry.symmetry()?)))
    }

    /// The same position for all twelve images, and the symmetry that leads there from this one.
    fn canonical(&self) -> (PyPosition, usize) {
        let key = |&symmetry: &Symmetry| {
            let image = self.0.transform(symmetry);
            (image.marbles(Color::Black).bits(), image.marbles(Color::White).bits())
        };
        let symmetry = Symmetry::ALL.into_iter().min_by_key(key).unwrap_or(Symmetry::IDENTITY);
        (PyPosition(self.0.transform(symmetry)), words::symmetry_number(symmetry))
    }

    /// The position with the colors, the losses and the side to move exchanged.
    fn swap_colors(&self) -> PyPosition {
        PyPosition(self.0.swap_colors())
    }

    /// The position in a notation.
    #[pyo3(signature = (notation = "native"))]
    fn format(&self, py: Python<'_>, notation: &str) -> PyResult<String> {
        Ok(notation.parse::<PositionNotation>().or_raise(py)?.format(&self.0))
    }

    /// The board for a terminal.
    #[pyo3(signature = (style = "plain"))]
    fn text(&self, style: &str) -> PyResult<String> {
        picture::text(&Diagram::of(&self.0), style)
    }

    /// The board as a picture. The view is the number of a symmetry; `id` begins the names of parts, for several pictures on a page.
    #[pyo3(signature = (**options),
           text_signature = "($self, *, theme='classic', view=0, coordinates=True, trays=True, id=..., title=..., highlight=..., \
                             last_move=..., arrow=...)")]
    fn svg(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let parse = |text: &str| self.0.parse_move(text).or_raise(py);
        picture::svg(Diagram::of(&self.0), options, parse)
    }

    #[pyo3(name = "_repr_svg_")]
    pub(crate) fn notebook_svg(&self) -> String {
        picture::notebook_svg(Diagram::of(&self.0))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String, u8)> {
        restored_from::<PyPosition, _>(py, (self.0.to_string(), self.0.marbles_to_win()))
    }

    #[classmethod]
    fn _restore(class: &Bound<'_, PyType>, text: &str, marbles_to_win: Number) -> PyResult<PyPosition> {
        PyPosition(text.parse::<Position>().or_raise(class.py())?).with_marbles_to_win(marbles_to_win)
    }
}

impl PyPosition {
    /// Reads a legal move of the position.
    pub(crate) fn read(&self, m: &Bound<'_, PyAny>) -> PyResult<Move> {
        moves::read(m, |text| self.0.parse_move(text), |m| self.0.check(m))
    }
}

/// A position with these marbles on the board and off it.
fn assemble(marbles: ByColor<Cells>, turn: &str, lost: [Number; 2], marbles_to_win: Number) -> PyResult<PyPosition> {
    let ByColor { black, white } = marbles;
    let [black_lost, white_lost] = lost.map(|lost| lost.within("a number of marbles lost", 0..=MOST));
    let position = Position::new(black, white, words::color(turn)?)
        .ok_or_else(|| error(format!("{} has marbles of both colors", black & white)))?
        .with_lost(ByColor::new(black_lost?, white_lost?));
    PyPosition(position).with_marbles_to_win(marbles_to_win)
}

/// Counts move sequences, and listens for Ctrl-C now and then.
fn count(py: Python<'_>, position: &Position, depth: u32) -> PyResult<u64> {
    if depth < 5 {
        py.check_signals()?;
        return Ok(py.detach(|| perft(position, depth)));
    }
    let mut sum = 0;
    for m in &position.legal_moves() {
        sum += count(py, &position.after_unchecked(m), depth - 1)?;
    }
    Ok(sum)
}

/// Reads a start: a position, a layout, or the text of either.
pub(crate) fn start(argument: &Bound<'_, PyAny>) -> PyResult<Start> {
    if let Ok(position) = argument.cast::<PyPosition>() {
        return Ok(Start::Position(position.get().0));
    }
    if let Ok(layout) = argument.cast::<PyLayout>() {
        return Ok(Start::Layout(layout.get().0));
    }
    let expected = "a position, a layout, or the text of either";
    let text = argument.cast::<PyString>().map_err(|_| wrong_type(expected, argument))?.to_str()?;
    Ok(match sumito_rules::Layout::find(text) {
        Some(layout) => Start::Layout(layout),
        None => Start::Position(position_or_layout(text).or_raise(argument.py())?),
    })
}

/// Where a game starts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    Layout(&'static sumito_rules::Layout),
    Position(Position),
}

impl Start {
    /// Where this game started.
    pub(crate) fn of(game: &sumito_rules::Game) -> Start {
        game.layout().map_or(Start::Position(*game.start()), Start::Layout)
    }

    /// A game from here.
    pub(crate) fn game(self, rules: sumito_rules::Rules) -> sumito_rules::Game {
        match self {
            Start::Layout(layout) => sumito_rules::Game::new(layout, rules),
            Start::Position(position) => sumito_rules::Game::from_position(position, rules),
        }
    }

    /// The same start on the turned or reflected board.
    pub(crate) fn seen(self, symmetry: Symmetry) -> Start {
        match self {
            start if symmetry == Symmetry::IDENTITY => start,
            Start::Layout(layout) => Start::Position(layout.position().transform(symmetry)),
            Start::Position(position) => Start::Position(position.transform(symmetry)),
        }
    }

    /// The text that is read as this start.
    pub(crate) fn text(self) -> String {
        match self {
            Start::Layout(layout) => layout.id.to_owned(),
            Start::Position(position) => position.to_string(),
        }
    }
}
