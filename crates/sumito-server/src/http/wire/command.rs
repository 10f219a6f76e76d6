//! What clients send over a socket, or post as an action.

use serde::Deserialize;
use sumito_engine::Level;
use sumito_rules::party::Seat;

use super::parse;
use crate::failure::Failure;
use crate::id::GameId;
use crate::play::challenge::DeclineReason;
use crate::play::clock::Millis;
use crate::play::event::{Claim, Offer, PARTY_LEVELS};
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
    Join {
        #[serde(default)]
        seat: Option<SeatName>,
    },
    LeaveSeat,
    Fill {
        level: u8,
    },
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
        #[serde(default)]
        reason: Option<String>,
    },
    Abort,
    Flag,
    Claim {
        what: Claimed,
        #[serde(default)]
        seat: Option<SeatName>,
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
    /// As a team.
    Resign,
    /// To play this game, which can only be declined.
    Challenge,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Claimed {
    Win,
    Draw,
    /// Of a player in a game for more than two.
    Absence,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SeatName {
    Black,
    White,
    Blue,
    Red,
    Green,
    Yellow,
}

impl SeatName {
    fn seat(self) -> Seat {
        Seat::ALL[self as usize]
    }
}

impl Offered {
    fn offer(self) -> Result<Offer, Failure> {
        match self {
            Offered::Draw => Ok(Offer::Draw),
            Offered::Takeback => Ok(Offer::Takeback),
            Offered::Rematch => Ok(Offer::Rematch),
            Offered::Resign => Ok(Offer::Resign),
            Offered::Challenge => {
                Err(Failure::Bad("what: a challenge is accepted with join, and sent by setting up a game".to_owned()))
            }
        }
    }
}

/// Reads why a challenge is declined.
pub(crate) fn decline_reason(key: &str) -> Result<DeclineReason, Failure> {
    DeclineReason::find(key).ok_or_else(|| {
        let keys = DeclineReason::ALL.map(DeclineReason::key).join(", ");
        Failure::Bad(format!("reason: expected one of {keys}; leave it out to give none"))
    })
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
    pub(crate) fn command(self, lag: Millis) -> Result<Command, Failure> {
        Ok(Command::Act(match self.raw {
            RawCommand::Chat { text } => return Ok(Command::Say(text)),
            RawCommand::Ping => return Ok(Command::Ping),
            RawCommand::Join { seat } => Action::Join(seat.map(SeatName::seat)),
            RawCommand::LeaveSeat => Action::LeaveSeat,
            RawCommand::Fill { level } => {
                let level = Level::new(level).filter(|level| level.number() <= PARTY_LEVELS);
                Action::Fill(level.ok_or_else(|| Failure::Bad(format!("level: expected a number from 1 to {PARTY_LEVELS}")))?)
            }
            RawCommand::Play { text } => Action::Play { text, lag },
            RawCommand::Resign => Action::Resign,
            RawCommand::Offer { what: Offered::Rematch } | RawCommand::Accept { what: Offered::Rematch } => {
                Action::Rematch(GameId::random())
            }
            RawCommand::Offer { what } => Action::Offer(what.offer()?),
            RawCommand::Accept { what } => Action::Accept(what.offer()?),
            RawCommand::Decline { what: Offered::Challenge, reason } => {
                Action::DeclineChallenge(reason.as_deref().map(decline_reason).transpose()?)
            }
            RawCommand::Decline { reason: Some(_), .. } => {
                return Err(Failure::Bad("reason: only a challenge is declined with a reason".to_owned()));
            }
            RawCommand::Decline { what, reason: None } => Action::Decline(what.offer()?),
            RawCommand::Abort => Action::Abort,
            RawCommand::Flag => Action::ClaimFlag,
            RawCommand::Claim { what: Claimed::Win, .. } => Action::Claim(Claim::Win),
            RawCommand::Claim { what: Claimed::Draw, .. } => Action::Claim(Claim::Draw),
            RawCommand::Claim { what: Claimed::Absence, seat } => {
                let seat = seat.ok_or_else(|| Failure::Bad("seat: expected that of the absent player".to_owned()))?;
                Action::ClaimAbsence(seat.seat())
            }
        }))
    }
}
