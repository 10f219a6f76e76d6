//! The words of a command.

use std::fmt::Display;
use std::str::FromStr;

use sumito_rules::notation::{MoveNotation, position_or_layout};
use sumito_rules::{Game, Layout, ParseError, Rules, party};

use crate::game::AnyGame;
use crate::line::OutputLine;

/// What is left of a command to read.
#[derive(Copy, Clone)]
pub(crate) struct Words<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    pub(crate) fn new(line: &'a str) -> Words<'a> {
        Words { line, at: 0 }
    }

    /// Takes the next word.
    pub(crate) fn next(&mut self) -> Option<&'a str> {
        let (at, word) = self.peek()?;
        self.at = at + word.len();
        Some(word)
    }

    fn peek(&self) -> Option<(usize, &'a str)> {
        let rest = self.rest().trim_start();
        let word = rest.split_whitespace().next()?;
        Some((self.line.len() - rest.len(), word))
    }

    /// All that follows.
    pub(crate) fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    /// All that follows as it is, without the one blank or end of a line that comes before it.
    pub(crate) fn text(&self, expected: &str) -> Result<&'a str, OutputLine> {
        let rest = self.rest();
        let text = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix([' ', '\n', '\t'])).unwrap_or(rest);
        if text.trim().is_empty() { Err(self.missing(expected)) } else { Ok(text) }
    }

    /// Takes the next word, which has to mean something: otherwise the error says what was `expected`.
    pub(crate) fn parse<T>(&mut self, expected: &str, read: impl FnOnce(&'a str) -> Option<T>) -> Result<T, OutputLine> {
        match self.next() {
            None => Err(self.missing(expected)),
            Some(word) => read(word).ok_or_else(|| self.error_at(word, format_args!("expected {expected}, found '{word}'"))),
        }
    }

    /// The command ends too soon.
    pub(crate) fn missing(&self, expected: &str) -> OutputLine {
        OutputLine::error(self.line.len(), format_args!("expected {expected}"))
    }

    /// Nothing may follow.
    pub(crate) fn end(&self) -> Result<(), OutputLine> {
        match self.peek() {
            None => Ok(()),
            Some((at, word)) => Err(OutputLine::error(at, format_args!("expected the end of the command, found '{word}'"))),
        }
    }

    /// Takes the next word if it is a number.
    pub(crate) fn number<T: FromStr>(&mut self) -> Option<T> {
        let number = self.peek()?.1.parse().ok()?;
        self.next();
        Some(number)
    }

    /// Takes the next word if it names a notation of moves; it is Aba-Pro otherwise.
    pub(crate) fn notation(&mut self) -> MoveNotation {
        let notation = self.peek().and_then(|(_, word)| word.parse().ok());
        if notation.is_some() {
            self.next();
        }
        notation.unwrap_or(MoveNotation::AbaPro)
    }

    /// An error at a word that was taken.
    pub(crate) fn error_at(&self, word: &str, message: impl Display) -> OutputLine {
        OutputLine::error(self.place(word), message)
    }

    /// Where a word that was taken stands: words are parts of the line.
    pub(crate) fn place(&self, word: &str) -> usize {
        word.as_ptr().addr() - self.line.as_ptr().addr()
    }

    /// Reads the rest as a game: where it starts, `rules` and `moves`; each may be left out.
    pub(crate) fn game(mut self) -> Result<AnyGame, OutputLine> {
        let start = self.until(&["rules", "moves"]);
        let rules = if self.skip("rules") { self.until(&["moves"]) } else { "" };
        self.skip("moves");
        let wrong = |text: &str, error: ParseError| OutputLine::error(self.place(text) + error.at, error.message());
        let rules: Rules = rules.parse().map_err(|error| wrong(rules, error))?;
        let start = if start.is_empty() { Layout::STANDARD.id } else { start };
        let mut game = if let Some(layout) = Layout::find(start) {
            AnyGame::Two(Game::new(layout, rules))
        } else if let Some(layout) = party::Layout::find(start) {
            AnyGame::Party(party::Game::new(layout, rules))
        } else if party::names_teams(start) {
            AnyGame::Party(party::Game::from_position(start.parse().map_err(|error| wrong(start, error))?, rules))
        } else {
            let position = position_or_layout(start).map_err(|error| wrong(start, error))?;
            AnyGame::Two(Game::from_position(position, rules))
        };
        while let Some(word) = self.next() {
            if let Some(action) = game.other_action(word) {
                game.act(action).map_err(|error| self.error_at(word, error).with("key", error.key()))?;
                continue;
            }
            let refused = |error| OutputLine::refused(self.place(word), word, &error);
            let m = game.parse_move(MoveNotation::AbaPro, word).map_err(refused)?;
            game.play(m).map_err(|reason| refused(reason.into()))?;
        }
        Ok(game)
    }

    /// Takes everything up to one of these words, without the blanks around it.
    fn until(&mut self, ends: &[&str]) -> &'a str {
        let start = self.at;
        while let Some((at, word)) = self.peek() {
            if ends.contains(&word) {
                return self.line[start..at].trim();
            }
            self.at = at + word.len();
        }
        self.line[start..].trim()
    }

    /// Takes the next word if it is this one.
    pub(crate) fn skip(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|(_, next)| next == word);
        if found {
            self.next();
        }
        found
    }
}
