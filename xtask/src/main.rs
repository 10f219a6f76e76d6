//! The project's own chores.

use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

mod bench;
mod browser;
mod deny;
mod engine_room;
mod fuzz;
mod library;
mod nats;
mod postgres;
mod python;
mod simulate;
mod sources;
mod test;
mod wasm;
mod web;

const HELP: &str = "\
The project's own chores.

Usage:
  cargo xtask test [STEP]...     check everything, or only these steps
  cargo xtask fuzz TARGET [SECONDS]
                                 look for inputs that break a target
  cargo xtask faults [SECONDS]   let servers, workers, PostgreSQL and NATS fail at random while 200 games are played, for ten minutes
  cargo xtask wasm               build the module of the browser, web/sumito.wasm
  cargo xtask web                join and minify the scripts and styles of the pages, web/dist
  cargo xtask msrv               check the libraries with the oldest compilers that they promise to support
  cargo xtask bench              measure the rules and the engine: perft, random games, nodes of a search, how soon it stops
  cargo xtask bench nodes [RATE [SECONDS]]
                                 measure one server and two, with SQLite, PostgreSQL and NATS: response times and CPU per move
  cargo xtask engine-room [GAMES [LEVELS]]
                                 let our levels play in the engine room of a server on this machine, and check their order
  cargo xtask simulate [PLAYERS] what a site with this many players at once needs, from measured costs
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["test", ref steps @ ..] => test::run(steps),
        ["fuzz", target] => fuzz::run(target, 60),
        ["fuzz", target, seconds] => match seconds.parse() {
            Ok(seconds) => fuzz::run(target, seconds),
            Err(_) => Err(format!("expected a number of seconds, found '{seconds}'")),
        },
        ["faults"] => postgres::test_faults(None),
        ["faults", seconds] => postgres::test_faults(Some(seconds)),
        ["wasm"] => wasm::build(),
        ["web"] => web::build(),
        ["msrv"] => library::msrv(),
        ["bench"] => bench::run(),
        ["bench", "nodes", ref numbers @ ..] if numbers.len() <= 2 => {
            let number = |n: usize, default| numbers.get(n).map_or(Ok(default), |text| parse(text));
            number(0, 500).and_then(|rate| bench::nodes::run(rate, number(1, 30)?))
        }
        ["engine-room", ref numbers @ ..] if numbers.len() <= 2 => {
            let number = |n: usize, default| numbers.get(n).map_or(Ok(default), |text| parse(text));
            number(0, 400).and_then(|games| engine_room::run(games, number(1, 10)?.clamp(2, 10)))
        }
        ["simulate"] => simulate::run(1_000_000),
        ["simulate", players] => parse(players).and_then(simulate::run),
        ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        [] => Err(format!("expected a chore\n\n{HELP}")),
        [other, ..] => Err(format!("unknown chore or wrong arguments: '{other}'\n\n{HELP}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn parse(number: &str) -> Result<u32, String> {
    number.parse().map_err(|_| format!("expected a number, found '{number}'"))
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let mut root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.pop();
    root
}

/// The folder for what is built.
fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// The cargo that runs this, in the folder of the workspace.
fn cargo(words: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(words.split(' '));
    command
}

/// The machine's target triple.
fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned).ok_or("rustc -vV names no host".to_owned())
}

/// Runs a command to completion; an error names it.
fn finish(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{status}: {}", shown(command))),
        Err(error) => Err(format!("{error}: {}", shown(command))),
    }
}

/// Installs a Debian package if possible; otherwise the advice says what to do.
fn install(package: &str, advice: &str) -> Result<(), String> {
    if !is_root() || !Path::new("/usr/bin/apt-get").is_file() {
        return Err(advice.to_owned());
    }
    // Steps run side by side, but only one of them can use apt-get.
    let lock = File::create(env::temp_dir().join("sumito-install.lock")).map_err(|error| error.to_string())?;
    lock.lock().map_err(|error| error.to_string())?;
    println!("installing Debian's {package}");
    let apt = |words: &str| {
        let mut command = Command::new("apt-get");
        finish(command.args(words.split(' ')).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt("update --quiet --quiet")
        .and_then(|()| apt(&format!("install --quiet --quiet --yes --no-install-recommends {package}")))
        .map_err(|message| format!("{message}\n{advice}"))
}

/// Whether this runs as root.
fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n")
}

/// The command as a user would type it.
fn shown(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let name = program.rsplit(['/', '\\']).next().unwrap_or(&program).to_owned();
    let words = command.get_args().map(|word| word.to_string_lossy().into_owned());
    std::iter::once(name).chain(words).collect::<Vec<_>>().join(" ")
}
