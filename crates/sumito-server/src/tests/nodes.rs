//! Several servers on one PostgreSQL, connected by it and by NATS: whatever somebody does at one is seen at the other.
//!
//! They run if `SUMITO_TEST_DATABASE` names a PostgreSQL, with NATS as well if `SUMITO_TEST_NATS` names one.

use super::*;
use crate::bus::Bus;
use crate::id::GameId;
use crate::play::clock::Millis;
use crate::play::event::Claim;
use crate::play::live::{Action, Actor};
use crate::time::now;

mod community;
mod faults;
mod moderation;
mod party;
mod tournaments;
mod workers;

/// Moves from the standard layout.
const MOVES: [&str; 4] = ["a1b2", "i5h5", "b2c3", "h5g5"];

/// Two servers with a database of their own.
struct Nodes {
    a: Server,
    b: Server,
}

impl Nodes {
    /// Two servers for each bus that can be tested here.
    async fn all() -> Vec<Nodes> {
        Nodes::with_engine(1).await
    }

    /// The same, with this many threads of the engine each.
    async fn with_engine(engine_threads: usize) -> Vec<Nodes> {
        let mut all = Vec::new();
        if std::env::var("SUMITO_TEST_DATABASE").is_ok() {
            let nats = std::env::var("SUMITO_TEST_NATS").ok();
            for bus in [None, nats.clone()].into_iter().take(if nats.is_some() { 2 } else { 1 }) {
                let first = Server::configured();
                let config = Config { bus, engine_threads, ..first.0 };
                let database = Db::fresh(&first.1).await;
                let a = Server::with(Config { database, ..config }, first.1).await;
                let b = Server::with(a.config.clone(), PathBuf::from("nowhere")).await;
                let nodes = Nodes { a, b };
                nodes.meet().await;
                all.push(nodes);
            }
        }
        all
    }

    /// Waits until both have heard each other and exchanged what they know.
    async fn meet(&self) {
        for (here, there) in [(&self.a, &self.b), (&self.b, &self.a)] {
            until(async || here.bus().others().contains(&there.bus().node())).await;
        }
        tokio::time::sleep(Duration::from_millis(600)).await;
    }

    /// Black connected to one server, White to the other, and a game that both have joined.
    async fn pair(&self, control: &str) -> Pair {
        let (black, white) = (self.a.guest().await, self.b.guest().await);
        let game =
            self.a.create(&black, json!({"against": "online", "color": "black", "control": control, "layout": "standard"})).await;
        let mut at_a = self.a.socket(&game, &black, "").await;
        at_a.next_of("state").await;
        let (status, done) = self.b.act(&white, &game, json!({"do": "join"})).await;
        assert_eq!(status, StatusCode::OK, "{done}");
        let mut at_b = self.b.socket(&game, &white, "").await;
        at_b.next_of("state").await;
        assert_eq!(at_a.next_of("event").await["event"], "joined");
        Pair { black, white, game, at_a, at_b }
    }
}

struct Pair {
    black: User,
    white: User,
    game: String,
    at_a: Client,
    at_b: Client,
}

impl Server {
    fn bus(&self) -> &Bus {
        self.app.games.bus()
    }

    async fn log(&self, game: &str) -> Vec<String> {
        let log = self.app.games.db().log(game.parse().unwrap()).await.unwrap();
        log.into_iter().map(|(_, line)| line).collect()
    }

    /// The server can do nothing any more, as if it had been killed.
    async fn die(&self) {
        self.bus().cut_off(true);
        self.app.games.db().close().await;
    }
}

/// Waits until something is the case.
async fn until(is_so: impl AsyncFn() -> bool) {
    let wait = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), wait).await.expect("it is so within 30 s");
}

impl Client {
    /// The event with this version. Those before it come first, in order.
    async fn event(&mut self, version: u32) -> Value {
        loop {
            let event = self.next_of("event").await;
            if event["version"] == version {
                return event;
            }
            assert!(event["version"].as_u64() < Some(version.into()), "{event} instead of version {version}");
        }
    }
}

fn play(text: &str, version: u32) -> Value {
    json!({"do": "play", "move": text, "version": version})
}

#[tokio::test]
async fn players_at_different_servers_see_each_others_moves_offers_and_chat() {
    for nodes in Nodes::all().await {
        let Pair { black, white, game, mut at_a, mut at_b } = nodes.pair("600").await;
        let mut watcher = nodes.b.socket(&game, &User(String::new()), "").await;
        assert_eq!(watcher.next_of("state").await["version"], 2);
        for (n, text) in MOVES.into_iter().enumerate() {
            let version = n as u32 + 3;
            let (mover, other) = if n % 2 == 0 { (&mut at_a, &mut at_b) } else { (&mut at_b, &mut at_a) };
            assert_eq!(mover.ask(play(text, version - 1)).await, version);
            for client in [other, &mut watcher] {
                let event = client.event(version).await;
                assert_eq!(event["move"], text);
                assert_eq!(event["clocks"]["running"], if n % 2 == 0 { "white" } else { "black" });
            }
        }
        assert_eq!(at_a.ask(json!({"do": "offer", "what": "draw", "version": 6})).await, 7);
        let offer = at_b.event(7).await;
        assert_eq!((&offer["event"], &offer["what"], &offer["by"]), (&json!("offered"), &json!("draw"), &json!("black")));
        assert_eq!(at_b.ask(json!({"do": "chat", "text": "no, thanks – later"})).await, 7);
        assert_eq!(at_a.next_of("chat").await["text"], "no, thanks – later");
        assert_eq!(at_b.ask(json!({"do": "decline", "what": "draw", "version": 7})).await, 8);
        assert_eq!(at_a.event(8).await["event"], "declined");
        assert_eq!(nodes.b.act(&white, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
        let end = at_a.event(9).await;
        assert_eq!((&end["event"], &end["outcome"]["winner"]), (&json!("resigned"), &json!("black")));
        // A rematch is agreed on at two servers.
        assert_eq!(nodes.a.act(&black, &game, json!({"do": "offer", "what": "rematch"})).await.0, StatusCode::OK);
        assert_eq!(at_b.ask(json!({"do": "offer", "what": "rematch"})).await, 11);
        let rematched = at_a.event(11).await;
        let next = rematched["next"].as_str().unwrap().to_owned();
        assert_eq!(nodes.a.state(&next).await["status"], "playing");
    }
}

#[tokio::test]
async fn of_two_who_are_equally_fast_both_are_served_if_possible() {
    for nodes in Nodes::all().await {
        for round in 0..6 {
            let Pair { black, white, game, mut at_a, mut at_b } = nodes.pair("none").await;
            // An offer does not change the position, so both count in any order.
            let offer = json!({"do": "offer", "what": "draw", "version": 2});
            let (moved, offered) = tokio::join!(nodes.a.act(&black, &game, play(MOVES[0], 2)), nodes.b.act(&white, &game, offer));
            assert_eq!(moved.0, StatusCode::OK, "{}", moved.1);
            // If the move was first, the offer was meant for another position.
            let expected = if offered.0 == StatusCode::OK { 4 } else { 3 };
            assert!(offered.0 == StatusCode::OK || offered.1["key"] == "stale", "{}", offered.1);
            for server in [&nodes.a, &nodes.b] {
                until(async || server.state(&game).await["version"] == expected).await;
            }
            // The same move twice: once it counts. Whoever repeats it is told that it is saved.
            let version = expected as u32;
            let (here, there) = tokio::join!(
                nodes.a.act(&white, &game, play(MOVES[1], version)),
                nodes.b.act(&white, &game, play(MOVES[1], version))
            );
            let keys = [&here.1["type"], &there.1["type"]];
            assert_eq!(keys, [&json!("done"); 2], "{round}");
            let log = nodes.a.log(&game).await;
            assert_eq!(log.iter().filter(|line| line.starts_with("moved")).count(), 2, "{log:?}");
            for client in [&mut at_a, &mut at_b] {
                assert_eq!(client.ask(json!({"do": "ping"})).await, version + 1);
            }
        }
    }
}

#[tokio::test]
async fn somebody_who_has_seen_more_than_a_server_is_served_by_it() {
    for nodes in Nodes::all().await {
        let Pair { black, white, game, .. } = nodes.pair("none").await;
        nodes.b.bus().cut_off(true);
        assert_eq!(nodes.a.act(&black, &game, play(MOVES[0], 2)).await.0, StatusCode::OK);
        // The answer to the move comes to a server that does not know it yet.
        let (status, done) = nodes.b.act(&white, &game, play(MOVES[1], 3)).await;
        assert_eq!((status, &done["version"]), (StatusCode::OK, &json!(4)), "{done}");
        nodes.a.bus().cut_off(true);
        assert_eq!(nodes.b.act(&black, &game, play(MOVES[2], 4)).await.0, StatusCode::OK);
        let mut socket = nodes.a.socket(&game, &white, "?since=5").await;
        assert_eq!(socket.next_of("state").await["version"], 5);
    }
}

#[tokio::test]
async fn who_is_connected_anywhere_is_there() {
    for nodes in Nodes::all().await {
        let Pair { black, game, mut at_a, mut at_b, .. } = nodes.pair("300+3").await;
        assert_eq!(at_a.ask(play(MOVES[0], 2)).await, 3);
        assert_eq!(at_b.ask(play(MOVES[1], 3)).await, 4);
        let _watcher = nodes.b.socket(&game, &User(String::new()), "").await;
        let is_there = async |client: &mut Client, color: &str, there: bool| {
            while (client.next_of("present").await["players"][color] == true) != there {}
        };
        loop {
            let present = at_a.next_of("present").await;
            if present["watchers"] == 1 {
                assert_eq!(present["players"], json!({"black": true, "white": true}));
                break;
            }
        }
        // A server that is asked later gets to know as well.
        let mut late = nodes.b.socket(&game, &black, "").await;
        is_there(&mut late, "white", true).await;
        drop(late);
        let me = nodes.a.call("GET", "/api/me", &black, Value::Null).await.1["user"].as_str().unwrap().parse().unwrap();
        let claim = async |at: Millis| {
            nodes.a.app.games.act(game.parse().unwrap(), Actor::User(me), 0, Action::Claim(Claim::Win), at).await
        };
        assert_eq!(claim(now() + 120_000).await.unwrap_err().key(), "opponent-here");
        drop(at_b);
        let away = loop {
            let present = at_a.next_of("present").await;
            if present["away"]["white"] != Value::Null {
                break present["away"]["white"]["claimableAt"].as_i64().unwrap();
            }
        };
        assert_eq!(claim(away - 1).await.unwrap_err().key(), "too-early");
        claim(away).await.unwrap();
        until(async || nodes.b.state(&game).await["outcome"]["key"] == "won-by-absence").await;
    }
}

#[tokio::test]
async fn a_flag_falls_once_and_so_does_the_engine_move() {
    for nodes in Nodes::all().await {
        let Pair { game, mut at_a, mut at_b, .. } = nodes.pair("1").await;
        assert_eq!(at_a.ask(play(MOVES[0], 2)).await, 3);
        assert_eq!(at_b.ask(play(MOVES[1], 3)).await, 4);
        for client in [&mut at_a, &mut at_b] {
            while client.next_of("event").await["event"] != "flag-fell" {}
        }
        let fallen = |log: &[String]| log.iter().filter(|line| line.starts_with("flag")).count();
        assert_eq!(fallen(&nodes.a.log(&game).await), 1);

        let user = nodes.a.guest().await;
        let setup = json!({"against": "engine", "level": 1, "color": "black", "public": true, "layout": "standard"});
        let game = nodes.a.create(&user, setup).await;
        let mut watcher = nodes.b.socket(&game, &User(String::new()), "").await;
        assert_eq!(watcher.next_of("state").await["version"], 1);
        for (server, text, version) in [(&nodes.a, MOVES[0], 1), (&nodes.b, MOVES[2], 3)] {
            assert_eq!(server.act(&user, &game, play(text, version)).await.0, StatusCode::OK);
            for version in [version + 1, version + 2] {
                let event = watcher.next_of("event").await;
                assert_eq!((&event["version"], &event["event"]), (&json!(version), &json!("moved")));
            }
        }
        assert_eq!(nodes.a.log(&game).await.len(), 5);
        let conflicts = [&nodes.a, &nodes.b].map(|server| server.app.games.metrics.conflicts.get());
        assert!(conflicts.iter().sum::<u64>() <= 1, "at most the flag was tried twice: {conflicts:?}");
        assert_eq!(nodes.a.app.games.db().engine_leases().await.unwrap(), [], "the engine has nothing to do");
    }
}
