//! The starting layouts for three to six players.

use core::fmt;

use super::position::Position;
use super::seat::{Seat, Seating};
use super::text::read_marbles;
use crate::names::same_name;

/// A named starting layout for more than two players. Black moves first, then the turn goes clockwise around the board; where partners
/// sit next to each other, it goes back and forth between the teams.
///
/// ```
/// use sumito_rules::party::{Layout, Seat};
///
/// let layout = Layout::find("four in teams").unwrap();
/// assert_eq!(layout.seating.to_string(), "bu-wr");
/// assert_eq!(layout.position().marbles(Seat::Black).len(), 9);
/// ```
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Layout {
    /// The stable name for files and addresses: lower case, words joined by `-`.
    pub id: &'static str,
    /// The English name.
    pub name: &'static str,
    /// How many players there are, and who plays with whom.
    pub seating: Seating,
    /// Where the cells come from.
    pub origin: &'static str,
    /// Rows i to a, as in the position text.
    rows: &'static str,
}

const PACKS_OF_NINE: &str = "w3u/ww2uu/www1uuu/www2uuu/9/bbb2rrr/bbb1rrr/bb2rr/b3r";
const PACKS_OF_NINE_ADJACENT: &str = "w3r/ww2rr/www1rrr/www2rrr/9/bbb2uuu/bbb1uuu/bb2uu/b3u";
const TRIANGLES: &str = "1bbb1/y1bb1w/yy1b1ww/yyy2www/9/ggg2uuu/gg1r1uu/g1rr1u/1rrr1";

const OURS: &str = "our own: the boxed game asks for packs of 4-3-2, its picture was not found";
const OURS_ADJACENT: &str =
    "the boxed game lets partners sit next to each other; the packs and the zigzag order of turns are our own";
const SERVER: &str = "the play-by-mail server of gamerz.net";
const PAIRS: &str = "the triangles of gamerz.net, for the three pairs of 3-2-one.com";
const DAISY: &str = "the two-player layout in four colors, as French clubs play doubles";
const DAISY_HEARTS: &str =
    "the two-player layout in four colors; whose marble lies in the heart of which daisy is our own choice";

static ALL: [Layout; 12] = [
    Layout::new("three", "Three", 3, 3, "boxed sets for three", "bbbbb/bbbbbb/7/u6w/uu5ww/uu4ww/uu3ww/uu2ww/uu1ww"),
    Layout::new("four-teams", "Four in Teams", 4, 2, OURS, PACKS_OF_NINE),
    Layout::new("four-adjacent", "Four, Partners Adjacent", 4, 2, OURS_ADJACENT, PACKS_OF_NINE_ADJACENT),
    Layout::new("four-alone", "Four Alone", 4, 4, OURS, PACKS_OF_NINE),
    Layout::new("four-eights", "Four with Eight Each", 4, 4, SERVER, "bbbb1/bbbb1w/5ww/r5ww/rr5ww/rr5w/rr5/r1uuuu/1uuuu"),
    Layout::new("four-belgian", "Four in Belgian Daisies", 4, 2, DAISY, "ww1uu/wwwuuu/1ww1uu1/8/9/8/1bb1rr1/bbbrrr/bb1rr"),
    Layout::new("four-german", "Four in German Daisies", 4, 2, DAISY, "5/ww2uu/www1uuu/1ww2uu1/9/1bb2rr1/bbb1rrr/bb2rr/5"),
    Layout::new("four-dutch", "Four in Dutch Daisies", 4, 2, DAISY_HEARTS, "ww1uu/wuwuwu/1ww1uu1/8/9/8/1bb1rr1/brbrbr/bb1rr"),
    Layout::new("four-swiss", "Four in Swiss Daisies", 4, 2, DAISY_HEARTS, "5/ww2uu/wuw1uwu/1ww2uu1/9/1bb2rr1/brb1rbr/bb2rr/5"),
    Layout::new("five", "Five", 5, 5, SERVER, "bbbb1/bbbb1w/5ww/r2gg1ww/rr1ggg1ww/rr1gg2w/rr5/r1uuuu/1uuuu"),
    Layout::new("six", "Six", 6, 6, SERVER, TRIANGLES),
    Layout::new("six-teams", "Six in Three Teams", 6, 3, PAIRS, TRIANGLES),
];

impl Layout {
    /// All of them, by the number of players.
    pub fn all() -> &'static [Layout] {
        &ALL
    }

    /// The layout with this id or name. Case, blanks and punctuation do not matter.
    pub fn find(text: &str) -> Option<&'static Layout> {
        Layout::all().iter().find(|layout| [layout.id, layout.name].iter().any(|name| same_name(name, text)))
    }

    /// Whether programs should offer it. `five` and `four-eights` are there for reading games: their players do not start alike.
    pub fn is_offered(&self) -> bool {
        !["five", "four-eights"].contains(&self.id)
    }

    /// The start of a game: Black to move, nothing ejected.
    pub fn position(&self) -> Position {
        let marbles = read_marbles(self.rows).expect("the rows of the table are well formed");
        Position::new(self.seating, marbles, Seat::Black).expect("the letters of the table are seated")
    }

    const fn new(id: &'static str, name: &'static str, seats: u8, teams: u8, origin: &'static str, rows: &'static str) -> Layout {
        Layout { id, name, seating: Seating::new(seats, teams).expect("teams of the same size"), origin, rows }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
