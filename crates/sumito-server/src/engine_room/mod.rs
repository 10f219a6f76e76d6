//! The engine room in progress: bots enter and leave, one server pairs them, and every server has the list.
//!
//! A pairing is saved with the ids of its two games before they are created: whoever looks next creates those that are missing, so that nothing is lost
//! if a server dies in between. Who is there, what was played and what waits is in the database alone.

mod attendance;
mod file;
mod looking;

use std::sync::{Arc, Mutex};

use sumito_rules::Color;

use crate::bus::Bus;
use crate::db::{Db, OpenGame, PlayedGame, Scope};
use crate::engines::entry::LONGEST_VERSION;
use crate::engines::{Conditions, Entry, Listing, Wanted};
use crate::failure::Failure;
use crate::games::Games;
use crate::id::{EntryId, GameId, UserId};
use crate::lock::lock;
use crate::people::People;
use crate::people::caller::Caller;
use crate::people::limits::Limit;
use crate::play::clock::Millis;
use crate::play::refusal::Refusal;
use crate::time::now;
use crate::user_text;
use attendance::Attendance;
use looking::Decided;

pub(crate) use attendance::Attending;

/// All that the servers do for the engine room.
pub(crate) struct EngineRoom {
    games: Arc<Games>,
    people: Arc<People>,
    db: Db,
    bus: Bus,
    conditions: Conditions,
    /// The bots whose streams are open at this server.
    attendance: Arc<Attendance>,
    list: Mutex<Arc<Listing>>,
    /// What was last looked at, so that nothing is decided twice. Only one task looks.
    decided: tokio::sync::Mutex<Decided>,
}

/// The most bots in the room.
const MOST_PRESENT: usize = 64;
/// The most versions of a bot.
const MOST_VERSIONS: usize = 20;
/// How long a bot that did not play has to wait.
const PAUSE: Millis = 5 * 60 * 1000;
/// How many games a page of an entry has.
const PAGE: i64 = 20;

/// A bot in the room, and the games that it plays there.
#[derive(Clone, Debug)]
pub(crate) struct Here {
    pub(crate) entry: Entry,
    pub(crate) games: Vec<GameId>,
}

impl EngineRoom {
    /// Resumes the room of the database, and computes its list.
    pub(crate) async fn start(
        games: Arc<Games>,
        people: Arc<People>,
        conditions: Conditions,
    ) -> Result<Arc<EngineRoom>, Failure> {
        let (db, bus) = (games.db().clone(), games.bus().clone());
        let (list, ended) = looking::compute(&db, conditions).await?;
        let room = Arc::new(EngineRoom {
            games,
            people,
            db,
            bus,
            conditions,
            attendance: Arc::default(),
            list: Mutex::new(Arc::new(list)),
            decided: tokio::sync::Mutex::new(Decided::after(ended)),
        });
        tokio::spawn(looking::run(Arc::downgrade(&room)));
        Ok(room)
    }

    pub(crate) fn conditions(&self) -> Conditions {
        self.conditions
    }

    /// The list as it was last computed.
    pub(crate) fn list(&self) -> Arc<Listing> {
        Arc::clone(&lock(&self.list))
    }

    /// A user's stream of events is open until the result is dropped.
    pub(crate) fn attend(&self, user: UserId) -> Attending {
        Attendance::begin(&self.attendance, user)
    }

    /// A bot enters, or says again what it is. Its stream of events has to be open.
    pub(crate) async fn enter(&self, caller: &Caller, wanted: Wanted) -> Result<Entry, Failure> {
        self.people.limit(Limit::Create, caller)?;
        let user = self.people.account_with(caller, Scope::Play).await?;
        if !user.is_bot {
            return Err(Refusal::BotsOnly.into());
        }
        let version = user_text::clean(&wanted.version.replace('\t', " "), LONGEST_VERSION);
        let wanted = Wanted { version, ..wanted };
        wanted.check().map_err(Failure::Bad)?;
        if !self.is_connected(user.id) {
            return Err(Refusal::NoStream.into());
        }
        let entries = self.db.entries_of(user.id).await?;
        if entries.iter().any(|(_, failed_at)| failed_at.is_some_and(|at| at + PAUSE > now())) {
            return Err(Refusal::RoomPause.into());
        }
        let known = entries.iter().find(|(entry, _)| entry.version == wanted.version);
        if known.is_none() && entries.len() >= MOST_VERSIONS {
            return Err(Refusal::TooManyVersions.into());
        }
        let others = self.db.entries_present().await?.into_iter().filter(|entry| entry.user != user.id);
        if others.count() >= MOST_PRESENT {
            return Err(Refusal::RoomFull.into());
        }
        let id = known.map_or_else(EntryId::random, |(entry, _)| entry.id);
        self.db.enter_room(id, user.id, wanted.clone(), now()).await?;
        let entries = self.db.entries_of(user.id).await?;
        // Two requests at once may have made the same entry, under one id.
        entries.into_iter().map(|(entry, _)| entry).find(|entry| entry.version == wanted.version).ok_or(Failure::NotFound)
    }

    /// A bot leaves. A game that it plays goes on.
    pub(crate) async fn leave(&self, caller: &Caller) -> Result<(), Failure> {
        let user = self.people.account_with(caller, Scope::Play).await?;
        Ok(self.db.leave_room(user.id).await?)
    }

    /// Whether a bot has its stream open. Of streams at other servers only that somebody is there is known; if it is not one, the bot leaves soon.
    fn is_connected(&self, user: UserId) -> bool {
        self.attendance.is_here(user) || !self.bus.others().is_empty() && self.games.lobby.is_online(user)
    }

    /// The bots in the room.
    pub(crate) async fn here(&self) -> Result<Vec<Here>, Failure> {
        let open = self.open_games().await?;
        let entries = self.db.entries_present().await?;
        let games = |entry: EntryId| {
            let own = open.iter().filter(move |game| game.is_playing() && [game.black, game.white].contains(&entry));
            own.map(|game| game.game).collect()
        };
        Ok(entries.into_iter().map(|entry| Here { games: games(entry.id), entry }).collect())
    }

    /// The games that have begun and whose result is not known.
    async fn open_games(&self) -> Result<Vec<OpenGame>, Failure> {
        Ok(self.db.open_room_games(&self.conditions.control.to_string()).await?)
    }

    /// An entry, whether it has played or not.
    pub(crate) async fn entry(&self, id: EntryId) -> Result<Entry, Failure> {
        self.db.room_entry(id).await?.ok_or(Failure::NotFound)
    }

    /// The games of an entry, a page of them from 1 on, and whether there are more.
    pub(crate) async fn games_of(&self, id: EntryId, page: i64) -> Result<(Vec<PlayedGame>, bool), Failure> {
        let control = self.conditions.control.to_string();
        let mut games = self.db.room_games_of(id, &control, (page - 1) * PAGE, PAGE + 1).await?;
        let more = games.len() as i64 > PAGE;
        games.truncate(PAGE as usize);
        Ok((games, more))
    }
}

/// The entry with a color.
fn of_color(color: Color, black: EntryId, white: EntryId) -> EntryId {
    match color {
        Color::Black => black,
        Color::White => white,
    }
}
