//! Texts in five languages, the rule book, the course and the puzzles: reading, checking and judging them.
//!
//! The content itself is at the top of the repository: `i18n/`, `learn/`, `lessons/`, `puzzles/`.

// Only this workspace uses the crate, so items whose names explain themselves have no comment.
#![allow(missing_docs)]

pub mod lessons;
pub mod practice;
pub mod puzzles;
pub mod rulebook;
pub mod texts;

/// Tests the examples in the project's README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
