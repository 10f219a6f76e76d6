//! The logs of all games, read from PostgreSQL by its own program.

use std::collections::BTreeMap;
use std::env;
use std::process::Command;

use sumito_rules::{Color, Game, Position, Rules};

/// The log of a game.
pub(crate) struct Log {
    /// Its lines, the first with version 1.
    lines: Vec<String>,
}

/// What the rules say about a log.
pub(crate) struct Replay {
    pub(crate) moves: usize,
    /// The game is over, by its board or by an event.
    pub(crate) is_over: bool,
    pub(crate) flags: usize,
    pub(crate) turn: Color,
}

impl Log {
    /// The text of the move with this version.
    pub(crate) fn move_at(&self, version: u64) -> Option<&str> {
        let line = self.lines.get(usize::try_from(version).ok()?.checked_sub(1)?)?;
        line.strip_prefix("moved\t")?.split('\t').next()
    }

    /// Plays the log from its first line: every move must be legal, and nothing may follow the end.
    pub(crate) fn replay(&self, name: &str) -> Replay {
        let created: Vec<&str> = self.lines[0].split('\t').collect();
        let rules: Rules = created[2].parse().expect("rules");
        let start: Position = sumito_rules::Layout::STANDARD.position();
        assert_eq!((created[0], created[1]), ("created", "standard"), "{name}");
        let mut game = Game::from_position(start, rules);
        let (mut moves, mut flags, mut has_ended) = (0, 0, false);
        for (n, line) in self.lines.iter().enumerate().skip(1) {
            assert!(!has_ended && game.outcome().is_none(), "{name}: line {} comes after the end: {:?}", n + 1, self.lines);
            match line.split('\t').collect::<Vec<_>>()[..] {
                ["joined", ..] => assert_eq!(n, 1, "{name}: somebody joins once"),
                ["moved", text, ..] => {
                    let m = game.position().parse_move(text).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
                    game.play(m).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
                    moves += 1;
                }
                ["flag-fell", ..] => (flags, has_ended) = (1, true),
                ["no-first-move", ..] => has_ended = true,
                _ => panic!("{name}: nobody did this: {line}"),
            }
        }
        Replay { moves, is_over: has_ended || game.outcome().is_some(), flags, turn: game.position().turn() }
    }
}

/// All logs, by game.
pub(crate) async fn read() -> BTreeMap<String, Log> {
    let rows = ask("select game, version, replace(line, chr(9), '|') from events order by game, version").await;
    let mut logs: BTreeMap<String, Log> = BTreeMap::new();
    for row in rows.lines() {
        let [game, version, line] = row.splitn(3, ' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let log = logs.entry(game.to_owned()).or_insert(Log { lines: Vec::new() });
        log.lines.push(line.replace('|', "\t"));
        assert_eq!(version, log.lines.len().to_string(), "{game}: no gap in the log");
    }
    logs
}

/// The latest version of each game.
pub(crate) async fn versions() -> BTreeMap<String, u64> {
    let rows = ask("select game, max(version) from events group by game").await;
    let pair = |row: &str| row.split_once(' ').map(|(game, version)| (game.to_owned(), version.parse().expect("a number")));
    rows.lines().filter_map(pair).collect()
}

async fn ask(query: &'static str) -> String {
    let (program, database) =
        (env::var("SUMITO_TEST_PSQL").expect("psql"), env::var("SUMITO_TEST_DATABASE").expect("an address"));
    let ask = move || Command::new(program).args([&database, "-AtF", " ", "-c", query]).output();
    let output = tokio::task::spawn_blocking(ask).await.expect("no panic").expect("psql runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}
