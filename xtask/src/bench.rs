//! `cargo xtask bench`: the speed of the rules and of the engine, built for processors of the last ten years (x86-64-v3).

pub(crate) mod nodes;

use std::path::PathBuf;
use std::process::Command;

use crate::{cargo, finish, host, root};

const RULES: &str = "--package sumito-rules --bench speed";
const ENGINE: &str = "--package sumito-engine --bench nodes";

/// Measures time, how soon searches stop, and (with callgrind) instructions per perft leaf, per ply of random games and per search
/// node.
pub(crate) fn run() -> Result<(), String> {
    finish(&mut speed(RULES, "perft"))?;
    println!("{:.1} instructions per leaf", instructions(RULES, "perft", " leaves")?);
    finish(&mut speed(RULES, "playouts"))?;
    println!("{:.0} instructions per ply", instructions(RULES, "few-playouts", " plies")?);
    finish(&mut speed(ENGINE, ""))?;
    finish(&mut speed(ENGINE, "stops"))?;
    println!("{:.0} instructions per node", instructions(ENGINE, "", " nodes")?);
    where_they_go()
}

/// The instructions of a measurement, divided by the count that it prints.
fn instructions(bench: &str, what: &str, things: &str) -> Result<f64, String> {
    let runner = format!("CARGO_TARGET_{}_RUNNER", host()?.to_uppercase().replace('-', "_"));
    let output = speed(bench, what)
        .env(runner, format!("valgrind --tool=callgrind --callgrind-out-file={}", profile().display()))
        .output()
        .map_err(|error| format!("cargo bench: {error}"))?;
    let (printed, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // `perft 4 of three layouts: 51556346 leaves in ...`, and callgrind's `==1== Collected : 364523415`.
    let count: Option<f64> = printed.split_once(things).and_then(|(text, _)| text.rsplit(' ').next()?.parse().ok());
    let collected: Option<f64> =
        log.split_once("Collected : ").and_then(|(_, text)| text.split_whitespace().next()?.parse().ok());
    let each = collected.zip(count).map(|(collected, count)| collected / count);
    each.ok_or_else(|| format!("{printed}{log}\nno instruction count: install valgrind"))
}

/// The last profile of callgrind.
fn profile() -> PathBuf {
    root().join("target/bench/callgrind.out")
}

/// Prints the functions with the most instructions in the last measurement.
fn where_they_go() -> Result<(), String> {
    let output = Command::new("callgrind_annotate").arg("--threshold=95").arg(profile()).output();
    let output = output.map_err(|error| format!("callgrind_annotate: {error}"))?;
    // `1,234,567 (12.3%)  ???:crate::function [program]`
    for line in String::from_utf8_lossy(&output.stdout).lines().filter(|line| line.contains("%)") && line.contains("???:")) {
        let share = line.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map_or("", |(share, _)| share);
        let function = line.split_once("???:").map_or("", |(_, rest)| rest.split(" [").next().unwrap_or(rest));
        println!("{share:>7}  {function}");
    }
    Ok(())
}

/// A bench in its own target folder, because of its compiler flags.
fn speed(bench: &str, what: &str) -> Command {
    let mut bench = cargo(&format!("bench --quiet {bench} --"));
    bench.arg(what).env("CARGO_TARGET_DIR", root().join("target/bench"));
    if cfg!(target_arch = "x86_64") {
        bench.env("RUSTFLAGS", "-C target-cpu=x86-64-v3");
    }
    bench
}
