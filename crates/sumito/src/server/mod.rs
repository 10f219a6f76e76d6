//! The server: games that are played on time, over the network and against the engine.

mod accounts;
mod api;
mod auth;
mod bots;
mod clock;
mod day;
mod db;
mod event;
mod failure;
mod flags;
mod form;
mod games;
mod id;
mod lessons;
mod limits;
mod lines;
mod listen;
mod lobby;
mod metrics;
mod password;
mod people;
mod play;
mod puzzles;
mod ratings;
mod record;
mod recovery;
mod room;
mod settings;
mod socket;
mod typed;
mod wire;

use std::future::Future;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;
use tokio::sync::watch;

use db::Db;
use games::Games;
use limits::{Limited, Limits, Open};
use lines::Lines;

use crate::site;

pub(crate) use accounts::reset_password;
pub(crate) use api::Address;
pub(crate) use clock::{Extra, Left, Millis, TimeControl};
pub(crate) use day::day;
pub(crate) use db::{Copied, GameResult, Opened, Played, Profile, Record, User, copy};
pub(crate) use event::{Kind, Player, Start};
pub(crate) use failure::Failure;
pub(crate) use form::Form;
pub(crate) use id::{GameId, UserId};
pub(crate) use lessons::Stars;
pub(crate) use lobby::{Listed, View};
pub(crate) use play::Status;
pub(crate) use puzzles::{Hardness, Progress, of_today, value as puzzle_value};
pub(crate) use ratings::{Speed, Standing};
pub(crate) use room::Table;
pub(crate) use settings::{Settings, TABLE as SETTINGS};
pub(crate) use wire::{Credentials, state};

/// What every handler can reach.
#[derive(Clone)]
pub(crate) struct App {
    games: Arc<Games>,
    limits: Arc<Limits>,
    lines: Arc<Lines>,
    /// The address that people type, if a proxy stands before the server.
    origin: Option<Arc<str>>,
    /// The addresses of proxies on other machines, whose word is taken for where a request comes from.
    proxies: Arc<[IpAddr]>,
    /// Changes when the server ends.
    closing: watch::Receiver<bool>,
}

/// How the server is set up.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) database: String,
    pub(crate) origin: Option<String>,
    pub(crate) proxies: Vec<IpAddr>,
    pub(crate) engine_threads: usize,
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
    fn is_proxy(&self, peer: IpAddr) -> bool {
        peer.is_loopback() || self.proxies.contains(&peer)
    }

    /// Whether people reach the server by TLS.
    fn secure(&self) -> bool {
        self.origin.as_deref().is_some_and(|origin| origin.starts_with("https:"))
    }

    /// Everything the server answers.
    pub(crate) fn router(self) -> Router {
        let routes = api::routes().merge(site::routes());
        routes.layer(from_fn_with_state(self.clone(), guard)).with_state(self)
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

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// What every request goes through: counted, limited, from a page of ours; and every answer: with headers that keep browsers strict.
async fn guard(State(app): State<App>, address: Address, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let metrics = &app.games.metrics;
    metrics.requests.add();
    let is_api = request.uri().path().starts_with("/api/");
    let asked = if is_api { HeaderMap::new() } else { request.headers().clone() };
    let open = app.limits.hold(Open::Request, address.0);
    let refusal = if open.is_none() || !app.limits.allow(Limited::Request, address.0, now()) {
        Some(Failure::TooMany)
    } else if changes_something(&request) && !is_ours(request.headers(), app.origin.as_deref()) {
        Some(Failure::Foreign)
    } else {
        None
    };
    let mut response = match refusal {
        Some(failure) => failure.into_response(),
        // A body that comes in drops is not waited for; nothing of ours takes as long.
        None => match tokio::time::timeout(PATIENCE, next.run(request)).await {
            Ok(response) => response,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        },
    };
    if !is_api && let Some(page) = site::trouble(&asked, &response) {
        response = page;
    }
    metrics.answer.add(begun.elapsed());
    if response.status().is_client_error() {
        metrics.refusals.add();
    }
    let headers = response.headers_mut();
    if is_api {
        // Answers belong to who asked.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    for (name, value) in STRICT {
        headers.entry(name).or_insert(value);
    }
    response
}

const STRICT: [(HeaderName, HeaderValue); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; \
             form-action 'self'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Whether a request may change something: all but plain reading. A socket may.
fn changes_something(request: &Request) -> bool {
    !matches!(*request.method(), Method::GET | Method::HEAD) || request.headers().contains_key(header::UPGRADE)
}

/// Whether a request comes from a page of this server. Browsers always tell; programs have no page and tell nothing.
fn is_ours(headers: &HeaderMap, origin: Option<&str>) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let Some(page) = headers.get(header::ORIGIN) else { return true };
    let Ok(page) = page.to_str() else { return false };
    match origin {
        Some(origin) => page == origin,
        None => page.split_once("://").map(|(_, host)| host) == text(header::HOST),
    }
}

/// Milliseconds since the epoch. While the server runs it goes forward only, whatever is done to the system's clock.
pub(crate) fn now() -> Millis {
    static START: OnceLock<(Instant, Millis)> = OnceLock::new();
    let (start, epoch) = START.get_or_init(|| {
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis);
        (Instant::now(), epoch)
    });
    epoch + start.elapsed().as_millis() as Millis
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that is done under these locks can leave half a change behind.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
