//! Following, blocking, challenging and finding other players.

use crate::db::{Challenge, Profile, Scope, User};
use crate::failure::Failure;
use crate::id::{GameId, UserId};
use crate::people::caller::Caller;
use crate::people::limits::Limit;
use crate::people::{People, names};
use crate::play::live::{Action, Actor};
use crate::play::refusal::Refusal;
use crate::time::now;

/// The most players that one user may follow, and block.
const MOST_FOLLOWED: usize = 100;
const MOST_BLOCKED: usize = 500;
/// How many players a search finds.
const FOUND: i64 = 12;

/// A player whom somebody follows.
#[derive(Clone, Debug)]
pub(crate) struct Followed {
    pub(crate) user: User,
    pub(crate) online: bool,
    /// A game of theirs that can be watched.
    pub(crate) game: Option<GameId>,
}

/// What a reader has to do with the owner of a profile.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Relation {
    pub(crate) follows: bool,
    pub(crate) blocks: bool,
}

impl People {
    /// Follows the player with this name.
    pub(crate) async fn follow(&self, caller: &Caller, name: &str) -> Result<(), Failure> {
        self.limit(Limit::Create, caller)?;
        let (user, other) = self.pair(caller, Scope::Play, name).await?;
        if self.db.blocks(user.id, other.id).await?.by_first {
            return Err(Refusal::YouBlocked.into());
        }
        if self.db.followed(user.id).await?.len() >= MOST_FOLLOWED {
            return Err(Refusal::TooManyFollowed.into());
        }
        Ok(self.db.follow(user.id, other.id, now()).await?)
    }

    pub(crate) async fn unfollow(&self, caller: &Caller, name: &str) -> Result<(), Failure> {
        let (user, other) = self.pair(caller, Scope::Play, name).await?;
        Ok(self.db.unfollow(user.id, other.id).await?)
    }

    /// Blocks the player with this name. Challenges between the two are withdrawn and declined; games that are being played go on.
    pub(crate) async fn block(&self, caller: &Caller, name: &str) -> Result<(), Failure> {
        self.limit(Limit::Create, caller)?;
        let (user, other) = self.pair(caller, Scope::Full, name).await?;
        if self.db.blocked(user.id).await?.len() >= MOST_BLOCKED {
            return Err(Refusal::TooManyBlocked.into());
        }
        self.db.block(user.id, other.id, now()).await?;
        self.end_challenges(user.id, other.id).await
    }

    pub(crate) async fn unblock(&self, caller: &Caller, name: &str) -> Result<(), Failure> {
        let (user, other) = self.pair(caller, Scope::Full, name).await?;
        Ok(self.db.unblock(user.id, other.id).await?)
    }

    /// Withdraws and declines the challenges between two users.
    async fn end_challenges(&self, user: UserId, other: UserId) -> Result<(), Failure> {
        for Challenge { game, by, to, .. } in self.db.challenges(user).await? {
            if [by.id, to.id].contains(&other) {
                // It may have been answered in the meantime.
                let _ = self.games.act(game, Actor::User(user), 0, Action::Abort, now()).await;
            }
        }
        Ok(())
    }

    /// The caller, and the account with this name, which is somebody else's.
    async fn pair(&self, caller: &Caller, needed: Scope, name: &str) -> Result<(User, Profile), Failure> {
        let user = self.account_with(caller, needed).await?;
        let other = self.profile(name).await?;
        if other.id == user.id { Err(Failure::NotFound) } else { Ok((user, other)) }
    }

    /// The players whom a user follows: first those who are there, by name.
    pub(crate) async fn followed(&self, user: UserId) -> Result<Vec<Followed>, Failure> {
        let users = self.db.followed(user).await?;
        let online: Vec<UserId> = users.iter().map(|user| user.id).filter(|&id| self.games.lobby.is_online(id)).collect();
        let games = self.games.live_games_of(&online).await?;
        let mut followed: Vec<Followed> = users
            .into_iter()
            .map(|user| {
                let game = games.iter().find(|(player, _)| *player == user.id).map(|(_, game)| *game);
                Followed { online: online.contains(&user.id), game, user }
            })
            .collect();
        followed.sort_by_key(|followed| !followed.online);
        Ok(followed)
    }

    /// The players whom a user has blocked.
    pub(crate) async fn blocked(&self, user: UserId) -> Result<Vec<User>, Failure> {
        Ok(self.db.blocked(user).await?)
    }

    pub(crate) async fn relation(&self, user: UserId, other: UserId) -> Result<Relation, Failure> {
        Ok(Relation { follows: self.db.follows(user, other).await?, blocks: self.db.blocks(user, other).await?.by_first })
    }

    /// The player whom a user wants to challenge.
    pub(crate) async fn opponent(&self, user: &User, name: &str) -> Result<UserId, Failure> {
        if user.name.is_none() {
            return Err(Failure::AccountNeeded);
        }
        let profile = self.profile(name.trim()).await;
        profile.map(|profile| profile.id).map_err(|failure| match failure {
            Failure::NotFound => Failure::NoSuchPlayer,
            failure => failure,
        })
    }

    /// The challenges to and by a user that wait for an answer.
    pub(crate) async fn challenges(&self, user: UserId) -> Result<Vec<Challenge>, Failure> {
        Ok(self.db.challenges(user).await?)
    }

    /// Players by a part of their names, those whose names begin with it first.
    pub(crate) async fn find(&self, caller: &Caller, text: &str) -> Result<Vec<User>, Failure> {
        self.limit(Limit::Search, caller)?;
        match names::letters(text) {
            letters if letters.is_empty() => Ok(Vec::new()),
            letters => Ok(self.db.find_names(&letters, FOUND).await?),
        }
    }

    pub(crate) fn is_online(&self, user: UserId) -> bool {
        self.games.lobby.is_online(user)
    }
}
