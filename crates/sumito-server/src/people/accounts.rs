//! What people do with their accounts. Pages and API come through here.

use std::sync::Arc;

use axum::http::{HeaderMap, header};

use crate::app::App;
use crate::db::{Db, Opened, User};
use crate::failure::Failure;
use crate::http::api::Address;
use crate::http::wire::Credentials;
use crate::id::UserId;
use crate::people::limits::Limited;
use crate::people::sessions::{self, Session};
use crate::people::{password, recovery};
use crate::play::live::{Action, Actor};
use crate::time::now;
use crate::user_text;

/// The most tokens of one account.
const MOST_TOKENS: usize = 20;
/// The longest name of a token.
const LONGEST_LABEL: usize = 40;

/// A recovery code, and what the database keeps of it.
async fn new_code() -> Result<(String, String), Failure> {
    let code = recovery::code();
    let digest = password::hash(recovery::read(&code)).await?;
    Ok((code, digest))
}

/// Who runs the server sets a password: the one given, or a new one, which is returned. All sessions end, and the recovery code does. Nothing if no
/// account has the name.
pub(crate) async fn reset_password(database: &str, name: &str, given: Option<String>) -> Result<Option<String>, Failure> {
    let password = given.unwrap_or_else(recovery::code);
    password::check(&password)?;
    let db = Db::open(database).await.map_err(Arc::new)?;
    let Some(profile) = db.profile(&sessions::fold(name)).await? else { return Ok(None) };
    let hash = password::hash(password.clone()).await?;
    db.recover(profile.id, None, &hash, None).await?;
    db.close().await;
    Ok(Some(password))
}

impl App {
    /// Gives the player of a request an account, or makes a new one. What was played before stays. The recovery code is told now, and never again.
    pub(crate) async fn sign_up(
        &self,
        headers: &HeaderMap,
        address: Address,
        credentials: Credentials,
    ) -> Result<(User, HeaderMap, String), Failure> {
        self.limit(Limited::Password, address)?;
        let Credentials { name, password } = credentials;
        let letters = name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_' || c == b'-');
        if !letters || !(2..=20).contains(&name.len()) {
            return Err(Failure::BadName);
        }
        password::check(&password)?;
        let db = self.games.db();
        let user = match self.user(headers).await? {
            Some(user) if user.name.is_some() => return Err(Failure::HasAccount),
            // Told before a user is made for nothing; that two come at once is found out below.
            _ if db.profile(&sessions::fold(&name)).await?.is_some() => return Err(Failure::NameTaken),
            Some(user) => user,
            None => {
                // The session comes when the account is there.
                self.limit(Limited::Create, address)?;
                let user = User { id: UserId::random(), name: None };
                db.add_user(user.id, now()).await?;
                user
            }
        };
        let hash = password::hash(password).await?;
        let (code, digest) = new_code().await?;
        if !db.register(user.id, &name, &sessions::fold(&name), &hash, &digest).await? {
            return Err(Failure::NameTaken);
        }
        self.games.renamed(user.id, now()).await?;
        let (user, headers) = self.renew(headers, User { id: user.id, name: Some(name) }).await?;
        Ok((user, headers, code))
    }

    /// Signs in by name and password.
    pub(crate) async fn sign_in(
        &self,
        headers: &HeaderMap,
        address: Address,
        credentials: Credentials,
    ) -> Result<(User, HeaderMap), Failure> {
        self.limit(Limited::Password, address)?;
        let (user, hash) = self.games.db().account(&sessions::fold(&credentials.name)).await?.unzip();
        let fits = password::fits(credentials.password, hash).await?;
        let user = user.filter(|_| fits).ok_or(Failure::WrongPassword)?;
        self.renew(headers, user).await
    }

    /// Ends the session of a request. The headers make the browser forget it.
    pub(crate) async fn sign_out(&self, headers: &HeaderMap) -> Result<HeaderMap, Failure> {
        self.end(headers).await?;
        Ok(HeaderMap::from_iter([(header::SET_COOKIE, sessions::no_cookie(self.secure()))]))
    }

    /// Changes the password. Every other session ends, and so do the tokens of programs: who changes it may fear that others know it.
    pub(crate) async fn change_password(
        &self,
        headers: &HeaderMap,
        address: Address,
        old: String,
        new: String,
    ) -> Result<HeaderMap, Failure> {
        let user = self.confirm(headers, address, old).await?;
        let hash = password::hash(new).await?;
        self.games.db().set_password(user.id, &hash).await?;
        self.games.db().end_sessions(user.id).await?;
        self.cut_lines(user.id).await?;
        Ok(self.signed_in(sessions::begin(self.games.db(), user, now()).await?).1)
    }

    /// A new recovery code in place of the one before, for who tells the password. It is told now, and never again.
    pub(crate) async fn renew_recovery(
        &self,
        headers: &HeaderMap,
        address: Address,
        password: String,
    ) -> Result<String, Failure> {
        let user = self.confirm(headers, address, password).await?;
        let (code, digest) = new_code().await?;
        self.games.db().set_recovery(user.id, &digest).await?;
        Ok(code)
    }

    /// Sets a new password by the recovery code, and signs in. All other sessions end, and there is a new code.
    pub(crate) async fn recover(
        &self,
        address: Address,
        name: &str,
        code: &str,
        new: String,
    ) -> Result<(User, HeaderMap, String), Failure> {
        self.limit(Limited::Password, address)?;
        password::check(&new)?;
        let db = self.games.db();
        let (user, kept) = db.recovery(&sessions::fold(name)).await?.unzip();
        let kept = kept.flatten();
        // A name that nobody has costs as much as a code that is wrong.
        let fits = password::fits(recovery::read(code), kept.clone()).await?;
        let user = user.filter(|_| fits).ok_or(Failure::WrongCode)?;
        let (code, digest) = new_code().await?;
        let hash = password::hash(new).await?;
        if !db.recover(user.id, kept.as_deref(), &hash, Some(&digest)).await? {
            return Err(Failure::WrongCode);
        }
        self.cut_lines(user.id).await?;
        let (user, headers) = self.signed_in(sessions::begin(db, user, now()).await?);
        Ok((user, headers, code))
    }

    /// Ends the sessions of a user but that of the request. Programs keep theirs.
    pub(crate) async fn end_other_sessions(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let user = self.account(headers).await?;
        self.games.db().end_other_sessions(user.id, &sessions::digest_of(headers)).await?;
        self.cut_lines(user.id).await
    }

    /// The sessions of an account, that of the request left out.
    pub(crate) async fn other_sessions(&self, headers: &HeaderMap) -> Result<Vec<Opened>, Failure> {
        let user = self.account(headers).await?;
        let ours = sessions::digest_of(headers);
        let sessions = self.games.db().sessions(user.id, now()).await?;
        Ok(sessions.into_iter().filter(|session| session.digest != ours).collect())
    }

    /// A secret for a program that plays for the user.
    pub(crate) async fn add_token(&self, headers: &HeaderMap, address: Address, label: &str) -> Result<String, Failure> {
        self.limit(Limited::Create, address)?;
        let user = self.account(headers).await?;
        let tokens = self.games.db().sessions(user.id, now()).await?;
        if tokens.iter().filter(|session| session.label.is_some()).count() >= MOST_TOKENS {
            return Err(Failure::TooMany);
        }
        let label = user_text::line(label, LONGEST_LABEL);
        Ok(sessions::begin_token(self.games.db(), user, &label, now()).await?.into_token())
    }

    /// Ends the token of a program, by the digest that lists show.
    pub(crate) async fn end_token(&self, headers: &HeaderMap, digest: &str) -> Result<(), Failure> {
        let user = self.account(headers).await?;
        self.games.db().end_token(user.id, digest).await?;
        self.cut_lines(user.id).await
    }

    /// Deletes an account: name, password, ratings, settings, sessions and what was said. Games belong to the other side as well and stay,
    /// without the name; those that are not over are given up.
    pub(crate) async fn delete_account(
        &self,
        headers: &HeaderMap,
        address: Address,
        password: String,
    ) -> Result<HeaderMap, Failure> {
        let user = self.confirm(headers, address, password).await?;
        for game in self.games.db().unfinished_games(user.id).await? {
            let give_up = async |action| self.games.act(game, Actor::User(user.id), 0, action, now()).await;
            // What cannot be aborted any more is resigned; what has ended meanwhile is neither.
            if give_up(Action::Abort).await.is_err() {
                let _ = give_up(Action::Resign).await;
            }
        }
        self.games.db().delete_account(user.id).await?;
        self.cut_lines(user.id).await?;
        self.games.renamed(user.id, now()).await?;
        self.sign_out(headers).await
    }

    /// The user of a request, who has an account.
    pub(crate) async fn account(&self, headers: &HeaderMap) -> Result<User, Failure> {
        self.user(headers).await?.filter(|user| user.name.is_some()).ok_or(Failure::SignedOut)
    }

    /// The user of a request, who has told the password again.
    async fn confirm(&self, headers: &HeaderMap, address: Address, password: String) -> Result<User, Failure> {
        self.limit(Limited::Password, address)?;
        let user = self.account(headers).await?;
        let name = user.name.clone().unwrap_or_default();
        let hash = self.games.db().account(&sessions::fold(&name)).await?.map(|(_, hash)| hash);
        if password::fits(password, hash).await? { Ok(user) } else { Err(Failure::WrongPassword) }
    }

    /// Ends the session of a request, and closes its sockets.
    async fn end(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let user = self.user(headers).await?;
        sessions::end(self.games.db(), headers).await?;
        match user {
            Some(user) => self.cut_lines(user.id).await,
            None => Ok(()),
        }
    }

    /// Closes the sockets of a user's sessions that have ended.
    async fn cut_lines(&self, user: UserId) -> Result<(), Failure> {
        let sessions = self.games.db().sessions(user, now()).await?;
        let going_on: Vec<String> = sessions.into_iter().map(|session| session.digest).collect();
        self.lines.cut(user, &going_on);
        Ok(())
    }

    /// A new session in place of the one of the request: a secret from before the password was told is worth nothing after it.
    async fn renew(&self, headers: &HeaderMap, user: User) -> Result<(User, HeaderMap), Failure> {
        self.end(headers).await?;
        let session: Session = sessions::begin(self.games.db(), user, now()).await?;
        Ok(self.signed_in(session))
    }
}
