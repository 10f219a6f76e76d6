//! Games between players of different kinds at one board, to compare them.
//!
//! ```
//! use sumito_engine::party::duel::{Player, play};
//! use sumito_rules::party::{Layout, Seat};
//!
//! let layout = Layout::find("four-belgian").unwrap();
//! let players = Player::seated(layout.seating, Seat::White, Player::parse("level=2")?, Player::Greedy);
//! let played = play(layout, &players, 1);
//! assert!(played.outcome.winner().is_some() || played.plies >= 4);
//! # Ok::<(), String>(())
//! ```

use std::time::Duration;

use sumito_rules::party::{BySeat, Game, Layout, Outcome, Seat, Seating};
use sumito_rules::{Move, Rules};

use super::shortsighted::gain;
use super::{Level, Method, Options, search};
use crate::engine::Control;
use crate::random::Random;
use crate::time::{Limits, Stopwatch};

/// Who plays for a seat.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Player {
    /// Looks at its own move only: for an ejection, and then for the center.
    Greedy,
    /// Searches.
    Engine {
        /// Its level.
        level: Level,
        /// What it expects of the others, if not the usual.
        method: Option<Method>,
        /// How many positions it visits, if not as many as its level.
        nodes: Option<u64>,
    },
}

impl Player {
    /// Reads `greedy`, or words such as `level=4`, `nodes=2000`, `method=paranoid`. The error says what was expected.
    pub fn parse(text: &str) -> Result<Player, String> {
        if text == "greedy" {
            return Ok(Player::Greedy);
        }
        let (mut level, mut method, mut nodes) = (Level::FULL, None, None);
        for word in text.split_whitespace() {
            let wrong = || {
                format!(
                    "expected greedy, or level=1 to 5, nodes=N, method=paranoid, best-reply, max-n, shortsighted or adaptive; found '{word}'"
                )
            };
            let (key, value) = word.split_once('=').ok_or_else(wrong)?;
            match key {
                "level" => level = value.parse().ok().and_then(Level::new).ok_or_else(wrong)?,
                "nodes" => nodes = Some(value.parse().ok().filter(|&nodes| nodes > 0).ok_or_else(wrong)?),
                "method" => method = Some(Method::from_name(value).ok_or_else(wrong)?),
                _ => return Err(wrong()),
            }
        }
        Ok(Player::Engine { level, method, nodes })
    }

    /// One player for all seats of a seat's team, and another for all others.
    pub fn seated(seating: Seating, seat: Seat, player: Player, others: Player) -> BySeat<Player> {
        BySeat::new(Seat::ALL.map(|other| {
            let is_of_team = seating.has(other) && seating.team(other) == seating.team(seat);
            if is_of_team { player } else { others }
        }))
    }

    /// The player's move; `None` if the game is over.
    fn choose(self, game: &Game, random: &mut Random) -> Option<Move> {
        match self {
            Player::Greedy => greedy(game, random),
            Player::Engine { level, method, nodes } => {
                let options = Options { level, method, seed: random.next() };
                let limits = Limits { nodes, ..Limits::default() };
                search(game, &options, &limits, &Control::new(), |_| {}).map(|report| report.best)
            }
        }
    }
}

fn greedy(game: &Game, random: &mut Random) -> Option<Move> {
    let position = game.position();
    let moves: Vec<(i32, Move)> = game.legal_moves().iter().map(|m| (gain(position, m), m)).collect();
    let most = moves.iter().map(|(gain, _)| *gain).max()?;
    let best: Vec<Move> = moves.into_iter().filter(|(gain, _)| *gain == most).map(|(_, m)| m).collect();
    Some(best[random.below(best.len())])
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// Its plies, including the random ones.
    pub plies: usize,
    /// The longest time that each player took for a move.
    pub slowest: BySeat<Duration>,
}

/// A game ends at this ply at the latest, as on the server.
const PLY_LIMIT: u16 = 1000;

/// Plays a game from a layout: a random ply for each seat, then the players' moves. The same seed gives the same game.
pub fn play(layout: &'static Layout, players: &BySeat<Player>, seed: u64) -> Played {
    let mut random = Random::new(seed);
    let mut game = Game::new(layout, Rules::default().with_ply_limit(Some(PLY_LIMIT)));
    let mut slowest = BySeat::<Duration>::default();
    loop {
        if let Some(outcome) = game.outcome() {
            return Played { outcome, plies: game.ply(), slowest };
        }
        let turn = game.position().turn();
        let m = if game.ply() < layout.seating.seats().count() {
            let moves = game.legal_moves();
            moves.nth(random.below(moves.len()))
        } else {
            let watch = Stopwatch::start();
            let m = players[turn].choose(&game, &mut random);
            slowest[turn] = slowest[turn].max(watch.elapsed());
            m
        };
        game.play_unchecked(m.expect("a game that is not over has a move"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_from_words() {
        assert_eq!(Player::parse("greedy"), Ok(Player::Greedy));
        let engine = Player::Engine { level: Level::new(4).unwrap(), method: Some(Method::MaxN), nodes: Some(9) };
        assert_eq!(Player::parse("level=4 method=max-n nodes=9"), Ok(engine));
        assert_eq!(Player::parse(""), Ok(Player::Engine { level: Level::FULL, method: None, nodes: None }));
        for wrong in ["level=6", "level=0", "nodes=0", "nodes=x", "method=best", "greedy level=1", "fast=1", "level"] {
            assert!(Player::parse(wrong).is_err_and(|error| error.starts_with("expected greedy, or level=1 to 5")), "{wrong}");
        }
    }

    #[test]
    fn greedy_ejects_first_and_then_goes_to_the_center() {
        for (text, expected) in [
            ("5/6/7/8/6bbw/8/u6/6/bb3 b b-w-u 5,0,0", vec!["e7e8"]),
            ("5/6/7/8/9/8/u6/6/b3w b b-w-u 0,0,0", vec!["a1b2"]),
            ("5/6/7/8/w8/8/6u/6/b3r b bu-wr 0,0,0,0", vec!["a1b2"]),
        ] {
            let game = Game::from_position(text.parse().unwrap(), Rules::default());
            let found = greedy(&game, &mut Random::new(1)).unwrap().to_string();
            assert!(expected.contains(&found.as_str()), "{found} in {text}");
        }
    }

    #[test]
    fn a_seed_repeats_its_game() {
        let layout = Layout::find("six-teams").unwrap();
        let players = Player::seated(layout.seating, Seat::Blue, Player::parse("level=2").unwrap(), Player::Greedy);
        let one = play(layout, &players, 3);
        let two = play(layout, &players, 3);
        assert_eq!((one.outcome, one.plies), (two.outcome, two.plies));
        assert!([4, 5].iter().any(|&seed| play(layout, &players, seed).plies != one.plies));
    }
}
