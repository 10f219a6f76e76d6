//! The rule books' words as code: what is on a board, in the terms of their glossaries.
//!
//! [`survey`] finds everything; each kind of finding also has a function of its own. Findings do not depend on whose turn it is: what
//! a side could do is reported as if it were its turn. Where the editions mean different things by one word, the finding is a [`Sense`]
//! that names them.
//!
//! ```
//! use sumito_rules::{Color, Position, shapes};
//!
//! let position: Position = "5/6/4w2/4w3/4b4/3b4/2b4/6/5 b".parse().unwrap();
//! let found = shapes::survey(&position);
//! assert_eq!(found.groups.len(), 2);
//! assert_eq!(found.sumitos[0].to_string(), "3-2 sumito on c3-g7");
//! ```

mod danger;
mod groups;
mod rows;
#[cfg(test)]
mod tests;

pub use danger::{Sense, Threat, threats};
pub use groups::{Block, Form, Group, GroupKind, Trinomial, blocks, groups, trinomials};
pub use rows::{BlockedSumito, Pac, Segment, Sumito, blocked_sumitos, pacs, sumitos};

use alloc::vec::Vec;

use crate::books::Term;
use crate::cells::Cells;
use crate::color::{ByColor, Color};
use crate::moves::Move;
use crate::position::Position;

/// All findings on a board, for both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Survey {
    /// The connected groups.
    pub groups: Vec<Group>,
    /// Every lance, arc and shield, also inside larger groups.
    pub trinomials: Vec<Trinomial>,
    /// Rows of three that support each other.
    pub blocks: Vec<Block>,
    /// Equal numbers that face each other.
    pub pacs: Vec<Pac>,
    /// Pushes.
    pub sumitos: Vec<Sumito>,
    /// Superior numbers without room to push.
    pub blocked_sumitos: Vec<BlockedSumito>,
    /// Marbles that can be ejected.
    pub threats: Vec<Threat>,
    /// By [`Sense`]; see [`Survey::marbles`].
    senses: [ByColor<Cells>; Sense::ALL.len()],
}

impl Survey {
    /// The marbles of a side that are det or covered in this sense.
    pub fn marbles(&self, sense: Sense, color: Color) -> Cells {
        self.senses[sense as usize][color]
    }
}

/// Finds everything that the glossaries have a word for.
pub fn survey(position: &Position) -> Survey {
    let threatened = ByColor::new(Color::Black, Color::White).map(|owner| threats(position, owner));
    let senses = Sense::ALL.map(|sense| match sense {
        // The search for a way out is the expensive part: do it once.
        Sense::DetNoEscape => ByColor::new(danger::det(&threatened.black), danger::det(&threatened.white)),
        _ => ByColor::new(Color::Black, Color::White).map(|color| sense.marbles(position, color)),
    });
    Survey {
        groups: both(|color| groups(position, color)),
        trinomials: both(|color| trinomials(position, color)),
        blocks: both(|color| blocks(position, color)),
        pacs: pacs(position),
        sumitos: both(|color| sumitos(position, color)),
        blocked_sumitos: both(|color| blocked_sumitos(position, color)),
        threats: [threatened.black, threatened.white].concat(),
        senses,
    }
}

/// The glossary's words for a legal move of the side to move.
pub fn words(position: &Position, m: Move) -> Vec<Term> {
    let mut words = Vec::new();
    if position.pushed(m).is_empty() {
        words.push(Term::Move);
    } else {
        words.extend([Term::Sumito, Term::Push]);
    }
    if m.is_broadside() {
        words.push(Term::Broadside);
    } else if m.len() > 1 {
        words.push(Term::Line);
    }
    if position.ejected(m).is_some() {
        words.push(Term::Eject);
    }
    words
}

fn both<T>(find: impl Fn(Color) -> Vec<T>) -> Vec<T> {
    Color::ALL.into_iter().flat_map(find).collect()
}
