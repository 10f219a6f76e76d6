//! Checks of the scripts: their types, unit tests, and journeys through the site in a real browser.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

use crate::{cargo, finish, install, root, target};

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

/// A few journeys that go through Firefox too: a game on the server, the engine in the page, and a puzzle.
const FIREFOX: [&str; 3] = ["newcomer is in a game", "lines of the engine", "solution plays itself"];

/// Runs the journeys of `web/journeys.mjs` with the current program: all with the bundle of a release, and some with the unbundled scripts of a
/// debug build and in Firefox. One goes through WebKit.
pub(crate) fn journeys() -> Result<(), String> {
    fetch_packages()?;
    let chromium = find_or_install(
        "CHROMIUM",
        &["chromium", "chromium-browser", "google-chrome"],
        "chromium",
        "the journeys need Chromium: install it (Debian: apt-get install chromium), or name it in the variable CHROMIUM",
    )?;
    let firefox = find_or_install(
        "FIREFOX",
        &["firefox-esr", "firefox"],
        "firefox-esr",
        "some journeys need Firefox: install it (Debian: apt-get install firefox-esr), or name it in the variable FIREFOX",
    )?;
    for (program, package) in [("WebKitWebDriver", "webkit2gtk-driver"), ("xvfb-run", "xvfb"), ("xauth", "xauth")] {
        let advice = format!("a journey needs {program}: install it (Debian: apt-get install {package})");
        find_or_install("", &[program], package, &advice)?;
    }
    finish(&mut cargo("build --quiet --package sumito"))?;
    let program = target().join("debug").join(format!("sumito{}", env::consts::EXE_SUFFIX));
    let journeys = || {
        let mut journeys = Command::new("node");
        journeys.current_dir(root()).arg("web/journeys.mjs").arg(&program).env("CHROMIUM", &chromium);
        journeys
    };
    finish(journeys().env("SUMITO_BUNDLE", "1"))?;
    finish(journeys().args(PLAIN))?;
    finish(journeys().args(FIREFOX).env("SUMITO_BUNDLE", "1").env("BROWSER", "firefox").env("FIREFOX", firefox))?;
    finish(Command::new("node").current_dir(root()).arg("web/webkit.mjs").arg(&program).env("SUMITO_BUNDLE", "1"))
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

/// The program named by a variable, or one on the path; otherwise Debian's package is installed if possible.
fn find_or_install(variable: &str, names: &[&str], package: &str, advice: &str) -> Result<PathBuf, String> {
    let find = || {
        let named = (!variable.is_empty()).then(|| env::var_os(variable)).flatten();
        named.map(PathBuf::from).or_else(|| {
            let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
            names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
        })
    };
    if let Some(found) = find() {
        return Ok(found);
    }
    install(package, advice)?;
    find().ok_or_else(|| advice.to_owned())
}
