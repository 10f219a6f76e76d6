//! What is heard from a server, and what it is asked for.

use serde_json::Value;
use sumito_rules::ByColor;

use super::super::lobby::Lists;
use crate::site::game::{GameView, Happened};

/// Who is there, by the server's clock in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Presence {
    pub(crate) now: i64,
    pub(crate) away: ByColor<Option<Away>>,
    pub(crate) watchers: u64,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Away {
    /// When the other player may end the game, if ever.
    pub(crate) claimable_at: Option<i64>,
}

/// A line of the chat, and who wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChatLine {
    pub(crate) user: String,
    pub(crate) text: String,
}

/// What a server says.
#[derive(Clone, Debug)]
pub(crate) enum Heard {
    /// The game that is followed, and what has happened if it is one thing.
    Game(Box<GameView>, Option<Happened>),
    /// The game that was asked for.
    Opened(Box<GameView>),
    Present(Presence),
    /// The whole chat.
    Chat(Vec<ChatLine>),
    /// One more line of it.
    Said(ChatLine),
    /// So many games come before this one at the engine.
    Ahead(u64),
    /// A sign of life.
    Alive,
    /// It cannot be reached right now.
    Lost(String),
    /// The answer to what was asked is no.
    Refused(Request, String),
    /// The file of the game, or why there is none.
    Record {
        path: String,
        text: Result<String, String>,
    },
    /// What can be played and watched.
    Lists(Box<Lists>),
}

/// What the server is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// To do something in a game.
    Act { game: String, version: u32, action: Action },
    /// To show a game, and to take its open seat first.
    Open { game: String, join: bool },
    /// A new game, as the API describes it.
    Create(Value),
    /// The file of a game, to be saved.
    Record { game: String, path: String },
    /// Open seats and games.
    Lists,
}

/// What a player does in a game on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Play(String),
    Resign,
    Abort,
    Offer(What),
    Accept(What),
    Decline(What),
    DeclineChallenge(Option<&'static str>),
    Claim { win: bool },
    Chat(String),
}

/// What can be offered.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Draw,
    Takeback,
    Rematch,
}

impl What {
    pub(super) const ALL: [What; 3] = [What::Draw, What::Takeback, What::Rematch];

    /// The name in the API.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            What::Draw => "draw",
            What::Takeback => "takeback",
            What::Rematch => "rematch",
        }
    }
}
