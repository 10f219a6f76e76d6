//! What is read and solved: texts in five languages, the rule book, the course and the puzzles, with their readers and judges.
//!
//! The content itself lies at the top of the repository: `i18n/`, `learn/`, `lessons/`, `puzzles/`.

// Only this workspace uses the crate: a comment is written where the name does not say it.
#![allow(missing_docs)]

pub mod lessons;
pub mod puzzles;
pub mod rulebook;
pub mod texts;

/// The examples of the project's README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
