//! What somebody thinks a position is worth, as records keep it.

use std::fmt;
use std::str::FromStr;

use crate::color::Color;
use crate::notation::ParseError;

/// The worth of the position after a move, as Black sees it: `0.35`, `-1.20`, `#3`, `#-2`.
///
/// ```
/// use sumito_rules::{Color, Eval};
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
        /// Whose win it is.
        winner: Color,
        /// The winner's moves that it takes.
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
        let wrong = || ParseError::new(0, "expected marbles such as 0.35, or a win such as #3 or #-2");
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if let Some(win) = text.strip_prefix('#') {
            let (winner, moves) = win.strip_prefix('-').map_or((Color::Black, win), |moves| (Color::White, moves));
            let moves = Some(moves).filter(|moves| digits(moves)).and_then(|moves| moves.parse().ok());
            return Ok(Eval::Win { winner, moves: moves.ok_or_else(wrong)? });
        }
        let (whole, fraction) = text.trim_start_matches(['+', '-']).split_once('.').unwrap_or((text, ""));
        if !digits(whole.trim_start_matches(['+', '-'])) || !digits(fraction) {
            return Err(wrong());
        }
        let hundredths = text.parse::<f64>().map_err(|_| wrong())? * 100.0;
        let fits = hundredths.abs() <= f64::from(i32::MAX);
        if fits { Ok(Eval::Centimarbles(hundredths.round() as i32)) } else { Err(wrong()) }
    }
}
