//! How long to think.

use std::time::Duration;

use sumito_rules::Move;

/// When a search has to stop. By default it runs until it is stopped.
///
/// ```
/// use std::time::Duration;
/// use sumito_engine::{Clock, Limits};
///
/// let fixed = Limits::nodes(10_000);
/// let on_the_clock = Limits::clock(Clock::new(Duration::from_secs(180)).with_increment(Duration::from_secs(2)));
/// assert!(Limits::default().is_endless() && !fixed.is_endless() && !on_the_clock.is_endless());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum depth in plies.
    pub depth: Option<u32>,
    /// The maximum number of positions over all threads. There may be a few more: whatever each thread visits before it notices.
    pub nodes: Option<u64>,
    /// The time to use.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Consider only these moves, which must be legal; all if empty.
    pub only: Vec<Move>,
}

/// The time a player has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until time is added; `None` if the time left is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Time that is available again for each move and cannot be saved: a period after the main time (byo-yomi), or before the clock
    /// starts (delay).
    pub byo_yomi: Duration,
}

impl Clock {
    /// A clock with this much time for the rest of the game.
    pub fn new(left: Duration) -> Clock {
        Clock { left, ..Clock::default() }
    }

    /// The same clock with this much time added after each move.
    #[must_use]
    pub fn with_increment(self, increment: Duration) -> Clock {
        Clock { increment, ..self }
    }

    /// The same clock with this much unsaved time for each move.
    #[must_use]
    pub fn with_byo_yomi(self, byo_yomi: Duration) -> Clock {
        Clock { byo_yomi, ..self }
    }

    /// The same clock with this many moves until time is added.
    #[must_use]
    pub fn with_moves_to_go(self, moves: u32) -> Clock {
        Clock { moves_to_go: Some(moves), ..self }
    }
}

/// How long a search may take.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// After this, no new depth is started.
    pub(crate) soft: Option<Duration>,
    /// After this, the search stops wherever it is.
    pub(crate) hard: Option<Duration>,
}

/// Time that may pass between the search and the clock.
const OVERHEAD: Duration = Duration::from_millis(8);

impl Limits {
    /// At most this many plies.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// At most this many positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// This much time for the move.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// A sensible part of the time on a clock.
    pub fn clock(clock: Clock) -> Limits {
        Limits { clock: Some(clock), ..Limits::default() }
    }

    /// The same limits for a search of these moves only, which must be legal.
    #[must_use]
    pub fn with_only(self, only: Vec<Move>) -> Limits {
        Limits { only, ..self }
    }

    /// Whether the search runs until it is stopped.
    pub fn is_endless(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.move_time.is_none() && self.clock.is_none()
    }

    pub(crate) fn budget(&self) -> Budget {
        if let Some(time) = self.move_time {
            // For what happens between the search and the answer.
            let spare = Duration::from_millis(2).min(time / 10);
            return Budget { soft: None, hard: Some(time.saturating_sub(spare)) };
        }
        let Some(clock) = &self.clock else { return Budget { soft: None, hard: None } };
        // At most stages a game lasts about 45 more moves: use most of the time, without running out of it.
        let moves = f64::from(clock.moves_to_go.unwrap_or(35).clamp(1, 35));
        let left = clock.left.saturating_sub(OVERHEAD).as_secs_f64();
        let fresh = clock.increment.as_secs_f64();
        let period = clock.byo_yomi.saturating_sub(OVERHEAD).as_secs_f64();
        let share = left / moves + 0.8 * fresh + 0.9 * period;
        let most = (left * 0.5).max(left / moves) + period;
        let cap = (left + period).max(0.001);
        let soft = (0.6 * share).min(cap);
        let hard = (3.0 * share).min(most).min(cap).max(0.001);
        Budget { soft: Some(Duration::from_secs_f64(soft)), hard: Some(Duration::from_secs_f64(hard)) }
    }
}

/// Measures the time since a search started.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Stopwatch(f64);

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(now())
    }

    pub(crate) fn elapsed(self) -> Duration {
        Duration::from_secs_f64((now() - self.0).max(0.0))
    }
}

/// Seconds since some moment.
#[cfg(not(target_arch = "wasm32"))]
fn now() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;

    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// The browser provides its own clock, in milliseconds.
#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
fn now() -> f64 {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        safe fn now() -> f64;
    }
    now() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_for_a_move_is_used_but_for_a_tenth_or_two_milliseconds() {
        for (micros, used) in [(1_000, 900), (2_000, 1_800), (10_000, 9_000), (100_000, 98_000)] {
            let budget = Limits::move_time(Duration::from_micros(micros)).budget();
            assert_eq!(budget, Budget { soft: None, hard: Some(Duration::from_micros(used)) });
        }
    }

    #[test]
    fn a_clock_is_never_overrun() {
        let ms = Duration::from_millis;
        for (left, increment, byo_yomi) in
            [(1, 0, 0), (10, 0, 0), (50, 0, 0), (1_000, 0, 0), (600_000, 0, 0), (60_000, 2_000, 0), (0, 0, 10_000), (5, 3_000, 0)]
        {
            for moves_to_go in [None, Some(1), Some(40)] {
                let clock = Clock { left: ms(left), increment: ms(increment), moves_to_go, byo_yomi: ms(byo_yomi) };
                let budget = Limits::clock(clock).budget();
                let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                assert!(hard <= ms((left + byo_yomi).max(1)), "{left} {increment} {byo_yomi}: {hard:?}");
                assert!(soft <= hard.max(ms(1)), "{left} {increment} {byo_yomi}: {soft:?} {hard:?}");
            }
        }
    }
}
