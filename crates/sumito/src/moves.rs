//! `sumito moves`: the legal moves of a position.

use std::io::Write;

use crate::error::Error;
use crate::input::PositionArgs;

/// List the legal moves of a position, one a line
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

const EXAMPLES: &str = "\
Examples:
  sumito moves
  sumito moves --layout belgian-daisy
  sumito moves --position '5/6/7/1bbw4/9/8/7/6/5 b'

The moves are sorted. A position where the game is over has none.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let position = args.position.read()?;
    let mut moves: Vec<String> = position.moves().iter().map(|m| m.to_string()).collect();
    moves.sort();
    for m in moves {
        writeln!(out, "{m}")?;
    }
    Ok(())
}
