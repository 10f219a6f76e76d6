//! When a goal is reached, and how a move that misses it is punished.

use sumito_engine::Control;
use sumito_engine::solve::{self, Solver, Task};
use sumito_rules::explain::MoveKind;
use sumito_rules::shapes::{self, GroupKind};
use sumito_rules::{Cell, Cells, Color, Move, Position, party};

use super::{Goal, Shape, Side, Step};

impl Goal {
    /// The key of the answer to a legal move that does not reach the goal.
    pub const fn wrong_key(self) -> &'static str {
        match self {
            Goal::Kind(_) => "lessons-wrong-kind",
            Goal::Eject => "lessons-wrong-eject",
            Goal::MoveTo(_) => "lessons-wrong-move-to",
            Goal::Illegal(_) => "lessons-wrong-illegal",
            Goal::BreakPac(..) => "lessons-wrong-break-pac",
            Goal::Hold(_) => "lessons-wrong-hold",
            Goal::Save(_) => "lessons-wrong-save",
            Goal::Shape(_) => "lessons-wrong-shape",
            Goal::Center(_) => "lessons-wrong-center",
            Goal::Gambit => "lessons-wrong-gambit",
            Goal::Sense(..) => "lessons-wrong-sense",
            Goal::DoubleThreat => "lessons-wrong-double-threat",
            Goal::Safe(_) => "lessons-wrong-safe",
            Goal::Win(_) => "lessons-wrong-win",
            Goal::NoMoves => "lessons-wrong-no-moves",
            Goal::Repetition => "lessons-wrong-repetition",
            Goal::Groups(_) => "lessons-wrong-groups",
        }
    }

    /// Whether the goal is an attempt that is refused for this reason.
    pub(super) fn looks_for(self, key: &str) -> bool {
        matches!(self, Goal::Illegal(keys) if keys.split(' ').any(|wanted| wanted == key))
    }

    pub(super) fn is_reached(self, step: &Step, before: &Position, m: Move) -> bool {
        let explained = before.explain(m);
        let after = before.after_unchecked(m);
        let us = before.turn();
        match self {
            Goal::Kind(kind) => explained.kind == kind,
            Goal::Eject => explained.ejected.is_some(),
            Goal::MoveTo(cell) => m.destinations().contains(cell),
            Goal::Illegal(_) => false,
            Goal::BreakPac(from, to) => pac_row(before, from, to).is_some_and(|row| !explained.pushed.is_disjoint(row)),
            Goal::Hold(cell) => !m.cells().contains(cell) && self.refutation(&after, m).is_none(),
            Goal::Save(_) | Goal::Safe(_) => self.refutation(&after, m).is_none(),
            Goal::Shape(shape) => shape.found(&after, us).iter().any(|cells| !shape.found(before, us).contains(cells)),
            Goal::Center(count) => after.marbles(us).iter().filter(|cell| cell.distance_to_center() <= 1).count() >= count,
            Goal::Gambit => {
                let taken = after.ejections();
                let is_paid_back = |taking: Move| {
                    let there = after.after_unchecked(taking);
                    there.ejections().iter().any(|back| !there.after_unchecked(back).can_eject())
                };
                explained.ejected.is_none() && !taken.is_empty() && taken.iter().all(is_paid_back)
            }
            Goal::Sense(sense, side) => {
                let color = if side == Side::Own { us } else { !us };
                !(sense.marbles(&after, color) - sense.marbles(before, color)).is_empty()
            }
            Goal::DoubleThreat => {
                let threats = shapes::threats(&after, !us);
                let saves_all = |reply: &Move| threats.iter().all(|threat| threat.escapes.contains(reply));
                threats.len() >= 2 && !after.legal_moves().iter().any(|reply| saves_all(&reply))
            }
            Goal::Win(moves) => {
                let task = Task { position: *before, goal: solve::Goal::WinMarble, moves };
                Solver::new(1).tree(&task, m, u64::MAX, &Control::new()).is_some()
            }
            Goal::NoMoves => !after.has_moves(),
            Goal::Repetition => {
                let same = |past: &&Position| past.with_counters(0, 1) == after.with_counters(0, 1);
                step.past.iter().filter(same).count() >= 2
            }
            Goal::Groups(most) => shapes::groups(&after, us).len() <= most,
        }
    }

    /// The same for more than two players.
    pub(super) fn is_reached_by_more(self, before: &party::Position, m: Move) -> bool {
        let (own, pushed) = (m.cells().len(), before.pushed(m).len());
        match self {
            Goal::Kind(MoveKind::Sumito { own: wanted, foes }) => (own, pushed) == (wanted.into(), foes.into()),
            Goal::Kind(MoveKind::Single) => (own, pushed) == (1, 0),
            Goal::Eject => before.ejected(m).is_some(),
            Goal::MoveTo(cell) => m.destinations().contains(cell),
            _ => false,
        }
    }

    /// The reply that shows why a move was wrong, in the position after it.
    pub(super) fn refutation(self, after: &Position, m: Move) -> Option<Move> {
        match self {
            Goal::Hold(cell) => after.pushes().iter().find(|&push| after.pushed(push).contains(cell)),
            Goal::Save(cell) => {
                let there = if m.cells().contains(cell) { cell.neighbor(m.direction()) } else { Some(cell) };
                after.ejections().iter().find(|&push| after.ejected(push) == there)
            }
            Goal::Gambit => after.ejections().iter().next(),
            Goal::Safe(moves) => {
                let task = Task { position: *after, goal: solve::Goal::WinMarble, moves };
                let answer = Solver::new(1).solve(&task, u64::MAX, &Control::new(), |_| {});
                answer.solutions().first().map(|first| first.m)
            }
            _ => None,
        }
    }
}

impl Shape {
    /// The places where a side has this shape: trinomials on their own, and blocks.
    fn found(self, position: &Position, color: Color) -> Vec<Cells> {
        match self {
            Shape::Block => shapes::blocks(position, color).into_iter().map(|block| block.cells).collect(),
            Shape::Trinomial(form) => {
                let groups = shapes::groups(position, color).into_iter();
                groups.filter(|group| group.kind == GroupKind::Trinomial(form)).map(|group| group.cells).collect()
            }
        }
    }
}

/// The other side's row of the pac between these cells.
fn pac_row(position: &Position, from: Cell, to: Cell) -> Option<Cells> {
    let ends = [from, to].into_iter().collect::<Cells>();
    let pac = shapes::pacs(position).into_iter().find(|pac| ends.is_subset(pac.rows.black | pac.rows.white))?;
    Some(pac.rows[!position.turn()])
}
