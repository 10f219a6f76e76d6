//! The search: iterative deepening of an alpha-beta search with a principal variation.
//!
//! What is special about Abalone: of about 55 legal moves few matter, so late moves are reduced and pruned hard; ejections are the only
//! way to win marbles and pushes prepare them, so the quiescence search looks at pushes and ejections; and marbles can move back and
//! forth, so repetitions are everywhere.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use sumito_rules::{Move, Position, Rules};

use crate::handmade;
use crate::history::History;
use crate::movepick::{Class, List, Picker};
use crate::network::{Accumulator, Network};
use crate::params::Params;
use crate::score::Score;
use crate::simd::Simd;
use crate::table::{Bound, Entry, Table};
use crate::time::{Budget, Stopwatch};

/// The maximum length of a line in plies.
pub(crate) const MAX_PLY: usize = 120;

/// A search shorter than this checks the time more often.
const SHORT: Duration = Duration::from_millis(50);

/// How quiet positions are evaluated.
#[derive(Copy, Clone)]
pub(crate) enum Evaluator<'a> {
    Network(&'a Network),
    Handmade,
    Rings,
}

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) evaluator: Evaluator<'a>,
    pub(crate) rules: Rules,
    pub(crate) params: &'a Params,
    pub(crate) reductions: &'a Reductions,
    /// Set by the caller to stop the search.
    pub(crate) stop: &'a AtomicBool,
    /// Set by the main thread when it is done, to stop the helper threads.
    pub(crate) done: AtomicBool,
    /// While this is set, time limits do not apply.
    pub(crate) pondering: &'a AtomicBool,
    pub(crate) nodes: AtomicU64,
    pub(crate) node_limit: u64,
    pub(crate) depth_limit: i32,
    pub(crate) budget: Budget,
    pub(crate) watch: Stopwatch,
    /// How far below zero the searching side scores a draw.
    pub(crate) contempt: i32,
    /// If not empty, the only root moves to search.
    pub(crate) only: &'a [Move],
}

/// One of the best moves at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootLine {
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) selective_depth: usize,
    pub(crate) pv: Vec<Move>,
}

/// One ply of the path that is being searched.
#[derive(Clone)]
struct Frame {
    position: Position,
    accumulated: bool,
    eval: i32,
    played: Option<Move>,
    excluded: Option<Move>,
    killers: [Option<Move>; 2],
    pv: Vec<Move>,
    list: List,
}

/// What a thread keeps from one search to the next: what it learned, and room that would take long to get from the system again.
pub(crate) struct Memory {
    pub(crate) history: History,
    frames: Vec<Frame>,
    accumulators: Vec<Accumulator>,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory { history: History::new(), frames: Vec::new(), accumulators: Vec::new() }
    }

    /// Forgets what was learned.
    pub(crate) fn forget(&mut self) {
        self.history = History::new();
    }
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    /// Hashes of the game so far and of the path, oldest first; the root is at `root`.
    path: Vec<u64>,
    root: usize,
    frames: &'a mut [Frame],
    accumulators: &'a mut [Accumulator],
    history: &'a mut History,
    nodes: u64,
    flushed_nodes: u64,
    selective_depth: usize,
    root_depth: i32,
    main: bool,
    stopped: bool,
    /// Root moves to skip, because they already have a better line.
    skipped: Vec<Move>,
    /// The best root move so far of the depth that is being searched, which may never be finished.
    unfinished: Option<RootLine>,
    /// After how many nodes to check whether to stop.
    pace: u64,
    simd: Simd,
}

/// By how many plies late moves are reduced, by depth and move number.
pub(crate) struct Reductions([[i8; 64]; 64]);

impl Reductions {
    pub(crate) fn new(params: &Params) -> Reductions {
        let (base, divisor) = (f64::from(params.reduction_base) / 100.0, f64::from(params.reduction_divisor) / 100.0);
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, plies) in row.iter_mut().enumerate().skip(1) {
                *plies = (base + (depth as f64).ln() * (number as f64).ln() / divisor) as i8;
            }
        }
        Reductions(table)
    }

    fn plies(&self, depth: i32, number: i32) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.clamp(0, 63) as usize])
    }
}

impl<'a> Worker<'a> {
    /// `past` are the hashes of the positions before `position`, oldest first.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        position: Position,
        past: &[u64],
        memory: &'a mut Memory,
        main: bool,
    ) -> Worker<'a> {
        let Memory { history, frames, accumulators } = memory;
        let empty = || Frame {
            position,
            accumulated: false,
            eval: 0,
            played: None,
            excluded: None,
            killers: [None; 2],
            pv: Vec::new(),
            list: List::new(),
        };
        frames.resize_with(MAX_PLY + 4, empty);
        // The other frames are written before they are read.
        let root = &mut frames[0];
        root.position = position;
        root.killers = [None; 2];
        root.accumulated = true;
        if let Evaluator::Network(network) = shared.evaluator {
            accumulators.resize(frames.len(), Accumulator::ZERO);
            accumulators[0] = network.fresh(&position);
        }
        let mut path = past.to_vec();
        path.push(position.zobrist_hash());
        let is_short = shared.node_limit < u64::MAX || shared.budget.hard.is_some_and(|hard| hard < SHORT);
        let pace = if is_short { 64 } else { 1024 };
        Worker {
            shared,
            root: path.len() - 1,
            path,
            frames,
            accumulators,
            history,
            nodes: 0,
            flushed_nodes: 0,
            selective_depth: 0,
            root_depth: 0,
            main,
            stopped: false,
            skipped: Vec::new(),
            unfinished: None,
            pace: shared.node_limit.clamp(1, pace),
            simd: Simd::available()[0],
        }
    }

    /// Deepens until something stops it, and reports every finished line. Returns the best lines of the last finished depth.
    pub(crate) fn run(&mut self, lines: usize, mut tell: impl FnMut(usize, &RootLine)) -> Vec<RootLine> {
        let lines = lines.min(self.root_moves()).max(1);
        let mut best: Vec<RootLine> = Vec::new();
        for depth in 1..=self.shared.depth_limit.min(MAX_PLY as i32 - 20) {
            let mut found: Vec<RootLine> = Vec::new();
            self.root_depth = depth;
            self.unfinished = None;
            for line in 0..lines {
                self.skipped = found.iter().map(|line| line.pv[0]).collect();
                self.selective_depth = 0;
                let previous = best.get(line).map(|line| line.score);
                let score = self.aspire(depth, previous);
                if self.stopped {
                    break;
                }
                let pv = self.frames[0].pv.clone();
                if pv.is_empty() {
                    break;
                }
                found.push(RootLine { score, depth, selective_depth: self.selective_depth, pv });
            }
            let complete = found.len() >= best.len().max(1);
            if complete {
                found.sort_by_key(|line| -line.score);
                best = found;
                self.flush_nodes();
                for (i, line) in best.iter().enumerate() {
                    tell(i, line);
                }
            } else if let Some(line) = self.unfinished.take().filter(|_| lines == 1 || best.is_empty())
                && best.first().is_none_or(|finished| finished.pv[0] != line.pv[0])
            {
                // The move that was best so far came first, so another one has already proved to be better.
                self.flush_nodes();
                tell(0, &line);
                best = vec![line];
            }
            if self.stopped || self.enough(&best, depth) {
                break;
            }
        }
        self.flush_nodes();
        best
    }

    fn root_moves(&self) -> usize {
        if self.shared.only.is_empty() { self.frames[0].position.count_moves() } else { self.shared.only.len() }
    }

    /// Whether it is not worth starting another depth.
    fn enough(&self, best: &[RootLine], depth: i32) -> bool {
        if !self.main || self.shared.pondering.load(Relaxed) {
            return false;
        }
        let timed = self.shared.budget.soft.is_some() || self.shared.budget.hard.is_some();
        // A forced win is certain once found. But since late moves were pruned, a shorter one may appear a few plies deeper.
        if best.len() == 1 && best[0].score.abs() >= Score::FORCED && depth >= Score::WIN - best[0].score.abs() + 4 {
            return timed || self.shared.depth_limit < MAX_PLY as i32 || self.shared.node_limit < u64::MAX;
        }
        if timed && self.root_moves() == 1 && self.shared.budget.soft.is_some() {
            return true;
        }
        self.shared.budget.soft.is_some_and(|soft| self.shared.watch.elapsed() >= soft)
    }

    /// Searches with a narrow window first, and a wider one each time the score falls outside.
    fn aspire(&mut self, depth: i32, previous: Option<i32>) -> i32 {
        let mut width = self.shared.params.aspiration;
        let (mut alpha, mut beta) = match previous {
            Some(score) if depth >= 4 => ((score - width).max(-Score::INFINITE), (score + width).min(Score::INFINITE)),
            _ => (-Score::INFINITE, Score::INFINITE),
        };
        loop {
            let score = self.node::<true>(0, alpha, beta, depth, false);
            if self.stopped {
                return score;
            }
            if score <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - width).max(-Score::INFINITE);
            } else if score >= beta {
                beta = (score + width).min(Score::INFINITE);
            } else {
                return score;
            }
            width *= 2;
            if width > 1000 {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// Counts a node, and checks regularly whether to stop.
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes - self.flushed_nodes >= self.pace {
            self.flush_nodes();
            let total = self.shared.nodes.load(Relaxed);
            if self.shared.stop.load(Relaxed) || self.shared.done.load(Relaxed) {
                self.stopped = true;
            } else if self.main && !self.shared.pondering.load(Relaxed) {
                let late = self.shared.budget.hard.is_some_and(|hard| self.shared.watch.elapsed() >= hard);
                if late || total >= self.shared.node_limit {
                    self.stopped = true;
                } else {
                    // The next look comes when the last node has been visited, and not after it.
                    self.pace = self.pace.min(self.shared.node_limit - total);
                }
            }
        }
    }

    fn flush_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.flushed_nodes, Relaxed);
        self.flushed_nodes = self.nodes;
    }

    /// The score of a draw: a little below zero for the searching side.
    fn draw(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { -self.shared.contempt } else { self.shared.contempt }
    }

    /// Whether the position at `ply` is drawn by repetition, by too many plies without an ejection, or by the length of the game.
    fn is_draw(&self, ply: usize) -> bool {
        let position = &self.frames[ply].position;
        if self.shared.rules.quiet_limit.is_some_and(|limit| position.plies_since_ejection() >= limit) {
            return true;
        }
        let here = self.root + ply;
        if self.shared.rules.ply_limit.is_some_and(|limit| here >= limit.into()) {
            return true;
        }
        let reach = usize::from(position.plies_since_ejection()).min(here);
        let hash = position.zobrist_hash();
        let mut seen = 0;
        let mut back = 4;
        while back <= reach {
            let at = here - back;
            if self.path[at] == hash {
                // Within the search, one repetition is enough: if it was possible once, it is possible again.
                seen += 1;
                let needed = if at >= self.root { 1 } else { self.shared.rules.repetition.map_or(u8::MAX, |n| n.max(2) - 1) };
                if seen >= needed {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// Makes the accumulator of the position at `ply` current.
    fn accumulate(&mut self, ply: usize) {
        let Evaluator::Network(network) = self.shared.evaluator else { return };
        let mut known = ply;
        while !self.frames[known].accumulated {
            known -= 1;
        }
        for at in known + 1..=ply {
            let (before, after) = (&self.frames[at - 1].position, &self.frames[at].position);
            network.update(self.accumulators, at, before, after);
            self.frames[at].accumulated = true;
        }
    }

    /// Makes the accumulator current before the table is asked, where that would only wait for its entry: most nodes need it.
    fn accumulate_early(&mut self, ply: usize) {
        if Table::PREFETCHES {
            self.accumulate(ply);
        }
    }

    /// The static evaluation of the position at `ply`.
    fn evaluate(&mut self, ply: usize) -> i32 {
        let position = self.frames[ply].position;
        let score = match self.shared.evaluator {
            Evaluator::Network(network) => {
                self.accumulate(ply);
                network.evaluate(&self.accumulators[ply], &position)
            }
            Evaluator::Handmade => handmade::evaluate(&position),
            Evaluator::Rings => handmade::rings(&position),
        };
        self.impatient(score, &position).clamp(-Score::FORCED + 1, Score::FORCED - 1)
    }

    /// A lead is worth less the longer it brings no ejection, above all where the rules end such games.
    #[inline]
    fn impatient(&self, score: i32, position: &Position) -> i32 {
        let limit = self.shared.rules.quiet_limit.map_or(i32::MAX, |limit| 2 * i32::from(limit));
        let patience = self.shared.params.patience.min(limit);
        // Whoever analyzes, or labels positions, wants scores that do not depend on what came before.
        if patience <= 0 || self.shared.contempt == 0 {
            return score;
        }
        let quiet = i32::from(position.plies_since_ejection()).min(patience / 2);
        score * (patience - quiet) / patience
    }

    /// Puts the position after `m` on the path.
    fn play(&mut self, ply: usize, m: Move) {
        let mut next = self.frames[ply].position;
        next.play_unchecked(m);
        self.shared.table.prefetch(next.zobrist_hash());
        self.frames[ply].played = Some(m);
        self.frames[ply + 1].position = next;
        self.frames[ply + 1].accumulated = false;
        self.path.truncate(self.root + ply + 1);
        self.path.push(next.zobrist_hash());
    }

    /// The two moves before `ply`, for the history.
    #[inline]
    fn before(&self, ply: usize) -> [Option<Move>; 2] {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|at| self.frames[at].played))
    }

    /// The score of the position at `ply` within a window, by a search of this depth.
    fn node<const PV: bool>(&mut self, ply: usize, mut alpha: i32, mut beta: i32, depth: i32, cut_node: bool) -> i32 {
        self.frames[ply].pv.clear();
        if depth <= 0 {
            return self.quiesce::<PV>(ply, alpha, beta, 0);
        }
        self.count_node();
        if self.stopped {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply);
        let position = self.frames[ply].position;
        let params = self.shared.params;
        let root = ply == 0;

        // Step 1. The end of the game.
        if !root {
            if let Some(winner) = position.winner() {
                return if winner == position.turn() { Score::WIN - ply as i32 } else { ply as i32 - Score::WIN };
            }
            if self.is_draw(ply) {
                return self.draw(ply);
            }
            if ply >= MAX_PLY {
                return self.evaluate(ply);
            }
            // Nothing here can beat a shorter win found elsewhere.
            alpha = alpha.max(ply as i32 - Score::WIN);
            beta = beta.min(Score::WIN - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 2. Probe the transposition table.
        let excluded = self.frames[ply].excluded;
        self.accumulate_early(ply);
        let known = if excluded.is_none() { self.shared.table.probe(position.zobrist_hash(), ply) } else { None };
        if !PV
            && let Some(entry) = known
            && entry.depth >= depth
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }
        let table_move = known.and_then(|entry| entry.best);

        // Step 3. Static evaluation, and whether it improved since this side last moved.
        let raw = match known {
            Some(entry) => entry.eval,
            None if excluded.is_some() => self.frames[ply].eval,
            None => self.evaluate(ply),
        };
        self.frames[ply].eval = raw;
        let eval = match known {
            Some(Entry { bound: Bound::Exact, score, .. }) if score.abs() < Score::FORCED => score,
            Some(Entry { bound: Bound::Lower, score, .. }) if score > raw && score.abs() < Score::FORCED => score,
            Some(Entry { bound: Bound::Upper, score, .. }) if score < raw && score.abs() < Score::FORCED => score,
            _ => raw,
        };
        let improving = ply >= 2 && raw > self.frames[ply - 2].eval;
        // A move after which the evaluation is better than before it is a good move elsewhere as well.
        let before = self.before(ply);
        if excluded.is_none()
            && position.plies_since_ejection() > 0
            && let Some(m) = before[0]
        {
            let gain = -(raw + self.frames[ply - 1].eval);
            self.history.learn_main(!position.turn(), m, params.history_gain * gain.clamp(-60, 60));
        }
        // With a marble about to be ejected, the evaluation is unreliable; with the last one, the game is about to be lost.
        let threatened = position.with_turn(!position.turn()).can_eject();
        let last_at_risk = threatened && position.lost(position.turn()) + 1 >= position.marbles_to_win();

        // Step 4. Reverse futility: the evaluation is so far above beta that the search would not change the outcome.
        if !PV && excluded.is_none() && beta.abs() < Score::FORCED && depth <= params.reverse_futility_depth && !last_at_risk {
            let margin = params.reverse_futility_margin * (depth - i32::from(improving));
            if eval - margin - i32::from(threatened) * params.reverse_futility_threat >= beta {
                return i32::midpoint(eval, beta);
            }
        }

        // Step 5. Internal iterative reduction: without a move from the table, a full-depth search is not worth its cost.
        let mut depth = depth;
        if depth >= 4 && table_move.is_none() && excluded.is_none() && (PV || cut_node) {
            depth -= 1;
        }

        // Step 6. The moves.
        let list = std::mem::take(&mut self.frames[ply].list);
        let mut picker = Picker::new(&position, table_move, list, self.simd);
        if picker.is_empty() {
            self.frames[ply].list = picker.into_list();
            return if self.shared.rules.no_move_loses { ply as i32 - Score::WIN } else { self.draw(ply) };
        }
        let killers = self.frames[ply].killers;
        self.frames[ply + 1].killers = [None; 2];
        let mover = position.turn();
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        let mut bound = Bound::Upper;
        let mut number = 0;
        let mut tried: [Option<Move>; 64] = [None; 64];
        let mut tried_len = 0;

        while let Some(picked) = picker.next(self.history, &position, before, killers) {
            let m = picked.m;
            if Some(m) == excluded {
                continue;
            }
            if root && (self.skipped.contains(&m) || (!self.shared.only.is_empty() && !self.shared.only.contains(&m))) {
                continue;
            }
            number += 1;

            // Step 7. Prune late moves near the leaves. Ejections are never pruned, because they come first.
            let quiet = picked.class != Class::Ejection;
            if !PV && quiet && depth <= params.late_move_depth && best > -Score::FORCED {
                let most = params.late_move_base + params.late_move_factor * depth * depth / (8 - 4 * i32::from(improving));
                if number > most {
                    break;
                }
            }

            // Step 8. Singular extension: if the table's move is the only good one, search it a ply deeper, or two.
            let mut extension = 0;
            if !root
                && depth >= params.singular_depth
                && Some(m) == table_move
                && excluded.is_none()
                && ply < 2 * self.root_depth as usize
                && let Some(entry) = known
                && entry.depth >= depth - 3
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && entry.score.abs() < Score::FORCED
            {
                let target = entry.score - params.singular_margin * depth;
                self.frames[ply].excluded = Some(m);
                let list = std::mem::take(&mut self.frames[ply].list);
                let score = self.node::<false>(ply, target - 1, target, (depth - 1) / 2, cut_node);
                self.frames[ply].list = list;
                self.frames[ply].excluded = None;
                if self.stopped {
                    self.frames[ply].list = picker.into_list();
                    return 0;
                }
                if score < target {
                    extension = 1 + i32::from(!PV && score < target - params.double_margin);
                } else if target >= beta {
                    self.frames[ply].list = picker.into_list();
                    return target;
                } else if entry.score >= beta {
                    extension = -1;
                }
                self.frames[ply].pv.clear();
            }

            // Step 9. Search the move: the first with the full window, others with a null window and reduced depth first.
            self.play(ply, m);
            let full = depth - 1 + extension;
            let mut score;
            if number == 1 {
                score = -self.node::<PV>(ply + 1, -beta, -alpha, full, if PV { false } else { !cut_node });
            } else {
                let mut reduced = full;
                if depth >= 2 && number > 2 && quiet {
                    let mut reduction = self.shared.reductions.plies(depth, number);
                    reduction -= i32::from(PV) + i32::from(threatened);
                    reduction += i32::from(!improving);
                    reduction -= picked.score / params.reduction_history;
                    if picked.class == Class::Push {
                        reduction -= 1;
                    }
                    reduced = (full - reduction.max(0)).max(1.min(full));
                }
                score = -self.node::<false>(ply + 1, -alpha - 1, -alpha, reduced, true);
                if score > alpha && reduced < full {
                    score = -self.node::<false>(ply + 1, -alpha - 1, -alpha, full, !cut_node);
                }
                if PV && score > alpha {
                    score = -self.node::<true>(ply + 1, -beta, -alpha, full, false);
                }
            }
            if self.stopped {
                self.frames[ply].list = picker.into_list();
                return 0;
            }

            // Step 10. Is it the best so far?
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    alpha = score;
                    bound = Bound::Exact;
                    if PV {
                        self.lead_with(ply, m);
                    }
                    if root {
                        let pv = self.frames[0].pv.clone();
                        let selective_depth = self.selective_depth;
                        self.unfinished = Some(RootLine { score, depth: self.root_depth, selective_depth, pv });
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                }
            }
            if quiet && tried_len < tried.len() {
                tried[tried_len] = Some(m);
                tried_len += 1;
            }
        }
        self.frames[ply].list = picker.into_list();
        if number == 0 {
            // All moves were excluded.
            return alpha;
        }

        // Step 11. Learn from a refutation.
        if bound == Bound::Lower
            && let Some(m) = best_move
        {
            let bonus = (140 * depth - 60).min(params.history_bonus);
            if position.ejected(m).is_none() {
                let killers = &mut self.frames[ply].killers;
                if killers[0] != Some(m) {
                    *killers = [Some(m), killers[0]];
                }
            }
            self.history.learn(mover, m, before, bonus);
            for other in tried[..tried_len].iter().flatten().filter(|&&other| other != m) {
                self.history.learn(mover, *other, before, -bonus);
            }
        }

        // If no move was good enough, the opponent's last one was.
        if bound == Bound::Upper
            && excluded.is_none()
            && position.plies_since_ejection() > 0
            && let Some(m) = before[0]
        {
            let bonus = (140 * depth - 60).min(params.history_bonus) * params.history_prior / 100;
            self.history.learn(!mover, m, self.before(ply - 1), bonus);
        }

        // Step 12. Store the result in the table.
        if excluded.is_none() && (!root || self.skipped.is_empty()) {
            self.shared.table.store(
                position.zobrist_hash(),
                ply,
                Entry { best: best_move, score: best, eval: raw, depth, bound },
            );
        }
        best
    }

    /// Makes the best line from `ply` a move followed by the best line after it.
    fn lead_with(&mut self, ply: usize, m: Move) {
        let (here, next) = self.frames.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&next[0].pv);
    }

    /// The quiescence search: stand pat, push or eject. Pushes are searched for a few plies; sequences of ejections always end.
    fn quiesce<const PV: bool>(&mut self, ply: usize, mut alpha: i32, beta: i32, level: i32) -> i32 {
        self.frames[ply].pv.clear();
        self.count_node();
        if self.stopped {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply);
        let position = self.frames[ply].position;
        if let Some(winner) = position.winner() {
            return if winner == position.turn() { Score::WIN - ply as i32 } else { ply as i32 - Score::WIN };
        }
        if self.is_draw(ply) {
            return self.draw(ply);
        }
        if ply >= MAX_PLY {
            return self.evaluate(ply);
        }
        self.accumulate_early(ply);
        let known = self.shared.table.probe(position.zobrist_hash(), ply);
        if !PV
            && let Some(entry) = known
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }
        let eval = known.map_or_else(|| self.evaluate(ply), |entry| entry.eval);
        self.frames[ply].eval = eval;
        let mut best = eval;
        if best >= beta {
            if known.is_none() {
                let entry = Entry { best: None, score: best, eval, depth: 0, bound: Bound::Lower };
                self.shared.table.store(position.zobrist_hash(), ply, entry);
            }
            return best;
        }
        let before_alpha = alpha;
        alpha = alpha.max(best);
        let list = std::mem::take(&mut self.frames[ply].list);
        let pushes = level < self.shared.params.quiescence_pushes;
        let mut picker =
            if pushes { Picker::pushes(&position, list, self.simd) } else { Picker::ejections(&position, list, self.simd) };
        let before = self.before(ply);
        let mut best_move = None;
        while let Some(picked) = picker.next(self.history, &position, before, [None; 2]) {
            self.play(ply, picked.m);
            let score = -self.quiesce::<PV>(ply + 1, -beta, -alpha, level + 1);
            if self.stopped {
                self.frames[ply].list = picker.into_list();
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(picked.m);
                    if PV {
                        self.lead_with(ply, picked.m);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.frames[ply].list = picker.into_list();
        let bound = if best >= beta {
            Bound::Lower
        } else if best > before_alpha && PV {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.shared.table.store(position.zobrist_hash(), ply, Entry { best: best_move, score: best, eval, depth: 0, bound });
        best
    }
}
