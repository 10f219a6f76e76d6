//! Text as outlines of the site's typeface, so that an image needs no font.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

/// The weight of letters.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Weight {
    Medium,
    Bold,
}

/// A character: how far the next one is from it, and its path, in thousandths of the size.
#[derive(Copy, Clone, Debug)]
struct Glyph {
    advance: f64,
    path: &'static str,
}

/// The advance of a blank.
const BLANK: f64 = 245.0;

static GLYPHS: LazyLock<HashMap<(Weight, char), Glyph>> = LazyLock::new(|| {
    let lines = include_str!("lettering.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(read).collect()
});

/// Reads a line of the file: `bold A 715 M8 0...`. A test checks that all of them read.
fn read(line: &'static str) -> Option<((Weight, char), Glyph)> {
    let mut words = line.splitn(4, ' ');
    let weight = match words.next()? {
        "medium" => Weight::Medium,
        "bold" => Weight::Bold,
        _ => return None,
    };
    let sign = words.next()?.chars().next()?;
    Some(((weight, sign), Glyph { advance: words.next()?.parse().ok()?, path: words.next()? }))
}

fn glyph(weight: Weight, sign: char) -> Option<Glyph> {
    if sign.is_whitespace() {
        return Some(Glyph { advance: BLANK, path: "" });
    }
    GLYPHS.get(&(weight, sign)).copied()
}

/// Whether all of a text can be written. The letters are those of the site's languages, so the name of a tournament may have others.
pub fn is_lettered(text: &str) -> bool {
    text.chars().all(|sign| glyph(Weight::Bold, sign).is_some())
}

/// The width of a text of this size. Characters without an outline are left out.
pub(crate) fn width(text: &str, weight: Weight, size: f64) -> f64 {
    text.chars().filter_map(|sign| glyph(weight, sign)).map(|glyph| glyph.advance).sum::<f64>() * size / 1000.0
}

/// A text as an SVG group, from `x` on the baseline `y`.
pub(crate) fn line(text: &str, weight: Weight, size: f64, [x, y]: [f64; 2], color: &str) -> String {
    let mut svg = format!(r#"<g fill="{color}" transform="translate({x:.1} {y:.1})scale({:.4})">"#, size / 1000.0);
    let mut at = 0.0;
    for glyph in text.chars().filter_map(|sign| glyph(weight, sign)) {
        if !glyph.path.is_empty() {
            let _ = write!(svg, r#"<path transform="translate({at})" d="{}"/>"#, glyph.path);
        }
        at += glyph.advance;
    }
    svg + "</g>"
}

/// As much of a text as fits into a width, with an ellipsis if something is missing.
pub(crate) fn fit(text: &str, weight: Weight, size: f64, most: f64) -> String {
    if width(text, weight, size) <= most {
        return text.to_owned();
    }
    let ellipsis = width("…", weight, size);
    let mut kept = String::new();
    let mut used = ellipsis;
    for sign in text.chars() {
        used += width(sign.encode_utf8(&mut [0; 4]), weight, size);
        if used > most {
            break;
        }
        kept.push(sign);
    }
    kept.truncate(kept.trim_end().len());
    kept + "…"
}

/// Breaks a text into at most this many lines of a width; the last one ends with an ellipsis if something is missing.
pub(crate) fn wrap(text: &str, weight: Weight, size: f64, most: f64, lines: usize) -> Vec<String> {
    let mut wrapped: Vec<String> = Vec::new();
    // Not at blanks that do not break.
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let count = wrapped.len();
        match wrapped.last_mut() {
            // What does not fit into the last line is cut off below.
            Some(line) if count == lines || width(&format!("{line} {word}"), weight, size) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => wrapped.push(word.to_owned()),
        }
    }
    wrapped.iter().map(|line| fit(line, weight, size, most)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_file_reads_and_both_weights_have_the_same_characters() {
        let lines = include_str!("lettering.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.clone().count(), lines.filter_map(read).count());
        for (weight, sign) in GLYPHS.keys() {
            let other = if *weight == Weight::Bold { Weight::Medium } else { Weight::Bold };
            assert!(glyph(other, *sign).is_some(), "{sign}");
        }
    }

    #[test]
    fn the_languages_of_the_site_can_be_written() {
        for text in ["Ada_99-x", "Joué\u{a0}: « œuf »", "Grüße „so“", "Åäö", "Zażółć gęślą jaźń", "6–4 · ½ × …"]
        {
            assert!(is_lettered(text), "{text}");
        }
        for text in ["Москва", "東京", "🔥"] {
            assert!(!is_lettered(text), "{text}");
        }
        assert!(width("東京", Weight::Bold, 40.0).abs() < 0.01, "left out");
    }

    #[test]
    fn long_texts_are_wrapped_and_cut_off() {
        let (weight, size) = (Weight::Bold, 40.0);
        let most = width("Win a marble", weight, size);
        assert_eq!(wrap("Win a marble in two moves", weight, size, most, 3), ["Win a marble", "in two", "moves"]);
        assert_eq!(wrap("Win a marble in two moves", weight, size, most, 2), ["Win a marble", "in two mov…"]);
        assert_eq!(wrap("", weight, size, most, 2), [""; 0]);
        assert_eq!(fit("Win a marble", weight, size, most), "Win a marble");
        for text in ["WWWWWWWWWWWWWWWWWWWW", "Win a marble in two moves"] {
            let cut = fit(text, weight, size, most);
            assert!(cut.ends_with('…') && width(&cut, weight, size) <= most, "{cut}");
        }
        assert_eq!(fit("W", weight, size, 1.0), "…", "the ellipsis is always there");
    }
}
