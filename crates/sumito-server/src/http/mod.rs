//! HTTP: connections, the middleware for every request, the API, and the sockets with their JSON.

mod account_events;
pub(crate) mod api;
mod caller;
pub(crate) mod cookies;
mod game_socket;
pub(crate) mod guard;
pub(crate) mod listen;
mod lobby_socket;
mod socket;
mod streams;
mod tournament_socket;
pub(crate) mod wire;
