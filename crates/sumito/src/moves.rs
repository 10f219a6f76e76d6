//! `sumito moves`: the legal moves of a position.

use std::io::Write;

use sumito_rules::MoveNotation;

use crate::error::Error;
use crate::input::{PositionArgs, move_notation};

/// List the legal moves of a position, one a line
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How to write the moves
    #[arg(short, long, value_name = "NOTATION", default_value = "aba-pro", value_parser = move_notation())]
    notation: MoveNotation,
}

const EXAMPLES: &str = "\
Examples:
  sumito moves
  sumito moves --layout belgian-daisy --notation nacre
  sumito moves --position '5/6/7/1bbw4/9/8/7/6/5 b'

The moves are sorted. A position where the game is over has none.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let position = args.position.read()?;
    let mut lines: Vec<String> = position.moves().iter().map(|m| args.notation.format(&position, m)).collect();
    lines.sort();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
