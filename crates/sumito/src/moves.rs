//! `sumito moves`: the legal moves of a position.

use std::io::Write;

use sumito_rules::Move;
use sumito_rules::notation::MoveNotation;

use crate::error::Error;
use crate::input::{AnyPosition, PositionArgs, move_notation};

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
  sumito moves --layout four-teams

The moves are sorted. A position where the game is over has none.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let position = args.position.read_any()?;
    if matches!(position, AnyPosition::Party(_)) && args.notation != MoveNotation::AbaPro {
        return Err(Error::Usage("moves of more than two players are always written in aba-pro".into()));
    }
    let line = |m: Move| {
        let text = match &position {
            AnyPosition::Two(position) => args.notation.format(position, m),
            AnyPosition::Party(_) => m.to_string(),
        };
        if args.explain { format!("{text:<7} {}", position.explain(m)) } else { text }
    };
    let mut lines: Vec<String> = position.legal_moves().iter().map(line).collect();
    lines.sort();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
