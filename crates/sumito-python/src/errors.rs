//! Exceptions: the messages of the program, with their place and reason as attributes.

use std::sync::{Mutex, MutexGuard, TryLockError};

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use sumito_rules::IllegalMove;
use sumito_rules::notation::ParseMoveError;
use sumito_rules::record::{self, party};

create_exception!(sumito, Error, PyValueError, "What the package raises for input that it cannot use.");
create_exception!(
    sumito,
    ParseError,
    Error,
    "A text could not be read: what was being read, the offset of the wrong character, what was expected and found there."
);
create_exception!(
    sumito,
    IllegalMoveError,
    Error,
    "The rules forbid a move: a stable key for the reason, and the cell that shows it."
);
create_exception!(
    sumito,
    RecordError,
    Error,
    "A game of a file could not be read: the game and the line from 1, the offset in the line, and a key for the problem."
);

/// Adds the exceptions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("Error", py.get_type::<Error>())?;
    module.add("ParseError", py.get_type::<ParseError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("RecordError", py.get_type::<RecordError>())
}

/// An exception with only a message.
pub(crate) fn error(message: impl ToString) -> PyErr {
    Error::new_err(message.to_string())
}

/// An argument has a wrong type.
pub(crate) fn wrong_type(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let name = found.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected}, found {name}"))
}

/// Something that only one thread uses at a time; an exception for others, which would wait with the interpreter's lock.
pub(crate) fn lock<'a, T>(mutex: &'a Mutex<T>, in_use: &'static str) -> PyResult<MutexGuard<'a, T>> {
    match mutex.try_lock() {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(in_use)),
    }
}

/// Errors of the libraries as exceptions.
pub(crate) trait OrRaise<T> {
    /// The value, or the exception.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T, E: IntoException> OrRaise<T> for Result<T, E> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| error.into_exception(py))
    }
}

/// An error that has an exception of its own.
pub(crate) trait IntoException {
    /// The exception with its attributes.
    fn into_exception(self, py: Python<'_>) -> PyErr;
}

/// The exception with these attributes; failing to set one would be reported instead.
fn with<const N: usize>(py: Python<'_>, exception: PyErr, attributes: [(&str, Option<String>); N], at: Option<usize>) -> PyErr {
    let value = exception.value(py);
    let set = || -> PyResult<()> {
        for (name, text) in attributes {
            value.setattr(name, text)?;
        }
        if let Some(at) = at {
            value.setattr("at", at)?;
        }
        Ok(())
    };
    match set() {
        Ok(()) => exception,
        Err(other) => other,
    }
}

impl IntoException for sumito_rules::ParseError {
    fn into_exception(self, py: Python<'_>) -> PyErr {
        let texts = [
            ("subject", Some(self.subject.key().to_owned())),
            ("expected", Some(self.expected.to_string())),
            ("found", Some(self.found.to_string())),
        ];
        with(py, ParseError::new_err(self.to_string()), texts, Some(self.at))
    }
}

impl IntoException for IllegalMove {
    fn into_exception(self, py: Python<'_>) -> PyErr {
        let texts = [("key", Some(self.key().to_owned())), ("cell", self.cell().map(|cell| cell.to_string()))];
        with(py, IllegalMoveError::new_err(self.to_string()), texts, None)
    }
}

impl IntoException for ParseMoveError {
    fn into_exception(self, py: Python<'_>) -> PyErr {
        match self {
            ParseMoveError::Syntax(error) => error.into_exception(py),
            ParseMoveError::Illegal(error) => error.into_exception(py),
        }
    }
}

impl IntoException for party::Error {
    fn into_exception(self, py: Python<'_>) -> PyErr {
        let exception = RecordError::new_err(self.to_string());
        let numbers = || -> PyResult<()> {
            exception.value(py).setattr("game", self.game)?;
            exception.value(py).setattr("line", self.line)
        };
        match numbers() {
            Ok(()) => with(py, exception, [("key", Some(self.problem.key().to_owned()))], Some(self.at)),
            Err(other) => other,
        }
    }
}

impl IntoException for record::Error {
    fn into_exception(self, py: Python<'_>) -> PyErr {
        party::Error::from(self).into_exception(py)
    }
}
