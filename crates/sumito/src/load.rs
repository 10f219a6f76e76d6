//! `sumito load`: a load test that plays many games at once on a running server, over real sockets.

mod client;
mod figures;
mod idle;

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use sumito_rules::{ByColor, Color, Game, Layout, Move, Rules};
use tokio::runtime::Runtime;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::error::Error;
use client::{Http, PlayerSocket};
use figures::{Process, Times};
use idle::Idle;

/// Play many games at once on a running server and measure its response times
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The address and port of the server; with several servers of one database, the two players of each game are on different ones
    #[arg(long = "address", value_name = "ADDR", default_value = "127.0.0.1:8061", value_delimiter = ',')]
    addresses: Vec<SocketAddr>,
    /// The number of games, each with the sockets of two players
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Moves per second, in all games together
    #[arg(long, value_name = "M", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rate: u32,
    /// How long to play, in seconds
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,
    /// Sockets of people in the lobby, besides those of the games
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    idle: u32,
}

const EXAMPLES: &str = "\
Examples:
  sumito load --games 100 --rate 100 --seconds 10
  sumito load --address 127.0.0.1:9000 --games 5000 --rate 1000 --seconds 60
  sumito load --address 127.0.0.1:9001,127.0.0.1:9002 --games 1000 --rate 500
  sumito load --address 127.0.0.1:9000 --games 1 --rate 1 --idle 19000

The moves are random but legal, and each is sent over its player's socket. Times are measured from sending a move to the acknowledgment that it is
saved, and until the opponent receives it. Events that a player misses or receives twice are counted. Each socket uses a file descriptor here and on the server: see 'ulimit -n'. The games are resigned at
the end; use a separate data folder for the server. docs/load.md has figures.";

/// The number of games opened at the same time.
const OPENING: usize = 16;
/// How long idle sockets are watched before games begin.
const QUIET: Duration = Duration::from_secs(20);
/// How often each page is fetched.
const PAGES: usize = 200;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let runtime = Runtime::new().map_err(|error| Error::Other(error.to_string()))?;
    runtime.block_on(load(args, out))
}

async fn load(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let idle = open_idle(args, out).await?;
    let before = Process::of_all(&args.addresses).await?;
    let start = Instant::now();
    let (begin, begun) = watch::channel(None);
    let (mut players, first) = open(args, &begun).await?;
    let seconds = start.elapsed().as_secs_f64();
    writeln!(out, "{} games with {} sockets opened in {seconds:.1} s", players.len(), 2 * players.len())?;
    out.flush()?;

    let opened = Process::of_all(&args.addresses).await?;
    let start = Instant::now();
    let end = start + Duration::from_secs(args.seconds.into());
    // Without a game, nobody listens.
    let _ = begin.send(Some((start, end)));
    let idle_before = idle.as_ref().map(Idle::heard);
    tokio::time::sleep_until(end).await;
    let idle_after = idle.as_ref().map(Idle::heard);
    let held = Process::of_all(&args.addresses).await?;
    let elapsed = start.elapsed().as_secs_f64();

    let mut tally = Tally::default();
    let mut broken = 0;
    while let Some(played) = players.join_next().await {
        match played {
            Ok(Ok(played)) => tally.add(played),
            Ok(Err(error)) => {
                broken += 1;
                tally.error = Some(error);
            }
            Err(error) => return Err(Error::Other(error.to_string())),
        }
    }
    writeln!(out, "{} moves in {elapsed:.1} s: {:.0} moves per second", tally.done.len(), tally.done.len() as f64 / elapsed)?;
    writeln!(out, "from sending a move until it is saved:  {}", tally.done.summary())?;
    writeln!(out, "until the opponent has received it:     {}", tally.heard.summary())?;
    writeln!(out, "events missed: {}, received twice: {}", tally.order.missed, tally.order.repeated)?;
    if let (Some(before), Some(opened), Some(held)) = (before, opened, held) {
        let each = |now: &Process| now.memory.saturating_sub(before.memory) as f64 / 1e3 / f64::from(args.games);
        writeln!(
            out,
            "server memory: {:.1} MB before; {:.1} kB per game when all were open, {:.1} kB at the end",
            before.memory as f64 / 1e6,
            each(&opened),
            each(&held)
        )?;
        let cores = (held.processor - opened.processor) / elapsed;
        writeln!(out, "server CPU: {cores:.2} cores while the games were played")?;
    }
    if let Some(([messages, bytes, _], [more, larger, lost])) = idle_before.zip(idle_after) {
        let (messages, bytes) = ((more - messages) as f64, (larger - bytes) as f64);
        let (each, size) = (messages / f64::from(args.idle) / elapsed, bytes / messages.max(1.0));
        writeln!(out, "idle sockets received {each:.2} messages per second each, {size:.0} bytes on average; {lost} were lost")?;
    }
    for page in ["/", "/play", "/analysis", &format!("/game/{first}")] {
        if let Some(times) = ask_for_page(args.addresses[0], page).await? {
            let name = if page.starts_with("/game/") { "/game/ID" } else { page };
            writeln!(out, "{name:<10} response: {}", times.summary())?;
        }
    }
    match tally.error {
        Some(error) => Err(Error::Other(format!("{broken} of {} games failed, the last one with: {error}", args.games))),
        None => Ok(()),
    }
}

/// Opens the sockets of people in the lobby, if any, and says what they cost while nothing happens.
async fn open_idle(args: &Args, out: &mut impl Write) -> Result<Option<Idle>, Error> {
    if args.idle == 0 {
        return Ok(None);
    }
    let before = Process::of_all(&args.addresses).await?;
    let start = Instant::now();
    let idle = Idle::open(&args.addresses, args.idle).await.map_err(Error::Other)?;
    let opened = start.elapsed().as_secs_f64();
    let quiet = Process::of_all(&args.addresses).await?;
    let start = Instant::now();
    tokio::time::sleep(QUIET).await;
    let after = Process::of_all(&args.addresses).await?;
    write!(out, "{} idle sockets opened in {opened:.1} s", args.idle)?;
    if let (Some(before), Some(quiet), Some(after)) = (before, quiet, after) {
        let memory = after.memory.saturating_sub(before.memory) as f64 / 1e3 / f64::from(args.idle);
        let cores = (after.processor - quiet.processor) / start.elapsed().as_secs_f64();
        write!(out, ": {memory:.1} kB of the server's memory each, {cores:.3} cores while nothing happens")?;
    }
    writeln!(out)?;
    out.flush()?;
    Ok(Some(idle))
}

/// A game and its players' sockets.
struct Pair {
    id: String,
    sockets: ByColor<PlayerSocket>,
    game: Game,
    version: u32,
    /// The last version that each player knows; zero before the first event.
    seen: ByColor<u32>,
    order: Order,
}

/// How the events of a game arrived.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Order {
    missed: u32,
    repeated: u32,
}

impl Order {
    /// A player who knows the game up to version `seen` receives an event, after which they know it up to the returned version.
    fn note(&mut self, seen: u32, version: u32) -> u32 {
        if seen > 0 {
            self.missed += version.saturating_sub(seen + 1);
            self.repeated += u32::from(version <= seen);
        }
        version.max(seen)
    }
}

/// The measurements.
#[derive(Default)]
struct Tally {
    done: Times,
    heard: Times,
    order: Order,
    error: Option<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.done.add(other.done);
        self.heard.add(other.heard);
        self.order.missed += other.order.missed;
        self.order.repeated += other.order.repeated;
    }
}

/// The start and end of the measurement, once they are known.
type Begun = watch::Receiver<Option<(Instant, Instant)>>;

/// Opens all games, a few at the same time, and returns the id of one. Their players wait for the start.
async fn open(args: &Args, begun: &Begun) -> Result<(JoinSet<Result<Tally, String>>, String), Error> {
    let turns = Arc::new(Semaphore::new(OPENING));
    let interval = Duration::from_secs_f64(f64::from(args.games) / f64::from(args.rate));
    let (failed, mut opened) = mpsc::unbounded_channel();
    let mut players = JoinSet::new();
    for n in 0..args.games {
        let (turns, failed, begun) = (Arc::clone(&turns), failed.clone(), begun.clone());
        let address = |player: u32| args.addresses[(n + player) as usize % args.addresses.len()];
        let addresses = ByColor::new(address(0), address(1));
        // Spread the moves of the games evenly.
        let offset = interval * n / args.games;
        players.spawn(async move {
            let turn = turns.acquire_owned().await.map_err(|error| error.to_string())?;
            let pair = open_one(addresses).await;
            // The receiver waits for every game.
            let _ = failed.send(pair.as_ref().map(|pair| pair.id.clone()).map_err(Clone::clone));
            drop((turn, failed));
            play(pair?, begun, offset, interval).await
        });
    }
    drop(failed);
    let mut first = String::new();
    for n in 1..=args.games {
        let id = opened.recv().await.unwrap_or_else(|| Err("its task panicked".to_owned()));
        first = id.map_err(|error| Error::Other(format!("cannot open game {n}: {error}")))?;
    }
    Ok((players, first))
}

async fn open_one(addresses: ByColor<SocketAddr>) -> Result<Pair, String> {
    let mut http = Http::connect(addresses.black).await?;
    let setup = r#"{"against": "online", "color": "black", "layout": "belgian-daisy", "control": "7200"}"#;
    let created = http.post("/api/games", setup).await?;
    let state = created.json()?;
    let id = state["game"].as_str().ok_or("the server did not set up a game")?.to_owned();
    let rules: Rules = state["rules"].as_str().and_then(|text| text.parse().ok()).ok_or("the server sent no rules")?;
    let mut http = Http::connect(addresses.white).await?;
    let joined = http.post(&format!("/api/games/{id}/actions"), r#"{"do": "join"}"#).await?;
    let version = joined.json()?["version"].as_u64().ok_or("the server sent no version")?;
    let black = PlayerSocket::open(addresses.black, &id, &created.cookie).await?;
    let white = PlayerSocket::open(addresses.white, &id, &joined.cookie).await?;
    let game = Game::new(&Layout::BELGIAN_DAISY, rules);
    let (sockets, seen, order) = (ByColor::new(black, white), ByColor::default(), Order::default());
    let mut pair = Pair { id, sockets, game, version: version as u32, seen, order };
    // A game that nobody begins is aborted, and the others may take a while to open.
    for _ in 0..2 {
        let first = pair.game.legal_moves().nth(0).ok_or("there is no first move")?;
        pair.make(first).await?;
    }
    Ok(pair)
}

/// Plays a game until the end of the measurement, one move per interval.
async fn play(mut pair: Pair, mut begun: Begun, offset: Duration, interval: Duration) -> Result<Tally, String> {
    let (start, end) = pair.wait_for(&mut begun).await?;
    let mut tally = Tally::default();
    let mut random = seed(&pair.id);
    let mut next = start + offset;
    while next < end && pair.game.outcome().is_none() {
        pair.wait_until(next).await?;
        // A late move does not make the next one early.
        next = (next + interval).max(Instant::now());
        let moves = pair.game.legal_moves();
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let Some(m) = moves.nth((random >> 33) as usize % moves.len().max(1)) else { break };
        let (done, heard) = pair.make(m).await?;
        tally.done.extend([done]);
        tally.heard.extend([heard]);
    }
    pair.wait_until(end).await?;
    if pair.game.outcome().is_none() {
        pair.sockets[Color::Black].send(r#"{"do": "resign"}"#).await?;
        while pair.receive().await?.1.kind != "done" {}
    }
    tally.order = pair.order;
    Ok(tally)
}

impl Pair {
    /// The next message, and whose socket it came from.
    async fn receive(&mut self) -> Result<(Color, client::ServerMessage), String> {
        let ByColor { black, white } = &mut self.sockets;
        let (color, message) = tokio::select! {
            message = black.receive() => (Color::Black, message?),
            message = white.receive() => (Color::White, message?),
        };
        match (message.kind.as_str(), message.version) {
            ("event", Some(version)) => self.seen[color] = self.order.note(self.seen[color], version),
            // The server sends everything again.
            ("state", Some(version)) => self.seen[color] = version,
            _ => {}
        }
        Ok((color, message))
    }

    /// Makes a move; how long it took until the mover and the opponent heard of it.
    async fn make(&mut self, m: Move) -> Result<(Duration, Duration), String> {
        let (mover, version) = (self.game.position().turn(), self.version);
        let sent = Instant::now();
        self.sockets[mover].send(&format!(r#"{{"do": "play", "move": "{m}", "version": {version}}}"#)).await?;
        self.version += 1;
        let (mut done, mut heard) = (None, None);
        loop {
            let (color, message) = self.receive().await?;
            match message.kind.as_str() {
                "refused" => return Err(format!("{m} was refused: {}", message.key.unwrap_or_default())),
                "done" => done = Some(sent.elapsed()),
                "event" if color != mover && message.version == Some(self.version) => heard = Some(sent.elapsed()),
                _ => {}
            }
            if let (Some(done), Some(heard)) = (done, heard) {
                self.game.play(m).map_err(|error| error.to_string())?;
                return Ok((done, heard));
            }
        }
    }

    /// Waits until the start and end are known, while reading messages.
    async fn wait_for(&mut self, begun: &mut Begun) -> Result<(Instant, Instant), String> {
        loop {
            if let Some(moments) = *begun.borrow_and_update() {
                return Ok(moments);
            }
            tokio::select! {
                changed = begun.changed() => changed.map_err(|error| error.to_string())?,
                heard = self.receive() => drop(heard?),
            }
        }
    }

    /// Waits while reading messages: the server drops a connection that does not answer.
    async fn wait_until(&mut self, moment: Instant) -> Result<(), String> {
        loop {
            tokio::select! {
                biased;
                () = tokio::time::sleep_until(moment) => return Ok(()),
                heard = self.receive() => drop(heard?),
            }
        }
    }
}

fn seed(id: &str) -> u64 {
    id.bytes().fold(1, |seed, byte| seed.wrapping_mul(131).wrapping_add(byte.into()))
}

/// The response times of a page; `None` if it does not exist.
async fn ask_for_page(address: SocketAddr, page: &str) -> Result<Option<Times>, Error> {
    let failed = |error: String| Error::Other(format!("{page}: {error}"));
    let mut http = Http::connect(address).await.map_err(failed)?;
    let mut times = Times::default();
    for _ in 0..PAGES {
        let start = Instant::now();
        let response = http.get(page).await.map_err(failed)?;
        if response.status != 200 {
            return Ok(None);
        }
        times.extend([start.elapsed()]);
    }
    Ok(Some(times))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_and_repeated_events_are_counted() {
        let mut order = Order::default();
        let seen = [5, 6, 6, 9, 8, 10].into_iter().fold(0, |seen, version| order.note(seen, version));
        assert_eq!((seen, order), (10, Order { missed: 2, repeated: 2 }));
    }
}
