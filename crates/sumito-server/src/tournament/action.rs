//! From an action to events or a refusal.

use std::collections::HashSet;

use sumito_tournament::knockout::{self, State};
use sumito_tournament::{Event as Paper, Number};

use crate::id::{GameId, UserId};
use crate::play::clock::Millis;
use crate::tournament::board::{Board, BoardResult, Claim, Ended};
use crate::tournament::event::{Event, EventKind, Source, Who, Why};
use crate::tournament::player::Player;
use crate::tournament::refusal::Refusal;
use crate::tournament::settings::{Format, Settings};
use crate::tournament::state::{Phase, Tournament};

/// The one who acts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    User(UserId),
    /// Somebody without an account who plays over the board and knows their code.
    Player(usize),
    /// May do what directors may do.
    Moderator(UserId),
    /// The server itself, when it is time for something or a game is over.
    Server,
}

/// Somebody who wants to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entrant {
    pub(crate) who: Who,
    pub(crate) name: String,
    pub(crate) rating: u16,
    /// When the account was made.
    pub(crate) since: Millis,
    /// Whether they know the password or have the link.
    pub(crate) is_admitted: bool,
}

/// How a game online ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameEnd {
    pub(crate) game: GameId,
    pub(crate) result: BoardResult,
    /// Marbles that each side ejected.
    pub(crate) marbles: [u8; 2],
    pub(crate) plies: u16,
    pub(crate) berserk: [bool; 2],
}

/// A pair by hand; without a second player, a bye.
pub(crate) type FixedPair = (usize, Option<usize>);

/// An action. Where a player may be named, none means the one who acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Change(Box<Settings>),
    Enter(Entrant),
    /// A director enters somebody.
    Add(Entrant),
    /// A director enters the players of a file, and the rounds that it has; with a code for each player.
    Import(Box<Paper>, Vec<String>),
    /// The account of a user was deleted.
    Forget(UserId),
    Withdraw(Option<usize>),
    Return(Option<usize>),
    /// In a round, counted from zero.
    RequestBye(Option<usize>, usize),
    CancelBye(Option<usize>, usize),
    AddDirector(UserId),
    RemoveDirector(UserId),
    Forbid(usize, usize),
    Allow(usize, usize),
    Start,
    /// Pairs the next round, with these pairs fixed. If the round is given (from zero) and another director was faster, nothing happens twice.
    Pair(Vec<FixedPair>, Option<usize>),
    /// Takes the last round back, if it is this one.
    Unpair(Option<usize>),
    SetResult {
        game: GameId,
        result: BoardResult,
        marbles: Option<[u8; 2]>,
    },
    /// A player says how the board ended.
    Claim(GameId, Claim),
    /// Games online have ended.
    Report(Vec<GameEnd>),
    Stop,
    Resume,
    /// Ends it, or calls it off before the start.
    Finish,
    /// Does what it is time for.
    Tick,
}

/// When something is done, and what is known outside of the tournament.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moment {
    pub(crate) now: Millis,
    /// Players who sit at a game of another tournament.
    pub(crate) busy: HashSet<UserId>,
    /// Players who have no page of the site open.
    pub(crate) away: HashSet<UserId>,
    /// For new games: at least as many as [`Tournament::ids_needed`].
    pub(crate) ids: Vec<GameId>,
    /// For drawing lots.
    pub(crate) seed: u64,
}

impl Moment {
    /// Whether a player sits at a game on time that this tournament does not wait for.
    pub(super) fn is_seated(&self, player: &Player) -> bool {
        !player.lingering.is_empty() || player.user.is_some_and(|user| self.busy.contains(&user))
    }
}

/// How often a player may leave, come back and ask for byes; how often two players may say how a board ended; and how often directors may change
/// something, besides some for every player: more would only fill the log.
const MOST_CHANGES: u32 = 100;
const MOST_CLAIMS: u32 = 20;
const MOST_DECISIONS: usize = 2_000;
const DECISIONS_PER_PLAYER: usize = 20;
const MOST_DIRECTORS: usize = 20;
pub(super) const MOST_FORBIDDEN: usize = 500;

pub(super) type Decided = Result<Vec<EventKind>, Refusal>;

impl Tournament {
    /// The events that an action causes, or why it is refused.
    pub(crate) fn apply(&self, actor: Actor, action: &Action, moment: &Moment) -> Result<Vec<Event>, Refusal> {
        let kinds = self.decide(actor, action, moment)?;
        Ok(kinds.into_iter().map(|kind| Event { at: moment.now, kind }).collect())
    }

    fn decide(&self, actor: Actor, action: &Action, moment: &Moment) -> Decided {
        let is_late = matches!(self.phase, Phase::Over(_));
        let is_possible_later = matches!(action, Action::SetResult { .. } | Action::Tick | Action::Report(_) | Action::Forget(_));
        if is_late && !is_possible_later {
            return Err(Refusal::Over);
        }
        match action {
            Action::Enter(entrant) => self.enter(entrant, moment.now),
            Action::Withdraw(player) => {
                let player = self.changing(actor, *player)?;
                Ok(if self.players[player].is_out { Vec::new() } else { vec![EventKind::Withdrew(player)] })
            }
            Action::Return(player) => self.changing(actor, *player).and_then(|player| self.return_to(player)),
            Action::RequestBye(player, round) => {
                self.changing(actor, *player).and_then(|player| self.request_bye(player, *round))
            }
            Action::CancelBye(player, round) => {
                let player = self.changing(actor, *player)?;
                let is_to_come = *round >= self.rounds.len() && self.players[player].byes.contains(round);
                Ok(if is_to_come { vec![EventKind::ByeCanceled(player, *round)] } else { Vec::new() })
            }
            Action::Claim(game, claim) => self.claim(actor, *game, *claim, moment.now),
            Action::Report(ends) if actor == Actor::Server => Ok(self.report(ends, moment.now)),
            Action::Tick if actor == Actor::Server => self.tick(moment),
            Action::Forget(user) if actor == Actor::Server => Ok(self.forget(*user)),
            Action::Report(_) | Action::Tick | Action::Forget(_) => Err(Refusal::NotDirector),
            _ if self.directs(actor) => {
                if self.decisions > MOST_DECISIONS + DECISIONS_PER_PLAYER * self.players.len() && *action != Action::Finish {
                    return Err(Refusal::TooManyChanges);
                }
                self.direct(action, moment)
            }
            _ => Err(Refusal::NotDirector),
        }
    }

    fn directs(&self, actor: Actor) -> bool {
        match actor {
            Actor::User(user) => self.is_director(user),
            Actor::Player(_) => false,
            Actor::Moderator(_) | Actor::Server => true,
        }
    }

    /// What directors do.
    fn direct(&self, action: &Action, moment: &Moment) -> Decided {
        let player = |player: usize| if player < self.players.len() { Ok(player) } else { Err(Refusal::NoSuchPlayer) };
        let pair = |one: usize, other: usize| match (player(one)?, player(other)?) {
            (one, other) if one == other => Err(Refusal::BadPairs),
            pair => Ok(pair),
        };
        match action {
            Action::Change(settings) => self.change(settings),
            Action::Add(entrant) => {
                if !self.settings.over_the_board && matches!(entrant.who, Who::Person(_)) {
                    return Err(Refusal::PlayedOnline);
                }
                self.check_place(entrant, moment.now)?;
                Ok(vec![entered(entrant)])
            }
            Action::Import(paper, codes) => self.import(paper, codes, moment),
            Action::AddDirector(user) if self.is_director(*user) => Ok(Vec::new()),
            Action::AddDirector(_) if self.directors.len() >= MOST_DIRECTORS => Err(Refusal::TooManyChanges),
            Action::AddDirector(user) => Ok(vec![EventKind::DirectorAdded(*user)]),
            Action::RemoveDirector(user) if !self.is_director(*user) => Ok(Vec::new()),
            Action::RemoveDirector(_) if self.directors.len() == 1 => Err(Refusal::LastDirector),
            Action::RemoveDirector(user) => Ok(vec![EventKind::DirectorRemoved(*user)]),
            Action::Forbid(one, other) => {
                if !matches!(self.settings.format, Format::Swiss { .. } | Format::Arena { .. }) {
                    return Err(Refusal::FixedPairings);
                }
                let (one, other) = pair(*one, *other)?;
                match self.forbidden.contains(&(one.min(other), one.max(other))) {
                    true => Ok(Vec::new()),
                    false if self.forbidden.len() >= MOST_FORBIDDEN => Err(Refusal::TooManyChanges),
                    false => Ok(vec![EventKind::Forbidden(one, other)]),
                }
            }
            Action::Allow(one, other) => {
                let (one, other) = pair(*one, *other)?;
                let is_known = self.forbidden.contains(&(one.min(other), one.max(other)));
                Ok(if is_known { vec![EventKind::Allowed(one, other)] } else { Vec::new() })
            }
            Action::Start => match self.phase {
                Phase::Open => self.start(moment),
                _ => Err(Refusal::Started),
            },
            Action::Pair(pairs, round) => self.pair_by_hand(pairs, *round, moment),
            Action::Unpair(round) => self.take_back(*round),
            Action::SetResult { game, result, marbles } => self.set_result(*game, *result, *marbles, moment.now),
            Action::Stop if self.is_stopped() => Ok(Vec::new()),
            Action::Stop => Ok(vec![EventKind::Stopped]),
            Action::Resume if !self.is_stopped() => Ok(Vec::new()),
            Action::Resume => Ok(vec![EventKind::Resumed]),
            Action::Finish => {
                Ok(vec![EventKind::Finished(if self.phase == Phase::Open { Why::Cancelled } else { Why::ByDirector })])
            }
            _ => Err(Refusal::NotDirector),
        }
    }

    fn change(&self, settings: &Settings) -> Decided {
        if self.phase != Phase::Open {
            return Err(Refusal::Started);
        }
        settings.check()?;
        // People without an account cannot play online.
        if settings.over_the_board != self.settings.over_the_board && !self.players.is_empty() {
            return Err(Refusal::AlreadyEntered);
        }
        if settings.most_players() < self.present() {
            return Err(Refusal::Full);
        }
        Ok(if *settings == self.settings { Vec::new() } else { vec![EventKind::Changed(Box::new(settings.clone()))] })
    }

    /// The player that an action is about: the one who acts, or anybody for a director.
    fn subject(&self, actor: Actor, player: Option<usize>) -> Result<usize, Refusal> {
        let own = match actor {
            Actor::User(user) => self.player_of(user),
            Actor::Player(player) => Some(player),
            Actor::Moderator(_) | Actor::Server => None,
        };
        match player {
            None => own.ok_or(Refusal::NotEntered),
            Some(player) if player >= self.players.len() => Err(Refusal::NoSuchPlayer),
            Some(player) if own == Some(player) || self.directs(actor) => Ok(player),
            Some(_) => Err(Refusal::NotDirector),
        }
    }

    /// The same for what players may not do all the time.
    fn changing(&self, actor: Actor, player: Option<usize>) -> Result<usize, Refusal> {
        let player = self.subject(actor, player)?;
        match self.players[player].changes {
            changes if changes >= MOST_CHANGES && actor != Actor::Server => Err(Refusal::TooManyChanges),
            _ => Ok(player),
        }
    }

    fn take_back(&self, round: Option<usize>) -> Decided {
        let last = self.rounds.len().checked_sub(1).ok_or(Refusal::NotRunning)?;
        if !self.settings.over_the_board {
            return Err(Refusal::PlayedOnline);
        }
        if round.is_some_and(|round| round != last) {
            return Err(Refusal::RoundChanged);
        }
        // Forfeits of players who were known to be away come with the pairing.
        let comes_with_it = |board: &Board, ended: Ended| ended.result.is_forfeit() && ended.at == board.paired_at;
        let is_touched = |board: &Board| board.result.is_some_and(|ended| !comes_with_it(board, ended));
        if self.boards_of(last).iter().any(is_touched) {
            return Err(Refusal::ResultsKnown);
        }
        Ok(vec![EventKind::Unpaired])
    }

    fn set_result(&self, game: GameId, result: BoardResult, marbles: Option<[u8; 2]>, now: Millis) -> Decided {
        let board = self.board(game).ok_or(Refusal::NoSuchBoard)?;
        if marbles.is_some_and(|marbles| !result.allows(marbles)) {
            return Err(Refusal::BadMarbles);
        }
        let old = board.result;
        // Marbles that contradict a corrected result are forgotten.
        let marbles = marbles.or(old.and_then(|old| old.marbles).filter(|marbles| result.allows(*marbles)));
        let (plies, berserk) = old.map_or((0, [false; 2]), |old| (old.plies, old.berserk));
        let ended = Ended { result, at: now, marbles, plies, berserk };
        if old.is_some_and(|old| (old.result, old.marbles) == (result, marbles)) {
            return Ok(Vec::new());
        }
        let event = EventKind::Ended { game, ended, by: Source::Director };
        self.check_bracket(&event, now)?;
        Ok(vec![event])
    }

    fn claim(&self, actor: Actor, game: GameId, claim: Claim, now: Millis) -> Decided {
        if !self.settings.over_the_board {
            return Err(Refusal::PlayedOnline);
        }
        let board = self.board(game).ok_or(Refusal::NoSuchBoard)?;
        let player = self.subject(actor, None)?;
        let place = board.players.iter().position(|other| *other == player).ok_or(Refusal::NotYourBoard)?;
        if board.result.is_some() {
            return Err(Refusal::ResultsKnown);
        }
        if claim.marbles.is_some_and(|marbles| !claim.result.allows(marbles)) {
            return Err(Refusal::BadMarbles);
        }
        if board.claims[place] == Some(claim) {
            return Ok(Vec::new());
        }
        if board.claimed >= MOST_CLAIMS {
            return Err(Refusal::TooManyChanges);
        }
        let mut events = vec![EventKind::Claimed { game, player, claim }];
        if let Some(Claim { result, marbles }) = board.claims[1 - place].and_then(|other| other.agreement(claim)) {
            let ended = Ended { result, at: now, marbles, plies: 0, berserk: [false; 2] };
            events.push(EventKind::Ended { game, ended, by: Source::Players });
        }
        Ok(events)
    }

    /// Games that have ended. What is known already changes nothing; what contradicts a director's decision is kept for them to see.
    fn report(&self, ends: &[GameEnd], now: Millis) -> Vec<EventKind> {
        let mut events = Vec::new();
        for GameEnd { game, result, marbles, plies, berserk } in ends {
            let Some(board) = self.board(*game) else { continue };
            match board.result {
                None => {
                    let ended = Ended { result: *result, at: now, marbles: Some(*marbles), plies: *plies, berserk: *berserk };
                    events.push(EventKind::Ended { game: *game, ended, by: Source::Game });
                }
                Some(_) if board.played.is_none() => events.push(EventKind::Played { game: *game, result: *result }),
                Some(_) => {}
            }
        }
        events
    }

    /// Whoever deletes the account leaves, and the name with them.
    fn forget(&self, user: UserId) -> Vec<EventKind> {
        let Some(player) = self.player_of(user) else { return Vec::new() };
        let leaves = !self.players[player].is_out && !matches!(self.phase, Phase::Over(_));
        let withdrew = leaves.then_some(EventKind::Withdrew(player));
        let renamed = (!self.players[player].name.is_empty()).then(|| EventKind::Renamed(player, String::new()));
        withdrew.into_iter().chain(renamed).collect()
    }

    /// A corrected result must not contradict later rounds of a knockout, nor the one that is being played.
    fn check_bracket(&self, event: &EventKind, now: Millis) -> Result<(), Refusal> {
        if !matches!(self.settings.format, Format::Knockout { .. }) {
            return Ok(());
        }
        let mut after = self.clone();
        after.fold(&Event { at: now, kind: event.clone() }).map_err(|_| Refusal::NoSuchBoard)?;
        let next = knockout::next(&after.settled_paper(), after.knockout_options()).map_err(|_| Refusal::ResultStands)?;
        let State::Next(pairings) = next else { return Ok(()) };
        if after.open_boards == 0 {
            return Ok(());
        }
        let met = |one: usize, other: usize| (one.min(other), one.max(other));
        let player = |number: Number| self.order[usize::from(number) - 1];
        let expected = pairings.iter().filter_map(|pairing| Some(met(player(pairing.first), player(pairing.second?))));
        let playing = self.boards_of(self.rounds.len() - 1).iter().map(|board| met(board.players[0], board.players[1]));
        let is_same = expected.collect::<HashSet<_>>() == playing.collect::<HashSet<_>>();
        if is_same { Ok(()) } else { Err(Refusal::ResultStands) }
    }
}

pub(super) fn entered(entrant: &Entrant) -> EventKind {
    EventKind::Entered { who: entrant.who.clone(), name: entrant.name.clone(), rating: entrant.rating }
}
