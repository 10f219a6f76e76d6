//! The one writer: what many ask for at the same time shares a flush of the disk.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AnyPool};
use tokio::sync::{mpsc, oneshot};

use super::puzzles::{self, Attempt};
use super::{Db, DbError, ratings, status_name};
use crate::id::GameId;
use crate::metrics::Histogram;
use crate::play::clock::Millis;
use crate::play::event::{Player, color_name};
use crate::play::live::{LiveGame, Status};
use crate::play::ratings::{RatedGame, Speed};

/// A statement that changes something.
pub(super) type Statement = Query<'static, Any, AnyArguments>;

/// The way to the task that writes. SQLite lets only one write at a time: nobody else does, so nobody waits for a lock.
#[derive(Clone)]
pub(super) struct Writer {
    queue: mpsc::Sender<Job>,
    commit_times: Arc<Histogram>,
}

/// Something to save, and who waits for the number of rows that it changed.
struct Job {
    work: Work,
    reply: oneshot::Sender<Result<u64, DbError>>,
}

enum Work {
    Append(Append),
    Attempt(Attempt),
    /// Made anew when a batch fails and everything in it is tried alone.
    Statements(Box<dyn Fn() -> Vec<Statement> + Send + Sync>),
}

/// Events to add to the log of a game, and what the game is after them.
#[derive(Clone, Debug)]
pub(crate) struct Append {
    game: GameId,
    /// The version of the first line.
    first: u32,
    lines: Vec<(Millis, String)>,
    summary: GameRow,
    /// The row of the game stays as it is.
    skips_row: bool,
    /// The rated game that these lines end.
    rated: Option<RatedGame>,
}

/// The row of a game as it was last saved.
#[derive(Clone, Debug)]
pub(crate) struct SavedRow {
    summary: GameRow,
    at: Millis,
}

/// The row of a game: what can be asked for without its log.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GameRow {
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

impl Append {
    /// The lines that brought `live` to its present version.
    pub(crate) fn new(game: GameId, live: &LiveGame, lines: Vec<(Millis, String)>) -> Append {
        let seats = live.setup().seats.map(|seat| seat.as_ref().map(Player::to_string));
        let summary = GameRow {
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
        Append { game, first: live.version() + 1 - lines.len() as u32, lines, summary, skips_row: false, rated: None }
    }

    /// The same, and the game that ends with it is rated, if it is a rated one.
    pub(crate) fn rating(self, rated: Option<RatedGame>) -> Append {
        Append { rated, ..self }
    }

    /// The same, but it leaves the row of the game as it was saved, if that will do: with its indices a row costs more of the disk than a move.
    pub(crate) fn skip_row_if_current(self, saved: Option<&SavedRow>) -> Append {
        let skips_row = saved.is_some_and(|saved| {
            let same = GameRow { flag_at: self.summary.flag_at, ..saved.summary.clone() } == self.summary;
            // Who looks too early for a fallen flag looks again; too late would be wrong.
            let in_time = match (saved.summary.flag_at, self.summary.flag_at) {
                (Some(saved), Some(falls)) => saved <= falls,
                (saved, None) => saved.is_none(),
                (None, Some(_)) => false,
            };
            same && in_time && self.at() - saved.at < OLD_ROW
        });
        Append { skips_row, ..self }
    }

    /// The row of the game after this, if it is written.
    pub(crate) fn row(&self) -> Option<SavedRow> {
        (!self.skips_row).then(|| SavedRow { summary: self.summary.clone(), at: self.at() })
    }

    fn at(&self) -> Millis {
        self.lines.first().map_or(0, |(at, _)| *at)
    }
}

/// How often SQLite's journal is worked into its file.
const JOURNAL: Duration = Duration::from_secs(2);
/// How much later than its row tells something may have happened in a game.
const OLD_ROW: Millis = 60_000;
/// The most that is saved with one flush.
const BATCH: usize = 512;
/// The most that waits for the writer; beyond it callers wait.
const QUEUE: usize = 4096;

impl Writer {
    pub(super) fn start(pool: AnyPool, is_sqlite: bool) -> Writer {
        let (queue, inbox) = mpsc::channel(QUEUE);
        let commit_times = Arc::<Histogram>::default();
        if is_sqlite {
            tokio::spawn(work_in_journal(pool.clone(), Arc::downgrade(&commit_times)));
        }
        tokio::spawn(write(pool, inbox, Arc::clone(&commit_times)));
        Writer { queue, commit_times }
    }

    async fn save(&self, work: Work) -> Result<u64, DbError> {
        let (reply, answer) = oneshot::channel();
        let gone = || Arc::new(sqlx::Error::PoolClosed);
        self.queue.send(Job { work, reply }).await.map_err(|_| gone())?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }
}

impl Db {
    /// Saves events. When this returns they survive the end of the process.
    pub(crate) async fn append(&self, append: Append) -> Result<Appended, DbError> {
        let rows = self.writer.save(Work::Append(append)).await?;
        Ok(if rows > 0 { Appended::Saved } else { Appended::Conflict })
    }

    /// Keeps a try at a puzzle; no rows if it is not the first.
    pub(super) async fn save_attempt(&self, attempt: Attempt) -> Result<u64, DbError> {
        self.writer.save(Work::Attempt(attempt)).await
    }

    /// Runs statements, all or none, and tells how many rows the last one changed. Every change that needs not read first goes this way.
    pub(super) async fn write(&self, statements: impl Fn() -> Vec<Statement> + Send + Sync + 'static) -> Result<u64, DbError> {
        self.writer.save(Work::Statements(Box::new(statements))).await
    }

    /// How long commits took.
    pub(crate) fn commit_times(&self) -> &Histogram {
        &self.writer.commit_times
    }
}

/// Saves what comes in. While one batch is flushed the next one gathers, so that many share a flush.
async fn write(pool: AnyPool, mut inbox: mpsc::Receiver<Job>, commit_times: Arc<Histogram>) {
    let mut batch = Vec::with_capacity(BATCH);
    while inbox.recv_many(&mut batch, BATCH).await > 0 {
        let (works, replies): (Vec<_>, Vec<_>) = batch.drain(..).map(|job| (job.work, job.reply)).unzip();
        let begun = Instant::now();
        let saved = commit(&pool, &works).await;
        commit_times.add(begun.elapsed());
        let results = match saved {
            Ok(results) => results.into_iter().map(Ok).collect(),
            Err(error) if works.len() == 1 => vec![Err(error)],
            // One that cannot be saved must not harm the others.
            Err(_) => {
                let mut results = Vec::with_capacity(works.len());
                for work in &works {
                    results.push(commit(&pool, std::slice::from_ref(work)).await.map(|rows| rows[0]));
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

/// Works SQLite's journal into its file every now and then, beside the commits, until the writer is gone.
async fn work_in_journal(pool: AnyPool, commit_times: Weak<Histogram>) {
    let mut seen = 0;
    loop {
        tokio::time::sleep(JOURNAL).await;
        let Some(commits) = commit_times.upgrade().map(|times| times.count()) else { return };
        if commits != seen {
            seen = commits;
            // If it fails now, the next time will do, or a commit.
            let _ = sqlx::raw_sql("pragma wal_checkpoint(passive)").execute(&pool).await;
        }
    }
}

/// Saves all or nothing, but leaves out what somebody else was faster with.
async fn commit(pool: &AnyPool, works: &[Work]) -> Result<Vec<u64>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    let mut results = Vec::with_capacity(works.len());
    for work in works {
        results.push(match work {
            Work::Append(append) => insert(&mut transaction, append).await?,
            Work::Attempt(attempt) => puzzles::save(&mut transaction, attempt).await?,
            Work::Statements(statements) => {
                let mut rows = 0;
                for statement in statements() {
                    rows = statement.execute(&mut *transaction).await?.rows_affected();
                }
                rows
            }
        });
    }
    transaction.commit().await?;
    Ok(results)
}

/// Adds the lines of an [`Append`]; no rows if somebody else was faster.
async fn insert(connection: &mut AnyConnection, append: &Append) -> Result<u64, sqlx::Error> {
    let Append { game, first, lines, summary, skips_row, rated } = append;
    let now = append.at();
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
            return Ok(0);
        }
    }
    if *first > 1 && !skips_row {
        let query = sqlx::query(
            "update games set status = $2, black = $3, white = $4, flag_at = $5, updated_at = $6, winner = $7 where id = $1",
        );
        let query = query.bind(game.to_string()).bind(summary.status).bind(summary.black.clone()).bind(summary.white.clone());
        query.bind(summary.flag_at).bind(now).bind(summary.winner).execute(&mut *connection).await?;
    }
    if let Some(rated) = rated {
        ratings::save(connection, *game, rated).await?;
    }
    Ok(lines.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::event::{Event, EventKind};

    #[tokio::test]
    async fn of_many_who_append_at_once_one_for_each_version_is_saved() {
        let folder = std::env::temp_dir().join(format!("sumito-{}", GameId::random()));
        std::fs::create_dir_all(&folder).unwrap();
        let db = Db::open(&format!("sqlite://{}?mode=rwc", folder.join("sumito.db").display())).await.unwrap();

        let created = "created\tstandard\twin=6 repetition=3 quiet=off no-move=loses\tnone\tcasual\tpublic\tengine:1\tengine:2";
        let (created, _) = LiveGame::replay([(1, created)]).unwrap();
        let mut resigned = created.clone();
        let resignation = Event { at: 2, kind: EventKind::Resigned(sumito_rules::Color::Black) };
        resigned.fold(&resignation).unwrap();

        let first = vec![(1, EventKind::Created(created.setup().clone()).to_string())];
        let second = vec![(2, resignation.kind.to_string())];
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

    #[test]
    fn a_row_is_spared_unless_it_would_mislead() {
        let created = "created\tstandard\twin=6 repetition=3 quiet=off no-move=loses\t600\tcasual\tpublic\tengine:1\tengine:2";
        let (live, _) = LiveGame::replay([(1, created)]).unwrap();
        let append = |at: Millis, flag_at: Option<Millis>, status: &'static str| {
            let mut append = Append::new(GameId::random(), &live, vec![(at, String::new())]);
            (append.summary.flag_at, append.summary.status) = (flag_at, status);
            append
        };
        let saved = append(1_000, Some(5_000), "playing").row().unwrap();
        for (at, flag_at, status, spared) in [
            (2_000, Some(5_000), "playing", true),
            (2_000, Some(9_000), "playing", true),
            (2_000, Some(4_999), "playing", false),
            (2_000, None, "playing", false),
            (2_000, Some(5_000), "over", false),
            (61_000, Some(99_000), "playing", false),
        ] {
            let append = append(at, flag_at, status).skip_row_if_current(Some(&saved));
            assert_eq!(append.row().is_none(), spared, "{at} {flag_at:?} {status}");
        }
        assert!(append(2_000, Some(5_000), "playing").skip_row_if_current(None).row().is_some(), "what is not known is written");
    }
}
