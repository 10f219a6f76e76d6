//! `sumito bench`: the engine's speed and signature.

use std::io::Write;

use sumito_engine::bench;

use crate::error::Error;

/// Measure the engine's speed and signature on fixed positions
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Depth in plies
    #[arg(short, long, value_name = "N", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: u32,
}

const EXAMPLES: &str = "\
Examples:
  sumito bench
  sumito bench --depth 12

The signature is the number of positions visited, the same on every machine: a change of what the search does changes it.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let result = bench::run(args.depth);
    writeln!(out, "nodes {}", result.nodes)?;
    writeln!(out, "time {:.3} s", result.time.as_secs_f64())?;
    writeln!(out, "speed {:.0} nodes per second", result.speed())?;
    writeln!(out, "signature {}", result.nodes)?;
    Ok(())
}
