//! The words of a move list: numbers, judgments, remarks.

use alloc::string::String;

use super::Glyph;
use crate::color::Color;

/// The number of a move, and whose it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) number: u32,
    pub(super) color: Color,
}

impl Number {
    pub(super) const FIRST: Number = Number { number: 1, color: Color::Black };
}

/// Splits a number and its dots from the start of a word. White's have more than one dot, a dash or a `y`: `1...`, `1.-b5b4`,
/// `1y.I5H5`; Black's may have an `x`.
pub(super) fn split_number(word: &str) -> (Option<Number>, &str) {
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    let letter = word[digits..].strip_prefix(['x', 'X', 'y', 'Y']).filter(|rest| rest.is_empty() || rest.starts_with('.'));
    let dotted = letter.unwrap_or(&word[digits..]);
    let rest = dotted.trim_start_matches(['.', '…']);
    let mark = &word[digits..word.len() - rest.len()];
    if digits == 0 && letter.is_some() || mark.is_empty() {
        return (None, word);
    }
    let color = match mark {
        "." if rest.starts_with('-') => Color::White,
        "." => Color::Black,
        _ if mark.starts_with(['x', 'X']) => Color::Black,
        _ => Color::White,
    };
    (Some(Number { number: word[..digits].parse().unwrap_or(u32::MAX), color }), rest.trim_start_matches('-'))
}

/// Whether a word starts like a move, and is not the text of a position.
pub(super) fn names_cell(word: &str) -> bool {
    !word.contains(['/', '_', ',']) && matches!(word.as_bytes(), [b'a'..=b'i' | b'A'..=b'I', b'1'..=b'9', ..])
}

/// Whether a word in parentheses is the score so far, `1-1`, and not a variation.
pub(super) fn is_score(text: &str) -> bool {
    let is_number = |text: &str| matches!(text.len(), 1 | 2) && text.bytes().all(|b| b.is_ascii_digit());
    text.split_once('-').is_some_and(|(black, white)| is_number(black) && is_number(white))
}

/// Whether words in parentheses are a part of a layout's name.
pub(super) fn is_name(text: &str) -> bool {
    text.split_whitespace().all(|word| word.len() > 2 && word.chars().all(char::is_alphabetic) || word.parse::<u32>().is_ok())
}

/// Whether a word says that a player of a party game left: `White:flag`. A move with a colon between its cells does not.
pub(super) fn is_departure(word: &str) -> bool {
    word.contains(':') && !names_cell(word)
}

/// Splits a move from the signs after it. `>` and `:` only mean that it pushes or ejects.
pub(super) fn split_signs(word: &str) -> (&str, Option<Glyph>) {
    let m = word.trim_end_matches(['!', '?', '>', ':']);
    let signs: String = word[m.len()..].chars().filter(|c| matches!(c, '!' | '?')).collect();
    (m, read_glyph(&signs))
}

/// A judgment by its suffix, or by its number in chess files.
pub(super) fn read_glyph(word: &str) -> Option<Glyph> {
    match word.strip_prefix('$').and_then(|number| number.parse::<usize>().ok()) {
        Some(number) => Glyph::ALL.get(number.checked_sub(1)?).copied(),
        None => Glyph::ALL.into_iter().find(|glyph| glyph.suffix() == word),
    }
}

/// Whether a word is a remark: a threat (`$A1`), a forced win (`#°3y`), another judgment of chess files (`$14`).
pub(super) fn is_remark(word: &str) -> bool {
    word.starts_with(['$', '#'])
}
