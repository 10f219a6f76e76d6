//! `sumito backup`: a copy of the database, also while the server runs.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tokio::runtime::Runtime;

use crate::database::{DatabaseArgs, sqlite_url};
use crate::error::Error;

/// Copy the database, also while the server runs
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The file to write; it must not be there yet
    file: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  sumito backup sumito-monday.db
  sumito backup --data /var/lib/sumito /var/backups/sumito-monday.db

The copy has everything that was failed before it began, is checked, and is on the disk when this ends. To go back to it, end the server, put the copy in
place of sumito.db in the data folder, delete sumito.db-wal and sumito.db-shm there, and start the server.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let database = args.database.url_of_existing()?;
    if !database.starts_with("sqlite:") {
        let advice = "PostgreSQL has its own way, also while the server runs: pg_dump --format=custom --file=FILE URL, and back with \
                      pg_restore --clean --dbname=URL FILE";
        return Err(Error::Usage(advice.to_owned()));
    }
    let failed = |error| Error::File(args.file.display().to_string(), error);
    // The name is taken at once, so that nothing is overwritten; the copy gets it when it is whole.
    File::create_new(&args.file).map_err(failed)?;
    let mut part = args.file.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    let copied = copy(&database, &part).and_then(|copied| {
        finish(&part, &args.file).map_err(failed)?;
        Ok(copied)
    });
    let copied = copied.inspect_err(|_| {
        // Half a copy is none.
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
    copied.map_err(|error| Error::Other(format!("the database cannot be copied: {error}")))
}

/// The copy is on the disk, and then it has its name.
fn finish(part: &Path, file: &Path) -> io::Result<()> {
    File::open(part)?.sync_all()?;
    fs::rename(part, file)?;
    // The folder keeps the name. Not every system lets a folder be opened.
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).map_or(Ok(()), |folder| folder.sync_all())
}
