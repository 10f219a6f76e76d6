//! `sumito convert`: positions from one notation to another.

use std::io::Write;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use sumito_rules::PositionNotation;

use crate::error::Error;
use crate::input::PositionArgs;

/// Convert a position to another notation
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// What to convert to
    #[arg(short, long, value_name = "FORMAT", value_parser = position_notation())]
    to: PositionNotation,
}

const EXAMPLES: &str = "\
Examples:
  sumito convert --layout belgian-daisy --to kaa
  sumito convert --position 'ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1' --to native";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let position = args.position.read()?;
    Ok(writeln!(out, "{}", args.to.format(&position))?)
}

fn position_notation() -> impl TypedValueParser<Value = PositionNotation> {
    PossibleValuesParser::new(["native", "playstrategy", "kaa", "abalonline", "apgn"])
        .try_map(|name| name.parse::<PositionNotation>())
}
