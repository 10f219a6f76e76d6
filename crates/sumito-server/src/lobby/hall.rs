//! What the lobby knows: who waits for a game, what is being played, who is there, and what of it changed since it was last told. It
//! waits for nothing, and time is an argument.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::id::{GameId, UserId};
use crate::play::clock::{Millis, TimeControl};
use crate::play::event::Player;
use crate::play::live::{LiveGame, Status};

use super::Listed;

/// How long somebody who waits for a game on time may be away: enough to load a page anew on a slow line.
const GRACE: Millis = 30_000;
const HOUR: Millis = 60 * 60 * 1000;
const DAY: Millis = 24 * HOUR;
/// How long a game without a move counts as one to watch.
pub(super) const IDLE: Millis = HOUR / 4;
/// The most games that are shown to watch, and the most open seats that are listed.
const MOST_GAMES: usize = 12;
const MOST_SEEKS: usize = 200;
/// The most open seats that one user may have listed.
const MOST_OF_ONE: usize = 6;

#[derive(Default)]
pub(crate) struct Hall {
    waiting: BTreeMap<GameId, Waiting>,
    /// Games that can be watched, and when something last happened in each.
    live: BTreeMap<GameId, Millis>,
    /// Those that are shown.
    shown: BTreeMap<GameId, Listed>,
    /// The connections of each user, by what they look at.
    people: HashMap<UserId, HashMap<Place, u32>>,
    /// Connections without a user.
    strangers: usize,
    changed: Changed,
}

/// A game with an open seat.
struct Waiting {
    listed: Listed,
    maker: UserId,
    /// When its maker was last seen where they hear that somebody came.
    seen: Millis,
    /// Its maker has found a game, or looks for another one.
    forsaken: bool,
}

/// What a connection looks at.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Lobby,
    Game(GameId),
}

/// Why an open seat is gone.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Gone {
    Taken,
    Withdrawn,
}

#[derive(Default)]
struct Changed {
    seeks: BTreeSet<GameId>,
    gone: BTreeMap<GameId, Gone>,
    games: BTreeSet<GameId>,
    over: BTreeSet<GameId>,
    /// Those who are there, and the games that are played, as they were last told.
    counts: (usize, usize),
}

/// What is told: everything, or what changed.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct View {
    pub(crate) online: usize,
    pub(crate) playing: usize,
    /// Open seats, the latest first.
    pub(crate) seeks: Vec<Listed>,
    /// Games to watch, the latest first.
    pub(crate) games: Vec<Listed>,
    pub(crate) gone: Vec<(GameId, Gone)>,
    pub(crate) over: Vec<GameId>,
}

impl Hall {
    /// Something happened in a game. `tell` says what lists show of it.
    pub(super) fn note(&mut self, id: GameId, live: &LiveGame, tell: impl FnOnce() -> Listed, now: Millis) {
        let public = live.setup().public;
        match live.status() {
            Status::Waiting => {
                let seats = live.setup().seats;
                let Some(Player::User(maker)) = seats.black.or(seats.white) else { return };
                if self.waiting.contains_key(&id) {
                    return;
                }
                if public {
                    if !is_patient(live.setup().control) {
                        self.forsake(maker);
                    }
                    self.changed.seeks.insert(id);
                }
                self.waiting.insert(id, Waiting { listed: tell(), maker, seen: now, forsaken: false });
            }
            Status::Playing => {
                if self.take_waiting(id, Gone::Taken) && !is_patient(live.setup().control) {
                    for player in [live.setup().seats.black, live.setup().seats.white] {
                        if let Some(Player::User(user)) = player {
                            self.forsake(user);
                        }
                    }
                }
                if public && !is_patient(live.setup().control) {
                    self.note_live(id, tell, now);
                }
            }
            Status::Over(_) | Status::Aborted => {
                self.take_waiting(id, Gone::Withdrawn);
                self.drop_live(id);
            }
        }
    }

    fn note_live(&mut self, id: GameId, tell: impl FnOnce() -> Listed, now: Millis) {
        self.live.insert(id, now);
        if self.shown.contains_key(&id) || self.shown.len() < MOST_GAMES {
            self.shown.insert(id, tell());
            self.changed.games.insert(id);
        }
    }

    fn drop_live(&mut self, id: GameId) {
        self.live.remove(&id);
        if self.shown.remove(&id).is_some() {
            self.changed.games.remove(&id);
            self.changed.over.insert(id);
        }
    }

    /// Whether the game was waiting until now.
    fn take_waiting(&mut self, id: GameId, gone: Gone) -> bool {
        let Some(waiting) = self.waiting.remove(&id) else { return false };
        if is_shown(&waiting) || (waiting.listed.setup.public && gone == Gone::Taken) {
            self.changed.seeks.remove(&id);
            self.changed.gone.insert(id, gone);
        }
        true
    }

    /// A user sits down: nobody finds them waiting for another game on time.
    fn forsake(&mut self, user: UserId) {
        for (&id, waiting) in &mut self.waiting {
            if waiting.maker == user && is_shown(waiting) && !is_patient(waiting.listed.setup.control) {
                waiting.forsaken = true;
                self.changed.seeks.remove(&id);
                self.changed.gone.insert(id, Gone::Withdrawn);
            }
        }
    }

    /// Whether a user may have another open seat listed.
    pub(super) fn may_seek(&self, user: UserId) -> bool {
        self.waiting.values().filter(|waiting| waiting.maker == user && is_shown(waiting)).count() < MOST_OF_ONE
    }

    pub(super) fn enter(&mut self, user: Option<UserId>, place: Place) {
        match user {
            Some(user) => *self.people.entry(user).or_default().entry(place).or_default() += 1,
            None => self.strangers += 1,
        }
    }

    pub(super) fn leave(&mut self, user: Option<UserId>, place: Place, now: Millis) {
        let Some(user) = user else {
            self.strangers -= 1;
            return;
        };
        for (&game, waiting) in &mut self.waiting {
            if waiting.maker == user && hears(&self.people, user, game) {
                waiting.seen = now;
            }
        }
        if let Some(places) = self.people.get_mut(&user) {
            if let Some(count) = places.get_mut(&place) {
                *count -= 1;
            }
            places.retain(|_, count| *count > 0);
            if places.is_empty() {
                self.people.remove(&user);
            }
        }
    }

    /// The waiting games that nobody waits for any more, for the server to abort. Games without moves stop being shown.
    pub(super) fn sweep(&mut self, now: Millis) -> Vec<GameId> {
        let idle: Vec<GameId> = self.live.iter().filter(|(_, at)| now - **at > IDLE).map(|(&id, _)| id).collect();
        for id in idle {
            self.drop_live(id);
        }
        let people = &self.people;
        let waiting = self.waiting.iter().filter(|&(&id, waiting)| {
            let Listed { setup, at, .. } = &waiting.listed;
            let away = if hears(people, waiting.maker, id) { 0 } else { now - waiting.seen };
            waiting.forsaken || is_stale(setup.public, setup.control, away, now - at)
        });
        waiting.map(|(&id, _)| id).collect()
    }

    /// Everything.
    pub(super) fn view(&self) -> View {
        let seeks = self.waiting.values().filter(|waiting| is_shown(waiting)).map(|waiting| waiting.listed.clone());
        let mut view = View {
            online: self.people.len() + self.strangers,
            playing: self.live.len(),
            seeks: seeks.collect(),
            games: self.shown.values().cloned().collect(),
            ..View::default()
        };
        view.sort();
        view.seeks.truncate(MOST_SEEKS);
        view
    }

    /// What changed since the last time.
    pub(super) fn take_change(&mut self) -> Option<View> {
        let counts = (self.people.len() + self.strangers, self.live.len());
        let Changed { seeks, gone, games, over, counts: before } =
            std::mem::replace(&mut self.changed, Changed { counts, ..Changed::default() });
        if seeks.is_empty() && gone.is_empty() && games.is_empty() && over.is_empty() && counts == before {
            return None;
        }
        let seeks = seeks.iter().filter_map(|id| self.waiting.get(id)).filter(|waiting| is_shown(waiting));
        let games = games.iter().filter_map(|id| self.shown.get(id).cloned());
        let mut view = View {
            online: counts.0,
            playing: counts.1,
            seeks: seeks.map(|waiting| waiting.listed.clone()).collect(),
            games: games.collect(),
            gone: gone.into_iter().collect(),
            over: over.into_iter().collect(),
        };
        view.sort();
        Some(view)
    }
}

impl View {
    fn sort(&mut self) {
        for list in [&mut self.seeks, &mut self.games] {
            list.sort_by_key(|listed| std::cmp::Reverse((listed.at, listed.id)));
        }
    }
}

fn is_shown(waiting: &Waiting) -> bool {
    waiting.listed.setup.public && !waiting.forsaken
}

/// Whether a user is where they hear that somebody took the seat in their game.
fn hears(people: &HashMap<UserId, HashMap<Place, u32>>, user: UserId, game: GameId) -> bool {
    people.get(&user).is_some_and(|places| places.contains_key(&Place::Lobby) || places.contains_key(&Place::Game(game)))
}

/// Whether a game has days for each move: nobody has to be there.
fn is_patient(control: TimeControl) -> bool {
    matches!(control, TimeControl::Days(_))
}

/// Whether nobody waits any more for the second player of a game: its maker is away for so long, and it is so old.
fn is_stale(public: bool, control: TimeControl, away: Millis, age: Millis) -> bool {
    match (public, is_patient(control)) {
        (_, true) => age > 14 * DAY,
        (true, false) => away > GRACE || age > HOUR,
        // The address may be on its way to a friend.
        (false, false) => away > GRACE && age > 7 * DAY,
    }
}

#[cfg(test)]
mod tests;
