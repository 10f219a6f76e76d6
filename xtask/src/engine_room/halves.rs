//! Whether intervals keep their promise: the games of every second opening give one list, the others another one, and both should find the same
//! differences between neighbors, as far as their intervals say.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::save;

/// A difference in Elo; one end can be infinite.
struct Difference {
    value: f64,
    low: f64,
    high: f64,
}

/// The games with even openings, and those with odd ones. Both games of an opening are in the same half.
pub(super) fn split(folder: &Path, games: &str) -> Result<[PathBuf; 2], String> {
    let mut halves = [String::new(), String::new()];
    for game in games.split("[Event ").skip(1) {
        let round = game.split_once("[Round \"").and_then(|(_, rest)| rest.split(['"', '.']).next()?.parse::<usize>().ok());
        let round = round.ok_or_else(|| format!("expected a tag Round, found [Event {game}"))?;
        halves[round % 2].extend(["[Event ", game]);
    }
    Ok([save(folder, "even", &halves[0])?, save(folder, "odd", &halves[1])?])
}

/// Prints the differences between neighbors, by both halves. An error if they disagree more often than 95% intervals do.
pub(super) fn compare(program: &Path, labels: &[&str], halves: &[PathBuf; 2]) -> Result<(), String> {
    let (mut compared, mut disagree) = (0, 0);
    for pair in labels.windows(2) {
        let [one, other] = halves.each_ref().map(|half| difference(program, half, pair[0], pair[1]));
        let (Some(one), Some(other)) = (one?, other?) else {
            println!("{} - {}: not in both halves", pair[0], pair[1]);
            continue;
        };
        compared += 1;
        let agrees = agree(&one, &other);
        disagree += u32::from(!agrees);
        println!("{} - {}: {}, {}{}", pair[0], pair[1], shown(&one), shown(&other), if agrees { "" } else { " (disagree)" });
    }
    println!("{} of {compared} differences between neighbors agree in both halves", compared - disagree);
    if compared == 0 || disagree > most_by_chance(compared) {
        return Err("the intervals of the two halves do not hold".to_owned());
    }
    Ok(())
}

fn shown(Difference { value, low, high }: &Difference) -> String {
    format!("{value:.0} [{low:.0}, {high:.0}]")
}

/// How much stronger the first player is by these games; `None` if they do not say.
fn difference(program: &Path, games: &Path, upper: &str, lower: &str) -> Result<Option<Difference>, String> {
    // A rating that is open on one side cannot be an anchor.
    for (anchor, player, sign) in [(lower, upper, 1.0), (upper, lower, -1.0)] {
        let mut rank = Command::new(program);
        rank.args(["rank", "--format", "json", "--anchor", &format!("{anchor}=0")]).arg(games);
        let output = rank.output().map_err(|error| format!("sumito rank: {error}"))?;
        if !output.status.success() {
            continue;
        }
        let list: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("sumito rank: {error}"))?;
        let found = list["rated"].as_array().and_then(|rated| rated.iter().find(|entry| entry["name"] == player));
        let Some(rating) = found.map(|entry| &entry["rating"]) else { continue };
        let number = |field: &str, missing: f64| sign * rating[field].as_f64().unwrap_or(missing);
        let ends = [number("low", f64::NEG_INFINITY), number("high", f64::INFINITY)];
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        return Ok(Some(Difference { value: number("elo", f64::NAN), low, high }));
    }
    Ok(None)
}

/// Whether two measurements differ by no more than the interval of their difference. With an open end the intervals must overlap.
fn agree(one: &Difference, other: &Difference) -> bool {
    let widths = [one, other].map(|found| (found.high - found.low) / 2.0);
    if widths.iter().all(|width| width.is_finite()) {
        (one.value - other.value).abs() <= widths[0].hypot(widths[1])
    } else {
        one.low <= other.high && other.low <= one.high
    }
}

/// Of this many intervals that hold in 95% of all cases, more fail than that in less than one of a hundred tries.
fn most_by_chance(intervals: u32) -> u32 {
    let (mut chance, mut sum) = (0.95_f64.powi(intervals as i32), 0.0);
    for failures in 0..intervals {
        sum += chance;
        if 1.0 - sum < 0.01 {
            return failures;
        }
        chance *= f64::from(intervals - failures) / f64::from(failures + 1) * 0.05 / 0.95;
    }
    intervals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_of_many_intervals_may_fail() {
        // Sums of the binomial distribution with 5%.
        assert_eq!([1, 2, 9, 20, 100].map(most_by_chance), [1, 1, 2, 4, 11]);
    }

    #[test]
    fn measurements_agree_within_their_intervals() {
        let check = |one: [f64; 3], other: [f64; 3], expected: bool| {
            let [one, other] = [one, other].map(|[value, low, high]| Difference { value, low, high });
            assert_eq!((agree(&one, &other), agree(&other, &one)), (expected, expected));
        };
        // Two intervals of 30 and 40 to each side: 50 for the difference.
        check([100.0, 70.0, 130.0], [149.0, 109.0, 189.0], true);
        check([100.0, 70.0, 130.0], [151.0, 111.0, 191.0], false);
        check([300.0, 120.0, f64::INFINITY], [110.0, 90.0, 130.0], true);
        check([300.0, 120.0, f64::INFINITY], [100.0, 90.0, 110.0], false);
    }
}
