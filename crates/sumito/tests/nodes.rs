//! Several servers, workers, one PostgreSQL and NATS, while all of them fail at random: every acknowledged move is in the log of its game, once
//! and in order, so is every flag and every move of the engine, and at the end everybody sees the same.
//!
//! Runs if `SUMITO_TEST_DATABASE` names a PostgreSQL, `SUMITO_TEST_PSQL` its client and `SUMITO_TEST_NATS_PROGRAM` the program of NATS.
//! `SUMITO_TEST_RESTART` is the command that restarts PostgreSQL. `SUMITO_FAULT_SECONDS` and `SUMITO_FAULT_GAMES` set how long and how much,
//! `SUMITO_FAULT_PATIENCE` how many seconds those who watch may take to be up to date after the last fault.

#![cfg(unix)]

#[path = "nodes/cable.rs"]
mod cable;
#[path = "nodes/logs.rs"]
mod logs;
#[path = "nodes/player.rs"]
mod player;
#[path = "nodes/program.rs"]
mod program;
#[path = "kill/server.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod server;

use std::env;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use sumito_rules::Color;
use tokio::time::sleep;

use cable::{Cable, State};
use player::{CLOCK, Kind, Seat, Site};
use program::{Program, free_port};
use server::Random;

fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

fn sumito() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sumito"))
}

/// Everything that fails.
struct Machines {
    nats: Program,
    nodes: Vec<Program>,
    addresses: Vec<String>,
    /// Between each node and NATS.
    cables: Vec<Cable>,
    workers: Vec<Program>,
    /// The faults that come next.
    deck: Vec<Fault>,
}

impl Machines {
    /// Three servers that do not think themselves, and two workers.
    async fn start(database: &str, nats: &str) -> Machines {
        let port = free_port();
        let mut command = Command::new(nats);
        command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]);
        let nats = Program::start(command);
        let addresses: Vec<String> = (0..3).map(|_| format!("127.0.0.1:{}", free_port())).collect();
        let (mut nodes, mut cables) = (Vec::new(), Vec::new());
        for address in &addresses {
            let cable = Cable::lay(port).await;
            let mut command = sumito();
            command.args(["serve", "--listen", address, "--engine-threads", "0", "--drain", "0", "--database", database]);
            command.args(["--bus", &format!("nats://127.0.0.1:{}", cable.port)]);
            let mut node = Program::start(command);
            node.bring_up(address).await;
            nodes.push(node);
            cables.push(cable);
        }
        let key = sumito().args(["keys", "--database", database, "add", &format!("faults-{port}")]).output().expect("it runs");
        assert!(key.status.success(), "{key:?}");
        let servers: Vec<String> = addresses.iter().map(|address| format!("http://{address}")).collect();
        let worker = |_| {
            let mut command = sumito();
            command.args(["worker", "--threads", "2", "--server", &servers.join(",")]);
            command.env("SUMITO_WORKER_KEY", String::from_utf8_lossy(&key.stdout).trim());
            Program::start(command)
        };
        let workers = (0..2).map(worker).collect();
        Machines { nats, nodes, addresses, cables, workers, deck: Vec::new() }
    }

    /// Lets something fail, and repairs it; what it was.
    async fn fail(&mut self, random: &mut Random) -> Option<Fault> {
        let mut pause = async |least: u64, spread: u64| sleep(Duration::from_millis(least + random.next() % spread)).await;
        pause(300, 1_200).await;
        let (one, another) = (random.next() as usize, random.next());
        let (node, cable, worker) = (one % self.nodes.len(), one % self.cables.len(), one % self.workers.len());
        let mut pause = async |least: u64, spread: u64| sleep(Duration::from_millis(least + random.next() % spread)).await;
        if self.deck.is_empty() {
            self.deck = Fault::ALL.to_vec();
        }
        let fault = self.deck.swap_remove(another as usize % self.deck.len());
        match fault {
            Fault::Kill => {
                self.nodes[node].kill();
                pause(0, 1_000).await;
                self.nodes[node].restart();
            }
            Fault::Pause => {
                self.nodes[node].signal("-STOP");
                pause(500, 7_000).await;
                self.nodes[node].signal("-CONT");
            }
            Fault::Shutdown => {
                self.nodes[node].signal("-TERM");
                pause(500, 1).await;
                self.nodes[node].restart();
            }
            Fault::CutOff => {
                let state = if one % 2 == 0 { State::Silent } else { State::Broken };
                self.cables[cable].set(state);
                pause(500, 7_000).await;
                self.cables[cable].set(State::Whole);
            }
            Fault::KillWorker => {
                self.workers[worker].kill();
                pause(0, 2_000).await;
                self.workers[worker].restart();
            }
            Fault::KillNats => {
                self.nats.kill();
                pause(0, 3_000).await;
                self.nats.restart();
            }
            Fault::RestartPostgres => {
                let restart = env::var("SUMITO_TEST_RESTART").ok()?;
                let restart = move || Command::new("sh").args(["-c", &restart]).status();
                assert!(tokio::task::spawn_blocking(restart).await.expect("no panic").expect("a shell").success());
            }
        }
        // A server that found no database or bus when it started has ended.
        self.nodes.iter_mut().chain(&mut self.workers).for_each(Program::revive);
        Some(fault)
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Fault {
    Kill,
    Pause,
    Shutdown,
    CutOff,
    KillWorker,
    KillNats,
    RestartPostgres,
}

impl Fault {
    const ALL: [Fault; 7] =
        [Fault::Kill, Fault::Pause, Fault::Shutdown, Fault::CutOff, Fault::KillWorker, Fault::KillNats, Fault::RestartPostgres];
}

/// Waits until nobody is behind, and returns how long it took.
async fn wait(patience: Duration, who_is_behind: impl AsyncFn() -> Vec<String>) -> Duration {
    let begun = Instant::now();
    loop {
        let behind = who_is_behind().await;
        if behind.is_empty() {
            return begun.elapsed();
        }
        let first = &behind[..behind.len().min(5)];
        assert!(begun.elapsed() < patience, "after {:?} {} are behind: {first:#?}", begun.elapsed(), behind.len());
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_and_nothing_happens_twice_while_everything_fails() {
    let (Ok(database), Ok(nats)) = (env::var("SUMITO_TEST_DATABASE"), env::var("SUMITO_TEST_NATS_PROGRAM")) else { return };
    let (seconds, games) = (number("SUMITO_FAULT_SECONDS", 15), number("SUMITO_FAULT_GAMES", 12));
    let patience = Duration::from_secs(number("SUMITO_FAULT_PATIENCE", 20));
    let seed = number("SUMITO_FAULT_SEED", 0x2545_f491_4f6c_dd1d);
    println!("seed {seed}");
    let mut random = Random(seed);
    let mut machines = Machines::start(&database, &nats).await;

    // A game ends at 1,000 plies: no game is to end before the test.
    let site = Arc::new(Site::new(machines.addresses.clone(), (seconds * 1_000 / 800).max(75)));
    let seats = Arc::new(Mutex::new(Vec::new()));
    let players = Arc::new(Mutex::new(Vec::new()));
    let sit = {
        let (site, seats, players) = (Arc::clone(&site), Arc::clone(&seats), Arc::clone(&players));
        move |new: Vec<Arc<Seat>>, random: &mut Random| {
            for seat in &new {
                let play = player::play(Arc::clone(&site), Arc::clone(seat), Random(random.next() | 1));
                players.lock().expect("no panic").push(tokio::spawn(play));
            }
            seats.lock().expect("no panic").extend(new);
        }
    };
    for game in 0..games {
        let kind = if game % 3 == 2 { Kind::Engine } else { Kind::Slow };
        sit(Seat::set_up(&site, kind, &mut random).await, &mut random);
    }
    // Timed games begin all the time, so that flags fall all the time.
    let end = Instant::now() + Duration::from_secs(seconds);
    let newcomers = {
        let (site, mut random) = (Arc::clone(&site), Random(random.next() | 1));
        let every = Duration::from_secs(seconds) / (games / 4).max(1) as u32;
        tokio::spawn(async move {
            while site.is_moving() && Instant::now() + every < end {
                sit(Seat::set_up(&site, Kind::Timed, &mut random).await, &mut random);
                sleep(every).await;
            }
        })
    };
    let mut faults = Vec::new();
    while Instant::now() < end {
        faults.extend(machines.fail(&mut random).await);
    }
    for (node, address) in machines.nodes.iter_mut().zip(&machines.addresses) {
        node.bring_up(address).await;
    }
    newcomers.await.expect("no panic");
    site.stop_moving();

    // Those who watch are at the latest version soon.
    let seats: Vec<Arc<Seat>> = seats.lock().expect("no panic").clone();
    let who_is_behind = async || {
        let versions = logs::versions().await;
        let known = seats.iter().map(|seat| (&seat.game, seat.heard().version, versions[&seat.game]));
        let behind = known.filter(|(_, heard, latest)| heard != latest);
        behind.map(|(game, heard, latest)| format!("{game}: version {heard} of {latest}")).collect::<Vec<_>>()
    };
    let caught_up = wait(patience, who_is_behind).await;
    // The engine owes no move: leases of a dead server or worker run out in seconds.
    let owed = async || {
        let logs = logs::read().await;
        let engine = seats.iter().filter(|seat| seat.kind == Kind::Engine);
        let replays = engine.map(|seat| (&seat.game, logs[&seat.game].replay(&seat.game)));
        replays.filter(|(_, replay)| !replay.is_over && replay.turn == Color::White).map(|(game, _)| game.clone()).collect()
    };
    let engine_moved = wait(Duration::from_secs(30), owed).await;
    // Flags that are due have fallen. A first move may take half a minute.
    let not_fallen = async || {
        let logs = logs::read().await;
        let timed = seats.iter().filter(|seat| seat.kind == Kind::Timed);
        timed.filter(|seat| !logs[&seat.game].replay(&seat.game).is_over).map(|seat| seat.game.clone()).collect()
    };
    wait(Duration::from_secs(CLOCK + 40), not_fallen).await;
    wait(patience, who_is_behind).await;
    site.stop();
    let players = std::mem::take(&mut *players.lock().expect("no panic"));
    for player in players {
        player.await.expect("a player does not fall over");
    }

    let logs = logs::read().await;
    let (mut acknowledged, mut announced) = (0, 0);
    for seat in &seats {
        let (log, heard) = (&logs[&seat.game], seat.heard());
        for (version, text) in &heard.acknowledged {
            assert_eq!(log.move_at(*version), Some(text.as_str()), "{}: version {version} was acknowledged", seat.game);
        }
        for (version, text) in &heard.events {
            assert_eq!(log.move_at(*version), Some(text.as_str()), "{}: version {version} was announced", seat.game);
        }
        acknowledged += heard.acknowledged.len();
        announced += heard.events.len();
    }
    // Each log is a legal game to which nothing is added after its end, so nothing happened twice.
    let (mut flags, mut engine_moves) = (0, 0);
    for (game, log) in &logs {
        let Some(seat) = seats.iter().find(|seat| seat.game == *game) else { continue };
        let replay = log.replay(game);
        flags += replay.flags;
        engine_moves += if seat.kind == Kind::Engine { replay.moves / 2 } else { 0 };
    }
    assert!(acknowledged as u64 > games && engine_moves > 0 && flags > 0, "{acknowledged} {engine_moves} {flags}");
    let counts: Vec<String> =
        Fault::ALL.iter().map(|fault| format!("{fault:?} {}", faults.iter().filter(|&other| other == fault).count())).collect();
    println!(
        "{} games, {acknowledged} moves acknowledged and in the log, {announced} announcements, {engine_moves} engine moves, {flags} flags",
        logs.len()
    );
    println!("faults: {}", counts.join(", "));
    println!(
        "after the last one everybody was up to date within {:.1} s, and the engine owed nothing after another {:.1} s",
        caught_up.as_secs_f32(),
        engine_moved.as_secs_f32()
    );
}
