//! Boards as SVG and text.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use sumito_rules::Move;
use sumito_rules::diagram::{Diagram, Highlight, TextStyle, Theme};

use crate::errors::{OrRaise, error};
use crate::moves;
use crate::words::{self, Number};

/// The SVG of a diagram with the keyword arguments of `svg`; `parse` reads a move of the position.
pub(crate) fn svg(
    diagram: Diagram,
    options: Option<&Bound<'_, PyDict>>,
    parse: impl Fn(&str) -> PyResult<Move>,
) -> PyResult<String> {
    let mut diagram = diagram;
    let Some(options) = options else { return Ok(diagram.svg()) };
    let read = |value: &Bound<'_, PyAny>| match value.cast::<PyString>() {
        Ok(text) => parse(text.to_str()?),
        Err(_) => moves::read_unchecked(value),
    };
    for (name, value) in options.iter() {
        let name: String = name.extract()?;
        diagram = match name.as_str() {
            "theme" => diagram.theme(value.extract::<String>()?.parse::<Theme>().or_raise(options.py())?),
            "view" => diagram.view(value.extract::<Number>()?.symmetry()?),
            "coordinates" => diagram.coordinates(value.extract()?),
            "trays" => diagram.trays(value.extract()?),
            "id" => diagram.id(&value.extract::<String>()?),
            "title" => diagram.title(value.extract::<String>()?),
            "highlight" => diagram.highlight(Highlight::Mark, words::cells(&value)?),
            "last_move" => diagram.last_move(moves::read_unchecked(&value)?),
            "arrow" => diagram.move_arrow(read(&value)?),
            _ => return Err(PyTypeError::new_err(format!("svg() has no argument '{name}'; it has {}", ARGUMENTS.join(", ")))),
        };
    }
    Ok(diagram.svg())
}

const ARGUMENTS: [&str; 9] = ["theme", "view", "coordinates", "trays", "id", "title", "highlight", "last_move", "arrow"];

/// The SVG for a notebook, which may show many: each has its own prefix for names.
pub(crate) fn notebook_svg(diagram: Diagram) -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    diagram.id(&format!("sumito-{}", NUMBER.fetch_add(1, Relaxed))).svg()
}

/// The board as text, in one of the styles.
pub(crate) fn text(diagram: &Diagram, style: &str) -> PyResult<String> {
    let style = match style {
        "ascii" => TextStyle::ASCII,
        "plain" => TextStyle::PLAIN,
        "color" => TextStyle::COLOR,
        _ => return Err(error(format!("expected a style, ascii, plain or color, found {}", words::quoted(style)))),
    };
    Ok(diagram.text(style))
}
