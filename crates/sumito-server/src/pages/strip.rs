//! Takes comments and indentation out of scripts and styles: a good part of what would travel.

/// What is read.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Syntax {
    Script,
    Style,
}

/// The same without comments, indentation and empty lines. Lines stay lines: where a statement ends may hang on it.
pub(super) fn strip(text: &str, syntax: Syntax) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    // The braces open in each placeholder of a template that is open.
    let mut templates: Vec<usize> = Vec::new();
    let is_script = syntax == Syntax::Script;
    while let Some(sign) = rest.chars().next() {
        let length = match sign {
            '/' if rest.starts_with("/*") => {
                let end = rest[2..].find("*/").map_or(rest.len(), |end| end + 4);
                blank(&mut kept, rest[..end].contains('\n'));
                rest = &rest[end..];
                continue;
            }
            '/' if is_script && rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            ' ' | '\n' => {
                blank(&mut kept, sign == '\n');
                rest = &rest[1..];
                continue;
            }
            '\'' | '"' => quoted(rest, sign),
            '/' if is_script && awaits_value(&kept) => pattern(rest),
            '`' if is_script => 1 + template(&rest[1..], &mut templates),
            '{' => {
                templates.iter_mut().rev().take(1).for_each(|open| *open += 1);
                1
            }
            '}' => match templates.pop() {
                Some(0) => 1 + template(&rest[1..], &mut templates),
                Some(open) => {
                    templates.push(open - 1);
                    1
                }
                None => 1,
            },
            _ => sign.len_utf8(),
        };
        kept += &rest[..length];
        rest = &rest[length..];
    }
    kept
}

/// A blank or the end of a line, unless there is one.
fn blank(kept: &mut String, is_end: bool) {
    if is_end {
        kept.truncate(kept.trim_end_matches(' ').len());
    }
    if !kept.is_empty() && !kept.ends_with([' ', '\n']) {
        kept.push(if is_end { '\n' } else { ' ' });
    }
}

/// The length of a string in quotes.
fn quoted(text: &str, quote: char) -> usize {
    ends(text, 1, |sign| sign == quote)
}

/// The length of a pattern: a stroke between brackets does not end it.
fn pattern(text: &str) -> usize {
    let mut in_class = false;
    ends(text, 1, |sign| {
        in_class = sign == '[' || (in_class && sign != ']');
        sign == '/' && !in_class
    })
}

/// The length of a part of a template: to its end, or to the start of a placeholder, which is then open.
fn template(text: &str, open: &mut Vec<usize>) -> usize {
    let mut before = ' ';
    let length = ends(text, 0, |sign| {
        let ended = sign == '`' || (before == '$' && sign == '{');
        before = sign;
        ended
    });
    if text[..length].ends_with("${") {
        open.push(0);
    }
    length
}

/// Where the sign that ends something ends, from a place on: a sign after a backslash does not.
fn ends(text: &str, from: usize, mut is_end: impl FnMut(char) -> bool) -> usize {
    let mut escaped = false;
    for (at, sign) in text.char_indices().skip_while(|(at, _)| *at < from) {
        if escaped {
            escaped = false;
        } else if sign == '\\' {
            escaped = true;
        } else if is_end(sign) {
            return at + sign.len_utf8();
        }
    }
    text.len()
}

/// Whether a stroke begins a pattern here, and does not divide: no value stands before it.
fn awaits_value(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty()
        || before.ends_with(['(', ',', '=', ':', '[', '!', '&', '|', '?', '{', ';', '>', '<'])
        || before.ends_with("return")
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::pages::FILES;

    #[test]
    fn comments_go_and_what_looks_like_them_stays() {
        for (text, expected) in [
            ("// A.\n\nlet a = 1; // b\n  let c;\n", "let a = 1;\nlet c;\n"),
            ("/**\n * A.\n */\nf(/** @type {B} */ (c));\n", "f( (c));\n"),
            ("a /* b\n */ c", "a\nc"),
            ("'/* a */ \\' // b'; \"//\"; // c", "'/* a */ \\' // b'; \"//\"; "),
            ("`//  a ${ b /* c */ + `/* ${{ d: '}' }} */`}  //`; // e", "`//  a ${ b + `/* ${{ d: '}' }} */`}  //`; "),
            ("a.split(/[/'\"]\\/*/); // b", "a.split(/[/'\"]\\/*/); "),
            ("(a + b) / 2; // c / d", "(a + b) / 2; "),
            ("return /'/.test(a); // b", "return /'/.test(a); "),
        ] {
            assert_eq!(strip(text, Syntax::Script), expected, "{text}");
        }
        let style = "/* A. */\na::before {\n  content: '/* b */'; /* c */\n  background: url(data:image/png,//);\n}\n";
        assert_eq!(strip(style, Syntax::Style), "a::before {\ncontent: '/* b */';\nbackground: url(data:image/png,//);\n}\n");
    }

    #[test]
    fn our_files_lose_all_comments_and_nothing_is_left_open() {
        for (name, kind, content) in FILES.iter().filter(|(_, kind, _)| kind.contains("javascript") || kind.contains("css")) {
            let syntax = if kind.contains("css") { Syntax::Style } else { Syntax::Script };
            let text = strip(&String::from_utf8_lossy(content), syntax);
            assert_eq!(strip(&text, syntax), text, "{name}");
            for sign in ["/**", "\n//", " // "] {
                assert!(!text.contains(sign), "{name} has still {sign}");
            }
            // What is read wrongly swallows what follows.
            assert_eq!(text.matches('{').count(), text.matches('}').count(), "{name}");
        }
    }
}
