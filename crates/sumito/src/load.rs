//! `sumito load`: plays many games at once on a running server, over real sockets, and tells how it bears that.

mod client;
mod figures;

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

/// Play many games at once on a running server, and tell how fast it answers
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The server, by address and port
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8061")]
    address: SocketAddr,
    /// Games to hold, each with the sockets of two players
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Moves a second in all games together
    #[arg(long, value_name = "M", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rate: u32,
    /// How long to play
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,
}

const EXAMPLES: &str = "\
Examples:
  sumito load --games 100 --rate 100 --seconds 10
  sumito load --address 127.0.0.1:9000 --games 5000 --rate 1000 --seconds 60

The moves are random but legal, and each goes over the socket of its player. Times are from sending a move to the response that it is saved, and to
the other player's hearing of it. A socket needs an open file here and one at the server: see 'ulimit -n'. The games are resigned at the end; give
the server a data folder of its own. docs/load.md has figures.";

/// How many games are opened at the same time.
const OPENING: usize = 16;
/// How often each page is asked for.
const PAGES: usize = 200;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let runtime = Runtime::new().map_err(|error| Error::Other(error.to_string()))?;
    runtime.block_on(load(args, out))
}

async fn load(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let before = Process::of(args.address).await?;
    let start = Instant::now();
    let (begin, begun) = watch::channel(None);
    let (mut players, first) = open(args, &begun).await?;
    let seconds = start.elapsed().as_secs_f64();
    writeln!(out, "{} games with {} sockets opened in {seconds:.1} s", players.len(), 2 * players.len())?;
    out.flush()?;

    let opened = Process::of(args.address).await?;
    let start = Instant::now();
    let end = start + Duration::from_secs(args.seconds.into());
    // Somebody listens, or there is no game.
    let _ = begin.send(Some((start, end)));
    tokio::time::sleep_until(end).await;
    let held = Process::of(args.address).await?;
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
    writeln!(out, "{} moves in {elapsed:.1} s: {:.0} moves a second", tally.done.len(), tally.done.len() as f64 / elapsed)?;
    writeln!(out, "from sending a move to its answer:      {}", tally.done.summary())?;
    writeln!(out, "until the other player has heard of it: {}", tally.heard.summary())?;
    if let (Some(before), Some(opened), Some(held)) = (before, opened, held) {
        let each = |now: &Process| now.memory.saturating_sub(before.memory) as f64 / 1e3 / f64::from(args.games);
        writeln!(
            out,
            "memory of the server: {:.1} MB before; {:.1} kB a game when all were open, {:.1} kB at the end",
            before.memory as f64 / 1e6,
            each(&opened),
            each(&held)
        )?;
        let cores = (held.processor - opened.processor) / elapsed;
        writeln!(out, "processor of the server: {cores:.2} cores while the games were played")?;
    }
    for page in ["/", "/play", "/analysis", &format!("/game/{first}")] {
        if let Some(times) = ask_for_page(args.address, page).await? {
            let name = if page.starts_with("/game/") { "/game/ID" } else { page };
            writeln!(out, "{name:<10} answered: {}", times.summary())?;
        }
    }
    match tally.error {
        Some(error) => Err(Error::Other(format!("{broken} of {} games broke off, the last one: {error}", args.games))),
        None => Ok(()),
    }
}

/// A game and the lines of its players.
struct Pair {
    id: String,
    sockets: ByColor<PlayerSocket>,
    game: Game,
    version: u32,
}

/// What was measured.
#[derive(Default)]
struct Tally {
    done: Times,
    heard: Times,
    error: Option<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.done.add(other.done);
        self.heard.add(other.heard);
    }
}

/// When the measurement begins and ends, as soon as that is known.
type Begun = watch::Receiver<Option<(Instant, Instant)>>;

/// Opens all games, a few at the same time; tells the name of one. Their players wait for the beginning.
async fn open(args: &Args, begun: &Begun) -> Result<(JoinSet<Result<Tally, String>>, String), Error> {
    let turns = Arc::new(Semaphore::new(OPENING));
    let interval = Duration::from_secs_f64(f64::from(args.games) / f64::from(args.rate));
    let (failed, mut opened) = mpsc::unbounded_channel();
    let mut players = JoinSet::new();
    for n in 0..args.games {
        let (turns, failed, begun, address) = (Arc::clone(&turns), failed.clone(), begun.clone(), args.address);
        // The games take their turns evenly.
        let offset = interval * n / args.games;
        players.spawn(async move {
            let turn = turns.acquire_owned().await.map_err(|error| error.to_string())?;
            let pair = open_one(address).await;
            // Who opens the games waits for each of them.
            let _ = failed.send(pair.as_ref().map(|pair| pair.id.clone()).map_err(Clone::clone));
            drop((turn, failed));
            play(pair?, begun, offset, interval).await
        });
    }
    drop(failed);
    let mut first = String::new();
    for n in 1..=args.games {
        let id = opened.recv().await.unwrap_or_else(|| Err("its task fell over".to_owned()));
        first = id.map_err(|error| Error::Other(format!("game {n} cannot be opened: {error}")))?;
    }
    Ok((players, first))
}

async fn open_one(address: SocketAddr) -> Result<Pair, String> {
    let mut http = Http::connect(address).await?;
    let setup = r#"{"against": "online", "color": "black", "layout": "belgian-daisy", "control": "7200"}"#;
    let created = http.post("/api/games", setup).await?;
    let id = created.json()?["game"].as_str().ok_or("the server sets up no game")?.to_owned();
    let joined = http.post(&format!("/api/games/{id}/actions"), r#"{"do": "join"}"#).await?;
    let version = joined.json()?["version"].as_u64().ok_or("the server tells no version")?;
    let black = PlayerSocket::open(address, &id, &created.cookie).await?;
    let white = PlayerSocket::open(address, &id, &joined.cookie).await?;
    let game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
    let mut pair = Pair { id, sockets: ByColor::new(black, white), game, version: version as u32 };
    // A game that nobody begins is aborted, and the others may take a while to open.
    for _ in 0..2 {
        let first = pair.game.legal_moves().nth(0).ok_or("there is no first move")?;
        pair.make(first).await?;
    }
    Ok(pair)
}

/// Plays a game until the end of the measurement, a move at each interval.
async fn play(mut pair: Pair, mut begun: Begun, offset: Duration, interval: Duration) -> Result<Tally, String> {
    let (start, end) = pair.wait_for(&mut begun).await?;
    let mut tally = Tally::default();
    let mut random = seed(&pair.id);
    let mut next = start + offset;
    while next < end && pair.game.outcome().is_none() {
        pair.wait_until(next).await?;
        // What came late does not make the next one early.
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
    Ok(tally)
}

impl Pair {
    /// The next message, and whose line it came by.
    async fn receive(&mut self) -> Result<(Color, client::ServerMessage), String> {
        let ByColor { black, white } = &mut self.sockets;
        tokio::select! {
            message = black.receive() => Ok((Color::Black, message?)),
            message = white.receive() => Ok((Color::White, message?)),
        }
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

    /// Waits until the moments are told, as below.
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

    /// Listens meanwhile: a line that does not answer is given up by the server.
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

/// How long a page takes, asked for again and again; nothing if there is no such page.
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
