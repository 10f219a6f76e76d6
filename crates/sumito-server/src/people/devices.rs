//! Devices on which somebody has signed in to an account. They are recognized by a mark that follows from the account and its password: nothing has
//! to be saved for it, nobody without the password can make it, and it is worthless when the password changes.

use sha2::{Digest, Sha256};

use crate::id::UserId;

/// The most accounts that one device is remembered for.
const MOST: usize = 4;

/// The mark of a user's devices.
pub(super) fn mark(user: UserId, password_hash: &str) -> String {
    // The hash has a random salt, so the mark says nothing about the password.
    hex::encode(&Sha256::digest(format!("known device of {user} {password_hash}").as_bytes())[..16])
}

/// What a device keeps: the marks of several accounts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(String);

impl Marks {
    pub(crate) fn read(kept: Option<String>) -> Marks {
        Marks(kept.unwrap_or_default())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn have(&self, mark: &str) -> bool {
        self.0.split('.').any(|kept| kept == mark)
    }

    /// The same with another mark, the latest first.
    pub(super) fn with(&self, mark: &str) -> Marks {
        let others: Vec<&str> =
            self.0.split('.').filter(|kept| *kept != mark && kept.len() == mark.len()).take(MOST - 1).collect();
        Marks([vec![mark], others].concat().join("."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_remembers_a_few_accounts() {
        let users: Vec<String> = (0..6).map(|number| mark(UserId::random(), &format!("hash {number}"))).collect();
        let marks = users.iter().fold(Marks::read(Some("rubbish".to_owned())), |marks, mark| marks.with(mark));
        let known: Vec<bool> = users.iter().map(|mark| marks.have(mark)).collect();
        assert_eq!(known, [false, false, true, true, true, true]);
        assert_eq!(marks.with(&users[3]).as_str().len(), marks.as_str().len(), "each once");
        let user = UserId::random();
        assert_ne!(mark(user, "old"), mark(user, "new"));
    }
}
