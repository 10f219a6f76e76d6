//! Time controls, as the server writes them.

/// The milliseconds that each move gains, or does not cost; `None` without a clock, or with days for a move.
pub(super) fn increment(control: &str) -> Option<u64> {
    let end = control.find(|c: char| !c.is_ascii_digit()).unwrap_or(control.len());
    let (main, rest) = control.split_at(end);
    if main.is_empty() || rest == "d" {
        return None;
    }
    let seconds = rest.strip_prefix(['+', 'd', 'b']).and_then(|seconds| seconds.parse::<f64>().ok());
    Some((seconds.unwrap_or_default() * 1000.0) as u64)
}

/// The milliseconds that each move gains, where what a move cost can be seen on the clock; `None` where some of the time is not saved.
pub(super) fn gain(control: &str) -> Option<u64> {
    let is_saved = control.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '.'));
    increment(control).filter(|_| is_saved)
}

/// The milliseconds that each side is expected to use, for comparing controls: how the server tells blitz from classical games. `None` if the
/// text is no time control.
pub(super) fn expected(control: &str) -> Option<f64> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    if control == "none" {
        return Some(f64::INFINITY);
    }
    if let Some(days) = control.strip_suffix('d') {
        return number(days).map(|days| days * 86_400_000.0 * MOVES);
    }
    if let Some((main, byo_yomi)) = control.split_once('/') {
        let (periods, seconds) = byo_yomi.split_once('x')?;
        number(periods)?;
        return Some((number(main)? + PERIODS * number(seconds)?) * 1000.0);
    }
    let (main, more) = match control.find(['+', 'd', 'b']) {
        Some(at) => (number(&control[..at])?, number(&control[at + 1..])?),
        None => (number(control)?, 0.0),
    };
    Some((main + MOVES * more) * 1000.0)
}

/// How many moves, or periods of byo-yomi, a player is expected to need.
const MOVES: f64 = 45.0;
const PERIODS: f64 = 25.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_have_increments() {
        for (control, expected) in [
            ("none", None),
            ("3d", None),
            ("600", Some(0)),
            ("300+3", Some(3_000)),
            ("360d2", Some(2_000)),
            ("300b2", Some(2_000)),
            ("600/3x30", Some(0)),
        ] {
            assert_eq!(increment(control), expected, "{control}");
        }
    }

    #[test]
    fn controls_are_compared_by_the_time_they_take() {
        let order = ["60", "60+1", "300", "300+3", "360d2", "300b4", "600", "600/3x30", "1800", "1d", "3d", "none"];
        let times: Vec<f64> = order.iter().map(|control| expected(control).unwrap_or_else(|| panic!("{control}"))).collect();
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
        for wrong in ["", "fast", "300+", "+3", "-5", "300+x", "600/3", "600/x30", "xd", "inf"] {
            assert_eq!(expected(wrong), None, "{wrong}");
        }
    }
}
