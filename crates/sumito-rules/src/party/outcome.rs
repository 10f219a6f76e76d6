//! How players leave a game for more than two, and how it ends.

use core::error::Error;
use core::fmt;

use super::seat::Team;
use crate::game::{Draw, GameOver};

/// Why a player left a game. The marbles stay on the board and the others play on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Departure {
    /// The player resigned.
    Resigned,
    /// The player's time ran out.
    FlagFall,
    /// The player never made a first move.
    Absent,
    /// The player went away during the game and did not come back.
    Abandoned,
}

impl Departure {
    /// All of them.
    pub const ALL: [Departure; 4] = [Departure::Resigned, Departure::FlagFall, Departure::Absent, Departure::Abandoned];

    /// A stable key, for translations and game files.
    pub const fn key(self) -> &'static str {
        match self {
            Departure::Resigned => "resigned",
            Departure::FlagFall => "flag",
            Departure::Absent => "absent",
            Departure::Abandoned => "abandoned",
        }
    }

    /// The one with this key.
    pub fn from_key(key: &str) -> Option<Departure> {
        Departure::ALL.into_iter().find(|departure| departure.key() == key)
    }
}

/// What the player did, after the player's name: `Black ran out of time`.
impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Departure::Resigned => "resigned",
            Departure::FlagFall => "ran out of time",
            Departure::Absent => "did not come",
            Departure::Abandoned => "abandoned the game",
        })
    }
}

/// Why a player cannot leave a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeaveError {
    /// The game is over.
    GameOver,
    /// The player has left, has lost all marbles, or was never there.
    NotInTheGame,
}

impl LeaveError {
    /// A stable key, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            LeaveError::GameOver => "game-over",
            LeaveError::NotInTheGame => "not-in-the-game",
        }
    }
}

impl fmt::Display for LeaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeaveError::GameOver => GameOver.fmt(f),
            LeaveError::NotInTheGame => f.write_str("that player is not in the game"),
        }
    }
}

impl Error for LeaveError {}

impl From<GameOver> for LeaveError {
    fn from(GameOver: GameOver) -> LeaveError {
        LeaveError::GameOver
    }
}

/// How a team won.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Win {
    /// Its players together have ejected enough marbles.
    Ejections,
    /// No other team can move.
    OthersBlocked,
    /// All other players have left or have lost their last marble.
    OthersLeft,
}

/// How a game for more than two ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One team won, or one player who plays alone. All others have lost.
    Won {
        /// The team that won.
        winner: Team,
        /// How.
        by: Win,
    },
    /// Nobody won.
    Drawn(Draw),
}

impl Outcome {
    /// The team that won, if one did.
    pub const fn winner(self) -> Option<Team> {
        match self {
            Outcome::Won { winner, .. } => Some(winner),
            Outcome::Drawn(_) => None,
        }
    }

    /// A stable key for the reason, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            Outcome::Won { by: Win::Ejections, .. } => "won-by-ejections",
            Outcome::Won { by: Win::OthersBlocked, .. } => "won-by-others-blocked",
            Outcome::Won { by: Win::OthersLeft, .. } => "won-by-others-left",
            Outcome::Drawn(Draw::NoMove) => "drawn-by-others-blocked",
            Outcome::Drawn(draw) => draw.key(),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won { winner, by: Win::Ejections } => write!(f, "team {} won by ejections", winner.number()),
            Outcome::Won { winner, by: Win::OthersBlocked } => {
                write!(f, "team {} won: nobody else can move", winner.number())
            }
            Outcome::Won { winner, by: Win::OthersLeft } => {
                write!(f, "team {} won: nobody else is left", winner.number())
            }
            Outcome::Drawn(Draw::Repetition) => write!(f, "drawn by repetition"),
            Outcome::Drawn(Draw::QuietLimit) => write!(f, "drawn: too many rounds without an ejection"),
            Outcome::Drawn(Draw::PlyLimit) => write!(f, "drawn at the limit of plies"),
            Outcome::Drawn(Draw::NoMove) => write!(f, "drawn: only one team can move"),
            Outcome::Drawn(Draw::Agreement) => write!(f, "drawn by agreement"),
        }
    }
}
