//! Rows of opposing marbles that face each other: pacs, sumitos, and sumitos without room.

use alloc::vec::Vec;
use core::fmt;

use crate::cell::{Axis, Cell, Direction};
use crate::cells::Cells;
use crate::color::{ByColor, Color};
use crate::illegal::{IllegalMove, run};
use crate::moves::Move;
use crate::position::Position;

/// A stretch of one line of the board, such as `c3-g7`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Segment {
    /// Where it starts.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
}

/// Equal numbers face each other on a line: neither side can push there (R33 to R35).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Pac {
    /// The line's axis.
    pub axis: Axis,
    /// From the rear of Black's row to the rear of White's.
    pub line: Segment,
    /// Each side's whole row, with the marbles beyond three that do not count.
    pub rows: ByColor<Cells>,
    /// How many count on each side: 1, 2 or 3.
    pub force: u8,
}

/// A push that a side could make if it were its turn (R21, R22).
///
/// Three marbles in front of one are two pushes: the player may push with two or with three.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Sumito {
    /// The side that pushes.
    pub color: Color,
    /// The push.
    pub push: Move,
    /// A stable key of what the push does, for translations: see [`Explanation::key`](crate::explain::Explanation::key).
    pub key: &'static str,
    /// The marbles that it pushes.
    pub pushed: Cells,
    /// The marble that it ejects.
    pub ejected: Option<Cell>,
    /// The pushing side's marbles in the same row behind the push, which do not move (R32).
    pub resting: Cells,
}

/// Superior numbers that cannot push, because the cell behind the opposing marbles is taken (R29).
///
/// Opposing marbles there would count as a part of their row, so the marble in the way is always of the pushing color.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BlockedSumito {
    /// The side that has the superior numbers.
    pub color: Color,
    /// The push as it would be.
    pub push: Move,
    /// The marbles that it would push.
    pub pushed: Cells,
    /// The rule that forbids it.
    pub reason: IllegalMove,
}

impl Segment {
    /// The cells of the line, including both ends.
    pub fn cells(self) -> Cells {
        let (direction, steps) = self.from.direction_to(self.to).unwrap_or((Direction::East, 0));
        (0..=steps as i8).filter_map(|n| self.from.step(direction, n)).collect()
    }

    /// From the tail of a push to the last marble that it pushes.
    fn of_push(push: Move, pushed: Cells) -> Segment {
        let steps = push.len() as i8 + pushed.len() as i8 - 1;
        let to = push.tail().step(push.direction(), steps).expect("the pushed marbles are on the board");
        Segment { from: push.tail(), to }
    }
}

impl Pac {
    /// A stable key, for translations.
    pub const fn key(&self) -> &'static str {
        IllegalMove::Pac(self.force).key()
    }
}

impl Sumito {
    /// The line from the pushing side's tail to the last marble pushed.
    pub fn line(&self) -> Segment {
        Segment::of_push(self.push, self.pushed)
    }
}

impl BlockedSumito {
    /// The line from the pushing side's tail to the last marble that it would push.
    pub fn line(&self) -> Segment {
        Segment::of_push(self.push, self.pushed)
    }

    /// The cell that would have to be free.
    pub fn taken(&self) -> Option<Cell> {
        self.reason.cell()
    }
}

/// Every pac on the board.
pub fn pacs(position: &Position) -> Vec<Pac> {
    facings(position, Color::Black)
        .filter(|facing| facing.own.min(3) == facing.foes.min(3))
        .map(|facing| Pac {
            axis: facing.direction.axis(),
            line: Segment { from: facing.own_row().from, to: facing.foe_row().to },
            rows: ByColor::new(facing.own_row().cells(), facing.foe_row().cells()),
            force: facing.own.min(3),
        })
        .collect()
}

/// The pushes that a side has, or would have if it were its turn; none once the game is won.
pub fn sumitos(position: &Position, color: Color) -> Vec<Sumito> {
    let position = position.with_turn(color);
    let pushes = position.pushes();
    let sumito = |push: Move| {
        let back = push.direction().opposite();
        let behind = core::iter::successors(push.tail().neighbor(back), |cell| cell.neighbor(back));
        let explained = position.explain(push);
        Sumito {
            color,
            push,
            key: explained.key(),
            pushed: explained.pushed,
            ejected: explained.ejected,
            resting: behind.take_while(|&cell| position.ours().contains(cell)).collect(),
        }
    };
    pushes.iter().map(sumito).collect()
}

/// The pushes for which a side has the numbers but not the room; none once the game is won.
pub fn blocked_sumitos(position: &Position, color: Color) -> Vec<BlockedSumito> {
    let position = position.with_turn(color);
    let mut blocked = Vec::new();
    for facing in facings(&position, color) {
        for len in facing.foes + 1..=facing.own.min(3) {
            let Some(push) = Move::inline(facing.cell(1 - len as i8), facing.direction, len) else { continue };
            if let Err(reason @ IllegalMove::NoSpaceBehind(_)) = position.attempt(push.cells(), push.direction()) {
                blocked.push(BlockedSumito { color, push, pushed: facing.foe_row().cells(), reason });
            }
        }
    }
    blocked
}

/// Two opposing rows that touch on a line.
struct Facing {
    /// The front marble of one's own row.
    front: Cell,
    /// From one's own row to the other.
    direction: Direction,
    /// Marbles of one's own in the row.
    own: u8,
    /// Opposing marbles in the row ahead.
    foes: u8,
}

/// Everywhere a marble of the color touches an opposing one.
fn facings(position: &Position, color: Color) -> impl Iterator<Item = Facing> {
    let (ours, theirs) = (position.marbles(color), position.marbles(!color));
    Direction::ALL.into_iter().flat_map(move |direction| {
        let fronts = ours & theirs.shift(direction.opposite());
        fronts.into_iter().map(move |front| Facing {
            front,
            direction,
            own: run(ours, Some(front), direction.opposite()),
            foes: run(theirs, front.neighbor(direction), direction),
        })
    })
}

impl Facing {
    /// The cell this many steps ahead of the front marble, or behind it; it must be within the two rows.
    fn cell(&self, steps: i8) -> Cell {
        self.front.step(self.direction, steps).expect("the rows lie on the board")
    }

    /// One's own row, from its rear to its front.
    fn own_row(&self) -> Segment {
        Segment { from: self.cell(1 - self.own as i8), to: self.front }
    }

    /// The opposing row, from its front to its rear.
    fn foe_row(&self) -> Segment {
        Segment { from: self.cell(1), to: self.cell(self.foes as i8) }
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl fmt::Display for Pac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}-{0} pac on {1}", self.force, self.line)
    }
}

impl fmt::Display for Sumito {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{} sumito on {}", self.push.len(), self.pushed.len(), self.line())?;
        match self.ejected {
            Some(cell) => write!(f, ", ejecting {cell}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for BlockedSumito {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{} sumito on {}, blocked: {}", self.push.len(), self.pushed.len(), self.line(), self.reason)
    }
}
