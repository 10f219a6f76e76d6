//! Accounts that belong to programs.

use sqlx::query;

use super::{Db, DbError, Millis, UserId};
use crate::play::event::Player;

impl Db {
    /// Makes an account a bot for good. `false` if there is no such account, or it has had a game.
    pub(crate) async fn become_bot(&self, user: UserId, now: Millis) -> Result<bool, DbError> {
        // Whoever repeats a request whose reply was lost gets the same answer.
        let update = "update users set bot_since = coalesce(bot_since, $2) where id = $1 and name is not null \
                      and (bot_since is not null or not exists (select 1 from games where black = $3 or white = $3 or blue = $3 \
                      or red = $3 or green = $3 or yellow = $3))";
        let write = move || vec![query(update).bind(user.to_string()).bind(now).bind(Player::User(user).to_string())];
        Ok(self.write(write).await? == 1)
    }
}
