//! Every SQL statement, in one text for SQLite and PostgreSQL.

mod lobby;
mod ratings;
mod users;

use std::sync::Arc;

use sqlx::any::{AnyPoolOptions, install_default_drivers};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, SqlSafeStr};
use tokio::sync::{mpsc, oneshot};

use super::clock::Millis;
use super::event::{Player, color_name};
use super::id::{GameId, UserId};
use super::play::{LiveGame, Status};
use super::ratings::{RatedGame, Speed};

pub(crate) use ratings::Record;
pub(crate) use users::{Profile, User};

/// The database.
#[derive(Clone)]
pub(crate) struct Db {
    pool: AnyPool,
    writer: mpsc::Sender<(Append, oneshot::Sender<Result<Appended, DbError>>)>,
}

/// Why the database did not do its work. Many callers may wait for one commit, so it is shared.
pub(crate) type DbError = Arc<sqlx::Error>;

/// Events to add to the log of a game, and what the game is after them.
#[derive(Clone, Debug)]
pub(crate) struct Append {
    game: GameId,
    /// The version of the first line.
    first: u32,
    lines: Vec<(Millis, String)>,
    summary: Summary,
    /// The rated game that these lines end.
    rated: Option<RatedGame>,
}

/// The row of a game: what can be asked for without its log.
#[derive(Clone, Debug)]
struct Summary {
    status: &'static str,
    black: Option<String>,
    white: Option<String>,
    public: bool,
    flag_at: Option<Millis>,
    speed: Option<&'static str>,
    rated: bool,
    winner: Option<&'static str>,
}

/// What became of an [`Append`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Appended {
    /// It is on the disk.
    Saved,
    /// Somebody else was faster: the log has these versions already.
    Conflict,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) at: Millis,
    pub(crate) user: UserId,
    pub(crate) line: String,
}

impl Append {
    /// The lines that brought `live` to its present version.
    pub(crate) fn new(game: GameId, live: &LiveGame, lines: Vec<(Millis, String)>) -> Append {
        let seats = live.setup().seats.map(|seat| seat.as_ref().map(Player::to_string));
        let summary = Summary {
            status: status_name(live.status()),
            black: seats.black,
            white: seats.white,
            public: live.setup().public,
            flag_at: live.clock().flag().map(|(_, at)| at),
            speed: Speed::of(live.setup().control).map(Speed::name),
            rated: live.setup().rated,
            winner: match live.status() {
                Status::Over(outcome) => Some(outcome.winner().map_or("draw", color_name)),
                _ => None,
            },
        };
        Append { game, first: live.version() + 1 - lines.len() as u32, lines, summary, rated: None }
    }

    /// The same, and the game that ends with it is rated, if it is a rated one.
    pub(crate) fn rating(self, rated: Option<RatedGame>) -> Append {
        Append { rated, ..self }
    }
}

pub(crate) const fn status_name(status: Status) -> &'static str {
    match status {
        Status::Waiting => "waiting",
        Status::Playing => "playing",
        Status::Over(_) => "over",
        Status::Aborted => "aborted",
    }
}

/// The most that is saved with one flush.
const BATCH: usize = 512;
/// The most that waits for the writer; beyond it callers wait.
const QUEUE: usize = 4096;

impl Db {
    /// Opens the database, and brings its tables up to date.
    pub(crate) async fn open(url: &str) -> Result<Db, sqlx::Error> {
        install_default_drivers();
        let options = AnyPoolOptions::new().max_connections(8).after_connect(|connection, _| {
            Box::pin(async move {
                if connection.backend_name() == "SQLite" {
                    // A commit is on the disk when it returns, whatever happens to the process or the power.
                    sqlx::raw_sql("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on")
                        .execute(connection)
                        .await?;
                }
                Ok(())
            })
        });
        let pool = options.connect(url).await?;
        migrate(&pool).await.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
        let (writer, inbox) = mpsc::channel(QUEUE);
        tokio::spawn(write(pool.clone(), inbox));
        Ok(Db { pool, writer })
    }

    /// Saves events. When this returns they survive the end of the process.
    pub(crate) async fn append(&self, append: Append) -> Result<Appended, DbError> {
        let (reply, answer) = oneshot::channel();
        let gone = || Arc::new(sqlx::Error::PoolClosed);
        self.writer.send((append, reply)).await.map_err(|_| gone())?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }

    /// The log of a game; empty if there is no such game.
    pub(crate) async fn log(&self, game: GameId) -> Result<Vec<(Millis, String)>, DbError> {
        let query = sqlx::query_as("select at, line from events where game = $1 order by version").bind(game.to_string());
        Ok(query.fetch_all(&self.pool).await?)
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

    pub(crate) async fn say(&self, game: GameId, said: &Said) -> Result<(), DbError> {
        let query = sqlx::query(
            "insert into chat (game, number, at, user_id, line) \
             select $1, coalesce(max(number), 0) + 1, $2, $3, $4 from chat where game = $1",
        );
        let query = query.bind(game.to_string()).bind(said.at).bind(said.user.to_string()).bind(said.line.clone());
        query.execute(&self.pool).await?;
        Ok(())
    }

    pub(crate) async fn chat(&self, game: GameId) -> Result<Vec<Said>, DbError> {
        let query = sqlx::query_as("select at, user_id, line from chat where game = $1 order by number").bind(game.to_string());
        let rows: Vec<(Millis, String, String)> = query.fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(|(at, user, line)| Some(Said { at, user: user.parse().ok()?, line })).collect())
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

fn ids(rows: Vec<(String,)>) -> Vec<GameId> {
    rows.into_iter().filter_map(|(id,)| id.parse().ok()).collect()
}

async fn migrate(pool: &AnyPool) -> Result<(), MigrateError> {
    let migrations = [
        (1, "games", include_str!("../../migrations/0001_games.sql")),
        (3, "accounts", include_str!("../../migrations/0003_accounts.sql")),
    ];
    let migrations = migrations
        .map(|(version, name, sql)| Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false));
    Migrator::with_migrations(migrations.into()).run(pool).await
}

/// Saves what comes in. While one batch is flushed the next one gathers, so that many games share a flush.
async fn write(pool: AnyPool, mut inbox: mpsc::Receiver<(Append, oneshot::Sender<Result<Appended, DbError>>)>) {
    let mut batch = Vec::with_capacity(BATCH);
    while inbox.recv_many(&mut batch, BATCH).await > 0 {
        let (appends, replies): (Vec<_>, Vec<_>) = batch.drain(..).unzip();
        let results = match commit(&pool, &appends).await {
            Ok(results) => results.into_iter().map(Ok).collect(),
            Err(error) if appends.len() == 1 => vec![Err(error)],
            // One that cannot be saved must not harm the others.
            Err(_) => {
                let mut results = Vec::with_capacity(appends.len());
                for append in &appends {
                    results.push(commit(&pool, std::slice::from_ref(append)).await.map(|saved| saved[0]));
                }
                results
            }
        };
        for (reply, result) in replies.into_iter().zip(results) {
            // Who asked may have gone; saved it is all the same.
            let _ = reply.send(result.map_err(Arc::new));
        }
    }
}

/// Saves all or nothing, but leaves out what somebody else was faster with.
async fn commit(pool: &AnyPool, appends: &[Append]) -> Result<Vec<Appended>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    let mut results = Vec::with_capacity(appends.len());
    for append in appends {
        results.push(insert(&mut transaction, append).await?);
    }
    transaction.commit().await?;
    Ok(results)
}

async fn insert(connection: &mut AnyConnection, append: &Append) -> Result<Appended, sqlx::Error> {
    let Append { game, first, lines, summary, rated } = append;
    let now = lines.first().map_or(0, |(at, _)| *at);
    if *first == 1 {
        let query = sqlx::query(
            "insert into games (id, status, black, white, public, flag_at, created_at, updated_at, speed, rated) \
             values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9) on conflict (id) do nothing",
        );
        let query = query.bind(game.to_string()).bind(summary.status).bind(summary.black.clone()).bind(summary.white.clone());
        let query = query.bind(summary.public).bind(summary.flag_at).bind(now).bind(summary.speed).bind(summary.rated);
        query.execute(&mut *connection).await?;
    }
    for (version, (at, line)) in (i64::from(*first)..).zip(lines) {
        let query = sqlx::query("insert into events (game, version, at, line) values ($1, $2, $3, $4) on conflict do nothing");
        let query = query.bind(game.to_string()).bind(version).bind(*at).bind(line.clone());
        // The lines come in order: if the first is new, so are the others.
        if query.execute(&mut *connection).await?.rows_affected() == 0 {
            return Ok(Appended::Conflict);
        }
    }
    if *first > 1 {
        let query = sqlx::query(
            "update games set status = $2, black = $3, white = $4, flag_at = $5, updated_at = $6, winner = $7 where id = $1",
        );
        let query = query.bind(game.to_string()).bind(summary.status).bind(summary.black.clone()).bind(summary.white.clone());
        query.bind(summary.flag_at).bind(now).bind(summary.winner).execute(&mut *connection).await?;
    }
    if let Some(rated) = rated {
        ratings::save(connection, *game, rated).await?;
    }
    Ok(Appended::Saved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::event::{Event, What};

    #[tokio::test]
    async fn of_many_who_append_at_once_one_for_each_version_is_saved() {
        let folder = std::env::temp_dir().join(format!("sumito-{}", GameId::random()));
        std::fs::create_dir_all(&folder).unwrap();
        let db = Db::open(&format!("sqlite://{}?mode=rwc", folder.join("sumito.db").display())).await.unwrap();

        let created = "created\tstandard\twin=6 repetition=3 quiet=off no-move=loses\tnone\tcasual\tpublic\tengine:1\tengine:2";
        let (created, _) = LiveGame::replay([(1, created)]).unwrap();
        let mut resigned = created.clone();
        let resignation = Event { at: 2, what: What::Resigned(sumito_rules::Color::Black) };
        resigned.fold(&resignation).unwrap();

        let first = vec![(1, What::Created(created.setup().clone()).to_string())];
        let second = vec![(2, resignation.what.to_string())];
        let games: Vec<GameId> = (0..40).map(|_| GameId::random()).collect();
        for (live, lines) in [(&created, &first), (&resigned, &second)] {
            let appends =
                games.iter().flat_map(|&game| [Append::new(game, live, lines.clone()), Append::new(game, live, lines.clone())]);
            let tasks: Vec<_> = appends
                .map(|append| {
                    let db = db.clone();
                    tokio::spawn(async move { db.append(append).await.unwrap() })
                })
                .collect();
            let mut saved = 0;
            for task in tasks {
                saved += usize::from(task.await.unwrap() == Appended::Saved);
            }
            assert_eq!(saved, games.len());
        }
        for game in &games {
            assert_eq!(db.log(*game).await.unwrap(), [first.clone(), second.clone()].concat());
        }
        assert_eq!(db.public_games("over", 99).await.unwrap().len(), games.len());
        assert_eq!(db.public_games("playing", 99).await.unwrap(), []);
        db.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
