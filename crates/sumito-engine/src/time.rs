//! How long to think.

use std::time::Duration;

use sumito_rules::Move;

/// When a search has to stop. Nothing set: it thinks until told to stop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// No deeper than this.
    pub depth: Option<u32>,
    /// No more positions than this, over all threads; exact on one thread.
    pub nodes: Option<u64>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Look at these moves alone; all if empty. They must be legal.
    pub only: Vec<Move>,
}

/// The time a player has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Left on the clock.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until more time comes; none: for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Time that comes anew with each move and cannot be saved: a period after the main time is gone (byo-yomi), or free before the
    /// clock runs (delay).
    pub byo_yomi: Duration,
}

/// How long a search may take.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// After this no new depth is begun.
    pub(crate) soft: Option<Duration>,
    /// After this the search stops wherever it is.
    pub(crate) hard: Option<Duration>,
}

/// What the way from here to the board and the clock may cost.
const OVERHEAD: Duration = Duration::from_millis(8);

impl Limits {
    /// Whether nothing but a command ends the search.
    pub fn is_endless(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.move_time.is_none() && self.clock.is_none()
    }

    pub(crate) fn budget(&self) -> Budget {
        if let Some(time) = self.move_time {
            let time = time.saturating_sub(Duration::from_millis(2));
            return Budget { soft: None, hard: Some(time) };
        }
        let Some(clock) = &self.clock else { return Budget { soft: None, hard: None } };
        // A game lasts about 45 more moves at most stages: the clock is not to run dry, nor is time to be left.
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

/// Measures the time since a search began.
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

/// The browser brings its own clock, in milliseconds.
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
    fn a_clock_is_never_overrun() {
        let ms = Duration::from_millis;
        for (left, increment, byo_yomi) in
            [(1, 0, 0), (10, 0, 0), (50, 0, 0), (1_000, 0, 0), (600_000, 0, 0), (60_000, 2_000, 0), (0, 0, 10_000), (5, 3_000, 0)]
        {
            for moves_to_go in [None, Some(1), Some(40)] {
                let clock = Clock { left: ms(left), increment: ms(increment), moves_to_go, byo_yomi: ms(byo_yomi) };
                let budget = Limits { clock: Some(clock), ..Limits::default() }.budget();
                let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                assert!(hard <= ms((left + byo_yomi).max(1)), "{left} {increment} {byo_yomi}: {hard:?}");
                assert!(soft <= hard.max(ms(1)), "{left} {increment} {byo_yomi}: {soft:?} {hard:?}");
            }
        }
    }
}
