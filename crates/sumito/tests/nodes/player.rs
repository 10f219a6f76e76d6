//! Players that connect to whichever server is up, and record every event they receive.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sumito_rules::{Game, Position, Rules};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::server::{Random, Response, ask};

/// The servers.
pub(crate) struct Site {
    addresses: Vec<String>,
    /// How long a player thinks about a move on average, in milliseconds.
    pace: u64,
    moves: AtomicBool,
    ends: AtomicBool,
}

/// The games of this test.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Two people without a clock.
    Slow,
    /// Two people who stop moving after a while, so that a flag falls.
    Timed,
    Engine,
}

/// How long the players of a timed game have, in seconds.
pub(crate) const CLOCK: u64 = 4;

/// Somebody who plays a game, or watches it.
pub(crate) struct Seat {
    pub(crate) game: String,
    pub(crate) kind: Kind,
    cookie: String,
    heard: Mutex<Heard>,
}

/// What somebody has heard.
#[derive(Default)]
pub(crate) struct Heard {
    pub(crate) version: u64,
    /// The moves that were announced, by their versions.
    pub(crate) events: BTreeMap<u64, String>,
    /// The player's own moves that a server has acknowledged.
    pub(crate) acknowledged: Vec<(u64, String)>,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

impl Site {
    pub(crate) fn new(addresses: Vec<String>, pace: u64) -> Site {
        Site { addresses, pace, moves: AtomicBool::new(true), ends: AtomicBool::new(false) }
    }

    pub(crate) fn stop_moving(&self) {
        self.moves.store(false, Relaxed);
    }

    pub(crate) fn is_moving(&self) -> bool {
        self.moves.load(Relaxed)
    }

    pub(crate) fn stop(&self) {
        self.ends.store(true, Relaxed);
    }

    /// Asks any server until one answers: it may be down, or its answer may get lost.
    async fn ask(&self, path: &str, cookie: &str, body: &str, random: &mut Random) -> Response {
        loop {
            let address = self.addresses[random.next() as usize % self.addresses.len()].clone();
            let (path, cookie, body) = (path.to_owned(), cookie.to_owned(), body.to_owned());
            let ask = tokio::task::spawn_blocking(move || ask(&address, "POST", &path, &cookie, &body));
            if let Ok(answer) = timeout(Duration::from_secs(3), ask).await
                && let Ok(response) = answer.expect("no panic")
                && response.status < 500
            {
                return response;
            }
            sleep(Duration::from_millis(100)).await;
        }
    }
}

impl Seat {
    /// A new game and those who see it: two players or one with the engine, and somebody who watches.
    pub(crate) async fn set_up(site: &Site, kind: Kind, random: &mut Random) -> Vec<Arc<Seat>> {
        let setup = match kind {
            Kind::Slow => json!({"against": "online", "color": "black", "layout": "standard"}),
            Kind::Timed => {
                json!({"against": "online", "color": "black", "layout": "standard", "control": CLOCK.to_string()})
            }
            Kind::Engine => json!({"against": "engine", "level": 1, "color": "black", "layout": "standard"}),
        };
        let black = site.ask("/api/me", "", "", random).await.cookie.expect("a session");
        let made = site.ask("/api/games", &black, &setup.to_string(), random).await.json();
        let game = made["game"].as_str().unwrap_or_else(|| panic!("{made}"));
        let mut cookies = vec![black, String::new()];
        if kind != Kind::Engine {
            let white = site.ask("/api/me", "", "", random).await.cookie.expect("a session");
            let join = json!({"do": "join"}).to_string();
            let joined = site.ask(&format!("/api/games/{game}/actions"), &white, &join, random).await;
            // The answer to the first attempt may have been lost.
            assert!(joined.status == 200 || joined.body.contains("seat"), "{}", joined.body);
            cookies.push(white);
        }
        let seat = |cookie| Arc::new(Seat { game: game.to_owned(), kind, cookie, heard: Mutex::default() });
        cookies.into_iter().map(seat).collect()
    }

    pub(crate) fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().expect("no player fell over")
    }
}

/// Plays until the end, at whichever server is there.
pub(crate) async fn play(site: Arc<Site>, seat: Arc<Seat>, mut random: Random) {
    while !site.ends.load(Relaxed) {
        let address = site.addresses[random.next() as usize % site.addresses.len()].clone();
        let since = seat.heard().version;
        if let Ok(Some(socket)) = timeout(Duration::from_secs(3), connect(&address, &seat.game, &seat.cookie, since)).await {
            stay(&site, &seat, socket, &mut random).await;
        }
        sleep(Duration::from_millis(50 + random.next() % 200)).await;
    }
}

async fn connect(address: &str, game: &str, cookie: &str, since: u64) -> Option<Socket> {
    let mut request = format!("ws://{address}/api/games/{game}/socket?since={since}").into_client_request().ok()?;
    request.headers_mut().insert("cookie", cookie.parse().ok()?);
    Some(connect_async(request).await.ok()?.0)
}

/// Plays random moves until the connection breaks or nothing is heard any more.
async fn stay(site: &Site, seat: &Seat, mut socket: Socket, random: &mut Random) {
    let mut game: Option<Game> = None;
    let (mut turn, mut ours) = (Value::Null, Vec::new());
    let mut pending: Option<(u64, String, Instant)> = None;
    let (mut id, mut last_heard, mut last_ping) = (0_u64, Instant::now(), Instant::now());
    let mut ready_at = Instant::now();
    // In a timed game the flag of the one who stops moving falls.
    let mut moves_left = if seat.kind == Kind::Timed { 2 + random.next() % 6 } else { u64::MAX };
    while !site.ends.load(Relaxed) {
        let message = match timeout(Duration::from_millis(50), socket.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => serde_json::from_str::<Value>(&text).expect("messages are JSON"),
            Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return,
            Ok(Some(Ok(_))) => continue,
            Err(_) => Value::Null,
        };
        if !message.is_null() {
            last_heard = Instant::now();
        }
        match message["type"].as_str() {
            Some("state") => {
                let start: Position = message["start"].as_str().and_then(|text| text.parse().ok()).expect("a position");
                let rules: Rules = message["rules"].as_str().and_then(|text| text.parse().ok()).expect("rules");
                let mut replayed = Game::from_position(start, rules);
                for text in message["moves"].as_array().expect("moves").iter().filter_map(Value::as_str) {
                    let m = replayed.position().parse_move(text).expect("a legal move");
                    replayed.play(m).expect("a legal move");
                }
                game = Some(replayed);
                ours = message["you"].as_array().expect("sides").clone();
                turn = message["turn"].clone();
                let version = message["version"].as_u64().expect("a version");
                let mut heard = seat.heard();
                assert!(version >= heard.version, "{}: {} after {}", seat.game, version, heard.version);
                heard.version = version;
            }
            Some("event") => {
                let version = message["version"].as_u64().expect("a version");
                let mut heard = seat.heard();
                assert_eq!(version, heard.version + 1, "{}: no gaps, nothing twice", seat.game);
                heard.version = version;
                if let Some(text) = message["move"].as_str() {
                    heard.events.insert(version, text.to_owned());
                    let game = game.as_mut().expect("the state comes first");
                    let m = game.position().parse_move(text).expect("a legal move");
                    game.play(m).expect("a legal move");
                }
                turn = message["turn"].clone();
                ready_at = Instant::now() + Duration::from_millis(random.next() % (2 * site.pace));
            }
            Some("done") if message["id"] == id => {
                if let Some((_, text, _)) = pending.take() {
                    seat.heard().acknowledged.push((message["version"].as_u64().expect("a version"), text));
                }
            }
            Some("refused") if message["id"] == id => pending = None,
            _ => {}
        }
        if last_heard.elapsed() > Duration::from_secs(3) {
            return;
        }
        if last_ping.elapsed() > Duration::from_secs(1) {
            last_ping = Instant::now();
            if socket.send(Message::text(json!({"do": "ping", "id": 0}).to_string())).await.is_err() {
                return;
            }
        }
        let Some(game) = game.as_ref().filter(|_| moves_left > 0 && site.is_moving()) else { continue };
        let is_free = pending.as_ref().is_none_or(|(.., sent)| sent.elapsed() > Duration::from_secs(5));
        let legal = game.legal_moves();
        if is_free && ready_at <= Instant::now() && ours.contains(&turn) && game.outcome().is_none() && !legal.is_empty() {
            let text = legal.nth(random.next() as usize % legal.len()).expect("within the list").to_string();
            let version = seat.heard().version;
            (id, moves_left) = (id + 1, moves_left - 1);
            let action = json!({"do": "play", "move": text, "version": version, "id": id});
            pending = Some((version, text, Instant::now()));
            ready_at = Instant::now() + Duration::from_millis(100);
            if socket.send(Message::text(action.to_string())).await.is_err() {
                return;
            }
        }
    }
}
