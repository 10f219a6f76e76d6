//! PostgreSQL's notifications, on connections of their own.

use std::time::Duration;

use sqlx::postgres::PgListener;
use sqlx::{AnyConnection, Connection, query, raw_sql};
use tokio::time::timeout;

use super::DbError;
use super::error::timed_out;

/// How long the database may take for each step.
const PATIENCE: Duration = Duration::from_secs(2);

/// Sends notifications. Nothing else happens on its connection, so that no notification waits for a disk flush, and PostgreSQL's lock on
/// the queue of notifications is held only for a moment.
pub(crate) struct Notifier {
    url: String,
    connection: Option<AnyConnection>,
}

impl Notifier {
    pub(crate) fn new(url: &str) -> Notifier {
        Notifier { url: url.to_owned(), connection: None }
    }

    /// Sends less than 8,000 bytes to everybody who listens.
    pub(crate) async fn notify(&mut self, channel: &str, text: &str) -> Result<(), DbError> {
        let sent = timeout(PATIENCE, self.try_notify(channel, text)).await.unwrap_or_else(|_| Err(timed_out()));
        if sent.is_err() {
            self.connection = None;
        }
        Ok(sent?)
    }

    async fn try_notify(&mut self, channel: &str, text: &str) -> Result<(), sqlx::Error> {
        if self.connection.is_none() {
            let mut connection = AnyConnection::connect(&self.url).await?;
            raw_sql("set synchronous_commit = off").execute(&mut connection).await?;
            self.connection = Some(connection);
        }
        let connection = self.connection.as_mut().expect("it was just opened");
        let notify = query("select pg_notify($1, $2)").bind(channel.to_owned()).bind(text.to_owned());
        notify.execute(connection).await.map(|_| ())
    }
}

/// Receives notifications.
pub(crate) struct Listener(PgListener);

impl Listener {
    pub(crate) async fn connect(url: &str, channel: &str) -> Result<Listener, DbError> {
        let connect = async {
            let mut listener = PgListener::connect(url).await?;
            listener.listen(channel).await?;
            Ok(Listener(listener))
        };
        timeout(PATIENCE, connect).await.unwrap_or_else(|_| Err(timed_out())).map_err(DbError::from)
    }

    /// The next notification; `None` if the connection is broken.
    pub(crate) async fn next(&mut self) -> Option<String> {
        Some(self.0.try_recv().await.ok()??.payload().to_owned())
    }
}
