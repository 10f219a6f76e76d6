//! Moves as text: Aba-Pro, Nacre and PlayStrategy.
//!
//! All three name cells and leave the rest to the position. Between two cells a text may have blanks and one of `-`, `x`, `:` and
//! `>`, as people write them; the case of the letters does not matter.

use std::fmt;
use std::str::FromStr;

use super::{ParseError, found, same_name};
use crate::cell::{Cell, Direction, Symmetry};
use crate::cells::Cells;
use crate::illegal::IllegalMove;
use crate::moves::Move;
use crate::position::Position;

/// A way to write moves. Each names every legal move of a position differently.
///
/// ```
/// use sumito_rules::{Layout, MoveNotation};
///
/// let position = Layout::BELGIAN_DAISY.position();
/// let m = MoveNotation::AbaPro.parse(&position, "a1b2").unwrap();
/// assert_eq!(MoveNotation::Nacre.format(&position, m), "a1d4");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum MoveNotation {
    /// The native one: the rearmost marble and the next cell (`a1b2`), or both ends of a broadside and the cell that the
    /// first-named end steps to (`c3c5d4`, also `c5c3d6`).
    AbaPro,
    /// The rearmost marble and the cell that the leading marble of one's own steps to (`a1d4`), or one end of a broadside and the
    /// cell that the other end steps to, of the two such pairs the farther one (`c3d6`).
    ///
    /// Some files use the nearer pair for broadsides of three. Wherever such a broadside is legal, the same two cells are the farther
    /// pair of a legal broadside of two, so they are read as that.
    Nacre,
    /// The rearmost marble and the first empty cell beyond everything pushed, or the cell of the marble that is ejected
    /// (`b5b1`, also `b5xb1`); broadsides as the farther pair (`c3d6`).
    PlayStrategy,
}

/// A text names no move of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveTextError {
    /// The text is not a move of the notation.
    NotUnderstood(ParseError),
    /// The text is clear, but the rules forbid the move.
    Illegal(IllegalMove),
}

impl From<ParseError> for MoveTextError {
    fn from(error: ParseError) -> MoveTextError {
        MoveTextError::NotUnderstood(error)
    }
}

impl From<IllegalMove> for MoveTextError {
    fn from(error: IllegalMove) -> MoveTextError {
        MoveTextError::Illegal(error)
    }
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveTextError::NotUnderstood(error) => error.fmt(f),
            MoveTextError::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MoveTextError {}

impl Position {
    /// Reads a move of this position in the native notation, Aba-Pro.
    ///
    /// ```
    /// use sumito_rules::{IllegalMove, Layout, MoveTextError};
    ///
    /// let position = Layout::STANDARD.position();
    /// assert_eq!(position.parse_move("a1b2").unwrap().len(), 3);
    /// assert_eq!(position.parse_move("a1a2"), Err(MoveTextError::Illegal(IllegalMove::MoreThanThree)));
    /// assert_eq!(position.parse_move("a1c3").unwrap_err().to_string(), "expected a neighbor of a1, found c3 (at character 3)");
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
        MoveNotation::AbaPro.parse(self, text)
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

    /// Reads a move of the position, or tells whether the text or the rules are against it.
    pub fn parse(self, position: &Position, text: &str) -> Result<Move, MoveTextError> {
        self.read(position, &read_cells(text)?)
    }

    /// The same for texts that name cells with letter and digit exchanged, `e1` for `a5`: the first proposal of Nacre did, and so
    /// did PlayStrategy before 2026, whose moves of that time are otherwise like Nacre.
    ///
    /// ```
    /// use sumito_rules::{Layout, MoveNotation};
    ///
    /// let position = Layout::BELGIAN_DAISY.position();
    /// assert_eq!(MoveNotation::Nacre.parse_mirrored(&position, "b1d3"), MoveNotation::Nacre.parse(&position, "a2c4"));
    /// ```
    pub fn parse_mirrored(self, position: &Position, text: &str) -> Result<Move, MoveTextError> {
        const EXCHANGE: Symmetry = Symmetry::new(true, 2);
        let cells: Vec<_> = read_cells(text)?.into_iter().map(|(at, cell)| (at, EXCHANGE.cell(cell))).collect();
        self.read(position, &cells)
    }

    fn read(self, position: &Position, cells: &[(usize, Cell)]) -> Result<Move, MoveTextError> {
        match (self, cells) {
            (MoveNotation::AbaPro, cells) => match AbaPro::of(cells)? {
                AbaPro::Row(tail, direction) => Ok(position.attempt_from_tail(tail, direction)?),
                AbaPro::Line(line, direction) => Ok(position.attempt_exactly(line, direction)?),
            },
            (MoveNotation::Nacre, &[(_, from), to]) => read_nacre(position, from, to),
            (MoveNotation::PlayStrategy, &[(_, from), to]) => read_playstrategy(position, from, to),
            (_, &[.., (at, cell)]) => Err(ParseError::new(at, format!("expected two cells, found {cell} as a third")).into()),
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
        notation.ok_or_else(|| ParseError::new(0, format!("expected aba-pro, nacre or playstrategy, found {}", found(text))))
    }
}

/// The two or three cells that a move text names, with their places.
fn read_cells(text: &str) -> Result<Vec<(usize, Cell)>, ParseError> {
    let mut cells = Vec::with_capacity(3);
    let mut rest = text.trim_start();
    loop {
        let at = text.len() - rest.len();
        match rest.get(..2).and_then(|name| name.parse().ok()) {
            Some(_) if cells.len() == 3 => {
                return Err(ParseError::new(at, format!("expected the end of the move, found {}", found(rest))));
            }
            Some(cell) => cells.push((at, cell)),
            None => return Err(ParseError::new(at, format!("expected a cell from a1 to i9, found {}", found(rest)))),
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
        _ => Err(ParseError::new(at, format!("expected a neighbor of {from}, found {to}"))),
    }
}

/// What an Aba-Pro text says by itself; the position judges it.
pub(crate) enum AbaPro {
    /// The whole row ahead of a tail moves.
    Row(Cell, Direction),
    /// Just these cells move.
    Line(Cells, Direction),
}

impl AbaPro {
    pub(crate) fn read(text: &str) -> Result<AbaPro, MoveTextError> {
        AbaPro::of(&read_cells(text)?)
    }

    /// Three cells are two ends and where the first goes; also `f5f6-f7`, an in-line move that names the cell in front.
    fn of(cells: &[(usize, Cell)]) -> Result<AbaPro, MoveTextError> {
        match *cells {
            [(_, tail), next] => Ok(AbaPro::Row(tail, neighbor_direction(tail, next)?)),
            [(_, first), (at, other), _] if first == other => {
                Err(ParseError::new(at, format!("expected the other end of the line from {first}")).into())
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

fn read_nacre(position: &Position, from: Cell, to: (usize, Cell)) -> Result<Move, MoveTextError> {
    match from.direction_to(to.1) {
        Some((direction, steps @ 1..=3)) => Ok(position.attempt_exactly(row(from, direction, steps), direction)?),
        Some(_) => {
            let message = format!("expected a cell up to three steps from {from}, where the leading marble goes, found {}", to.1);
            Err(ParseError::new(to.0, message).into())
        }
        None => read_pair(position, from, to),
    }
}

fn read_playstrategy(position: &Position, from: Cell, to: (usize, Cell)) -> Result<Move, MoveTextError> {
    let Some((direction, _)) = from.direction_to(to.1) else { return read_pair(position, from, to) };
    let m = position.attempt_from_tail(from, direction)?;
    let end = beyond_everything_pushed(position, m);
    if end == to.1 {
        return Ok(m);
    }
    let what = if position.ejected(m).is_some() { "the cell of the ejected marble" } else { "the first empty cell ahead" };
    Err(ParseError::new(to.0, format!("expected {end}, {what}, found {}", to.1)).into())
}

/// A broadside by its farther pair.
fn read_pair(position: &Position, from: Cell, (at, to): (usize, Cell)) -> Result<Move, MoveTextError> {
    let mut refusal = None;
    for (line, direction) in sideways(from, to) {
        match position.attempt_exactly(line, direction) {
            Ok(m) => return Ok(m),
            // Two lines can share a pair of cells. The one that is there was meant.
            Err(error) if refusal.is_none() || line.is_subset(position.ours()) => refusal = Some(error),
            Err(_) => {}
        }
    }
    let unreachable = || format!("expected a cell that a line of up to three marbles from {from} leads to, found {to}");
    Err(refusal.map_or_else(|| ParseError::new(at, unreachable()).into(), MoveTextError::from))
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
