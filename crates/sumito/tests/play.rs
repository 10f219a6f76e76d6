//! Plays in a real pseudo-terminal.

#![cfg(target_os = "linux")]

#[path = "play/terminal.rs"]
mod terminal;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use terminal::{ENTER_SCREEN, LEAVE_SCREEN, Terminal};

/// An empty folder.
fn empty(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_game_is_played_saved_and_left() {
    let folder = empty("play");
    let mut terminal = Terminal::start(&folder, "--level 1 --color never --ascii");
    terminal.wait_for_output(ENTER_SCREEN);
    terminal.wait_for("Black to move");
    terminal.press("\ra1b2\r");
    terminal.wait_for_answer("1. ");
    // A second move by cursor and direction keys: from e5 to c5, then up and to the right.
    terminal.press("xx e");
    terminal.wait_for_answer("2. ");
    terminal.press("s");
    terminal.wait_for("save as");
    terminal.press("\r");
    terminal.wait_for("saved as game.apgn");
    terminal.press("q");
    terminal.wait_for_output(LEAVE_SCREEN);
    terminal.wait_for_output("ended 0");
    let saved = fs::read_to_string(folder.join("game.apgn")).unwrap();
    assert!(saved.contains("1. a1b2 ") && saved.contains("2. c5d6 ") && saved.contains("[White \"sumito level 1\"]"), "{saved}");
}

#[test]
fn signals_restore_the_terminal() {
    let folder = empty("play-signal");
    let mut terminal = Terminal::start(&folder, "--as both --color never --ascii");
    terminal.wait_for_output(ENTER_SCREEN);
    terminal.wait_for("Black to move");
    let killed = Command::new("kill").args(["-TERM", &terminal.program().to_string()]).status().unwrap();
    assert!(killed.success());
    terminal.wait_for_output(LEAVE_SCREEN);
    terminal.wait_for_output("ended 0");
}

#[test]
fn a_game_ends_with_its_terminal() {
    let folder = empty("play-hangup");
    let mut terminal = Terminal::start(&folder, "--as both --color never --ascii");
    terminal.wait_for("Black to move");
    let program = format!("/proc/{}/exe", terminal.program());
    terminal.close();
    let start = Instant::now();
    while fs::read_link(&program).is_ok() {
        assert!(start.elapsed() < Duration::from_mins(1), "the program runs without a terminal");
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn the_mouse_moves_marbles_in_color() {
    let folder = empty("play-mouse");
    let mut terminal = Terminal::start(&folder, "--as both --color always");
    terminal.wait_for("Black to move");
    assert!(terminal.written.contains("48;5;137"), "the board has its color");
    terminal.click("c3", false);
    terminal.click("c5", false);
    terminal.click("d3", false);
    terminal.wait_for("1. c3c5d3");
    // A marble of the other side cannot be chosen.
    terminal.click("a1", false);
    terminal.wait_for("the marble on a1 is not yours");
    terminal.press("u");
    terminal.wait_for("taken back");
    terminal.press("q");
    terminal.wait_for_output("ended 0");
}
