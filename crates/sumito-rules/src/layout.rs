//! The named starting layouts of the two-player game.
//!
//! ```
//! use sumito_rules::{Game, Layout, Rules};
//!
//! let layout = Layout::find("belgian daisy").unwrap();
//! assert_eq!(layout, &Layout::BELGIAN_DAISY);
//! let game = Game::new(layout, Rules::default());
//! assert_eq!(game.legal_moves().len(), 52);
//!
//! // Layouts in which only the first move distinguishes the sides:
//! assert!(Layout::all().iter().filter(|layout| layout.is_balanced()).count() > 50);
//! ```

use core::fmt;

use crate::cell::{Cell, Symmetry};
use crate::cells::Cells;
use crate::color::{ByColor, Color};
use crate::names::same_name;
use crate::position::Position;

mod table;

/// A named starting layout of the two-player game. Black moves first.
///
/// There are seventy-five: some are the same, cell for cell, in two independent sources, others come from one source, as their
/// [`confidence`](Layout::confidence) says. Where sources differ (Oath, MQuorric 1), the layout follows its author's picture, and the
/// note says what else exists. Café ou Lait is missing: its only source has one marble less for White, most likely by mistake.
///
/// ```
/// use sumito_rules::{Color, Layout};
///
/// let layout = Layout::find("belgian daisy").unwrap();
/// assert_eq!(layout, &Layout::BELGIAN_DAISY);
/// assert_eq!(layout.marbles(Color::Black).len(), 14);
/// assert_eq!(layout.position().count_moves(), 52);
/// ```
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Layout {
    /// The stable name for files and addresses: lower case, words joined by `-`.
    pub id: &'static str,
    /// The English name.
    pub name: &'static str,
    /// Other names, most of them French, the language of the authors.
    pub aliases: &'static [&'static str],
    /// Its author, if known.
    pub author: Option<&'static str>,
    /// Sites, programs and events that offer it.
    pub used_by: &'static [&'static str],
    /// What else is worth knowing; often empty.
    pub note: &'static str,
    /// How certain the cells are.
    pub confidence: Confidence,
    marbles: ByColor<Cells>,
}

/// How certain the cells of a layout are.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Confidence {
    /// At least two independent sources agree on every cell.
    High,
    /// There is only one source, or the sources differ.
    SingleSource,
}

impl Layout {
    /// All of them, the best known first.
    pub fn all() -> &'static [Layout] {
        &table::ALL
    }

    /// The layout with this id, name or alias. Case, accents, blanks and punctuation do not matter.
    ///
    /// ```
    /// use sumito_rules::Layout;
    ///
    /// assert_eq!(Layout::find("BELGIAN_DAISY"), Some(&Layout::BELGIAN_DAISY));
    /// assert_eq!(Layout::find("Etoile").unwrap().name, "Star");
    /// assert_eq!(Layout::find("custodes"), None);
    /// ```
    pub fn find(text: &str) -> Option<&'static Layout> {
        Layout::all().iter().find(|layout| layout.names().any(|name| same_name(name, text)))
    }

    /// Id, name and aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.id, self.name].into_iter().chain(self.aliases.iter().copied())
    }

    /// The start of a game: Black to move, nothing lost.
    pub fn position(&self) -> Position {
        Position::new(self.marbles.black, self.marbles.white, Color::Black).expect("a cell of the table has one letter")
    }

    /// The cells of a side's marbles.
    pub const fn marbles(&self, color: Color) -> Cells {
        match color {
            Color::Black => self.marbles.black,
            Color::White => self.marbles.white,
        }
    }

    /// The symmetries of the board that leave the layout unchanged; the identity is always first.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        self.symmetries_onto(self.marbles)
    }

    /// The symmetries of the board that exchange the colors.
    pub fn color_swaps(&self) -> impl Iterator<Item = Symmetry> {
        self.symmetries_onto(self.marbles.swapped())
    }

    /// Whether a symmetry exchanges the colors, so that only the first move distinguishes the sides.
    pub fn is_balanced(&self) -> bool {
        self.color_swaps().next().is_some()
    }

    fn symmetries_onto(&self, image: ByColor<Cells>) -> impl Iterator<Item = Symmetry> {
        let marbles = self.marbles;
        Symmetry::ALL.into_iter().filter(move |&symmetry| marbles.map(|cells| cells.transform(symmetry)) == image)
    }

    /// Reads rows i to a of the native position text at compile time; a mistake does not compile.
    const fn new(id: &'static str, name: &'static str, rows: &str) -> Layout {
        Layout {
            id,
            name,
            aliases: &[],
            author: None,
            used_by: table::COLLECTIONS,
            note: "",
            confidence: Confidence::High,
            marbles: read_rows(rows.as_bytes()),
        }
    }

    const fn aliases(self, aliases: &'static [&'static str]) -> Layout {
        Layout { aliases, ..self }
    }

    const fn by(self, author: &'static str) -> Layout {
        Layout { author: Some(author), ..self }
    }

    const fn used_by(self, used_by: &'static [&'static str]) -> Layout {
        Layout { used_by, ..self }
    }

    const fn note(self, note: &'static str) -> Layout {
        Layout { note, ..self }
    }

    const fn single_source(self) -> Layout {
        Layout { confidence: Confidence::SingleSource, ..self }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

const fn read_rows(rows: &[u8]) -> ByColor<Cells> {
    let mut marbles = ByColor::new(Cells::EMPTY, Cells::EMPTY);
    let (mut row, mut digit) = (8, 5);
    let mut i = 0;
    while i < rows.len() {
        match rows[i] {
            b'/' => {
                assert!(row > 0 && Cell::new(row, digit).is_none(), "nine rows, each full");
                row -= 1;
                digit = if row > 4 { row - 3 } else { 1 };
            }
            empty @ b'1'..=b'9' => digit += empty - b'0',
            color => {
                let cell = Cell::new(row, digit).expect("no more letters than the row has cells");
                match color {
                    b'b' => marbles.black.insert(cell),
                    b'w' => marbles.white.insert(cell),
                    _ => panic!("letters are b and w"),
                }
                digit += 1;
            }
        }
        i += 1;
    }
    assert!(row == 0 && digit == 6, "nine rows, each full");
    marbles
}
