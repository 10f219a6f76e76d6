//! Draws, takebacks, rematches, and resigning as a team: all who are asked have to agree.

use sumito_rules::party::{Departure, Seat};

use super::{LiveGame, Refusal};
use crate::id::GameId;
use crate::play::event::{EventKind, GameKind, Offer, Player};
use crate::play::seats::SeatSet;

/// An offer without an answer from everybody.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    pub(crate) by: Seat,
    /// Who has agreed, with the one who made it.
    pub(crate) agreed: SeatSet,
    /// The hash of the position it was made in.
    position: u64,
}

impl Pending {
    pub(super) fn new(by: Seat, position: u64) -> Pending {
        Pending { by, agreed: SeatSet::default().with(by), position }
    }

    pub(super) fn agree(&mut self, seat: Seat) {
        self.agreed = self.agreed.with(seat);
    }
}

impl LiveGame {
    /// The pending offers, each with those who have not answered yet.
    pub(crate) fn offers(&self) -> impl Iterator<Item = (Offer, Pending, SeatSet)> {
        let pending = Offer::ALL.into_iter().zip(self.pending);
        pending.filter_map(|(offer, pending)| {
            let pending = pending?;
            Some((offer, pending, self.asked(offer, pending.by).without(pending.agreed)))
        })
    }

    /// The seats whose draw offer was declined in this position: they cannot repeat it here.
    pub(crate) fn draw_refused(&self) -> impl Iterator<Item = Seat> {
        let position = self.game.hash();
        self.setup.seats.seats().filter(move |&seat| self.refused_draws[seat].contains(&position))
    }

    /// The people who have to agree to an offer besides the one who makes it. The engine agrees to everything except draws.
    fn asked(&self, offer: Offer, by: Seat) -> SeatSet {
        let seating = self.game.seating();
        let is_asked = |seat: Seat| match offer {
            Offer::Draw | Offer::Takeback => !self.is_out(seat),
            Offer::Resign => !self.is_out(seat) && seating.are_partners(seat, by),
            // Those who never came or went away would not answer; their seats are open in the next game.
            Offer::Rematch => !self.is_gone(seat),
        };
        let others = self.setup.seats.iter().filter(|&(seat, player)| {
            matches!(player, Some(Player::User(_))) && *player != self.setup.seats[by] && is_asked(seat)
        });
        others.map(|(seat, _)| seat).collect()
    }

    /// Whether a player never came, or went away.
    pub(super) fn is_gone(&self, seat: Seat) -> bool {
        self.left.iter().any(|left| left.seat == seat && matches!(left.why, Departure::Absent | Departure::Abandoned))
    }

    fn pending(&self, offer: Offer) -> Option<Pending> {
        self.pending[offer as usize]
    }

    /// Makes an offer, or carries it out if nobody has to be asked.
    fn offer(&self, offer: Offer, by: Seat, done: EventKind) -> EventKind {
        if self.asked(offer, by).is_empty() { done } else { EventKind::Offered(offer, by) }
    }

    /// Somebody agrees to a pending offer; the last one carries it out.
    fn agree(&self, offer: Offer, pending: Pending, side: Seat, done: EventKind) -> EventKind {
        let is_last = self.asked(offer, pending.by).without(pending.agreed.with(side)).is_empty();
        if is_last { done } else { EventKind::Agreed(offer, side) }
    }

    pub(super) fn offer_draw(&self, side: Seat) -> Result<EventKind, Refusal> {
        let is_engine = |seat: Seat| matches!(self.player(seat), Some(Player::Engine(_))) && !self.game.has_left(seat);
        if self.setup.seats.seats().any(is_engine) {
            return Err(Refusal::EnginePlaysOn);
        }
        match self.pending(Offer::Draw) {
            Some(pending) if pending.agreed.contains(side) => Err(Refusal::AlreadyOffered),
            // Offering what somebody else has offered accepts it.
            Some(pending) => Ok(self.agree(Offer::Draw, pending, side, EventKind::DrawAgreed)),
            None if self.draw_refused().any(|refused| refused == side) => Err(Refusal::RefusedBefore),
            None => Ok(self.offer(Offer::Draw, side, EventKind::DrawAgreed)),
        }
    }

    pub(super) fn offer_takeback(&self, side: Seat) -> Result<EventKind, Refusal> {
        if self.setup.rated || self.setup.room {
            return Err(Refusal::MoveStands);
        }
        // In a same-screen game the last move is taken back, whoever made it.
        let before = self.game.seating().after(self.game.turn()).nth(self.setup.seats.len() - 2);
        let taker = before.filter(|_| self.setup.kind() == GameKind::SameScreen).unwrap_or(side);
        if self.game.moves_of(taker) == 0 {
            return Err(Refusal::NothingToTakeBack);
        }
        match self.pending(Offer::Takeback) {
            Some(pending) if pending.agreed.contains(side) => Err(Refusal::AlreadyOffered),
            Some(_) => Err(Refusal::AnswerFirst),
            None => Ok(self.offer(Offer::Takeback, taker, EventKind::TookBack(taker))),
        }
    }

    pub(super) fn offer_to_resign(&self, side: Seat) -> Result<EventKind, Refusal> {
        let seating = self.game.seating();
        if !seating.seats().any(|seat| seating.are_partners(seat, side) && !self.game.has_left(seat)) {
            return Err(Refusal::NoPartner);
        }
        match self.pending(Offer::Resign).filter(|pending| seating.team(pending.by) == seating.team(side)) {
            Some(pending) if pending.agreed.contains(side) => Err(Refusal::AlreadyOffered),
            Some(pending) => Ok(self.agree(Offer::Resign, pending, side, EventKind::TeamResigned(pending.by))),
            None => Ok(self.offer(Offer::Resign, side, EventKind::TeamResigned(side))),
        }
    }

    pub(super) fn offer_rematch(&self, side: Seat, next: GameId) -> Result<EventKind, Refusal> {
        if self.setup.has_open_seat() {
            return Err(Refusal::NotStarted);
        }
        if self.is_gone(side) {
            return Err(Refusal::LeftTheGame);
        }
        match self.pending(Offer::Rematch) {
            _ if self.next.is_some() => Err(Refusal::AlreadyOffered),
            Some(pending) if pending.agreed.contains(side) => Err(Refusal::AlreadyOffered),
            Some(pending) => Ok(self.agree(Offer::Rematch, pending, side, EventKind::Rematched(next))),
            None => Ok(self.offer(Offer::Rematch, side, EventKind::Rematched(next))),
        }
    }

    /// A pending offer that waits for an answer of this player.
    fn asks(&self, offer: Offer, side: Seat) -> Result<Pending, Refusal> {
        let pending = self.pending(offer).filter(|pending| self.asked(offer, pending.by).contains(side));
        pending.ok_or(Refusal::NothingOffered)
    }

    pub(super) fn accept(&self, offer: Offer, side: Seat) -> Result<EventKind, Refusal> {
        let pending = self.asks(offer, side)?;
        let done = match offer {
            Offer::Draw => EventKind::DrawAgreed,
            Offer::Takeback => EventKind::TookBack(pending.by),
            Offer::Resign => EventKind::TeamResigned(pending.by),
            // It has an action of its own, with the id of the new game.
            Offer::Rematch => return Err(Refusal::NothingOffered),
        };
        if pending.agreed.contains(side) {
            return Err(Refusal::AlreadyOffered);
        }
        Ok(self.agree(offer, pending, side, done))
    }

    pub(super) fn decline(&self, offer: Offer, side: Seat) -> Result<EventKind, Refusal> {
        self.asks(offer, side).map(|_| EventKind::Declined(offer, side))
    }

    /// The offer that an event is counted as. A takeback that needs no consent counts as well; otherwise its offer has been counted.
    pub(super) fn counted_offer(&self, kind: &EventKind) -> Option<(Offer, Seat)> {
        match *kind {
            EventKind::Offered(offer, by) => Some((offer, by)),
            EventKind::TookBack(by) if self.pending(Offer::Takeback).is_none() => Some((Offer::Takeback, by)),
            _ => None,
        }
    }

    /// A move declines the offers that wait for the mover, and withdraws a takeback offer.
    pub(super) fn move_answers_offers(&mut self, mover: Seat) {
        let waits = |pending: Option<Pending>| pending.is_some_and(|pending| !pending.agreed.contains(mover));
        if waits(self.pending(Offer::Draw)) {
            self.refuse_draw();
        }
        if let Some(pending) = self.pending(Offer::Resign)
            && waits(Some(pending))
            && self.game.seating().are_partners(mover, pending.by)
        {
            self.pending[Offer::Resign as usize] = None;
        }
        self.pending[Offer::Takeback as usize] = None;
    }

    pub(super) fn refuse_draw(&mut self) {
        if let Some(pending) = self.pending[Offer::Draw as usize].take() {
            self.refused_draws[pending.by].push(pending.position);
        }
    }

    /// Forgets the offers about the game itself.
    pub(super) fn forget_offers(&mut self) {
        for offer in [Offer::Draw, Offer::Takeback, Offer::Resign] {
            self.pending[offer as usize] = None;
        }
    }
}
