//! Challenges and blocks: who may play with whom.

use super::room::LoadedGame;
use super::{Games, seating};
use crate::bus::Topic;
use crate::failure::Failure;
use crate::id::{GameId, UserId};
use crate::play::clock::Millis;
use crate::play::event::Setup;
use crate::play::live::Status;
use crate::play::refusal::Refusal;
use crate::time::DAY;

impl Games {
    /// Whether a user may challenge another one.
    pub(super) async fn check_challenge(&self, user: UserId, challenged: UserId, now: Millis) -> Result<(), Failure> {
        if user == challenged {
            return Err(Refusal::OwnChallenge.into());
        }
        self.check_blocks(user, challenged).await?;
        if self.db.restrictions(challenged).await?.is_closed {
            return Err(Refusal::NotAccepting.into());
        }
        Ok(self.db.challenges_sent(user, challenged, now - DAY).await?.check()?)
    }

    /// Whether a user may sit down with the other players of a game.
    pub(super) async fn check_opponent(&self, setup: &Setup, user: UserId) -> Result<(), Failure> {
        for opponent in seating::others(setup, user) {
            self.check_blocks(user, opponent).await?;
        }
        Ok(())
    }

    async fn check_blocks(&self, user: UserId, other: UserId) -> Result<(), Failure> {
        let blocked = self.db.blocks(user, other).await?;
        if blocked.by_second {
            Err(Refusal::NotAccepting.into())
        } else if blocked.by_first {
            Err(Refusal::YouBlocked.into())
        } else {
            Ok(())
        }
    }

    /// Whether a user may write in the chat of a game. Returns whether it is that of those who watch.
    ///
    /// Players do not talk while partners play. Games for more than two have a chat for members who watch.
    pub(super) async fn check_chat(&self, id: GameId, user: UserId) -> Result<bool, Failure> {
        let look = self.read(id, |LoadedGame { live, .. }| {
            let partners_play = live.game().seating().has_partners() && live.status() == Status::Playing;
            (live.sides(user).next().is_some(), partners_play, live.setup().clone())
        });
        let (plays, partners_play, setup) = look.await?;
        if self.db.restrictions(user).await?.is_muted {
            return Err(Refusal::Muted.into());
        }
        match plays {
            true if partners_play => return Err(Refusal::PartnersPlay.into()),
            true => {}
            false if !setup.is_party() => return Err(Refusal::NotYourSeat.into()),
            false => {
                let account = self.db.user(user).await?.and_then(|user| user.name);
                return account.map(|_| true).ok_or(Failure::AccountNeeded);
            }
        }
        // Of two, one writes to the other. Of more, everybody hears what is said at the table.
        match seating::others(&setup, user).next() {
            Some(other) if !setup.is_party() && self.db.blocks(user, other).await?.by_second => Err(Refusal::ChatClosed.into()),
            _ => Ok(false),
        }
    }

    /// Notifies both players of a challenge that it was sent or answered.
    pub(super) fn ring(&self, setup: &Setup) {
        let Some(challenged) = setup.challenged else { return };
        self.ring_for(challenged);
        setup.users().for_each(|user| self.ring_for(user));
    }

    /// Notifies the players of a game that it begins or ends.
    pub(super) fn ring_players(&self, setup: &Setup) {
        for user in setup.users() {
            self.lobby.game_bells.ring(user);
            self.bus.publish(Topic::Bell, || format!("games {user}"));
        }
    }

    /// Something is there for a user, whichever server the user is connected to.
    pub(super) fn ring_for(&self, user: UserId) {
        self.lobby.bells.ring(user);
        self.bus.publish(Topic::Bell, || user.to_string());
    }
}
