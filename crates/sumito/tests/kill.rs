//! Acknowledged moves survive: the real program plays over sockets, is killed at random moments, starts again, and every
//! move that a client has received is there. The end of a rated game and its rating survive together. The same applies to a server that is
//! shut down, and to a backup made while games are played.

#[cfg(target_os = "linux")]
#[path = "kill/full_disk.rs"]
mod full_disk;
#[cfg(target_os = "linux")]
#[path = "kill/memory.rs"]
mod memory;
#[path = "kill/server.rs"]
mod server;
#[path = "kill/startup.rs"]
mod startup;
#[path = "kill/tournaments.rs"]
mod tournaments;
#[cfg(unix)]
#[path = "kill/worker.rs"]
mod worker;

use std::fs;
use std::io;
use std::net::TcpStream;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sumito_rules::{Game, Moves, Position, Rules, party};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use server::{Random, Server, ask, folder, kills};

/// A game and the moves that its client has received.
struct Played {
    game: String,
    heard: Mutex<Vec<String>>,
}

const SAME_SCREEN: &str = r#"{"against":"same-screen","layout":"standard","control":"3600+60"}"#;
const ENGINE: &str = r#"{"against":"engine","level":1,"color":"white","control":"3d"}"#;

const PARTY: &str = r#"{"against":"engine","level":1,"layout":"three","color":"white","control":"3d"}"#;

/// Three games at one screen, one against the engine and one with two engines, of one user.
const SETUPS: [&str; 5] = [SAME_SCREEN, SAME_SCREEN, SAME_SCREEN, ENGINE, PARTY];

/// A session and the games of [`SETUPS`].
fn set_up(server: &Server) -> (String, [Arc<Played>; 5]) {
    let cookie = server.call("POST", "/api/me", "", "").0.expect("a session");
    let games = SETUPS.map(|setup| new_game(server, &cookie, setup));
    (cookie, games)
}

fn new_game(server: &Server, cookie: &str, setup: &str) -> Arc<Played> {
    let game = server.call("POST", "/api/games", cookie, setup).1["game"].as_str().expect("a game").to_owned();
    Arc::new(Played { game, heard: Mutex::default() })
}

/// The moves of a game, as the server reports them.
fn moves(server: &Server, game: &str) -> Vec<String> {
    let state = server.call("GET", &format!("/api/games/{game}"), "", "").1;
    serde_json::from_value(state["moves"].clone()).unwrap_or_else(|_| panic!("{state}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn every_acknowledged_move_survives_a_kill() {
    let kills = kills(40, 1);
    let data = folder("kill");
    let mut server = Server::start(&data);
    let (cookie, mut games) = set_up(&server);
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    // Moves of games that are over, and moves in all.
    let (mut finished, mut survived) = (0, 0);
    for kill in 1..=kills {
        let players = games.clone().map(|game| {
            let seed = Random(random.next());
            tokio::spawn(play(server.address.clone(), cookie.clone(), game, seed))
        });
        tokio::time::sleep(Duration::from_millis(50 + random.next() % 400)).await;
        drop(server);
        for player in players {
            player.await.expect("a player does not fall over");
        }

        server = Server::start(&data);
        survived = finished;
        for (played, setup) in games.iter_mut().zip(SETUPS) {
            let Played { game, heard } = played.as_ref();
            let moves = moves(&server, game);
            let mut heard = heard.lock().expect("no player fell over");
            assert!(moves.starts_with(&heard), "kill {kill}, {game}: heard {heard:?}, saved {moves:?}");
            // A move of each seat may have been saved at the moment of the kill without being acknowledged.
            assert!(moves.len() <= heard.len() + 3, "kill {kill}, {game}: heard {heard:?}, saved {moves:?}");
            survived += moves.len();
            heard.clone_from(&moves);
            drop(heard);
            if server.call("GET", &format!("/api/games/{game}"), "", "").1["status"] == "over" {
                finished += moves.len();
                *played = new_game(&server, &cookie, setup);
            }
        }
    }
    assert!(survived >= kills, "{survived} moves say nothing");
    println!("{survived} moves survived {kills} kills");
}

/// A rated game that is over has changed the ratings of all its players, once; one that is not over has changed none. Games for two and for two
/// teams.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_rated_game_and_its_rating_survive_a_kill_together() {
    let kills = kills(5, 10);
    let data = folder("kill-rated");
    let mut server = Server::start(&data);
    let accounts = ["ada", "bob", "cleo", "dan"].map(|name| {
        let account = json!({"name": name, "password": "marbles of glass"}).to_string();
        (name, server.call("POST", "/api/account", "", &account).0.expect("a session"))
    });
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut games: Vec<(&str, String)> = Vec::new();
    let mut survived = [0, 0];
    for _ in 0..kills {
        let fresh: Vec<(&str, String)> = (0..15).map(|n| rated_game(&server, &accounts, n % 3 == 0)).collect();
        // Two threads resign the games from both ends of the list, until the connection breaks.
        let ends = [fresh.clone(), fresh.iter().rev().cloned().collect()].map(|list| {
            let (address, cookie) = (server.address.clone(), accounts[random.next() as usize % 2].1.clone());
            std::thread::spawn(move || list.iter().take_while(|(_, game)| resign(&address, &cookie, game).is_ok()).count())
        });
        tokio::time::sleep(Duration::from_millis(random.next() % 60)).await;
        drop(server);
        for end in ends {
            end.join().expect("a player does not fall over");
        }

        server = Server::start(&data);
        games.extend(fresh);
        survived = rated(&server, &accounts, &games);
    }
    // What was not saved can still be played to its end.
    for (_, game) in &games {
        resign(&server.address, &accounts[0].1, game).expect("the server answers");
    }
    let all = rated(&server, &accounts, &games);
    assert_eq!(all.iter().sum::<i64>(), games.len() as i64);
    println!("{survived:?} of {all:?} rated games, for two and in teams, had ended at the last of {kills} kills");
}

/// How many games for two and in teams are over. Exactly these have changed the ratings of their players.
fn rated(server: &Server, accounts: &[(&str, String); 4], games: &[(&str, String)]) -> [i64; 2] {
    let mut rated = [0, 0];
    for (pool, game) in games {
        let state = server.call("GET", &format!("/api/games/{game}"), &accounts[0].1, "").1;
        let is_over = state["status"] == "over";
        let players = state["players"].as_object().expect("players");
        assert!(players.values().all(|player| player["change"].is_i64() == is_over), "{state}");
        rated[usize::from(*pool == "teams")] += i64::from(is_over);
    }
    for (n, (name, _)) in accounts.iter().enumerate() {
        let ratings = server.call("GET", &format!("/api/users/{name}"), "", "").1["ratings"].clone();
        let count = |pool: &str| {
            ["won", "drawn", "lost"].map(|result| ratings[pool][result].as_i64().unwrap_or_default()).iter().sum::<i64>()
        };
        let for_two = if n < 2 { rated[0] } else { 0 };
        assert_eq!((count("blitz"), count("teams")), (for_two, rated[1]), "{name}: {ratings}");
    }
    rated
}

/// A rated game that ends when one of the first two accounts resigns, and its pool: between them, or with the other two as partners, who have
/// left.
fn rated_game(server: &Server, accounts: &[(&str, String); 4], in_teams: bool) -> (&'static str, String) {
    let setup = if in_teams {
        r#"{"against":"online","layout":"four-teams","color":"black","control":"300+3","rated":true}"#
    } else {
        r#"{"against":"online","control":"300+3","rated":true}"#
    };
    let game = server.call("POST", "/api/games", &accounts[0].1, setup).1["game"].as_str().expect("a game").to_owned();
    let act =
        |account: usize, action: &str| server.call("POST", &format!("/api/games/{game}/actions"), &accounts[account].1, action);
    if in_teams {
        for (account, seat) in [(1, "white"), (2, "blue"), (3, "red")] {
            act(account, &format!(r#"{{"do":"join","seat":"{seat}"}}"#));
        }
        act(2, r#"{"do":"resign"}"#);
        act(3, r#"{"do":"resign"}"#);
    } else {
        act(1, r#"{"do":"join"}"#);
    }
    (if in_teams { "teams" } else { "blitz" }, game)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_made_while_games_are_played_has_every_earlier_move() {
    let (data, restored) = (folder("backup"), folder("restored"));
    let server = Server::start(&data);
    let (cookie, games) = set_up(&server);
    let players = games.clone().map(|game| tokio::spawn(play(server.address.clone(), cookie.clone(), game, Random(0x9e37_79b9))));
    tokio::time::sleep(Duration::from_millis(400)).await;
    fs::create_dir_all(&restored).expect("a folder");
    let copy = restored.join("sumito.db");
    let heard = |game: &Played| game.heard.lock().expect("no player fell over").clone();
    let before = games.each_ref().map(|game| heard(game));
    let backup = || Command::new(env!("CARGO_BIN_EXE_sumito")).arg("backup").arg("--data").arg(&data).arg(&copy).output();
    let output = backup().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("5 games with "), "{output:?}");
    // An existing file is not overwritten, and a failed backup leaves nothing behind.
    let output = backup().expect("the program runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(fs::read_dir(&restored).expect("the folder").count(), 1);
    drop(server);
    for player in players {
        player.await.expect("a player does not fall over");
    }

    let server = Server::start(&restored);
    let mut copied = 0;
    for (before, played) in before.iter().zip(&games) {
        let moves = moves(&server, &played.game);
        assert!(moves.starts_with(before), "heard {before:?}, copied {moves:?}");
        copied += before.len();
    }
    assert!(copied > 0, "no moves say nothing");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_graceful_shutdown_closes_sockets_with_a_reason_and_loses_nothing() {
    let data = folder("end");
    let mut server = Server::start(&data);
    let (cookie, games) = set_up(&server);
    let players = games.clone().map(|game| tokio::spawn(play(server.address.clone(), cookie.clone(), game, Random(0x0051_7cc1))));
    // An idle connection does not delay the shutdown.
    let idle = TcpStream::connect(&server.address).expect("the server listens");
    tokio::time::sleep(Duration::from_millis(400)).await;
    let asked = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().expect("kill runs");
    assert!(asked.success());
    let goodbyes = players.map(|player| async { player.await.expect("a player does not fall over") });
    for goodbye in goodbyes {
        assert_eq!(goodbye.await, Some(1012), "the server restarts");
    }
    let ended = tokio::task::spawn_blocking(move || {
        let ended = server.child.wait().expect("the server ends");
        drop(server);
        ended
    });
    let ended =
        tokio::time::timeout(Duration::from_secs(20), ended).await.expect("the server ends soon").expect("it was waited for");
    assert_eq!(ended.code(), Some(0));
    drop(idle);

    let server = Server::start(&data);
    for Played { game, heard } in games.iter().map(Arc::as_ref) {
        let (moves, heard) = (moves(&server, game), heard.lock().expect("no player fell over"));
        assert!(moves.starts_with(&heard) && !heard.is_empty(), "{game}: heard {heard:?}, saved {moves:?}");
    }
}

/// A game for two or for more.
enum AnyGame {
    Two(Game),
    Party(party::Game),
}

impl AnyGame {
    fn new(start: &str, rules: Rules) -> AnyGame {
        match start.parse::<Position>() {
            Ok(position) => AnyGame::Two(Game::from_position(position, rules)),
            Err(_) => AnyGame::Party(party::Game::from_position(start.parse().expect("a position"), rules)),
        }
    }

    fn play(&mut self, text: &str) {
        match self {
            AnyGame::Two(game) => game.play(game.position().parse_move(text).expect("a legal move")),
            AnyGame::Party(game) => game.play(game.position().parse_move(text).expect("a legal move")),
        }
        .expect("a legal move");
    }

    fn ply(&self) -> usize {
        match self {
            AnyGame::Two(game) => game.ply(),
            AnyGame::Party(game) => game.ply(),
        }
    }

    fn legal_moves(&self) -> Moves {
        match self {
            AnyGame::Two(game) => game.legal_moves(),
            AnyGame::Party(game) => game.legal_moves(),
        }
    }
}

/// Resigns, if the server still responds.
fn resign(address: &str, cookie: &str, game: &str) -> io::Result<()> {
    ask(address, "POST", &format!("/api/games/{game}/actions"), cookie, r#"{"do":"resign"}"#).map(|_| ())
}

/// Plays random moves for all sides of the user until the connection breaks; returns the close code, if there was one.
async fn play(address: String, cookie: String, played: Arc<Played>, mut random: Random) -> Option<u16> {
    let mut request = format!("ws://{address}/api/games/{}/socket", played.game).into_client_request().expect("an address");
    request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
    // The server may be gone before the socket is open.
    let (mut socket, _) = connect_async(request).await.ok()?;
    let mut game: Option<AnyGame> = None;
    let (mut ours, mut version) = (Vec::new(), 0);
    while let Some(Ok(message)) = socket.next().await {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(frame) => return frame.map(|frame| frame.code.into()),
            _ => continue,
        };
        let message: Value = serde_json::from_str(&text).expect("messages are JSON");
        let mut moves = match message["type"].as_str() {
            Some("state") => {
                let start = message["start"].as_str().expect("a position");
                let rules: Rules = message["rules"].as_str().and_then(|text| text.parse().ok()).expect("rules");
                game = Some(AnyGame::new(start, rules));
                ours = message["you"].as_array().expect("sides").clone();
                message["moves"].as_array().expect("moves").clone()
            }
            Some("event") => vec![message["move"].clone()],
            Some("refused") => panic!("{message}"),
            _ => continue,
        };
        version = message["version"].as_u64().unwrap_or(version);
        let game = game.as_mut().expect("the state comes first");
        for text in moves.drain(..).filter_map(|text| text.as_str().map(str::to_owned)) {
            game.play(&text);
            let mut heard = played.heard.lock().expect("no player fell over");
            if heard.len() < game.ply() {
                heard.push(text);
            }
        }
        let legal = game.legal_moves();
        if ours.contains(&message["turn"]) && !legal.is_empty() {
            let m = legal.nth(random.next() as usize % legal.len()).expect("within the list");
            let action = json!({"do": "play", "move": m.to_string(), "version": version});
            // If it cannot be sent, a close frame may be on its way, so keep reading.
            let _ = socket.send(Message::text(action.to_string())).await;
        }
    }
    None
}
