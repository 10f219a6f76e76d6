//! Groups of marbles, the three forms of three, and blocks.

use alloc::vec::Vec;
use core::fmt;

use crate::books::Term;
use crate::cell::{Axis, Direction};
use crate::cells::Cells;
use crate::color::Color;
use crate::position::Position;

/// A connected group: marbles of one color that touch each other, and no others touch them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Group {
    /// The color of the marbles.
    pub color: Color,
    /// Where they are.
    pub cells: Cells,
    /// The word for a group like this.
    pub kind: GroupKind,
}

/// The words for a group by its size (R58 to R61).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum GroupKind {
    /// One marble that touches none of its color.
    Monomial,
    /// Two.
    Binomial,
    /// Three, in one of three forms.
    Trinomial(Form),
    /// Four or more. The books call a group of any size a polynomial; here the word is used for groups without a more specific one.
    Polynomial,
}

impl GroupKind {
    /// The glossary's word.
    pub const fn term(self) -> Term {
        match self {
            GroupKind::Monomial => Term::Monomial,
            GroupKind::Binomial => Term::Binomial,
            GroupKind::Trinomial(_) => Term::Trinomial,
            GroupKind::Polynomial => Term::Polynomial,
        }
    }
}

/// The three forms of three connected marbles (R62 to R64).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// In a straight line.
    Lance,
    /// In a bend: the outer two do not touch.
    Arc,
    /// In a triangle: each touches both others.
    Shield,
}

impl Form {
    /// The glossary's word.
    pub const fn term(self) -> Term {
        match self {
            Form::Lance => Term::Lance,
            Form::Arc => Term::Arc,
            Form::Shield => Term::Shield,
        }
    }
}

/// Three marbles in one of the forms, alone or as a part of a larger group.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Trinomial {
    /// Whose marbles they are.
    pub color: Color,
    /// Where they are.
    pub cells: Cells,
    /// Lance, arc or shield.
    pub form: Form,
}

/// Rows of three that support each other (R65).
///
/// The books only say that a block is made up of rows of three, which makes it stable (S3-EN) or untouchable (S4-PL). A single row
/// of three resists an attack along its own line only. So here a block is the largest connected set of marbles in which
/// each marble stands, within the set, in rows of three or more along at least two axes: nobody can push it along these. The
/// smallest is three rows of three side by side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Block {
    /// Whose marbles they are.
    pub color: Color,
    /// Where they are.
    pub cells: Cells,
}

/// The groups of a side.
pub fn groups(position: &Position, color: Color) -> Vec<Group> {
    components(position.marbles(color))
        .map(|cells| {
            let kind = match cells.len() {
                1 => GroupKind::Monomial,
                2 => GroupKind::Binomial,
                3 => GroupKind::Trinomial(forms(cells).next().expect("three connected cells have a form").1),
                _ => GroupKind::Polynomial,
            };
            Group { color, cells, kind }
        })
        .collect()
}

/// Every lance, arc and shield of a side, also inside larger groups and overlapping each other.
pub fn trinomials(position: &Position, color: Color) -> Vec<Trinomial> {
    forms(position.marbles(color)).map(|(cells, form)| Trinomial { color, cells, form }).collect()
}

/// The blocks of a side.
pub fn blocks(position: &Position, color: Color) -> Vec<Block> {
    let mut held = position.marbles(color);
    loop {
        let [a, b, c] = Axis::ALL.map(|axis| in_rows_of_three(held, axis));
        let crossed = (a & b) | (b & c) | (a & c);
        if crossed == held {
            break;
        }
        held = crossed;
    }
    components(held).map(|cells| Block { color, cells }).collect()
}

/// Splits a set into its connected parts, in reading order of their first cells.
fn components(set: Cells) -> impl Iterator<Item = Cells> {
    let mut left = set;
    core::iter::from_fn(move || {
        let component = left.connected(left.sorted().next()?);
        left -= component;
        Some(component)
    })
}

/// The cells of the set from which a step in this direction stays in it.
fn followed(set: Cells, direction: Direction) -> Cells {
    set & set.shift(direction.opposite())
}

/// The cells of the set that stand in a row of three of it along the axis.
fn in_rows_of_three(set: Cells, axis: Axis) -> Cells {
    let direction = axis.direction();
    let middles = followed(set, direction) & followed(set, direction.opposite());
    middles | middles.shift(direction) | middles.shift(direction.opposite())
}

/// Each form is given by one cell and the directions from there to the two others.
fn forms(set: Cells) -> impl Iterator<Item = (Cells, Form)> {
    let lances = Axis::ALL.map(|axis| (Form::Lance, axis.direction(), 3));
    let arcs = Direction::ALL.map(|direction| (Form::Arc, direction, 2));
    let shields = [Direction::East, Direction::NorthEast].map(|direction| (Form::Shield, direction, 1));
    let all = lances.into_iter().chain(arcs).chain(shields);
    all.flat_map(move |(form, direction, turn)| {
        let other = direction.turned(turn);
        let corners = followed(set, direction) & followed(set, other);
        corners.into_iter().map(move |corner| {
            let corner = Cells::of(corner);
            (corner | corner.shift(direction) | corner.shift(other), form)
        })
    })
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} on {}", self.color, self.kind.term(), self.cells)?;
        match self.kind {
            GroupKind::Trinomial(form) => write!(f, " ({})", form.term()),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Trinomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} on {}", self.color, self.form.term(), self.cells)
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} block on {}", self.color, self.cells)
    }
}
