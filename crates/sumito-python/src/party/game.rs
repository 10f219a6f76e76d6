//! Games for three to six players.

use std::collections::BTreeMap;
use std::time::Instant;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use sumito_engine::Control;
use sumito_engine::party::{Level, Options};
use sumito_rules::Rules;
use sumito_rules::diagram::Diagram;
use sumito_rules::party::{Action, Departure, Game, Layout, Outcome, Team};
use sumito_rules::record::party::Record;

use super::{PyPartyLayout, PyPartyPosition, PyPartyRecord};
use crate::encode;
use crate::engine::{self, PyLine, Report};
use crate::errors::{OrRaise, error, wrong_type};
use crate::layout::{self, PyRules};
use crate::moves::PyMove;
use crate::pickle::{Reduced, restored_from};
use crate::picture;
use crate::words::{self, Number};

/// How a game for more than two ended. `str` says it in words.
#[pyclass(name = "Outcome", module = "sumito.party", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyPartyOutcome(Outcome);

#[pymethods]
impl PyPartyOutcome {
    /// The number of the team that won, from 1.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.0.winner().map(Team::number)
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
        format!("<party.Outcome {}>", self.0)
    }
}

/// A game for three to six players.
#[pyclass(name = "Game", module = "sumito.party", eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyPartyGame(pub(super) Game);

#[pymethods]
impl PyPartyGame {
    #[new]
    #[pyo3(signature = (start = None, rules = None), text_signature = "(start='three', rules='standard')")]
    fn new(py: Python<'_>, start: Option<&Bound<'_, PyAny>>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<PyPartyGame> {
        let rules = layout::rules(rules)?;
        let expected = "a position, a layout, or the text of either";
        let Some(start) = start else { return from_text(py, "three", rules) };
        Ok(if let Ok(layout) = start.cast::<PyPartyLayout>() {
            PyPartyGame(Game::new(layout.get().0, rules))
        } else if let Ok(position) = start.cast::<PyPartyPosition>() {
            PyPartyGame(Game::from_position(position.get().0, rules))
        } else {
            let text = start.cast::<PyString>().map_err(|_| wrong_type(expected, start))?;
            from_text(py, text.to_str()?, rules)?
        })
    }

    /// The current position.
    #[getter]
    fn position(&self) -> PyPartyPosition {
        PyPartyPosition(*self.0.position())
    }

    /// The position it started from.
    #[getter]
    fn start(&self) -> PyPartyPosition {
        PyPartyPosition(*self.0.start())
    }

    /// The layout it started from.
    #[getter]
    fn layout(&self) -> Option<PyPartyLayout> {
        self.0.layout().map(PyPartyLayout)
    }

    /// The rules it is played by.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.0.rules())
    }

    /// The player to move.
    #[getter]
    fn turn(&self) -> &'static str {
        words::seat_name(self.0.position().turn())
    }

    /// The number of moves played.
    #[getter]
    fn ply(&self) -> usize {
        self.0.ply()
    }

    /// The positions from the start to the current one; departures change them too.
    #[getter]
    fn positions(&self) -> Vec<PyPartyPosition> {
        self.0.positions().iter().copied().map(PyPartyPosition).collect()
    }

    /// The moves played, and by whom.
    #[getter]
    fn moves(&self) -> Vec<(&'static str, PyMove)> {
        self.0.moves().map(|(seat, m)| (words::seat_name(seat), PyMove(m))).collect()
    }

    /// The players who left, and why.
    #[getter]
    fn departures(&self) -> Vec<(&'static str, &'static str)> {
        self.0.departures().map(|(seat, departure)| (words::seat_name(seat), departure.key())).collect()
    }

    /// How the game ended, or nothing.
    #[getter]
    fn outcome(&self) -> Option<PyPartyOutcome> {
        self.0.outcome().map(PyPartyOutcome)
    }

    /// How many marbles a player has lost.
    fn lost(&self, seat: &str) -> PyResult<usize> {
        Ok(self.0.lost(words::seat(seat)?))
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
        if self.0.outcome().is_some() {
            return Err(sumito_rules::IllegalMove::GameOver).or_raise(m.py());
        }
        let m = PyPartyPosition(*self.0.position()).read(m)?;
        self.0.play_unchecked(m);
        Ok(PyMove(m))
    }

    /// A player leaves, and the others play on.
    #[pyo3(signature = (seat, reason = "resigned"))]
    fn leave(&mut self, seat: &str, reason: &str) -> PyResult<()> {
        let unknown = || {
            let known = Departure::ALL.map(Departure::key).join(", ");
            error(format!("expected a reason to leave, one of {known}, found {}", words::quoted(reason)))
        };
        let departure = Departure::from_key(reason).ok_or_else(unknown)?;
        self.0.leave(words::seat(seat)?, departure).map_err(error)
    }

    /// All players of a team resign.
    fn resign_team(&mut self, team: Number) -> PyResult<()> {
        let seating = self.0.position().seating();
        let number = team.within("a team", 1..=seating.teams().count() as u8)?;
        let team = seating.teams().find(|team| team.number() == number);
        team.map_or(Ok(()), |team| self.0.resign_team(team).map_err(error))
    }

    /// All players agree to a draw.
    fn agree_draw(&mut self) -> PyResult<()> {
        self.0.agree_draw().map_err(error)
    }

    /// Undoes the last action and returns its text.
    fn undo(&mut self) -> Option<String> {
        self.0.undo().map(|action| action.text(self.0.position()))
    }

    /// Redoes the next undone action and returns its text.
    fn redo(&mut self) -> Option<String> {
        let before = *self.0.position();
        self.0.redo().map(|action| action.text(&before))
    }

    /// Goes back or forth until this many actions are done.
    fn go_to(&mut self, actions: Number) -> PyResult<()> {
        self.0.go_to(actions.within("a number of actions", 0..=usize::MAX)?);
        Ok(())
    }

    /// An independent copy.
    fn copy(&self) -> PyPartyGame {
        self.clone()
    }

    fn __copy__(&self) -> PyPartyGame {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyPartyGame {
        self.clone()
    }

    /// The game for a file, with tags such as `Blue="Cy"`.
    #[pyo3(signature = (**tags))]
    fn record(&self, py: Python<'_>, tags: Option<BTreeMap<String, String>>) -> PyResult<PyPartyRecord> {
        let mut record = Record::from(&self.0);
        for (name, value) in tags.into_iter().flatten() {
            record.set_tag(&name, &value).or_raise(py)?;
        }
        Ok(PyPartyRecord(record))
    }

    /// The engine's move at a level from 1 to 5.
    #[pyo3(signature = (level = Number::of(5), seed = Number::of(0)), text_signature = "($self, level=5, seed=0)")]
    fn best_move(&self, py: Python<'_>, level: Number, seed: Number) -> PyResult<Report> {
        let level = level.within("a level", 1..=Level::FULL.number())?;
        let options = Options::new(Level::new(level).unwrap_or(Level::FULL), seed.within("a seed", 0..=u64::MAX)?);
        let (game, control, start) = (self.0.clone(), Control::new(), Instant::now());
        let found = engine::interruptible(py, &control, || {
            sumito_engine::party::search(&game, &options, &sumito_engine::Limits::default(), &control, |_| {})
        })?;
        let found = found.ok_or(sumito_rules::IllegalMove::GameOver).or_raise(py)?;
        Ok(Report {
            best: Some(found.best),
            ponder: None,
            lines: vec![PyLine { depth: found.depth, score: found.score, pv: found.pv }],
            nodes: found.nodes,
            time: start.elapsed().as_secs_f64(),
        })
    }

    /// The board for a terminal, with the last move marked.
    #[pyo3(signature = (style = "plain"))]
    fn text(&self, style: &str) -> PyResult<String> {
        picture::text(&self.diagram(), style)
    }

    /// The board as a picture, with the last move marked; see `sumito.Position.svg`.
    #[pyo3(signature = (**options),
           text_signature = "($self, *, theme='classic', view=0, coordinates=True, trays=True, id=..., title=..., highlight=..., \
                             last_move=..., arrow=...)")]
    fn svg(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        picture::svg(self.diagram(), options, |text| self.0.position().parse_move(text).or_raise(py))
    }

    fn _repr_svg_(&self) -> String {
        picture::notebook_svg(self.diagram())
    }

    fn __repr__(&self) -> String {
        let turn = || format!("{} to move", self.0.position().turn());
        let state = self.0.outcome().map_or_else(turn, |outcome| outcome.to_string());
        format!("<party.Game '{}', {} plies, {state}>", self.0.start().seating(), self.0.ply())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String, String, Vec<String>)> {
        let start = self.0.layout().map_or_else(|| self.0.start().to_string(), |layout| layout.id.to_owned());
        let actions = self.0.actions().iter().zip(self.0.positions()).map(|(action, before)| action.text(before)).collect();
        restored_from::<PyPartyGame, _>(py, (start, self.0.rules().to_string(), actions))
    }

    #[classmethod]
    fn _restore(class: &Bound<'_, PyType>, start: &str, rules: &str, actions: Vec<String>) -> PyResult<PyPartyGame> {
        let py = class.py();
        let mut restored = from_text(py, start, rules.parse().or_raise(py)?)?;
        let game = &mut restored.0;
        for word in actions {
            match Action::parse_departure(&word, game.position()) {
                Some(Action::Leave(seat, departure)) => game.leave(seat, departure).map_err(error)?,
                Some(Action::ResignTeam(team)) => game.resign_team(team).map_err(error)?,
                _ if word == "draw" => game.agree_draw().map_err(error)?,
                _ => game.play(game.position().parse_move(&word).or_raise(py)?).or_raise(py)?,
            }
        }
        Ok(restored)
    }
}

/// A game from a layout or a position.
fn from_text(py: Python<'_>, text: &str, rules: Rules) -> PyResult<PyPartyGame> {
    Ok(PyPartyGame(match Layout::find(text) {
        Some(layout) => Game::new(layout, rules),
        None => Game::from_position(PyPartyPosition::new(py, text)?.0, rules),
    }))
}

impl PyPartyGame {
    fn diagram(&self) -> Diagram {
        let diagram = Diagram::of_party(self.0.position());
        match self.0.moves().next_back() {
            Some((_, m)) => diagram.last_move(m),
            None => diagram,
        }
    }
}
