//! A full disk loses nothing, also if the program is killed meanwhile. The disk is full for the program alone: a limit of file sizes, which the system lets
//! a test set and lift without being root.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use sumito_rules::{Game, Layout, Rules};

use crate::server::{Random, Response, Server, ask, folder, kills};

const GAMES: usize = 4;
/// Less than any database has: nothing can be written behind it.
const TINY: &str = "4096:unlimited";
/// How soon a refusal comes, and how soon moves are accepted when there is room again.
const SOON: Duration = Duration::from_secs(2);

/// A game with more moves is replaced by a new one before it reaches the server's limit.
const LONG: usize = 500;

/// A game, its moves that were acknowledged, and when the last answers of each kind came.
struct Played {
    game: String,
    acknowledged: Mutex<Vec<String>>,
    accepted: Mutex<Option<Instant>>,
    refused: Mutex<Option<Instant>>,
    /// How long a refusal took at most.
    slowest: Mutex<Duration>,
    stop: AtomicBool,
}

impl Server {
    /// Lets no file of the program grow any more, or lifts that limit.
    fn fill_disk(&self, full: bool) {
        let limit = format!("--fsize={}", if full { TINY } else { "unlimited:unlimited" });
        let set = Command::new("prlimit").args(["--pid", &self.child.id().to_string(), &limit]).status();
        assert!(set.expect("prlimit runs").success());
    }

    fn health(&self) -> (u16, String, Duration) {
        let begun = Instant::now();
        let Response { status, body, .. } = ask(&self.address, "GET", "/health", "", "").expect("the server answers");
        (status, body, begun.elapsed())
    }
}

#[test]
fn a_full_disk_loses_no_move_that_was_acknowledged_and_is_survived() {
    let data = folder("full-disk");
    let mut server = Server::start(&data);
    let cookie = server.call("POST", "/api/me", "", "").0.expect("a session");
    let mut games: Vec<Arc<Played>> = (0..GAMES).map(|_| Arc::new(set_up(&server, &cookie))).collect();
    let mut random = Random(0x1234_5678_9abc_def1);
    // Moves of games that were replaced by new ones, and moves in all.
    let (mut replaced, mut survived, mut slowest) = (0, 0, Duration::ZERO);
    let kills = kills(4, 25);
    for kill in 1..=kills {
        let players: Vec<_> = games.iter().map(|game| play(&server, &cookie, game, random.next())).collect();
        wait(&games, "moves are accepted", |game| game.accepted.lock().unwrap().is_some());
        server.fill_disk(true);
        wait(&games, "moves are refused", |game| game.refused.lock().unwrap().is_some());
        if kill == 1 {
            let (status, reason, took) = server.health();
            assert_eq!(status, 503, "{reason}");
            assert_eq!(reason, "the disk cannot be written to\n");
            assert!(took < Duration::from_secs(1), "{took:?}");
        }
        // Killed while the disk is full, or soon after there is room again.
        if !random.next().is_multiple_of(3) {
            server.fill_disk(false);
            let lifted = Instant::now();
            wait(&games, "moves are accepted again", |game| game.accepted.lock().unwrap().is_some_and(|at| at > lifted));
            slowest = slowest.max(lifted.elapsed());
            assert!(lifted.elapsed() < SOON, "{:?}", lifted.elapsed());
            thread::sleep(Duration::from_millis(random.next() % 100));
        }
        drop(server);
        for player in players {
            player.join().expect("a player does not fall over");
        }

        server = Server::start(&data);
        survived = replaced;
        for played in &mut games {
            let Played { game, acknowledged, accepted, refused, slowest, .. } = played.as_ref();
            let state = server.call("GET", &format!("/api/games/{game}"), "", "").1;
            let moves: Vec<String> = serde_json::from_value(state["moves"].clone()).expect("moves");
            let mut acknowledged = acknowledged.lock().unwrap();
            assert!(moves.starts_with(&acknowledged), "kill {kill}, {game}: acknowledged {acknowledged:?}, saved {moves:?}");
            assert!(moves.len() <= acknowledged.len() + 1, "kill {kill}, {game}: acknowledged {acknowledged:?}, saved {moves:?}");
            survived += moves.len();
            let count = moves.len();
            *acknowledged = moves;
            drop(acknowledged);
            (*accepted.lock().unwrap(), *refused.lock().unwrap()) = (None, None);
            assert!(*slowest.lock().unwrap() < SOON, "a refusal took {slowest:?}");
            if count > LONG {
                replaced += count;
                *played = Arc::new(set_up(&server, &cookie));
            }
        }
        assert_eq!(server.health().0, 200);
    }
    assert!(survived > 0, "no moves say nothing");
    println!("{survived} moves survived {kills} full disks; accepted again after at most {slowest:?}");
}

fn set_up(server: &Server, cookie: &str) -> Played {
    let setup = r#"{"against":"same-screen","layout":"standard","control":"none"}"#;
    let game = server.call("POST", "/api/games", cookie, setup).1["game"].as_str().expect("a game").to_owned();
    Played {
        game,
        acknowledged: Mutex::default(),
        accepted: Mutex::default(),
        refused: Mutex::default(),
        slowest: Mutex::default(),
        stop: AtomicBool::default(),
    }
}

/// Waits until something is true of all games.
fn wait(games: &[Arc<Played>], what: &str, is_true: impl Fn(&Played) -> bool) {
    let begun = Instant::now();
    while !games.iter().all(|game| is_true(game)) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{what}: not within {:?}", begun.elapsed());
        thread::sleep(Duration::from_millis(5));
    }
}

/// Plays random moves until the server is gone. A move that was refused because nothing can be saved is tried again.
fn play(server: &Server, cookie: &str, played: &Arc<Played>, seed: u64) -> JoinHandle<()> {
    let (address, cookie, played) = (server.address.clone(), cookie.to_owned(), Arc::clone(played));
    let mut random = Random(seed);
    thread::spawn(move || {
        let mut game = Game::new(&Layout::STANDARD, Rules::default());
        for text in played.acknowledged.lock().unwrap().iter() {
            let m = game.position().parse_move(text).expect("a legal move");
            game.play(m).expect("a legal move");
        }
        while game.outcome().is_none() && !played.stop.load(Relaxed) {
            let moves = game.legal_moves();
            let m = moves.nth(random.next() as usize % moves.len()).expect("within the list");
            let action = format!(r#"{{"do": "play", "move": "{m}", "version": {}}}"#, game.ply() + 1);
            let begun = Instant::now();
            let path = format!("/api/games/{}/actions", played.game);
            let Ok(answer) = ask(&address, "POST", &path, &cookie, &action) else { return };
            match answer.status {
                200 => {
                    played.acknowledged.lock().unwrap().push(m.to_string());
                    game.play(m).expect("a legal move");
                    *played.accepted.lock().unwrap() = Some(Instant::now());
                }
                503 => {
                    assert_eq!(answer.json()["key"], "cannot-save", "{}", answer.body);
                    *played.refused.lock().unwrap() = Some(Instant::now());
                    let mut slowest = played.slowest.lock().unwrap();
                    *slowest = slowest.max(begun.elapsed());
                    drop(slowest);
                    thread::sleep(Duration::from_millis(50));
                }
                status => panic!("{status}: {}", answer.body),
            }
        }
    })
}
