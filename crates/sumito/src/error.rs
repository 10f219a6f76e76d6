//! The program's error type and how it is reported: message, location, and the text with a caret under the wrong character.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use sumito_rules::ParseError;

#[derive(Debug)]
pub(crate) enum Error {
    /// A text cannot be parsed.
    Text { message: String, excerpt: Excerpt },
    /// A file cannot be read or written.
    File(String, io::Error),
    /// The options do not fit together.
    Usage(String),
    /// Anything else.
    Other(String),
    /// The error has already been reported; only the exit code is left.
    Reported,
    /// The result, that there is none within the limit, has already been printed.
    Undecided,
    /// Standard output cannot be written.
    Output(io::Error),
}

/// A line of text and the location of an error in it.
#[derive(Debug)]
pub(crate) struct Excerpt {
    /// The source of the line: an option, or a file and line number.
    origin: String,
    line: String,
    /// The byte offset of the wrong character in the line.
    at: usize,
}

/// How much of a long line is shown on each side of the wrong character.
const CONTEXT: usize = 60;

impl Error {
    /// A text from `origin` that cannot be parsed.
    pub(crate) fn text(origin: impl Into<String>, text: &str, error: &ParseError) -> Error {
        Error::in_text(error.message(), origin, text, error.at)
    }

    /// A file with several lines that is wrong at a byte offset.
    pub(crate) fn in_file(message: String, file: &str, text: &str, at: usize) -> Error {
        let line = text[..text.floor_char_boundary(at)].matches('\n').count() + 1;
        Error::in_text(message, format!("{file}, line {line}"), text, at)
    }

    /// A text from `origin` that is wrong at a byte offset.
    fn in_text(message: String, origin: impl Into<String>, text: &str, at: usize) -> Error {
        let at = text.floor_char_boundary(at);
        // Of several lines, only the wrong one is shown.
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[start..].lines().next().unwrap_or_default();
        Error::at(message, origin.into(), line, at - start)
    }

    /// A line from `origin` that is wrong at a byte offset.
    pub(crate) fn at(message: String, origin: String, line: &str, at: usize) -> Error {
        Error::Text { message, excerpt: Excerpt { origin, line: line.to_owned(), at } }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            // The reader has closed the pipe, as in `sumito moves | head -1`.
            Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Error::Usage(_) => ExitCode::from(2),
            Error::Undecided => ExitCode::from(3),
            _ => ExitCode::FAILURE,
        }
    }

    /// Reports the error on standard error.
    pub(crate) fn report(&self, color: bool) {
        let (red, bold, plain) = if color { ("\x1b[1;31m", "\x1b[1m", "\x1b[0m") } else { ("", "", "") };
        if self.exit_code() == ExitCode::SUCCESS || matches!(self, Error::Reported | Error::Undecided) {
            return;
        }
        // If even this cannot be written, the exit code has to do.
        let _ = write!(io::stderr(), "{red}error{plain}{bold}: {}{plain}\n{}", printable(&self.to_string()), self.location());
    }

    /// The lines that show the location, or where to get help.
    fn location(&self) -> String {
        match self {
            Error::Text { excerpt, .. } => excerpt.to_string(),
            Error::Usage(_) => "\nFor more information, try '--help'.\n".to_owned(),
            _ => String::new(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::File(path, error) => write!(f, "{path}: {error}"),
            Error::Text { message, .. } | Error::Usage(message) | Error::Other(message) => f.write_str(message),
            Error::Reported | Error::Undecided => f.write_str("already reported"),
            Error::Output(error) => write!(f, "cannot write the output: {error}"),
        }
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.line.floor_char_boundary(self.at);
        let [before, after] = [&self.line[..at], &self.line[at..]].map(|part| printable(part).chars().collect::<Vec<char>>());
        let skipped = before.len().saturating_sub(CONTEXT);
        let left = if skipped > 0 { "…" } else { "" };
        let right = if after.len() > CONTEXT { "…" } else { "" };
        let shown: String = before[skipped..].iter().chain(after.iter().take(CONTEXT)).collect();
        let indent = before.len() - skipped + left.chars().count();
        writeln!(f, " --> {}, character {}", self.origin, before.len() + 1)?;
        writeln!(f, "  |\n  | {left}{shown}{right}\n  | {:indent$}^", "")
    }
}

/// Text from a file, made safe to print: without control characters, which could control the terminal.
pub(crate) fn printable(text: &str) -> String {
    text.replace(char::is_control, " ")
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Output(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_wrong_character() {
        let check = |text: &str, at: usize, location: &str| {
            let error = Error::in_text("wrong".into(), "here", text, at);
            assert_eq!(error.location(), location, "{text:?} at {at}");
        };
        check("abc", 1, " --> here, character 2\n  |\n  | abc\n  |  ^\n");
        check("abc", 3, " --> here, character 4\n  |\n  | abc\n  |    ^\n");
        check("", 0, " --> here, character 1\n  |\n  | \n  | ^\n");
        check("äbc", 2, " --> here, character 2\n  |\n  | äbc\n  |  ^\n");
        check("one\ntwo\nthree", 5, " --> here, character 2\n  |\n  | two\n  |  ^\n");
        check("a\tb\x1b[31m", 2, " --> here, character 3\n  |\n  | a b [31m\n  |   ^\n");
        // An offset beyond the text or within a character is harmless.
        check("ä", 1, " --> here, character 1\n  |\n  | ä\n  | ^\n");
        check("a", 99, " --> here, character 2\n  |\n  | a\n  |  ^\n");

        let long = "x".repeat(500);
        let shown = format!("…{}…", "x".repeat(2 * CONTEXT));
        check(&long, 200, &format!(" --> here, character 201\n  |\n  | {shown}\n  | {}^\n", " ".repeat(CONTEXT + 1)));
    }
}
