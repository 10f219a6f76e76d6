//! Why a file cannot be added to a tournament.

use std::fmt;

use sumito_tournament::knockout::Contradiction;
use sumito_tournament::{Number, Problem};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BadFile {
    /// It cannot be read: where, and why. Lines and columns count from 1.
    Unreadable {
        line: usize,
        column: usize,
        problem: Problem,
    },
    /// It has more bytes than this.
    TooLong(usize),
    /// A player has no name.
    NamelessPlayer(Number),
    /// Two players of a file with rounds have this name.
    NameTwice(String),
    /// It has rounds, but the tournament has players already.
    HasPlayers,
    /// A win or a draw is worth something else than usual.
    OtherPoints,
    /// Some players have points for the pairing only.
    Accelerated,
    RoundsContradict,
    /// Its rounds are not those of the bracket.
    NotTheBracket(Contradiction),
    /// It has more rounds than the Berger table.
    BeyondBerger,
    /// This round is not that of the Berger table. It counts from 1.
    NotBerger(usize),
}

impl BadFile {
    /// A stable key, for translations.
    pub(crate) fn key(&self) -> &'static str {
        match self {
            BadFile::Unreadable { problem, .. } => problem.key(),
            BadFile::TooLong(_) => "too-long",
            BadFile::NamelessPlayer(_) => "nameless-player",
            BadFile::NameTwice(_) => "name-twice",
            BadFile::HasPlayers => "has-players",
            BadFile::OtherPoints => "other-points",
            BadFile::Accelerated => "accelerated",
            BadFile::RoundsContradict => "rounds-contradict",
            BadFile::NotTheBracket(_) => "not-the-bracket",
            BadFile::BeyondBerger => "beyond-berger",
            BadFile::NotBerger(_) => "not-berger",
        }
    }

    /// Line and column, if it is in one place.
    pub(crate) fn place(&self) -> Option<(usize, usize)> {
        if let BadFile::Unreadable { line, column, .. } = self { Some((*line, *column)) } else { None }
    }

    /// What a translation inserts, by name.
    pub(crate) fn arguments(&self) -> Vec<(&'static str, String)> {
        match self {
            BadFile::Unreadable { problem, .. } => problem.arguments(),
            BadFile::TooLong(bytes) => vec![("kilobytes", (bytes / 1000).to_string())],
            BadFile::NamelessPlayer(player) => vec![("player", player.to_string())],
            BadFile::NameTwice(name) => vec![("name", name.clone())],
            BadFile::NotTheBracket(Contradiction { round, players: (one, other) }) => {
                vec![("player", one.to_string()), ("opponent", other.to_string()), ("round", round.to_string())]
            }
            BadFile::NotBerger(round) => vec![("round", round.to_string())],
            BadFile::HasPlayers
            | BadFile::OtherPoints
            | BadFile::Accelerated
            | BadFile::RoundsContradict
            | BadFile::BeyondBerger => Vec::new(),
        }
    }
}

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadFile::Unreadable { line, column, problem } => write!(f, "line {line}, column {column}: {problem}"),
            BadFile::TooLong(bytes) => write!(f, "the file is longer than {} kB", bytes / 1000),
            BadFile::NamelessPlayer(player) => write!(f, "player {player} has no name"),
            BadFile::NameTwice(name) => write!(f, "the name '{name}' appears twice"),
            BadFile::HasPlayers => write!(f, "a file with rounds can only become a tournament without players"),
            BadFile::OtherPoints => write!(f, "only a point for a win and half of one for a draw are possible"),
            BadFile::Accelerated => write!(f, "accelerated pairings are not possible here"),
            BadFile::RoundsContradict => write!(f, "the rounds contradict each other"),
            BadFile::NotTheBracket(contradiction) => contradiction.fmt(f),
            BadFile::BeyondBerger => write!(f, "the file has more rounds than a round robin of its players"),
            BadFile::NotBerger(round) => write!(f, "round {round} is not that of the Berger table"),
        }
    }
}
