//! The passwords that are guessed first.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The words of the list.
static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("common_passwords.txt").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
});

/// Neighbors on keyboards and in the alphabet.
const ROWS: [&str; 9] = [
    "01234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "yxcvbnm",
    "1q2w3e4r5t6y7u8i9o0p",
];

/// Whether a password is one of those that are tried first: a common word or the name itself, with or without digits around it, something
/// repeated, or a row of keys.
pub(super) fn is_common(password: &str, name: &str) -> bool {
    let password = password.to_lowercase();
    let name = name.to_lowercase();
    let is_known = |text: &str| text.is_empty() || WORDS.contains(text) || text == name;
    // Digits at the ends are either decoration or letters: marbles123, pa55word.
    let readings = [password.clone(), strip(&password).to_owned(), read_signs(&password), read_signs(strip(&password))];
    readings.iter().any(|text| is_known(text) || is_known(strip(text)) || is_twice(text, is_known))
        || is_repeated(&password)
        || is_row(&password)
}

fn strip(text: &str) -> &str {
    text.trim_matches(|letter: char| !letter.is_alphabetic())
}

/// Digits and signs read as the letters they stand for.
fn read_signs(text: &str) -> String {
    let letter = |sign| match sign {
        '0' => 'o',
        '1' | '!' | '|' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' | '+' => 't',
        other => other,
    };
    text.chars().map(letter).collect()
}

/// The same common word twice.
fn is_twice(text: &str, is_known: impl Fn(&str) -> bool) -> bool {
    let half = text.len() / 2;
    text.is_char_boundary(half) && text[..half] == text[half..] && is_known(&text[..half])
}

/// One to four characters again and again: aaaaaaaa, abcabcabc, 20202020.
fn is_repeated(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    (1..=4).any(|period| letters.len() >= 2 * period && letters.iter().zip(&letters[period..]).all(|(a, b)| a == b))
}

/// Made of few pieces of rows, forward or backward: 12345678, asdf1234, 87654321.
fn is_row(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let are_neighbors = |a: char, b: char| {
        ROWS.iter().any(|row| {
            let places =
                |wanted: char| row.chars().enumerate().filter(move |(_, letter)| *letter == wanted).map(|(place, _)| place);
            places(a).any(|first| places(b).any(|second| first.abs_diff(second) <= 1))
        })
    };
    let jumps = letters.windows(2).filter(|pair| !are_neighbors(pair[0], pair[1])).count();
    // A piece has at least four keys.
    letters.len() >= 4 * (jumps + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_tried_first_is_refused() {
        for password in [
            "password",
            "Password1",
            "P@ssw0rd",
            "passw0rd!",
            "12345678",
            "123456789",
            "1234567890",
            "87654321",
            "11111111",
            "qwertyui",
            "qwerty123",
            "1q2w3e4r",
            "qazwsxedc",
            "asdfghjkl",
            "asdf1234",
            "abcd1234",
            "abc12345",
            "iloveyou",
            "iloveyou2",
            "sunshine",
            "princess1",
            "football",
            "baseball!",
            "welcome123",
            "letmein1",
            "trustno1",
            "monkey123",
            "superman",
            "dragon12",
            "!!dragon!!",
            "00000000",
            "abcabcabc",
            "passpass",
            "20202020",
            "sumito2024",
            "Marbles1",
            "changeme",
            "ada-lovelace",
            "Ada-Lovelace1815",
            "12345678!",
            "        ",
            "........",
        ] {
            assert!(is_common(password, "ada-lovelace"), "{password}");
        }
        for password in [
            "marbles of glass",
            "correct horse battery",
            "x7Lq-92vT",
            "tram stop 14 heron",
            "kulki w pudełku",
            "ångström4räv",
            "adalovelace",
        ] {
            assert!(!is_common(password, "ada-lovelace"), "{password}");
        }
    }

    #[test]
    fn the_list_is_in_its_form() {
        assert!(WORDS.len() > 300, "{}", WORDS.len());
        for word in WORDS.iter() {
            assert!(word.chars().all(|letter| letter.is_ascii_lowercase()), "{word}");
        }
    }
}
