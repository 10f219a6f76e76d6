//! Marbles in danger, and the glossary terms that the editions define differently: det and covered.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::rows::{Sumito, sumitos};
use crate::books::{Edition, Term};
use crate::cell::{Cell, Direction};
use crate::cells::Cells;
use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;

/// A marble that the other side can eject, now or as soon as it is its turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Threat {
    /// Whose marble it is.
    pub owner: Color,
    /// The marble.
    pub marble: Cell,
    /// The pushes that eject it.
    pub by: Vec<Sumito>,
    /// The owner's moves after which no push ejects this marble.
    pub escapes: Vec<Move>,
}

impl Threat {
    /// Whether the marble is lost: *det* as the old editions have it.
    pub fn is_det(&self) -> bool {
        self.escapes.is_empty()
    }
}

/// The marbles of a side that the other can eject, in reading order; none once the game is won.
///
/// To find the ways out, every move of the owner is tried, as if it were the owner's turn: the marble may step away, another marble may
/// occupy the cell that the push needs, or the attacker may be pushed, outnumbered or beaten. If the move moves the marble, its new cell
/// counts.
pub fn threats(position: &Position, owner: Color) -> Vec<Threat> {
    let mut threats: Vec<Threat> = Vec::new();
    for sumito in sumitos(position, !owner) {
        let Some(marble) = sumito.ejected else { continue };
        match threats.iter_mut().find(|threat| threat.marble == marble) {
            Some(threat) => threat.by.push(sumito),
            None => threats.push(Threat { owner, marble, by: vec![sumito], escapes: Vec::new() }),
        }
    }
    threats.sort_by_key(|threat| threat.marble);

    if !threats.is_empty() {
        let before = position.with_turn(owner);
        for answer in &before.legal_moves() {
            let after = before.after_unchecked(answer);
            let ejectable: Cells = after.ejections().iter().filter_map(|m| after.ejected(m)).collect();
            for threat in &mut threats {
                let marble = Cells::of(threat.marble);
                let place = if answer.cells().is_disjoint(marble) { marble } else { marble.shift(answer.direction()) };
                if place.is_disjoint(ejectable) {
                    threat.escapes.push(answer);
                }
            }
        }
    }
    threats
}

/// What some editions mean by a term that others define differently (C3, C9).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Sense {
    /// *Det*: the marble can be ejected, and no move of its owner saves it. See [`threats`].
    DetNoEscape,
    /// *Det*: a lone marble in the middle of an opposing group, which helps its owner. Here: it touches none of its color, is not on the rim,
    /// and at least four of the six cells around it, more than half, have marbles of one opposing group.
    DetAmidEnemies,
    /// *Covered*: surrounded, without saying by whom. Here: all six cells around it have marbles. The edge does not count.
    CoveredSurrounded,
    /// *Covered*: surrounded by opposing marbles, on all six sides.
    CoveredByEnemies,
    /// *Covered*: cannot move on its own. Here: no cell next to it is free; the edge counts as not free.
    CoveredImmobile,
}

impl Sense {
    /// All five.
    pub const ALL: [Sense; 5] =
        [Sense::DetNoEscape, Sense::DetAmidEnemies, Sense::CoveredSurrounded, Sense::CoveredByEnemies, Sense::CoveredImmobile];

    /// The word.
    pub const fn term(self) -> Term {
        match self {
            Sense::DetNoEscape | Sense::DetAmidEnemies => Term::Det,
            Sense::CoveredSurrounded | Sense::CoveredByEnemies | Sense::CoveredImmobile => Term::Covered,
        }
    }

    /// The editions that mean this by it.
    pub const fn editions(self) -> &'static [Edition] {
        match self {
            Sense::DetNoEscape => &[Edition::S0Fr, Edition::S0En, Edition::S0Sv, Edition::S2De],
            Sense::DetAmidEnemies => &[Edition::S3En, Edition::S4Pl],
            Sense::CoveredSurrounded => &[Edition::S0Fr, Edition::S0En],
            Sense::CoveredByEnemies => &[Edition::S2De],
            Sense::CoveredImmobile => &[Edition::S0Sv],
        }
    }

    /// A stable key, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            Sense::DetNoEscape => "det-no-escape",
            Sense::DetAmidEnemies => "det-amid-enemies",
            Sense::CoveredSurrounded => "covered-surrounded",
            Sense::CoveredByEnemies => "covered-by-enemies",
            Sense::CoveredImmobile => "covered-immobile",
        }
    }

    /// The marbles of a side to which this applies.
    pub fn marbles(self, position: &Position, color: Color) -> Cells {
        let (own, foes) = (position.marbles(color), position.marbles(!color));
        match self {
            Sense::DetNoEscape => det(&threats(position, color)),
            Sense::DetAmidEnemies => {
                let alone = own - own.neighbors() - Cells::RIM;
                alone.into_iter().filter(|&marble| is_amid(marble, foes)).collect()
            }
            Sense::CoveredSurrounded => surrounded(own, own | foes),
            Sense::CoveredByEnemies => surrounded(own, foes),
            Sense::CoveredImmobile => own - position.empty().neighbors(),
        }
    }
}

/// The marbles without a way out.
pub(super) fn det(threats: &[Threat]) -> Cells {
    threats.iter().filter(|threat| threat.is_det()).map(|threat| threat.marble).collect()
}

fn is_amid(marble: Cell, foes: Cells) -> bool {
    let around = Cells::of(marble).neighbors();
    (around & foes).into_iter().any(|foe| (foes.connected(foe) & around).len() >= 4)
}

/// The marbles that have one of `by` on each of their six sides.
fn surrounded(marbles: Cells, by: Cells) -> Cells {
    Direction::ALL.into_iter().fold(marbles, |left, direction| left & by.shift(direction))
}

impl fmt::Display for Threat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} can lose {} to ", self.owner, self.marble)?;
        for (i, sumito) in self.by.iter().enumerate() {
            let or = if i > 0 { " or " } else { "" };
            write!(f, "{or}{}-{} on {}", sumito.push.len(), sumito.pushed.len(), sumito.line())?;
        }
        if self.is_det() { f.write_str(", without escape") } else { Ok(()) }
    }
}
