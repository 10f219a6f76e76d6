//! Openings that favor neither side, or one side by a certain amount.

use sumito_rules::{Color, Game, Layout, Rules};

use crate::engine::{Control, Engine, Options};
use crate::random::Random;
use crate::time::Limits;

/// Numbered openings: a layout, then random moves without an ejection after which the engine finds both sides about equal, or one of them
/// ahead. The same seed and number give the same opening.
///
/// Between strong engines, most games from equal openings are drawn. Since each opening is played with colors swapped, a lead favors nobody, and
/// more games are decided.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The layouts, in turn.
    pub layouts: Vec<&'static Layout>,
    /// The number of random moves.
    pub plies: usize,
    /// Each seed gives other openings.
    pub seed: u64,
    /// The largest lead that the engine may find for one side, in hundredths of a marble.
    pub margin: i32,
    /// The smallest lead.
    pub least: i32,
}

impl Default for Openings {
    fn default() -> Openings {
        let layouts = vec![&Layout::BELGIAN_DAISY, &Layout::STANDARD, &Layout::GERMAN_DAISY];
        Openings { layouts, plies: 6, seed: 1, margin: 40, least: 0 }
    }
}

/// Positions that the engine visits to judge an opening.
const NODES: u64 = 3_000;
/// If no opening has the right lead, the one of this many that is closest to it is used.
const ATTEMPTS: usize = 100;

/// The engine that judges openings.
pub(super) fn judge() -> Engine {
    Engine::new(Options::default().with_hash(1))
}

impl Openings {
    /// Opening number `n`, as a game.
    pub(super) fn opening(&self, n: u64, rules: Rules, judge: &mut Engine) -> Game {
        let layout = self.layouts.get(n as usize % self.layouts.len().max(1)).copied().unwrap_or(&Layout::BELGIAN_DAISY);
        let start = Game::new(layout, rules);
        let mut random = Random::new(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(n));
        let mut best: Option<(i32, Game)> = None;
        for _ in 0..ATTEMPTS {
            let Some(game) = walk(&start, self.plies, &mut random) else { continue };
            if self.plies == 0 {
                return game;
            }
            judge.new_game();
            let limits = Limits::nodes(NODES);
            let lead = judge.search(&game, &limits, &Control::new(), |_| {}).score().0.abs();
            let error = (lead - self.margin).max(self.least - lead);
            if error <= 0 {
                return game;
            }
            if best.as_ref().is_none_or(|(least, _)| error < *least) {
                best = Some((error, game));
            }
        }
        best.map_or(start, |(_, game)| game)
    }
}

/// A number of random moves; `None` if they ended the game or ejected a marble.
fn walk(start: &Game, plies: usize, random: &mut Random) -> Option<Game> {
    let mut game = start.clone();
    for _ in 0..plies {
        let moves = game.legal_moves();
        game.play_unchecked(moves.nth(random.below(moves.len()))?);
    }
    let unhurt = Color::ALL.into_iter().all(|color| game.position().lost(color) == start.position().lost(color));
    (unhurt && game.outcome().is_none()).then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_repeat_differ_and_are_even() {
        let openings = Openings::default();
        let mut judge = judge();
        let games: Vec<Game> = (0..9).map(|n| openings.opening(n, Rules::default(), &mut judge)).collect();
        for (n, game) in games.iter().enumerate() {
            assert_eq!(game.moves().len(), 6);
            assert_eq!(game.layout(), Some(openings.layouts[n % 3]));
            assert!(Color::ALL.into_iter().all(|color| game.position().lost(color) == 0));
            assert!(games[..n].iter().all(|other| other.position() != game.position()));
            assert_eq!(&openings.opening(n as u64, Rules::default(), &mut judge), game);
            judge.new_game();
            let limits = Limits::nodes(NODES);
            let lead = judge.search(game, &limits, &Control::new(), |_| {}).score().0;
            assert!(lead.abs() <= openings.margin, "{lead} in {}", game.position());
        }
        let other = Openings { seed: 2, ..Openings::default() };
        assert_ne!(other.opening(0, Rules::default(), &mut judge), games[0]);
    }

    #[test]
    fn an_opening_can_favor_one_side() {
        let openings =
            Openings { layouts: vec![&Layout::BELGIAN_DAISY], plies: 10, least: 60, margin: 160, ..Openings::default() };
        let mut judge = judge();
        for n in 0..6 {
            let game = openings.opening(n, Rules::default(), &mut judge);
            judge.new_game();
            let lead = judge.search(&game, &Limits::nodes(NODES), &Control::new(), |_| {}).score().0;
            assert!((60..=160).contains(&lead.abs()), "{lead} in {}", game.position());
        }
    }

    #[test]
    fn the_layout_itself_can_be_the_opening() {
        let openings = Openings { layouts: vec![&Layout::STANDARD], plies: 0, ..Openings::default() };
        let game = openings.opening(5, Rules::default(), &mut judge());
        assert_eq!(*game.position(), Layout::STANDARD.position());
    }
}
