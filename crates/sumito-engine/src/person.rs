//! How the lower levels find a move: they look a ply or two ahead, and overlook things as people do.
//!
//! Whatever is not noticed does not exist while a move is being chosen, whether it is one's own ejection, the opponent's, or the second move of a
//! plan. So one cause has all the effects seen in games of people: missed ejections, threats left unmet, and marbles that walk into danger. Quiet
//! moves far from where the game is going on and broadsides are overlooked first, pushes last, and what lies further ahead more
//! easily than what is possible at once.

use std::time::Duration;

use sumito_rules::{Cells, Game, Move, Position};

use crate::analysis::distance;
use crate::engine::{Control, Info, Line, Report};
use crate::handmade;
use crate::network::{Accumulator, Network};
use crate::random::Random;
use crate::score::Score;
use crate::time::{Limits, Stopwatch};

/// What makes a player of a lower level.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    /// Plies of which it tries every move that it notices; ejections are followed to their end.
    pub(crate) depth: i32,
    /// The percent chance of overlooking the move that is hardest to notice.
    pub(crate) overlooks: u64,
    /// The percent chance of overlooking an ejection.
    pub(crate) misses: u64,
    /// By how much it likes one position more than another without a reason, in hundredths of a marble.
    pub(crate) taste: i32,
    /// Whether it judges positions by the network, or as a beginner does: by marbles, center and cohesion.
    pub(crate) trained: bool,
}

/// Chooses a move. The same game and seed give the same move everywhere: time does not matter.
pub(crate) fn search(
    person: &Person,
    game: &Game,
    limits: &Limits,
    seed: u64,
    control: &Control,
    network: Option<&Network>,
    mut on_info: impl FnMut(&Info),
) -> Report {
    let watch = Stopwatch::start();
    let legal: Vec<Move> = if limits.only.is_empty() { game.legal_moves().iter().collect() } else { limits.only.clone() };
    let mut thought = Thought {
        person,
        seed: game.position().zobrist_hash() ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        attention: game.moves().last().map(|last| last.destinations()),
        network: network.filter(|_| person.trained),
        path: Vec::new(),
        accumulators: Vec::new(),
        control,
        node_limit: limits.nodes.unwrap_or(u64::MAX),
        nodes: 0,
    };
    let (score, best) = thought.choose(game.position(), legal);
    let pv: Vec<Move> = best.into_iter().collect();
    let (depth, time) = (person.depth as u32, watch.elapsed().max(Duration::from_nanos(1)));
    let nodes = thought.nodes;
    let info = Info { depth, selective_depth: depth, line: 1, score, nodes, time, table_permille: 0, pv: pv.clone() };
    on_info(&info);
    Report { best, ponder: None, lines: vec![Line { depth, score, pv }], nodes, time }
}

struct Thought<'a> {
    person: &'a Person,
    /// What is overlooked is overlooked throughout one search, and may be noticed a move later.
    seed: u64,
    /// Where the last move went.
    attention: Option<Cells>,
    network: Option<&'a Network>,
    /// The positions from the root to the one being looked at, as the network sees them.
    path: Vec<Position>,
    accumulators: Vec<Accumulator>,
    control: &'a Control,
    node_limit: u64,
    nodes: u64,
}

impl Thought<'_> {
    /// The move that looks best among those noticed; if none is, the one easiest to notice.
    fn choose(&mut self, position: &Position, mut moves: Vec<Move>) -> (Score, Option<Move>) {
        moves.sort_by_key(|&m| self.hidden(position, m));
        let easiest = moves.first().copied();
        moves.retain(|&m| self.notices(position, m, 0));
        moves.extend(easiest.filter(|_| moves.is_empty()));
        if let Some(network) = self.network {
            self.path = vec![*position];
            self.accumulators = vec![network.fresh(position)];
        }
        let (mut best, mut best_move) = (-Score::INFINITE, easiest);
        for m in moves {
            let score = -self.value(&position.after_unchecked(m), 1, -Score::INFINITE, -best);
            if self.is_stopped() && best_move.is_some() && best > -Score::INFINITE {
                break;
            }
            if score > best {
                (best, best_move) = (score, Some(m));
            }
        }
        (Score(best), best_move)
    }

    /// What a position seems to be worth to the side to move.
    fn value(&mut self, position: &Position, ply: i32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if let Some(winner) = position.winner() {
            return if winner == position.turn() { Score::WIN - ply } else { ply - Score::WIN };
        }
        if self.is_stopped() {
            return 0;
        }
        self.follow(position, ply as usize);
        let quiet = ply >= self.person.depth;
        let mut best = if quiet { self.judge(position) } else { -Score::INFINITE };
        alpha = alpha.max(best);
        if best >= beta {
            return best;
        }
        let mut moves: Vec<Move> =
            if quiet { position.ejections().iter().collect() } else { position.legal_moves().iter().collect() };
        if !quiet {
            moves.sort_by_key(|&m| std::cmp::Reverse((position.ejected(m).is_some(), position.pushed(m).len(), m.len())));
        }
        for m in moves {
            if !self.notices(position, m, ply) {
                continue;
            }
            best = best.max(-self.value(&position.after_unchecked(m), ply + 1, -beta, -alpha));
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        if best > -Score::INFINITE {
            return best;
        }
        // It sees nothing that the side to move could do.
        self.follow(position, ply as usize);
        self.judge(position)
    }

    /// Shows the network a position that comes after the one at the ply before.
    fn follow(&mut self, position: &Position, ply: usize) {
        let Some(network) = self.network else { return };
        self.path.truncate(ply);
        self.accumulators.resize(ply + 1, Accumulator::ZERO);
        network.update(&mut self.accumulators, ply, &self.path[ply - 1], position);
        self.path.push(*position);
    }

    /// What the position at the end of the path seems to be worth.
    fn judge(&self, position: &Position) -> i32 {
        let value = match (self.network, self.accumulators.last()) {
            (Some(network), Some(known)) => network.evaluate(known, position),
            _ => handmade::evaluate(position),
        };
        let fancy = self.person.fancy(self.seed, position.zobrist_hash());
        (value + fancy).clamp(-Score::FORCED + 1, Score::FORCED - 1)
    }

    fn is_stopped(&self) -> bool {
        self.nodes >= self.node_limit || self.control.is_stopped()
    }

    fn notices(&self, position: &Position, m: Move, ply: i32) -> bool {
        let is_ejection = position.ejected(m).is_some();
        self.person.notices(self.seed, m, position.turn() as u64, (!is_ejection).then(|| self.hidden(position, m)), ply)
    }

    fn hidden(&self, position: &Position, m: Move) -> u64 {
        hidden(m, !position.pushed(m).is_empty(), self.attention)
    }
}

impl Person {
    /// Whether it thinks of a move of a player that is `ply` plies ahead: each ply is one more chance to overlook it. The move is
    /// [`hidden`] to some degree; `None` stands for an ejection.
    pub(crate) fn notices(&self, seed: u64, m: Move, mover: u64, hidden: Option<u64>, ply: i32) -> bool {
        let overlooked = hidden.map_or(100 * self.misses, |hidden| hidden * self.overlooks);
        let mut random = Random::new(seed ^ (u64::from(m.to_bits()) << 8) ^ mover);
        (0..=ply.min(2)).all(|_| random.below(100 * 100) as u64 >= overlooked)
    }

    /// How much it likes a position without a reason.
    pub(crate) fn fancy(&self, seed: u64, hash: u64) -> i32 {
        Random::new(hash ^ seed).below(2 * self.taste as usize + 1) as i32 - self.taste
    }
}

/// How hard a move is to notice, in percent: pushes are easy, broadsides and moves far from the last one are hard.
pub(crate) fn hidden(m: Move, pushes: bool, attention: Option<Cells>) -> u64 {
    if pushes {
        return 50;
    }
    let away = attention.map_or(0, |cells| distance(m, cells).min(5));
    50 + 6 * u64::from(away) + if m.is_broadside() { 20 } else { 0 }
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Cell, Rules};

    use super::*;

    fn person(overlooks: u64) -> Person {
        Person { depth: 1, overlooks, misses: overlooks / 2, taste: 0, trained: false }
    }

    fn best(person: &Person, position: Position, seed: u64) -> Option<String> {
        let game = Game::from_position(position, Rules::default());
        let report = search(person, &game, &Limits::default(), seed, &Control::new(), None, |_| {});
        report.best.map(|m| m.to_string())
    }

    #[test]
    fn pushes_are_noticed_before_quiet_moves_and_near_ones_before_far_ones() {
        let black: Position = "5/6/7/8/2bbw4/8/7/6/bb3 b".parse().unwrap();
        for position in [black, black.swap_colors()] {
            let (person, control) = (person(100), Control::new());
            let attention = Some(Cells::of(Cell::E5));
            let (network, path, accumulators) = (None, Vec::new(), Vec::new());
            let thought = Thought {
                person: &person,
                seed: 0,
                attention,
                network,
                path,
                accumulators,
                control: &control,
                node_limit: 1,
                nodes: 0,
            };
            let ranks =
                ["e3e4", "e4f4", "a1b1", "a1a2b1"].map(|text| thought.hidden(&position, position.parse_move(text).unwrap()));
            assert!(ranks.is_sorted_by(|a, b| a < b), "{ranks:?}");
        }
    }

    #[test]
    fn ejections_and_threats_are_seen_or_overlooked() {
        // The side to move can eject on e9; or it loses the marble on a1 next, unless that moves.
        let black: Position = "5/6/7/8/6bbw/8/7/6/5 b".parse().unwrap();
        let threat: Position = "5/6/7/8/4b4/8/7/6/bww2 b".parse().unwrap();
        for (ejection, threat) in [(black, threat), (black.swap_colors(), threat.swap_colors())] {
            let ejected = (0..100).filter(|&seed| best(&person(100), ejection, seed).as_deref() == Some("e7e8")).count();
            assert!((20..80).contains(&ejected), "{ejected} of 100");
            assert_eq!(best(&person(0), ejection, 0).as_deref(), Some("e7e8"));
            let saved = best(&person(0), threat, 0).unwrap();
            assert!(saved.starts_with("a1"), "{saved}");
            let left = (0..100).filter(|&seed| best(&person(100), threat, seed).is_some_and(|m| !m.starts_with("a1"))).count();
            assert!((20..95).contains(&left), "{left} of 100");
        }
    }
}
