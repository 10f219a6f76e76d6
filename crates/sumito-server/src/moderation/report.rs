//! Reports: what they are about, why, and whether somebody has looked at them.

use std::fmt;
use std::str::FromStr;

use crate::id::{GameId, UserId};
use crate::moderation::Refusal;
use crate::play::clock::Millis;

/// Why something is reported.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// A program or another person chooses the moves.
    Help,
    /// Lets the time run, or leaves games.
    Stalling,
    /// Loses on purpose, or lets others win.
    ThrownGames,
    Insults,
    Name,
    Other,
}

impl Reason {
    pub(crate) const ALL: [Reason; 6] =
        [Reason::Help, Reason::Stalling, Reason::ThrownGames, Reason::Insults, Reason::Name, Reason::Other];

    pub(crate) fn key(self) -> &'static str {
        match self {
            Reason::Help => "help",
            Reason::Stalling => "stalling",
            Reason::ThrownGames => "thrown-games",
            Reason::Insults => "insults",
            Reason::Name => "name",
            Reason::Other => "other",
        }
    }

    pub(crate) fn find(key: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.key() == key)
    }
}

/// What is reported.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Player(UserId),
    Game(GameId),
    /// A line of a chat, by its moment and its author.
    Chat {
        game: GameId,
        at: Millis,
        by: UserId,
    },
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Player(user) => write!(f, "player:{user}"),
            Subject::Game(game) => write!(f, "game:{game}"),
            Subject::Chat { game, at, by } => write!(f, "chat:{game}:{at}:{by}"),
        }
    }
}

impl FromStr for Subject {
    type Err = ();

    fn from_str(text: &str) -> Result<Subject, ()> {
        match text.split(':').collect::<Vec<_>>()[..] {
            ["player", user] => Ok(Subject::Player(user.parse().map_err(|_| ())?)),
            ["game", game] => Ok(Subject::Game(game.parse().map_err(|_| ())?)),
            ["chat", game, at, by] => Ok(Subject::Chat {
                game: game.parse().map_err(|_| ())?,
                at: at.parse().map_err(|_| ())?,
                by: by.parse().map_err(|_| ())?,
            }),
            _ => Err(()),
        }
    }
}

/// What can be done about a report.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReportAction {
    Close,
    Reopen,
}

impl ReportAction {
    pub(crate) fn name(self) -> &'static str {
        match self {
            ReportAction::Close => "close-report",
            ReportAction::Reopen => "reopen-report",
        }
    }

    pub(crate) fn find(name: &str) -> Option<ReportAction> {
        [ReportAction::Close, ReportAction::Reopen].into_iter().find(|action| action.name() == name)
    }
}

/// Whether somebody has answered a report, from its log.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReportState {
    pub(crate) version: u32,
    pub(crate) is_closed: bool,
}

impl ReportState {
    pub(crate) fn replay(actions: &[ReportAction]) -> ReportState {
        ReportState { version: actions.len() as u32, is_closed: actions.last() == Some(&ReportAction::Close) }
    }

    pub(crate) fn check(self, action: ReportAction, reason: &str) -> Result<(), Refusal> {
        if reason.is_empty() {
            Err(Refusal::ReasonNeeded)
        } else if self.is_closed == (action == ReportAction::Close) {
            Err(Refusal::NothingToChange)
        } else {
            Ok(())
        }
    }
}

/// The most reports of one person in a day.
const MOST_A_DAY: i64 = 20;

/// Whether somebody who has sent this many reports within a day may send another one, about a user or a game.
pub(crate) fn check_reporter(reporter: UserId, accused: Option<UserId>, sent_today: i64) -> Result<(), Refusal> {
    if accused == Some(reporter) {
        Err(Refusal::OwnReport)
    } else if sent_today >= MOST_A_DAY {
        Err(Refusal::TooManyReports)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_and_reasons_are_read_as_they_are_written() {
        let (user, game) = (UserId::random(), GameId::random());
        for subject in [Subject::Player(user), Subject::Game(game), Subject::Chat { game, at: 1_700_000_000_123, by: user }] {
            assert_eq!(subject.to_string().parse(), Ok(subject));
        }
        for text in ["", "player", "player:x", "game:1234567890:1", "chat:1234567890:now:1234567890"] {
            assert_eq!(text.parse::<Subject>(), Err(()), "{text}");
        }
        for reason in Reason::ALL {
            assert_eq!(Reason::find(reason.key()), Some(reason));
        }
    }

    #[test]
    fn a_report_is_closed_and_reopened_with_a_reason() {
        let state = ReportState::default();
        assert_eq!(state.check(ReportAction::Reopen, "why"), Err(Refusal::NothingToChange));
        assert_eq!(state.check(ReportAction::Close, ""), Err(Refusal::ReasonNeeded));
        assert_eq!(state.check(ReportAction::Close, "warned"), Ok(()));
        let state = ReportState::replay(&[ReportAction::Close]);
        assert_eq!(state.check(ReportAction::Close, "again"), Err(Refusal::NothingToChange));
        assert_eq!(state.check(ReportAction::Reopen, "new facts"), Ok(()));
    }

    #[test]
    fn nobody_reports_themselves_or_without_end() {
        let (reporter, other) = (UserId::random(), UserId::random());
        assert_eq!(check_reporter(reporter, Some(reporter), 0), Err(Refusal::OwnReport));
        assert_eq!(check_reporter(reporter, Some(other), MOST_A_DAY - 1), Ok(()));
        assert_eq!(check_reporter(reporter, None, MOST_A_DAY), Err(Refusal::TooManyReports));
    }
}
