//! Why a move was bad, in the glossary's words.
//!
//! Reasons are found by comparing what [`shapes`] sees before the move, after it, and along the two lines of the engine: what it
//! would have played, and how it answers what was played. Only what the lines bear out is said.

use std::fmt;

use sumito_rules::game::Draw;
use sumito_rules::shapes::{self, Form, GroupKind, Pac, Segment, Sense, Sumito};
use sumito_rules::{Cell, Cells, Color, Move, Outcome, Position};

use super::{HORIZON, JudgedMove};
use crate::score::{Score, ScoreKind};

/// Why a move was bad. Cells are those of the board after the move, unless said otherwise.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There was a forced win.
    OverlooksWin {
        /// The winner's moves that it takes.
        moves: u32,
    },
    /// Now the other side has a forced win.
    AllowsWin {
        /// The other side.
        winner: Color,
        /// Its moves that it takes.
        moves: u32,
    },
    /// The game ends in a draw that was not necessary.
    Draws(Draw),
    /// The other side can push where it could not before, and does.
    LetsSumitoThrough(Sumito),
    /// The same, against a marble that just came there.
    WalksIntoSumito(Sumito),
    /// The sumito became possible because marbles left this pac, as it was before the move.
    WalksOutOfPac(Pac),
    /// The sumito became possible because this lance, as it was before the move, is no more.
    BreaksLance(Segment),
    /// A marble in danger could have been saved, and is ejected.
    AbandonsMarble(Cell),
    /// A marble can be ejected, and no answer would save it any more.
    LeavesDet(Cell),
    /// A marble is lost by force.
    LosesMarble {
        /// Where it is when it is ejected.
        marble: Cell,
        /// The other side's moves that it takes.
        moves: u32,
    },
    /// A marble could have been ejected, by this sumito before the move.
    OverlooksEjection(Sumito),
    /// A marble could have been won by force.
    OverlooksGain {
        /// Where it is when it is ejected.
        marble: Cell,
        /// One's own moves that it takes.
        moves: u32,
    },
    /// There was a strong sumito that ejects nothing yet.
    OverlooksSumito(Sumito),
    /// The other side comes to push, which the best move would have prevented.
    AllowsSumito {
        /// The push, on the board of its time.
        sumito: Sumito,
        /// The other side's moves that it takes.
        moves: u32,
    },
    /// One could have come to push, and does not.
    OverlooksPlan {
        /// The push, on the board of its time.
        sumito: Sumito,
        /// One's own moves that it takes.
        moves: u32,
    },
    /// A block, as it was before the move, is no more.
    BreaksBlock(Cells),
    /// A marble is left alone: a monomial.
    LeavesAlone(Cell),
}

impl Reason {
    /// A stable key, for translations.
    pub const fn key(&self) -> &'static str {
        match self {
            Reason::OverlooksWin { .. } => "overlooks-win",
            Reason::AllowsWin { .. } => "allows-win",
            Reason::Draws(_) => "draws",
            Reason::LetsSumitoThrough(_) => "lets-sumito-through",
            Reason::WalksIntoSumito(_) => "walks-into-sumito",
            Reason::WalksOutOfPac(_) => "walks-out-of-pac",
            Reason::BreaksLance(_) => "breaks-lance",
            Reason::AbandonsMarble(_) => "abandons-marble",
            Reason::LeavesDet(_) => "leaves-det",
            Reason::LosesMarble { .. } => "loses-marble",
            Reason::OverlooksEjection(_) => "overlooks-ejection",
            Reason::OverlooksGain { .. } => "overlooks-gain",
            Reason::OverlooksSumito(_) => "overlooks-sumito",
            Reason::AllowsSumito { .. } => "allows-sumito",
            Reason::OverlooksPlan { .. } => "overlooks-plan",
            Reason::BreaksBlock(_) => "breaks-block",
            Reason::LeavesAlone(_) => "leaves-alone",
        }
    }

    /// The cells it speaks of, for marks on a board.
    pub fn cells(&self) -> Cells {
        match self {
            Reason::OverlooksWin { .. } | Reason::AllowsWin { .. } | Reason::Draws(_) => Cells::EMPTY,
            Reason::LetsSumitoThrough(sumito)
            | Reason::WalksIntoSumito(sumito)
            | Reason::OverlooksEjection(sumito)
            | Reason::OverlooksSumito(sumito)
            | Reason::AllowsSumito { sumito, .. }
            | Reason::OverlooksPlan { sumito, .. } => sumito.line().cells(),
            Reason::WalksOutOfPac(pac) => pac.line.cells(),
            Reason::BreaksLance(line) => line.cells(),
            Reason::BreaksBlock(cells) => *cells,
            Reason::AbandonsMarble(marble)
            | Reason::LeavesDet(marble)
            | Reason::LeavesAlone(marble)
            | Reason::LosesMarble { marble, .. }
            | Reason::OverlooksGain { marble, .. } => Cells::of(*marble),
        }
    }
}

/// What the search for reasons looks at.
struct Case<'a> {
    before: Position,
    after: Position,
    m: Move,
    /// What should have been played.
    best: &'a [Move],
    /// How the other side answers.
    answer: &'a [Move],
    /// The side that played the move.
    mover: Color,
}

/// The reasons why a move was bad, the weightiest first.
pub(super) fn find(judged: &JudgedMove, best: &[Move], answer: &[Move]) -> Vec<Reason> {
    let (before, m) = (judged.position, judged.m);
    let after = before.after_unchecked(m);
    let case = Case { before, after, m, best, answer, mover: before.turn() };
    let mut reasons = Vec::new();
    if let Some(Outcome::Drawn(draw)) = judged.outcome {
        reasons.push(Reason::Draws(draw));
    }
    case.forced(judged.before, judged.after, &mut reasons);
    case.answered(&mut reasons);
    case.overlooked(&mut reasons);
    if reasons.is_empty() {
        case.planned(&mut reasons);
    }
    if reasons.is_empty() {
        case.shape(&mut reasons);
    }
    reasons
}

impl Case<'_> {
    /// Wins thrown away and allowed.
    fn forced(&self, before: Score, after: Score, reasons: &mut Vec<Reason>) {
        match (before.kind(), after.kind()) {
            (_, ScoreKind::WinIn(_)) => {}
            (ScoreKind::WinIn(plies), _) => reasons.push(Reason::OverlooksWin { moves: plies.div_ceil(2) }),
            _ => {}
        }
        match (before.kind(), after.kind()) {
            (ScoreKind::LossIn(_), _) => {}
            (_, ScoreKind::LossIn(plies)) => {
                reasons.push(Reason::AllowsWin { winner: !self.mover, moves: plies.div_ceil(2) });
            }
            _ => {}
        }
    }

    /// What the other side does about the move.
    fn answered(&self, reasons: &mut Vec<Reason>) {
        let mut named = Cells::EMPTY;
        let first = self.answer.first().and_then(|&push| sumito(&self.after, push));
        if let Some(sumito) = first {
            let known = shapes::sumitos(&self.before, !self.mover);
            let is_same = |other: &Sumito| other.pushed == sumito.pushed && other.push.direction() == sumito.push.direction();
            if !known.iter().any(is_same) {
                named |= sumito.ejected.into_iter().collect();
                self.new_sumito(sumito, reasons);
            } else if let Some(marble) = sumito.ejected {
                let danger = shapes::threats(&self.before, self.mover);
                if danger.iter().any(|threat| threat.marble == marble && !threat.is_det()) {
                    named.insert(marble);
                    reasons.push(Reason::AbandonsMarble(marble));
                }
            }
        }
        let lost_anyway = self.carried(Sense::DetNoEscape.marbles(&self.before, self.mover));
        let fresh = Sense::DetNoEscape.marbles(&self.after, self.mover) - lost_anyway - named;
        reasons.extend(fresh.sorted().map(Reason::LeavesDet));
        named |= fresh;

        if named.is_empty()
            && self.balance() < balance(&self.before, self.best, self.mover)
            && let Some((marble, moves)) = first_ejection(&self.after, self.answer, !self.mover)
        {
            let ejected_at_once = first.is_some_and(|sumito| sumito.ejected == Some(marble));
            if !ejected_at_once {
                reasons.push(Reason::LosesMarble { marble, moves });
            }
        }
    }

    /// A push that was not there before, and how it came about.
    fn new_sumito(&self, sumito: Sumito, reasons: &mut Vec<Reason>) {
        let arrived = self.m.destinations() - self.before.marbles(self.mover);
        if !arrived.is_disjoint(sumito.pushed) {
            reasons.push(Reason::WalksIntoSumito(sumito));
            return;
        }
        reasons.push(Reason::LetsSumitoThrough(sumito));
        let axis = sumito.push.axis();
        let left = self.before.marbles(self.mover) - self.after.marbles(self.mover);
        let pac = shapes::pacs(&self.before).into_iter().find(|pac| {
            let (own, foes) = (pac.rows[self.mover], pac.rows[!self.mover]);
            let meets = !own.is_disjoint(sumito.pushed) && !foes.is_disjoint(sumito.push.cells());
            pac.axis == axis && meets && !own.is_disjoint(left)
        });
        if let Some(pac) = pac {
            reasons.push(Reason::WalksOutOfPac(pac));
            return;
        }
        let lance = shapes::trinomials(&self.before, self.mover).into_iter().find_map(|trinomial| {
            let line = ends(trinomial.cells).filter(|_| trinomial.form == Form::Lance)?;
            let along = line.from.direction_to(line.to).is_some_and(|(direction, _)| direction.axis() == axis);
            let broken = !trinomial.cells.is_disjoint(sumito.pushed) && !trinomial.cells.is_disjoint(left);
            (along && broken).then_some(line)
        });
        reasons.extend(lance.map(Reason::BreaksLance));
    }

    /// What the best move would have done.
    fn overlooked(&self, reasons: &mut Vec<Reason>) {
        let Some(best) = self.best.first().and_then(|&push| sumito(&self.before, push)) else {
            self.overlooked_gain(reasons);
            return;
        };
        if best.ejected.is_none() {
            self.overlooked_gain(reasons);
            if reasons.is_empty() {
                reasons.push(Reason::OverlooksSumito(best));
            }
        } else if self.before.ejected(self.m).is_none() {
            reasons.push(Reason::OverlooksEjection(best));
        }
    }

    fn overlooked_gain(&self, reasons: &mut Vec<Reason>) {
        let best = balance(&self.before, self.best, self.mover);
        if best > 0
            && best > self.balance()
            && let Some((marble, moves)) = first_ejection(&self.before, self.best, self.mover)
        {
            reasons.push(Reason::OverlooksGain { marble, moves });
        }
    }

    /// Pushes that come later in one of the two lines and not at all in the other.
    fn planned(&self, reasons: &mut Vec<Reason>) {
        let foe = !self.mover;
        if first_push(&self.before, self.best, foe).is_none()
            && let Some((sumito, moves)) = first_push(&self.after, self.answer, foe)
        {
            reasons.push(Reason::AllowsSumito { sumito, moves });
        }
        if self.before.pushed(self.m).is_empty()
            && first_push(&self.after, self.answer, self.mover).is_none()
            && let Some((sumito, moves)) = first_push(&self.before, self.best, self.mover)
        {
            reasons.push(Reason::OverlooksPlan { sumito, moves });
        }
    }

    /// What became of the mover's own marbles, where the best move does not do the same.
    fn shape(&self, reasons: &mut Vec<Reason>) {
        let mut instead = self.before;
        if let Some(&best) = self.best.first() {
            instead.play_unchecked(best);
        }
        let has_block = |position: &Position| !shapes::blocks(position, self.mover).is_empty();
        let blocks = shapes::blocks(&self.before, self.mover);
        if let Some(block) = blocks.first().filter(|_| !has_block(&self.after) && has_block(&instead)) {
            reasons.push(Reason::BreaksBlock(block.cells));
        }
        let alone = |position: &Position| -> Cells {
            let groups = shapes::groups(position, self.mover);
            groups
                .into_iter()
                .filter(|group| group.kind == GroupKind::Monomial)
                .fold(Cells::EMPTY, |all, group| all | group.cells)
        };
        let fresh = alone(&self.after) - self.carried(alone(&self.before)) - alone(&instead);
        reasons.extend(fresh.sorted().map(Reason::LeavesAlone));
    }

    /// Where marbles of the mover's are after the move.
    fn carried(&self, marbles: Cells) -> Cells {
        let moved = marbles & self.m.cells();
        (marbles - moved) | moved.shift(self.m.direction())
    }

    /// Marbles won less marbles lost by the move and what follows it.
    fn balance(&self) -> i32 {
        i32::from(self.before.ejected(self.m).is_some()) + balance(&self.after, self.answer, self.mover)
    }
}

/// The push of the side to move, if the move is one.
fn sumito(position: &Position, push: Move) -> Option<Sumito> {
    shapes::sumitos(position, position.turn()).into_iter().find(|sumito| sumito.push == push)
}

/// The positions of a line before each of its moves.
fn along(position: &Position, line: &[Move]) -> impl Iterator<Item = (Position, Move)> {
    line.iter().take(HORIZON).scan(*position, |position, &m| {
        let before = *position;
        position.play_unchecked(m);
        Some((before, m))
    })
}

/// Marbles that a side ejects along a line, less those it loses.
fn balance(position: &Position, line: &[Move], side: Color) -> i32 {
    let gain = |(before, m): (Position, Move)| match before.ejected(m) {
        None => 0,
        Some(_) if before.turn() == side => 1,
        Some(_) => -1,
    };
    along(position, line).map(gain).sum()
}

/// The first marble that a side ejects along a line, and with which of its moves.
fn first_ejection(position: &Position, line: &[Move], side: Color) -> Option<(Cell, u32)> {
    let own = along(position, line).filter(|(before, _)| before.turn() == side);
    own.zip(1..).find_map(|((before, m), moves)| Some((before.ejected(m)?, moves)))
}

/// The first push of a side along a line, and which of its moves it is.
fn first_push(position: &Position, line: &[Move], side: Color) -> Option<(Sumito, u32)> {
    let own = along(position, line).filter(|(before, _)| before.turn() == side);
    own.zip(1..).find_map(|((before, m), moves)| Some((sumito(&before, m)?, moves)))
}

/// Cells in a row as a line.
fn ends(row: Cells) -> Option<Segment> {
    let cells: Vec<Cell> = row.sorted().collect();
    Some(Segment { from: *cells.first()?, to: *cells.last()? })
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::OverlooksWin { moves } => write!(f, "overlooks a win in {moves}"),
            Reason::AllowsWin { winner, moves } => write!(f, "lets {winner} win in {moves}"),
            Reason::Draws(draw) => write!(f, "leaves the game {}", Outcome::Drawn(*draw)),
            Reason::LetsSumitoThrough(sumito) => {
                write!(f, "lets a {}-{} sumito through on {}", sumito.push.len(), sumito.pushed.len(), sumito.line())?;
                sumito.ejected.map_or(Ok(()), |marble| write!(f, ", ejecting {marble}"))
            }
            Reason::WalksIntoSumito(sumito) => write!(f, "walks into a {sumito}"),
            Reason::WalksOutOfPac(pac) => write!(f, "walks out of the {pac}"),
            Reason::BreaksLance(line) => write!(f, "breaks the lance {line}"),
            Reason::AbandonsMarble(marble) => write!(f, "does not save the marble on {marble}"),
            Reason::LeavesDet(marble) => write!(f, "leaves the marble on {marble} det"),
            Reason::LosesMarble { marble, moves } => write!(f, "loses a marble on {marble} in {moves}"),
            Reason::OverlooksEjection(sumito) => match sumito.ejected {
                Some(marble) => write!(f, "overlooks an ejection on {marble}"),
                None => write!(f, "overlooks the {sumito}"),
            },
            Reason::OverlooksGain { marble, moves } => write!(f, "overlooks how to eject a marble on {marble} in {moves}"),
            Reason::OverlooksSumito(sumito) => write!(f, "overlooks the {sumito}"),
            Reason::AllowsSumito { sumito, moves } => write!(f, "allows a {sumito} in {moves}"),
            Reason::OverlooksPlan { sumito, moves } => write!(f, "overlooks a {sumito} in {moves}"),
            Reason::BreaksBlock(cells) => write!(f, "breaks the block on {cells}"),
            Reason::LeavesAlone(marble) => write!(f, "leaves the marble on {marble} alone"),
        }
    }
}
