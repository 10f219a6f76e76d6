//! The state of the lobby: open seats, games to watch, people online, and what changed since the last announcement. Pure: it waits for
//! nothing, and time is an argument.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::id::{GameId, NodeId, UserId};
use crate::play::challenge;
use crate::play::clock::{Millis, TimeControl};
use crate::play::event::GameKind;
use crate::play::live::{LiveGame, Status};

use super::featured::{self, LiveInfo};
use crate::play::summary::{GameSummary, PlayerInfo};

/// How long the maker of an open seat may be away before nobody can see or take it: enough to reload a page.
const HIDE: Millis = 3_000;
/// How long before it is given up: enough to reload a page on a slow connection.
const GRACE: Millis = 30_000;
const HOUR: Millis = 60 * 60 * 1000;
const DAY: Millis = 24 * HOUR;
/// How long a game without a move counts as one to watch.
pub(crate) const IDLE: Millis = HOUR / 4;
/// The most games shown to watch, and the most open seats listed.
const MOST_GAMES: usize = 12;
const MOST_OPEN_SEATS: usize = 200;

#[derive(Default)]
pub(crate) struct LobbyState {
    open_seats: BTreeMap<GameId, OpenSeat>,
    /// Games that can be watched.
    live: BTreeMap<GameId, LiveInfo>,
    /// The one of them that is shown to everybody.
    featured: Option<GameId>,
    /// The games shown to watch.
    shown: BTreeMap<GameId, GameSummary>,
    /// The connections of each user, by what they are viewing.
    online: HashMap<UserId, HashMap<Viewing, u32>>,
    /// Connections without a user, to this server and to others.
    anonymous: usize,
    anonymous_elsewhere: usize,
    /// The game that another server has chosen for everybody.
    featured_elsewhere: Option<GameId>,
    changed: Changed,
}

/// A game that needs more players.
struct OpenSeat {
    summary: GameSummary,
    /// When one of those who wait last had a page open that would show that somebody joined.
    seen: Millis,
    /// The server to which that was, unless it is this one.
    home: Option<NodeId>,
    /// All who wait are away.
    hidden: bool,
    /// The maker has begun another game.
    withdrawn: bool,
}

impl OpenSeat {
    /// Whether a user waits there for others.
    fn waits(&self, user: UserId) -> bool {
        self.summary.setup.users().any(|other| other == user)
    }
}

/// What a connection is viewing.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Viewing {
    Lobby,
    Game(GameId),
    /// Any other page.
    Elsewhere,
}

/// Why an open seat is gone.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Gone {
    Taken,
    Withdrawn,
}

#[derive(Default)]
struct Changed {
    open_seats: BTreeSet<GameId>,
    gone: BTreeMap<GameId, Gone>,
    games: BTreeSet<GameId>,
    over: BTreeSet<GameId>,
    /// People online and games being played, as last announced.
    counts: (usize, usize),
    /// The featured game, as last announced.
    featured: Option<GameId>,
}

/// The lists of the lobby: everything, or only new and changed entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LobbyLists {
    /// People online.
    pub(crate) online: usize,
    /// Games being played.
    pub(crate) playing: usize,
    /// The latest first.
    pub(crate) open_seats: Vec<GameSummary>,
    /// Games to watch, the latest first.
    pub(crate) games: Vec<GameSummary>,
    /// The game that is shown to everybody.
    pub(crate) featured: Option<GameId>,
}

/// What changed in the lobby since the last announcement.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct LobbyChange {
    /// New and changed entries.
    pub(crate) lists: LobbyLists,
    pub(crate) gone: Vec<(GameId, Gone)>,
    /// Games that are no longer shown to watch.
    pub(crate) over: Vec<GameId>,
}

impl LobbyState {
    /// Takes in that something happened in a game, at another server or at this one.
    pub(super) fn note(
        &mut self,
        id: GameId,
        live: &LiveGame,
        summary: impl FnOnce() -> GameSummary,
        home: Option<NodeId>,
        now: Millis,
    ) {
        let public = live.setup().public;
        match live.status() {
            Status::Open => {
                if self.open_seats.contains_key(&id) {
                    // Only a game for more than two changes while it waits.
                    if live.version() > 1 {
                        self.describe(id, summary());
                    }
                    return;
                }
                if live.setup().is_open_seat() {
                    self.changed.open_seats.insert(id);
                }
                self.open_seats.insert(id, OpenSeat { summary: summary(), seen: now, home, hidden: false, withdrawn: false });
            }
            Status::Playing => {
                let is_new = self.remove_open_seat(id, Gone::Taken) || live.version() == 1;
                if is_new && live.setup().kind() == GameKind::Online && !is_correspondence(live.setup().control) {
                    live.setup().users().for_each(|user| self.withdraw_others(user));
                }
                if public && !is_correspondence(live.setup().control) {
                    self.note_live(id, live, summary, now);
                }
            }
            Status::Over(_) | Status::Aborted => {
                self.remove_open_seat(id, Gone::Withdrawn);
                self.drop_live(id);
            }
        }
    }

    /// Replaces how a listed game is described, after a player's name has changed.
    pub(super) fn describe(&mut self, id: GameId, summary: GameSummary) {
        if let Some(seat) = self.open_seats.get_mut(&id) {
            seat.summary = summary;
            if is_shown(seat) {
                self.changed.open_seats.insert(id);
            }
        } else if let Some(shown) = self.shown.get_mut(&id) {
            *shown = summary;
            self.changed.games.insert(id);
        }
    }

    fn note_live(&mut self, id: GameId, live: &LiveGame, summary: impl FnOnce() -> GameSummary, now: Millis) {
        let (known, plies) = (self.live.get_mut(&id), live.game().ply());
        let is_shown = self.shown.contains_key(&id) || self.shown.len() < MOST_GAMES;
        if let Some(info) = known {
            (info.at, info.plies) = (now, plies);
            if !is_shown {
                return;
            }
        }
        let summary = summary();
        // Ratings matter when the game begins: nobody has to look them up at every move.
        self.live.entry(id).or_insert_with(|| {
            let rating = |player: &PlayerInfo| player.rating.as_ref().map_or(0, |rating| rating.points);
            let rating = summary.players.iter().map(|(_, player)| rating(player)).sum();
            LiveInfo { at: now, kind: live.setup().kind(), is_party: live.setup().is_party(), rating, plies }
        });
        if is_shown {
            self.shown.insert(id, summary);
            self.changed.games.insert(id);
        }
    }

    pub(super) fn is_online(&self, user: UserId) -> bool {
        self.online.contains_key(&user)
    }

    pub(super) fn users_online(&self) -> impl Iterator<Item = UserId> {
        self.online.keys().copied()
    }

    pub(super) fn featured(&self) -> Option<GameId> {
        self.featured
    }

    fn drop_live(&mut self, id: GameId) {
        self.live.remove(&id);
        if self.shown.remove(&id).is_some() {
            self.changed.games.remove(&id);
            self.changed.over.insert(id);
        }
    }

    /// Whether the game had an open seat until now.
    fn remove_open_seat(&mut self, id: GameId, gone: Gone) -> bool {
        let Some(seat) = self.open_seats.remove(&id) else { return false };
        if is_shown(&seat) || (seat.summary.setup.is_open_seat() && gone == Gone::Taken) {
            self.changed.open_seats.remove(&id);
            self.changed.gone.insert(id, gone);
        }
        true
    }

    /// Withdraws the open seats of a user who begins a game, except those with days for a move.
    fn withdraw_others(&mut self, user: UserId) {
        for (&id, seat) in &mut self.open_seats {
            // Where others wait as well, the user only leaves the table.
            if seat.summary.setup.users().eq([user]) && is_shown(seat) && !is_correspondence(seat.summary.setup.control) {
                seat.withdrawn = true;
                self.changed.open_seats.remove(&id);
                self.changed.gone.insert(id, Gone::Withdrawn);
            }
        }
    }

    /// Whether somebody may take the open seat of a game. What is not listed is for those who have the link.
    pub(super) fn is_takeable(&self, game: GameId) -> bool {
        self.open_seats.get(&game).is_none_or(|seat| !seat.summary.setup.is_open_seat() || is_shown(seat))
    }

    /// Whether the moves of a game are shown.
    pub(super) fn is_shown(&self, id: GameId) -> bool {
        self.shown.contains_key(&id)
    }

    /// A game whose moves are not shown here was continued at another server. `false` if it is not known, or its moves are to be shown.
    pub(super) fn touch(&mut self, id: GameId, plies: usize, now: Millis) -> bool {
        match self.live.get_mut(&id) {
            Some(info) if !self.shown.contains_key(&id) && self.shown.len() >= MOST_GAMES => {
                (info.at, info.plies) = (now, plies);
                true
            }
            _ => false,
        }
    }

    /// A game that is not in memory was ended at another server.
    pub(super) fn end(&mut self, id: GameId) {
        self.remove_open_seat(id, Gone::Withdrawn);
        self.drop_live(id);
    }

    /// Whether the game has an open seat or can be watched.
    pub(super) fn has_open_seat(&self, id: GameId) -> bool {
        self.open_seats.contains_key(&id)
    }

    /// The games with an open seat and those that can be watched.
    pub(super) fn games(&self) -> impl Iterator<Item = GameId> {
        self.open_seats.keys().chain(self.live.keys()).copied()
    }

    /// Another server has ended: whoever sees the makers of its open seats next is responsible for them, and until then everybody.
    pub(super) fn inherit(&mut self, node: NodeId, now: Millis) {
        for seat in self.open_seats.values_mut().filter(|seat| seat.home == Some(node)) {
            (seat.home, seat.seen) = (None, now);
        }
    }

    pub(super) fn set_elsewhere(&mut self, anonymous: usize) {
        self.anonymous_elsewhere = anonymous;
    }

    /// The game that another server has chosen for everybody; without one it is up to this server.
    pub(super) fn set_featured_elsewhere(&mut self, featured: Option<GameId>) {
        self.featured_elsewhere = featured;
    }

    fn people(&self) -> usize {
        self.online.len() + self.anonymous + self.anonymous_elsewhere
    }

    /// Whether open seats of the user are shown again.
    pub(super) fn enter(&mut self, user: Option<UserId>, viewing: Viewing, home: Option<NodeId>) -> bool {
        let Some(user) = user else {
            self.anonymous += 1;
            return false;
        };
        *self.online.entry(user).or_default().entry(viewing).or_default() += 1;
        let mut shows = false;
        for (&id, seat) in &mut self.open_seats {
            let is_back = seat.waits(user) && is_in_touch(&self.online, user, id);
            if is_back {
                seat.home = home;
            }
            if is_back && seat.hidden {
                seat.hidden = false;
                shows |= is_shown(seat);
                self.changed.gone.remove(&id);
                self.changed.open_seats.insert(id);
            }
        }
        shows
    }

    pub(super) fn leave(&mut self, user: Option<UserId>, viewing: Viewing, home: Option<NodeId>, now: Millis) {
        let Some(user) = user else {
            self.anonymous -= 1;
            return;
        };
        for (&game, seat) in &mut self.open_seats {
            if seat.waits(user) && is_in_touch(&self.online, user, game) {
                (seat.seen, seat.home) = (now, home);
            }
        }
        if let Some(views) = self.online.get_mut(&user) {
            if let Some(count) = views.get_mut(&viewing) {
                *count -= 1;
            }
            views.retain(|_, count| *count > 0);
            if views.is_empty() {
                self.online.remove(&user);
            }
        }
    }

    /// The open seats to give up: the server aborts these games. It never gives up a seat whose maker was last seen by another one. Open seats whose makers are away are no longer shown, nor are games
    /// without moves.
    pub(super) fn sweep(&mut self, now: Millis) -> Vec<GameId> {
        let idle: Vec<GameId> = self.live.iter().filter(|(_, info)| now - info.at > IDLE).map(|(&id, _)| id).collect();
        for id in idle {
            self.drop_live(id);
        }
        let chosen = self.featured_elsewhere.filter(|game| self.live.contains_key(game));
        self.featured = chosen.or_else(|| featured::choose(self.featured, &self.live, now));
        let mut stale = Vec::new();
        for (&id, seat) in &mut self.open_seats {
            let is_in_touch = seat.summary.setup.users().any(|user| is_in_touch(&self.online, user, id));
            let away = if is_in_touch { 0 } else { now - seat.seen };
            if away >= HIDE && is_shown(seat) && !is_correspondence(seat.summary.setup.control) {
                seat.hidden = true;
                self.changed.open_seats.remove(&id);
                self.changed.gone.insert(id, Gone::Withdrawn);
            }
            let GameSummary { setup, at, .. } = &seat.summary;
            let is_over_age = match setup.challenged {
                Some(_) => now - at > challenge::lifetime(setup.control),
                None => is_stale(setup.public, setup.control, if seat.home.is_none() { away } else { 0 }, now - at),
            };
            if seat.withdrawn || is_over_age {
                stale.push(id);
            }
        }
        stale
    }

    /// Everything.
    pub(super) fn lists(&self) -> LobbyLists {
        let open_seats = self.open_seats.values().filter(|seat| is_shown(seat)).map(|seat| seat.summary.clone());
        let mut lists = LobbyLists {
            online: self.people(),
            playing: self.live.len(),
            open_seats: open_seats.collect(),
            games: self.shown.values().cloned().collect(),
            featured: self.featured,
        };
        lists.sort();
        lists.open_seats.truncate(MOST_OPEN_SEATS);
        lists
    }

    /// What changed since the last call.
    pub(super) fn take_change(&mut self) -> Option<LobbyChange> {
        let counts = (self.people(), self.live.len());
        let now = Changed { counts, featured: self.featured, ..Changed::default() };
        let Changed { open_seats, gone, games, over, counts: before, featured } = std::mem::replace(&mut self.changed, now);
        let is_same = counts == before && self.featured == featured;
        if open_seats.is_empty() && gone.is_empty() && games.is_empty() && over.is_empty() && is_same {
            return None;
        }
        let open_seats = open_seats.iter().filter_map(|id| self.open_seats.get(id)).filter(|seat| is_shown(seat));
        let games = games.iter().filter_map(|id| self.shown.get(id).cloned());
        let mut lists = LobbyLists {
            online: counts.0,
            playing: counts.1,
            open_seats: open_seats.map(|seat| seat.summary.clone()).collect(),
            games: games.collect(),
            featured: self.featured,
        };
        lists.sort();
        Some(LobbyChange { lists, gone: gone.into_iter().collect(), over: over.into_iter().collect() })
    }
}

impl LobbyLists {
    fn sort(&mut self) {
        for list in [&mut self.open_seats, &mut self.games] {
            list.sort_by_key(|game| std::cmp::Reverse((game.at, game.id)));
        }
    }
}

fn is_shown(seat: &OpenSeat) -> bool {
    seat.summary.setup.is_open_seat() && !seat.withdrawn && !seat.hidden
}

/// Whether a user has a page open that would show that somebody took the seat in their game.
fn is_in_touch(online: &HashMap<UserId, HashMap<Viewing, u32>>, user: UserId, game: GameId) -> bool {
    let views = online.get(&user);
    views.is_some_and(|views| views.contains_key(&Viewing::Lobby) || views.contains_key(&Viewing::Game(game)))
}

/// Whether a game has days for each move: nobody has to be online.
fn is_correspondence(control: TimeControl) -> bool {
    matches!(control, TimeControl::Days(_))
}

/// Whether an open seat can be given up, by how long its maker has been away and how old it is.
fn is_stale(public: bool, control: TimeControl, away: Millis, age: Millis) -> bool {
    match (public, is_correspondence(control)) {
        (_, true) => age > 14 * DAY,
        (true, false) => away > GRACE || age > HOUR,
        // The address may be on its way to a friend.
        (false, false) => away > GRACE && age > 7 * DAY,
    }
}

#[cfg(test)]
mod tests;
