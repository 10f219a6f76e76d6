//! Passwords: what they have to be, and how they are kept (Argon2id, at the price that OWASP recommends and the crate takes by itself:
//! 19 MiB, two passes).

use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::failure::Failure;

/// What the database keeps of a password, unless it is too short or too long.
pub(crate) async fn hash(password: String) -> Result<String, Failure> {
    check(&password)?;
    let hash = blocking(move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string())).await?;
    hash.map_err(|_| Failure::BadPassword)
}

/// Whether a password belongs to a hash. Takes as long without a hash, so that the time reveals nothing.
pub(crate) async fn matches(password: String, hash: Option<String>) -> Result<bool, Failure> {
    // Nobody has a longer one, and reading it would cost.
    let known = hash.is_some() && check(&password).is_ok();
    let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
    let matches = blocking(move || {
        let hash = PasswordHash::new(&hash);
        hash.is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
    })
    .await?;
    Ok(matches && known)
}

/// Whether somebody may choose this password.
pub(crate) fn check(password: &str) -> Result<(), Failure> {
    if (8..=200).contains(&password.len()) { Ok(()) } else { Err(Failure::BadPassword) }
}

/// A password that nobody has, hashed at the same price as everybody's.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlz$4ZbEa6QJ3Wzv5pjM3ZEYmm1E3CMpYS5hOHMhmNdGQLs";

/// Hashing costs time and memory on purpose: a few at a time, away from the threads that serve, and nobody waits for long.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
    static AT_ONCE: Semaphore = Semaphore::const_new(2);
    let Ok(Ok(turn)) = timeout(Duration::from_secs(10), AT_ONCE.acquire()).await else { return Err(Failure::TooMany) };
    let done = tokio::task::spawn_blocking(move || {
        // The turn lasts as long as the work, even if nobody waits for it any more.
        let _turn = turn;
        work()
    });
    done.await.map_err(|_| Failure::TooMany)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_hash_alone() {
        let kept = hash("marbles of glass".to_owned()).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        let fits = async |password: &str, hash: &str| matches(password.to_owned(), Some(hash.to_owned())).await.unwrap();
        assert!(fits("marbles of glass", &kept).await);
        assert!(!fits("marbles of clay", &kept).await);
        assert!(!fits("marbles of glass", "no hash").await);
        assert_ne!(hash("marbles of glass".to_owned()).await.unwrap(), kept, "salt");
        for password in ["short", &"x".repeat(201)] {
            assert!(matches!(hash(password.to_owned()).await, Err(Failure::BadPassword)));
        }
    }

    /// A name that nobody has costs what a name that somebody has costs: the same work, and not less for a hash that does not read.
    #[tokio::test]
    async fn nobody_is_hashed_at_the_same_price() {
        let nobody = PasswordHash::new(NOBODY).unwrap();
        let kept = hash("marbles of glass".to_owned()).await.unwrap();
        let kept = PasswordHash::new(&kept).unwrap();
        assert_eq!((nobody.algorithm, nobody.version, &nobody.params), (kept.algorithm, kept.version, &kept.params));
        assert_eq!(nobody.hash.map(|hash| hash.len()), kept.hash.map(|hash| hash.len()));
        assert!(!matches("marbles of glass".to_owned(), None).await.unwrap());
    }
}
