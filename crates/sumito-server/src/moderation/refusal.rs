//! Why a report or an action of a moderator is refused, as a stable key and as an English sentence.

use std::fmt;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Only a moderator may do that.
    NotModerator,
    /// Moderators do not judge themselves.
    OwnAccount,
    /// Only the server operator acts on the account of a moderator.
    ModeratorsAccount,
    ReasonNeeded,
    /// It is so already.
    NothingToChange,
    /// The same person has reported the same thing, and nobody has answered yet.
    AlreadyReported,
    TooManyReports,
    /// People report others.
    OwnReport,
}

impl Refusal {
    /// A stable key, for translations.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Refusal::NotModerator => "not-moderator",
            Refusal::OwnAccount => "own-account",
            Refusal::ModeratorsAccount => "moderators-account",
            Refusal::ReasonNeeded => "reason-needed",
            Refusal::NothingToChange => "nothing-to-change",
            Refusal::AlreadyReported => "already-reported",
            Refusal::TooManyReports => "too-many-reports",
            Refusal::OwnReport => "own-report",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::NotModerator => "only a moderator can do that",
            Refusal::OwnAccount => "moderators do not act on their own account",
            Refusal::ModeratorsAccount => "the account belongs to a moderator, only the server operator can act on it",
            Refusal::ReasonNeeded => "reason: expected a few words, which the log keeps",
            Refusal::NothingToChange => "that is already so, look again at the latest entry of the log",
            Refusal::AlreadyReported => "you have reported this already, wait until a moderator has looked at it",
            Refusal::TooManyReports => "you have sent too many reports today, wait until tomorrow",
            Refusal::OwnReport => "you can report others, not yourself",
        })
    }
}
