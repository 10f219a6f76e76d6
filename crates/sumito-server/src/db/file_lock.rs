//! The lock file beside an SQLite database. The server that uses the database keeps it locked; the system releases it when the process ends, however it ends.

use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::{OpenError, owner_only};

/// The lock, released when dropped.
pub(super) struct FileLock {
    _file: File,
}

impl FileLock {
    /// Locks the database in this file, or reports which process has it.
    pub(super) fn take(database: &Path) -> Result<FileLock, OpenError> {
        let path = beside(database, "-lock");
        let unwritable = |error| OpenError::unwritable(database, &error);
        let mut file = owner_only::options().create(true).truncate(false).open(&path).map_err(unwritable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                // Only for the error message; not every system lets others read it.
                let mut process = String::new();
                let _ = file.read_to_string(&mut process);
                return Err(OpenError::in_use(database, process.trim()));
            }
            // Some network file systems have no locks.
            Err(TryLockError::Error(error)) => {
                tracing::warn!(file = %path.display(), %error, "cannot lock the database against a second server");
            }
        }
        let written = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        if let Err(error) = written {
            tracing::debug!(%error, "the lock does not say which process has it");
        }
        Ok(FileLock { _file: file })
    }
}

/// A file whose name is that of the database with something added.
pub(super) fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
