//! Ratings, and how games changed them.

use sqlx::{AnyConnection, AssertSqlSafe, query, query_as};
use sumito_rules::{ByColor, Color};

use super::{Db, DbError, User, placeholders};
use crate::id::{GameId, UserId};
use crate::play::clock::Millis;
use crate::play::ratings::{PROVISIONAL, RatedGame, Rating, ShownRating, Speed, rate};

/// A rating with its number of games.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct SpeedRating {
    pub(crate) speed: Speed,
    pub(crate) rating: Rating,
    pub(crate) won: i64,
    pub(crate) drawn: i64,
    pub(crate) lost: i64,
}

/// An account with its rating at a speed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ranked {
    pub(crate) user: UserId,
    pub(crate) name: String,
    pub(crate) record: SpeedRating,
}

/// A player of a game, as others see them.
#[derive(Clone, Debug)]
pub(crate) struct Seated {
    pub(crate) game: GameId,
    pub(crate) user: UserId,
    /// None without an account.
    pub(crate) name: Option<String>,
    /// For the speed of the game, if it has one.
    pub(crate) rating: ShownRating,
}

pub(super) type RatingRow = (f64, f64, f64, Millis);
/// A speed, the rating, and the games won, drawn and lost.
type SpeedRatingRow = (String, f64, f64, f64, Millis, i64, i64, i64);
/// The same with the user, and with the name or the speed.
type RankedRow = (String, String, f64, f64, f64, Millis, i64, i64, i64);

/// Game, user and name; the rating before and after the game, if it was rated; the present one.
type SeatedRow = (
    String,
    String,
    Option<String>,
    Option<f64>,
    Option<f64>,
    Option<f64>,
    Option<f64>,
    Option<f64>,
    Option<f64>,
    Option<Millis>,
);

pub(super) fn rating((mean, deviation, volatility, at): RatingRow) -> Rating {
    Rating { mean, deviation, volatility, at }
}

impl Db {
    /// The players of these games, with one query. Once the game has been rated, the rating is that before the game, with its change;
    /// until then it is the current one.
    pub(crate) async fn seated(&self, games: &[GameId], now: Millis) -> Result<Vec<Seated>, DbError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let text = format!(
            "select games.id, users.id, users.name, rated_games.old_rating, rated_games.old_deviation, rated_games.new_rating, \
             ratings.rating, ratings.deviation, ratings.volatility, ratings.rated_at \
             from games join users on users.id in (substr(games.black, 6), substr(games.white, 6)) \
             left join rated_games on rated_games.game = games.id and rated_games.user_id = users.id \
             left join ratings on ratings.user_id = users.id and ratings.speed = games.speed where games.id in ({})",
            placeholders(games.len())
        );
        let query = games.iter().fold(query_as(AssertSqlSafe(text)), |query, game| query.bind(game.to_string()));
        let rows: Vec<SeatedRow> = query.fetch_all(&self.pool).await?;
        let seated = |(game, user, name, old, deviation, new, mean, present_deviation, volatility, at): SeatedRow| {
            let rated = old.zip(deviation).zip(new).map(|((old, deviation), new)| {
                let old = Rating { mean: old, deviation, ..Rating::new(now) };
                let new = Rating { mean: new, ..old };
                ShownRating { change: Some(new.points() - old.points()), ..ShownRating::of(&old) }
            });
            let present = mean.zip(present_deviation).zip(volatility).zip(at);
            let present = present.map_or(Rating::new(now), |(((mean, deviation), volatility), at)| {
                rating((mean, deviation, volatility, at)).at(now)
            });
            let rating = rated.unwrap_or_else(|| ShownRating::of(&present));
            Some(Seated { game: game.parse().ok()?, user: user.parse().ok()?, name, rating })
        };
        Ok(rows.into_iter().filter_map(seated).collect())
    }

    /// The ratings of a user, of those speeds that were played.
    pub(crate) async fn ratings(&self, user: UserId, now: Millis) -> Result<Vec<SpeedRating>, DbError> {
        let query = query_as(
            "select speed, rating, deviation, volatility, rated_at, won, drawn, lost from ratings \
             where user_id = $1 and won + drawn + lost > 0",
        );
        let rows: Vec<SpeedRatingRow> = query.bind(user.to_string()).fetch_all(&self.pool).await?;
        let record = |(speed, mean, deviation, volatility, at, won, drawn, lost): SpeedRatingRow| {
            let rating = rating((mean, deviation, volatility, at)).at(now);
            Some(SpeedRating { speed: Speed::find(&speed)?, rating, won, drawn, lost })
        };
        let mut records: Vec<SpeedRating> = rows.into_iter().filter_map(record).collect();
        records.sort_by_key(|record| record.speed as u8);
        Ok(records)
    }

    /// The ratings of a user after the last rated games at a speed, the oldest first.
    pub(crate) async fn history(&self, user: UserId, speed: Speed, limit: i64) -> Result<Vec<(Millis, f64)>, DbError> {
        let query = query_as(
            "select at, new_rating from rated_games where user_id = $1 and speed = $2 order by at desc, game desc limit $3",
        );
        let mut rows: Vec<(Millis, f64)> =
            query.bind(user.to_string()).bind(speed.name()).bind(limit).fetch_all(&self.pool).await?;
        rows.reverse();
        Ok(rows)
    }

    /// The strongest players at a speed whose rating is sure.
    pub(crate) async fn strongest(&self, speed: Speed, limit: i64, now: Millis) -> Result<Vec<Ranked>, DbError> {
        // The rating of an inactive player may have become provisional since the row was written, so read more rows than are shown.
        let sure = self.ranked("deviation <= $2", speed, limit * 4, now).await?;
        Ok(sure.into_iter().filter(|ranked| !ranked.record.rating.is_provisional()).take(limit as usize).collect())
    }

    /// Players at a speed whose rating is not sure yet, the strongest first.
    pub(crate) async fn provisional(&self, speed: Speed, limit: i64, now: Millis) -> Result<Vec<Ranked>, DbError> {
        self.ranked("deviation > $2", speed, limit, now).await
    }

    async fn ranked(&self, condition: &str, speed: Speed, limit: i64, now: Millis) -> Result<Vec<Ranked>, DbError> {
        let text = format!(
            "select users.id, users.name, ratings.rating, ratings.deviation, ratings.volatility, ratings.rated_at, won, drawn, lost \
             from ratings join users on users.id = ratings.user_id where speed = $1 and {condition} and users.name is not null \
             order by ratings.rating desc, users.name limit $3"
        );
        let query = query_as(AssertSqlSafe(text)).bind(speed.name()).bind(PROVISIONAL).bind(limit);
        let rows: Vec<RankedRow> = query.fetch_all(&self.pool).await?;
        let ranked = |(user, name, mean, deviation, volatility, at, won, drawn, lost): RankedRow| {
            let rating = rating((mean, deviation, volatility, at)).at(now);
            Some(Ranked { user: user.parse().ok()?, name, record: SpeedRating { speed, rating, won, drawn, lost } })
        };
        Ok(rows.into_iter().filter_map(ranked).collect())
    }

    /// The accounts among these users, by name, each with the rating at the speed that it plays most.
    pub(crate) async fn main_ratings(&self, users: &[UserId], now: Millis) -> Result<Vec<(User, Option<SpeedRating>)>, DbError> {
        if users.is_empty() {
            return Ok(Vec::new());
        }
        let places = placeholders(users.len());
        let names = format!("select id, name from users where id in ({places}) and name is not null order by folded_name");
        let ratings = format!(
            "select user_id, speed, rating, deviation, volatility, rated_at, won, drawn, lost from ratings \
             where user_id in ({places}) and won + drawn + lost > 0 order by won + drawn + lost desc, speed"
        );
        let names = users.iter().fold(query_as(AssertSqlSafe(names)), |query, user| query.bind(user.to_string()));
        let names: Vec<(String, Option<String>)> = names.fetch_all(&self.pool).await?;
        let ratings = users.iter().fold(query_as(AssertSqlSafe(ratings)), |query, user| query.bind(user.to_string()));
        let ratings: Vec<RankedRow> = ratings.fetch_all(&self.pool).await?;
        let record = |id: &str| {
            let (_, speed, mean, deviation, volatility, at, won, drawn, lost) = ratings.iter().find(|row| row.0 == id)?;
            let rating = rating((*mean, *deviation, *volatility, *at)).at(now);
            Some(SpeedRating { speed: Speed::find(speed)?, rating, won: *won, drawn: *drawn, lost: *lost })
        };
        let account = |(id, name): (String, Option<String>)| Some((User { id: id.parse().ok()?, name }, record(&id)));
        Ok(names.into_iter().filter_map(account).collect())
    }
}

/// Rates a finished game in the transaction that saves its end, so that both are saved or neither.
pub(super) async fn save(connection: &mut AnyConnection, game: GameId, ended: &RatedGame) -> Result<(), sqlx::Error> {
    let RatedGame { speed, players, winner, at } = *ended;
    let mut before = ByColor::new(Rating::new(at), Rating::new(at));
    // Always in the same order, so that two servers cannot wait for each other.
    let mut order = Color::ALL;
    order.sort_by_key(|&color| players[color].to_string());
    for color in order {
        let insert = query(
            "insert into ratings (user_id, speed, rating, deviation, volatility, rated_at, won, drawn, lost) \
             values ($1, $2, $3, $4, $5, $6, 0, 0, 0) on conflict do nothing",
        );
        let Rating { mean, deviation, volatility, at } = before[color];
        let insert = insert.bind(players[color].to_string()).bind(speed.name()).bind(mean).bind(deviation);
        insert.bind(volatility).bind(at).execute(&mut *connection).await?;
        // Counting the game locks the row, so that nobody else changes what is read here before the transaction ends.
        let count = match winner {
            None => {
                "update ratings set drawn = drawn + 1 where user_id = $1 and speed = $2 returning rating, deviation, volatility, rated_at"
            }
            Some(side) if side == color => {
                "update ratings set won = won + 1 where user_id = $1 and speed = $2 returning rating, deviation, volatility, rated_at"
            }
            Some(_) => {
                "update ratings set lost = lost + 1 where user_id = $1 and speed = $2 returning rating, deviation, volatility, rated_at"
            }
        };
        let row: RatingRow =
            query_as(count).bind(players[color].to_string()).bind(speed.name()).fetch_one(&mut *connection).await?;
        before[color] = rating(row);
    }
    let after = rate(before, winner, at);
    for color in order {
        let old = before[color].at(at);
        let update = query(
            "update ratings set rating = $3, deviation = $4, volatility = $5, rated_at = $6 where user_id = $1 and speed = $2",
        );
        let update = update.bind(players[color].to_string()).bind(speed.name());
        let Rating { mean, deviation, volatility, at } = after[color];
        update.bind(mean).bind(deviation).bind(volatility).bind(at).execute(&mut *connection).await?;
        // A second row for the same game is an error, and undoes everything.
        let insert = query(
            "insert into rated_games (game, user_id, speed, at, old_rating, old_deviation, new_rating) values ($1, $2, $3, $4, $5, $6, $7)",
        );
        let insert = insert.bind(game.to_string()).bind(players[color].to_string()).bind(speed.name()).bind(at);
        insert.bind(old.mean).bind(old.deviation).bind(mean).execute(&mut *connection).await?;
    }
    Ok(())
}

#[cfg(test)]
impl Db {
    /// Pretends that a game of somebody has been rated, so that rating it fails.
    pub(crate) async fn spoil_rating(&self, game: GameId) {
        let spoil = move || {
            let spoil = query(
                "insert into rated_games (game, user_id, speed, at, old_rating, old_deviation, new_rating) \
                 select id, substr(black, 6), 'rapid', 0, 1500, 350, 1500 from games where id = $1",
            );
            vec![spoil.bind(game.to_string())]
        };
        assert_eq!(self.write(spoil).await.unwrap(), 1);
    }
}
