//! `sumito rank`: a rating list from game files.

use std::io::Write;
use std::path::PathBuf;

use sumito_rules::record::party::AnyRecord;
use sumito_rules::record::{GameResult, Record};
use sumito_rules::{Color, record};
use sumito_tournament::rating_list::{Outcome, Results};

use crate::error::Error;
use crate::games::Games;
use crate::plural::count;
use crate::progress::Progress;

pub(crate) mod list;

/// Compute a rating list from game files
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files of games: APGN, PlayStrategy or plain moves; - reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    list: list::ListArgs,
}

const EXAMPLES: &str = "\
Examples:
  sumito rank games.apgn
  sumito rank 2025.apgn 2026.apgn --anchor 'sumito 0.1=2000'
  sumito rank games.apgn --prior 300 --format csv > list.csv

The ratings are those that make the results of all games together the likeliest: Bradley and Terry's model with Davidson's draws and an
advantage for Black, who moves first. 400 Elo are ten wins for each loss. The interval contains the true difference to the anchor (the mean
of the list, or the player of --anchor) in 95% of all cases. Players are identified by the tags Black and White, so each version of a
program needs its own name.

A player whose strength the games bound from one side only, such as one who won all of them, has an interval with one end. Its rating is an
estimate with half a win and half a loss more, and the ratings of the others do not depend on it. Players who cannot be compared with the
others are listed as not rated, with the reason. --prior rates everybody, with intervals with two ends. Games without a result or a name are
left out, as are games for more than two players. Games that fail to replay are reported on standard error; the exit code is then 1.";

pub(crate) fn run(args: &Args, error_color: bool, out: &mut impl Write) -> Result<(), Error> {
    let mut results = Results::default();
    let mut skipped = Skipped::default();
    let mut progress = Progress::new(true);
    for file in &args.files {
        for game in Games::open(file)? {
            match game {
                Ok(AnyRecord::Two(record)) => skipped.add(&record, &mut results),
                Ok(AnyRecord::Party(_)) => skipped.party += 1,
                Err(error @ Error::Text { .. }) => {
                    skipped.refused += 1;
                    progress.clear();
                    error.report(error_color);
                }
                Err(error) => return Err(error),
            }
            progress.show(|| format!("{} games ...", results.games()));
        }
    }
    progress.clear();
    args.list.write(&results, &skipped.lines(), out)?;
    if skipped.refused > 0 { Err(Error::Reported) } else { Ok(()) }
}

/// The games that a list leaves out.
#[derive(Default)]
struct Skipped {
    unfinished: u64,
    nameless: u64,
    party: u64,
    refused: u64,
}

impl Skipped {
    /// Adds a game to the results, or counts it as left out.
    fn add(&mut self, record: &Record, results: &mut Results) {
        let (Some(black), Some(white)) = (record.tag("Black"), record.tag("White")) else {
            self.nameless += 1;
            return;
        };
        match outcome(record) {
            Some(outcome) => results.add(black, white, outcome),
            None => self.unfinished += 1,
        }
    }

    /// What was left out, in words.
    fn lines(&self) -> Vec<String> {
        let reasons = [
            (self.unfinished, "without a result"),
            (self.nameless, "without the names of both players"),
            (self.party, "for more than two players"),
            (self.refused, "that failed to replay"),
        ];
        let left_out = reasons.into_iter().filter(|&(games, _)| games > 0);
        left_out.map(|(games, reason)| format!("left out: {} {reason}", count(games, "game"))).collect()
    }
}

/// Who won, by the record or else by its moves. Black moves first.
pub(crate) fn outcome(record: &Record) -> Option<Outcome> {
    let result = match record.result {
        GameResult::Unknown => record.to_game().ok()?.outcome()?.into(),
        known => known,
    };
    Some(match result {
        record::GameResult::Won(Color::Black) => Outcome::First,
        record::GameResult::Won(Color::White) => Outcome::Second,
        record::GameResult::Drawn => Outcome::Draw,
        record::GameResult::Unknown => return None,
    })
}
