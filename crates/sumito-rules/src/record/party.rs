//! Game files for three to six players: APGN with a tag for each seat and one for the teams.
//!
//! ```
//! use sumito_rules::party::{Departure, Seat};
//! use sumito_rules::record::party;
//!
//! let file = "[Black \"Ada\"]\n[White \"Bob\"]\n[Blue \"Cy\"]\n[Variant \"three\"]\n\n1. i5h5 White:resigned e1e2 *\n";
//! let Some(Ok(party::AnyRecord::Party(record))) = party::read(file.lines()).next() else { panic!("a party game") };
//! assert_eq!(record.tag("Blue"), Some("Cy"));
//! let game = record.to_game()?;
//! assert_eq!(game.ply(), 2);
//! assert!(game.departures().eq([(Seat::White, Departure::Resigned)]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::splitter::{Ended, Splitter};
use super::tags::Tags;
use super::{Line, Record as RecordForTwo};
use crate::game::Rules;
use crate::illegal::IllegalMove;
use crate::moves::Move;
use crate::notation::ParseError;
use crate::party::{Action, Game, Layout, LeaveError, Outcome, Position, Seat, Seating, Team};
use crate::position::MARBLES_TO_WIN;

mod replay;
mod write;

/// One game of a file for three to six players: tags, the start, a tree of moves, who left and when, the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    tags: Tags,
    start: Position,
    rules: Option<Rules>,
    /// The moves played, with variations. Each must be legal after the moves and departures before it.
    pub line: Line,
    /// The departures of the main line, each with the number of moves played before it.
    departures: Vec<(usize, Action)>,
    /// Who won.
    pub result: GameResult,
}

/// The result of a party game: one number for each team, `0-1-0` if the second of three won, `1/2-1/2-1/2` for a draw of three.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// One team won.
    Won(Team),
    /// Nobody won.
    Drawn,
    /// Not finished, or not known: `*`.
    #[default]
    Unknown,
}

impl GameResult {
    /// The text for these teams.
    pub fn text(self, seating: Seating) -> String {
        let points: Vec<&str> = match self {
            GameResult::Won(winner) => seating.teams().map(|team| if team == winner { "1" } else { "0" }).collect(),
            GameResult::Drawn => seating.teams().map(|_| "1/2").collect(),
            GameResult::Unknown => return "*".to_string(),
        };
        points.join("-")
    }

    /// The result with this text.
    pub fn parse(text: &str, seating: Seating) -> Option<GameResult> {
        let won = seating.teams().map(GameResult::Won);
        won.chain([GameResult::Drawn, GameResult::Unknown]).find(|result| result.text(seating) == text)
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        outcome.winner().map_or(GameResult::Drawn, GameResult::Won)
    }
}

/// Why a record does not replay: it was changed after it was read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayError {
    /// The rules forbid a move.
    Move(IllegalMove),
    /// A player cannot leave.
    Leave(LeaveError),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Move(error) => error.fmt(f),
            ReplayError::Leave(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ReplayError {}

impl From<IllegalMove> for ReplayError {
    fn from(error: IllegalMove) -> ReplayError {
        ReplayError::Move(error)
    }
}

impl From<LeaveError> for ReplayError {
    fn from(error: LeaveError) -> ReplayError {
        ReplayError::Leave(error)
    }
}

impl Record {
    /// A record without moves, of a game with unknown rules: six ejections win.
    pub fn new(start: Position) -> Record {
        let start = start.with_marbles_to_win(MARBLES_TO_WIN);
        let (line, result) = (Line::default(), GameResult::Unknown);
        Record { tags: Tags::default(), start, rules: None, line, departures: Vec::new(), result }
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

    /// The departures of the main line, each with the number of moves played before it.
    pub fn departures(&self) -> &[(usize, Action)] {
        &self.departures
    }

    /// Sets the [departures](Record::departures), which must be in order.
    pub fn set_departures(&mut self, departures: Vec<(usize, Action)>) {
        self.departures = departures;
    }

    /// Everything that was done in the main line: moves and departures.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        let departures = |n: usize| self.departures.iter().filter(move |(ply, _)| *ply == n).map(|(_, action)| *action);
        let plies = self.line.plies.iter().enumerate();
        let played = plies.flat_map(move |(n, ply)| departures(n).chain([Action::Play(ply.m)]));
        played.chain(self.departures.iter().filter(|(ply, _)| *ply >= self.line.plies.len()).map(|(_, action)| *action))
    }

    /// The tags that are not derived from other fields, in the order in which they are written.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter()
    }

    /// The value of a tag. The names of the players are in the tags of their seats: `Black`, `White`, `Blue`, `Red`, `Green`, `Yellow`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name)
    }

    /// Sets a tag. An unknown value, such as `?` or `????.??.??`, removes it.
    ///
    /// A name must consist of letters, digits and `_`, and must not be one that is derived from other fields, such as `Result` or `Teams`.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), ParseError> {
        self.tags.set(name, value, &DERIVED, &ORDER)
    }

    /// The main line as a game. A record without rules of its own is played by the standard ones, except that positions may repeat.
    pub fn to_game(&self) -> Result<Game, ReplayError> {
        let rules = self.rules.unwrap_or(Rules::STANDARD.with_repetition(None));
        let mut game = match self.layout() {
            Some(layout) => Game::new(layout, rules),
            None => Game::from_position(self.start, rules),
        };
        for action in self.actions() {
            match action {
                Action::Play(m) => game.play(m)?,
                Action::Leave(seat, departure) => game.leave(seat, departure)?,
                Action::ResignTeam(team) => game.resign_team(team)?,
                Action::AgreeDraw => game.agree_draw().map_err(LeaveError::from)?,
            }
        }
        if self.result == GameResult::Drawn && game.outcome().is_none() {
            game.agree_draw().map_err(LeaveError::from)?;
        }
        Ok(game)
    }
}

/// The moves, the departures and the result, without undone actions.
impl From<&Game> for Record {
    fn from(game: &Game) -> Record {
        let mut record = Record::new(*game.start()).with_rules(game.rules());
        for &action in game.actions() {
            match action {
                Action::Play(m) => record.line.plies.push(m.into()),
                // The result says it.
                Action::AgreeDraw => {}
                departure => record.departures.push((record.line.plies.len(), departure)),
            }
        }
        if let Some(outcome) = game.outcome() {
            record.result = outcome.into();
            record.set_tag("Termination", &outcome.to_string()).expect("a tag of letters that no field stands for");
        }
        record
    }
}

/// The tags that are derived from the other fields of a record.
const DERIVED: [&str; 9] = ["Result", "Notation", "Variant", "SetUp", "Position", "FEN", "Plies", "Rules", "Teams"];

/// The order of the tags; others follow.
const ORDER: [&str; 11] =
    ["Event", "Date", "Black", "White", "Blue", "Red", "Green", "Yellow", "Termination", "TimeControl", "Annotator"];

/// A game of a file, for any number of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyRecord {
    /// A game for two.
    Two(Box<RecordForTwo>),
    /// A game for three to six, or for two in the party format.
    Party(Box<Record>),
}

impl AnyRecord {
    /// The moves played, with variations.
    pub fn line(&self) -> &Line {
        match self {
            AnyRecord::Two(record) => &record.line,
            AnyRecord::Party(record) => &record.line,
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        match self {
            AnyRecord::Two(record) => record.tag(name),
            AnyRecord::Party(record) => record.tag(name),
        }
    }
}

/// A game of a file could not be read: where, and why.
pub type Error = super::Error<Seat>;

impl From<super::Error> for Error {
    fn from(super::Error { game, line, at, turn, problem }: super::Error) -> Error {
        Error { game, line, at, turn: turn.map(|(number, color)| (number, color.into())), problem }
    }
}

/// Reads the games of a file, whatever the number of players, like [`record::read`](super::read).
pub fn read<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> impl Iterator<Item = Result<AnyRecord, Error>> {
    Splitter::split(lines).map(Ended::any_record)
}

/// Reads games for any number of players from lines that arrive one by one, like [`record::Reader`](super::Reader).
#[derive(Debug, Default)]
pub struct Reader(Splitter);

impl Reader {
    /// A reader at the start of a file.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// Takes the next line, with or without its line break, and returns the games that end there.
    pub fn push_line(&mut self, line: &str) -> Vec<Result<AnyRecord, Error>> {
        self.0.push_line(line).into_iter().map(Ended::any_record).collect()
    }

    /// Ends the file and returns the last game, if it had not ended yet.
    pub fn finish(self) -> Option<Result<AnyRecord, Error>> {
        self.0.finish().map(Ended::any_record)
    }
}
