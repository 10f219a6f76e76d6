//! Which two players should meet next.

use std::collections::BTreeMap;

use super::connected::Groups;
use super::fit::{ELO, Fit, Pairing};
use super::{Results, sorted};

#[cfg(test)]
mod tests;

/// The pair, among those offered, whose next two games, one with each color, are expected to say most about all ratings together. `playing` are
/// the pairs of such games that have begun and not ended. Of equally good pairs, the one with fewer games, then the first.
///
/// What games say is measured by how much they shrink the volume in which all strengths lie with a certain chance (D-optimality, which is the
/// expected gain of information): unlike the sum of variances, this does not prefer the one player whose strength is hardest to find. Two
/// players whose groups are not connected by results yet are worth more, see `LINK`. Before the first game strengths are taken to vary with
/// a standard deviation of 1,000 Elo, so that everybody has a rating from the start.
pub fn next_pair(results: &Results, playing: &[(usize, usize)], offered: &[(usize, usize)]) -> Option<(usize, usize)> {
    next_pair_by(results, playing, offered, |_| 1.0)
}

/// The same, if some pairs are worth more than others: what two games are expected to say is multiplied by `worth`.
pub fn next_pair_by(
    results: &Results,
    playing: &[(usize, usize)],
    offered: &[(usize, usize)],
    worth: impl Fn((usize, usize)) -> f64,
) -> Option<(usize, usize)> {
    // Players are numbered by name inside, so that the choice does not depend on the order of the games.
    let by_name = sorted(results);
    let place = |player: usize| by_name.names.binary_search(&results.names[player]).expect("the same names");
    let pairings: Vec<Pairing> =
        by_name.pairings.iter().map(|(&(first, second), counts)| Pairing::new(first, second, counts)).collect();
    let fit = Fit::new(by_name.names.len(), &pairings, Some(DEVIATION / ELO));
    let mut covariance = fit.covariance_of_players();
    let mut links = Links::new(&by_name);
    for &(one, other) in playing {
        let (one, other) = (place(one), place(other));
        let column: Vec<f64> = covariance.iter().map(|row| row[one] - row[other]).collect();
        let weight = information(&fit, one, other) / (1.0 + information(&fit, one, other) * (column[one] - column[other]));
        for (row, left) in covariance.iter_mut().zip(&column) {
            for (entry, right) in row.iter_mut().zip(&column) {
                *entry -= weight * left * right;
            }
        }
        links.add(one, other, 2);
    }
    let gain = |&(one, other): &(usize, usize)| {
        let (one, other) = (place(one), place(other));
        let variance = covariance[one][one] + covariance[other][other] - covariance[one][other] - covariance[other][one];
        let information = information(&fit, one, other);
        // As far as a surprise is possible: two games between equals have an information of a half.
        (information * variance).ln_1p() + links.worth(one, other) * (2.0 * information).sqrt()
    };
    let met = |&(one, other): &(usize, usize)| {
        let begun = playing.iter().filter(|&&pair| pair == (one, other) || pair == (other, one)).count();
        results.games_between(one, other) + 2 * begun as u64
    };
    let mut best: Option<(f64, u64, (usize, usize))> = None;
    for pair in offered {
        let (gain, met) = (gain(pair) * worth(*pair), met(pair));
        let better =
            best.is_none_or(|(most, fewest, _)| gain > most * (1.0 + 1e-9) || gain > most * (1.0 - 1e-9) && met < fewest);
        if better {
            best = Some((gain, met, *pair));
        }
    }
    best.map(|(_, _, pair)| pair)
}

/// The standard deviation of strengths before the first game, in Elo: from a beginner to a strong engine.
const DEVIATION: f64 = 1000.0;

/// What two games between equals are worth in addition, if a surprising result would connect two groups that are not connected yet: without one,
/// their difference is bounded from one side only, however many games there are. Two games of a pair that has met in `n` games say about `2 / n`.
const LINK: f64 = 0.6;
/// After this many games between two groups, [`LINK`] is half of that: some players are never beaten, and others wait for games.
const LINK_FADES: f64 = 50.0;

/// Which players are connected by results, and the games between groups that are not.
struct Links {
    group: Vec<usize>,
    games: BTreeMap<(usize, usize), u64>,
}

impl Links {
    fn new(results: &Results) -> Links {
        let mut links = Links { group: Groups::new(results).group, games: BTreeMap::new() };
        for (&(first, second), counts) in &results.pairings {
            links.add(first, second, counts.iter().sum());
        }
        links
    }

    fn between(&self, one: usize, other: usize) -> (usize, usize) {
        let (one, other) = (self.group[one], self.group[other]);
        (one.min(other), one.max(other))
    }

    fn add(&mut self, one: usize, other: usize, games: u64) {
        *self.games.entry(self.between(one, other)).or_default() += games;
    }

    fn worth(&self, one: usize, other: usize) -> f64 {
        let between = self.between(one, other);
        let games = self.games.get(&between).copied().unwrap_or(0);
        if between.0 == between.1 { 0.0 } else { LINK / (1.0 + games as f64 / LINK_FADES) }
    }
}

/// How much two games between these players say about their difference.
fn information(fit: &Fit, one: usize, other: usize) -> f64 {
    2.0 * fit.chances(one, other).information()
}
