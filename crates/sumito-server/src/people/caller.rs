//! Who sends a request.

use std::net::IpAddr;

use crate::db::User;
use crate::failure::Failure;
use crate::people::People;
use crate::people::limits::Limit;
use crate::people::sessions::{self, Session};
use crate::people::settings::Settings;
use crate::time::now;

/// Where a request comes from, and the session it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) address: IpAddr,
    /// The secret of the session, if the request has one.
    pub(crate) secret: Option<Secret>,
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

    /// Remembers where a guest is: a new guest costs nothing, so they are counted by their address as well.
    pub(crate) fn locate(&self, caller: &Caller, user: &User) {
        if let Some(network) = self.limits.network_of(caller.address).filter(|_| user.name.is_none()) {
            self.games.networks.note(user.id, network);
        }
    }

    /// The user who sends a request, if its session is valid.
    pub(crate) async fn user(&self, caller: &Caller) -> Result<Option<User>, Failure> {
        match caller.digest() {
            Some(digest) => Ok(self.db.session(&digest, now()).await?),
            None => Ok(None),
        }
    }

    /// The user who sends a request, with their settings.
    pub(crate) async fn user_with_settings(&self, caller: &Caller) -> Result<Option<(User, Settings)>, Failure> {
        let Some(digest) = caller.digest() else { return Ok(None) };
        let found = self.db.session_with_settings(&digest, now()).await?;
        Ok(found.map(|(user, saved)| (user, Settings::from_saved(saved))))
    }

    /// The user who sends a request, who must have an account.
    pub(crate) async fn account(&self, caller: &Caller) -> Result<User, Failure> {
        self.user(caller).await?.filter(|user| user.name.is_some()).ok_or(Failure::SignedOut)
    }

    /// The user who sends a request, or a new guest.
    pub(crate) async fn user_or_guest(&self, caller: &Caller) -> Result<Identified, Failure> {
        if let Some(user) = self.user(caller).await? {
            return Ok(Identified { user, new_session: None });
        }
        self.limit(Limit::Create, caller)?;
        let session = sessions::start_for_guest(&self.db, now()).await?;
        Ok(Identified { user: session.user.clone(), new_session: Some(session) })
    }
}
