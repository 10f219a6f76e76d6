//! The state that all handlers share.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::Error;
use crate::bus::Bus;
use crate::db::{Access, Db};
use crate::directing::Directing;
use crate::engine_room::EngineRoom;
use crate::engines::Conditions;
use crate::failure::Failure;
use crate::games::Games;
use crate::games::new_game::{Against, NewGame};
use crate::id::{GameId, random_bytes};
use crate::images::Images;
use crate::moderating::Moderating;
use crate::people::caller::{Caller, Identified};
use crate::people::limits::{Limit, Limits};
use crate::people::{self, People};
use crate::play::event::Setup;
use crate::time::{follow_clock, now};

/// The state that all handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) games: Arc<Games>,
    pub(crate) people: Arc<People>,
    pub(crate) directing: Arc<Directing>,
    pub(crate) moderating: Arc<Moderating>,
    pub(crate) engine_room: Arc<EngineRoom>,
    pub(crate) images: Arc<Images>,
    /// The public address of the site, if the server is behind a proxy.
    pub(crate) origin: Option<Arc<str>>,
    /// Proxies on other machines, which are trusted to say where a request comes from.
    pub(crate) proxies: Arc<[IpAddr]>,
    /// Changes when the server shuts down.
    pub(crate) phase: watch::Receiver<Phase>,
}

/// How far the server has come.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Serving,
    /// It serves, but proxies should send everybody elsewhere.
    Draining,
    /// Each socket is closed at some moment during this time, so that not all clients reconnect at once.
    Closing(Duration),
}

impl App {
    /// Completes when a socket should be closed.
    pub(crate) fn closing(&self) -> Closing {
        let [high, low] = random_bytes();
        let part = f64::from(u16::from_be_bytes([high, low])) / f64::from(u16::MAX);
        Closing { phase: self.phase.clone(), part, at: None }
    }
}

/// When a socket should be closed.
pub(crate) struct Closing {
    phase: watch::Receiver<Phase>,
    /// The moment, as a part of the time for closing.
    part: f64,
    at: Option<Instant>,
}

impl Closing {
    /// Waits for the moment. May be called again if the caller had something else to do.
    pub(crate) async fn due(&mut self) {
        let at = if let Some(at) = self.at {
            at
        } else {
            let phase = self.phase.wait_for(|phase| matches!(phase, Phase::Closing(_))).await;
            let time = if let Ok(Phase::Closing(time)) = phase.as_deref() { *time } else { Duration::ZERO };
            *self.at.insert(Instant::now() + time.mul_f64(self.part))
        };
        // Boxed, because many sockets wait and few are closed.
        Box::pin(sleep_until(at)).await;
    }
}

/// The configuration of the server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The URL of the database, `sqlite://FILE` or `postgres://...`.
    pub database: String,
    /// The public address of the site, if the server is behind a proxy.
    pub origin: Option<String>,
    /// Proxies on other machines, which are trusted to say where a request comes from.
    pub proxies: Vec<IpAddr>,
    /// The number of threads for the engine's moves.
    pub engine_threads: usize,
    /// The address of the bus, `nats://...`, by which the servers of one database on PostgreSQL hear from each other; without it they
    /// use the database.
    pub bus: Option<String>,
    /// How long the server goes on after it was asked to stop, so that proxies and clients move to other servers: during the first half
    /// only its health changes, during the second half sockets are closed.
    pub drain: Duration,
    /// Whether other servers may use the same database on SQLite. They do not hear from each other and conflict, which tests make
    /// use of.
    pub shares_database: bool,
    /// The clock of the engine room, such as `60+1`.
    pub room_clock: String,
}

impl App {
    /// Opens the database and resumes its games. The sender closes all sockets.
    pub(crate) async fn start(config: &Config) -> Result<(App, watch::Sender<Phase>), Error> {
        survive_file_limit();
        let conditions = Conditions::parse(&config.room_clock).map_err(Error)?;
        let access = if config.shares_database { Access::Shared } else { Access::Alone };
        let db = Db::open(&config.database, access).await?;
        if db.is_half_transferred().await.map_err(Failure::from)? {
            return Err(Error::half_transferred());
        }
        if db.is_shared() {
            // The machines of several servers may disagree about the time, but their games must not.
            let asked = now();
            follow_clock(asked, db.clock().await.map_err(Failure::from)?);
        }
        let bus = Bus::start(&db, &config.database, config.bus.as_deref()).await.map_err(Error)?;
        let games = Games::start(db, bus, config.engine_threads).await?;
        // Behind a proxy that does not say where requests come from, everybody would count as this machine.
        let secret = games.db().site().await.map_err(Failure::from)?.secret;
        let limits = Limits::new(config.origin.is_none()).shared(games.bus().clone(), secret);
        let subscription = games.bus().subscribe(people::other_nodes::TOPICS);
        let people = Arc::new(People::new(Arc::clone(&games), limits));
        tokio::spawn(people::other_nodes::run(Arc::downgrade(&people), subscription));
        tokio::spawn(people::sweep::run(Arc::downgrade(&people)));
        let directing = Directing::start(Arc::clone(&games), Arc::clone(&people));
        let moderating = Moderating::start(Arc::clone(&games), Arc::clone(&people), Arc::clone(&directing));
        let engine_room = EngineRoom::start(Arc::clone(&games), Arc::clone(&people), conditions).await?;
        let (advance, phase) = watch::channel(Phase::Serving);
        let origin = config.origin.as_deref().map(Into::into);
        let (images, proxies) = (Arc::new(Images::new()), config.proxies.clone().into());
        Ok((App { games, people, directing, moderating, engine_room, images, origin, proxies, phase }, advance))
    }

    /// Sets up a game for a caller.
    pub(crate) async fn set_up(&self, caller: &Caller, mut wanted: NewGame) -> Result<(Identified, GameId), Failure> {
        self.people.limit(Limit::Create, caller)?;
        let identified = self.people.user_or_guest(caller).await?;
        let challenged = match wanted.opponent.take() {
            Some(_) if wanted.against != Against::Online => {
                return Err(Failure::Bad("opponent: expected against to be online".to_owned()));
            }
            Some(name) => Some(self.people.opponent(&identified.user, &name).await?),
            None => None,
        };
        let setup = wanted.setup(identified.user.id, u64::from_le_bytes(random_bytes()))?;
        if challenged.is_some() && setup.is_party() {
            return Err(Failure::Bad("opponent: expected a layout for two players".to_owned()));
        }
        // What two members play can be watched.
        let setup = Setup { public: setup.public || challenged.is_some(), challenged, ..setup };
        self.people.locate(caller, &identified.user);
        let id = self.games.create(identified.user.id, setup, now()).await?;
        Ok((identified, id))
    }

    /// Whether a machine is trusted to say where a request comes from: this one, and the named proxies.
    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        peer.is_loopback() || self.proxies.contains(&peer)
    }

    /// Whether people reach the server over TLS.
    pub(crate) fn is_secure(&self) -> bool {
        self.origin.as_deref().is_some_and(|origin| origin.starts_with("https:"))
    }
}

/// Makes writing beyond the system's file size limit an error, like a full disk, instead of killing the process.
#[cfg(unix)]
fn survive_file_limit() {
    use nix::sys::signal::Signal::SIGXFSZ;
    use tokio::signal::unix::{SignalKind, signal};
    // The handler stays installed after the stream is dropped.
    if let Err(error) = signal(SignalKind::from_raw(SIGXFSZ as i32)) {
        tracing::warn!(%error, "a limit of file sizes would end the server");
    }
}

#[cfg(not(unix))]
fn survive_file_limit() {}
