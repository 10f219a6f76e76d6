//! Tests of the invariants in ARCHITECTURE.md.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace").to_owned()
}

/// The folders of the crates.
fn crates() -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(root().join("crates")).expect("there are crates");
    entries.map(|entry| entry.expect("a readable folder").path())
}

/// The Rust files under a folder, with their text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                // A package that is built where it stands leaves its results there.
                folders.extend((!path.ends_with("target")).then_some(path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source file is UTF-8");
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "no sources in {folder}");
    found
}

/// No line of code under the folder contains one of these words; comments may.
fn check_absent(folder: &str, words: &[&str]) {
    check_only_in(&[], folder, words);
}

/// No line of code under the folder contains one of these words, except in these files and folders.
fn check_only_in(places: &[&str], folder: &str, words: &[&str]) {
    let elsewhere = |path: &Path| !path.ancestors().any(|path| places.iter().any(|place| path.ends_with(place)));
    for (path, text) in sources(folder).into_iter().filter(|(path, _)| elsewhere(path)) {
        for (n, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            for word in words {
                assert!(!code.contains(word), "{}:{}: {word} does not belong in {folder}", path.display(), n + 1);
            }
        }
    }
}

/// The crates that a package is built from, starting with itself.
fn built_from(package: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["tree", "--package", package, "--edges", "normal,build", "--target", "all", "--prefix", "none"])
        .args(["--format", "{p}"])
        .output()
        .expect("cargo tree runs");
    let tree = String::from_utf8_lossy(&output.stdout);
    assert!(tree.starts_with(&format!("{package} ")), "{tree}{}", String::from_utf8_lossy(&output.stderr));
    tree.lines().filter_map(|line| Some(line.split_once(' ')?.0.to_owned())).collect()
}

#[test]
fn the_rules_depend_on_no_other_crate_and_not_on_the_standard_library() {
    assert_eq!(built_from("sumito-rules"), ["sumito-rules"]);
    // The compiler enforces it as long as this line exists; only tests name `std`.
    let library = fs::read_to_string(root().join("crates/sumito-rules/src/lib.rs")).expect("lib.rs is readable");
    assert!(library.contains("\n#![no_std]\n"), "crates/sumito-rules/src/lib.rs is no_std");
    assert_eq!(library.matches("extern crate std").count(), 1);
    assert!(library.contains("#[cfg(test)]\nextern crate std;\n"), "only tests use the standard library");
}

#[test]
fn the_engine_depends_only_on_the_rules() {
    assert_eq!(built_from("sumito-engine"), ["sumito-engine", "sumito-rules"]);
}

#[test]
fn tournaments_depend_on_nothing() {
    assert_eq!(built_from("sumito-tournament"), ["sumito-tournament"]);
}

#[test]
fn the_rules_have_no_unsafe_code() {
    // The compiler enforces it as long as this line exists.
    let library = fs::read_to_string(root().join("crates/sumito-rules/src/lib.rs")).expect("lib.rs is readable");
    assert!(library.contains("#![forbid(unsafe_code)]"), "crates/sumito-rules/src/lib.rs forbids unsafe code");
    check_absent("crates/sumito-rules", &["unsafe ", "unsafe{"]);
}

#[test]
fn rules_and_tournaments_do_no_input_or_output_and_know_no_clock() {
    let outside = [
        "std::io",
        "std::fs",
        "std::net",
        "std::env",
        "std::process",
        "std::thread",
        "Instant",
        "SystemTime",
        "print!(",
        "println!(",
    ];
    check_absent("crates/sumito-rules/src", &outside);
    check_absent("crates/sumito-tournament/src", &outside);
}

#[test]
fn the_engine_never_prints() {
    check_absent("crates/sumito-engine/src", &["print!(", "println!(", "stdin()", "stdout()", "stderr()"]);
}

#[test]
fn unsafe_code_is_confined_to_a_few_files() {
    let files = [
        "sumito-engine/src/simd.rs",
        "sumito-engine/src/simd",
        "sumito-engine/src/table.rs",
        "sumito-engine/src/time.rs",
        "sumito-wasm/src/abi.rs",
    ];
    check_only_in(&files, "crates", &["allow(unsafe_code", "unsafe {", "unsafe fn"]);
}

#[test]
fn the_search_has_no_clock_but_its_stopwatch() {
    // Matches and tests may use any clock; they do not run in a browser.
    let places = ["src/time.rs", "src/duel.rs", "src/duel", "tests.rs"];
    check_only_in(&places, "crates/sumito-engine/src", &["Instant", "SystemTime"]);
}

#[test]
fn pixels_are_made_in_one_place() {
    check_only_in(&["sumito-pictures"], "crates", &["resvg", "gif::", "png::", "tiny_skia"]);
}

#[test]
fn sql_is_in_one_place() {
    for package in ["sumito-content", "sumito-server", "sumito"] {
        check_only_in(&["sumito-server/src/db"], &format!("crates/{package}/src"), &["sqlx::query", "sqlx::raw_sql"]);
    }
}

/// The server's rooms, each with the rooms and top-level files that it may use.
const ROOMS: [(&str, &[&str]); 15] = [
    ("play", &["id"]),
    ("tournament", &["id", "play"]),
    ("moderation", &["id", "play"]),
    ("engines", &["id", "play"]),
    ("images", &["failure", "lock", "recent"]),
    ("db", &["engines", "id", "lock", "metrics", "moderation", "play", "tournament"]),
    ("bus", &["db", "id", "lock", "metrics", "play", "time"]),
    ("lobby", &["announcement", "bus", "id", "lock", "play", "time"]),
    ("games", &["announcement", "bus", "db", "failure", "id", "lobby", "lock", "metrics", "play", "recent", "time", "user_text"]),
    ("people", &["bus", "db", "failure", "games", "id", "lock", "play", "recent", "time", "user_text"]),
    ("directing", &["bus", "db", "failure", "games", "id", "lock", "people", "play", "time", "tournament", "user_text"]),
    ("engine_room", &["bus", "db", "engines", "failure", "games", "id", "lock", "people", "play", "time", "user_text"]),
    (
        "moderating",
        &["db", "directing", "failure", "games", "id", "moderation", "people", "play", "time", "tournament", "user_text"],
    ),
    (
        "http",
        &[
            "announcement",
            "app",
            "db",
            "directing",
            "engine_room",
            "engines",
            "failure",
            "games",
            "id",
            "lobby",
            "moderating",
            "moderation",
            "people",
            "play",
            "time",
            "tournament",
        ],
    ),
    (
        "pages",
        &[
            "app",
            "db",
            "directing",
            "engine_room",
            "engines",
            "failure",
            "games",
            "http",
            "id",
            "images",
            "lobby",
            "lock",
            "moderating",
            "moderation",
            "people",
            "play",
            "recent",
            "time",
            "tournament",
        ],
    ),
];

const SERVER: &str = "crates/sumito-server/src";

/// The lines of code in a file, without its tests.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().take_while(|(_, line)| *line != "mod tests {");
    lines.map(|(n, line)| (n + 1, line.split("//").next().unwrap_or("")))
}

#[test]
fn the_rooms_of_the_server_depend_on_each_other_one_way() {
    for (path, text) in sources(SERVER) {
        let inner = path.strip_prefix(root().join(SERVER)).expect("the file is in the server's folder");
        let room = inner.components().next().expect("a file has a name").as_os_str().to_string_lossy().into_owned();
        if room.starts_with("tests") || inner.ends_with("tests.rs") {
            continue;
        }
        let allowed = ROOMS.iter().find(|(name, _)| *name == room).map(|(_, allowed)| *allowed);
        for (n, line) in code(&text) {
            for used in line.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                let is_fine = used.is_empty()
                    || used == room
                    || match allowed {
                        Some(allowed) => allowed.contains(&used.as_str()),
                        // Top-level files serve the rooms; app.rs combines the first six of them.
                        None if room == "app.rs" => !["http", "pages"].contains(&used.as_str()),
                        None if room == "failure.rs" => ["db", "moderation", "play", "tournament"].contains(&used.as_str()),
                        None => room == "lib.rs" || used == "play",
                    };
                assert!(is_fine, "{}:{n}: {room} must not depend on {used}", path.display());
            }
        }
    }
}

#[test]
fn decisions_are_pure() {
    let outside = ["async", "tokio", "Instant", "SystemTime", "now()", "sqlx", "axum", "std::fs", "std::net", "tracing"];
    check_absent("crates/sumito-server/src/play", &outside);
    check_absent("crates/sumito-server/src/tournament", &outside);
    check_absent("crates/sumito-server/src/moderation", &outside);
    check_absent("crates/sumito-server/src/engines", &outside);
}

#[test]
fn json_is_in_one_place() {
    for (path, text) in sources(SERVER) {
        let inner = path.strip_prefix(root().join(SERVER)).expect("the file is in the server's folder");
        // Settings are saved as a JSON object.
        let may = inner.starts_with("http/wire") || inner == Path::new("db/settings.rs");
        if may || inner.starts_with("tests") || inner.ends_with("tests.rs") {
            continue;
        }
        for (n, line) in code(&text) {
            for word in ["serde_json", "json!(", "axum::Json"] {
                assert!(!line.contains(word), "{}:{n}: JSON belongs in http/wire", path.display());
            }
        }
    }
}

#[test]
fn nothing_is_left_half_done() {
    check_absent("crates", &["todo!(", "unimplemented!(", "dbg!(", "#[ignore"]);
}

#[test]
fn files_are_named_after_their_contents() {
    for (path, _) in sources("crates") {
        let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
        let says_nothing = ["common", "core", "helpers", "misc", "types", "util", "utils"];
        assert!(!says_nothing.contains(&name.as_str()), "{}: name it after its contents", path.display());
    }
}

/// The words in backticks of a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

#[test]
fn the_code_map_names_every_file_and_no_other() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page is readable");
    let endings = "rs md py pyi typed toml bin check txt js mjs json css svg ftl wasm sources webmanifest woff2";
    let is_file = |word: &str| word.rsplit_once('.').is_some_and(|(_, ending)| endings.split(' ').any(|known| known == ending));
    let (mut folder, mut mapped) = (PathBuf::new(), Vec::new());
    for line in page.lines() {
        if line.starts_with('#') {
            // Paths below a heading that names a folder are relative to it.
            folder = quoted(line).next().map(PathBuf::from).unwrap_or_default();
        }
        // A line that names a folder may continue with files in it.
        let mut inner = folder.clone();
        for word in quoted(line).filter(|word| !word.contains(' ')) {
            if word.contains('/') || is_file(word) {
                let path = [folder.join(word), inner.join(word), PathBuf::from(word)];
                let path = path.into_iter().find(|path| root().join(path).exists());
                if let Some(path) = path.as_ref().filter(|path| inner == folder && root().join(path).is_dir()) {
                    inner.clone_from(path);
                }
                // A file in the map can be mentioned again by name alone.
                let known = path.is_some() || mapped.iter().any(|path: &PathBuf| path.ends_with(word));
                assert!(known, "ARCHITECTURE.md names {word}, which does not exist");
                mapped.extend(path);
            }
        }
    }
    let others = ["web", "crates/sumito-python/python/sumito"].map(|folder| root().join(folder));
    for folder in crates().map(|package| package.join("src")).chain(others) {
        for entry in fs::read_dir(folder).expect("the folder of sources exists") {
            let path = entry.expect("a readable folder").path();
            let path = path.strip_prefix(root()).expect("sources are in the workspace").to_owned();
            let is_made = ["lib.rs", "node_modules", "__pycache__"].iter().any(|name| path.ends_with(name));
            let known = is_made || path.extension().is_some_and(|ending| ending == "so") || mapped.contains(&path);
            assert!(known, "{} is missing from the code map of ARCHITECTURE.md: add a line", path.display());
        }
    }
}

#[test]
fn every_dependency_has_a_reason() {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("the page is readable");
    let folders = [".", "xtask", "fuzz"].map(|folder| root().join(folder)).into_iter().chain(crates());
    for manifest in folders.map(|folder| folder.join("Cargo.toml")) {
        let text = fs::read_to_string(&manifest).unwrap_or_else(|error| panic!("{}: {error}", manifest.display()));
        let tables = text.split("\n[").filter(|table| table.lines().next().is_some_and(|head| head.ends_with("dependencies]")));
        for line in tables.flat_map(|table| table.lines().skip(1)) {
            let Some((name, _)) = line.split_once([' ', '=', '.']) else { continue };
            let has_reason = name == "#" || name.starts_with("sumito-") || page.contains(&format!("| `{name}` |"));
            assert!(has_reason, "{}: CONTRIBUTING.md gives no reason for {name}", manifest.display());
        }
    }
    let requirements = fs::read_to_string(root().join("crates/sumito-python/requirements.txt")).expect("the file is readable");
    for name in requirements.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split("==").next()) {
        assert!(page.contains(&format!("| `{name}` |")), "requirements.txt: CONTRIBUTING.md gives no reason for {name}");
    }
    let packages = fs::read_to_string(root().join("web/package.json")).expect("package.json is readable");
    let (_, dependencies) = packages.split_once("ependencies\": {").expect("package.json lists dependencies");
    for name in dependencies.split('}').next().unwrap_or_default().lines().filter_map(|line| line.split('"').nth(1)) {
        assert!(page.contains(&format!("| `{name}` |")), "web/package.json: CONTRIBUTING.md gives no reason for {name}");
    }
}
