//! The small texts in a record: values of tags, comments, clock times, evaluations.
//!
//! Chess files have no way to write a `}` in a comment. Here a backslash escapes the next character if that has a special meaning, and
//! `\n` and `\r` are line breaks; any other backslash is a plain character.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt::Write;
use core::time::Duration;

use super::Eval;
use crate::notation::{ParseError, Subject, found};

/// Writes a tag: `[Name "value"]`.
pub(super) fn write_tag(out: &mut String, name: &str, value: &str) {
    let _ = write!(out, "[{name} \"");
    for c in value.chars() {
        push_escaped(out, c, c == '"');
    }
    out.push_str("\"]\n");
}

/// Reads a tag at the start of a line: name, value, and the rest of the line.
pub(super) fn read_tag(line: &str) -> Result<(String, String, &str), ParseError> {
    let wrong = |rest: &str, expected| Err(Subject::Tag.error(line.len() - rest.len(), expected, found(rest)));
    let rest = line.strip_prefix('[').unwrap_or(line).trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    if name.is_empty() {
        return wrong(rest, "the name of a tag");
    }
    let Some(quoted) = rest.trim_start().strip_prefix('"') else { return wrong(rest, "the value of the tag in quotes") };
    let mut value = String::new();
    let mut rest = quoted;
    loop {
        let Some((c, escaped, after)) = next(rest, &['"']) else { return wrong(rest, "a closing quote in the tag") };
        rest = after;
        if c == '"' && !escaped {
            break;
        }
        value.push(c);
    }
    match rest.trim_start().strip_prefix(']') {
        Some(after) => Ok((name.to_owned(), value, after)),
        None => wrong(rest, "']' after the tag"),
    }
}

/// The contents of a comment: text, and what programs write in it.
#[derive(Default)]
pub(super) struct Remark {
    pub(super) comment: String,
    pub(super) clock: Option<Duration>,
    pub(super) eval: Option<Eval>,
}

/// Writes a comment in braces, with an evaluation and a clock time.
pub(super) fn write_comment(out: &mut String, comment: &str, eval: Option<Eval>, clock: Option<Duration>) {
    out.push('{');
    let mut blank = "";
    if let Some(eval) = eval {
        let _ = write!(out, "[%eval {eval}]");
        blank = " ";
    }
    if let Some(clock) = clock {
        out.push_str(blank);
        write_clock(out, clock);
        blank = " ";
    }
    if !comment.is_empty() {
        out.push_str(blank);
    }
    let last = comment.char_indices().next_back().map_or(0, |(at, _)| at);
    for (at, c) in comment.char_indices() {
        // Readers trim blanks at both ends and remove clock times and evaluations.
        let special = match c {
            '}' => true,
            '[' => comment[at..].starts_with("[%clk") || comment[at..].starts_with("[%eval"),
            c => c.is_whitespace() && (at == 0 || at == last),
        };
        push_escaped(out, c, special);
    }
    out.push('}');
}

/// A text as it would be written between braces.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    text.chars().for_each(|c| push_escaped(&mut out, c, matches!(c, '}' | '[')));
    out
}

/// Reads the text between braces.
pub(super) fn read_comment(text: &str) -> Remark {
    let mut remark = Remark::default();
    // Up to here, blanks were escaped and must be kept.
    let mut kept = 0;
    let mut rest = text;
    while let Some((c, escaped, after)) = next(rest, &['}', '[']) {
        let command = if escaped { None } else { remark.read_command(rest) };
        if let Some(after) = command {
            rest = if remark.comment.ends_with(char::is_whitespace) { after.trim_start() } else { after };
            continue;
        }
        rest = after;
        if escaped || !remark.comment.is_empty() || !c.is_whitespace() {
            remark.comment.push(c);
        }
        if escaped {
            kept = remark.comment.len();
        }
    }
    remark.comment.truncate(kept.max(remark.comment.trim_end().len()));
    remark
}

impl Remark {
    /// Reads a clock time or an evaluation at the start of a text and returns the rest; the first of each kind counts.
    fn read_command<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        if let Some((eval, after)) = text.strip_prefix("[%eval ").and_then(|text| text.split_once(']')) {
            let eval = eval.trim().parse().ok()?;
            self.eval = self.eval.or(Some(eval));
            return Some(after);
        }
        let (time, after) = text.strip_prefix("[%clk ").and_then(read_clock)?;
        self.clock = self.clock.or(Some(time));
        Some(after)
    }
}

/// The offset of the `}` that ends a comment.
pub(super) fn end_of_comment(text: &str) -> Option<usize> {
    let mut rest = text;
    while let Some((c, escaped, after)) = next(rest, &['}']) {
        if c == '}' && !escaped {
            return Some(text.len() - rest.len());
        }
        rest = after;
    }
    None
}

/// `0:09:58`, with a fraction of a second if there is one.
fn write_clock(out: &mut String, clock: Duration) {
    let seconds = clock.as_secs();
    let _ = write!(out, "[%clk {}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if clock.subsec_nanos() > 0 {
        let fraction = format!("{:09}", clock.subsec_nanos());
        let _ = write!(out, ".{}", fraction.trim_end_matches('0'));
    }
    out.push(']');
}

/// Reads a clock time up to its bracket, and returns the rest.
fn read_clock(text: &str) -> Option<(Duration, &str)> {
    let (time, after) = text.split_once(']')?;
    let (whole, fraction) = time.trim().split_once('.').unwrap_or((time.trim(), "0"));
    let number = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse::<u64>().ok())?;
    let mut parts = whole.split(':');
    let (hours, minutes, seconds) = (number(parts.next()?)?, number(parts.next()?)?, number(parts.next()?)?);
    if parts.next().is_some() || minutes > 59 || seconds > 59 || fraction.len() > 9 {
        return None;
    }
    let nanos = number(&format!("{fraction:0<9}"))? as u32;
    let seconds = hours.checked_mul(3600)?.checked_add(minutes * 60 + seconds)?;
    Some((Duration::new(seconds, nanos), after))
}

fn push_escaped(out: &mut String, c: char, special: bool) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\\' => out.push_str("\\\\"),
        c if special => out.extend(['\\', c]),
        c => out.push(c),
    }
}

/// The next character of a text, whether it was escaped, and the rest. `special` are the characters that can be escaped here.
fn next<'a>(text: &'a str, special: &[char]) -> Option<(char, bool, &'a str)> {
    let mut chars = text.chars();
    let first = chars.next()?;
    let plain = chars.as_str();
    if first != '\\' {
        return Some((first, false, plain));
    }
    let meant = match chars.next() {
        Some('n') => '\n',
        Some('r') => '\r',
        Some(c) if c == '\\' || c.is_whitespace() || special.contains(&c) => c,
        _ => return Some(('\\', false, plain)),
    };
    Some((meant, true, chars.as_str()))
}
