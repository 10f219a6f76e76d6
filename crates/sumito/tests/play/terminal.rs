//! A real pseudo-terminal, which `script` of util-linux provides, and what is on its screen.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A game in a terminal of 80 columns and 24 lines.
pub(crate) struct Terminal {
    child: Child,
    output: Receiver<Vec<u8>>,
    /// Everything that was written.
    pub(crate) written: String,
    pub(crate) screen: Screen,
}

impl Terminal {
    /// Runs `sumito play` with these arguments in a folder, where it also remembers what guests are.
    pub(crate) fn start(folder: &Path, arguments: &str) -> Terminal {
        fs::create_dir_all(folder).unwrap();
        // The shell does not mind losing its terminal, so no signal ends the program with it.
        let command =
            format!("trap '' HUP; stty rows 24 cols 80; '{}' play {arguments}; echo ended $?", env!("CARGO_BIN_EXE_sumito"));
        let mut child = Command::new("script")
            .args(["--quiet", "--return", "--command", &command, "/dev/null"])
            .current_dir(folder)
            .env("TERM", "xterm-256color")
            .env("XDG_STATE_HOME", folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("script, of util-linux, is installed");
        let mut stdout = child.stdout.take().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal { child, output, written: String::new(), screen: Screen::default() }
    }

    /// Takes the terminal away, as when its window is closed.
    pub(crate) fn close(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    pub(crate) fn press(&mut self, keys: &str) {
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(keys.as_bytes()).and_then(|()| input.flush()).unwrap();
    }

    /// Clicks on the cell with this row and digit, as a board of 80x24 shows it to Black, or turned around to White.
    pub(crate) fn click(&mut self, cell: &str, flipped: bool) {
        let [row, digit] = cell.as_bytes() else { panic!("{cell}") };
        let (row, digit) = (i32::from(row - b'a'), i32::from(digit - b'0'));
        let half = 2 * digit - row + 2;
        let (half, up) = if flipped { (16 - half, 8 - row) } else { (half, row) };
        // From 1; a board has a margin of three columns, and a line above it.
        let (column, line) = (3 + 2 * half + 2, 1 + (8 - up) * 2 + 1);
        self.press(&format!("\x1b[<0;{column};{line}M\x1b[<0;{column};{line}m"));
    }

    /// The process of the game, which is a child of the shell that script runs.
    pub(crate) fn program(&self) -> u32 {
        let shell = children(self.child.id());
        shell.iter().flat_map(|&pid| children(pid)).next().expect("the game is running")
    }

    /// Waits until something is true of what was written and what is shown.
    pub(crate) fn wait_until(&mut self, what: &str, is_true: impl Fn(&Terminal) -> bool) {
        let end = Instant::now() + Duration::from_mins(1);
        while !is_true(self) {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(bytes) = self.output.recv_timeout(left) else {
                let last = self.written.floor_char_boundary(self.written.len().saturating_sub(400));
                panic!("no {what:?} on the screen:\n{}\n{:?}", self.screen.lines().join("\n"), &self.written[last..]);
            };
            self.written += &String::from_utf8_lossy(&bytes);
            self.screen.feed(&bytes);
        }
    }

    /// Waits for a text that is written at once.
    pub(crate) fn wait_for_output(&mut self, text: &str) {
        self.wait_until(text, |terminal| terminal.written.contains(text));
    }

    /// Waits for a text on the screen.
    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |terminal| terminal.screen.lines().iter().any(|line| line.contains(text)));
    }

    /// Waits for the engine's answer to a move in the list.
    pub(crate) fn wait_for_answer(&mut self, number: &str) {
        let is_answered = |line: &String| line.split(number).nth(1).is_some_and(|moves| moves.split_whitespace().count() == 2);
        self.wait_until(number, |terminal| terminal.screen.lines().iter().any(is_answered));
        self.wait_for("Black to move");
    }
}

/// A simple terminal: text, and the escape sequences that move the cursor or clear the screen. Others are skipped.
#[derive(Default)]
pub(crate) struct Screen {
    cells: BTreeMap<(usize, usize), char>,
    line: usize,
    column: usize,
    /// The escape sequence being read.
    escape: Option<String>,
    /// The first bytes of a character that is not complete.
    partial: Vec<u8>,
}

impl Screen {
    fn feed(&mut self, bytes: &[u8]) {
        self.partial.extend(bytes);
        let bytes = std::mem::take(&mut self.partial);
        let whole = match std::str::from_utf8(&bytes) {
            Ok(text) => text,
            Err(error) => {
                self.partial = bytes[error.valid_up_to()..].to_vec();
                std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap()
            }
        };
        for c in whole.chars() {
            match (&mut self.escape, c) {
                (None, '\x1b') => self.escape = Some(String::new()),
                (None, '\r') => self.column = 0,
                (None, '\n') => self.line += 1,
                (None, c) => {
                    self.cells.insert((self.line, self.column), c);
                    self.column += 1;
                }
                (Some(sequence), c) => {
                    sequence.push(c);
                    // An introducer and parameters, up to a letter.
                    if c.is_ascii_alphabetic() || sequence.len() == 1 && c != '[' {
                        let sequence = self.escape.take().unwrap_or_default();
                        self.obey(&sequence);
                    }
                }
            }
        }
    }

    fn obey(&mut self, sequence: &str) {
        if let Some(place) = sequence.strip_prefix('[').and_then(|rest| rest.strip_suffix('H')) {
            let mut numbers = place.split(';').map(|number| number.parse::<usize>().unwrap_or(1));
            (self.line, self.column) = (numbers.next().unwrap_or(1) - 1, numbers.next().unwrap_or(1) - 1);
        } else if sequence == "[2J" {
            self.cells.clear();
        }
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        let line = |n| (0..80).map(|column| self.cells.get(&(n, column)).copied().unwrap_or(' ')).collect();
        (0..24).map(line).collect()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.close();
    }
}

pub(crate) const ENTER_SCREEN: &str = "\x1b[?1049h";
pub(crate) const LEAVE_SCREEN: &str = "\x1b[?1049l";

/// The child processes of one.
fn children(pid: u32) -> Vec<u32> {
    let path = format!("/proc/{pid}/task/{pid}/children");
    fs::read_to_string(path).unwrap_or_default().split_whitespace().filter_map(|word| word.parse().ok()).collect()
}
