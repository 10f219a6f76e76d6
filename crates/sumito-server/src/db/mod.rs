//! Every SQL statement, in one text for SQLite and PostgreSQL.

mod backup;
mod history;
mod lessons;
mod lobby;
mod puzzles;
mod ratings;
mod settings;
mod users;
mod writer;

use std::collections::HashMap;
use std::sync::Arc;

#[cfg(test)]
use sqlx::Connection;
use sqlx::any::{AnyPoolOptions, install_default_drivers};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyPool, AssertSqlSafe, SqlSafeStr};

use crate::id::{GameId, UserId};
use crate::play::clock::Millis;
use crate::play::event::Player;
use crate::play::live::Status;
use writer::Writer;

pub use backup::Copied;
pub(crate) use backup::copy;
pub(crate) use history::{GameResult, GamesQuery, PlayedGame};
pub(crate) use puzzles::{Attempt, PuzzleRating, TriedPuzzle};
pub(crate) use ratings::{Seated, SpeedRating};
pub(crate) use users::{Profile, SessionInfo, User};
pub(crate) use writer::{Append, Appended, SavedRow};

/// The database.
#[derive(Clone)]
pub(crate) struct Db {
    /// For reading. Whatever changes something goes through the writer.
    pool: AnyPool,
    writer: Writer,
}

/// Why the database did not do its work. Many callers may wait for one commit, so it is shared.
pub(crate) type DbError = Arc<sqlx::Error>;

/// A message in the chat of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChatMessage {
    pub(crate) at: Millis,
    pub(crate) user: UserId,
    pub(crate) text: String,
}

pub(crate) const fn status_name(status: Status) -> &'static str {
    match status {
        Status::Open => "open",
        Status::Playing => "playing",
        Status::Over(_) => "over",
        Status::Aborted => "aborted",
    }
}

/// The most chat messages in a game.
const MOST_MESSAGES: i64 = 1000;

impl Db {
    /// Opens the database, and brings its tables up to date.
    pub(crate) async fn open(url: &str) -> Result<Db, sqlx::Error> {
        install_default_drivers();
        let is_sqlite = url.starts_with("sqlite:");
        // A file does not hang up.
        let options = AnyPoolOptions::new().max_connections(8).test_before_acquire(!is_sqlite);
        let options = options.after_connect(|connection, _| {
            Box::pin(async move {
                if connection.backend_name() == "SQLite" {
                    // A commit is on the disk when it returns, whatever happens to the process or the power.
                    // The journal is worked in by a task of its own; a commit does it only if that task does not keep up.
                    let pragmas = "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; \
                                   pragma wal_autocheckpoint = 20000";
                    sqlx::raw_sql(pragmas).execute(connection).await?;
                }
                Ok(())
            })
        });
        let pool = options.connect(url).await?;
        migrate(&pool).await.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
        Ok(Db { writer: Writer::start(pool.clone(), is_sqlite), pool })
    }

    /// The address of a new database beside this one of PostgreSQL, so that tests do not see each other's games.
    #[cfg(test)]
    pub(crate) async fn fresh(url: &str) -> String {
        install_default_drivers();
        let name = format!("test-{}", GameId::random());
        let mut connection = sqlx::AnyConnection::connect(url).await.unwrap();
        let create = sqlx::AssertSqlSafe(format!("create database \"{name}\""));
        sqlx::raw_sql(create).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let (start, options) =
            url.split_once('?').map_or((url, String::new()), |(start, options)| (start, format!("?{options}")));
        let (server, _) = start.rsplit_once('/').unwrap();
        format!("{server}/{name}{options}")
    }

    /// The log of a game; empty if there is no such game.
    pub(crate) async fn log(&self, game: GameId) -> Result<Vec<(Millis, String)>, DbError> {
        let query = sqlx::query_as("select at, line from events where game = $1 order by version").bind(game.to_string());
        Ok(query.fetch_all(&self.pool).await?)
    }

    /// The logs of several games, with one query.
    pub(crate) async fn logs(&self, games: &[GameId]) -> Result<HashMap<GameId, Vec<(Millis, String)>>, DbError> {
        let mut logs: HashMap<GameId, Vec<(Millis, String)>> = HashMap::new();
        if games.is_empty() {
            return Ok(logs);
        }
        let text =
            format!("select game, at, line from events where game in ({}) order by game, version", placeholders(games.len()));
        let query = games.iter().fold(sqlx::query_as(AssertSqlSafe(text)), |query, game| query.bind(game.to_string()));
        let rows: Vec<(String, Millis, String)> = query.fetch_all(&self.pool).await?;
        for (game, at, line) in rows {
            if let Ok(game) = game.parse() {
                logs.entry(game).or_default().push((at, line));
            }
        }
        Ok(logs)
    }

    /// The games on time that are being played, and when a flag falls in each.
    pub(crate) async fn flags(&self) -> Result<Vec<(GameId, Millis)>, DbError> {
        let query = sqlx::query_as("select id, flag_at from games where status = 'playing' and flag_at is not null");
        let rows: Vec<(String, Millis)> = query.fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(|(id, at)| Some((id.parse().ok()?, at))).collect())
    }

    /// The games in which it may be the engine's turn.
    pub(crate) async fn engine_games(&self) -> Result<Vec<GameId>, DbError> {
        let query = sqlx::query_as(
            "select id from games where status = 'playing' and (black like 'engine:%' or white like 'engine:%') \
             order by updated_at desc limit 10000",
        );
        Ok(ids(query.fetch_all(&self.pool).await?))
    }

    /// The games with this status that everybody may see, the latest first.
    pub(crate) async fn public_games(&self, status: &str, limit: i64) -> Result<Vec<GameId>, DbError> {
        let query = sqlx::query_as("select id from games where status = $1 and public order by updated_at desc limit $2");
        Ok(ids(query.bind(status.to_owned()).bind(limit).fetch_all(&self.pool).await?))
    }

    /// The games of a user, the latest first.
    pub(crate) async fn games_of(&self, user: UserId, limit: i64) -> Result<Vec<GameId>, DbError> {
        let query = sqlx::query_as("select id from games where black = $1 or white = $1 order by updated_at desc limit $2");
        Ok(ids(query.bind(Player::User(user).to_string()).bind(limit).fetch_all(&self.pool).await?))
    }

    /// The games of a user that are not over.
    pub(crate) async fn unfinished_games(&self, user: UserId) -> Result<Vec<GameId>, DbError> {
        let query = sqlx::query_as("select id from games where (black = $1 or white = $1) and status in ('open', 'playing')");
        Ok(ids(query.bind(Player::User(user).to_string()).fetch_all(&self.pool).await?))
    }

    /// Saves a chat message; `false` if the game has too many.
    pub(crate) async fn add_chat(&self, game: GameId, message: &ChatMessage) -> Result<bool, DbError> {
        let message = message.clone();
        let write = move || {
            let query = sqlx::query(
                "insert into chat (game, number, at, user_id, line) \
                 select $1, coalesce(max(number), 0) + 1, $2, $3, $4 from chat where game = $1 having count(*) < $5",
            );
            vec![
                query
                    .bind(game.to_string())
                    .bind(message.at)
                    .bind(message.user.to_string())
                    .bind(message.text.clone())
                    .bind(MOST_MESSAGES),
            ]
        };
        Ok(self.write(write).await? > 0)
    }

    pub(crate) async fn chat(&self, game: GameId) -> Result<Vec<ChatMessage>, DbError> {
        let query = sqlx::query_as("select at, user_id, line from chat where game = $1 order by number").bind(game.to_string());
        let rows: Vec<(Millis, String, String)> = query.fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(|(at, user, text)| Some(ChatMessage { at, user: user.parse().ok()?, text })).collect())
    }

    /// Whether the database answers.
    pub(crate) async fn is_alive(&self) -> bool {
        sqlx::query("select 1").execute(&self.pool).await.is_ok()
    }

    /// Waits for what is being written, and closes.
    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}

/// `$1, $2, $3`: placeholders for `count` values.
fn placeholders(count: usize) -> String {
    (1..=count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}

fn ids(rows: Vec<(String,)>) -> Vec<GameId> {
    rows.into_iter().filter_map(|(id,)| id.parse().ok()).collect()
}

async fn migrate(pool: &AnyPool) -> Result<(), MigrateError> {
    let migrations = [
        (1, "games", include_str!("../../migrations/0001_games.sql")),
        (3, "accounts", include_str!("../../migrations/0003_accounts.sql")),
        (5, "puzzles", include_str!("../../migrations/0005_puzzles.sql")),
        (7, "lessons", include_str!("../../migrations/0007_lessons.sql")),
        (8, "recovery", include_str!("../../migrations/0008_recovery.sql")),
        (9, "open games", include_str!("../../migrations/0009_open_games.sql")),
    ];
    let migrations = migrations
        .map(|(version, name, sql)| Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false));
    Migrator::with_migrations(migrations.into()).run(pool).await
}
