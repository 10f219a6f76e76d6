//! `sumito layouts`: the named starting positions.

use std::io::{self, Write};

use sumito_rules::diagram::Diagram;
use sumito_rules::layout::Confidence;
use sumito_rules::{Color, Layout, party};

use crate::error::Error;
use crate::input::{AnyLayout, AnyLayoutParser};
use crate::show::board;

/// List the starting layouts, or describe one
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The layout to describe, by id, name or alias
    #[arg(value_name = "ID", conflicts_with = "all", value_parser = AnyLayoutParser, hide_possible_values = true)]
    layout: Option<AnyLayout>,
    /// Also list layouts known from a single source
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
  sumito layouts four-teams

A layout is fair if a rotation or reflection of the board swaps the colors, so that only the first
move distinguishes the sides.";

pub(crate) fn run(args: &Args, color: bool, out: &mut impl Write) -> Result<(), Error> {
    match args.layout {
        Some(AnyLayout::Two(layout)) => describe(layout, color, out)?,
        Some(AnyLayout::Party(layout)) => describe_party(layout, color, out)?,
        None if args.party => list_party(out)?,
        None => list(args.all, out)?,
    }
    Ok(())
}

fn list(all: bool, out: &mut impl Write) -> io::Result<()> {
    let shown = || Layout::all().iter().filter(|layout| all || layout.confidence == Confidence::High);
    let rows = shown().map(|layout| {
        let sure = if layout.confidence == Confidence::High { "" } else { "(single source) " };
        let sources = sure.to_owned() + &layout.used_by.join(", ");
        [layout.id.into(), layout.name.into(), marbles(layout), first_moves(layout), fair(layout).into(), sources]
    });
    write_table(["id", "name", "marbles", "first moves", "fair", "used by"], rows, out)?;
    let hidden = Layout::all().len() - shown().count();
    if hidden > 0 {
        writeln!(out, "\n{hidden} more are known from a single source: sumito layouts --all")?;
    }
    Ok(())
}

fn list_party(out: &mut impl Write) -> io::Result<()> {
    let rows = party::Layout::all().iter().map(|layout| {
        let players = layout.seating.seats().count().to_string();
        let moves = layout.position().legal_moves().len().to_string();
        [layout.id.into(), layout.name.into(), players, teams(layout), party_marbles(layout), moves]
    });
    write_table(["id", "name", "players", "teams", "marbles", "first moves"], rows, out)
}

/// The widest table, in columns of a terminal.
const WIDTH: usize = 100;

/// Columns are as wide as necessary; the last one gets the rest, and its text is cut to fit.
fn write_table<const N: usize>(head: [&str; N], rows: impl Iterator<Item = [String; N]>, out: &mut impl Write) -> io::Result<()> {
    let rows: Vec<[String; N]> = std::iter::once(head.map(str::to_owned)).chain(rows).collect();
    let mut widths = [0; N];
    for row in &rows {
        for (width, word) in widths.iter_mut().zip(row) {
            *width = word.chars().count().max(*width);
        }
    }
    let others: usize = widths[..N - 1].iter().map(|width| width + 2).sum();
    widths[N - 1] = widths[N - 1].min(WIDTH.saturating_sub(others));
    for row in &rows {
        let words: Vec<String> = row.iter().zip(widths).map(|(word, width)| format!("{:width$}", cut(word, width))).collect();
        writeln!(out, "{}", words.join("  ").trim_end())?;
    }
    Ok(())
}

/// As much of a text as fits.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

fn describe(layout: &Layout, color: bool, out: &mut impl Write) -> io::Result<()> {
    let position = layout.position();
    writeln!(out, "{}\n\n{}", layout.name, board(&Diagram::of(&position), color))?;
    let sources = if layout.confidence == Confidence::High { "" } else { "a single one, or several that differ" };
    write_details(
        &[
            ("id", layout.id),
            ("also called", &layout.aliases.join(", ")),
            ("author", layout.author.unwrap_or_default()),
            ("used by", &layout.used_by.join(", ")),
            ("sources", sources),
            ("marbles", &marbles(layout)),
            ("first moves", &first_moves(layout)),
            ("fair", fair(layout)),
            ("position", &position.to_string()),
            ("note", layout.note),
        ],
        out,
    )
}

fn describe_party(layout: &party::Layout, color: bool, out: &mut impl Write) -> io::Result<()> {
    let position = layout.position();
    writeln!(out, "{}\n\n{}", layout.name, board(&Diagram::of_party(&position), color))?;
    write_details(
        &[
            ("id", layout.id),
            ("players", &layout.seating.seats().count().to_string()),
            ("teams", &teams(layout)),
            ("origin", layout.origin),
            ("marbles", &party_marbles(layout)),
            ("first moves", &position.legal_moves().len().to_string()),
            ("position", &position.to_string()),
        ],
        out,
    )
}

/// The facts, one per line.
fn write_details(details: &[(&str, &str)], out: &mut impl Write) -> io::Result<()> {
    details.iter().filter(|(_, value)| !value.is_empty()).try_for_each(|(key, value)| writeln!(out, "{key:<13}{value}"))
}

/// Marbles of each side; one number if both have the same.
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

/// The teams by the letters of their seats, or a note that there are none.
fn teams(layout: &party::Layout) -> String {
    if layout.seating.has_partners() { layout.seating.to_string() } else { "none".to_owned() }
}

/// Marbles of each player; one number if all have the same.
fn party_marbles(layout: &party::Layout) -> String {
    let position = layout.position();
    let counts: Vec<String> = layout.seating.seats().map(|seat| position.marbles(seat).len().to_string()).collect();
    if counts.iter().all(|count| *count == counts[0]) { counts[0].clone() } else { counts.join(" + ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_fit_a_terminal() {
        for list in [list_all, list_party] {
            let mut table = Vec::new();
            list(&mut table).unwrap();
            let table = String::from_utf8(table).unwrap();
            assert!(table.lines().count() > 5);
            assert!(table.lines().all(|line| line.chars().count() <= WIDTH), "{table}");
        }
        assert_eq!(["", "ab", "abc", "abcd"].map(|text| cut(text, 3)), ["", "ab", "abc", "ab…"]);
    }

    fn list_all(out: &mut Vec<u8>) -> io::Result<()> {
        list(true, out)
    }
}
