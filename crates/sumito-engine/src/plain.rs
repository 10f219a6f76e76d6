//! A plain search for comparison: alpha-beta to a fixed depth with a table, rings and material, and nothing else. In matches it represents
//! the best of the other engines, so it should not be improved.

use std::time::Duration;

use sumito_rules::{Game, Move, Position};

use crate::engine::{Control, Info, Line, Report};
use crate::handmade;
use crate::score::Score;
use crate::search::MAX_PLY;
use crate::table::{Bound, Entry, Table};
use crate::time::{Limits, Stopwatch};

/// The default depth.
const DEPTH: u32 = 6;

/// Searches to the depth of the limits, or to the default depth. A node limit and `control` end it early; time limits do not, so that
/// its strength is the same on every machine.
pub(crate) fn search(table: &Table, game: &Game, limits: &Limits, control: &Control, mut on_info: impl FnMut(&Info)) -> Report {
    let watch = Stopwatch::start();
    let mut plain = Plain {
        table,
        control,
        only: &limits.only,
        path: game.positions().iter().map(Position::zobrist_hash).collect(),
        node_limit: limits.nodes.unwrap_or(u64::MAX),
        nodes: 0,
        stopped: false,
    };
    let first = limits.only.first().copied().or_else(|| game.legal_moves().nth(0));
    let mut report = Report { best: first, ..Report::default() };
    for depth in 1..=limits.depth.unwrap_or(DEPTH).clamp(1, MAX_PLY as u32) {
        let mut pv = Vec::new();
        let score = plain.node(game.position(), 0, depth as i32, -Score::INFINITE, Score::INFINITE, &mut pv);
        if plain.stopped {
            break;
        }
        let info = Info {
            depth,
            selective_depth: depth,
            line: 1,
            score: Score(score),
            nodes: plain.nodes,
            time: watch.elapsed(),
            table_permille: table.permille_full() as u32,
            pv: pv.clone(),
        };
        on_info(&info);
        (report.best, report.ponder) = (pv.first().copied().or(first), pv.get(1).copied());
        report.lines = vec![Line { depth, score: Score(score), pv }];
    }
    Report { nodes: plain.nodes, time: watch.elapsed().max(Duration::from_nanos(1)), ..report }
}

struct Plain<'a> {
    table: &'a Table,
    control: &'a Control,
    only: &'a [Move],
    /// Hashes of the game and of the line that is being searched.
    path: Vec<u64>,
    node_limit: u64,
    nodes: u64,
    stopped: bool,
}

impl Plain<'_> {
    fn node(&mut self, position: &Position, ply: usize, depth: i32, mut alpha: i32, beta: i32, pv: &mut Vec<Move>) -> i32 {
        pv.clear();
        self.nodes += 1;
        self.stopped |= self.nodes > self.node_limit || (self.nodes.is_multiple_of(1024) && self.control.is_stopped());
        if self.stopped {
            return 0;
        }
        if let Some(winner) = position.winner() {
            return if winner == position.turn() { Score::WIN - ply as i32 } else { ply as i32 - Score::WIN };
        }
        if ply > 0 && self.repeats(position) {
            return 0;
        }
        if depth == 0 {
            return handmade::rings(position);
        }
        let hash = position.zobrist_hash();
        let known = self.table.probe(hash, ply);
        if ply > 0
            && let Some(entry) = known
            && entry.depth >= depth
            && (entry.bound == Bound::Exact
                || (entry.bound == Bound::Lower && entry.score >= beta)
                || (entry.bound == Bound::Upper && entry.score <= alpha))
        {
            return entry.score;
        }

        let table_move = known.and_then(|entry| entry.best);
        let mut moves: Vec<(i32, Move)> = position.legal_moves().iter().map(|m| (promise(position, m, table_move), m)).collect();
        if ply == 0 && !self.only.is_empty() {
            moves.retain(|(_, m)| self.only.contains(m));
        }
        moves.sort_by_key(|(promise, _)| -promise);
        let (mut best, mut best_move, mut bound) = (ply as i32 - Score::WIN, None, Bound::Upper);
        let mut line = Vec::new();
        for (_, m) in moves {
            let next = position.after_unchecked(m);
            self.path.push(next.zobrist_hash());
            let score = -self.node(&next, ply + 1, depth - 1, -beta, -alpha, &mut line);
            self.path.pop();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_move, bound) = (score, Some(m), Bound::Exact);
                    pv.clear();
                    pv.push(m);
                    pv.append(&mut line);
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                }
            }
        }
        self.table.store(hash, ply, Entry { best: best_move, score: best, eval: 0, depth, bound });
        best
    }

    /// Whether the last position of the path occurred before.
    fn repeats(&self, position: &Position) -> bool {
        let reach = usize::from(position.plies_since_ejection());
        self.path.iter().rev().skip(1).take(reach).any(|&hash| hash == position.zobrist_hash())
    }
}

/// The order of moves: the table's move, ejections, pushes, then moves toward the center.
fn promise(position: &Position, m: Move, table_move: Option<Move>) -> i32 {
    if Some(m) == table_move {
        return i32::MAX;
    }
    let distance = |cells: sumito_rules::Cells| cells.iter().map(|cell| i32::from(cell.distance_to_center())).sum::<i32>();
    let forward = distance(m.cells()) - distance(m.destinations());
    let pushed = position.pushed(m).len() as i32;
    let ejects = pushed > 0 && position.ejected(m).is_some();
    1000 * i32::from(ejects) + 100 * pushed + forward
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Layout, Rules};

    use super::*;
    use crate::engine::{Engine, Options};

    #[test]
    fn it_searches_to_its_depth_and_no_further() {
        let mut engine = Engine::new(Options::default().with_plain(true));
        let game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
        for (depth, reached) in [(Some(1), 1), (Some(4), 4), (None, 6)] {
            let report = engine.search(&game, &Limits { depth, ..Limits::default() }, &Control::new(), |_| {});
            assert_eq!(report.lines[0].depth, reached, "{depth:?}");
            assert!(game.position().is_legal(report.best.unwrap()), "{depth:?}");
        }
    }

    #[test]
    fn it_wins_when_it_can() {
        // The side to move ejects the last marble that is needed; from the other side it is the same.
        let black: Position = "5/6/7/8/9/8/7/6/wwbbb b 0 5".parse().unwrap();
        for position in [black, black.swap_colors()] {
            let mut engine = Engine::new(Options::default().with_plain(true));
            let game = Game::from_position(position, Rules::default());
            let report = engine.search(&game, &Limits::default(), &Control::new(), |_| {});
            assert_eq!((report.best.unwrap().to_string().as_str(), report.score().0), ("a5a4", Score::WIN - 1), "{position}");
        }
    }
}
