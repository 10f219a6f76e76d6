//! The way in: connections, the guard of every request, the API and the sockets with their JSON.

pub(crate) mod api;
pub(crate) mod guard;
pub(crate) mod listen;
pub(crate) mod socket;
pub(crate) mod wire;
