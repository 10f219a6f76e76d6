//! The server: games on time over the network and against the engine, the people who play them, and the pages they see.
//!
//! ARCHITECTURE.md tells its rooms apart. The program needs little of it: [`Config`], [`start`], [`back_up`] and [`reset_password`].

mod app;
mod db;
mod failure;
mod games;
mod http;
mod id;
mod lobby;
mod metrics;
mod pages;
mod people;
mod play;
#[cfg(test)]
mod tests;
mod time;
mod user_text;

use std::fmt;
use std::future::Future;
use std::path::Path;

use tokio::net::TcpListener;
use tokio::sync::watch;

pub use app::Config;
pub use db::Copied;

/// Why the server cannot do what it was asked for, in full, for the people who run it.
#[derive(Clone, Debug)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// A server whose database is open; nobody is served yet.
pub struct Server {
    app: app::App,
    close: watch::Sender<bool>,
}

/// Opens the database and takes up its games.
pub async fn start(config: &Config) -> Result<Server, Error> {
    let (app, close) = app::App::start(config).await.map_err(|failure| Error(failure.cause()))?;
    Ok(Server { app, close })
}

impl Server {
    /// Serves until `end` comes; then lets requests finish and sockets close.
    pub async fn serve(self, listener: TcpListener, end: impl Future<Output = ()> + Send + 'static) {
        app::serve(listener, self.app, self.close, end).await;
    }
}

/// Copies an SQLite database to a file, also while a server uses it, and checks the copy, which `address` leads to.
pub async fn back_up(database: &str, file: &Path, address: &str) -> Result<Copied, Error> {
    db::copy(database, file, address).await.map_err(|error| Error(error.to_string()))
}

/// Sets a password, or one that is made up, and revokes the sessions and tokens of the account. Nothing if there is no such account.
pub async fn reset_password(database: &str, name: &str, password: Option<String>) -> Result<Option<String>, Error> {
    people::accounts::reset_password(database, name, password).await.map_err(|failure| Error(failure.cause()))
}
