//! `sumito engine`: the engine for other programs.

use std::io::{self, Write};

use sumito_engine::protocol::{Bounds, serve};

use crate::error::Error;

/// Run the engine for another program, with UGI on standard input and output
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {}

const EXAMPLES: &str = "\
Examples:
  sumito engine
  (echo 'position layout belgian-daisy'; echo 'go movetime 900'; sleep 1) | sumito engine

It answers 'ugi' with its options; docs/protocol.md describes the protocol.";

pub(crate) fn run(out: &mut (impl Write + Send)) -> Result<(), Error> {
    Ok(serve(Bounds::of_this_machine(), io::stdin().lock(), out)?)
}
