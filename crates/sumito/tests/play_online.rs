//! Plays on a real server, in real pseudo-terminals.

#![cfg(target_os = "linux")]

#[path = "play/lossy.rs"]
mod lossy;
#[path = "kill/server.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod server;
#[path = "play/terminal.rs"]
mod terminal;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Server, folder};
use terminal::{ENTER_SCREEN, LEAVE_SCREEN, Terminal};

/// A server with its data in a folder, which is also that of the players.
fn serve(name: &str) -> (Server, PathBuf) {
    let data = folder(name);
    fs::create_dir_all(&data).unwrap();
    (Server::start(&data), data)
}

/// The same server again, at the same address.
fn again(data: &Path, address: &str) -> Server {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sumito"));
    command.args(["serve", "--engine-threads", "1", "--listen", address, "--data"]).arg(data).stdin(Stdio::null());
    Server::run(command)
}

/// A player at a terminal, with a folder of their own.
fn player(data: &Path, name: &str, server: &str, arguments: &str) -> Terminal {
    Terminal::start(&data.join(name), &format!("--server http://{server} {arguments}"))
}

/// An account, and the file of its token.
fn account(server: &Server, data: &Path, name: &str) -> PathBuf {
    let credentials = json!({"name": name, "password": "marbles of glass"}).to_string();
    let (cookie, _) = server.call("POST", "/api/account", "", &credentials);
    let token = server.call("POST", "/api/tokens", &cookie.expect("a session"), r#"{"scope": "play"}"#).1;
    let file = data.join(format!("{name}.token"));
    fs::write(&file, token["token"].as_str().unwrap()).unwrap();
    file
}

/// Black opens a seat, and White takes it.
fn meet(server: &Server, data: &Path, black: &str, white: &str) -> [Terminal; 2] {
    let mut first = player(data, "black", black, "--seek 600 --as black --color never --ascii");
    first.wait_for("waiting for an opponent");
    first.wait_for("/game/");
    // The lobby lists it as soon as the server knows that somebody waits there.
    let begun = Instant::now();
    while server.call("GET", "/api/lobby", "", "").1["openSeats"] == json!([]) {
        assert!(begun.elapsed() < Duration::from_mins(1), "the seat is not in the lobby");
        sleep(Duration::from_millis(50));
    }
    let mut second = player(data, "white", white, "--seek 600 --color never --ascii");
    second.wait_for("Black to move");
    first.wait_for("Black to move: your turn");
    [first, second]
}

/// The only game that is being played.
fn playing(server: &Server) -> Value {
    let games = server.call("GET", "/api/games?status=playing", "", "").1;
    let game = games["games"][0]["game"].as_str().expect("a game").to_owned();
    server.call("GET", &format!("/api/games/{game}"), "", "").1
}

/// Two guests who want the same clock meet. They move by keys and mouse, talk, take back, agree to a draw, save, and play again.
#[test]
fn two_guests_meet_play_and_part() {
    let (server, data) = serve("online-meet");
    let [mut black, mut white] = meet(&server, &data, &server.address, &server.address);
    assert!(black.written.contains('\x07'), "whoever waited is called");
    black.press("\ra1b2\r");
    white.wait_for("White to move: your turn");
    // By mouse: both ends of a row, and the cell in front of it.
    for cell in ["i5", "g5", "f5"] {
        white.click(cell, true);
    }
    black.wait_for("1. a1b2    i5h5");
    // By cursor and direction keys: from e5 to d4, then up and to the left.
    black.press("z w");
    white.wait_for("2. d4e4");
    black.wait_for("White to move");
    black.press("thave fun\r");
    white.wait_for("Black: have fun");
    black.wait_for("you: have fun");
    // White lets Black take the move back.
    black.press("u");
    black.wait_for("you have asked to take a move back");
    white.wait_for("your opponent wants to take a move");
    white.press("u");
    black.wait_for("you took a move back");
    white.wait_for("Black took a move back");
    // A draw is declined, and then agreed on.
    black.press("=y");
    white.wait_for("your opponent offers a draw");
    white.press("-");
    black.wait_for("White declined the draw");
    black.press("\rb2c3\r");
    white.wait_for("2. b2c3");
    white.press("=y");
    black.wait_for("your opponent offers a draw");
    black.press("=");
    black.wait_for("Agree to a draw? y/n");
    black.press("y");
    for terminal in [&mut black, &mut white] {
        terminal.wait_for("drawn by agreement");
    }
    black.press("s");
    black.wait_for("save as: sumito-");
    black.press("\r");
    black.wait_for("saved as sumito-");
    let files: Vec<PathBuf> = fs::read_dir(data.join("black")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let file = files.iter().find(|file| file.extension().is_some_and(|extension| extension == "apgn")).expect("a record");
    let record = fs::read_to_string(file).unwrap();
    assert!(
        record.contains("i5h5 {[%clk 0:") && record.contains("1/2-1/2") && record.contains("[TimeControl \"600\"]"),
        "{record}"
    );
    // A rematch with the other colors.
    white.press("n");
    black.wait_for("your opponent offers a rematch");
    black.press("n");
    white.wait_for("Black to move: your turn");
    black.wait_for("the rematch begins");
    white.press("r");
    white.wait_for("Abort the game? y/n");
    white.press("y");
    black.wait_for("the game was aborted");
    black.press("q");
    black.wait_for_output(LEAVE_SCREEN);
    black.wait_for_output("ended 0");
    white.press("\x03");
    white.wait_for_output("ended 0");
}

/// The server is killed in the middle of a game, and one terminal as well. A move made meanwhile arrives, and everybody finds their seats again.
#[test]
fn a_server_and_a_terminal_die_and_nothing_is_lost() {
    let (server, data) = serve("online-restart");
    let address = server.address.clone();
    let [mut black, mut white] = meet(&server, &data, &address, &address);
    black.press("\ra1b2\r");
    white.wait_for("White to move: your turn");
    white.press("\ri5h5\r");
    black.wait_for("1. a1b2    i5h5");
    black.wait_for("Black to move: your turn");

    drop(server);
    black.wait_for("no connection, trying again");
    black.press("\rb2c3\r");
    black.wait_for("b2c3 is sent again when the server is");
    let server = again(&data, &address);
    white.wait_for("2. b2c3");
    white.wait_for("White to move: your turn");
    black.wait_until("the connection", |terminal| terminal.screen.lines().iter().all(|line| !line.contains("no connection")));
    assert_eq!(playing(&server)["moves"], json!(["a1b2", "i5h5", "b2c3"]));

    // The terminal of White is gone without a word; White comes back as the same guest, by the lobby.
    let killed = Command::new("kill").args(["-KILL", &white.program().to_string()]).status().unwrap();
    assert!(killed.success());
    drop(white);
    black.wait_for("White is away; the game can be claimed");
    let mut white = player(&data, "white", &address, "--color never --ascii");
    white.wait_for("> against Guest  600  casual  Belgian Daisy  your turn");
    white.press("\r");
    white.wait_for("White to move: your turn");
    black.wait_until("White's return", |terminal| terminal.screen.lines().iter().all(|line| !line.contains("is away")));
    white.press("\rh5g5\r");
    black.wait_for("2. b2c3    h5g5");
    black.press("ry");
    white.wait_for("White won: Black resigned");
    // Back to the lobby, where the game is no longer a game of one's own.
    white.press("q");
    white.wait_for("Nobody is waiting and nobody plays");
    white.press("q");
    white.wait_for_output("ended 0");
}

/// The reply to a move is lost on the way: the same move is sent again for the same version, and counts once.
#[test]
fn a_move_whose_reply_was_lost_is_made_once() {
    let (server, data) = serve("online-lost");
    let proxy = lossy::Proxy::start(&server.address, "\"play\"");
    let [mut black, mut white] = meet(&server, &data, &proxy.address, &server.address);
    black.press("\ra1b2\r");
    white.wait_for("White to move: your turn");
    black.wait_for("White to move");
    white.press("\ri5h5\r");
    black.wait_for("Black to move: your turn");
    assert_eq!(playing(&server)["moves"], json!(["a1b2", "i5h5"]));
    let begun = Instant::now();
    while proxy.counts() != (1, 2) {
        assert!(begun.elapsed() < Duration::from_mins(1), "the move is not sent again: {:?}", proxy.counts());
        sleep(Duration::from_millis(50));
    }
    black.press("\rb2c3\r");
    white.wait_for("2. b2c3");
    assert_eq!(playing(&server)["moves"], json!(["a1b2", "i5h5", "b2c3"]));
}

/// With accounts: a challenge is declined with a reason, and accepted; somebody watches by the link.
#[test]
fn players_challenge_each_other_and_others_watch() {
    let (server, data) = serve("online-challenge");
    let [ada, bob] = ["ada", "bob"].map(|name| account(&server, &data, name));
    let token = |file: &Path| format!("--token-file '{}' --color never --ascii", file.display());
    let mut bobs = player(&data, "bob", &server.address, &token(&bob));
    bobs.wait_for("you are bob");
    let challenge = format!("{} --challenge bob --clock 60+1 --as black", token(&ada));
    let mut adas = player(&data, "ada", &server.address, &challenge);
    adas.wait_for("waiting for an answer to the challenge");
    bobs.wait_for("> ada  60+1  casual  Belgian Daisy  you play White");
    bobs.press("d");
    bobs.wait_for("Why do you decline the challenge?");
    bobs.press("3");
    adas.wait_for("the challenge was declined: the clock");
    adas.press("q");
    adas.wait_for_output("ended 0");
    // From the lobby this time.
    let mut adas = player(&data, "ada", &server.address, &token(&ada));
    adas.wait_for("you are ada");
    adas.press("cbob 600\r");
    adas.wait_for("waiting for an answer to the challenge");
    bobs.wait_for("> ada  600  casual  Belgian Daisy");
    bobs.press("\r");
    bobs.wait_for("to move");
    adas.wait_for("to move");
    let game = playing(&server)["game"].as_str().unwrap().to_owned();
    let link = format!("http://{}/game/{game} --color never --ascii", server.address);
    let mut watcher = Terminal::start(&data.join("watcher"), &link);
    watcher.wait_for("you are watching");
    watcher.press(" ");
    watcher.wait_for("you are watching: only the players move");
    // Whoever has Black begins.
    let black = if playing(&server)["players"]["black"]["name"] == "ada" { &mut adas } else { &mut bobs };
    black.press("\ra1b2\r");
    watcher.wait_for("1. a1b2");
    black.press("ry");
    watcher.wait_for("the game was aborted");
    watcher.press("q");
    watcher.wait_for_output("ended 0");
    assert!(!data.join("watcher/sumito").exists(), "whoever only watches needs no session");
}

/// The server's engine, with a hint and a takeback.
#[test]
fn the_servers_engine_plays() {
    let (server, data) = serve("online-engine");
    let mut terminal = player(&data, "person", &server.address, "--level 1 --as black --color never --ascii");
    terminal.wait_for("White: sumito level 1");
    terminal.press("\ra1b2\r");
    terminal.wait_for_answer("1. ");
    terminal.press("h");
    terminal.wait_for("hint: ");
    terminal.press("u");
    terminal.wait_for("you took a move back");
    terminal.press("q");
    terminal.wait_for_output("ended 0");
}

/// What is wrong is said before the screen changes.
#[test]
fn mistakes_are_named_at_once() {
    let (server, data) = serve("online-mistakes");
    let here = format!("--server http://{}", server.address);
    let wrong = data.join("wrong");
    fs::write(&wrong, "nobody's").unwrap();
    let two = data.join("two");
    fs::write(&two, "two words").unwrap();
    for (arguments, words, code) in [
        ("--server http://127.0.0.1:1".to_owned(), "cannot reach http://127.0.0.1:1", 1),
        ("--server example.org".to_owned(), "--server: expected a URL such as https://example.org", 2),
        (format!("{here} abcdefghij"), "game abcdefghij: there is nothing here", 1),
        (format!("{here} nonsense"), "expected the id of a game, ten letters and digits, or its link", 2),
        (format!("http://{}/learn", server.address), "expected the link of a game", 2),
        (format!("{here} --token-file '{}'", wrong.display()), "the server does not know the token", 1),
        (format!("{here} --token-file '{}'", two.display()), "expected a token, as the page /account shows it", 1),
        (format!("--token-file '{}'", wrong.display()), "--token-file: say with --server", 2),
        (format!("{here} --challenge nobody"), "account", 1),
        (format!("{here} --seek soon"), "control", 1),
        (format!("{here} --as both"), "--as: expected black or white", 2),
        (format!("{here} --layout three"), "this verb is for positions of two players", 2),
        ("--seek 600".to_owned(), "--server <URL>", 2),
        ("--clock soon".to_owned(), "--clock: expected seconds", 2),
    ] {
        let mut terminal = Terminal::start(&data.join("mistakes"), &format!("{arguments} --color never"));
        terminal.wait_for_output(&format!("ended {code}"));
        assert!(terminal.written.contains(words), "{arguments}: {}", terminal.written);
        assert!(!terminal.written.contains(ENTER_SCREEN), "{arguments}");
    }
}
