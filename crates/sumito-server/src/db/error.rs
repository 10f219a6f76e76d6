//! What can go wrong with the database.

use std::sync::Arc;
use std::{fmt, io};

use sqlx::error::DatabaseError;

/// Why a database operation failed. Many callers may wait for one commit, so the cause is shared.
#[derive(Clone, Debug)]
pub(crate) enum DbError {
    /// A statement failed; nothing was changed.
    Failed(Arc<sqlx::Error>),
    /// The database cannot save anything at the moment. Nothing was changed.
    CannotSave(Arc<sqlx::Error>),
    /// The connection to the database broke during the commit: it is not known whether the change was saved.
    InDoubt(Arc<sqlx::Error>),
}

impl DbError {
    fn cause(&self) -> &sqlx::Error {
        match self {
            DbError::Failed(cause) | DbError::CannotSave(cause) | DbError::InDoubt(cause) => cause,
        }
    }

    /// Whether a unique row already exists.
    pub(crate) fn is_unique_violation(&self) -> bool {
        self.cause().as_database_error().is_some_and(DatabaseError::is_unique_violation)
    }

    /// The cause in a few words that reveal nothing about the machine.
    pub(crate) fn reason(&self) -> &'static str {
        match (self.cause(), sqlite_code(self.cause()), postgres_class(self.cause()).as_deref()) {
            (_, Some(13), _) | (_, _, Some("53")) => "the disk is full",
            (_, Some(8), _) | (_, _, Some("25")) => "the database is read-only",
            (_, Some(5 | 6), _) => "another program has locked the database",
            (_, Some(11 | 26), _) => "the database is damaged",
            (_, Some(10), _) => "the disk cannot be written to",
            (sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed, ..) => "the database does not answer",
            _ => "the database does not do its work",
        }
    }
}

impl fmt::Display for DbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause().fmt(f)
    }
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> DbError {
        DbError::Failed(Arc::new(error))
    }
}

/// Whether an error is about the database, its disk or the connection, and not about the statement: then other statements fail as
/// well, and the same one may succeed later.
pub(super) fn is_about_the_database(error: &sqlx::Error) -> bool {
    use sqlx::Error::{Io, PoolClosed, PoolTimedOut, Protocol, Tls, WorkerCrashed};
    // Busy, locked, out of memory, read-only, interrupted, input and output, damaged, full, cannot open, protocol, not a database.
    let of_sqlite = sqlite_code(error).is_some_and(|code| matches!(code, 5..=11 | 13..=15 | 26));
    // Connection, transaction state, rollback, resources, locks, operator, system, internal.
    let of_postgres = postgres_class(error)
        .is_some_and(|class| matches!(class.as_str(), "08" | "25" | "40" | "53" | "55" | "57" | "58" | "XX"));
    of_sqlite || of_postgres || matches!(error, Io(_) | Tls(_) | Protocol(_) | PoolTimedOut | PoolClosed | WorkerCrashed)
}

/// The error for a database that has not answered in time.
pub(super) fn timed_out() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "the database does not answer"))
}

/// SQLite's primary result code.
pub(super) fn sqlite_code(error: &sqlx::Error) -> Option<i32> {
    let error = error.as_database_error()?;
    error.try_downcast_ref::<sqlx::sqlite::SqliteError>()?;
    Some(error.code()?.parse::<i32>().ok()? & 0xff)
}

/// The class of PostgreSQL's error code.
fn postgres_class(error: &sqlx::Error) -> Option<String> {
    let error = error.as_database_error()?;
    error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>()?;
    error.code()?.get(..2).map(str::to_owned)
}
