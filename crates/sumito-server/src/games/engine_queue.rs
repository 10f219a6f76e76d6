//! Which game the engine thinks about next. Pure: time is an argument. Threads take jobs from it with a lease, and so can workers on
//! other machines: a lease that is neither finished nor given up in time goes back to the queue.
//!
//! Thinking time is shared fairly between users (weighted fair queueing): each user has an account of the thinking time that their jobs
//! were given, and the job is next that would leave its user with the least on the account. A short job is next almost at once, since
//! it costs little; a user with many long jobs delays only their own games.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sumito_engine::{Clock as EngineClock, Level, Limits};

use crate::id::{GameId, UserId};
use crate::play::any_game::AnyGame;
use crate::play::clock::{Clock, Extra, Millis, TimeControl};

/// Whose thinking time a job uses: an account's, or for guests that of their address, because a new guest costs nothing.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    User(UserId),
    Network(IpAddr),
    /// The engine plays with itself.
    Nobody,
}

/// A position that needs a move.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) game: GameId,
    /// The version of the game that needs the move. A move for an older one is useless.
    pub(crate) version: u32,
    pub(crate) owner: Owner,
    pub(crate) level: Level,
    pub(crate) position: AnyGame,
    pub(crate) control: TimeControl,
    pub(crate) clock: Clock,
}

/// A job that a worker has taken.
#[derive(Clone, Debug)]
pub(crate) struct Lease {
    pub(crate) id: LeaseId,
    pub(crate) job: Arc<Job>,
    pub(crate) effort: Effort,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LeaseId {
    game: GameId,
    number: u64,
}

impl LeaseId {
    pub(crate) fn game(self) -> GameId {
        self.game
    }
}

impl fmt::Display for LeaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.game, self.number)
    }
}

impl FromStr for LeaseId {
    type Err = ();

    fn from_str(text: &str) -> Result<LeaseId, ()> {
        let (game, number) = text.rsplit_once('-').ok_or(())?;
        Ok(LeaseId { game: game.parse().map_err(|_| ())?, number: number.parse().map_err(|_| ())? })
    }
}

/// How a move is found.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// As the level and the clock allow.
    Full,
    /// At once: the clock is nearly gone, or the full search has failed too often.
    Shallow,
    /// Without the engine, which has failed even at that.
    AnyMove,
}

/// How long a worker may keep a job. No search takes half of it.
const LEASE: Millis = 60_000;
/// How much longer than it thinks a worker on another machine may keep a job.
const WORKER_LEASE: Millis = 4_000;
/// A game whose flag falls this soon is served before all others.
const HURRY: Millis = 5_000;
/// A game whose flag falls this soon gets a move at once, whether or not a thread is free.
pub(crate) const LAST_MOMENT: Millis = 600;
/// How often a job may fail before the engine moves without thinking.
const FULL_TRIES: u32 = 2;
/// The longest a person should wait for a move, as a clock for the rest of the game.
const PATIENCE: Duration = Duration::from_mins(1);

/// How many positions the engine looks at in a game for more than two: about half a second.
const PARTY_NODES: u64 = 40_000;

/// The jobs, and the thinking time that each owner has received.
#[derive(Default)]
pub(crate) struct EngineQueue {
    jobs: HashMap<GameId, Entry>,
    shares: HashMap<Owner, Share>,
    /// The waiting jobs of games on time, by the moment at which the flag falls.
    deadlines: BTreeSet<(Millis, GameId)>,
    /// The jobs that are worked on, by the end of their leases.
    leases: BTreeSet<(Millis, GameId)>,
    /// The thinking time that a permanently busy user has received so far, in milliseconds.
    fair_share: u64,
    counter: u64,
}

struct Entry {
    job: Arc<Job>,
    tries: u32,
    /// Its place among the waiting jobs of its owner: cost, then order of arrival.
    place: (u64, u64),
    stage: Stage,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Stage {
    Waiting,
    Leased {
        id: LeaseId,
        until: Millis,
    },
    /// There is a move, which has not been saved yet.
    Answered,
}

/// An owner's thinking time and waiting jobs.
#[derive(Default)]
struct Share {
    /// Thinking time on the same scale as [`EngineQueue::fair_share`].
    given: u64,
    /// The short jobs first.
    waiting: BTreeSet<(u64, u64, GameId)>,
    leased: usize,
}

/// When a job is served: what its owner has been given then, its cost, its order of arrival.
type Turn = (u64, u64, u64, GameId);

impl Share {
    /// The turns of the jobs that wait.
    fn turns(&self) -> impl Iterator<Item = Turn> {
        self.waiting.iter().scan(self.given, |given, &(cost, order, game)| {
            *given += cost;
            Some((*given, cost, order, game))
        })
    }

    fn is_active(&self) -> bool {
        self.leased > 0 || !self.waiting.is_empty()
    }
}

impl EngineQueue {
    /// Adds a job in place of an earlier one of the same game. Returns the lease of that one if a worker has it, now in vain.
    pub(crate) fn enqueue(&mut self, job: Job, now: Millis) -> Option<LeaseId> {
        if self.jobs.get(&job.game).is_some_and(|entry| entry.job.version == job.version) {
            return None;
        }
        let in_vain = self.cancel(job.game);
        self.counter += 1;
        let (game, place) = (job.game, (job.cost(now), self.counter));
        self.jobs.insert(game, Entry { job: Arc::new(job), tries: 0, place, stage: Stage::Waiting });
        self.line_up(game);
        in_vain
    }

    /// The game no longer needs a move. Returns the lease if a worker has it.
    pub(crate) fn cancel(&mut self, game: GameId) -> Option<LeaseId> {
        let lease = self.pull_out(game);
        self.jobs.remove(&game);
        self.tidy();
        lease
    }

    /// The next job, if one waits.
    pub(crate) fn take(&mut self, now: Millis) -> Option<Lease> {
        let game = self.next(now)?;
        Some(self.lease(game, now, LEASE))
    }

    /// The next job for a worker on another machine, and how long it may keep it. A worker that is gone says nothing, so its job must not wait long.
    pub(crate) fn take_for_worker(&mut self, now: Millis) -> Option<(Lease, Millis)> {
        let game = self.next(now)?;
        let span = WORKER_LEASE + 2 * self.jobs.get(&game)?.job.cost(now) as Millis;
        Some((self.lease(game, now, span), span))
    }

    /// The game that is next.
    fn next(&mut self, now: Millis) -> Option<GameId> {
        self.reclaim(now);
        let hurried = self.deadlines.first().filter(|(at, _)| at - now <= HURRY).map(|&(_, game)| game);
        hurried.or_else(|| self.shares.values().filter_map(|share| share.turns().next()).min().map(|(.., game)| game))
    }

    /// A worker does not want the job after all: it waits again.
    pub(crate) fn give_back(&mut self, lease: LeaseId) {
        if self.is_current(lease) {
            self.pull_out(lease.game);
            self.line_up(lease.game);
        }
    }

    /// A job that must not wait for a free thread, because the engine would lose on time.
    pub(crate) fn take_last_moment(&mut self, now: Millis) -> Option<Lease> {
        self.reclaim(now);
        let &(at, game) = self.deadlines.first()?;
        (at - now <= LAST_MOMENT).then(|| self.lease(game, now, LEASE))
    }

    /// When [`EngineQueue::take_last_moment`] has something to give, if nothing changes.
    pub(crate) fn last_moment(&self) -> Option<Millis> {
        self.deadlines.first().map(|(at, _)| at - LAST_MOMENT)
    }

    /// A move was found. `false` if it is no longer needed. The job is kept until [`EngineQueue::settle`], so that no worker thinks
    /// about it again while the move is being saved.
    pub(crate) fn finish(&mut self, lease: LeaseId) -> bool {
        if !self.is_current(lease) {
            return false;
        }
        self.pull_out(lease.game);
        if let Some(entry) = self.jobs.get_mut(&lease.game) {
            entry.stage = Stage::Answered;
        }
        self.tidy();
        true
    }

    /// The same for a move that may belong to the lease of another server, or of this one before it was started again.
    pub(crate) fn finish_version(&mut self, lease: LeaseId, version: u32) -> bool {
        self.jobs.get(&lease.game).is_some_and(|entry| entry.job.version == version) && self.finish(lease)
    }

    /// No move was found: the job waits again, for less effort after some tries.
    pub(crate) fn fail(&mut self, lease: LeaseId) {
        if self.is_current(lease) {
            self.try_again(lease.game);
        }
    }

    /// The move for this version was saved, or is no longer needed.
    pub(crate) fn settle(&mut self, game: GameId, version: u32) {
        if self.is_answered(game, version) {
            self.jobs.remove(&game);
        }
    }

    /// The rules do not allow the move that was found.
    pub(crate) fn reject(&mut self, game: GameId, version: u32) {
        if self.is_answered(game, version) {
            self.try_again(game);
        }
    }

    /// How many games are served before this one, if nothing changes.
    pub(crate) fn ahead(&self, game: GameId) -> usize {
        let turns: Vec<Turn> = self.shares.values().flat_map(Share::turns).collect();
        let turn = turns.iter().find(|turn| turn.3 == game);
        turns.iter().filter(|&other| turn.is_some_and(|turn| other < turn)).count()
    }

    /// The games that are worked on, and with `waiting` those that wait for it.
    pub(crate) fn games(&self, waiting: bool) -> impl Iterator<Item = GameId> {
        let counts = move |entry: &Entry| waiting || entry.stage != Stage::Waiting;
        self.jobs.iter().filter(move |(_, entry)| counts(entry)).map(|(game, _)| *game)
    }

    /// How many jobs wait, and how many are worked on.
    pub(crate) fn load(&self) -> (usize, usize) {
        let sum = |count: fn(&Share) -> usize| self.shares.values().map(count).sum();
        (sum(|share| share.waiting.len()), sum(|share| share.leased))
    }

    fn is_current(&self, lease: LeaseId) -> bool {
        let stage = self.jobs.get(&lease.game).map(|entry| entry.stage);
        matches!(stage, Some(Stage::Leased { id, .. }) if id == lease)
    }

    fn is_answered(&self, game: GameId, version: u32) -> bool {
        self.jobs.get(&game).is_some_and(|entry| entry.job.version == version && entry.stage == Stage::Answered)
    }

    /// Puts a job among those that wait.
    fn line_up(&mut self, game: GameId) {
        let Some(entry) = self.jobs.get_mut(&game) else { return };
        entry.stage = Stage::Waiting;
        let share = self.shares.entry(entry.job.owner).or_default();
        if !share.is_active() {
            // Not playing does not save up thinking time.
            share.given = share.given.max(self.fair_share);
        }
        share.waiting.insert((entry.place.0, entry.place.1, game));
        self.deadlines.extend(entry.job.deadline().map(|at| (at, game)));
    }

    /// Removes a job from the queue, or from its worker, whose lease is returned.
    fn pull_out(&mut self, game: GameId) -> Option<LeaseId> {
        let active = self.shares.values().filter(|share| share.is_active()).count() as u64;
        let entry = self.jobs.get(&game)?;
        let share = self.shares.get_mut(&entry.job.owner)?;
        match entry.stage {
            Stage::Waiting => {
                share.waiting.remove(&(entry.place.0, entry.place.1, game));
                if let Some(at) = entry.job.deadline() {
                    self.deadlines.remove(&(at, game));
                }
                None
            }
            Stage::Leased { id, until } => {
                self.leases.remove(&(until, game));
                share.leased -= 1;
                self.fair_share += entry.place.0 / active.max(1);
                Some(id)
            }
            Stage::Answered => None,
        }
    }

    fn try_again(&mut self, game: GameId) {
        self.pull_out(game);
        if let Some(entry) = self.jobs.get_mut(&game) {
            entry.tries += 1;
        }
        self.line_up(game);
    }

    fn reclaim(&mut self, now: Millis) {
        while let Some(&(until, game)) = self.leases.first()
            && until <= now
        {
            self.try_again(game);
        }
    }

    fn lease(&mut self, game: GameId, now: Millis, span: Millis) -> Lease {
        self.pull_out(game);
        self.counter += 1;
        let (id, until) = (LeaseId { game, number: self.counter }, now + span);
        let entry = self.jobs.get_mut(&game).expect("a job that waits is there");
        entry.stage = Stage::Leased { id, until };
        self.leases.insert((until, game));
        let share = self.shares.get_mut(&entry.job.owner).expect("who has a job has a share");
        share.leased += 1;
        share.given += entry.place.0;
        let is_late = entry.job.deadline().is_some_and(|at| at - now <= LAST_MOMENT);
        let effort = match entry.tries {
            tries if tries > FULL_TRIES => Effort::AnyMove,
            tries if tries == FULL_TRIES || is_late => Effort::Shallow,
            _ => Effort::Full,
        };
        Lease { id, job: Arc::clone(&entry.job), effort }
    }

    /// Forgets owners who have received no more than the fair share, and starts over when nobody is left.
    fn tidy(&mut self) {
        let fair_share = self.fair_share;
        self.shares.retain(|_, share| share.is_active() || share.given > fair_share);
        if !self.shares.values().any(Share::is_active) {
            self.shares.clear();
            self.fair_share = 0;
        }
    }
}

impl Job {
    /// When the engine's flag falls.
    fn deadline(&self) -> Option<Millis> {
        self.clock.flag().map(|(_, at)| at)
    }

    /// How long the engine may think from now on: as its clock allows, and never long enough to bore a person.
    pub(crate) fn limits(&self, effort: Effort, now: Millis) -> Limits {
        match effort {
            Effort::Full => {
                let mut limits = Limits::clock(self.time(now));
                // With many players, nobody wants to wait long for each.
                limits.nodes = self.position.party().map(|_| PARTY_NODES);
                limits
            }
            Effort::Shallow | Effort::AnyMove => Limits::nodes(500),
        }
    }

    fn time(&self, now: Millis) -> EngineClock {
        let span = |millis: i64| Duration::from_millis(millis.max(0) as u64);
        let left = self.clock.left(self.position.turn(), now);
        let (TimeControl::Game { extra, .. }, Some(left)) = (self.control, left) else {
            return EngineClock::new(PATIENCE);
        };
        let increment = match extra {
            Extra::Increment(time) | Extra::Delay(time) | Extra::Bronstein(time) => span(time),
            Extra::None | Extra::ByoYomi { .. } => Duration::ZERO,
        };
        // Reserve time for saving and sending the move.
        let main = span(left.main).saturating_sub(Duration::from_millis(100));
        let period = span(left.period).saturating_sub(Duration::from_millis(300));
        let clock = EngineClock::new(main.min(PATIENCE)).with_increment(increment.min(PATIENCE / 30));
        clock.with_byo_yomi(period.min(PATIENCE / 30))
    }

    /// About how long the engine will think, in milliseconds, at least one.
    fn cost(&self, now: Millis) -> u64 {
        let time = self.time(now);
        let by_clock = (time.left / 35 + time.increment + time.byo_yomi).as_millis() as u64;
        // Levels below the highest are bounded by the number of positions they look at.
        let by_level = match self.level.number() {
            5 if self.position.party().is_some() => 500,
            ..=7 => 10,
            8 => 40,
            9 => 150,
            _ => u64::MAX,
        };
        by_clock.min(by_level).max(1)
    }
}

#[cfg(test)]
mod tests;
