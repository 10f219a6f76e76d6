//! A clock for a game at the terminal: a time for each side, and an increment after each move.

use std::time::Duration;

use sumito_rules::{ByColor, Color};

/// The time of both sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(super) left: ByColor<Duration>,
    pub(super) increment: Duration,
}

impl Clock {
    /// Reads seconds per game and per move, as on the site: `600` or `300+3`.
    pub(crate) fn parse(text: &str) -> Result<Clock, String> {
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds =
            |text: &str| text.parse().ok().filter(|&seconds: &u32| seconds <= 86_400).map(|n| Duration::from_secs(n.into()));
        match (seconds(main), seconds(increment)) {
            (Some(main), Some(increment)) if !main.is_zero() => Ok(Clock { left: ByColor::new(main, main), increment }),
            _ => Err("expected seconds, and after + those added for each move: 600 or 300+3".to_owned()),
        }
    }

    /// Time passes for a side. Returns whether it has any left.
    pub(super) fn run(&mut self, color: Color, time: Duration) -> bool {
        self.left[color] = self.left[color].saturating_sub(time);
        !self.left[color].is_zero()
    }

    /// A side has moved.
    pub(super) fn moved(&mut self, color: Color) {
        self.left[color] += self.increment;
    }
}

/// `9:58`, `1:02:03`, and with tenths of a second in the last ten seconds.
pub(super) fn shown(left: Duration) -> String {
    let seconds = left.as_secs();
    if seconds < 10 {
        return format!("0:0{seconds}.{}", left.subsec_millis() / 100);
    }
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_run_and_shown() {
        let mut clock = Clock::parse("300+3").unwrap();
        assert!(clock.run(Color::White, Duration::from_millis(291_250)));
        assert_eq!((shown(clock.left.black).as_str(), shown(clock.left.white).as_str()), ("5:00", "0:08.7"));
        clock.moved(Color::White);
        assert_eq!(shown(clock.left.white), "0:11");
        assert!(!clock.run(Color::Black, Duration::from_mins(5)));
        assert_eq!(shown(Clock::parse("3723").unwrap().left.black), "1:02:03");
        for wrong in ["", "0", "5m", "300+", "300+x", "-5", "99999999"] {
            assert!(Clock::parse(wrong).is_err(), "{wrong}");
        }
    }
}
