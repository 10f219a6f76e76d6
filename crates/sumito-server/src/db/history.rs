//! The games of a player, for a profile.

use std::collections::BTreeMap;

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
    /// How it ended, if it did.
    pub(crate) ending: Option<String>,
    /// How many moves both made, if it ended.
    pub(crate) plies: Option<i64>,
}

/// The status of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum GameResult {
    Playing,
    Won(Color),
    Drawn,
}

/// Games won, drawn and lost.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) won: i64,
    pub(crate) drawn: i64,
    pub(crate) lost: i64,
}

impl Tally {
    pub(crate) fn games(self) -> i64 {
        self.won + self.drawn + self.lost
    }

    /// Counts games that were won or lost, or drawn (`None`).
    pub(crate) fn add(&mut self, won: Option<bool>, count: i64) {
        *match won {
            Some(true) => &mut self.won,
            Some(false) => &mut self.lost,
            None => &mut self.drawn,
        } += count;
    }
}

/// What a player has reached with a color against people or against the engine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) color: Color,
    pub(crate) engine: bool,
    pub(crate) tally: Tally,
}

/// A finished game between two players.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    pub(crate) game: GameId,
    /// Whether the first of them won; `None` for a draw.
    pub(crate) won: Option<bool>,
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
/// The same, with the rating before and after the game, the number of moves, and how it ended.
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
    Option<i64>,
    Option<String>,
);

impl Db {
    /// The games of a player that were or are played, the latest first.
    pub(crate) async fn played(&self, listing: &GamesQuery) -> Result<Vec<PlayedGame>, DbError> {
        let query = query_as(
            "select games.id, games.winner, games.updated_at, games.black, games.white, events.line, \
             b.name, w.name, rated_games.old_rating, rated_games.new_rating, games.plies, games.ending \
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
        let game = |(id, winner, at, black, white, line, black_name, white_name, old, new, plies, ending): RatedRow| {
            let change = old.zip(new).map(|(old, new)| new.round() as i64 - old.round() as i64);
            let game = played((id, winner, at, black, white, line, black_name, white_name), change)?;
            Some(PlayedGame { plies, ending, ..game })
        };
        Ok(rows.into_iter().filter_map(game).collect())
    }

    /// What a player has reached in finished games, by color and kind of opponent.
    pub(crate) async fn records(&self, user: UserId) -> Result<Vec<Record>, DbError> {
        let query = query_as(
            "select case when black = $1 then 'black' else 'white' end, \
             case when black like 'user:%' and white like 'user:%' then 'people' else 'engine' end, winner, count(*) from games \
             where (black = $1 or white = $1) and black <> white and winner is not null group by 1, 2, 3",
        );
        let rows: Vec<(String, String, String, i64)> = query.bind(Player::User(user).to_string()).fetch_all(&self.pool).await?;
        // Against people first.
        let mut tallies: BTreeMap<(bool, Color), Tally> = BTreeMap::new();
        for (color, opponent, winner, count) in rows {
            if let Some(color) = find_color(&color) {
                let tally = tallies.entry((opponent == "engine", color)).or_default();
                tally.add(find_color(&winner).map(|winner| winner == color), count);
            }
        }
        Ok(tallies.into_iter().map(|((engine, color), tally)| Record { color, engine, tally }).collect())
    }

    /// The last finished games between two players, the latest first. Without `all`, only those that everybody may see.
    pub(crate) async fn meetings(&self, first: UserId, second: UserId, all: bool, limit: i64) -> Result<Vec<Meeting>, DbError> {
        let query = query_as(MEETINGS).bind(Player::User(first).to_string()).bind(Player::User(second).to_string());
        let rows: Vec<(String, String, String)> = query.bind(all).bind(limit).fetch_all(&self.pool).await?;
        let meeting = |(game, color, winner): (String, String, String)| {
            Some(Meeting { game: game.parse().ok()?, won: find_color(&winner).map(|winner| Some(winner) == find_color(&color)) })
        };
        Ok(rows.into_iter().filter_map(meeting).collect())
    }
}

pub(super) const MEETINGS: &str = "select id, color, winner from ( \
     select id, 'black' as color, winner, updated_at, public or rated as seen from games \
     where status = 'over' and black = $1 and white = $2 union all \
     select id, 'white' as color, winner, updated_at, public or rated as seen from games \
     where status = 'over' and black = $2 and white = $1 \
     ) arms where winner is not null and (seen or $3) order by updated_at desc, id desc limit $4";

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
