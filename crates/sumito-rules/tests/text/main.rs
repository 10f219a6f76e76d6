//! The text forms: every reader against every writer, and against texts written by hand.

mod moves;
mod party_records;
mod play;
mod positions;
mod records;
