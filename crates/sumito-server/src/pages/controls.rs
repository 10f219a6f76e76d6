//! Time controls and rules in words.

use sumito_content::texts::Texts;
use sumito_rules::Rules;

use crate::play::clock::{Extra, Millis, TimeControl};
use crate::play::event::ONLINE_RULES;

/// A time control as lists show it, such as `5 min + 3 s`. `web/controls.js` says the same in the browser.
pub(super) fn control_words(texts: &Texts, control: TimeControl) -> String {
    let with =
        |key, main: Millis, extra: Millis| texts.with(key, &[("main", span(main).into()), ("extra", (extra / 1000).into())]);
    match control {
        TimeControl::None => texts.get("js-control-none"),
        TimeControl::Days(days) => texts.with("js-control-days", &[("days", days.into())]),
        TimeControl::Game { main, extra } => match extra {
            Extra::None => span(main),
            Extra::Increment(extra) => with("js-control-fischer", main, extra),
            Extra::Delay(extra) => with("js-control-delay", main, extra),
            Extra::Bronstein(extra) => with("js-control-bronstein", main, extra),
            Extra::ByoYomi { periods, period } => {
                let (main, periods, period) = (span(main).into(), periods.into(), (period / 1000).into());
                texts.with("js-control-byo-yomi", &[("main", main), ("periods", periods), ("extra", period)])
            }
        },
    }
}

/// What is not as usual in the rules of a game, as lists show it. `web/controls.js` says the same in the browser.
pub(super) fn rules_words(texts: &Texts, rules: Rules) -> Vec<String> {
    let marbles = (rules.marbles_to_win != Rules::STANDARD.marbles_to_win)
        .then(|| texts.with("js-rules-win", &[("marbles", rules.marbles_to_win.into())]));
    let quiet = rules.quiet_limit.map(|plies| texts.with("js-rules-quiet", &[("moves", plies.div_ceil(2).into())]));
    let plies = rules.ply_limit.filter(|_| rules.ply_limit != ONLINE_RULES.ply_limit);
    let length = plies.map(|plies| texts.with("js-rules-length", &[("moves", plies.div_ceil(2).into())]));
    marbles.into_iter().chain(quiet).chain(length).collect()
}

/// Minutes where they come out even, else seconds; the signs are the same in all languages.
fn span(time: Millis) -> String {
    let seconds = time / 1000;
    if seconds % 60 == 0 { format!("{} min", seconds / 60) } else { format!("{seconds} s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sumito_content::texts::Language;

    #[test]
    fn only_unusual_rules_have_words() {
        let english = Texts::of(Language::English);
        for (rules, words) in [
            ("", &[][..]),
            ("win=4", &["4 marbles win"]),
            ("win=1", &["1 marble wins"]),
            ("quiet=100", &["a draw after 50 moves without an ejection"]),
            ("plies=1000", &[]),
            ("plies=99", &["a draw after 50 moves by each player"]),
            ("win=8 quiet=51", &["8 marbles win", "a draw after 26 moves without an ejection"]),
        ] {
            assert_eq!(rules_words(english, rules.parse().unwrap()), words, "{rules}");
        }
    }

    #[test]
    fn every_control_has_words() {
        let english = Texts::of(Language::English);
        for (control, words) in [
            ("none", "No clock"),
            ("600", "10 min"),
            ("90", "90 s"),
            ("300+3", "5 min + 3 s"),
            ("360d2", "6 min, delay 2 s"),
            ("300b3", "5 min, Bronstein 3 s"),
            ("0/3x30", "0 min, then 3 × 30 s"),
            ("1d", "1 day per move"),
            ("14d", "14 days per move"),
        ] {
            assert_eq!(control_words(english, control.parse().unwrap()), words, "{control}");
        }
    }
}
