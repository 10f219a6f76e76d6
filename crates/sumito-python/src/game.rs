//! Games for two.

use std::collections::BTreeMap;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use sumito_rules::diagram::Diagram;
use sumito_rules::game::{Action, Draw, Ending, Win};
use sumito_rules::record::Record;
use sumito_rules::{Color, Game, Outcome};

use crate::encode;
use crate::errors::{OrRaise, error};
use crate::layout::{self, PyLayout, PyRules};
use crate::moves::{self, PyMove};
use crate::pickle::{Reduced, restored_from};
use crate::picture;
use crate::position::{self, PyPosition, Start};
use crate::record::PyRecord;
use crate::words::{self, Number};

/// How a game ended. `str` says it in words.
#[pyclass(name = "Outcome", module = "sumito", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome(Outcome);

#[pymethods]
impl PyOutcome {
    /// The side that won.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner().map(words::color_name)
    }

    /// The result of game files: 1-0 if Black won.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.result()
    }

    /// A stable key for the reason.
    #[getter]
    fn key(&self) -> &'static str {
        self.0.key()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}: {}>", self.0.result(), self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (&'static str, Option<&'static str>)> {
        restored_from::<PyOutcome, _>(py, (self.key(), self.winner()))
    }

    #[classmethod]
    fn _restore(_class: &Bound<'_, PyType>, key: &str, winner: Option<&str>) -> PyResult<PyOutcome> {
        let winner = winner.map(words::color).transpose()?;
        let wins = [Win::Ejections, Win::NoMove, Win::Resignation, Win::Time];
        let draws = [Draw::Repetition, Draw::QuietLimit, Draw::PlyLimit, Draw::NoMove, Draw::Agreement];
        let won = wins.into_iter().flat_map(|by| Color::ALL.map(|winner| Outcome::Won { winner, by }));
        let mut all = won.chain(draws.map(Outcome::Drawn));
        let known = all.find(|outcome| (outcome.key(), outcome.winner()) == (key, winner));
        known.map(PyOutcome).ok_or_else(|| error(format!("there is no outcome '{key}'")))
    }
}

/// A game: a start, the rules, and everything done since. It goes back and forth.
#[pyclass(name = "Game", module = "sumito", eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyGame(pub(crate) Game);

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (start = None, rules = None), text_signature = "(start='standard', rules='standard')")]
    fn new(start: Option<&Bound<'_, PyAny>>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
        let rules = layout::rules(rules)?;
        Ok(PyGame(match start {
            Some(start) => position::start(start)?.game(rules),
            None => Game::new(&sumito_rules::Layout::STANDARD, rules),
        }))
    }

    /// The current position.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(*self.0.position())
    }

    /// The position it started from.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition(*self.0.start())
    }

    /// The layout it started from.
    #[getter]
    fn layout(&self) -> Option<PyLayout> {
        self.0.layout().map(PyLayout)
    }

    /// The rules it is played by.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.0.rules())
    }

    /// The side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        words::color_name(self.0.position().turn())
    }

    /// The number of moves played.
    #[getter]
    fn ply(&self) -> usize {
        self.0.ply()
    }

    /// The moves played.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        self.0.moves().iter().copied().map(PyMove).collect()
    }

    /// The positions from the start to the current one.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        self.0.positions().iter().copied().map(PyPosition).collect()
    }

    /// How the game ended, or nothing.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.0.outcome().map(PyOutcome)
    }

    /// How many times the current position has been on the board.
    #[getter]
    fn occurrences(&self) -> usize {
        self.0.occurrences()
    }

    /// How many marbles a side has ejected.
    fn score(&self, color: &str) -> PyResult<u8> {
        Ok(self.0.score()[words::color(color)?])
    }

    /// All legal moves; none once the game is over.
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

    /// Plays a legal move, and returns it.
    fn play(&mut self, m: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        // A game that is over refuses every move before it is read.
        if self.0.outcome().is_some() {
            return Err(sumito_rules::IllegalMove::GameOver).or_raise(m.py());
        }
        let m = PyPosition(*self.0.position()).read(m)?;
        self.0.play_unchecked(m);
        Ok(PyMove(m))
    }

    /// A side resigns.
    fn resign(&mut self, loser: &str) -> PyResult<()> {
        self.end(Ending::Resignation(words::color(loser)?))
    }

    /// Both sides agree to a draw.
    fn agree_draw(&mut self) -> PyResult<()> {
        self.end(Ending::Agreement)
    }

    /// A side runs out of time.
    fn flag_fall(&mut self, loser: &str) -> PyResult<()> {
        self.end(Ending::FlagFall(words::color(loser)?))
    }

    /// Undoes the last action and returns its text.
    fn undo(&mut self) -> Option<String> {
        self.0.undo().map(action_text)
    }

    /// Redoes the next undone action and returns its text.
    fn redo(&mut self) -> Option<String> {
        self.0.redo().map(action_text)
    }

    /// Undoes everything back to before a side's last move, if it has moved.
    fn take_back(&mut self, color: &str) -> PyResult<bool> {
        Ok(self.0.take_back(words::color(color)?))
    }

    /// Goes back or forth until this many actions are done.
    fn go_to(&mut self, actions: Number) -> PyResult<()> {
        self.0.go_to(actions.within("a number of actions", 0..=usize::MAX)?);
        Ok(())
    }

    /// An independent copy.
    fn copy(&self) -> PyGame {
        self.clone()
    }

    fn __copy__(&self) -> PyGame {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyGame {
        self.clone()
    }

    /// The game for a file, with tags such as `Black="Ada"`.
    #[pyo3(signature = (**tags))]
    fn record(&self, py: Python<'_>, tags: Option<BTreeMap<String, String>>) -> PyResult<PyRecord> {
        let mut record = Record::from(&self.0);
        for (name, value) in tags.into_iter().flatten() {
            record.set_tag(&name, &value).or_raise(py)?;
        }
        Ok(PyRecord(record))
    }

    /// The board for a terminal, with the last move marked.
    #[pyo3(signature = (style = "plain"))]
    fn text(&self, style: &str) -> PyResult<String> {
        picture::text(&self.diagram(), style)
    }

    /// The board as a picture, with the last move marked; see `Position.svg`.
    #[pyo3(signature = (**options),
           text_signature = "($self, *, theme='classic', view=0, coordinates=True, trays=True, id=..., title=..., highlight=..., \
                             last_move=..., arrow=...)")]
    fn svg(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let parse = |text: &str| self.0.position().parse_move(text).or_raise(py);
        picture::svg(self.diagram(), options, parse)
    }

    #[pyo3(name = "_repr_svg_")]
    fn notebook_svg(&self) -> String {
        picture::notebook_svg(self.diagram())
    }

    fn __repr__(&self) -> String {
        let start = Start::of(&self.0).text();
        let state =
            self.0.outcome().map_or_else(|| format!("{} to move", self.0.position().turn()), |outcome| outcome.to_string());
        format!("<Game '{start}', {} plies, {state}>", self.0.ply())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, Saved> {
        let moves = self.0.moves().iter().map(|m| m.index()).collect();
        let ending = self.0.actions().find_map(|action| match action {
            Action::End(ending) => Some(ending_word(ending)),
            Action::Play(_) => None,
        });
        let start = Start::of(&self.0).text();
        restored_from::<PyGame, _>(py, (start, self.0.rules().to_string(), moves, ending))
    }

    #[classmethod]
    fn _restore(
        class: &Bound<'_, PyType>,
        start: &str,
        rules: &str,
        moves: Vec<usize>,
        ending: Option<&str>,
    ) -> PyResult<PyGame> {
        let py = class.py();
        let start = position::start(pyo3::types::PyString::new(py, start).as_any())?;
        let mut game = start.game(rules.parse().or_raise(py)?);
        for index in moves {
            let m = sumito_rules::Move::from_index(index).ok_or_else(|| error(moves::no_action(index)))?;
            game.play(m).or_raise(py)?;
        }
        let mut game = PyGame(game);
        match ending.map(|word| word.split_once(' ').unwrap_or((word, ""))) {
            None => {}
            Some(("resigns", color)) => game.resign(color)?,
            Some(("flag", color)) => game.flag_fall(color)?,
            Some(_) => game.agree_draw()?,
        }
        Ok(game)
    }
}

/// Start, rules, moves and ending of a pickled game.
type Saved = (String, String, Vec<usize>, Option<String>);

fn ending_word(ending: Ending) -> String {
    match ending {
        Ending::Resignation(loser) => format!("resigns {}", words::color_name(loser)),
        Ending::FlagFall(loser) => format!("flag {}", words::color_name(loser)),
        _ => "draw".to_owned(),
    }
}

fn action_text(action: Action) -> String {
    match action {
        Action::Play(m) => m.to_string(),
        Action::End(ending) => ending_word(ending),
    }
}

impl PyGame {
    fn end(&mut self, ending: Ending) -> PyResult<()> {
        self.0.end(ending).map_err(error)
    }

    fn diagram(&self) -> Diagram {
        let diagram = Diagram::of(self.0.position());
        match self.0.moves().last() {
            Some(&m) => diagram.last_move(m),
            None => diagram,
        }
    }
}
