//! What the entries have played with each other.

use std::collections::BTreeMap;

use sumito_rules::Color;
use sumito_tournament::rating_list::{Outcome, Tally};

use crate::id::EntryId;
use crate::play::clock::Millis;

/// How a game of the room ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum RoomResult {
    Won(Color),
    Drawn,
    /// It was aborted, and is played again.
    Void,
}

impl RoomResult {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            RoomResult::Won(Color::Black) => "black",
            RoomResult::Won(Color::White) => "white",
            RoomResult::Drawn => "draw",
            RoomResult::Void => "void",
        }
    }

    pub(crate) fn find(name: &str) -> Option<RoomResult> {
        let all = [RoomResult::Won(Color::Black), RoomResult::Won(Color::White), RoomResult::Drawn, RoomResult::Void];
        all.into_iter().find(|result| result.name() == name)
    }

    /// As the list counts it: Black moves first.
    pub(crate) const fn outcome(self) -> Option<Outcome> {
        match self {
            RoomResult::Won(Color::Black) => Some(Outcome::First),
            RoomResult::Won(Color::White) => Some(Outcome::Second),
            RoomResult::Drawn => Some(Outcome::Draw),
            RoomResult::Void => None,
        }
    }
}

/// The games that one entry has played with Black against another one.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Met {
    /// How often Black won, nobody won, White won.
    pub(crate) counts: [u64; 3],
    /// The number of the next opening: all before it have been paired.
    openings: u64,
    /// When the last game ended.
    pub(crate) at: Millis,
}

/// All games, by the entries with Black and White.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ledger(BTreeMap<(EntryId, EntryId), Met>);

/// Games with the same players and result.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) black: EntryId,
    pub(crate) white: EntryId,
    /// Nothing while they are being played, or wait for that.
    pub(crate) result: Option<RoomResult>,
    pub(crate) games: u64,
    pub(crate) last_opening: u64,
    /// When the last of them ended.
    pub(crate) at: Millis,
}

impl Ledger {
    pub(crate) fn add(&mut self, batch: &Batch) {
        let met = self.0.entry((batch.black, batch.white)).or_default();
        met.openings = met.openings.max(batch.last_opening + 1);
        if let Some(outcome) = batch.result.and_then(RoomResult::outcome) {
            met.counts[outcome as usize] += batch.games;
            met.at = met.at.max(batch.at);
        }
    }

    /// The opening from which two entries play next.
    pub(crate) fn next_opening(&self, one: EntryId, other: EntryId) -> u64 {
        [(one, other), (other, one)].iter().filter_map(|pair| self.0.get(pair)).map(|met| met.openings).max().unwrap_or(0)
    }

    /// The games that count, by the entries with Black and White.
    pub(crate) fn played(&self) -> impl Iterator<Item = (EntryId, EntryId, Met)> {
        let counts = self.0.iter().filter(|(_, met)| met.counts.iter().any(|&games| games > 0));
        counts.map(|(&(black, white), &met)| (black, white, met))
    }

    /// The results of an entry against each opponent.
    pub(crate) fn opponents(&self, entry: EntryId) -> BTreeMap<EntryId, Tally> {
        let mut tallies: BTreeMap<EntryId, Tally> = BTreeMap::new();
        for (black, white, Met { counts: [first, drawn, second], .. }) in self.played() {
            let (opponent, won, lost) = match entry {
                _ if entry == black => (white, first, second),
                _ if entry == white => (black, second, first),
                _ => continue,
            };
            let tally = tallies.entry(opponent).or_default();
            tally.won += won;
            tally.drawn += drawn;
            tally.lost += lost;
        }
        tallies
    }

    /// The same without the games of entries that are left out.
    pub(crate) fn among(&self, is_listed: impl Fn(EntryId) -> bool) -> Ledger {
        let pairs = self.0.iter().filter(|((black, white), _)| is_listed(*black) && is_listed(*white));
        Ledger(pairs.map(|(pair, met)| (*pair, *met)).collect())
    }
}
