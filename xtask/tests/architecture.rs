//! What must stay absent for the architecture to hold: one test for each invariant of ARCHITECTURE.md.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// The Rust files under a folder, with their text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source file is UTF-8");
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "no sources in {folder}");
    found
}

/// No line of code under the folder has one of these words; remarks may.
fn check_absent(folder: &str, words: &[&str]) {
    for (path, text) in sources(folder) {
        for (n, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            for word in words {
                assert!(!code.contains(word), "{}:{}: {word} has no place in {folder}", path.display(), n + 1);
            }
        }
    }
}

#[test]
fn the_rules_depend_on_no_other_crate() {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["tree", "--package", "sumito-rules", "--edges", "normal,build", "--prefix", "none"])
        .output()
        .expect("cargo tree runs");
    let tree = String::from_utf8_lossy(&output.stdout);
    assert!(tree.starts_with("sumito-rules "), "{tree}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(tree.lines().count(), 1, "sumito-rules depends on\n{tree}");
}

#[test]
fn the_rules_have_no_unsafe_code() {
    // The compiler guards it as long as this line is there.
    let library = fs::read_to_string(root().join("crates/sumito-rules/src/lib.rs")).expect("the library's own file");
    assert!(library.contains("#![forbid(unsafe_code)]"), "crates/sumito-rules/src/lib.rs forbids unsafe code");
    check_absent("crates/sumito-rules", &["unsafe ", "unsafe{"]);
}

#[test]
fn the_rules_do_no_input_or_output_and_know_no_clock() {
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
}

#[test]
fn nothing_is_left_half_done() {
    check_absent("crates", &["todo!(", "unimplemented!(", "dbg!(", "#[ignore"]);
}

#[test]
fn files_are_named_after_what_they_hold() {
    for (path, _) in sources("crates") {
        let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
        let says_nothing = ["common", "core", "helpers", "misc", "types", "util", "utils"];
        assert!(!says_nothing.contains(&name.as_str()), "{}: name it after the thing it holds", path.display());
    }
}
