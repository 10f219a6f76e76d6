//! Evaluations of positions, as records keep them.

use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::notation::{ParseError, Subject, found};

/// The evaluation of a position from Black's point of view: `0.35`, `-1.20`, `#3`, `#-2`.
///
/// ```
/// use sumito_rules::Color;
/// use sumito_rules::record::Eval;
///
/// assert_eq!("-1.2".parse(), Ok(Eval::Centimarbles(-120)));
/// assert_eq!(Eval::Win { winner: Color::White, moves: 2 }.to_string(), "#-2");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Eval {
    /// Hundredths of a marble.
    Centimarbles(i32),
    /// A forced win.
    Win {
        /// The side that wins.
        winner: Color,
        /// How many of the winner's moves it takes.
        moves: u32,
    },
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Eval::Centimarbles(n) => {
                let sign = if n < 0 { "-" } else { "" };
                write!(f, "{sign}{}.{:02}", n.unsigned_abs() / 100, n.unsigned_abs() % 100)
            }
            Eval::Win { winner: Color::Black, moves } => write!(f, "#{moves}"),
            Eval::Win { winner: Color::White, moves } => write!(f, "#-{moves}"),
        }
    }
}

impl FromStr for Eval {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Eval, ParseError> {
        let wrong = || Subject::Eval.error(0, "marbles such as 0.35, or a win such as #3 or #-2", found(text));
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if let Some(win) = text.strip_prefix('#') {
            let (winner, moves) = win.strip_prefix('-').map_or((Color::Black, win), |moves| (Color::White, moves));
            let moves = Some(moves).filter(|moves| digits(moves)).and_then(|moves| moves.parse().ok());
            return Ok(Eval::Win { winner, moves: moves.ok_or_else(wrong)? });
        }
        let size = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (whole, fraction) = size.split_once('.').unwrap_or((size, ""));
        if !digits(whole) || !digits(fraction) || whole.len() + fraction.len() == 0 {
            return Err(wrong());
        }
        let digit = |n: usize| fraction.as_bytes().get(n).map_or(0, |&b| i32::from(b - b'0'));
        let whole = if whole.is_empty() { Some(0) } else { whole.parse::<i32>().ok() };
        let hundredths = whole.and_then(|whole| whole.checked_mul(100)).ok_or_else(wrong)?;
        let rounded = 10 * digit(0) + digit(1) + i32::from(digit(2) >= 5);
        let size_in_hundredths = hundredths.checked_add(rounded).ok_or_else(wrong)?;
        Ok(Eval::Centimarbles(if text.starts_with('-') { -size_in_hundredths } else { size_in_hundredths }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_hundredths() {
        let cases = [
            ("0.35", 35),
            ("+1.2", 120),
            ("-1.20", -120),
            ("3", 300),
            ("3.", 300),
            (".5", 50),
            ("-0.005", -1),
            ("0.004999", 0),
            ("0.999", 100),
            ("-2.995", -300),
            ("21474836.47", i32::MAX),
            ("00000000000000000001", 100),
        ];
        for (text, hundredths) in cases {
            assert_eq!(text.parse(), Ok(Eval::Centimarbles(hundredths)), "{text}");
        }
        for text in ["", ".", "+", "--1", "1e3", "1,5", "NaN", "21474836.48", "21474837", "99999999999", "#", "#--2", "#+2", "#x"]
        {
            assert!(text.parse::<Eval>().is_err(), "{text}");
        }
    }
}
