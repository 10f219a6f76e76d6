//! Public information about players: names, ratings, games, and the list of the strongest.

use crate::db::{GamesQuery, PlayedGame, Profile, SpeedRating, User};
use crate::failure::Failure;
use crate::people::{People, names};
use crate::play::ratings::Speed;
use crate::time::now;

/// How many players a list of the strongest has.
const LISTED: i64 = 50;
/// How many games the history of a rating covers.
pub(crate) const REMEMBERED: i64 = 300;

/// How many games a page of a profile has.
const PAGE: i64 = 20;

impl People {
    /// The account with this name, in any case.
    pub(crate) async fn profile(&self, name: &str) -> Result<Profile, Failure> {
        self.db.profile(&names::fold(name)).await?.ok_or(Failure::NotFound)
    }

    /// The ratings of an account, of those speeds that were played.
    pub(crate) async fn ratings(&self, profile: &Profile) -> Result<Vec<SpeedRating>, Failure> {
        Ok(self.db.ratings(profile.id, now()).await?)
    }

    /// The rating of an account after each of the last games, the oldest first.
    pub(crate) async fn rating_history(&self, profile: &Profile, speed: Speed) -> Result<Vec<(i64, i64)>, Failure> {
        let rows = self.db.history(profile.id, speed, REMEMBERED).await?;
        Ok(rows.into_iter().map(|(at, mean)| (at, mean.round() as i64)).collect())
    }

    /// The games of an account that a reader may see, a page of them, and whether there are more.
    pub(crate) async fn played(
        &self,
        profile: &Profile,
        reader: Option<&User>,
        speed: Option<Speed>,
        page: i64,
    ) -> Result<(Vec<PlayedGame>, bool), Failure> {
        let all = reader.is_some_and(|reader| reader.id == profile.id);
        let listing = GamesQuery { user: profile.id, speed, all, skip: (page - 1) * PAGE, limit: PAGE + 1 };
        let mut games = self.db.played(&listing).await?;
        let more = games.len() as i64 > PAGE;
        games.truncate(PAGE as usize);
        Ok((games, more))
    }

    /// How many games against other people an account has won, drawn and lost.
    pub(crate) async fn results(&self, profile: &Profile) -> Result<(i64, i64, i64), Failure> {
        Ok(self.db.results(profile.id).await?)
    }

    /// The strongest players with an established rating.
    pub(crate) async fn strongest(&self, speed: Speed) -> Result<Vec<(String, SpeedRating)>, Failure> {
        Ok(self.db.strongest(speed, LISTED, now()).await?)
    }
}
