//! Where the cells of the board are on the screen.

use ratatui::layout::{Position as Point, Rect};
use sumito_rules::Cell;

/// How large the board is drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    /// Columns from a cell to the next in its row.
    pub(super) across: u16,
    /// Lines from a row to the next.
    pub(super) down: u16,
    /// Columns and lines of a cell.
    pub(super) cell: (u16, u16),
}

impl Scale {
    const LARGE: Scale = Scale { across: 6, down: 3, cell: (6, 2) };
    const MEDIUM: Scale = Scale { across: 4, down: 2, cell: (3, 1) };
    pub(super) const SMALL: Scale = Scale { across: 4, down: 1, cell: (3, 1) };

    /// The columns and lines of the whole board, with the names of rows and diagonals.
    pub(super) const fn size(self) -> (u16, u16) {
        (8 * self.across + self.cell.0 + 2 * MARGIN, 8 * self.down + self.cell.1 + 1)
    }

    /// The largest scale that fits.
    pub(super) fn fitting(columns: u16, lines: u16) -> Option<Scale> {
        [Scale::LARGE, Scale::MEDIUM, Scale::SMALL].into_iter().find(|scale| {
            let (width, height) = scale.size();
            width <= columns && height <= lines
        })
    }
}

/// Room for the names of the rows on the left, and of the diagonals on the right.
const MARGIN: u16 = 3;

/// The board on the screen.
#[derive(Copy, Clone, Debug)]
pub(super) struct Board {
    pub(super) scale: Scale,
    /// The upper left corner.
    pub(super) corner: Point,
    /// Whether row `a` is at the top.
    pub(super) flipped: bool,
}

impl Board {
    /// The area of a cell.
    pub(super) fn cell(&self, cell: Cell) -> Rect {
        self.place(i16::from(cell.row()), i16::from(cell.digit()))
    }

    /// The area of the cell with this row and digit, or where it would be if the board were one cell larger.
    fn place(&self, row: i16, digit: i16) -> Rect {
        // Half cells from the left: a step to the upper left or right is half a cell.
        let half = 2 * digit - row + 2;
        let (half, up) = if self.flipped { (16 - half, 8 - row) } else { (half, row) };
        let Scale { across, down, cell: (width, height) } = self.scale;
        let x = i32::from(self.corner.x + MARGIN) + i32::from(half) * i32::from(across) / 2;
        let y = i32::from(self.corner.y) + (8 - i32::from(up)) * i32::from(down);
        Rect::new(x.max(0) as u16, y.max(0) as u16, width, height)
    }

    /// The cell at a point.
    pub(super) fn hit(&self, point: Point) -> Option<Cell> {
        Cell::all().find(|&cell| self.cell(cell).contains(point))
    }

    /// The letters of the rows and the digits of the diagonals, each with its point.
    pub(super) fn names(&self) -> impl Iterator<Item = (char, Point)> {
        let middle = |area: Rect| Point::new(area.x + area.width / 2, area.y + (area.height - 1) / 2);
        let rows = (0..9u8).map(move |row| {
            let first = Cell::new(row, if row > 4 { row - 3 } else { 1 }).expect("the first cell of a row");
            let last = Cell::new(row, if row < 4 { row + 5 } else { 9 }).expect("the last cell of a row");
            let area = self.cell(if self.flipped { last } else { first });
            ((b'a' + row) as char, Point::new(area.x.saturating_sub(2), middle(area).y))
        });
        let digits = (1..=9u8).map(move |digit| {
            let lowest = i16::from(digit.saturating_sub(5));
            let mut point = middle(self.place(lowest - 1, i16::from(digit)));
            // The board of the large scale has a free line between two rows, the one below has none.
            let rim = self.place(lowest, i16::from(digit));
            if !self.flipped && digit <= 5 {
                point.y = rim.bottom();
            }
            ((b'0' + digit) as char, point)
        });
        // Turned around, the digits would be above the board, where there is no room for them.
        rows.chain(digits.filter(|_| !self.flipped))
    }
}

#[cfg(test)]
mod tests {
    use sumito_rules::Direction;

    use super::*;

    #[test]
    fn every_cell_has_its_own_place() {
        for scale in [Scale::LARGE, Scale::MEDIUM, Scale::SMALL] {
            for flipped in [false, true] {
                let board = Board { scale, corner: Point::new(2, 1), flipped };
                let (width, height) = scale.size();
                let whole = Rect::new(2, 1, width, height);
                for cell in Cell::all() {
                    let area = board.cell(cell);
                    assert_eq!(whole.intersection(area), area, "{cell} {scale:?}");
                    assert!(area.positions().all(|point| board.hit(point) == Some(cell)), "{cell} {scale:?} {flipped}");
                }
                for (name, point) in board.names() {
                    assert!(whole.contains(point) && board.hit(point).is_none(), "{name} {scale:?} {flipped}");
                }
            }
        }
    }

    #[test]
    fn east_is_right_and_north_is_up_unless_turned_around() {
        let board = |flipped| Board { scale: Scale::MEDIUM, corner: Point::new(0, 0), flipped };
        let step = |flipped, direction| {
            let (from, to) = (board(flipped).cell(Cell::E5), board(flipped).cell(Cell::E5.neighbor(direction).unwrap()));
            (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y))
        };
        assert_eq!(step(false, Direction::East), (4, 0));
        assert_eq!(step(false, Direction::NorthEast), (2, -2));
        assert_eq!(step(false, Direction::SouthEast), (2, 2));
        assert_eq!(step(true, Direction::East), (-4, 0));
        assert_eq!(step(true, Direction::NorthEast), (-2, 2));
    }

    #[test]
    fn the_board_takes_the_room_there_is() {
        assert_eq!(Scale::fitting(120, 36), Some(Scale::LARGE));
        assert_eq!(Scale::fitting(80, 20), Some(Scale::MEDIUM));
        assert_eq!(Scale::fitting(45, 12), Some(Scale::SMALL));
        assert_eq!(Scale::fitting(30, 12), None);
        assert_eq!(Scale::fitting(0, 0), None);
    }
}
