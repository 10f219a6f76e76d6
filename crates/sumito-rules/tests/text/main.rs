//! The text forms: every reader against every writer, and against texts written by hand.

mod moves;
mod play;
mod positions;
mod records;
