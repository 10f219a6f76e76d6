//! Seats that leave a game which goes on without them, or with the engine in their place.

use sumito_engine::Level;
use sumito_rules::party::{Departure, Seat};

use super::LiveGame;
use crate::play::any_game::NotAllowed;
use crate::play::clock::Millis;
use crate::play::event::Player;
use crate::play::seats::SeatSet;

/// Somebody who has left a game for more than two.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Left {
    pub(crate) seat: Seat,
    pub(crate) why: Departure,
    /// The level at which the engine plays on there. Otherwise the seat is out.
    pub(crate) engine: Option<Level>,
}

impl LiveGame {
    /// Who has left, in this order.
    pub(crate) fn left(&self) -> &[Left] {
        &self.left
    }

    /// Who plays at a seat now: its player, or the engine that has taken over.
    pub(crate) fn player(&self, seat: Seat) -> Option<Player> {
        let substitute = self.left.iter().find(|left| left.seat == seat).and_then(|left| left.engine);
        substitute.map(Player::Engine).or(self.setup.seats[seat])
    }

    /// Whether the player of a seat is out of the game: gone, taken over by the engine, or without marbles.
    pub(crate) fn is_out(&self, seat: Seat) -> bool {
        self.game.has_left(seat) || self.left.iter().any(|left| left.seat == seat)
    }

    /// The seats of the people who are still in the game.
    pub(crate) fn people(&self) -> SeatSet {
        let is_person = |player: &Option<Player>| matches!(player, Some(Player::User(_)));
        let seats = self.setup.seats.iter().filter(|&(seat, player)| is_person(player) && !self.is_out(seat));
        seats.map(|(seat, _)| seat).collect()
    }

    /// A player leaves. If everybody agreed to that and another person is still there, the engine plays on; otherwise the seat is out. Whoever
    /// is next gets the turn and the clock.
    pub(super) fn depart(&mut self, seat: Seat, why: Departure, at: Millis) -> Result<(), NotAllowed> {
        if !self.setup.is_party() {
            return self.game.leave(seat, why);
        }
        let turn = self.game.turn();
        let others_stay = !self.people().without(SeatSet::default().with(seat)).is_empty();
        let is_person = self.people().contains(seat);
        if let Some(level) = self.setup.takeover.filter(|_| is_person && others_stay && !self.game.is_over()) {
            self.left.push(Left { seat, why, engine: Some(level) });
            self.clock.renew(seat, at);
        } else {
            self.game.leave(seat, why)?;
            self.note_left(seat, why);
        }
        self.pass_on(turn, at);
        Ok(())
    }

    /// A player and all partners resign. The engine has agreed to that, so it does not take over.
    pub(super) fn depart_as_team(&mut self, seat: Seat, at: Millis) -> Result<(), NotAllowed> {
        let (turn, seating) = (self.game.turn(), self.game.seating());
        let team = seating.team(seat);
        let staying: Vec<Seat> = seating.members(team).filter(|&member| !self.game.has_left(member)).collect();
        self.game.resign_team(team)?;
        for member in staying {
            self.note_left(member, Departure::Resigned);
        }
        self.pass_on(turn, at);
        Ok(())
    }

    /// Notes that a seat is out. An engine that had taken over is out as well.
    fn note_left(&mut self, seat: Seat, why: Departure) {
        match self.left.iter_mut().find(|left| left.seat == seat) {
            Some(left) => left.engine = None,
            None => self.left.push(Left { seat, why, engine: None }),
        }
    }

    fn pass_on(&mut self, before: Seat, at: Millis) {
        let turn = self.game.turn();
        if turn != before {
            self.clock.hand_to(turn, at);
            self.turn_since = at;
        }
        self.forget_offers();
    }

    /// Nobody plays on for an audience of engines: the game is over when its last person is out. `before` are the people before the event.
    pub(super) fn note_desertion(&mut self, before: SeatSet) {
        let last = before.iter().next().filter(|_| self.setup.is_party() && !self.game.is_over());
        if let Some(last) = last.filter(|_| self.people().is_empty() && !self.setup.has_open_seat()) {
            self.deserter = Some(self.game.seating().team(last));
        }
    }
}
