//! Rating points that the opponents of a banned account get back, in the transaction of the ban. Deviations stay as they are.

use sqlx::{AnyConnection, query, query_as, query_scalar};

use super::{Db, DbError};
use crate::id::UserId;
use crate::moderation::{PointsChange, Refund, refunds};
use crate::play::clock::Millis;
use crate::play::ratings::RANGE;

/// Points that somebody got back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SavedRefund {
    /// Of the opponent; `None` for a deleted account.
    pub(crate) name: Option<String>,
    /// The speed as the tables of ratings have it.
    pub(crate) pool: String,
    pub(crate) points: f64,
    pub(crate) at: Millis,
    pub(crate) undone_at: Option<Millis>,
}

/// Name, speed, points, when, and when they were taken back.
type RefundRow = (Option<String>, String, f64, Millis, Option<Millis>);

impl Db {
    /// What the opponents of an account got back, the latest first.
    pub(crate) async fn refunds_of(&self, banned: UserId) -> Result<Vec<SavedRefund>, DbError> {
        let select = query_as(
            "select users.name, refunds.speed, refunds.points, refunds.at, refunds.undone_at from refunds \
             left join users on users.id = refunds.user_id where banned = $1 order by number desc, users.name, refunds.speed",
        );
        let rows: Vec<RefundRow> = select.bind(banned.to_string()).fetch_all(&self.pool).await?;
        let refund = |(name, pool, points, at, undone_at): RefundRow| SavedRefund { name, pool, points, at, undone_at };
        Ok(rows.into_iter().map(refund).collect())
    }

    /// The opponents who have got points back from an account, or had to return them.
    pub(crate) async fn refunded_users(&self, banned: UserId) -> Result<Vec<UserId>, DbError> {
        let select = query_scalar("select distinct user_id from refunds where banned = $1").bind(banned.to_string());
        let ids: Vec<String> = select.fetch_all(&self.pool).await?;
        Ok(ids.into_iter().filter_map(|id| id.parse().ok()).collect())
    }
}

/// Gives back what the opponents of a banned account have lost to it since a moment, as far as they have not got it before.
pub(super) async fn give(
    connection: &mut AnyConnection,
    banned: UserId,
    number: u32,
    since: Millis,
    now: Millis,
) -> Result<(), sqlx::Error> {
    let select = query_as(
        "select theirs.user_id, theirs.speed, theirs.old_rating, theirs.new_rating from rated_games own \
         join rated_games theirs on theirs.game = own.game and theirs.user_id <> own.user_id where own.user_id = $1 and own.at > $2",
    );
    let rows: Vec<(String, String, f64, f64)> = select.bind(banned.to_string()).bind(since).fetch_all(&mut *connection).await?;
    let change = |(user, pool, before, after): (String, String, f64, f64)| {
        Some(PointsChange { user: user.parse().ok()?, pool, before, after })
    };
    let changes: Vec<PointsChange> = rows.into_iter().filter_map(change).collect();
    // Always in the same order, so that two servers cannot wait for each other.
    for Refund { user, pool, points } in refunds(&changes) {
        let select = query_scalar("select points from refunds where banned = $1 and number = $2 and user_id = $3 and speed = $4");
        let select = select.bind(banned.to_string()).bind(i64::from(number)).bind(user.to_string()).bind(pool.clone());
        let given: Option<f64> = select.fetch_optional(&mut *connection).await?;
        // What is left is less than anybody sees, or new.
        let owed = points - given.unwrap_or(0.0);
        if owed < 0.001 {
            continue;
        }
        let Some(changed) = add(connection, user, &pool, owed).await? else { continue };
        let insert = query(
            "insert into refunds (banned, number, user_id, speed, points, at) values ($1, $2, $3, $4, $5, $6) \
             on conflict (banned, number, user_id, speed) do update set points = refunds.points + excluded.points, at = excluded.at",
        );
        let insert = insert.bind(banned.to_string()).bind(i64::from(number)).bind(user.to_string()).bind(pool.clone());
        insert.bind(changed).bind(now).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Takes back all refunds of an account, whose ban was lifted.
pub(super) async fn take_back(connection: &mut AnyConnection, banned: UserId, now: Millis) -> Result<(), sqlx::Error> {
    let select =
        query_as("select user_id, speed, points from refunds where banned = $1 and undone_at is null order by user_id, speed");
    let rows: Vec<(String, String, f64)> = select.bind(banned.to_string()).fetch_all(&mut *connection).await?;
    for (user, pool, points) in rows {
        if let Ok(user) = user.parse() {
            add(connection, user, &pool, -points).await?;
        }
    }
    let update = query("update refunds set undone_at = $2 where banned = $1 and undone_at is null");
    update.bind(banned.to_string()).bind(now).execute(connection).await?;
    Ok(())
}

/// Adds points to a rating, within its range. Returns by how much it changed; `None` if there is no such rating.
async fn add(connection: &mut AnyConnection, user: UserId, pool: &str, points: f64) -> Result<Option<f64>, sqlx::Error> {
    // This locks the row, so that nobody else changes what is read here before the transaction ends.
    let lock = query_scalar("update ratings set rating = rating where user_id = $1 and speed = $2 returning rating");
    let rating: Option<f64> = lock.bind(user.to_string()).bind(pool.to_owned()).fetch_optional(&mut *connection).await?;
    let Some(rating) = rating else { return Ok(None) };
    let after = (rating + points).clamp(RANGE.0, RANGE.1);
    let update = query("update ratings set rating = $3 where user_id = $1 and speed = $2");
    update.bind(user.to_string()).bind(pool.to_owned()).bind(after).execute(connection).await?;
    Ok(Some(after - rating))
}
