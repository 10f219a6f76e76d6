//! The rules of Abalone.

#![forbid(unsafe_code)]

mod cell;
mod cells;
mod color;
mod diagram;
mod explain;
mod figures;
mod game;
mod generate;
mod glossary;
mod illegal;
mod layout;
mod moves;
mod notation;
mod outcome;
mod party;
mod perft;
mod position;
mod record;
mod rules;
pub mod shapes;

pub use cell::{Axis, Cell, Direction, ParseCellError, Symmetry};
pub use cells::Cells;
pub use color::{ByColor, Color};
pub use diagram::{Diagram, Highlight, ParseThemeError, TextStyle, Theme};
pub use explain::{Explained, MoveKind, explain};
pub use figures::{Figure, Printed, Trial};
pub use game::{Action, Ending, Game};
pub use glossary::{Edition, Term};
pub use illegal::IllegalMove;
pub use layout::{Confidence, Layout};
pub use moves::{Move, Moves, MovesIter};
pub use notation::{MoveNotation, MoveTextError, ParseError, PositionNotation, position_or_layout, recognize_position};
pub use outcome::{Draw, Outcome, Win};
pub use party::{BySeat, PartyAction, PartyGame, PartyLayout, PartyOutcome, PartyPosition, PartyWin, Seat, Seating, Team};
pub use perft::perft;
pub use position::{Position, Undo};
pub use record::{Glyph, Line, Ply, Record, RecordError, RecordFormat, RecordProblem, RecordReader, RecordResult, read_records};
pub use rules::Rules;
