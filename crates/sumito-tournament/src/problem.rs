//! What can be wrong with a tournament file.

use std::fmt;

use crate::event::{Number, Score};

/// The most rounds of a file.
pub(crate) const MAX_ROUNDS: usize = 99;
/// The highest starting number and the highest rating of a file: both have four columns in TRF.
pub(crate) const MAX_NUMBER: Number = 9999;

/// How the first line of a table may look.
const COLUMNS: &str = "name,rating";

/// What is wrong with a tournament file. Players are starting numbers, and rounds count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// This code has no value.
    NoValue(String),
    /// This code has more than one value.
    TwoValues(String),
    /// A value that its code does not have.
    UnknownValue {
        /// The value as written.
        text: String,
        /// The values that the code has.
        possible: &'static [&'static str],
    },
    /// Not a starting number.
    NotAPlayer(String),
    /// Not the number of a round.
    NotARound(String),
    /// Not a number of points.
    NotPoints(String),
    /// Not a number of marbles.
    NotMarbles(String),
    /// Not a rating.
    NotARating(String),
    /// Not a place in the standings.
    NotARank(String),
    /// A sign between opponent, color and result.
    OutOfPlace(char),
    /// Not a color.
    NotAColor(char),
    /// Not a result.
    NotAResult(char),
    /// The result of a game without an opponent.
    ResultWithoutOpponent(char),
    /// A color without an opponent.
    ColorWithoutOpponent,
    /// A game that was played has no color.
    NoColor,
    /// A bye with an opponent.
    ByeWithOpponent {
        /// The sign of the bye.
        mark: char,
        /// The opponent.
        opponent: Number,
    },
    /// A player is their own opponent.
    OwnOpponent(Number),
    /// No line of the file has this player.
    NoSuchPlayer(Number),
    /// Two lines have this player.
    PlayerTwice(Number),
    /// More players than starting numbers.
    TooManyPlayers,
    /// More rounds than a file has room for.
    TooManyRounds,
    /// According to the player's line they met, according to the opponent's there was no game.
    NoGame {
        /// The player.
        player: Number,
        /// The opponent.
        opponent: Number,
        /// The round.
        round: usize,
    },
    /// A player met an opponent who met somebody else.
    OtherOpponent {
        /// The player.
        player: Number,
        /// The opponent.
        opponent: Number,
        /// Whom the opponent met.
        other: Number,
        /// The round.
        round: usize,
    },
    /// Both players of a game have the same color.
    SameColor {
        /// The player.
        player: Number,
        /// The opponent.
        opponent: Number,
        /// The round.
        round: usize,
    },
    /// The results of both players of a game do not fit.
    ResultsContradict {
        /// The player.
        player: Number,
        /// The opponent.
        opponent: Number,
        /// The round.
        round: usize,
    },
    /// The points of a player are not those of the results.
    PointsDiffer {
        /// The player.
        player: Number,
        /// The points as written.
        given: Score,
        /// The points of the results.
        points: Score,
    },
    /// A table without a line.
    EmptyTable,
    /// A table without a column of names.
    NoNameColumn,
    /// A line of a table without a name.
    NoName,
    /// Not opponent, color and result.
    NotAnEntry(String),
    /// A quotation mark is not closed.
    QuoteNotClosed,
}

impl Problem {
    /// A stable key, for translations.
    pub const fn key(&self) -> &'static str {
        match self {
            Problem::NoValue(_) => "no-value",
            Problem::TwoValues(_) => "two-values",
            Problem::UnknownValue { .. } => "unknown-value",
            Problem::NotAPlayer(_) => "not-a-player",
            Problem::NotARound(_) => "not-a-round",
            Problem::NotPoints(_) => "not-points",
            Problem::NotMarbles(_) => "not-marbles",
            Problem::NotARating(_) => "not-a-rating",
            Problem::NotARank(_) => "not-a-rank",
            Problem::OutOfPlace(_) => "out-of-place",
            Problem::NotAColor(_) => "not-a-color",
            Problem::NotAResult(_) => "not-a-result",
            Problem::ResultWithoutOpponent(_) => "result-without-opponent",
            Problem::ColorWithoutOpponent => "color-without-opponent",
            Problem::NoColor => "no-color",
            Problem::ByeWithOpponent { .. } => "bye-with-opponent",
            Problem::OwnOpponent(_) => "own-opponent",
            Problem::NoSuchPlayer(_) => "no-such-player",
            Problem::PlayerTwice(_) => "player-twice",
            Problem::TooManyPlayers => "too-many-players",
            Problem::TooManyRounds => "too-many-rounds",
            Problem::NoGame { .. } => "no-game",
            Problem::OtherOpponent { .. } => "other-opponent",
            Problem::SameColor { .. } => "same-color",
            Problem::ResultsContradict { .. } => "results-contradict",
            Problem::PointsDiffer { .. } => "points-differ",
            Problem::EmptyTable => "empty-table",
            Problem::NoNameColumn => "no-name-column",
            Problem::NoName => "no-name",
            Problem::NotAnEntry(_) => "not-an-entry",
            Problem::QuoteNotClosed => "quote-not-closed",
        }
    }

    /// What a translation inserts, by name.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        match self {
            Problem::NoValue(code) | Problem::TwoValues(code) => vec![("code", code.clone())],
            Problem::UnknownValue { text, possible } => vec![("text", text.clone()), ("possible", possible.join(", "))],
            Problem::NotAPlayer(text)
            | Problem::NotARound(text)
            | Problem::NotPoints(text)
            | Problem::NotMarbles(text)
            | Problem::NotARating(text)
            | Problem::NotARank(text)
            | Problem::NotAnEntry(text) => vec![("text", text.clone())],
            Problem::OutOfPlace(sign)
            | Problem::NotAColor(sign)
            | Problem::NotAResult(sign)
            | Problem::ResultWithoutOpponent(sign) => vec![("text", sign.to_string())],
            Problem::ByeWithOpponent { mark, opponent } => vec![("text", mark.to_string()), ("opponent", opponent.to_string())],
            Problem::OwnOpponent(player) | Problem::NoSuchPlayer(player) | Problem::PlayerTwice(player) => {
                vec![("player", player.to_string())]
            }
            Problem::NoGame { player, opponent, round }
            | Problem::SameColor { player, opponent, round }
            | Problem::ResultsContradict { player, opponent, round } => {
                vec![("player", player.to_string()), ("opponent", opponent.to_string()), ("round", round.to_string())]
            }
            Problem::OtherOpponent { player, opponent, other, round } => vec![
                ("player", player.to_string()),
                ("opponent", opponent.to_string()),
                ("other", other.to_string()),
                ("round", round.to_string()),
            ],
            Problem::PointsDiffer { player, given, points } => {
                vec![("player", player.to_string()), ("given", given.to_string()), ("points", points.to_string())]
            }
            Problem::EmptyTable | Problem::NoNameColumn => vec![("columns", COLUMNS.to_owned())],
            Problem::ColorWithoutOpponent
            | Problem::NoColor
            | Problem::TooManyPlayers
            | Problem::TooManyRounds
            | Problem::NoName
            | Problem::QuoteNotClosed => Vec::new(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = format!("the first line names the columns, such as {COLUMNS}");
        match self {
            Problem::NoValue(code) => write!(f, "{code} needs a value"),
            Problem::TwoValues(code) => write!(f, "{code} has only one value"),
            Problem::UnknownValue { text, possible } => {
                let (last, others) = possible.split_last().unwrap_or((&"", &[]));
                write!(f, "'{text}' is unknown: {} and {last} are possible", others.join(", "))
            }
            Problem::NotAPlayer(text) => {
                write!(f, "'{text}' is not a starting number: a number from 1 to {MAX_NUMBER} is needed here")
            }
            Problem::NotARound(text) => write!(f, "'{text}' is not a round: a number from 1 to {MAX_ROUNDS} is needed here"),
            Problem::NotPoints(text) => write!(f, "'{text}' is not a number of points such as 2.5"),
            Problem::NotMarbles(text) => write!(f, "'{text}' is not a number of marbles"),
            Problem::NotARating(text) => write!(f, "'{text}' is not a rating: a number up to {MAX_NUMBER} is needed here"),
            Problem::NotARank(text) => write!(f, "'{text}' is not a rank: a number is needed here"),
            Problem::OutOfPlace(sign) => write!(
                f,
                "'{sign}' is out of place: a round is an opponent in four columns, a space, the color, a space, and the result"
            ),
            Problem::NotAColor(sign) => write!(f, "'{sign}' is not a color: w, b and - are possible"),
            Problem::NotAResult(sign) => write!(f, "'{sign}' is not a result: 1 = 0 W D L + - U F H Z are possible"),
            Problem::ResultWithoutOpponent(sign) => write!(f, "'{sign}' is the result of a game, but there is no opponent"),
            Problem::ColorWithoutOpponent => write!(f, "a player without opponent has no color: write 0000 and -"),
            Problem::NoColor => write!(f, "a game needs a color: w or b"),
            Problem::ByeWithOpponent { mark, opponent } => {
                write!(f, "'{mark}' is a bye, but player {opponent} is the opponent")
            }
            Problem::OwnOpponent(player) => write!(f, "player {player} cannot play against themselves"),
            Problem::NoSuchPlayer(player) => write!(f, "there is no player {player}"),
            Problem::PlayerTwice(player) => write!(f, "player {player} appears twice"),
            Problem::TooManyPlayers => write!(f, "there are at most {MAX_NUMBER} players"),
            Problem::TooManyRounds => write!(f, "there are at most {MAX_ROUNDS} rounds"),
            Problem::NoGame { player, opponent, round } => {
                write!(f, "player {opponent} has no game in round {round}, but player {player} met player {opponent}")
            }
            Problem::OtherOpponent { player, opponent, other, round } => {
                write!(f, "player {opponent} met player {other} in round {round}, not player {player}")
            }
            Problem::SameColor { player, opponent, round } => {
                write!(f, "players {player} and {opponent} have the same color in round {round}")
            }
            Problem::ResultsContradict { player, opponent, round } => {
                write!(f, "the results of players {player} and {opponent} in round {round} contradict each other")
            }
            Problem::PointsDiffer { player, given, points } => {
                write!(f, "player {player} has {given} points here, but the results add up to {points}")
            }
            Problem::EmptyTable => write!(f, "the table is empty: {columns}"),
            Problem::NoNameColumn => write!(f, "there is no column 'name': {columns}"),
            Problem::NoName => write!(f, "the name is missing"),
            Problem::NotAnEntry(text) => {
                write!(f, "'{text}' is not a round: expected opponent, color and result, such as 12 w 1, or 0 - U")
            }
            Problem::QuoteNotClosed => write!(f, "a quotation mark is not closed"),
        }
    }
}
