//! Lists of games.

use std::collections::HashMap;

use crate::failure::Failure;
use crate::games::Games;
use crate::games::room::{LoadedGame, player_info};
use crate::id::{GameId, UserId};
use crate::lock::lock;
use crate::play::clock::Millis;
use crate::play::live::LiveGame;
use crate::play::summary::GameSummary;
use crate::time::now;

/// Which public games to list.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Public {
    Open,
    Playing,
    Over,
}

impl Games {
    /// Public games, the latest first.
    pub(crate) async fn public_games(&self, which: Public, limit: i64) -> Result<Vec<GameSummary>, Failure> {
        let status = match which {
            Public::Open => "open",
            Public::Playing => "playing",
            Public::Over => "over",
        };
        self.list(&self.db.public_games(status, limit).await?, now()).await
    }

    /// A user's games, the latest first.
    pub(crate) async fn games_of(&self, user: UserId, limit: i64) -> Result<Vec<GameSummary>, Failure> {
        self.list(&self.db.games_of(user, limit).await?, now()).await
    }

    /// A user's unfinished games, the latest first.
    pub(crate) async fn unfinished_games_of(&self, user: UserId, limit: i64) -> Result<Vec<GameSummary>, Failure> {
        self.list(&self.db.running_games_of(user, limit).await?, now()).await
    }

    /// Games for a list, in this order: those in memory as they are, all others by two queries for the whole list.
    pub(crate) async fn list(&self, ids: &[GameId], now: Millis) -> Result<Vec<GameSummary>, Failure> {
        let mut found: HashMap<GameId, GameSummary> = HashMap::with_capacity(ids.len());
        for &id in ids {
            let Some(room) = lock(&self.rooms).get(&id).cloned() else { continue };
            if let Some(loaded) = &*room.game.lock().await {
                found.insert(id, loaded.summary(id));
            }
        }
        let others: Vec<GameId> = ids.iter().copied().filter(|id| !found.contains_key(id)).collect();
        let seated = self.db.seated(&others, now).await?;
        for (id, lines) in self.db.logs(&others).await? {
            let (live, log) = match LiveGame::replay(lines.iter().map(|(at, line)| (*at, line.as_str()))) {
                Ok(replayed) => replayed,
                Err(broken) => {
                    // One game that cannot be read does not hide the others.
                    Failure::from(broken).log();
                    continue;
                }
            };
            let room = self.room(id);
            let mut slot = room.game.lock().await;
            // Somebody may have been faster, and may have gone on from there.
            let loaded = slot.get_or_insert_with(|| {
                self.settle(id, &room, &live, now);
                LoadedGame { players: player_info(id, &live, &seated), live, log, saved_row: None }
            });
            found.insert(id, loaded.summary(id));
        }
        Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
    }
}
