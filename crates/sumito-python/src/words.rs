//! What Python says in words and numbers: colors, seats, cells, directions, symmetries.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use sumito_rules::party::Seat;
use sumito_rules::{Cell, Cells, Color, Direction, Symmetry};

use crate::errors::{OrRaise, error, wrong_type};

/// A text in quotes, or the beginning of a long one.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("'{}...'", &text[..end]),
        None => format!("'{text}'"),
    }
}

/// Nobody reads more of a wrong text.
const LONGEST: usize = 40;

/// The name of a color.
pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Reads the name of a color.
pub(crate) fn color(name: &str) -> PyResult<Color> {
    Color::ALL
        .into_iter()
        .find(|&color| color_name(color) == name)
        .ok_or_else(|| error(format!("expected 'black' or 'white', found {}", quoted(name))))
}

/// The name of a seat.
pub(crate) const fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::Black => "black",
        Seat::White => "white",
        Seat::Blue => "blue",
        Seat::Red => "red",
        Seat::Green => "green",
        Seat::Yellow => "yellow",
    }
}

/// Reads the name of a seat.
pub(crate) fn seat(name: &str) -> PyResult<Seat> {
    Seat::ALL.into_iter().find(|&seat| seat_name(seat) == name).ok_or_else(|| {
        let names = Seat::ALL.map(seat_name).join(", ");
        error(format!("expected a seat, one of {names}, found {}", quoted(name)))
    })
}

/// Reads the name of a direction.
pub(crate) fn direction(name: &str) -> PyResult<Direction> {
    Direction::ALL.into_iter().find(|direction| direction.to_string() == name).ok_or_else(|| {
        let names = Direction::ALL.map(|direction| direction.to_string()).join(", ");
        error(format!("expected a direction, one of {names}, found {}", quoted(name)))
    })
}

/// A whole number of any size, until its range is known: what is out of range is our error, not an overflow of some type.
#[derive(Clone, Copy)]
pub(crate) struct Number(pub(crate) i128);

impl Number {
    pub(crate) const fn of(number: u64) -> Number {
        Number(number as i128)
    }

    /// The number, if it is in the range; `what` names it in the error.
    pub(crate) fn within<T>(self, what: &str, range: RangeInclusive<T>) -> PyResult<T>
    where
        T: TryFrom<i128> + PartialOrd + Display + Copy,
    {
        let number = T::try_from(self.0).ok().filter(|number| range.contains(number));
        number.ok_or_else(|| error(format!("expected {what} from {} to {}, found {self}", range.start(), range.end())))
    }

    /// The symmetry with this number.
    pub(crate) fn symmetry(self) -> PyResult<Symmetry> {
        Ok(Symmetry::ALL[self.within("a symmetry", 0..=Symmetry::ALL.len() - 1)?])
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if matches!(self.0, i128::MIN | i128::MAX) { write!(f, "a number of more than 38 digits") } else { self.0.fmt(f) }
    }
}

impl FromPyObject<'_, '_> for Number {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, '_, PyAny>) -> PyResult<Number> {
        if !argument.hasattr("__index__")? {
            return Err(wrong_type("a whole number", &argument));
        }
        let too_large = |error: PyErr| match argument.lt(0) {
            // No range contains these.
            Ok(is_negative) if error.is_instance_of::<PyOverflowError>(argument.py()) => {
                Ok(if is_negative { i128::MIN } else { i128::MAX })
            }
            _ => Err(error),
        };
        argument.extract::<i128>().or_else(too_large).map(Number)
    }
}

/// The number of a symmetry.
pub(crate) fn symmetry_number(symmetry: Symmetry) -> usize {
    usize::from(symmetry.turns()) + if symmetry.is_mirrored() { 6 } else { 0 }
}

/// The names of cells in reading order.
pub(crate) fn cell_names(cells: Cells) -> Vec<String> {
    cells.sorted().map(|cell| cell.to_string()).collect()
}

/// Reads a set of cells: text such as `a1-a5 b2`, or names one by one.
pub(crate) fn cells(argument: &Bound<'_, PyAny>) -> PyResult<Cells> {
    let py = argument.py();
    if let Ok(text) = argument.cast::<PyString>() {
        return text.to_str()?.parse::<Cells>().or_raise(py);
    }
    let expected = "cells as text, such as 'a1-a5 b2', or their names";
    let mut cells = Cells::EMPTY;
    for item in argument.try_iter().map_err(|_| wrong_type(expected, argument))? {
        let item = item?;
        let name = item.cast::<PyString>().map_err(|_| wrong_type(expected, &item))?;
        cells.insert(name.to_str()?.parse::<Cell>().or_raise(py)?);
    }
    Ok(cells)
}
