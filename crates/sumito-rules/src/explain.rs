//! What a legal move does, in the words of the game: for move lists, lessons and screen readers.
//!
//! ```
//! use sumito_rules::Position;
//!
//! let position: Position = "5/6/7/8/9/8/7/6/wwbbb b".parse()?;
//! let explanation = position.explain(position.parse_move("a5a4")?);
//! assert_eq!(explanation.key(), "ejection-3-2");
//! assert_eq!(explanation.to_string(), "sumito 3-2, ejects the marble on a1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt;

use crate::cell::Cell;
use crate::cells::Cells;
use crate::moves::Move;
use crate::party;
use crate::position::Position;

/// What a legal move does; see [`Position::explain`] and [`party::Position::explain`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Explanation {
    /// The move.
    pub m: Move,
    /// Its kind.
    pub kind: MoveKind,
    /// The opposing marbles that it pushes, on their cells before the move.
    pub pushed: Cells,
    /// The cell of the marble that leaves the board.
    pub ejected: Option<Cell>,
    /// The fourth marble of a row of which three move: it neither helps nor moves (R32, R35).
    pub fourth: Option<Cell>,
}

/// The kinds of moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// One marble steps to a free cell (R13).
    Single,
    /// Two or three marbles step along their line (R16).
    Inline(u8),
    /// Two or three marbles step sideways (R17).
    Broadside(u8),
    /// Two or three marbles push one or two: 2-1, 3-1 or 3-2 (R22).
    Sumito {
        /// Marbles that push.
        own: u8,
        /// Marbles that are pushed.
        foes: u8,
    },
}

impl Position {
    /// Explains what a legal move does.
    pub fn explain(&self, m: Move) -> Explanation {
        Explanation::new(m, self.pushed(m), self.ejected(m), self.ours())
    }
}

impl party::Position {
    /// Explains what a legal move does.
    pub fn explain(&self, m: Move) -> Explanation {
        Explanation::new(m, self.pushed(m), self.ejected(m), self.marbles(self.turn()))
    }
}

impl Explanation {
    fn new(m: Move, pushed: Cells, ejected: Option<Cell>, own: Cells) -> Explanation {
        let kind = match (m.len(), pushed.len() as u8) {
            (1, 0) => MoveKind::Single,
            (len, 0) if m.is_inline() => MoveKind::Inline(len),
            (len, 0) => MoveKind::Broadside(len),
            (own, foes) => MoveKind::Sumito { own, foes },
        };
        let behind = m.tail().neighbor(m.direction().opposite());
        let fourth = behind.filter(|&cell| m.is_inline() && m.len() == 3 && own.contains(cell));
        Explanation { m, kind, pushed, ejected, fourth }
    }

    /// A stable key for translations: the kind, or `ejection` with the numbers for a sumito that ejects.
    pub const fn key(&self) -> &'static str {
        let ejects = self.ejected.is_some();
        match self.kind {
            MoveKind::Single => "single",
            MoveKind::Inline(2) => "inline-2",
            MoveKind::Inline(_) => "inline-3",
            MoveKind::Broadside(2) => "broadside-2",
            MoveKind::Broadside(_) => "broadside-3",
            MoveKind::Sumito { own: 2, .. } => {
                if ejects {
                    "ejection-2-1"
                } else {
                    "sumito-2-1"
                }
            }
            MoveKind::Sumito { foes: 1, .. } => {
                if ejects {
                    "ejection-3-1"
                } else {
                    "sumito-3-1"
                }
            }
            MoveKind::Sumito { .. } => {
                if ejects {
                    "ejection-3-2"
                } else {
                    "sumito-3-2"
                }
            }
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = self.m.direction();
        match self.kind {
            MoveKind::Single => write!(f, "one marble {direction}")?,
            MoveKind::Inline(len) => write!(f, "{len} in line {direction}")?,
            MoveKind::Broadside(len) => write!(f, "broadside of {len} {direction}")?,
            MoveKind::Sumito { own, foes } => write!(f, "sumito {own}-{foes}")?,
        }
        if let Some(cell) = self.ejected {
            write!(f, ", ejects the marble on {cell}")?;
        } else if !self.pushed.is_empty() {
            write!(f, " {direction}")?;
        }
        if let Some(cell) = self.fourth {
            write!(f, ", the fourth marble on {cell} stays")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::color::Color;

    /// Each row shows something else: singles and pairs on i and h, three in line on g, and pushes of all kinds.
    const BOARD: &str = "
            b . . . .
           b . . . . .
          . w b b b . .
         w b b . . . . .
        w b b b b . . . .
         . w w b b b . .
          . w b b . . .
           w b b b . .
            w w b b b";

    #[test]
    fn every_kind_for_both_colors() {
        let cases = [
            ("i5i6", "single", "one marble east"),
            ("i5h4", "inline-2", "2 in line south-west"),
            ("g5g6", "inline-3", "3 in line east"),
            ("e3e4", "inline-3", "3 in line east, the fourth marble on e2 stays"),
            ("h4i5h5", "broadside-2", "broadside of 2 east"),
            ("g5g7h6", "broadside-3", "broadside of 3 north-east"),
            ("c4c3", "sumito-2-1", "sumito 2-1 west"),
            ("g7g6", "sumito-3-1", "sumito 3-1 west"),
            ("d6d5", "sumito-3-2", "sumito 3-2 west"),
            ("f4f3", "ejection-2-1", "sumito 2-1, ejects the marble on f2"),
            ("b4b3", "ejection-3-1", "sumito 3-1, ejects the marble on b1"),
            ("e4e3", "ejection-3-1", "sumito 3-1, ejects the marble on e1, the fourth marble on e5 stays"),
            ("a5a4", "ejection-3-2", "sumito 3-2, ejects the marble on a1"),
        ];
        let black = Position::draw(BOARD, Color::Black);
        for position in [black, black.swap_colors()] {
            for (text, key, words) in cases {
                let m = position.parse_move(text).expect(text);
                let explained = position.explain(m);
                assert_eq!((explained.key(), explained.to_string().as_str()), (key, words), "{text}");
                let mut after = position;
                let undo = after.play_unchecked(m);
                assert_eq!(explained.ejected.is_some(), undo.ejected(), "{text}");
                assert_eq!(explained.pushed.is_empty(), undo.other_changes().is_empty(), "{text}");
            }
        }
    }
}
