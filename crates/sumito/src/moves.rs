//! `sumito moves`: the legal moves of a position.

use std::io::Write;

use sumito_rules::notation::MoveNotation;

use crate::error::Error;
use crate::input::{PositionArgs, move_notation};

/// List the legal moves of a position, one per line
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How to write the moves
    #[arg(short, long, value_name = "NOTATION", default_value = "aba-pro", value_parser = move_notation())]
    notation: MoveNotation,
    /// Also explain each move: its kind, and what it pushes and ejects
    #[arg(short, long)]
    explain: bool,
}

const EXAMPLES: &str = "\
Examples:
  sumito moves
  sumito moves --layout belgian-daisy --notation nacre
  sumito moves --position '5/6/7/1bbw4/9/8/7/6/5 b' --explain

The moves are sorted. A position where the game is over has none.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let position = args.position.read()?;
    let line = |m| {
        let text = args.notation.format(&position, m);
        if args.explain { format!("{text:<7} {}", position.explain(m)) } else { text }
    };
    let mut lines: Vec<String> = position.legal_moves().iter().map(line).collect();
    lines.sort();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
