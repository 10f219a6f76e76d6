//! Game files: tags, moves, variations, comments, clock times, evaluations, results.
//!
//! A [`Record`] is one game of a file. [`RecordReader`] takes a file line by line and gives game after game; [`Record::format`]
//! writes one.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::color::Color;
use crate::layout::Layout;
use crate::moves::Move;
use crate::notation::ParseError;
use crate::position::{MARBLES_TO_WIN, Position};
use crate::rules::Rules;

mod code;
mod error;
mod eval;
mod game;
mod reader;
mod replay;
mod text;
mod words;
mod write;

pub use error::{RecordError, RecordProblem};
pub use eval::Eval;
pub use reader::{RecordReader, read_records};
pub use write::RecordFormat;

/// One game of a file: tags, the start, a tree of moves, the result.
///
/// ```
/// use sumito_rules::{Color, Layout, RecordFormat, RecordResult, read_records};
///
/// let file = "[Black \"Ada\"]\n[Variant \"belgian\"]\n\n1. a1b2 i5h5 (1... i6h6 {quieter}) 2. a2b3! 1-0\n";
/// let record = read_records(file.lines()).next().unwrap().unwrap();
/// assert_eq!(record.tag("Black"), Some("Ada"));
/// assert_eq!(record.layout(), Some(&Layout::BELGIAN_DAISY));
/// assert_eq!(record.line.plies.len(), 3);
/// assert_eq!(record.result, RecordResult::Won(Color::Black));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    tags: Vec<(String, String)>,
    start: Position,
    rules: Option<Rules>,
    /// The moves as they were played, with their variations. They must be legal one after the other.
    pub line: Line,
    /// Who won.
    pub result: RecordResult,
}

/// Moves that follow each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is said before the first move.
    pub comment: String,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// A move of a record with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub m: Move,
    /// How good it is, if somebody judged.
    pub glyph: Option<Glyph>,
    /// What the position after the move is worth, if somebody says so.
    pub eval: Option<Eval>,
    /// The time left to the player after the move.
    pub clock: Option<Duration>,
    /// What is said about it; often empty.
    pub comment: String,
    /// What could have been played instead of this move.
    pub variations: Vec<Line>,
}

impl From<Move> for Ply {
    fn from(m: Move) -> Ply {
        Ply { m, glyph: None, eval: None, clock: None, comment: String::new(), variations: Vec::new() }
    }
}

/// A judgement of a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Glyph {
    /// `!`
    Good,
    /// `?`
    Mistake,
    /// `!!`
    Brilliant,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
}

impl Glyph {
    /// All of them, in the order of their numbers in chess files (`$1` to `$6`).
    pub const ALL: [Glyph; 6] =
        [Glyph::Good, Glyph::Mistake, Glyph::Brilliant, Glyph::Blunder, Glyph::Interesting, Glyph::Dubious];

    /// What is written after the move.
    pub const fn suffix(self) -> &'static str {
        match self {
            Glyph::Good => "!",
            Glyph::Mistake => "?",
            Glyph::Brilliant => "!!",
            Glyph::Blunder => "??",
            Glyph::Interesting => "!?",
            Glyph::Dubious => "?!",
        }
    }
}

/// The result of a record. `1-0` means that Black won.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum RecordResult {
    /// One side won: `1-0` or `0-1`.
    Won(Color),
    /// Nobody won: `1/2-1/2`.
    Drawn,
    /// Not finished, or not known: `*`.
    #[default]
    Unknown,
}

impl RecordResult {
    /// All of them.
    pub const ALL: [RecordResult; 4] =
        [RecordResult::Won(Color::Black), RecordResult::Won(Color::White), RecordResult::Drawn, RecordResult::Unknown];
}

impl fmt::Display for RecordResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RecordResult::Won(Color::Black) => "1-0",
            RecordResult::Won(Color::White) => "0-1",
            RecordResult::Drawn => "1/2-1/2",
            RecordResult::Unknown => "*",
        })
    }
}

impl FromStr for RecordResult {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<RecordResult, ParseError> {
        let result = RecordResult::ALL.into_iter().find(|result| result.to_string() == text);
        result.ok_or_else(|| ParseError::new(0, "expected 1-0, 0-1, 1/2-1/2 or *"))
    }
}

/// The tags that the fields of a record stand for; writers derive them.
const DERIVED: [&str; 8] = ["Result", "Notation", "Variant", "SetUp", "Position", "FEN", "Plies", "Rules"];

/// The order of the tags that APGN knows; others follow.
const ORDER: [&str; 10] =
    ["Event", "Date", "Black", "White", "Termination", "Source", "BlackElo", "WhiteElo", "TimeControl", "Annotator"];

impl Record {
    /// A record without moves, of a game whose rules are not known: six ejections win.
    pub fn new(start: Position) -> Record {
        let start = start.with_marbles_to_win(MARBLES_TO_WIN);
        Record { tags: Vec::new(), start, rules: None, line: Line::default(), result: RecordResult::default() }
    }

    /// The same with known rules.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Record {
        let rules = rules.clamped();
        Record { start: self.start.with_marbles_to_win(rules.marbles_to_win), rules: Some(rules), ..self }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The rules of the game, where they are known.
    pub fn rules(&self) -> Option<Rules> {
        self.rules
    }

    /// The layout that the game started from, if it is one.
    pub fn layout(&self) -> Option<&'static Layout> {
        let start = self.start.with_marbles_to_win(MARBLES_TO_WIN);
        Layout::all().iter().find(|layout| layout.position() == start)
    }

    /// The moves played, without variations.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.line.plies.iter().map(|ply| ply.m)
    }

    /// The tags that no field stands for, in the order in which they are written.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Sets a tag. An unknown value, such as `?` or `????.??.??`, takes it away. PlayStrategy's `P1` and `P2` become `Black` and
    /// `White`, also at the head of a name.
    ///
    /// Refused are names that are not made of letters, digits and `_`, and those that the fields of the record stand for.
    ///
    /// ```
    /// use sumito_rules::{Layout, Record};
    ///
    /// let mut record = Record::new(Layout::STANDARD.position());
    /// record.set_tag("P1Elo", "1500").unwrap();
    /// assert_eq!(record.tag("BlackElo"), Some("1500"));
    /// assert!(record.set_tag("Result", "1-0").is_err());
    /// ```
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), ParseError> {
        if let Some(at) = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            return Err(ParseError::new(at, "expected a tag name of letters, digits and _"));
        }
        if name.is_empty() {
            return Err(ParseError::new(0, "expected a tag name"));
        }
        if DERIVED.iter().any(|derived| derived.eq_ignore_ascii_case(name)) {
            return Err(ParseError::new(0, format!("the tag {name} is not set: the record itself tells it")));
        }
        let name = renamed(name, [("P1", "Black"), ("P2", "White")]);
        // The tags that every file has are written in one way, however they were spelled.
        let name = ORDER.into_iter().find(|known| known.eq_ignore_ascii_case(&name)).map_or(name, str::to_owned);
        self.tags.retain(|(other, _)| !other.eq_ignore_ascii_case(&name));
        if !value.contains('?') || value.contains(|c| !matches!(c, '?' | '.')) {
            let rank = |name: &str| ORDER.into_iter().position(|known| known == name).unwrap_or(ORDER.len());
            let place = self.tags.partition_point(|(other, _)| rank(other) <= rank(&name));
            self.tags.insert(place, (name, value.to_owned()));
        }
        Ok(())
    }
}

/// A tag name with the word for a player exchanged, alone (`P1`) or before a capital (`P1Elo`).
fn renamed(name: &str, words: [(&str, &str); 2]) -> String {
    for (old, new) in words {
        if let Some(rest) = name.strip_prefix(old)
            && !rest.starts_with(|c: char| !c.is_ascii_uppercase())
        {
            return format!("{new}{rest}");
        }
    }
    name.to_owned()
}
