//! Who sends a request.

use std::net::IpAddr;

use crate::db::{Challenge, SavedReader, Scope, User};
use crate::failure::Failure;
use crate::people::People;
use crate::people::devices::Marks;
use crate::people::limits::Limit;
use crate::people::session_sockets::SessionSocket;
use crate::people::sessions::{self, Session};
use crate::people::settings::Settings;
use crate::time::now;

/// The most streams and sockets of one token at a server.
const MOST_CONNECTIONS: usize = 64;

/// Where a request comes from, and the session it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) address: IpAddr,
    /// The secret of the session, if the request has one.
    pub(crate) secret: Option<Secret>,
    /// The accounts that the device is known for.
    pub(crate) devices: Marks,
}

/// The secret of a session: from the cookie of a browser, or the token of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Secret {
    Cookie(String),
    Token(String),
}

impl Caller {
    /// The digest of the secret, as the database keeps it.
    pub(crate) fn digest(&self) -> Option<String> {
        match self.secret.as_ref()? {
            Secret::Cookie(secret) | Secret::Token(secret) => Some(sessions::digest(secret)),
        }
    }

    /// The digest of the token, if a program sends the request.
    fn token(&self) -> Option<String> {
        matches!(self.secret, Some(Secret::Token(_))).then(|| self.digest()).flatten()
    }

    /// Refuses one more connection of a program whose token has too many; `session` is that connection, and counts. Those of browsers are
    /// counted by their address alone.
    pub(crate) fn check_connections(&self, session: &SessionSocket) -> Result<(), Failure> {
        let is_program = matches!(self.secret, Some(Secret::Token(_)));
        if is_program && session.count() > MOST_CONNECTIONS { Err(Failure::TooMany) } else { Ok(()) }
    }
}

/// A user, and the session that was started for them if they had none.
pub(crate) struct Identified {
    pub(crate) user: User,
    pub(crate) new_session: Option<Session>,
}

impl People {
    /// Counts a request against the limit of the caller's address.
    pub(crate) fn limit(&self, limit: Limit, caller: &Caller) -> Result<(), Failure> {
        if self.limits.allow(limit, caller.address, now()) { Ok(()) } else { Err(Failure::TooMany) }
    }

    /// Counts a request of a program against the limit of its token.
    pub(crate) fn limit_token(&self, caller: &Caller) -> Result<(), Failure> {
        match caller.token() {
            Some(token) if !self.limits.allow_token(&token, caller.address, now()) => Err(Failure::TokenTooFast),
            _ => Ok(()),
        }
    }

    /// Remembers where a guest is: a new guest costs nothing, so they are counted by their address as well.
    pub(crate) fn locate(&self, caller: &Caller, user: &User) {
        if let Some(network) = self.limits.network_of(caller.address).filter(|_| user.name.is_none()) {
            self.games.networks.note(user.id, network);
        }
    }

    /// The user who sends a request, if its session is valid. Enough to read, not to change anything.
    pub(crate) async fn user(&self, caller: &Caller) -> Result<Option<User>, Failure> {
        self.user_with(caller, Scope::Read).await
    }

    /// The same, unless it is a program whose token allows less.
    pub(crate) async fn user_with(&self, caller: &Caller, needed: Scope) -> Result<Option<User>, Failure> {
        let Some(digest) = caller.digest() else { return Ok(None) };
        match self.db.session(&digest, now()).await? {
            Some((_, scope)) if scope < needed => Err(Failure::TokenScope),
            found => Ok(found.map(|(user, _)| user)),
        }
    }

    /// What the caller may do.
    pub(crate) async fn user_and_scope(&self, caller: &Caller) -> Result<(Option<User>, Scope), Failure> {
        let found = match caller.digest() {
            Some(digest) => self.db.session(&digest, now()).await?,
            None => None,
        };
        Ok(found.map_or((None, Scope::Full), |(user, scope)| (Some(user), scope)))
    }

    /// The user who sends a request, with their settings and the challenges that wait for their answer.
    pub(crate) async fn user_with_settings(&self, caller: &Caller) -> Result<Option<(User, Settings, Vec<Challenge>)>, Failure> {
        let Some(digest) = caller.digest() else { return Ok(None) };
        let Some(found) = self.db.session_with_settings(&digest, now()).await? else { return Ok(None) };
        let SavedReader { user, settings, is_challenged } = found;
        // Pages work even if the challenges cannot be read.
        let all =
            if is_challenged { self.challenges(user.id).await.inspect_err(Failure::log).unwrap_or_default() } else { Vec::new() };
        let challenges = all.into_iter().filter(|challenge| challenge.to.id == user.id).collect();
        Ok(Some((user, Settings::from_saved(settings), challenges)))
    }

    /// The user who sends a request, who must have an account and be there in person.
    pub(crate) async fn account(&self, caller: &Caller) -> Result<User, Failure> {
        self.account_with(caller, Scope::Full).await
    }

    /// The same, or a program whose token allows that.
    pub(crate) async fn account_with(&self, caller: &Caller, needed: Scope) -> Result<User, Failure> {
        self.user_with(caller, needed).await?.filter(|user| user.name.is_some()).ok_or(Failure::SignedOut)
    }

    /// The user who sends a request in order to play, or a new guest.
    pub(crate) async fn user_or_guest(&self, caller: &Caller) -> Result<Identified, Failure> {
        if let Some(user) = self.user_with(caller, Scope::Play).await? {
            return Ok(Identified { user, new_session: None });
        }
        self.limit(Limit::Create, caller)?;
        let session = sessions::start_for_guest(&self.db, now()).await?;
        Ok(Identified { user: session.user.clone(), new_session: Some(session) })
    }
}
