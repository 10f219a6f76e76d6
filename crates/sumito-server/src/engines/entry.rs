//! The entries of the list: one for each version of a bot.

use std::ops::RangeInclusive;

use crate::id::{EntryId, UserId};

/// The longest version, in characters.
pub(crate) const LONGEST_VERSION: usize = 40;
/// How many threads a bot can say that it uses.
const THREADS: RangeInclusive<u16> = 1..=1024;
/// How many games a bot can play at once.
const GAMES: RangeInclusive<u16> = 1..=16;

/// A version of a program that plays with an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) id: EntryId,
    pub(crate) user: UserId,
    /// Nothing after the account was deleted.
    pub(crate) name: Option<String>,
    pub(crate) version: String,
    /// As the bot declares it.
    pub(crate) threads: u16,
    /// How many games it plays at once.
    pub(crate) games: u16,
    pub(crate) is_present: bool,
}

impl Entry {
    /// The name in lists and files. Names of accounts have no spaces, so no two entries have the same.
    pub(crate) fn label(&self) -> String {
        match &self.name {
            Some(name) => format!("{name} {}", self.version),
            None => format!("deleted-{} {}", self.id, self.version),
        }
    }
}

/// What a bot says about itself when it enters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// One line, with nothing invisible in it.
    pub(crate) version: String,
    pub(crate) threads: u16,
    pub(crate) games: u16,
}

impl Wanted {
    /// What is wrong with it, if something is.
    pub(crate) fn check(&self) -> Result<(), String> {
        let within = |field: &str, range: RangeInclusive<u16>, number: u16| {
            let [first, last] = [range.start(), range.end()];
            if range.contains(&number) { Ok(()) } else { Err(format!("{field}: expected a number from {first} to {last}")) }
        };
        if self.version.is_empty() {
            return Err(format!("version: expected 1 to {LONGEST_VERSION} characters, such as 1.2"));
        }
        within("threads", THREADS, self.threads)?;
        within("games", GAMES, self.games)
    }
}
