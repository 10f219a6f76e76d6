//! From a position to a puzzle, if the solver can prove that it is one.

use sumito_engine::Control;
use sumito_engine::solve::{Decision, Goal, Solver, Task};
use sumito_rules::{Move, Position, shapes};

use super::motif::Motif;
use super::puzzle::{Choice, Difficulty, Puzzle, Reply, Theme, id};

/// Proves puzzles, within a limit of positions for each question.
pub(super) struct Prover<'a> {
    pub(super) solver: &'a mut Solver,
    pub(super) limit: u64,
    pub(super) control: &'a Control,
}

impl Prover<'_> {
    /// The puzzle of a position, if it is one: the goal is forced against every defense in no fewer than `moves`, only one first move
    /// reaches it, and the theme is present. The result depends on nothing else, so a puzzle can be proved again.
    pub(super) fn prove(&mut self, position: &Position, theme: Theme, moves: u8) -> Option<Puzzle> {
        let position = position.with_counters(0, 1);
        let task = Task { position, goal: theme.goal(), moves };
        if task.goal.defends() && !self.is_threatened(&task) {
            return None;
        }
        let answer = self.solver.solve(&task, self.limit, self.control, |_| {});
        let first = answer.only_move()?;
        if task.goal.defends() {
            // If the same only move already saves against a shorter attack, that is the puzzle.
            let shorter = self.solver.solve(&Task { moves: moves - 1, ..task }, self.limit, self.control, |_| {});
            if moves > 1 && (!shorter.is_complete() || shorter.solutions().len() < 2) {
                return None;
            }
        } else if answer.shortest() != Some(moves) {
            return None;
        }
        if theme == Theme::Pac && !breaks_pac(&position, first) {
            return None;
        }
        let solution = self.choice(&task, &mut vec![first])?;
        let difficulty = Difficulty::new(moves, &position, first);
        let motifs = Motif::of(&position, theme, &solution);
        Some(Puzzle { id: id(&position), theme, moves, difficulty, solution, position, motifs })
    }

    /// Whether the other side would win something if it were its turn.
    pub(super) fn is_threatened(&mut self, task: &Task) -> bool {
        let goal = if task.goal == Goal::SaveGame { Goal::WinGame } else { Goal::WinMarble };
        let passed = Task { position: task.position.with_turn(!task.position.turn()), goal, moves: task.moves };
        self.solver.decide(&passed, self.limit, self.control) == Decision::Proved
    }

    /// The last of these moves, with the best defense and every move that still reaches the goal. A saving goal takes one
    /// move.
    fn choice(&mut self, task: &Task, played: &mut Vec<Move>) -> Option<Choice> {
        let m = *played.last()?;
        if task.goal.defends() {
            return Some(Choice { m, reply: None });
        }
        // The best defense lasts longest and leaves the fewest continuations.
        let mut best: Option<(Move, Vec<Move>)> = None;
        for defense in self.solver.longest_defenses(task, played, self.limit, self.control)? {
            played.push(defense);
            let answer = self.solver.solve_after(task, played, self.limit, self.control)?;
            played.pop();
            if !answer.is_complete() {
                return None;
            }
            let ways: Vec<Move> = answer.solutions().iter().map(|first| first.m).collect();
            if best.as_ref().is_none_or(|(_, fewest)| ways.len() < fewest.len()) {
                best = Some((defense, ways));
            }
        }
        let Some((defense, ways)) = best else { return Some(Choice { m, reply: None }) };
        played.push(defense);
        let mut then = Vec::new();
        for way in ways {
            played.push(way);
            then.push(self.choice(task, played)?);
            played.pop();
        }
        played.pop();
        Some(Choice { m, reply: Some(Reply { m: defense, then }) })
    }
}

/// Whether a move breaks a pac of two or three as the books define it: it pushes a marble out of the opposing row along another axis, and
/// equal numbers no longer face each other.
pub(super) fn breaks_pac(position: &Position, m: Move) -> bool {
    let pushed = position.pushed(m);
    let mut next = *position;
    if pushed.is_empty() || next.play(m).is_err() {
        return false;
    }
    let after = shapes::pacs(&next);
    shapes::pacs(position).iter().any(|pac| {
        pac.force >= 2
            && pac.axis != m.direction().axis()
            && !pac.rows[!position.turn()].is_disjoint(pushed)
            // The own row is intact, so it now outnumbers the other.
            && m.cells().is_disjoint(pac.rows[position.turn()])
            && !after.iter().any(|other| other.axis == pac.axis && other.rows[position.turn()] == pac.rows[position.turn()])
    })
}
