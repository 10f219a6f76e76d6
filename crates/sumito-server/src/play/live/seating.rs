//! Taking seats, giving them up, and filling them, before a game begins.

use sumito_engine::Level;
use sumito_rules::Color;
use sumito_rules::party::Seat;

use super::{Actor, LiveGame, Refusal, Status, absence};
use crate::id::UserId;
use crate::play::any_game::NotAllowed;
use crate::play::event::{EventKind, Player, Setup, bounded};
use crate::play::seats::{Seats, shuffled};

impl LiveGame {
    /// The first open seat, if any.
    pub(crate) fn open_seat(&self) -> Option<Seat> {
        self.setup.open_seats().next()
    }

    /// The seat of the person who may start or cancel the game; nobody once it has begun.
    pub(crate) fn host(&self) -> Option<Seat> {
        let host = self.host.filter(|_| self.status() == Status::Open)?;
        self.sides(host).next()
    }

    /// Whether a user may start or cancel the game.
    fn is_host(&self, seat: Seat) -> bool {
        self.host() == Some(seat)
    }

    pub(super) fn join(
        &self,
        actor: Actor,
        wanted: Option<Seat>,
        status: Status,
        random_color: Option<Color>,
    ) -> Result<EventKind, Refusal> {
        let Actor::User(user) = actor else { return Err(Refusal::NotYourSeat) };
        // A player who has a seat already has nothing to take.
        let is_new = self.side(actor).is_err();
        match self.open_seat() {
            _ if status.is_ended() => Err(Refusal::GameOver),
            Some(_) if is_new && self.setup.challenged.is_some_and(|challenged| challenged != user) => Err(Refusal::SeatReserved),
            Some(open) if is_new => {
                let wanted = wanted.unwrap_or(open);
                if self.setup.seats.get(wanted) != Some(&None) {
                    return Err(Refusal::SeatTaken);
                }
                let seat = random_color.filter(|_| self.setup.rated).map_or(wanted, Seat::from);
                Ok(EventKind::Joined(seat, user))
            }
            _ => Err(Refusal::SeatTaken),
        }
    }

    /// The server aborts a game whose open seats nobody took.
    pub(super) fn withdraw(&self, status: Status) -> Result<EventKind, Refusal> {
        match self.host() {
            _ if status.is_ended() => Err(Refusal::GameOver),
            Some(host) => Ok(EventKind::Aborted(host)),
            None => Err(Refusal::SeatTaken),
        }
    }

    /// A game for two can be aborted until both have moved, one for more than two by its host until it begins.
    pub(super) fn abort(&self, side: Seat, status: Status) -> Result<EventKind, Refusal> {
        if self.setup.is_party() {
            return match status {
                Status::Open if self.is_host(side) => Ok(EventKind::Aborted(side)),
                Status::Open => Err(Refusal::NotHost),
                _ => Err(Refusal::TooLateToAbort),
            };
        }
        if self.game.ply() < absence::BEGUN { Ok(EventKind::Aborted(side)) } else { Err(Refusal::TooLateToAbort) }
    }

    /// A player gives a seat up. Nobody waits in a game without people.
    pub(super) fn leave_seat(&self, side: Seat) -> EventKind {
        let is_last = self.setup.users().count() == 1;
        if is_last { EventKind::Aborted(side) } else { EventKind::LeftSeat(side) }
    }

    pub(super) fn fill(&self, side: Seat, level: Level) -> Result<EventKind, Refusal> {
        if !self.setup.is_party() {
            Err(Refusal::OnlyParties)
        } else if !self.is_host(side) {
            Err(Refusal::NotHost)
        } else {
            Ok(EventKind::Filled(level))
        }
    }

    /// Where the player of each seat sits when a game for more than two begins. In a rated one, chance at least decides which team begins: all
    /// move on by the same number of seats, so that partners stay together.
    pub(super) fn draw_seats(&self, seed: u64) -> Option<Box<[Seat]>> {
        let mut seats: Vec<Seat> = self.setup.seats.seats().collect();
        if self.setup.drawn {
            seats = shuffled(seats, seed);
        } else if self.setup.is_party() && self.setup.rated {
            let steps = (seed % seats.len() as u64) as usize;
            seats.rotate_left(steps);
        } else {
            return None;
        }
        Some(seats.into())
    }

    pub(super) fn fold_seating(&mut self, kind: &EventKind) -> Result<(), NotAllowed> {
        let seats = &mut self.setup.seats;
        match kind {
            EventKind::Joined(seat, user) => {
                if seats[*seat].is_some() {
                    // The random draw gave the maker's seat to the newcomer.
                    if !self.setup.rated || self.setup.is_party() || !self.setup.has_open_seat() {
                        return Err(NotAllowed);
                    }
                    self.setup.seats = self.setup.seats.rotated();
                }
                self.setup.seats[*seat] = Some(Player::User(*user));
            }
            EventKind::LeftSeat(seat) => {
                let player = seats[*seat].take().ok_or(NotAllowed)?;
                if self.host == player.user() {
                    self.host = self.setup.users().next();
                }
            }
            EventKind::Filled(level) => {
                *seats = seats.map(|player| player.or(Some(Player::Engine(*level))));
            }
            EventKind::Drawn(places) => {
                let drawn: Vec<Option<Player>> = seats
                    .seats()
                    .filter_map(|seat| places.iter().position(|&place| place == seat))
                    .map(|n| seats[Seat::ALL[n]])
                    .collect();
                if drawn.len() != seats.len() || places.len() != seats.len() {
                    return Err(NotAllowed);
                }
                *seats = Seats::new(drawn);
            }
            _ => return Err(NotAllowed),
        }
        Ok(())
    }

    /// The setup of a rematch. Everybody moves on by one seat, which swaps two colors and keeps teams together, unless seats are drawn at
    /// random: for two by giving one of them Black, for more from a seed. Nobody is moved into a game that they do not know of: the seats of
    /// those who went away are open.
    pub(crate) fn rematch_setup(&self, black: Option<UserId>, seed: u64) -> Setup {
        let stays = black.is_some_and(|black| self.setup.seats[Seat::Black] == Some(Player::User(black)));
        let mut seats = self.setup.seats;
        for seat in self.setup.seats.seats().filter(|&seat| self.is_gone(seat)) {
            seats[seat] = None;
        }
        if self.setup.drawn {
            seats = Seats::new(shuffled(seats.iter().map(|(_, player)| *player).collect(), seed));
        } else if !stays {
            seats = seats.rotated();
        }
        // A game from before there was a limit of plies has none; its rematch does.
        let rules = bounded(self.setup.rules).unwrap_or(self.setup.rules);
        Setup { seats, rules, challenged: None, room: false, ..self.setup.clone() }
    }
}
