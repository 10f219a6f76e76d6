//! `sumito bot` and the bot of the tutorial play on a real server: to the end of a game, and through the death of the engine and of the server.

#[path = "kill/server.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod server;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Server, ask, folder};

/// How long a test waits for something.
const PATIENCE: Duration = Duration::from_secs(90);

/// A program that plays; killed when it goes out of scope.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An account: its name, its cookie, and a file with a token that may do all that bots do.
struct Account {
    name: String,
    cookie: String,
    token: PathBuf,
}

impl Account {
    fn new(server: &Server, data: &Path, name: &str) -> Account {
        let credentials = json!({"name": name, "password": "marbles of glass"}).to_string();
        let (cookie, _) = server.call("POST", "/api/account", "", &credentials);
        let cookie = cookie.expect("a session");
        let token = server.call("POST", "/api/tokens", &cookie, r#"{"scope": "bot"}"#).1;
        let file = data.join(format!("{name}.token"));
        fs::write(&file, token["token"].as_str().unwrap()).unwrap();
        Account { name: name.to_owned(), cookie, token: file }
    }

    fn become_bot(&self, server: &Server) {
        let made = ask(&server.address, "POST", "/api/account/bot", &self.cookie, "").unwrap();
        assert_eq!(made.status, 200, "{}", made.body);
    }

    fn challenge(&self, server: &Server, opponent: &Account, control: &str) -> String {
        let game = json!({"against": "online", "opponent": opponent.name, "control": control, "color": "black"}).to_string();
        server.call("POST", "/api/games", &self.cookie, &game).1["game"].as_str().expect("a game").to_owned()
    }
}

fn bot(server: &Server, account: &Account, rest: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sumito"));
    command.args(["bot", "--become-bot", "--server", &format!("http://{}", server.address), "--token-file"]);
    command.arg(&account.token).args(rest).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn start(mut command: Command) -> Program {
    Program(command.spawn().expect("the program starts"))
}

fn source(file: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file).display().to_string()
}

fn state(server: &Server, game: &str) -> Value {
    server.call("GET", &format!("/api/games/{game}"), "", "").1
}

/// Waits until the state of a game is as wanted.
fn wait(server: &Server, game: &str, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let state = state(server, game);
        if wanted(&state) {
            return state;
        }
        assert!(begun.elapsed() < PATIENCE, "{what}: {state}");
        sleep(Duration::from_millis(50));
    }
}

fn plies(state: &Value) -> usize {
    state["moves"].as_array().map_or(0, Vec::len)
}

/// Our engine against the tiny one, whose program dies once and whose server is killed and starts again in the middle of the game.
#[test]
fn two_engines_play_to_the_end_through_the_death_of_an_engine_and_of_the_server() {
    let data = folder("bot-duel");
    fs::create_dir_all(&data).unwrap();
    let mut server = Server::start(&data);
    let (ours, tiny) = (Account::new(&server, &data, "ours"), Account::new(&server, &data, "tiny"));
    // The program does the same, but it may start after the challenge.
    ours.become_bot(&server);
    let settings = data.join("bot.toml");
    fs::write(&settings, "greeting = 'Hello!'\nmove-time = 50\n[engine.options]\nLevel = 2\n").unwrap();
    let first = bot(&server, &ours, &["--config", settings.to_str().unwrap()]);
    let mut second = bot(&server, &tiny, &["--", "python3", &source("tests/tiny_engine.py")]);
    let died = data.join("died");
    second.env("TINY_DIES", &died);
    let _programs = [start(first), start(second)];
    let game = ours.challenge(&server, &tiny, "60+1");
    wait(&server, &game, "ten moves", |state| plies(state) >= 10);
    assert!(died.exists(), "the tiny engine has died once");
    let chat = server.call("GET", &format!("/api/games/{game}/chat"), &ours.cookie, "").1;
    assert_eq!(chat["chat"][0]["text"], "Hello!");

    server = start_again(server, &data);
    let before = plies(&state(&server, &game));
    wait(&server, &game, "more moves", |state| plies(state) > before + 4 || state["status"] == "over");
    let over = wait(&server, &game, "the end", |state| state["status"] == "over");
    assert_ne!(over["outcome"]["key"], "won-on-time", "{over}");
    for color in ["black", "white"] {
        assert_eq!(over["players"][color]["bot"], true);
    }
}

/// The server starts again where it was: bots know no other address.
fn start_again(server: Server, data: &Path) -> Server {
    let address = server.address.clone();
    drop(server);
    let mut command = Command::new(env!("CARGO_BIN_EXE_sumito"));
    command.args(["serve", "--engine-threads", "1", "--listen", &address, "--data"]).arg(data).stdin(Stdio::null());
    Server::run(command)
}

/// The bot of docs/bots.md takes challenges and moves, finds its games again after the server has died, and is as short as it is said to be.
#[test]
fn the_bot_of_the_tutorial_plays_through_the_death_of_the_server() {
    let text = fs::read_to_string(source("../../docs/bot.py")).unwrap();
    assert!(text.lines().count() <= 30 && text.lines().all(|line| line.len() <= 120), "docs/bots.md says 30 lines");
    let data = folder("bot-tutorial");
    fs::create_dir_all(&data).unwrap();
    let mut server = Server::start(&data);
    let [ada, bob, robo] = ["ada", "bob", "robo"].map(|name| Account::new(&server, &data, name));
    robo.become_bot(&server);
    let mut command = Command::new("python3");
    let said = data.join("bot.txt");
    command.arg(source("../../docs/bot.py")).arg(format!("http://{}", server.address)).arg(&robo.token).stdin(Stdio::null());
    command.stdout(fs::File::create(&said).unwrap());
    let _robo = start(command);
    let games = [&ada, &bob].map(|account| account.challenge(&server, &robo, "600"));
    let mut from = "a1";
    for (n, to) in ["b2", "c3", "d4"].into_iter().enumerate() {
        if n == 1 {
            server = start_again(server, &data);
        }
        for (account, game) in [&ada, &bob].into_iter().zip(&games) {
            let state = wait(&server, game, "our turn", |state| state["status"] == "playing" && plies(state) == 2 * n);
            let action = json!({"do": "play", "move": format!("{from}{to}"), "version": state["version"]}).to_string();
            let answer = server.call("POST", &format!("/api/games/{game}/actions"), &account.cookie, &action).1;
            assert_eq!(answer["type"], "done", "{answer}");
            if n == 1 {
                // Once more, while it is the bot's turn.
                server = start_again(server, &data);
            }
            let moved = wait(&server, game, "the bot's move", |state| plies(state) == 2 * n + 2);
            assert_eq!((&moved["players"]["white"]["bot"], &moved["turn"]), (&json!(true), &json!("black")));
        }
        from = to;
    }
    for (account, game) in [&ada, &bob].into_iter().zip(&games) {
        server.call("POST", &format!("/api/games/{game}/actions"), &account.cookie, r#"{"do": "resign"}"#);
    }
    let next = bob.challenge(&server, &robo, "600");
    wait(&server, &next, "another game", |state| state["status"] == "playing");
    // Two threads in one game would send moves that are refused.
    let said = fs::read_to_string(said).unwrap();
    assert!(!said.contains("\"key\""), "{said}");
}

/// A bot whose engine never starts plays the moves of its book, and declines what its filters do not want.
#[test]
fn a_bot_plays_from_its_book_and_declines_with_reasons() {
    let data = folder("bot-book");
    fs::create_dir_all(&data).unwrap();
    let server = Server::start(&data);
    let [ada, bob, robo] = ["ada", "bob", "robo"].map(|name| Account::new(&server, &data, name));
    robo.become_bot(&server);
    let (book, settings) = (data.join("book.apgn"), data.join("bot.toml"));
    // White won twice, by its second move.
    fs::write(&book, "[Variant \"belgian\"]\n\n1. a1b2 i5h5 2. b2c3 (2. a2b3 i6h6) h5g5 0-1\n\n").unwrap();
    let text = format!("accept = {{ controls = ['600'], rated = false }}\n[book]\nfiles = ['{}']\n", book.display());
    fs::write(&settings, text).unwrap();
    let _robo = start(bot(&server, &robo, &["--config", settings.to_str().unwrap(), "--", "false"]));

    let fast = ada.challenge(&server, &robo, "60");
    let declined = wait(&server, &fast, "an answer", |state| state["status"] == "aborted");
    assert_eq!((&declined["why"], &declined["reason"]), (&json!("declined"), &json!("too-fast")));
    let game = ada.challenge(&server, &robo, "600");
    wait(&server, &game, "an answer", |state| state["status"] == "playing");
    let second = bob.challenge(&server, &robo, "600");
    let declined = wait(&server, &second, "an answer", |state| state["status"] == "aborted");
    assert_eq!(declined["reason"], "busy");
    for (n, (own, reply)) in [("a1b2", "i5h5"), ("a2b3", "i6h6")].into_iter().enumerate() {
        let action = json!({"do": "play", "move": own, "version": 2 * n + 2});
        let done = server.call("POST", &format!("/api/games/{game}/actions"), &ada.cookie, &action.to_string()).1;
        assert_eq!(done["type"], "done", "{done}");
        let moved = wait(&server, &game, "a move from the book", |state| plies(state) == 2 * n + 2);
        assert_eq!(moved["last"], reply);
    }
}

/// Two bots that both see nothing in a position agree to a draw.
#[test]
fn bots_agree_to_a_draw_by_their_scores() {
    let data = folder("bot-draw");
    fs::create_dir_all(&data).unwrap();
    let server = Server::start(&data);
    let settings = data.join("bot.toml");
    fs::write(&settings, "move-time = 50\n[draw]\nscore = 10\nmoves = 3\n").unwrap();
    let accounts = ["one", "two"].map(|name| Account::new(&server, &data, name));
    // The tiny engine always says that the score is 0.
    let _programs = accounts.each_ref().map(|account| {
        account.become_bot(&server);
        let arguments = ["--config", settings.to_str().unwrap(), "--", "python3", &source("tests/tiny_engine.py")];
        let mut command = bot(&server, account, &arguments);
        // The offer comes while the other side is thinking.
        command.env("TINY_THINKS", "0.3");
        start(command)
    });
    let game = accounts[0].challenge(&server, &accounts[1], "60+1");
    let over = wait(&server, &game, "the end", |state| state["status"] == "over");
    assert_eq!(over["outcome"]["key"], "drawn-by-agreement");
    assert!(plies(&over) >= 5, "each side has seen three even positions: {over}");
}

/// A mistake in a book is shown where it is, before anything happens.
#[test]
fn a_book_is_checked_at_the_start() {
    let data = folder("bot-bad-book");
    fs::create_dir_all(&data).unwrap();
    let (book, settings, token) = (data.join("book.apgn"), data.join("bot.toml"), data.join("token"));
    fs::write(&book, "[Variant \"belgian\"]\n\n1. a1b2 i5h5\n2. a2a3 b9b8 *\n").unwrap();
    fs::write(&settings, format!("[book]\nfiles = ['{}']\n", book.display())).unwrap();
    fs::write(&token, "anything").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sumito"));
    command.args(["bot", "--server", "http://127.0.0.1:1", "--token-file"]).arg(&token).arg("--config").arg(&settings);
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("error: game 1, move 2 of White: 'b9b8'"), "{said}");
    assert!(said.contains("book.apgn, line 4, character 9") && said.contains("2. a2a3 b9b8 *"), "{said}");
}

/// An engine that hangs is started again; one that lies makes the bot resign instead of letting its opponent wait.
#[test]
fn engines_that_hang_or_lie_do_not_keep_anybody_waiting() {
    let data = folder("bot-faults");
    fs::create_dir_all(&data).unwrap();
    let server = Server::start(&data);
    let settings = data.join("bot.toml");
    fs::write(&settings, "move-time = 50\n").unwrap();
    let [ada, hangs, lies] = ["ada", "hangs", "lies"].map(|name| Account::new(&server, &data, name));
    let hung = data.join("hung");
    let mut programs = Vec::new();
    let mut games = Vec::new();
    for (account, fault, value) in [(&hangs, "TINY_HANGS", hung.to_str().unwrap()), (&lies, "TINY_LIES", "always")] {
        account.become_bot(&server);
        let arguments = ["--config", settings.to_str().unwrap(), "--", "python3", &source("tests/tiny_engine.py")];
        let mut command = bot(&server, account, &arguments);
        command.env(fault, value);
        programs.push(start(command));
        let game = ada.challenge(&server, account, "none");
        wait(&server, &game, "an answer", |state| state["status"] == "playing");
        let action = json!({"do": "play", "move": "a1b2", "version": 2});
        let done = server.call("POST", &format!("/api/games/{game}/actions"), &ada.cookie, &action.to_string()).1;
        assert_eq!(done["type"], "done", "{done}");
        games.push(game);
    }
    let resigned = wait(&server, &games[1], "the end", |state| state["status"] == "over");
    assert_eq!((&resigned["outcome"]["key"], &resigned["outcome"]["winner"]), (&json!("won-by-resignation"), &json!("black")));
    wait(&server, &games[0], "a move after all", |state| plies(state) == 2);
    assert!(hung.exists());
}

#[test]
fn an_account_that_is_not_a_bot_is_named() {
    let data = folder("bot-person");
    fs::create_dir_all(&data).unwrap();
    let server = Server::start(&data);
    let ada = Account::new(&server, &data, "ada");
    let run = |token: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sumito"));
        command.args(["bot", "--server", &format!("http://{}", server.address), "--token-file"]).arg(token);
        let output = command.output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let said = run(&ada.token);
    assert!(said.contains("ada is not a bot; --become-bot makes it one for good"), "{said}");
    let wrong = data.join("wrong");
    fs::write(&wrong, "nobody's").unwrap();
    let said = run(&wrong);
    assert!(said.contains("the server does not know the token"), "{said}");
}

/// Three versions of the engine in the engine room: the file of all games gives the same list as the server, and a bot that is stopped leaves.
#[test]
fn the_engine_room_and_rank_agree() {
    let data = folder("bot-room");
    fs::create_dir_all(&data).unwrap();
    let mut command = server::serve(&data);
    command.args(["--engine-threads", "1", "--room-clock", "10+1"]);
    let server = Server::run(command);
    let settings = data.join("bot.toml");
    // Games end soon if everybody resigns early.
    fs::write(&settings, "overhead = 10\n[resign]\nscore = 150\nmoves = 1\n").unwrap();
    let mut programs = Vec::new();
    for level in 1..=3 {
        let account = Account::new(&server, &data, &format!("level-{level}"));
        let level = level.to_string();
        programs.push(start(bot(&server, &account, &["--level", &level, "--room", "--config", settings.to_str().unwrap()])));
    }
    let room = || server.call("GET", "/api/room", "", "").1;
    let begun = Instant::now();
    while room()["games"].as_u64().unwrap() < 12 {
        assert!(begun.elapsed() < PATIENCE, "{:#}", room());
        sleep(Duration::from_millis(200));
    }
    drop(programs);
    // Games that were being played may still end.
    let mut before = room();
    loop {
        sleep(Duration::from_secs(2));
        let now = room();
        if now["games"] == before["games"] {
            break;
        }
        before = now;
    }
    let file = data.join("games.apgn");
    let games = ask(&server.address, "GET", "/api/room/games", "", "").unwrap();
    fs::write(&file, chunks(&games.body)).unwrap();
    let ranked = Command::new(env!("CARGO_BIN_EXE_sumito")).args(["rank", "--format", "json"]).arg(&file).output().unwrap();
    assert!(ranked.status.success(), "{}", String::from_utf8_lossy(&ranked.stderr));
    let ranked: Value = serde_json::from_slice(&ranked.stdout).unwrap();
    let list = room();
    let count = |list: &Value, field: &str| list[field].as_array().unwrap().len();
    assert_eq!((count(&list, "rated"), count(&list, "notRated")), (count(&ranked, "rated"), count(&ranked, "notRated")));
    assert_eq!(list["firstMove"], ranked["firstMove"]);
    assert_eq!(list["drawsBetweenEquals"], ranked["drawsBetweenEquals"]);
    for (ours, theirs) in list["rated"].as_array().unwrap().iter().zip(ranked["rated"].as_array().unwrap()) {
        assert_eq!((&ours["label"], &ours["rank"]), (&theirs["name"], &theirs["rank"]));
        assert_eq!((&ours["rating"], &ours["results"]), (&theirs["rating"], &theirs["games"]));
        assert_eq!(ours["opposition"], theirs["opposition"]);
    }
    for (ours, theirs) in list["notRated"].as_array().unwrap().iter().zip(ranked["notRated"].as_array().unwrap()) {
        assert_eq!((&ours["label"], &ours["notRated"], &ours["results"]), (&theirs["name"], &theirs["reason"], &theirs["games"]));
    }
    let label =
        list["rated"].as_array().into_iter().chain(list["notRated"].as_array()).flatten().next().unwrap()["label"].clone();
    assert!(label.as_str().unwrap().contains(" sumito "), "{label}");
}

/// The content of a body that was sent in chunks, because its length was not known.
fn chunks(body: &str) -> String {
    let (mut rest, mut text) = (body, String::new());
    while let Some((size, more)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).expect("the size of a chunk");
        if size == 0 {
            break;
        }
        text += &more[..size];
        rest = &more[size + 2..];
    }
    text
}

#[test]
fn another_program_says_its_version_in_the_engine_room() {
    let data = folder("bot-version");
    fs::create_dir_all(&data).unwrap();
    let token = data.join("token");
    fs::write(&token, "anything").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sumito"));
    command.args(["bot", "--server", "http://127.0.0.1:1", "--room", "--token-file"]).arg(&token).args(["--", "engine"]);
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("--room: say with --version"), "{said}");
}
