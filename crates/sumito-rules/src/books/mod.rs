//! The rule books: their editions, the words of their glossaries, and their figures.
//!
//! [`Edition`] lists the known rule texts, [`Term`] the ideas of their glossaries with the word of each edition, and [`Figure`] their
//! figures as positions with moves to try.
//!
//! ```
//! use sumito_rules::books::{Edition, Figure, Term};
//!
//! assert_eq!(Term::find("Klincz"), Some(Term::Pac));
//! assert_eq!(Term::Pac.word(Edition::S0Sv), Some("låst läge"));
//!
//! let figure = Figure::find("sumito-3-2").unwrap();
//! let trial = &figure.trials[0];
//! assert!(figure.position().attempt(trial.cells(), trial.direction).is_ok());
//! ```

mod figures;
mod glossary;

pub use figures::{Figure, Printed, Trial};
pub use glossary::{Edition, Term, same_word};
