//! Queries for lists of games.

use sumito_rules::ByColor;

use super::{Db, DbError, GameId, Millis, Player, UserId, ids};
use crate::play::event::parse_seat;
use crate::play::unfinished::Unfinished;

impl Db {
    /// The games with an open seat, and the public ones in which something happened since.
    pub(crate) async fn open_games(&self, since: Millis) -> Result<Vec<GameId>, DbError> {
        let query = sqlx::query_as(
            "select id from games where status = 'open' or (status = 'playing' and public and updated_at > $1) \
             order by updated_at limit 10000",
        );
        Ok(ids(query.bind(since).fetch_all(&self.pool).await?))
    }

    /// The games that a user still plays, the latest first.
    pub(crate) async fn running_games_of(&self, user: UserId, limit: i64) -> Result<Vec<GameId>, DbError> {
        let query = sqlx::query_as(concat!(
            "select id from games where ",
            still_seated!(),
            " and status in ('open', 'playing') order by updated_at desc limit $2"
        ));
        Ok(ids(query.bind(Player::User(user).to_string()).bind(limit).fetch_all(&self.pool).await?))
    }

    /// A user's unfinished games and open seats, without those that the user has left while others play on. Games against the engine count if they had activity since then.
    pub(crate) async fn unfinished(&self, user: UserId, since: Millis) -> Result<Unfinished, DbError> {
        let query = sqlx::query_as(concat!(
            "select count(case when people and on_time then 1 end), \
             count(case when (people or status = 'open') and not on_time then 1 end), \
             count(case when status = 'open' and public and challenged is null and not on_time then 1 end), \
             count(case when status = 'open' and not public then 1 end), \
             count(case when engine and updated_at > $2 then 1 end) \
             from (select status, public, challenged, updated_at, \
             coalesce(speed, 'correspondence') <> 'correspondence' as on_time, \
             case when seats > 2 then kind = 'engine' \
             else coalesce(black, '') like 'engine:%' or coalesce(white, '') like 'engine:%' end as engine, \
             case when seats > 2 then kind = 'online' and status = 'playing' \
             else black <> white and black like 'user:%' and white like 'user:%' end as people \
             from games where ",
            still_seated!(),
            " and status in ('open', 'playing')) own",
        ));
        let query = query.bind(Player::User(user).to_string()).bind(since);
        let (live, slow, listed, invitations, engine): (i64, i64, i64, i64, i64) = query.fetch_one(&self.pool).await?;
        Ok(Unfinished { live, slow, listed, invitations, engine })
    }

    /// The open seats of a user in the lobby that give way when the user sits down elsewhere: all but those with days for a move.
    pub(crate) async fn listed_seats_of(&self, user: UserId) -> Result<Vec<GameId>, DbError> {
        let query = sqlx::query_as(concat!(
            "select id from games where ",
            seated!(),
            " and status = 'open' and public and challenged is null and coalesce(speed, '') <> 'correspondence'",
        ));
        Ok(ids(query.bind(Player::User(user).to_string()).fetch_all(&self.pool).await?))
    }

    /// The sides of two users in the last rated games against each other in which both have moved, or which are over.
    pub(crate) async fn colors_of(&self, users: [UserId; 2], limit: i64) -> Result<Vec<ByColor<UserId>>, DbError> {
        let query = sqlx::query_as(
            "select black, white from games where rated and seats = 2 and ((black = $1 and white = $2) or (black = $2 and white = $1)) \
             and (status = 'over' or (status = 'playing' and \
             (select count(*) from events where events.game = games.id and events.line like 'moved%') >= 2)) \
             order by created_at desc limit $3",
        );
        let [one, other] = users.map(|user| Player::User(user).to_string());
        let rows: Vec<(String, String)> = query.bind(one).bind(other).bind(limit).fetch_all(&self.pool).await?;
        let user = |seat: &str| match parse_seat(seat) {
            Ok(Some(Player::User(user))) => Some(user),
            _ => None,
        };
        Ok(rows.iter().filter_map(|(black, white)| Some(ByColor::new(user(black)?, user(white)?))).collect())
    }
}
