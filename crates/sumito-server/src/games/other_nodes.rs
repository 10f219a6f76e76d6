//! What other servers of the same database do: their events are read from the database and announced here as if they had been made here.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Weak};
use std::time::Duration;

use sumito_rules::party::Seat;
use tokio::sync::{OwnedMutexGuard, mpsc};

use super::Games;
use super::changed::{Changed, Listing, News};
use super::lobby_updates::Unlisted;
use super::room::{LoadedGame, Notice, Room};
use super::saving::{Change, Origin};
use crate::bus::{Delivery, Subscription, Topic};
use crate::db::{ChatMessage, LoggedLine};
use crate::failure::Failure;
use crate::id::{GameId, NodeId, UserId};
use crate::lock::lock;
use crate::play::clock::Millis;
use crate::play::event::Event;
use crate::play::live::LiveGame;
use crate::play::presence::Connections;
use crate::time::now;

pub(super) const TOPICS: &[Topic] =
    &[Topic::Game, Topic::Chat, Topic::Presence, Topic::Lobby, Topic::Bell, Topic::Limit, Topic::People];

/// How long to wait before games are read again after that failed.
const PAUSE: Duration = Duration::from_millis(300);
/// How old a chat message may be that is announced again after something was missed; pages ignore what they have.
const RECENT_CHAT: Millis = 60_000;
/// The most changes that are taken in at once, and the most games that are listed at once.
const MOST: usize = 1_000;
const MOST_LISTED: usize = 50;

/// Something to compare with the database.
enum Work {
    Changed(NodeId, Changed),
    /// The lists of the lobby.
    Lists,
    /// Everything.
    All,
}

/// Takes in what other servers publish.
pub(super) async fn run(games: Weak<Games>, mut subscription: Subscription) {
    let (work, inbox) = mpsc::unbounded_channel();
    let _ = work.send(Work::Lists);
    tokio::spawn(follow(Weak::clone(&games), inbox));
    while let Some(delivery) = subscription.next().await {
        let Some(games) = games.upgrade() else { return };
        // The receiver ends only with the server.
        match delivery {
            Delivery::Message { from, topic: Topic::Game, text } => {
                if let Ok(changed) = text.parse() {
                    let _ = work.send(Work::Changed(from, changed));
                }
            }
            Delivery::Message { topic: Topic::People, text, .. } => {
                if let Some(user) = text.strip_prefix("renamed ").and_then(|user| user.parse().ok()) {
                    tokio::spawn(async move { games.renamed_here(user, now()).await.inspect_err(Failure::log) });
                }
            }
            Delivery::Message { from, topic, text } => games.hear(from, topic, &text),
            Delivery::Asked => {
                games.lobby.publish_visitors();
                games.publish_connections();
            }
            Delivery::Gone(node) => {
                games.lobby.forget(node, now());
                for (_, room) in games.rooms_now() {
                    room.attend_elsewhere(node, Connections::default());
                }
            }
            Delivery::Lagged => _ = work.send(Work::All),
        }
    }
}

/// Takes in changed games. What comes while one query is running shares the next. Lists are brought up to date in between, so that nobody who plays
/// waits for them.
async fn follow(games: Weak<Games>, mut inbox: mpsc::UnboundedReceiver<Work>) {
    let (mut batch, mut unlisted) = (Vec::new(), Vec::new());
    loop {
        if unlisted.is_empty() {
            if inbox.recv_many(&mut batch, MOST).await == 0 {
                return;
            }
        } else {
            batch.extend(std::iter::from_fn(|| inbox.try_recv().ok()).take(MOST));
        }
        let (mut news, mut lists, mut all) = (HashMap::new(), false, false);
        for work in batch.drain(..) {
            match work {
                Work::Changed(from, changed) => match news.entry(changed.game) {
                    Entry::Vacant(entry) => _ = entry.insert(News::new(from, changed)),
                    Entry::Occupied(mut entry) => entry.get_mut().add(from, changed),
                },
                Work::Lists => lists = true,
                Work::All => all = true,
            }
        }
        let Some(games) = games.upgrade() else { return };
        if let Err(failure) = games.take_in(&news, lists, all, &mut unlisted).await {
            failure.log();
            drop(games);
            tokio::time::sleep(PAUSE).await;
            batch.push(Work::All);
        }
    }
}

impl Games {
    /// Lets other servers know that these events have changed a game.
    pub(super) fn publish_change(&self, id: GameId, live: &LiveGame, events: &[Event]) {
        self.bus.publish(Topic::Game, || Changed::of(id, live, events).to_string());
    }

    /// Lets other servers know that something was said in a game.
    pub(super) fn publish_chat(&self, id: GameId, ChatMessage { at, user, text, watchers }: &ChatMessage) {
        self.bus.publish(Topic::Chat, || format!("{id} {at} {user} {} {text}", if *watchers { "watchers" } else { "players" }));
    }

    /// Publishes the connections to all games of this server.
    fn publish_connections(&self) {
        self.bus.publish(Topic::Presence, || "begin".to_owned());
        for (_, room) in self.rooms_now() {
            room.publish_connections();
        }
        self.bus.publish(Topic::Presence, || "end".to_owned());
    }

    pub(super) fn rooms_now(&self) -> Vec<(GameId, Arc<Room>)> {
        lock(&self.rooms).iter().map(|(id, room)| (*id, Arc::clone(room))).collect()
    }

    /// Takes in what another server publishes besides events.
    fn hear(&self, from: NodeId, topic: Topic, text: &str) {
        match topic {
            Topic::Chat => _ = self.hear_chat(text),
            Topic::Presence => _ = self.hear_connections(from, text),
            Topic::Lobby => self.lobby.hear(from, text, now()),
            Topic::Bell => {
                let (bells, user) = match text.strip_prefix("games ") {
                    Some(user) => (&self.lobby.game_bells, user),
                    None => (&self.lobby.bells, text),
                };
                if let Ok(user) = user.parse() {
                    bells.ring(user);
                }
            }
            Topic::Limit => self.networks.hear(text),
            _ => {}
        }
    }

    fn hear_chat(&self, text: &str) -> Option<()> {
        let mut words = text.splitn(5, ' ');
        let game: GameId = words.next()?.parse().ok()?;
        let at = words.next()?.parse().ok()?;
        let user: UserId = words.next()?.parse().ok()?;
        let watchers = words.next()? == "watchers";
        let message = ChatMessage { at, user, text: words.next()?.to_owned(), watchers };
        self.room_if_used(game)?.announce(Notice::Chat(Arc::new(message)));
        Some(())
    }

    fn hear_connections(&self, from: NodeId, text: &str) -> Option<()> {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["begin"] => self.rooms_now().iter().for_each(|(_, room)| room.doubt(from)),
            ["end"] => self.rooms_now().iter().for_each(|(_, room)| room.end_doubt(from)),
            ["?", game] => self.room_if_used(game.parse().ok()?)?.publish_connections(),
            [game, ref players @ .., watchers] if players.len() == Seat::ALL.len() => {
                let room = self.room_if_used(game.parse().ok()?)?;
                let mut connections = Connections { watchers: watchers.parse().ok()?, ..Connections::default() };
                for (seat, count) in Seat::ALL.into_iter().zip(players) {
                    connections.players[seat] = count.parse().ok()?;
                }
                room.attend_elsewhere(from, connections);
            }
            _ => {}
        }
        Some(())
    }

    /// A game in memory.
    pub(super) fn room_if_used(&self, id: GameId) -> Option<Arc<Room>> {
        lock(&self.rooms).get(&id).cloned()
    }

    /// Takes in changes of games, or compares everything. Games that the lobby does not know yet are added to `unlisted`, of which some are listed.
    async fn take_in(
        self: &Arc<Games>,
        news: &HashMap<GameId, News>,
        lists: bool,
        all: bool,
        unlisted: &mut Vec<Unlisted>,
    ) -> Result<(), Failure> {
        if all {
            self.compare_all().await?;
        } else {
            self.take_in_news(news, unlisted).await?;
        }
        if lists || all {
            unlisted.extend(self.wrongly_listed().await?);
        }
        let some = unlisted.split_off(unlisted.len().saturating_sub(MOST_LISTED));
        self.list_in_lobby(&some).await.inspect_err(|_| unlisted.extend(&some))
    }

    /// Takes in changes of games: those in memory are continued, and the lobby gets to know about others.
    async fn take_in_news(self: &Arc<Games>, news: &HashMap<GameId, News>, unlisted: &mut Vec<Unlisted>) -> Result<(), Failure> {
        let mut behind = Vec::new();
        for (&id, news) in news {
            match self.room_if_used(id).map(|room| (room.version(), room)) {
                Some((version @ 1.., room)) if version < news.latest.version => match news.lines_after(version) {
                    Some(lines) => self.add_when_free(id, room, lines, Some(news.from)).await,
                    None => behind.push((id, version)),
                },
                Some((1.., _)) => {}
                _ => self.take_in_unused(news, unlisted).await?,
            }
        }
        self.continue_games(&behind, |game| news.get(&game).map(|news| news.from)).await
    }

    /// Takes in the change of a game that is not in memory.
    async fn take_in_unused(&self, news: &News, unlisted: &mut Vec<Unlisted>) -> Result<(), Failure> {
        let (Changed { game, listing, plies, .. }, from) = (&news.latest, news.from);
        let has_open_seat = self.lobby.has_open_seat(*game);
        let is_needed = match listing {
            Listing::Nothing => has_open_seat,
            // Only a game for more than two changes while it has open seats.
            Listing::OpenSeat => !has_open_seat || news.latest.version > 1,
            // A game whose moves are shown in the lobby is kept in memory.
            Listing::Live if self.lobby.is_shown(*game) => return self.load_for_lobby(*game, Some(from)).await,
            Listing::Live => !self.lobby.touch(*game, *plies, now()),
            Listing::Ended => {
                self.lobby.end(*game);
                self.networks.release(*game);
                unlisted.retain(|(other, _)| other != game);
                false
            }
        };
        if is_needed && unlisted.iter().all(|(other, _)| other != game) {
            unlisted.push((*game, Some(from)));
        }
        Ok(())
    }

    /// Reads what other servers have added to games in memory, which are known to have these versions.
    async fn continue_games(
        self: &Arc<Games>,
        games: &[(GameId, u32)],
        home: impl Fn(GameId) -> Option<NodeId>,
    ) -> Result<(), Failure> {
        for (id, lines) in self.db.events_after(games).await? {
            if let Some(room) = self.room_if_used(id) {
                self.add_when_free(id, room, lines, home(id)).await;
            }
        }
        Ok(())
    }

    /// Adds lines that another server has saved to a game. If somebody acts in it right now, other games do not wait for that.
    async fn add_when_free(self: &Arc<Games>, id: GameId, room: Arc<Room>, lines: Vec<LoggedLine>, home: Option<NodeId>) {
        let (games, game) = (Arc::clone(self), Arc::clone(&room.game));
        let add = async move |mut slot: OwnedMutexGuard<Option<LoadedGame>>| {
            if let Err(failure) = games.add_lines(id, &room, &mut slot, &lines, home).await {
                failure.log();
                games.reload_soon(id);
            }
        };
        match Arc::clone(&game).try_lock_owned() {
            Ok(slot) => add(slot).await,
            Err(_) => _ = tokio::spawn(async move { add(game.lock_owned().await).await }),
        }
    }

    /// Adds lines that another server has saved to a game, and announces them.
    async fn add_lines(
        &self,
        id: GameId,
        room: &Room,
        slot: &mut Option<LoadedGame>,
        lines: &[LoggedLine],
        home: Option<NodeId>,
    ) -> Result<(), Failure> {
        for LoggedLine { version, at, line } in lines {
            // The game may have been continued or dropped in the meantime.
            let Some(loaded) = slot.as_mut() else { return Ok(()) };
            if *version <= loaded.live.version() {
                continue;
            }
            let mut live = loaded.live.clone();
            let event = match live.fold_line(*at, line) {
                Ok(event) if *version == live.version() => event,
                // Something is wrong with the log, or with this copy: the whole log decides.
                _ => {
                    *slot = None;
                    return self.load(id, room, slot).await.map(|_| ());
                }
            };
            let is_rated = live.setup().rated && live.status().is_ended();
            let changes_players = is_rated || event.kind.changes_players();
            let row = loaded.saved_row.take().and_then(|row| row.after_another_server(live.deadline(0)));
            self.metrics.taken_in.add();
            let change = Change { id, live, events: vec![event], changes_players, row, origin: Origin::Elsewhere(home) };
            self.put_in(room, loaded, change, now()).await;
        }
        Ok(())
    }

    /// Continues a game that may be behind.
    pub(super) async fn catch_up(&self, id: GameId, room: &Room, slot: &mut Option<LoadedGame>) -> Result<(), Failure> {
        let Some(version) = slot.as_ref().map(|loaded| loaded.live.version()) else { return Ok(()) };
        let lines = self.db.events_after(&[(id, version)]).await?.remove(&id).unwrap_or_default();
        self.add_lines(id, room, slot, &lines, None).await
    }

    /// Compares everything in memory with the database, after something was missed.
    async fn compare_all(self: &Arc<Games>) -> Result<(), Failure> {
        let rooms = self.rooms_now();
        let known: Vec<(GameId, u32)> =
            rooms.iter().map(|(id, room)| (*id, room.version())).filter(|(_, version)| *version > 0).collect();
        self.continue_games(&known, |_| None).await?;
        self.metrics.comparisons.add();
        let chats: Vec<GameId> = rooms.iter().filter(|(_, room)| room.is_attended()).map(|(id, _)| *id).collect();
        for (game, message) in self.db.chat_since(&chats, now() - RECENT_CHAT).await? {
            if let Some(room) = self.room_if_used(game) {
                room.announce(Notice::Chat(Arc::new(message)));
            }
        }
        Ok(())
    }
}
