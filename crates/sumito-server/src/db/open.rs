//! Opening the database. Anything wrong with it is reported immediately, with advice.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{fmt, fs, io};

use sqlx::any::{AnyPoolOptions, install_default_drivers};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyConnection, AssertSqlSafe, SqlSafeStr, raw_sql};

use super::error::sqlite_code;
use super::file_lock::{FileLock, beside};
use super::session::{SQLITE_SETTINGS, Session};
use super::writer::Writer;
use super::{Db, owner_only};

/// Who else may use the database.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// A server. On SQLite it is the only one.
    Alone,
    /// A command that changes something and exits, even while a server runs.
    Shared,
}

/// Why the database cannot be opened, for the server operator.
#[derive(Clone, Debug)]
pub(crate) struct OpenError(String);

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Db {
    /// Opens the database, and brings its tables up to date.
    pub(crate) async fn open(url: &str, access: Access) -> Result<Db, OpenError> {
        install_default_drivers();
        let file = sqlite_file(url)?;
        let lock = match &file {
            Some(file) if access == Access::Alone => Some(FileLock::take(file)?),
            _ => None,
        };
        if let Some(file) = &file {
            refuse_emptied(file)?;
            if url.contains("mode=rwc") {
                owner_only::create(file).map_err(|error| OpenError::unwritable(file, &error))?;
            }
            // SQLite gives new files the permissions of the first one; existing files keep theirs.
            for suffix in ["", "-wal", "-shm", "-lock"] {
                owner_only::close(&beside(file, suffix));
            }
        }
        let explain = |error| OpenError::of(file.as_deref(), &error);
        let session = Session::start(url, access == Access::Alone).await.map_err(explain)?;
        // Only network connections can break.
        let options = AnyPoolOptions::new().max_connections(8).test_before_acquire(file.is_none());
        let options = options.after_connect(|connection, _| Box::pin(make_reader(connection)));
        let pool = options.connect(url).await.map_err(explain)?;
        Ok(Db {
            #[cfg(test)]
            faults: session.faults.clone(),
            is_postgres: !session.is_sqlite(),
            writer: Writer::start(session),
            pool,
            _lock: lock.map(Into::into),
        })
    }
}

/// Makes a connection read-only, because all changes go through the writer.
async fn make_reader(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    if connection.backend_name() == "SQLite" {
        raw_sql(SQLITE_SETTINGS).execute(&mut *connection).await?;
        raw_sql("pragma query_only = on").execute(connection).await?;
    } else {
        raw_sql("set default_transaction_read_only = on").execute(connection).await?;
    }
    Ok(())
}

/// The file of an SQLite database.
fn sqlite_file(url: &str) -> Result<Option<PathBuf>, OpenError> {
    if !url.starts_with("sqlite:") || url.contains(":memory:") || url.contains("mode=memory") {
        return Ok(None);
    }
    let options = SqliteConnectOptions::from_str(url).map_err(|error| OpenError::of(None, &error))?;
    Ok(Some(options.get_filename().to_path_buf()))
}

/// SQLite would treat an empty file as a new database and discard its journal.
fn refuse_emptied(file: &Path) -> Result<(), OpenError> {
    let size = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.len());
    if file.exists() && size(file) == 0 && size(&beside(file, "-wal")) > 0 {
        return Err(OpenError::damaged(file, "it is empty, but its journal is not"));
    }
    Ok(())
}

impl OpenError {
    fn of(file: Option<&Path>, error: &sqlx::Error) -> OpenError {
        let mut cause = error;
        if let sqlx::Error::Migrate(error) = error {
            match &**error {
                MigrateError::Execute(inner) | MigrateError::ExecuteMigration(inner, _) => cause = inner,
                MigrateError::VersionMissing(_) => {
                    return OpenError("the database was last used by a newer version of this program, use that one".to_owned());
                }
                _ => {}
            }
        }
        // These messages are our own; see the session.
        if let sqlx::Error::Protocol(message) = cause {
            return OpenError(message.clone());
        }
        match (file, sqlite_code(cause)) {
            (Some(file), Some(11)) => OpenError::damaged(file, "parts of it are missing or overwritten"),
            (Some(file), Some(26)) => OpenError::damaged(file, "it is not a database"),
            (Some(file), Some(8 | 14)) => OpenError::unwritable(file, cause),
            (Some(file), _) => OpenError(format!("{}: {error}", file.display())),
            (None, _) => OpenError(format!("the database cannot be used: {}", connection_words(cause))),
        }
    }

    fn damaged(file: &Path, why: &str) -> OpenError {
        let file = file.display();
        OpenError(format!("{file} cannot be read: {why}; put a backup in its place, or choose another folder with --data"))
    }

    pub(super) fn unwritable(file: &Path, why: &impl fmt::Display) -> OpenError {
        let file = file.display();
        OpenError(format!(
            "cannot write to {file}: {why}; the file and its folder must be writable, or choose another folder with --data"
        ))
    }

    /// `process` is its id, if known.
    pub(super) fn in_use(file: &Path, process: &str) -> OpenError {
        let (file, process) = (file.display(), if process.is_empty() { "?" } else { process });
        OpenError(format!("another server (process {process}) uses {file}; stop it first, or choose another folder with --data"))
    }
}

/// What is wrong with a connection to PostgreSQL, and what may help.
fn connection_words(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(refusal) if refusal.message().contains("no encryption") => {
            format!("{}; to connect over TLS, use sslmode=require or sslmode=verify-full", refusal.message())
        }
        sqlx::Error::Database(refusal) => refusal.message().to_owned(),
        sqlx::Error::Io(error) if error.kind() == io::ErrorKind::NotFound => {
            format!("{error}; check the host and the files that the URL names")
        }
        _ if error.to_string().contains("certificate") => {
            format!("{error}; the certificate must be for the host of the URL and from the authority in sslrootcert=FILE")
        }
        _ => error.to_string(),
    }
}

/// Brings the tables up to date.
pub(super) async fn migrate(connection: &mut AnyConnection) -> Result<(), MigrateError> {
    let migrations = [
        (1, "games", include_str!("../../migrations/0001_games.sql")),
        (3, "accounts", include_str!("../../migrations/0003_accounts.sql")),
        (5, "puzzles", include_str!("../../migrations/0005_puzzles.sql")),
        (7, "lessons", include_str!("../../migrations/0007_lessons.sql")),
        (8, "recovery", include_str!("../../migrations/0008_recovery.sql")),
        (9, "open games", include_str!("../../migrations/0009_open_games.sql")),
        (10, "writers", include_str!("../../migrations/0010_writers.sql")),
        (11, "unfinished games", include_str!("../../migrations/0011_unfinished_games.sql")),
        (12, "scopes", include_str!("../../migrations/0012_scopes.sql")),
        (13, "community", include_str!("../../migrations/0013_community.sql")),
        (14, "puzzle runs", include_str!("../../migrations/0014_puzzle_runs.sql")),
        (15, "nodes", include_str!("../../migrations/0015_nodes.sql")),
        (16, "worker keys", include_str!("../../migrations/0016_worker_keys.sql")),
        (17, "search", include_str!("../../migrations/0017_search.sql")),
        (18, "meetings", include_str!("../../migrations/0018_meetings.sql")),
        (19, "party", include_str!("../../migrations/0019_party.sql")),
        (20, "tournaments", include_str!("../../migrations/0020_tournaments.sql")),
        (21, "bots", include_str!("../../migrations/0021_bots.sql")),
        (22, "moderation", include_str!("../../migrations/0022_moderation.sql")),
        (23, "refunds", include_str!("../../migrations/0023_refunds.sql")),
        (24, "engine room", include_str!("../../migrations/0024_engine_room.sql")),
        (25, "teams", include_str!("../../migrations/0025_teams.sql")),
        (26, "tournament makers", include_str!("../../migrations/0026_tournament_makers.sql")),
    ];
    let is_sqlite = connection.backend_name() == "SQLite";
    let migrations = migrations.map(|(version, name, sql)| {
        // SQLite compares byte by byte anyway, and does not know PostgreSQL's name for it.
        let sql = if is_sqlite { sql.replace(" collate \"C\"", "") } else { sql.to_owned() };
        Migration::new(version, name.into(), MigrationType::Simple, AssertSqlSafe(sql).into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.into()).run_direct(None, connection, false).await
}
