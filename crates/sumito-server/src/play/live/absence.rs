//! What happens when a player does not come, or leaves.

use sumito_rules::party::Seat;

use super::{LiveGame, Moment, Refusal, Status};
use crate::play::clock::{Millis, TimeControl};
use crate::play::event::{Claim, EventKind, GameKind, Player};
use crate::play::ratings::Speed;
use crate::play::seats::{SeatSet, color_of_seat};

/// How long a player of a game on time may take for the first move.
pub(crate) const FIRST_MOVE: Millis = 30_000;
/// How many moves have to be made before a game for two has begun: one by each side.
pub(super) const BEGUN: usize = 2;

/// What it means to be away from a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Absence {
    /// How many seats the game has.
    pub(crate) seats: u8,
    /// Those for whom somebody else waits.
    pub(crate) awaited: SeatSet,
    /// How long a player may be away before another one may claim the game. Nothing with days for a move, and before the game has
    /// begun.
    patience: Option<Millis>,
}

impl Default for Absence {
    fn default() -> Absence {
        Absence { seats: 2, awaited: SeatSet::default(), patience: None }
    }
}

impl Absence {
    /// From when on the game may be claimed, if a player has been missed since then.
    pub(crate) fn claimable_at(&self, missed_since: Option<Millis>) -> Option<Millis> {
        Some(missed_since? + self.patience?)
    }
}

impl LiveGame {
    /// When the game is aborted, or the seat to move is out, unless it makes its first move. A server that was down gives the time again.
    pub(crate) fn first_move_due(&self, up_since: Millis) -> Option<Millis> {
        let is_on_time = matches!(self.setup.control, TimeControl::Game { .. });
        let waits = is_on_time && self.setup.kind() == GameKind::Online && self.status() == Status::Playing;
        if !waits || !matches!(self.player(self.game.turn()), Some(Player::User(_))) {
            return None;
        }
        (self.game.moves_of(self.game.turn()) == 0).then(|| self.turn_since.max(up_since) + FIRST_MOVE)
    }

    /// When something happens without anybody doing it: a flag falls, or nobody makes a first move.
    pub(crate) fn deadline(&self, up_since: Millis) -> Option<Millis> {
        let flag = self.clock.flag().map(|(_, at)| at);
        [flag, self.first_move_due(up_since)].into_iter().flatten().min()
    }

    /// What the time that has run out brings about.
    pub(super) fn time_out(&self, status: Status, moment: &Moment) -> Result<EventKind, Refusal> {
        if status.is_ended() {
            return Err(Refusal::GameOver);
        }
        let turn = self.game.turn();
        let flag = self.clock.flag().map(|(seat, at)| (at, EventKind::FlagFell(seat)));
        let first_move = self.first_move_due(moment.up_since).map(|at| (at, EventKind::NoFirstMove(turn)));
        let due = [flag, first_move].into_iter().flatten().min_by_key(|(at, _)| *at);
        due.filter(|(at, _)| *at <= moment.now).map(|(_, kind)| kind).ok_or(Refusal::TimeLeft)
    }

    /// What it means to be away from the game as it stands.
    pub(crate) fn absence(&self) -> Absence {
        let matters = self.setup.kind() == GameKind::Online && self.status() == Status::Playing;
        let has_begun = self.game.ply() >= self.setup.seats.len();
        let patience = match Speed::of(self.setup.control) {
            _ if !matters || !has_begun => None,
            Some(Speed::Blitz | Speed::Rapid) => Some(60_000),
            Some(Speed::Classical) | None => Some(180_000),
            Some(Speed::Correspondence) => None,
        };
        let awaited = if matters { self.people() } else { SeatSet::default() };
        Absence { seats: self.setup.seats.len() as u8, awaited, patience }
    }

    /// In a game for two, the one who stays may end it.
    pub(super) fn claim(&self, side: Seat, claim: Claim, moment: &Moment) -> Result<EventKind, Refusal> {
        let other = color_of_seat(side).filter(|_| !self.setup.is_party()).map(|color| Seat::from(!color));
        self.check_absence(other.ok_or(Refusal::NameTheSeat)?, moment)?;
        Ok(EventKind::Claimed(claim, side))
    }

    /// In a game for more than two, those who stay may go on without the one who is absent.
    pub(super) fn claim_absence(&self, side: Seat, absent: Seat, moment: &Moment) -> Result<EventKind, Refusal> {
        if !self.setup.is_party() {
            return Err(Refusal::OnlyParties);
        }
        if absent == side || !self.absence().awaited.contains(absent) {
            return Err(Refusal::OpponentHere);
        }
        self.check_absence(absent, moment)?;
        Ok(EventKind::Abandoned(absent))
    }

    fn check_absence(&self, absent: Seat, moment: &Moment) -> Result<(), Refusal> {
        let missed_since = moment.missed_since[absent];
        match self.absence().claimable_at(missed_since) {
            Some(at) if at <= moment.now => Ok(()),
            _ if missed_since.is_none() => Err(Refusal::OpponentHere),
            _ => Err(Refusal::TooEarly),
        }
    }
}
