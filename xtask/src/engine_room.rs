//! `cargo xtask engine-room`: a server on this machine, whose engine room is visited by our engine at every level.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{cargo, finish, target};

mod halves;

/// The clock of the games: only the highest level needs its time.
const CLOCK: &str = "3+1";
/// How often the list is looked at.
const LOOK: Duration = Duration::from_secs(2);
/// How long to wait for the next game before something is wrong.
const PATIENCE: Duration = Duration::from_mins(5);

/// Programs that belong together, killed when they go out of scope.
struct Programs(Vec<Child>);

impl Drop for Programs {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Lets the levels up to `levels` play until this many games have ended; prints the list, which `sumito rank` computes from the downloaded games. An error
/// if a level is not rated or rated above a higher one, or if the intervals of two halves of the games disagree more often than they may.
pub(crate) fn run(games: u32, levels: u32) -> Result<(), String> {
    finish(&mut cargo("build --quiet -p sumito"))?;
    let (program, folder) = (target().join("debug/sumito"), target().join("engine-room"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut programs = Programs(Vec::new());
    let address = serve(&program, &folder, &mut programs)?;
    for level in 1..=levels {
        let token = account(&address, &format!("level-{level}"))?;
        let file = folder.join(format!("level-{level}.token"));
        fs::write(&file, token).map_err(|error| format!("{}: {error}", file.display()))?;
        let mut bot = Command::new(&program);
        bot.args(["bot", "--become-bot", "--room", "--server", &format!("http://{address}"), "--level", &level.to_string()]);
        bot.arg("--token-file").arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        programs.0.push(bot.spawn().map_err(|error| error.to_string())?);
    }
    let (begun, mut last) = (Instant::now(), (0, Instant::now()));
    loop {
        sleep(LOOK);
        let room: Value =
            serde_json::from_str(&ask(&address, "GET", "/api/room", "", "")?.1).map_err(|error| error.to_string())?;
        let played = room["games"].as_u64().unwrap_or(0);
        if played > last.0 {
            last = (played, Instant::now());
            eprint!("\r{played} of {games} games, {} s ", begun.elapsed().as_secs());
        }
        if played >= u64::from(games) {
            eprintln!();
            return report(&program, &folder, &address, &room);
        }
        if last.1.elapsed() > PATIENCE {
            return Err(format!("no game has ended for {} s: {room:#}", PATIENCE.as_secs()));
        }
    }
}

fn serve(program: &Path, folder: &Path, programs: &mut Programs) -> Result<String, String> {
    let mut server = Command::new(program);
    server.args(["serve", "--quiet", "--listen", "127.0.0.1:0", "--engine-threads", "1", "--room-clock", CLOCK, "--data"]);
    let mut server = server.arg(folder).stdout(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let mut line = String::new();
    let read = BufReader::new(server.stdout.take().expect("a pipe")).read_line(&mut line);
    programs.0.push(server);
    read.map_err(|error| error.to_string())?;
    let (_, address) = line.trim().rsplit_once("//").ok_or_else(|| format!("expected an address, found '{line}'"))?;
    Ok(address.trim_end_matches('/').to_owned())
}

/// A new account, and its token.
fn account(address: &str, name: &str) -> Result<String, String> {
    let (cookie, _) =
        ask(address, "POST", "/api/account", "", &json!({"name": name, "password": "marbles of glass"}).to_string())?;
    let cookie = cookie.ok_or_else(|| format!("{name} has no session"))?;
    let (_, token) = ask(address, "POST", "/api/tokens", &cookie, r#"{"scope": "bot"}"#)?;
    let token: Value = serde_json::from_str(&token).map_err(|error| error.to_string())?;
    token["token"].as_str().map(str::to_owned).ok_or_else(|| format!("{name} has no token: {token}"))
}

/// Sends a request; the cookie that is set, and the body.
fn ask(address: &str, method: &str, path: &str, cookie: &str, body: &str) -> Result<(Option<String>, String), String> {
    let exchange = || {
        let mut stream = TcpStream::connect(address)?;
        let head =
            format!("{method} {path} HTTP/1.0\r\nHost: {address}\r\nCookie: {cookie}\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all(format!("{head}{body}").as_bytes())?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        Ok::<_, std::io::Error>(text)
    };
    let text = exchange().map_err(|error| format!("{path}: {error}"))?;
    let (head, body) = text.split_once("\r\n\r\n").ok_or_else(|| format!("{path}: the response was cut off"))?;
    if !head.split(' ').nth(1).is_some_and(|status| status.starts_with('2')) {
        return Err(format!("{path}: {body}"));
    }
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next());
    Ok((cookie.map(str::to_owned), body.to_owned()))
}

/// Prints the list, and checks it: everybody is rated, in order, and the intervals keep their promise.
fn report(program: &Path, folder: &Path, address: &str, room: &Value) -> Result<(), String> {
    let games = ask(address, "GET", "/api/room/games", "", "")?.1;
    let file = save(folder, "games", &games)?;
    finish(Command::new(program).arg("rank").arg(&file))?;
    let empty = Vec::new();
    let rated = room["rated"].as_array().unwrap_or(&empty);
    if let Some(missing) = room["notRated"].as_array().and_then(|missing| missing.first()) {
        return Err(format!("a level is not rated: {missing:#}"));
    }
    let level = |entry: &Value| entry["name"].as_str()?.strip_prefix("level-")?.parse::<u32>().ok();
    let order: Vec<u32> = rated.iter().filter_map(level).collect();
    if !order.is_sorted_by(|higher, lower| higher > lower) {
        return Err(format!("the levels are not in order, from the strongest on: {order:?}"));
    }
    let labels: Vec<&str> = rated.iter().filter_map(|entry| entry["label"].as_str()).collect();
    halves::compare(program, &labels, &halves::split(folder, &games)?)
}

fn save(folder: &Path, name: &str, games: &str) -> Result<PathBuf, String> {
    let file = folder.join(format!("{name}.apgn"));
    fs::write(&file, games).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(file)
}
