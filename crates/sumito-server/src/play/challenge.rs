//! Challenges: games with an open seat for one user alone. How many somebody may send, how long they last, and why they are declined.

use crate::play::clock::{Millis, TimeControl};
use crate::play::refusal::Refusal;

/// The challenges that a user has sent.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sent {
    /// Those without an answer.
    pub(crate) pending: i64,
    /// Those of them to the same player.
    pub(crate) to_same: i64,
    /// All of the last day, whatever became of them.
    pub(crate) lately: i64,
}

/// The most challenges without an answer, and the most in a day.
const PENDING: i64 = 10;
const LATELY: i64 = 60;
const DAY: Millis = 24 * 60 * 60 * 1000;

impl Sent {
    /// Whether the user may send one more.
    pub(crate) fn check(self) -> Result<(), Refusal> {
        if self.to_same > 0 {
            Err(Refusal::AlreadyChallenged)
        } else if self.pending >= PENDING || self.lately >= LATELY {
            Err(Refusal::TooManyChallenges)
        } else {
            Ok(())
        }
    }
}

/// Why somebody declines a challenge, for the challenger. There is a fixed list, so that it can be translated and says nothing rude.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DeclineReason {
    Later,
    /// With other games.
    Busy,
    TooFast,
    TooSlow,
    OtherClock,
    OtherLayout,
    CasualOnly,
    RatedOnly,
    NoBots,
    NoPeople,
}

impl DeclineReason {
    /// All of them, in the order of a list to choose from.
    pub(crate) const ALL: [DeclineReason; 10] = [
        DeclineReason::Later,
        DeclineReason::Busy,
        DeclineReason::TooFast,
        DeclineReason::TooSlow,
        DeclineReason::OtherClock,
        DeclineReason::OtherLayout,
        DeclineReason::CasualOnly,
        DeclineReason::RatedOnly,
        DeclineReason::NoBots,
        DeclineReason::NoPeople,
    ];

    /// A stable key, for logs, programs and translations.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            DeclineReason::Later => "later",
            DeclineReason::Busy => "busy",
            DeclineReason::TooFast => "too-fast",
            DeclineReason::TooSlow => "too-slow",
            DeclineReason::OtherClock => "other-clock",
            DeclineReason::OtherLayout => "other-layout",
            DeclineReason::CasualOnly => "casual-only",
            DeclineReason::RatedOnly => "rated-only",
            DeclineReason::NoBots => "no-bots",
            DeclineReason::NoPeople => "no-people",
        }
    }

    pub(crate) fn find(key: &str) -> Option<DeclineReason> {
        DeclineReason::ALL.into_iter().find(|reason| reason.key() == key)
    }
}

/// How long a challenge waits for an answer: a game on time is meant for today.
pub(crate) const fn lifetime(control: TimeControl) -> Millis {
    match control {
        TimeControl::Game { .. } => DAY,
        TimeControl::Days(_) | TimeControl::None => 7 * DAY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenges_are_limited_by_player_by_number_and_by_day() {
        for (pending, to_same, lately, expected) in [
            (0, 0, 0, "ok"),
            (9, 0, 59, "ok"),
            (1, 1, 1, "already-challenged"),
            (10, 0, 10, "too-many-challenges"),
            (0, 0, 60, "too-many-challenges"),
        ] {
            let checked = Sent { pending, to_same, lately }.check().map_or_else(|refusal| refusal.key(), |()| "ok");
            assert_eq!(checked, expected, "{pending} {to_same} {lately}");
        }
    }

    #[test]
    fn a_game_on_time_waits_for_a_day_and_others_for_a_week() {
        for (control, days) in [("600", 1), ("300+3", 1), ("3d", 7), ("none", 7)] {
            assert_eq!(lifetime(control.parse().unwrap()), days * DAY, "{control}");
        }
    }
}
