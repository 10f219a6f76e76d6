//! Ids of users, games and servers: ten random letters and digits that nobody can guess.

use std::fmt;
use std::str::FromStr;

const LEN: usize = 10;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Id([u8; LEN]);

/// A text is not an id.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParseIdError;

impl fmt::Display for ParseIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {LEN} letters and digits")
    }
}

impl Id {
    fn random() -> Id {
        let mut id = [0; LEN];
        for letter in &mut id {
            // Six random bits, drawn again if they are outside the alphabet, so that all letters are equally likely.
            *letter = loop {
                let [byte] = random_bytes();
                if let Some(&letter) = ALPHABET.get(usize::from(byte & 63)) {
                    break letter;
                }
            };
        }
        Id(id)
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("letters and digits are ASCII")
    }
}

impl FromStr for Id {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Id, ParseIdError> {
        let id: [u8; LEN] = text.as_bytes().try_into().map_err(|_| ParseIdError)?;
        if id.iter().all(u8::is_ascii_alphanumeric) { Ok(Id(id)) } else { Err(ParseIdError) }
    }
}

/// Unpredictable bytes.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system provides random numbers");
    bytes
}

macro_rules! id {
    ($name:ident, $doc:literal) => {
        #[doc = $doc]
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $name(Id);

        impl $name {
            pub(crate) fn random() -> $name {
                $name(Id::random())
            }

            pub(crate) fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<$name, ParseIdError> {
                text.parse().map($name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

id!(GameId, "The id of a game, as in its URL.");
id!(TournamentId, "The id of a tournament, as in its URL.");
id!(EntryId, "The id of an entry in the list of the engine room, as in its URL.");
id!(UserId, "The id of a user.");
id!(ReportId, "The id of a report to the moderators.");
id!(NodeId, "The id of a running server among those that share a database.");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_ten_letters_and_digits() {
        let id = GameId::random();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_ne!(GameId::random(), id);
        for text in ["", "short", "elevenchars", "with blank", "naïveïve", "../../etcp"] {
            assert_eq!(text.parse::<GameId>(), Err(ParseIdError), "{text:?}");
        }
    }
}
