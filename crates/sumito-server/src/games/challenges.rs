//! Challenges and blocks: who may play with whom.

use super::{Games, seating};
use crate::bus::Topic;
use crate::failure::Failure;
use crate::id::UserId;
use crate::play::clock::Millis;
use crate::play::event::{Player, Setup};
use crate::play::refusal::Refusal;
use crate::time::DAY;

impl Games {
    /// Whether a user may challenge another one.
    pub(super) async fn check_challenge(&self, user: UserId, challenged: UserId, now: Millis) -> Result<(), Failure> {
        if user == challenged {
            return Err(Refusal::OwnChallenge.into());
        }
        self.check_blocks(user, challenged).await?;
        Ok(self.db.challenges_sent(user, challenged, now - DAY).await?.check()?)
    }

    /// Whether a user may sit down with the other player of a game.
    pub(super) async fn check_opponent(&self, setup: &Setup, user: UserId) -> Result<(), Failure> {
        match seating::opponent(setup, user) {
            Some(opponent) => self.check_blocks(user, opponent).await,
            None => Ok(()),
        }
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

    /// Whether the other player of a game receives what a user writes.
    pub(super) async fn check_chat(&self, setup: &Setup, user: UserId) -> Result<(), Failure> {
        match seating::opponent(setup, user) {
            Some(opponent) if self.db.blocks(user, opponent).await?.by_second => Err(Refusal::ChatClosed.into()),
            _ => Ok(()),
        }
    }

    /// Notifies both players of a challenge that it was sent or answered.
    pub(super) fn ring(&self, setup: &Setup) {
        let Some(challenged) = setup.challenged else { return };
        self.ring_for(challenged);
        for player in [setup.seats.black, setup.seats.white].into_iter().flatten() {
            if let Player::User(user) = player {
                self.ring_for(user);
            }
        }
    }

    /// Something is there for a user, whichever server the user is connected to.
    fn ring_for(&self, user: UserId) {
        self.lobby.bells.ring(user);
        self.bus.publish(Topic::Bell, || user.to_string());
    }
}
