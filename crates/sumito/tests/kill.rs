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
use sumito_rules::{Game, Position, Rules};
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

/// Three games at one screen and one against the engine, of one user.
const SETUPS: [&str; 4] = [SAME_SCREEN, SAME_SCREEN, SAME_SCREEN, ENGINE];

/// A session and the games of [`SETUPS`].
fn set_up(server: &Server) -> (String, [Arc<Played>; 4]) {
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
            // A move of each side may have been saved at the moment of the kill without being acknowledged.
            assert!(moves.len() <= heard.len() + 2, "kill {kill}, {game}: heard {heard:?}, saved {moves:?}");
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

/// A rated game that is over has changed both ratings, once; one that is not over has changed none.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_rated_game_and_its_rating_survive_a_kill_together() {
    let kills = kills(5, 10);
    let data = folder("kill-rated");
    let mut server = Server::start(&data);
    let cookies = ["ada", "bob"].map(|name| {
        let account = json!({"name": name, "password": "marbles of glass"}).to_string();
        server.call("POST", "/api/account", "", &account).0.expect("a session")
    });
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut games, mut rated) = (Vec::new(), 0);
    for kill in 1..=kills {
        let fresh: Vec<String> = (0..15)
            .map(|_| {
                let setup = r#"{"against":"online","control":"300+3","rated":true}"#;
                let game = server.call("POST", "/api/games", &cookies[0], setup).1["game"].as_str().expect("a game").to_owned();
                server.call("POST", &format!("/api/games/{game}/actions"), &cookies[1], r#"{"do":"join"}"#);
                game
            })
            .collect();
        // Two threads resign the games from both ends of the list, until the connection breaks.
        let ends = [fresh.clone(), fresh.iter().rev().cloned().collect()].map(|list| {
            let (address, cookie) = (server.address.clone(), cookies[random.next() as usize % 2].clone());
            std::thread::spawn(move || list.iter().take_while(|game| resign(&address, &cookie, game).is_ok()).count())
        });
        tokio::time::sleep(Duration::from_millis(random.next() % 60)).await;
        drop(server);
        for end in ends {
            end.join().expect("a player does not fall over");
        }

        server = Server::start(&data);
        games.extend(fresh);
        rated = 0;
        for game in &games {
            let state = server.call("GET", &format!("/api/games/{game}"), &cookies[0], "").1;
            let changes = ["black", "white"].map(|color| state["players"][color]["change"].is_i64());
            assert_eq!(changes, [state["status"] == "over"; 2], "kill {kill}: {state}");
            rated += i64::from(changes[0]);
        }
        for name in ["ada", "bob"] {
            let blitz = server.call("GET", &format!("/api/users/{name}"), "", "").1["ratings"]["blitz"].clone();
            let count = ["won", "drawn", "lost"].map(|result| blitz[result].as_i64().unwrap_or_default()).iter().sum::<i64>();
            assert_eq!(count, rated, "kill {kill}: {blitz}");
        }
    }
    assert!(rated > 0, "no game was rated, that says nothing");
    println!("{rated} of {} rated games had ended at the last of {kills} kills", games.len());
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
    assert!(String::from_utf8_lossy(&output.stdout).contains("4 games with "), "{output:?}");
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
    let mut game: Option<Game> = None;
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
                let start: Position = message["start"].as_str().and_then(|text| text.parse().ok()).expect("a position");
                let rules: Rules = message["rules"].as_str().and_then(|text| text.parse().ok()).expect("rules");
                game = Some(Game::from_position(start, rules));
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
            let m = game.position().parse_move(&text).expect("a legal move");
            game.play(m).expect("a legal move");
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
