//! What every handler can reach, and the server from start to end.

use std::future::Future;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::middleware::from_fn_with_state;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::db::Db;
use crate::failure::Failure;
use crate::games::Games;
use crate::games::room::Table;
use crate::http::{api, guard, listen};
use crate::id::GameId;
use crate::pages;
use crate::people::limits::{Limits, Open};
use crate::people::lines::Lines;
use crate::time::now;

/// What every handler can reach.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) games: Arc<Games>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) lines: Arc<Lines>,
    /// The address that people type, if a proxy stands before the server.
    pub(crate) origin: Option<Arc<str>>,
    /// The addresses of proxies on other machines, whose word is taken for where a request comes from.
    pub(crate) proxies: Arc<[IpAddr]>,
    /// Changes when the server ends.
    pub(crate) closing: watch::Receiver<bool>,
}

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address of the database, `sqlite://FILE` or `postgres://...`.
    pub database: String,
    /// The address that people type, if a proxy stands in front of the server.
    pub origin: Option<String>,
    /// Proxies on other machines, which are trusted to say where a request comes from.
    pub proxies: Vec<IpAddr>,
    /// Threads that think for the engine's seats.
    pub engine_threads: usize,
}

impl App {
    /// Opens the database and takes up its games. The sender ends all sockets.
    pub(crate) async fn start(config: &Config) -> Result<(App, watch::Sender<bool>), Failure> {
        let db = Db::open(&config.database).await.map_err(Arc::new)?;
        db.sweep_sessions(now()).await?;
        let games = Games::start(db, config.engine_threads).await?;
        let (close, closing) = watch::channel(false);
        let limits = Arc::new(Limits::new(config.origin.is_none()));
        let origin = config.origin.as_deref().map(Into::into);
        let (lines, proxies) = (Arc::default(), config.proxies.clone().into());
        let app = App { games, limits, lines, origin, proxies, closing };
        Ok((app, close))
    }

    /// Looks at a game.
    pub(crate) async fn look<T>(&self, game: GameId, look: impl FnOnce(&Table) -> T) -> Result<T, Failure> {
        self.games.read(game, look).await
    }

    /// Whether a machine is believed for whom it asks: this one, and the proxies that were named.
    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        peer.is_loopback() || self.proxies.contains(&peer)
    }

    /// Whether people reach the server by TLS.
    pub(crate) fn secure(&self) -> bool {
        self.origin.as_deref().is_some_and(|origin| origin.starts_with("https:"))
    }

    /// Everything the server answers.
    pub(crate) fn router(self) -> Router {
        let routes = api::routes().merge(pages::routes());
        routes.layer(from_fn_with_state(self.clone(), guard::guard)).with_state(self)
    }
}

/// Serves until `end` comes; then lets requests finish and sockets close.
pub(crate) async fn serve(
    listener: TcpListener,
    app: App,
    close: watch::Sender<bool>,
    end: impl Future<Output = ()> + Send + 'static,
) {
    let (games, door) = (Arc::clone(&app.games), app.clone());
    let end = async move {
        end.await;
        tracing::info!("the server ends");
        // All sockets may be closed already.
        let _ = close.send(true);
    };
    // A proxy speaks for many: whom it speaks for is counted when it asks.
    let enter = move |peer: IpAddr| {
        if door.is_proxy(peer) { Some(None) } else { door.limits.hold(Open::Connection, peer).map(Some) }
    };
    listen::listen(listener, app.router(), enter, end).await;
    // Sockets are no requests: they say goodbye on their own.
    let soon = Instant::now() + Duration::from_secs(5);
    while games.metrics.sockets.get() > 0 && Instant::now() < soon {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    games.db().close().await;
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that is done under these locks can leave half a change behind.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
