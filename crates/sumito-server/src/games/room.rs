//! A game in memory, and those who watch it.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

use axum::extract::ws::Utf8Bytes;
use sumito_rules::{ByColor, Color};
use tokio::sync::broadcast;

use crate::app::lock;
use crate::db::{Row, Said, Seated};
use crate::id::GameId;
use crate::play::clock::{Left, Millis};
use crate::play::event::{Event, Kind, Offer, Player};
use crate::play::live::{LiveGame, Status};
use crate::play::ratings::{Speed, Standing};

/// A game and those who watch it.
pub(crate) struct Room {
    /// Nothing until it is needed, and again after a save that failed: then the log is read anew.
    pub(crate) table: tokio::sync::Mutex<Option<Table>>,
    news: broadcast::Sender<News>,
    present: Mutex<Present>,
    /// When somebody asked for it last.
    used: AtomicI64,
}

/// A game with its log.
pub(crate) struct Table {
    pub(crate) live: LiveGame,
    pub(crate) log: Vec<Event>,
    pub(crate) people: ByColor<Person>,
    /// The row of the database, if this server has written it last.
    pub(crate) row: Option<Row>,
}

/// What others know of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Person {
    /// None without an account.
    pub(crate) name: Option<String>,
    /// The rating at the speed of the game, for those who have one.
    pub(crate) standing: Option<Standing>,
}

/// Who is connected.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Present {
    /// Connections of the players.
    pub(crate) players: ByColor<u32>,
    pub(crate) watchers: u32,
}

/// What those who watch a game are told.
#[derive(Clone, Debug)]
pub(crate) enum News {
    Event(Arc<Told>),
    Present(Present),
    Chat(Arc<Said>),
    /// It is the engine's turn, and so many games are served first.
    EngineWaits(usize),
}

/// An event, and what the game is after it.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) version: u32,
    pub(crate) event: Event,
    pub(crate) status: Status,
    pub(crate) turn: Color,
    pub(crate) clocks: Clocks,
    /// How many moves stand on the board.
    pub(crate) ply: usize,
    pub(crate) offers: Vec<(Offer, Color)>,
    pub(crate) draw_refused: Vec<Color>,
    /// Who plays, where that has changed: somebody joined, or ratings did.
    pub(crate) people: Option<(ByColor<Option<Player>>, ByColor<Person>)>,
    /// The message, which all who watch share.
    pub(crate) text: OnceLock<Utf8Bytes>,
}

/// The clocks at a moment.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clocks {
    pub(crate) left: ByColor<Option<Left>>,
    pub(crate) running: Option<Color>,
}

/// A connection to a game; when it goes, the others are told.
pub(crate) struct Watch {
    room: Arc<Room>,
    pub(crate) news: broadcast::Receiver<News>,
    sides: Vec<Color>,
}

/// How many news a slow connection may fall behind before it is told everything anew.
const NEWS: usize = 32;

impl Room {
    pub(crate) fn new() -> Room {
        Room {
            table: tokio::sync::Mutex::default(),
            news: broadcast::channel(NEWS).0,
            present: Mutex::default(),
            used: AtomicI64::default(),
        }
    }

    pub(crate) fn touch(&self, now: Millis) {
        self.used.store(now, Relaxed);
    }

    /// Whether nobody has asked for it since then, or watches it.
    pub(crate) fn is_idle(&self, since: Millis) -> bool {
        self.news.receiver_count() == 0 && self.used.load(Relaxed) <= since
    }

    pub(crate) fn tell(&self, news: News) {
        // Nobody may be there to hear it.
        let _ = self.news.send(news);
    }

    fn count(&self, sides: &[Color], change: i32) {
        let mut present = lock(&self.present);
        for &side in sides {
            let count = &mut present.players[side];
            *count = count.saturating_add_signed(change);
        }
        if sides.is_empty() {
            present.watchers = present.watchers.saturating_add_signed(change);
        }
        let present = *present;
        self.tell(News::Present(present));
    }
}

impl Told {
    /// An event, with what the game is now.
    pub(crate) fn new(
        version: u32,
        event: Event,
        live: &LiveGame,
        people: Option<(ByColor<Option<Player>>, ByColor<Person>)>,
        now: Millis,
    ) -> Told {
        Told {
            version,
            event,
            status: live.status(),
            turn: live.game().position().turn(),
            clocks: Clocks::of(live, now),
            ply: live.game().ply(),
            offers: live.offers().collect(),
            draw_refused: live.draw_refused().collect(),
            people,
            text: OnceLock::new(),
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

impl Watch {
    /// Joins those who watch. The newcomer hears of its own arrival, and so of who else is there.
    pub(crate) fn new(room: Arc<Room>, sides: Vec<Color>) -> Watch {
        let news = room.news.subscribe();
        room.count(&sides, 1);
        Watch { room, news, sides }
    }

    pub(crate) fn is_player(&self) -> bool {
        !self.sides.is_empty()
    }

    /// The sides this connection plays. They change when its user takes a seat.
    pub(crate) fn play_for(&mut self, sides: Vec<Color>) {
        if sides != self.sides {
            self.room.count(&self.sides, -1);
            self.sides = sides;
            self.room.count(&self.sides, 1);
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.room.count(&self.sides, -1);
    }
}

/// What others know of the players of a game, of those who sit at games.
pub(crate) fn people(id: GameId, live: &LiveGame, seated: &[Seated]) -> ByColor<Person> {
    let setup = live.setup();
    let with_rating = setup.kind() == Kind::Online && Speed::of(setup.control).is_some();
    setup.seats.map(|player| {
        let here = |seated: &&Seated| seated.game == id && Some(Player::User(seated.user)) == player;
        let Some(Seated { name, standing, .. }) = seated.iter().find(here) else { return Person::default() };
        Person { name: name.clone(), standing: (with_rating && name.is_some()).then_some(*standing) }
    })
}
