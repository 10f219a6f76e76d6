//! The server: online games, games against the engine, the people who play them, and the pages they see.
//!
//! ARCHITECTURE.md describes its rooms. The program needs only [`Config`], [`start`], [`back_up`], [`transfer`],
//! [`reset_password`], the keys of workers, and [`Operator`] for moderation.

mod announcement;
mod app;
mod bus;
mod db;
mod directing;
mod engine_room;
mod engines;
mod failure;
mod games;
mod http;
mod id;
mod images;
mod lobby;
mod lock;
mod metrics;
mod moderating;
mod moderation;
mod pages;
mod people;
mod play;
mod recent;
#[cfg(test)]
mod tests;
mod time;
mod tournament;
mod user_text;

use std::fmt;
use std::future::Future;
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use tokio::net::TcpListener;
use tokio::sync::watch;

use app::{App, Phase};
use http::{api, guard, listen};
use people::limits::Resource;

pub use app::Config;
pub use db::{Copied, Transfer, TransferStep, WorkerKey};
pub use moderating::{AccountRecord, LogEntry, ModerationAction, Operator, ReportEntry, SuspectGame};
pub use moderation::agreement::{Agreement, Count, Decision, Difficulty, Pace};

/// Why the server cannot do what it was asked for, in full, for the server operator.
#[derive(Clone, Debug)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl Error {
    fn half_transferred() -> Error {
        Error("the database has only a part of another one; run sumito migrate again to complete the copy".to_owned())
    }
}

impl From<failure::Failure> for Error {
    fn from(failure: failure::Failure) -> Error {
        Error(failure.cause())
    }
}

impl From<db::OpenError> for Error {
    fn from(error: db::OpenError) -> Error {
        Error(error.to_string())
    }
}

/// A server whose database is open; it does not listen yet.
pub struct Server {
    app: App,
    phase: watch::Sender<Phase>,
    drain: Duration,
}

/// Opens the database and resumes its games.
pub async fn start(config: &Config) -> Result<Server, Error> {
    let (app, phase) = App::start(config).await?;
    Ok(Server { app, phase, drain: config.drain })
}

/// How long sockets may take to close.
const GOODBYE: Duration = Duration::from_secs(5);

impl Server {
    /// Serves until `end` completes; then lets requests finish and sockets close.
    pub async fn serve(self, listener: TcpListener, end: impl Future<Output = ()> + Send + 'static) {
        let Server { app, phase, drain } = self;
        let (games, door) = (Arc::clone(&app.games), app.clone());
        let end = async move {
            end.await;
            tracing::info!("the server shuts down");
            phase.send_replace(Phase::Draining);
            tokio::time::sleep(drain / 2).await;
            phase.send_replace(Phase::Closing(drain / 2));
            tokio::time::sleep(drain / 2).await;
        };
        // A proxy connects for many people: their connections are counted by request.
        let enter = move |peer: IpAddr| {
            if door.is_proxy(peer) { Some(None) } else { door.people.limits.hold(Resource::Connection, peer).map(Some) }
        };
        listen::listen(listener, router(app), enter, listen::READING, end).await;
        // Sockets are not requests: they end on their own.
        let deadline = Instant::now() + GOODBYE;
        while games.metrics.sockets.get() > 0 && Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        games.stop().await;
    }
}

/// All routes: the one place that knows both the API and the pages.
fn router(app: App) -> Router {
    let routes = api::routes().merge(pages::routes());
    routes.layer(from_fn_with_state(app.clone(), guard::guard)).layer(from_fn(pages::error_pages)).with_state(app)
}

/// Copies an SQLite database to a file, even while a server is using it, and verifies the copy, whose URL is `address`.
pub async fn back_up(database: &str, file: &Path, address: &str) -> Result<Copied, Error> {
    db::copy(database, file, address).await.map_err(|error| Error(error.to_string()))
}

/// Copies everything from one database to another one that is empty or has a part of the same copy, and compares them. Returns the number of
/// rows, or nothing if `progress` wanted to stop; a later call goes on from there.
pub async fn transfer(
    from: &str,
    to: &str,
    mut progress: impl FnMut(Transfer) -> ControlFlow<()> + Send,
) -> Result<Option<u64>, Error> {
    match db::transfer(from, to, &mut progress).await {
        Ok(rows) => Ok(Some(rows)),
        Err(db::TransferError::Stopped) => Ok(None),
        Err(error) => Err(Error(error.to_string())),
    }
}

/// Sets the given or a generated password, and revokes the account's sessions and tokens. `None` if there is no such account.
pub async fn reset_password(database: &str, name: &str, password: Option<String>) -> Result<Option<String>, Error> {
    people::accounts::reset_password(database, name, password).await
}

/// The day of a moment, which is in milliseconds since 1970: `2026-11-15`.
pub fn day(at: i64) -> String {
    time::day(at)
}

/// Makes a key for workers with this name; `None` if there is one already.
pub async fn add_worker_key(database: &str, name: &str) -> Result<Option<String>, Error> {
    people::workers::add_key(database, name).await
}

/// The keys for workers, by name.
pub async fn worker_keys(database: &str) -> Result<Vec<WorkerKey>, Error> {
    people::workers::keys(database).await
}

/// Revokes a key for workers; `false` if there is none with this name.
pub async fn remove_worker_key(database: &str, name: &str) -> Result<bool, Error> {
    people::workers::remove_key(database, name).await
}
