//! `cargo xtask wasm`: builds the WebAssembly module, `web/sumito.wasm`, which is committed; and the check that it is up to date.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::sources::{Built, Sources};
use crate::{cargo, finish, host, root, shown};

mod debian;

const TARGET: &str = "wasm32-unknown-unknown";
const MODULE: &str = "web/sumito.wasm";
const BUILT: Built = Built { result: MODULE, file: "web/sumito.wasm.sources", chore: "wasm" };

/// Builds the module and records its sources.
pub(crate) fn build() -> Result<(), String> {
    let start = Instant::now();
    // Read first, so that a change during the build makes the module stale.
    let sources = sources()?;
    let mut build = cargo("rustc --package sumito-wasm --lib --crate-type cdylib --profile wasm --locked --target");
    build.arg(TARGET).env("CARGO_TARGET_DIR", folder());
    if sysroot()?.join("lib/rustlib").join(TARGET).is_dir() {
        println!("compiler: rustup's, with its {TARGET} target");
    } else {
        debian::compile_with(&mut build)?;
    }
    build.env("CARGO_ENCODED_RUSTFLAGS", flags().join("\x1f"));
    println!("building {MODULE}");
    finish(&mut build)?;
    let built = folder().join(TARGET).join("wasm/sumito_wasm.wasm");
    let module = root().join(MODULE);
    let size = fs::copy(&built, &module).map_err(|error| format!("{} to {}: {error}", built.display(), module.display()))?;
    BUILT.write(&sources)?;
    println!("{MODULE}: {} kB in {:.0} s", size / 1000, start.elapsed().as_secs_f64());
    Ok(())
}

/// What the module is built from.
fn sources() -> Result<Sources, String> {
    let crates = ["sumito-rules", "sumito-engine", "sumito-wasm"];
    let parts = crates.iter().flat_map(|name| ["Cargo.toml", "src"].map(|part| format!("crates/{name}/{part}")));
    let data = ["network.bin", "book.bin"].map(|name| format!("crates/sumito-engine/{name}"));
    let paths: Vec<String> = parts.chain(data).collect();
    Sources::read(paths.iter().map(String::as_str))
}

/// Checks that the module was built from these sources and agrees with the native build.
pub(crate) fn check() -> Result<(), String> {
    BUILT.check(&sources()?)?;
    if Command::new("node").arg("--version").output().is_err() {
        return Err("the module of the browser runs in node here, and there is none: install Node.js 20.19 or later".to_owned());
    }
    finish(&mut cargo("build --quiet --release --package sumito-wasm --example commands"))?;
    let native = Command::new(root().join("target/release/examples/commands"));
    let mut wasm = Command::new("node");
    wasm.arg("crates/sumito-wasm/examples/commands.mjs").arg(MODULE);
    let [native, wasm] = [native, wasm].map(|mut program| answers(&mut program));
    let (native, wasm) = (native?, wasm?);
    for (command, (native, wasm)) in COMMANDS.into_iter().zip(native.iter().zip(&wasm)) {
        let is_steady = |line: &&str| !line.starts_with("info ");
        let steady =
            |answer: &str| answer.lines().filter(is_steady).map(|line| without_time(line).to_owned()).collect::<Vec<_>>();
        if steady(native) != steady(wasm) {
            return Err(format!("'{command}' is answered differently\nnative:\n{native}\nmodule:\n{wasm}"));
        }
    }
    if native.len() != COMMANDS.len() || wasm.len() != COMMANDS.len() {
        let counts = (native.len(), wasm.len());
        return Err(format!("{} commands, {} native answers, {} of the module", COMMANDS.len(), counts.0, counts.1));
    }
    let [native, wasm] = [speed(&native), speed(&wasm)];
    println!("{} commands: the answers agree with the native build", COMMANDS.len());
    println!("speed: {wasm:.0} nodes per second, native {native:.0}: {:.0} %", 100.0 * wasm / native);
    Ok(())
}

/// The commands for both. The bench is repeated and the best result counts, because a module starts slowly.
const COMMANDS: [&str; 33] = [
    "perft 4 standard",
    "perft 4 belgian-daisy",
    "perft 4 german-daisy",
    "perft 3 the-wall moves d1d2",
    "perft 4 5/6/7/1bbw4/3wwbbb1/8/7/6/wwbbb b 3 5",
    "bench 8",
    "bench 8",
    "bench 8",
    "bench 8",
    "layouts",
    "moves nacre alien-attack",
    "try a5,a4,a3 west 5/6/7/8/9/8/7/6/wwbbb b",
    "try a1-c3 east standard",
    "play a5a4 5/6/7/8/9/8/7/6/wwbbb b 0 5",
    "replay playstrategy belgian-daisy rules blitz moves a1b2 i5h5 b2c3",
    "survey ww1bb/wwwbbb/1ww1bb1/3wb3/3bbww2/8/1bb1ww1/bb2ww/b3w b",
    "write apgn belgian-daisy moves a1b2 i5h5",
    "tree 1 belgian-daisy 1.a1b2! i5h5 (1...i6h6 {quieter}) 2.a2b3",
    "analyse 3000 belgian-daisy moves a1b2 i5h5 b2c3",
    "replay four-teams moves a1b2 White:flag Red:resigned",
    "best 2 7 three moves i5h5",
    "best 5 7 six-teams",
    "best nodes=5000 7 four-belgian",
    "setoption name Seed value 7",
    "position layout belgian-daisy moves a1b2 i5h5 b2c3",
    "setoption name Level value 1",
    "go nodes 5000",
    "setoption name Level value 3",
    "go nodes 5000",
    "setoption name Level value 5",
    "go nodes 5000",
    "setoption name Level value 7",
    "go nodes 5000",
];

/// The answers to all commands.
fn answers(program: &mut Command) -> Result<Vec<String>, String> {
    let spawned = program.current_dir(root()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut running = spawned.map_err(|error| format!("{error}: {}", shown(program)))?;
    let mut input = running.stdin.take().expect("standard input is a pipe");
    // The output may fill its pipe before all commands are read.
    let writer = std::thread::spawn(move || input.write_all((COMMANDS.join("\n") + "\n").as_bytes()));
    let output = running.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() || writer.join().is_err() {
        return Err(format!("{}: {}", output.status, shown(program)));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // A blank line ends an answer, which may be empty.
    let lines: Vec<&str> = text.lines().collect();
    let mut answers: Vec<String> = lines.split(|line| line.is_empty()).map(|answer| answer.join("\n")).collect();
    answers.pop();
    Ok(answers)
}

/// A line without its last field, if that is a time.
fn without_time(line: &str) -> &str {
    line.split_once("\tmilliseconds=").map_or(line, |(line, _)| line)
}

/// Nodes per second of the fastest bench.
fn speed(answers: &[String]) -> f64 {
    let field = |line: &str, key: &str| line.split('\t').find_map(|field| field.strip_prefix(key)?.parse::<f64>().ok());
    let rates = answers.iter().filter_map(|line| Some(1000.0 * field(line, "nodes=")? / field(line, "milliseconds=")?.max(1.0)));
    rates.fold(0.0, f64::max)
}

/// SIMD, stack space for deep searches, and no local paths in the module.
fn flags() -> Vec<String> {
    let mut flags: Vec<String> = ["-Ctarget-feature=+simd128", "-Clink-arg=-zstack-size=4194304"].map(str::to_owned).to_vec();
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    // The last match applies.
    let prefixes = [home.map(|home| (home, "/cargo")), Some((root(), "/sumito")), Some((folder(), "/wasm"))];
    flags.extend(prefixes.into_iter().flatten().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display())));
    flags
}

/// Where the module is built.
fn folder() -> PathBuf {
    root().join("target/wasm")
}

/// The folder of rustup's compiler.
fn sysroot() -> Result<PathBuf, String> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output().map_err(|error| format!("rustc: {error}"))?;
    Ok(Path::new(String::from_utf8_lossy(&output.stdout).trim()).to_owned())
}

/// The linker that comes with rustup's compiler.
fn linker() -> Result<PathBuf, String> {
    Ok(sysroot()?.join("lib/rustlib").join(host()?).join("bin/rust-lld"))
}
