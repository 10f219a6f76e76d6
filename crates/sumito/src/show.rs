//! `sumito show`: draws a position or a game in the terminal.

use std::io::Write;
use std::time::Duration;

use sumito_rules::diagram::{Diagram, TextStyle};
use sumito_rules::record::{Glyph, Record};
use sumito_rules::{ByColor, Color, Symmetry};

use crate::error::{Error, printable};
use crate::games::{GameArgs, Moment, moment, moments};
use crate::input::PositionArgs;
use crate::plural::count;

/// Draw a position or a game in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Show every position of the game
    #[arg(short, long, requires = "file", conflicts_with = "ply")]
    all: bool,
    /// Show the board from White's side
    #[arg(short, long)]
    white: bool,
    /// Use ASCII only
    #[arg(long)]
    ascii: bool,
}

const EXAMPLES: &str = "\
Examples:
  sumito show
  sumito show --layout belgian-daisy --white
  sumito show --position 0a12b123c23_0g78h789i89
  sumito show --layout four-teams
  sumito show games.apgn --game 3 --ply 20
  sumito show games.apgn --all | less -R

Brackets stand round the cells of the last move.";

pub(crate) fn run(args: &Args, color: bool, out: &mut impl Write) -> Result<(), Error> {
    let view = if args.white { Symmetry::HALF_TURN } else { Symmetry::IDENTITY };
    let style = TextStyle { color, unicode: !args.ascii };
    let Some(record) = args.game.read()? else {
        let diagram = args.position.read_any()?.diagram();
        return Ok(write!(out, "{}", diagram.view(view).text(style))?);
    };
    let last = moment(&record, args.game.ply)?;
    writeln!(out, "{}", headline(&record))?;
    let circumstances = circumstances(&record);
    if !circumstances.is_empty() {
        writeln!(out, "{circumstances}")?;
    }
    let mut draw = |moment: &Moment| write!(out, "\n{}\n{}", caption(&record, moment), moment.diagram().view(view).text(style));
    if args.all {
        moments(&record).try_for_each(|moment| draw(&moment))?;
    } else {
        draw(&last)?;
    }
    Ok(())
}

/// The players, the start, the length and the result.
pub(crate) fn headline(record: &Record) -> String {
    let name = |color: Color| printable(record.tag(&color.to_string()).unwrap_or("?"));
    let start = record.layout().map_or("from a custom position", |layout| layout.name);
    let length = count(record.moves().count(), "ply");
    format!("{} (Black) and {} (White), {start}, {length}, {}", name(Color::Black), name(Color::White), record.result)
}

/// The event and its circumstances, as far as they are recorded.
fn circumstances(record: &Record) -> String {
    let known = ["Event", "Site", "Date", "TimeControl", "Termination"].into_iter().filter_map(|name| record.tag(name));
    known.map(printable).collect::<Vec<_>>().join(", ")
}

/// The time left for each side after a number of plies, if recorded.
fn clocks(record: &Record, plies: usize) -> String {
    let turns = moments(record).map(|moment| moment.position.turn());
    let mut clocks = ByColor::<Option<Duration>>::default();
    for (ply, color) in record.line.plies.iter().zip(turns).take(plies) {
        clocks[color] = ply.clock.or(clocks[color]);
    }
    let known = Color::ALL.into_iter().filter_map(|color| Some(format!("{color} {}", clock(clocks[color]?))));
    known.collect::<Vec<_>>().join(", ")
}

/// `9:58` or `1:02:03`; fractions of a second are left out.
fn clock(left: Duration) -> String {
    let (hours, minutes, seconds) = (left.as_secs() / 3600, left.as_secs() / 60 % 60, left.as_secs() % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// The move that led here, what it did, and its comment.
fn caption(record: &Record, moment: &Moment) -> String {
    let said = |comment: &str| if comment.is_empty() { String::new() } else { format!("\n{}", printable(comment)) };
    let Some((before, m)) = &moment.last else { return format!("The start{}", said(&record.line.comment)) };
    let ply = &record.line.plies[moment.ply - 1];
    let dots = if before.turn() == Color::Black { "." } else { "..." };
    let glyph = ply.glyph.map_or("", Glyph::suffix);
    let what = before.explain(*m);
    let clocks = clocks(record, moment.ply);
    let clocks = if clocks.is_empty() { clocks } else { format!("\nclocks: {clocks}") };
    format!("Ply {}: {}{dots} {m}{glyph}, {what}{clocks}{}", moment.ply, before.move_number(), said(&ply.comment))
}

/// A board in the form that other verbs share.
pub(crate) fn board(diagram: &Diagram, color: bool) -> String {
    diagram.text(TextStyle { color, unicode: true })
}
