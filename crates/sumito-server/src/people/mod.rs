//! People: their accounts, sessions, settings and progress, and how much one address may request.

pub(crate) mod accounts;
pub(crate) mod bots;
pub(crate) mod caller;
mod common_passwords;
pub(crate) mod devices;
pub(crate) mod game_search;
pub(crate) mod lessons;
pub(crate) mod limits;
pub(crate) mod names;
pub(crate) mod other_nodes;
mod password;
pub(crate) mod profiles;
pub(crate) mod puzzle_runs;
pub(crate) mod puzzles;
mod recovery;
pub(crate) mod session_sockets;
pub(crate) mod sessions;
pub(crate) mod settings;
pub(crate) mod social;
pub(crate) mod sweep;
pub(crate) mod workers;

use std::sync::Arc;

use crate::db::Db;
use crate::games::Games;
use limits::Limits;
use session_sockets::SessionSockets;
use workers::KnownKeys;

/// Everything the server knows and allows about people.
pub(crate) struct People {
    db: Db,
    games: Arc<Games>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) sockets: Arc<SessionSockets>,
    pub(crate) workers: KnownKeys,
}

impl People {
    pub(crate) fn new(games: Arc<Games>, limits: Limits) -> People {
        People { db: games.db().clone(), games, limits: Arc::new(limits), sockets: Arc::default(), workers: KnownKeys::default() }
    }
}
