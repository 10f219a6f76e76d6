//! Recovery codes, to set a new password after forgetting it. The server sends no mail, so a code is shown once, to be written
//! down; the database stores it hashed like a password.

use crate::id::random_bytes;

/// Digits and capital letters without look-alikes.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS: usize = 5;
const GROUP: usize = 4;

/// A new code of 100 random bits, in groups that are easy to write down.
pub(crate) fn code() -> String {
    let letters = random_bytes::<{ GROUPS * GROUP }>().map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    let groups: Vec<String> = letters.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// Normalizes a typed code: case, spaces, dashes, and letters that look like digits.
pub(crate) fn read(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric).map(|letter| match letter.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        letter => letter,
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_was_meant() {
        let code = code();
        assert_eq!(code.len(), GROUPS * (GROUP + 1) - 1);
        assert_ne!(code, super::code());
        let plain = code.replace('-', "");
        for written in [code.clone(), code.to_lowercase(), plain.clone(), format!("  {} ", code.replace('-', " "))] {
            assert_eq!(read(&written), plain, "{written}");
        }
        assert_eq!(read("oil-OIL 7é"), "0110117");
    }
}
