//! The rating list of the room.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use sumito_tournament::rating_list::{Interval, Outcome, Rated, RatingList, Results, Settings, Tally, Unrated, rate};

use super::ledger::{Ledger, Met};
use super::{Conditions, Entry};
use crate::id::EntryId;
use crate::play::clock::Millis;

/// The most entries of the list, those that played last: the cost of computing it grows with their number.
const MOST: usize = 400;

/// The list, and what it was computed from.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    pub(crate) conditions: Conditions,
    /// The strongest first.
    pub(crate) rated: Vec<(EntryId, Rated)>,
    /// By name.
    pub(crate) unrated: Vec<(EntryId, Unrated)>,
    /// What moving first is worth in Elo.
    pub(crate) first_move: Option<Interval>,
    /// How often equals draw, from 0 to 1.
    pub(crate) draws: Option<f64>,
    /// All games that count, those of entries that are not rated among them.
    pub(crate) games: u64,
    /// The entries of the list.
    pub(crate) entries: BTreeMap<EntryId, Entry>,
    pub(crate) ledger: Ledger,
    pub(crate) at: Millis,
}

/// The name, rating and games of an entry.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Standing<'a> {
    pub(crate) rank: Option<usize>,
    pub(crate) rated: Option<&'a Rated>,
    pub(crate) unrated: Option<&'a Unrated>,
}

impl Listing {
    pub(crate) fn new(conditions: Conditions, entries: Vec<Entry>, ledger: &Ledger, at: Millis) -> Listing {
        let listed = latest(ledger);
        let ledger = ledger.among(|entry| listed.contains(&entry));
        let entries: BTreeMap<EntryId, Entry> =
            entries.into_iter().filter(|entry| listed.contains(&entry.id)).map(|entry| (entry.id, entry)).collect();
        let labels: HashMap<EntryId, String> = entries.iter().map(|(&id, entry)| (id, entry.label())).collect();
        let mut results = Results::default();
        for (black, white, Met { counts, .. }) in ledger.played() {
            let (Some(first), Some(second)) = (labels.get(&black), labels.get(&white)) else { continue };
            for (outcome, games) in [Outcome::First, Outcome::Draw, Outcome::Second].into_iter().zip(counts) {
                results.add_many(first, second, outcome, games);
            }
        }
        let games = results.games();
        // Only an anchor can be wrong, and there is none.
        let list = rate(&results, &Settings::default()).unwrap_or_else(|_| nothing());
        let ids: HashMap<String, EntryId> = labels.into_iter().map(|(id, label)| (label, id)).collect();
        let id = |name: &str| ids.get(name).copied();
        Listing {
            conditions,
            rated: list.rated.into_iter().filter_map(|rated| Some((id(&rated.name)?, rated))).collect(),
            unrated: list.unrated.into_iter().filter_map(|unrated| Some((id(&unrated.name)?, unrated))).collect(),
            first_move: list.first_move,
            draws: list.draws,
            games,
            entries,
            ledger,
            at,
        }
    }

    /// Where an entry stands; nothing before its first game.
    pub(crate) fn standing(&self, entry: EntryId) -> Standing<'_> {
        let place = self.rated.iter().position(|(id, _)| *id == entry);
        Standing {
            rank: place.map(|place| self.rank(place)),
            rated: place.map(|place| &self.rated[place].1),
            unrated: self.unrated.iter().find(|(id, _)| *id == entry).map(|(_, unrated)| unrated),
        }
    }

    /// The rank of the entry at this place. Entries whose ratings look the same share it.
    pub(crate) fn rank(&self, place: usize) -> usize {
        let shown = |place: usize| self.rated[place].1.elo.value.round();
        1 + self.rated.iter().take_while(|(_, rated)| rated.elo.value.round() > shown(place)).count()
    }
}

impl Standing<'_> {
    pub(crate) fn tally(&self) -> Tally {
        self.rated.map(|rated| rated.tally).or(self.unrated.map(|unrated| unrated.tally)).unwrap_or_default()
    }
}

/// The entries that have played last.
fn latest(ledger: &Ledger) -> HashSet<EntryId> {
    let mut last: BTreeMap<EntryId, Millis> = BTreeMap::new();
    for (black, white, Met { at, .. }) in ledger.played() {
        for entry in [black, white] {
            let known = last.entry(entry).or_default();
            *known = at.max(*known);
        }
    }
    let mut entries: Vec<(Millis, EntryId)> = last.into_iter().map(|(entry, at)| (at, entry)).collect();
    entries.sort_by_key(|&latest| Reverse(latest));
    entries.into_iter().take(MOST).map(|(_, entry)| entry).collect()
}

fn nothing() -> RatingList {
    RatingList { rated: Vec::new(), unrated: Vec::new(), first_move: None, draws: None, games: 0 }
}
