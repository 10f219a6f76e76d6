//! The state that all handlers share.

use std::net::IpAddr;
use std::sync::Arc;

use sumito_rules::Color;
use tokio::sync::watch;

use crate::Error;
use crate::db::{Access, Db};
use crate::failure::Failure;
use crate::games::Games;
use crate::games::new_game::{Against, NewGame};
use crate::id::{GameId, random_bytes};
use crate::people::caller::{Caller, Identified};
use crate::people::limits::{Limit, Limits};
use crate::people::{self, People};
use crate::play::event::Setup;
use crate::time::now;

/// The state that all handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) games: Arc<Games>,
    pub(crate) people: Arc<People>,
    /// The public address of the site, if the server is behind a proxy.
    pub(crate) origin: Option<Arc<str>>,
    /// Proxies on other machines, which are trusted to say where a request comes from.
    pub(crate) proxies: Arc<[IpAddr]>,
    /// Changes when the server shuts down.
    pub(crate) closing: watch::Receiver<bool>,
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
    /// Whether other servers may use the same database. Without communication they conflict with each other, which tests
    /// make use of.
    pub shares_database: bool,
}

impl App {
    /// Opens the database and resumes its games. The sender closes all sockets.
    pub(crate) async fn start(config: &Config) -> Result<(App, watch::Sender<bool>), Error> {
        survive_file_limit();
        let access = if config.shares_database { Access::Shared } else { Access::Alone };
        let db = Db::open(&config.database, access).await?;
        if db.is_half_transferred().await.map_err(Failure::from)? {
            return Err(Error::half_transferred());
        }
        let games = Games::start(db, config.engine_threads).await?;
        // Behind a proxy that does not say where requests come from, everybody would count as this machine.
        let limits = Limits::new(config.origin.is_none());
        let people = Arc::new(People::new(Arc::clone(&games), limits));
        tokio::spawn(people::sweep::run(Arc::downgrade(&people)));
        let (close, closing) = watch::channel(false);
        let origin = config.origin.as_deref().map(Into::into);
        Ok((App { games, people, origin, proxies: config.proxies.clone().into(), closing }, close))
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
        let [random] = random_bytes();
        let setup = wanted.setup(identified.user.id, if random % 2 == 0 { Color::Black } else { Color::White })?;
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
