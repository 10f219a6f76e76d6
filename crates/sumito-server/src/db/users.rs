//! Users, accounts and sessions.

use std::collections::{BTreeMap, HashSet};

use sqlx::AssertSqlSafe;

use super::{Db, DbError, MOST_AT_ONCE, Millis, UserId, placeholders, settings};

/// What others may know about a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct User {
    pub(crate) id: UserId,
    /// None for a player without an account.
    pub(crate) name: Option<String>,
    /// Whether a program plays with the account.
    pub(crate) is_bot: bool,
}

impl User {
    /// A person without an account.
    pub(crate) fn guest(id: UserId) -> User {
        User { id, name: None, is_bot: false }
    }
}

/// The public part of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Profile {
    pub(crate) id: UserId,
    pub(crate) name: String,
    /// Whether a program plays with the account.
    pub(crate) is_bot: bool,
    /// When the user was first seen.
    pub(crate) since: Millis,
}

/// What a session allows.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    /// A program may see what the user sees.
    Read,
    /// A program may play as well.
    Play,
    /// A program may also declare that the account is its own.
    Bot,
    /// The user, in a browser.
    Full,
}

impl Scope {
    /// The scope of a token by its name.
    pub(crate) fn of_token(name: &str) -> Option<Scope> {
        [Scope::Read, Scope::Play, Scope::Bot].into_iter().find(|scope| scope.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Bot => "bot",
            Scope::Full => "full",
        }
    }

    /// From its column, which is empty for a browser. An unknown value allows the least.
    fn saved(label: Option<&str>, scope: Option<&str>) -> Scope {
        if label.is_none() { Scope::Full } else { scope.and_then(Scope::of_token).unwrap_or(Scope::Read) }
    }
}

/// A session, for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SessionInfo {
    /// The digest of its secret, which is useless for signing in.
    pub(crate) digest: String,
    /// The name that the user gave to a program's session.
    pub(crate) label: Option<String>,
    pub(crate) scope: Scope,
    pub(crate) since: Millis,
}

/// The id and name of a user, since when they are a bot, and the label and scope of their session.
type SessionRow = (String, Option<String>, Option<Millis>, Option<String>, Option<String>);
/// The id and name of a user, since when they are a bot, and the digest of the recovery code.
type RecoveryRow = (String, Option<String>, Option<Millis>, Option<String>);
/// The id and name of a user, since when they are a bot, their settings, and how many challenges wait for them.
type ReaderRow = (String, Option<String>, Option<Millis>, Option<String>, i64);

/// The statements that delete a user's other data, besides games, ratings and chat.
const DELETE_BELONGINGS: [&str; 11] = [
    "delete from sessions where user_id = $1",
    "delete from settings where user_id = $1",
    "delete from lesson_stars where user_id = $1",
    "delete from puzzle_attempts where user_id = $1",
    "delete from puzzle_solvers where user_id = $1",
    "delete from puzzle_runs where user_id = $1",
    "delete from follows where user_id = $1 or followed = $1",
    "delete from blocks where user_id = $1 or blocked = $1",
    "delete from name_parts where user_id = $1",
    "delete from reports where reporter = $1",
    "delete from agreements where user_id = $1",
];

/// What every page needs to know about its reader.
pub(crate) struct SavedReader {
    pub(crate) user: User,
    pub(crate) settings: BTreeMap<String, String>,
    /// Whether a challenge waits for an answer.
    pub(crate) is_challenged: bool,
}

impl Db {
    /// Those of these sessions that are still valid.
    pub(crate) async fn valid_sessions(&self, digests: &[String], now: Millis) -> Result<HashSet<String>, DbError> {
        let mut valid = HashSet::new();
        for digests in digests.chunks(MOST_AT_ONCE) {
            let places = placeholders(digests.len());
            let text = format!("select token from sessions where token in ({places}) and expires_at > ${}", digests.len() + 1);
            let query = digests.iter().fold(sqlx::query_as(AssertSqlSafe(text)), |query, digest| query.bind(digest.clone()));
            let rows: Vec<(String,)> = query.bind(now).fetch_all(&self.pool).await?;
            valid.extend(rows.into_iter().map(|(digest,)| digest));
        }
        Ok(valid)
    }

    /// Adds a user without an account.
    pub(crate) async fn add_user(&self, user: UserId, now: Millis) -> Result<(), DbError> {
        let write = move || {
            let query = sqlx::query("insert into users (id, created_at) values ($1, $2)");
            vec![query.bind(user.to_string()).bind(now)]
        };
        self.write(write).await.map(|_| ())
    }

    /// Sets a user's name, password and recovery code. `false` if the name is taken, or the user already has an account.
    pub(crate) async fn register(
        &self,
        user: UserId,
        name: &str,
        [folded, digest]: [&str; 2],
        password: &str,
        recovery: &str,
    ) -> Result<bool, DbError> {
        let [name, folded, digest, password, recovery] = [name, folded, digest, password, recovery].map(str::to_owned);
        let write = move || {
            let query = sqlx::query(
                "update users set name = $2, folded_name = $3, password = $4, recovery = $5 where id = $1 and name is null \
                 and not exists (select 1 from users where folded_name = $3) \
                 and not exists (select 1 from retired_names where digest = $6)",
            );
            let query = query.bind(user.to_string()).bind(name.clone()).bind(folded.clone());
            vec![query.bind(password.clone()).bind(recovery.clone()).bind(digest.clone())]
        };
        match self.write(write).await {
            Ok(rows) => Ok(rows == 1),
            Err(error) if error.is_unique_violation() => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(crate) async fn user(&self, user: UserId) -> Result<Option<User>, DbError> {
        let query = sqlx::query_as("select name, bot_since from users where id = $1").bind(user.to_string());
        let row: Option<(Option<String>, Option<Millis>)> = query.fetch_optional(&self.pool).await?;
        Ok(row.map(|(name, bot)| User { id: user, name, is_bot: bot.is_some() }))
    }

    /// Whether an account has this name, or had it before it was deleted.
    pub(crate) async fn is_name_taken(&self, folded: &str, digest: &str) -> Result<bool, DbError> {
        let query = sqlx::query_scalar(
            "select (select count(*) from users where folded_name = $1) + (select count(*) from retired_names where digest = $2)",
        );
        let count: i64 = query.bind(folded.to_owned()).bind(digest.to_owned()).fetch_one(&self.pool).await?;
        Ok(count > 0)
    }

    /// The account with this name.
    pub(crate) async fn profile(&self, folded: &str) -> Result<Option<Profile>, DbError> {
        let query =
            sqlx::query_as("select id, name, created_at, bot_since from users where folded_name = $1").bind(folded.to_owned());
        let row: Option<(String, String, Millis, Option<Millis>)> = query.fetch_optional(&self.pool).await?;
        Ok(row.and_then(|(id, name, since, bot)| Some(Profile { id: id.parse().ok()?, name, is_bot: bot.is_some(), since })))
    }

    /// The user with this name, and the digest of the password.
    pub(crate) async fn account(&self, folded: &str) -> Result<Option<(User, String)>, DbError> {
        let query =
            sqlx::query_as("select id, name, bot_since, password from users where folded_name = $1").bind(folded.to_owned());
        let row: Option<(String, Option<String>, Option<Millis>, String)> = query.fetch_optional(&self.pool).await?;
        Ok(row.and_then(|(id, name, bot, password)| Some((User { id: id.parse().ok()?, name, is_bot: bot.is_some() }, password))))
    }

    pub(crate) async fn set_password(&self, user: UserId, password: &str) -> Result<(), DbError> {
        let password = password.to_owned();
        let write = move || {
            let query = sqlx::query("update users set password = $2 where id = $1");
            vec![query.bind(user.to_string()).bind(password.clone())]
        };
        self.write(write).await.map(|_| ())
    }

    /// The user with this name, and the digest of the recovery code.
    pub(crate) async fn recovery(&self, folded: &str) -> Result<Option<(User, Option<String>)>, DbError> {
        let query =
            sqlx::query_as("select id, name, bot_since, recovery from users where folded_name = $1").bind(folded.to_owned());
        let row: Option<RecoveryRow> = query.fetch_optional(&self.pool).await?;
        Ok(row.and_then(|(id, name, bot, recovery)| Some((User { id: id.parse().ok()?, name, is_bot: bot.is_some() }, recovery))))
    }

    pub(crate) async fn set_recovery(&self, user: UserId, recovery: &str) -> Result<(), DbError> {
        let recovery = recovery.to_owned();
        let write = move || {
            let query = sqlx::query("update users set recovery = $2 where id = $1");
            vec![query.bind(user.to_string()).bind(recovery.clone())]
        };
        self.write(write).await.map(|_| ())
    }

    /// Replaces a forgotten password and ends all sessions, in one transaction. The recovery code is used up and replaced by another one
    /// or none. `false` if the code `used` has been used in the meantime.
    pub(crate) async fn recover(
        &self,
        user: UserId,
        used: Option<&str>,
        password: &str,
        recovery: Option<&str>,
    ) -> Result<bool, DbError> {
        let (used, password, recovery) = (used.map(str::to_owned), password.to_owned(), recovery.map(str::to_owned));
        let write = move || {
            let used = used.clone().unwrap_or_default();
            let end = "delete from sessions where user_id = $1 and ($2 = '' or exists (select 1 from users where id = $1 and recovery = $2))";
            let set = "update users set password = $2, recovery = $3 where id = $1 and ($4 = '' or recovery = $4)";
            // The last statement shows whether the code was still valid; there may be no session to end.
            vec![
                sqlx::query(end).bind(user.to_string()).bind(used.clone()),
                sqlx::query(set).bind(user.to_string()).bind(password.clone()).bind(recovery.clone()).bind(used),
            ]
        };
        Ok(self.write(write).await? > 0)
    }

    /// Deletes an account except for its games, in one transaction. A digest of its name is kept, so that nobody else can take it.
    pub(crate) async fn delete_account(&self, user: UserId, name_digest: &str) -> Result<(), DbError> {
        let digest = name_digest.to_owned();
        let statements = [
            "delete from rated_games where user_id = $1",
            "delete from ratings where user_id = $1",
            "delete from chat where user_id = $1",
            "update users set name = null, folded_name = null, password = null, recovery = null, moderator_since = null where id = $1",
        ];
        let write = move || {
            let retire =
                sqlx::query("insert into retired_names (digest) values ($1) on conflict do nothing").bind(digest.clone());
            let delete =
                DELETE_BELONGINGS.into_iter().chain(statements).map(|statement| sqlx::query(statement).bind(user.to_string()));
            std::iter::once(retire).chain(delete).collect()
        };
        self.write(write).await.map(|_| ())
    }

    pub(crate) async fn add_session(
        &self,
        token: &str,
        user: UserId,
        label: Option<(&str, Scope)>,
        now: Millis,
        expires: Millis,
    ) -> Result<(), DbError> {
        let (label, scope) = label.map(|(label, scope)| (label.to_owned(), scope.name())).unzip();
        let token = token.to_owned();
        let write = move || {
            let query = sqlx::query(
                "insert into sessions (token, user_id, label, scope, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)",
            );
            let query = query.bind(token.clone()).bind(user.to_string()).bind(label.clone()).bind(scope);
            vec![query.bind(now).bind(expires)]
        };
        self.write(write).await.map(|_| ())
    }

    /// A user's valid sessions, latest first.
    pub(crate) async fn sessions(&self, user: UserId, now: Millis) -> Result<Vec<SessionInfo>, DbError> {
        let query = sqlx::query_as(
            "select token, label, scope, created_at from sessions where user_id = $1 and expires_at > $2 order by created_at desc",
        );
        let query = query.bind(user.to_string()).bind(now);
        let rows: Vec<(String, Option<String>, Option<String>, Millis)> = query.fetch_all(&self.pool).await?;
        let session = |(digest, label, scope, since): (_, Option<String>, Option<String>, _)| {
            let scope = Scope::saved(label.as_deref(), scope.as_deref());
            SessionInfo { digest, label, scope, since }
        };
        Ok(rows.into_iter().map(session).collect())
    }

    /// Ends all sessions of a user.
    pub(crate) async fn end_sessions(&self, user: UserId) -> Result<(), DbError> {
        let write = move || vec![sqlx::query("delete from sessions where user_id = $1").bind(user.to_string())];
        self.write(write).await.map(|_| ())
    }

    /// Ends all browser sessions of a user except one.
    pub(crate) async fn end_other_sessions(&self, user: UserId, kept: &str) -> Result<(), DbError> {
        let kept = kept.to_owned();
        let write = move || {
            let query = sqlx::query("delete from sessions where user_id = $1 and token <> $2 and label is null");
            vec![query.bind(user.to_string()).bind(kept.clone())]
        };
        self.write(write).await.map(|_| ())
    }

    /// Ends the session of a user's program.
    pub(crate) async fn end_token(&self, user: UserId, digest: &str) -> Result<(), DbError> {
        let digest = digest.to_owned();
        let write = move || {
            let query = sqlx::query("delete from sessions where user_id = $1 and token = $2 and label is not null");
            vec![query.bind(user.to_string()).bind(digest.clone())]
        };
        self.write(write).await.map(|_| ())
    }

    /// The user of a valid session, and its scope.
    pub(crate) async fn session(&self, token: &str, now: Millis) -> Result<Option<(User, Scope)>, DbError> {
        let query = sqlx::query_as(
            "select users.id, users.name, users.bot_since, sessions.label, sessions.scope from sessions join users on users.id = sessions.user_id \
             where sessions.token = $1 and sessions.expires_at > $2 and users.closed_at is null",
        );
        let row: Option<SessionRow> = query.bind(token.to_owned()).bind(now).fetch_optional(&self.pool).await?;
        Ok(row.and_then(|(id, name, bot, label, scope)| {
            let user = User { id: id.parse().ok()?, name, is_bot: bot.is_some() };
            Some((user, Scope::saved(label.as_deref(), scope.as_deref())))
        }))
    }

    /// The same with what every page needs to know about the user, in one query.
    pub(crate) async fn session_with_settings(&self, token: &str, now: Millis) -> Result<Option<SavedReader>, DbError> {
        let query = sqlx::query_as(
            "select users.id, users.name, users.bot_since, settings.json, \
             (select count(*) from games where games.challenged = users.id and games.status = 'open') \
             from sessions join users on users.id = sessions.user_id \
             left join settings on settings.user_id = users.id where sessions.token = $1 and sessions.expires_at > $2 and users.closed_at is null",
        );
        let row: Option<ReaderRow> = query.bind(token.to_owned()).bind(now).fetch_optional(&self.pool).await?;
        Ok(row.and_then(|(id, name, bot, json, challenges)| {
            let user = User { id: id.parse().ok()?, name, is_bot: bot.is_some() };
            Some(SavedReader { user, settings: settings::read(json.as_deref()), is_challenged: challenges > 0 })
        }))
    }

    pub(crate) async fn end_session(&self, token: &str) -> Result<(), DbError> {
        let token = token.to_owned();
        let write = move || vec![sqlx::query("delete from sessions where token = $1").bind(token.clone())];
        self.write(write).await.map(|_| ())
    }

    /// Deletes expired sessions.
    pub(crate) async fn sweep_sessions(&self, now: Millis) -> Result<(), DbError> {
        let write = move || vec![sqlx::query("delete from sessions where expires_at <= $1").bind(now)];
        self.write(write).await.map(|_| ())
    }

    /// Deletes some users without an account who were first seen before a moment and never played: those without any data, and those who cannot come
    /// back because their session has expired. Returns how many.
    pub(crate) async fn sweep_guests(&self, before: Millis) -> Result<u64, DbError> {
        let query = sqlx::query_scalar(
            "select id from users where name is null and created_at < $1 \
             and not exists (select 1 from games where black = 'user:' || users.id or white = 'user:' || users.id or blue = 'user:' || users.id \
             or red = 'user:' || users.id or green = 'user:' || users.id or yellow = 'user:' || users.id) \
             and not exists (select 1 from chat where user_id = users.id) \
             and (not exists (select 1 from sessions where user_id = users.id) \
             or not exists (select 1 from settings where user_id = users.id union all \
             select 1 from lesson_stars where user_id = users.id union all \
             select 1 from puzzle_attempts where user_id = users.id union all \
             select 1 from puzzle_solvers where user_id = users.id union all \
             select 1 from puzzle_runs where user_id = users.id)) limit 200",
        );
        let ids: Vec<String> = query.bind(before).fetch_all(&self.pool).await?;
        let count = ids.len() as u64;
        for id in ids {
            let write = move || {
                let statements = DELETE_BELONGINGS.into_iter().chain(["delete from users where id = $1 and name is null"]);
                statements.map(|statement| sqlx::query(statement).bind(id.clone())).collect()
            };
            self.write(write).await?;
        }
        Ok(count)
    }
}
