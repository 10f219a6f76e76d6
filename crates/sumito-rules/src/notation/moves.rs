//! Moves as text: Aba-Pro, Nacre and PlayStrategy.
//!
//! All three name cells and leave the rest to the position. Between two cells a text may have blanks and one of `-`, `x`, `:` and
//! `>`, as people write them; the case of the letters does not matter.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{ParseError, ParseMoveError, Subject, found};
use crate::cell::{Cell, Direction, Symmetry};
use crate::cells::Cells;
use crate::illegal::IllegalMove;
use crate::moves::Move;
use crate::names::same_name;
use crate::position::Position;

/// A way to write moves. In each of them, the legal moves of a position all have different texts.
///
/// ```
/// use sumito_rules::Layout;
/// use sumito_rules::notation::MoveNotation;
///
/// let position = Layout::BELGIAN_DAISY.position();
/// let m = MoveNotation::AbaPro.parse(&position, "a1b2").unwrap();
/// assert_eq!(MoveNotation::Nacre.format(&position, m), "a1d4");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveNotation {
    /// The native one: the rearmost marble and the next cell (`a1b2`), or both ends of a broadside and the cell that the
    /// first-named end steps to (`c3c5d4`, also `c5c3d6`).
    AbaPro,
    /// The rearmost marble and the cell that the mover's leading marble steps to (`a1d4`), or one end of a broadside and the
    /// cell that the other end steps to, the farther of the two such pairs (`c3d6`).
    ///
    /// Some files use the nearer pair for broadsides of three. Wherever such a broadside is legal, the same two cells are the farther
    /// pair of a legal broadside of two, so they are read as that.
    Nacre,
    /// The rearmost marble and the first empty cell beyond everything pushed, or the cell of the marble that is ejected
    /// (`b5b1`, also `b5xb1`); broadsides as the farther pair (`c3d6`).
    PlayStrategy,
}

impl Position {
    /// Reads a move of this position in the native notation, Aba-Pro.
    ///
    /// ```
    /// use sumito_rules::notation::ParseMoveError;
    /// use sumito_rules::{IllegalMove, Layout};
    ///
    /// let position = Layout::STANDARD.position();
    /// assert_eq!(position.parse_move("a1b2").unwrap().len(), 3);
    /// assert_eq!(position.parse_move("a1a2"), Err(ParseMoveError::Illegal(IllegalMove::MoreThanThree)));
    /// assert_eq!(position.parse_move("a1c3").unwrap_err().to_string(), "expected a neighbor of a1, found c3 (at character 3)");
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        MoveNotation::AbaPro.parse(self, text)
    }
}

impl Move {
    /// Reads a move that names its whole line, as `{:#}` writes it: the only marble and the next cell (`a1b2`), or both ends of a line and
    /// the cell that a marble steps to (`a1c3d4` in line, `c3c5d4` broadside). It needs no position, and does not say whether the
    /// move is legal in one.
    ///
    /// ```
    /// use sumito_rules::{Layout, Move};
    ///
    /// let position = Layout::STANDARD.position();
    /// let m = position.parse_move("a1b2").unwrap();
    /// assert_eq!(format!("{m:#}"), "a1c3d4");
    /// assert_eq!(Move::from_full_text("a1c3d4"), Ok(m));
    /// ```
    pub fn from_full_text(text: &str) -> Result<Move, ParseError> {
        let cells = read_cells(text)?;
        let last_at = cells[cells.len() - 1].0;
        let (line, direction) = match AbaPro::of(&cells) {
            Ok(AbaPro::Row(tail, direction)) => (tail.into(), direction),
            Ok(AbaPro::Line(line, direction)) => (line, direction),
            Err(ParseMoveError::Syntax(error)) => return Err(error),
            Err(ParseMoveError::Illegal(_)) => {
                let (at, other) = cells[1];
                return Err(Subject::Move.error(at, format!("a cell on a line with {}", cells[0].1), other.to_string()));
            }
        };
        let expected = "a line of one to three marbles that stays on the board";
        Move::from_cells(line, direction).ok_or_else(|| Subject::Move.error(last_at, expected, found(text)))
    }
}

impl MoveNotation {
    /// All of them, the native one first.
    pub const ALL: [MoveNotation; 3] = [MoveNotation::AbaPro, MoveNotation::Nacre, MoveNotation::PlayStrategy];

    /// The name, as game files give it.
    pub const fn name(self) -> &'static str {
        match self {
            MoveNotation::AbaPro => "Aba-Pro",
            MoveNotation::Nacre => "Nacre",
            MoveNotation::PlayStrategy => "PlayStrategy",
        }
    }

    /// Writes a move that is legal in the position.
    pub fn format(self, position: &Position, m: Move) -> String {
        if self == MoveNotation::AbaPro {
            return m.to_string();
        }
        if m.is_broadside() {
            let (from, to) = farther_pair(m);
            return format!("{from}{to}");
        }
        let to = if self == MoveNotation::Nacre { m.landing() } else { beyond_everything_pushed(position, m) };
        format!("{}{to}", m.tail())
    }

    /// Reads a legal move of the position. The error says whether the text makes no sense or the rules forbid the move.
    pub fn parse(self, position: &Position, text: &str) -> Result<Move, ParseMoveError> {
        self.read(position, &read_cells(text)?)
    }

    /// Like [`parse`](MoveNotation::parse), for texts in which letter and digit of a cell are exchanged, `e1` for `a5`: as in the first
    /// proposal of Nacre, and in PlayStrategy's files from before 2026, whose moves are otherwise like Nacre.
    ///
    /// ```
    /// use sumito_rules::Layout;
    /// use sumito_rules::notation::MoveNotation;
    ///
    /// let position = Layout::BELGIAN_DAISY.position();
    /// assert_eq!(MoveNotation::Nacre.parse_mirrored(&position, "b1d3"), MoveNotation::Nacre.parse(&position, "a2c4"));
    /// ```
    pub fn parse_mirrored(self, position: &Position, text: &str) -> Result<Move, ParseMoveError> {
        const EXCHANGE: Symmetry = Symmetry::new(true, 2);
        let cells: Vec<_> = read_cells(text)?.into_iter().map(|(at, cell)| (at, EXCHANGE.cell(cell))).collect();
        self.read(position, &cells)
    }

    fn read(self, position: &Position, cells: &[(usize, Cell)]) -> Result<Move, ParseMoveError> {
        match (self, cells) {
            (MoveNotation::AbaPro, cells) => match AbaPro::of(cells)? {
                AbaPro::Row(tail, direction) => Ok(position.attempt_from_tail(tail, direction)?),
                AbaPro::Line(line, direction) => Ok(position.attempt_exactly(line, direction)?),
            },
            (MoveNotation::Nacre, &[(_, from), to]) => read_nacre(position, from, to),
            (MoveNotation::PlayStrategy, &[(_, from), to]) => read_playstrategy(position, from, to),
            (_, &[.., (at, cell)]) => Err(Subject::Move.error(at, "two cells", format!("{cell} as a third")).into()),
            (_, []) => unreachable!("a move text has two cells at least"),
        }
    }
}

impl fmt::Display for MoveNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for MoveNotation {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<MoveNotation, ParseError> {
        let notation = MoveNotation::ALL.into_iter().find(|notation| same_name(notation.name(), text));
        notation.ok_or_else(|| Subject::Name.error(0, "aba-pro, nacre or playstrategy", found(text)))
    }
}

/// The two or three cells that a move text names, with their byte offsets.
fn read_cells(text: &str) -> Result<Vec<(usize, Cell)>, ParseError> {
    let mut cells = Vec::with_capacity(3);
    let mut rest = text.trim_start();
    loop {
        let at = text.len() - rest.len();
        match rest.get(..2).and_then(Cell::from_name) {
            Some(_) if cells.len() == 3 => {
                return Err(Subject::Move.error(at, "the end of the move", found(rest)));
            }
            Some(cell) => cells.push((at, cell)),
            None => return Err(Subject::Move.error(at, "a cell from a1 to i9", found(rest))),
        }
        rest = rest[2..].trim_start();
        if rest.is_empty() && cells.len() > 1 {
            return Ok(cells);
        }
        rest = rest.strip_prefix(['-', 'x', 'X', ':', '>']).unwrap_or(rest).trim_start();
    }
}

/// The direction from a cell to the next one that the text names.
fn neighbor_direction(from: Cell, (at, to): (usize, Cell)) -> Result<Direction, ParseError> {
    match from.direction_to(to) {
        Some((direction, 1)) => Ok(direction),
        _ => Err(Subject::Move.error(at, format!("a neighbor of {from}"), to.to_string())),
    }
}

/// What an Aba-Pro text says without a position.
pub(crate) enum AbaPro {
    /// The whole row ahead of a tail moves.
    Row(Cell, Direction),
    /// Just these cells move.
    Line(Cells, Direction),
}

impl AbaPro {
    pub(crate) fn read(text: &str) -> Result<AbaPro, ParseMoveError> {
        AbaPro::of(&read_cells(text)?)
    }

    /// Three cells are two ends and where the first goes; also `f5f6-f7`, an in-line move that names the cell in front.
    fn of(cells: &[(usize, Cell)]) -> Result<AbaPro, ParseMoveError> {
        match *cells {
            [(_, tail), next] => Ok(AbaPro::Row(tail, neighbor_direction(tail, next)?)),
            [(_, first), (at, other), _] if first == other => {
                Err(Subject::Move.error(at, format!("the other end of the line from {first}"), first.to_string()).into())
            }
            [(_, first), (_, other), landing] => {
                let (line, steps) = first.direction_to(other).ok_or(IllegalMove::NotInLine)?;
                let direction = if other.neighbor(line) == Some(landing.1) { line } else { neighbor_direction(first, landing)? };
                Ok(AbaPro::Line(row(first, line, steps + 1), direction))
            }
            _ => unreachable!("a move text has two or three cells"),
        }
    }
}

fn read_nacre(position: &Position, from: Cell, to: (usize, Cell)) -> Result<Move, ParseMoveError> {
    match from.direction_to(to.1) {
        Some((direction, steps @ 1..=3)) => Ok(position.attempt_exactly(row(from, direction, steps), direction)?),
        Some(_) => {
            let expected = format!("a cell up to three steps from {from}, where the leading marble goes");
            Err(Subject::Move.error(to.0, expected, to.1.to_string()).into())
        }
        None => read_pair(position, from, to),
    }
}

fn read_playstrategy(position: &Position, from: Cell, to: (usize, Cell)) -> Result<Move, ParseMoveError> {
    let Some((direction, _)) = from.direction_to(to.1) else { return read_pair(position, from, to) };
    let m = position.attempt_from_tail(from, direction)?;
    let end = beyond_everything_pushed(position, m);
    if end == to.1 {
        return Ok(m);
    }
    let what = if position.ejected(m).is_some() { "the cell of the ejected marble" } else { "the first empty cell ahead" };
    Err(Subject::Move.error(to.0, format!("{end}, {what}"), to.1.to_string()).into())
}

/// A broadside by its farther pair.
fn read_pair(position: &Position, from: Cell, (at, to): (usize, Cell)) -> Result<Move, ParseMoveError> {
    let mut refusal = None;
    for (line, direction) in sideways(from, to) {
        match position.attempt_exactly(line, direction) {
            Ok(m) => return Ok(m),
            // Two lines can share a pair of cells. If one of them is on the board, it was meant.
            Err(error) if refusal.is_none() || line.is_subset(position.ours()) => refusal = Some(error),
            Err(_) => {}
        }
    }
    let unreachable =
        || Subject::Move.error(at, format!("a cell that a line of up to three marbles from {from} leads to"), to.to_string());
    Err(refusal.map_or_else(|| unreachable().into(), ParseMoveError::from))
}

/// The lines of two or three from one cell whose other end steps to `to`, away from where they came.
fn sideways(from: Cell, to: Cell) -> impl Iterator<Item = (Cells, Direction)> {
    let lines = Direction::ALL.into_iter().flat_map(|line| [(line, 2), (line, 3)]);
    let steps = lines.flat_map(|(line, len)| [1, 5].map(|turn| (line, len, line.turned(turn))));
    steps.filter_map(move |(line, len, direction)| {
        let other = from.step(line, len as i8 - 1)?;
        (other.neighbor(direction) == Some(to)).then(|| (row(from, line, len), direction))
    })
}

/// The cells of a row of this length, as far as the board goes.
fn row(from: Cell, direction: Direction, len: u8) -> Cells {
    (0..len as i8).filter_map(|n| from.step(direction, n)).collect()
}

fn farther_pair(m: Move) -> (Cell, Cell) {
    let from_tail = (m.tail(), m.landing());
    let from_head = (m.head(), m.tail().neighbor(m.direction()).expect("a move stays on the board"));
    let distance = |(from, to): (Cell, Cell)| from.distance(to);
    if distance(from_tail) > distance(from_head) { from_tail } else { from_head }
}

/// Where an in-line move ends for PlayStrategy.
fn beyond_everything_pushed(position: &Position, m: Move) -> Cell {
    let pushed = position.pushed(m).len() as i8;
    position.ejected(m).or_else(|| m.landing().step(m.direction(), pushed)).unwrap_or(m.landing())
}
