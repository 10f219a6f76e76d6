//! `sumito backup`: copies the database, even while the server is running.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tokio::runtime::Runtime;

use crate::database::{DatabaseArgs, sqlite_url};
use crate::error::Error;

/// Copy the database, even while the server is running
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The file to write; it must not exist yet
    file: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  sumito backup sumito-monday.db
  sumito backup --data /var/lib/sumito /var/backups/sumito-monday.db

The copy contains everything saved before the command started. It is verified and flushed to disk. To restore it, stop the server, replace sumito.db in
the data folder with the copy, delete sumito.db-wal and sumito.db-shm, and start the server.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let database = args.database.url_of_existing()?;
    if !database.starts_with("sqlite:") {
        let advice = "back up PostgreSQL with pg_dump --format=custom --file=FILE URL, even while the server is running, and restore \
                      it with pg_restore --clean --dbname=URL FILE";
        return Err(Error::Usage(advice.to_owned()));
    }
    let failed = |error| Error::File(args.file.display().to_string(), error);
    // Reserve the name right away, so that nothing is overwritten; the copy is renamed to it once it is complete.
    File::create_new(&args.file).map_err(failed)?;
    let mut part = args.file.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    let copied = copy(&database, &part).and_then(|copied| {
        finish(&part, &args.file).map_err(failed)?;
        Ok(copied)
    });
    let copied = copied.inspect_err(|_| {
        // An incomplete copy is useless.
        let _ = (fs::remove_file(&part), fs::remove_file(&args.file));
    })?;
    let bytes = fs::metadata(&args.file).map_err(failed)?.len();
    let (games, events) = (copied.games, copied.events);
    writeln!(out, "{}: {:.1} MB, {games} games with {events} events", args.file.display(), bytes as f64 / 1e6)?;
    Ok(())
}

fn copy(database: &str, part: &Path) -> Result<sumito_server::Copied, Error> {
    let runtime = Runtime::new().map_err(|error| Error::Other(error.to_string()))?;
    let copied = runtime.block_on(sumito_server::back_up(database, part, &sqlite_url(part, "mode=ro&immutable=1")));
    copied.map_err(|error| Error::Other(format!("cannot copy the database: {error}")))
}

/// Flushes the copy to disk, then gives it its name.
fn finish(part: &Path, file: &Path) -> io::Result<()> {
    File::open(part)?.sync_all()?;
    fs::rename(part, file)?;
    // Flush the folder too, since it stores the name. Not every system can open a folder.
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).map_or(Ok(()), |folder| folder.sync_all())
}
