//! Small boards, light enough for a page full of them: the board is drawn once per page, the marbles are one path of dots per color.

use std::fmt::Write;

use maud::{Markup, html};
use sumito_rules::party::{self, Seat};
use sumito_rules::{Cell, Color, Position};

use crate::play::any_game::AnyPosition;

/// The board that all small boards on a page share, to be included once. `web/mini.js` reads the positions of cells from its holes.
pub(super) fn mini_board() -> Markup {
    html! {
        svg.unseen aria-hidden="true" width="0" height="0" {
            defs {
                g #mini-board {
                    path.rim d="M-97 0-48-83H48L97 0 48 83H-48Z" {}
                    path.holes d=(dots(Cell::all())) {}
                }
            }
        }
    }
}

/// A small board. `name` describes it for screen readers; without it, the board is decorative.
pub(super) fn mini(position: &Position, name: Option<&str>) -> Markup {
    let marbles = |color| dots(position.marbles(color));
    html! {
        svg.mini viewBox="-104 -90 208 180" role=[name.map(|_| "img")] aria-label=[name] aria-hidden=[name.is_none().then_some("true")] {
            use href="#mini-board" {}
            path.black d=(marbles(Color::Black)) {}
            path.white d=(marbles(Color::White)) {}
        }
    }
}

/// A small, decorative board of any game.
pub(super) fn mini_any(position: &AnyPosition) -> Markup {
    match position {
        AnyPosition::Two(position) => mini(position, None),
        AnyPosition::Party(position) => mini_party(position),
    }
}

/// The colors of the marbles that only games for more than two have, as those of the large boards.
const COLORS: [(Seat, &str, &str); 4] = [
    (Seat::Blue, "blue", "#2366b4"),
    (Seat::Red, "red", "#cf3a22"),
    (Seat::Green, "green", "#2f9e6c"),
    (Seat::Yellow, "yellow", "#f2c21b"),
];

/// A small, decorative board of a game for more than two.
pub(super) fn mini_party(position: &party::Position) -> Markup {
    let marbles = |seat| dots(position.marbles(seat));
    html! {
        svg.mini viewBox="-104 -90 208 180" aria-hidden="true" {
            use href="#mini-board" {}
            path.black d=(marbles(Seat::Black)) {}
            path.white d=(marbles(Seat::White)) {}
            @for (seat, name, color) in COLORS {
                @if position.seating().has(seat) { path class=(name) stroke=(color) d=(marbles(seat)) {} }
            }
        }
    }
}

/// A zero-length line on each cell; with round ends it is a dot.
fn dots(cells: impl IntoIterator<Item = Cell>) -> String {
    cells.into_iter().fold(String::new(), |mut path, cell| {
        let (row, digit) = (i32::from(cell.row()), i32::from(cell.digit()));
        // The rows go from i at the top to a at the bottom, each shifted half a cell to the left.
        // Writing to a string cannot fail.
        let _ = write!(path, "M{} {}h0", (digit - 5) * 20 - (row - 4) * 10, (4 - row) * 17);
        path
    })
}

#[cfg(test)]
mod tests {
    use sumito_rules::Layout;

    use super::*;

    #[test]
    fn cells_lie_where_they_belong() {
        for (cell, path) in [("e5", "M0 0h0"), ("a1", "M-40 68h0"), ("i9", "M40 -68h0"), ("e1", "M-80 0h0"), ("e9", "M80 0h0")] {
            let cell: Cell = cell.parse().unwrap();
            assert_eq!(dots([cell]), path, "{cell}");
        }
        let picture = mini(&Layout::STANDARD.position(), Some("Standard")).into_string();
        assert_eq!(picture.matches("h0").count(), 28);
        assert!(picture.contains(r#"aria-label="Standard""#));
        assert!(mini(&Layout::STANDARD.position(), None).into_string().contains("aria-hidden"));
    }
}
