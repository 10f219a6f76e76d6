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
    moves: AtomicBool,
    ends: AtomicBool,
}

/// A player of a game.
pub(crate) struct Seat {
    pub(crate) game: String,
    cookie: String,
    heard: Mutex<Heard>,
}

/// What a player has heard.
#[derive(Default)]
pub(crate) struct Heard {
    version: u64,
    /// The moves that were announced, by their versions.
    pub(crate) events: BTreeMap<u64, String>,
    /// The player's own moves that a server has acknowledged.
    pub(crate) acknowledged: Vec<(u64, String)>,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

impl Site {
    pub(crate) fn new(addresses: Vec<String>) -> Site {
        Site { addresses, moves: AtomicBool::new(true), ends: AtomicBool::new(false) }
    }

    pub(crate) fn stop_moving(&self) {
        self.moves.store(false, Relaxed);
    }

    pub(crate) fn stop(&self) {
        self.ends.store(true, Relaxed);
    }

    fn any(&self, random: &mut Random) -> String {
        self.addresses[random.next() as usize % self.addresses.len()].clone()
    }
}

async fn call(address: &str, method: &'static str, path: String, cookie: String, body: String) -> Option<Response> {
    let address = address.to_owned();
    let answer = tokio::task::spawn_blocking(move || ask(&address, method, &path, &cookie, &body)).await;
    answer.expect("no panic").ok()
}

impl Seat {
    /// A new game of two players at different servers, or of one player with the engine.
    pub(crate) async fn set_up(site: &Site, against_engine: bool, random: &mut Random) -> Vec<Arc<Seat>> {
        let seat = |game: &str, cookie: String| Arc::new(Seat { game: game.to_owned(), cookie, heard: Mutex::default() });
        let guest = async |random: &mut Random| {
            let made = call(&site.any(random), "POST", "/api/me".to_owned(), String::new(), String::new()).await;
            made.expect("an answer").cookie.expect("a session")
        };
        let black = guest(random).await;
        let setup = if against_engine {
            json!({"against": "engine", "level": 1, "color": "black", "layout": "standard"})
        } else {
            json!({"against": "online", "color": "black", "layout": "standard"})
        };
        let made = call(&site.any(random), "POST", "/api/games".to_owned(), black.clone(), setup.to_string()).await;
        let made = made.expect("an answer").json();
        let game = made["game"].as_str().unwrap_or_else(|| panic!("{made}"));
        if against_engine {
            return vec![seat(game, black)];
        }
        let white = guest(random).await;
        let join = json!({"do": "join"}).to_string();
        let joined = call(&site.any(random), "POST", format!("/api/games/{game}/actions"), white.clone(), join).await;
        assert_eq!(joined.expect("an answer").status, 200);
        vec![seat(game, black), seat(game, white)]
    }

    pub(crate) fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().expect("no player fell over")
    }
}

/// Plays until the end, at whichever server is there.
pub(crate) async fn play(site: Arc<Site>, seat: Arc<Seat>, mut random: Random) {
    while !site.ends.load(Relaxed) {
        let address = site.any(&mut random);
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
                ready_at = Instant::now() + Duration::from_millis(random.next() % 150);
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
        let Some(game) = game.as_ref().filter(|_| site.moves.load(Relaxed)) else { continue };
        let is_free = pending.as_ref().is_none_or(|(.., sent)| sent.elapsed() > Duration::from_secs(5));
        let legal = game.legal_moves();
        if is_free && ready_at <= Instant::now() && ours.contains(&turn) && game.outcome().is_none() && !legal.is_empty() {
            let text = legal.nth(random.next() as usize % legal.len()).expect("within the list").to_string();
            let version = seat.heard().version;
            id += 1;
            let action = json!({"do": "play", "move": text, "version": version, "id": id});
            pending = Some((version, text, Instant::now()));
            ready_at = Instant::now() + Duration::from_millis(100);
            if socket.send(Message::text(action.to_string())).await.is_err() {
                return;
            }
        }
    }
}

/// The moves of a game by their versions, from a server.
pub(crate) async fn log_of(address: &str, game: &str) -> BTreeMap<u64, String> {
    let state = call(address, "GET", format!("/api/games/{game}"), String::new(), String::new()).await;
    let state = state.expect("an answer").json();
    // Before the first move the game was set up, and a second player joined; nothing else happens.
    let first = if state["kind"] == "online" { 3 } else { 2 };
    let moves = state["moves"].as_array().expect("moves").iter().filter_map(Value::as_str).map(str::to_owned);
    let log: BTreeMap<u64, String> = (first..).zip(moves).collect();
    assert_eq!(state["version"].as_u64(), Some(first - 1 + log.len() as u64), "{game}: each event is a move");
    log
}

/// Players and servers that are not at the latest version of a game, and games in which the engine has not moved yet.
pub(crate) async fn who_is_behind(site: &Site, seats: &[Arc<Seat>]) -> Vec<String> {
    let mut behind = Vec::new();
    for seat in seats {
        let mut states = Vec::new();
        for address in &site.addresses {
            let path = format!("/api/games/{}", seat.game);
            let answer = call(address, "GET", path, seat.cookie.clone(), String::new()).await;
            states.push(answer.filter(|answer| answer.status == 200).map(|answer| answer.json()).unwrap_or_default());
        }
        let versions: Vec<u64> = states.iter().map(|state| state["version"].as_u64().unwrap_or(0)).collect();
        let latest = versions.iter().copied().max().unwrap_or(0);
        let heard = seat.heard().version;
        if heard != latest || versions.iter().any(|version| *version != latest) {
            behind.push(format!("{}: the player has seen {heard}, the servers {versions:?}", seat.game));
        }
        let turn = states[0]["turn"].as_str().unwrap_or_default();
        if states[0]["status"] == "playing" && states[0]["players"][turn]["engine"].is_number() {
            behind.push(format!("{}: the engine has not moved", seat.game));
        }
    }
    behind
}
