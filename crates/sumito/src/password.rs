//! `sumito password`: lets the server operator set a new password for an account.

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
    /// Read the password from standard input instead of generating one
    #[arg(long)]
    stdin: bool,
}

const EXAMPLES: &str = "\
Examples:
  sumito password ada
  sumito password --data /var/lib/sumito --stdin ada < password.txt

This signs the account out everywhere and revokes its tokens and recovery code, even while the server is running. Pages that are already open stay connected until they reconnect.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let database = args.database.url_of_existing()?;
    let given = if args.stdin { Some(first_line()?) } else { None };
    let is_given = given.is_some();
    let runtime = Runtime::new().map_err(|error| Error::Other(error.to_string()))?;
    let reset = runtime.block_on(sumito_server::reset_password(&database, &args.name, given));
    match reset.map_err(|error| Error::Other(format!("cannot set the password: {error}")))? {
        Some(_) if is_given => writeln!(out, "The password for {} has been set.", args.name)?,
        Some(password) => writeln!(out, "The new password for {} is {password}", args.name)?,
        None => return Err(Error::Other(format!("there is no account named {}", args.name))),
    }
    Ok(())
}

fn first_line() -> Result<String, Error> {
    let mut line = String::new();
    io::stdin().read_line(&mut line).map_err(|error| Error::File("standard input".to_owned(), error))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
