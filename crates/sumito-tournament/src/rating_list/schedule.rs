//! Which two players should meet next.

use super::fit::{ELO, Fit, Pairing, times};
use super::{Results, sorted};

/// The pair, among those offered, whose next two games, one with each color, are expected to shrink the summed variance of all ratings most.
/// `playing` are the pairs of such games that have begun and not ended. Of equally good pairs, the one with fewer games, then the first.
///
/// Before the first game strengths are taken to vary with a standard deviation of 400 Elo, so that everybody has a rating from the start.
pub fn next_pair(results: &Results, playing: &[(usize, usize)], offered: &[(usize, usize)]) -> Option<(usize, usize)> {
    next_pair_by(results, playing, offered, |_| 1.0)
}

/// The same, if some pairs are worth more than others: what two games are expected to bring is multiplied by `worth`.
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
        by_name.pairings.iter().map(|(&(first, second), &counts)| Pairing { first, second, counts }).collect();
    let fit = Fit::new(by_name.names.len(), &pairings, Some(DEVIATION / ELO));
    let mut covariance = fit.covariance_of_players();
    for &(one, other) in playing {
        let (one, other) = (place(one), place(other));
        let (column, information) = effect(&fit, &covariance, one, other);
        let divisor = 1.0 + information * (column[one] - column[other]);
        for (row, left) in covariance.iter_mut().zip(&column) {
            for (entry, right) in row.iter_mut().zip(&column) {
                *entry -= information * left * right / divisor;
            }
        }
    }
    let gain = |&(one, other): &(usize, usize)| {
        let (one, other) = (place(one), place(other));
        let (column, information) = effect(&fit, &covariance, one, other);
        let mean = column.iter().sum::<f64>() / column.len() as f64;
        let shrinks: f64 = column.iter().map(|entry| (entry - mean).powi(2)).sum();
        information * shrinks / (1.0 + information * (column[one] - column[other]))
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

/// The standard deviation of strengths before the first game, in Elo.
const DEVIATION: f64 = 400.0;

/// The covariance of all strengths with the difference of two, and the information of two games between these.
fn effect(fit: &Fit, covariance: &[Vec<f64>], one: usize, other: usize) -> (Vec<f64>, f64) {
    let mut contrast = vec![0.0; covariance.len()];
    contrast[one] = 1.0;
    contrast[other] = -1.0;
    (times(covariance, &contrast), 2.0 * fit.chances(one, other).information())
}
