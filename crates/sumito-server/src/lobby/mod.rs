//! The lobby: open seats, games to watch and people online, announced to everybody who has it open.

mod bells;
mod elsewhere;
mod featured;
mod state;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::broadcast;

use crate::announcement::Announcement;
use crate::bus::{Bus, Topic};
use crate::id::{GameId, NodeId, UserId};
use crate::lock::lock;
use crate::play::clock::Millis;
use crate::play::live::LiveGame;
use crate::play::summary::GameSummary;
use crate::time::now;

pub(crate) use bells::{Bell, Bells};
use elsewhere::{Elsewhere, Word};
use state::LobbyState;
pub(crate) use state::{Gone, IDLE, LobbyChange, LobbyLists, Viewing};

/// The lobby, and the connections that follow it.
pub(crate) struct Lobby {
    bus: Bus,
    inner: Mutex<Inner>,
    changes: broadcast::Sender<Arc<Announcement<LobbyChange>>>,
    /// Those who want to know when they are challenged.
    pub(crate) bells: Arc<Bells>,
    /// Those who want to know when a game of theirs begins or ends.
    pub(crate) game_bells: Arc<Bells>,
}

struct Inner {
    state: LobbyState,
    /// The connections of each user to this server, by what they are viewing.
    here: HashMap<UserId, HashMap<Viewing, u32>>,
    anonymous: usize,
    elsewhere: Elsewhere,
    /// The game that each other server would show to everybody.
    featured: HashMap<NodeId, Option<GameId>>,
    /// The number of visitors without a user and the featured game, as last published.
    published: (usize, Option<GameId>),
    /// Everything announced so far, for newcomers.
    announced: Arc<Announcement<LobbyLists>>,
}

/// How many messages a slow connection may fall behind before it is sent everything again.
const BACKLOG: usize = 16;

impl Lobby {
    pub(crate) fn new(bus: Bus) -> Lobby {
        let inner = Inner {
            state: LobbyState::default(),
            here: HashMap::new(),
            anonymous: 0,
            elsewhere: Elsewhere::default(),
            featured: HashMap::new(),
            published: (0, None),
            announced: Arc::new(Announcement::new(LobbyLists::default())),
        };
        Lobby {
            bus,
            inner: Mutex::new(inner),
            changes: broadcast::channel(BACKLOG).0,
            bells: Arc::default(),
            game_bells: Arc::default(),
        }
    }

    /// Takes in that something happened in a game, at another server (`home`) or at this one.
    pub(crate) fn note(
        &self,
        id: GameId,
        live: &LiveGame,
        summary: impl FnOnce() -> GameSummary,
        home: Option<NodeId>,
        now: Millis,
    ) {
        self.lock().state.note(id, live, summary, home, now);
    }

    /// A game whose moves are not shown here was continued at another server. `false` if more has to be known about it.
    pub(crate) fn touch(&self, id: GameId, plies: usize, now: Millis) -> bool {
        self.lock().state.touch(id, plies, now)
    }

    /// Whether the moves of a game are shown.
    pub(crate) fn is_shown(&self, id: GameId) -> bool {
        self.lock().state.is_shown(id)
    }

    /// A game that is not in memory was ended at another server.
    pub(crate) fn end(&self, id: GameId) {
        self.lock().state.end(id);
    }

    /// Whether the game is listed with an open seat.
    pub(crate) fn has_open_seat(&self, id: GameId) -> bool {
        self.lock().state.has_open_seat(id)
    }

    /// The games with an open seat and those that can be watched.
    pub(crate) fn games(&self) -> Vec<GameId> {
        self.lock().state.games().collect()
    }

    /// Takes in what another server publishes about its visitors.
    pub(crate) fn hear(&self, node: NodeId, text: &str, now: Millis) {
        let Some(word) = Word::read(text) else { return };
        let mut inner = self.lock();
        if let Word::Featured(game) = word {
            inner.featured.insert(node, game);
        }
        let change = inner.elsewhere.hear(node, word);
        self.change_elsewhere(&mut inner, node, change, now);
    }

    /// Another server has ended.
    pub(crate) fn forget(&self, node: NodeId, now: Millis) {
        let mut inner = self.lock();
        inner.featured.remove(&node);
        let change = inner.elsewhere.forget(node);
        self.change_elsewhere(&mut inner, node, change, now);
        inner.state.inherit(node, now);
    }

    fn change_elsewhere(&self, inner: &mut Inner, node: NodeId, change: elsewhere::Change, now: Millis) {
        let mut shows = false;
        // Whoever goes from one page to another is there all the time.
        for (user, viewing) in change.entered {
            shows |= inner.state.enter(Some(user), viewing, Some(node));
        }
        for (user, viewing) in change.left {
            inner.state.leave(Some(user), viewing, Some(node), now);
        }
        let anonymous = inner.elsewhere.anonymous();
        inner.state.set_elsewhere(anonymous);
        if shows {
            self.announce_changes(inner);
        }
    }

    /// Publishes all visitors of this server.
    pub(crate) fn publish_visitors(&self) {
        let inner = self.lock();
        self.publish(&Word::Begin);
        for (&user, views) in &inner.here {
            self.publish(&Word::Views(user, views.keys().copied().collect()));
        }
        self.publish(&Word::Anonymous(inner.anonymous));
        self.publish(&Word::Featured(inner.published.1));
        self.publish(&Word::End);
    }

    fn publish(&self, word: &Word) {
        self.bus.publish(Topic::Lobby, || word.write());
    }

    /// Publishes the pages of a user, which have changed.
    fn publish_views(&self, inner: &Inner, user: UserId) {
        let views = inner.here.get(&user).map(|views| views.keys().copied().collect()).unwrap_or_default();
        self.publish(&Word::Views(user, views));
    }

    /// Replaces how a listed game is described, after a player's name has changed.
    pub(crate) fn describe(&self, id: GameId, summary: GameSummary) {
        self.lock().state.describe(id, summary);
    }

    /// Whether somebody may take the open seat of a game. Not while its maker is away, or when it is about to be withdrawn.
    pub(crate) fn is_takeable(&self, game: GameId) -> bool {
        self.lock().state.is_takeable(game)
    }

    /// Counts somebody as online until the result is dropped.
    pub(crate) fn enter(self: &Arc<Lobby>, user: Option<UserId>, viewing: Viewing) -> Visit {
        let mut inner = self.lock();
        if inner.state.enter(user, viewing, None) {
            // The page of somebody who is back finds their open seat at once.
            self.announce_changes(&mut inner);
        }
        match user {
            Some(user) => {
                let count = inner.here.entry(user).or_default().entry(viewing).or_default();
                *count += 1;
                if *count == 1 {
                    self.publish_views(&inner, user);
                }
            }
            None => inner.anonymous += 1,
        }
        Visit { lobby: Arc::clone(self), user, viewing }
    }

    /// Whether a user has a page open.
    pub(crate) fn is_online(&self, user: UserId) -> bool {
        self.lock().state.is_online(user)
    }

    /// Those of some users who have no page open at any server.
    pub(crate) fn offline(&self, users: impl Iterator<Item = UserId>) -> HashSet<UserId> {
        let inner = self.lock();
        users.filter(|user| !inner.state.is_online(*user)).collect()
    }

    /// Some users who have a page open, at any server.
    pub(crate) fn users_online(&self, most: usize) -> Vec<UserId> {
        self.lock().state.users_online().take(most).collect()
    }

    /// The game that is shown to everybody.
    pub(crate) fn featured(&self) -> Option<GameId> {
        self.lock().state.featured()
    }

    /// Everything as it is now.
    pub(crate) fn lists(&self) -> LobbyLists {
        self.lock().state.lists()
    }

    /// Everything as last announced.
    pub(crate) fn announced(&self) -> Arc<Announcement<LobbyLists>> {
        Arc::clone(&self.lock().announced)
    }

    /// Everything as last announced, and the changes announced from then on.
    pub(crate) fn follow(&self) -> (Arc<Announcement<LobbyLists>>, broadcast::Receiver<Arc<Announcement<LobbyChange>>>) {
        let inner = self.lock();
        (Arc::clone(&inner.announced), self.changes.subscribe())
    }

    /// Announces what changed. Returns the games whose open seats can be given up.
    pub(crate) fn announce(&self, now: Millis) -> Vec<GameId> {
        let mut inner = self.lock();
        // The server with the smallest id chooses for all.
        let leader = self.bus.others().into_iter().min().filter(|&other| other < self.bus.node());
        let chosen = leader.and_then(|leader| inner.featured.get(&leader).copied().flatten());
        inner.state.set_featured_elsewhere(chosen);
        let stale = inner.state.sweep(now);
        self.announce_changes(&mut inner);
        let published = (inner.anonymous, inner.state.featured());
        if inner.published != published {
            inner.published = published;
            self.publish(&Word::Anonymous(published.0));
            self.publish(&Word::Featured(published.1));
        }
        stale
    }

    fn leave(&self, user: Option<UserId>, viewing: Viewing) {
        let mut inner = self.lock();
        inner.state.leave(user, viewing, None, now());
        let Some(user) = user else {
            inner.anonymous -= 1;
            return;
        };
        let Some(views) = inner.here.get_mut(&user) else { return };
        let Entry::Occupied(mut count) = views.entry(viewing) else { return };
        *count.get_mut() -= 1;
        if *count.get() > 0 {
            return;
        }
        count.remove();
        if views.is_empty() {
            inner.here.remove(&user);
        }
        self.publish_views(&inner, user);
    }

    fn announce_changes(&self, inner: &mut Inner) {
        if let Some(change) = inner.state.take_change() {
            inner.announced = Arc::new(Announcement::new(inner.state.lists()));
            // Nobody may be connected.
            let _ = self.changes.send(Arc::new(Announcement::new(change)));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }
}

/// Somebody who is online.
pub(crate) struct Visit {
    lobby: Arc<Lobby>,
    user: Option<UserId>,
    viewing: Viewing,
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.lobby.leave(self.user, self.viewing);
    }
}
