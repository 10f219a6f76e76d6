//! Lists of games.

use std::collections::HashMap;

use crate::failure::Failure;
use crate::games::Games;
use crate::games::room::player_info;
use crate::id::{GameId, UserId};
use crate::lobby::IDLE;
use crate::lock::lock;
use crate::play::clock::Millis;
use crate::play::event::GameKind;
use crate::play::summary::GameSummary;
use crate::time::now;

/// Which public games to list.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Public {
    Open,
    Playing,
    Over,
}

/// From this many plies on a game is worth replaying.
const LONG: i64 = 20;

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

    /// The games of these users that can be watched now, each with the user.
    pub(crate) async fn live_games_of(&self, users: &[UserId]) -> Result<Vec<(UserId, GameId)>, Failure> {
        Ok(self.db.games_played_by(users, now() - IDLE).await?)
    }

    /// A finished game that is worth replaying: the last long one, of people if there is one.
    pub(crate) async fn last_good_game(&self) -> Result<Option<GameSummary>, Failure> {
        let mut games = self.list(&self.db.last_long_games(LONG, 12).await?, now()).await?;
        games.retain(|game| !game.setup.is_party());
        let people = games.iter().position(|game| game.setup.kind() == GameKind::Online).unwrap_or(0);
        Ok(games.into_iter().nth(people))
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
        let is_wanted = |id: &GameId| !found.contains_key(id) && self.unreadable.check(*id).is_ok();
        let others: Vec<GameId> = ids.iter().copied().filter(is_wanted).collect();
        let seated = self.db.seated(&others, now).await?;
        for (id, lines) in self.db.logs(&others).await? {
            // An unreadable game does not hide the others.
            let Ok((live, log)) = self.unreadable.replay(id, &lines) else { continue };
            let room = self.room(id);
            let mut slot = room.game.lock().await;
            // Somebody else may have loaded and changed it in the meantime.
            if slot.is_none() {
                let players = player_info(id, &live, &seated);
                self.take_up(id, &room, &mut slot, live, log, players, self.origin_of_loaded());
            }
            let Some(loaded) = &*slot else { continue };
            found.insert(id, loaded.summary(id));
        }
        Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
    }
}
