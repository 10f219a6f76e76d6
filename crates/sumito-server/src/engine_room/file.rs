//! All games of the list as one file, read from the database as the reader goes on.

use std::sync::Arc;

use futures_util::stream::{self, Stream};
use sumito_rules::record::GameResult;

use super::EngineRoom;
use crate::db::CountedGame;
use crate::engines::{Listing, RoomResult};
use crate::failure::Failure;
use crate::games::record::record_of_log;
use crate::id::GameId;
use crate::play::clock::Millis;

/// How many games are in memory at a time.
const CHUNK: i64 = 20;

/// How far a reader has come.
struct Reading {
    room: Arc<EngineRoom>,
    list: Arc<Listing>,
    /// The last game that was read: when it ended, and its id.
    after: (Millis, String),
}

impl EngineRoom {
    /// The games that the list is based on, the oldest first.
    pub(crate) fn file(self: &Arc<EngineRoom>) -> impl Stream<Item = Result<String, Failure>> + Send + 'static {
        let reading = Reading { room: Arc::clone(self), list: self.list(), after: (-1, String::new()) };
        stream::try_unfold(reading, async |mut reading: Reading| Ok(reading.next().await?.map(|text| (text, reading))))
    }
}

impl Reading {
    /// The next games as text; nothing after the last one.
    async fn next(&mut self) -> Result<Option<String>, Failure> {
        let control = self.list.conditions.control.to_string();
        let games = self.room.db.counted_games(&control, self.after.clone(), CHUNK).await?;
        let Some(last) = games.last() else { return Ok(None) };
        self.after = (last.ended_at, last.game.to_string());
        // What has ended since belongs to the next list.
        let in_list = |game: &&CountedGame| game.ended_at <= self.list.at && self.names(game).is_some();
        let games: Vec<&CountedGame> = games.iter().filter(in_list).collect();
        let ids: Vec<GameId> = games.iter().map(|game| game.game).collect();
        let logs = self.room.db.logs(&ids).await?;
        let mut text = String::new();
        for game in games {
            let (Some([black, white]), Some(lines)) = (self.names(game), logs.get(&game.game)) else { continue };
            let result = match game.result {
                RoomResult::Won(color) => GameResult::Won(color),
                RoomResult::Drawn | RoomResult::Void => GameResult::Drawn,
            };
            let tags = [
                ("Event", self.list.conditions.to_string()),
                ("Black", black),
                ("White", white),
                ("Round", (game.opening + 1).to_string()),
                ("GameId", game.game.to_string()),
            ];
            match record_of_log(lines, result, &tags) {
                Ok(record) => text += &record,
                Err(error) => tracing::error!(game = %game.game, %error, "a game of the engine room cannot be read"),
            }
        }
        Ok(Some(text))
    }

    /// The names of both players, if they are in the list.
    fn names(&self, game: &CountedGame) -> Option<[String; 2]> {
        let name = |entry| self.list.entries.get(&entry).map(crate::engines::Entry::label);
        Some([name(game.black)?, name(game.white)?])
    }
}
