//! `sumito show`: draws a position or a game in the terminal.

use std::io::Write;
use std::time::Duration;

use sumito_rules::diagram::{Diagram, TextStyle};
use sumito_rules::party::{BySeat, Seat};
use sumito_rules::record::party::{self, AnyRecord};
use sumito_rules::record::{Glyph, Record};
use sumito_rules::{Color, Symmetry};

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
    match &record {
        AnyRecord::Two(record) => writeln!(out, "{}", headline(record))?,
        AnyRecord::Party(record) => writeln!(out, "{}", party_headline(record))?,
    }
    let circumstances = circumstances(&record);
    if !circumstances.is_empty() {
        writeln!(out, "{circumstances}")?;
    }
    let mut draw = |moment: &Moment| write!(out, "\n{}\n{}", caption(&record, moment), moment.diagram().view(view).text(style));
    if args.all {
        moments(&record).iter().try_for_each(&mut draw)?;
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

/// The same for more than two players.
fn party_headline(record: &party::Record) -> String {
    let seating = record.start().seating();
    let name = |seat: Seat| format!("{} ({seat})", printable(record.tag(&seat.to_string()).unwrap_or("?")));
    let names: Vec<String> = seating.seats().map(name).collect();
    let start = record.layout().map_or("from a custom position", |layout| layout.name);
    let (last, others) = names.split_last().expect("there are at least two seats");
    let length = count(record.moves().count(), "ply");
    format!("{} and {last}, {start}, {length}, {}", others.join(", "), record.result.text(seating))
}

/// The event and its circumstances, as far as they are recorded.
fn circumstances(record: &AnyRecord) -> String {
    let known = ["Event", "Site", "Date", "TimeControl", "Termination"].into_iter().filter_map(|name| record.tag(name));
    known.map(printable).collect::<Vec<_>>().join(", ")
}

/// The time left for each player after a number of plies, if recorded.
fn clocks(record: &AnyRecord, plies: usize) -> String {
    let moments = moments(record);
    let mut clocks = BySeat::<Option<Duration>>::default();
    for (ply, moment) in record.line().plies.iter().zip(&moments).take(plies) {
        let seat = moment.position.turn();
        clocks[seat] = ply.clock.or(clocks[seat]);
    }
    let known = Seat::ALL.into_iter().filter_map(|seat| Some(format!("{seat} {}", clock(clocks[seat]?))));
    known.collect::<Vec<_>>().join(", ")
}

/// `9:58` or `1:02:03`; fractions of a second are left out.
fn clock(left: Duration) -> String {
    let (hours, minutes, seconds) = (left.as_secs() / 3600, left.as_secs() / 60 % 60, left.as_secs() % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// The move that led here, what it did, and its comment.
fn caption(record: &AnyRecord, moment: &Moment) -> String {
    let said = |comment: &str| if comment.is_empty() { String::new() } else { format!("\n{}", printable(comment)) };
    let left = moment.left.iter().map(|(seat, departure)| format!("\n{seat} {departure}")).collect::<Vec<_>>().concat();
    let Some((before, m)) = &moment.last else { return format!("The start{}{left}", said(&record.line().comment)) };
    let ply = &record.line().plies[moment.ply - 1];
    let dots = if before.turn() == Seat::Black { "." } else { "..." };
    let glyph = ply.glyph.map_or("", Glyph::suffix);
    let what = before.explain(*m);
    let clocks = clocks(record, moment.ply);
    let clocks = if clocks.is_empty() { clocks } else { format!("\nclocks: {clocks}") };
    format!("Ply {}: {}{dots} {m}{glyph}, {what}{clocks}{}{left}", moment.ply, before.number(), said(&ply.comment))
}

/// A board in the form that other verbs share.
pub(crate) fn board(diagram: &Diagram, color: bool) -> String {
    diagram.text(TextStyle { color, unicode: true })
}
