//! Tables of cells, actions and symmetries.

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use sumito_rules::{Cell, Move, Symmetry};

use crate::encode::place;
use crate::words::symmetry_number;

/// Adds the tables to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let cells: Vec<Cell> = (0..Cell::COUNT).filter_map(Cell::from_index).collect();
    module.add("ACTIONS", Move::INDICES)?;
    module.add("CELLS", PyTuple::new(py, cells.iter().map(ToString::to_string))?)?;
    add_array(module, "GRID", PyArray1::from_iter(py, cells.iter().map(|&cell| place(cell) as i64)).as_any())?;
    let images = |symmetry: Symmetry| cells.iter().map(move |&cell| symmetry.cell(cell).index() as i64).collect();
    let rows: Vec<Vec<i64>> = Symmetry::ALL.into_iter().map(images).collect();
    add_array(module, "SYMMETRY_CELLS", PyArray2::from_vec2(py, &rows)?.as_any())?;
    let image = |symmetry, action| Move::from_index(action).map_or(-1, |m| m.transform(symmetry).index() as i64);
    let images = |symmetry| (0..Move::INDICES).map(|action| image(symmetry, action)).collect();
    let rows: Vec<Vec<i64>> = Symmetry::ALL.into_iter().map(images).collect();
    add_array(module, "SYMMETRY_ACTIONS", PyArray2::from_vec2(py, &rows)?.as_any())?;
    let inverses = Symmetry::ALL.map(|symmetry| symmetry_number(symmetry.inverse()));
    module.add("SYMMETRY_INVERSES", PyTuple::new(py, inverses)?)
}

/// Adds an array that cannot be changed: others rely on it.
fn add_array(module: &Bound<'_, PyModule>, name: &str, array: &Bound<'_, PyAny>) -> PyResult<()> {
    let flags = PyDict::new(module.py());
    flags.set_item("write", false)?;
    array.call_method("setflags", (), Some(&flags))?;
    module.add(name, array)
}
