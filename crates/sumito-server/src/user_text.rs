//! Text that users write for others to read.

/// One line of at most `longest` characters, without invisible ones: they would reverse the direction of writing, or make a line of nothing.
pub(crate) fn clean(text: &str, longest: usize) -> String {
    let line: String = text.trim().chars().filter(|&letter| !letter.is_control() && !is_hidden(letter)).take(longest).collect();
    if line.chars().all(|letter| letter.is_whitespace() || is_joiner(letter)) { String::new() } else { line }
}

fn is_hidden(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Invisible too, but some scripts and emoji need them.
fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_what_is_seen_of_it() {
        for (text, expected) in [
            ("  good <b>luck</b>\u{7} ", "good <b>luck</b>"),
            ("\u{202e}luck\u{202c}, 1\u{200b}2", "luck, 12"),
            ("👨\u{200d}👩", "👨\u{200d}👩"),
            ("\u{200b} \u{feff}", ""),
            ("\u{200d}", ""),
            ("two\nlines", "twolines"),
            ("żółte kule", "żółte kule"),
            ("many letters", "many letters"),
        ] {
            assert_eq!(clean(text, 20), expected, "{text:?}");
        }
        assert_eq!(clean(" too long", 5), "too l");
    }
}
