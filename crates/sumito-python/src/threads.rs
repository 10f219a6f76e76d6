//! The threads of a batch.

use std::mem;
use std::process;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Threads that wait between steps; for one, that of the caller.
pub(crate) struct Threads {
    count: usize,
    pool: Option<ThreadPool>,
    /// The process that they belong to.
    process: u32,
}

impl Threads {
    pub(crate) fn new(count: usize) -> Result<Threads, ThreadPoolBuildError> {
        let start = || ThreadPoolBuilder::new().num_threads(count).thread_name(|n| format!("sumito {n}")).build();
        let pool = if count == 1 { None } else { Some(start()?) };
        Ok(Threads { count, pool, process: process::id() })
    }

    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// Starts them again in a process that was forked from theirs, where they do not exist.
    pub(crate) fn renew(&mut self) -> Result<(), ThreadPoolBuildError> {
        if self.process != process::id() {
            *self = Threads::new(self.count)?;
        }
        Ok(())
    }

    /// Does the parts of some work, each on its own thread.
    pub(crate) fn share_out<T: Send>(&self, parts: impl ExactSizeIterator<Item = T> + Send, work: impl Fn(T) + Sync) {
        match &self.pool {
            Some(pool) if parts.len() > 1 => pool.scope(|scope| {
                let work = &work;
                parts.for_each(|part| scope.spawn(move |_| work(part)));
            }),
            _ => parts.for_each(work),
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        // In a forked process, ending threads that do not exist could wait for them.
        if self.process != process::id() {
            mem::forget(self.pool.take());
        }
    }
}
