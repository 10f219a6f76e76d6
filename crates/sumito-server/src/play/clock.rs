//! Time controls and the clock of a game. Time is an argument: milliseconds since the epoch on the server's clock.

use std::fmt;
use std::str::FromStr;

use sumito_rules::party::{BySeat, Seat};

/// Milliseconds: a moment since the epoch, or a duration.
pub(crate) type Millis = i64;

const SECOND: Millis = 1_000;
const DAY: Millis = 24 * 60 * 60 * SECOND;

/// How much time the players get.
///
/// The text form is in seconds: `none`, `600` (sudden death), `300+3` (Fischer: 3 added per move), `360d2` (simple delay: the
/// clock waits 2 before it runs), `300b2` (Bronstein: up to 2 of the time a move took are returned), `600/3x30` (byo-yomi: then 3 periods
/// of 30; a period is lost only when it is used up), `3d` (3 days per move).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TimeControl {
    /// No clock.
    None,
    /// A main time for the whole game, and an extra.
    Game { main: Millis, extra: Extra },
    /// This many days per move.
    Days(u8),
}

/// The extra time besides the main time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Extra {
    /// Nothing: sudden death.
    None,
    /// Added after each move (Fischer).
    Increment(Millis),
    /// For each move the clock waits this long before it runs.
    Delay(Millis),
    /// The time a move took is returned after it, up to this much (Bronstein).
    Bronstein(Millis),
    /// Periods after the main time; one that is not used up is full again after the move.
    ByoYomi { periods: u8, period: Millis },
}

impl TimeControl {
    /// The suggested time controls: ten and fifteen minutes as in the books, then some of each kind.
    pub(crate) const PRESETS: [&'static str; 13] =
        ["none", "600", "900", "180+2", "300+3", "900+10", "360d2", "300b3", "600/3x30", "1d", "3d", "7d", "14d"];
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::None => f.write_str("none"),
            TimeControl::Days(days) => write!(f, "{days}d"),
            TimeControl::Game { main, extra } => {
                write!(f, "{}", main / SECOND)?;
                match extra {
                    Extra::None => Ok(()),
                    Extra::Increment(time) => write!(f, "+{}", time / SECOND),
                    Extra::Delay(time) => write!(f, "d{}", time / SECOND),
                    Extra::Bronstein(time) => write!(f, "b{}", time / SECOND),
                    Extra::ByoYomi { periods, period } => write!(f, "/{periods}x{}", period / SECOND),
                }
            }
        }
    }
}

/// A text is not a time control: where it fails, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParseError {
    /// The byte offset of the first character that does not fit.
    pub(crate) at: usize,
    pub(crate) message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at character {})", self.message, self.at + 1)
    }
}

impl FromStr for TimeControl {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<TimeControl, ParseError> {
        if text == "none" {
            return Ok(TimeControl::None);
        }
        if let Some(days) = text.strip_suffix('d') {
            return number(text, days, 1..=30, "days").map(|days| TimeControl::Days(days as u8));
        }
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (main, rest) = text.split_at(digits);
        // Only byo-yomi works without a main time.
        let least = i64::from(!rest.starts_with('/'));
        let main = number(text, main, least..=86_400, "seconds")? * SECOND;
        let seconds = |digits: &str| number(text, digits, 1..=3_600, "seconds").map(|seconds| seconds * SECOND);
        let mut letters = rest.chars();
        let extra = match (letters.next(), letters.as_str()) {
            (None, _) | (Some('+'), "0") => Extra::None,
            (Some('+'), increment) => Extra::Increment(seconds(increment)?),
            (Some('d'), delay) => Extra::Delay(seconds(delay)?),
            (Some('b'), delay) => Extra::Bronstein(seconds(delay)?),
            (Some('/'), periods) => {
                let expected = "expected periods such as 3x30";
                let (count, period) =
                    periods.split_once('x').ok_or_else(|| ParseError { at: digits + 1, message: expected.to_owned() })?;
                let periods = number(text, count, 1..=20, "periods")? as u8;
                Extra::ByoYomi { periods, period: seconds(period)? }
            }
            _ => {
                let message = "expected a time control such as none, 600, 300+3, 360d2, 300b2, 600/3x30 or 3d".to_owned();
                return Err(ParseError { at: digits, message });
            }
        };
        Ok(TimeControl::Game { main, extra })
    }
}

/// Reads the part `digits` of `text`.
fn number(text: &str, digits: &str, range: std::ops::RangeInclusive<i64>, what: &str) -> Result<i64, ParseError> {
    // `parse` would accept a plus sign.
    let number = digits.parse().ok().filter(|n| range.contains(n) && digits.bytes().all(|digit| digit.is_ascii_digit()));
    number.ok_or_else(|| {
        let at = digits.as_ptr() as usize - text.as_ptr() as usize;
        let message = format!("expected {} to {} {what}, found '{digits}'", range.start(), range.end());
        ParseError { at, message }
    })
}

/// The clock of a game: a side for each seat, of which at most one runs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    control: TimeControl,
    sides: BySeat<Side>,
    /// The seat whose time runs, and since when.
    running: Option<(Seat, Millis)>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Side {
    /// Main time, or the time for this move if moves have days.
    main: Millis,
    /// Periods of byo-yomi left.
    periods: u8,
    /// The lag that may still be credited.
    lag_quota: Millis,
    /// It plays with half its time.
    is_halved: bool,
}

impl Side {
    fn new(control: TimeControl) -> Side {
        let (main, periods) = match control {
            TimeControl::None => (0, 0),
            TimeControl::Days(days) => (Millis::from(days) * DAY, 0),
            TimeControl::Game { main, extra: Extra::ByoYomi { periods, .. } } => (main, periods),
            TimeControl::Game { main, .. } => (main, 0),
        };
        Side { main, periods, lag_quota: LAG_QUOTA, is_halved: false }
    }
}

/// The most lag credited for one move, and for many in a row.
const LAG_QUOTA: Millis = 500;
/// The part of the quota restored with each move: a slow connection is compensated, and faking one gains little.
const LAG_REFILL: Millis = 100;

/// The time a side has left: first `free` runs out, then `main`, then `period`, then the periods after it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeLeft {
    /// Of the delay before the clock runs.
    pub(crate) free: Millis,
    /// Of the main time, or of the time for this move.
    pub(crate) main: Millis,
    /// Of the period of byo-yomi that runs, or comes next.
    pub(crate) period: Millis,
    /// Periods left, including the current one.
    pub(crate) periods: u8,
}

impl Clock {
    /// A stopped clock.
    pub(crate) fn new(control: TimeControl) -> Clock {
        Clock { control, sides: BySeat::new([Side::new(control); 6]), running: None }
    }

    /// The seat whose time runs.
    pub(crate) fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// The time a seat has left; `None` without a clock.
    pub(crate) fn left(&self, seat: impl Into<Seat>, now: Millis) -> Option<TimeLeft> {
        if self.control == TimeControl::None {
            return None;
        }
        let seat = seat.into();
        let side = self.sides[seat];
        let period = self.period();
        let mut left = TimeLeft { free: self.delay(seat), main: side.main, period, periods: side.periods };
        let mut spent = self.elapsed(seat, now);
        for part in [&mut left.free, &mut left.main] {
            let taken = spent.min(*part);
            *part -= taken;
            spent -= taken;
        }
        if period > 0 {
            left.periods -= (spent / period).min(left.periods.into()) as u8;
            left.period = if left.periods == 0 { 0 } else { period - spent % period };
        }
        Some(left)
    }

    /// The seat whose time runs out next if nobody moves, and when.
    pub(crate) fn flag(&self) -> Option<(Seat, Millis)> {
        let (seat, since) = self.running?;
        (self.control != TimeControl::None).then(|| (seat, since + self.budget(seat)))
    }

    /// The lag credited to a seat that moves now with this measured lag: limited per move, and over many moves.
    pub(crate) fn lag_credit(&self, seat: Seat, lag: Millis, now: Millis) -> Millis {
        match self.control {
            TimeControl::Game { .. } => lag.clamp(0, self.sides[seat].lag_quota).min(self.elapsed(seat, now)),
            _ => 0,
        }
    }

    /// Whether a seat has used up its time, with this much lag credited.
    pub(crate) fn has_flagged(&self, seat: Seat, lag: Millis, now: Millis) -> bool {
        self.flag().is_some_and(|(flagging, at)| flagging == seat && now - lag >= at)
    }

    /// A move was made: charges its time, less the credited lag, and starts the time of the next seat. The first press
    /// of a stopped clock only starts it.
    pub(crate) fn press(&mut self, mover: Seat, next: Seat, lag: Millis, now: Millis) {
        if self.running.is_some() {
            let spent = (self.elapsed(mover, now) - lag).max(0);
            self.charge(mover, spent);
            let side = &mut self.sides[mover];
            side.lag_quota = (side.lag_quota - lag + LAG_REFILL).clamp(0, LAG_QUOTA);
            match self.control {
                TimeControl::Game { .. } if side.is_halved => {}
                TimeControl::Game { extra: Extra::Increment(increment), .. } => side.main += increment,
                TimeControl::Game { extra: Extra::Bronstein(delay), .. } => side.main += spent.min(delay),
                TimeControl::Days(days) => side.main = Millis::from(days) * DAY,
                _ => {}
            }
        }
        self.running = Some((next, now));
    }

    /// Whether a seat has the time it started with.
    pub(crate) fn has_whole_time(&self, seat: Seat) -> bool {
        let (side, whole) = (self.sides[seat], Side::new(self.control));
        (side.main, side.periods) == (whole.main, whole.periods) && !side.is_halved
    }

    /// A seat plays with half its time: half the main time and half the periods. There is nothing extra for its moves.
    pub(crate) fn halve(&mut self, seat: Seat) {
        let side = &mut self.sides[seat];
        side.main /= 2;
        side.periods = side.periods.div_ceil(2);
        side.is_halved = true;
    }

    /// A move was taken back, or a player left: charges the seat whose time ran, without the bonus of a move, and starts the time of `seat`.
    pub(crate) fn hand_to(&mut self, seat: Seat, now: Millis) {
        if let Some((running, _)) = self.running {
            self.charge(running, self.elapsed(running, now));
            if let TimeControl::Days(days) = self.control {
                self.sides[running].main = Millis::from(days) * DAY;
            }
            self.running = Some((seat, now));
        }
    }

    /// Another player takes the seat over, and gets the time of the start.
    pub(crate) fn renew(&mut self, seat: Seat, now: Millis) {
        self.sides[seat] = Side::new(self.control);
        self.running = self.running.map(|(running, since)| (running, if running == seat { now } else { since }));
    }

    /// The game is over: charges the side whose time ran.
    pub(crate) fn stop(&mut self, now: Millis) {
        if let Some((running, _)) = self.running {
            self.charge(running, self.elapsed(running, now));
            self.running = None;
        }
    }

    fn charge(&mut self, seat: Seat, spent: Millis) {
        let mut spent = (spent - self.delay(seat)).max(0);
        let period = self.period();
        let side = &mut self.sides[seat];
        let taken = spent.min(side.main);
        side.main -= taken;
        spent -= taken;
        if period > 0 {
            side.periods -= (spent / period).min(side.periods.into()) as u8;
        }
    }

    /// How long a seat's time has been running.
    fn elapsed(&self, seat: Seat, now: Millis) -> Millis {
        // If the system's clock is set back, nobody gains time.
        self.running.filter(|&(running, _)| running == seat).map_or(0, |(_, since)| (now - since).max(0))
    }

    /// How long a seat may think in total.
    fn budget(&self, seat: Seat) -> Millis {
        let side = self.sides[seat];
        self.delay(seat) + side.main + Millis::from(side.periods) * self.period()
    }

    fn delay(&self, seat: Seat) -> Millis {
        match self.control {
            TimeControl::Game { extra: Extra::Delay(delay), .. } if self.sides[seat].is_halved => delay / 2,
            TimeControl::Game { extra: Extra::Delay(delay), .. } => delay,
            _ => 0,
        }
    }

    fn period(&self) -> Millis {
        if let TimeControl::Game { extra: Extra::ByoYomi { period, .. }, .. } = self.control { period } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use sumito_rules::Color;

    use super::*;

    /// Presses the clock of a game for two.
    fn press(clock: &mut Clock, mover: Color, lag: Millis, now: Millis) {
        clock.press(mover.into(), (!mover).into(), lag, now);
    }

    #[test]
    fn texts_are_read_and_written() {
        let game = |main, extra| TimeControl::Game { main, extra };
        let cases = [
            ("none", TimeControl::None),
            ("600", game(600_000, Extra::None)),
            ("300+3", game(300_000, Extra::Increment(3_000))),
            ("360d2", game(360_000, Extra::Delay(2_000))),
            ("300b2", game(300_000, Extra::Bronstein(2_000))),
            ("600/3x30", game(600_000, Extra::ByoYomi { periods: 3, period: 30_000 })),
            ("0/1x10", game(0, Extra::ByoYomi { periods: 1, period: 10_000 })),
            ("3d", TimeControl::Days(3)),
        ];
        for (text, control) in cases {
            assert_eq!(text.parse(), Ok(control), "{text}");
            assert_eq!(control.to_string(), text);
        }
        assert_eq!("600+0".parse(), Ok(game(600_000, Extra::None)));
        for preset in TimeControl::PRESETS {
            assert_eq!(preset.parse().map(|control: TimeControl| control.to_string()), Ok(preset.to_owned()));
        }
    }

    #[test]
    fn other_texts_are_refused_where_they_are_wrong() {
        let cases = [
            ("", 0, "expected 1 to 86400 seconds, found ''"),
            ("0", 0, "expected 1 to 86400 seconds, found '0'"),
            ("0+3", 0, "expected 1 to 86400 seconds, found '0'"),
            ("-5", 0, "expected 1 to 86400 seconds, found ''"),
            ("86401", 0, "expected 1 to 86400 seconds, found '86401'"),
            ("99999999999999999999", 0, "expected 1 to 86400 seconds, found '99999999999999999999'"),
            ("300+", 4, "expected 1 to 3600 seconds, found ''"),
            ("300++3", 4, "expected 1 to 3600 seconds, found '+3'"),
            ("300+3s", 4, "expected 1 to 3600 seconds, found '3s'"),
            ("300d0", 4, "expected 1 to 3600 seconds, found '0'"),
            ("0d", 0, "expected 1 to 30 days, found '0'"),
            ("31d", 0, "expected 1 to 30 days, found '31'"),
            ("600/30", 4, "expected periods such as 3x30"),
            ("600/0x30", 4, "expected 1 to 20 periods, found '0'"),
            ("600 ", 3, "expected a time control such as none, 600, 300+3, 360d2, 300b2, 600/3x30 or 3d"),
            ("5é", 1, "expected a time control such as none, 600, 300+3, 360d2, 300b2, 600/3x30 or 3d"),
        ];
        for (text, at, message) in cases {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert_eq!((error.at, error.message.as_str()), (at, message), "{text:?}");
        }
    }

    /// What a side has left after moves that took this long, and how long it may think about the next one.
    #[test]
    fn moves_cost_time() {
        let check = |control: &str, spent: &[Millis], main: Millis, periods: u8, budget: Millis| {
            for color in Color::ALL {
                let mut clock = Clock::new(control.parse().unwrap());
                let mut now = 1_000_000;
                press(&mut clock, !color, 0, now);
                for &spent in spent {
                    now += spent;
                    press(&mut clock, color, 0, now);
                    press(&mut clock, !color, 0, now);
                }
                let left = clock.left(color, now).unwrap();
                assert_eq!((left.main, left.periods), (main, periods), "{control} after {spent:?}");
                assert_eq!(clock.flag(), Some((color.into(), now + budget)), "{control} after {spent:?}");
            }
        };
        check("600", &[], 600_000, 0, 600_000);
        check("600", &[1, 999], 599_000, 0, 599_000);
        check("300+3", &[], 300_000, 0, 300_000);
        check("300+3", &[1_000], 302_000, 0, 302_000);
        check("300+3", &[10_000, 0], 296_000, 0, 296_000);
        check("360d2", &[], 360_000, 0, 362_000);
        check("360d2", &[1_999], 360_000, 0, 362_000);
        check("360d2", &[5_000, 2_001], 356_999, 0, 358_999);
        check("300b2", &[], 300_000, 0, 300_000);
        check("300b2", &[1_500], 300_000, 0, 300_000);
        check("300b2", &[5_000], 297_000, 0, 297_000);
        check("60/3x30", &[], 60_000, 3, 150_000);
        check("60/3x30", &[60_000], 0, 3, 90_000);
        check("60/3x30", &[70_000, 29_999], 0, 3, 90_000);
        check("60/3x30", &[70_000, 30_000], 0, 2, 60_000);
        check("60/3x30", &[60_000, 65_000, 20_000], 0, 1, 30_000);
        check("3d", &[], 3 * DAY, 0, 3 * DAY);
        check("3d", &[2 * DAY, 1], 3 * DAY, 0, 3 * DAY);
    }

    #[test]
    fn time_runs_while_one_looks() {
        let check = |control: &str, after: Millis, free, main, period, periods| {
            for color in Color::ALL {
                let mut clock = Clock::new(control.parse().unwrap());
                press(&mut clock, !color, 0, 50);
                assert_eq!(
                    clock.left(color, 50 + after),
                    Some(TimeLeft { free, main, period, periods }),
                    "{control} after {after}"
                );
                assert_eq!(clock.left(!color, 50 + after), clock.left(!color, 50), "the other side's time stands");
                assert_eq!(clock.has_flagged(color.into(), 0, 50 + after), free + main + period == 0, "{control} after {after}");
            }
        };
        check("10", 0, 0, 10_000, 0, 0);
        check("10", 9_999, 0, 1, 0, 0);
        check("10", 10_000, 0, 0, 0, 0);
        check("10", 99_000, 0, 0, 0, 0);
        // A clock that is set back returns no time.
        check("10", -5_000, 0, 10_000, 0, 0);
        check("10+5", 4_000, 0, 6_000, 0, 0);
        check("10d2", 1_000, 1_000, 10_000, 0, 0);
        check("10d2", 5_000, 0, 7_000, 0, 0);
        check("10b2", 1_000, 0, 9_000, 0, 0);
        check("10/2x5", 4_000, 0, 6_000, 5_000, 2);
        check("10/2x5", 12_000, 0, 0, 3_000, 2);
        check("10/2x5", 15_000, 0, 0, 5_000, 1);
        check("10/2x5", 19_999, 0, 0, 1, 1);
        check("10/2x5", 20_000, 0, 0, 0, 0);
        check("1d", DAY - 1, 0, 1, 0, 0);
    }

    #[test]
    fn lag_is_made_good_within_bounds() {
        // Each move takes a second and claims this much lag.
        let check = |control: &str, lags: &[Millis], credits: &[Millis], main: Millis| {
            let mut clock = Clock::new(control.parse().unwrap());
            let mut now = 0;
            press(&mut clock, Color::White, 0, now);
            for (&lag, &expected) in lags.iter().zip(credits) {
                now += 1_000;
                let credit = clock.lag_credit(Seat::Black, lag, now);
                assert_eq!(credit, expected, "{control} {lags:?}");
                press(&mut clock, Color::Black, credit, now);
                press(&mut clock, Color::White, 0, now);
            }
            assert_eq!(clock.left(Color::Black, now).unwrap().main, main, "{control} {lags:?}");
        };
        check("60", &[0, 50], &[0, 50], 58_050);
        check("60", &[-50], &[0], 59_000);
        check("60", &[9_000, 9_000, 9_000], &[500, 100, 100], 57_700);
        check("60", &[100, 100, 100, 100], &[100, 100, 100, 100], 56_400);
        check("1d", &[500], &[0], DAY);
    }

    #[test]
    fn lag_can_save_a_flag_but_gives_no_time_back_that_was_not_used() {
        let mut clock = Clock::new("10".parse().unwrap());
        press(&mut clock, Color::White, 0, 0);
        assert!(clock.has_flagged(Seat::Black, 0, 10_050));
        assert!(!clock.has_flagged(Seat::Black, 100, 10_050));
        assert!(!clock.has_flagged(Seat::White, 0, 10_050));
        assert_eq!(clock.lag_credit(Seat::Black, 400, 30), 30);
    }

    #[test]
    fn a_move_taken_back_brings_no_time() {
        for (control, main) in [("60", 55_000), ("60+9", 55_000), ("60d2", 57_000), ("60b9", 55_000), ("1d", DAY)] {
            let mut clock = Clock::new(control.parse().unwrap());
            press(&mut clock, Color::White, 0, 0);
            clock.hand_to(Seat::White, 5_000);
            assert_eq!(clock.running(), Some(Seat::White), "{control}");
            assert_eq!(clock.left(Color::Black, 5_000).unwrap().main, main, "{control}");
        }
    }

    #[test]
    fn no_control_never_ends_and_a_stopped_clock_stands() {
        let mut clock = Clock::new(TimeControl::None);
        press(&mut clock, Color::Black, 0, 0);
        assert_eq!((clock.flag(), clock.left(Color::White, 9)), (None, None));
        assert!(!clock.has_flagged(Seat::White, 0, Millis::MAX));

        let mut clock = Clock::new("60".parse().unwrap());
        assert_eq!(clock.flag(), None, "nobody has moved yet");
        press(&mut clock, Color::Black, 0, 0);
        clock.stop(7_000);
        assert_eq!((clock.flag(), clock.running()), (None, None));
        assert_eq!(clock.left(Color::White, 99_000).unwrap().main, 53_000);
    }

    /// Six seats on `10+1`: each is charged for its own time only, whoever is skipped, and whoever takes over begins anew.
    #[test]
    fn six_seats_have_a_clock_each() {
        let mut clock = Clock::new("10+1".parse().unwrap());
        let mut now = 0;
        clock.press(Seat::Black, Seat::White, 0, now);
        for _ in 0..2 {
            for n in 1..=6 {
                now += 1_000 * n as Millis;
                clock.press(Seat::ALL[n % 6], Seat::ALL[(n + 1) % 6], 0, now);
            }
        }
        let main = |clock: &Clock, now| Seat::ALL.map(|seat| clock.left(seat, now).unwrap().main / 1_000);
        assert_eq!(main(&clock, now), [1, 10, 8, 6, 4, 2]);
        assert_eq!(clock.flag(), Some((Seat::White, now + 10_000)));
        // White leaves after three seconds, and Red's turn is skipped: it is Green's.
        clock.hand_to(Seat::Green, now + 3_000);
        assert_eq!(main(&clock, now + 5_000), [1, 7, 8, 6, 2, 2]);
        // The engine takes Green over.
        clock.renew(Seat::Green, now + 5_000);
        assert_eq!(clock.flag(), Some((Seat::Green, now + 15_000)));
        clock.renew(Seat::Black, now + 6_000);
        assert_eq!(main(&clock, now + 6_000), [10, 7, 8, 6, 9, 2]);
    }
}
