//! The proof of the two-player rules: a second generator, counts of move sequences, and the requirements of the rule books.

mod agree;
mod checked;
mod game;
mod layouts;
mod perft;
mod random;
mod requirements;
mod slow;
