//! A game in progress, as pure functions: from an action to events or a refusal, and from events to the next state.

use std::fmt;

use sumito_engine::Level;
use sumito_rules::game::{Draw, Win};
use sumito_rules::{ByColor, Color, Game, Outcome};

use crate::id::{GameId, UserId};
use crate::play::clock::{Clock, Millis};
use crate::play::event::{Claim, Event, EventKind, GameKind, Offer, Player, Setup, bounded};
use crate::play::refusal::Refusal;

mod absence;

pub(crate) use absence::Absence;

/// How many offers of one kind a side can make in a game, so that its log stays bounded. No honest player gets that far.
const MAX_OFFERS: u8 = 200;

/// The state of a game, from its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LiveGame {
    setup: Setup,
    game: Game,
    clock: Clock,
    version: u32,
    /// When the side to move could first move.
    turn_since: Millis,
    /// The version that led to the current position.
    position_version: u32,
    /// The versions of the last moves of both sides.
    own_versions: ByColor<u32>,
    draw: Option<DrawOffer>,
    takeback: Option<Color>,
    rematch: Option<Color>,
    /// How many offers of each kind, in the order of [`Offer::ALL`], each side has made.
    offered: ByColor<[u8; Offer::ALL.len()]>,
    /// The positions in which a side offered a draw and was refused, by their hashes.
    refused_draws: ByColor<Vec<u64>>,
    aborted: Option<AbortReason>,
    claimed: Option<Claim>,
    next: Option<GameId>,
}

/// Why a game was aborted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum AbortReason {
    /// A player did it, or nobody took the open seat.
    GivenUp,
    NoFirstMove,
    /// The user who was challenged did not want to play.
    Declined,
}

/// When something is done, and what the server knows about the game at that moment besides its log.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Moment {
    pub(crate) now: Millis,
    /// Since when the server has been up: before that nobody could move.
    pub(crate) up_since: Millis,
    /// Since when each player has been away while the other one waited.
    pub(crate) missed_since: ByColor<Option<Millis>>,
    /// The randomly drawn side of a user who joins a rated game.
    pub(crate) random_color: Option<Color>,
}

impl From<Millis> for Moment {
    fn from(now: Millis) -> Moment {
        Moment { now, ..Moment::default() }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct DrawOffer {
    by: Color,
    /// The hash of the position it was made in.
    position: u64,
}

/// The one who acts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    User(UserId),
    Engine,
    /// The server itself, when time runs out or nobody is waiting any more.
    Server,
}

/// An action on a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Take the open seat.
    Join,
    /// Move, in Aba-Pro notation, with the measured lag.
    Play {
        text: String,
        lag: Millis,
    },
    Resign,
    OfferDraw,
    AcceptDraw,
    OfferTakeback,
    AcceptTakeback,
    /// Offer a rematch, or accept the other side's offer; the id is for the new game.
    Rematch(GameId),
    Decline(Offer),
    Abort,
    /// Claim that time has run out, for the game or for a first move. The server's clock decides.
    ClaimFlag,
    /// End the game, because the other player has left it.
    Claim(Claim),
}

/// The status of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// A seat is open.
    Open,
    Playing,
    Over(Ending),
    Aborted,
}

/// How a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By the rules, by a player or by the clock.
    Played(Outcome),
    /// A player left the game, and the other one claimed the win or a draw.
    Left { winner: Option<Color> },
}

impl Ending {
    pub(crate) fn winner(self) -> Option<Color> {
        match self {
            Ending::Played(outcome) => outcome.winner(),
            Ending::Left { winner } => winner,
        }
    }

    /// The keys of all endings, in the order of a list to choose from.
    pub(crate) fn keys() -> [&'static str; 11] {
        let won = |by| Ending::Played(Outcome::Won { winner: Color::Black, by });
        let drawn = |draw| Ending::Played(Outcome::Drawn(draw));
        let endings = [
            won(Win::Ejections),
            won(Win::Resignation),
            won(Win::Time),
            Ending::Left { winner: Some(Color::Black) },
            won(Win::NoMove),
            drawn(Draw::Agreement),
            drawn(Draw::Repetition),
            drawn(Draw::QuietLimit),
            drawn(Draw::PlyLimit),
            drawn(Draw::NoMove),
            Ending::Left { winner: None },
        ];
        endings.map(Ending::key)
    }

    /// A stable key for the reason, for translations.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Ending::Played(outcome) => outcome.key(),
            Ending::Left { winner: Some(_) } => "won-by-absence",
            Ending::Left { winner: None } => "drawn-by-absence",
        }
    }

    /// The result as in game files.
    pub(crate) fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::Black) => "1-0",
            Some(Color::White) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl Status {
    pub(crate) fn is_ended(self) -> bool {
        matches!(self, Status::Over(_) | Status::Aborted)
    }
}

/// The log of a game does not replay: the event with this version is wrong.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct BrokenLog(pub(crate) u32);

impl fmt::Display for BrokenLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {} of the log does not follow from those before it", self.0)
    }
}

impl LiveGame {
    /// The game after its first event.
    pub(crate) fn new(setup: Setup, at: Millis) -> Result<LiveGame, Refusal> {
        let game = setup.game();
        if game.outcome().is_some() {
            return Err(Refusal::StartIsOver);
        }
        Ok(LiveGame {
            clock: Clock::new(setup.control),
            setup,
            game,
            version: 1,
            turn_since: at,
            position_version: 1,
            own_versions: ByColor::new(1, 1),
            draw: None,
            takeback: None,
            rematch: None,
            offered: ByColor::default(),
            refused_draws: ByColor::default(),
            aborted: None,
            claimed: None,
            next: None,
        })
    }

    /// The game and its events, from the lines of a log.
    pub(crate) fn replay<'a>(lines: impl IntoIterator<Item = (Millis, &'a str)>) -> Result<(LiveGame, Vec<Event>), BrokenLog> {
        let mut lines = lines.into_iter();
        let (at, first) = lines.next().ok_or(BrokenLog(1))?;
        let nowhere = sumito_rules::Layout::STANDARD.position();
        let Some(EventKind::Created(setup)) = EventKind::parse(first, &nowhere) else { return Err(BrokenLog(1)) };
        let mut live = LiveGame::new(setup.clone(), at).map_err(|_| BrokenLog(1))?;
        let mut events = vec![Event { at, kind: EventKind::Created(setup) }];
        for (at, line) in lines {
            events.push(live.fold_line(at, line)?);
        }
        Ok((live, events))
    }

    /// Applies the next line of a log.
    pub(crate) fn fold_line(&mut self, at: Millis, line: &str) -> Result<Event, BrokenLog> {
        let kind = EventKind::parse(line, self.game.position()).ok_or(BrokenLog(self.version + 1))?;
        let event = Event { at, kind };
        self.fold(&event)?;
        Ok(event)
    }

    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The number of events so far.
    pub(crate) fn version(&self) -> u32 {
        self.version
    }

    /// The rematch, if there is one.
    pub(crate) fn next(&self) -> Option<GameId> {
        self.next
    }

    pub(crate) fn status(&self) -> Status {
        match self.game.outcome() {
            Some(outcome) if self.claimed.is_some() => Status::Over(Ending::Left { winner: outcome.winner() }),
            Some(outcome) => Status::Over(Ending::Played(outcome)),
            None if self.aborted.is_some() => Status::Aborted,
            None if self.open_seat().is_some() => Status::Open,
            None => Status::Playing,
        }
    }

    /// The open seat, if any.
    pub(crate) fn open_seat(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.setup.seats[color].is_none())
    }

    /// The pending offers and who made them.
    pub(crate) fn offers(&self) -> impl Iterator<Item = (Offer, Color)> {
        let by = [self.draw.map(|offer| offer.by), self.takeback, self.rematch];
        Offer::ALL.into_iter().zip(by).filter_map(|(offer, by)| Some((offer, by?)))
    }

    /// The sides whose draw offer was declined in this position: they cannot repeat it here.
    pub(crate) fn draw_refused(&self) -> impl Iterator<Item = Color> {
        let position = self.game.position().zobrist_hash();
        Color::ALL.into_iter().filter(move |&color| self.refused_draws[color].contains(&position))
    }

    /// The level of the engine, if it is to move.
    pub(crate) fn engine_to_move(&self) -> Option<Level> {
        match self.setup.seats[self.game.position().turn()] {
            Some(Player::Engine(level)) if self.status() == Status::Playing => Some(level),
            _ => None,
        }
    }

    /// The sides that a user plays: none, one, or both at the same screen.
    pub(crate) fn sides(&self, user: UserId) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&color| self.setup.seats[color] == Some(Player::User(user)))
    }

    /// Why the game was aborted, if it was.
    pub(crate) fn abort_reason(&self) -> Option<AbortReason> {
        self.aborted
    }

    /// The setup of a rematch. The colors are swapped, unless they are drawn at random.
    pub(crate) fn rematch_setup(&self, black: Option<UserId>) -> Setup {
        let stays = black.is_some_and(|black| self.setup.seats.black == Some(Player::User(black)));
        let seats = if stays { self.setup.seats } else { self.setup.seats.swapped() };
        // A game from before there was a limit of plies has none; its rematch does.
        let rules = bounded(self.setup.rules).unwrap_or(self.setup.rules);
        Setup { seats, rules, challenged: None, ..self.setup.clone() }
    }

    /// The events that an action causes, or why it is refused. `version` is the version that the actor has seen.
    pub(crate) fn apply(
        &self,
        actor: Actor,
        version: u32,
        action: &Action,
        moment: impl Into<Moment>,
    ) -> Result<Vec<Event>, Refusal> {
        let moment = moment.into();
        let kind = self.decide(actor, version, action, &moment)?;
        if self.counted_offer(&kind).is_some_and(|(offer, by)| self.offered[by][offer as usize] >= MAX_OFFERS) {
            return Err(Refusal::TooManyOffers);
        }
        Ok(vec![Event { at: moment.now, kind }])
    }

    fn decide(&self, actor: Actor, version: u32, action: &Action, moment: &Moment) -> Result<EventKind, Refusal> {
        let now = moment.now;
        let status = self.status();
        let turn = self.game.position().turn();
        if *action == Action::Join {
            return self.join(actor, status, moment.random_color);
        }
        if *action == Action::ClaimFlag {
            return self.time_out(status, moment);
        }
        if let (Action::Abort, Actor::Server) = (action, actor) {
            return self.withdraw(status);
        }
        if let (Action::Abort, Actor::User(user), Some(open)) = (action, actor, self.open_seat())
            && self.setup.challenged == Some(user)
        {
            // The side that nobody has taken declines.
            return if status.is_ended() { Err(Refusal::GameOver) } else { Ok(EventKind::Aborted(open)) };
        }
        let side = self.side(actor)?;

        // After the end only a rematch is possible.
        match (action, status) {
            (Action::Rematch(_) | Action::Decline(Offer::Rematch), Status::Over(_) | Status::Aborted) => {}
            (_, Status::Over(_) | Status::Aborted) => return Err(Refusal::GameOver),
            (Action::Rematch(_) | Action::Decline(Offer::Rematch), _) => return Err(Refusal::NotOver),
            (Action::Abort, _) | (_, Status::Playing) => {}
            (_, Status::Open) => return Err(Refusal::NotStarted),
        }

        // Time that has run out comes before anything done later.
        let lag = match action {
            Action::Play { lag, .. } => self.clock.lag_credit(side, *lag, now),
            _ => 0,
        };
        if status == Status::Playing && self.clock.has_flagged(turn, lag, now) {
            return Ok(EventKind::FlagFell(turn));
        }

        // Resigning is valid whatever has happened since; anything else was meant for the position that the player saw.
        let holds_anyway =
            matches!(action, Action::Resign | Action::Abort | Action::Rematch(_) | Action::Decline(_) | Action::Claim(_));
        // A takeback means the player's own last move, whether or not the opponent has replied since.
        let since = match (action, self.setup.kind()) {
            (Action::OfferTakeback, GameKind::Online | GameKind::Engine) => self.own_versions[side],
            _ => self.position_version,
        };
        if !holds_anyway && !(since..=self.version).contains(&version) {
            return Err(Refusal::Stale);
        }

        match action {
            Action::Play { text, .. } => {
                if side != turn {
                    return Err(Refusal::NotYourTurn);
                }
                let m = self.game.position().parse_move(text).map_err(Refusal::Move)?;
                Ok(EventKind::Moved { m, lag })
            }
            Action::Resign => Ok(EventKind::Resigned(side)),
            Action::OfferDraw => self.offer_draw(side),
            Action::AcceptDraw => match self.draw {
                Some(offer) if offer.by == !side => Ok(EventKind::DrawAgreed),
                _ => Err(Refusal::NothingOffered),
            },
            Action::OfferTakeback => self.offer_takeback(side),
            Action::AcceptTakeback if self.takeback == Some(!side) => Ok(EventKind::TookBack(!side)),
            Action::AcceptTakeback => Err(Refusal::NothingOffered),
            Action::Rematch(next) => self.offer_rematch(side, *next),
            Action::Decline(offer) => {
                let offered = self.offers().any(|(other, by)| other == *offer && by == !side);
                if offered { Ok(EventKind::Declined(*offer, side)) } else { Err(Refusal::NothingOffered) }
            }
            Action::Abort if self.game.ply() < absence::BEGUN => Ok(EventKind::Aborted(side)),
            Action::Abort => Err(Refusal::TooLateToAbort),
            Action::Claim(claim) => self.claim(side, *claim, moment),
            Action::Join | Action::ClaimFlag => unreachable!("decided before"),
        }
    }

    /// The side that an actor acts for. In a same-screen game, it is the side to move.
    fn side(&self, actor: Actor) -> Result<Color, Refusal> {
        let turn = self.game.position().turn();
        let plays = |color: Color| match (self.setup.seats[color], actor) {
            (Some(Player::User(player)), Actor::User(user)) => player == user,
            (Some(Player::Engine(_)), Actor::Engine) => true,
            _ => false,
        };
        [turn, !turn].into_iter().find(|&color| plays(color)).ok_or(Refusal::NotYourSeat)
    }

    fn join(&self, actor: Actor, status: Status, random_color: Option<Color>) -> Result<EventKind, Refusal> {
        let Actor::User(user) = actor else { return Err(Refusal::NotYourSeat) };
        match self.open_seat() {
            _ if status.is_ended() => Err(Refusal::GameOver),
            Some(_) if self.setup.challenged.is_some_and(|challenged| challenged != user) && self.side(actor).is_err() => {
                Err(Refusal::SeatReserved)
            }
            // A player who has a seat already has nothing to take.
            Some(open) if self.side(actor).is_err() => {
                let color = random_color.filter(|_| self.setup.rated).unwrap_or(open);
                Ok(EventKind::Joined(color, user))
            }
            _ => Err(Refusal::SeatTaken),
        }
    }

    /// The server aborts a game whose open seat nobody took.
    fn withdraw(&self, status: Status) -> Result<EventKind, Refusal> {
        match self.open_seat() {
            _ if status.is_ended() => Err(Refusal::GameOver),
            Some(open) => Ok(EventKind::Aborted(!open)),
            None => Err(Refusal::SeatTaken),
        }
    }

    fn offer_draw(&self, side: Color) -> Result<EventKind, Refusal> {
        match (self.setup.kind(), self.draw) {
            (GameKind::Engine, _) => Err(Refusal::EnginePlaysOn),
            (GameKind::Online, Some(offer)) if offer.by == side => Err(Refusal::AlreadyOffered),
            // Offering what the other side has offered accepts it. In a same-screen game, both sides agree.
            (GameKind::SameScreen, _) | (GameKind::Online, Some(_)) => Ok(EventKind::DrawAgreed),
            (GameKind::Online, None) if self.draw_refused().any(|refused| refused == side) => Err(Refusal::RefusedBefore),
            (GameKind::Online, None) => Ok(EventKind::Offered(Offer::Draw, side)),
        }
    }

    fn offer_takeback(&self, side: Color) -> Result<EventKind, Refusal> {
        if self.setup.rated {
            return Err(Refusal::MoveStands);
        }
        let turn = self.game.position().turn();
        // In a same-screen game the last move is taken back, whoever made it.
        let taker = if self.setup.kind() == GameKind::SameScreen { !turn } else { side };
        let own_moves = if taker == turn { self.game.ply() / 2 } else { self.game.ply().div_ceil(2) };
        if own_moves == 0 {
            return Err(Refusal::NothingToTakeBack);
        }
        match (self.setup.kind(), self.takeback) {
            // The engine always agrees.
            (GameKind::SameScreen | GameKind::Engine, _) => Ok(EventKind::TookBack(taker)),
            (GameKind::Online, Some(by)) if by == side => Err(Refusal::AlreadyOffered),
            (GameKind::Online, Some(_)) => Err(Refusal::AnswerFirst),
            (GameKind::Online, None) => Ok(EventKind::Offered(Offer::Takeback, side)),
        }
    }

    /// The offer that an event is counted as. A takeback that needs no consent counts as well; otherwise its offer has been counted.
    fn counted_offer(&self, kind: &EventKind) -> Option<(Offer, Color)> {
        match *kind {
            EventKind::Offered(offer, by) => Some((offer, by)),
            EventKind::TookBack(by) if self.setup.kind() != GameKind::Online => Some((Offer::Takeback, by)),
            _ => None,
        }
    }

    fn offer_rematch(&self, side: Color, next: GameId) -> Result<EventKind, Refusal> {
        if self.open_seat().is_some() {
            return Err(Refusal::NotStarted);
        }
        match (self.setup.kind(), self.rematch) {
            _ if self.next.is_some() => Err(Refusal::AlreadyOffered),
            (GameKind::Online, Some(by)) if by == side => Err(Refusal::AlreadyOffered),
            (GameKind::SameScreen | GameKind::Engine, _) | (GameKind::Online, Some(_)) => Ok(EventKind::Rematched(next)),
            (GameKind::Online, None) => Ok(EventKind::Offered(Offer::Rematch, side)),
        }
    }

    /// Applies an event. Only a log that was not made by [`LiveGame::apply`] is refused.
    pub(crate) fn fold(&mut self, event: &Event) -> Result<(), BrokenLog> {
        let broken = BrokenLog(self.version + 1);
        let turn = self.game.position().turn();
        self.version += 1;
        if let Some((offer, by)) = self.counted_offer(&event.kind) {
            // Logs from before there was a limit may exceed it.
            self.offered[by][offer as usize] = self.offered[by][offer as usize].saturating_add(1);
        }
        match event.kind {
            EventKind::Created(_) => return Err(broken),
            EventKind::Joined(color, user) => {
                match self.open_seat() {
                    Some(open) if open == color => {}
                    // The random draw gave the maker's seat to the newcomer.
                    Some(_) if self.setup.rated => self.setup.seats = self.setup.seats.swapped(),
                    _ => return Err(broken),
                }
                self.setup.seats[color] = Some(Player::User(user));
                self.turn_since = event.at;
            }
            EventKind::Moved { m, lag } => {
                self.game.play(m).map_err(|_| broken)?;
                self.clock.press(turn, lag, event.at);
                // A move declines the offers made to the mover and withdraws a takeback offer.
                if self.draw.is_some_and(|offer| offer.by == !turn) {
                    self.refuse_draw();
                }
                self.takeback = None;
                self.turn_since = event.at;
                self.position_version = self.version;
                self.own_versions[turn] = self.version;
            }
            EventKind::Offered(Offer::Draw, by) => {
                self.draw = Some(DrawOffer { by, position: self.game.position().zobrist_hash() });
            }
            EventKind::Offered(Offer::Takeback, by) => self.takeback = Some(by),
            EventKind::Offered(Offer::Rematch, by) => self.rematch = Some(by),
            EventKind::Declined(Offer::Draw, _) => self.refuse_draw(),
            EventKind::Declined(Offer::Takeback, _) => self.takeback = None,
            EventKind::Declined(Offer::Rematch, _) => self.rematch = None,
            EventKind::TookBack(color) => {
                if !self.game.take_back(color) {
                    return Err(broken);
                }
                self.clock.turn_back(color, event.at);
                (self.draw, self.takeback) = (None, None);
                self.turn_since = event.at;
                self.position_version = self.version;
                self.own_versions = ByColor::new(self.version, self.version);
            }
            EventKind::Resigned(color) => self.game.resign(color).map_err(|_| broken)?,
            EventKind::DrawAgreed => self.game.agree_draw().map_err(|_| broken)?,
            EventKind::FlagFell(color) => self.game.flag_fall(color).map_err(|_| broken)?,
            EventKind::Aborted(side) if self.setup.seats[side].is_none() => self.aborted = Some(AbortReason::Declined),
            EventKind::Aborted(_) => self.aborted = Some(AbortReason::GivenUp),
            EventKind::NoFirstMove(_) => self.aborted = Some(AbortReason::NoFirstMove),
            EventKind::Claimed(claim, color) => {
                let ended = match claim {
                    Claim::Win => self.game.resign(!color),
                    Claim::Draw => self.game.agree_draw(),
                };
                ended.map_err(|_| broken)?;
                self.claimed = Some(claim);
            }
            EventKind::Rematched(next) => (self.next, self.rematch) = (Some(next), None),
        }
        if self.status().is_ended() {
            self.clock.stop(event.at);
            (self.draw, self.takeback) = (None, None);
        }
        Ok(())
    }

    fn refuse_draw(&mut self) {
        if let Some(offer) = self.draw.take() {
            self.refused_draws[offer.by].push(offer.position);
        }
    }
}

#[cfg(test)]
mod tests;
