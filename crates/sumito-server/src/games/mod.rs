//! Live games: loaded from their logs when needed, changed through one door, announced to everybody who watches.

mod challenges;
mod changed;
mod engine_moves;
pub(crate) mod engine_queue;
pub(crate) mod engine_seats;
mod flags;
mod indexing;
mod leases;
pub(crate) mod lists;
mod lobby_updates;
mod networks;
pub(crate) mod new_game;
mod other_nodes;
pub(crate) mod paired;
pub(crate) mod record;
pub(crate) mod room;
mod saving;
mod seating;
mod unreadable;
mod user_locks;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use sumito_rules::Color;
use sumito_rules::party::Seat;
use tokio::sync::mpsc;

use crate::bus::{Bus, Topic};
use crate::db::{Appended, ChatMessage, Db};
use crate::failure::{Failure, Field};
use crate::id::{GameId, NodeId, UserId, random_bytes};
use crate::lobby::Lobby;
use crate::lock::lock;
use crate::metrics::{Load, Metrics};
use crate::play::clock::Millis;
use crate::play::event::{EventKind, GameKind, Player, Setup};
use crate::play::live::{Action, Actor, LiveGame, Moment};
use crate::play::ratings::why_not_rated;
use crate::play::refusal::Refusal;
use crate::play::seats::Seats;
use crate::play::summary::PlayerInfo;
use crate::time::now;
use crate::user_text;
use engine_queue::{Job, Owner};
use engine_seats::EngineSeats;
use networks::Networks;
use room::{LoadedGame, Notice, Room, Watcher, player_info};
use saving::{Draft, Origin};
use unreadable::Unreadable;
use user_locks::UserLocks;

/// All games. Nothing else writes their events.
pub(crate) struct Games {
    db: Db,
    /// Connects this server with others that share the database.
    bus: Bus,
    pub(crate) engine_seats: EngineSeats,
    rooms: Mutex<HashMap<GameId, Arc<Room>>>,
    unreadable: Unreadable,
    /// Sends the moments when time runs out to the task that waits for them.
    flags: mpsc::UnboundedSender<(GameId, Option<Millis>)>,
    pub(crate) lobby: Arc<Lobby>,
    /// Where users were last seen.
    pub(crate) networks: Networks,
    user_locks: UserLocks,
    /// The secret from which random colors are derived.
    color_draws: String,
    up_since: Millis,
    pub(crate) metrics: Metrics,
}

/// The version after a move that its player sends again, because the reply was lost.
fn repeated_move(loaded: &LoadedGame, actor: Actor, version: u32, action: &Action) -> Option<u32> {
    let (Actor::User(user), Action::Play { text, .. }) = (actor, action) else { return None };
    let EventKind::Moved { m, .. } = loaded.log.get(version as usize)?.kind else { return None };
    let is_own = loaded.live.sides(user).any(|seat| loaded.live.last_move_of(seat) == version + 1);
    (is_own && m.to_string() == text.trim()).then_some(version + 1)
}

/// How often an action is retried after a conflict with another server.
const TRIES: usize = 3;
/// How much later than the responsible server another one looks at a flag.
const BACKUP: Millis = 500;
/// How long an unused game stays in memory.
const IDLE: Millis = 5 * 60 * 1000;

impl Games {
    /// Resumes the games in the database: clocks run and the engine thinks from now on.
    pub(crate) async fn start(db: Db, bus: Bus, engine_threads: usize) -> Result<Arc<Games>, Failure> {
        let (engine_seats, engine_moves) = EngineSeats::start(engine_threads);
        let (flags, falling) = mpsc::unbounded_channel();
        let subscription = bus.subscribe(other_nodes::TOPICS);
        let (lobby, networks) = (Arc::new(Lobby::new(bus.clone())), Networks::new(bus.clone()));
        let site = db.site().await?;
        let games = Arc::new(Games {
            db,
            bus,
            engine_seats,
            rooms: Mutex::default(),
            unreadable: Unreadable::default(),
            flags,
            lobby,
            networks,
            user_locks: UserLocks::default(),
            color_draws: site.secret,
            up_since: now(),
            metrics: Metrics::default(),
        });
        if games.db.is_shared() {
            games.db.list_engine_jobs().await?;
            tokio::spawn(leases::run(Arc::downgrade(&games)));
        } else {
            // No other server has these games.
            for (game, at) in games.db.flags().await? {
                games.schedule(game, Some(at));
            }
            tokio::spawn(wake_engine(Arc::downgrade(&games), games.db.engine_games().await?));
        }
        tokio::spawn(other_nodes::run(Arc::downgrade(&games), subscription));
        tokio::spawn(engine_moves::deliver(Arc::downgrade(&games), engine_moves));
        tokio::spawn(flags::watch(Arc::downgrade(&games), falling));
        tokio::spawn(sweep(Arc::downgrade(&games)));
        tokio::spawn(lobby_updates::run(Arc::downgrade(&games)));
        tokio::spawn(indexing::run(Arc::downgrade(&games)));
        Ok(games)
    }

    pub(crate) fn bus(&self) -> &Bus {
        &self.bus
    }

    /// Hands everything over to the other servers, and closes the database.
    pub(crate) async fn stop(&self) {
        if self.db.is_shared() {
            let node = self.bus.node();
            let given_up = async {
                self.db.give_up_engine_jobs(node).await?;
                self.db.remove_node(node).await
            };
            if let Err(error) = given_up.await {
                // The leases run out soon.
                tracing::warn!(%error, "the leases of this server were not given up");
            }
        }
        self.bus.close().await;
        self.db.close().await;
    }

    pub(crate) fn db(&self) -> &Db {
        &self.db
    }

    /// Sets up a game for a user, who sits in it.
    pub(crate) async fn create(self: &Arc<Games>, user: UserId, setup: Setup, now: Millis) -> Result<GameId, Failure> {
        let id = GameId::random();
        let games = Arc::clone(self);
        detached(async move { games.set_up_now(id, user, setup, now).await }).await?;
        Ok(id)
    }

    /// The one door: somebody does something in a game. Returns the version after it.
    pub(crate) async fn act(
        self: &Arc<Games>,
        game: GameId,
        actor: Actor,
        version: u32,
        action: Action,
        now: Millis,
    ) -> Result<u32, Failure> {
        let games = Arc::clone(self);
        let begun = Instant::now();
        let done = detached(async move {
            match (actor, &action) {
                (Actor::User(user), Action::Join(seat)) => games.join_now(game, user, *seat, now).await,
                (Actor::User(user), Action::Fill(_)) => games.fill_now(game, user, version, &action, now).await,
                _ => games.act_now(game, actor, version, &action, now).await,
            }
        });
        let done = done.await;
        self.metrics.act.add(begun.elapsed());
        done
    }

    async fn act_now(
        self: &Arc<Games>,
        id: GameId,
        actor: Actor,
        version: u32,
        action: &Action,
        now: Millis,
    ) -> Result<u32, Failure> {
        let mut held = self.hold(id).await?;
        if version > held.loaded().live.version() {
            // The actor has seen more than this server.
            self.catch_up(id, &held.room, &mut held.slot).await?;
        }
        for _ in 0..TRIES {
            let live = &held.loaded().live;
            if let Some(version) = repeated_move(held.loaded(), actor, version, action) {
                return Ok(version);
            }
            // The clocks of servers may differ, but time never goes back in a game.
            let now = now.max(held.loaded().at());
            let missed_since = held.room.missed_since(now);
            let seed = if live.setup().drawn { u64::from_le_bytes(random_bytes()) } else { 0 };
            let moment = Moment { now, up_since: self.up_since, missed_since, random_color: None, seed };
            let events = live.apply(actor, version, action, moment)?;
            let mut created = Vec::new();
            for event in &events {
                if let EventKind::Rematched(next) = event.kind {
                    let setup = self.rematch_setup(live).await?;
                    let accepts = if let Actor::User(user) = actor { Some(user) } else { None };
                    self.check_rated(&setup, accepts).await?;
                    created.push(Draft::create(next, setup, now)?);
                }
            }
            let draft = Draft::change(&held, events, now)?;
            if self.commit(vec![(&mut held, draft)], created, now).await? == Appended::Saved {
                return Ok(held.loaded().live.version());
            }
            // Another server was faster. The action may still be possible.
        }
        Err(Refusal::Stale.into())
    }

    /// The setup of a rematch. In a rated game the colors are drawn at random.
    async fn rematch_setup(&self, live: &LiveGame) -> Result<Setup, Failure> {
        let setup = live.setup();
        let seed = u64::from_le_bytes(random_bytes());
        let (Some(Player::User(black)), Some(Player::User(white))) = (setup.seats[Color::Black], setup.seats[Color::White])
        else {
            return Ok(live.rematch_setup(None, seed));
        };
        let color = self.random_color(setup, black).await?;
        Ok(live.rematch_setup(color.map(|color| if color == Color::Black { black } else { white }), seed))
    }

    /// The consequences of a game's current state: when its time runs out, what absence means, and whether the engine has to think.
    fn settle(&self, id: GameId, room: &Room, loaded: &LoadedGame, origin: Origin) {
        let live = &loaded.live;
        let deadline = live.deadline(self.up_since);
        room.set_absence(live.absence());
        if origin == Origin::Here {
            self.schedule(id, deadline);
            self.ask_engine(id, room, loaded);
        } else {
            // The server that saved the last event is faster, unless it is gone; and the engine thinks there.
            self.schedule(id, deadline.map(|at| at + BACKUP));
            self.engine_seats.cancel(id);
        }
    }

    /// Asks the engine for a move, if it is its turn.
    fn ask_engine(&self, id: GameId, room: &Room, LoadedGame { live, players, .. }: &LoadedGame) {
        let Some(level) = live.engine_to_move() else {
            self.engine_seats.cancel(id);
            return;
        };
        // Whoever is next among the people waits for it.
        let waits =
            live.game().seating().after(live.game().turn()).find_map(|seat| Some((seat, live.setup().seats[seat]?.user()?)));
        let owner = waits.map_or(Owner::Nobody, |(seat, user)| self.owner(user, players[seat].name.is_some()));
        let (control, clock) = (live.setup().control, *live.clock());
        let job = Job { game: id, version: live.version(), owner, level, position: live.game().clone(), control, clock };
        let ahead = self.engine_seats.enqueue(job);
        if ahead > 0 {
            room.announce(Notice::EngineQueue(ahead));
        }
    }

    /// Whose share of the engine's time is used for a user's games.
    fn owner(&self, user: UserId, has_account: bool) -> Owner {
        let network = if has_account { None } else { self.networks.of(user) };
        network.map_or(Owner::User(user), Owner::Network)
    }

    /// Reads a game.
    pub(crate) async fn read<T>(&self, id: GameId, look: impl FnOnce(&LoadedGame) -> T) -> Result<T, Failure> {
        let room = self.room(id);
        let mut loaded = room.game.lock().await;
        self.load(id, &room, &mut loaded).await.map(|loaded| look(loaded))
    }

    /// Starts watching a game, which has at least this version.
    pub(crate) async fn watch(&self, id: GameId, user: Option<UserId>, version: u32) -> Result<Watcher, Failure> {
        let room = self.room(id);
        let mut loaded = room.game.lock().await;
        if self.load(id, &room, &mut loaded).await?.live.version() < version {
            self.catch_up(id, &room, &mut loaded).await?;
        }
        let live = &self.load(id, &room, &mut loaded).await?.live;
        let sides: Vec<Seat> = user.map(|user| live.sides(user).collect()).unwrap_or_default();
        drop(loaded);
        Ok(Watcher::new(room, sides))
    }

    /// Sends a chat message.
    pub(crate) async fn say(&self, id: GameId, user: UserId, text: &str, now: Millis) -> Result<(), Failure> {
        let text = user_text::clean(text, LONGEST_MESSAGE);
        if text.is_empty() {
            return Err(Failure::Bad("say something".to_owned()));
        }
        let watchers = self.check_chat(id, user).await?;
        let message = ChatMessage { at: now, user, text, watchers };
        if !self.db.add_chat(id, &message).await? {
            return Err(Failure::TooMany);
        }
        self.publish_chat(id, &message);
        self.room(id).announce(Notice::Chat(Arc::new(message)));
        Ok(())
    }

    /// The metrics counted here and below.
    pub(crate) fn load_figures(&self) -> Load<'_> {
        let ((waiting, thinking), (panics, shallow_moves)) = (self.engine_seats.load(), self.engine_seats.failures());
        let bus = self.bus.figures();
        Load {
            live: lock(&self.rooms).len(),
            waiting,
            thinking,
            panics,
            shallow_moves,
            commit: self.db.commit_times(),
            nodes: self.bus.others().len(),
            bus_sent: bus.sent.get(),
            bus_received: bus.received.get(),
            bus_lagged: bus.lagged.get(),
            bus_lag: &bus.lag,
        }
    }

    /// Schedules the moment when time runs out, or cancels it.
    pub(crate) fn schedule(&self, game: GameId, at: Option<Millis>) {
        // The waiting task ends only with the server.
        let _ = self.flags.send((game, at));
    }

    fn room(&self, id: GameId) -> Arc<Room> {
        let mut rooms = lock(&self.rooms);
        let room = rooms.entry(id).or_insert_with(|| Arc::new(Room::new(id, self.bus.clone(), now())));
        room.touch(now());
        Arc::clone(room)
    }

    /// The public information about the players.
    async fn players(&self, id: GameId, live: &LiveGame, now: Millis) -> Result<Seats<PlayerInfo>, Failure> {
        Ok(player_info(id, live, &self.db.seated(&[id], now).await?))
    }

    /// The one place that decides whether a game may be rated: by its setup, and by whether everybody who plays it has an account that may. `sits_down`
    /// sets up the game, or joins it.
    async fn check_rated(&self, setup: &Setup, sits_down: Option<UserId>) -> Result<(), Failure> {
        if !setup.rated {
            return Ok(());
        }
        if setup.kind() == GameKind::Online {
            let mut kinds = [false; 2];
            for user in setup.users().chain(sits_down).chain(setup.challenged) {
                if self.db.restrictions(user).await?.is_banned {
                    // Others need not know.
                    return Err(if Some(user) == sits_down { Refusal::RatedBan } else { Refusal::NotAccepting }.into());
                }
                let user = self.db.user(user).await?.filter(|user| user.name.is_some()).ok_or(Failure::AccountNeeded)?;
                kinds[usize::from(user.is_bot)] = true;
            }
            if kinds == [true, true] && !setup.bots {
                let why = "a bot and a person play a rated game only if it was set up with bots";
                return Err(Failure::BadField(Field::Rated, why.to_owned()));
            }
        }
        match why_not_rated(setup) {
            Some(why) => Err(Failure::BadField(Field::Rated, why.to_owned())),
            None => Ok(()),
        }
    }

    /// Updates a game in the lobby.
    fn note_in_lobby(&self, id: GameId, loaded: &LoadedGame, home: Option<NodeId>, now: Millis) {
        self.lobby.note(id, &loaded.live, || loaded.summary(id), home, now);
    }

    /// Shows the new name of a user in their games, to those who watch them, and in the lobby.
    pub(crate) async fn renamed(&self, user: UserId, now: Millis) -> Result<(), Failure> {
        self.bus.publish(Topic::People, || format!("renamed {user}"));
        self.renamed_here(user, now).await
    }

    /// The same for those who are connected to this server.
    async fn renamed_here(&self, user: UserId, now: Millis) -> Result<(), Failure> {
        for (id, room) in self.rooms_now() {
            let mut loaded = room.game.lock().await;
            if let Some(loaded) = loaded.as_mut().filter(|loaded| loaded.live.sides(user).next().is_some()) {
                loaded.players = self.players(id, &loaded.live, now).await?;
                self.lobby.describe(id, loaded.summary(id));
                room.announce(Notice::Reloaded);
            }
        }
        // The lobby also lists games that are not in memory.
        for id in self.db.unfinished_games(user).await? {
            self.read(id, |loaded| self.lobby.describe(id, loaded.summary(id))).await?;
        }
        Ok(())
    }
}

/// The longest chat message, in characters.
const LONGEST_MESSAGE: usize = 200;

/// Runs to the end even if the caller stops waiting: otherwise something might be saved but never announced.
async fn detached<T: Send + 'static>(task: impl Future<Output = Result<T, Failure>> + Send + 'static) -> Result<T, Failure> {
    tokio::spawn(task).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a task panicked");
        Err(Failure::Panicked)
    })
}

/// Loads the games in which the engine was to move when the server stopped, which makes it think again.
async fn wake_engine(games: Weak<Games>, owed: Vec<GameId>) {
    for game in owed {
        let Some(games) = games.upgrade() else { return };
        if let Err(failure) = games.read(game, |_| ()).await {
            failure.log();
        }
    }
}

/// Drops games from memory that nobody touches or watches.
async fn sweep(games: Weak<Games>) {
    loop {
        tokio::time::sleep(Duration::from_secs(30)).await;
        let Some(games) = games.upgrade() else { return };
        let since = now() - IDLE;
        lock(&games.rooms).retain(|_, room| Arc::strong_count(room) > 1 || !room.is_idle(since));
    }
}
