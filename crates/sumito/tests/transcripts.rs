//! Runs the commands of `transcripts/*.txt` and of the README and compares what they print.
//!
//! A line `$ COMMAND` is given to a shell that finds `sumito`; the lines up to the next command are what it must print, standard
//! error included, and `? N` is an exit code other than 0. A line `...` stands for any lines, `[..]` for any text within a line.
//! Each file runs in an empty folder of its own. `UPDATE=1 cargo test -p sumito` writes what the program prints into the files.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

#[test]
fn transcripts_hold() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = fs::read_dir(package.join("tests/transcripts")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.push(package.join("../../README.md"));
    files.sort();
    let failures: Vec<String> = files.iter().flat_map(|file| check(file)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Runs one transcript and returns the differences.
fn check(file: &Path) -> Vec<String> {
    let name = file.file_stem().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();

    let text = fs::read_to_string(file).unwrap();
    let mut failures = Vec::new();
    let mut updated = String::new();
    for block in text.split_inclusive('\n').fold(Vec::<String>::new(), into_blocks) {
        let (head, expected) = block.split_once('\n').unwrap();
        let Some(command) = head.strip_prefix("$ ") else {
            updated += &block;
            continue;
        };
        let printed = run(command, &folder);
        if matches(&lines(expected), &lines(&printed)) {
            updated += &block;
        } else {
            failures.push(format!("{}: $ {command}\n--- expected\n{expected}\n--- printed\n{printed}", file.display()));
            let gap = if expected.ends_with("\n\n") { "\n\n" } else { "\n" };
            updated.extend([head, "\n", &lines(&printed).join("\n"), gap]);
        }
    }
    if env::var_os("UPDATE").is_some() {
        fs::write(file, updated.trim_end().to_owned() + "\n").unwrap();
        failures.clear();
    }
    failures
}

/// A block is a command and what follows it, or text between commands: before the first, or after the fence that ends an example.
fn into_blocks(mut blocks: Vec<String>, line: &str) -> Vec<String> {
    match blocks.last_mut() {
        Some(block) if !line.starts_with("$ ") && !line.starts_with("```") => block.push_str(line),
        _ => blocks.push(line.to_owned()),
    }
    blocks
}

fn run(command: &str, folder: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_sumito")).parent().unwrap();
    let path = env::join_paths([binary.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap()))).unwrap();
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let code = output.status.code().expect("the command exits normally");
    if code == 0 { printed } else { printed + &format!("? {code}\n") }
}

fn lines(text: &str) -> Vec<&str> {
    text.trim_end_matches('\n').lines().map(str::trim_end).collect()
}

fn matches(expected: &[&str], printed: &[&str]) -> bool {
    match (expected, printed) {
        ([], printed) => printed.is_empty(),
        (["...", rest @ ..], printed) => (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..])),
        ([first, rest @ ..], [line, more @ ..]) => line_matches(first, line) && matches(rest, more),
        _ => false,
    }
}

fn line_matches(expected: &str, line: &str) -> bool {
    match expected.split_once("[..]") {
        None => expected == line,
        Some((start, rest)) => line
            .strip_prefix(start)
            .is_some_and(|tail| (0..=tail.len()).filter(|&i| tail.is_char_boundary(i)).any(|i| line_matches(rest, &tail[i..]))),
    }
}
