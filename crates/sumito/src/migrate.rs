//! `sumito migrate`: moves everything from one database to another.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use sumito_server::{Transfer, TransferStep};
use tokio::runtime::Runtime;

use crate::error::Error;
use crate::interrupt::stop_on_interrupt;
use crate::progress::Progress;

/// Move everything to another database, such as from SQLite to PostgreSQL
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The database to read: sqlite://FILE or postgres://USER:PASSWORD@HOST/NAME
    #[arg(long, value_name = "URL", env = "SUMITO_MIGRATE_FROM", hide_env_values = true)]
    from: String,
    /// The database to fill; it must be empty, or have a part of the same copy
    #[arg(long, value_name = "URL", env = "SUMITO_MIGRATE_TO", hide_env_values = true)]
    to: String,
}

const EXAMPLES: &str = "\
Examples:
  sumito migrate --from sqlite:///var/lib/sumito/sumito.db --to postgres://sumito@db.example/sumito
  sumito migrate --from postgres://sumito@db.example/sumito --to 'sqlite:///var/lib/sumito/sumito.db?mode=rwc'

Stop all servers first. Everything is copied: accounts with their passwords and sessions, games, chat, ratings, puzzles and progress. In the end both
databases are compared. Run the same command again to continue a copy that was interrupted. The old database is not changed.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let stop = stop_on_interrupt()?;
    let mut progress = Progress::new(true);
    let runtime = Runtime::new().map_err(|error| Error::Other(error.to_string()))?;
    let done = runtime.block_on(sumito_server::transfer(&args.from, &args.to, |transfer| {
        progress.show(|| words(transfer));
        if stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }));
    progress.clear();
    match done.map_err(|error| Error::Other(format!("cannot move the database: {error}")))? {
        Some(rows) => writeln!(out, "Copied and compared {rows} rows. Start the servers with the new database.")?,
        None => return Err(Error::Other("stopped; run the same command again to continue".to_owned())),
    }
    Ok(())
}

fn words(Transfer { step, table, rows, of }: Transfer) -> String {
    let step = match step {
        TransferStep::Copying => "copying",
        TransferStep::Comparing => "comparing",
    };
    format!("{step} {table}: {rows} of {of} rows")
}
