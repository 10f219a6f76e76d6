//! Which games begin now.

use std::collections::BTreeMap;

use sumito_tournament::rating_list::{Outcome, Results, next_pair_by};

use super::ledger::{Ledger, Met};
use crate::id::{EntryId, GameId};

/// A bot in the room.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Present {
    pub(crate) entry: EntryId,
    /// How many more games it can play now.
    pub(crate) free: usize,
}

/// The second half of a pair of games.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) game: GameId,
    pub(crate) black: EntryId,
    pub(crate) white: EntryId,
}

/// What the room decides.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The game that waits for its two bots begins.
    Begin(GameId),
    /// Two bots begin with an opening, and play it again with colors swapped as soon as both are free.
    Pair { black: EntryId, white: EntryId, opening: u64 },
}

/// What a pair is worth if one of the two is still playing, and the other one would have to wait: without this, whoever finishes a game would only
/// ever find the opponent of that game free. Those who have met often wait for somebody else.
const WORTH_OF_WAITING: f64 = 0.5;

/// What begins now. `waiting` are second halves, the oldest first; `playing` are the entries of games that have begun, with Black and White.
///
/// A half is completed before anything else begins. Then two bots are chosen whose games are expected to say most about all ratings.
pub(crate) fn decide(present: &[Present], waiting: &[Waiting], playing: &[(EntryId, EntryId)], ledger: &Ledger) -> Vec<Order> {
    let mut free: BTreeMap<EntryId, usize> = present.iter().map(|present| (present.entry, present.free)).collect();
    let mut orders = Vec::new();
    for half in waiting {
        let is_free = |entry: EntryId| free.get(&entry).is_some_and(|&free| free > 0);
        if is_free(half.black) && is_free(half.white) {
            take(&mut free, half.black, half.white);
            orders.push(Order::Begin(half.game));
        }
    }
    // Numbers as in the results.
    let entries: Vec<EntryId> = free.keys().copied().collect();
    let place = |entry: EntryId| entries.binary_search(&entry).ok();
    let pair = |&(black, white): &(EntryId, EntryId)| Some((place(black)?, place(white)?));
    let halves = waiting.iter().map(|half| (half.black, half.white));
    let mut begun: Vec<(usize, usize)> = playing.iter().copied().chain(halves).filter_map(|both| pair(&both)).collect();
    let results = results(&entries, ledger);
    let mut candidates: Vec<usize> = (0..entries.len()).collect();
    let mut openings: BTreeMap<(EntryId, EntryId), u64> = BTreeMap::new();
    while let Some((one, other)) = choose(&results, &begun, &candidates, |n| free[&entries[n]] > 0) {
        let (first, second) = (entries[one], entries[other]);
        if free[&first] == 0 || free[&second] == 0 {
            // The one who is free waits, and nobody else waits for the same opponent.
            candidates.retain(|&n| n != one && n != other);
            continue;
        }
        take(&mut free, first, second);
        candidates.retain(|&n| ![one, other].contains(&n) || free[&entries[n]] > 0);
        let next = openings.entry((first, second)).or_insert_with(|| ledger.next_opening(first, second));
        let opening = *next;
        *next += 1;
        begun.push((one, other));
        let (black, white) = if opening.is_multiple_of(2) { (first, second) } else { (second, first) };
        orders.push(Order::Pair { black, white, opening });
    }
    orders
}

fn take(free: &mut BTreeMap<EntryId, usize>, one: EntryId, other: EntryId) {
    for entry in [one, other] {
        if let Some(free) = free.get_mut(&entry) {
            *free -= 1;
        }
    }
}

/// The best pair, of which at least one is free.
fn choose(
    results: &Results,
    begun: &[(usize, usize)],
    candidates: &[usize],
    is_free: impl Fn(usize) -> bool,
) -> Option<(usize, usize)> {
    let mut offered = Vec::new();
    for (n, &one) in candidates.iter().enumerate() {
        offered
            .extend(candidates[n + 1..].iter().map(|&other| (one, other)).filter(|&(one, other)| is_free(one) || is_free(other)));
    }
    let worth = |(one, other)| if is_free(one) && is_free(other) { 1.0 } else { WORTH_OF_WAITING };
    next_pair_by(results, begun, &offered, worth)
}

/// The games among those who are present.
fn results(entries: &[EntryId], ledger: &Ledger) -> Results {
    let mut results = Results::default();
    for entry in entries {
        results.player(entry.as_str());
    }
    let is_present = |entry: EntryId| entries.binary_search(&entry).is_ok();
    for (black, white, Met { counts, .. }) in ledger.played().filter(|&(black, white, _)| is_present(black) && is_present(white))
    {
        for (outcome, games) in [Outcome::First, Outcome::Draw, Outcome::Second].into_iter().zip(counts) {
            results.add_many(black.as_str(), white.as_str(), outcome, games);
        }
    }
    results
}
