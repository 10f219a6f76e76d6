//! The engine's seats: threads that think, and the queue of games that wait for them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use sumito_engine::{Clock, Control, Engine, Level, Limits, Options};
use sumito_rules::Game;
use tokio::sync::mpsc;

use crate::id::GameId;
use crate::lock::lock;
use crate::play::clock::{Extra, TimeControl, TimeLeft};

/// The threads that think. A game waits for at most one answer, so first come, first served is fair.
pub(super) struct EngineSeats {
    shared: Arc<Shared>,
}

/// A question to the engine.
pub(super) struct Job {
    pub(super) game: GameId,
    /// The version that the question is about; the answer is void if it has passed.
    pub(super) version: u32,
    pub(super) level: Level,
    pub(super) position: Game,
    pub(super) limits: Limits,
}

/// The engine's move.
pub(super) struct EngineMove {
    pub(super) game: GameId,
    pub(super) version: u32,
    pub(super) text: String,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Job>,
    running: HashMap<GameId, Control>,
    closed: bool,
}

impl EngineSeats {
    /// Starts the threads; the moves they find come out of the channel.
    pub(super) fn start(threads: usize) -> (EngineSeats, mpsc::UnboundedReceiver<EngineMove>) {
        let (moves, outbox) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared { state: Mutex::default(), wake: Condvar::new() });
        for number in 1..=threads.max(1) {
            let (shared, moves) = (Arc::clone(&shared), moves.clone());
            let thread = std::thread::Builder::new().name(format!("engine {number}"));
            thread.spawn(move || shared.work(&moves)).expect("the system has a thread left");
        }
        (EngineSeats { shared }, outbox)
    }

    /// Asks for a move, in place of an earlier request of the same game. Returns how many games are served first.
    pub(super) fn enqueue(&self, job: Job) -> usize {
        let mut state = self.shared.lock();
        state.cancel(job.game);
        let ahead = state.queue.len();
        state.queue.push_back(job);
        self.shared.wake.notify_one();
        ahead
    }

    /// The game no longer wants a move.
    pub(super) fn cancel(&self, game: GameId) {
        self.shared.lock().cancel(game);
    }

    /// How many games wait, and how many are thought about.
    pub(super) fn load(&self) -> (usize, usize) {
        let state = self.shared.lock();
        (state.queue.len(), state.running.len())
    }
}

impl Drop for EngineSeats {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.queue.clear();
        state.running.values().for_each(Control::stop);
        self.shared.wake.notify_all();
    }
}

impl State {
    fn cancel(&mut self, game: GameId) {
        self.queue.retain(|job| job.game != game);
        if let Some(control) = self.running.get(&game) {
            control.stop();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A thread that fell over while it thought has left the queue whole.
        lock(&self.state)
    }

    fn work(&self, moves: &mpsc::UnboundedSender<EngineMove>) {
        let mut engine = Engine::new(Options::default());
        while let Some((job, control)) = self.next() {
            // What one level believes is not for another one to know.
            engine.set_options(Options::default().with_level(job.level).with_seed(seed(job.game)));
            engine.new_game();
            let report = engine.search(&job.position, &job.limits, &control, |_| {});
            self.lock().running.remove(&job.game);
            if let Some(m) = report.best.filter(|_| !control.is_stopped()) {
                // Nobody listens when the server ends.
                let _ = moves.send(EngineMove { game: job.game, version: job.version, text: m.to_string() });
            }
        }
    }

    /// Waits for work; nothing when the server ends.
    fn next(&self) -> Option<(Job, Control)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            // A game whose last question is still being thought about waits until that thread notices.
            let free = state.queue.iter().position(|job| !state.running.contains_key(&job.game));
            if let Some(job) = free.and_then(|index| state.queue.remove(index)) {
                let control = Control::new();
                state.running.insert(job.game, control.clone());
                return Some((job, control));
            }
            state = self
                .wake
                .wait_timeout(state, Duration::from_millis(100))
                .map_or_else(|error| error.into_inner().0, |(state, _)| state);
        }
    }
}

/// The engine plays each game a little differently.
fn seed(game: GameId) -> u64 {
    game.as_str().bytes().fold(0, |seed, byte| seed * 31 + u64::from(byte))
}

/// How long the engine may think: as its clock allows, and never so long that a person gets bored.
pub(super) fn limits(control: TimeControl, left: Option<TimeLeft>) -> Limits {
    const PATIENCE: Duration = Duration::from_mins(1);
    let span = |millis: i64| Duration::from_millis(millis.max(0) as u64);
    let clock = match (control, left) {
        (TimeControl::Game { extra, .. }, Some(left)) => {
            let increment = match extra {
                Extra::Increment(time) | Extra::Delay(time) | Extra::Bronstein(time) => span(time),
                Extra::None | Extra::ByoYomi { .. } => Duration::ZERO,
            };
            // What its way to the board and to the disk may cost is not for thinking.
            let main = span(left.main).saturating_sub(Duration::from_millis(100));
            let period = span(left.period).saturating_sub(Duration::from_millis(300));
            let clock = Clock::new(main.min(PATIENCE)).with_increment(increment.min(PATIENCE / 30));
            clock.with_byo_yomi(period.min(PATIENCE / 30))
        }
        _ => Clock::new(PATIENCE),
    };
    Limits::clock(clock)
}
