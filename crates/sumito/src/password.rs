//! `sumito password`: a new password for an account, by who runs the server.

use std::io::{self, Write};

use tokio::runtime::Runtime;

use crate::database::DatabaseArgs;
use crate::error::Error;

/// Set a new password for an account
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The name of the account
    name: String,
    /// Read the password from standard input instead of making one up
    #[arg(long)]
    stdin: bool,
}

const EXAMPLES: &str = "\
Examples:
  sumito password ada
  sumito password --data /var/lib/sumito --stdin ada < password.txt

All sessions and tokens of the account end, also while the server runs, and so does its recovery code. Pages that are open keep their seat until their line breaks.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let database = args.database.url_of_existing()?;
    let given = if args.stdin { Some(first_line()?) } else { None };
    let is_given = given.is_some();
    let runtime = Runtime::new().map_err(|error| Error::Other(error.to_string()))?;
    let reset = runtime.block_on(sumito_server::reset_password(&database, &args.name, given));
    match reset.map_err(|error| Error::Other(format!("the password is not set: {error}")))? {
        Some(_) if is_given => writeln!(out, "The password of {} is set.", args.name)?,
        Some(password) => writeln!(out, "The password of {} is now {password}", args.name)?,
        None => return Err(Error::Other(format!("no account is called {}", args.name))),
    }
    Ok(())
}

fn first_line() -> Result<String, Error> {
    let mut line = String::new();
    io::stdin().read_line(&mut line).map_err(|error| Error::File("standard input".to_owned(), error))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
