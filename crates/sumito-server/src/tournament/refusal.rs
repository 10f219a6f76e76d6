//! Why an action in a tournament is refused, as a stable key and as an English sentence.

use std::fmt;

use crate::tournament::bad_file::BadFile;
use crate::tournament::settings::BadSetting;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Only a director may do that.
    NotDirector,
    AlreadyEntered,
    NotEntered,
    Full,
    /// It is too late to enter.
    EntryClosed,
    WrongPassword,
    RatingTooLow,
    RatingTooHigh,
    AccountTooYoung,
    /// A program enters only if a director adds it.
    NoBots,
    /// It has started already.
    Started,
    NotRunning,
    Over,
    /// A round is being played.
    RoundUnfinished,
    NoSuchBoard,
    NoSuchPlayer,
    NotYourBoard,
    TooFewPlayers,
    /// This player has had the one bye that can be requested, or the round is not one for it.
    NoBye,
    /// The pairings of this format are fixed.
    FixedPairings,
    /// Somebody is paired twice, or does not play.
    BadPairs,
    /// A result of this round is known already.
    ResultsKnown,
    /// Results come from the games.
    PlayedOnline,
    /// Later rounds build on this result.
    ResultStands,
    CannotBerserk,
    LastDirector,
    /// Another director was faster.
    RoundChanged,
    /// The marbles do not fit the result.
    BadMarbles,
    /// This was done so often that it only fills the log.
    TooManyChanges,
    /// Nobody has this code.
    WrongCode,
    /// This account has made too many tournaments.
    TooManyTournaments,
    /// A file cannot be added to this tournament.
    BadFile(BadFile),
    /// A setting is wrong: which one, and what would be right.
    BadSetting(BadSetting),
}

impl From<BadSetting> for Refusal {
    fn from(bad: BadSetting) -> Refusal {
        Refusal::BadSetting(bad)
    }
}

impl From<BadFile> for Refusal {
    fn from(bad: BadFile) -> Refusal {
        Refusal::BadFile(bad)
    }
}

impl Refusal {
    /// A stable key, for translations.
    pub(crate) fn key(&self) -> &'static str {
        match self {
            Refusal::NotDirector => "not-director",
            Refusal::AlreadyEntered => "already-entered",
            Refusal::NotEntered => "not-entered",
            Refusal::Full => "tournament-full",
            Refusal::EntryClosed => "entry-closed",
            Refusal::WrongPassword => "entry-password",
            Refusal::RatingTooLow => "rating-too-low",
            Refusal::RatingTooHigh => "rating-too-high",
            Refusal::AccountTooYoung => "account-too-young",
            Refusal::NoBots => "no-bots",
            Refusal::Started => "tournament-started",
            Refusal::NotRunning => "tournament-not-running",
            Refusal::Over => "tournament-over",
            Refusal::RoundUnfinished => "round-unfinished",
            Refusal::NoSuchBoard => "no-such-board",
            Refusal::NoSuchPlayer => "no-such-entrant",
            Refusal::NotYourBoard => "not-your-board",
            Refusal::TooFewPlayers => "too-few-players",
            Refusal::NoBye => "no-bye",
            Refusal::FixedPairings => "fixed-pairings",
            Refusal::BadPairs => "bad-pairs",
            Refusal::ResultsKnown => "results-known",
            Refusal::PlayedOnline => "played-online",
            Refusal::ResultStands => "result-stands",
            Refusal::CannotBerserk => "cannot-berserk",
            Refusal::LastDirector => "last-director",
            Refusal::RoundChanged => "round-changed",
            Refusal::BadMarbles => "bad-marbles",
            Refusal::TooManyChanges => "too-many-changes",
            Refusal::WrongCode => "entry-code",
            Refusal::TooManyTournaments => "too-many-tournaments",
            Refusal::BadFile(_) => "bad-file",
            Refusal::BadSetting(_) => "bad-setting",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::BadSetting(bad) => return bad.fmt(f),
            Refusal::BadFile(bad) => return bad.fmt(f),
            Refusal::NotDirector => "only a director of this tournament can do that",
            Refusal::AlreadyEntered => "this player has entered already",
            Refusal::NotEntered => "you have not entered this tournament",
            Refusal::Full => "the tournament is full",
            Refusal::EntryClosed => "it is too late to enter this tournament",
            Refusal::WrongPassword => "this is not the password of the tournament, or its link",
            Refusal::RatingTooLow => "your rating is too low for this tournament",
            Refusal::RatingTooHigh => "your rating is too high for this tournament",
            Refusal::AccountTooYoung => "your account is too new for this tournament",
            Refusal::NoBots => "a bot plays in a tournament only if a director adds it",
            Refusal::Started => "the tournament has started",
            Refusal::NotRunning => "the tournament has not started",
            Refusal::Over => "the tournament is over",
            Refusal::RoundUnfinished => "the round is not finished, some results are missing",
            Refusal::NoSuchBoard => "there is no such board in this tournament",
            Refusal::NoSuchPlayer => "there is no such player in this tournament",
            Refusal::NotYourBoard => "you do not play at this board",
            Refusal::TooFewPlayers => "at least two players are needed",
            Refusal::NoBye => "a bye is possible once, before its round is paired, and not in the last round",
            Refusal::FixedPairings => "the pairings of this format are fixed",
            Refusal::BadPairs => "every player can be paired once, and only those who play",
            Refusal::ResultsKnown => "the round has results already, correct them instead",
            Refusal::PlayedOnline => "this is possible over the board only",
            Refusal::ResultStands => "later games depend on this result",
            Refusal::CannotBerserk => "half the time is possible in a game of an arena, before your first move",
            Refusal::LastDirector => "a tournament needs a director",
            Refusal::RoundChanged => "another director was faster, look at the rounds again",
            Refusal::BadMarbles => "these marbles do not fit the result: six win, and nobody can lose more",
            Refusal::TooManyChanges => "this was changed too often already",
            Refusal::WrongCode => "nobody in this tournament has this code",
            Refusal::TooManyTournaments => "finish some of your tournaments first, or make others tomorrow",
        })
    }
}
