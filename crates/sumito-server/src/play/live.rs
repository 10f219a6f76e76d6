//! A game in progress, as pure functions: from an action to events or a refusal, and from events to the next state.
//!
//! A game has two to six seats. Two players are the case in which whoever leaves ends the game.

use std::fmt;

use sumito_engine::Level;
use sumito_rules::game::{Draw, Win};
use sumito_rules::party::{BySeat, Departure, Seat, Seating, Team};
use sumito_rules::record::party::GameResult;
use sumito_rules::{Color, Outcome, party};

use crate::id::{GameId, UserId};
use crate::play::any_game::{AnyGame, NotAllowed};
use crate::play::challenge::DeclineReason;
use crate::play::clock::{Clock, Millis};
use crate::play::event::{Claim, Event, EventKind, GameKind, Offer, Player, Setup};
use crate::play::refusal::Refusal;
use crate::play::seats::{SeatSet, color_of_seat};

mod absence;
mod leaving;
mod offers;
mod seating;

pub(crate) use absence::Absence;
pub(crate) use leaving::Left;
pub(crate) use offers::Pending;

/// How many offers of one kind a side can make in a game, so that its log stays bounded. No honest player gets that far.
const MAX_OFFERS: u8 = 200;

/// The state of a game, from its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LiveGame {
    setup: Setup,
    game: AnyGame,
    clock: Clock,
    version: u32,
    /// The user who may start or cancel the game while seats are open.
    host: Option<UserId>,
    /// When the side to move could first move.
    turn_since: Millis,
    /// The version that led to the current position.
    position_version: u32,
    /// The versions of the last moves of all seats.
    own_versions: BySeat<u32>,
    /// The offers without an answer, in the order of [`Offer::ALL`].
    pending: [Option<Pending>; Offer::ALL.len()],
    /// How many offers of each kind, in the order of [`Offer::ALL`], each seat has made.
    offered: BySeat<[u8; Offer::ALL.len()]>,
    /// The positions in which a seat offered a draw and was refused, by their hashes.
    refused_draws: BySeat<Vec<u64>>,
    /// Who has left a game for more than two, in this order.
    left: Vec<Left>,
    /// The team of the last person of a game for more than two, who has left it to the engine.
    deserter: Option<Team>,
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
    /// The user who was challenged did not want to play, for a reason if one was given.
    Declined(Option<DeclineReason>),
}

/// When something is done, and what the server knows about the game at that moment besides its log.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Moment {
    pub(crate) now: Millis,
    /// Since when the server has been up: before that nobody could move.
    pub(crate) up_since: Millis,
    /// Since when each player has been away while another one waited.
    pub(crate) missed_since: BySeat<Option<Millis>>,
    /// The randomly drawn side of a user who joins a rated game.
    pub(crate) random_color: Option<Color>,
    /// Where drawing the seats of a game for more than two starts from.
    pub(crate) seed: u64,
}

impl From<Millis> for Moment {
    fn from(now: Millis) -> Moment {
        Moment { now, ..Moment::default() }
    }
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
    /// Take an open seat: this one, or any.
    Join(Option<Seat>),
    /// Give the seat up before the game begins.
    LeaveSeat,
    /// Give all open seats to the engine at this level, and begin.
    Fill(Level),
    /// Move, in Aba-Pro notation, with the measured lag.
    Play {
        text: String,
        lag: Millis,
    },
    Resign,
    /// Offer a draw or a takeback, or to resign as a team.
    Offer(Offer),
    Accept(Offer),
    /// Offer a rematch, or accept the offer of somebody else; the id is for the new game.
    Rematch(GameId),
    Decline(Offer),
    /// The user who was challenged does not want to play.
    DeclineChallenge(Option<DeclineReason>),
    Abort,
    /// Claim that time has run out, for the game or for a first move. The server's clock decides.
    ClaimFlag,
    /// End the game, because the other player has left it.
    Claim(Claim),
    /// Go on without this player, who has left a game for more than two.
    ClaimAbsence(Seat),
    /// Play with half the time, before one's first move: only for games of an arena.
    Berserk,
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
    /// A game for more than two, by the rules.
    Party { outcome: party::Outcome, seating: Seating },
    /// The last person left a game for more than two to the engine: everybody outside that team has won.
    Deserted { loser: Team, seating: Seating },
}

impl Ending {
    /// The winner of a game for two.
    pub(crate) fn winner(self) -> Option<Color> {
        match self {
            Ending::Played(outcome) => outcome.winner(),
            Ending::Left { winner } => winner,
            Ending::Party { .. } | Ending::Deserted { .. } => None,
        }
    }

    /// All who have won.
    pub(crate) fn winners(self) -> SeatSet {
        match self {
            Ending::Played(_) | Ending::Left { .. } => self.winner().map(Seat::from).into_iter().collect(),
            Ending::Party { outcome, seating } => {
                seating.seats().filter(|&seat| outcome.winner() == Some(seating.team(seat))).collect()
            }
            Ending::Deserted { loser, seating } => seating.seats().filter(|&seat| seating.team(seat) != loser).collect(),
        }
    }

    /// The keys of all endings, in the order of a list to choose from.
    pub(crate) fn keys() -> [&'static str; 15] {
        let seating = Seating::alone(3).expect("three seats");
        let team = seating.team(Seat::Black);
        let won = |by| Ending::Played(Outcome::Won { winner: Color::Black, by });
        let drawn = |draw| Ending::Played(Outcome::Drawn(draw));
        let party = |by| Ending::Party { outcome: party::Outcome::Won { winner: team, by }, seating };
        let endings = [
            won(Win::Ejections),
            won(Win::Resignation),
            won(Win::Time),
            Ending::Left { winner: Some(Color::Black) },
            won(Win::NoMove),
            party(party::Win::OthersLeft),
            party(party::Win::OthersBlocked),
            Ending::Deserted { loser: team, seating },
            drawn(Draw::Agreement),
            drawn(Draw::Repetition),
            drawn(Draw::QuietLimit),
            drawn(Draw::PlyLimit),
            drawn(Draw::NoMove),
            Ending::Party { outcome: party::Outcome::Drawn(Draw::NoMove), seating },
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
            Ending::Party { outcome, .. } => outcome.key(),
            Ending::Deserted { .. } => "won-by-desertion",
        }
    }

    /// The result as in game files; `*` if several teams have won.
    pub(crate) fn result(self) -> String {
        match self {
            Ending::Played(_) | Ending::Left { .. } => match self.winner() {
                Some(Color::Black) => "1-0".to_owned(),
                Some(Color::White) => "0-1".to_owned(),
                None => "1/2-1/2".to_owned(),
            },
            Ending::Party { outcome, seating } => GameResult::from(outcome).text(seating),
            Ending::Deserted { .. } => "*".to_owned(),
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
        if game.is_over() {
            return Err(Refusal::StartIsOver);
        }
        let host = setup.users().next();
        Ok(LiveGame {
            clock: Clock::new(setup.control),
            host,
            setup,
            game,
            version: 1,
            turn_since: at,
            position_version: 1,
            own_versions: BySeat::new([1; 6]),
            pending: [None; Offer::ALL.len()],
            offered: BySeat::default(),
            refused_draws: BySeat::default(),
            left: Vec::new(),
            deserter: None,
            aborted: None,
            claimed: None,
            next: None,
        })
    }

    /// The game and its events, from the lines of a log.
    pub(crate) fn replay<'a>(lines: impl IntoIterator<Item = (Millis, &'a str)>) -> Result<(LiveGame, Vec<Event>), BrokenLog> {
        let mut lines = lines.into_iter();
        let (at, first) = lines.next().ok_or(BrokenLog(1))?;
        let setup = Setup::parse(first).ok_or(BrokenLog(1))?;
        let mut live = LiveGame::new(setup.clone(), at).map_err(|_| BrokenLog(1))?;
        let mut events = vec![Event { at, kind: EventKind::Created(Box::new(setup)) }];
        for (at, line) in lines {
            events.push(live.fold_line(at, line)?);
        }
        Ok((live, events))
    }

    /// Applies the next line of a log.
    pub(crate) fn fold_line(&mut self, at: Millis, line: &str) -> Result<Event, BrokenLog> {
        let kind = EventKind::parse(line, &self.game).ok_or(BrokenLog(self.version + 1))?;
        let event = Event { at, kind };
        self.fold(&event)?;
        Ok(event)
    }

    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    pub(crate) fn game(&self) -> &AnyGame {
        &self.game
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The number of events so far.
    pub(crate) fn version(&self) -> u32 {
        self.version
    }

    /// The version of a seat's last move; 1 before the first.
    pub(crate) fn last_move_of(&self, seat: Seat) -> u32 {
        self.own_versions[seat]
    }

    /// The rematch, if there is one.
    pub(crate) fn next(&self) -> Option<GameId> {
        self.next
    }

    pub(crate) fn status(&self) -> Status {
        if let Some(ending) = self.ending() {
            Status::Over(ending)
        } else if self.aborted.is_some() {
            Status::Aborted
        } else if self.setup.has_open_seat() {
            Status::Open
        } else {
            Status::Playing
        }
    }

    fn ending(&self) -> Option<Ending> {
        let seating = self.game.seating();
        match &self.game {
            AnyGame::Two(game) => {
                let outcome = game.outcome()?;
                let is_claimed = self.claimed.is_some();
                Some(if is_claimed { Ending::Left { winner: outcome.winner() } } else { Ending::Played(outcome) })
            }
            AnyGame::Party(game) => match (game.outcome(), self.deserter) {
                (Some(outcome), _) => Some(Ending::Party { outcome, seating }),
                (None, Some(loser)) => Some(Ending::Deserted { loser, seating }),
                (None, None) => None,
            },
        }
    }

    /// The level of the engine, if it is to move.
    pub(crate) fn engine_to_move(&self) -> Option<Level> {
        match self.player(self.game.turn()) {
            Some(Player::Engine(level)) if self.status() == Status::Playing => Some(level),
            _ => None,
        }
    }

    /// The person whose turn it is in a game that is being played.
    pub(crate) fn person_to_move(&self) -> Option<UserId> {
        match self.player(self.game.turn()) {
            Some(Player::User(user)) if self.status() == Status::Playing => Some(user),
            _ => None,
        }
    }

    /// The seats that a user has: none, one, or all at the same screen.
    pub(crate) fn sides(&self, user: UserId) -> impl Iterator<Item = Seat> {
        self.setup.seats.iter().filter(move |(_, player)| **player == Some(Player::User(user))).map(|(seat, _)| seat)
    }

    /// Why the game was aborted, if it was.
    pub(crate) fn abort_reason(&self) -> Option<AbortReason> {
        self.aborted
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
        let at = moment.now;
        let kind = self.decide(actor, version, action, &moment)?;
        if self.counted_offer(&kind).is_some_and(|(offer, by)| self.offered[by][offer as usize] >= MAX_OFFERS) {
            return Err(Refusal::TooManyOffers);
        }
        let fills = match kind {
            EventKind::Joined(..) => self.setup.open_seats().count() == 1,
            EventKind::Filled(_) => true,
            _ => false,
        };
        let ran_out = matches!(kind, EventKind::FlagFell(_)) && *action != Action::ClaimFlag;
        let mut events = vec![Event { at, kind }];
        if let Some(seats) = self.draw_seats(moment.seed).filter(|_| fills) {
            events.push(Event { at, kind: EventKind::Drawn(seats) });
        } else if ran_out && self.setup.is_party() {
            // Somebody else's time ran out first. Those who play on can still do what they wanted.
            let mut after = self.clone();
            if after.fold(&events[0]).is_ok()
                && let Ok(kind) = after.decide(actor, version, action, &moment)
                && after.counted_offer(&kind).is_none_or(|(offer, by)| after.offered[by][offer as usize] < MAX_OFFERS)
            {
                events.push(Event { at, kind });
            }
        }
        Ok(events)
    }

    fn decide(&self, actor: Actor, version: u32, action: &Action, moment: &Moment) -> Result<EventKind, Refusal> {
        let now = moment.now;
        let status = self.status();
        let turn = self.game.turn();
        if let Action::Join(seat) = action {
            return self.join(actor, *seat, status, moment.random_color);
        }
        if *action == Action::ClaimFlag {
            return self.time_out(status, moment);
        }
        if let (Action::Abort, Actor::Server) = (action, actor) {
            return self.withdraw(status);
        }
        if let (Action::Abort | Action::DeclineChallenge(_), Actor::User(user), Some(open)) = (action, actor, self.open_seat())
            && self.setup.challenged == Some(user)
        {
            // Whoever aborts it says no reason.
            let reason = if let Action::DeclineChallenge(reason) = action { *reason } else { None };
            return if status.is_ended() { Err(Refusal::GameOver) } else { Ok(EventKind::ChallengeDeclined(open, reason)) };
        }
        let side = self.side(actor)?;

        // After the end only a rematch is possible.
        match (action, status) {
            (Action::Rematch(_) | Action::Decline(Offer::Rematch), Status::Over(_) | Status::Aborted) => {}
            (_, Status::Over(_) | Status::Aborted) => return Err(Refusal::GameOver),
            (Action::Rematch(_) | Action::Decline(Offer::Rematch), _) => return Err(Refusal::NotOver),
            (Action::LeaveSeat | Action::Fill(_), Status::Playing) => return Err(Refusal::AlreadyStarted),
            // It was for somebody else, or was accepted.
            (Action::DeclineChallenge(_), _) => return Err(Refusal::NothingOffered),
            (Action::Abort | Action::LeaveSeat | Action::Fill(_), _) | (_, Status::Playing) => {}
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
        if status == Status::Playing && actor != Actor::Engine && self.is_out(side) {
            return Err(Refusal::LeftTheGame);
        }

        // Resigning is valid whatever has happened since; anything else was meant for the position that the player saw.
        let holds_anyway = match action {
            Action::Play { .. } | Action::Offer(Offer::Draw | Offer::Takeback) => false,
            Action::Accept(offer) => *offer == Offer::Resign,
            _ => true,
        };
        // A takeback means the player's own last move, whether or not others have replied since.
        let since = match (action, self.setup.kind()) {
            (Action::Offer(Offer::Takeback), GameKind::Online | GameKind::Engine) => self.own_versions[side],
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
                let m = self.game.parse_move(text).map_err(Refusal::Move)?;
                Ok(EventKind::Moved { m, lag })
            }
            Action::Resign => Ok(EventKind::Resigned(side)),
            Action::Offer(Offer::Draw) => self.offer_draw(side),
            Action::Offer(Offer::Takeback) => self.offer_takeback(side),
            Action::Offer(Offer::Resign) => self.offer_to_resign(side),
            Action::Rematch(next) => self.offer_rematch(side, *next),
            Action::Accept(offer) => self.accept(*offer, side),
            Action::Decline(offer) => self.decline(*offer, side),
            Action::Abort => self.abort(side, status),
            Action::LeaveSeat => Ok(self.leave_seat(side)),
            Action::Fill(level) => self.fill(side, *level),
            Action::Claim(claim) => self.claim(side, *claim, moment),
            Action::ClaimAbsence(seat) => self.claim_absence(side, *seat, moment),
            Action::Berserk if self.can_berserk(side) => Ok(EventKind::Berserked(side)),
            Action::Berserk => Err(Refusal::AlreadyOffered),
            // A rematch has an action of its own, with the id of the new game.
            Action::Offer(Offer::Rematch) => Err(Refusal::NothingOffered),
            Action::Join(_) | Action::ClaimFlag | Action::DeclineChallenge(_) => unreachable!("decided before"),
        }
    }

    /// Whether a seat has its whole time, and has not moved yet.
    fn can_berserk(&self, side: Seat) -> bool {
        self.game.ply() <= side as usize && self.clock.has_whole_time(side)
    }

    /// The seat that an actor acts for. In a same-screen game, it is the one to move.
    fn side(&self, actor: Actor) -> Result<Seat, Refusal> {
        let turn = self.game.turn();
        let plays = |seat: Seat| match actor {
            Actor::User(user) => self.setup.seats[seat] == Some(Player::User(user)),
            Actor::Engine => matches!(self.player(seat), Some(Player::Engine(_))),
            Actor::Server => false,
        };
        let mut seats = std::iter::once(turn).chain(self.game.seating().after(turn));
        seats.find(|&seat| plays(seat)).ok_or(Refusal::NotYourSeat)
    }

    /// Applies an event. Only a log that was not made by [`LiveGame::apply`] is refused.
    pub(crate) fn fold(&mut self, event: &Event) -> Result<(), BrokenLog> {
        let broken = BrokenLog(self.version + 1);
        self.fold_kind(event).map_err(|NotAllowed| broken)
    }

    fn fold_kind(&mut self, Event { at, kind }: &Event) -> Result<(), NotAllowed> {
        let at = *at;
        let turn = self.game.turn();
        let people = self.people();
        self.version += 1;
        if let Some((offer, by)) = self.counted_offer(kind) {
            // Logs from before there was a limit may exceed it.
            self.offered[by][offer as usize] = self.offered[by][offer as usize].saturating_add(1);
        }
        match kind {
            EventKind::Created(_) => return Err(NotAllowed),
            EventKind::Joined(..) | EventKind::LeftSeat(_) | EventKind::Filled(_) | EventKind::Drawn(_) => {
                self.fold_seating(kind)?;
                self.turn_since = at;
            }
            EventKind::Moved { m, lag } => {
                self.game.play(*m)?;
                self.clock.press(turn, self.game.turn(), *lag, at);
                self.move_answers_offers(turn);
                self.turn_since = at;
                self.position_version = self.version;
                self.own_versions[turn] = self.version;
            }
            EventKind::Offered(offer, by) => self.pending[*offer as usize] = Some(Pending::new(*by, self.game.hash())),
            EventKind::Agreed(offer, by) => self.pending[*offer as usize].as_mut().ok_or(NotAllowed)?.agree(*by),
            EventKind::Declined(Offer::Draw, _) => self.refuse_draw(),
            EventKind::Declined(offer, _) => self.pending[*offer as usize] = None,
            EventKind::TookBack(seat) => {
                self.game.take_back(*seat)?;
                self.clock.hand_to(self.game.turn(), at);
                self.forget_offers();
                self.turn_since = at;
                self.position_version = self.version;
                self.own_versions = BySeat::new([self.version; 6]);
            }
            EventKind::Resigned(seat) => self.depart(*seat, Departure::Resigned, at)?,
            EventKind::TeamResigned(seat) => self.depart_as_team(*seat, at)?,
            EventKind::FlagFell(seat) => self.depart(*seat, Departure::FlagFall, at)?,
            EventKind::Abandoned(seat) => self.depart(*seat, Departure::Abandoned, at)?,
            EventKind::NoFirstMove(seat) if !self.setup.needs_all_first_moves() => self.depart(*seat, Departure::Absent, at)?,
            EventKind::NoFirstMove(_) => self.aborted = Some(AbortReason::NoFirstMove),
            EventKind::DrawAgreed => self.game.agree_draw()?,
            EventKind::ChallengeDeclined(_, reason) => self.aborted = Some(AbortReason::Declined(*reason)),
            // Older logs say so when a challenge is declined.
            EventKind::Aborted(side) if self.setup.seats[*side].is_none() => self.aborted = Some(AbortReason::Declined(None)),
            EventKind::Aborted(_) => self.aborted = Some(AbortReason::GivenUp),
            EventKind::Claimed(claim, seat) => {
                let loser = color_of_seat(*seat).map(|color| Seat::from(!color)).ok_or(NotAllowed)?;
                match claim {
                    Claim::Win => self.game.leave(loser, Departure::Abandoned)?,
                    Claim::Draw => self.game.agree_draw()?,
                }
                self.claimed = Some(*claim);
            }
            EventKind::Berserked(seat) => self.clock.halve(*seat),
            EventKind::Rematched(next) => {
                self.next = Some(*next);
                self.pending[Offer::Rematch as usize] = None;
            }
        }
        self.note_desertion(people);
        if self.status().is_ended() {
            self.clock.stop(at);
            self.forget_offers();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
