//! Follows, blocks, challenges that wait for an answer, and the index of names for player search.

use sqlx::{AssertSqlSafe, query, query_as, query_scalar};
use sumito_rules::party::Seat;

use super::writer::Statement;
use super::{Db, DbError, GameId, Millis, User, UserId, placeholders};
use crate::play::challenge::Sent;
use crate::play::event::{Player, Setup};
use crate::play::seats::seat_name;

/// A challenge without an answer.
#[derive(Clone, Debug)]
pub(crate) struct Challenge {
    pub(crate) game: GameId,
    pub(crate) setup: Setup,
    pub(crate) by: User,
    pub(crate) to: User,
    pub(crate) at: Millis,
}

/// Whether two users block each other.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Blocked {
    /// The first has blocked the second.
    pub(crate) by_first: bool,
    pub(crate) by_second: bool,
}

/// The shortest part of a name that is searched for inside of names.
const SHORTEST_PART: usize = 3;

const UNFOLLOW: &str = "delete from follows where user_id = $1 and followed = $2";

/// The id and name of a user, and since when they are a bot.
type UserRow = (String, Option<String>, Option<Millis>);
type ChallengeRow = (String, String, Millis, String, Option<String>, Option<Millis>, String, Option<String>, Option<Millis>);

/// Accounts whose names begin with some letters.
pub(super) const NAMES_BEGINNING: &str = "select users.id, users.name, users.bot_since from name_parts join users on users.id = name_parts.user_id \
     where start = 0 and part >= $1 and part < $2 order by part limit $3";
/// Accounts whose names contain some letters further on.
pub(super) const NAMES_INSIDE: &str = "select users.id, users.name, users.bot_since from name_parts join users on users.id = name_parts.user_id \
     where start > 0 and part >= $1 and part < $2 order by part limit $3";

impl Db {
    /// Remembers that a user follows another one.
    pub(crate) async fn follow(&self, user: UserId, followed: UserId, now: Millis) -> Result<(), DbError> {
        let insert = "insert into follows (user_id, followed, at) values ($1, $2, $3) on conflict do nothing";
        self.write(move || vec![pair(insert, user, followed).bind(now)]).await.map(|_| ())
    }

    pub(crate) async fn unfollow(&self, user: UserId, followed: UserId) -> Result<(), DbError> {
        self.write(move || vec![pair(UNFOLLOW, user, followed)]).await.map(|_| ())
    }

    /// Blocks a user. Neither follows the other from then on.
    pub(crate) async fn block(&self, user: UserId, blocked: UserId, now: Millis) -> Result<(), DbError> {
        let insert = "insert into blocks (user_id, blocked, at) values ($1, $2, $3) on conflict do nothing";
        let write =
            move || vec![pair(UNFOLLOW, user, blocked), pair(UNFOLLOW, blocked, user), pair(insert, user, blocked).bind(now)];
        self.write(write).await.map(|_| ())
    }

    pub(crate) async fn unblock(&self, user: UserId, blocked: UserId) -> Result<(), DbError> {
        let delete = "delete from blocks where user_id = $1 and blocked = $2";
        self.write(move || vec![pair(delete, user, blocked)]).await.map(|_| ())
    }

    /// The users whom a user follows, by name.
    pub(crate) async fn followed(&self, user: UserId) -> Result<Vec<User>, DbError> {
        self.related(
            "select users.id, users.name, users.bot_since from follows join users on users.id = follows.followed \
             where follows.user_id = $1 order by users.folded_name",
            user,
        )
        .await
    }

    /// The users whom a user has blocked, by name.
    pub(crate) async fn blocked(&self, user: UserId) -> Result<Vec<User>, DbError> {
        self.related(
            "select users.id, users.name, users.bot_since from blocks join users on users.id = blocks.blocked \
             where blocks.user_id = $1 order by users.folded_name",
            user,
        )
        .await
    }

    async fn related(&self, select: &'static str, user: UserId) -> Result<Vec<User>, DbError> {
        Ok(users(query_as(select).bind(user.to_string()).fetch_all(&self.pool).await?))
    }

    pub(crate) async fn follows(&self, user: UserId, other: UserId) -> Result<bool, DbError> {
        let count = query_scalar("select count(*) from follows where user_id = $1 and followed = $2");
        let count: i64 = count.bind(user.to_string()).bind(other.to_string()).fetch_one(&self.pool).await?;
        Ok(count > 0)
    }

    /// Whether one of two users has blocked the other.
    pub(crate) async fn blocks(&self, first: UserId, second: UserId) -> Result<Blocked, DbError> {
        let select =
            query_scalar("select user_id from blocks where (user_id = $1 and blocked = $2) or (user_id = $2 and blocked = $1)");
        let by: Vec<String> = select.bind(first.to_string()).bind(second.to_string()).fetch_all(&self.pool).await?;
        let has = |user: UserId| by.iter().any(|by| *by == user.as_str());
        Ok(Blocked { by_first: has(first), by_second: has(second) })
    }

    /// The public games on time that these users play now, each with the user.
    pub(crate) async fn games_played_by(&self, users: &[UserId], since: Millis) -> Result<Vec<(UserId, GameId)>, DbError> {
        if users.is_empty() {
            return Ok(Vec::new());
        }
        let places = placeholders(users.len());
        let last = users.len() + 1;
        let arms = Seat::ALL.map(|seat| {
            let seat = seat_name(seat);
            format!(
                "select {seat}, id from games where status = 'playing' and public and {seat} in ({places}) and updated_at > ${last} \
                 and coalesce(speed, '') <> 'correspondence'"
            )
        });
        let select = users
            .iter()
            .fold(query_as(AssertSqlSafe(arms.join(" union all "))), |select, user| select.bind(Player::User(*user).to_string()));
        let rows: Vec<(String, String)> = select.bind(since).fetch_all(&self.pool).await?;
        Ok(rows.iter().filter_map(|(user, game)| Some((user.strip_prefix("user:")?.parse().ok()?, game.parse().ok()?))).collect())
    }

    /// The challenges to and by a user that nobody has answered, the latest first.
    pub(crate) async fn challenges(&self, user: UserId) -> Result<Vec<Challenge>, DbError> {
        // A challenger has the only seat that is taken.
        let select = "select games.id, events.line, games.created_at, by_users.id, by_users.name, \
                      by_users.bot_since, to_users.id, to_users.name, to_users.bot_since \
                      from games join events on events.game = games.id and events.version = 1 \
                      join users by_users on by_users.id = substr(coalesce(games.black, games.white), 6) \
                      join users to_users on to_users.id = games.challenged where games.status = 'open' and ";
        let text = format!(
            "{select} games.challenged = $1 union all {select} games.challenged is not null and games.black = $2 union all \
             {select} games.challenged is not null and games.white = $2"
        );
        let select = query_as(AssertSqlSafe(text)).bind(user.to_string()).bind(Player::User(user).to_string());
        let rows: Vec<ChallengeRow> = select.fetch_all(&self.pool).await?;
        let mut challenges: Vec<Challenge> = rows.into_iter().filter_map(challenge).collect();
        challenges.sort_by_key(|challenge| std::cmp::Reverse((challenge.at, challenge.game)));
        Ok(challenges)
    }

    /// What a user has sent since a moment.
    pub(crate) async fn challenges_sent(&self, user: UserId, to: UserId, since: Millis) -> Result<Sent, DbError> {
        let text = "select count(case when status = 'open' then 1 end), count(case when status = 'open' and challenged = $2 then 1 end), \
                    count(case when created_at > $3 then 1 end) from games \
                    where challenged is not null and (updated_at > $3 or status = 'open') and challenged <> $4 and ";
        // A game that was accepted has a second player: the challenger is the one who was not challenged.
        let text = format!("{text} black = $1 union all {text} white = $1");
        let select = query_as(AssertSqlSafe(text)).bind(Player::User(user).to_string()).bind(to.to_string());
        let rows: Vec<(i64, i64, i64)> = select.bind(since).bind(user.to_string()).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().fold(Sent::default(), |sent, (pending, to_same, lately)| Sent {
            pending: sent.pending + pending,
            to_same: sent.to_same + to_same,
            lately: sent.lately + lately,
        }))
    }

    /// Lets an account be found by its name.
    pub(crate) async fn index_name(&self, user: UserId, letters: &str) -> Result<(), DbError> {
        let parts = name_parts(letters);
        let write = move || {
            let insert = "insert into name_parts (part, user_id, start) values ($1, $2, $3) on conflict do nothing";
            let insert = |(start, part): &(i64, String)| query(insert).bind(part.clone()).bind(user.to_string()).bind(*start);
            parts.iter().map(insert).collect()
        };
        self.write(write).await.map(|_| ())
    }

    /// Some accounts that cannot be found by their names yet.
    pub(crate) async fn unindexed_names(&self) -> Result<Vec<(UserId, String)>, DbError> {
        let select = query_as(
            "select id, folded_name from users where folded_name is not null \
             and not exists (select 1 from name_parts where user_id = users.id) limit 200",
        );
        let rows: Vec<(String, String)> = select.fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(|(id, name)| Some((id.parse().ok()?, name))).collect())
    }

    /// Accounts by a part of their names: first those whose names begin with it.
    pub(crate) async fn find_names(&self, letters: &str, limit: i64) -> Result<Vec<User>, DbError> {
        // No letter of a name comes after the last one.
        let end = format!("{letters}~");
        let mut found: Vec<User> = Vec::new();
        for (text, shortest) in [(NAMES_BEGINNING, 1), (NAMES_INSIDE, SHORTEST_PART)] {
            if letters.len() < shortest || found.len() as i64 >= limit {
                continue;
            }
            let select = query_as(text).bind(letters.to_owned()).bind(end.clone()).bind(2 * limit);
            for user in users(select.fetch_all(&self.pool).await?) {
                if !found.contains(&user) {
                    found.push(user);
                }
            }
        }
        found.truncate(limit as usize);
        Ok(found)
    }
}

/// A statement about a user and another one.
fn pair(statement: &'static str, user: UserId, other: UserId) -> Statement {
    query(statement).bind(user.to_string()).bind(other.to_string())
}

/// The parts by which a name is found, each with its place: the whole, and its ends as long as they are long enough.
fn name_parts(letters: &str) -> Vec<(i64, String)> {
    let last = letters.len().saturating_sub(SHORTEST_PART);
    let inner = (1..=last).map(|start| (start as i64, letters[start..].to_owned()));
    std::iter::once((0, letters.to_owned())).chain(inner).collect()
}

fn user((id, name, bot): UserRow) -> Option<User> {
    Some(User { id: id.parse().ok()?, name, is_bot: bot.is_some() })
}

fn users(rows: Vec<UserRow>) -> Vec<User> {
    rows.into_iter().filter_map(user).collect()
}

fn challenge((game, line, at, by, by_name, by_bot, to, to_name, to_bot): ChallengeRow) -> Option<Challenge> {
    let setup = Setup::parse(&line)?;
    let (by, to) = (user((by, by_name, by_bot))?, user((to, to_name, to_bot))?);
    Some(Challenge { game: game.parse().ok()?, setup, by, to, at })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_their_ends() {
        let parts = |name: &str| name_parts(name).into_iter().map(|(start, part)| format!("{start}{part}")).collect::<Vec<_>>();
        assert_eq!(parts("anna"), ["0anna", "1nna"]);
        assert_eq!(parts("ab"), ["0ab"]);
        assert_eq!(parts(""), ["0"]);
    }
}
