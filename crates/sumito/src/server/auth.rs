//! Who asks: sessions by cookie or token, accounts by name and password.

use std::fmt::Write;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use super::clock::Millis;
use super::db::{Db, User};
use super::failure::Failure;
use super::id::{UserId, random_bytes};
use super::wire::Credentials;

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
    let token = hexadecimal(&random_bytes::<32>());
    db.add_session(&digest(&token), user.id, now + YEAR).await?;
    Ok(Session { user, token })
}

/// Ends the session of a request.
pub(crate) async fn end(db: &Db, headers: &HeaderMap) -> Result<(), Failure> {
    match token(headers) {
        Some(token) => Ok(db.end_session(&digest(token)).await?),
        None => Ok(()),
    }
}

/// Gives a player an account: name and password. What was played before stays.
pub(crate) async fn register(db: &Db, user: &User, credentials: Credentials) -> Result<User, Failure> {
    let Credentials { name, password } = credentials;
    check(&name, &password)?;
    if user.name.is_some() {
        return Err(Failure::Bad("you have an account already, sign out first".to_owned()));
    }
    let folded = fold(&name);
    let password = blocking(move || {
        let hash = Argon2::default().hash_password(password.as_bytes());
        hash.map(|hash| hash.to_string()).map_err(|error| Failure::Bad(format!("password: {error}")))
    })
    .await??;
    if !db.register(user.id, &name, &folded, &password).await? {
        return Err(Failure::NameTaken);
    }
    Ok(User { id: user.id, name: Some(name) })
}

/// The user to whom name and password belong. Takes as long for a name that nobody has, so that it tells nothing.
pub(crate) async fn sign_in(db: &Db, credentials: Credentials) -> Result<User, Failure> {
    let account = db.account(&fold(&credentials.name)).await?;
    let (user, hash) = match account {
        Some((user, hash)) => (Some(user), hash),
        None => (None, NOBODY.to_owned()),
    };
    let password = credentials.password;
    let fits = blocking(move || {
        let hash = PasswordHash::new(&hash);
        hash.is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
    })
    .await?;
    user.filter(|_| fits).ok_or(Failure::WrongPassword)
}

/// A password that nobody has, hashed at the same price as everybody's.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlz$4ZbEa6QJ3Wzv5pjM3ZEYmm1E3CMpYS5hOHMhmNdGQLs";

fn check(name: &str, password: &str) -> Result<(), Failure> {
    let letters = name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_' || c == b'-');
    if !letters || !(2..=20).contains(&name.len()) {
        return Err(Failure::Bad("name: expected 2 to 20 letters, digits, - or _".to_owned()));
    }
    if !(8..=200).contains(&password.len()) {
        return Err(Failure::Bad("password: expected 8 to 200 characters".to_owned()));
    }
    Ok(())
}

/// Names that differ only in case are one.
pub(super) fn fold(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// Hashing costs time and memory on purpose: a few at a time, away from the threads that serve.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
    static AT_ONCE: Semaphore = Semaphore::const_new(2);
    let _turn = AT_ONCE.acquire().await.map_err(|_| Failure::TooMany)?;
    tokio::task::spawn_blocking(work).await.map_err(|_| Failure::TooMany)
}
