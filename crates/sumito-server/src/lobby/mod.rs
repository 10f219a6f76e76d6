//! The lobby: open seats, games to watch and people online, announced to everybody who has it open.

mod bells;
mod featured;
mod state;

use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::broadcast;

use crate::announcement::Announcement;
use crate::id::{GameId, UserId};
use crate::lock::lock;
use crate::play::clock::Millis;
use crate::play::live::LiveGame;
use crate::play::summary::GameSummary;
use crate::time::now;

pub(crate) use bells::Bells;
use state::LobbyState;
pub(crate) use state::{Gone, IDLE, LobbyChange, LobbyLists, Viewing};

/// The lobby, and the connections that follow it.
pub(crate) struct Lobby {
    inner: Mutex<Inner>,
    changes: broadcast::Sender<Arc<Announcement<LobbyChange>>>,
    /// Those who want to know when they are challenged.
    pub(crate) bells: Arc<Bells>,
}

struct Inner {
    state: LobbyState,
    /// Everything announced so far, for newcomers.
    announced: Arc<Announcement<LobbyLists>>,
}

/// How many messages a slow connection may fall behind before it is sent everything again.
const BACKLOG: usize = 16;

impl Default for Lobby {
    fn default() -> Lobby {
        let announced = Arc::new(Announcement::new(LobbyLists::default()));
        Lobby {
            inner: Mutex::new(Inner { state: LobbyState::default(), announced }),
            changes: broadcast::channel(BACKLOG).0,
            bells: Arc::default(),
        }
    }
}

impl Lobby {
    /// Takes in that something happened in a game.
    pub(crate) fn note(&self, id: GameId, live: &LiveGame, summary: impl FnOnce() -> GameSummary, now: Millis) {
        self.lock().state.note(id, live, summary, now);
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
        if inner.state.enter(user, viewing) {
            // The page of somebody who is back finds their open seat at once.
            self.announce_changes(&mut inner);
        }
        Visit { lobby: Arc::clone(self), user, viewing }
    }

    /// Whether a user has a page open.
    pub(crate) fn is_online(&self, user: UserId) -> bool {
        self.lock().state.is_online(user)
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
        let stale = inner.state.sweep(now);
        self.announce_changes(&mut inner);
        stale
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
        self.lobby.lock().state.leave(self.user, self.viewing, now());
    }
}
