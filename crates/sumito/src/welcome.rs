//! `sumito` without a verb: says hello and what to try.

use std::io::Write;

use sumito_rules::{Diagram, Layout};

use crate::error::Error;
use crate::show::board;

const TRY: &str = "\
Try:
  sumito show --layout belgian-daisy
  sumito moves --explain                   every legal move and what it does
  sumito analyse games.apgn                where a game was lost, and why
  sumito render --output board.png         a picture
  sumito convert --check games.apgn        whether the games of a file replay
  sumito layouts                           the starting layouts
  sumito perft --depth 5                   how many ways the first five plies can go

Every verb tells more with --help. From the sources: cargo run --release -- show --layout belgian-daisy";

pub(crate) fn run(color: bool, out: &mut impl Write) -> Result<(), Error> {
    let board = board(&Diagram::of(&Layout::STANDARD.position()), color);
    Ok(writeln!(out, "Sumito: Abalone in your terminal\n\n{board}\n{TRY}")?)
}
