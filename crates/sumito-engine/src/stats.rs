//! What the results of a match mean: Elo with its error, the probability of being stronger, and the sequential test that decides when
//! enough games were played.
//!
//! Games come in pairs from one opening with the colors swapped. The unit is a pair, not a game, so that an opening that favors Black
//! adds no noise. A pair scores 0, ½, 1, 1½ or 2 points, so the counts are pentanomial. The methods are those of fishtest (the
//! generalized sequential probability ratio test, with the maximum likelihood distribution under each hypothesis), and the tests
//! compare with the examples that fastchess publishes.
//!
//! ```
//! use sumito_engine::stats::{Pairs, Sprt, Verdict};
//!
//! let pairs = Pairs([20, 60, 100, 90, 40]);
//! assert_eq!(pairs.elo().value.round(), 39.0);
//! assert_eq!(Sprt::new(0.0, 5.0).verdict(&pairs), Verdict::Open);
//! ```

use std::fmt;

/// How many pairs of games scored 0, ½, 1, 1½ and 2 points for the first engine.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// A difference in strength with its 95% interval. It is infinite if all or no points were won.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Elo {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// A test of two hypotheses: the first engine is stronger than the second by `elo0`, or by `elo1`.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Sprt {
    /// The smaller difference.
    pub elo0: f64,
    /// The larger difference.
    pub elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` if `elo1` is true.
    pub beta: f64,
    /// The unit of the two differences.
    pub model: EloModel,
}

/// A unit of strength.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum EloModel {
    /// By the score only, as in players' ratings.
    Logistic,
    /// By the score divided by its standard deviation, which decides how many games a test takes.
    #[default]
    Normalized,
}

/// The result of a test.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not enough games yet.
    Open,
    /// The smaller difference: no gain.
    Refused,
    /// The larger difference: a gain.
    Accepted,
}

/// Normalized Elo for one standard deviation per game.
const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;
/// Standard deviations from the middle to the ends of a 95% interval.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

impl Pairs {
    /// Adds a pair by the first engine's half points in both games, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The first engine's share of the points; a half if there are none yet.
    pub fn score(&self) -> f64 {
        if self.count() == 0 { 0.5 } else { Shares::of(self.0.map(|n| n as f64)).mean() }
    }

    /// The difference in strength by the score.
    pub fn elo(&self) -> Elo {
        let (score, low, high) = self.interval();
        Elo { value: elo(score), low: elo(low), high: elo(high) }
    }

    /// The difference in strength by the score divided by its standard deviation. The interval is assumed to be symmetric.
    pub fn normalized_elo(&self) -> Elo {
        let (score, low, high) = self.interval();
        let deviation = (2.0 * self.variance()).sqrt();
        let normalized = |score: f64| over(score - 0.5, deviation) * NORMALIZED_ELO;
        Elo { value: normalized(score), low: normalized(low), high: normalized(high) }
    }

    /// The probability that the first engine is the stronger one.
    pub fn superiority(&self) -> f64 {
        let deviation = (self.variance() / self.count().max(1) as f64).sqrt();
        normal_distribution(over(self.score() - 0.5, deviation))
    }

    fn variance(&self) -> f64 {
        if self.count() == 0 { 0.0 } else { Shares::of(self.0.map(|n| n as f64)).variance() }
    }

    /// The score and the ends of its 95% interval.
    fn interval(&self) -> (f64, f64, f64) {
        let (score, count) = (self.score(), self.count() as f64);
        if count == 0.0 {
            return (0.5, 0.0, 1.0);
        }
        // If all pairs had the same result, there is no deviation to go by. A smaller true chance than this would have shown an exception.
        let certain = 0.025_f64.powf(1.0 / count);
        if self.0[4] == self.count() {
            return (score, certain, 1.0);
        }
        if self.0[0] == self.count() {
            return (score, 0.0, 1.0 - certain);
        }
        let error = DEVIATIONS * (self.variance() / count).sqrt();
        (score, (score - error).max(0.0), (score + error).min(1.0))
    }
}

/// A lead in deviations; zero divided by zero is zero.
fn over(lead: f64, deviation: f64) -> f64 {
    if lead.abs() < 1e-12 { 0.0 } else { lead / deviation }
}

/// The score that a difference of strength leads to.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference of strength that leads to a score.
fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

impl Sprt {
    /// The largest difference to test for. Far beyond it no distribution fits.
    pub const MOST_ELO: f64 = 200.0;

    /// A test in normalized Elo with error probabilities of 5%.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::default() }
    }

    /// The log-likelihood ratio: positive if the results are more likely under the larger difference.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        // A result that has not occurred yet is not impossible.
        let counts = pairs.0.map(|n| if n == 0 { 1e-3 } else { n as f64 });
        let seen = Shares::of(counts);
        let likeliest = |elo: f64| match self.model {
            EloModel::Logistic => seen.likeliest_with_mean(expected_score(elo)),
            EloModel::Normalized => seen.likeliest_with_lead(std::f64::consts::SQRT_2 * elo / NORMALIZED_ELO),
        };
        let (lesser, greater) = (likeliest(self.elo0), likeliest(self.elo1));
        (0..5).map(|i| counts[i] * (greater.0[i] / lesser.0[i]).ln()).sum()
    }

    /// The ratios at which the test ends: below the first with the smaller difference, above the second with the larger one.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The verdict by the results so far.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (ratio, (low, high)) = (self.ratio(pairs), self.bounds());
        match ratio {
            ratio if ratio >= high => Verdict::Accepted,
            ratio if ratio <= low => Verdict::Refused,
            _ => Verdict::Open,
        }
    }
}

/// The share of each score, from 0 to 1 in quarters.
#[derive(Copy, Clone, Debug)]
struct Shares([f64; 5]);

const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Shares {
    fn of(counts: [f64; 5]) -> Shares {
        let total: f64 = counts.iter().sum();
        Shares(counts.map(|count| count / total))
    }

    fn mean(&self) -> f64 {
        self.0.iter().zip(SCORES).map(|(share, score)| share * score).sum()
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.0.iter().zip(SCORES).map(|(share, score)| share * (score - mean).powi(2)).sum()
    }

    /// The distribution with this mean under which what was seen is the likeliest.
    fn likeliest_with_mean(&self, mean: f64) -> Shares {
        self.likeliest(SCORES.map(|score| score - mean))
    }

    /// The distribution with this lead over an even score, in standard deviations, under which what was seen is the likeliest. The
    /// condition is not linear: it is linearized at the last solution, until that stands still.
    fn likeliest_with_lead(&self, lead: f64) -> Shares {
        let mut found = Shares([0.2; 5]);
        for _ in 0..50 {
            let (mean, deviation) = (found.mean(), found.variance().sqrt());
            let slope = |score: f64| score - 0.5 - lead * deviation * (1.0 + ((mean - score) / deviation).powi(2)) / 2.0;
            let next = self.likeliest(SCORES.map(slope));
            let change = next.0.iter().zip(found.0).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            found = next;
            if change < 1e-9 {
                break;
            }
        }
        found
    }

    /// The likeliest distribution under which these values are zero on average: each share is divided by one plus a multiple of its
    /// value, and the multiple is where the average vanishes. It falls all the way between its poles, so halving finds it.
    fn likeliest(&self, values: [f64; 5]) -> Shares {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            let average: f64 = self.0.iter().zip(values).map(|(share, value)| share * value / (1.0 + middle * value)).sum();
            if average > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let multiple = f64::midpoint(low, high);
        let mut shares = *self;
        shares.0.iter_mut().zip(values).for_each(|(share, value)| *share /= 1.0 + multiple * value);
        shares
    }
}

/// The chance that a normal variable is below this many standard deviations, to about seven digits (Abramowitz and Stegun, 7.1.26).
fn normal_distribution(deviations: f64) -> f64 {
    let x = deviations.abs() / std::f64::consts::SQRT_2;
    if x > 6.0 {
        return if deviations > 0.0 { 1.0 } else { 0.0 };
    }
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let tail = series.into_iter().fold(0.0, |sum, term| (sum + term) * t) * (-x * x).exp() / 2.0;
    if deviations > 0.0 { 1.0 - tail } else { tail }
}

/// `+72 [55, 90]`.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.0} [{:.0}, {:.0}]", self.value, self.low, self.high)
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp)]
mod tests {
    use super::*;

    fn near(found: f64, published: f64, tolerance: f64, what: &str) {
        assert!((found - published).abs() <= tolerance, "{what}: {found} instead of {published}");
    }

    /// LL, LD, WL, DD, WD, WW as fastchess orders them; we put drawn pairs and split pairs together.
    fn pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Pairs {
        Pairs([ll, ld, wl + dd, wd, ww])
    }

    /// The examples of fastchess, app/tests/elo_test.cpp: Elo, its error, normalized Elo, its error, likelihood of superiority.
    #[test]
    fn elo_agrees_with_published_examples() {
        let check = |counts: [u64; 6], published: [f64; 4], superiority: f64| {
            let pairs = pairs(counts);
            let (elo, normalized) = (pairs.elo(), pairs.normalized_elo());
            let found = [elo.value, (elo.high - elo.low) / 2.0, normalized.value, (normalized.high - normalized.low) / 2.0];
            for (found, published) in found.into_iter().zip(published) {
                near(found, published, 0.01, &format!("{counts:?}"));
            }
            near(pairs.superiority(), superiority, 0.0001, &format!("{counts:?}"));
        };
        check([34, 54, 31, 32, 64, 75], [55.58, 27.65, 57.94, 28.28], 1.0);
        check([332, 433, 457, 41, 333, 334], [-8.64, 10.33, -9.17, 10.96], 0.0505);
        check([7895, 8757, 5485, 200, 568, 9999], [-21.04, 2.95, -19.01, 2.65], 0.0);
    }

    /// The examples of fastchess, app/tests/sprt_test.cpp.
    #[test]
    fn the_sequential_test_agrees_with_published_examples() {
        let check = |counts: [u64; 6], elo0: f64, elo1: f64, model: EloModel, published: f64| {
            let sprt = Sprt { model, ..Sprt::new(elo0, elo1) };
            near(sprt.ratio(&pairs(counts)), published, 0.006 + 0.001 * published.abs(), &format!("{counts:?}"));
        };
        check([365, 16618, 36029, 200, 16974, 390], 0.0, 2.0, EloModel::Normalized, 2.25);
        check([127, 4883, 10311, 401, 5150, 104], -1.75, 0.25, EloModel::Normalized, 3.01);
        check([0, 0, 0, 0, 0, 5550], 0.0, 5.0, EloModel::Normalized, 111.82);
        check([223, 9863, 20279, 1000, 10037, 246], 0.5, 2.5, EloModel::Logistic, -3.07);
        check([871, 26175, 55003, 980, 26678, 821], 0.0, 2.0, EloModel::Logistic, -4.98);
    }

    #[test]
    fn the_sequential_test_ends_at_its_bounds() {
        let sprt = Sprt::new(0.0, 5.0);
        near(sprt.bounds().0, -2.944, 0.001, "lower bound");
        near(sprt.bounds().1, 2.944, 0.001, "upper bound");
        assert_eq!(sprt.verdict(&Pairs::default()), Verdict::Open);
        assert_eq!(sprt.verdict(&Pairs([0, 0, 0, 0, 50])), Verdict::Open);
        assert_eq!(sprt.verdict(&Pairs([0, 0, 0, 0, 200])), Verdict::Accepted);
        assert_eq!(sprt.verdict(&Pairs([200, 0, 0, 0, 0])), Verdict::Refused);
        // The opposite question has the opposite answer.
        let pairs = Pairs([12, 40, 90, 61, 20]);
        let mirrored = Pairs([20, 61, 90, 40, 12]);
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let (here, there) = (Sprt { model, ..Sprt::new(0.0, 5.0) }, Sprt { model, ..Sprt::new(-5.0, 0.0) });
            near(here.ratio(&pairs), -there.ratio(&mirrored), 1e-6, "mirrored");
        }
    }

    #[test]
    fn the_sequential_test_works_for_any_results_and_bounds() {
        let most = Sprt::MOST_ELO;
        let results = [[0, 0, 0, 0, 8], [8, 0, 0, 0, 0], [0, 0, 5, 0, 0], [1, 2, 5, 4, 3], [1, 0, 0, 0, 1], [0, 900, 0, 0, 0]];
        for counts in results {
            for model in [EloModel::Logistic, EloModel::Normalized] {
                for (elo0, elo1) in [(0.0, 5.0), (-5.0, 0.0), (0.0, most), (-most, 0.0), (-most, most)] {
                    let ratio = Sprt { model, ..Sprt::new(elo0, elo1) }.ratio(&Pairs(counts));
                    assert!(ratio.is_finite(), "{counts:?} {model:?} {elo0} {elo1}: {ratio}");
                }
            }
        }
    }

    #[test]
    fn one_sided_matches_have_a_bound_on_the_other_side() {
        let all = Pairs([0, 0, 0, 0, 40]);
        assert_eq!(all.elo().value, f64::INFINITY);
        near(all.elo().low, 406.0, 1.0, "40 pairs won");
        let none = Pairs([40, 0, 0, 0, 0]);
        assert_eq!(none.elo().value, f64::NEG_INFINITY);
        near(none.elo().high, -406.0, 1.0, "40 pairs lost");
        assert_eq!(all.superiority(), 1.0);
        assert_eq!(none.superiority(), 0.0);
        let even = Pairs([0, 0, 7, 0, 0]);
        assert_eq!((even.elo().value, even.normalized_elo().value), (0.0, 0.0));
        let nothing = Pairs::default();
        assert_eq!((nothing.score(), nothing.elo().value), (0.5, 0.0));
        for pairs in [even, nothing] {
            near(pairs.superiority(), 0.5, 1e-6, "no lead");
        }
    }

    #[test]
    fn a_win_is_worth_two_half_points() {
        let mut pairs = Pairs::default();
        for half_points in [4, 4, 3, 2, 0] {
            pairs.add(half_points);
        }
        assert_eq!(pairs, Pairs([1, 0, 1, 1, 2]));
        assert_eq!((pairs.count(), pairs.score()), (5, 0.65));
    }
}
