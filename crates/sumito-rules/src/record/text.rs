//! The small texts within a record: values of tags, comments, clock times, evaluations.
//!
//! Chess files have no way to write a `}` in a comment. Here a backslash keeps the next character from its special meaning, and `\n`
//! and `\r` are line breaks; a backslash before anything else is just that.

use std::fmt::Write;
use std::time::Duration;

use super::Eval;
use crate::notation::ParseError;

/// Writes a tag: `[Name "value"]`.
pub(super) fn write_tag(out: &mut String, name: &str, value: &str) {
    let _ = write!(out, "[{name} \"");
    for c in value.chars() {
        push_escaped(out, c, c == '"');
    }
    out.push_str("\"]\n");
}

/// Reads a tag at the head of a line: name, value, and what follows it.
pub(super) fn read_tag(line: &str) -> Result<(String, String, &str), ParseError> {
    let wrong = |rest: &str, expected| Err(ParseError::new(line.len() - rest.len(), format!("expected {expected} in a tag")));
    let rest = line.strip_prefix('[').unwrap_or(line).trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    if name.is_empty() {
        return wrong(rest, "a name");
    }
    let Some(quoted) = rest.trim_start().strip_prefix('"') else { return wrong(rest, "a value in quotes") };
    let mut value = String::new();
    let mut rest = quoted;
    loop {
        let Some((c, escaped, after)) = next(rest, &['"']) else { return wrong(rest, "a closing quote") };
        rest = after;
        if c == '"' && !escaped {
            break;
        }
        value.push(c);
    }
    match rest.trim_start().strip_prefix(']') {
        Some(after) => Ok((name.to_owned(), value, after)),
        None => wrong(rest, "']'"),
    }
}

/// What stands between braces: a comment, and what programs say within it.
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
        // Readers drop blanks at the ends and take clock times and evaluations out.
        let special = match c {
            '}' => true,
            '[' => comment[at..].starts_with("[%clk") || comment[at..].starts_with("[%eval"),
            c => c.is_whitespace() && (at == 0 || at == last),
        };
        push_escaped(out, c, special);
    }
    out.push('}');
}

/// A text as it would stand between braces.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    text.chars().for_each(|c| push_escaped(&mut out, c, matches!(c, '}' | '[')));
    out
}

/// What a comment says, and the clock time and the evaluation in it. `text` is what stood between the braces.
pub(super) fn read_comment(text: &str) -> Remark {
    let mut remark = Remark::default();
    // Up to here the comment has blanks that were meant.
    let mut kept = 0;
    let mut rest = text;
    while let Some((c, escaped, after)) = next(rest, &['}', '[']) {
        if !escaped && let Some(after) = remark.read_command(rest) {
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
    /// Takes a clock time or an evaluation from the head of a text and gives what follows; the first of each kind counts.
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

/// Where a comment ends in a text: the place of the first `}` that is meant.
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

/// `0:09:58`, with a fraction of the second where there is one.
fn write_clock(out: &mut String, clock: Duration) {
    let seconds = clock.as_secs();
    let _ = write!(out, "[%clk {}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if clock.subsec_nanos() > 0 {
        let fraction = format!("{:09}", clock.subsec_nanos());
        let _ = write!(out, ".{}", fraction.trim_end_matches('0'));
    }
    out.push(']');
}

/// Reads a clock time up to its bracket, and what follows.
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

/// The next character of a text, whether a backslash came before it, and what follows. `special` can be escaped here.
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
