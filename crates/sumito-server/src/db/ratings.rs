//! Ratings, and how games changed them.

use skillratings::Outcomes;
use sqlx::{AnyConnection, AssertSqlSafe, query, query_as};

use super::{Db, DbError, User, placeholders};
use crate::id::{GameId, UserId};
use crate::play::clock::Millis;
use crate::play::ratings::{Pool, RatedGame, RatedPlayer, Rating};

/// A rating with its number of games.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct PoolRating {
    pub(crate) pool: Pool,
    pub(crate) rating: Rating,
    pub(crate) won: i64,
    pub(crate) drawn: i64,
    pub(crate) lost: i64,
}

impl PoolRating {
    pub(crate) fn is_provisional(&self) -> bool {
        self.rating.deviation > self.pool.provisional_above()
    }
}

/// An account with its rating in a pool.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ranked {
    pub(crate) user: UserId,
    pub(crate) name: String,
    pub(crate) record: PoolRating,
}

/// A player of a game, as others see them.
#[derive(Clone, Debug)]
pub(crate) struct Seated {
    pub(crate) game: GameId,
    pub(crate) user: UserId,
    /// None without an account.
    pub(crate) name: Option<String>,
    /// Whether a program plays with the account.
    pub(crate) is_bot: bool,
    /// In the pool of the game, if it has one.
    pub(crate) rating: Rating,
    /// The rating after the game, once it has been rated; then the other one is that before it.
    pub(crate) rated: Option<Rating>,
}

pub(super) type RatingRow = (f64, f64, f64, Millis);
/// A pool, the rating, and the games won, drawn and lost.
type PoolRatingRow = (String, f64, f64, f64, Millis, i64, i64, i64);
/// The same with the user, and with the name or the pool.
type RankedRow = (String, String, f64, f64, f64, Millis, i64, i64, i64);

/// Game, user, name, and since when the user is a bot; the rating before and after the game, if it was rated; the present one.
type SeatedRow = (
    String,
    String,
    Option<String>,
    Option<Millis>,
    Option<f64>,
    Option<f64>,
    Option<f64>,
    Option<f64>,
    Option<f64>,
    Option<f64>,
    Option<Millis>,
);

/// What the name of a pool begins with in the column `speed` if a bot plays: such games never change the ratings among people. All players have
/// a rating there.
const BOT_POOL: &str = "bot-";

/// The pool behind a name in the tables of ratings, and whether it is one of bots.
pub(crate) fn find_pool(name: &str) -> Option<(Pool, bool)> {
    let of_bots = name.strip_prefix(BOT_POOL);
    Some((Pool::find(of_bots.unwrap_or(name))?, of_bots.is_some()))
}

/// The name of a pool in the tables of ratings.
fn pool_name(pool: Pool, of_bots: bool) -> String {
    format!("{}{}", if of_bots { BOT_POOL } else { "" }, pool.name())
}

/// The ids of the users who sit in a game.
const SEATED_USERS: &str = "substr(games.black, 6), substr(games.white, 6), substr(games.blue, 6), substr(games.red, 6), \
                            substr(games.green, 6), substr(games.yellow, 6)";

pub(super) fn rating((mean, deviation, volatility, at): RatingRow) -> Rating {
    Rating { mean, deviation, volatility, at }
}

impl Db {
    /// The players of these games, with one query. Once the game has been rated, the rating is that before the game; until then it is the
    /// current one.
    pub(crate) async fn seated(&self, games: &[GameId], now: Millis) -> Result<Vec<Seated>, DbError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let teams = Pool::Teams.name();
        let text = format!(
            "select games.id, users.id, users.name, users.bot_since, rated_games.old_rating, rated_games.old_deviation, rated_games.new_rating, \
             ratings.rating, ratings.deviation, ratings.volatility, ratings.rated_at from games join users on users.id in ({SEATED_USERS}) \
             left join rated_games on rated_games.game = games.id and rated_games.user_id = users.id \
             left join ratings on ratings.user_id = users.id and ratings.speed = case when exists (select 1 from users bots \
             where bots.id in ({SEATED_USERS}) and bots.bot_since is not null) then '{BOT_POOL}' else '' end \
             || case when games.seats > 2 then '{teams}' else games.speed end where games.id in ({})",
            placeholders(games.len())
        );
        let query = games.iter().fold(query_as(AssertSqlSafe(text)), |query, game| query.bind(game.to_string()));
        let rows: Vec<SeatedRow> = query.fetch_all(&self.pool).await?;
        let seated = |(game, user, name, bot, old, deviation, new, mean, present_deviation, volatility, at): SeatedRow| {
            let old = old.zip(deviation).map(|(mean, deviation)| Rating { mean, deviation, ..Rating::new(now) });
            let present = mean.zip(present_deviation).zip(volatility).zip(at);
            let present = present.map_or(Rating::new(now), |(((mean, deviation), volatility), at)| {
                rating((mean, deviation, volatility, at)).at(now)
            });
            Some(Seated {
                game: game.parse().ok()?,
                user: user.parse().ok()?,
                name,
                is_bot: bot.is_some(),
                rating: old.unwrap_or(present),
                rated: old.zip(new).map(|(old, new)| Rating { mean: new, ..old }),
            })
        };
        Ok(rows.into_iter().filter_map(seated).collect())
    }

    /// The ratings of a user, of those pools in which the user has played: a bot's among bots, a person's among people.
    pub(crate) async fn ratings(&self, user: UserId, now: Millis) -> Result<Vec<PoolRating>, DbError> {
        let query = query_as(
            "select speed, rating, deviation, volatility, rated_at, won, drawn, lost from ratings \
             where user_id = $1 and won + drawn + lost > 0",
        );
        let is_bot = self.user(user).await?.is_some_and(|user| user.is_bot);
        let rows: Vec<PoolRatingRow> = query.bind(user.to_string()).fetch_all(&self.pool).await?;
        let record = |(pool, mean, deviation, volatility, at, won, drawn, lost): PoolRatingRow| {
            let rating = rating((mean, deviation, volatility, at)).at(now);
            let (pool, _) = find_pool(&pool).filter(|(_, of_bots)| *of_bots == is_bot)?;
            Some(PoolRating { pool, rating, won, drawn, lost })
        };
        let mut records: Vec<PoolRating> = rows.into_iter().filter_map(record).collect();
        records.sort_by_key(|record| record.pool);
        Ok(records)
    }

    /// The ratings of a user after the last rated games of a pool, the oldest first.
    pub(crate) async fn history(&self, user: UserId, pool: Pool, limit: i64) -> Result<Vec<(Millis, f64)>, DbError> {
        let pool = pool_name(pool, self.user(user).await?.is_some_and(|user| user.is_bot));
        let query = query_as(
            "select at, new_rating from rated_games where user_id = $1 and speed = $2 order by at desc, game desc limit $3",
        );
        let mut rows: Vec<(Millis, f64)> = query.bind(user.to_string()).bind(pool).bind(limit).fetch_all(&self.pool).await?;
        rows.reverse();
        Ok(rows)
    }

    /// The strongest players of a pool whose rating is sure.
    pub(crate) async fn strongest(&self, pool: Pool, limit: i64, now: Millis) -> Result<Vec<Ranked>, DbError> {
        // The rating of an inactive player may have become provisional since the row was written, so read more rows than are shown.
        let sure = self.ranked("deviation <= $2", pool, limit * 4, now).await?;
        Ok(sure.into_iter().filter(|ranked| !ranked.record.is_provisional()).take(limit as usize).collect())
    }

    /// Players of a pool whose rating is not sure yet, the strongest first.
    pub(crate) async fn provisional(&self, pool: Pool, limit: i64, now: Millis) -> Result<Vec<Ranked>, DbError> {
        self.ranked("deviation > $2", pool, limit, now).await
    }

    async fn ranked(&self, condition: &str, pool: Pool, limit: i64, now: Millis) -> Result<Vec<Ranked>, DbError> {
        let text = format!(
            "select users.id, users.name, ratings.rating, ratings.deviation, ratings.volatility, ratings.rated_at, won, drawn, lost \
             from ratings join users on users.id = ratings.user_id where speed = $1 and {condition} and users.name is not null \
             and users.banned_at is null and users.closed_at is null \
             order by ratings.rating desc, users.name limit $3"
        );
        let query = query_as(AssertSqlSafe(text)).bind(pool.name()).bind(pool.provisional_above()).bind(limit);
        let rows: Vec<RankedRow> = query.fetch_all(&self.pool).await?;
        let ranked = |(user, name, mean, deviation, volatility, at, won, drawn, lost): RankedRow| {
            let rating = rating((mean, deviation, volatility, at)).at(now);
            Some(Ranked { user: user.parse().ok()?, name, record: PoolRating { pool, rating, won, drawn, lost } })
        };
        Ok(rows.into_iter().filter_map(ranked).collect())
    }

    /// The accounts among these users, by name, each with the rating of the pool in which it plays most.
    pub(crate) async fn main_ratings(&self, users: &[UserId], now: Millis) -> Result<Vec<(User, Option<PoolRating>)>, DbError> {
        if users.is_empty() {
            return Ok(Vec::new());
        }
        let places = placeholders(users.len());
        let names =
            format!("select id, name, bot_since from users where id in ({places}) and name is not null order by folded_name");
        let ratings = format!(
            "select user_id, speed, rating, deviation, volatility, rated_at, won, drawn, lost from ratings \
             where user_id in ({places}) and won + drawn + lost > 0 order by won + drawn + lost desc, speed"
        );
        let names = users.iter().fold(query_as(AssertSqlSafe(names)), |query, user| query.bind(user.to_string()));
        let names: Vec<(String, Option<String>, Option<Millis>)> = names.fetch_all(&self.pool).await?;
        let ratings = users.iter().fold(query_as(AssertSqlSafe(ratings)), |query, user| query.bind(user.to_string()));
        let ratings: Vec<RankedRow> = ratings.fetch_all(&self.pool).await?;
        let record = |id: &str, is_bot: bool| {
            let is_own = |row: &&RankedRow| row.0 == id && row.1.starts_with(BOT_POOL) == is_bot;
            let (_, pool, mean, deviation, volatility, at, won, drawn, lost) = ratings.iter().find(is_own)?;
            let rating = rating((*mean, *deviation, *volatility, *at)).at(now);
            Some(PoolRating { pool: find_pool(pool)?.0, rating, won: *won, drawn: *drawn, lost: *lost })
        };
        let account = |(id, name, bot): (String, Option<String>, Option<Millis>)| {
            let is_bot = bot.is_some();
            Some((User { id: id.parse().ok()?, name, is_bot }, record(&id, is_bot)))
        };
        Ok(names.into_iter().filter_map(account).collect())
    }
}

/// A player of a game that is being rated: the place among the players, and whether the account is banned, a bot's, or still there.
struct Rated {
    place: usize,
    player: RatedPlayer,
    is_banned: bool,
    is_bot: bool,
    is_account: bool,
}

/// Rates a finished game in the transaction that saves its end, so that both are saved or neither.
pub(super) async fn save(connection: &mut AnyConnection, game: GameId, ended: &RatedGame) -> Result<(), sqlx::Error> {
    let mut players = Vec::new();
    for (place, player) in ended.players().enumerate() {
        let select = query_as("select name, banned_at, bot_since from users where id = $1").bind(player.user.to_string());
        let (name, banned, bot): (Option<String>, Option<Millis>, Option<Millis>) = select.fetch_one(&mut *connection).await?;
        let (is_banned, is_bot, is_account) = (banned.is_some(), bot.is_some(), name.is_some());
        players.push(Rated { place, player, is_banned, is_bot, is_account });
    }
    // Nobody gains or loses by a banned account. A game that is being rated while the ban is saved counts for its refunds.
    if players.iter().any(|player| player.is_banned) {
        return Ok(());
    }
    let pool = pool_name(ended.pool, players.iter().any(|player| player.is_bot));
    let mut before = vec![Rating::new(ended.at); players.len()];
    // Somebody who left a game that went on may have deleted the account since. Otherwise always in the same order, so that two servers cannot
    // wait for each other.
    players.retain(|player| player.is_account);
    players.sort_by_key(|rated| rated.player.user);
    for Rated { place, player, .. } in &players {
        before[*place] = count(connection, &pool, *player, before[*place]).await?;
    }
    let after = ended.rate(&before);
    for Rated { place, player, .. } in &players {
        let old = before[*place].at(ended.at);
        let update = query(
            "update ratings set rating = $3, deviation = $4, volatility = $5, rated_at = $6 where user_id = $1 and speed = $2",
        );
        let update = update.bind(player.user.to_string()).bind(pool.clone());
        let Rating { mean, deviation, volatility, at } = after[*place];
        update.bind(mean).bind(deviation).bind(volatility).bind(at).execute(&mut *connection).await?;
        // A second row for the same game is an error, and undoes everything.
        let insert = query(
            "insert into rated_games (game, user_id, speed, at, old_rating, old_deviation, new_rating) values ($1, $2, $3, $4, $5, $6, $7)",
        );
        let insert = insert.bind(game.to_string()).bind(player.user.to_string()).bind(pool.clone()).bind(at);
        insert.bind(old.mean).bind(old.deviation).bind(mean).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Counts a game of a player. Returns the rating before it, or a new one. This locks the row, so that nobody else changes it before the
/// transaction ends.
async fn count(connection: &mut AnyConnection, pool: &str, player: RatedPlayer, new: Rating) -> Result<Rating, sqlx::Error> {
    let insert = query(
        "insert into ratings (user_id, speed, rating, deviation, volatility, rated_at, won, drawn, lost) \
         values ($1, $2, $3, $4, $5, $6, 0, 0, 0) on conflict do nothing",
    );
    let insert = insert.bind(player.user.to_string()).bind(pool.to_owned()).bind(new.mean).bind(new.deviation);
    insert.bind(new.volatility).bind(new.at).execute(&mut *connection).await?;
    let count = match player.result {
        Outcomes::DRAW => {
            "update ratings set drawn = drawn + 1 where user_id = $1 and speed = $2 returning rating, deviation, volatility, rated_at"
        }
        Outcomes::WIN => {
            "update ratings set won = won + 1 where user_id = $1 and speed = $2 returning rating, deviation, volatility, rated_at"
        }
        Outcomes::LOSS => {
            "update ratings set lost = lost + 1 where user_id = $1 and speed = $2 returning rating, deviation, volatility, rated_at"
        }
    };
    let row: RatingRow = query_as(count).bind(player.user.to_string()).bind(pool.to_owned()).fetch_one(connection).await?;
    Ok(rating(row))
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
