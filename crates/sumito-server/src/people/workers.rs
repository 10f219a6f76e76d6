//! Programs that think for the engine on other machines, and the keys by which they are let in.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::db::{Access, Db, WorkerKey};
use crate::failure::Failure;
use crate::id::random_bytes;
use crate::lock::lock;
use crate::people::People;
use crate::people::caller::Caller;
use crate::people::sessions;
use crate::play::clock::Millis;
use crate::time::{MINUTE, now};
use crate::{Error, user_text};

/// The longest name of a key.
const LONGEST_NAME: usize = 40;

/// The keys that were valid a moment ago, by their digests, and since when.
#[derive(Default)]
pub(crate) struct KnownKeys(Mutex<HashMap<String, Millis>>);

impl KnownKeys {
    /// Whether a request may come from a worker. It decides only which limits apply: each request has to prove it.
    pub(crate) fn has(&self, caller: &Caller) -> bool {
        caller.digest().is_some_and(|digest| lock(&self.0).contains_key(&digest))
    }

    /// Remembers a valid key. Whether it was unknown for the last minute.
    fn note(&self, digest: &str, now: Millis) -> bool {
        let mut known = lock(&self.0);
        known.retain(|_, since| now - *since < MINUTE);
        let is_new = !known.contains_key(digest);
        if is_new {
            known.insert(digest.to_owned(), now);
        }
        is_new
    }

    fn forget(&self, digest: &str) {
        lock(&self.0).remove(digest);
    }
}

impl People {
    /// Lets a worker in if its key is valid.
    pub(crate) async fn check_worker(&self, caller: &Caller) -> Result<(), Failure> {
        let digest = caller.digest().ok_or(Failure::SignedOut)?;
        if !self.db.has_worker_key(&digest).await? {
            self.workers.forget(&digest);
            return Err(Failure::SignedOut);
        }
        let now = now();
        if self.workers.note(&digest, now) {
            // Only for the list of keys.
            if let Err(error) = self.db.note_worker_key(&digest, now).await {
                Failure::from(error).log();
            }
        }
        Ok(())
    }
}

/// Makes a key with this name; `None` if there is one already.
pub(crate) async fn add_key(database: &str, name: &str) -> Result<Option<String>, Error> {
    let name = user_text::clean(name, LONGEST_NAME);
    let secret = hex::encode(random_bytes::<32>());
    let digest = sessions::digest(&secret);
    let added = with(database, async |db| Ok(db.add_worker_key(&name, digest.clone(), now()).await?)).await?;
    Ok(added.then_some(secret))
}

/// All keys, by name.
pub(crate) async fn keys(database: &str) -> Result<Vec<WorkerKey>, Error> {
    with(database, async |db| Ok(db.worker_keys().await?)).await
}

/// Revokes a key; `false` if there is none with this name.
pub(crate) async fn remove_key(database: &str, name: &str) -> Result<bool, Error> {
    with(database, async |db| Ok(db.remove_worker_key(name).await?)).await
}

async fn with<T>(database: &str, work: impl AsyncFnOnce(&Db) -> Result<T, Failure>) -> Result<T, Error> {
    let db = Db::open(database, Access::Shared).await?;
    let done = work(&db).await;
    db.close().await;
    Ok(done?)
}
