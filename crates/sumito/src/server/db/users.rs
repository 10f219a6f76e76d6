//! Users, accounts and sessions.

use sqlx::error::DatabaseError;

use super::{Db, DbError, Millis, UserId};

/// A user, as far as others may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct User {
    pub(crate) id: UserId,
    /// None for a player without an account.
    pub(crate) name: Option<String>,
}

/// An account, as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Profile {
    pub(crate) id: UserId,
    pub(crate) name: String,
    /// When the user came first.
    pub(crate) since: Millis,
}

impl Db {
    /// Adds a user without an account.
    pub(crate) async fn add_user(&self, user: UserId, now: Millis) -> Result<(), DbError> {
        let write = move || {
            let query = sqlx::query("insert into users (id, created_at) values ($1, $2)");
            vec![query.bind(user.to_string()).bind(now)]
        };
        self.write(write).await.map(|_| ())
    }

    /// Gives a user name and password. `false` if the name is taken, or the user has one already.
    pub(crate) async fn register(&self, user: UserId, name: &str, folded: &str, password: &str) -> Result<bool, DbError> {
        let (name, folded, password) = (name.to_owned(), folded.to_owned(), password.to_owned());
        let write = move || {
            let query = sqlx::query(
                "update users set name = $2, folded_name = $3, password = $4 where id = $1 and name is null \
                 and not exists (select 1 from users where folded_name = $3)",
            );
            vec![query.bind(user.to_string()).bind(name.clone()).bind(folded.clone()).bind(password.clone())]
        };
        match self.write(write).await {
            Ok(rows) => Ok(rows == 1),
            Err(error) if error.as_database_error().is_some_and(DatabaseError::is_unique_violation) => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(crate) async fn user(&self, user: UserId) -> Result<Option<User>, DbError> {
        let query = sqlx::query_as("select name from users where id = $1").bind(user.to_string());
        let row: Option<(Option<String>,)> = query.fetch_optional(&self.pool).await?;
        Ok(row.map(|(name,)| User { id: user, name }))
    }

    /// The account with this name.
    pub(crate) async fn profile(&self, folded: &str) -> Result<Option<Profile>, DbError> {
        let query = sqlx::query_as("select id, name, created_at from users where folded_name = $1").bind(folded.to_owned());
        let row: Option<(String, String, Millis)> = query.fetch_optional(&self.pool).await?;
        Ok(row.and_then(|(id, name, since)| Some(Profile { id: id.parse().ok()?, name, since })))
    }

    /// The user with this name, and the digest of the password.
    pub(crate) async fn account(&self, folded: &str) -> Result<Option<(User, String)>, DbError> {
        let query = sqlx::query_as("select id, name, password from users where folded_name = $1").bind(folded.to_owned());
        let row: Option<(String, String, String)> = query.fetch_optional(&self.pool).await?;
        Ok(row.and_then(|(id, name, password)| Some((User { id: id.parse().ok()?, name: Some(name) }, password))))
    }

    pub(crate) async fn add_session(&self, token: &str, user: UserId, expires: Millis) -> Result<(), DbError> {
        let token = token.to_owned();
        let write = move || {
            let query = sqlx::query("insert into sessions (token, user_id, expires_at) values ($1, $2, $3)");
            vec![query.bind(token.clone()).bind(user.to_string()).bind(expires)]
        };
        self.write(write).await.map(|_| ())
    }

    /// The user of a session that has not run out.
    pub(crate) async fn session(&self, token: &str, now: Millis) -> Result<Option<User>, DbError> {
        let query = sqlx::query_as(
            "select users.id, users.name from sessions join users on users.id = sessions.user_id \
             where sessions.token = $1 and sessions.expires_at > $2",
        );
        let row: Option<(String, Option<String>)> = query.bind(token.to_owned()).bind(now).fetch_optional(&self.pool).await?;
        Ok(row.and_then(|(id, name)| Some(User { id: id.parse().ok()?, name })))
    }

    pub(crate) async fn end_session(&self, token: &str) -> Result<(), DbError> {
        let token = token.to_owned();
        let write = move || vec![sqlx::query("delete from sessions where token = $1").bind(token.clone())];
        self.write(write).await.map(|_| ())
    }

    /// Forgets the sessions that have run out.
    pub(crate) async fn sweep_sessions(&self, now: Millis) -> Result<(), DbError> {
        let write = move || vec![sqlx::query("delete from sessions where expires_at <= $1").bind(now)];
        self.write(write).await.map(|_| ())
    }
}
