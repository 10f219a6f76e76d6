//! `sumito layouts`: the named starting positions.

use std::io::{self, Write};

use sumito_rules::{Color, Confidence, Layout, PartyLayout};

use crate::error::Error;
use crate::input::LayoutParser;
use crate::show::board;

/// List the starting layouts, or describe one
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The layout to describe: its id, name or another name
    #[arg(value_name = "ID", conflicts_with = "all", value_parser = LayoutParser, hide_possible_values = true)]
    layout: Option<&'static Layout>,
    /// Also list layouts that rest on a single source
    #[arg(short, long)]
    all: bool,
    /// List the layouts for three to six players
    #[arg(long, conflicts_with_all = ["layout", "all"])]
    party: bool,
}

const EXAMPLES: &str = "\
Examples:
  sumito layouts
  sumito layouts --all
  sumito layouts belgian-daisy
  sumito layouts --party

A layout is fair if a turn or reflection of the board exchanges the colors, so that only the first
move tells the sides apart.";

pub(crate) fn run(args: &Args, color: bool, out: &mut impl Write) -> Result<(), Error> {
    match args.layout {
        Some(layout) => describe(layout, color, out)?,
        None if args.party => list_party(out)?,
        None => list(args.all, out)?,
    }
    Ok(())
}

fn list(all: bool, out: &mut impl Write) -> io::Result<()> {
    let shown = || Layout::all().iter().filter(|layout| all || layout.confidence == Confidence::High);
    let rows = shown().map(|layout| {
        let sure = if layout.confidence == Confidence::High { "" } else { " (single source)" };
        let sources = layout.used_by.join(", ") + sure;
        [layout.id.into(), layout.name.into(), marbles(layout), first_moves(layout), fair(layout).into(), sources]
    });
    write_table(["id", "name", "marbles", "first moves", "fair", "used by"], rows, out)?;
    let hidden = Layout::all().len() - shown().count();
    if hidden > 0 {
        writeln!(out, "\n{hidden} more rest on a single source: sumito layouts --all")?;
    }
    Ok(())
}

fn list_party(out: &mut impl Write) -> io::Result<()> {
    let rows = PartyLayout::all().iter().map(|layout| {
        let position = layout.position();
        let seats: Vec<String> = layout.seating.seats().map(|seat| position.marbles(seat).len().to_string()).collect();
        let [players, moves] = [seats.len(), position.moves().len()].map(|number| number.to_string());
        let marbles = if seats.iter().all(|count| *count == seats[0]) { seats[0].clone() } else { seats.join(" + ") };
        [layout.id.into(), layout.name.into(), players, layout.seating.to_string(), marbles, moves, layout.origin.into()]
    });
    write_table(["id", "name", "players", "teams", "marbles", "first moves", "origin"], rows, out)
}

/// Columns as wide as they need to be.
fn write_table<const N: usize>(head: [&str; N], rows: impl Iterator<Item = [String; N]>, out: &mut impl Write) -> io::Result<()> {
    let rows: Vec<[String; N]> = std::iter::once(head.map(str::to_owned)).chain(rows).collect();
    let mut widths = [0; N];
    for row in &rows {
        for (width, word) in widths.iter_mut().zip(row) {
            *width = word.chars().count().max(*width);
        }
    }
    for row in &rows {
        let words: Vec<String> = row.iter().zip(widths).map(|(word, width)| format!("{word:width$}")).collect();
        writeln!(out, "{}", words.join("  ").trim_end())?;
    }
    Ok(())
}

fn describe(layout: &Layout, color: bool, out: &mut impl Write) -> io::Result<()> {
    let position = layout.position();
    writeln!(out, "{}\n\n{}", layout.name, board(&position, color))?;
    let mut line = |key: &str, value: &str| if value.is_empty() { Ok(()) } else { writeln!(out, "{key:<13}{value}") };
    line("id", layout.id)?;
    line("also called", &layout.aliases.join(", "))?;
    line("author", layout.author.unwrap_or_default())?;
    line("used by", &layout.used_by.join(", "))?;
    line("marbles", &marbles(layout))?;
    line("first moves", &first_moves(layout))?;
    line("fair", fair(layout))?;
    line("position", &position.to_string())?;
    if layout.confidence == Confidence::SingleSource {
        line("sources", "a single one, or others that differ")?;
    }
    line("note", layout.note)
}

/// Marbles of each side: once if both have as many.
fn marbles(layout: &Layout) -> String {
    let [black, white] = Color::ALL.map(|color| layout.marbles(color).len());
    if black == white { black.to_string() } else { format!("{black} + {white}") }
}

fn first_moves(layout: &Layout) -> String {
    layout.position().count_moves().to_string()
}

fn fair(layout: &Layout) -> &'static str {
    if layout.is_balanced() { "yes" } else { "no" }
}
