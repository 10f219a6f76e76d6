//! The options that locate the database, for the verbs that use it.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crate::error::Error;

/// The location of the database
#[derive(Debug, clap::Args)]
pub(crate) struct DatabaseArgs {
    /// The folder of the embedded database [default: the user's data folder]
    #[arg(long, value_name = "DIR", env = "SUMITO_DATA")]
    data: Option<PathBuf>,
    /// Use another database: postgres://USER:PASSWORD@HOST/NAME, or sqlite://FILE
    #[arg(long, value_name = "URL", env = "SUMITO_DATABASE", conflicts_with = "data", hide_env_values = true)]
    database: Option<String>,
}

impl DatabaseArgs {
    /// The URL of the database. Creates the folder of an embedded database if necessary.
    pub(crate) fn url_to_create(&self) -> Result<String, Error> {
        if let Some(url) = &self.database {
            return Ok(url.clone());
        }
        let folder = self.folder()?;
        create_folder(&folder).map_err(|error| Error::File(folder.display().to_string(), error))?;
        Ok(sqlite_url(&folder.join("sumito.db"), "mode=rwc"))
    }

    /// The URL of an existing database.
    pub(crate) fn url_of_existing(&self) -> Result<String, Error> {
        if let Some(url) = &self.database {
            return Ok(url.clone());
        }
        let file = self.folder()?.join("sumito.db");
        fs::metadata(&file).map_err(|error| Error::File(file.display().to_string(), error))?;
        Ok(sqlite_url(&file, "mode=rw"))
    }

    fn folder(&self) -> Result<PathBuf, Error> {
        let folder = self.data.clone().or_else(user_data_folder);
        folder.ok_or_else(|| Error::Usage("the user has no data folder; choose one with --data".to_owned()))
    }
}

/// Creates a folder that only its owner may read, or restricts an existing one that contains only our files.
fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
        builder.mode(0o700);
        if folder.is_dir() {
            let is_ours = |entry: io::Result<fs::DirEntry>| {
                entry.is_ok_and(|entry| entry.file_name().to_string_lossy().starts_with("sumito"))
            };
            // A folder that is also used for other things stays as it is; our files in it are private anyway.
            if fs::read_dir(folder)?.all(is_ours) {
                let mode = fs::metadata(folder)?.permissions().mode();
                // The permissions of somebody else's folder cannot be changed.
                let _ = fs::set_permissions(folder, fs::Permissions::from_mode(mode & !0o077));
            }
        }
    }
    builder.create(folder)
}

/// The URL of a database file.
pub(crate) fn sqlite_url(file: &Path, options: &str) -> String {
    // These characters have a special meaning in a URL.
    let file = file.display().to_string().replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    format!("sqlite://{file}?{options}")
}

/// The folder where the system expects programs to keep their data.
fn user_data_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("sumito"))
}
