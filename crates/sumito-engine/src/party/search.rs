//! The search: alpha-beta with the player's team on one side and everybody else on the other.

use std::time::Duration;

use sumito_rules::party::{Game, Position, Seat, Team};
use sumito_rules::{Cells, Move};

use super::eval::{self, centrality, ejects, pushes};
use super::{Method, Options, Report, shortsighted};
use crate::engine::Control;
use crate::person::{self, Person};
use crate::random::Random;
use crate::score::Score;
use crate::table::{Bound, Entry, Table};
use crate::time::{Limits, Stopwatch};

/// How much worse than an even position a draw is: the engine is there to play, and the others would often be happy with it.
pub(super) const CONTEMPT: i32 = 250;

/// The deepest search. Ejections can follow, at most one for each marble.
const MAX_DEPTH: u32 = 40;

/// From here on a score says that a game is as good as won, without a proof.
const AS_GOOD_AS_WON: i32 = 2_500;

/// Moves have numbers below this one.
const MOVE_NUMBERS: usize = 1 << 13;

/// A move that is still to be tried.
#[derive(Copy, Clone)]
pub(super) struct Candidate {
    order: i32,
    pub(super) mover: Seat,
    pub(super) m: Move,
}

pub(super) struct Search<'a> {
    pub(super) team: Team,
    method: Method,
    /// What the player overlooks.
    person: Option<&'static Person>,
    /// Whatever chance decides depends on this number.
    pub(super) seed: u64,
    /// Where the last move went.
    attention: Option<Cells>,
    /// Whether late moves are searched less deeply; without that it finds the same as a plain search.
    pub(super) reduces: bool,
    limits: Limits,
    control: &'a Control,
    watch: Stopwatch,
    hard: Option<Duration>,
    nodes: u64,
    pub(super) stopped: bool,
    table: Table,
    /// How often a move was the best one elsewhere, by seat.
    history: Vec<i32>,
    /// Quiet moves that were better than expected at a ply.
    killers: Vec<[Option<Move>; 2]>,
    /// Positions since the last ejection, and those on the way to the current one.
    pub(super) path: Vec<u64>,
    /// The moves of all positions on the way.
    pub(super) candidates: Vec<Candidate>,
}

impl<'a> Search<'a> {
    pub(super) fn new(game: &Game, options: &Options, limits: &Limits, control: &'a Control) -> Search<'a> {
        let position = game.position();
        let past = game.positions();
        let (team, teams) = (position.seating().team(position.turn()), position.seating().teams().count());
        let method = match options.method.unwrap_or_else(|| Method::usual(position.seating(), options.level)) {
            Method::Adaptive if shortsighted::is_expected(game, team) => Method::Shortsighted,
            Method::Adaptive => Method::BestReply,
            method => method,
        };
        let quiet = usize::from(position.plies_since_ejection());
        Search {
            team,
            method,
            person: options.level.person(teams),
            seed: position.zobrist_hash() ^ options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            attention: game.moves().next_back().map(|(_, m)| m.destinations()),
            reduces: true,
            limits: options.level.limits(limits, teams),
            control,
            watch: Stopwatch::start(),
            hard: limits.budget().hard,
            nodes: 0,
            stopped: false,
            table: Table::new(1),
            history: vec![0; 6 * MOVE_NUMBERS],
            killers: vec![[None; 2]; MAX_DEPTH as usize + 1],
            path: past[past.len().saturating_sub(quiet + 1)..].iter().map(Position::zobrist_hash).collect(),
            candidates: Vec::with_capacity(1024),
        }
    }

    /// Deepens ply by ply until a limit is reached.
    pub(super) fn run(mut self, game: &Game, mut on_depth: impl FnMut(&Report)) -> Option<Report> {
        let root = *game.position();
        let mut moves = self.first_moves(game);
        let mut report = Report { best: *moves.first()?, score: Score(0), depth: 0, nodes: 0, pv: vec![moves[0]] };
        let soft = self.limits.budget().soft;
        let deepest = if self.method == Method::Shortsighted { shortsighted::MOVES_AHEAD } else { MAX_DEPTH };
        for depth in 1..=self.limits.depth.unwrap_or(deepest).clamp(1, deepest) {
            let Some((score, best)) = self.best_of(&root, &mut moves, depth as i32) else { break };
            let completed = if self.stopped { report.depth } else { depth };
            report =
                Report { best, score: self.reported(score), depth: completed, nodes: self.nodes, pv: self.line(&root, best) };
            if self.stopped {
                break;
            }
            on_depth(&report);
            let is_decided = score >= Score::FORCED || self.method == Method::Paranoid && score <= -Score::FORCED;
            if is_decided || moves.len() == 1 || soft.is_some_and(|soft| self.watch.elapsed() > soft) {
                break;
            }
        }
        Some(Report { nodes: self.nodes, ..report })
    }

    /// The value of the best move at one depth.
    #[cfg(test)]
    pub(super) fn value_at(&mut self, game: &Game, depth: i32) -> i32 {
        let mut moves = self.first_moves(game);
        self.best_of(game.position(), &mut moves, depth).expect("a move").0
    }

    /// The moves to choose from: those that a person notices, or all. The promising ones come first; among equals, chance decides.
    fn first_moves(&mut self, game: &Game) -> Vec<Move> {
        let position = game.position();
        let mut moves: Vec<Move> = game.legal_moves().iter().collect();
        let mut random = Random::new(self.seed);
        for n in (1..moves.len()).rev() {
            moves.swap(n, random.below(n + 1));
        }
        let turn = position.turn();
        moves.sort_by_cached_key(|&m| std::cmp::Reverse(self.order(position, turn, m, 0, None)));
        if self.person.is_some() {
            let easiest = moves.iter().copied().min_by_key(|&m| self.hidden(position, turn, m));
            moves.retain(|&m| self.notices(position, turn, m, 0));
            moves.extend(easiest.filter(|_| moves.is_empty()));
        }
        moves
    }

    /// The best of the moves, which becomes the first of them; `None` if the search was stopped before it had looked at one.
    fn best_of(&mut self, root: &Position, moves: &mut [Move], depth: i32) -> Option<(i32, Move)> {
        let mut best: Option<(i32, Move)> = None;
        let turn = root.turn();
        for (n, &m) in moves.iter().enumerate() {
            let next = self.after(root, turn, m);
            let alpha = best.map_or(-Score::INFINITE, |(score, _)| score);
            let score = match self.method {
                Method::MaxN => self.for_everybody(&next, depth - 1, 1)[eval::index(self.team)],
                Method::Shortsighted => self.promise(&next, depth),
                Method::Paranoid | Method::BestReply | Method::Adaptive => {
                    let mut score = alpha + 1;
                    if n > 0 {
                        score = self.reply(&next, true, depth - 1, 1, alpha, alpha + 1);
                    }
                    if score > alpha && !self.stopped {
                        score = self.reply(&next, true, depth - 1, 1, alpha, Score::INFINITE);
                    }
                    score
                }
            };
            if self.stopped {
                break;
            }
            if score > alpha {
                best = Some((score, m));
            }
        }
        let (_, m) = best?;
        let place = moves.iter().position(|&other| other == m)?;
        moves[..=place].rotate_right(1);
        best
    }

    /// Counts a position; `true` if the search has to stop there.
    pub(super) fn count(&mut self) -> bool {
        self.nodes += 1;
        self.stopped |= self.limits.nodes.is_some_and(|most| self.nodes > most);
        if self.nodes.is_multiple_of(256) {
            self.stopped |= self.control.is_stopped() || self.hard.is_some_and(|hard| self.watch.elapsed() > hard);
        }
        self.stopped
    }

    pub(super) fn is_ours(&self, position: &Position) -> bool {
        position.seating().team(position.turn()) == self.team
    }

    /// The score of a position after a move of this side, for this side.
    pub(super) fn reply(&mut self, next: &Position, ours: bool, depth: i32, ply: usize, alpha: i32, beta: i32) -> i32 {
        if self.is_ours(next) == ours {
            self.node(next, depth, ply, alpha, beta)
        } else {
            -self.node(next, depth, ply, -beta, -alpha)
        }
    }

    /// The score of a position for the side to move. At depth 0 only ejections follow, and the side need not eject.
    fn node(&mut self, position: &Position, depth: i32, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if self.count() {
            return 0;
        }
        let ours = self.is_ours(position);
        if let Some((winner, _)) = position.winner() {
            let won = Score::WIN - ply as i32;
            return if (winner == self.team) == ours { won } else { -won };
        }
        if self.is_repetition(position) {
            return if ours { -CONTEMPT } else { CONTEMPT };
        }
        let key = position.zobrist_hash();
        let is_quiet = depth <= 0;
        let mut best = if is_quiet { self.judge(position, ours) } else { -Score::INFINITE };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let known = if is_quiet { None } else { self.table.probe(key, ply) };
        let is_deep_enough = |entry: &Entry| if self.reduces { entry.depth >= depth } else { entry.depth == depth };
        if let Some(entry) = known.filter(|entry| is_deep_enough(entry) && entry.settles(alpha, beta)) {
            return entry.score;
        }
        let (first, mut best_move) = (alpha, None);
        let start = self.candidates.len();
        self.generate(position, is_quiet, ply, known.and_then(|entry| entry.best));
        self.path.push(key);
        for at in start..self.candidates.len() {
            let Candidate { mover, m, .. } = self.pick(at);
            let next = self.after(position, mover, m);
            let tried = at - start;
            let mut score = alpha + 1;
            if tried > 0 && !is_quiet {
                let is_late = self.reduces && tried >= 4 && depth >= 3 && next.plies_since_ejection() > 0;
                let less = if is_late { 1 + i32::from(tried >= 16 && depth >= 4) } else { 0 };
                score = self.reply(&next, ours, depth - 1 - less, ply + 1, alpha, alpha + 1);
                if less > 0 && score > alpha && !self.stopped {
                    score = self.reply(&next, ours, depth - 1, ply + 1, alpha, alpha + 1);
                }
            }
            if score > alpha && (tried == 0 || is_quiet || score < beta) && !self.stopped {
                score = self.reply(&next, ours, depth - 1, ply + 1, alpha, beta);
            }
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_move) = (score, Some(m));
                alpha = alpha.max(score);
                if alpha >= beta {
                    self.remember(position, mover, m, depth, ply);
                    break;
                }
            }
        }
        self.path.pop();
        // A person may not notice any move.
        let is_blind = self.candidates.len() == start && !is_quiet;
        self.candidates.truncate(start);
        if self.stopped || is_quiet {
            return best;
        }
        if is_blind {
            return self.judge(position, ours);
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > first => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.store(key, ply, Entry { best: best_move, score: best, eval: 0, depth, bound });
        best
    }

    /// Whether the position was on the way to this one, or in the game.
    pub(super) fn is_repetition(&self, position: &Position) -> bool {
        let reach = usize::from(position.plies_since_ejection());
        self.path.iter().rev().take(reach).any(|&earlier| earlier == position.zobrist_hash())
    }

    /// Whether an opponent answers for all of them.
    fn one_replies(&self) -> bool {
        matches!(self.method, Method::BestReply | Method::Shortsighted)
    }

    /// The evaluation for the side to move.
    fn judge(&self, position: &Position, ours: bool) -> i32 {
        let taste = self.person.map_or(0, |person| person.fancy(self.seed, position.zobrist_hash()));
        let score = (eval::compared(position, self.team) + taste).clamp(1 - Score::FORCED, Score::FORCED - 1);
        if ours { score } else { -score }
    }

    /// Adds the moves of the side to move, or its ejections.
    pub(super) fn generate(&mut self, position: &Position, only_ejections: bool, ply: usize, known: Option<Move>) {
        let turn = position.turn();
        if !self.one_replies() || self.is_ours(position) {
            return self.generate_for(position, turn, only_ejections, ply, known);
        }
        // All opponents who move before the team does again.
        let seating = position.seating();
        let order = std::iter::once(turn).chain(seating.after(turn)).take(seating.seats().count());
        for seat in order {
            if seating.team(seat) != self.team {
                self.generate_for(position, seat, only_ejections, ply, known);
            } else if position.can_move(seat) {
                break;
            }
        }
    }

    fn generate_for(&mut self, position: &Position, mover: Seat, only_ejections: bool, ply: usize, known: Option<Move>) {
        let moves = if only_ejections { position.ejections_of(mover) } else { position.moves_of(mover) };
        for m in &moves {
            if self.person.is_none() || self.notices(position, mover, m, ply as i32) {
                let order = self.order(position, mover, m, ply, known);
                self.candidates.push(Candidate { order, mover, m });
            }
        }
    }

    /// The higher, the earlier the move is tried.
    fn order(&self, position: &Position, mover: Seat, m: Move, ply: usize, known: Option<Move>) -> i32 {
        if known == Some(m) {
            return i32::MAX;
        }
        let mut order = self.history[place(mover, m)] + 4 * (centrality(m.destinations()) - centrality(m.cells()));
        if pushes(position, mover, m) {
            order += if ejects(position, mover, m) { 1 << 28 } else { 1 << 10 };
        } else if self.killers.get(ply).is_some_and(|killers| killers.contains(&Some(m))) {
            order += 1 << 24;
        }
        order
    }

    /// Swaps the most promising of the moves from `at` on to that place.
    pub(super) fn pick(&mut self, at: usize) -> Candidate {
        let rest = &mut self.candidates[at..];
        let mut best = 0;
        for (n, candidate) in rest.iter().enumerate() {
            if candidate.order > rest[best].order {
                best = n;
            }
        }
        rest.swap(0, best);
        rest[0]
    }

    /// Remembers a move that was too good for the other side.
    fn remember(&mut self, position: &Position, mover: Seat, m: Move, depth: i32, ply: usize) {
        if depth <= 0 {
            return;
        }
        let history = &mut self.history[place(mover, m)];
        *history = (*history + depth * depth).min(1 << 20);
        if !pushes(position, mover, m)
            && let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(m)
        {
            *killers = [Some(m), killers[0]];
        }
    }

    /// The position after a move. With [`Method::BestReply`] the team's turn follows that of an opponent.
    fn after(&self, position: &Position, mover: Seat, m: Move) -> Position {
        if !self.one_replies() || self.is_ours(position) {
            return position.after_unchecked(m);
        }
        let next = position.with_turn(mover).after_unchecked(m);
        if self.is_ours(&next) || next.winner().is_some() {
            return next;
        }
        let seating = position.seating();
        let mut order = seating.after(position.turn()).filter(|&seat| seating.team(seat) == self.team);
        order.find(|&seat| next.can_move(seat)).map_or(next, |seat| next.with_turn(seat))
    }

    fn notices(&self, position: &Position, mover: Seat, m: Move, ply: i32) -> bool {
        let Some(person) = self.person else { return true };
        let is_ejection = pushes(position, mover, m) && ejects(position, mover, m);
        person.notices(self.seed, m, mover as u64, (!is_ejection).then(|| self.hidden(position, mover, m)), ply)
    }

    fn hidden(&self, position: &Position, mover: Seat, m: Move) -> u64 {
        person::hidden(m, pushes(position, mover, m), self.attention)
    }

    /// What a score says: without a proof it is not called a forced win.
    fn reported(&self, score: i32) -> Score {
        let is_proven = self.method == Method::Paranoid || score == Score::WIN - 1;
        if is_proven { Score(score) } else { Score(score.clamp(-AS_GOOD_AS_WON, AS_GOOD_AS_WON)) }
    }

    /// The moves that the table expects after the first one.
    fn line(&self, root: &Position, best: Move) -> Vec<Move> {
        let mut line = vec![best];
        if self.method != Method::Paranoid {
            return line;
        }
        let mut position = root.after_unchecked(best);
        let mut seen = vec![root.zobrist_hash()];
        while let Some(m) = self.table.probe(position.zobrist_hash(), line.len()).and_then(|entry| entry.best)
            && position.is_legal(m)
            && !seen.contains(&position.zobrist_hash())
        {
            seen.push(position.zobrist_hash());
            line.push(m);
            position.play_unchecked(m);
        }
        line
    }
}

fn place(mover: Seat, m: Move) -> usize {
    mover as usize * MOVE_NUMBERS + usize::from(m.to_bits())
}
