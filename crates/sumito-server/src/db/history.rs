//! The games of a player, for a profile.

use sqlx::query_as;
use sumito_rules::{ByColor, Color, Layout};

use super::{Db, DbError, GameId, Millis, UserId};
use crate::play::event::{EventKind, Player, Setup, find_color, parse_seat};
use crate::play::ratings::Speed;

/// A game, from its row and its first event.
#[derive(Clone, Debug)]
pub(crate) struct PlayedGame {
    pub(crate) game: GameId,
    /// The players, after any swap of colors.
    pub(crate) setup: Setup,
    pub(crate) names: ByColor<Option<String>>,
    pub(crate) result: GameResult,
    /// How it changed the rating of the player whose games are listed.
    pub(crate) change: Option<i64>,
    pub(crate) at: Millis,
    /// How it ended, if that was asked for.
    pub(crate) ending: Option<String>,
    /// How many moves were made, if that was asked for.
    pub(crate) plies: Option<i64>,
}

/// The status of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum GameResult {
    Playing,
    Won(Color),
    Drawn,
}

/// Which games of a player are listed.
#[derive(Copy, Clone, Debug)]
pub(crate) struct GamesQuery {
    pub(crate) user: UserId,
    pub(crate) speed: Option<Speed>,
    /// Private ones as well.
    pub(crate) all: bool,
    pub(crate) skip: i64,
    pub(crate) limit: i64,
}

/// Id, winner, when something last happened, seats, the first event, and the names of the players.
pub(super) type PlayedRow =
    (String, Option<String>, Millis, Option<String>, Option<String>, String, Option<String>, Option<String>);
/// The same, with the rating before and after the game.
type RatedRow = (
    String,
    Option<String>,
    Millis,
    Option<String>,
    Option<String>,
    String,
    Option<String>,
    Option<String>,
    Option<f64>,
    Option<f64>,
);

impl Db {
    /// The games of a player that were or are played, the latest first.
    pub(crate) async fn played(&self, listing: &GamesQuery) -> Result<Vec<PlayedGame>, DbError> {
        let query = query_as(
            "select games.id, games.winner, games.updated_at, games.black, games.white, events.line, \
             b.name, w.name, rated_games.old_rating, rated_games.new_rating \
             from games join events on events.game = games.id and events.version = 1 \
             left join users b on b.id = substr(games.black, 6) left join users w on w.id = substr(games.white, 6) \
             left join rated_games on rated_games.game = games.id and rated_games.user_id = $2 \
             where (games.black = $1 or games.white = $1) and games.status in ('playing', 'over') \
             and ($3 = '' or games.speed = $3) and (games.public or games.rated or $4) \
             order by games.updated_at desc, games.id limit $5 offset $6",
        );
        let query = query.bind(Player::User(listing.user).to_string()).bind(listing.user.to_string());
        let query = query.bind(listing.speed.map_or("", Speed::name)).bind(listing.all).bind(listing.limit).bind(listing.skip);
        let rows: Vec<RatedRow> = query.fetch_all(&self.pool).await?;
        let game = |(id, winner, at, black, white, line, black_name, white_name, old, new): RatedRow| {
            let change = old.zip(new).map(|(old, new)| new.round() as i64 - old.round() as i64);
            played((id, winner, at, black, white, line, black_name, white_name), change)
        };
        Ok(rows.into_iter().filter_map(game).collect())
    }

    /// How many games against other people a player has won, drawn and lost.
    pub(crate) async fn results(&self, user: UserId) -> Result<(i64, i64, i64), DbError> {
        let query = query_as(
            "select count(case when (winner = 'black' and black = $1) or (winner = 'white' and white = $1) then 1 end), \
             count(case when winner = 'draw' then 1 end), count(*) from games \
             where (black = $1 or white = $1) and black <> white and winner is not null \
             and black like 'user:%' and white like 'user:%'",
        );
        let row: (i64, i64, i64) = query.bind(Player::User(user).to_string()).fetch_one(&self.pool).await?;
        let (won, drawn, all) = row;
        Ok((won, drawn, all - won - drawn))
    }
}

/// `None` if the row is invalid: the game is left out of the list.
pub(super) fn played(
    (id, winner, at, black, white, line, black_name, white_name): PlayedRow,
    change: Option<i64>,
) -> Option<PlayedGame> {
    let Some(EventKind::Created(mut setup)) = EventKind::parse(&line, &Layout::STANDARD.position()) else { return None };
    let seat = |text: Option<String>| parse_seat(text.as_deref().unwrap_or("open")).ok();
    setup.seats = ByColor::new(seat(black)?, seat(white)?);
    Some(PlayedGame {
        game: id.parse().ok()?,
        setup,
        names: ByColor::new(black_name, white_name),
        result: match winner {
            None => GameResult::Playing,
            Some(winner) => find_color(&winner).map_or(GameResult::Drawn, GameResult::Won),
        },
        change,
        at,
        ending: None,
        plies: None,
    })
}
