//! How often people of a rating choose the engine's move: what an account is compared with. Measured, see docs/moderation.md.

use super::agreement::Difficulty;

/// A rating, and the share of moves that agreed with the engine's choice, by difficulty in the order of [`Difficulty::ALL`].
const BASELINE: [(f64, [f64; 3]); 5] = [
    (1153.0, [0.419, 0.178, 0.252]),
    (1349.0, [0.491, 0.229, 0.247]),
    (1509.0, [0.555, 0.245, 0.271]),
    (1690.0, [0.610, 0.290, 0.288]),
    (1837.0, [0.644, 0.285, 0.300]),
];

/// The standard deviation of these shares between people of the same rating, beyond chance.
pub(super) const SPREAD: [f64; 3] = [0.018, 0.015, 0.007];

/// The share of moves that people of this rating choose as the engine does. Beyond the measured ratings it is that of the nearest one.
pub(super) fn expected(difficulty: Difficulty, rating: f64) -> f64 {
    let share = |row: &(f64, [f64; 3])| row.1[difficulty as usize];
    let above = BASELINE.iter().position(|(at, _)| *at >= rating);
    match above {
        Some(0) => share(&BASELINE[0]),
        None => share(&BASELINE[BASELINE.len() - 1]),
        Some(n) => {
            let (low, high) = (&BASELINE[n - 1], &BASELINE[n]);
            let part = (rating - low.0) / (high.0 - low.0);
            share(low) + part * (share(high) - share(low))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_lie_between_the_measured_ratings() {
        for difficulty in Difficulty::ALL {
            let shares = BASELINE.map(|(rating, _)| expected(difficulty, rating));
            assert_eq!(shares.to_vec(), BASELINE.map(|(_, shares)| shares[difficulty as usize]).to_vec());
            let ends = [expected(difficulty, -1_000.0), expected(difficulty, 9_000.0)];
            assert_eq!(ends.to_vec(), [shares[0], shares[shares.len() - 1]].to_vec());
            let middle = expected(difficulty, f64::midpoint(BASELINE[0].0, BASELINE[1].0));
            assert!((middle - f64::midpoint(shares[0], shares[1])).abs() < 1e-9);
        }
    }
}
