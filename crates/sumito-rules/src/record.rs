//! Game files: tags, moves, variations, comments, clock times, evaluations, results.
//!
//! A [`Record`] is one game of a file. [`read`] reads all games of a file; a [`Reader`] takes it line by line, so that files can have any
//! size; [`Record::format`] writes a record. [`Record::to_game`] and `Record::from(&game)` convert between records and
//! [`Game`](crate::Game)s. [`party`] does the same for three to six players.
//!
//! ```
//! use sumito_rules::notation::MoveNotation;
//! use sumito_rules::record::{self, Format};
//!
//! let file = "[Black \"Ada\"]\n[Variant \"belgian\"]\n\n1. a1b2 i5h5 2. a2b3! {strong} 1-0\n";
//! for record in record::read(file.lines()) {
//!     let record = record?;
//!     assert_eq!(record.tag("Black"), Some("Ada"));
//!     assert_eq!(record.to_game()?.ply(), 3);
//!     assert_eq!(record.format(Format::Plain(MoveNotation::AbaPro)), "belgian-daisy 1.a1b2 i5h5 2.a2b3 1-0\n\n");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use crate::color::Color;
use crate::game::Rules;
use crate::layout::Layout;
use crate::moves::Move;
use crate::notation::{ParseError, Subject, quoted};
use crate::position::{MARBLES_TO_WIN, Position};
use tags::Tags;

mod code;
mod error;
mod eval;
mod game;
pub mod party;
mod reader;
mod replay;
mod splitter;
mod tags;
mod text;
mod words;
mod write;

pub use error::{Error, Problem};
pub use eval::Eval;
pub use reader::{Reader, read};
pub use write::Format;

/// One game of a file: tags, the start, a tree of moves, the result.
///
/// ```
/// use sumito_rules::record::{self, GameResult};
/// use sumito_rules::{Color, Layout};
///
/// let file = "[Black \"Ada\"]\n[Variant \"belgian\"]\n\n1. a1b2 i5h5 (1... i6h6 {quieter}) 2. a2b3! 1-0\n";
/// let record = record::read(file.lines()).next().unwrap().unwrap();
/// assert_eq!(record.tag("Black"), Some("Ada"));
/// assert_eq!(record.layout(), Some(&Layout::BELGIAN_DAISY));
/// assert_eq!(record.line.plies.len(), 3);
/// assert_eq!(record.result, GameResult::Won(Color::Black));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    tags: Tags,
    start: Position,
    rules: Option<Rules>,
    /// The moves played, with variations. Each must be legal after the ones before it.
    pub line: Line,
    /// Who won.
    pub result: GameResult,
}

/// A sequence of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The comment before the first move; often empty.
    pub comment: String,
    /// The moves.
    pub plies: Vec<Ply>,
}

impl From<Vec<Ply>> for Line {
    fn from(plies: Vec<Ply>) -> Line {
        Line { comment: String::new(), plies }
    }
}

/// A move of a record with its annotations. Create one from a [`Move`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ply {
    /// The move.
    pub m: Move,
    /// How good it is, if it was judged.
    pub glyph: Option<Glyph>,
    /// The evaluation of the position after the move.
    pub eval: Option<Eval>,
    /// The time the player had left after the move.
    pub clock: Option<Duration>,
    /// The comment; often empty.
    pub comment: String,
    /// What could have been played instead of this move.
    pub variations: Vec<Line>,
}

impl From<Move> for Ply {
    fn from(m: Move) -> Ply {
        Ply { m, glyph: None, eval: None, clock: None, comment: String::new(), variations: Vec::new() }
    }
}

/// A judgment of a move.
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
pub enum GameResult {
    /// One side won: `1-0` or `0-1`.
    Won(Color),
    /// Nobody won: `1/2-1/2`.
    Drawn,
    /// Not finished, or not known: `*`.
    #[default]
    Unknown,
}

impl GameResult {
    /// All of them.
    pub const ALL: [GameResult; 4] =
        [GameResult::Won(Color::Black), GameResult::Won(Color::White), GameResult::Drawn, GameResult::Unknown];
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Won(Color::Black) => "1-0",
            GameResult::Won(Color::White) => "0-1",
            GameResult::Drawn => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

impl FromStr for GameResult {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<GameResult, ParseError> {
        let result = GameResult::ALL.into_iter().find(|result| result.to_string() == text);
        result.ok_or_else(|| Subject::Result.error(0, "1-0, 0-1, 1/2-1/2 or *", quoted(text)))
    }
}

/// The tags that are derived from the other fields of a record.
const DERIVED: [&str; 8] = ["Result", "Notation", "Variant", "SetUp", "Position", "FEN", "Plies", "Rules"];

/// The order of the tags of APGN; others follow.
const ORDER: [&str; 10] =
    ["Event", "Date", "Black", "White", "Termination", "Source", "BlackElo", "WhiteElo", "TimeControl", "Annotator"];

impl Record {
    /// A record without moves, of a game with unknown rules: six ejections win.
    pub fn new(start: Position) -> Record {
        let start = start.with_marbles_to_win(MARBLES_TO_WIN);
        Record { tags: Tags::default(), start, rules: None, line: Line::default(), result: GameResult::default() }
    }

    /// The same record with known rules.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Record {
        let rules = rules.clamped();
        Record { start: self.start.with_marbles_to_win(rules.marbles_to_win), rules: Some(rules), ..self }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The rules of the game, if they are known.
    pub fn rules(&self) -> Option<Rules> {
        self.rules
    }

    /// The layout that the game started from, if it started from one.
    pub fn layout(&self) -> Option<&'static Layout> {
        let start = self.start.with_marbles_to_win(MARBLES_TO_WIN);
        Layout::all().iter().find(|layout| layout.position() == start)
    }

    /// The moves played, without variations.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.line.plies.iter().map(|ply| ply.m)
    }

    /// The tags that are not derived from other fields, in the order in which they are written.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter()
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name)
    }

    /// Sets a tag. An unknown value, such as `?` or `????.??.??`, removes it. PlayStrategy's `P1` and `P2` become `Black` and `White`,
    /// also at the start of a longer name.
    ///
    /// A name must consist of letters, digits and `_`, and must not be one that is derived from other fields, such as `Result`.
    ///
    /// ```
    /// use sumito_rules::Layout;
    /// use sumito_rules::record::Record;
    ///
    /// let mut record = Record::new(Layout::STANDARD.position());
    /// record.set_tag("P1Elo", "1500").unwrap();
    /// assert_eq!(record.tag("BlackElo"), Some("1500"));
    /// assert!(record.set_tag("Result", "1-0").is_err());
    /// ```
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), ParseError> {
        self.tags.set(&renamed(name, [("P1", "Black"), ("P2", "White")]), value, &DERIVED, &ORDER)
    }
}

/// A tag name with the word for a player replaced, alone (`P1`) or before a capital (`P1Elo`).
fn renamed(name: &str, words: [(&str, &str); 2]) -> String {
    for (old, new) in words {
        let rest = name.strip_prefix(old).filter(|rest| !rest.starts_with(|c: char| !c.is_ascii_uppercase()));
        if let Some(rest) = rest {
            return format!("{new}{rest}");
        }
    }
    name.to_owned()
}
