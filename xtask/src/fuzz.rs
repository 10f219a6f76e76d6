//! Fuzzing: `cargo xtask fuzz TARGET`, and a short run of every target as part of the checks.
//!
//! The targets are those of cargo-fuzz, but neither it nor a nightly compiler is needed: the flags that count coverage are stable.
//! The address sanitizer is left out: it has nothing to find where `unsafe` is forbidden.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::{cargo, finish, host, root};

/// Seconds per target in the checks.
const SHORT: u32 = 4;

const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg=fuzzing -Dwarnings";

/// A short run of every target.
pub(crate) fn run_all() -> Result<(), String> {
    build()?;
    for target in targets()? {
        run_built(&target, SHORT)?;
    }
    Ok(())
}

/// Runs one target.
pub(crate) fn run(target: &str, seconds: u32) -> Result<(), String> {
    let targets = targets()?;
    if !targets.iter().any(|known| known == target) {
        return Err(format!("there is no fuzz target '{target}'; the targets are {}", targets.join(", ")));
    }
    build()?;
    run_built(target, seconds)
}

/// The names of the files in `fuzz/fuzz_targets`.
fn targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        files.filter_map(|file| Some(file.ok()?.path().file_stem()?.to_string_lossy().into_owned())).collect();
    names.sort();
    Ok(names)
}

fn build() -> Result<(), String> {
    // Naming a target keeps the flags out of build scripts.
    let mut build = cargo("build --quiet --release --locked --manifest-path fuzz/Cargo.toml --target");
    build.arg(host()?).env("RUSTFLAGS", FLAGS).env("CARGO_TARGET_DIR", root().join("fuzz/target"));
    finish(&mut build).map_err(|message| match Command::new("c++").arg("--version").output() {
        Ok(_) => message,
        Err(_) => format!("{message}\nthe fuzz targets need a C++ compiler: install g++ or clang"),
    })
}

fn run_built(target: &str, seconds: u32) -> Result<(), String> {
    let fuzz = root().join("fuzz");
    // New inputs go into the first folder; the committed corpus is read-only.
    let (found, corpus, artifacts) =
        (fuzz.join("target/corpus").join(target), fuzz.join("corpus").join(target), fuzz.join("artifacts"));
    for folder in [&found, &artifacts] {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    if !corpus.is_dir() {
        return Err(format!("{} is missing: give the target some inputs to start from", corpus.display()));
    }
    let program: PathBuf = [fuzz.join("target"), host()?.into(), "release".into(), target.into()].iter().collect();
    println!("fuzzing {target} for {seconds} s");
    let output = Command::new(program)
        .current_dir(root())
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-artifact_prefix={}/{target}-", artifacts.display()))
        .args(["-timeout=10", "-print_final_stats=1"])
        .args([found, corpus])
        .output()
        .map_err(|error| format!("{target}: {error}"))?;
    let log = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{log}\nfuzz target {target} failed; the input is in fuzz/artifacts"));
    }
    let tried = log.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:")).unwrap_or("?").trim();
    println!("fuzzing {target}: {tried} inputs, no failures");
    Ok(())
}
