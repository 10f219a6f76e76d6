//! Where the database is: options of the verbs that use it.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::error::Error;

/// Where the database is
#[derive(Debug, clap::Args)]
pub(crate) struct DatabaseArgs {
    /// The folder of the embedded database [default: the user's data folder]
    #[arg(long, value_name = "DIR", env = "SUMITO_DATA")]
    data: Option<PathBuf>,
    /// Another database: postgres://USER:PASSWORD@HOST/NAME, or sqlite://FILE
    #[arg(long, value_name = "URL", env = "SUMITO_DATABASE", conflicts_with = "data", hide_env_values = true)]
    database: Option<String>,
}

impl DatabaseArgs {
    /// The address of the database. Creates the folder of an embedded one if need be.
    pub(crate) fn url_to_create(&self) -> Result<String, Error> {
        if let Some(url) = &self.database {
            return Ok(url.clone());
        }
        let folder = self.folder()?;
        fs::create_dir_all(&folder).map_err(|error| Error::File(folder.display().to_string(), error))?;
        Ok(sqlite_url(&folder.join("sumito.db"), "mode=rwc"))
    }

    /// The address of a database that must exist.
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
        folder.ok_or_else(|| Error::Usage("there is no folder for the user's data, name one with --data".to_owned()))
    }
}

/// The address of a database file.
pub(crate) fn sqlite_url(file: &Path, options: &str) -> String {
    // In an address these have a meaning of their own.
    let file = file.display().to_string().replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    format!("sqlite://{file}?{options}")
}

/// Where the system wants programs to keep their data.
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
