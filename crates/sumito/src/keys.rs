//! `sumito keys`: creates, lists and revokes the keys of workers.

use std::io::Write;

use sumito_server::day;
use tokio::runtime::Runtime;

use crate::database::DatabaseArgs;
use crate::error::Error;

/// Create, list and revoke the keys of workers
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Create a key; it is shown once
    Add {
        /// A name by which you recognize it, such as that of the machine
        name: String,
    },
    /// List all keys
    List,
    /// Revoke a key: its workers are refused from then on
    Revoke {
        /// The name of the key
        name: String,
    },
}

const EXAMPLES: &str = "\
Examples:
  sumito keys add attic
  sumito keys list
  sumito keys --database postgres://sumito@db.example/sumito revoke attic

This works while servers are running. A key lets a worker think for the engine, and nothing else.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let database = args.database.url_of_existing()?;
    let runtime = Runtime::new().map_err(|error| Error::Other(error.to_string()))?;
    let failed = |error| Error::Other(format!("cannot use the keys: {error}"));
    match &args.what {
        What::Add { name } => match runtime.block_on(sumito_server::add_worker_key(&database, name)).map_err(failed)? {
            Some(key) => writeln!(out, "{key}")?,
            None => return Err(Error::Other(format!("there is already a key named {name}; revoke it, or choose another name"))),
        },
        What::List => {
            let keys = runtime.block_on(sumito_server::worker_keys(&database)).map_err(failed)?;
            if keys.is_empty() {
                writeln!(out, "no keys; create one with sumito keys add NAME")?;
            }
            for key in keys {
                let used = key.used_at.map_or("never used".to_owned(), |at| format!("last used {}", day(at)));
                writeln!(out, "{}\tcreated {}, {used}", key.name, day(key.created_at))?;
            }
        }
        What::Revoke { name } => {
            if !runtime.block_on(sumito_server::remove_worker_key(&database, name)).map_err(failed)? {
                return Err(Error::Other(format!("there is no key named {name}; sumito keys list shows all")));
            }
            writeln!(out, "The key {name} has been revoked.")?;
        }
    }
    Ok(())
}
