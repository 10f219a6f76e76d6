//! The conditions of games between engines, for all verbs that play some.

use std::fs;
use std::num::NonZero;
use std::thread;
use std::time::Duration;

use sumito_engine::duel::{Contestant, Openings, Pace, Referee};
use sumito_rules::{Layout, Rules};

use crate::error::Error;
use crate::input::LayoutParser;

/// How long engines think, from which openings they play, and how games are refereed.
#[derive(Debug, clap::Args)]
pub(crate) struct Conditions {
    /// Milliseconds per move
    #[arg(long, value_name = "MS", group = "pace", help_heading = "Thinking")]
    movetime: Option<String>,
    /// Positions per move
    #[arg(long, value_name = "N", group = "pace", help_heading = "Thinking")]
    nodes: Option<String>,
    /// Depth in plies
    #[arg(long, value_name = "N", group = "pace", help_heading = "Thinking")]
    depth: Option<String>,
    /// Seconds per game plus increment: 10+0.1 [default: 100 ms per move]
    #[arg(long, value_name = "S+S", group = "pace", help_heading = "Thinking")]
    clock: Option<String>,
    /// Games played at the same time [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) concurrency: Option<u16>,
    /// Starting layouts [default: belgian-daisy,standard,german-daisy]
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = LayoutParser, hide_possible_values = true, help_heading = "Openings")]
    layouts: Vec<&'static Layout>,
    /// Random plies per opening
    #[arg(long, value_name = "N", default_value_t = 6, help_heading = "Openings")]
    plies: usize,
    /// The largest advantage in an opening, in hundredths of a marble
    #[arg(long, value_name = "N", default_value_t = 40, help_heading = "Openings")]
    balance: i32,
    /// The smallest advantage; openings with a clear advantage decide more games
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Openings")]
    imbalance: i32,
    /// Random seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Openings")]
    pub(super) seed: u64,
    /// The rules, such as 'win=6 repetition=3 quiet=100'
    #[arg(long, value_name = "RULES", default_value = "standard", help_heading = "Referee")]
    rules: String,
    /// Call a game drawn after N plies
    #[arg(long, value_name = "N", default_value_t = 400, help_heading = "Referee")]
    max_plies: usize,
    /// Call a game won when both engines see an advantage of N hundredths of a marble
    #[arg(long, value_name = "N", default_value_t = 1500, help_heading = "Referee")]
    win_score: i32,
    /// ... for N plies in a row; 0 plays all games to the end
    #[arg(long, value_name = "N", default_value_t = 6, help_heading = "Referee")]
    win_plies: usize,
    /// Milliseconds that a move may exceed its time
    #[arg(long, value_name = "MS", default_value_t = 200, help_heading = "Referee")]
    margin: u64,
    /// Seconds that a program without a time limit may think
    #[arg(long, value_name = "S", default_value_t = 120, help_heading = "Referee")]
    patience: u64,
}

impl Conditions {
    /// How long an engine thinks that has no pace of its own.
    pub(crate) fn pace(&self) -> Result<Pace, Error> {
        let said = [("movetime", &self.movetime), ("nodes", &self.nodes), ("depth", &self.depth), ("clock", &self.clock)];
        let said = said.into_iter().find_map(|(key, value)| value.as_ref().map(|value| Pace::parse(key, value)));
        let pace = said.transpose().map_err(|error| Error::Usage(error.to_string()))?.flatten();
        Ok(pace.unwrap_or(Pace::MoveTime(Duration::from_millis(100))))
    }

    pub(crate) fn openings(&self) -> Result<Openings, Error> {
        let (least, margin) = (self.imbalance, self.balance);
        if least > margin {
            return Err(Error::Usage(format!("--imbalance {least} is more than --balance {margin}, the largest advantage")));
        }
        let openings = Openings { plies: self.plies, seed: self.seed, margin, least, ..Openings::default() };
        Ok(if self.layouts.is_empty() { openings } else { Openings { layouts: self.layouts.clone(), ..openings } })
    }

    pub(crate) fn referee(&self) -> Result<Referee, Error> {
        Ok(Referee {
            rules: self.rules.parse::<Rules>().map_err(|error| Error::text("--rules", &self.rules, &error))?,
            max_plies: self.max_plies,
            win_score: self.win_score,
            win_plies: self.win_plies,
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.patience),
        })
    }

    pub(crate) fn concurrency(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        self.concurrency.map_or_else(cores, usize::from)
    }
}

/// Reads an engine: settings of this one, or a program.
pub(crate) fn contestant(text: &str) -> Result<Contestant, Error> {
    let read = |path: &str| fs::read(path).map_err(|error| format!("{path}: {error}"));
    Contestant::parse(text, read).map_err(|error| Error::Usage(error.to_string()))
}
