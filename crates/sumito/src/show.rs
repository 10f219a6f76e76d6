//! `sumito show`: draws a position or a game in the terminal.

use std::io::Write;

use sumito_rules::{Color, Diagram, Glyph, Record, Symmetry, TextStyle, explain};

use crate::error::{Error, printable};
use crate::games::{GameArgs, Moment, moment, moments};
use crate::input::PositionArgs;

/// Draw a position or a game in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Every position of the game, from the start to the end
    #[arg(short, long, requires = "file", conflicts_with = "ply")]
    all: bool,
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
  sumito show --position 0a12b123c23_0g78h789i89
  sumito show games.apgn --game 3 --ply 20
  sumito show games.apgn --all | less -R

Brackets stand round the cells of the last move.";

pub(crate) fn run(args: &Args, color: bool, out: &mut impl Write) -> Result<(), Error> {
    let view = if args.white { Symmetry::HALF_TURN } else { Symmetry::IDENTITY };
    let style = TextStyle { color, unicode: !args.ascii };
    let Some(record) = args.game.read()? else {
        let position = args.position.read()?;
        return Ok(write!(out, "{}", Diagram::of(&position).view(view).text(style))?);
    };
    let last = moment(&record, args.game.ply)?;
    writeln!(out, "{}", headline(&record))?;
    let mut draw = |moment: &Moment| write!(out, "\n{}\n{}", caption(&record, moment), moment.diagram().view(view).text(style));
    if args.all {
        moments(&record).try_for_each(|moment| draw(&moment))?;
    } else {
        draw(&last)?;
    }
    Ok(())
}

/// Who played, where from, and how it ended.
pub(crate) fn headline(record: &Record) -> String {
    let name = |color: Color| printable(record.tag(&color.to_string()).unwrap_or("?"));
    let start = record.layout().map_or("from a position of its own", |layout| layout.name);
    let length = match record.moves().count() {
        1 => "1 ply".to_owned(),
        count => format!("{count} plies"),
    };
    format!("{} (Black) and {} (White), {start}, {length}, {}", name(Color::Black), name(Color::White), record.result)
}

/// The move that led here, what it did and what is said about it.
fn caption(record: &Record, moment: &Moment) -> String {
    let said = |comment: &str| if comment.is_empty() { String::new() } else { format!("\n{}", printable(comment)) };
    let Some((before, m)) = &moment.last else { return format!("The start{}", said(&record.line.comment)) };
    let ply = &record.line.plies[moment.ply - 1];
    let dots = if before.turn() == Color::Black { "." } else { "..." };
    let glyph = ply.glyph.map_or("", Glyph::suffix);
    let what = explain(before, *m);
    format!("Ply {}: {}{dots} {m}{glyph}, {what}{}", moment.ply, before.move_number(), said(&ply.comment))
}

/// A board as the other verbs show it.
pub(crate) fn board(diagram: &Diagram, color: bool) -> String {
    diagram.text(TextStyle { color, unicode: true })
}
