//! Who asks: sessions by cookie or token.

use std::fmt::Write;

use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};

use crate::db::{Db, User};
use crate::failure::Failure;
use crate::id::{UserId, random_bytes};
use crate::play::clock::Millis;

const COOKIE: &str = "sumito";
const YEAR: Millis = 365 * 24 * 60 * 60 * 1000;

/// A session that was begun, for the cookie or a token.
pub(crate) struct Session {
    pub(crate) user: User,
    token: String,
}

impl Session {
    /// The header that keeps the session in the browser. `secure`: only over TLS.
    pub(crate) fn cookie(&self, secure: bool) -> HeaderValue {
        cookie(&self.token, YEAR / 1000, secure)
    }

    /// The secret itself, for a program to keep.
    pub(crate) fn into_token(self) -> String {
        self.token
    }
}

/// The header that ends the session in the browser.
pub(crate) fn no_cookie(secure: bool) -> HeaderValue {
    cookie("", 0, secure)
}

fn cookie(token: &str, seconds: Millis, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{COOKIE}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::try_from(text).expect("hexadecimal digits are visible ASCII")
}

/// The user of a request: by its token, or else by its cookie.
pub(crate) async fn user(db: &Db, headers: &HeaderMap, now: Millis) -> Result<Option<User>, Failure> {
    match token(headers) {
        Some(token) => Ok(db.session(&digest(token), now).await?),
        None => Ok(None),
    }
}

/// The user of a request with what they prefer, as the database keeps it.
pub(crate) async fn reader(db: &Db, headers: &HeaderMap, now: Millis) -> Result<Option<(User, Option<String>)>, Failure> {
    match token(headers) {
        Some(token) => Ok(db.reader(&digest(token), now).await?),
        None => Ok(None),
    }
}

fn token(headers: &HeaderMap) -> Option<&str> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    if let Some(token) = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer ")) {
        return Some(token);
    }
    let cookies = text(header::COOKIE)?.split(';').filter_map(|cookie| cookie.trim().split_once('='));
    cookies.filter(|&(name, _)| name == COOKIE).map(|(_, value)| value).next()
}

/// What the database keeps of a token.
fn digest(token: &str) -> String {
    hexadecimal(&Sha256::digest(token.as_bytes()))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A new player without an account.
pub(crate) async fn guest(db: &Db, now: Millis) -> Result<Session, Failure> {
    let user = User { id: UserId::random(), name: None };
    db.add_user(user.id, now).await?;
    begin(db, user, now).await
}

/// A session for a user.
pub(crate) async fn begin(db: &Db, user: User, now: Millis) -> Result<Session, Failure> {
    start(db, user, None, now).await
}

/// A session for a program of a user, with a name by which the user knows it.
pub(crate) async fn begin_token(db: &Db, user: User, label: &str, now: Millis) -> Result<Session, Failure> {
    start(db, user, Some(label), now).await
}

async fn start(db: &Db, user: User, label: Option<&str>, now: Millis) -> Result<Session, Failure> {
    let token = hexadecimal(&random_bytes::<32>());
    db.add_session(&digest(&token), user.id, label, now, now + YEAR).await?;
    Ok(Session { user, token })
}

/// What the database keeps of the session of a request; empty without one.
pub(crate) fn digest_of(headers: &HeaderMap) -> String {
    token(headers).map(digest).unwrap_or_default()
}

/// Ends the session of a request.
pub(crate) async fn end(db: &Db, headers: &HeaderMap) -> Result<(), Failure> {
    match token(headers) {
        Some(token) => Ok(db.end_session(&digest(token)).await?),
        None => Ok(()),
    }
}

/// Names that differ only in case are one.
pub(crate) fn fold(name: &str) -> String {
    name.to_ascii_lowercase()
}
