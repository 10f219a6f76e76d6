//! A line of an answer.

use std::fmt::Display;

use sumito_rules::explain::Explanation;
use sumito_rules::notation::ParseMoveError;
use sumito_rules::{Cell, Color, Game, IllegalMove};

/// A word that says what the line is, then fields `key=value`, all between tabs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutputLine(String);

impl OutputLine {
    pub(crate) fn new(word: &str) -> OutputLine {
        OutputLine(word.to_owned())
    }

    /// What is wrong with a command, and the place of the character where it is.
    pub(crate) fn error(at: usize, message: impl Display) -> OutputLine {
        OutputLine::new("error").with("at", at).with("says", message)
    }

    /// A move text that was refused.
    pub(crate) fn refused(at: usize, text: &str, error: &ParseMoveError) -> OutputLine {
        match error {
            ParseMoveError::Syntax(error) => OutputLine::error(at + error.at, error.message()),
            ParseMoveError::Illegal(reason) => {
                OutputLine::error(at, format_args!("{text}: {reason}")).with("key", reason.key()).with_some("cell", reason.cell())
            }
        }
    }

    /// A move that is not legal.
    pub(crate) fn illegal(reason: IllegalMove) -> OutputLine {
        OutputLine::new("illegal").with("key", reason.key()).with_some("cell", reason.cell()).with("says", reason)
    }

    /// All about a legal move.
    pub(crate) fn of_move(what: &Explanation, text: impl Display) -> OutputLine {
        let m = what.m;
        let step = |cell: Cell| match cell.neighbor(m.direction()) {
            Some(to) => format!("{cell}-{to}"),
            None => format!("{cell}-"),
        };
        let steps: Vec<String> = m.cells().sorted().chain(what.pushed.sorted()).map(step).collect();
        OutputLine::new("move")
            .with("text", text)
            .with("kind", what.key())
            .with("cells", m.cells())
            .with("direction", m.direction())
            .with("steps", steps.join(" "))
            .with("pushed", what.pushed)
            .with_some("ejected", what.ejected)
            .with_some("fourth", what.fourth)
            .with("says", what)
    }

    /// All about where a game stands.
    pub(crate) fn of_game(game: &Game) -> OutputLine {
        let position = game.position();
        let line = OutputLine::new("position")
            .with("text", position)
            .with("turn", lower(position.turn()))
            .with("black", position.marbles(Color::Black))
            .with("white", position.marbles(Color::White))
            .with("black-lost", position.lost(Color::Black))
            .with("white-lost", position.lost(Color::White))
            .with("number", position.move_number())
            .with("quiet", position.plies_since_ejection())
            .with("occurrences", game.occurrences())
            .with("moves", game.legal_moves().len())
            .with("rules", game.rules());
        match game.outcome() {
            None => line,
            Some(outcome) => line.with("result", outcome.result()).with("outcome", outcome.key()).with("says", outcome),
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// The same with one more field; an empty one is left out.
    #[must_use]
    pub(crate) fn with(mut self, key: &str, value: impl Display) -> OutputLine {
        let value = value.to_string();
        if !value.is_empty() {
            self.0.extend(["\t", key, "="]);
            // Tabs and ends of lines are the marks of the form.
            self.0.extend(value.chars().map(|c| if c.is_control() { ' ' } else { c }));
        }
        self
    }

    #[must_use]
    pub(crate) fn with_some(self, key: &str, value: Option<impl Display>) -> OutputLine {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }
}

/// The name of a color as it stands in fields.
pub(crate) fn lower(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Words with blanks between them.
pub(crate) fn joined(words: impl Iterator<Item = impl Display>) -> String {
    words.map(|word| word.to_string()).collect::<Vec<_>>().join(" ")
}
