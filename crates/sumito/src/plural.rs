//! Numbers with their nouns.

use std::fmt::Display;

/// A number with its noun, such as `1 game` or `2 games`. `ply` has the plural `plies`.
pub(crate) fn count(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    match noun.strip_suffix('y') {
        _ if number == "1" => format!("{number} {noun}"),
        Some(stem) => format!("{number} {stem}ies"),
        None => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_their_number() {
        let words = [0, 1, 2].map(|number| count(number, "game"));
        assert_eq!(words, ["0 games", "1 game", "2 games"]);
        assert_eq!([1, 21].map(|number| count(number, "ply")), ["1 ply", "21 plies"]);
    }
}
