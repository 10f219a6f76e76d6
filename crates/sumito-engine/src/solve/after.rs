//! Questions about a later position: the goal counts from the start of the task, and some moves have been played since.

use sumito_rules::{Move, Position};

use super::search::{Search, Stopped};
use super::{Goal, Solution, Solver, Task};
use crate::engine::Control;

impl Solver {
    /// Like [`solve`](Solver::solve), after some moves of both sides, when it is the same side's turn again. `None` if a move is not
    /// legal, or if it is the other side's turn.
    pub fn solve_after(&mut self, task: &Task, played: &[Move], nodes: u64, control: &Control) -> Option<Solution> {
        let position = follow(&task.position, played)?;
        if position.turn() != task.position.turn() {
            return None;
        }
        let search = self.search(task, nodes, control);
        let moves = task.moves.saturating_sub((played.len() / 2) as u8);
        Some(Solver::solve_by(search, &Task { position, goal: task.goal, moves }, |_| {}))
    }

    /// The defenses that last longest after these moves, if the goal is to win and is now forced. Empty if the goal is reached already.
    /// `None` if it is not forced, or if the search was stopped.
    pub fn longest_defenses(&mut self, task: &Task, played: &[Move], nodes: u64, control: &Control) -> Option<Vec<Move>> {
        let position = follow(&task.position, played)?;
        if task.goal.defends() || position.turn() == task.position.turn() {
            return None;
        }
        let moves = task.moves.checked_sub(played.len().div_ceil(2) as u8)?;
        self.search(task, nodes, control).longest_defenses(&position, moves).ok()?
    }

    /// How the other side refutes the last of these moves: a move that prevents a win, or the whole attack if the goal was to save. Empty
    /// if no move is needed because the moves are used up. `None` if the goal can still be reached, or if the search was stopped.
    pub fn refutation(&mut self, task: &Task, played: &[Move], nodes: u64, control: &Control) -> Option<Vec<Move>> {
        let position = follow(&task.position, played)?;
        if position.turn() == task.position.turn() {
            return None;
        }
        let mut search = self.search(task, nodes, control);
        let before = (played.len() / 2) as u8;
        if task.goal.defends() {
            let mut line = Vec::new();
            let found = search.line_of_attack(position, task.moves.checked_sub(before)?, &mut line);
            return found.is_ok_and(|found| found).then_some(line);
        }
        search.prevention(&position, task.moves.checked_sub(before + 1)?, task.goal).ok()?
    }
}

/// The position after these moves, if they are legal.
fn follow(position: &Position, played: &[Move]) -> Option<Position> {
    let mut position = *position;
    for &m in played {
        position.play(m).ok()?;
    }
    Some(position)
}

impl Search<'_> {
    /// The defender's moves against which the attacker, who succeeds within `moves` moves, needs the most.
    fn longest_defenses(&mut self, position: &Position, moves: u8) -> Result<Option<Vec<Move>>, Stopped> {
        if !self.defend(position, moves)? {
            return Ok(None);
        }
        let (mut longest, mut most) = (Vec::new(), 0);
        if !self.aim.is_reached(position) {
            for m in &position.legal_moves() {
                let next = position.after_unchecked(m);
                let needed = self.distance(&next, moves)?.unwrap_or(moves);
                if needed > most {
                    (longest, most) = (Vec::new(), needed);
                }
                if needed == most {
                    longest.push(m);
                }
            }
        }
        Ok(Some(longest))
    }

    /// A move of the defender after which the attacker does not succeed within `moves` moves, preferably an ejection.
    fn prevention(&mut self, position: &Position, moves: u8, goal: Goal) -> Result<Option<Vec<Move>>, Stopped> {
        if self.defend(position, moves)? {
            return Ok(None);
        }
        let ejections = position.ejections();
        for m in ejections.iter().chain(&position.legal_moves()) {
            let next = position.after_unchecked(m);
            // With no move left, only an ejection in return is worth showing.
            if moves == 0 && (goal == Goal::WinGame || !ejections.contains(m)) {
                break;
            }
            if !self.attack(&next, moves)? {
                return Ok(Some(vec![m]));
            }
        }
        Ok(Some(Vec::new()))
    }
}
