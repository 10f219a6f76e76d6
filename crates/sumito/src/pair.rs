//! `sumito pair`: pairs the next round of a tournament.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use sumito_tournament::knockout::{self, State};
use sumito_tournament::{Event, Pairing, dutch, round_robin};

use crate::error::Error;
use crate::tournament_file;

/// Pair the next round of a tournament file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A TRF16 file, or a table (.csv); - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The system: dutch (Swiss), round-robin or knockout
    #[arg(short, long, value_name = "SYSTEM", hide_possible_values = true)]
    system: System,
    /// Everyone meets everyone twice, with both colors (round robin)
    #[arg(long)]
    double: bool,
    /// A match goes to the best of this many games (knockout)
    #[arg(long, value_name = "GAMES", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=99))]
    best_of: u8,
    /// The losers of the semifinals play for the third place (knockout)
    #[arg(long)]
    third_place: bool,
    /// The number of rounds, if the file does not say (Swiss)
    #[arg(long, value_name = "ROUNDS", value_parser = clap::value_parser!(u8).range(1..))]
    rounds: Option<u8>,
}

const EXAMPLES: &str = "\
Examples:
  sumito pair --system dutch event.trf
  sumito pair --system dutch --rounds 5 event.csv
  sumito pair --system round-robin --double event.trf
  sumito pair --system knockout --best-of 3 --third-place event.trf

Prints the number of pairs, then a line for each: the starting numbers of the player who moves first, which is Black (TRF's 'w'), and of
the opponent; 0 is a bye. A knockout that is over prints its first places instead. Players with a bye in the round to be paired, such as
'0000 - Z', are left out.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum System {
    Dutch,
    RoundRobin,
    Knockout,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let options = [
        ("--double", args.double, System::RoundRobin),
        ("--best-of", args.best_of > 1, System::Knockout),
        ("--third-place", args.third_place, System::Knockout),
        ("--rounds", args.rounds.is_some(), System::Dutch),
    ];
    if let Some((option, ..)) = options.iter().find(|(_, is_given, system)| *is_given && args.system != *system) {
        return Err(Error::Usage(format!("{option} does not fit this system")));
    }
    let mut event = tournament_file::read(&args.file)?;
    event.rounds = args.rounds.map(usize::from).or(event.rounds);
    match args.system {
        System::Dutch => {
            let round = dutch::pair(&event).map_err(|error| Error::Other(error.to_string()))?;
            if round.is_relaxed() {
                let repeated: Vec<String> =
                    round.repeated().iter().map(|pairing| pairing.to_string().replace(' ', "-")).collect();
                let which = if repeated.is_empty() { "none".to_owned() } else { repeated.join(", ") };
                eprintln!("note: no pairing of round {} fulfills all rules; pairs that meet again: {which}", round.number);
            }
            write_pairings(round.pairings(), out)
        }
        System::RoundRobin => match round_robin::pair(&event, args.double) {
            Some(pairings) => write_pairings(&pairings, out),
            None => Err(Error::Other(over(&event))),
        },
        System::Knockout => {
            let options = knockout::Options { games: args.best_of.into(), third_place: args.third_place };
            match knockout::next(&event, options).map_err(|error| Error::Other(error.to_string()))? {
                State::Next(pairings) => write_pairings(&pairings, out),
                State::Over(places) => {
                    let places: Vec<String> = places.iter().map(ToString::to_string).collect();
                    Ok(writeln!(out, "over: {}", places.join(" "))?)
                }
            }
        }
    }
}

fn over(event: &Event) -> String {
    match event.players.len() {
        0 | 1 => "at least two players are needed".to_owned(),
        _ => format!("all {} rounds have been paired", event.rounds_paired()),
    }
}

fn write_pairings(pairings: &[Pairing], out: &mut impl Write) -> Result<(), Error> {
    writeln!(out, "{}", pairings.len())?;
    for pairing in pairings {
        writeln!(out, "{pairing}")?;
    }
    Ok(())
}
