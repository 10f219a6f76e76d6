//! `cargo xtask bench nodes`: the same games on one server and on two, on SQLite and PostgreSQL, connected by NOTIFY and by NATS: how long a move
//! takes to the opponent at the other server, and what it costs each program.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{self, Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::nats::Nats;
use crate::postgres::{Cluster, Disk, free_port};
use crate::{cargo, finish, root};

/// What is measured.
struct Setup {
    name: &'static str,
    nodes: usize,
    /// Servers that nobody connects to: what the others tell them is all they do.
    listeners: usize,
    on_postgres: bool,
    by_nats: bool,
}

const SETUPS: [Setup; 5] = [
    Setup { name: "one, SQLite", nodes: 1, listeners: 0, on_postgres: false, by_nats: false },
    Setup { name: "one, PostgreSQL", nodes: 1, listeners: 0, on_postgres: true, by_nats: false },
    Setup { name: "two, NOTIFY", nodes: 2, listeners: 0, on_postgres: true, by_nats: false },
    Setup { name: "two, NATS", nodes: 2, listeners: 0, on_postgres: true, by_nats: true },
    Setup { name: "two and a listener, NATS", nodes: 2, listeners: 1, on_postgres: true, by_nats: true },
];

const GAMES: u32 = 1_000;

/// Processes that belong together, killed when they go out of scope.
struct Servers {
    children: Vec<Child>,
    addresses: Vec<String>,
}

impl Drop for Servers {
    fn drop(&mut self) {
        for child in &mut self.children {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// CPU time in seconds, by what used it.
#[derive(Copy, Clone, Default)]
struct Used {
    nodes: f64,
    listeners: f64,
    database: f64,
    bus: f64,
    players: f64,
}

/// Plays at this many moves per second for some seconds in each setup, and prints a table.
pub(crate) fn run(rate: u32, seconds: u32) -> Result<(), String> {
    finish(&mut cargo("build --release --quiet --package sumito"))?;
    let cluster = Cluster::start(Disk::Durable)?;
    let nats = Nats::start()?;
    let folder = root().join(format!("target/bench-nodes-{}", process::id()));
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    println!(
        "{GAMES} games, {rate} moves per second for {seconds} s, everything on {cores} cores; CPU in microseconds per move\n"
    );
    println!(
        "| servers | moves per second | saved, p50 / p99 | at the opponent, p50 / p99 | missed, twice | CPU of servers | database | bus | players |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut listening = None;
    for (number, setup) in SETUPS.iter().enumerate() {
        let database = if setup.on_postgres {
            cluster.create_database(&format!("bench{number}"))?
        } else {
            fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            format!("sqlite://{}?mode=rwc", folder.join("sumito.db").display())
        };
        let measured = measure(setup, &database, &cluster, &nats, rate, seconds);
        // A leftover in the target folder is harmless.
        let _ = fs::remove_dir_all(&folder);
        let (row, listener) = measured?;
        println!("{row}");
        listening = listening.or(listener);
    }
    if let Some(each) = listening {
        println!("\nA server that nobody is connected to: {each:.1} microseconds per move of the others.");
    }
    Ok(())
}

/// Measures a setup: a row of the table, and what a listener used for each move, in microseconds.
fn measure(
    setup: &Setup,
    database: &str,
    cluster: &Cluster,
    nats: &Nats,
    rate: u32,
    seconds: u32,
) -> Result<(String, Option<f64>), String> {
    let servers = start(setup, database, nats)?;
    let mut load = Command::new(program());
    load.args(["load", "--games", &GAMES.to_string(), "--rate", &rate.to_string(), "--seconds", &seconds.to_string()]);
    load.args(["--address", &servers.addresses[..setup.nodes].join(",")]);
    let mut load = load.stdout(Stdio::piped()).spawn().map_err(|error| format!("sumito load: {error}"))?;
    let output = BufReader::new(load.stdout.take().ok_or("no output")?);
    let used = |load: &Child| {
        let of = |children: &[Child]| children.iter().map(|child| cpu(child.id())).sum();
        let (nodes, listeners) = servers.children.split_at(setup.nodes);
        let (nodes, listeners) = (of(nodes), of(listeners));
        Used { nodes, listeners, database: cluster.cpu(), bus: cpu(nats.process()), players: cpu(load.id()) }
    };
    let (mut before, mut after) = (Used::default(), Used::default());
    let mut lines = Vec::new();
    for line in output.lines() {
        let line = line.map_err(|error| error.to_string())?;
        if line.contains(" opened in ") {
            before = used(&load);
        } else if line.contains(" moves per second") {
            after = used(&load);
        }
        lines.push(line);
    }
    let ended = load.wait().map_err(|error| error.to_string())?;
    let text = lines.join("\n");
    if !ended.success() {
        return Err(format!("{}: sumito load failed\n{text}", setup.name));
    }
    let figures = Figures::read(&text).ok_or_else(|| format!("{}: unexpected output of sumito load\n{text}", setup.name))?;
    let each = |before: f64, after: f64| (after - before) * 1e6 / figures.moves;
    let row = format!(
        "| {} | {} | {} | {} | {} | {:.0} | {:.0} | {:.0} | {:.0} |",
        setup.name,
        figures.rate,
        figures.saved,
        figures.heard,
        figures.order,
        each(before.nodes, after.nodes),
        each(before.database, after.database),
        each(before.bus, after.bus),
        each(before.players, after.players),
    );
    Ok((row, (setup.listeners > 0).then(|| each(before.listeners, after.listeners))))
}

/// What `sumito load` has printed.
#[derive(Debug, PartialEq)]
struct Figures {
    moves: f64,
    rate: String,
    saved: String,
    heard: String,
    order: String,
}

impl Figures {
    fn read(text: &str) -> Option<Figures> {
        let after = |start: &str| text.lines().find_map(|line| line.strip_prefix(start)).map(str::trim);
        let moves = text.lines().find(|line| line.ends_with(" moves per second"))?;
        let percentile = |line: &str, name: &str| Some(line.split_once(name)?.1.split(" ms").next()?.trim().to_owned());
        let times = |line: &str| Some(format!("{} / {} ms", percentile(line, "p50 ")?, percentile(line, "p99 ")?));
        let (missed, twice) = after("events missed: ")?.split_once(", received twice: ")?;
        Some(Figures {
            moves: moves.split(' ').next()?.parse().ok()?,
            rate: moves.strip_suffix(" moves per second")?.rsplit(' ').next()?.to_owned(),
            saved: times(after("from sending a move until it is saved:")?)?,
            heard: times(after("until the opponent has received it:")?)?,
            order: format!("{missed}, {twice}"),
        })
    }
}

fn program() -> PathBuf {
    root().join("target/release/sumito")
}

fn start(setup: &Setup, database: &str, nats: &Nats) -> Result<Servers, String> {
    let mut servers = Servers { children: Vec::new(), addresses: Vec::new() };
    for _ in 0..setup.nodes + setup.listeners {
        let address = format!("127.0.0.1:{}", free_port()?);
        let mut command = Command::new(program());
        command.args(["serve", "--quiet", "--engine-threads", "1", "--listen", &address, "--database", database]);
        if setup.by_nats {
            command.args(["--bus", &nats.address()]);
        }
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        servers.children.push(child.map_err(|error| format!("sumito serve: {error}"))?);
        let is_up = (0..100).any(|_| {
            sleep(Duration::from_millis(100));
            std::net::TcpStream::connect(&address).is_ok()
        });
        if !is_up {
            return Err(format!("{}: the server does not start", setup.name));
        }
        servers.addresses.push(address);
    }
    Ok(servers)
}

/// The CPU time that a process has used, in seconds; zero if it is gone.
pub(crate) fn cpu(process: u32) -> f64 {
    stat(process).map_or(0.0, |[user, system, ..]| seconds(user + system))
}

/// The CPU time of a process and of all its children, those included that have ended.
pub(crate) fn cpu_of_family(parent: u32) -> f64 {
    let processes =
        fs::read_dir("/proc").into_iter().flatten().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_child = |process: &u32| {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        status.lines().any(|line| line.strip_prefix("PPid:").is_some_and(|id| id.trim() == parent.to_string()))
    };
    stat(parent).map_or(0.0, |times| seconds(times.iter().sum())) + processes.filter(is_child).map(cpu).sum::<f64>()
}

/// The times of a process and of its children that have ended, in ticks.
fn stat(process: u32) -> Option<[u64; 4]> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in parentheses may contain spaces.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let field = |number: usize| fields.get(number)?.parse().ok();
    Some([field(11)?, field(12)?, field(13)?, field(14)?])
}

/// Linux counts a hundred ticks per second.
fn seconds(ticks: u64) -> f64 {
    ticks as f64 / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_of_a_load_test_is_read() {
        let text = "1000 games with 2000 sockets opened in 4.1 s\n14990 moves in 30.0 s: 500 moves per second\n\
                    from sending a move until it is saved:  p50 1.2 ms, p95 3.0 ms, p99 4.5 ms, max 9.9 ms\n\
                    until the opponent has received it:     p50 2.2 ms, p95 5.0 ms, p99 7.5 ms, max 12.9 ms\n\
                    events missed: 0, received twice: 1\n";
        let text_of = str::to_owned;
        let expected = Figures {
            moves: 14_990.0,
            rate: text_of("500"),
            saved: text_of("1.2 / 4.5 ms"),
            heard: text_of("2.2 / 7.5 ms"),
            order: text_of("0, 1"),
        };
        assert_eq!(Figures::read(text), Some(expected));
        assert_eq!(Figures::read("error"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_uses_time() {
        let (before, begun) = (cpu(process::id()), std::time::Instant::now());
        while cpu(process::id()) < before + 0.05 {
            assert!(begun.elapsed() < Duration::from_mins(1), "this loop uses time");
        }
        let used = cpu(process::id());
        assert!(cpu_of_family(process::id()) >= used);
    }
}
