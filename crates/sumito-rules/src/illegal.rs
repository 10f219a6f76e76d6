//! Why a move is not legal, in the rule books' own terms.

use core::fmt;

use crate::cell::{Axis, Cell, Direction};
use crate::cells::Cells;
use crate::generate::View;
use crate::moves::Move;
use crate::position::Position;

/// The rule that forbids an attempted move.
///
/// Its text explains the rule to a player; [`key`](IllegalMove::key) identifies it for translations.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game has ended.
    GameOver,
    /// No cell was chosen.
    NothingChosen,
    /// A chosen cell has no marble.
    EmptyCell(Cell),
    /// A chosen marble belongs to the opponent, and the choice is not a push.
    NotYourMarble(Cell),
    /// More than three of the mover's marbles were chosen (R19).
    MoreThanThree,
    /// The chosen marbles do not lie on one straight line, or the push does not run along it (R14, R23, R31).
    NotInLine,
    /// The chosen marbles of the mover have a gap between them (R14).
    NotContiguous,
    /// There is a gap between the line that pushes and the marbles to be pushed (R24, R30).
    GapBetween(Cell),
    /// One of the mover's own marbles is in the way (R18).
    BlockedByOwn(Cell),
    /// One of the mover's own marbles would leave the board.
    OffTheBoard(Cell),
    /// A broadside never pushes: all its cells must be free (R17, R23).
    BroadsideCannotPush(Cell),
    /// Equal numbers: 1-1, 2-2 or 3-3 (R33, R34).
    Pac(u8),
    /// More than three against three is a pac: marbles beyond three do not count (R35, R36).
    FourAgainstThree,
    /// Fewer marbles than the opponent has in line (R21).
    Outnumbered {
        /// Marbles that would push.
        own: u8,
        /// Marbles in front of them.
        foes: u8,
    },
    /// Strong enough, but the cell behind the pushed marbles is taken (R25, R29).
    NoSpaceBehind(Cell),
    /// In teams: the rearmost marble of a push must be the mover's own, this one is the partner's.
    PusherNotYours(Cell),
    /// In teams: a partner's marble moves only as a part of a push.
    PartnerOnlyPushes(Cell),
    /// In teams: a partner's marble is in the way, and it is never pushed.
    BlockedByPartner(Cell),
}

impl IllegalMove {
    /// A stable key, for translations.
    pub const fn key(self) -> &'static str {
        match self {
            IllegalMove::GameOver => "game-over",
            IllegalMove::NothingChosen => "nothing-chosen",
            IllegalMove::EmptyCell(_) => "empty-cell",
            IllegalMove::NotYourMarble(_) => "not-your-marble",
            IllegalMove::MoreThanThree => "more-than-three",
            IllegalMove::NotInLine => "not-in-line",
            IllegalMove::NotContiguous => "not-contiguous",
            IllegalMove::GapBetween(_) => "gap-between",
            IllegalMove::BlockedByOwn(_) => "blocked-by-own",
            IllegalMove::OffTheBoard(_) => "off-the-board",
            IllegalMove::BroadsideCannotPush(_) => "broadside-cannot-push",
            IllegalMove::Pac(1) => "pac-1-1",
            IllegalMove::Pac(2) => "pac-2-2",
            IllegalMove::Pac(_) => "pac-3-3",
            IllegalMove::FourAgainstThree => "four-against-three",
            IllegalMove::Outnumbered { .. } => "outnumbered",
            IllegalMove::NoSpaceBehind(_) => "no-space-behind",
            IllegalMove::PusherNotYours(_) => "pusher-not-yours",
            IllegalMove::PartnerOnlyPushes(_) => "partner-only-pushes",
            IllegalMove::BlockedByPartner(_) => "blocked-by-partner",
        }
    }

    /// The cell that shows the reason, if there is one.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            IllegalMove::EmptyCell(cell)
            | IllegalMove::NotYourMarble(cell)
            | IllegalMove::GapBetween(cell)
            | IllegalMove::BlockedByOwn(cell)
            | IllegalMove::OffTheBoard(cell)
            | IllegalMove::BroadsideCannotPush(cell)
            | IllegalMove::NoSpaceBehind(cell)
            | IllegalMove::PusherNotYours(cell)
            | IllegalMove::PartnerOnlyPushes(cell)
            | IllegalMove::BlockedByPartner(cell) => Some(cell),
            _ => None,
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::GameOver => write!(f, "the game is over"),
            IllegalMove::NothingChosen => write!(f, "no marble was chosen"),
            IllegalMove::EmptyCell(cell) => write!(f, "there is no marble on {cell}"),
            IllegalMove::NotYourMarble(cell) => write!(f, "the marble on {cell} is not yours"),
            IllegalMove::MoreThanThree => write!(f, "at most three marbles move together"),
            IllegalMove::NotInLine => write!(f, "the marbles are not in one line"),
            IllegalMove::NotContiguous => write!(f, "the marbles must touch each other"),
            IllegalMove::GapBetween(cell) => write!(f, "the empty cell {cell} lies between the two groups, which must touch"),
            IllegalMove::BlockedByOwn(cell) => write!(f, "your own marble on {cell} is in the way"),
            IllegalMove::OffTheBoard(cell) => write!(f, "your own marble on {cell} would leave the board"),
            IllegalMove::BroadsideCannotPush(cell) => write!(f, "a broadside cannot push, and {cell} is taken"),
            IllegalMove::Pac(n) => write!(f, "{n} against {n} is a pac: equal numbers cannot push"),
            IllegalMove::FourAgainstThree => {
                write!(f, "marbles beyond three do not count: three in line hold against any number")
            }
            IllegalMove::Outnumbered { own, foes } => write!(f, "{own} cannot push {foes}: a sumito needs superior numbers"),
            IllegalMove::NoSpaceBehind(cell) => write!(f, "no free space behind the pushed marbles: {cell} is taken"),
            IllegalMove::PusherNotYours(cell) => {
                write!(f, "the marble that pushes from the rear must be yours, and {cell} is your partner's")
            }
            IllegalMove::PartnerOnlyPushes(cell) => write!(f, "your partner's marble on {cell} moves only in a push"),
            IllegalMove::BlockedByPartner(cell) => write!(f, "your partner's marble on {cell} is in the way"),
        }
    }
}

impl core::error::Error for IllegalMove {}

impl Position {
    /// Judges an attempt to move the marbles on these cells in a direction: it is a legal move, or a rule forbids it.
    ///
    /// The cells may include opposing marbles; then the attempt is to push these with the others. The returned move consists of the
    /// mover's own marbles.
    pub fn attempt(&self, chosen: Cells, direction: Direction) -> Result<Move, IllegalMove> {
        if self.winner().is_some() { Err(IllegalMove::GameOver) } else { self.view().attempt(chosen, direction) }
    }

    /// The in-line move of a whole row, given its rear end: what a player means by pushing at the rear of a row.
    pub fn attempt_from_tail(&self, tail: Cell, direction: Direction) -> Result<Move, IllegalMove> {
        if self.winner().is_some() { Err(IllegalMove::GameOver) } else { self.view().attempt_from_tail(tail, direction) }
    }

    /// Says which rule forbids a move, if one does. A [`Move`] can name any cells: those of the opponent too.
    ///
    /// ```
    /// use sumito_rules::{Cell, Direction, IllegalMove, Move, Position};
    ///
    /// let position: Position = "5/6/7/8/9/8/2w4/1b4/b4 b".parse().unwrap();
    /// let push = Move::inline(Cell::A1, Direction::NorthEast, 2).unwrap();
    /// assert_eq!(position.check(push), Ok(()));
    /// let wrong = Move::inline(Cell::A1, Direction::NorthEast, 3).unwrap();
    /// assert_eq!(position.check(wrong), Err(IllegalMove::NotYourMarble(Cell::C3)));
    /// ```
    pub fn check(&self, m: Move) -> Result<(), IllegalMove> {
        self.attempt_exactly(m.cells(), m.direction()).map(|_| ())
    }

    /// Like [`attempt`](Position::attempt), but the cells are those of the mover's own marbles and no others.
    pub(crate) fn attempt_exactly(&self, line: Cells, direction: Direction) -> Result<Move, IllegalMove> {
        if self.winner().is_some() { Err(IllegalMove::GameOver) } else { self.view().attempt_exactly(line, direction) }
    }
}

/// Marbles in `line` that are not in `tails` are a partner's; with two players there are none.
impl View {
    pub(crate) fn attempt(&self, chosen: Cells, direction: Direction) -> Result<Move, IllegalMove> {
        if chosen.is_empty() {
            return Err(IllegalMove::NothingChosen);
        }
        if let Some(cell) = (chosen & self.empty).sorted().next() {
            return Err(IllegalMove::EmptyCell(cell));
        }
        if chosen.is_disjoint(self.tails) {
            return Err(chosen.sorted().next().map_or(IllegalMove::NothingChosen, IllegalMove::NotYourMarble));
        }
        let (line, target) = (chosen & self.line, chosen & self.foes);
        if line.len() > 3 {
            return Err(IllegalMove::MoreThanThree);
        }
        let axis = common_axis(line, direction).ok_or(IllegalMove::NotInLine)?;
        if !is_contiguous(line, axis) {
            return Err(IllegalMove::NotContiguous);
        }
        if axis == direction.axis() {
            self.attempt_inline(line, target, direction)
        } else {
            self.attempt_broadside(line, target, direction)
        }
    }

    /// The move of exactly these marbles. An attempt may name opposing marbles to be pushed; a move never contains them.
    pub(crate) fn attempt_exactly(&self, line: Cells, direction: Direction) -> Result<Move, IllegalMove> {
        let m = self.attempt(line, direction)?;
        (line - m.cells()).sorted().next().map_or(Ok(m), |cell| Err(IllegalMove::NotYourMarble(cell)))
    }

    pub(crate) fn attempt_from_tail(&self, tail: Cell, direction: Direction) -> Result<Move, IllegalMove> {
        let row = run(self.line, Some(tail), direction).clamp(1, 4);
        let line = (0..row as i8).filter_map(|n| tail.step(direction, n)).collect();
        self.attempt(line, direction)
    }

    fn attempt_inline(&self, line: Cells, target: Cells, direction: Direction) -> Result<Move, IllegalMove> {
        let own = line.len() as u8;
        let tail = rearmost(line, direction);
        let head = rearmost(line, direction.opposite());
        let landing = head.neighbor(direction);
        if !self.tails.contains(tail) {
            return Err(IllegalMove::PusherNotYours(tail));
        }
        self.check_target(head, target, direction)?;

        if landing.is_none_or(|cell| !self.foes.contains(cell)) {
            self.check_line_is_own(line)?;
        }
        let Some(landing) = landing else { return Err(IllegalMove::OffTheBoard(head)) };
        if self.line.contains(landing) {
            return Err(self.blocked_by(landing));
        }
        let foes = run(self.foes, Some(landing), direction);
        if foes >= own {
            let row = own + run(self.line, tail.neighbor(direction.opposite()), direction.opposite());
            return Err(match (own, foes) {
                (3, 3..) if row > 3 => IllegalMove::FourAgainstThree,
                (3, 3..) => IllegalMove::Pac(3),
                (own, foes) if own == foes => IllegalMove::Pac(own),
                (own, foes) => IllegalMove::Outnumbered { own, foes },
            });
        }
        let behind = landing.step(direction, foes as i8).filter(|&cell| foes > 0 && !self.empty.contains(cell));
        if let Some(taken) = behind {
            return Err(IllegalMove::NoSpaceBehind(taken));
        }
        Ok(Move::inline(tail, direction, own).expect("the landing cell is on the board"))
    }

    /// Marbles named to be pushed must lie ahead on the line, without a gap.
    fn check_target(&self, head: Cell, target: Cells, direction: Direction) -> Result<(), IllegalMove> {
        let row: Cells = core::iter::successors(head.neighbor(direction), |cell| cell.neighbor(direction)).collect();
        if !target.is_subset(row) {
            return Err(IllegalMove::NotInLine);
        }
        let touching = run(self.foes, head.neighbor(direction), direction) as i8;
        let reached: Cells = (1..=touching).filter_map(|n| head.step(direction, n)).collect();
        if target.is_subset(reached) {
            return Ok(());
        }
        let end = head.step(direction, touching + 1).expect("the target lies beyond");
        Err(if self.empty.contains(end) {
            IllegalMove::GapBetween(end)
        } else if touching == 0 {
            self.blocked_by(end)
        } else {
            IllegalMove::NoSpaceBehind(end)
        })
    }

    fn attempt_broadside(&self, line: Cells, target: Cells, direction: Direction) -> Result<Move, IllegalMove> {
        if !target.is_empty() {
            return Err(IllegalMove::NotInLine);
        }
        self.check_line_is_own(line)?;
        if let Some(cell) = (line & Cells::edge(direction)).sorted().next() {
            return Err(IllegalMove::OffTheBoard(cell));
        }
        let blocked = line.shift(direction) - self.empty;
        if let Some(cell) = (blocked & self.foes).sorted().next() {
            return Err(IllegalMove::BroadsideCannotPush(cell));
        }
        if let Some(cell) = blocked.sorted().next() {
            return Err(self.blocked_by(cell));
        }
        Ok(Move::from_cells(line, direction).expect("a contiguous line with room on its side"))
    }

    /// Unless it pushes, every marble of the line must be the mover's.
    fn check_line_is_own(&self, line: Cells) -> Result<(), IllegalMove> {
        (line - self.tails).sorted().next().map_or(Ok(()), |cell| Err(IllegalMove::PartnerOnlyPushes(cell)))
    }

    fn blocked_by(&self, cell: Cell) -> IllegalMove {
        if self.tails.contains(cell) { IllegalMove::BlockedByOwn(cell) } else { IllegalMove::BlockedByPartner(cell) }
    }
}

/// How many cells of `set` are in an unbroken row that starts at `from` and runs in a direction.
pub(crate) fn run(set: Cells, from: Option<Cell>, direction: Direction) -> u8 {
    core::iter::successors(from, |cell| cell.neighbor(direction)).take_while(|&cell| set.contains(cell)).count() as u8
}

/// The axis on which all the cells lie; a single cell lies on the axis of its step.
fn common_axis(line: Cells, direction: Direction) -> Option<Axis> {
    if line.len() == 1 {
        return Some(direction.axis());
    }
    let mut cells = line.into_iter();
    let first = cells.next()?;
    let mut axes = cells.map(|cell| first.direction_to(cell).map(|(d, _)| d.axis()));
    let axis = axes.next()??;
    axes.all(|other| other == Some(axis)).then_some(axis)
}

fn is_contiguous(line: Cells, axis: Axis) -> bool {
    (line - line.shift(axis.direction())).len() == 1
}

/// The cell of the line that has no other behind it.
fn rearmost(line: Cells, direction: Direction) -> Cell {
    (line - line.shift(direction)).first().expect("a line has a rear end")
}
