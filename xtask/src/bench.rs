//! `cargo xtask bench`: the speed of the rules, built for processors of the last ten years (x86-64-v3).

use std::process::Command;

use crate::{cargo, finish, host, root};

/// Measures by the clock, and by callgrind the instructions for each leaf of perft and each ply of random games.
pub(crate) fn run() -> Result<(), String> {
    finish(&mut speed("perft"))?;
    println!("{:.1} instructions a leaf", instructions("perft", " leaves")?);
    finish(&mut speed("playouts"))?;
    println!("{:.0} instructions a ply", instructions("few-playouts", " plies")?);
    Ok(())
}

/// The instructions of a measurement for each of the things that it tells the number of.
fn instructions(what: &str, things: &str) -> Result<f64, String> {
    let runner = format!("CARGO_TARGET_{}_RUNNER", host()?.to_uppercase().replace('-', "_"));
    let output = speed(what)
        .env(runner, "valgrind --tool=callgrind --callgrind-out-file=/dev/null")
        .output()
        .map_err(|error| format!("cargo bench: {error}"))?;
    let (told, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // `perft 4 of three layouts: 51556346 leaves in ...`, and callgrind's `==1== Collected : 364523415`.
    let count: Option<f64> = told.split_once(things).and_then(|(text, _)| text.rsplit(' ').next()?.parse().ok());
    let collected: Option<f64> =
        log.split_once("Collected : ").and_then(|(_, text)| text.split_whitespace().next()?.parse().ok());
    let each = collected.zip(count).map(|(collected, count)| collected / count);
    each.ok_or_else(|| format!("{told}{log}\nno instruction count: install valgrind"))
}

/// The bench of `sumito-rules`, in a target folder of its own for its own flags.
fn speed(what: &str) -> Command {
    let mut bench = cargo("bench --quiet --package sumito-rules --bench speed --");
    bench.arg(what).env("CARGO_TARGET_DIR", root().join("target/bench"));
    if cfg!(target_arch = "x86_64") {
        bench.env("RUSTFLAGS", "-C target-cpu=x86-64-v3");
    }
    bench
}
