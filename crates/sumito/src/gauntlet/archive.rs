//! The file of a gauntlet's games, from which it is continued.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use sumito_rules::record::{self, GameResult, Record};

use crate::error::Error;

/// A file to which games are added in pairs.
pub(super) struct Archive {
    path: PathBuf,
    file: File,
}

/// Two games from one opening.
#[derive(Debug)]
pub(super) struct SavedPair {
    /// The number of the opening.
    pub(super) number: u64,
    pub(super) records: [Record; 2],
}

impl Archive {
    /// Opens or creates the file of a gauntlet under these conditions, and reads its games. A pair that was cut off is removed.
    pub(super) fn open(path: &Path, event: &str) -> Result<(Archive, Vec<SavedPair>), Error> {
        let failed = |error| Error::File(path.display().to_string(), error);
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::Other(format!("another program is writing to {}", path.display())));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let (pairs, counted) = read(&bytes, event).map_err(|message| Error::Other(format!("{}: {message}", path.display())))?;
        file.set_len(counted as u64).map_err(failed)?;
        Ok((Archive { path: path.to_owned(), file }, pairs))
    }

    /// Adds two games.
    pub(super) fn append(&mut self, text: &str) -> Result<(), Error> {
        self.file.write_all(text.as_bytes()).map_err(|error| Error::File(self.path.display().to_string(), error))
    }
}

/// The pairs of a file, and how many bytes of it count.
fn read(bytes: &[u8], event: &str) -> Result<(Vec<SavedPair>, usize), String> {
    // An interruption may have cut a name in the middle of a character.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    };
    let mut pairs = Vec::new();
    let mut counted = 0;
    let games = games(text);
    for (n, pair) in games.chunks(2).enumerate() {
        let [first, second] = [0, 1].map(|n| pair.get(n).and_then(|game| whole(game)));
        let (Some(first), Some(second)) = (first.filter(|game| game.len() == pair[0].len()), second) else {
            // Only the last pair can have been cut off.
            if n + 1 < games.len().div_ceil(2) {
                return Err(format!("pair {} is damaged, and others follow it", n + 1));
            }
            break;
        };
        let (one, two) = (parse(first, event)?, parse(second, event)?);
        let [colors, swapped] = [&one, &two].map(|(_, record)| [record.tag("Black"), record.tag("White")]);
        if one.0 != two.0 || colors[0] != swapped[1] || colors[1] != swapped[0] || colors.contains(&None) {
            return Err(format!("the games of pair {} do not belong together", n + 1));
        }
        pairs.push(SavedPair { number: one.0, records: [one.1, two.1] });
        counted = second.as_ptr() as usize - text.as_ptr() as usize + second.len();
    }
    // Only what this gauntlet began to write is removed.
    let (rest, begins) = (&bytes[counted..], format!("[Event \"{event}\"]\n"));
    if !rest.starts_with(begins.as_bytes()) && !begins.as_bytes().starts_with(rest) {
        return Err(format!("what follows pair {} is not a game of this gauntlet ({event})", pairs.len()));
    }
    Ok((pairs, counted))
}

/// The texts of the games: each begins with its first tag.
fn games(text: &str) -> Vec<&str> {
    let starts: Vec<usize> =
        text.match_indices("[Event ").map(|(at, _)| at).filter(|&at| at == 0 || text.as_bytes()[at - 1] == b'\n').collect();
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| &text[start..end]).collect()
}

/// A game up to the empty line after its moves, which end with the result; `None` if it was cut off.
fn whole(game: &str) -> Option<&str> {
    let tags = game.find("\n\n")? + 2;
    let end = tags + game[tags..].find("\n\n")? + 2;
    let last = game[..end].split_whitespace().next_back()?;
    last.parse::<GameResult>().is_ok().then_some(&game[..end])
}

/// The number of a game's opening, and its record.
fn parse(text: &str, event: &str) -> Result<(u64, Record), String> {
    let record = match record::read(text.lines()).next() {
        Some(Ok(record)) => record,
        Some(Err(error)) => return Err(format!("a game does not replay: {error}")),
        None => return Err("expected a game".to_owned()),
    };
    let found = record.tag("Event").unwrap_or("?");
    if found != event {
        return Err(format!("the games were played under other conditions: {found}, not {event}"));
    }
    let round = record.tag("Round").unwrap_or_default();
    let number = round.split_once('.').and_then(|(number, _)| number.parse::<u64>().ok()).and_then(|n| n.checked_sub(1));
    let number = number.ok_or_else(|| format!("expected a tag Round such as 12.1, found '{round}'"))?;
    Ok((number, record))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(black: &str, white: &str, round: &str, event: &str) -> String {
        format!("[Event \"{event}\"]\n[Black \"{black}\"]\n[White \"{white}\"]\n[Round \"{round}\"]\n\n1. a1b2 i5h5 1-0\n\n")
    }

    #[test]
    fn whole_pairs_are_read_and_a_cut_one_is_left_out() {
        let first = game("ä", "b", "1.1", "x") + &game("b", "ä", "1.2", "x");
        let second = game("ä", "c", "7.1", "x") + &game("c", "ä", "7.2", "x");
        let text = first.clone() + &second;
        let (pairs, counted) = read(text.as_bytes(), "x").unwrap();
        assert_eq!((pairs.len(), counted), (2, text.len()));
        assert_eq!((pairs[1].number, pairs[1].records[0].tag("White")), (6, Some("c")));
        for cut in first.len()..text.len() {
            let (pairs, counted) = read(&text.as_bytes()[..cut], "x").unwrap();
            assert_eq!((pairs.len(), counted), (1, first.len()), "{cut}");
        }
        assert_eq!(read(b"", "x").unwrap().1, 0);
    }

    #[test]
    fn other_files_are_refused() {
        let pair = |event: &str| game("a", "b", "1.1", event) + &game("b", "a", "1.2", event);
        let check = |text: &str, message: &str| {
            let error = read(text.as_bytes(), "x").unwrap_err();
            assert!(error.contains(message), "{error}");
        };
        check(&pair("y"), "other conditions: y, not x");
        check("belgian 1.a1b2 i5h5\n", "not a game of this gauntlet");
        check("[Event \"y\"]\n\n1. a1b2", "not a game of this gauntlet");
        check(&(pair("x") + "my own notes\n"), "not a game of this gauntlet");
        check(&(game("a", "b", "1.1", "x") + &game("b", "a", "2.2", "x")), "do not belong together");
        check(&(game("a", "b", "1.1", "x") + &game("a", "b", "1.2", "x")), "do not belong together");
        check(&pair("x").replace("1.1", "one"), "Round such as 12.1");
        check(&(pair("x").replace("1-0\n\n", "\n\n") + &pair("x")), "damaged");
        check(&pair("x").replace("a1b2", "a1a9"), "does not replay");
    }
}
