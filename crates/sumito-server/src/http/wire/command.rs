//! What clients send over a socket, or post as an action.

use serde::Deserialize;

use super::parse;
use crate::failure::Failure;
use crate::id::GameId;
use crate::play::clock::Millis;
use crate::play::event::{Claim, Offer};
use crate::play::live::Action;

/// A message from a client.
#[derive(Debug, Deserialize)]
#[serde(expecting = "an object")]
pub(crate) struct Request {
    #[serde(flatten)]
    raw: RawCommand,
    /// The version of the game that the client has seen.
    #[serde(default)]
    pub(crate) version: u32,
    /// Comes back with the reply.
    pub(crate) id: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
enum RawCommand {
    Join,
    Play {
        #[serde(rename = "move")]
        text: String,
    },
    Resign,
    Offer {
        what: Offered,
    },
    Accept {
        what: Offered,
    },
    Decline {
        what: Offered,
    },
    Abort,
    Flag,
    Claim {
        what: Claimed,
    },
    Chat {
        text: String,
    },
    Ping,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Offered {
    Draw,
    Takeback,
    Rematch,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Claimed {
    Win,
    Draw,
}

/// What a client wants done.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Act(Action),
    Say(String),
    /// A sign of life.
    Ping,
}

impl Request {
    pub(crate) fn parse(text: &str) -> Result<Request, Failure> {
        parse(text)
    }

    /// `lag` is what the server has measured of the connection.
    pub(crate) fn command(self, lag: Millis) -> Command {
        Command::Act(match self.raw {
            RawCommand::Chat { text } => return Command::Say(text),
            RawCommand::Ping => return Command::Ping,
            RawCommand::Join => Action::Join,
            RawCommand::Play { text } => Action::Play { text, lag },
            RawCommand::Resign => Action::Resign,
            RawCommand::Offer { what: Offered::Draw } => Action::OfferDraw,
            RawCommand::Offer { what: Offered::Takeback } => Action::OfferTakeback,
            RawCommand::Accept { what: Offered::Draw } => Action::AcceptDraw,
            RawCommand::Accept { what: Offered::Takeback } => Action::AcceptTakeback,
            RawCommand::Offer { what: Offered::Rematch } | RawCommand::Accept { what: Offered::Rematch } => {
                Action::Rematch(GameId::random())
            }
            RawCommand::Decline { what: Offered::Draw } => Action::Decline(Offer::Draw),
            RawCommand::Decline { what: Offered::Takeback } => Action::Decline(Offer::Takeback),
            RawCommand::Decline { what: Offered::Rematch } => Action::Decline(Offer::Rematch),
            RawCommand::Abort => Action::Abort,
            RawCommand::Flag => Action::ClaimFlag,
            RawCommand::Claim { what: Claimed::Win } => Action::Claim(Claim::Win),
            RawCommand::Claim { what: Claimed::Draw } => Action::Claim(Claim::Draw),
        })
    }
}
