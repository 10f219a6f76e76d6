//! What people do with their accounts. Pages and API both come through here.

use crate::Error;
use crate::bus::Topic;
use crate::db::{Access, Db, Scope, SessionInfo, User};
use crate::failure::Failure;
use crate::id::UserId;
use crate::people::caller::Caller;
use crate::people::limits::{Guesser, Limit};
use crate::people::sessions::{self, Session};
use crate::people::{People, devices, names, password, recovery};
use crate::play::live::{Action, Actor};
use crate::time::now;
use crate::user_text;

/// The most tokens of one account.
const MOST_TOKENS: usize = 20;
/// The longest label of a token, in characters.
const LONGEST_LABEL: usize = 40;

/// Name and password.
pub(crate) struct Credentials {
    pub(crate) name: String,
    pub(crate) password: String,
}

/// A session that was just started, and a new recovery code, which is shown once.
pub(crate) struct Welcome {
    pub(crate) session: Session,
    pub(crate) recovery_code: String,
}

/// A recovery code, and its hash for the database.
async fn new_code() -> Result<(String, String), Failure> {
    let code = recovery::code();
    let hash = password::hash(recovery::read(&code)).await?;
    Ok((code, hash))
}

/// The server operator sets a password: the one given, or a generated one, which is returned. Revokes all sessions and the recovery code.
/// None if no account has the name.
pub(crate) async fn reset_password(database: &str, name: &str, given: Option<String>) -> Result<Option<String>, Error> {
    let password = given.unwrap_or_else(recovery::code);
    password::check_new(&password, name)?;
    let db = Db::open(database, Access::Shared).await?;
    let reset = async {
        let Some(profile) = db.profile(&names::fold(name)).await? else { return Ok(None) };
        let hash = password::hash(password.clone()).await?;
        db.recover(profile.id, None, &hash, None).await?;
        Ok::<_, Failure>(Some(password))
    };
    let reset = reset.await;
    db.close().await;
    Ok(reset?)
}

impl People {
    /// Gives the caller an account. A guest's games stay theirs.
    pub(crate) async fn sign_up(&self, caller: &Caller, credentials: Credentials) -> Result<Welcome, Failure> {
        self.limit(Limit::Password, caller)?;
        let Credentials { name, password } = credentials;
        names::check(&name)?;
        password::check_new(&password, &name)?;
        let user = match self.user_with(caller, Scope::Full).await? {
            Some(user) if user.name.is_some() => return Err(Failure::HasAccount),
            // Refuse before adding a user in vain; the statement below decides between two simultaneous requests.
            _ if self.db.is_name_taken(&names::fold(&name), &names::digest(&name)).await? => return Err(Failure::NameTaken),
            Some(user) => user,
            None => {
                self.limit(Limit::Create, caller)?;
                let user = User::guest(UserId::random());
                self.db.add_user(user.id, now()).await?;
                user
            }
        };
        let hash = password::hash(password).await?;
        let (recovery_code, code_hash) = new_code().await?;
        if !self.db.register(user.id, &name, [&names::fold(&name), &names::digest(&name)], &hash, &code_hash).await? {
            return Err(Failure::NameTaken);
        }
        // Otherwise it is done when the server starts again.
        let _ = self
            .db
            .index_name(user.id, &names::letters(&name))
            .await
            .inspect_err(|error| tracing::warn!(%error, "a name is not indexed"));
        self.games.renamed(user.id, now()).await?;
        let session = self.replace_session(caller, User { name: Some(name), ..user }, &hash).await?;
        Ok(Welcome { session, recovery_code })
    }

    /// Signs in by name and password.
    pub(crate) async fn sign_in(&self, caller: &Caller, credentials: Credentials) -> Result<Session, Failure> {
        self.limit(Limit::Password, caller)?;
        let name = names::fold(&credentials.name);
        let account = self.db.account(&name).await?;
        let is_known = |(user, hash): &(User, String)| caller.devices.have(&devices::mark(user.id, hash));
        let guesser = if account.as_ref().is_some_and(is_known) { Guesser::KnownDevice } else { Guesser::Stranger };
        let (user, hash) = self.guess(guesser, &name, account, credentials.password).await?;
        self.check_open(user.id).await?;
        self.replace_session(caller, user, &hash).await
    }

    /// Ends the caller's session, and closes its sockets.
    pub(crate) async fn sign_out(&self, caller: &Caller) -> Result<(), Failure> {
        let Some(digest) = caller.digest() else { return Ok(()) };
        let user = self.user(caller).await?;
        self.db.end_session(&digest).await?;
        match user {
            Some(user) => self.close_ended_sockets(user.id).await,
            None => Ok(()),
        }
    }

    /// Changes the password. Revokes every other session and all tokens: others may know the old password.
    pub(crate) async fn change_password(&self, caller: &Caller, old: String, new: String) -> Result<Session, Failure> {
        let user = self.confirm(caller, old).await?;
        password::check_new(&new, user.name.as_deref().unwrap_or_default())?;
        let hash = password::hash(new).await?;
        self.db.set_password(user.id, &hash).await?;
        self.db.end_sessions(user.id).await?;
        self.close_ended_sockets(user.id).await?;
        self.start_session(caller, user, &hash).await
    }

    /// Replaces the recovery code.
    pub(crate) async fn renew_recovery(&self, caller: &Caller, password: String) -> Result<String, Failure> {
        let user = self.confirm(caller, password).await?;
        let (code, hash) = new_code().await?;
        self.db.set_recovery(user.id, &hash).await?;
        Ok(code)
    }

    /// Sets a new password by the recovery code, and signs in. Revokes all other sessions and replaces the code.
    pub(crate) async fn recover(&self, caller: &Caller, name: &str, code: &str, new: String) -> Result<Welcome, Failure> {
        self.limit(Limit::Password, caller)?;
        password::check_new(&new, name)?;
        let (user, saved) = self.db.recovery(&names::fold(name)).await?.unzip();
        let saved = saved.flatten();
        // An unknown name takes as long as a wrong code.
        let matches = password::matches(recovery::read(code), saved.clone()).await?;
        let user = user.filter(|_| matches).ok_or(Failure::WrongCode)?;
        self.check_open(user.id).await?;
        let (recovery_code, code_hash) = new_code().await?;
        let hash = password::hash(new).await?;
        if !self.db.recover(user.id, saved.as_deref(), &hash, Some(&code_hash)).await? {
            return Err(Failure::WrongCode);
        }
        self.close_ended_sockets(user.id).await?;
        let session = self.start_session(caller, user, &hash).await?;
        Ok(Welcome { session, recovery_code })
    }

    /// Ends the user's other browser sessions. Tokens stay valid.
    pub(crate) async fn end_other_sessions(&self, caller: &Caller) -> Result<(), Failure> {
        let user = self.account(caller).await?;
        self.db.end_other_sessions(user.id, &caller.digest().unwrap_or_default()).await?;
        self.close_ended_sockets(user.id).await
    }

    /// The user's other sessions, of browsers and programs.
    pub(crate) async fn other_sessions(&self, caller: &Caller) -> Result<Vec<SessionInfo>, Failure> {
        let user = self.account(caller).await?;
        let own = caller.digest();
        let sessions = self.db.sessions(user.id, now()).await?;
        Ok(sessions.into_iter().filter(|session| Some(&session.digest) != own.as_ref()).collect())
    }

    /// A token for a program that reads or plays for the user.
    pub(crate) async fn add_token(&self, caller: &Caller, label: &str, scope: Scope) -> Result<String, Failure> {
        self.limit(Limit::Create, caller)?;
        let user = self.account(caller).await?;
        let sessions = self.db.sessions(user.id, now()).await?;
        if sessions.iter().filter(|session| session.label.is_some()).count() >= MOST_TOKENS {
            return Err(Failure::TooMany);
        }
        let label = user_text::clean(label, LONGEST_LABEL);
        Ok(sessions::start_token(&self.db, user, &label, scope, now()).await?.secret)
    }

    /// Revokes a token, by the digest that lists show.
    pub(crate) async fn end_token(&self, caller: &Caller, digest: &str) -> Result<(), Failure> {
        let user = self.account(caller).await?;
        self.db.end_token(user.id, digest).await?;
        self.close_ended_sockets(user.id).await
    }

    /// Deletes an account: name, password, ratings, settings, sessions, chat, follows, blocks and challenges. Games belong to the other player as well and stay,
    /// without the name; unfinished games are resigned. What other rooms know about the user is forgotten first.
    pub(crate) async fn delete_account(
        &self,
        caller: &Caller,
        password: String,
        forget: impl AsyncFnOnce(UserId) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let user = self.confirm(caller, password).await?;
        forget(user.id).await?;
        self.leave_games(user.id, false).await?;
        let name = names::digest(user.name.as_deref().unwrap_or_default());
        self.db.delete_account(user.id, &name).await?;
        self.close_ended_sockets(user.id).await?;
        self.games.renamed(user.id, now()).await?;
        self.sign_out(caller).await
    }

    /// Whoever knows the password of a closed account may learn that it is closed.
    async fn check_open(&self, user: UserId) -> Result<(), Failure> {
        if self.db.restrictions(user).await?.is_closed { Err(Failure::AccountClosed) } else { Ok(()) }
    }

    /// Ends all unfinished games and challenges of a user, or only the rated ones.
    pub(crate) async fn leave_games(&self, user: UserId, only_rated: bool) -> Result<(), Failure> {
        let games = self.db.unfinished_games(user).await?.into_iter();
        let challenges = self.db.challenges(user).await?.into_iter().map(|challenge| challenge.game);
        for game in games.chain(challenges) {
            let counts = self.games.read(game, |loaded| loaded.live.setup().rated || !only_rated).await;
            match counts {
                Ok(true) => {}
                Err(failure @ Failure::Database(_)) => return Err(failure),
                // A game that cannot be read cannot be left.
                Ok(false) | Err(_) => continue,
            }
            let act = async |action| self.games.act(game, Actor::User(user), 0, action, now()).await;
            // Where others wait, only the seat is given up. A game that can no longer be aborted is resigned; one that has ended meanwhile
            // needs nothing.
            if act(Action::LeaveSeat).await.is_err()
                && act(Action::Abort).await.is_err()
                && let Err(failure @ Failure::Database(_)) = act(Action::Resign).await
            {
                return Err(failure);
            }
        }
        Ok(())
    }

    /// The caller, who has entered the password again.
    async fn confirm(&self, caller: &Caller, password: String) -> Result<User, Failure> {
        self.limit(Limit::Password, caller)?;
        let user = self.account(caller).await?;
        let name = names::fold(user.name.as_deref().unwrap_or_default());
        let account = self.db.account(&name).await?;
        self.guess(Guesser::KnownDevice, &name, account, password).await?;
        Ok(user)
    }

    /// Checks a password. After too many wrong ones it is refused unchecked; the owner can still use the recovery code.
    async fn guess(
        &self,
        guesser: Guesser,
        name: &str,
        account: Option<(User, String)>,
        password: String,
    ) -> Result<(User, String), Failure> {
        if !self.limits.allow_guess(guesser, name, now()) {
            return Err(Failure::TooManyGuesses);
        }
        let hash = account.as_ref().map(|(_, hash)| hash.clone());
        // An unknown name takes as long as a wrong password.
        if !password::matches(password, hash).await? {
            return Err(Failure::WrongPassword);
        }
        self.limits.forgive(guesser, name, now());
        account.ok_or(Failure::WrongPassword)
    }

    /// Closes the sockets of a user's sessions that have ended.
    pub(crate) async fn close_ended_sockets(&self, user: UserId) -> Result<(), Failure> {
        self.games.bus().publish(Topic::People, || format!("sessions {user}"));
        self.close_ended_sockets_here(user).await
    }

    /// Closes those that are open at this server.
    pub(super) async fn close_ended_sockets_here(&self, user: UserId) -> Result<(), Failure> {
        let sessions = self.db.sessions(user, now()).await?;
        let valid: Vec<String> = sessions.into_iter().map(|session| session.digest).collect();
        self.sockets.close_others(user, &valid);
        Ok(())
    }

    /// Starts a session in place of the caller's: a secret from before signing in is worthless afterwards.
    async fn replace_session(&self, caller: &Caller, user: User, password_hash: &str) -> Result<Session, Failure> {
        self.sign_out(caller).await?;
        self.start_session(caller, user, password_hash).await
    }

    /// Starts a session on the caller's device, which is recognized from now on.
    async fn start_session(&self, caller: &Caller, user: User, password_hash: &str) -> Result<Session, Failure> {
        let devices = caller.devices.with(&devices::mark(user.id, password_hash));
        Ok(Session { devices: Some(devices), ..sessions::start(&self.db, user, now()).await? })
    }
}
