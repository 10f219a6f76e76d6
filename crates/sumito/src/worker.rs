//! `sumito worker`: thinks for the engine of a server on another machine.
//!
//! Each thread asks for a job, thinks, and brings the move with its next request. The server gives a job that is not finished in time to somebody else,
//! so a worker can be stopped or lost at any moment.

use std::collections::HashMap;
use std::io::{IsTerminal, Write};
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{available_parallelism, scope, sleep};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use sumito_engine::{Clock, Control, Engine, Level, Limits, Options, party as party_engine};
use sumito_rules::party::{self, Action};
use sumito_rules::{Game, Move, Rules};
use ureq::Agent;

use crate::error::Error;
use crate::interrupt::stop_on_interrupt;
use crate::progress::Progress;

/// Think for the engine of a server on another machine
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The address of the server; several if each node is asked directly
    #[arg(long = "server", value_name = "URL", required = true, env = "SUMITO_SERVER", value_delimiter = ',')]
    servers: Vec<String>,
    /// The key, created with sumito keys add
    #[arg(long, value_name = "KEY", env = "SUMITO_WORKER_KEY", hide_env_values = true)]
    key: String,
    /// Games to think about at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

const EXAMPLES: &str = "\
Examples:
  sumito worker --server https://example.org --key 5f0c...
  sumito worker --server http://10.0.0.1:8061 --server http://10.0.0.2:8061 --key 5f0c... --threads 8

Other users of the machine can see the options of a command; the variable SUMITO_WORKER_KEY keeps the key to yourself. Run the server with --engine-threads 0 to leave all thinking to workers. Ctrl-C gives unfinished work back to the server and ends the worker.";

/// How long one request waits for a job, in milliseconds; Ctrl-C waits for it. With several servers, each is asked in turn.
const WAIT: u64 = 2_000;
const WAIT_IN_TURN: u64 = 1_000;
/// How long a request may take beyond that.
const GRACE: Duration = Duration::from_secs(4);
/// How many jobs in a row a thread takes from one of several servers.
const IN_A_ROW: u32 = 4;
/// How long to wait after the server could not be reached, at first and at most.
const PAUSE: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(15));

/// A position to think about.
#[derive(Debug, Deserialize)]
struct Job {
    lease: String,
    version: u32,
    start: String,
    rules: String,
    moves: Vec<String>,
    level: u8,
    seed: String,
    clock: Option<JobClock>,
    nodes: Option<u64>,
}

/// The engine's time, in milliseconds.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct JobClock {
    left: u64,
    increment: u64,
    byo_yomi: u64,
}

#[derive(Debug, Deserialize)]
struct Reply {
    job: Option<Job>,
}

/// Why a request failed.
enum Trouble {
    /// It may succeed later.
    Passing(String),
    /// The server does not accept the key, or is something else.
    Final(String),
}

/// What all threads share.
struct Worker<'a> {
    agent: Agent,
    servers: &'a [String],
    key: &'a str,
    stop: &'a AtomicBool,
    moves: AtomicU64,
    nodes: AtomicU64,
    /// What stops the search of each thread.
    controls: Mutex<HashMap<usize, Control>>,
    /// The last trouble, until a request succeeds.
    trouble: Mutex<Option<String>>,
    /// Why the worker cannot go on.
    fatal: Mutex<Option<String>>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let threads = args.threads.map_or_else(|| available_parallelism().map_or(1, NonZero::get), usize::from);
    let servers: Vec<String> = args.servers.iter().map(|server| server.trim_end_matches('/').to_owned()).collect();
    if let Some(wrong) = servers.iter().find(|server| !server.starts_with("http://") && !server.starts_with("https://")) {
        return Err(Error::Usage(format!("--server: expected a URL such as https://example.org, found '{wrong}'")));
    }
    let stop = stop_on_interrupt()?;
    let timeout = Duration::from_millis(WAIT) + GRACE;
    let agent = Agent::config_builder().timeout_global(Some(timeout)).http_status_as_error(false).build().into();
    let worker = Worker {
        agent,
        servers: &servers,
        key: &args.key,
        stop: &stop,
        moves: AtomicU64::new(0),
        nodes: AtomicU64::new(0),
        controls: Mutex::default(),
        trouble: Mutex::default(),
        fatal: Mutex::default(),
    };
    let begun = Instant::now();
    scope(|scope| {
        for thread in 0..threads {
            let worker = &worker;
            scope.spawn(move || worker.work(thread));
        }
        worker.report(threads);
    });
    let (moves, nodes) = (worker.moves.load(Relaxed), worker.nodes.load(Relaxed));
    writeln!(out, "{moves} moves with {nodes} positions in {:.0} s", begun.elapsed().as_secs_f64())?;
    match worker.fatal.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some(fatal) => Err(Error::Other(fatal)),
        None => Ok(()),
    }
}

impl Worker<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Shows what the threads do until they end: on a terminal all the time, otherwise only trouble.
    fn report(&self, threads: usize) {
        let mut progress = Progress::new(true);
        let mut shown: Option<String> = None;
        while !self.is_stopped() {
            let trouble = lock(&self.trouble).clone();
            if trouble != shown {
                progress.clear();
                match &trouble {
                    Some(trouble) => eprintln!("{trouble}; trying again"),
                    None if std::io::stderr().is_terminal() => {}
                    None => eprintln!("connected again"),
                }
                shown = trouble;
            }
            let (moves, nodes) = (self.moves.load(Relaxed), self.nodes.load(Relaxed));
            progress.show(|| format!("{threads} threads: {moves} moves with {nodes} positions; Ctrl-C ends"));
            sleep(Duration::from_millis(100));
        }
        progress.clear();
        lock(&self.controls).values().for_each(Control::stop);
    }

    /// One thread: asks each server in turn.
    fn work(&self, thread: usize) {
        let mut engine = Engine::new(Options::default());
        let several = self.servers.len() > 1;
        let wait = if several { WAIT_IN_TURN } else { WAIT };
        let (mut turn, mut in_a_row, mut pause) = (thread, 0, PAUSE.0);
        let mut done: Option<Value> = None;
        while !self.is_stopped() || done.is_some() {
            let server = &self.servers[turn % self.servers.len()];
            // A server with much to do must not keep all workers from the others.
            let moves_on = several && in_a_row >= IN_A_ROW;
            let wanted = if self.is_stopped() || moves_on { Value::Null } else { json!(wait) };
            match self.ask(server, &json!({"done": done, "wait": wanted})) {
                Ok(job) => {
                    lock(&self.trouble).take();
                    (done, pause) = (None, PAUSE.0);
                    if let Some(job) = job {
                        in_a_row += 1;
                        done = self.think(thread, &mut engine, server, &job);
                    } else {
                        (turn, in_a_row) = (turn + 1, 0);
                    }
                }
                Err(Trouble::Passing(trouble)) => {
                    *lock(&self.trouble) = Some(trouble);
                    // Any server takes the move: the version of the game decides. If none does, somebody else gets the job.
                    (turn, in_a_row) = (turn + 1, 0);
                    let has_asked_all = turn % self.servers.len() == thread % self.servers.len();
                    if self.is_stopped() && has_asked_all {
                        return;
                    }
                    if has_asked_all {
                        self.rest(pause);
                        pause = (pause * 2).min(PAUSE.1);
                    }
                }
                Err(Trouble::Final(trouble)) => {
                    lock(&self.fatal).get_or_insert(trouble);
                    self.stop.store(true, Relaxed);
                    return;
                }
            }
        }
    }

    /// Waits, unless the worker ends.
    fn rest(&self, pause: Duration) {
        let until = Instant::now() + pause;
        while Instant::now() < until && !self.is_stopped() {
            sleep(Duration::from_millis(50));
        }
    }

    fn ask(&self, server: &str, body: &Value) -> Result<Option<Job>, Trouble> {
        let request =
            self.agent.post(format!("{server}/api/worker/jobs")).header("authorization", format!("Bearer {}", self.key));
        let sent = request.header("content-type", "application/json").send(body.to_string());
        let mut response = sent.map_err(|error| Trouble::Passing(format!("cannot reach {server}: {error}")))?;
        let status = response.status().as_u16();
        let text = response.body_mut().read_to_string().map_err(|error| Trouble::Passing(format!("{server}: {error}")))?;
        match status {
            200 => match serde_json::from_str::<Reply>(&text) {
                Ok(reply) => Ok(reply.job),
                Err(error) => Err(Trouble::Final(format!("{server} is no Sumito server, or a different version: {error}"))),
            },
            401 => Err(Trouble::Final(format!("{server} does not accept the key; sumito keys list shows which exist"))),
            400 | 404 | 405 => Err(Trouble::Final(format!("{server} is no Sumito server, or a different version"))),
            _ => Err(Trouble::Passing(format!("{server} answers with status {status}"))),
        }
    }

    /// Finds the move of a job, as the next request brings it; none if the job was given back.
    fn think(&self, thread: usize, engine: &mut Engine, server: &str, job: &Job) -> Option<Value> {
        let control = Control::new();
        lock(&self.controls).insert(thread, control.clone());
        if self.is_stopped() {
            // The report may have stopped all searches before it knew of this one.
            control.stop();
        }
        let found = job.search(engine, &control);
        match found {
            Some((m, nodes)) if !control.is_stopped() => {
                self.nodes.fetch_add(nodes, Relaxed);
                self.moves.fetch_add(1, Relaxed);
                Some(json!({"lease": job.lease, "version": job.version, "move": m.to_string()}))
            }
            _ => {
                self.give_back(server, job);
                None
            }
        }
    }

    /// The server need not wait until the job is overdue.
    fn give_back(&self, server: &str, job: &Job) {
        let request = self.agent.delete(format!("{server}/api/worker/jobs/{}", job.lease));
        // If this fails, the lease runs out.
        let _ = request.header("authorization", format!("Bearer {}", self.key)).call();
    }
}

impl Job {
    /// The best move, and how many positions were visited for it. `None` for a job that makes no sense here.
    fn search(&self, engine: &mut Engine, control: &Control) -> Option<(Move, u64)> {
        let (rules, seed): (Rules, u64) = (self.rules.parse().ok()?, self.seed.parse().ok()?);
        if party::names_teams(&self.start) {
            let (game, level) = (self.party(rules)?, party_engine::Level::new(self.level)?);
            let options = party_engine::Options::new(level, seed);
            let found = party_engine::search(&game, &options, &self.limits(), control, |_| {})?;
            return Some((found.best, found.nodes));
        }
        let mut game = Game::from_position(self.start.parse().ok()?, rules);
        for text in &self.moves {
            game.play(game.position().parse_move(text).ok()?).ok()?;
        }
        engine.set_options(Options::default().with_level(Level::new(self.level)?).with_seed(seed));
        engine.new_game();
        let found = engine.search(&game, &self.limits(), control, |_| {});
        Some((found.best?, found.nodes))
    }

    /// The game of a job for more than two, in which players may have left between the moves.
    fn party(&self, rules: Rules) -> Option<party::Game> {
        let mut game = party::Game::from_position(self.start.parse().ok()?, rules);
        for word in &self.moves {
            match Action::parse_departure(word, game.position()) {
                Some(Action::Leave(seat, departure)) => game.leave(seat, departure).ok()?,
                Some(Action::ResignTeam(team)) => game.resign_team(team).ok()?,
                _ => game.play(game.position().parse_move(word).ok()?).ok()?,
            }
        }
        Some(game)
    }

    fn limits(&self) -> Limits {
        let Some(JobClock { left, increment, byo_yomi }) = &self.clock else {
            return Limits::nodes(self.nodes.unwrap_or(500));
        };
        let clock = Clock::new(Duration::from_millis(*left)).with_increment(Duration::from_millis(*increment));
        let mut limits = Limits::clock(clock.with_byo_yomi(Duration::from_millis(*byo_yomi)));
        // Games for more than two have both limits.
        limits.nodes = self.nodes;
        limits
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
