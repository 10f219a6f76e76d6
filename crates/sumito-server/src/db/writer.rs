//! The only writer: concurrent requests share a disk flush, and none is answered before its outcome is known.

use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, Connection, Row, query, raw_sql};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout};

use super::append::{Append, Appended};
use super::error::timed_out;
use super::moderation::ModerationAppend;
use super::puzzles::Attempt;
use super::session::{MERGE_JOURNAL, SQLITE_SETTINGS, Session, Unsaved};
use super::tournaments::TournamentAppend;
use super::{Db, DbError};
use crate::id::GameId;
use crate::lock::lock;
use crate::metrics::Histogram;

/// A statement that changes something.
pub(super) type Statement = Query<'static, Any, AnyArguments>;

/// Sends requests to the task that writes. SQLite allows one writer at a time; since there is no other, nobody waits for a lock.
#[derive(Clone)]
pub(super) struct Writer {
    queue: mpsc::Sender<Message>,
    shared: Arc<Shared>,
    last_check: Arc<tokio::sync::Mutex<Option<Check>>>,
}

/// When the last test write was made, and its result.
struct Check {
    at: Instant,
    result: Result<(), DbError>,
}

/// The writer's state, shared with others.
#[derive(Default)]
struct Shared {
    commit_times: Histogram,
    /// Why nothing can be saved at the moment.
    trouble: Mutex<Option<Trouble>>,
}

struct Trouble {
    since: Instant,
    error: Arc<sqlx::Error>,
}

enum Message {
    Save(Job),
    /// The journal is almost merged into the file: the rest takes a moment, after which the journal starts over.
    EndJournal,
    Close(oneshot::Sender<()>),
}

/// A request, and where to send the number of changed rows.
struct Job {
    work: Work,
    reply: oneshot::Sender<Result<u64, DbError>>,
}

pub(super) enum Work {
    /// All or none.
    Append(Vec<Append>),
    Attempt(Attempt),
    Tournament(Box<TournamentAppend>),
    Moderation(Box<ModerationAppend>),
    /// Built again for each attempt.
    Statements(Box<dyn Fn() -> Vec<Statement> + Send + Sync>),
    /// A statement that returns the ids of the rows it changes.
    Returning(Box<dyn Fn() -> Statement + Send + Sync>, Arc<Mutex<Vec<String>>>),
}

/// How often SQLite's journal is merged into its file.
const JOURNAL: Duration = Duration::from_secs(2);
/// From this many pages on, the journal starts over: a file that grows costs more to flush than one that is overwritten.
const LONG_JOURNAL: i64 = 2_000;
/// The most requests that share a flush.
const BATCH: usize = 512;
/// The most requests in the queue; beyond it, callers wait.
const QUEUE: usize = 4096;
/// How long a request is retried before it is refused.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// The same if it is in doubt whether it was saved; that is known as soon as the database can be reached.
const PATIENCE_IN_DOUBT: Duration = Duration::from_secs(3);
/// The shortest and the longest pause before a retry.
const PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(400);
/// How long a check may take, and how long its result is used.
const CHECK: Duration = Duration::from_millis(800);
const CHECK_LASTS: Duration = Duration::from_secs(1);

impl Writer {
    pub(super) fn start(session: Session) -> Writer {
        let (queue, inbox) = mpsc::channel(QUEUE);
        let shared = Arc::<Shared>::default();
        tokio::spawn(write(session, inbox, queue.downgrade(), Arc::downgrade(&shared)));
        Writer { queue, shared, last_check: Arc::default() }
    }

    async fn save(&self, work: Work) -> Result<u64, DbError> {
        let (reply, answer) = oneshot::channel();
        let closed = || Arc::new(sqlx::Error::PoolClosed);
        self.queue.send(Message::Save(Job { work, reply })).await.map_err(|_| DbError::CannotSave(closed()))?;
        answer.await.unwrap_or_else(|_| Err(DbError::InDoubt(closed())))
    }

    /// Waits for pending writes, and stops.
    pub(super) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        // It may already be closed.
        if self.queue.send(Message::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
    }
}

impl Db {
    /// Saves events of one or more games, all or none. When this returns, they survive a crash of the process.
    pub(crate) async fn append(&self, appends: Vec<Append>) -> Result<Appended, DbError> {
        #[cfg(test)]
        self.faults.at_append();
        let rows = self.writer.save(Work::Append(appends)).await?;
        Ok(if rows > 0 { Appended::Saved } else { Appended::Conflict })
    }

    /// Saves something of its own kind; returns how many rows it changed.
    pub(super) async fn save(&self, work: Work) -> Result<u64, DbError> {
        self.writer.save(work).await
    }

    /// Saves an attempt at a puzzle; no rows if it is not the first.
    pub(super) async fn save_attempt(&self, attempt: Attempt) -> Result<u64, DbError> {
        self.save(Work::Attempt(attempt)).await
    }

    /// Runs statements, all or none, and returns how many rows the last one changed. For every change that does not need to read first.
    pub(super) async fn write(&self, statements: impl Fn() -> Vec<Statement> + Send + Sync + 'static) -> Result<u64, DbError> {
        self.writer.save(Work::Statements(Box::new(statements))).await
    }

    /// Runs a statement that returns the ids of the games whose rows it changes.
    pub(super) async fn write_returning(
        &self,
        statement: impl Fn() -> Statement + Send + Sync + 'static,
    ) -> Result<Vec<GameId>, DbError> {
        let changed = Arc::<Mutex<Vec<String>>>::default();
        self.writer.save(Work::Returning(Box::new(statement), Arc::clone(&changed))).await?;
        let changed = std::mem::take(&mut *lock(&changed));
        Ok(changed.into_iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// Waits until the writer has committed something: whatever was in doubt before is resolved then.
    pub(crate) async fn settle(&self) -> Result<(), DbError> {
        // A batch writes its number even if there is nothing else to write.
        self.write(Vec::new).await.map(|_| ())
    }

    /// Whether something can be saved. Tested by writing, at most once a second; takes no longer than a second.
    pub(crate) async fn check_saving(&self) -> Result<(), DbError> {
        let Writer { shared, last_check, .. } = &self.writer;
        let mut last_check = last_check.lock().await;
        if let Some(Check { at, result }) = &*last_check
            && at.elapsed() < CHECK_LASTS
        {
            return result.clone();
        }
        // A row for which the database has to grow, unless it has free pages.
        let name = format!("check-{}", GameId::random());
        let statements = move || {
            let insert = query("insert into writers (id, batch, padding) values ($1, 0, $2)");
            let insert = insert.bind(name.clone()).bind("x".repeat(10_000));
            vec![insert, query("delete from writers where id = $1").bind(name.clone())]
        };
        let saved = timeout(CHECK, self.write(statements)).await.unwrap_or_else(|_| {
            let known = lock(&shared.trouble).as_ref().map(|trouble| Arc::clone(&trouble.error));
            Err(DbError::CannotSave(known.unwrap_or_else(|| Arc::new(timed_out()))))
        });
        let result = saved.map(|_| ());
        *last_check = Some(Check { at: Instant::now(), result: result.clone() });
        result
    }

    /// How long commits took.
    pub(crate) fn commit_times(&self) -> &Histogram {
        &self.writer.shared.commit_times
    }
}

/// Saves requests. While one batch is being flushed, the next one gathers, so that many share a flush.
async fn write(mut session: Session, mut inbox: mpsc::Receiver<Message>, queue: mpsc::WeakSender<Message>, shared: Weak<Shared>) {
    let work = work_in_journal(session.url().to_owned(), queue, Weak::clone(&shared));
    let journal = session.is_sqlite().then(|| tokio::spawn(work));
    let mut batch = Vec::with_capacity(BATCH);
    let mut closed = None;
    while closed.is_none() && inbox.recv_many(&mut batch, BATCH).await > 0 {
        let (mut jobs, mut ends_journal) = (Vec::with_capacity(batch.len()), false);
        for message in batch.drain(..) {
            match message {
                Message::Save(job) => jobs.push(job),
                Message::EndJournal => ends_journal = true,
                Message::Close(done) => closed = Some(done),
            }
        }
        save(&mut session, jobs, &shared).await;
        if ends_journal {
            session.merge_journal().await;
        }
    }
    inbox.close();
    if let Some(journal) = journal {
        journal.abort();
        // It was rolled back, which is an error.
        let _ = journal.await;
    }
    session.close().await;
    if let Some(done) = closed {
        // The one who asked may have gone.
        let _ = done.send(());
    }
}

/// Saves a batch and replies. A failed batch is retried for a while, with a new connection.
async fn save(session: &mut Session, mut jobs: Vec<Job>, shared: &Weak<Shared>) {
    let Some(shared) = shared.upgrade() else { return };
    let begun = Instant::now();
    // If the previous batch was refused, do not make these callers wait as long.
    let since = lock(&shared.trouble).as_ref().map_or(begun, |trouble| trouble.since);
    let mut pause = PAUSE;
    let mut together = true;
    while !jobs.is_empty() {
        let works: Vec<&Work> = jobs.iter().map(|job| &job.work).collect();
        let start = Instant::now();
        let saved = session.save(&works, together).await;
        shared.commit_times.add(start.elapsed());
        let error = match saved {
            Ok(rows) => {
                shared.works();
                return answer(jobs, rows.into_iter().map(Ok));
            }
            Err(Unsaved::Rejected(index, error)) => {
                // A request that cannot be saved must not harm the others.
                answer([jobs.remove(index)], [Err(error.into())]);
                continue;
            }
            Err(Unsaved::OneByOne) => {
                together = false;
                continue;
            }
            Err(Unsaved::Failed(error)) => Arc::new(error),
        };
        shared.fails(&error);
        if since.elapsed() + pause > PATIENCE {
            let refusal = match session.decide().await {
                Ok(Some(rows)) => {
                    session.give_up();
                    return answer(jobs, rows.into_iter().map(Ok));
                }
                Ok(None) => Some(DbError::CannotSave(error)),
                Err(_) if begun.elapsed() + pause > PATIENCE_IN_DOUBT => Some(DbError::InDoubt(error)),
                Err(_) => None,
            };
            if let Some(refusal) = refusal {
                session.give_up();
                return answer(jobs, std::iter::repeat(Err(refusal)));
            }
        }
        sleep(pause).await;
        pause = LONGEST_PAUSE.min(2 * pause);
    }
}

fn answer(jobs: impl IntoIterator<Item = Job>, results: impl IntoIterator<Item = Result<u64, DbError>>) {
    for (job, result) in jobs.into_iter().zip(results) {
        // The one who asked may have gone.
        let _ = job.reply.send(result);
    }
}

impl Shared {
    /// Something was saved.
    fn works(&self) {
        if let Some(Trouble { since, .. }) = lock(&self.trouble).take() {
            tracing::info!(seconds = since.elapsed().as_secs_f32(), "the database saves again");
        }
    }

    /// Something could not be saved. The log gets one line, not one for each player.
    fn fails(&self, error: &Arc<sqlx::Error>) {
        let mut trouble = lock(&self.trouble);
        let since = trouble.as_ref().map_or_else(
            || {
                tracing::error!(%error, "the database cannot save, trying again");
                Instant::now()
            },
            |trouble| trouble.since,
        );
        *trouble = Some(Trouble { since, error: Arc::clone(error) });
    }
}

/// Merges SQLite's journal into its file from time to time, while commits go on, until the writer is gone. New pages keep coming, so it would never be
/// done and the journal would grow until a commit has to do everything: the writer merges the last few pages itself.
async fn work_in_journal(url: String, queue: mpsc::WeakSender<Message>, shared: Weak<Shared>) {
    let mut seen = 0;
    let mut connection = None;
    loop {
        sleep(JOURNAL).await;
        let Some(commits) = shared.upgrade().map(|shared| shared.commit_times.count()) else { return };
        if commits == seen {
            continue;
        }
        // If it fails, the next run or a commit does it, with another connection.
        match checkpoint(&url, connection.take()).await {
            Ok((open, pages)) => {
                (seen, connection) = (commits, Some(open));
                if pages > LONG_JOURNAL
                    && let Some(queue) = queue.upgrade()
                {
                    // The writer ends only with the server.
                    let _ = queue.send(Message::EndJournal).await;
                }
            }
            Err(error) => tracing::debug!(%error, "the journal was not worked in"),
        }
    }
}

/// Merges the journal, and returns how many pages it has.
async fn checkpoint(url: &str, open: Option<AnyConnection>) -> Result<(AnyConnection, i64), sqlx::Error> {
    let mut connection = if let Some(connection) = open {
        connection
    } else {
        let mut connection = AnyConnection::connect(url).await?;
        raw_sql(SQLITE_SETTINGS).execute(&mut connection).await?;
        connection
    };
    // The second time there are few new pages.
    raw_sql(MERGE_JOURNAL).execute(&mut connection).await?;
    let row = raw_sql(MERGE_JOURNAL).fetch_one(&mut connection).await?;
    Ok((connection, row.try_get(1)?))
}

#[cfg(test)]
mod tests;
