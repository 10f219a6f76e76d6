//! People: their accounts, sessions, settings and progress, and how much one address may ask for.

pub(crate) mod accounts;
pub(crate) mod lessons;
pub(crate) mod limits;
pub(crate) mod lines;
pub(crate) mod password;
pub(crate) mod profiles;
pub(crate) mod puzzles;
pub(crate) mod recovery;
pub(crate) mod sessions;
pub(crate) mod settings;
