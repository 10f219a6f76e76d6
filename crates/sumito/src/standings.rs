//! `sumito standings`: who stands where in a tournament.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use sumito_tournament::csv;
use sumito_tournament::standings::{TieBreak, standings};

use crate::error::{Error, printable};
use crate::tournament_file;

/// Print the standings of a tournament file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A TRF16 file, or a table (.csv); - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Tie-breaks in order, separated by commas
    #[arg(short, long, value_name = "TIE-BREAK", value_delimiter = ',', value_parser = tie_break(), hide_possible_values = true,
          default_values = ["buchholz-cut-1", "buchholz", "sonneborn-berger"])]
    tie_breaks: Vec<TieBreak>,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
}

const EXAMPLES: &str = "\
Examples:
  sumito standings event.trf
  sumito standings event.csv --csv
  sumito standings event.trf --tie-breaks beat-all,marble-difference-cut-best,sonneborn-berger

Tie-breaks: head-to-head, beat-all (whoever beat all other tied players), buchholz, buchholz-cut-1, sonneborn-berger, wins, wins-as-black
(Black moves first), marble-difference (from the file's XXM lines), and marble-difference-cut-best (without the best game). Players that no
tie-break separates share a rank.";

fn tie_break() -> impl TypedValueParser<Value = TieBreak> {
    PossibleValuesParser::new(TieBreak::ALL.map(TieBreak::name)).try_map(|name| name.parse::<TieBreak>())
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let event = tournament_file::read(&args.file)?;
    let mut rows = vec![["rank", "number", "name", "points"].map(str::to_owned).to_vec()];
    rows[0].extend(args.tie_breaks.iter().map(|tie_break| tie_break.name().to_owned()));
    let names = event.index();
    for row in standings(&event, &args.tie_breaks) {
        let name = printable(&event.players[names[&row.number]].name);
        let mut cells = vec![row.rank.to_string(), row.number.to_string(), name, row.points.to_string()];
        cells.extend(row.values.iter().map(ToString::to_string));
        rows.push(cells);
    }
    if args.csv {
        return Ok(write!(out, "{}", csv::table(&rows))?);
    }
    let columns = rows[0].len();
    let widths: Vec<usize> =
        (0..columns).map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            // Names are aligned to the left, numbers to the right.
            2 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
