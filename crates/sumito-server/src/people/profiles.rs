//! Public information about players: names, ratings, games, and the list of the strongest.

use crate::db::{GamesQuery, Meeting, PlayedGame, PoolRating, Profile, Ranked, Record, User};
use crate::failure::Failure;
use crate::id::UserId;
use crate::people::{People, names};
use crate::play::ratings::Pool;
use crate::time::now;

/// How many players a list of the strongest has.
const LISTED: i64 = 50;
/// How many players without an established rating are listed.
const PROVISIONAL: i64 = 20;
/// How many users who are online are looked up; most of them may have no account.
const ASKED: usize = 300;
/// How many games the history of a rating covers.
pub(crate) const REMEMBERED: i64 = 300;

/// How many games a page of a profile has.
const PAGE: i64 = 20;

/// How many of the last games between two players are shown.
const MEETINGS: i64 = 10;

/// An account in a list of players.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) user: User,
    pub(crate) online: bool,
    /// In the pool in which it plays most; none before the first rated game.
    pub(crate) record: Option<PoolRating>,
}

impl People {
    /// Whether a moderator has closed an account.
    pub(crate) async fn is_closed(&self, profile: &Profile) -> Result<bool, Failure> {
        Ok(self.db.restrictions(profile.id).await?.is_closed)
    }

    /// The account with this name, in any case.
    pub(crate) async fn profile(&self, name: &str) -> Result<Profile, Failure> {
        self.db.profile(&names::fold(name)).await?.ok_or(Failure::NotFound)
    }

    /// The ratings of an account, of those pools in which it has played.
    pub(crate) async fn ratings(&self, profile: &Profile) -> Result<Vec<PoolRating>, Failure> {
        Ok(self.db.ratings(profile.id, now()).await?)
    }

    /// The rating of an account after each of the last games, the oldest first.
    pub(crate) async fn rating_history(&self, profile: &Profile, pool: Pool) -> Result<Vec<(i64, i64)>, Failure> {
        let rows = self.db.history(profile.id, pool, REMEMBERED).await?;
        Ok(rows.into_iter().map(|(at, mean)| (at, mean.round() as i64)).collect())
    }

    /// The games of an account that a reader may see, a page of them, and whether there are more.
    pub(crate) async fn played(
        &self,
        profile: &Profile,
        reader: Option<&User>,
        pool: Option<Pool>,
        page: i64,
    ) -> Result<(Vec<PlayedGame>, bool), Failure> {
        let all = reader.is_some_and(|reader| reader.id == profile.id);
        let listing = GamesQuery { user: profile.id, pool, all, skip: (page - 1) * PAGE, limit: PAGE + 1 };
        let mut games = self.db.played(&listing).await?;
        let more = games.len() as i64 > PAGE;
        games.truncate(PAGE as usize);
        Ok((games, more))
    }

    /// What an account has reached in finished games, by color and kind of opponent.
    pub(crate) async fn records(&self, profile: &Profile) -> Result<Vec<Record>, Failure> {
        Ok(self.db.records(profile.id).await?)
    }

    /// The last games between two users, for a reader: one of the two sees their private ones as well.
    pub(crate) async fn meetings(&self, first: UserId, second: UserId, reader: Option<UserId>) -> Result<Vec<Meeting>, Failure> {
        let all = reader.is_some_and(|reader| [first, second].contains(&reader));
        Ok(self.db.meetings(first, second, all, MEETINGS).await?)
    }

    /// The strongest players with an established rating.
    pub(crate) async fn strongest(&self, pool: Pool) -> Result<Vec<Ranked>, Failure> {
        Ok(self.db.strongest(pool, LISTED, now()).await?)
    }

    /// Players whose rating is not established yet, where few others are.
    pub(crate) async fn provisional(&self, pool: Pool) -> Result<Vec<Ranked>, Failure> {
        Ok(self.db.provisional(pool, PROVISIONAL, now()).await?)
    }

    /// These accounts with their main ratings, the strongest first.
    pub(crate) async fn listed(&self, users: &[UserId]) -> Result<Vec<Listed>, Failure> {
        let accounts = self.db.main_ratings(users, now()).await?;
        let listed = accounts.into_iter().map(|(user, record)| Listed { online: self.is_online(user.id), user, record });
        let mut listed: Vec<Listed> = listed.collect();
        listed.sort_by_key(|listed| std::cmp::Reverse(listed.record.map(|record| record.rating.points())));
        Ok(listed)
    }

    /// Accounts that have a page open now.
    pub(crate) async fn here(&self) -> Result<Vec<Listed>, Failure> {
        let mut here = self.listed(&self.games.lobby.users_online(ASKED)).await?;
        here.truncate(LISTED as usize);
        Ok(here)
    }
}
