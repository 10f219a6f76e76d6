//! Diagrams: a board with marbles, marks and arrows, as SVG for pages and files and as text for terminals.
//!
//! A [`Diagram`] is plain data and refers to cells; only the [view](Diagram::view) decides where a cell is in the picture.

mod describe;
mod glyphs;
mod outline;
mod parts;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod theme;
mod wood;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::cell::{Cell, Direction, Symmetry};
use crate::cells::Cells;
use crate::color::Color;
use crate::moves::Move;
use crate::party::{self, BySeat, Seat};
use crate::position::Position;

pub use svg::tray;
pub use text::TextStyle;
pub use theme::{Ink, Theme};

/// A mark on a cell. Each kind has its own shape, so color is never the only difference.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u8)]
pub enum Highlight {
    /// Left or reached by the last move: a hexagon.
    LastMove = 0,
    /// Chosen by the player: a double ring.
    Chosen = 1,
    /// Where a chosen marble may go: a dot.
    Target = 2,
    /// In danger: a broken ring.
    Threat = 3,
    /// Mentioned in the text around the diagram: a square.
    Mark = 4,
}

impl Highlight {
    /// All kinds, in the order in which they are drawn.
    pub const ALL: [Highlight; 5] =
        [Highlight::LastMove, Highlight::Chosen, Highlight::Target, Highlight::Threat, Highlight::Mark];
}

/// Which parts of a diagram are drawn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Layers {
    /// Everything.
    #[default]
    All,
    /// The empty board with its coordinates.
    Board,
    /// Marbles, highlights and arrows, without the board.
    Pieces,
}

/// A picture of the board, built step by step and then written by [`svg`](Diagram::svg) or [`text`](Diagram::text).
///
/// ```
/// use sumito_rules::diagram::{Diagram, Highlight, TextStyle, Theme};
/// use sumito_rules::{Cell, Position, Symmetry};
///
/// let position: Position = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b".parse().unwrap();
/// let diagram = Diagram::of(&position)
///     .theme(Theme::Dark)
///     .view(Symmetry::HALF_TURN)
///     .highlight(Highlight::Chosen, Cell::B2)
///     .arrow(Cell::B2, Cell::C3);
/// assert!(diagram.svg().starts_with("<svg"));
/// assert!(diagram.text(TextStyle::PLAIN).contains("Black to move"));
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    /// By the cell's index.
    marbles: [Option<Seat>; Cell::COUNT],
    turn: Option<Seat>,
    /// Marbles lost and marbles ejected; `None` where they are not shown.
    lost: BySeat<Option<u8>>,
    ejected: BySeat<Option<u8>>,
    /// By kind.
    highlights: [Cells; 5],
    arrows: Vec<(Cell, Cell)>,
    /// Where the marbles of the last move came from and went.
    trails: Vec<(Cell, Cell)>,
    slide: Option<Slide>,
    view: Symmetry,
    theme: Theme,
    coordinates: bool,
    trays: bool,
    layers: Layers,
    title: Option<String>,
    description: Option<String>,
    id: String,
}

/// Marbles between two cells, in a frame of an animation.
#[derive(Copy, Clone, Debug)]
struct Slide {
    cells: Cells,
    direction: Direction,
    part: f64,
}

impl Diagram {
    /// The marbles, the side to move and the losses of a position.
    pub fn of(position: &Position) -> Diagram {
        let marbles =
            Color::ALL.into_iter().flat_map(|color| position.marbles(color).iter().map(move |cell| (cell, color.into())));
        let diagram = Diagram::from_marbles(marbles).turn(position.turn().into());
        Color::ALL.into_iter().fold(diagram, |diagram, color| diagram.lost(color.into(), position.lost(color)))
    }

    /// The marbles, the player to move and the ejections of a position for up to six players.
    pub fn of_party(position: &party::Position) -> Diagram {
        let marbles = Cell::all().filter_map(|cell| Some((cell, position.seat_at(cell)?)));
        let mut diagram = Diagram::from_marbles(marbles).turn(position.turn());
        for seat in Seat::ALL.into_iter().filter(|&seat| position.seating().has(seat)) {
            diagram = diagram.ejected(seat, position.ejected_by(seat));
        }
        diagram
    }

    /// Marbles of up to six colors. If a cell appears twice, the last marble counts.
    ///
    /// Hue is never the only difference between two colors: Black and White differ in lightness, and each of the others has its own
    /// mark.
    pub fn from_marbles(marbles: impl IntoIterator<Item = (Cell, Seat)>) -> Diagram {
        let mut diagram = Diagram {
            marbles: [None; Cell::COUNT],
            turn: None,
            lost: BySeat::default(),
            ejected: BySeat::default(),
            highlights: [Cells::EMPTY; 5],
            arrows: Vec::new(),
            trails: Vec::new(),
            slide: None,
            view: Symmetry::IDENTITY,
            theme: Theme::Classic,
            coordinates: true,
            trays: true,
            layers: Layers::All,
            title: None,
            description: None,
            id: "sumito".to_owned(),
        };
        for (cell, color) in marbles {
            diagram.marbles[cell.index()] = Some(color);
        }
        diagram
    }

    /// Sets whose turn it is.
    #[must_use]
    pub fn turn(self, color: Seat) -> Diagram {
        Diagram { turn: Some(color), ..self }
    }

    /// Sets how many marbles of a color were lost; they are shown in a tray beside the board.
    #[must_use]
    pub fn lost(mut self, color: Seat, count: u8) -> Diagram {
        self.lost[color] = Some(count);
        self
    }

    /// Sets how many marbles a player has ejected. This is shown in words, because the colors of these marbles are not known.
    #[must_use]
    pub fn ejected(mut self, player: Seat, count: u8) -> Diagram {
        self.ejected[player] = Some(count);
        self
    }

    /// Adds a highlight to a cell or a set of cells.
    #[must_use]
    pub fn highlight(mut self, kind: Highlight, cells: impl Into<Cells>) -> Diagram {
        self.highlights[kind as usize] |= cells.into();
        self
    }

    /// Highlights the cells that the moving marbles left and reached in a move already played.
    #[must_use]
    pub fn last_move(mut self, m: Move) -> Diagram {
        self.trails.extend(ways(m));
        self.highlight(Highlight::LastMove, m.cells() | m.destinations())
    }

    /// Draws an arrow between two cells; none if they are the same.
    #[must_use]
    pub fn arrow(mut self, from: Cell, to: Cell) -> Diagram {
        self.arrows.extend((from != to).then_some((from, to)));
        self
    }

    /// Draws a move that has not been played: one arrow along the line, or one for each marble of a broadside.
    #[must_use]
    pub fn move_arrow(self, m: Move) -> Diagram {
        ways(m).into_iter().fold(self, |diagram, (from, to)| diagram.arrow(from, to))
    }

    /// Shows the marbles of these cells on their way to the next cell, for a frame of an animation: `part` is 0 at the start and 1 at
    /// the end.
    #[must_use]
    pub fn slide(self, cells: Cells, direction: Direction, part: f64) -> Diagram {
        Diagram { slide: Some(Slide { cells, direction, part }), ..self }
    }

    /// Turns or reflects the board; [`Symmetry::HALF_TURN`] shows it as White sees it.
    #[must_use]
    pub fn view(self, view: Symmetry) -> Diagram {
        Diagram { view, ..self }
    }

    /// Chooses the look of the SVG.
    #[must_use]
    pub fn theme(self, theme: Theme) -> Diagram {
        Diagram { theme, ..self }
    }

    /// Shows or hides the letters and digits along the edges; they are shown by default.
    #[must_use]
    pub fn coordinates(self, shown: bool) -> Diagram {
        Diagram { coordinates: shown, ..self }
    }

    /// Shows or hides the trays with the ejected marbles, above and below the board of the SVG; they are shown by default.
    #[must_use]
    pub fn trays(self, shown: bool) -> Diagram {
        Diagram { trays: shown, ..self }
    }

    /// Chooses what the SVG shows. [`Layers::Pieces`] on top of [`Layers::Board`] gives the complete picture, so an animation
    /// needs to draw the board only once.
    #[must_use]
    pub fn layers(self, layers: Layers) -> Diagram {
        Diagram { layers, ..self }
    }

    /// Names the SVG for screen readers and tooltips.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Diagram {
        Diagram { title: Some(title.into()), ..self }
    }

    /// Replaces the English description for screen readers.
    #[must_use]
    pub fn description(self, description: impl Into<String>) -> Diagram {
        Diagram { description: Some(description.into()), ..self }
    }

    /// Sets the prefix of every `id` in the SVG, so that a page can have several diagrams. Characters other than
    /// ASCII letters, digits, `-` and `_` become `-`.
    #[must_use]
    pub fn id(self, prefix: &str) -> Diagram {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        Diagram { id: prefix.chars().map(|c| if fits(c) { c } else { '-' }).collect(), ..self }
    }

    /// The marbles in reading order: from the top, each row from the left.
    fn in_sight(&self) -> impl Iterator<Item = (Cell, Seat)> {
        let mut marbles: Vec<_> = Cell::all().filter_map(|cell| Some((cell, self.marbles[cell.index()]?))).collect();
        marbles.sort_by_key(|&(cell, _)| {
            let seen = self.view.cell(cell);
            (8 - seen.row(), seen.digit())
        });
        marbles.into_iter()
    }

    /// Each letter and digit, with the cell next to it and the direction from that cell to the label, as seen.
    ///
    /// Letters are at one end of the rows, digits at the end of the diagonals that is on other sides of the board. Of the two opposite
    /// ways to do this, the one further down and to the left is used.
    fn labels(&self) -> impl Iterator<Item = (char, Cell, Direction)> {
        let weight = |direction: Direction| [0, -2, -1, 1, 2, 1][self.view.direction(direction) as usize];
        let ends = [[Direction::West, Direction::SouthEast], [Direction::East, Direction::NorthWest]];
        let [letters, digits] = if weight(Direction::West) + weight(Direction::SouthEast) > 0 { ends[0] } else { ends[1] };
        Cell::all().flat_map(move |cell| {
            let label = |name: u8, outward: Direction| {
                cell.neighbor(outward).is_none().then(|| (name as char, cell, self.view.direction(outward)))
            };
            [label(b'a' + cell.row(), letters), label(b'0' + cell.digit(), digits)].into_iter().flatten()
        })
    }
}

/// The start and end of a move: one pair for a line, one per marble for a broadside.
fn ways(m: Move) -> Vec<(Cell, Cell)> {
    if m.is_inline() {
        return Vec::from([(m.tail(), m.landing())]);
    }
    m.cells().sorted().filter_map(|cell| Some((cell, cell.neighbor(m.direction())?))).collect()
}
