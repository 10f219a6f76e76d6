//! Files that only their owner may read, because the database contains private chat and credentials.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Creates an empty file that only its owner may read, unless it exists.
pub(super) fn create(file: &Path) -> io::Result<()> {
    match options().create_new(true).open(file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        created => created.map(|_| ()),
    }
}

/// Options to write a file that only its owner may read, if it is new.
pub(super) fn options() -> fs::OpenOptions {
    let mut options = File::options();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Restricts an existing file to its owner. A file that belongs to somebody else stays as it is, with a warning in the log.
pub(super) fn close(file: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let Ok(metadata) = fs::metadata(file) else { return };
        let mode = metadata.permissions().mode();
        if mode & 0o077 != 0
            && let Err(error) = fs::set_permissions(file, fs::Permissions::from_mode(mode & !0o077))
        {
            tracing::warn!(file = %file.display(), %error, "others may be able to read this file");
        }
    }
    #[cfg(not(unix))]
    let _ = file;
}
