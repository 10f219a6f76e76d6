//! A player to be paired, with everything that the criteria look at.

use std::collections::HashSet;

use super::colors::Preference;
use crate::event::{Bye, Entry, Event, Number, Score};

/// Whether a player met a lower or higher opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Float {
    Down,
    Up,
    None,
}

#[derive(Clone, Debug)]
pub(super) struct Contender {
    pub(super) number: Number,
    /// The place in the order of starting numbers among all who take part, from zero.
    pub(super) rank: usize,
    /// The number of contenders with a higher score.
    pub(super) place: usize,
    /// With acceleration.
    pub(super) score: Score,
    /// Without.
    pub(super) points: Score,
    pub(super) color: Preference,
    pub(super) opponents: HashSet<Number>,
    pub(super) games: usize,
    /// In the previous round and the one before.
    pub(super) floats: [Float; 2],
    /// The player has not yet had a bye of the pairing, or a full point without playing (C2).
    pub(super) is_bye_possible: bool,
}

/// The players to be paired in a round.
pub(super) fn all(event: &Event, round: usize) -> Vec<Contender> {
    let index = event.index();
    // Players who have never taken part have no place in the order yet.
    let takes_part =
        |player: usize| event.is_present(player, round) || event.players[player].entries.iter().any(Entry::is_paired);
    let ranked = (0..event.players.len()).filter(|&player| takes_part(player)).enumerate();
    let present = ranked.filter(|&(_, player)| event.is_present(player, round));
    let contenders = present.map(|(rank, player)| {
        let entries: Vec<Entry> = (0..round).map(|round| event.entry(player, round)).collect();
        let games = entries.iter().filter_map(Entry::played);
        let float = |back: usize| {
            let Some(round) = round.checked_sub(back) else { return Float::None };
            let entry = &entries[round];
            let Some((opponent, ..)) = entry.played() else {
                return if event.points.of(entry) > event.points.loss { Float::Down } else { Float::None };
            };
            let scores = [player, index[&opponent]].map(|player| event.accelerated_score(player, round));
            match scores[0].cmp(&scores[1]) {
                std::cmp::Ordering::Greater => Float::Down,
                std::cmp::Ordering::Less => Float::Up,
                std::cmp::Ordering::Equal => Float::None,
            }
        };
        let prevents_bye = |entry: &Entry| {
            entry.played().is_none() && (*entry == Entry::Bye(Bye::Pairing) || event.points.of(entry) >= event.points.win)
        };
        Contender {
            number: event.players[player].number,
            rank,
            place: 0,
            score: event.accelerated_score(player, round),
            points: event.score(player, round),
            color: Preference::new(games.clone().map(|(_, side, _)| side).collect()),
            opponents: games.clone().map(|(opponent, ..)| opponent).collect(),
            games: games.count(),
            floats: [float(1), float(2)],
            is_bye_possible: !entries.iter().any(prevents_bye),
        }
    });
    contenders.collect()
}
