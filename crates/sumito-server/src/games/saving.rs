//! How a game changes: the change is decided on a copy of the game, saved, and only then put into memory and announced. A failure before it is
//! saved leaves the game as it was.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OwnedMutexGuard;

use crate::announcement::Announcement;
use crate::db::{Append, Appended, DbError, EngineJob, SavedRow};
use crate::failure::Failure;
use crate::games::Games;
use crate::games::room::{LoadedGame, Notice, Room, Update};
use crate::id::{GameId, NodeId};
use crate::lock::lock;
use crate::play::clock::Millis;
use crate::play::event::{Event, EventKind, Setup};
use crate::play::live::{LiveGame, Status};
use crate::play::ratings::RatedGame;
use crate::play::seats::Seats;
use crate::play::summary::PlayerInfo;
use crate::time::now;

/// How long to wait before a game is read again after that failed.
const RELOAD: Duration = Duration::from_millis(500);

/// A game that is loaded, and whose lock is held.
pub(super) struct Held {
    pub(super) id: GameId,
    pub(super) room: Arc<Room>,
    pub(super) slot: OwnedMutexGuard<Option<LoadedGame>>,
}

impl Held {
    pub(super) fn loaded(&self) -> &LoadedGame {
        self.slot.as_ref().expect("a game that is held is loaded")
    }
}

/// Where something happened in a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// This server is responsible for what follows from it.
    Here,
    /// Another server is, if this one knows which.
    Elsewhere(Option<NodeId>),
}

/// Events of a game that are saved and not in memory yet.
pub(super) struct Change {
    pub(super) id: GameId,
    /// The game after them.
    pub(super) live: LiveGame,
    pub(super) events: Vec<Event>,
    /// Whether somebody joined, or ratings have changed.
    pub(super) changes_players: bool,
    /// The row of the game in the database, if it is known.
    pub(super) row: Option<SavedRow>,
    pub(super) origin: Origin,
}

/// A change of a game, or a new game: decided, but neither saved nor announced yet.
pub(super) struct Draft {
    id: GameId,
    /// The game after it.
    live: LiveGame,
    events: Vec<Event>,
    append: Append,
}

impl Draft {
    /// The game after these events.
    pub(super) fn change(held: &Held, events: Vec<Event>, now: Millis) -> Result<Draft, Failure> {
        let loaded = held.loaded();
        let mut live = loaded.live.clone();
        for event in &events {
            live.fold(event)?;
        }
        let rated = if loaded.live.status().is_ended() { None } else { RatedGame::of(&live, now) };
        let append = Append::new(held.id, &live, lines(&events)).rating(rated);
        let append = append.skip_row_if_current(loaded.saved_row.as_ref());
        Ok(Draft { id: held.id, live, events, append })
    }

    /// A new game.
    pub(super) fn create(id: GameId, setup: Setup, now: Millis) -> Result<Draft, Failure> {
        let events = vec![Event { at: now, kind: EventKind::Created(Box::new(setup.clone())) }];
        let live = LiveGame::new(setup, now)?;
        let append = Append::new(id, &live, lines(&events));
        Ok(Draft { id, live, events, append })
    }
}

fn lines(events: &[Event]) -> Vec<(Millis, String)> {
    events.iter().map(|event| (event.at, event.kind.to_string())).collect()
}

impl Games {
    /// Locks a game, and loads it if need be.
    pub(super) async fn hold(&self, id: GameId) -> Result<Held, Failure> {
        let room = self.room(id);
        let mut slot = Arc::clone(&room.game).lock_owned().await;
        self.load(id, &room, &mut slot).await?;
        Ok(Held { id, room, slot })
    }

    /// Saves changes and new games, all or none, then puts them into memory and announces them. After a conflict the games are reloaded as somebody else has
    /// left them, and their watchers know.
    pub(super) async fn commit(
        self: &Arc<Games>,
        mut changes: Vec<(&mut Held, Draft)>,
        created: Vec<Draft>,
        now: Millis,
    ) -> Result<Appended, Failure> {
        let changed = changes.iter().map(|(held, draft)| (Some(&held.loaded().live), draft));
        let appends = changed.chain(created.iter().map(|draft| (None, draft)));
        let appends = appends.map(|(before, draft)| draft.append.clone().engine_job(self.engine_job(before, &draft.live)));
        match self.db.append(appends.collect()).await {
            Ok(Appended::Saved) => {}
            Ok(Appended::Conflict) => {
                self.metrics.conflicts.add();
                for (held, _) in changes {
                    *held.slot = None;
                    let loaded = self.load(held.id, &held.room, &mut held.slot).await;
                    loaded.map(|_| ()).inspect_err(|_| self.reload_soon(held.id))?;
                }
                return Ok(Appended::Conflict);
            }
            Err(error) => {
                if matches!(error, DbError::InDoubt(_)) {
                    for (held, _) in &mut changes {
                        *held.slot = None;
                        self.reload_soon(held.id);
                    }
                }
                return Err(error.into());
            }
        }
        for draft in changes.iter().map(|(_, draft)| draft).chain(&created) {
            self.publish_change(draft.id, &draft.live, &draft.events);
        }
        for (held, draft) in changes {
            let loaded = held.slot.as_mut().expect("a game that is held is loaded");
            let Draft { id, live, events, append } = draft;
            self.metrics.moves.add_many(events.iter().filter(|event| matches!(event.kind, EventKind::Moved { .. })).count());
            let changes_players = append.is_rating() || events.iter().any(|event| event.kind.changes_players());
            let row = append.row().or(loaded.saved_row.take());
            let change = Change { id, live, events, changes_players, row, origin: Origin::Here };
            self.put_in(&held.room, loaded, change, now).await;
        }
        for draft in created {
            self.metrics.games.add();
            // The game has been saved, even if its players cannot be read right now.
            let players = self.players(draft.id, &draft.live, now).await.inspect_err(Failure::log).unwrap_or_default();
            let room = self.room(draft.id);
            let mut slot = room.game.lock().await;
            let loaded = self.take_up(draft.id, &room, &mut slot, draft.live, draft.events, players, Origin::Here);
            self.note_in_lobby(draft.id, loaded, None, now);
            self.ring(loaded.live.setup());
            self.ring_players(loaded.live.setup());
        }
        Ok(Appended::Saved)
    }

    /// Puts a saved change into memory, and announces it.
    pub(super) async fn put_in(&self, room: &Room, loaded: &mut LoadedGame, change: Change, now: Millis) {
        let Change { id, live, events, changes_players, row, origin } = change;
        let (before, status) = (loaded.live.version(), loaded.live.status());
        loaded.live = live;
        loaded.saved_row = row;
        for (version, event) in (before + 1..).zip(events) {
            let mut players = None;
            if changes_players {
                match self.players(id, &loaded.live, now).await {
                    Ok(known) => loaded.players = known,
                    // The event is saved and has to be announced.
                    Err(failure) => failure.log(),
                }
                players = Some((loaded.live.setup().seats, loaded.players.clone()));
            }
            loaded.log.push(event.clone());
            room.announce(Notice::Event(Arc::new(Announcement::new(Update::new(version, event, loaded, players, now)))));
        }
        room.set_version(loaded.live.version());
        if loaded.live.status().is_ended() {
            self.networks.release(id);
        }
        self.settle(id, room, loaded, origin);
        let home = if let Origin::Elsewhere(home) = origin { home } else { None };
        self.note_in_lobby(id, loaded, home, now);
        if origin != Origin::Here {
            return;
        }
        if status == Status::Open {
            self.ring(loaded.live.setup());
        }
        if loaded.live.status() != status {
            self.ring_players(loaded.live.setup());
        }
    }

    /// What a change means for the engine's lease, if several servers share the database.
    fn engine_job(&self, before: Option<&LiveGame>, after: &LiveGame) -> Option<EngineJob> {
        let is_to_move = |live: &LiveGame| live.engine_to_move().is_some();
        match self.db.is_shared() {
            // A server without threads and workers leaves it to the others at once.
            true if is_to_move(after) => Some(EngineJob::Begins(self.engine_seats.is_staffed().then(|| self.bus.node()))),
            true if before.is_some_and(is_to_move) => Some(EngineJob::Ends),
            _ => None,
        }
    }

    /// Reads a game again from its log, as soon as the database knows whether its last change was saved.
    pub(super) fn reload_soon(self: &Arc<Games>, id: GameId) {
        let games = Arc::downgrade(self);
        tokio::spawn(async move {
            while let Some(games) = games.upgrade() {
                if games.db.settle().await.is_ok() {
                    let room = games.room(id);
                    let mut slot = room.game.lock().await;
                    *slot = None;
                    match games.load(id, &room, &mut slot).await {
                        Err(Failure::Database(_)) => {}
                        Err(_) => return,
                        // If it was saved, the other servers do not know yet.
                        Ok(loaded) => return games.publish_change(id, &loaded.live, &[]),
                    }
                }
                drop(games);
                tokio::time::sleep(RELOAD).await;
            }
        });
    }

    /// The game in its slot, read from its log if need be.
    pub(super) async fn load<'a>(
        &self,
        id: GameId,
        room: &Room,
        slot: &'a mut Option<LoadedGame>,
    ) -> Result<&'a mut LoadedGame, Failure> {
        if slot.is_none() {
            self.unreadable.check(id)?;
            let lines = self.db.log(id).await?;
            if lines.is_empty() {
                lock(&self.rooms).remove(&id);
                return Err(Failure::NotFound);
            }
            let (live, log) = self.unreadable.replay(id, &lines)?;
            let players = self.players(id, &live, now()).await?;
            self.take_up(id, room, slot, live, log, players, self.origin_of_loaded());
        }
        Ok(slot.as_mut().expect("it was just read"))
    }

    /// Who is responsible for a game that was just loaded: with a shared database, those who have saved its last event.
    pub(super) fn origin_of_loaded(&self) -> Origin {
        if self.db.is_shared() { Origin::Elsewhere(None) } else { Origin::Here }
    }

    /// Puts a game into its slot, and resumes it.
    #[expect(clippy::too_many_arguments, reason = "all parts of a game")]
    pub(super) fn take_up<'a>(
        &self,
        id: GameId,
        room: &Room,
        slot: &'a mut Option<LoadedGame>,
        live: LiveGame,
        log: Vec<Event>,
        players: Seats<PlayerInfo>,
        origin: Origin,
    ) -> &'a mut LoadedGame {
        let loaded = slot.insert(LoadedGame { live, log, players, up_since: self.up_since, saved_row: None });
        self.settle(id, room, loaded, origin);
        if room.set_version(loaded.live.version()) {
            // Somebody else has continued it.
            self.metrics.reloads.add();
            room.announce(Notice::Reloaded);
            self.note_in_lobby(id, loaded, None, now());
        }
        loaded
    }
}
