//! A line of a TRF file and its fields.

use std::str::FromStr;

use super::TrfError;
use crate::event::{Number, Score};
use crate::problem::{MAX_ROUNDS, Problem};

/// A line of the file, in characters.
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) chars: Vec<char>,
}

impl Line {
    pub(super) fn error(&self, column: usize, problem: Problem) -> TrfError {
        TrfError { line: self.number, column: column + 1, problem, text: self.chars.iter().collect() }
    }

    /// The characters of some columns, counted from zero, without spaces around them.
    pub(super) fn columns(&self, start: usize, end: usize) -> String {
        let end = end.min(self.chars.len());
        let text: String = self.chars.get(start.min(end)..end).unwrap_or_default().iter().collect();
        text.trim().to_owned()
    }

    /// The words after the code, with their columns.
    pub(super) fn words(&self) -> Vec<(usize, String)> {
        let mut words: Vec<(usize, String)> = Vec::new();
        for (column, &c) in self.chars.iter().enumerate().skip(3) {
            if c.is_whitespace() {
                continue;
            }
            match words.last_mut() {
                Some((start, word)) if *start + word.chars().count() == column => word.push(c),
                _ => words.push((column, c.to_string())),
            }
        }
        words
    }

    pub(super) fn player(&self, column: usize, text: &str) -> Result<Number, TrfError> {
        number(text).ok_or_else(|| self.error(column, Problem::NotAPlayer(text.to_owned())))
    }

    pub(super) fn round(&self, column: usize, text: &str) -> Result<usize, TrfError> {
        let round = number(text).filter(|round: &usize| *round <= MAX_ROUNDS);
        round.map(|round| round - 1).ok_or_else(|| self.error(column, Problem::NotARound(text.to_owned())))
    }

    pub(super) fn score(&self, column: usize, text: &str) -> Result<Score, TrfError> {
        let (whole, tenth) = text.split_once(['.', ',']).unwrap_or((text, "0"));
        let are_digits =
            !whole.is_empty() && tenth.len() == 1 && (whole.to_owned() + tenth).bytes().all(|byte| byte.is_ascii_digit());
        let number = are_digits.then(|| format!("{whole}{tenth}").parse::<u32>().ok()).flatten();
        let number = number.filter(|&number| number <= 9999);
        number.map(Score).ok_or_else(|| self.error(column, Problem::NotPoints(text.to_owned())))
    }
}

/// A number that is not zero.
fn number<T: FromStr + Default + PartialEq>(text: &str) -> Option<T> {
    let number = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    number.filter(|number| *number != T::default())
}
