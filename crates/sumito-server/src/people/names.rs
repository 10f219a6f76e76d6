//! Account names: which are valid, and which are reserved.

use icu_normalizer::DecomposingNormalizerBorrowed;
use sha2::{Digest, Sha256};

use crate::failure::Failure;

/// Names that suggest the site or its staff.
const RESERVED: [&str; 47] = [
    "abuse",
    "account",
    "admin",
    "administrator",
    "anonymous",
    "api",
    "arbiter",
    "billing",
    "black",
    "bot",
    "contact",
    "deleted",
    "developer",
    "engine",
    "everybody",
    "everyone",
    "guest",
    "help",
    "hostmaster",
    "info",
    "lobby",
    "mail",
    "mod",
    "moderator",
    "nobody",
    "null",
    "official",
    "operator",
    "owner",
    "postmaster",
    "referee",
    "root",
    "security",
    "server",
    "somebody",
    "staff",
    "sumito",
    "support",
    "sysadmin",
    "sysop",
    "system",
    "team",
    "undefined",
    "unknown",
    "webmaster",
    "white",
    "you",
];
/// Those that are not allowed as a part of a name either: not `sumito-help`, not `x_admin`.
const OFFICIAL: [&str; 8] = ["admin", "administrator", "engine", "moderator", "official", "staff", "sumito", "system"];

/// The longest name.
const LONGEST: usize = 20;

/// Names that differ only in case are the same.
pub(crate) fn fold(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// The letters and digits by which a name is searched: without case, accents and punctuation.
pub(super) fn letters(text: &str) -> String {
    let letters = DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(text.chars()).flat_map(char::to_lowercase);
    let plain = letters.map(|letter| match letter {
        'ł' => 'l',
        'ø' => 'o',
        'đ' => 'd',
        letter => letter,
    });
    plain.filter(char::is_ascii_alphanumeric).take(LONGEST).collect()
}

/// The digest kept of a deleted account's name.
pub(super) fn digest(name: &str) -> String {
    hex::encode(Sha256::digest(fold(name).as_bytes()))
}

/// Whether somebody may choose this name.
pub(super) fn check(name: &str) -> Result<(), Failure> {
    let letters = name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_' || c == b'-');
    if !letters || !(2..=LONGEST).contains(&name.len()) {
        return Err(Failure::BadName);
    }
    // The end of `guest1` is a number, that of `gue5t` is not.
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let looks_like = |words: &[&str], text: &str| words.iter().any(|word| skeleton(word) == skeleton(text));
    let is_reserved = [name, plain].iter().any(|name| {
        looks_like(&RESERVED, name) || name.split(['-', '_']).any(|part| !part.is_empty() && looks_like(&OFFICIAL, part))
    });
    if is_reserved { Err(Failure::ReservedName) } else { Ok(()) }
}

/// The skeleton of a name: names with the same skeleton look alike.
fn skeleton(name: &str) -> String {
    let look = |letter: char| match letter.to_ascii_lowercase() {
        '0' => 'o',
        '1' | 'i' | 'j' => 'l',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '8' => 'b',
        letter => letter,
    };
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).map(look).collect();
    letters.replace("rn", "m").replace("vv", "w")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_searched_without_case_accents_and_punctuation() {
        for (text, expected) in [
            ("Ada_L-9", "adal9"),
            ("ÀDÉ", "ade"),
            ("Łukasz Øre", "lukaszore"),
            ("  ", ""),
            ("日本", ""),
            ("%_'", ""),
            (&"x".repeat(99), "xxxxxxxxxxxxxxxxxxxx"),
        ] {
            assert_eq!(letters(text), expected, "{text}");
        }
    }

    #[test]
    fn nobody_passes_for_the_server() {
        for name in [
            "admin",
            "Admin",
            "ADMIN1",
            "adm1n",
            "4dmin",
            "ad-min",
            "a_d_m_i_n",
            "adrnin",
            "moderator",
            "m0derat0r",
            "rnoderator",
            "engine",
            "Eng1ne",
            "sumito",
            "Sum1t0",
            "sumito-help",
            "x_admin",
            "the-moderator",
            "system",
            "guest",
            "gue5t",
            "guest42",
            "root",
            "you",
        ] {
            assert!(matches!(check(name), Err(Failure::ReservedName)), "{name}");
        }
        for name in [
            "ada",
            "badminton",
            "sumitomo",
            "Modest",
            "rooter",
            "engineer-bob",
            "youri",
            "guesthouse",
            "blackbird",
            "x1",
            "system-of",
        ] {
            let refused = check(name).err().map(|failure| failure.key());
            assert_eq!(refused, (name == "system-of").then_some("reserved-name"), "{name}");
        }
        for name in ["a", "ada lovelace", "ådа", "\u{430}dmin", "x\u{200b}y", &"x".repeat(21), ""] {
            assert!(matches!(check(name), Err(Failure::BadName)), "{name}");
        }
    }
}
