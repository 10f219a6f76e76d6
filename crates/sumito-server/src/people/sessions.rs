//! Sessions: secrets by which browsers and programs act for a user.

use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::db::{Db, Scope, User};
use crate::failure::Failure;
use crate::id::{UserId, random_bytes};
use crate::people::devices::Marks;
use crate::play::clock::Millis;

/// How long a session lasts.
pub(crate) const LIFETIME: Duration = Duration::from_hours(365 * 24);

/// A session that was just started.
pub(crate) struct Session {
    pub(crate) user: User,
    /// Known to the user alone; the database keeps its digest.
    pub(crate) secret: String,
    /// The mark that identifies the device next time, if somebody signed in.
    pub(crate) devices: Option<Marks>,
}

/// A session for a user's browser.
pub(crate) async fn start(db: &Db, user: User, now: Millis) -> Result<Session, Failure> {
    start_labeled(db, user, None, now).await
}

/// A session for a user's program, with a label by which the user recognizes it.
pub(crate) async fn start_token(db: &Db, user: User, label: &str, scope: Scope, now: Millis) -> Result<Session, Failure> {
    start_labeled(db, user, Some((label, scope)), now).await
}

/// A session for a new user without an account.
pub(crate) async fn start_for_guest(db: &Db, now: Millis) -> Result<Session, Failure> {
    let user = User::guest(UserId::random());
    db.add_user(user.id, now).await?;
    start(db, user, now).await
}

async fn start_labeled(db: &Db, user: User, label: Option<(&str, Scope)>, now: Millis) -> Result<Session, Failure> {
    let secret = hex::encode(random_bytes::<32>());
    db.add_session(&digest(&secret), user.id, label, now, now + LIFETIME.as_millis() as Millis).await?;
    Ok(Session { user, secret, devices: None })
}

/// The digest of a secret, for the database.
pub(crate) fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret.as_bytes()))
}
