//! How objects are saved and copied: what `__reduce__` returns.

use pyo3::PyTypeInfo;
use pyo3::prelude::*;

/// What makes an object again, and its arguments.
pub(crate) type Reduced<'py, T> = PyResult<(Bound<'py, PyAny>, T)>;

/// An object that its class makes again from these arguments.
pub(crate) fn made_from<C: PyTypeInfo, T>(py: Python<'_>, arguments: T) -> Reduced<'_, T> {
    Ok((py.get_type::<C>().into_any(), arguments))
}

/// An object that the method `_restore` of its class makes again from these arguments.
pub(crate) fn restored_from<C: PyTypeInfo, T>(py: Python<'_>, arguments: T) -> Reduced<'_, T> {
    Ok((py.get_type::<C>().getattr("_restore")?, arguments))
}
