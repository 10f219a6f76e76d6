//! `sumito` without a verb: says hello and what to try.

use std::io::Write;

use sumito_rules::Layout;

use crate::error::Error;
use crate::show::board;

const TRY: &str = "\
Try:
  sumito show                   a position, drawn
  sumito layouts                the starting layouts
  sumito moves                  the legal moves of a position
  sumito convert --to kaa       a position in another notation
  sumito perft --depth 5        how many ways the first five plies can go

Every verb tells more with --help. With cargo: cargo run --release -- moves";

pub(crate) fn run(color: bool, out: &mut impl Write) -> Result<(), Error> {
    let board = board(&Layout::STANDARD.position(), color);
    Ok(writeln!(out, "Sumito: Abalone in your terminal\n\n{board}\n{TRY}")?)
}
