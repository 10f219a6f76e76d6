//! The figures of the rule books as positions (R66 to R74).

mod table;

use super::glossary::{Edition, Term};
use crate::cell::Direction;
use crate::cells::Cells;
use crate::color::Color;
use crate::illegal::IllegalMove;
use crate::position::Position;
use crate::shapes::Segment;

/// A figure of the rule books: a small position that shows one thing, with moves to try (R66 to R74).
///
/// The printed pictures were not available. Each position is made to show what the books' text says about its figure.
///
/// ```
/// use sumito_rules::books::{Edition, Figure, Printed};
///
/// let figure = Figure::find("sumito-3-2").unwrap();
/// assert_eq!(figure.requirement, 69);
/// assert_eq!(figure.printed_in(Edition::S3En), Printed::Number("6"));
/// let trial = &figure.trials[0];
/// assert!(figure.position().attempt(trial.cells(), trial.direction).is_ok());
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Figure {
    /// A stable key, for translations and links.
    pub key: &'static str,
    /// The number of its requirement: 66 to 74.
    pub requirement: u8,
    /// The glossary terms that it shows.
    pub terms: &'static [Term],
    /// By edition, in the order of [`Edition::ALL`].
    printed: [Printed; 7],
    /// The picture of the board, and the side to move.
    board: &'static str,
    turn: Color,
    /// Named lines of the board.
    pub lines: &'static [(&'static str, Segment)],
    /// Moves to try, with what happens.
    pub trials: &'static [Trial],
}

/// Whether a rule book has this figure, and under which number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Printed {
    /// It does not have it.
    Absent,
    /// It has it without a number.
    Unnumbered,
    /// It has it with this number.
    Number(&'static str),
}

/// An attempt on a figure's position.
#[derive(Debug)]
#[non_exhaustive]
pub struct Trial {
    /// The chosen marbles as text; opposing ones are to be pushed.
    chosen: &'static str,
    /// The direction of the attempt.
    pub direction: Direction,
    /// What happens: the key of what the move does, see [`Explanation::key`](crate::explain::Explanation::key), or the
    /// rule that forbids it.
    pub answer: Result<&'static str, IllegalMove>,
}

impl Figure {
    /// All figures, in the order of their requirements.
    pub fn all() -> &'static [Figure] {
        &table::FIGURES
    }

    /// The figure with this key.
    pub fn find(key: &str) -> Option<&'static Figure> {
        Figure::all().iter().find(|figure| figure.key == key)
    }

    /// The position that it shows.
    pub fn position(&self) -> Position {
        Position::draw(self.board, self.turn)
    }

    /// Its number in a rule book.
    pub const fn printed_in(&self, edition: Edition) -> Printed {
        self.printed[edition as usize]
    }
}

impl Trial {
    /// The chosen marbles; opposing ones are to be pushed.
    pub fn cells(&self) -> Cells {
        self.chosen.parse().expect("the tests read every trial")
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;
    use crate::cell::Cell;
    use crate::shapes::{self, Form, Sense};

    #[test]
    fn every_trial_ends_as_the_figure_says() {
        for figure in Figure::all() {
            assert!(!figure.trials.is_empty(), "{}", figure.key);
            for trial in figure.trials {
                for position in [figure.position(), figure.position().swap_colors()] {
                    let answer = position.attempt(trial.cells(), trial.direction).map(|m| position.explain(m).key());
                    assert_eq!(answer, trial.answer, "{}: {trial:?}", figure.key);
                }
            }
        }
    }

    #[test]
    fn every_required_figure_is_there_once() {
        let mut requirements: Vec<u8> = Figure::all().iter().map(|figure| figure.requirement).collect();
        assert!(requirements.is_sorted());
        requirements.dedup();
        assert_eq!(requirements, (66..=74).collect::<Vec<u8>>());
        for figure in Figure::all() {
            assert_eq!(Figure::find(figure.key).map(Figure::position), Some(figure.position()), "{}", figure.key);
        }
    }

    #[test]
    fn the_impossible_pushes_have_three_reasons() {
        let first = |figure: &Figure| figure.trials[0].answer.unwrap_err().key();
        let reasons: Vec<_> = Figure::all().iter().filter(|figure| figure.requirement == 71).map(first).collect();
        assert_eq!(reasons, ["no-space-behind", "gap-between", "not-in-line"]);
    }

    #[test]
    fn the_break_opens_the_pac_of_its_figure() {
        let figure = Figure::find("pac-break").unwrap();
        let mut position = figure.position();
        let [(_, pac), (_, attack)] = *figure.lines else { panic!("two lines") };
        assert!(shapes::pacs(&position).iter().any(|found| found.force == 3 && found.line.cells().is_subset(pac.cells())));
        let trial = &figure.trials[1];
        let m = position.attempt(trial.cells(), trial.direction).unwrap();
        assert!(m.cells().is_subset(attack.cells()));
        position.play_unchecked(m);
        let opened = shapes::sumitos(&position, Color::Black);
        assert!(opened.iter().any(|sumito| sumito.to_string() == "3-2 sumito on e3-e7"), "{opened:?}");
    }

    #[test]
    fn the_figures_show_their_shapes() {
        let black = Color::Black;
        let position = |key| Figure::find(key).unwrap().position();
        assert_eq!(Sense::DetNoEscape.marbles(&position("ejection"), Color::White), Cells::of(Cell::A1));
        assert_eq!(shapes::blocks(&position("block"), black)[0].cells, position("block").marbles(black));
        let forms = |key| shapes::trinomials(&position(key), black).iter().map(|found| found.form).collect::<Vec<_>>();
        assert_eq!(forms("arc"), [Form::Arc]);
        assert_eq!(forms("trinomials"), [Form::Lance, Form::Arc, Form::Shield]);
        for (key, force) in [("pac-1-1", 1), ("pac-2-2", 2), ("pac-3-3", 3)] {
            let pacs = shapes::pacs(&position(key));
            assert_eq!(pacs.iter().map(|pac| pac.force).collect::<Vec<_>>(), [force], "{key}");
            assert_eq!(pacs[0].key(), key);
        }
    }
}
