//! Live games: loaded from their logs when needed, changed by one door, told to whoever watches.

pub(crate) mod engine_seats;
pub(crate) mod flags;
pub(crate) mod record;
pub(crate) mod room;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use sumito_rules::{ByColor, Color};
use tokio::sync::mpsc;

use crate::app::lock;
use crate::db::{Append, Appended, Db, Said};
use crate::failure::Failure;
use crate::id::{GameId, UserId};
use crate::lobby::{self, Listed, Lobby};
use crate::metrics::{Load, Metrics};
use crate::play::clock::Millis;
use crate::play::event::{Event, Setup, What};
use crate::play::live::{Action, Actor, LiveGame, Refusal};
use crate::play::ratings::{RatedGame, why_not_rated};
use crate::time::now;
use crate::user_text;
use engine_seats::{Bots, Job};
use room::{News, Person, Room, Table, Told, Watch, people};

/// All games. The only writer of their events.
pub(crate) struct Games {
    db: Db,
    bots: Bots,
    rooms: Mutex<HashMap<GameId, Arc<Room>>>,
    /// When flags fall: to the task that waits for it.
    flags: mpsc::UnboundedSender<(GameId, Option<Millis>)>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) metrics: Metrics,
}

/// How long a game stays in memory that nobody touches or watches.
const IDLE: Millis = 5 * 60 * 1000;

impl Games {
    /// Takes up the games of the database: flags fall and the engine thinks from now on.
    pub(crate) async fn start(db: Db, engine_threads: usize) -> Result<Arc<Games>, Failure> {
        let (bots, mut answers) = Bots::start(engine_threads);
        let (flags, falling) = mpsc::unbounded_channel();
        let lobby = Arc::new(Lobby::default());
        let games = Arc::new(Games { db, bots, rooms: Mutex::default(), flags, lobby, metrics: Metrics::default() });
        for (game, at) in games.db.flags().await? {
            games.schedule(game, Some(at));
        }
        let weak = Arc::downgrade(&games);
        tokio::spawn(async move {
            while let Some(answer) = answers.recv().await {
                let Some(games) = weak.upgrade() else { return };
                let action = Action::Play { text: answer.text, lag: 0 };
                tokio::spawn(async move { games.act(answer.game, Actor::Engine, answer.version, action, now()).await });
            }
        });
        tokio::spawn(flags::watch(Arc::downgrade(&games), falling));
        tokio::spawn(sweep(Arc::downgrade(&games)));
        tokio::spawn(lobby::keep(Arc::downgrade(&games)));
        tokio::spawn(wake_engine(Arc::downgrade(&games), games.db.engine_games().await?));
        Ok(games)
    }

    pub(crate) fn db(&self) -> &Db {
        &self.db
    }

    /// Sets up a game.
    pub(crate) async fn create(self: &Arc<Games>, setup: Setup, now: Millis) -> Result<GameId, Failure> {
        let id = GameId::random();
        let games = Arc::clone(self);
        unbroken(async move { games.create_as(id, setup, now).await }).await?;
        Ok(id)
    }

    async fn create_as(&self, id: GameId, setup: Setup, now: Millis) -> Result<(), Failure> {
        if let Some(why) = why_not_rated(&setup).filter(|_| setup.rated) {
            return Err(Failure::Bad(format!("rated: {why}")));
        }
        let event = Event { at: now, what: What::Created(setup.clone()) };
        let live = LiveGame::new(setup)?;
        let lines = vec![(now, event.what.to_string())];
        if self.db.append(Append::new(id, &live, lines)).await? == Appended::Conflict {
            return Err(Refusal::Stale.into());
        }
        self.metrics.games.add();
        let room = self.room(id);
        let mut table = room.table.lock().await;
        let table = table.insert(Table { people: self.people(id, &live, now).await?, live, log: vec![event], row: None });
        self.settle(id, &room, &table.live, now);
        self.lobby.note(id, table, now);
        Ok(())
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
        let done = unbroken(async move { games.act_now(game, actor, version, &action, now).await }).await;
        self.metrics.act.add(begun.elapsed());
        done
    }

    async fn act_now(&self, id: GameId, actor: Actor, version: u32, action: &Action, now: Millis) -> Result<u32, Failure> {
        let room = self.room(id);
        let mut slot = room.table.lock().await;
        let table = self.load(id, &room, &mut slot).await?;
        if let (Actor::User(user), Action::Join, true) = (actor, action, table.live.setup().rated) {
            let account = self.db.user(user).await?.and_then(|user| user.name);
            account.ok_or(Failure::AccountNeeded)?;
        }
        let events = table.live.apply(actor, version, action, now)?;

        // The next game is there before the log says so.
        for event in &events {
            if let What::Rematched(next) = event.what {
                Box::pin(self.create_as(next, table.live.rematch_setup(), now)).await?;
            }
        }
        let (before, had_ended) = (table.live.version(), table.live.status().is_ended());
        let lines = events.iter().map(|event| (event.at, event.what.to_string())).collect();
        for event in &events {
            table.live.fold(event)?;
        }
        let rated = if had_ended { None } else { RatedGame::of(&table.live, now) };
        let append = Append::new(id, &table.live, lines).rating(rated).sparing(table.row.as_ref());
        let row = append.row();
        let saved = self.db.append(append).await;
        if !matches!(saved, Ok(Appended::Saved)) {
            // What is in memory has not happened.
            *slot = None;
            saved?;
            return Err(Refusal::Stale.into());
        }
        if row.is_some() {
            table.row = row;
        }

        for (version, event) in (before + 1..).zip(events) {
            if matches!(event.what, What::Moved { .. }) {
                self.metrics.moves.add();
            }
            let mut people = None;
            if rated.is_some() || matches!(event.what, What::Joined(..)) {
                match self.people(id, &table.live, now).await {
                    Ok(known) => table.people = known,
                    // The event is saved and has to be told.
                    Err(failure) => failure.log(),
                }
                people = Some((table.live.setup().seats, table.people.clone()));
            }
            table.log.push(event.clone());
            room.tell(News::Event(Arc::new(Told::new(version, event, &table.live, people, now))));
        }
        self.settle(id, &room, &table.live, now);
        self.lobby.note(id, table, now);
        Ok(table.live.version())
    }

    /// What follows from the present state of a game: when its flag falls, and whether the engine has to think.
    fn settle(&self, id: GameId, room: &Room, live: &LiveGame, now: Millis) {
        self.schedule(id, live.clock().flag().map(|(_, at)| at));
        let Some(level) = live.engine_to_move() else {
            self.bots.forget(id);
            return;
        };
        let limits = engine_seats::limits(live.setup().control, live.clock().left(live.game().position().turn(), now));
        let job = Job { game: id, version: live.version(), level, position: live.game().clone(), limits };
        let ahead = self.bots.ask(job);
        if ahead > 0 {
            room.tell(News::EngineWaits(ahead));
        }
    }

    /// Looks at a game.
    pub(crate) async fn read<T>(&self, id: GameId, look: impl FnOnce(&Table) -> T) -> Result<T, Failure> {
        let room = self.room(id);
        let mut table = room.table.lock().await;
        self.load(id, &room, &mut table).await.map(|table| look(table))
    }

    /// Games for a list, in this order: those in memory as they are, all others by two queries for the whole list.
    pub(crate) async fn list(&self, ids: &[GameId], now: Millis) -> Result<Vec<Listed>, Failure> {
        let mut found: HashMap<GameId, Listed> = HashMap::with_capacity(ids.len());
        for &id in ids {
            let Some(room) = lock(&self.rooms).get(&id).cloned() else { continue };
            if let Some(table) = &*room.table.lock().await {
                found.insert(id, Listed::of(id, table));
            }
        }
        let others: Vec<GameId> = ids.iter().copied().filter(|id| !found.contains_key(id)).collect();
        let seated = self.db.seated(&others, now).await?;
        for (id, lines) in self.db.logs(&others).await? {
            let (live, log) = match LiveGame::replay(lines.iter().map(|(at, line)| (*at, line.as_str()))) {
                Ok(replayed) => replayed,
                Err(broken) => {
                    // One game that cannot be read does not hide the others.
                    Failure::from(broken).log();
                    continue;
                }
            };
            let room = self.room(id);
            let mut slot = room.table.lock().await;
            // Somebody may have been faster, and may have gone on from there.
            let table = slot.get_or_insert_with(|| {
                self.settle(id, &room, &live, now);
                Table { people: people(id, &live, &seated), live, log, row: None }
            });
            found.insert(id, Listed::of(id, table));
        }
        Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
    }

    /// Joins those who watch a game.
    pub(crate) async fn watch(&self, id: GameId, user: Option<UserId>) -> Result<Watch, Failure> {
        let room = self.room(id);
        let mut table = room.table.lock().await;
        let live = &self.load(id, &room, &mut table).await?.live;
        let sides: Vec<Color> = user.map(|user| live.sides(user).collect()).unwrap_or_default();
        drop(table);
        Ok(Watch::new(room, sides))
    }

    /// A player says something to the other one.
    pub(crate) async fn say(&self, id: GameId, user: UserId, line: &str, now: Millis) -> Result<(), Failure> {
        let line = user_text::line(line, MOST_SAID);
        if line.is_empty() {
            return Err(Failure::Bad("say something".to_owned()));
        }
        if !self.read(id, |table| table.live.sides(user).next().is_some()).await? {
            return Err(Refusal::NotYourSeat.into());
        }
        let said = Said { at: now, user, line };
        if !self.db.say(id, &said).await? {
            return Err(Failure::TooMany);
        }
        self.room(id).tell(News::Chat(Arc::new(said)));
        Ok(())
    }

    /// The figures that are counted here and below.
    pub(crate) fn load_figures(&self) -> Load<'_> {
        let (waiting, thinking) = self.bots.load();
        Load { live: lock(&self.rooms).len(), waiting, thinking, commit: self.db.commit_times() }
    }

    /// Lets a flag fall at this moment, or never.
    pub(crate) fn schedule(&self, game: GameId, at: Option<Millis>) {
        // The task that waits is gone only when the server ends.
        let _ = self.flags.send((game, at));
    }

    fn room(&self, id: GameId) -> Arc<Room> {
        let mut rooms = lock(&self.rooms);
        let room = rooms.entry(id).or_insert_with(|| Arc::new(Room::new()));
        room.touch(now());
        Arc::clone(room)
    }

    /// The game in its slot, read from its log if need be.
    async fn load<'a>(&self, id: GameId, room: &Room, slot: &'a mut Option<Table>) -> Result<&'a mut Table, Failure> {
        if slot.is_none() {
            let lines = self.db.log(id).await?;
            if lines.is_empty() {
                lock(&self.rooms).remove(&id);
                return Err(Failure::NotFound);
            }
            let (live, log) = LiveGame::replay(lines.iter().map(|(at, line)| (*at, line.as_str())))?;
            let table = Table { people: self.people(id, &live, now()).await?, live, log, row: None };
            self.settle(id, room, &table.live, now());
            *slot = Some(table);
        }
        Ok(slot.as_mut().expect("it was just read"))
    }

    /// What others know of the players.
    async fn people(&self, id: GameId, live: &LiveGame, now: Millis) -> Result<ByColor<Person>, Failure> {
        Ok(people(id, live, &self.db.seated(&[id], now).await?))
    }

    /// Tells the games in memory that a user has another name.
    pub(crate) async fn renamed(&self, user: UserId, now: Millis) -> Result<(), Failure> {
        let rooms: Vec<(GameId, Arc<Room>)> = lock(&self.rooms).iter().map(|(id, room)| (*id, Arc::clone(room))).collect();
        for (id, room) in rooms {
            let mut table = room.table.lock().await;
            if let Some(table) = table.as_mut().filter(|table| table.live.sides(user).next().is_some()) {
                table.people = self.people(id, &table.live, now).await?;
                self.lobby.note(id, table, now);
            }
        }
        Ok(())
    }
}

/// The longest line of chat.
const MOST_SAID: usize = 200;

/// Runs to the end even if who asked for it does not wait: what is half done would be saved but never told.
async fn unbroken<T: Send + 'static>(task: impl Future<Output = Result<T, Failure>> + Send + 'static) -> Result<T, Failure> {
    tokio::spawn(task).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a task fell over");
        Err(Failure::Database(Arc::new(sqlx::Error::WorkerCrashed)))
    })
}

/// Asks the engine for the moves it owes since the server ended: reading a game does.
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
