//! `sumito` without a verb: says hello and what to try.

use std::io::Write;

use crate::error::Error;

const TRY: &str = "\
Sumito: Abalone in your terminal

Try:
  sumito layouts                the starting layouts
  sumito moves                  the legal moves of a position
  sumito perft --depth 5        how many ways the first five plies can go

Every verb tells more with --help. With cargo: cargo run --release -- moves";

pub(crate) fn run(out: &mut impl Write) -> Result<(), Error> {
    Ok(writeln!(out, "{TRY}")?)
}
