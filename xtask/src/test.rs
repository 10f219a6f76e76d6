//! `cargo xtask test`: all checks of the project, from fast to slow, up to the first failure.

use std::time::Instant;

use crate::{browser, cargo, deny, finish, fuzz, library, postgres, wasm, web};

/// A check by name.
struct Step {
    name: &'static str,
    what: &'static str,
    run: fn() -> Result<(), String>,
}

/// All checks, in order.
const STEPS: [Step; 14] = [
    Step { name: "format", what: "every file is formatted", run: format },
    Step { name: "lint", what: "no warnings from the compiler or clippy", run: lint },
    Step { name: "deny", what: "licenses, bans and sources of all dependencies, and known vulnerabilities", run: deny::check },
    Step { name: "test", what: "unit, integration and documentation tests", run: test },
    Step { name: "postgres", what: "the server's tests with PostgreSQL", run: postgres::test },
    Step { name: "doc", what: "documentation builds without warnings", run: doc },
    Step { name: "package", what: "both libraries can be published: each builds from its own package", run: library::package },
    Step { name: "no-std", what: "the rules link without the standard library", run: library::no_std },
    Step { name: "types", what: "the types of the scripts are correct", run: browser::types },
    Step { name: "scripts", what: "unit tests of the scripts", run: browser::scripts },
    Step { name: "web", what: "the bundled scripts and styles are up to date", run: web::check },
    Step { name: "wasm", what: "the WebAssembly module is up to date and agrees with the native build", run: wasm::check },
    Step { name: "browser", what: "journeys through the site in a real browser", run: browser::journeys },
    Step { name: "fuzz", what: "each fuzz target for a few seconds", run: fuzz::run_all },
];

/// Runs the named steps, or all.
pub(crate) fn run(names: &[&str]) -> Result<(), String> {
    if let Some(unknown) = names.iter().find(|&name| STEPS.iter().all(|step| step.name != *name)) {
        let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!("there is no step '{unknown}'; the steps are {}", known.join(", ")));
    }
    let steps: Vec<&Step> = STEPS.iter().filter(|step| names.is_empty() || names.contains(&step.name)).collect();
    let start = Instant::now();
    for (n, step) in steps.iter().enumerate() {
        println!("[{}/{}] {}: {}", n + 1, steps.len(), step.name, step.what);
        let begun = Instant::now();
        let result = (step.run)();
        let seconds = begun.elapsed().as_secs_f64();
        if let Err(message) = result {
            return Err(format!("step {} failed after {seconds:.1} s\n{message}", step.name));
        }
        println!("[{}/{}] {}: passed in {seconds:.1} s\n", n + 1, steps.len(), step.name);
    }
    println!("{} steps passed in {:.0} s", steps.len(), start.elapsed().as_secs_f64());
    Ok(())
}

fn format() -> Result<(), String> {
    finish(&mut cargo("fmt --all --check"))?;
    finish(&mut cargo("fmt --check --manifest-path fuzz/Cargo.toml"))
}

fn lint() -> Result<(), String> {
    finish(&mut cargo("clippy --quiet --workspace --all-targets -- -D warnings"))?;
    finish(&mut cargo("clippy --quiet --package sumito-rules --features serde -- -D warnings"))
}

fn test() -> Result<(), String> {
    finish(&mut cargo("test --quiet --workspace"))?;
    finish(&mut cargo("test --quiet --package sumito-rules --features serde --test serde"))
}

fn doc() -> Result<(), String> {
    finish(cargo("doc --quiet --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings"))
}
