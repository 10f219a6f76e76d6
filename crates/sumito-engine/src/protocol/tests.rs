//! Conversations, with both drivers.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use super::*;

const BOUNDS: Bounds = Bounds { threads: 1024, hash: 65_536, nodes: None };

/// What a session answers to lines, one after the other.
fn answers(lines: &[&str]) -> Vec<String> {
    let mut session = Session::new(BOUNDS);
    let mut said = Vec::new();
    for line in lines {
        let _ = session.handle(line, &mut |line| said.push(line.to_owned()));
    }
    said
}

/// The last line says this, or ends with what follows `...`.
fn check(lines: &[&str], last: &str) {
    let said = answers(lines);
    let line = said.last().map_or("", String::as_str);
    let holds = last.strip_prefix("...").map_or(line == last, |part| line.contains(part));
    assert!(holds, "{lines:#?}: {last}, but it said {said:#?}");
}

#[test]
fn every_command_is_answered() {
    check(&[""], "");
    check(&["ugi"], "ugiok");
    check(&["isready"], "readyok");
    check(&["isready", "  stop  "], "readyok");
    check(&["query p1turn"], "response true");
    check(&["position startpos moves a1b2", "query p1turn"], "response false");
    check(&["query gameover"], "response false");
    check(&["query result"], "response none");
    check(&["d"], "rules win=6 repetition=3 quiet=off no-move=loses");
    check(&["position fen 5/6/7/8/9/8/7/6/wwbbb b 0 5 moves a5a4", "show"], "Black won by ejections");
    for (layout, id) in [("belgian-daisy", "belgian-daisy"), ("Belgian Daisy", "belgian-daisy"), ("etoile", "star")] {
        let native = Layout::find(id).unwrap().position().to_string();
        let said = answers(&[&format!("position layout {layout}"), "d"]);
        assert!(said.contains(&format!("fen {native}")), "{layout}: {said:#?}");
        let said = answers(&[&format!("setoption name Layout value {layout}"), "position startpos", "d"]);
        assert!(said.contains(&format!("fen {native}")), "{layout}: {said:#?}");
    }
}

#[test]
fn games_end_as_the_rules_say() {
    let to_and_fro = "position startpos moves a1b2 i9h8 d4c3 f6g7 a1b2 i9h8 d4c3 f6g7";
    for (lines, result) in [
        (vec!["position fen 5/6/7/8/9/8/7/6/wwbbb b 0 5 moves a5a4"], "p1win"),
        (vec!["position fen 5/6/7/8/9/8/7/6/bbwww w 5 0 moves a5a4"], "p2win"),
        (vec!["position fen 5/6/7/8/9/8/7/6/wwbbb b 0 4 moves a5a4"], "none"),
        (vec!["setoption name Rules value win=5", "position fen 5/6/7/8/9/8/7/6/wwbbb b 0 4 moves a5a4"], "p1win"),
        (vec![to_and_fro], "draw"),
        (vec!["setoption name Rules value repetition=off", to_and_fro], "none"),
        (vec!["setoption name Rules value blitz", "uginewgame"], "none"),
    ] {
        let over = if result == "none" { "response false" } else { "response true" };
        check(&[&lines[..], &["query result"]].concat(), &format!("response {result}"));
        check(&[&lines[..], &["query gameover"]].concat(), over);
        if result != "none" {
            check(&[&lines[..], &["go depth 1"]].concat(), "bestmove none");
        }
    }
}

#[test]
fn moves_may_come_in_any_notation() {
    for moves in ["a1b2 i5h5", "a1d4 i5f5", "A1-B2 i5h5", "a1xd4 i5-f5"] {
        let said = answers(&[&format!("position layout belgian-daisy moves {moves}"), "d"]);
        assert!(
            said.contains(&"fen 1w1bb/wwwbbb/1ww1bb1/3w4/9/3b4/1bb1ww1/bbbwww/1b1ww b 0 0 2 2".to_owned()),
            "{moves}: {said:#?}"
        );
    }
}

#[test]
fn forced_wins_are_found_for_both_colors() {
    for (fen, best) in [("5/6/7/8/9/8/7/6/wwbbb b 0 5", "bestmove a5a4"), ("5/6/7/8/9/8/7/6/bbwww w 5 0", "bestmove a5a4")] {
        for limit in [
            "depth 3",
            "nodes 2000",
            "movetime 20",
            "p1time 500 p2time 500",
            "byoyomi 20",
            "p1time 0 p2time 0 p1delay 30 p2delay 30",
        ] {
            for option in ["Threads value 2", "MultiPV value 3", "Level value 9", "Plain value true", "Evaluation value handmade"]
            {
                let option = format!("setoption name {option}");
                let lines = [option.as_str(), &format!("position fen {fen}"), &format!("go {limit}")];
                let said = answers(&lines);
                assert_eq!(said.last().map(String::as_str), Some(best), "{lines:#?}: {said:#?}");
                assert!(said.iter().any(|line| line.contains("score win 1 ")), "{lines:#?}: {said:#?}");
            }
        }
    }
}

#[test]
fn errors_say_what_is_wrong_and_what_would_be_right() {
    for (line, part) in [
        ("hello", "there is no command 'hello'; there are ugi"),
        ("stop it", "stop takes no arguments, found 'it'"),
        ("position", "expected position startpos"),
        ("position startpos a1b2", "expected position startpos"),
        ("position fen", "position fen: "),
        ("position fen 5/6/7 b", "position fen: "),
        ("position layout nowhere", "no layout has the name 'nowhere'; expected an id"),
        ("position startpos moves a1b2 a1b2", "position: move 2, 'a1b2': "),
        ("setoption Hash 3", "expected setoption name NAME value VALUE"),
        ("setoption name Hash", "option Hash: expected a number from 1 to 65536, found ''"),
        ("setoption name Hash value 65537", "option Hash: expected a number from 1 to 65536, found '65537'"),
        ("setoption name Level value 11", "option Level: expected a number from 1 to 10, found '11'"),
        ("setoption name Speed value 3", "there is no option 'Speed'; there are Threads"),
        ("setoption name Plain value maybe", "option Plain: expected true or false, found 'maybe'"),
        ("setoption name Evaluation value best", "option Evaluation: expected network or handmade or rings"),
        ("setoption name Rules value win=0", "option Rules: expected a number from 1 to 61"),
        ("query", "expected query p1turn, query gameover or query result"),
        ("ponderhit", "ponderhit comes while nothing is pondered"),
        ("no\x1b[31m\u{7}such", "there is no command 'no [31m such'"),
    ] {
        check(&[line], &format!("...info string error: {part}"));
    }
    for (line, part) in [
        ("go depth", "go depth needs a number after it"),
        ("go depth deep", "go depth needs a number after it, found 'deep'"),
        ("go quickly", "go does not know 'quickly'; it knows p1time"),
        ("go p2time 1000", "go lacks p1time: Black is to move"),
        ("go searchmoves", "go searchmoves needs at least one move"),
        ("go searchmoves a1a2", "go searchmoves 'a1a2': "),
        ("go searchmoves depth 3", "go searchmoves needs at least one move"),
        ("go", "nothing could stop this search"),
        ("go infinite", "nothing could stop this search"),
        ("go ponder depth 3", "nothing could stop this search"),
    ] {
        let said = answers(&[line]);
        assert_eq!(said.len(), 2, "{line}: {said:#?}");
        assert!(said[0].starts_with("info string error: ") && said[0].contains(part), "{line}: {said:#?}");
        assert_eq!(said[1], "bestmove none", "{line}");
    }
}

#[test]
fn the_other_players_clock_and_old_errors_do_not_matter() {
    check(&["position startpos", "position startpos moves zz", "query p1turn"], "response true");
    check(&["position startpos moves a1b2", "go p1time 0 p2time 100 p1inc 5 p2inc 0 movestogo 9 nodes 300"], "...bestmove ");
    check(&["go searchmoves a1b2 nodes 100"], "...bestmove a1b2");
    check(&["go searchmoves a1b2 nodes 0"], "...bestmove a1b2");
    check(&["go p1time -20 p2time 5 depth 1"], "...bestmove ");
}

#[test]
fn every_option_can_be_set_to_its_default() {
    for line in options::describe(&BOUNDS) {
        let (name, rest) = line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type ")).expect(&line);
        let (_, value) = rest.split_once(" default ").expect(&line);
        let value = value.split(" min ").next().and_then(|value| value.split(" var ").next()).unwrap();
        assert_eq!(answers(&[&format!("setoption name {name} value {value}")]), [""; 0], "{line}");
    }
}

/// A reader that waits for lines from the other side.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = self.1.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// A writer that sends lines to the other side.
struct Lines(Sender<String>, Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend(bytes);
        while let Some(end) = self.1.iter().position(|&byte| byte == b'\n') {
            let line = self.1.drain(..=end).collect::<Vec<u8>>();
            let _ = self.0.send(String::from_utf8(line).unwrap().trim_end().to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A server on another thread, spoken to by lines.
struct Server {
    lines: Sender<Vec<u8>>,
    said: Receiver<String>,
    thread: JoinHandle<io::Result<()>>,
}

impl Server {
    fn start() -> Server {
        let (lines, input) = channel();
        let (output, said) = channel();
        let serve = move || serve(BOUNDS, BufReader::new(Pipe(input, Vec::new())), Lines(output, Vec::new()));
        Server { lines, said, thread: std::thread::spawn(serve) }
    }

    fn tell(&self, line: &str) {
        // After quit nobody listens.
        let _ = self.lines.send(format!("{line}\n").into_bytes());
    }

    fn hear(&self) -> String {
        self.said.recv_timeout(Duration::from_secs(60)).expect("it says something soon")
    }

    /// Ends the input; gives what had not been heard.
    fn end(self) -> Vec<String> {
        drop(self.lines);
        self.thread.join().unwrap().unwrap();
        self.said.iter().collect()
    }
}

/// Talks to a server. A script's `> LINE` is sent, `< START` waits for a line that starts like this, `~ MS` waits, and nobody may move
/// meanwhile. At the end the input ends. Returns the number of bestmoves. How soon the answers come is measured by `cargo xtask bench`.
fn talk(script: &str) -> usize {
    let server = Server::start();
    let is_best_move = |line: &&String| line.starts_with("bestmove");
    let mut best_moves = 0;
    for step in script.lines().map(str::trim) {
        let (kind, rest) = step.split_at(2);
        match kind {
            "> " => server.tell(rest),
            "< " => loop {
                let line = server.hear();
                best_moves += usize::from(is_best_move(&&line));
                if line.starts_with(rest) {
                    break;
                }
            },
            _ => {
                std::thread::sleep(Duration::from_millis(rest.parse().unwrap()));
                let early = server.said.try_iter().filter(|line| is_best_move(&line)).count();
                assert_eq!(early, 0, "{script}");
            }
        }
    }
    best_moves + server.end().iter().filter(is_best_move).count()
}

#[test]
fn it_listens_while_it_thinks() {
    for (script, best_moves) in [
        // An endless search answers questions.
        ("> go infinite\n ~ 100\n > isready\n < readyok\n > query p1turn\n < response true\n > stop\n < bestmove", 1),
        ("> setoption name Threads value 3\n > go\n ~ 60\n > stop\n < bestmove\n > stop\n > isready\n < readyok", 1),
        // A search that is done before it was told to stop keeps its answer.
        ("> go infinite depth 1\n < info depth 1\n ~ 60\n > stop\n < bestmove", 1),
        ("> go ponder depth 1\n < info depth 1\n ~ 60\n > ponderhit\n < bestmove\n > ponderhit\n < info string error", 1),
        ("> go ponder movetime 10\n ~ 60\n > ponderhit\n < bestmove", 1),
        ("> go ponder movetime 10\n > ponderhit\n < bestmove", 1),
        ("> go ponder depth 2\n > stop\n < bestmove", 1),
        // A new search ends the one before; settings hold for the next.
        (
            "> go infinite\n > setoption name Hash value 2\n > position startpos moves a1b2\n > go depth 1\n < bestmove\n < bestmove",
            2,
        ),
        ("> go infinite\n > go infinite\n > go nodes 10\n < bestmove\n < bestmove\n < bestmove", 3),
        // The end of the input and quit end it.
        ("> go infinite", 1),
        ("> go infinite\n > quit", 1),
        ("> go ponder\n > quit\n > go depth 1", 1),
        ("> quit\n > go depth 1", 0),
    ] {
        assert_eq!(talk(script), best_moves, "{script}");
    }
}

/// The transcript of docs/protocol.md holds, but for numbers and moves that depend on time and on what the search thinks today.
#[test]
fn the_transcript_of_the_document_holds() {
    let document = include_str!("../../../../docs/protocol.md");
    let transcript = document.split_once("```transcript\n").and_then(|(_, rest)| rest.split_once("```")).expect("there is one").0;
    let server = Server::start();
    let mut skipping = false;
    for line in transcript.lines() {
        match line.split_at_checked(2) {
            Some(("> ", sent)) => server.tell(sent),
            Some(("< ", "...")) => skipping = true,
            Some(("< ", expected)) => {
                let mut heard = server.hear();
                while skipping && masked(&heard) != masked(expected) {
                    heard = server.hear();
                }
                skipping = false;
                assert_eq!(masked(&heard), masked(expected), "{heard}\n{expected}");
            }
            _ => panic!("expected '> ' or '< ' and a line, found {line:?}"),
        }
    }
    assert_eq!(server.end(), [""; 0]);
}

/// A line without what may change: the value after these words.
fn masked(line: &str) -> String {
    let changing = ["seldepth", "cp", "nodes", "nps", "hashfull", "time", "ponder"];
    let words: Vec<&str> = line.split(' ').collect();
    let keep = |at: usize| at == 0 || !changing.contains(&words[at - 1]);
    (0..words.len()).map(|at| if keep(at) { words[at] } else { "*" }).collect::<Vec<_>>().join(" ")
}
