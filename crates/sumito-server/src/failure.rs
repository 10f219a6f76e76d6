//! The reasons why a request fails: one match for the key, one for the status, one for the log.

use std::fmt;

use axum::http::StatusCode;

use crate::db::DbError;
use crate::moderation;
use crate::play::live::BrokenLog;
use crate::play::refusal::Refusal;
use crate::tournament;

#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// The rules or the state of the game forbid it.
    Refused(Refusal),
    /// The state of a tournament forbids it.
    Tournament(tournament::Refusal),
    /// The state of an account or a report forbids it.
    Moderation(moderation::Refusal),
    /// There is no such game, page or user.
    NotFound,
    /// Nobody has the name of the player to challenge.
    NoSuchPlayer,
    /// The request is malformed; the text says why.
    Bad(String),
    /// This value of a field makes no sense; the text says why.
    BadField(Field, String),
    /// A session is required, or the given one has ended.
    SignedOut,
    /// A moderator has closed the account.
    AccountClosed,
    /// Wrong name or password.
    WrongPassword,
    /// Wrong name or recovery code.
    WrongCode,
    NameTaken,
    /// Not a valid account name.
    BadName,
    /// A reserved name, such as one that suggests the site's staff.
    ReservedName,
    /// Too short or too long.
    BadPassword,
    /// A common password.
    CommonPassword,
    /// Too many wrong passwords for one account.
    TooManyGuesses,
    /// The token of a program does not allow that.
    TokenScope,
    /// The user already has an account.
    HasAccount,
    /// Only users with an account may do that.
    AccountNeeded,
    /// The request comes from a page of another site.
    Foreign,
    /// Too many requests.
    TooMany,
    /// A token sends requests faster than programs may.
    TokenTooFast,
    /// The database failed.
    Database(DbError),
    /// A log in the database does not replay.
    Broken(BrokenLog),
    /// A task panicked before it was done.
    Panicked,
}

/// A field of a new game, or of an action in a tournament.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Layout,
    Position,
    Rules,
    Control,
    Level,
    Rated,
    /// The name of a player without an account.
    Player,
    Players,
    Round,
    Result,
}

impl Field {
    fn name(self) -> &'static str {
        match self {
            Field::Layout => "layout",
            Field::Position => "position",
            Field::Rules => "rules",
            Field::Control => "control",
            Field::Level => "level",
            Field::Rated => "rated",
            Field::Player => "name",
            Field::Players => "players",
            Field::Round => "round",
            Field::Result => "result",
        }
    }

    /// The key of the refusal.
    fn key(self) -> &'static str {
        match self {
            Field::Layout => "bad-layout",
            Field::Position => "bad-position",
            Field::Rules => "bad-rules",
            Field::Control => "bad-control",
            Field::Level => "bad-level",
            Field::Rated => "not-ratable",
            Field::Player => "name-needed",
            Field::Players => "bad-players",
            Field::Round => "bad-round",
            Field::Result => "bad-result",
        }
    }
}

impl Failure {
    /// A stable key, for translations.
    pub(crate) fn key(&self) -> &'static str {
        match self {
            Failure::Refused(refusal) => refusal.key(),
            Failure::Tournament(refusal) => refusal.key(),
            Failure::Moderation(refusal) => refusal.key(),
            Failure::NotFound => "not-found",
            Failure::NoSuchPlayer => "no-such-player",
            Failure::Bad(_) => "bad-request",
            Failure::BadField(field, _) => field.key(),
            Failure::SignedOut => "signed-out",
            Failure::AccountClosed => "account-closed",
            Failure::WrongPassword => "wrong-password",
            Failure::WrongCode => "wrong-code",
            Failure::NameTaken => "name-taken",
            Failure::BadName => "bad-name",
            Failure::ReservedName => "reserved-name",
            Failure::BadPassword => "bad-password",
            Failure::CommonPassword => "common-password",
            Failure::TooManyGuesses => "too-many-guesses",
            Failure::TokenScope => "token-scope",
            Failure::HasAccount => "has-account",
            Failure::AccountNeeded => "account-needed",
            Failure::Foreign => "foreign-page",
            Failure::TooMany => "too-many",
            Failure::TokenTooFast => "token-too-fast",
            Failure::Database(DbError::CannotSave(_)) => "cannot-save",
            Failure::Database(DbError::InDoubt(_)) => "save-in-doubt",
            Failure::Broken(_) => "unreadable-game",
            Failure::Database(DbError::Failed(_)) | Failure::Panicked => "server-error",
        }
    }

    /// After how many seconds a request that came too often may be repeated.
    pub(crate) fn retry_after(&self) -> Option<u32> {
        match self {
            // The longest time after which one more is allowed, for one address and for one account.
            Failure::TooMany => Some(6),
            Failure::TooManyGuesses => Some(300),
            Failure::TokenTooFast => Some(1),
            _ => None,
        }
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Failure::NotFound => StatusCode::NOT_FOUND,
            Failure::Bad(_)
            | Failure::Moderation(moderation::Refusal::ReasonNeeded)
            | Failure::Tournament(tournament::Refusal::BadSetting(..) | tournament::Refusal::BadFile(_))
            | Failure::BadField(..)
            | Failure::NoSuchPlayer
            | Failure::BadName
            | Failure::ReservedName
            | Failure::BadPassword
            | Failure::CommonPassword
            | Failure::HasAccount => StatusCode::BAD_REQUEST,
            Failure::SignedOut | Failure::WrongPassword | Failure::WrongCode => StatusCode::UNAUTHORIZED,
            Failure::Foreign
            | Failure::TokenScope
            | Failure::AccountClosed
            | Failure::Tournament(tournament::Refusal::NotDirector)
            | Failure::Moderation(moderation::Refusal::NotModerator) => StatusCode::FORBIDDEN,
            Failure::TooMany
            | Failure::TokenTooFast
            | Failure::TooManyGuesses
            | Failure::Moderation(moderation::Refusal::TooManyReports) => StatusCode::TOO_MANY_REQUESTS,
            Failure::Refused(_)
            | Failure::Tournament(_)
            | Failure::Moderation(_)
            | Failure::NameTaken
            | Failure::AccountNeeded => StatusCode::CONFLICT,
            Failure::Database(_) => StatusCode::SERVICE_UNAVAILABLE,
            Failure::Broken(_) | Failure::Panicked => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The full cause, for the server operator.
    pub(crate) fn cause(&self) -> String {
        match self {
            Failure::Database(error) => error.to_string(),
            Failure::Broken(error) => error.to_string(),
            _ => self.to_string(),
        }
    }

    /// Logs the failures that the operator can do something about.
    pub(crate) fn log(&self) {
        // An unreadable game was logged when it was read, and a failure to save when it began.
        if let Failure::Database(error @ DbError::Failed(_)) = self {
            tracing::error!(%error, "the database did not do its work");
        } else {
            tracing::debug!(key = self.key(), "refused");
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Failure::Refused(refusal) => return refusal.fmt(f),
            Failure::Tournament(refusal) => return refusal.fmt(f),
            Failure::Moderation(refusal) => return refusal.fmt(f),
            Failure::Bad(message) => message,
            Failure::BadField(field, why) => return write!(f, "{}: {why}", field.name()),
            Failure::NotFound => "there is nothing here by that name",
            Failure::NoSuchPlayer => "nobody here has that name",
            Failure::SignedOut => "your session has ended, sign in again",
            Failure::AccountClosed => "a moderator has closed this account",
            Failure::WrongPassword => "name and password do not belong together",
            Failure::WrongCode => "name and recovery code do not belong together",
            Failure::AccountNeeded => "only users with an account can do that",
            Failure::NameTaken => "that name is taken, choose another one",
            Failure::BadName => "name: expected 2 to 20 letters, digits, - or _",
            Failure::ReservedName => "that name is reserved, choose another one",
            Failure::BadPassword => "password: expected 8 to 200 characters",
            Failure::CommonPassword => "password: many people use that one, choose another one",
            Failure::TooManyGuesses => "too many wrong passwords for this account, wait a few minutes or use the recovery code",
            Failure::TokenScope => "this token does not allow that",
            Failure::HasAccount => "you have an account already, sign out first",
            Failure::Foreign => "the page that asks belongs to another site",
            Failure::TokenTooFast => "this token sends more than ten requests a second, wait a second",
            Failure::TooMany => "that was too much in too short a time, wait a little",
            Failure::Database(DbError::CannotSave(_)) => "the server cannot save anything right now, nothing was changed",
            Failure::Database(DbError::InDoubt(_)) => "the server lost its database for a moment, look again what was saved",
            Failure::Broken(_) => "this game cannot be read, its record is damaged",
            // Nobody outside needs to know more.
            Failure::Database(DbError::Failed(_)) | Failure::Panicked => "the server has a problem, try again later",
        })
    }
}

/// The key of the failure behind a response, for the error page that replaces it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct FailureKey(pub(crate) &'static str);

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

impl From<tournament::Refusal> for Failure {
    fn from(refusal: tournament::Refusal) -> Failure {
        Failure::Tournament(refusal)
    }
}

impl From<moderation::Refusal> for Failure {
    fn from(refusal: moderation::Refusal) -> Failure {
        Failure::Moderation(refusal)
    }
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Failure {
        Failure::Database(error)
    }
}

impl From<BrokenLog> for Failure {
    fn from(error: BrokenLog) -> Failure {
        Failure::Broken(error)
    }
}
