//! The extension module of the Python package `sumito`: rules, environments and engine of the board game Abalone.
//!
//! Python's side of it, with documentation and types, is in `python/sumito`.

use pyo3::prelude::*;

mod batch;
mod data;
mod encode;
mod engine;
mod errors;
mod findings;
mod game;
mod layout;
mod moves;
mod party;
mod pickle;
mod picture;
mod position;
mod record;
mod tables;
mod threads;
mod vec_env;
mod words;

#[pymodule]
fn _sumito(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::add_to(module)?;
    tables::add_to(module)?;
    module.add_class::<moves::PyMove>()?;
    module.add_class::<moves::PyExplanation>()?;
    module.add_class::<findings::Finding>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<layout::PyRules>()?;
    module.add_class::<layout::PyLayout>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<game::PyOutcome>()?;
    module.add_class::<record::PyPly>()?;
    module.add_class::<record::PyRecord>()?;
    module.add_class::<record::PyReader>()?;
    module.add_class::<encode::PyEncoding>()?;
    module.add_class::<vec_env::VecEnv>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<engine::Report>()?;
    module.add_class::<engine::PyLine>()?;
    module.add_function(wrap_pyfunction!(layout::layouts, module)?)?;
    module.add_function(wrap_pyfunction!(encode::action_mask, module)?)?;
    module.add_function(wrap_pyfunction!(engine::network_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(engine::elo, module)?)?;
    module.add_function(wrap_pyfunction!(engine::serve_ugi, module)?)?;
    module.add_function(wrap_pyfunction!(data::self_play, module)?)?;
    module.add_function(wrap_pyfunction!(data::expand, module)?)?;
    module.add_function(wrap_pyfunction!(data::move_actions, module)?)?;
    module.add_function(wrap_pyfunction!(vec_env::play_randomly, module)?)?;

    // In Python they are the module `sumito.party`.
    let py = module.py();
    module.add("PartyLayout", py.get_type::<party::PyPartyLayout>())?;
    module.add("PartyPosition", py.get_type::<party::PyPartyPosition>())?;
    module.add("PartyGame", py.get_type::<party::PyPartyGame>())?;
    module.add("PartyOutcome", py.get_type::<party::PyPartyOutcome>())?;
    module.add("PartyRecord", py.get_type::<party::PyPartyRecord>())?;
    module.add_function(wrap_pyfunction!(party::party_layouts, module)?)
}
