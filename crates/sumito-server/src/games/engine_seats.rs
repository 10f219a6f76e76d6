//! The engine's seats: threads that take jobs from the queue and think.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use sumito_engine::{Control, Engine, Options, party};
use sumito_rules::Move;
use tokio::sync::{Notify, mpsc};

use super::engine_queue::{Effort, EngineQueue, Job, Lease, LeaseId};
use crate::id::GameId;
use crate::lock::lock;
use crate::metrics::Count;
use crate::play::any_game::AnyGame;
use crate::play::clock::Millis;
use crate::time::now;

/// A worker that has not asked for a job for this long is gone.
const WORKER_ABSENT: Millis = 30_000;

/// The threads that think, and their queue.
pub(crate) struct EngineSeats {
    shared: Arc<Shared>,
    moves: mpsc::UnboundedSender<EngineMove>,
    has_threads: bool,
    /// When a worker last asked for a job.
    worker_seen: AtomicI64,
}

/// How often a worker that waits looks for jobs that somebody else has not finished in time.
const EXPIRY: Duration = Duration::from_secs(1);

/// The engine's move.
#[derive(Clone, Debug)]
pub(crate) struct EngineMove {
    pub(crate) game: GameId,
    pub(crate) version: u32,
    pub(crate) text: String,
}

/// Finds a move for a job. Tests have their own.
pub(crate) trait Thinker {
    fn think(&mut self, lease: &Lease, control: &Control) -> Option<Move>;
}

/// Makes a thinker for a thread, and a new one after a panic.
pub(crate) type MakeThinker = dyn Fn() -> Box<dyn Thinker> + Send + Sync;

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    /// Wakes workers on other machines.
    arrival: Notify,
    make_thinker: Box<MakeThinker>,
    /// Searches that panicked.
    panics: Count,
    /// Moves that were made without a full search, since that had failed or time had run out.
    shallow_moves: Count,
}

#[derive(Default)]
struct State {
    queue: EngineQueue,
    controls: HashMap<LeaseId, Control>,
    closed: bool,
}

/// Which jobs a thread takes.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Duty {
    /// Whatever is next.
    Any,
    /// What would lose on time because all others are busy.
    LastMoment,
}

impl EngineSeats {
    /// Starts this many threads with the engine; the moves come out of the channel. Without any, workers on other machines think, and one thread
    /// sees to it that no game is lost on time.
    pub(crate) fn start(threads: usize) -> (EngineSeats, mpsc::UnboundedReceiver<EngineMove>) {
        EngineSeats::start_with(threads, Box::new(|| Box::new(Engine::new(Options::default()))))
    }

    pub(crate) fn start_with(
        threads: usize,
        make_thinker: Box<MakeThinker>,
    ) -> (EngineSeats, mpsc::UnboundedReceiver<EngineMove>) {
        let (moves, outbox) = mpsc::unbounded_channel();
        let (panics, shallow_moves) = (Count::default(), Count::default());
        let (state, wake, arrival) = (Mutex::default(), Condvar::new(), Notify::new());
        let shared = Shared { state, wake, arrival, make_thinker, panics, shallow_moves };
        let shared = Arc::new(shared);
        let duties = (1..=threads).map(|number| (format!("engine {number}"), Duty::Any));
        for (name, duty) in duties.chain([("engine clock".to_owned(), Duty::LastMoment)]) {
            let (shared, moves) = (Arc::clone(&shared), moves.clone());
            let thread = std::thread::Builder::new().name(name);
            thread.spawn(move || shared.work(duty, &moves)).expect("the system has a thread left");
        }
        (EngineSeats { shared, moves, has_threads: threads > 0, worker_seen: AtomicI64::new(0) }, outbox)
    }

    /// Requests a move, replacing an earlier request of the same game. Returns how many games are served first.
    pub(crate) fn enqueue(&self, job: Job) -> usize {
        let mut state = self.shared.lock();
        let game = job.game;
        let in_vain = state.queue.enqueue(job, now());
        state.stop(in_vain);
        self.shared.wake_all();
        state.queue.ahead(game)
    }

    /// A job for a worker on another machine, and how long it may keep it, as soon as there is one.
    pub(crate) async fn take_for_worker(&self) -> (Lease, Millis) {
        loop {
            self.worker_seen.store(now(), Relaxed);
            let arrival = self.shared.arrival.notified();
            let mut arrival = std::pin::pin!(arrival);
            // From now on nothing is missed.
            arrival.as_mut().enable();
            if let Some(taken) = self.shared.lock().queue.take_for_worker(now()) {
                return taken;
            }
            // A lease may expire without any request.
            let _ = tokio::time::timeout(EXPIRY, arrival).await;
        }
    }

    /// A worker has found a move. It is played even if the lease is over or another server gave it: the version of the game decides.
    pub(crate) fn finish_for_worker(&self, lease: LeaseId, made: EngineMove) {
        self.shared.lock().queue.finish_version(lease, made.version);
        // Nobody listens during shutdown.
        let _ = self.moves.send(made);
    }

    /// A worker does not finish this job.
    pub(crate) fn give_back(&self, lease: LeaseId) {
        self.shared.lock().queue.give_back(lease);
        self.shared.wake_all();
    }

    /// The game no longer needs a move.
    pub(crate) fn cancel(&self, game: GameId) {
        let mut state = self.shared.lock();
        let in_vain = state.queue.cancel(game);
        state.stop(in_vain);
    }

    /// The move was saved, or is no longer needed.
    pub(crate) fn settle(&self, made: &EngineMove) {
        self.shared.lock().queue.settle(made.game, made.version);
    }

    /// The rules refused the move: another one is looked for.
    pub(crate) fn reject(&self, made: &EngineMove) {
        self.shared.lock().queue.reject(made.game, made.version);
        self.shared.wake_all();
    }

    /// How many games wait, and how many are thought about.
    pub(crate) fn load(&self) -> (usize, usize) {
        self.shared.lock().queue.load()
    }

    /// Whether somebody here thinks: a thread, or a worker that asks for jobs.
    pub(crate) fn is_staffed(&self) -> bool {
        self.has_threads || now() - self.worker_seen.load(Relaxed) < WORKER_ABSENT
    }

    /// The games that are thought about, and those that wait for it, if somebody here thinks.
    pub(crate) fn games(&self) -> Vec<GameId> {
        let is_staffed = self.is_staffed();
        self.shared.lock().queue.games(is_staffed).collect()
    }

    /// How many searches panicked, and how many moves were made without a full search.
    pub(crate) fn failures(&self) -> (u64, u64) {
        (self.shared.panics.get(), self.shared.shallow_moves.get())
    }
}

impl Drop for EngineSeats {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.controls.values().for_each(Control::stop);
        self.shared.wake_all();
    }
}

impl State {
    fn stop(&self, lease: Option<LeaseId>) {
        if let Some(control) = lease.and_then(|lease| self.controls.get(&lease)) {
            control.stop();
        }
    }
}

impl Shared {
    /// There may be something to do.
    fn wake_all(&self) {
        self.wake.notify_all();
        self.arrival.notify_waiters();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nobody thinks under this lock, so a panic leaves the queue whole.
        lock(&self.state)
    }

    fn work(&self, duty: Duty, moves: &mpsc::UnboundedSender<EngineMove>) {
        // Made when it is first needed: the thread for the last moment may never need one.
        let mut thinker: Option<Box<dyn Thinker>> = None;
        while let Some((lease, control)) = self.next(duty) {
            let found = catch_unwind(AssertUnwindSafe(|| match lease.effort {
                Effort::AnyMove => any_move(&lease.job.position),
                _ => thinker.get_or_insert_with(|| (self.make_thinker)()).think(&lease, &control),
            }));
            let mut state = self.lock();
            state.controls.remove(&lease.id);
            match found {
                Ok(Some(m)) => {
                    if !control.is_stopped() && state.queue.finish(lease.id) {
                        if lease.effort != Effort::Full {
                            self.shallow_moves.add();
                        }
                        let (game, version) = (lease.job.game, lease.job.version);
                        // Nobody listens during shutdown.
                        let _ = moves.send(EngineMove { game, version, text: m.to_string() });
                    }
                }
                Ok(None) => state.queue.fail(lease.id),
                Err(panic) => {
                    tracing::error!(game = %lease.job.game, panic = message(&*panic), "a search panicked");
                    self.panics.add();
                    state.queue.fail(lease.id);
                    // The state left behind by the panic cannot be trusted.
                    thinker = None;
                }
            }
        }
    }

    /// Waits for work; `None` during shutdown.
    fn next(&self, duty: Duty) -> Option<(Lease, Control)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            let lease = match duty {
                Duty::Any => state.queue.take(now()),
                Duty::LastMoment => state.queue.take_last_moment(now()),
            };
            if let Some(lease) = lease {
                let control = Control::new();
                state.controls.insert(lease.id, control.clone());
                return Some((lease, control));
            }
            // A lease may expire, or a flag come close, without any request.
            let soon = state.queue.last_moment().filter(|_| duty != Duty::Any).map_or(1_000, |at| at - now());
            let pause = Duration::from_millis(soon.clamp(1, 1_000) as u64);
            state = self.wake.wait_timeout(state, pause).map_or_else(|error| error.into_inner().0, |(state, _)| state);
        }
    }
}

impl Thinker for Engine {
    fn think(&mut self, Lease { job, effort, .. }: &Lease, control: &Control) -> Option<Move> {
        let (limits, seed) = (job.limits(*effort, now()), seed(job.game));
        match &job.position {
            AnyGame::Two(game) => {
                // Levels must not share what they have learned.
                self.set_options(Options::default().with_level(job.level).with_seed(seed));
                self.new_game();
                self.search(game, &limits, control, |_| {}).best
            }
            AnyGame::Party(game) => {
                let level = party::Level::new(job.level.number()).unwrap_or(party::Level::FULL);
                party::search(game, &party::Options::new(level, seed), &limits, control, |_| {}).map(|report| report.best)
            }
        }
    }
}

/// The engine plays each game a little differently.
pub(crate) fn seed(game: GameId) -> u64 {
    game.as_str().bytes().fold(0, |seed, byte| seed * 31 + u64::from(byte))
}

/// A legal move without a search: one that ejects, if there is one.
fn any_move(game: &AnyGame) -> Option<Move> {
    let moves = game.legal_moves();
    moves.iter().find(|&m| game.ejects(m)).or_else(|| moves.nth(0))
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use sumito_engine::Level;
    use sumito_rules::{Color, Game, Layout, Position, Rules};

    use super::*;
    use crate::games::engine_queue::Owner;
    use crate::play::clock::{Clock, TimeControl};

    /// Panics the first few times, then plays.
    struct Fragile(Arc<AtomicUsize>);

    impl Thinker for Fragile {
        fn think(&mut self, lease: &Lease, _: &Control) -> Option<Move> {
            let left = self.0.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1));
            assert!(left.is_err(), "a fault in the search");
            lease.job.position.legal_moves().nth(0)
        }
    }

    fn seats(panics: usize) -> (EngineSeats, mpsc::UnboundedReceiver<EngineMove>) {
        let panics = Arc::new(AtomicUsize::new(panics));
        EngineSeats::start_with(1, Box::new(move || Box::new(Fragile(Arc::clone(&panics)))))
    }

    fn job(position: Position, control: &str, pressed: Option<Millis>) -> Job {
        let control: TimeControl = control.parse().unwrap();
        let mut clock = Clock::new(control);
        if let Some(at) = pressed {
            clock.press((!position.turn()).into(), position.turn().into(), 0, at);
        }
        Job {
            game: GameId::random(),
            version: 7,
            owner: Owner::User("uuuuuuuuuu".parse().unwrap()),
            level: Level::FULL,
            position: AnyGame::Two(Game::from_position(position, Rules::default())),
            control,
            clock,
        }
    }

    #[tokio::test]
    async fn a_panic_costs_a_try_and_not_the_thread() {
        for (panics, counted) in [(1, (1, 0)), (2, (2, 1)), (3, (3, 1)), (100, (3, 1))] {
            for color in Color::ALL {
                let position = Layout::BELGIAN_DAISY.position();
                let position = if color == Color::Black { position } else { position.swap_colors() };
                let (seats, mut moves) = seats(panics);
                let job = job(position, "none", None);
                let game = job.game;
                seats.enqueue(job);
                let made = moves.recv().await.unwrap();
                assert_eq!((made.game, made.version), (game, 7));
                assert!(position.parse_move(&made.text).is_ok(), "{}", made.text);
                assert_eq!(seats.failures(), counted, "{panics} panics");
                // A move that the rules refuse is another failure, and another one is found.
                seats.reject(&made);
                assert_eq!(moves.recv().await.unwrap().game, game);
                seats.settle(&made);
                assert_eq!(seats.load(), (0, 0));
            }
        }
    }

    #[tokio::test]
    async fn a_game_on_time_gets_its_move_while_all_threads_are_busy() {
        struct Slow;
        impl Thinker for Slow {
            fn think(&mut self, lease: &Lease, control: &Control) -> Option<Move> {
                while lease.effort == Effort::Full && !control.is_stopped() {
                    std::thread::sleep(Duration::from_millis(5));
                }
                lease.job.position.legal_moves().nth(0)
            }
        }
        let (seats, mut moves) = EngineSeats::start_with(1, Box::new(|| Box::new(Slow)));
        seats.enqueue(job(Layout::STANDARD.position(), "none", None));
        while seats.load() != (0, 1) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let hurried = job(Layout::STANDARD.position(), "2", Some(now()));
        let game = hurried.game;
        seats.enqueue(hurried);
        assert_eq!(moves.recv().await.unwrap().game, game);
        assert_eq!((seats.load(), seats.failures()), ((0, 1), (0, 1)), "the other thread is still busy");
    }

    #[test]
    fn a_move_without_a_search_ejects_if_it_can() {
        for (position, expected) in [("5/6/7/8/6bbw/8/7/6/w4 b", "e7e8"), ("5/6/7/8/6wwb/8/7/6/b4 w", "e7e8")] {
            let game = AnyGame::Two(Game::from_position(position.parse().unwrap(), Rules::default()));
            assert_eq!(any_move(&game).unwrap().to_string(), expected);
        }
        let over = AnyGame::Two(Game::from_position("5/6/7/8/9/8/7/6/b4 w".parse().unwrap(), Rules::default()));
        assert_eq!(any_move(&over), None);
    }
}
