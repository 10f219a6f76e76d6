//! A game judged move by move: what each was worth, what was better, and why.

mod annotate;
mod chart;
mod reason;
#[cfg(test)]
mod tests;

use std::fmt;

use sumito_rules::record::{Eval, Glyph};
use sumito_rules::{ByColor, Color, Game, Move, Outcome, Position};

use crate::engine::{Control, Engine, Line, Options};
use crate::score::{Score, ScoreKind};
use crate::time::Limits;

pub use reason::Reason;

/// A game judged move by move. See [`analyse`].
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The moves played.
    pub moves: Vec<JudgedMove>,
    /// The position after the last of them.
    pub end: Position,
    /// What to do there, the best first; empty if the game is over on the board.
    pub end_lines: Vec<Line>,
    /// What the end is worth for the side to move.
    pub end_score: Score,
}

/// A move and what it was worth.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// The move.
    pub m: Move,
    /// The position in which it was played.
    pub position: Position,
    /// What the position was worth for the mover, with the best move.
    pub before: Score,
    /// What it was worth for the mover after the move.
    pub after: Score,
    /// What the engine would have played, the best first.
    pub lines: Vec<Line>,
    /// What the move allowed: the best answer to it and what follows; empty if it ended the game on the board.
    pub answer: Vec<Move>,
    /// How the game ended on the board by this move, if it did.
    pub outcome: Option<Outcome>,
    /// The part of the winning chances that the move gave away, from 0 to 1.
    pub loss: f64,
    /// How good it was.
    pub judgement: Judgement,
    /// Why it was bad; empty for good moves, and where nothing is sure.
    pub reasons: Vec<Reason>,
}

/// How good a move is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Judgement {
    /// The engine would have played the same.
    Best,
    /// As good, or nearly.
    Good,
    /// Gives a little away.
    Inaccuracy,
    /// Gives away about as much as a marble is worth in an even game.
    Mistake,
    /// Gives away more.
    Blunder,
}

/// From which loss of winning chances on a move is judged so.
const THRESHOLDS: [(Judgement, f64); 3] = [(Judgement::Blunder, 0.15), (Judgement::Mistake, 0.10), (Judgement::Inaccuracy, 0.05)];

/// Winning chances with which a game counts as decided: with between four and five marbles more.
const DECIDED: f64 = 0.9;

/// How far lines are looked into for reasons, and written as variations.
const HORIZON: usize = 8;

/// Judges the moves of a game, each with the limits given. `None` if `control` stopped it.
///
/// The game is walked from its end to its start, so that what is learned of a position helps to judge the one before. `control` is
/// looked at between positions and between depths. `on_progress` is told how many positions of how many are done. The engine's
/// table is cleared first: with a limit of nodes and one thread the same game gives the same analysis.
pub fn analyse(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    control: &Control,
    mut on_progress: impl FnMut(usize, usize),
) -> Option<Analysis> {
    let settings = engine.options().clone();
    // A draw is worth the same to both sides here, whoever thinks.
    engine.set_options(Options { contempt: 0, ..settings.clone() });
    engine.new_game();
    let analysis = walk(engine, game, limits, control, &mut on_progress);
    engine.set_options(settings);
    analysis
}

fn walk(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    control: &Control,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Option<Analysis> {
    let plies = game.ply();
    let mut game = game.clone();
    game.go_to(plies);
    let end = *game.position();
    let (end_score, end_lines) = judge(engine, &game, limits, control)?;
    on_progress(1, plies + 1);

    let mut moves = Vec::with_capacity(plies);
    let (mut next, mut answers) = (end_score, end_lines.clone());
    for ply in (0..plies).rev() {
        let outcome = game.outcome();
        let m = *game.moves().last()?;
        game.go_to(ply);
        let (before, lines) = judge(engine, &game, limits, control)?;
        let mut judged = JudgedMove {
            m,
            position: *game.position(),
            before,
            after: Score(-next.0),
            lines: lines.clone(),
            answer: answers.first().map_or(Vec::new(), |line| line.pv.clone()),
            outcome,
            loss: 0.0,
            judgement: Judgement::Best,
            reasons: Vec::new(),
        };
        judged.judge();
        moves.push(judged);
        (next, answers) = (before, lines);
        on_progress(plies + 1 - ply, plies + 1);
    }
    moves.reverse();
    Some(Analysis { moves, end, end_lines, end_score })
}

/// The worth of the game for the side to move, and the best lines; `None` if the control stopped it.
fn judge(engine: &mut Engine, game: &Game, limits: &Limits, control: &Control) -> Option<(Score, Vec<Line>)> {
    if let Some(outcome) = game.outcome() {
        let score = match outcome.winner() {
            Some(winner) if winner == game.position().turn() => Score::WIN,
            Some(_) => -Score::WIN,
            None => 0,
        };
        return Some((Score(score), Vec::new()));
    }
    let report = engine.search(game, limits, control, |_| {});
    (!control.is_stopped()).then(|| (report.score(), report.lines))
}

impl JudgedMove {
    /// Fills in the judgement, from the best line here and the best answer to the move.
    fn judge(&mut self) {
        let best = self.lines.first().map_or(&[][..], |line| &line.pv);
        if best.first() == Some(&self.m) {
            return;
        }
        self.loss = (self.before.expectation() - self.after.expectation()).max(0.0);
        self.judgement = Judgement::of(self.loss);
        if self.judgement >= Judgement::Inaccuracy {
            self.reasons = reason::find(self, best, &self.answer);
        }
    }

    /// Who played it.
    pub fn mover(&self) -> Color {
        self.position.turn()
    }

    /// What the position was worth before the move, as Black sees it.
    pub fn eval_before(&self) -> Eval {
        self.before.eval(self.mover())
    }

    /// What the position is worth after the move, as Black sees it.
    pub fn eval_after(&self) -> Eval {
        self.after.eval(self.mover())
    }

    /// Black's chances after the move, from 0 to 1.
    pub fn expectation(&self) -> f64 {
        let own = self.after.expectation();
        if self.mover() == Color::Black { own } else { 1.0 - own }
    }

    /// The lines that the engine liked better than the move played.
    pub fn better_lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().take_while(|line| line.pv.first() != Some(&self.m))
    }

    /// Its number and text with a judgement: `12... c3d4??`.
    pub fn label(&self) -> String {
        let dots = if self.mover() == Color::Black { "." } else { "..." };
        let glyph = self.judgement.glyph().map_or("", Glyph::suffix);
        format!("{}{dots} {}{glyph}", self.position.move_number(), self.m)
    }
}

impl Judgement {
    /// All five, the best first.
    pub const ALL: [Judgement; 5] =
        [Judgement::Best, Judgement::Good, Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

    /// The judgement of a move that gives away so much.
    fn of(loss: f64) -> Judgement {
        THRESHOLDS.into_iter().find(|&(_, from)| loss >= from).map_or(Judgement::Good, |(judgement, _)| judgement)
    }

    /// A stable key, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            Judgement::Best => "best",
            Judgement::Good => "good",
            Judgement::Inaccuracy => "inaccuracy",
            Judgement::Mistake => "mistake",
            Judgement::Blunder => "blunder",
        }
    }

    /// What records write after such a move.
    pub const fn glyph(self) -> Option<Glyph> {
        match self {
            Judgement::Best | Judgement::Good => None,
            Judgement::Inaccuracy => Some(Glyph::Dubious),
            Judgement::Mistake => Some(Glyph::Mistake),
            Judgement::Blunder => Some(Glyph::Blunder),
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// How a side played.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Its moves.
    pub moves: usize,
    /// From 0 to 1: how much of its chances a move kept, on average. Losing a tenth of them makes 0.66, a half 0.06.
    pub accuracy: f64,
    /// How many moves were judged so, in the order of [`Judgement::ALL`].
    pub judgements: [usize; 5],
}

impl Analysis {
    /// How both sides played.
    pub fn summary(&self) -> ByColor<Summary> {
        ByColor::new(Color::Black, Color::White).map(|color| {
            let mut summary = Summary::default();
            for judged in self.moves.iter().filter(|judged| judged.mover() == color) {
                summary.moves += 1;
                summary.judgements[judged.judgement as usize] += 1;
                summary.accuracy += (1.0 - judged.loss).powi(4);
            }
            summary.accuracy /= summary.moves.max(1) as f64;
            summary
        })
    }

    /// The plies, from 0, of up to three moves of either side that decided the game, in the order of the game.
    ///
    /// They are the moves that gave away the largest part of the winning chances, of equal ones the later. Chances, not scores: a marble
    /// more or less means nothing to who is five ahead. A move counts from an inaccuracy on, and only if it turned something: not
    /// if the mover's game was lost before it (chances of a tenth or less), nor if the mover wins all the same (nine tenths or more).
    pub fn decisive(&self) -> Vec<usize> {
        let turned = |&ply: &usize| {
            let judged = &self.moves[ply];
            let was_open = judged.before.expectation() > 1.0 - DECIDED && judged.after.expectation() < DECIDED;
            judged.judgement >= Judgement::Inaccuracy && was_open
        };
        let mut plies: Vec<usize> = (0..self.moves.len()).rev().filter(turned).collect();
        plies.sort_by(|&a, &b| self.moves[b].loss.total_cmp(&self.moves[a].loss));
        plies.truncate(3);
        plies.sort_unstable();
        plies
    }
}

impl Score {
    /// The score of a side as records keep it: as Black sees it, wins by the winner's moves.
    pub fn eval(self, side: Color) -> Eval {
        match self.kind() {
            ScoreKind::Centimarbles(n) => Eval::Centimarbles(if side == Color::Black { n } else { -n }),
            ScoreKind::WinIn(plies) => Eval::Win { winner: side, moves: plies.div_ceil(2) },
            ScoreKind::LossIn(plies) => Eval::Win { winner: !side, moves: plies.div_ceil(2) },
        }
    }
}
