//! The current time, and the date of a moment.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::play::clock::Millis;

pub(crate) const MINUTE: Millis = 60 * 1000;
pub(crate) const DAY: Millis = 24 * 60 * 60 * 1000;

/// Milliseconds since the epoch. While the server is running, time only moves forward, even if the system's clock is changed, and it includes the time
/// that the machine sleeps: game clocks run as if the server had been down.
pub(crate) fn now() -> Millis {
    static START: OnceLock<Anchor> = OnceLock::new();
    let anchor = START.get_or_init(|| {
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis);
        Anchor { epoch, uptime: uptime() }
    });
    anchor.at(uptime()) + OFFSET.load(Relaxed)
}

/// How much the clock that all servers of a database follow is ahead of this machine's.
static OFFSET: AtomicI64 = AtomicI64::new(0);

/// Follows another clock from now on, whose time was `theirs` at some moment since `asked`. For the start of the server: time may jump.
pub(crate) fn follow_clock(asked: Millis, theirs: Millis) {
    let took = now() - asked;
    let ahead = theirs - (asked + took / 2);
    // A small difference may come from the way there and back.
    if ahead.abs() > took.max(20) {
        OFFSET.fetch_add(ahead, Relaxed);
    }
}

/// A moment on two clocks: the calendar, which can be changed, and the time since the machine started, which cannot.
#[derive(Copy, Clone, Debug)]
struct Anchor {
    epoch: Millis,
    uptime: Duration,
}

impl Anchor {
    fn at(&self, uptime: Duration) -> Millis {
        self.epoch + uptime.saturating_sub(self.uptime).as_millis() as Millis
    }
}

/// The time since some moment before the server started, including sleep. The standard library's `Instant` excludes sleep on Linux and
/// macOS.
#[cfg(unix)]
fn uptime() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    #[cfg(any(target_os = "linux", target_os = "android"))]
    const CLOCK: ClockId = ClockId::CLOCK_BOOTTIME;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    const CLOCK: ClockId = ClockId::CLOCK_MONOTONIC;
    clock_gettime(CLOCK).map_or(Duration::ZERO, Duration::from)
}

#[cfg(not(unix))]
fn uptime() -> Duration {
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// The first moment of a date in UTC, such as `2026-11-15`; nothing if there is no such day.
pub(crate) fn moment(date: &str) -> Option<Millis> {
    let mut parts = date.splitn(3, '-').map(|part| part.parse::<u16>().ok().map(Millis::from));
    let (year, month, day_of_month) = (parts.next()??, parts.next()??, parts.next()??);
    let (year, month_of_year) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let of_era = year.rem_euclid(400);
    let days =
        year.div_euclid(400) * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * month_of_year + 2) / 5 + day_of_month
            - 1;
    let at = (days - 719_468) * DAY;
    // Only what reads back is a date.
    (day(at) == date).then_some(at)
}

/// The date of a moment in UTC, such as `2026-11-15`.
pub(crate) fn day(at: Millis) -> String {
    // Years start in March, so that a leap day is the last day of a year; 400 years have 146,097 days.
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
    fn time_goes_on_while_the_machine_sleeps_and_never_goes_back() {
        let anchor = Anchor { epoch: 1_000_000, uptime: Duration::from_secs(50) };
        assert_eq!(anchor.at(Duration::from_secs(50)), 1_000_000);
        assert_eq!(anchor.at(Duration::from_millis(50_001)), 1_000_001);
        assert_eq!(anchor.at(Duration::from_secs(50 + 8 * 3_600)), 1_000_000 + 8 * 3_600_000);
        assert_eq!(anchor.at(Duration::from_secs(49)), 1_000_000, "a clock that fails");
        let first = now();
        assert!((first..first + 5_000).contains(&now()));
    }

    /// The kernel's uptime includes the time that the machine slept.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_time_since_the_start_is_the_kernels() {
        let kernel = || std::fs::read_to_string("/proc/uptime").unwrap().split_once(' ').unwrap().0.parse::<f64>().unwrap();
        let (before, ours, after) = (kernel(), uptime().as_secs_f64(), kernel());
        assert!(before - 0.1 <= ours && ours <= after + 0.1, "{before} {ours} {after}");
    }

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

    #[test]
    fn dates_become_moments_and_other_texts_do_not() {
        for at in [0, DAY, 59 * DAY, 11_016 * DAY, 20_772 * DAY, 47_540 * DAY] {
            assert_eq!(moment(&day(at)), Some(at), "{}", day(at));
        }
        for text in [
            "",
            "2026",
            "2026-2-3",
            "2026-02-30",
            "2026-13-01",
            "2026-00-10",
            "2026-01-00",
            "x-y-z",
            "99999-01-01",
            "2026-01-01-01",
        ] {
            assert_eq!(moment(text), None, "{text}");
        }
    }
}
