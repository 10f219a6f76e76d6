//! Games judged move by move: how good each move was, what was better, and why.
//!
//! ```
//! use sumito_engine::analysis::{Judgment, analyze};
//! use sumito_engine::{Control, Engine, Limits, Options};
//! use sumito_rules::{Game, Position, Rules};
//!
//! // Each side has lost five marbles and could push off the sixth. Black wanders off instead.
//! let position: Position = "5/6/7/8/bww3bbw/8/7/6/b4 b 5 5".parse()?;
//! let mut game = Game::from_position(position, Rules::default());
//! game.play(position.parse_move("a1a2")?)?;
//!
//! let mut engine = Engine::new(Options::default());
//! let analysis = analyze(&mut engine, &game, &Limits::nodes(2_000), &Control::new(), |_, _| {}).unwrap();
//! assert_eq!(analysis.moves[0].judgment, Judgment::Blunder);
//! assert_eq!(analysis.moves[0].better_lines().next().unwrap().pv[0].to_string(), "e7e8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotate;
mod chart;
mod habits;
mod reason;
#[cfg(test)]
mod tests;

use std::fmt;

use sumito_rules::record::{Eval, Glyph};
use sumito_rules::{ByColor, Color, Game, Move, Outcome, Position};

use crate::book::Book;
use crate::engine::{Control, Engine, Line};
use crate::score::{Score, ScoreKind};
use crate::time::Limits;

pub(crate) use habits::distance;
pub use habits::{Habits, Share};
pub use reason::Reason;

/// A game judged move by move; see [`analyze`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// The moves played.
    pub moves: Vec<JudgedMove>,
    /// The position after the last of them.
    pub end: Position,
    /// The best lines from there, best first; empty if the game is over on the board.
    pub end_lines: Vec<Line>,
    /// The score of the final position for the side to move.
    pub end_score: Score,
}

/// A move and how good it was.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JudgedMove {
    /// The move.
    pub m: Move,
    /// The position in which it was played.
    pub position: Position,
    /// The score for the mover with the best move.
    pub before: Score,
    /// The score for the mover after this move.
    pub after: Score,
    /// What the engine would have played, best first.
    pub lines: Vec<Line>,
    /// The best reply and what follows; empty if the move ended the game on the board.
    pub answer: Vec<Move>,
    /// How the game ended on the board by this move, if it did.
    pub outcome: Option<Outcome>,
    /// How much of the winning chances the move lost, from 0 to 1.
    pub loss: f64,
    /// How good it was.
    pub judgment: Judgment,
    /// Whether it is in the opening book.
    pub book: bool,
    /// Why it was bad; empty for good moves, and if nothing is certain.
    pub reasons: Vec<Reason>,
}

/// How good a move is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Judgment {
    /// The engine would have played the same.
    Best,
    /// As good, or nearly.
    Good,
    /// Loses a little.
    Inaccuracy,
    /// Loses about as much as a marble in an even game.
    Mistake,
    /// Loses more.
    Blunder,
}

/// The smallest loss of winning chances for each judgment.
const THRESHOLDS: [(Judgment, f64); 3] = [(Judgment::Blunder, 0.15), (Judgment::Mistake, 0.10), (Judgment::Inaccuracy, 0.05)];

/// With these winning chances a game counts as decided: a lead of four to five marbles.
const DECIDED: f64 = 0.9;

/// How many plies of a line are searched for reasons, and written as variations.
const HORIZON: usize = 8;

/// Judges the moves of a game, each within the given limits. `None` if `control` stopped it.
///
/// It goes from the end of the game to its start, so that what is learned about a position helps with the one before. `control` is
/// checked between positions and between depths. `on_progress` is called with the number of positions done and the total. The engine's
/// memory is cleared first, so that with a limit of nodes and one thread the same game gives the same analysis.
pub fn analyze(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    control: &Control,
    mut on_progress: impl FnMut(usize, usize),
) -> Option<Analysis> {
    let settings = engine.options().clone();
    // Draws count the same for both sides, and moves of the book are searched like all others.
    engine.set_options(settings.clone().with_contempt(0).with_book(false));
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
            judgment: Judgment::Best,
            book: Book::embedded().contains(game.position(), m),
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

/// The score of the game for the side to move, and the best lines; `None` if the control stopped it.
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
    /// Fills in the judgment, from the best line here and the best reply to the move.
    fn judge(&mut self) {
        let best = self.lines.first().map_or(&[][..], |line| &line.pv);
        if best.first() == Some(&self.m) {
            return;
        }
        self.loss = (self.before.expectation() - self.after.expectation()).max(0.0);
        self.judgment = Judgment::of(self.loss);
        if self.judgment >= Judgment::Inaccuracy {
            self.reasons = reason::find(self, best, &self.answer);
        }
    }

    /// The side that played it.
    pub fn mover(&self) -> Color {
        self.position.turn()
    }

    /// The evaluation before the move, from Black's point of view.
    pub fn eval_before(&self) -> Eval {
        self.before.eval(self.mover())
    }

    /// The evaluation after the move, from Black's point of view.
    pub fn eval_after(&self) -> Eval {
        self.after.eval(self.mover())
    }

    /// Black's chances after the move, from 0 to 1.
    pub fn expectation(&self) -> f64 {
        let own = self.after.expectation();
        if self.mover() == Color::Black { own } else { 1.0 - own }
    }

    /// The lines that the engine prefers to the move played.
    pub fn better_lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().take_while(|line| line.pv.first() != Some(&self.m))
    }

    /// Its number and text with a judgment: `12... c3d4??`.
    pub fn label(&self) -> String {
        let dots = if self.mover() == Color::Black { "." } else { "..." };
        let glyph = self.judgment.glyph().map_or("", Glyph::suffix);
        format!("{}{dots} {}{glyph}", self.position.move_number(), self.m)
    }
}

impl Judgment {
    /// All five, the best first.
    pub const ALL: [Judgment; 5] = [Judgment::Best, Judgment::Good, Judgment::Inaccuracy, Judgment::Mistake, Judgment::Blunder];

    /// The judgment of a move that loses this much.
    fn of(loss: f64) -> Judgment {
        THRESHOLDS.into_iter().find(|&(_, from)| loss >= from).map_or(Judgment::Good, |(judgment, _)| judgment)
    }

    /// A stable key, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            Judgment::Best => "best",
            Judgment::Good => "good",
            Judgment::Inaccuracy => "inaccuracy",
            Judgment::Mistake => "mistake",
            Judgment::Blunder => "blunder",
        }
    }

    /// The glyph for such a move in records.
    pub const fn glyph(self) -> Option<Glyph> {
        match self {
            Judgment::Best | Judgment::Good => None,
            Judgment::Inaccuracy => Some(Glyph::Dubious),
            Judgment::Mistake => Some(Glyph::Mistake),
            Judgment::Blunder => Some(Glyph::Blunder),
        }
    }
}

impl fmt::Display for Judgment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// How well a side played.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// The number of its moves.
    pub moves: usize,
    /// From 0 to 1: the average over its moves of how much of the chances each kept. Losing a tenth counts as 0.66, a half as 0.06.
    pub accuracy: f64,
    /// The number of moves with each judgment, in the order of [`Judgment::ALL`].
    pub judgments: [usize; 5],
}

impl Analysis {
    /// How well both sides played.
    pub fn summary(&self) -> ByColor<Summary> {
        ByColor::new(Color::Black, Color::White).map(|color| {
            let mut summary = Summary::default();
            for judged in self.moves.iter().filter(|judged| judged.mover() == color) {
                summary.moves += 1;
                summary.judgments[judged.judgment as usize] += 1;
                summary.accuracy += (1.0 - judged.loss).powi(4);
            }
            summary.accuracy /= summary.moves.max(1) as f64;
            summary
        })
    }

    /// The plies, from 0, of up to three moves of either side that decided the game, in the order of the game.
    ///
    /// These are the moves that lost the most winning chances; if equal, the later ones. Chances are used instead of scores because a
    /// marble more or less means little to a side that is five ahead. Only inaccuracies, mistakes and blunders count, and only if
    /// they changed something: not if the mover's chances were a tenth or less before, or still nine tenths or more after.
    pub fn decisive(&self) -> Vec<usize> {
        let turned = |&ply: &usize| {
            let judged = &self.moves[ply];
            let was_open = judged.before.expectation() > 1.0 - DECIDED && judged.after.expectation() < DECIDED;
            judged.judgment >= Judgment::Inaccuracy && was_open
        };
        let mut plies: Vec<usize> = (0..self.moves.len()).rev().filter(turned).collect();
        plies.sort_by(|&a, &b| self.moves[b].loss.total_cmp(&self.moves[a].loss));
        plies.truncate(3);
        plies.sort_unstable();
        plies
    }
}

impl Score {
    /// The score of a side as an evaluation for records: from Black's point of view, with wins counted in the winner's moves.
    pub fn eval(self, side: Color) -> Eval {
        match self.kind() {
            ScoreKind::Centimarbles(n) => Eval::Centimarbles(if side == Color::Black { n } else { -n }),
            ScoreKind::WinIn(plies) => Eval::Win { winner: side, moves: plies.div_ceil(2) },
            ScoreKind::LossIn(plies) => Eval::Win { winner: !side, moves: plies.div_ceil(2) },
        }
    }
}
