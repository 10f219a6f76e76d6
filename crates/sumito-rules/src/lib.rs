//! The rules of Abalone.

mod cell;
mod cells;
mod color;
mod diagram;
mod generate;
mod illegal;
mod layout;
mod moves;
mod notation;
mod perft;
mod position;

pub use cell::{Axis, Cell, Direction, ParseCellError, Symmetry};
pub use cells::Cells;
pub use color::{ByColor, Color};
pub use diagram::{Diagram, Highlight, MarbleColor, ParseThemeError, TextStyle, Theme};
pub use illegal::IllegalMove;
pub use layout::{Confidence, Layout};
pub use moves::{Move, Moves, MovesIter};
pub use notation::{MoveNotation, MoveTextError, ParseError, PositionNotation, position_or_layout, recognize_position};
pub use perft::perft;
pub use position::{Position, Undo};
