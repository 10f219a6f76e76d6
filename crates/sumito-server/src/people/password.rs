//! Passwords: which are allowed, and how they are stored (Argon2id with the parameters that OWASP recommends, the crate's defaults:
//! 19 MiB, two passes).

use std::sync::Mutex;
use std::time::Duration;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::failure::Failure;
use crate::id::random_bytes;
use crate::lock::lock;
use crate::people::common_passwords;

/// The hash of a password for the database, unless the password is too short or too long.
pub(crate) async fn hash(password: String) -> Result<String, Failure> {
    check(&password)?;
    blocking(move |memory| {
        let (salt, params) = (Salt::new(&random_bytes::<16>()).ok()?, Params::default());
        let kept = PasswordHash {
            algorithm: Algorithm::default().ident(),
            version: Some(Version::default().into()),
            params: ParamsString::try_from(&params).ok()?,
            salt: Some(salt),
            hash: Some(derive(password.as_bytes(), &salt, params, memory)?),
        };
        Some(kept.to_string())
    })
    .await?
    .ok_or(Failure::BadPassword)
}

/// Whether a password matches a hash. Takes as long without a hash, so that timing reveals nothing.
pub(crate) async fn matches(password: String, hash: Option<String>) -> Result<bool, Failure> {
    // No stored password is longer, and hashing it would be expensive.
    let known = hash.is_some() && check(&password).is_ok();
    let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
    let matches = blocking(move |memory| {
        let hash = PasswordHash::new(&hash).ok()?;
        let derived = derive(password.as_bytes(), hash.salt.as_ref()?, Params::try_from(&hash).ok()?, memory)?;
        // Compares in constant time.
        Some(derived == hash.hash?)
    })
    .await?;
    Ok(matches == Some(true) && known)
}

/// Hashes a password. All hashes use the same algorithm and version.
fn derive(password: &[u8], salt: &[u8], params: Params, memory: &mut Vec<Block>) -> Option<Output> {
    memory.resize(params.block_count(), Block::default());
    let mut derived = [0; Params::DEFAULT_OUTPUT_LEN];
    let argon2 = Argon2::new(Algorithm::default(), Version::default(), params);
    argon2.hash_password_into_with_memory(password, salt, &mut derived, memory).ok()?;
    Output::new(&derived).ok()
}

/// Whether somebody may choose this password.
pub(crate) fn check(password: &str) -> Result<(), Failure> {
    if (8..=200).contains(&password.len()) { Ok(()) } else { Err(Failure::BadPassword) }
}

/// Whether somebody with this name may choose this password from now on.
pub(crate) fn check_new(password: &str, name: &str) -> Result<(), Failure> {
    check(password)?;
    if common_passwords::is_common(password, name) { Err(Failure::CommonPassword) } else { Ok(()) }
}

/// A hash that no password matches, with the usual cost.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlz$4ZbEa6QJ3Wzv5pjM3ZEYmm1E3CMpYS5hOHMhmNdGQLs";

/// How many passwords are hashed at the same time.
const AT_ONCE: usize = 2;

/// Buffers for hashing, reused: if each hash allocated its own, the process would keep many times as much
/// memory.
static MEMORY: Mutex<Vec<Vec<Block>>> = Mutex::new(Vec::new());

/// Hashing is expensive on purpose: only a few run at a time, off the server's threads, and no caller waits long.
async fn blocking<T: Send + 'static>(work: impl FnOnce(&mut Vec<Block>) -> T + Send + 'static) -> Result<T, Failure> {
    static TURNS: Semaphore = Semaphore::const_new(AT_ONCE);
    let Ok(Ok(turn)) = timeout(Duration::from_secs(10), TURNS.acquire()).await else { return Err(Failure::TooMany) };
    let done = tokio::task::spawn_blocking(move || {
        // The permit is kept until the work is done, even if the caller has gone.
        let _turn = turn;
        let mut memory = lock(&MEMORY).pop().unwrap_or_default();
        let done = work(&mut memory);
        lock(&MEMORY).push(memory);
        done
    });
    done.await.map_err(|_| Failure::TooMany)
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    use super::*;

    /// Later hashes reuse the buffers of the first ones.
    #[tokio::test]
    async fn memory_is_used_again() {
        for _ in 0..5 {
            matches("marbles of glass".to_owned(), None).await.unwrap();
            assert!(lock(&MEMORY).len() <= AT_ONCE);
        }
    }

    #[tokio::test]
    async fn a_password_fits_its_hash_alone() {
        let kept = hash("marbles of glass".to_owned()).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        let fits = async |password: &str, hash: &str| matches(password.to_owned(), Some(hash.to_owned())).await.unwrap();
        assert!(fits("marbles of glass", &kept).await);
        assert!(!fits("marbles of clay", &kept).await);
        assert!(!fits("marbles of glass", "no hash").await);
        // Made by the library alone, without our buffers.
        let other = Argon2::default().hash_password(b"marbles of glass").unwrap().to_string();
        assert!(fits("marbles of glass", &other).await && !fits("marbles of clay", &other).await);
        assert!(Argon2::default().verify_password(b"marbles of glass", kept.as_str()).is_ok());
        assert_ne!(hash("marbles of glass".to_owned()).await.unwrap(), kept, "salt");
        for password in ["short", &"x".repeat(201)] {
            assert!(matches!(hash(password.to_owned()).await, Err(Failure::BadPassword)));
        }
    }

    /// An unknown name costs as much work as a known one, and so does an unreadable hash.
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
