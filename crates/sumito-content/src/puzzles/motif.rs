//! What happens in a puzzle, beyond its goal. A motif is computed from the position and the proved solution, so it is as certain as they are.

use sumito_rules::shapes::{self, Threat};
use sumito_rules::{Cell, Color, Layout, Move, Position};

use super::puzzle::{Choice, Kind, Theme};

/// A motif; docs/puzzles.md has the definitions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Motif {
    /// The solver gives up a marble and comes out ahead.
    Gambit,
    /// The first move leaves an opposing marble without a way out.
    Det,
    /// The first move is a broadside.
    Broadside,
    /// The first move threatens two marbles, and no reply saves both.
    DoubleThreat,
    /// The first move of a win pushes nothing.
    QuietMove,
    /// No marble is lost, and most are where a layout has them.
    Opening,
}

/// The marbles on the cells of a layout that make a position an opening.
const AT_HOME: usize = 16;

impl Motif {
    pub const ALL: [Motif; 6] =
        [Motif::Gambit, Motif::Det, Motif::Broadside, Motif::DoubleThreat, Motif::QuietMove, Motif::Opening];

    /// Its name in URLs and texts.
    pub const fn name(self) -> &'static str {
        match self {
            Motif::Gambit => "gambit",
            Motif::Det => "det",
            Motif::Broadside => "broadside",
            Motif::DoubleThreat => "double-threat",
            Motif::QuietMove => "quiet-move",
            Motif::Opening => "opening",
        }
    }

    /// Whether a puzzle has it.
    fn is_in(self, position: &Position, theme: Theme, solution: &Choice) -> bool {
        let kind = Kind::of(position, solution.m);
        // A win that takes at least two moves, the first of which takes nothing.
        let prepares = !theme.goal().defends() && kind != Kind::Ejection && solution.reply.is_some();
        match self {
            Motif::Gambit => gives_a_marble(position, solution),
            Motif::Det => prepares && makes_det(position, solution),
            Motif::Broadside => kind == Kind::Broadside,
            Motif::DoubleThreat => prepares && threatens_two(position, solution.m),
            Motif::QuietMove => prepares && kind != Kind::Push,
            Motif::Opening => is_opening(position),
        }
    }

    /// The motifs of a puzzle.
    pub(super) fn of(position: &Position, theme: Theme, solution: &Choice) -> Vec<Motif> {
        Motif::ALL.into_iter().filter(|motif| motif.is_in(position, theme, solution)).collect()
    }
}

/// Whether somewhere in the solution the best defense to a move that ejects nothing takes a marble, and the goal is reached nevertheless.
fn gives_a_marble(position: &Position, choice: &Choice) -> bool {
    let Some(reply) = &choice.reply else { return false };
    let next = position.after_unchecked(choice.m);
    let after = next.after_unchecked(reply.m);
    let gives = position.ejected(choice.m).is_none() && next.ejected(reply.m).is_some();
    gives || reply.then.iter().any(|way| gives_a_marble(&after, way))
}

/// The opposing marbles that the solver can eject after a move, except those that it could eject before.
fn new_threats(position: &Position, m: Move) -> Vec<Threat> {
    let before: Vec<Cell> = position.ejections().iter().filter_map(|m| position.ejected(m)).collect();
    let mut threats = shapes::threats(&position.after_unchecked(m), !position.turn());
    threats.retain(|threat| !before.contains(&threat.marble));
    threats
}

/// Whether a marble has no way out after the first move, and is ejected next.
fn makes_det(position: &Position, solution: &Choice) -> bool {
    let Some(reply) = &solution.reply else { return false };
    let after = position.after_unchecked(solution.m).after_unchecked(reply.m);
    let taken: Vec<Cell> = reply.then.iter().filter_map(|way| after.ejected(way.m)).collect();
    new_threats(position, solution.m).iter().any(|threat| threat.is_det() && taken.contains(&threat.marble))
}

/// Whether a move threatens at least two marbles, each of which could be saved, but not all by the same reply.
fn threatens_two(position: &Position, m: Move) -> bool {
    let threats = new_threats(position, m);
    let [first, rest @ ..] = &threats[..] else { return false };
    !rest.is_empty()
        && threats.iter().all(|threat| !threat.is_det())
        && !first.escapes.iter().any(|escape| rest.iter().all(|threat| threat.escapes.contains(escape)))
}

fn is_opening(position: &Position) -> bool {
    let lost = [Color::Black, Color::White].map(|color| position.lost(color));
    let at_home =
        |layout: &Layout| [Color::Black, Color::White].map(|color| (layout.marbles(color) & position.marbles(color)).len());
    lost == [0, 0] && Layout::all().iter().any(|layout| at_home(layout).iter().sum::<usize>() >= AT_HOME)
}
