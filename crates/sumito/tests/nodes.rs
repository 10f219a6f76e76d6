//! Several servers, one PostgreSQL and NATS, while all of them fail at random: every acknowledged move is in the log of its game, once and in
//! order, and at the end everybody sees the same.
//!
//! Runs if `SUMITO_TEST_DATABASE` names a PostgreSQL and `SUMITO_TEST_NATS_PROGRAM` the program of NATS. `SUMITO_TEST_RESTART` is the command
//! that restarts PostgreSQL. `SUMITO_FAULT_SECONDS` and `SUMITO_FAULT_GAMES` set how long and how much.

#![cfg(unix)]

#[path = "nodes/player.rs"]
mod player;
#[path = "kill/server.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod server;

use std::env;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::sleep;

use player::{Seat, Site, log_of};
use server::{Random, ask};

/// A program that is killed and started again.
struct Program {
    command: Command,
    child: Child,
}

impl Program {
    fn start(mut command: Command) -> Program {
        command.stdin(Stdio::null()).stdout(Stdio::null());
        if env::var_os("SUMITO_FAULT_LOG").is_none() {
            command.stderr(Stdio::null());
        }
        let child = command.spawn().expect("the program starts");
        Program { command, child }
    }

    fn kill(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn restart(&mut self) {
        self.kill();
        self.child = self.command.spawn().expect("the program starts");
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A port that nothing listens on.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port").port()
}

fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Waits until a server answers that it is healthy. It does not start without the bus and the database, which may need a moment themselves: then
/// it is started again.
async fn bring_up(node: &mut Program, address: &str) {
    let begun = Instant::now();
    loop {
        if !matches!(node.child.try_wait(), Ok(None)) {
            node.restart();
        }
        let asked = address.to_owned();
        let health = tokio::task::spawn_blocking(move || ask(&asked, "GET", "/health", "", "")).await.expect("no panic");
        if health.is_ok_and(|response| response.status == 200) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "{address} comes up");
        sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_and_nothing_happens_twice_while_everything_fails() {
    let (Ok(database), Some(nats)) = (env::var("SUMITO_TEST_DATABASE"), env::var_os("SUMITO_TEST_NATS_PROGRAM")) else { return };
    let (seconds, games) = (number("SUMITO_FAULT_SECONDS", 15), number("SUMITO_FAULT_GAMES", 12));
    let seed = number("SUMITO_FAULT_SEED", 0x2545_f491_4f6c_dd1d);
    let mut random = Random(seed);
    let port = free_port();
    let mut command = Command::new(nats);
    command.args(["--addr", "127.0.0.1", "--port", &port.to_string()]);
    let mut nats = Program::start(command);
    let addresses: Vec<String> = (0..3).map(|_| format!("127.0.0.1:{}", free_port())).collect();
    let mut nodes = Vec::new();
    for address in &addresses {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sumito"));
        command.args(["serve", "--listen", address, "--engine-threads", "1", "--drain", "0", "--database", &database]);
        command.args(["--bus", &format!("nats://127.0.0.1:{port}")]);
        let mut node = Program::start(command);
        bring_up(&mut node, address).await;
        nodes.push(node);
    }

    let site = Arc::new(Site::new(addresses.clone()));
    let mut seats = Vec::new();
    for game in 0..games {
        let against_engine = game % 4 == 3;
        seats.extend(Seat::set_up(&site, against_engine, &mut random).await);
    }
    let players: Vec<_> = seats
        .iter()
        .map(|seat| tokio::spawn(player::play(Arc::clone(&site), Arc::clone(seat), Random(random.next() | 1))))
        .collect();

    // Faults at random.
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut counts = [0; 5];
    while Instant::now() < end {
        sleep(Duration::from_millis(500 + random.next() % 1_500)).await;
        let node = &mut nodes[random.next() as usize % 3];
        let fault = random.next() as usize % 8;
        match fault {
            0..=2 => {
                node.kill();
                sleep(Duration::from_millis(random.next() % 1_000)).await;
                node.restart();
                counts[0] += 1;
            }
            3 | 4 => {
                node.signal("-STOP");
                sleep(Duration::from_millis(500 + random.next() % 7_000)).await;
                node.signal("-CONT");
                counts[1] += 1;
            }
            5 => {
                node.signal("-TERM");
                sleep(Duration::from_millis(500)).await;
                node.restart();
                counts[2] += 1;
            }
            6 => {
                nats.kill();
                sleep(Duration::from_millis(random.next() % 3_000)).await;
                nats.restart();
                counts[3] += 1;
            }
            _ => {
                if let Ok(restart) = env::var("SUMITO_TEST_RESTART") {
                    let done = tokio::task::spawn_blocking(move || Command::new("sh").args(["-c", &restart]).status()).await;
                    assert!(done.expect("no panic").expect("a shell").success());
                    counts[4] += 1;
                }
            }
        }
    }
    for (node, address) in nodes.iter_mut().zip(&addresses) {
        bring_up(node, address).await;
    }
    site.stop_moving();

    // Everybody is at the latest version soon, and the engine owes no move.
    let begun = Instant::now();
    loop {
        let behind = player::who_is_behind(&site, &seats).await;
        if behind.is_empty() {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "seed {seed}, {counts:?}: {behind:#?}");
        sleep(Duration::from_millis(200)).await;
    }
    let caught_up = begun.elapsed();
    site.stop();
    for player in players {
        player.await.expect("a player does not fall over");
    }
    let (mut acknowledged, mut logged) = (0, 0);
    for seat in &seats {
        let log = log_of(&addresses[0], &seat.game).await;
        let heard = seat.heard();
        for (version, text) in &heard.acknowledged {
            assert_eq!(log.get(version), Some(text), "seed {seed}, {}: version {version} was acknowledged", seat.game);
        }
        for (version, text) in &heard.events {
            assert_eq!(log.get(version), Some(text), "seed {seed}, {}: version {version} was announced", seat.game);
        }
        acknowledged += heard.acknowledged.len();
        logged = logged.max(log.len());
    }
    assert!(acknowledged as u64 > games, "{acknowledged} moves say nothing");
    let [kills, stops, shutdowns, bus, restarts] = counts;
    println!(
        "{games} games, {acknowledged} acknowledged moves, the longest log has {logged} events; {kills} kills, {stops} pauses and \
         {shutdowns} shutdowns of nodes, {bus} kills of NATS, {restarts} restarts of PostgreSQL; everybody was up to date after \
         {:.1} s",
        caught_up.as_secs_f32()
    );
}
