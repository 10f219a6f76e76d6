//! `sumito gauntlet`: plays a rating list between engines.

use std::convert::Infallible;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use sumito_engine::duel::{Contestant, Duel, Openings, Pace, PlayedPair, Referee, Standings};
use sumito_rules::Color;
use sumito_rules::record::GameResult;

use crate::duel::conditions::{Conditions, contestant};
use crate::error::Error;
use crate::interrupt::stop_on_interrupt;
use crate::plural::count;
use crate::progress::Progress;
use crate::rank::list::ListArgs;

mod archive;
mod plan;

use archive::Archive;
use plan::{Encounter, Goal, Plan};

/// Play a rating list between engines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The engines: 'sumito', settings for it, or programs, as in 'sumito duel'
    #[arg(value_name = "ENGINE", required = true, num_args = 2..)]
    engines: Vec<String>,
    /// Only the first engine plays against all others
    #[arg(long)]
    gauntlet: bool,
    /// The number of games in the file after which to stop
    #[arg(short, long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    /// Play N openings between every two engines, instead of choosing who plays
    #[arg(long, value_name = "N", conflicts_with = "games", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,
    /// The file of the games; if it exists, the list is continued
    #[arg(short, long, value_name = "FILE", default_value = "gauntlet.apgn")]
    save: PathBuf,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    list: ListArgs,
}

const EXAMPLES: &str = "\
Examples:
  sumito gauntlet level=1 level=2 level=3 --nodes 1000 --games 200
  sumito gauntlet sumito 'Hash=64 cmd=./other --ugi' 'name=old cmd=./old-sumito engine' --movetime 100 --save list.apgn
  sumito gauntlet network=new.bin sumito evaluation=handmade --gauntlet --rounds 20
  sumito gauntlet level=1 level=2 level=3 --anchor level=1=1000 --prior 300

Engines are described as for the verb duel; each needs its own name (name=). Each opening is played twice with colors swapped, and the
openings are the same for every two engines. By default the next two engines are those whose games are expected to say most about all
ratings together. An engine that crashes, plays an illegal move or thinks too long loses the game, and is started again.

Games are added to the file as they end, so nothing is lost or repeated if the program is interrupted or killed: run the same command
again. Engines can be added later; games in the file between other engines count for the list, which is that of the verb rank.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let gauntlet = args.gauntlet()?;
    let (archive, saved) = Archive::open(&args.save, &gauntlet.event())?;
    let names: Vec<&str> = gauntlet.contestants.iter().map(|contestant| contestant.name.as_str()).collect();
    let goal = args.rounds.map_or(Goal::Games(args.games), Goal::Rounds);
    let plan = Plan::new(&names, args.gauntlet, goal, &saved);
    gauntlet.check()?;
    let stop = stop_on_interrupt()?;
    let shared = Mutex::new(Shared { plan, archive, progress: Progress::new(true), failed: None });
    thread::scope(|scope| {
        for _ in 0..args.conditions.concurrency() {
            scope.spawn(|| gauntlet.work(&shared, &stop));
        }
    });
    let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    shared.progress.clear();
    if let Some(error) = shared.failed {
        return Err(error);
    }
    let mut notes = vec![format!("{} in {}", count(shared.plan.results().games(), "game"), args.save.display())];
    if stop.load(Relaxed) && !shared.plan.is_done() {
        notes.push("interrupted; the same command continues".to_owned());
    }
    args.list.write(shared.plan.results(), &notes, out)
}

impl Args {
    fn gauntlet(&self) -> Result<Gauntlet, Error> {
        let mut contestants = Vec::new();
        for text in &self.engines {
            let mut found = contestant(text)?;
            // What an engine does differently is a part of its name, as in the table of a duel.
            if let Some(pace) = found.pace {
                found.name = format!("{} {pace}", found.name);
            }
            if contestants.iter().any(|known: &Contestant| known.name == found.name) {
                let message = format!("two engines are called '{}'; give them different names with name=", found.name);
                return Err(Error::Usage(message));
            }
            contestants.push(found);
        }
        Ok(Gauntlet {
            contestants,
            pace: self.conditions.pace()?,
            openings: self.conditions.openings()?,
            referee: self.conditions.referee()?,
        })
    }
}

/// The engines and the conditions of their games.
struct Gauntlet {
    contestants: Vec<Contestant>,
    pace: Pace,
    openings: Openings,
    referee: Referee,
}

/// What the threads share.
struct Shared {
    plan: Plan,
    archive: Archive,
    progress: Progress,
    failed: Option<Error>,
}

/// Between the seeds of two openings, so that lists with different seeds share none.
const SEED_STEP: u64 = 1_000_003;

impl Gauntlet {
    /// The conditions: the `Event` tag of the games. Games under other conditions do not belong into the same list.
    fn event(&self) -> String {
        let layouts: Vec<&str> = self.openings.layouts.iter().map(|layout| layout.id).collect();
        let Openings { plies, margin, least, seed, .. } = &self.openings;
        let Referee { rules, max_plies, win_score, win_plies, .. } = &self.referee;
        let imbalance = if *least > 0 { format!(" imbalance={least}") } else { String::new() };
        let openings = format!("{} plies={plies} balance={margin}{imbalance} seed={seed}", layouts.join(","));
        let referee = format!("max-plies={max_plies} win-score={win_score} win-plies={win_plies}");
        format!("gauntlet {}; {openings}; {referee}; {rules}", self.pace)
    }

    /// Two games from one opening.
    fn duel(&self, one: usize, other: usize, number: u64) -> Duel {
        let layouts = &self.openings.layouts;
        let openings = Openings {
            layouts: vec![layouts[number as usize % layouts.len()]],
            seed: self.openings.seed.wrapping_add(number.wrapping_mul(SEED_STEP)),
            ..self.openings.clone()
        };
        Duel {
            contestants: [one, other].map(|n| self.contestants[n].clone()),
            pace: self.pace,
            openings,
            referee: self.referee.clone(),
            pairs: 1,
            sprt: None,
            concurrency: 1,
        }
    }

    /// Starts every engine once, to find out before the first game if a program does not run.
    fn check(&self) -> Result<(), Error> {
        for one in (0..self.contestants.len()).step_by(2) {
            let other = (one + 1).min(self.contestants.len() - 1);
            self.duel(one, other, 0).check().map_err(|error| Error::Other(error.to_string()))?;
        }
        Ok(())
    }

    /// Plays what is planned until nothing is left.
    fn work(&self, shared: &Mutex<Shared>, stop: &AtomicBool) {
        loop {
            let next = {
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                if stop.load(Relaxed) || shared.failed.is_some() { None } else { shared.plan.begin() }
            };
            let Some(encounter) = next else { return };
            let Some(pair) = self.play(encounter, stop) else { return };
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = shared.end(encounter, &pair) {
                shared.failed.get_or_insert(error);
                return;
            }
        }
    }

    /// Plays two games; `None` if they were stopped. The engines are started again for each pair, so that no game depends on the ones before.
    fn play(&self, encounter: Encounter, stop: &AtomicBool) -> Option<PlayedPair> {
        let mut played = None;
        let duel = self.duel(encounter.one, encounter.other, encounter.number);
        let Ok(_) = duel.run(Standings::default(), stop, |pair, _| {
            played = Some(pair.clone());
            Ok::<(), Infallible>(())
        });
        let mut pair = played?;
        for (n, bout) in pair.games.iter_mut().enumerate() {
            let fault = bout.fault.as_ref().map(|fault| {
                let loser = if bout.record.result == GameResult::Won(Color::White) { "Black" } else { "White" };
                format!("{} {fault}", bout.record.tag(loser).unwrap_or_default())
            });
            let tags = [("Event", self.event()), ("Round", format!("{}.{}", encounter.number + 1, n + 1))];
            for (name, value) in tags.into_iter().chain(fault.map(|fault| ("Fault", fault))) {
                // These names and values can be written.
                let _ = bout.record.set_tag(name, &value);
            }
        }
        Some(pair)
    }
}

impl Shared {
    /// Saves two games and counts them.
    fn end(&mut self, encounter: Encounter, pair: &PlayedPair) -> Result<(), Error> {
        self.archive.append(&pair.text())?;
        let records = pair.games.each_ref().map(|bout| &bout.record);
        self.plan.end(encounter, records);
        for record in records {
            if let Some(fault) = record.tag("Fault") {
                self.progress.clear();
                eprintln!("round {}: {fault}", record.tag("Round").unwrap_or_default());
            }
        }
        let (played, wanted) = self.plan.progress();
        self.progress.show(|| format!("{played} of {} ...", count(wanted, "game")));
        Ok(())
    }
}
