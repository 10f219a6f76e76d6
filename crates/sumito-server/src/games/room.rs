//! A game in memory, and its watchers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sumito_rules::{ByColor, Color};
use tokio::sync::broadcast;

use crate::announcement::Announcement;
use crate::bus::{Bus, Topic};
use crate::db::{ChatMessage, SavedRow, Seated};
use crate::id::{GameId, NodeId};
use crate::lock::lock;
use crate::play::clock::{Millis, TimeLeft};
use crate::play::event::{Event, GameKind, Offer, Player};
use crate::play::live::{Absence, LiveGame, Status};
use crate::play::presence::{Connections, Presence};
use crate::play::ratings::Speed;
use crate::play::summary::{GameSummary, PlayerInfo};
use crate::time::now;

/// A game and its watchers.
pub(crate) struct Room {
    id: GameId,
    bus: Bus,
    /// Loaded from its log when needed, and again if something else may have been saved.
    pub(crate) game: Arc<tokio::sync::Mutex<Option<LoadedGame>>>,
    /// The version that the watchers know; zero before the game is loaded for the first time.
    version: AtomicU32,
    notices: broadcast::Sender<Notice>,
    attendance: Mutex<Attendance>,
    /// When it was last used.
    used: AtomicI64,
}

/// A game with its log.
pub(crate) struct LoadedGame {
    pub(crate) live: LiveGame,
    pub(crate) log: Vec<Event>,
    pub(crate) players: ByColor<PlayerInfo>,
    /// Since when the server has been up.
    pub(crate) up_since: Millis,
    /// The row of the database, if this server wrote it last.
    pub(crate) saved_row: Option<SavedRow>,
}

impl LoadedGame {
    /// When something last happened in it.
    pub(crate) fn at(&self) -> Millis {
        self.log.last().map_or(0, |event| event.at)
    }

    /// The game as lists show it.
    pub(crate) fn summary(&self, id: GameId) -> GameSummary {
        GameSummary::of(id, &self.live, self.players.clone(), self.at())
    }
}

/// Who is connected, and what it means to be away.
struct Attendance {
    presence: Presence,
    absence: Absence,
    /// The connections to this server.
    here: Connections,
    /// The connections to others.
    elsewhere: HashMap<NodeId, Elsewhere>,
}

/// The connections to another server.
#[derive(Copy, Clone, Default)]
struct Elsewhere {
    connections: Connections,
    /// It is about to publish all connections: those that are not among them are gone.
    is_unconfirmed: bool,
}

/// Who is there, for those who watch.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attending {
    pub(crate) now: Millis,
    pub(crate) players: ByColor<bool>,
    pub(crate) watchers: u32,
    /// The players who are away while the game waits for them.
    pub(crate) away: ByColor<Option<Away>>,
}

/// A player who is away.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Away {
    pub(crate) since: Millis,
    /// When the other player may claim the game. `None` if they never may, or are away as well.
    pub(crate) claimable_at: Option<Millis>,
}

/// What the watchers of a game receive.
#[derive(Clone, Debug)]
pub(crate) enum Notice {
    Event(Arc<Announcement<Update>>),
    Attending(Attending),
    Chat(Arc<ChatMessage>),
    /// The game differs from what was announced, because another server has continued it. Everybody gets its state.
    Reloaded,
    /// It is the engine's turn, and this many games are served first.
    EngineQueue(usize),
}

/// An event, and the state of the game after it.
#[derive(Debug)]
pub(crate) struct Update {
    pub(crate) version: u32,
    pub(crate) event: Event,
    pub(crate) status: Status,
    pub(crate) turn: Color,
    pub(crate) clocks: Clocks,
    /// The number of moves on the board.
    pub(crate) ply: usize,
    pub(crate) offers: Vec<(Offer, Color)>,
    pub(crate) draw_refused: Vec<Color>,
    /// When the game is aborted for lack of a first move.
    pub(crate) aborts_at: Option<Millis>,
    /// Who plays, if that has changed: somebody joined, or ratings changed.
    pub(crate) players: Option<(ByColor<Option<Player>>, ByColor<PlayerInfo>)>,
}

/// The clocks at a moment.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clocks {
    pub(crate) left: ByColor<Option<TimeLeft>>,
    pub(crate) running: Option<Color>,
}

/// A connection to a game; when it is dropped, the others are notified.
pub(crate) struct Watcher {
    room: Arc<Room>,
    pub(crate) notices: broadcast::Receiver<Notice>,
    sides: Vec<Color>,
}

/// How many notices a slow connection may fall behind before it is sent everything again.
const BACKLOG: usize = 32;

impl Room {
    pub(crate) fn new(id: GameId, bus: Bus, now: Millis) -> Room {
        let presence = Presence::new(now);
        let attendance =
            Attendance { presence, absence: Absence::default(), here: Connections::default(), elsewhere: HashMap::new() };
        Room {
            id,
            bus,
            game: Arc::default(),
            version: AtomicU32::default(),
            notices: broadcast::channel(BACKLOG).0,
            attendance: Mutex::new(attendance),
            used: AtomicI64::default(),
        }
    }

    pub(crate) fn touch(&self, now: Millis) {
        self.used.store(now, Relaxed);
    }

    /// Whether nobody watches it, or has used it since then.
    pub(crate) fn is_idle(&self, since: Millis) -> bool {
        self.notices.receiver_count() == 0 && self.used.load(Relaxed) <= since
    }

    /// The version that the watchers know; zero before the game is loaded for the first time.
    pub(super) fn version(&self) -> u32 {
        self.version.load(Relaxed)
    }

    /// Whether a player is connected to this server.
    pub(super) fn has_players(&self) -> bool {
        let here = lock(&self.attendance).here;
        here.players != ByColor::default()
    }

    /// The game has this version now. Returns whether the watchers have seen another one.
    pub(super) fn set_version(&self, version: u32) -> bool {
        let before = self.version.swap(version, Relaxed);
        before != 0 && before != version
    }

    pub(crate) fn announce(&self, notice: Notice) {
        // Nobody may be watching.
        let _ = self.notices.send(notice);
    }

    /// Sets what absence means from now on.
    pub(crate) fn set_absence(&self, absence: Absence) {
        let mut attendance = lock(&self.attendance);
        if attendance.absence != absence {
            let before = attendance.attending(now());
            attendance.absence = absence;
            let after = attendance.attending(before.now);
            if after != before {
                self.announce(Notice::Attending(after));
            }
        }
    }

    /// Since when each player has been away while the other one waited.
    pub(crate) fn missed_since(&self, now: Millis) -> ByColor<Option<Millis>> {
        lock(&self.attendance).presence.missed_since(now)
    }

    /// The connections to this server change: other servers get to know, and answer the first one.
    fn attend_here(self: &Arc<Room>, change: impl FnOnce(Connections) -> Connections) {
        self.attend(|attendance, now| {
            let before = attendance.here;
            attendance.here = change(before);
            let after = attendance.here;
            attendance.presence.change(before, after, now);
            if before.is_empty() {
                self.bus.publish(Topic::Presence, || format!("? {}", self.id));
            }
            if before != after {
                self.bus.publish(Topic::Presence, || connections_line(self.id, after));
            }
        });
    }

    /// The connections to another server have changed.
    pub(super) fn attend_elsewhere(self: &Arc<Room>, node: NodeId, connections: Connections) {
        let known = lock(&self.attendance).elsewhere.get(&node).copied().unwrap_or_default();
        if known.connections == connections {
            if let Some(elsewhere) = lock(&self.attendance).elsewhere.get_mut(&node) {
                elsewhere.is_unconfirmed = false;
            }
            return;
        }
        self.attend(|attendance, now| {
            let before = attendance.elsewhere.remove(&node).unwrap_or_default().connections;
            attendance.presence.change(before, connections, now);
            if !connections.is_empty() {
                attendance.elsewhere.insert(node, Elsewhere { connections, is_unconfirmed: false });
            }
        });
    }

    /// Another server is about to publish all its connections.
    pub(super) fn doubt(&self, node: NodeId) {
        if let Some(elsewhere) = lock(&self.attendance).elsewhere.get_mut(&node) {
            elsewhere.is_unconfirmed = true;
        }
    }

    /// Another server has published all its connections.
    pub(super) fn end_doubt(self: &Arc<Room>, node: NodeId) {
        let is_unconfirmed = lock(&self.attendance).elsewhere.get(&node).is_some_and(|elsewhere| elsewhere.is_unconfirmed);
        if is_unconfirmed {
            self.attend_elsewhere(node, Connections::default());
        }
    }

    /// Publishes the connections to this game.
    pub(super) fn publish_connections(&self) {
        let here = lock(&self.attendance).here;
        if !here.is_empty() {
            self.bus.publish(Topic::Presence, || connections_line(self.id, here));
        }
    }

    /// Somebody connects, disconnects or changes seats: everybody is notified immediately, and again when a player counts as away.
    fn attend(self: &Arc<Room>, change: impl FnOnce(&mut Attendance, Millis)) {
        let now = now();
        let mut attendance = lock(&self.attendance);
        change(&mut attendance, now);
        self.announce(Notice::Attending(attendance.attending(now)));
        let runtime = tokio::runtime::Handle::try_current();
        if let (Some(at), Ok(runtime)) = (attendance.presence.next_absence(now), runtime) {
            let room = Arc::downgrade(self);
            runtime.spawn(async move {
                tokio::time::sleep(Duration::from_millis((at - now) as u64)).await;
                if let Some(room) = room.upgrade() {
                    let attending = lock(&room.attendance).attending(at.max(crate::time::now()));
                    room.announce(Notice::Attending(attending));
                }
            });
        }
    }
}

impl Attendance {
    fn attending(&self, now: Millis) -> Attending {
        let (away_since, missed_since) = (self.presence.away_since(now), self.presence.missed_since(now));
        let away = |color: Color| {
            let since = away_since[color].filter(|_| self.absence.matters)?;
            Some(Away { since, claimable_at: self.absence.claimable_at(missed_since[color]) })
        };
        let players = away_since.map(|since| since.is_none());
        let away = ByColor::new(away(Color::Black), away(Color::White));
        Attending { now, players, watchers: self.presence.watchers(), away }
    }
}

impl Update {
    /// An event, with the state of the game now.
    pub(crate) fn new(
        version: u32,
        event: Event,
        loaded: &LoadedGame,
        players: Option<(ByColor<Option<Player>>, ByColor<PlayerInfo>)>,
        now: Millis,
    ) -> Update {
        let live = &loaded.live;
        Update {
            version,
            event,
            status: live.status(),
            turn: live.game().position().turn(),
            clocks: Clocks::of(live, now),
            ply: live.game().ply(),
            offers: live.offers().collect(),
            draw_refused: live.draw_refused().collect(),
            aborts_at: live.first_move_due(loaded.up_since),
            players,
        }
    }
}

impl Clocks {
    pub(crate) fn of(live: &LiveGame, now: Millis) -> Clocks {
        let clock = live.clock();
        let left = ByColor::new(clock.left(Color::Black, now), clock.left(Color::White, now));
        Clocks { left, running: clock.running() }
    }
}

impl Watcher {
    /// Joins the watchers. The newcomer is notified of its own arrival, and so of who else is there.
    pub(crate) fn new(room: Arc<Room>, sides: Vec<Color>) -> Watcher {
        let notices = room.notices.subscribe();
        room.attend_here(|here| here.with(&sides));
        Watcher { room, notices, sides }
    }

    pub(crate) fn is_player(&self) -> bool {
        !self.sides.is_empty()
    }

    pub(crate) fn plays(&self, color: Color) -> bool {
        self.sides.contains(&color)
    }

    /// The sides this connection plays. They change when its user takes a seat.
    pub(crate) fn play_for(&mut self, sides: Vec<Color>) {
        if sides != self.sides {
            self.room.attend_here(|here| here.without(&self.sides).with(&sides));
            self.sides = sides;
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.room.attend_here(|here| here.without(&self.sides));
    }
}

/// The connections to a game as other servers read them.
fn connections_line(game: GameId, Connections { players, watchers }: Connections) -> String {
    format!("{game} {} {} {watchers}", players.black, players.white)
}

/// What others know about the players of a game.
pub(crate) fn player_info(id: GameId, live: &LiveGame, seated: &[Seated]) -> ByColor<PlayerInfo> {
    let setup = live.setup();
    let with_rating = setup.kind() == GameKind::Online && Speed::of(setup.control).is_some();
    setup.seats.map(|player| {
        let here = |seated: &&Seated| seated.game == id && Some(Player::User(seated.user)) == player;
        let Some(Seated { name, rating, .. }) = seated.iter().find(here) else { return PlayerInfo::default() };
        PlayerInfo { name: name.clone(), rating: (with_rating && name.is_some()).then_some(*rating) }
    })
}
