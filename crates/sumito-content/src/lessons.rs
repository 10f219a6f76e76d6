//! The course: short lessons as data, and the only judge of a learner's attempts. `lessons/course.txt` describes its own format.

mod goals;
mod read;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use sumito_rules::diagram::Diagram;
use sumito_rules::explain::MoveKind;
use sumito_rules::notation::ParseMoveError;
use sumito_rules::party::{self, Seat};
use sumito_rules::shapes::{Form, Sense};
use sumito_rules::{Cell, IllegalMove, Move, Moves, Position, Symmetry};

use read::read;

/// A lesson. The keys of its texts start with `lesson-` and its name.
pub struct Lesson {
    pub name: &'static str,
    /// The chapter it belongs to; lessons of a chapter follow each other.
    pub chapter: &'static str,
    /// The theme of the puzzles that practice it, as in their URLs.
    pub theme: Option<&'static str>,
    pub steps: Vec<Step>,
}

/// One thing to do.
pub struct Step {
    pub start: Start,
    pub goal: Goal,
    /// One solution, in Aba-Pro notation. It is illegal if the goal is to try an illegal move.
    pub solution: &'static str,
    wrong: Vec<Wrong>,
    /// The opponent's reply to the solution.
    reply: Option<&'static str>,
    /// The learner's time, if there is a clock.
    pub seconds: Option<u32>,
    /// The positions before this one, if the step begins in the middle of a game.
    past: Vec<Position>,
}

/// The position of a step, for two players or for more. With more, goals can be kinds of moves, pushes, ejections and illegal attempts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Start {
    Two(Position),
    More(party::Position),
}

/// An attempt: a legal move, or the rule that forbids it.
pub type Attempt = Result<Move, IllegalMove>;

/// An expected mistake. If it has a word, it has its own answer.
struct Wrong {
    text: &'static str,
    word: Option<&'static str>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    Kind(MoveKind),
    Eject,
    MoveTo(Cell),
    /// An attempt that is refused for a reason with one of these keys, separated by blanks.
    Illegal(&'static str),
    /// A push that takes a marble out of the pac between these cells.
    BreakPac(Cell, Cell),
    /// The marble stays, and no reply pushes it.
    Hold(Cell),
    /// No reply ejects the marble, wherever it is by then.
    Save(Cell),
    Shape(Shape),
    Center(usize),
    Gambit,
    /// A term of the glossary applies to a marble of this side to which it did not apply before.
    Sense(Sense, Side),
    /// At least two marbles are threatened, and no reply saves all of them.
    DoubleThreat,
    /// The other side cannot win a marble with its next moves.
    Safe(u8),
    /// A marble is won in this many moves, whatever the other side does.
    Win(u8),
    /// The other side has no move left.
    NoMoves,
    /// The position occurs for the third time.
    Repetition,
    /// One's own marbles form at most this many groups.
    Groups(usize),
}

/// Whose marbles.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Side {
    Own,
    Theirs,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Trinomial(Form),
    Block,
}

/// The judgment of an attempt.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Good {
        /// The opponent's reply.
        reply: Option<Move>,
    },
    /// A legal move that does not reach the goal.
    Wrong {
        /// The last part of the key of its answer, if the mistake was expected.
        word: Option<&'static str>,
        /// The opponent's refutation.
        reply: Option<Move>,
    },
    Illegal(IllegalMove),
}

/// All lessons, in the order of the course.
pub fn course() -> &'static [Lesson] {
    static COURSE: LazyLock<Vec<Lesson>> =
        LazyLock::new(|| read(include_str!("../../../lessons/course.txt")).expect("a test reads the lessons"));
    &COURSE
}

/// The chapters, in the order of the course.
pub fn chapters() -> impl Iterator<Item = &'static [Lesson]> {
    course().chunk_by(|a, b| a.chapter == b.chapter)
}

/// The lesson that prepares for the puzzles of a theme.
pub fn lesson_for(theme: &str) -> Option<&'static Lesson> {
    let exact = course().iter().find(|lesson| lesson.theme == Some(theme));
    // Winning a marble in any number of moves.
    exact.or_else(|| course().iter().find(|lesson| lesson.theme.is_some_and(|known| related(known, theme))))
}

fn related(a: &str, b: &str) -> bool {
    let marble = |theme: &str| theme.starts_with("marble");
    marble(a) && marble(b)
}

/// The lesson with this name and its position in the course.
pub fn find(name: &str) -> Option<(usize, &'static Lesson)> {
    course().iter().enumerate().find(|(_, lesson)| lesson.name == name)
}

impl Step {
    /// Reads a move of this step. A forbidden move is an attempt too.
    pub fn attempt(&self, text: &str) -> Result<Attempt, String> {
        let read = match &self.start {
            Start::Two(position) => position.parse_move(text),
            Start::More(position) => position.parse_move(text),
        };
        match read {
            Ok(m) => Ok(Ok(m)),
            Err(ParseMoveError::Illegal(reason)) => Ok(Err(reason)),
            Err(ParseMoveError::Syntax(error)) => Err(error.to_string()),
        }
    }

    /// The start and end of the arrow that shows the solution.
    pub fn arrow(&self) -> Option<(Cell, Cell)> {
        let to = self.solution.len().checked_sub(2)?;
        Some((self.solution.get(..2)?.parse().ok()?, self.solution.get(to..)?.parse().ok()?))
    }
}

impl Start {
    pub fn turn(&self) -> Seat {
        match self {
            Start::Two(position) => position.turn().into(),
            Start::More(position) => position.turn(),
        }
    }

    pub fn legal_moves(&self) -> Moves {
        match self {
            Start::Two(position) => position.legal_moves(),
            Start::More(position) => position.legal_moves(),
        }
    }

    /// The board as the player to move sees it.
    pub fn diagram(&self) -> Diagram {
        match self {
            Start::Two(position) if self.turn() == Seat::White => Diagram::of(position).view(Symmetry::HALF_TURN),
            Start::Two(position) => Diagram::of(position),
            Start::More(position) => Diagram::of_party(position),
        }
    }

    /// What a legal move does, as [`Explanation::key`](sumito_rules::explain::Explanation::key) says for two.
    pub fn kind_key(&self, m: Move) -> String {
        match self {
            Start::Two(position) => position.explain(m).key().to_owned(),
            Start::More(position) => {
                let (own, foes) = (m.cells().len(), position.pushed(m).len());
                match (position.ejected(m).is_some(), foes, own) {
                    (true, ..) => format!("ejection-{own}-{foes}"),
                    (_, 1.., _) => format!("sumito-{own}-{foes}"),
                    (_, _, 1) => "single".to_owned(),
                    _ if m.is_inline() => format!("inline-{own}"),
                    _ => format!("broadside-{own}"),
                }
            }
        }
    }
}

impl std::fmt::Display for Start {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Start::Two(position) => position.fmt(f),
            Start::More(position) => position.fmt(f),
        }
    }
}

/// Judges an attempt at a step.
pub fn judge(step: &Step, attempt: Attempt) -> Verdict {
    let m = match attempt {
        Err(reason) if step.goal.looks_for(reason.key()) => return Verdict::Good { reply: None },
        Err(reason) => return Verdict::Illegal(reason),
        Ok(m) => m,
    };
    let (is_reached, after) = match &step.start {
        Start::Two(position) => (step.goal.is_reached(step, position, m), Some(position.after_unchecked(m))),
        Start::More(position) => (step.goal.is_reached_by_more(position, m), None),
    };
    if is_reached {
        return Verdict::Good { reply: step.reply.and_then(|text| after?.parse_move(text).ok()) };
    }
    let expected = step.wrong.iter().find(|wrong| step.attempt(wrong.text) == Ok(attempt));
    Verdict::Wrong { word: expected.and_then(|wrong| wrong.word), reply: after.and_then(|after| step.goal.refutation(&after, m)) }
}
