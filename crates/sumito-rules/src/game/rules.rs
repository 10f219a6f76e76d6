//! The rules that the books leave open, and those that clubs and sites play differently.

use alloc::boxed::Box;
use alloc::format;
use core::fmt;
use core::str::FromStr;

use crate::cell::Cell;
use crate::notation::{ParseError, Subject, quoted};
use crate::position::MARBLES_TO_WIN;

/// The rules of one game, where games differ.
///
/// The text form names each rule: `win=6 repetition=3 quiet=off no-move=loses`, and `plies=1000` at the end if the length is limited.
/// When it is read, rules can be in any order and any of them can be missing, and it can start with the name of a preset; later words
/// override earlier ones.
///
/// ```
/// use sumito_rules::Rules;
///
/// assert_eq!(Rules::default().to_string(), "win=6 repetition=3 quiet=off no-move=loses");
/// let rules: Rules = "blitz quiet=200".parse().unwrap();
/// assert_eq!(rules, Rules::STANDARD.with_marbles_to_win(4).with_quiet_limit(Some(200)));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rules {
    /// How many ejections win, from 1 to 61.
    pub marbles_to_win: u8,
    /// Which occurrence of a position with the same side to move draws, at least the second; `None` allows repetition.
    pub repetition: Option<u8>,
    /// How many plies without an ejection draw, at least one; `None` for no limit. With more than two players it allows as many rounds:
    /// 200 plies are 100 rounds of two.
    pub quiet_limit: Option<u16>,
    /// Whether a player who cannot move loses; otherwise the game is drawn. There is no pass.
    pub no_move_loses: bool,
    /// A game of this many plies is drawn, at least one; `None` for no limit. Only the plies of the game itself count, not those that led
    /// to the position it starts from.
    pub ply_limit: Option<u16>,
}

impl Rules {
    /// Six ejections win (R41), the third occurrence of a position draws, and a player who cannot move loses. Nothing else ends a game, as
    /// no rule book knows a limit.
    pub const STANDARD: Rules =
        Rules { marbles_to_win: MARBLES_TO_WIN, repetition: Some(3), quiet_limit: None, no_move_loses: true, ply_limit: None };

    /// The short game of the blitz contests: four ejections win.
    pub const BLITZ: Rules = Rules { marbles_to_win: 4, ..Rules::STANDARD };

    /// The presets and their names.
    pub const PRESETS: [(&'static str, Rules); 2] = [("standard", Rules::STANDARD), ("blitz", Rules::BLITZ)];

    /// The same rules, won by this many ejections.
    #[must_use]
    pub const fn with_marbles_to_win(self, marbles_to_win: u8) -> Rules {
        Rules { marbles_to_win, ..self }
    }

    /// The same rules, with this occurrence of a position as a draw; `None` allows repetition.
    #[must_use]
    pub const fn with_repetition(self, repetition: Option<u8>) -> Rules {
        Rules { repetition, ..self }
    }

    /// The same rules, with this limit of plies without an ejection.
    #[must_use]
    pub const fn with_quiet_limit(self, quiet_limit: Option<u16>) -> Rules {
        Rules { quiet_limit, ..self }
    }

    /// The same rules, in which a player who cannot move loses, or the game is drawn.
    #[must_use]
    pub const fn with_no_move_loses(self, no_move_loses: bool) -> Rules {
        Rules { no_move_loses, ..self }
    }

    /// The same rules, with this limit of plies.
    #[must_use]
    pub const fn with_ply_limit(self, ply_limit: Option<u16>) -> Rules {
        Rules { ply_limit, ..self }
    }

    /// The same rules with every impossible number replaced by the nearest possible one: no game is won or drawn before it begins.
    /// Games and records do this to the rules they are given.
    ///
    /// ```
    /// use sumito_rules::{Game, Layout, Rules};
    ///
    /// let rules = Rules::STANDARD.with_marbles_to_win(0);
    /// assert_eq!(Game::new(&Layout::STANDARD, rules).rules().marbles_to_win, 1);
    /// ```
    #[must_use]
    pub fn clamped(self) -> Rules {
        Rules {
            marbles_to_win: self.marbles_to_win.clamp(1, Cell::COUNT as u8),
            repetition: self.repetition.map(|occurrence| occurrence.max(2)),
            quiet_limit: self.quiet_limit.map(|plies| plies.max(1)),
            ply_limit: self.ply_limit.map(|plies| plies.max(1)),
            ..self
        }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::STANDARD
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "win={}", self.marbles_to_win)?;
        match self.repetition {
            Some(occurrence) => write!(f, " repetition={occurrence}")?,
            None => write!(f, " repetition=off")?,
        }
        match self.quiet_limit {
            Some(plies) => write!(f, " quiet={plies}")?,
            None => write!(f, " quiet=off")?,
        }
        write!(f, " no-move={}", if self.no_move_loses { "loses" } else { "draws" })?;
        // Programs that know no such limit understand the rules of games without one.
        self.ply_limit.map_or(Ok(()), |plies| write!(f, " plies={plies}"))
    }
}

impl FromStr for Rules {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Rules, ParseError> {
        let mut rules = Rules::STANDARD;
        let mut rest = text;
        while let Some(word) = rest.split_whitespace().next() {
            let at = text.len() - rest.trim_start().len();
            rules = rules.with(word).map_err(|(expected, found)| Subject::Rules.error(at, expected, found))?;
            rest = &text[at + word.len()..];
        }
        Ok(rules)
    }
}

impl Rules {
    /// The same rules, changed by one word of the text form.
    fn with(self, word: &str) -> Result<Rules, Mismatch> {
        let Some((key, value)) = word.split_once('=') else {
            let preset = Rules::PRESETS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
            return preset.map(|(_, rules)| rules).ok_or_else(|| {
                let names = Rules::PRESETS.map(|(name, _)| name).join(" or ");
                (format!("{names}, or a rule such as win=6").into(), quoted(word))
            });
        };
        match key.to_ascii_lowercase().as_str() {
            "win" => Ok(Rules { marbles_to_win: number(word, value, 1, 61, "")? as u8, ..self }),
            "repetition" => Ok(Rules {
                repetition: number_or_off(word, value, 2, u8::MAX.into())?.map(|occurrence| occurrence as u8),
                ..self
            }),
            "quiet" => Ok(Rules { quiet_limit: number_or_off(word, value, 1, u16::MAX)?, ..self }),
            "no-move" if value.eq_ignore_ascii_case("loses") => Ok(Rules { no_move_loses: true, ..self }),
            "no-move" if value.eq_ignore_ascii_case("draws") => Ok(Rules { no_move_loses: false, ..self }),
            "no-move" => Err(("no-move=loses or no-move=draws".into(), quoted(word))),
            "plies" => Ok(Rules { ply_limit: number_or_off(word, value, 1, u16::MAX)?, ..self }),
            _ => Err(("win, repetition, quiet, no-move or plies before '='".into(), quoted(key))),
        }
    }
}

/// What was expected, and what was found.
type Mismatch = (Box<str>, Box<str>);

fn number(word: &str, value: &str, min: u16, max: u16, or: &str) -> Result<u16, Mismatch> {
    let number = value.parse().ok().filter(|n| (min..=max).contains(n));
    number.ok_or_else(|| (format!("a number from {min} to {max}{or} after '='").into(), quoted(word)))
}

fn number_or_off(word: &str, value: &str, min: u16, max: u16) -> Result<Option<u16>, Mismatch> {
    if value.eq_ignore_ascii_case("off") { Ok(None) } else { number(word, value, min, max, " or off").map(Some) }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn every_text_reads_back() {
        for marbles_to_win in [1, 4, 6, 61] {
            for repetition in [None, Some(2), Some(3), Some(255)] {
                for quiet_limit in [None, Some(1), Some(200), Some(u16::MAX)] {
                    for (no_move_loses, ply_limit) in
                        [(true, None), (false, Some(1)), (true, Some(1000)), (false, Some(u16::MAX))]
                    {
                        let rules = Rules { marbles_to_win, repetition, quiet_limit, no_move_loses, ply_limit };
                        assert_eq!(rules.to_string().parse(), Ok(rules));
                    }
                }
            }
        }
    }

    #[test]
    fn impossible_rules_become_possible() {
        for (rules, clamped) in [
            (Rules { marbles_to_win: 0, ..Rules::STANDARD }, "win=1"),
            (Rules { marbles_to_win: 255, ..Rules::STANDARD }, "win=61"),
            (Rules { repetition: Some(0), ..Rules::STANDARD }, "repetition=2"),
            (Rules { quiet_limit: Some(0), ..Rules::STANDARD }, "quiet=1"),
            (Rules { ply_limit: Some(0), ..Rules::STANDARD }, "plies=1"),
            (Rules::BLITZ, "blitz"),
        ] {
            assert_eq!(clamped.parse(), Ok(rules.clamped()), "{rules}");
        }
    }

    #[test]
    fn rules_may_be_missing_or_repeated() {
        let cases = [
            ("", Rules::STANDARD),
            ("  Standard ", Rules::STANDARD),
            ("BLITZ", Rules::BLITZ),
            ("win=4", Rules::BLITZ),
            ("quiet=9 QUIET=Off", Rules::STANDARD),
            ("plies=9 Plies=off", Rules::STANDARD),
            ("win=6 repetition=3 quiet=off no-move=loses", Rules::STANDARD),
            ("no-move=draws repetition=off", Rules { no_move_loses: false, repetition: None, ..Rules::STANDARD }),
        ];
        for (text, rules) in cases {
            assert_eq!(text.parse(), Ok(rules), "{text}");
        }
    }

    #[test]
    fn errors_say_where_and_what_would_be_right() {
        let cases = [
            ("win=0", 0, "from 1 to 61"),
            ("win=6  repetition=1", 7, "from 2 to 255 or off"),
            ("quiet=70000", 0, "from 1 to 65535 or off"),
            ("win=4 plies=0", 6, "from 1 to 65535 or off"),
            ("standard no-move=passes", 9, "no-move=loses or no-move=draws"),
            ("win=6 speed=3", 6, "expected win, repetition, quiet, no-move or plies"),
            ("bullet", 0, "expected standard or blitz"),
        ];
        for (text, at, message) in cases {
            let error = text.parse::<Rules>().expect_err(text);
            assert_eq!(error.at, at, "{text}: {error}");
            assert!(error.message().contains(message), "{text}: {error}");
        }
    }
}
