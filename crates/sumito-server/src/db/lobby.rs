//! What lists show.

use super::{Db, DbError, GameId, Millis, Player, UserId, ids};

impl Db {
    /// The games with an open seat, and the public ones in which something happened since.
    pub(crate) async fn open_games(&self, since: Millis) -> Result<Vec<GameId>, DbError> {
        let query = sqlx::query_as(
            "select id from games where status = 'open' or (status = 'playing' and public and updated_at > $1) \
             order by updated_at limit 10000",
        );
        Ok(ids(query.bind(since).fetch_all(&self.pool).await?))
    }

    /// The games of a user that are not over, the latest first.
    pub(crate) async fn running_games_of(&self, user: UserId, limit: i64) -> Result<Vec<GameId>, DbError> {
        let query = sqlx::query_as(
            "select id from games where (black = $1 or white = $1) and status in ('open', 'playing') \
             order by updated_at desc limit $2",
        );
        Ok(ids(query.bind(Player::User(user).to_string()).bind(limit).fetch_all(&self.pool).await?))
    }
}
