//! Tournaments survive kills: every round is paired once, every paired game exists, and no result that was acknowledged is lost.

use std::collections::{HashMap, HashSet};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::server::{Random, Server, ask, folder, kills};

/// How many tournaments run at the same time.
const TOURNAMENTS: usize = 20;
/// How many players all of them have.
const PLAYERS: usize = 4;

/// Days for a move: players can be in many games at once.
fn settings(n: usize) -> String {
    let format = ["swiss", "round-robin", "knockout", "double-swiss"][n % 4];
    json!({"name": format!("Cup {n}"), "format": format, "rounds": 3, "control": "3d", "pause": 0}).to_string()
}

#[test]
fn rounds_are_paired_once_and_results_survive_kills() {
    let kills = kills(8, 5);
    let data = folder("kill-tournaments");
    let mut server = Server::start(&data);
    let cookies: Vec<String> = (0..PLAYERS)
        .map(|n| {
            let account = json!({"name": format!("player{n}"), "password": "marbles of glass"}).to_string();
            server.call("POST", "/api/account", "", &account).0.expect("a session")
        })
        .collect();
    let tournaments: Vec<String> = (0..TOURNAMENTS)
        .map(|n| {
            // Nobody may direct many at the same time.
            let director = &cookies[n % PLAYERS];
            let made = server.call("POST", "/api/tournaments", director, &settings(n)).1;
            let id = made["tournament"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
            let act = |cookie: &str, action: &str| {
                server.call("POST", &format!("/api/tournaments/{id}/actions"), cookie, &json!({"do": action}).to_string())
            };
            for cookie in &cookies {
                act(cookie, "enter");
            }
            act(director, "start");
            id
        })
        .collect();

    let mut random = Random(0x2545_f491_4f6c_dd1d);
    // The games whose White has resigned, as acknowledged.
    let mut resigned: HashSet<String> = HashSet::new();
    for _ in 0..kills {
        let (address, cookies, tournaments) = (server.address.clone(), cookies.clone(), tournaments.clone());
        let player = thread::spawn(move || play(&address, &cookies, &tournaments));
        thread::sleep(Duration::from_millis(150 + random.next() % 500));
        drop(server);
        resigned.extend(player.join().expect("a player does not fall over"));
        server = Server::start(&data);
    }
    // The rest without kills.
    let deadline = Instant::now() + Duration::from_mins(1);
    let is_over = |server: &Server, id: &str| look(server, id)["status"] == "over";
    while !tournaments.iter().all(|id| is_over(&server, id)) {
        assert!(Instant::now() < deadline, "a tournament does not end: {}", look(&server, &tournaments[0]));
        let open: Vec<String> = tournaments.iter().filter(|id| !is_over(&server, id)).cloned().collect();
        resigned.extend(play_once(&server.address, &cookies, &open).unwrap_or_default());
        thread::sleep(Duration::from_millis(50));
    }

    let mut results: HashMap<String, Value> = HashMap::new();
    for id in &tournaments {
        let state = look(&server, id);
        assert_eq!(state["why"], "played", "{state}");
        let is_double = state["settings"]["format"].as_str().is_some_and(|format| format.contains("double"));
        for round in state["rounds"].as_array().expect("rounds") {
            let mut seats: HashMap<u64, usize> = HashMap::new();
            for board in round["boards"].as_array().expect("boards") {
                for color in ["black", "white"] {
                    *seats.entry(board[color].as_u64().expect("a player")).or_default() += 1;
                }
                let game = board["board"].as_str().expect("a game").to_owned();
                assert_eq!(server.call("GET", &format!("/api/games/{game}"), "", "").1["status"], "over", "{game}");
                assert!(results.insert(game, board["result"].clone()).is_none(), "a game in two rounds");
            }
            let most = if is_double { 2 } else { 1 };
            assert!(seats.values().all(|games| *games == most), "a round is paired once: {round}");
        }
    }
    for game in &resigned {
        assert_eq!(results.get(game), Some(&json!("1-0")), "{game}");
    }
    assert!(resigned.len() > TOURNAMENTS, "{} results say nothing", resigned.len());
    println!("{TOURNAMENTS} tournaments with {} games survived {kills} kills", results.len());
}

fn look(server: &Server, id: &str) -> Value {
    server.call("GET", &format!("/api/tournaments/{id}"), "", "").1
}

/// White resigns everywhere until the server is gone. Returns the games in which that was acknowledged.
fn play(address: &str, cookies: &[String], tournaments: &[String]) -> Vec<String> {
    let mut resigned = Vec::new();
    while let Some(games) = play_once(address, cookies, tournaments) {
        resigned.extend(games);
    }
    resigned
}

/// Nothing if the server is gone: what it acknowledged in this pass is not counted then.
fn play_once(address: &str, cookies: &[String], tournaments: &[String]) -> Option<Vec<String>> {
    let mut resigned = Vec::new();
    for id in tournaments {
        let state = ask(address, "GET", &format!("/api/tournaments/{id}"), "", "").ok()?.json();
        let rounds = state["rounds"].as_array()?;
        for board in
            rounds.iter().filter_map(|round| round["boards"].as_array()).flatten().filter(|board| board["result"].is_null())
        {
            let (game, white) = (board["board"].as_str()?, board["white"].as_u64()? as usize);
            let answer =
                ask(address, "POST", &format!("/api/games/{game}/actions"), &cookies[white], r#"{"do":"resign"}"#).ok()?;
            if answer.status == 200 {
                resigned.push(game.to_owned());
            }
        }
    }
    Some(resigned)
}
