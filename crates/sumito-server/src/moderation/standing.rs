//! The standing of an account: what its log of moderation leads to, and what may be added to it.

use crate::id::UserId;
use crate::moderation::Refusal;
use crate::play::clock::Millis;

/// Who acts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    Moderator(UserId),
    /// Whoever has the database, on the command line.
    Operator,
}

/// What can be done about an account.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Makes the account a moderator's. Only the operator does that.
    Grant,
    Revoke,
    Mute,
    Unmute,
    /// From rated play.
    Ban,
    Unban,
    Close,
    Reopen,
}

impl Action {
    pub(crate) const ALL: [Action; 8] =
        [Action::Grant, Action::Revoke, Action::Mute, Action::Unmute, Action::Ban, Action::Unban, Action::Close, Action::Reopen];
    /// The measures, each with what undoes it.
    pub(crate) const MEASURES: [(Action, Action); 3] =
        [(Action::Mute, Action::Unmute), (Action::Ban, Action::Unban), (Action::Close, Action::Reopen)];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Action::Grant => "grant",
            Action::Revoke => "revoke",
            Action::Mute => "mute",
            Action::Unmute => "unmute",
            Action::Ban => "ban",
            Action::Unban => "unban",
            Action::Close => "close",
            Action::Reopen => "reopen",
        }
    }

    pub(crate) fn find(name: &str) -> Option<Action> {
        Action::ALL.into_iter().find(|action| action.name() == name)
    }

    /// Whether servers have something to do after it: seats, games and connections of the account.
    pub(crate) fn has_consequences(self) -> bool {
        matches!(self, Action::Ban | Action::Close)
    }
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) at: Millis,
    pub(crate) by: Actor,
    pub(crate) action: Action,
    pub(crate) reason: String,
}

/// The standing of an account, from its log.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent of each other, and always named")]
pub(crate) struct Standing {
    pub(crate) version: u32,
    pub(crate) is_moderator: bool,
    pub(crate) is_muted: bool,
    pub(crate) is_banned: bool,
    pub(crate) is_closed: bool,
}

impl Standing {
    pub(crate) fn replay(actions: impl IntoIterator<Item = Action>) -> Standing {
        let mut standing = Standing::default();
        actions.into_iter().for_each(|action| standing.fold(action));
        standing
    }

    /// What an action about the account `subject` leads to.
    pub(crate) fn apply(self, subject: UserId, by: Actor, action: Action, reason: &str, at: Millis) -> Result<Event, Refusal> {
        if let Actor::Moderator(moderator) = by {
            if matches!(action, Action::Grant | Action::Revoke) {
                return Err(Refusal::NotModerator);
            }
            if moderator == subject {
                return Err(Refusal::OwnAccount);
            }
            if self.is_moderator {
                return Err(Refusal::ModeratorsAccount);
            }
        }
        if reason.is_empty() {
            return Err(Refusal::ReasonNeeded);
        }
        let mut after = self;
        after.fold(action);
        after.version = self.version;
        if after == self {
            return Err(Refusal::NothingToChange);
        }
        Ok(Event { at, by, action, reason: reason.to_owned() })
    }

    fn fold(&mut self, action: Action) {
        self.version += 1;
        match action {
            Action::Grant | Action::Revoke => self.is_moderator = action == Action::Grant,
            Action::Mute | Action::Unmute => self.is_muted = action == Action::Mute,
            Action::Ban | Action::Unban => self.is_banned = action == Action::Ban,
            Action::Close | Action::Reopen => self.is_closed = action == Action::Close,
        }
    }

    /// Whether a measure holds.
    pub(crate) fn has(self, measure: Action) -> bool {
        match measure {
            Action::Mute => self.is_muted,
            Action::Ban => self.is_banned,
            Action::Close => self.is_closed,
            Action::Grant => self.is_moderator,
            Action::Revoke | Action::Unmute | Action::Unban | Action::Reopen => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_taken_and_undone_by_those_who_may() {
        let (subject, moderator) = (UserId::random(), UserId::random());
        let by = Actor::Moderator(moderator);
        let plain = Standing::default();
        for (measure, undo) in Action::MEASURES {
            assert!(!plain.has(measure));
            assert_eq!(plain.apply(subject, by, undo, "why", 1), Err(Refusal::NothingToChange), "{undo:?}");
            assert_eq!(plain.apply(subject, by, measure, "", 1), Err(Refusal::ReasonNeeded));
            assert_eq!(plain.apply(moderator, by, measure, "why", 1), Err(Refusal::OwnAccount));
            let event = plain.apply(subject, by, measure, "why", 1).unwrap();
            assert_eq!(event, Event { at: 1, by, action: measure, reason: "why".to_owned() });
            let taken = Standing::replay([measure]);
            assert!(taken.has(measure) && taken.version == 1);
            assert_eq!(taken.apply(subject, by, measure, "again", 2), Err(Refusal::NothingToChange));
            for (other, _) in Action::MEASURES.into_iter().filter(|(other, _)| *other != measure) {
                assert!(!taken.has(other), "{measure:?} is not {other:?}");
            }
            let undone = taken.apply(subject, by, undo, "sorry", 3).unwrap();
            assert_eq!(Standing::replay([event.action, undone.action]), Standing { version: 2, ..plain });
        }
        for action in Action::ALL {
            assert_eq!(Action::find(action.name()), Some(action));
        }
    }

    #[test]
    fn only_the_operator_gives_the_role_and_judges_those_who_have_it() {
        let (subject, other) = (UserId::random(), Actor::Moderator(UserId::random()));
        let plain = Standing::default();
        assert_eq!(plain.apply(subject, other, Action::Grant, "why", 1), Err(Refusal::NotModerator));
        let granted = plain.apply(subject, Actor::Operator, Action::Grant, "trusted", 1).unwrap();
        let standing = Standing::replay([granted.action]);
        assert!(standing.is_moderator);
        assert_eq!(standing.apply(subject, other, Action::Mute, "why", 2), Err(Refusal::ModeratorsAccount));
        assert_eq!(standing.apply(subject, other, Action::Revoke, "why", 2), Err(Refusal::NotModerator));
        assert!(standing.apply(subject, Actor::Operator, Action::Mute, "why", 2).is_ok());
        assert!(standing.apply(subject, Actor::Operator, Action::Revoke, "done", 2).is_ok());
    }
}
