//! Max-n: every team does what is best for itself.

use sumito_rules::party::Position;

use super::eval::{index, standings};
use super::search::Search;
use crate::score::Score;

impl Search<'_> {
    /// How good a position is for each team, by its number from 0, if every team plays for itself.
    pub(super) fn for_everybody(&mut self, position: &Position, depth: i32, ply: usize) -> [i32; 6] {
        if self.count() {
            return [0; 6];
        }
        if let Some((winner, _)) = position.winner() {
            let won = Score::WIN - ply as i32;
            return std::array::from_fn(|team| if team == index(winner) { won } else { -won });
        }
        if depth <= 0 {
            let (values, teams) = (standings(position), position.seating().teams().count() as i32);
            let sum: i32 = values.iter().sum();
            return values.map(|value| value - (sum - value) / (teams - 1));
        }
        let mover = index(position.seating().team(position.turn()));
        let mut best = [-Score::INFINITE; 6];
        let start = self.candidates.len();
        self.generate(position, false, ply, None);
        for at in start..self.candidates.len() {
            let m = self.pick(at).m;
            let values = self.for_everybody(&position.after_unchecked(m), depth - 1, ply + 1);
            if self.stopped {
                break;
            }
            if values[mover] > best[mover] {
                best = values;
            }
        }
        self.candidates.truncate(start);
        best
    }
}
