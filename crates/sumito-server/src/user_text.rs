//! Text that users write for others to read.

use icu_properties::props::{BidiControl, DefaultIgnorableCodePoint, GeneralCategory, GraphemeExtend};
use icu_properties::{CodePointMapData, CodePointSetData};

/// The most marks on one letter. Some languages need three; more cover the lines above and below.
const MOST_MARKS: usize = 3;

/// One line of at most `longest` characters, of which everybody sees the same: nothing invisible, nothing that changes the order of the
/// writing, and no towers of marks.
pub(crate) fn clean(text: &str, longest: usize) -> String {
    let mut line = String::new();
    let (mut marks, mut is_joined) = (0, false);
    for letter in text.trim().chars().filter(|&letter| !is_hidden(letter)) {
        if is_joiner(letter) {
            // It joins two letters, and does nothing anywhere else.
            is_joined = !line.is_empty() && !is_joined;
            if !is_joined {
                continue;
            }
        } else if is_mark(letter) {
            marks += 1;
            if marks > MOST_MARKS || line.is_empty() {
                continue;
            }
            is_joined = false;
        } else {
            (marks, is_joined) = (0, false);
        }
        line.push(letter);
    }
    let line: String = line.chars().take(longest).collect();
    // What ends with a joiner, also because the rest was cut off, ends before it.
    let line = line.trim_end_matches(|letter: char| letter.is_whitespace() || is_joiner(letter));
    if line.chars().all(is_blank) { String::new() } else { line.to_owned() }
}

/// What nobody sees, or what makes others see something else than was typed, by the properties that Unicode gives to characters.
fn is_hidden(letter: char) -> bool {
    if is_joiner(letter) || is_variation(letter) {
        return false;
    }
    let kind = CodePointMapData::<GeneralCategory>::new().get(letter);
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(letter)
        || CodePointSetData::new::<BidiControl>().contains(letter)
        || matches!(
            kind,
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
                | GeneralCategory::PrivateUse
                | GeneralCategory::Surrogate
                | GeneralCategory::Unassigned
        )
        // An empty Braille cell is a letter to Unicode, and nothing to the eye.
        || letter == '\u{2800}'
}

fn is_mark(letter: char) -> bool {
    CodePointSetData::new::<GraphemeExtend>().contains(letter)
        || matches!(
            CodePointMapData::<GeneralCategory>::new().get(letter),
            GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark
        )
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || is_mark(letter) || is_joiner(letter)
}

/// Invisible too, but some scripts and emoji need them.
fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}')
}

/// Whether an emoji is shown in color. It counts as a mark.
fn is_variation(letter: char) -> bool {
    matches!(letter, '\u{fe0e}' | '\u{fe0f}')
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
            ("❤\u{fe0f}!", "❤\u{fe0f}!"),
            ("👍🏽 ok", "👍🏽 ok"),
            ("🇵🇱 🇸🇪", "🇵🇱 🇸🇪"),
            ("\u{200b} \u{feff}", ""),
            ("\u{200d}", ""),
            ("a\u{200d}\u{200d}\u{200d}", "a"),
            ("two\nlines", "twolines"),
            ("żółte kule", "żółte kule"),
            ("z\u{307}o\u{301}łte", "z\u{307}o\u{301}łte"),
            ("Việt ế", "Việt ế"),
            ("สวัสดี ที่นี่", "สวัสดี ที่นี่"),
            ("नमस्ते क्षत्रिय", "नमस्ते क्षत्रिय"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("many letters", "many letters"),
        ] {
            assert_eq!(clean(text, 20), expected, "{text:?}");
        }
        assert_eq!(clean(" too long", 5), "too l");
        assert_eq!(clean("abc\u{200d}d", 4), "abc");
    }

    /// Characters that hide or turn writing around, each of them one of its kind.
    #[test]
    fn what_nobody_sees_is_left_out() {
        for hidden in [
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{115f}',
            '\u{1160}',
            '\u{17b4}',
            '\u{180e}',
            '\u{200b}',
            '\u{200e}',
            '\u{200f}',
            '\u{2028}',
            '\u{2029}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{2064}',
            '\u{2066}',
            '\u{2069}',
            '\u{206f}',
            '\u{2800}',
            '\u{3164}',
            '\u{fe00}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{fff9}',
            '\u{fffb}',
            '\u{1bca0}',
            '\u{1d173}',
            '\u{e0001}',
            '\u{e0041}',
            '\u{e007f}',
            '\u{e0100}',
            '\u{e000}',
            '\u{f0000}',
            '\u{10fffd}',
            '\u{378}',
            '\u{ffff}',
            '\u{0}',
            '\u{85}',
        ] {
            assert_eq!(clean(&format!("a{hidden}b"), 20), "ab", "{:x}", u32::from(hidden));
            assert_eq!(clean(&hidden.to_string(), 20), "", "{:x}", u32::from(hidden));
        }
    }

    #[test]
    fn marks_are_not_piled_up() {
        let tower = format!("a{}b{}", "\u{301}\u{316}".repeat(50), "\u{489}".repeat(9));
        assert_eq!(clean(&tower, 200), "a\u{301}\u{316}\u{301}b\u{489}\u{489}\u{489}");
        assert_eq!(clean("\u{301}\u{301}a", 20), "a", "there is nothing to put them on");
        assert_eq!(clean("\u{20dd}", 20), "");
    }
}
