//! Reads tournament files.

use std::io::Read;
use std::path::Path;
use std::{fs, io};

use sumito_tournament::{Event, csv, trf};

use crate::error::Error;

/// Reads a TRF file, or a table if its name ends with `.csv`; - is standard input.
pub(crate) fn read(path: &Path) -> Result<Event, Error> {
    let (name, text) = if path == Path::new("-") {
        let mut text = String::new();
        ("standard input".to_owned(), io::stdin().read_to_string(&mut text).map(|_| text))
    } else {
        (path.display().to_string(), fs::read_to_string(path))
    };
    let text = text.map_err(|error| Error::File(name.clone(), error))?;
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
        return csv::read(&text).map_err(|error| Error::Other(format!("{name}, {error}")));
    }
    trf::read(&text).map_err(|error| {
        let at = error.text.char_indices().nth(error.column - 1).map_or(error.text.len(), |(at, _)| at);
        Error::at(error.problem.to_string(), format!("{name}, line {}", error.line), &error.text, at)
    })
}
