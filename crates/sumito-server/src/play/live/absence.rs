//! What happens when a player does not come, or leaves.

use sumito_rules::Color;

use super::{LiveGame, Moment, Refusal, Status};
use crate::play::clock::{Millis, TimeControl};
use crate::play::event::{Claim, EventKind, GameKind};
use crate::play::ratings::Speed;

/// How long a player of a game on time may take for the first move.
pub(crate) const FIRST_MOVE: Millis = 30_000;
/// How many moves have to be made before a game has begun: one by each side.
pub(super) const BEGUN: usize = 2;

/// What it means to be away from a game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Absence {
    /// Whether a person waits for another one.
    pub(crate) matters: bool,
    /// How long a player may be away before the other one may claim the game. Nothing with days for a move, and before the game has
    /// begun.
    patience: Option<Millis>,
}

impl Absence {
    /// From when on the game may be claimed, if a player has been missed since then.
    pub(crate) fn claimable_at(&self, missed_since: Option<Millis>) -> Option<Millis> {
        Some(missed_since? + self.patience?)
    }
}

impl LiveGame {
    /// When the game is aborted unless the side to move makes its first move. A server that was down gives the time again.
    pub(crate) fn first_move_due(&self, up_since: Millis) -> Option<Millis> {
        let is_on_time = matches!(self.setup.control, TimeControl::Game { .. });
        let waits = is_on_time && self.setup.kind() == GameKind::Online && self.status() == Status::Playing;
        (waits && self.game.ply() < BEGUN).then(|| self.turn_since.max(up_since) + FIRST_MOVE)
    }

    /// When something happens without anybody doing it: a flag falls, or a game is aborted that nobody begins.
    pub(crate) fn deadline(&self, up_since: Millis) -> Option<Millis> {
        let flag = self.clock.flag().map(|(_, at)| at);
        [flag, self.first_move_due(up_since)].into_iter().flatten().min()
    }

    /// What the time that has run out brings about.
    pub(super) fn time_out(&self, status: Status, moment: &Moment) -> Result<EventKind, Refusal> {
        if status.is_ended() {
            return Err(Refusal::GameOver);
        }
        let turn = self.game.position().turn();
        let flag = self.clock.flag().map(|(color, at)| (at, EventKind::FlagFell(color)));
        let first_move = self.first_move_due(moment.up_since).map(|at| (at, EventKind::NoFirstMove(turn)));
        let due = [flag, first_move].into_iter().flatten().min_by_key(|(at, _)| *at);
        due.filter(|(at, _)| *at <= moment.now).map(|(_, kind)| kind).ok_or(Refusal::TimeLeft)
    }

    /// What it means to be away from the game as it stands.
    pub(crate) fn absence(&self) -> Absence {
        let matters = self.setup.kind() == GameKind::Online && self.status() == Status::Playing;
        let patience = match Speed::of(self.setup.control) {
            _ if !matters || self.game.ply() < BEGUN => None,
            Some(Speed::Blitz | Speed::Rapid) => Some(60_000),
            Some(Speed::Classical) | None => Some(180_000),
            Some(Speed::Correspondence) => None,
        };
        Absence { matters, patience }
    }

    pub(super) fn claim(&self, side: Color, claim: Claim, moment: &Moment) -> Result<EventKind, Refusal> {
        let missed_since = moment.missed_since[!side];
        match self.absence().claimable_at(missed_since) {
            Some(at) if at <= moment.now => Ok(EventKind::Claimed(claim, side)),
            _ if missed_since.is_none() => Err(Refusal::OpponentHere),
            _ => Err(Refusal::TooEarly),
        }
    }
}
