//! A game in memory, and its watchers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sumito_rules::party::{self, BySeat, Seat};
use tokio::sync::broadcast;

use crate::announcement::Announcement;
use crate::bus::{Bus, Topic};
use crate::db::{ChatMessage, SavedRow, Seated};
use crate::id::{GameId, NodeId};
use crate::lock::lock;
use crate::play::clock::{Millis, TimeLeft};
use crate::play::event::{Event, GameKind, Offer, Player};
use crate::play::live::{Absence, Left, LiveGame, Pending, Status};
use crate::play::presence::{Connections, Presence};
use crate::play::ratings::{Pool, ShownRating};
use crate::play::seats::{SeatSet, Seats};
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
    pub(crate) players: Seats<PlayerInfo>,
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
    pub(crate) players: Seats<bool>,
    pub(crate) watchers: u32,
    /// The players who are away while the game waits for them.
    pub(crate) away: Seats<Option<Away>>,
}

/// A player who is away.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Away {
    pub(crate) since: Millis,
    /// When others may claim the game, or go on without the player. `None` if they never may, or are away as well.
    pub(crate) claimable_at: Option<Millis>,
}

/// What the watchers of a game receive.
#[derive(Clone, Debug)]
pub(crate) enum Notice {
    Event(Arc<Announcement<Update>>),
    /// Shared, because every room keeps many notices.
    Attending(Arc<Attending>),
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
    pub(crate) turn: Seat,
    pub(crate) clocks: Clocks,
    /// The number of moves on the board.
    pub(crate) ply: usize,
    pub(crate) offers: Vec<(Offer, Pending, SeatSet)>,
    pub(crate) draw_refused: Vec<Seat>,
    /// When the game is aborted, or a seat is out, for lack of a first move.
    pub(crate) aborts_at: Option<Millis>,
    /// Who plays, if that has changed: somebody joined, or ratings changed.
    pub(crate) players: Option<(Seats<Option<Player>>, Seats<PlayerInfo>)>,
    /// What only games for more than two have.
    pub(crate) party: Option<PartyState>,
    /// The departure that the event added to a game for more than two.
    pub(crate) word: Option<String>,
}

/// The state of a game for more than two, as far as games for two have nothing like it.
#[derive(Clone, Debug)]
pub(crate) struct PartyState {
    pub(crate) position: String,
    pub(crate) score: Seats<u8>,
    /// Who ejected how many marbles of whom: `ejected[by][owner]`.
    pub(crate) ejected: BySeat<BySeat<u8>>,
    pub(crate) left: Vec<Left>,
    /// Who is out.
    pub(crate) out: SeatSet,
    pub(crate) host: Option<Seat>,
    pub(crate) open_seats: usize,
    /// Moves and departures, as game files have them.
    pub(crate) words: Vec<String>,
}

impl PartyState {
    pub(crate) fn of(live: &LiveGame) -> Option<PartyState> {
        let game = live.game().party()?;
        Some(PartyState {
            position: game.position().to_string(),
            score: live.game().score(),
            ejected: game.ejections(),
            left: live.left().to_vec(),
            out: live.setup().seats.seats().filter(|&seat| game.position().has_left(seat)).collect(),
            host: live.host(),
            open_seats: live.setup().open_seats().count(),
            words: live.game().words(),
        })
    }
}

/// The clocks at a moment.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clocks {
    pub(crate) left: Seats<Option<TimeLeft>>,
    pub(crate) running: Option<Seat>,
}

/// A connection to a game; when it is dropped, the others are notified.
pub(crate) struct Watcher {
    room: Arc<Room>,
    pub(crate) notices: broadcast::Receiver<Notice>,
    sides: Vec<Seat>,
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

    /// Whether somebody is connected to this server.
    pub(super) fn is_attended(&self) -> bool {
        !lock(&self.attendance).here.is_empty()
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
                self.announce(Notice::Attending(Arc::new(after)));
            }
        }
    }

    /// Since when each player has been away while another one waited.
    pub(crate) fn missed_since(&self, now: Millis) -> BySeat<Option<Millis>> {
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
        self.announce(Notice::Attending(Arc::new(attendance.attending(now))));
        let absences = attendance.presence.absences(attendance.absence.seats, now);
        if let (false, Ok(runtime)) = (absences.is_empty(), tokio::runtime::Handle::try_current()) {
            let room = Arc::downgrade(self);
            runtime.spawn(async move {
                for at in absences {
                    tokio::time::sleep(Duration::from_millis((at - crate::time::now()).max(0) as u64)).await;
                    let Some(room) = room.upgrade() else { return };
                    let attending = lock(&room.attendance).attending(at.max(crate::time::now()));
                    room.announce(Notice::Attending(Arc::new(attending)));
                }
            });
        }
    }
}

impl Attendance {
    fn attending(&self, now: Millis) -> Attending {
        let (away_since, missed_since) = (self.presence.away_since(now), self.presence.missed_since(now));
        let away = |seat: Seat| {
            let since = away_since[seat].filter(|_| self.absence.awaited.contains(seat))?;
            Some(Away { since, claimable_at: self.absence.claimable_at(missed_since[seat]) })
        };
        let seats = || Seat::ALL.into_iter().take(self.absence.seats.into());
        let players = Seats::new(seats().map(|seat| away_since[seat].is_none()));
        let away = Seats::new(seats().map(away));
        Attending { now, players, watchers: self.presence.watchers(), away }
    }
}

impl Update {
    /// An event, with the state of the game now.
    pub(crate) fn new(
        version: u32,
        event: Event,
        loaded: &LoadedGame,
        players: Option<(Seats<Option<Player>>, Seats<PlayerInfo>)>,
        now: Millis,
    ) -> Update {
        let live = &loaded.live;
        Update {
            version,
            status: live.status(),
            turn: live.game().turn(),
            clocks: Clocks::of(live, now),
            ply: live.game().ply(),
            offers: live.offers().collect(),
            draw_refused: live.draw_refused().collect(),
            aborts_at: live.first_move_due(loaded.up_since),
            players,
            word: live.game().party().filter(|_| event.kind.is_departure()).and_then(last_departure),
            party: PartyState::of(live),
            event,
        }
    }
}

/// The word for the last action of a game, if it is a departure.
fn last_departure(game: &party::Game) -> Option<String> {
    let (action, before) = game.actions().iter().zip(game.positions()).next_back()?;
    matches!(action, party::Action::Leave(..) | party::Action::ResignTeam(_)).then(|| action.text(before))
}

impl Clocks {
    pub(crate) fn of(live: &LiveGame, now: Millis) -> Clocks {
        let clock = live.clock();
        let left = Seats::new(live.setup().seats.seats().map(|seat| clock.left(seat, now)));
        Clocks { left, running: clock.running() }
    }
}

impl Watcher {
    /// Joins the watchers. The newcomer is notified of its own arrival, and so of who else is there.
    pub(crate) fn new(room: Arc<Room>, sides: Vec<Seat>) -> Watcher {
        let notices = room.notices.subscribe();
        room.attend_here(|here| here.with(&sides));
        Watcher { room, notices, sides }
    }

    pub(crate) fn is_player(&self) -> bool {
        !self.sides.is_empty()
    }

    pub(crate) fn plays(&self, seat: Seat) -> bool {
        self.sides.contains(&seat)
    }

    /// The sides this connection plays. They change when its user takes a seat.
    pub(crate) fn play_for(&mut self, sides: Vec<Seat>) {
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
    let players: Vec<String> = Seat::ALL.into_iter().map(|seat| players[seat].to_string()).collect();
    format!("{game} {} {watchers}", players.join(" "))
}

/// What others know about the players of a game.
pub(crate) fn player_info(id: GameId, live: &LiveGame, seated: &[Seated]) -> Seats<PlayerInfo> {
    let setup = live.setup();
    let pool = Pool::of(setup).filter(|_| setup.kind() == GameKind::Online);
    setup.seats.map(|player| {
        let here = |seated: &&Seated| seated.game == id && Some(Player::User(seated.user)) == player;
        let Some(Seated { name, is_bot, rating, rated, .. }) = seated.iter().find(here) else { return PlayerInfo::default() };
        let change = rated.map(|after| after.points() - rating.points());
        let shown = |pool| ShownRating { change, ..ShownRating::of(pool, rating) };
        PlayerInfo { name: name.clone(), is_bot: *is_bot, rating: pool.filter(|_| name.is_some()).map(shown) }
    })
}
