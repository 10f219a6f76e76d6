//! Matches between two engines: this one with different settings, or any program that speaks the protocol.
//!
//! Games come in pairs from one opening with the colors swapped, several at a time. The match ends after a number of pairs, when the
//! sequential test decides, or when it is stopped. Every finished pair is handed to the caller, so that an interrupted match can be
//! resumed.
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! use sumito_engine::duel::{Contestant, Duel, Openings, Pace, Referee, Standings};
//! use sumito_engine::stats::Sprt;
//!
//! let read = |path: &str| std::fs::read(path).map_err(|error| error.to_string());
//! let duel = Duel {
//!     contestants: [Contestant::parse("singular_margin=3", read)?, Contestant::parse("sumito", read)?],
//!     pace: Pace::Nodes(2_000),
//!     openings: Openings::default(),
//!     referee: Referee::default(),
//!     pairs: 10_000,
//!     sprt: Some(Sprt::new(0.0, 5.0)),
//!     concurrency: 4,
//! };
//! let standings = duel.run(Standings::default(), &AtomicBool::new(false), |pair, _| {
//!     print!("{}", pair.text());
//!     Ok::<(), std::io::Error>(())
//! })?;
//! println!("{:.1} Elo", standings.pairs.elo().value);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use sumito_rules::notation::MoveNotation;
use sumito_rules::record::{self, Record};
use sumito_rules::{ByColor, Color};

use crate::stats::{Pairs, Sprt, Verdict};

mod archive;
mod bout;
mod contestant;
mod openings;
mod player;
mod process;

pub use bout::{Bout, Ending, Fault, Referee};
pub use contestant::{Contestant, Pace};
pub use openings::Openings;
pub use player::{Clocks, Player, Thought};
pub use process::{BestMove, Process};

/// The settings of a match cannot be used, or a file does not belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// A match.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The two sides. Results are those of the first.
    pub contestants: [Contestant; 2],
    /// How long a side thinks that has no pace of its own.
    pub pace: Pace,
    /// The openings.
    pub openings: Openings,
    /// How games are refereed.
    pub referee: Referee,
    /// The maximum number of pairs.
    pub pairs: u64,
    /// A test that can end the match early.
    pub sprt: Option<Sprt>,
    /// The number of games played at the same time.
    pub concurrency: usize,
}

/// Two games from one opening: the first contestant has Black in the first and White in the second.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlayedPair {
    /// The number of the opening.
    pub number: u64,
    /// Both games.
    pub games: [Bout; 2],
}

/// The results of a match so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Standings {
    /// The pairs by their points.
    pub pairs: Pairs,
    /// Games that the first contestant won, drew, lost.
    pub games: [u64; 3],
    /// Games that Black won, nobody won, White won.
    pub colors: [u64; 3],
    /// How games ended.
    pub endings: BTreeMap<Ending, u64>,
    /// Games that each contestant lost by a fault.
    pub faults: [u64; 2],
    /// Plies of all games, including the openings.
    pub plies: u64,
    /// The numbers of the pairs that were played.
    played: BTreeSet<u64>,
}

impl Duel {
    /// Continues a match until it is decided or `stop` is set. `on_pair` is called with each finished pair and the standings after it; an
    /// error from it ends the match.
    pub fn run<E: Send>(
        &self,
        standings: Standings,
        stop: &AtomicBool,
        on_pair: impl FnMut(&PlayedPair, &Standings) -> Result<(), E> + Send,
    ) -> Result<Standings, E> {
        let shared = Mutex::new(SharedState { standings, on_pair, next: 0, failed: None });
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                scope.spawn(|| self.work(&shared, stop));
            }
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.failed.map_or(Ok(shared.standings), Err)
    }

    /// Starts both contestants once, to find out before the first game if a program does not run.
    pub fn check(&self) -> Result<(), Error> {
        for contestant in &self.contestants {
            let started = Player::new(contestant, self.pace).new_game(self.referee.rules, &AtomicBool::new(false));
            started.map_err(|fault| Error(format!("{} {fault}", contestant.name)))?;
        }
        Ok(())
    }

    /// The result of the test so far.
    pub fn verdict(&self, standings: &Standings) -> Verdict {
        self.sprt.map_or(Verdict::Open, |sprt| sprt.verdict(&standings.pairs))
    }

    /// Plays pairs until there are no more.
    fn work<E>(&self, shared: &Mutex<SharedState<impl FnMut(&PlayedPair, &Standings) -> Result<(), E>, E>>, stop: &AtomicBool) {
        let [mut first, mut second] = self.contestants.each_ref().map(|contestant| Player::new(contestant, self.pace));
        let mut judge = openings::judge();
        loop {
            // The lock is released before the games begin.
            let next = lock(shared).take(self, stop);
            let Some(number) = next else { return };
            let opening = self.openings.opening(number, self.referee.rules, &mut judge);
            let Some(one) = self.referee.play(&opening, ByColor::new(&mut first, &mut second), stop) else { return };
            let Some(two) = self.referee.play(&opening, ByColor::new(&mut second, &mut first), stop) else { return };
            let mut pair = PlayedPair { number, games: [one, two] };
            self.label(&mut pair);
            let mut shared = lock(shared);
            let SharedState { standings, on_pair, failed, .. } = &mut *shared;
            standings.add(&pair);
            if let Err(error) = on_pair(&pair, standings) {
                failed.get_or_insert(error);
            }
        }
    }

    /// Adds the players' names to the records.
    fn label(&self, pair: &mut PlayedPair) {
        let names = self.contestants.each_ref().map(|contestant| contestant.name.clone());
        for (n, bout) in pair.games.iter_mut().enumerate() {
            let [black, white] = if n == 0 { [0, 1] } else { [1, 0] };
            let tags = [
                ("Event", self.event()),
                ("Black", names[black].clone()),
                ("White", names[white].clone()),
                ("Round", format!("{}.{}", pair.number + 1, n + 1)),
            ];
            for (name, value) in tags {
                let _ = bout.record.set_tag(name, &value);
            }
        }
    }
}

/// What the threads of a match share.
struct SharedState<F, E> {
    standings: Standings,
    on_pair: F,
    next: u64,
    failed: Option<E>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<F, E> SharedState<F, E> {
    /// The number of the next pair to play, if there is one.
    fn take(&mut self, duel: &Duel, stop: &AtomicBool) -> Option<u64> {
        if stop.load(Relaxed) || self.failed.is_some() || duel.verdict(&self.standings) != Verdict::Open {
            return None;
        }
        while self.standings.played.contains(&self.next) {
            self.next += 1;
        }
        let number = self.next;
        self.next += 1;
        (number < duel.pairs).then_some(number)
    }
}

impl PlayedPair {
    /// The records of both games, one after the other, as they are saved.
    pub fn text(&self) -> String {
        self.games.iter().map(|bout| bout.record.format(record::Format::Apgn(MoveNotation::AbaPro))).collect()
    }
}

impl Standings {
    /// The games played.
    pub fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    fn add(&mut self, pair: &PlayedPair) {
        let [one, two] = pair.games.each_ref().map(|bout| (&bout.record, bout.ending));
        self.add_games(pair.number, [one, two]);
    }

    /// Counts the two games of a pair.
    fn add_games(&mut self, number: u64, games: [(&Record, Ending); 2]) {
        let mut half_points = 0;
        for ((record, ending), first) in games.into_iter().zip(Color::ALL) {
            let (points, color) = match record.result {
                record::GameResult::Won(winner) => {
                    (if winner == first { 2 } else { 0 }, if winner == Color::Black { 0 } else { 2 })
                }
                record::GameResult::Drawn | record::GameResult::Unknown => (1, 1),
            };
            half_points += points;
            self.games[2 - points] += 1;
            self.colors[color] += 1;
            *self.endings.entry(ending).or_default() += 1;
            self.plies += record.line.plies.len() as u64;
            if ending.is_fault() {
                self.faults[usize::from(points == 2)] += 1;
            }
        }
        self.pairs.add(half_points);
        self.played.insert(number);
    }
}
