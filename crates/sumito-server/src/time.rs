//! The time now, and the day of a moment.

use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::play::clock::Millis;

pub(crate) const DAY: Millis = 24 * 60 * 60 * 1000;

/// Milliseconds since the epoch. While the server runs it goes forward only, whatever is done to the system's clock.
pub(crate) fn now() -> Millis {
    static START: OnceLock<(Instant, Millis)> = OnceLock::new();
    let (start, epoch) = START.get_or_init(|| {
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis);
        (Instant::now(), epoch)
    });
    epoch + start.elapsed().as_millis() as Millis
}

/// The day of a moment, as `2026-11-15`. Days are those of Greenwich.
pub(crate) fn day(at: Millis) -> String {
    // Years are counted from March, so that the odd day of a leap year is the last one; 400 of them have 146,097 days.
    let days = at.div_euclid(DAY) + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_have_days() {
        for (at, expected) in [
            (0, "1970-01-01"),
            (DAY - 1, "1970-01-01"),
            (-1, "1969-12-31"),
            (58 * DAY, "1970-02-28"),
            (59 * DAY, "1970-03-01"),
            (951_782_400_000, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_709_164_800_000, "2024-02-29"),
            (1_794_717_905_679, "2026-11-15"),
            (4_107_542_399_999, "2100-02-28"),
            (4_107_542_400_000, "2100-03-01"),
        ] {
            assert_eq!(day(at), expected, "{at}");
        }
    }
}
