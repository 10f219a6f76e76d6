//! The iterators of [`Cells`](crate::Cells) and [`Moves`](crate::Moves).

pub use crate::cells::CellsIter;
pub use crate::moves::MovesIter;
