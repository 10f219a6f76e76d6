//! Faults on demand, for tests: the effects of a full disk or a broken connection on the writer.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use sqlx::{AnyConnection, raw_sql};

use crate::lock::lock;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The commit does not happen.
    CommitFails,
    /// The commit happens, but its reply is lost.
    AnswerIsLost,
}

/// The faults that the writer meets next.
#[derive(Clone, Default)]
pub(crate) struct Faults {
    commits: Arc<Mutex<VecDeque<Fault>>>,
    disk_is_full: Arc<AtomicBool>,
    panics: Arc<AtomicBool>,
    cuts_off: Arc<AtomicBool>,
    is_cut_off: Arc<AtomicBool>,
}

impl Faults {
    /// The next commits fail like this.
    pub(crate) fn spoil_commits(&self, faults: impl IntoIterator<Item = Fault>) {
        lock(&self.commits).extend(faults);
    }

    /// The next append panics.
    pub(crate) fn panic_once(&self) {
        self.panics.store(true, Relaxed);
    }

    /// After the next commit that fails, the database is unreachable.
    pub(crate) fn cut_off_after_commit(&self) {
        self.cuts_off.store(true, Relaxed);
    }

    /// No more faults.
    pub(crate) fn heal(&self) {
        lock(&self.commits).clear();
        for fault in [&self.disk_is_full, &self.cuts_off, &self.is_cut_off] {
            fault.store(false, Relaxed);
        }
    }

    /// From now on the database cannot grow, or can again.
    pub(crate) fn fill_disk(&self, full: bool) {
        self.disk_is_full.store(full, Relaxed);
    }

    pub(super) fn at_append(&self) {
        assert!(!self.panics.swap(false, Relaxed), "a fault on demand");
    }

    pub(super) fn at_commit(&self) -> Option<Fault> {
        let fault = lock(&self.commits).pop_front();
        if fault.is_some() && self.cuts_off.load(Relaxed) {
            self.is_cut_off.store(true, Relaxed);
        }
        fault
    }

    /// Fails if the connection is cut. SQLite reports a full disk when it needs another page; PostgreSQL is made to report one.
    pub(super) async fn at_begin(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        if self.is_cut_off.load(Relaxed) {
            return Err(sqlx::Error::Io(std::io::ErrorKind::ConnectionRefused.into()));
        }
        let text = match (self.disk_is_full.load(Relaxed), connection.backend_name() == "SQLite") {
            (true, true) => "pragma max_page_count = 1",
            (false, true) => "pragma max_page_count = 4294967294",
            (true, false) => "do $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$",
            (false, false) => return Ok(()),
        };
        raw_sql(text).execute(connection).await.map(|_| ())
    }
}
