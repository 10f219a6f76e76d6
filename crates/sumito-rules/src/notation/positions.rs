//! Positions as text: native, PlayStrategy, KAA, AbalOnline, APGN.

use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write};
use core::str::FromStr;

use super::native::{Words, read_rows, write_rows};
use super::{ParseError, Subject, found};
use crate::cell::Cell;
use crate::cells::Cells;
use crate::color::{ByColor, Color};
use crate::layout::Layout;
use crate::names::same_name;
use crate::position::Position;

/// A way to write positions.
///
/// ```
/// use sumito_rules::Layout;
/// use sumito_rules::notation::PositionNotation;
///
/// let position = Layout::BELGIAN_DAISY.position();
/// let kaa = PositionNotation::Kaa.format(&position);
/// assert_eq!(kaa, "0a12b123c23g78h789i89_0a45b456c56g45h456i56");
/// assert_eq!(PositionNotation::Kaa.parse(&kaa), Ok(position));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PositionNotation {
    /// Rows i to a, side to move, black marbles lost, white marbles lost, plies since the last ejection, move number:
    /// `ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0 0 1`.
    Native,
    /// Rows with `S` for Black and `s` for White, then the marbles that Black and that White has *won*, side to move, plies since the
    /// last ejection, move number: `ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1`.
    PlayStrategy,
    /// Marbles lost and cells by rows, Black's then White's: `0a12b123c23g78h789i89_0a45b456c56g45h456i56`. It does not say whose
    /// turn it is, so it is read as Black's turn, and the counters are lost.
    Kaa,
    /// The same with every cell in full and a comma: `0a1a2b1,0a4a5b4`. Also read as Black's turn.
    AbalOnline,
    /// Rows, the marbles lost if there are any, side to move: `ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb2w-0b1w b`. The
    /// counters are lost.
    Apgn,
}

/// Reads a position in any of the notations, and returns which one it is.
///
/// A text that is both native and APGN means the same in both, and counts as native.
///
/// ```
/// use sumito_rules::Layout;
/// use sumito_rules::notation::{PositionNotation, recognize_position};
///
/// let fen = "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1";
/// let (position, notation) = recognize_position(fen).unwrap();
/// assert_eq!(position, Layout::BELGIAN_DAISY.position());
/// assert_eq!(notation, PositionNotation::PlayStrategy);
/// ```
pub fn recognize_position(text: &str) -> Result<(Position, PositionNotation), ParseError> {
    let mut words = text.split_whitespace();
    let rows = words.next().unwrap_or_default();
    let notation = if rows.contains('/') {
        // Rows without a marble look the same in both notations; then the order of what follows decides.
        let number_follows = words.next().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        if rows.contains('-') {
            PositionNotation::Apgn
        } else if rows.contains(['s', 'S']) || number_follows {
            PositionNotation::PlayStrategy
        } else {
            PositionNotation::Native
        }
    } else if rows.contains('_') {
        PositionNotation::Kaa
    } else if rows.contains(',') {
        PositionNotation::AbalOnline
    } else {
        return Err(Subject::Position.error(0, format!("a position, such as '{}'", Layout::STANDARD.position()), found(text)));
    };
    Ok((notation.parse(text)?, notation))
}

/// Reads a position in any of the notations, or the name of a layout.
///
/// ```
/// use sumito_rules::Layout;
/// use sumito_rules::notation::position_or_layout;
///
/// assert_eq!(position_or_layout("german daisy"), Ok(Layout::GERMAN_DAISY.position()));
/// assert_eq!(position_or_layout("5/6/7/8/4b4/8/7/6/5 b").unwrap().count_moves(), 6);
/// ```
pub fn position_or_layout(text: &str) -> Result<Position, ParseError> {
    match Layout::find(text) {
        Some(layout) => Ok(layout.position()),
        None if text.contains(['/', '_', ',']) => Ok(recognize_position(text)?.0),
        None => Err(Subject::Position.error(0, "the name of a layout or a position", found(text))),
    }
}

impl PositionNotation {
    /// All of them, the native one first.
    pub const ALL: [PositionNotation; 5] = [
        PositionNotation::Native,
        PositionNotation::PlayStrategy,
        PositionNotation::Kaa,
        PositionNotation::AbalOnline,
        PositionNotation::Apgn,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            PositionNotation::Native => "native",
            PositionNotation::PlayStrategy => "PlayStrategy",
            PositionNotation::Kaa => "KAA",
            PositionNotation::AbalOnline => "AbalOnline",
            PositionNotation::Apgn => "APGN",
        }
    }

    /// Writes a position.
    pub fn format(self, position: &Position) -> String {
        let mut text = String::new();
        let written = match self {
            PositionNotation::Native => write!(text, "{position}"),
            PositionNotation::PlayStrategy => write_playstrategy(&mut text, position),
            PositionNotation::Kaa => write_cells(&mut text, position, '_', false),
            PositionNotation::AbalOnline => write_cells(&mut text, position, ',', true),
            PositionNotation::Apgn => write_apgn(&mut text, position),
        };
        written.expect("a string takes everything");
        text
    }

    /// Reads a position. Case does not matter, except in PlayStrategy, where it distinguishes the colors.
    pub fn parse(self, text: &str) -> Result<Position, ParseError> {
        match self {
            PositionNotation::Native => text.parse(),
            PositionNotation::PlayStrategy => read_playstrategy(text),
            PositionNotation::Kaa => read_cells(text, '_'),
            PositionNotation::AbalOnline => read_cells(text, ','),
            PositionNotation::Apgn => read_apgn(text),
        }
    }
}

impl fmt::Display for PositionNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for PositionNotation {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<PositionNotation, ParseError> {
        let notation = PositionNotation::ALL.into_iter().find(|notation| same_name(notation.name(), text));
        let names = "native, playstrategy, kaa, abalonline or apgn";
        notation.ok_or_else(|| Subject::Name.error(0, names, found(text)))
    }
}

fn write_playstrategy(f: &mut String, position: &Position) -> fmt::Result {
    write_rows(f, position, ByColor::new('S', 's'))?;
    // What Black has won is what White has lost.
    write!(f, " {} {}", position.lost(Color::White), position.lost(Color::Black))?;
    write!(f, " {} {} {}", position.turn().letter(), position.plies_since_ejection(), position.move_number())
}

fn read_playstrategy(text: &str) -> Result<Position, ParseError> {
    let mut words = Words::new(text);
    let (at, rows) = words.next("the rows of the board")?;
    let mark = |c| match c {
        'S' => Some(Color::Black),
        's' => Some(Color::White),
        _ => None,
    };
    let marbles = read_rows(rows, mark, "S, s").map_err(|error| error.moved(at))?;
    let black_won = words.number("marbles won by Black", 0, 0, 61)?;
    let white_won = words.number("marbles won by White", 0, 0, 61)?;
    let turn = words.turn()?;
    let plies = words.number("plies since the last ejection", 0, 0, u16::MAX)?;
    let number = words.number("the move number", 1, 1, u16::MAX)?;
    words.end()?;
    let position = Position::new(marbles.black, marbles.white, turn).expect("a cell has one letter");
    Ok(position.with_lost(ByColor::new(white_won as u8, black_won as u8)).with_counters(plies, number))
}

fn write_apgn(f: &mut String, position: &Position) -> fmt::Result {
    write_rows(f, position, ByColor::new('b', 'w'))?;
    let lost = Color::ALL.map(|color| position.lost(color));
    if lost != [0, 0] {
        write!(f, "-{}b{}w", lost[0], lost[1])?;
    }
    write!(f, " {}", position.turn().letter())
}

fn read_apgn(text: &str) -> Result<Position, ParseError> {
    let mut words = Words::new(text);
    let (at, board) = words.next("the rows of the board")?;
    let (rows, lost) = board.split_once('-').map_or((board, None), |(rows, lost)| (rows, Some(lost)));
    let marbles = read_rows(rows, Color::from_letter, "b, w").map_err(|error| error.moved(at))?;
    let lost = match lost {
        None => ByColor::default(),
        Some(lost) => read_lost(lost)
            .ok_or_else(|| Subject::Position.error(at + rows.len() + 1, "the marbles lost, such as 5b4w", found(lost)))?,
    };
    let turn = words.turn()?;
    words.end()?;
    let position = Position::new(marbles.black, marbles.white, turn).expect("a cell has one letter");
    Ok(position.with_lost(lost))
}

/// Reads `5b4w`.
fn read_lost(text: &str) -> Option<ByColor<u8>> {
    let (black, white) = text.strip_suffix(['w', 'W'])?.split_once(['b', 'B'])?;
    Some(ByColor::new(lost_number(black)?, lost_number(white)?))
}

fn lost_number(digits: &str) -> Option<u8> {
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?.filter(|&lost| lost <= Cell::COUNT as u8)
}

/// Marbles lost and cells of both colors. `in_full` repeats the letter of the row for each cell.
fn write_cells(f: &mut String, position: &Position, separator: char, in_full: bool) -> fmt::Result {
    for color in Color::ALL {
        if color == Color::White {
            f.write_char(separator)?;
        }
        write!(f, "{}", position.lost(color))?;
        let mut row = None;
        for cell in position.marbles(color).sorted() {
            if in_full || row != Some(cell.row()) {
                write!(f, "{cell}")?;
            } else {
                write!(f, "{}", cell.digit())?;
            }
            row = Some(cell.row());
        }
    }
    Ok(())
}

/// Reads marbles lost and cells of both colors; a letter may be followed by one digit or several.
fn read_cells(text: &str, separator: char) -> Result<Position, ParseError> {
    let body = text.trim();
    let start = text.len() - text.trim_start().len();
    let Some(middle) = body.find(separator) else {
        let expected = format!("'{separator}' between the marbles of Black and of White");
        return Err(Subject::Position.error(start + body.len(), expected, "the end"));
    };
    let (black, black_lost) = read_side(&body[..middle], Cells::EMPTY).map_err(|error| error.moved(start))?;
    let (white, white_lost) = read_side(&body[middle + 1..], black).map_err(|error| error.moved(start + middle + 1))?;
    let position = Position::new(black, white, Color::Black).expect("a taken cell is refused");
    Ok(position.with_lost(ByColor::new(black_lost, white_lost)))
}

/// Reads the marbles lost and the cells of one color; `taken` are the other's.
fn read_side(text: &str, taken: Cells) -> Result<(Cells, u8), ParseError> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let lost = lost_number(&text[..digits])
        .ok_or_else(|| Subject::Position.error(0, "the number of marbles lost, 0 to 61", found(text)))?;
    let mut cells = Cells::EMPTY;
    let mut row = None;
    for (at, c) in text.char_indices().skip(digits) {
        if c.is_ascii_alphabetic() {
            // A letter must have a digit of its own.
            let followed = text[at + 1..].starts_with(|next: char| next.is_ascii_digit());
            if !followed || !matches!(c.to_ascii_lowercase(), 'a'..='i') {
                return Err(Subject::Position.error(at, "a cell from a1 to i9", found(&text[at..])));
            }
            row = Some(c.to_ascii_lowercase() as u8 - b'a');
            continue;
        }
        let Some((row, digit)) = row.zip(c.to_digit(10)) else {
            return Err(Subject::Position.error(at, "a cell from a1 to i9", found(&text[at..])));
        };
        let Some(cell) = Cell::new(row, digit as u8) else {
            return Err(Subject::Position.error(at, "a cell of the board", format!("{}{digit}", (b'a' + row) as char)));
        };
        if (cells | taken).contains(cell) {
            return Err(Subject::Position.error(at, "each cell once", format!("{cell} again")));
        }
        cells.insert(cell);
    }
    Ok((cells, lost))
}
