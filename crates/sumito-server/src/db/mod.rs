//! Every SQL statement, in one text for SQLite and PostgreSQL.

/// The condition that a user, the first value of a statement, has a seat in a game.
macro_rules! seated {
    () => {
        "(black = $1 or white = $1 or blue = $1 or red = $1 or green = $1 or yellow = $1)"
    };
}
/// The same, and the player has not left a game for more than two. No name of a seat is part of another one.
macro_rules! still_seated {
    () => {
        concat!(
            seated!(),
            " and (departed is null or not (black = $1 and departed like '%black%' or white = $1 and departed like '%white%' \
             or blue = $1 and departed like '%blue%' or red = $1 and departed like '%red%' \
             or green = $1 and departed like '%green%' or yellow = $1 and departed like '%yellow%'))"
        )
    };
}

mod append;
mod backup;
mod bots;
mod engine_room;
mod error;
#[cfg(test)]
mod faults;
mod file_lock;
mod history;
mod leases;
mod lessons;
mod lobby;
mod moderation;
mod nodes;
mod notifications;
mod open;
mod owner_only;
mod puzzles;
mod ratings;
mod refunds;
mod reports;
mod runs;
mod search;
mod session;
mod settings;
mod social;
mod tournaments;
mod transfer;
mod users;
mod worker_keys;
mod writer;

use std::collections::HashMap;
use std::sync::Arc;

use sqlx::{AnyPool, AssertSqlSafe};

use crate::id::{GameId, UserId};
use crate::play::clock::Millis;
use crate::play::event::Player;
use crate::play::live::Status;
use file_lock::FileLock;
use writer::Writer;

pub(crate) use append::{Append, Appended, SavedRow};
pub use backup::Copied;
pub(crate) use backup::copy;
pub(crate) use engine_room::{CountedGame, NewRoomGame, OpenGame, Stage};
pub(crate) use error::DbError;
#[cfg(test)]
pub(crate) use faults::{Fault, Faults};
pub(crate) use history::{GameResult, GamesQuery, Meeting, PlayedGame, Record, Tally};
pub(crate) use leases::{EngineJob, LEASE};
pub(crate) use moderation::{LoggedAction, ModerationAppend};
pub(crate) use notifications::{Listener, Notifier};
pub(crate) use open::{Access, OpenError};
pub(crate) use puzzles::{Attempt, PuzzleRating, TriedPuzzle, new_solver};
pub(crate) use ratings::{PoolRating, Ranked, Seated, find_pool};
pub(crate) use refunds::SavedRefund;
pub(crate) use reports::{NewReport, Report};
pub(crate) use runs::SavedRun;
pub(crate) use search::{FoundGames, GameKey, GameSearch, Searchable, SearchedResult, Traits};
pub(crate) use social::Challenge;
pub(crate) use tournaments::{ListedTournament, TournamentAppend};
pub use transfer::{Transfer, TransferStep};
pub(crate) use transfer::{TransferError, transfer};
pub(crate) use users::{Profile, SavedReader, Scope, SessionInfo, User};
pub use worker_keys::WorkerKey;

/// The database.
#[derive(Clone)]
pub(crate) struct Db {
    /// For reading only. All changes go through the writer.
    pool: AnyPool,
    writer: Writer,
    is_postgres: bool,
    /// Kept as long as the database is open.
    _lock: Option<Arc<FileLock>>,
    #[cfg(test)]
    pub(crate) faults: Faults,
}

/// A message in the chat of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChatMessage {
    pub(crate) at: Millis,
    pub(crate) user: UserId,
    pub(crate) text: String,
    /// Among those who watch the game, not those who play it.
    pub(crate) watchers: bool,
}

pub(crate) const fn status_name(status: Status) -> &'static str {
    match status {
        Status::Open => "open",
        Status::Playing => "playing",
        Status::Over(_) => "over",
        Status::Aborted => "aborted",
    }
}

/// A line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LoggedLine {
    pub(crate) version: u32,
    pub(crate) at: Millis,
    pub(crate) line: String,
}

/// The most games or sessions that one query asks for.
const MOST_AT_ONCE: usize = 100;
/// The most chat messages in a game.
const MOST_MESSAGES: i64 = 1000;

impl Db {
    /// The address of a new database for a test: in this folder, or beside the one of PostgreSQL that `SUMITO_TEST_DATABASE` names.
    #[cfg(test)]
    pub(crate) async fn fresh(folder: &std::path::Path) -> String {
        use sqlx::Connection;
        let Ok(url) = std::env::var("SUMITO_TEST_DATABASE") else {
            return format!("sqlite://{}?mode=rwc", folder.join("sumito.db").display());
        };
        sqlx::any::install_default_drivers();
        let name = format!("test-{}", GameId::random());
        let mut connection = sqlx::AnyConnection::connect(&url).await.unwrap();
        let create = AssertSqlSafe(format!("create database \"{name}\""));
        sqlx::raw_sql(create).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let (start, options) =
            url.split_once('?').map_or((url.as_str(), String::new()), |(start, options)| (start, format!("?{options}")));
        let (server, _) = start.rsplit_once('/').unwrap();
        format!("{server}/{name}{options}")
    }

    /// Damages the last event of a game.
    #[cfg(test)]
    pub(crate) async fn damage(&self, game: GameId) {
        let spoil = "update events set line = 'moved\ta1i9' \
                     where game = $1 and version = (select max(version) from events where game = $1)";
        let rows = self.write(move || vec![sqlx::query(spoil).bind(game.to_string())]).await.unwrap();
        assert_eq!(rows, 1);
    }

    /// The log of a game; empty if there is no such game.
    pub(crate) async fn log(&self, game: GameId) -> Result<Vec<(Millis, String)>, DbError> {
        let query = sqlx::query_as("select at, line from events where game = $1 order by version").bind(game.to_string());
        Ok(query.fetch_all(&self.pool).await?)
    }

    /// The events of games after these versions, in order, with few queries.
    pub(crate) async fn events_after(&self, games: &[(GameId, u32)]) -> Result<HashMap<GameId, Vec<LoggedLine>>, DbError> {
        let mut found: HashMap<GameId, Vec<LoggedLine>> = HashMap::new();
        for games in games.chunks(MOST_AT_ONCE) {
            // The last one is repeated, so that few statements have to be prepared.
            let (last, count) = (games.len() - 1, games.len().next_power_of_two());
            let games = (0..count).map(|n| &games[n.min(last)]);
            let place = |n: usize| format!("(game = ${} and version > ${})", 2 * n + 1, 2 * n + 2);
            let places = (0..count).map(place).collect::<Vec<_>>().join(" or ");
            let text = format!("select game, version, at, line from events where {places} order by game, version");
            let query = games.fold(sqlx::query_as(AssertSqlSafe(text)), |query, (game, version)| {
                query.bind(game.to_string()).bind(i64::from(*version))
            });
            let rows: Vec<(String, i64, Millis, String)> = query.fetch_all(&self.pool).await?;
            for (game, version, at, line) in rows {
                if let Ok(game) = game.parse() {
                    found.entry(game).or_default().push(LoggedLine { version: version as u32, at, line });
                }
            }
        }
        Ok(found)
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
            "select id from games where status = 'playing' and (black like 'engine:%' or white like 'engine:%' or seats > 2) \
             order by updated_at desc limit 10000",
        );
        Ok(ids(query.fetch_all(&self.pool).await?))
    }

    /// The games with this status that everybody may see, the latest first.
    pub(crate) async fn public_games(&self, status: &str, limit: i64) -> Result<Vec<GameId>, DbError> {
        let query = sqlx::query_as(
            "select id from games where status = $1 and public and (status <> 'open' or challenged is null) \
             order by updated_at desc limit $2",
        );
        Ok(ids(query.bind(status.to_owned()).bind(limit).fetch_all(&self.pool).await?))
    }

    /// The games of a user, the latest first.
    pub(crate) async fn games_of(&self, user: UserId, limit: i64) -> Result<Vec<GameId>, DbError> {
        let query = sqlx::query_as(concat!("select id from games where ", seated!(), " order by updated_at desc limit $2"));
        Ok(ids(query.bind(Player::User(user).to_string()).bind(limit).fetch_all(&self.pool).await?))
    }

    /// The games of a user that are not over.
    pub(crate) async fn unfinished_games(&self, user: UserId) -> Result<Vec<GameId>, DbError> {
        let query = sqlx::query_as(concat!("select id from games where ", seated!(), " and status in ('open', 'playing')"));
        Ok(ids(query.bind(Player::User(user).to_string()).fetch_all(&self.pool).await?))
    }

    /// Saves a chat message; `false` if the game has too many.
    pub(crate) async fn add_chat(&self, game: GameId, message: &ChatMessage) -> Result<bool, DbError> {
        let message = message.clone();
        let write = move || {
            let query = sqlx::query(
                "insert into chat (game, number, at, user_id, line, watchers) \
                 select $1, coalesce(max(number), 0) + 1, $2, $3, $4, $6 from chat where game = $1 \
                 having count(case when watchers = $6 then 1 end) < $5",
            );
            vec![
                query
                    .bind(game.to_string())
                    .bind(message.at)
                    .bind(message.user.to_string())
                    .bind(message.text.clone())
                    .bind(MOST_MESSAGES)
                    .bind(i64::from(message.watchers)),
            ]
        };
        Ok(self.write(write).await? > 0)
    }

    pub(crate) async fn chat(&self, game: GameId) -> Result<Vec<ChatMessage>, DbError> {
        let query =
            sqlx::query_as("select at, user_id, line, watchers from chat where game = $1 order by number").bind(game.to_string());
        let rows: Vec<(Millis, String, String, i64)> = query.fetch_all(&self.pool).await?;
        let message = |(at, user, text, watchers): (Millis, String, String, i64)| {
            Some(ChatMessage { at, user: user.parse().ok()?, text, watchers: watchers != 0 })
        };
        Ok(rows.into_iter().filter_map(message).collect())
    }

    /// What was said in games since then.
    pub(crate) async fn chat_since(&self, games: &[GameId], since: Millis) -> Result<Vec<(GameId, ChatMessage)>, DbError> {
        let mut found = Vec::new();
        for games in games.chunks(MOST_AT_ONCE) {
            let places = placeholders(games.len());
            let text = format!(
                "select game, at, user_id, line, watchers from chat where game in ({places}) and at > ${} order by game, number",
                games.len() + 1
            );
            let query = games.iter().fold(sqlx::query_as(AssertSqlSafe(text)), |query, game| query.bind(game.to_string()));
            let rows: Vec<(String, Millis, String, String, i64)> = query.bind(since).fetch_all(&self.pool).await?;
            found.extend(rows.into_iter().filter_map(|(game, at, user, text, watchers)| {
                Some((game.parse().ok()?, ChatMessage { at, user: user.parse().ok()?, text, watchers: watchers != 0 }))
            }));
        }
        Ok(found)
    }

    /// Whether the database answers.
    pub(crate) async fn check_reading(&self) -> Result<(), DbError> {
        sqlx::query("select 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Waits for pending writes, and closes.
    pub(crate) async fn close(&self) {
        self.writer.close().await;
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
