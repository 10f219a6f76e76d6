//! Storms and streaks: the latest run of each kind, and the best score.

use super::{Db, DbError};
use crate::id::UserId;
use crate::play::clock::Millis;

/// A user's latest run of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SavedRun {
    pub(crate) run: String,
    pub(crate) seed: i64,
    pub(crate) started_at: Millis,
    /// `None` while it is being played.
    pub(crate) score: Option<i64>,
    pub(crate) best: Option<i64>,
}

/// The columns of a run: its name, seed, start, score, and the best score.
type RunRow = (String, i64, Millis, Option<i64>, Option<i64>);

impl Db {
    pub(crate) async fn puzzle_run(&self, user: UserId, kind: &'static str) -> Result<Option<SavedRun>, DbError> {
        let query = sqlx::query_as("select run, seed, started_at, score, best from puzzle_runs where user_id = $1 and kind = $2");
        let row: Option<RunRow> = query.bind(user.to_string()).bind(kind).fetch_optional(&self.pool).await?;
        Ok(row.map(|(run, seed, started_at, score, best)| SavedRun { run, seed, started_at, score, best }))
    }

    /// Starts a run in place of the latest one; the best score stays.
    pub(crate) async fn start_puzzle_run(
        &self,
        user: UserId,
        kind: &'static str,
        run: String,
        seed: i64,
        now: Millis,
    ) -> Result<(), DbError> {
        let write = move || {
            let query = sqlx::query(
                "insert into puzzle_runs (user_id, kind, run, seed, started_at) values ($1, $2, $3, $4, $5) \
                 on conflict (user_id, kind) do update \
                 set run = excluded.run, seed = excluded.seed, started_at = excluded.started_at, score = null",
            );
            vec![query.bind(user.to_string()).bind(kind).bind(run.clone()).bind(seed).bind(now)]
        };
        self.write(write).await.map(|_| ())
    }

    /// Saves the score of a run, unless it has one.
    pub(crate) async fn finish_puzzle_run(
        &self,
        user: UserId,
        kind: &'static str,
        run: String,
        score: i64,
    ) -> Result<(), DbError> {
        let write = move || {
            let query = sqlx::query(
                "update puzzle_runs set score = $4, best = case when best is null or best < $4 then $4 else best end \
                 where user_id = $1 and kind = $2 and run = $3 and score is null",
            );
            vec![query.bind(user.to_string()).bind(kind).bind(run.clone()).bind(score)]
        };
        self.write(write).await.map(|_| ())
    }
}
