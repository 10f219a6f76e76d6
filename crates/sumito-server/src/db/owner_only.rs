//! Files that only their owner may read: a database has what people say to each other, and how they sign in.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Creates an empty file, unless there is one. Only its owner may read it.
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

/// Closes an existing file to others. One that is not ours stays as it is, and the log says so.
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
