//! `sumito show`: draws a position in the terminal.

use std::io::Write;

use sumito_rules::{Diagram, Position, Symmetry, TextStyle};

use crate::error::Error;
use crate::input::PositionArgs;

/// Draw a position in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    look: Look,
}

/// How a board is drawn in the terminal.
#[derive(Debug, clap::Args)]
pub(crate) struct Look {
    /// Look from White's side
    #[arg(short, long)]
    white: bool,
    /// Draw with letters only
    #[arg(long)]
    ascii: bool,
}

const EXAMPLES: &str = "\
Examples:
  sumito show
  sumito show --layout belgian-daisy --white
  sumito show --position 0a12b123c23_0g78h789i89";

pub(crate) fn run(args: &Args, color: bool, out: &mut impl Write) -> Result<(), Error> {
    let position = args.position.read()?;
    write!(out, "{}", args.look.draw(Diagram::of(&position), color))?;
    Ok(())
}

impl Look {
    fn draw(&self, diagram: Diagram, color: bool) -> String {
        let view = if self.white { Symmetry::HALF_TURN } else { Symmetry::IDENTITY };
        diagram.view(view).text(TextStyle { color, unicode: !self.ascii })
    }
}

/// A board as the other verbs show it.
pub(crate) fn board(position: &Position, color: bool) -> String {
    Diagram::of(position).text(TextStyle { color, unicode: true })
}
