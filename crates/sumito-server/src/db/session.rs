//! The writer's own connection. It begins and commits transactions with its own statements, so that their outcome never depends on
//! the bookkeeping of a pool. After an error the connection is thrown away and opened again.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use sqlx::{AnyConnection, Connection, Row, query, query_scalar, raw_sql};
use tokio::time::{Instant, sleep, timeout};

use super::error::{is_about_the_database, timed_out};
#[cfg(test)]
use super::faults::{Fault, Faults};
use super::open::migrate;
use super::writer::Work;
use super::{append, moderation, puzzles, tournaments};
use crate::id::GameId;
use crate::lock::lock;

/// The writer's connection, if it is open.
pub(super) struct Session {
    target: Target,
    connection: Option<AnyConnection>,
    /// The number of the next batch. The writer's row in the database has the number of the last committed one.
    batch: i64,
    /// The result of this batch, if its commit was sent and no reply has come.
    in_doubt: Option<Vec<u64>>,
    #[cfg(test)]
    pub(super) faults: Faults,
}

/// How to connect, and as which writer.
struct Target {
    url: String,
    is_sqlite: bool,
    /// The name of this writer, of its row in the database and of its connection.
    id: String,
    /// Whether this is a server, and not a command that changes something and exits.
    is_server: bool,
}

/// Why a batch was not saved.
#[derive(Debug)]
pub(super) enum Unsaved {
    /// Nothing was changed, and the work with this index would fail again. The rest can be tried without it.
    Rejected(usize, sqlx::Error),
    /// Nothing was changed, because one of the events inserted together had a conflict. All can be retried one by one.
    OneByOne,
    /// The database failed, and it may be in doubt whether everything was saved or nothing. Retrying the same batch resolves that, and so does
    /// [`Session::decide`].
    Failed(sqlx::Error),
}

/// How long the database may take to accept a connection.
const CONNECTING: Duration = Duration::from_millis(1_500);
/// How long PostgreSQL may take to save a batch. SQLite runs in this process and cannot be abandoned.
const SAVING: Duration = Duration::from_secs(5);
/// How long PostgreSQL may keep the lock of a killed server.
const HANDOVER: Duration = Duration::from_millis(1_200);
/// PostgreSQL's advisory lock that all servers share; versions before there were several took it for themselves.
const LOCK: i64 = 0x5375_6d69_746f;

/// A commit is on disk when it returns, even if the process or the power fails afterwards. A separate task merges the journal into the database;
/// a commit does so only if that task falls behind.
pub(super) const SQLITE_SETTINGS: &str = "pragma busy_timeout = 1000; pragma journal_mode = wal; pragma synchronous = full; \
                                          pragma foreign_keys = on; pragma wal_autocheckpoint = 20000";

/// Merges SQLite's journal into its file, without waiting for anybody.
pub(super) const MERGE_JOURNAL: &str = "pragma wal_checkpoint(passive)";

impl Session {
    /// Opens the connection and brings the tables up to date.
    pub(super) async fn start(url: &str, is_server: bool) -> Result<Session, sqlx::Error> {
        let (is_sqlite, id) = (url.starts_with("sqlite:"), format!("sumito-{}", GameId::random()));
        let target = Target { url: url.to_owned(), is_sqlite, id, is_server };
        let mut connection = target.connect().await?;
        migrate(&mut connection).await.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
        if is_server && is_sqlite {
            // What a killed server has left behind.
            query("delete from writers").execute(&mut connection).await?;
        }
        query("insert into writers (id, batch) values ($1, 0)").bind(target.id.clone()).execute(&mut connection).await?;
        Ok(Session {
            target,
            connection: Some(connection),
            batch: 1,
            in_doubt: None,
            #[cfg(test)]
            faults: Faults::default(),
        })
    }

    /// Saves everything with one flush, or nothing. With `together`, events of several games are inserted by one statement; otherwise an event that somebody else was
    /// faster with changes no rows, and the others are still saved.
    pub(super) async fn save(&mut self, works: &[&Work], together: bool) -> Result<Vec<u64>, Unsaved> {
        let saved = if self.target.is_sqlite {
            self.try_save(works, together).await
        } else {
            timeout(SAVING, self.try_save(works, together)).await.unwrap_or_else(|_| Err(Stop::Failed(timed_out())))
        };
        match saved {
            Ok(rows) => {
                self.in_doubt = None;
                self.batch += 1;
                Ok(rows)
            }
            Err(Stop::Rejected(index, error)) => {
                self.roll_back().await;
                Err(Unsaved::Rejected(index, error))
            }
            Err(Stop::Panicked(index)) => {
                self.discard().await;
                Err(Unsaved::Rejected(index, sqlx::Error::WorkerCrashed))
            }
            Err(Stop::OneByOne) => {
                self.roll_back().await;
                Err(Unsaved::OneByOne)
            }
            Err(Stop::Failed(error)) => {
                self.discard().await;
                Err(Unsaved::Failed(error))
            }
        }
    }

    /// Resolves a batch that is in doubt: its result if it was saved after all.
    pub(super) async fn decide(&mut self) -> Result<Option<Vec<u64>>, sqlx::Error> {
        if self.in_doubt.is_none() {
            return Ok(None);
        }
        let decided = timeout(CONNECTING, self.begin()).await.unwrap_or_else(|_| Err(timed_out()));
        self.discard().await;
        decided
    }

    /// Gives up the batch. The next one gets another number.
    pub(super) fn give_up(&mut self) {
        self.in_doubt = None;
        self.batch += 1;
    }

    /// Merges what is left of SQLite's journal into its file. Nobody writes meanwhile, so the journal starts over with the next batch.
    pub(super) async fn merge_journal(&mut self) {
        if let Some(connection) = &mut self.connection
            && let Err(error) = raw_sql(MERGE_JOURNAL).execute(connection).await
        {
            tracing::debug!(%error, "the journal was not worked in");
        }
    }

    pub(super) fn url(&self) -> &str {
        &self.target.url
    }

    pub(super) fn is_sqlite(&self) -> bool {
        self.target.is_sqlite
    }

    pub(super) async fn close(mut self) {
        if let Some(connection) = &mut self.connection {
            // A leftover row is harmless.
            let _ = query("delete from writers where id = $1").bind(self.target.id.clone()).execute(connection).await;
        }
        self.discard().await;
    }

    async fn try_save(&mut self, works: &[&Work], together: bool) -> Result<Vec<u64>, Stop> {
        if let Some(rows) = self.begin().await? {
            raw_sql("rollback").execute(self.connection()).await?;
            return Ok(rows);
        }
        let rows = run(self.connection(), works, together).await?;
        self.in_doubt = Some(rows.clone());
        #[cfg(test)]
        match self.faults.at_commit() {
            Some(Fault::CommitFails) => return Err(Stop::Failed(sqlx::Error::WorkerCrashed)),
            Some(Fault::AnswerIsLost) => {
                raw_sql("commit").execute(self.connection()).await?;
                return Err(Stop::Failed(sqlx::Error::WorkerCrashed));
            }
            None => {}
        }
        raw_sql("commit").execute(self.connection()).await?;
        Ok(rows)
    }

    /// Begins a transaction. Returns the result of the batch if it had been committed before, which is then no longer in doubt.
    async fn begin(&mut self) -> Result<Option<Vec<u64>>, sqlx::Error> {
        if self.connection.is_none() {
            self.connection = Some(self.target.connect().await?);
        }
        let connection = self.connection.as_mut().expect("it was just opened");
        #[cfg(test)]
        self.faults.at_begin(connection).await?;
        raw_sql(if self.target.is_sqlite { "begin immediate" } else { "begin" }).execute(&mut *connection).await?;

        // Each transaction starts with its number in the writer's row. On PostgreSQL this waits for an earlier transaction of this writer whose
        // connection broke: afterwards it is known whether that one was committed.
        let mark = query("update writers set batch = $2 where id = $1 and batch < $2");
        let marked = mark.bind(self.target.id.clone()).bind(self.batch).execute(&mut *connection).await?.rows_affected();
        let in_doubt = self.in_doubt.take();
        if marked == 1 {
            return Ok(None);
        }
        let select = query_scalar("select batch from writers where id = $1").bind(self.target.id.clone());
        let last: Option<i64> = select.fetch_optional(connection).await?;
        if in_doubt.is_none() || last != Some(self.batch) {
            return Err(sqlx::Error::Protocol("another server has taken over this database".to_owned()));
        }
        Ok(in_doubt)
    }

    fn connection(&mut self) -> &mut AnyConnection {
        self.connection.as_mut().expect("a transaction was begun")
    }

    /// Rolls back. If that fails, the connection is closed, and the transaction with it.
    async fn roll_back(&mut self) {
        let Some(connection) = &mut self.connection else { return };
        let undone = timeout(Duration::from_secs(1), raw_sql("rollback").execute(connection)).await;
        if !matches!(undone, Ok(Ok(_))) {
            self.discard().await;
        }
    }

    async fn discard(&mut self) {
        if let Some(connection) = self.connection.take() {
            // SQLite releases its locks when this returns; do not wait for a dead connection.
            let _ = timeout(Duration::from_secs(1), connection.close()).await;
        }
    }
}

impl Target {
    async fn connect(&self) -> Result<AnyConnection, sqlx::Error> {
        let connecting = timeout(CONNECTING, AnyConnection::connect(&self.url)).await;
        let mut connection = connecting.unwrap_or_else(|_| Err(timed_out()))?;
        if self.is_sqlite {
            raw_sql(SQLITE_SETTINGS).execute(&mut connection).await?;
        } else {
            self.introduce(&mut connection).await?;
        }
        Ok(connection)
    }

    /// Makes sure that no earlier connection of this writer is still writing to PostgreSQL, and no earlier version of the program, which
    /// expects to be alone.
    async fn introduce(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        query("select set_config('application_name', $1, false)").bind(self.id.clone()).execute(&mut *connection).await?;
        // PostgreSQL may take hours to notice that an earlier connection is dead.
        let end = query(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()",
        );
        end.bind(self.id.clone()).execute(&mut *connection).await?;
        if !self.is_server {
            return Ok(());
        }
        let patience = Instant::now() + HANDOVER;
        loop {
            let lock = query_scalar("select pg_try_advisory_lock_shared($1)").bind(LOCK);
            if lock.fetch_one(&mut *connection).await? {
                return Ok(());
            }
            if Instant::now() >= patience {
                return Err(sqlx::Error::Protocol(
                    "an earlier version of the server uses this database alone, stop it first".to_owned(),
                ));
            }
            sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Why a transaction was not committed.
enum Stop {
    Rejected(usize, sqlx::Error),
    /// The work with this index panicked.
    Panicked(usize),
    OneByOne,
    Failed(sqlx::Error),
}

impl From<sqlx::Error> for Stop {
    fn from(error: sqlx::Error) -> Stop {
        Stop::Failed(error)
    }
}

/// Does all the work, and returns how many rows each part has changed.
async fn run(connection: &mut AnyConnection, works: &[&Work], together: bool) -> Result<Vec<u64>, Stop> {
    let mut rows = Vec::with_capacity(works.len());
    let mut single = Vec::new();
    for (index, work) in works.iter().enumerate() {
        if let Work::Append(appends) = work
            && together
            && let [append] = &appends[..]
            && append.is_single()
        {
            single.push(append);
            rows.push(1);
            continue;
        }
        let done = AssertUnwindSafe(run_one(connection, work)).catch_unwind().await.map_err(|_| Stop::Panicked(index))?;
        let reject = |error| if is_about_the_database(&error) { Stop::Failed(error) } else { Stop::Rejected(index, error) };
        rows.push(done.map_err(reject)?);
    }
    if connection.backend_name() != "SQLite" {
        // Always in the same order, so that two servers do not wait for each other.
        single.sort_by_key(|append| append.game());
    }
    match AssertUnwindSafe(append::save_together(connection, &single)).catch_unwind().await {
        Ok(Ok(true)) => Ok(rows),
        Ok(Err(error)) if is_about_the_database(&error) => Err(Stop::Failed(error)),
        _ => Err(Stop::OneByOne),
    }
}

async fn run_one(connection: &mut AnyConnection, work: &Work) -> Result<u64, sqlx::Error> {
    match work {
        Work::Append(appends) => append::save(connection, appends).await,
        Work::Attempt(attempt) => puzzles::save(connection, attempt).await,
        Work::Tournament(append) => tournaments::save(connection, append).await,
        Work::Moderation(append) => moderation::save(connection, append).await,
        Work::Returning(statement, changed) => {
            let rows = statement().fetch_all(connection).await?;
            let ids: Vec<String> = rows.iter().filter_map(|row| row.try_get(0).ok()).collect();
            *lock(changed) = ids;
            Ok(rows.len() as u64)
        }
        Work::Statements(statements) => {
            let mut rows = 0;
            for statement in statements() {
                rows = statement.execute(&mut *connection).await?.rows_affected();
            }
            Ok(rows)
        }
    }
}
