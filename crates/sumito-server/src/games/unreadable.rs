//! Games whose logs do not replay. They are read once, logged once, and left alone until the server is started again.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::id::GameId;
use crate::lock::lock;
use crate::play::clock::Millis;
use crate::play::event::Event;
use crate::play::live::{BrokenLog, LiveGame};

#[derive(Default)]
pub(super) struct Unreadable {
    games: Mutex<HashMap<GameId, BrokenLog>>,
}

impl Unreadable {
    /// Refuses a game that is known not to replay.
    pub(super) fn check(&self, game: GameId) -> Result<(), BrokenLog> {
        lock(&self.games).get(&game).map_or(Ok(()), |broken| Err(*broken))
    }

    /// The game and its events, from its log.
    pub(super) fn replay(&self, game: GameId, lines: &[(Millis, String)]) -> Result<(LiveGame, Vec<Event>), BrokenLog> {
        let replayed = LiveGame::replay(lines.iter().map(|(at, line)| (*at, line.as_str())));
        replayed.inspect_err(|broken| {
            if lock(&self.games).insert(game, *broken).is_none() {
                tracing::error!(%game, error = %broken, "the log of a game does not replay, the game cannot be read");
            }
        })
    }
}
