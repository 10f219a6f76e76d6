//! Checks of the scripts: their types, unit tests, and journeys through the site in a real browser.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

use crate::{cargo, finish, install, root};

/// Checks the types in the comments of `web/*.js`.
pub(crate) fn types() -> Result<(), String> {
    fetch_packages()?;
    finish(Command::new("node").current_dir(root()).args(["web/node_modules/typescript/bin/tsc", "--project", "web"]))
}

/// Runs the tests of `web/tests` in Node.js.
pub(crate) fn scripts() -> Result<(), String> {
    fetch_packages()?;
    let tests = root().join("web/tests");
    let mut names: Vec<PathBuf> = fs::read_dir(&tests)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .map_err(|error| format!("{}: {error}", tests.display()))?;
    names.sort();
    finish(Command::new("node").current_dir(root()).args(["--test", "--test-reporter=dot"]).args(names))
}

/// A few journeys that check the unbundled scripts.
const PLAIN: [&str; 3] = ["newcomer is in a game", "two find each other", "solution plays itself"];

/// Runs the journeys of `web/journeys.mjs` with the current program: all with the bundle of a release, and some with the unbundled scripts of a
/// debug build.
pub(crate) fn journeys() -> Result<(), String> {
    fetch_packages()?;
    let chromium = find_chromium().map_or_else(install_chromium, Ok)?;
    finish(&mut cargo("build --quiet --package sumito"))?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder));
    let program = target.join("debug").join(format!("sumito{}", env::consts::EXE_SUFFIX));
    let journeys = || {
        let mut journeys = Command::new("node");
        journeys.current_dir(root()).arg("web/journeys.mjs").arg(&program).env("CHROMIUM", &chromium);
        journeys
    };
    finish(journeys().env("SUMITO_BUNDLE", "1"))?;
    finish(journeys().args(PLAIN))
}

/// Installs the packages of `web/package-lock.json`, unless they are already there.
pub(crate) fn fetch_packages() -> Result<(), String> {
    let changed = |path: &str| -> Option<SystemTime> { fs::metadata(root().join(path)).ok()?.modified().ok() };
    // npm writes the second file once all packages are in place.
    if changed("web/package-lock.json") <= changed("web/node_modules/.package-lock.json") {
        return Ok(());
    }
    if Command::new("npm").arg("--version").output().is_err() {
        return Err(
            "the scripts of the pages are checked by node and npm, and there is none: install Node.js 20 or later".to_owned()
        );
    }
    finish(Command::new("npm").current_dir(root().join("web")).args(["ci", "--no-audit", "--no-fund"]))
}

/// The browser named by the variable CHROMIUM, or one on the path.
fn find_chromium() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
}

/// Installs Debian's Chromium if possible.
fn install_chromium() -> Result<PathBuf, String> {
    let advice = "the journeys need Chromium: install it (Debian: apt-get install chromium), or name it in the variable CHROMIUM";
    install("chromium", advice)?;
    find_chromium().ok_or_else(|| advice.to_owned())
}
