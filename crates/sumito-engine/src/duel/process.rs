//! A program that speaks UGI, run as a process.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use sumito_rules::Rules;

use super::bout::Fault;
use crate::score::Score;

/// A running program that speaks UGI, and the lines it writes.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// What a program answered to `go`.
#[derive(Clone, Debug)]
pub struct BestMove {
    /// The move, as the program wrote it.
    pub best: String,
    /// What it thinks of the position, if it says so.
    pub score: Option<Score>,
    /// How deep it searched; 0 if it does not say.
    pub depth: u32,
}

/// How long a program may take to start.
const START: Duration = Duration::from_secs(15);
/// How often a waiting match checks whether it was stopped.
const TICK: Duration = Duration::from_millis(50);

impl Process {
    /// Starts the program and sets its options, and the rules if it has an option for them.
    pub fn start(command: &[String], options: &[(String, String)], rules: Rules, stop: &AtomicBool) -> Result<Process, Fault> {
        let (program, arguments) = command.split_first().ok_or_else(|| Fault::Crash("there is no program to run".into()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // An interrupt from the keyboard goes to the match only, which then stops its programs.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| Fault::Crash(format!("{program}: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Crash(format!("{program}: no way to talk to it")));
        };
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while output.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                bytes.clear();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut process = Process { child, input, lines };
        let said = process.ask("ugi", "ugiok", START, stop)?;
        if said.iter().any(|line| line.starts_with("option name Rules ")) {
            process.send(&format!("setoption name Rules value {rules}"))?;
        }
        for (name, value) in options {
            process.send(&format!("setoption name {name} value {value}"))?;
        }
        process.ask("isready", "readyok", START, stop)?;
        Ok(process)
    }

    /// Starts a new game.
    pub fn new_game(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        self.send("uginewgame")?;
        self.ask("isready", "readyok", START, stop)?;
        Ok(())
    }

    /// Sends the lines `position` and `go`, and waits for the answer.
    pub fn go(&mut self, position: &str, go: &str, patience: Duration, stop: &AtomicBool) -> Result<BestMove, Fault> {
        self.send(position)?;
        self.send(go)?;
        let mut answer = BestMove { best: String::new(), score: None, depth: 0 };
        let end = Instant::now() + patience;
        loop {
            let line = self.line(end, patience, stop)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    words.next().unwrap_or_default().clone_into(&mut answer.best);
                    return Ok(answer);
                }
                Some("info") => read_info(words, &mut answer),
                _ => {}
            }
        }
    }

    /// Sends a question and returns the lines before the answer.
    fn ask(&mut self, question: &str, answer: &str, patience: Duration, stop: &AtomicBool) -> Result<Vec<String>, Fault> {
        self.send(question)?;
        let end = Instant::now() + patience;
        let mut said = Vec::new();
        loop {
            let line = self.line(end, patience, stop)?;
            if line == answer {
                return Ok(said);
            }
            said.push(line);
        }
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(|_| self.crash())
    }

    fn line(&mut self, end: Instant, patience: Duration, stop: &AtomicBool) -> Result<String, Fault> {
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(TICK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) if stop.load(Relaxed) => return Err(Fault::Stopped),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Fault::Silence(patience)),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How the program ended after it closed its output.
    fn crash(&mut self) -> Fault {
        // The output closes a moment before the exit status is known, on a busy machine a longer one.
        for _ in 0..400 {
            match self.child.try_wait() {
                Ok(Some(status)) => return Fault::Crash(status.to_string()),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => return Fault::Crash(error.to_string()),
            }
        }
        Fault::Crash("it closed its output".into())
    }
}

/// Asks the program to quit, then kills it.
impl Drop for Process {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads depth and score from an `info` line; if there are several lines, those of the best one.
fn read_info<'a>(words: impl Iterator<Item = &'a str>, answer: &mut BestMove) {
    let words: Vec<&str> = words.take_while(|&word| word != "pv" && word != "string").collect();
    let after = |key: &str| words.iter().position(|&word| word == key).map(|at| &words[at + 1..]);
    let number = |rest: &[&str], n: usize| rest.get(n).and_then(|word| word.parse::<i32>().ok());
    if after("multipv").and_then(|rest| number(rest, 0)).is_some_and(|line| line != 1) {
        return;
    }
    if let Some(depth) = after("depth").and_then(|rest| number(rest, 0)) {
        answer.depth = depth.max(0) as u32;
    }
    if let Some(rest) = after("score") {
        let value = number(rest, 1);
        answer.score = match (rest.first(), value) {
            (Some(&"cp"), Some(value)) => Some(Score(value.clamp(1 - Score::FORCED, Score::FORCED - 1))),
            (Some(&("win" | "mate")), Some(value)) => {
                let plies = (value.saturating_abs()).min(Score::WIN - Score::FORCED);
                Some(Score(if value > 0 { Score::WIN - plies } else { plies - Score::WIN }))
            }
            _ => answer.score,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines_are_read() {
        let check = |line: &str, depth: u32, score: Option<i32>| {
            let mut answer = BestMove { best: String::new(), score: None, depth: 0 };
            read_info(line.split_whitespace(), &mut answer);
            assert_eq!((answer.depth, answer.score.map(|score| score.0)), (depth, score), "{line}");
        };
        check("depth 8 seldepth 12 score cp -35 nodes 12 pv a1b2", 8, Some(-35));
        check("depth 3 multipv 1 score win 3", 3, Some(Score::WIN - 3));
        check("depth 3 score win -4", 3, Some(4 - Score::WIN));
        check("depth 3 score mate 2", 3, Some(Score::WIN - 2));
        check("depth 3 multipv 2 score cp 5", 0, None);
        check("string depth 9 score cp 3", 0, None);
        check("score cp 99999999", 0, Some(Score::FORCED - 1));
        check("score cp", 0, None);
        check("depth x score y z", 0, None);
        check("", 0, None);
    }
}
