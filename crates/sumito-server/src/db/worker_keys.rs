//! The keys of workers.

use sqlx::{query, query_as};

use super::{Db, DbError, Millis};

/// A key of a worker, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerKey {
    /// The name that the operator gave it.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// About when it was last used.
    pub used_at: Option<i64>,
}

impl Db {
    /// Adds a key; `false` if there is one with this name.
    pub(crate) async fn add_worker_key(&self, name: &str, digest: String, now: Millis) -> Result<bool, DbError> {
        let name = name.to_owned();
        let write = move || {
            let insert = "insert into worker_keys (name, digest, created_at) values ($1, $2, $3) on conflict do nothing";
            vec![query(insert).bind(name.clone()).bind(digest.clone()).bind(now)]
        };
        Ok(self.write(write).await? > 0)
    }

    pub(crate) async fn worker_keys(&self) -> Result<Vec<WorkerKey>, DbError> {
        let select = query_as("select name, created_at, used_at from worker_keys order by name");
        let rows: Vec<(String, Millis, Option<Millis>)> = select.fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(name, created_at, used_at)| WorkerKey { name, created_at, used_at }).collect())
    }

    /// Whether a key with this digest exists.
    pub(crate) async fn has_worker_key(&self, digest: &str) -> Result<bool, DbError> {
        let select = query_as("select name from worker_keys where digest = $1").bind(digest.to_owned());
        let row: Option<(String,)> = select.fetch_optional(&self.pool).await?;
        Ok(row.is_some())
    }

    pub(crate) async fn note_worker_key(&self, digest: &str, now: Millis) -> Result<(), DbError> {
        let digest = digest.to_owned();
        let update = "update worker_keys set used_at = $2 where digest = $1";
        self.write(move || vec![query(update).bind(digest.clone()).bind(now)]).await.map(|_| ())
    }

    /// Deletes a key; `false` if there is none with this name.
    pub(crate) async fn remove_worker_key(&self, name: &str) -> Result<bool, DbError> {
        let name = name.to_owned();
        let write = move || vec![query("delete from worker_keys where name = $1").bind(name.clone())];
        Ok(self.write(write).await? > 0)
    }
}
