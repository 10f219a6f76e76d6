//! Splits a file into games, and games into words, comments and parentheses.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use super::error::Problem;
use super::words::{self, Number};
use super::{GameResult, Glyph, code, text};
use crate::cell::Direction;
use crate::cells::Cells;

/// The most text that is kept of one game.
pub(super) const MAX_BYTES: usize = 4 << 20;

/// The most tags of one game.
pub(super) const MAX_TAGS: usize = 1000;

/// The deepest variation within variations.
pub(super) const MAX_DEPTH: usize = 100;

/// Splits lines that arrive one by one into games.
#[derive(Debug)]
pub(super) struct Splitter {
    /// The number of the game that is being read.
    game: usize,
    /// Where it is being read.
    place: Place,
    script: Script,
    /// The comment that the last line left open, and where it began.
    comment: Option<(String, Place)>,
    after_blank_line: bool,
}

/// A game that has ended: its number in the file, and its words or what is wrong with them.
pub(super) struct Ended {
    pub(super) game: usize,
    pub(super) script: Result<Script, (Place, Problem)>,
}

impl Default for Splitter {
    fn default() -> Splitter {
        Splitter { game: 1, place: Place::default(), script: Script::default(), comment: None, after_blank_line: false }
    }
}

/// A place in a file: the number of the line, from 1, and the byte offset in it.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) at: usize,
}

/// A game as far as it can be read without a position.
#[derive(Debug, Default)]
pub(super) struct Script {
    pub(super) tags: Vec<Tag>,
    /// The text before the first move of a plain list: a layout or a position.
    pub(super) start: String,
    pub(super) tokens: Vec<Token>,
    pub(super) result: Option<GameResult>,
    /// Where the game starts; line 0 until it does.
    pub(super) began: Place,
    problem: Option<(Place, Problem)>,
    bytes: usize,
    /// Whether the tags are over.
    in_moves: bool,
    /// Moves outside of variations.
    plies: usize,
    depth: usize,
    /// Whether the number of a branch comes next.
    branches: bool,
}

#[derive(Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
    /// Where the value begins.
    pub(super) place: Place,
}

#[derive(Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) place: Place,
}

#[derive(Debug)]
pub(super) enum TokenKind {
    Move(String),
    /// The text of a move, its marbles and its direction.
    Step(String, Cells, Direction),
    Glyph(Glyph),
    Comment(String),
    Open,
    Close,
    /// The following moves are played instead of the move with this number.
    Branch(Option<Number>),
}

impl Script {
    /// Whether this is not a game: nothing, or comments between games.
    fn is_blank(&self) -> bool {
        let remarks = self.tokens.iter().all(|token| matches!(token.kind, TokenKind::Comment(_)));
        remarks && self.tags.is_empty() && self.start.is_empty() && self.result.is_none()
    }
}

impl Splitter {
    /// The games of these lines.
    pub(super) fn split<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> impl Iterator<Item = Ended> {
        let mut splitter = Splitter::default();
        let ends = lines.into_iter().map(Some).chain([None]);
        ends.flat_map(move |line| match line {
            Some(line) => splitter.push_line(line.as_ref()),
            None => mem::take(&mut splitter).finish().into_iter().collect(),
        })
    }

    /// Takes the next line, with or without its line break, and returns the games that end there.
    pub(super) fn push_line(&mut self, line: &str) -> Vec<Ended> {
        self.place.line += 1;
        let mut games = Vec::new();
        let line = if self.place.line == 1 { line.trim_start_matches('\u{feff}') } else { line };
        let line = line.trim_end_matches(['\n', '\r']);
        let mut rest = line;
        let mut fresh = true;
        if self.after_blank_line && rest.starts_with('[') && self.comment.is_some() {
            // Otherwise a whole game would be lost in a comment that was not closed.
            self.abandon_comment();
        }
        loop {
            rest = match self.comment.take() {
                Some((comment, began)) => self.continue_comment(comment, began, rest),
                None => rest,
            };
            rest = rest.trim_start();
            self.place.at = line.len() - rest.len();
            let Some(first) = rest.chars().next() else { break };
            let after = &rest[first.len_utf8()..];
            rest = match first {
                '[' if fresh => {
                    if self.script.in_moves || self.after_blank_line && self.script.problem.is_some() {
                        games.extend(self.end_game());
                    }
                    match text::read_tag(rest) {
                        Ok((name, value, after)) => {
                            // If the last game had neither moves nor a result, a repeated tag starts the next one.
                            if self.after_blank_line && self.script.tags.iter().any(|tag| tag.name == name) {
                                games.extend(self.end_game());
                            }
                            self.place.at += rest.find('"').map_or(0, |quote| quote + 1);
                            self.tag(name, value);
                            rest = after;
                            continue;
                        }
                        Err(error) => {
                            let error = error.moved(self.place.at);
                            self.place.at = error.at;
                            self.problem(Problem::NoTag(error));
                            ""
                        }
                    }
                }
                '{' => {
                    self.comment = Some((String::new(), self.place));
                    after
                }
                ';' => {
                    self.token(TokenKind::Comment(after.to_owned()), after.len());
                    ""
                }
                '(' => self.parenthesis(after),
                ')' => {
                    self.script.in_moves = true;
                    self.script.depth = self.script.depth.saturating_sub(1);
                    self.token(TokenKind::Close, 0);
                    after
                }
                '|' => {
                    self.script.in_moves = true;
                    self.script.branches = true;
                    after
                }
                _ => {
                    let is_code = code::is_code(rest);
                    let ends = |c: char| c.is_whitespace() || !is_code && "(){;|".contains(c);
                    let end = rest.find(ends).unwrap_or(rest.len());
                    // A brace that closes nothing is a word.
                    let (word, after) = rest.split_at(end.max(first.len_utf8()));
                    self.word(word, fresh, &mut games);
                    after
                }
            };
            fresh = false;
        }
        self.after_blank_line = line.trim().is_empty();
        games
    }

    /// Ends the file and returns the last game, if it had not ended yet.
    pub(super) fn finish(mut self) -> Option<Ended> {
        if self.comment.is_some() {
            self.abandon_comment();
        }
        self.end_game()
    }

    fn end_game(&mut self) -> Option<Ended> {
        let mut script = mem::take(&mut self.script);
        let problem = script.problem.take();
        if script.is_blank() && problem.is_none() {
            return None;
        }
        let game = self.game;
        self.game += 1;
        Some(Ended { game, script: problem.map_or(Ok(script), Err) })
    }

    /// Notes that the game has started and grown by this many bytes. Returns whether to keep them: not after a problem.
    fn grow(&mut self, bytes: usize) -> bool {
        if self.script.began.line == 0 {
            self.script.began = self.place;
        }
        self.script.bytes += bytes;
        if self.script.bytes > MAX_BYTES {
            self.problem(Problem::TooLong);
        }
        self.script.problem.is_none()
    }

    /// Notes the first problem of the game, and drops its contents.
    fn problem(&mut self, problem: Problem) {
        if self.script.began.line == 0 {
            self.script.began = self.place;
        }
        let first = self.script.problem.take().unwrap_or((self.place, problem));
        self.script = Script {
            problem: Some(first),
            began: self.script.began,
            in_moves: self.script.in_moves,
            plies: self.script.plies,
            depth: self.script.depth,
            ..Script::default()
        };
    }

    fn tag(&mut self, name: String, value: String) {
        if self.script.tags.len() == MAX_TAGS {
            self.problem(Problem::TooLong);
        }
        if self.grow(mem::size_of::<Tag>() + name.len() + value.len()) {
            self.script.tags.push(Tag { name, value, place: self.place });
        }
    }

    fn token(&mut self, kind: TokenKind, bytes: usize) {
        if self.grow(mem::size_of::<Token>() + bytes) {
            self.script.tokens.push(Token { kind, place: self.place });
        }
    }

    /// Continues a comment and returns the rest of the line after it.
    fn continue_comment<'a>(&mut self, mut comment: String, began: Place, line: &'a str) -> &'a str {
        let end = text::end_of_comment(line);
        let part = &line[..end.unwrap_or(line.len())];
        if self.grow(part.len() + 1) {
            comment.push_str(part);
            comment.push(' ');
        }
        if let Some(end) = end {
            self.token(TokenKind::Comment(comment), 0);
            return &line[end + 1..];
        }
        self.comment = Some((comment, began));
        ""
    }

    fn abandon_comment(&mut self) {
        if let Some((_, began)) = self.comment.take() {
            self.problem(Problem::CommentNotClosed);
            if let Some((place, Problem::CommentNotClosed)) = &mut self.script.problem {
                *place = began;
            }
        }
    }

    /// Takes a word; `fresh` means that it is the first of its line.
    fn word(&mut self, word: &str, fresh: bool, games: &mut Vec<Ended>) {
        if let Ok(result) = word.parse() {
            self.grow(0);
            self.script.result = Some(result);
            games.extend(self.end_game());
            return;
        }
        if code::is_code(word) {
            self.code(word, games);
            return;
        }
        let whole = word.len();
        let (number, word) = words::split_number(word);
        if number.is_some() && mem::take(&mut self.script.branches) {
            self.token(TokenKind::Branch(number), 0);
        } else if number == Some(Number::FIRST) && self.script.plies > 1 && self.script.depth == 0 {
            games.extend(self.end_game());
        }
        if word.is_empty() {
            return;
        }
        self.place.at += whole - word.len();
        let names_start = !words::names_cell(word) && self.script.depth == 0;
        if names_start && fresh && self.after_blank_line && self.script.plies > 0 {
            games.extend(self.end_game());
        }
        self.script.in_moves = true;
        let is_number = word.bytes().all(|b| b.is_ascii_digit());
        if let Some(glyph) = words::read_glyph(word) {
            self.token(TokenKind::Glyph(glyph), 0);
        } else if words::is_remark(word) {
            self.token(TokenKind::Comment(text::escaped(word)), word.len());
        } else if names_start && self.script.plies == 0 && self.script.tags.is_empty() {
            // A number belongs to a move, or to a position after its rows.
            if (!is_number || self.script.start.contains('/')) && self.grow(word.len() + 1) {
                self.script.start.push_str(word);
                self.script.start.push(' ');
            }
        } else if !is_number {
            self.move_text(word);
        }
    }

    fn move_text(&mut self, word: &str) {
        let (m, glyph) = words::split_signs(word);
        if mem::take(&mut self.script.branches) {
            self.token(TokenKind::Branch(None), 0);
        }
        self.script.plies += usize::from(self.script.depth == 0 && !words::is_departure(word));
        self.token(TokenKind::Move(m.to_owned()), m.len());
        if let Some(glyph) = glyph {
            self.token(TokenKind::Glyph(glyph), 0);
        }
    }

    /// Takes what follows an opening parenthesis: a variation, the score as a comment, or a part of the name of a layout.
    fn parenthesis<'a>(&mut self, text: &'a str) -> &'a str {
        let names_start = self.script.tokens.is_empty() && !self.script.start.is_empty();
        match text.split_once(')') {
            Some((score, after)) if words::is_score(score) => {
                self.token(TokenKind::Comment(format!("({score})")), score.len());
                after
            }
            Some((name, after)) if names_start && words::is_name(name) => {
                if self.grow(name.len() + 1) {
                    self.script.start.push_str(name);
                    self.script.start.push(' ');
                }
                after
            }
            _ => {
                self.script.in_moves = true;
                self.script.depth += 1;
                self.token(TokenKind::Open, 0);
                text
            }
        }
    }

    /// Takes a short code: a whole game in one word. Tags before it belong to it.
    fn code(&mut self, word: &str, games: &mut Vec<Ended>) {
        if self.script.plies > 0 || !self.script.start.is_empty() {
            games.extend(self.end_game());
        }
        let start = self.place;
        match code::read(word) {
            Ok(code) => {
                self.place.at = start.at + code.variant.0;
                self.tag("Variant".to_owned(), code.variant.1);
                for (name, at, value) in code.names {
                    self.place.at = start.at + at;
                    self.tag(name.to_owned(), value);
                }
                for m in code.moves {
                    self.place.at = start.at + m.at;
                    let bytes = m.text.len();
                    self.token(TokenKind::Step(m.text, m.line, m.direction), bytes);
                }
            }
            Err(error) => {
                self.place.at = start.at + error.at;
                self.problem(Problem::Code(error));
            }
        }
        self.place = start;
        games.extend(self.end_game());
    }
}
