//! `cargo xtask test`: all checks of the project, from fast to slow, up to the first failure.

use std::fs::{self, File};
use std::io;
use std::process::Child;
use std::time::Instant;

use crate::{browser, cargo, deny, finish, fuzz, library, postgres, python, target, wasm, web};

/// A check by name.
struct Step {
    name: &'static str,
    what: &'static str,
    run: fn() -> Result<(), String>,
}

/// All checks, in order.
const STEPS: [Step; 15] = [
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
    Step { name: "python", what: "the Python package: build, types, tests and examples", run: python::test },
    Step { name: "browser", what: "journeys through the site in a real browser", run: browser::journeys },
    Step { name: "fuzz", what: "each fuzz target for a few seconds", run: fuzz::run_all },
];

/// Steps that need neither a browser nor what the others leave behind. They run beside the journeys, which mostly wait.
const BESIDE: [&str; 5] = ["doc", "package", "no-std", "python", "fuzz"];

/// Runs the named steps one after the other, or all: some of them then side by side.
pub(crate) fn run(names: &[&str]) -> Result<(), String> {
    if !names.is_empty() {
        return run_in_order(names);
    }
    let start = Instant::now();
    let rest: Vec<&str> = STEPS.iter().map(|step| step.name).filter(|name| !BESIDE.contains(name)).collect();
    // What is compiled for several steps is compiled then, and what depends on time is over.
    let (first, last) = rest.split_at(rest.iter().position(|&name| name == "postgres").map_or(0, |n| n + 1));
    run_in_order(first)?;
    let beside = Beside::start()?;
    let (last, beside) = (run_in_order(last), beside.finish());
    last.and(beside)?;
    println!("all {} steps passed in {:.0} s", STEPS.len(), start.elapsed().as_secs_f64());
    Ok(())
}

/// The steps that run beside the others: this program again, with an output of its own that is printed when it ends.
struct Beside {
    child: Child,
    output: String,
}

impl Beside {
    fn start() -> Result<Beside, String> {
        let output = target().join("steps-beside.txt").display().to_string();
        println!("beside the next steps: {} (into {output})\n", BESIDE.join(", "));
        let start = || -> io::Result<Child> {
            let file = File::create(&output)?;
            // Not the file that this process was started from: the tests of the workspace may have replaced it.
            cargo("xtask test").args(BESIDE).stdout(file.try_clone()?).stderr(file).spawn()
        };
        Ok(Beside { child: start().map_err(|error| format!("{output}: {error}"))?, output })
    }

    fn finish(mut self) -> Result<(), String> {
        let status = self.child.wait().map_err(|error| format!("the steps beside: {error}"))?;
        print!("{}", fs::read_to_string(&self.output).map_err(|error| format!("{}: {error}", self.output))?);
        if status.success() { Ok(()) } else { Err("one of the steps beside the others failed: see above".to_owned()) }
    }
}

fn run_in_order(names: &[&str]) -> Result<(), String> {
    if let Some(unknown) = names.iter().find(|&name| STEPS.iter().all(|step| step.name != *name)) {
        let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!("there is no step '{unknown}'; the steps are {}", known.join(", ")));
    }
    let steps: Vec<&Step> = STEPS.iter().filter(|step| names.contains(&step.name)).collect();
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
    finish(&mut cargo("fmt --check --manifest-path fuzz/Cargo.toml"))?;
    finish(&mut cargo("fmt --check --manifest-path crates/sumito-python/Cargo.toml"))
}

fn lint() -> Result<(), String> {
    finish(&mut cargo("clippy --quiet --workspace --all-targets -- -D warnings"))?;
    finish(&mut cargo("clippy --quiet --package sumito-rules --features serde -- -D warnings"))?;
    python::lint()
}

fn test() -> Result<(), String> {
    finish(&mut cargo("test --quiet --workspace"))?;
    finish(&mut cargo("test --quiet --package sumito-rules --features serde --test serde"))
}

fn doc() -> Result<(), String> {
    finish(cargo("doc --quiet --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings"))
}
