//! The Python package: built, installed and tested in a private environment under `target/`, and its wheel with every other Python.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::{cargo, finish, install, root, target};

const ADVICE: &str = "the Python package needs Python 3.10 or later with venv: install it (Debian: apt-get install python3-venv), or name the \
    interpreter in the variable PYTHON";

/// Builds the package, and meanwhile checks types; then runs the tests, which run the examples, and tries the wheel elsewhere.
pub(crate) fn test() -> Result<(), String> {
    let python = environment()?;
    let wheels = target().join("python-wheels");
    let (built, checked) = thread::scope(|scope| {
        let built = scope.spawn(|| build(&python, &wheels));
        let checked = packages(&python).and_then(|()| types(&python));
        (built.join().unwrap_or_else(|_| Err("the build panicked".to_owned())), checked)
    });
    built?;
    checked?;
    let wheel = only_file(&wheels)?;
    let mut install = pip(&python, "install --force-reinstall --no-deps");
    finish(install.arg(&wheel))?;
    let mut tests = Command::new(&python);
    finish(tests.current_dir(root()).args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "crates/sumito-python/tests"]))?;
    for (version, other) in others(&python) {
        in_clean_environment(&version, &other, &wheel)?;
    }
    Ok(())
}

/// Clippy for the extension module, which is a workspace of its own. No interpreter is needed.
pub(crate) fn lint() -> Result<(), String> {
    let mut clippy = cargo("clippy --quiet --manifest-path crates/sumito-python/Cargo.toml --target-dir");
    clippy.arg(target().join("python")).args(["--", "-D", "warnings"]);
    finish(clippy.env("PYO3_NO_PYTHON", "1").env("PYO3_BUILD_EXTENSION_MODULE", "1"))
}

/// The interpreter of the private environment, which is made if it does not exist.
fn environment() -> Result<PathBuf, String> {
    let folder = target().join("python-environment");
    let python = executable(&folder);
    if !works(&python, "import pip") {
        let system = PathBuf::from(env::var_os("PYTHON").unwrap_or_else(|| "python3".into()));
        let is_usable = || version(&system).is_some();
        if !is_usable() {
            install("python3-venv", ADVICE)?;
        }
        if !is_usable() {
            return Err(ADVICE.to_owned());
        }
        finish(Command::new(system).args(["-m", "venv", "--clear"]).arg(&folder))?;
    }
    Ok(python)
}

/// The other versions of Python on this machine that the package supports: on the path, and those of pyenv.
fn others(python: &Path) -> BTreeMap<String, PathBuf> {
    let on_path = (10..40).map(|minor| PathBuf::from(format!("python3.{minor}")));
    let home = env::var_os("HOME").map(|home| PathBuf::from(home).join(".pyenv"));
    let pyenv = env::var_os("PYENV_ROOT").map(PathBuf::from).or(home).map(|root| root.join("versions"));
    let folders = pyenv.and_then(|versions| fs::read_dir(versions).ok()).into_iter().flatten().flatten();
    let all = on_path.chain(folders.map(|folder| folder.path().join("bin/python3")));
    let mut found: BTreeMap<String, PathBuf> = all.filter_map(|other| Some((version(&other)?, other))).collect();
    if let Some(tested) = version(python) {
        found.remove(&tested);
    }
    found
}

/// The version of an interpreter, such as 3.12, if it can make environments for the package.
fn version(python: &Path) -> Option<String> {
    let program = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2]); sys.exit(sys.version_info < (3, 10))";
    let output = Command::new(python).args(["-c", program]).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Installs the wheel with nothing but what it needs, and uses it.
fn in_clean_environment(version: &str, python: &Path, wheel: &Path) -> Result<(), String> {
    let folder = target().join(format!("python-clean/{version}"));
    finish(Command::new(python).args(["-m", "venv", "--clear"]).arg(&folder))?;
    let python = executable(&folder);
    finish(pip(&python, "install").arg(wheel))?;
    finish(Command::new(&python).current_dir(target()).args(["-W", "error", "-c", SHORT_USE]))?;
    println!("the wheel works with Python {version}");
    Ok(())
}

const SHORT_USE: &str = "
import pickle, sumito
env = sumito.VecEnv(64, threads=2, seed=7)
for _ in range(100):
    env.step(env.sample())
assert env.masks.any(axis=1).all() and pickle.loads(pickle.dumps(env)).positions() == env.positions()
assert sumito.Position('belgian-daisy').perft(3) == 149322
assert sumito.Engine(hash=1).search(env.game(0), nodes=300).best in env.game(0).legal_moves()
try:
    sumito.Position('5/6/7/8/9/8/7/6/bbx2 b')
except sumito.ParseError as error:
    assert error.at == 18
";

/// The interpreter of an environment.
fn executable(environment: &Path) -> PathBuf {
    environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}

/// Whether an interpreter runs this program.
fn works(python: &Path, program: &str) -> bool {
    Command::new(python).args(["-c", program]).output().is_ok_and(|output| output.status.success())
}

fn pip(python: &Path, words: &str) -> Command {
    let mut command = Command::new(python);
    command.current_dir(root()).args(["-m", "pip", "--quiet", "--disable-pip-version-check"]).args(words.split(' '));
    command
}

/// Builds the wheel, as `pip install ./crates/sumito-python` does.
fn build(python: &Path, wheels: &Path) -> Result<(), String> {
    if wheels.exists() {
        fs::remove_dir_all(wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    }
    let mut build = pip(python, "wheel --no-deps --wheel-dir");
    finish(build.arg(wheels).arg("./crates/sumito-python").env("CARGO_TARGET_DIR", target().join("python")))
}

/// What the tests need.
fn packages(python: &Path) -> Result<(), String> {
    finish(&mut pip(python, "install --requirement crates/sumito-python/requirements.txt"))
}

/// The types of the package, its stubs and the examples.
fn types(python: &Path) -> Result<(), String> {
    let package = root().join("crates/sumito-python");
    let mut mypy = Command::new(python);
    mypy.current_dir(package).args(["-m", "mypy", "--strict", "--no-error-summary", "--cache-dir"]).arg(target().join("mypy"));
    finish(mypy.args(["python/sumito", "examples"]))
}

fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let failed = |error| format!("{}: {error}", folder.display());
    let mut files = fs::read_dir(folder).map_err(failed)?;
    match (files.next().transpose().map_err(failed)?, files.next()) {
        (Some(file), None) => Ok(file.path()),
        _ => Err(format!("expected one file in {}", folder.display())),
    }
}
