//! What lists show.

use super::{Db, DbError, GameId, Millis, ids};

impl Db {
    /// The games that wait for a second player, and those that everybody may watch and in which something happened since.
    pub(crate) async fn open_games(&self, since: Millis) -> Result<Vec<GameId>, DbError> {
        let query = sqlx::query_as(
            "select id from games where status = 'waiting' or (status = 'playing' and public and updated_at > $1) \
             order by updated_at limit 10000",
        );
        Ok(ids(query.bind(since).fetch_all(&self.pool).await?))
    }
}
