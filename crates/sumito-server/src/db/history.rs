//! The games of a player, for a profile.

use std::collections::BTreeMap;

use sqlx::{AssertSqlSafe, query_as};
use sumito_rules::Color;
use sumito_rules::party::{Layout, Seat};

use super::{Db, DbError, GameId, Millis, UserId, placeholders};
use crate::play::event::{Player, Setup, parse_seat};
use crate::play::ratings::{Pool, TEAMS};
use crate::play::seats::{SeatSet, Seats, find_seat};

/// A game, from its row and its first event.
#[derive(Clone, Debug)]
pub(crate) struct PlayedGame {
    pub(crate) game: GameId,
    /// The players, after any swap of colors.
    pub(crate) setup: Setup,
    pub(crate) names: Seats<Option<String>>,
    pub(crate) result: GameResult,
    /// Those who have left a game for more than two: they have lost.
    pub(crate) departed: SeatSet,
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
    Won(SeatSet),
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

/// What a player has reached at a seat, against people or only against the engine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// Of games for more than two.
    pub(crate) layout: Option<&'static Layout>,
    pub(crate) engine: bool,
    pub(crate) seat: Seat,
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
    pub(crate) pool: Option<Pool>,
    /// Private ones as well.
    pub(crate) all: bool,
    pub(crate) skip: i64,
    pub(crate) limit: i64,
}

/// Id, winner, when something last happened, the first event, the names of the first two players, the number of moves, how it ended, the
/// seats, and those that were left.
pub(super) type PlayedRow = (
    String,
    Option<String>,
    Millis,
    String,
    Option<String>,
    Option<String>,
    Option<i64>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
);
/// Layout, kind and seat of games for more than two, or kind and seat for two; winners, those who left, and the number of such games.
type RecordRow = (Option<String>, String, String, String, Option<String>, i64);
/// The id of a game, and a rating before and after it.
type ChangeRow = (String, f64, f64);

/// What is read of a game `g`, whose players are `b` and `w`: a [`PlayedRow`].
macro_rules! played_columns {
    () => {
        "g.id, g.winner, g.updated_at, events.line, b.name, w.name, g.plies, g.ending, g.black, g.white, g.blue, g.red, g.green, g.yellow, \
         g.departed"
    };
}
pub(super) use played_columns;

impl Db {
    /// The games of a player that were or are played, the latest first.
    pub(crate) async fn played(&self, listing: &GamesQuery) -> Result<Vec<PlayedGame>, DbError> {
        // A pool of teams has games of any speed.
        let teams = Layout::all().iter().filter(|layout| layout.seating == TEAMS).map(|layout| format!("'{}'", layout.id));
        let text = format!(
            concat!(
                "select ",
                played_columns!(),
                " from games g join events on events.game = g.id and events.version = 1 \
                 left join users b on b.id = substr(g.black, 6) left join users w on w.id = substr(g.white, 6) where ",
                seated!(),
                " and g.status in ('playing', 'over') and ($2 = '' or g.speed = $2 or ($2 = '{}' and g.layout in ({}))) \
                 and (g.public or g.rated or $3) order by g.updated_at desc, g.id limit $4 offset $5",
            ),
            Pool::Teams.name(),
            teams.collect::<Vec<_>>().join(", ")
        );
        let query = query_as(AssertSqlSafe(text));
        let query = query.bind(Player::User(listing.user).to_string()).bind(listing.pool.map_or("", Pool::name));
        let query = query.bind(listing.all).bind(listing.limit).bind(listing.skip);
        let mut games = self.played_games(query.fetch_all(&self.pool).await?).await?;
        for (id, change) in self.rating_changes(listing.user, &games).await? {
            if let Some(game) = games.iter_mut().find(|game| game.game.as_str() == id) {
                game.change = Some(change);
            }
        }
        Ok(games)
    }

    /// How these games changed the rating of a user.
    async fn rating_changes(&self, user: UserId, games: &[PlayedGame]) -> Result<Vec<(String, i64)>, DbError> {
        let rated: Vec<String> = games.iter().filter(|game| game.setup.rated).map(|game| game.game.to_string()).collect();
        if rated.is_empty() {
            return Ok(Vec::new());
        }
        let places = placeholders(rated.len());
        let text = format!(
            "select game, old_rating, new_rating from rated_games where game in ({places}) and user_id = ${}",
            rated.len() + 1
        );
        let select = rated.iter().fold(query_as(AssertSqlSafe(text)), |select, game| select.bind(game.clone()));
        let rows: Vec<ChangeRow> = select.bind(user.to_string()).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(game, old, new)| (game, new.round() as i64 - old.round() as i64)).collect())
    }

    /// Games from their rows. The names of all but the first two players are read now: few games have more.
    pub(super) async fn played_games(&self, rows: Vec<PlayedRow>) -> Result<Vec<PlayedGame>, DbError> {
        let mut games: Vec<PlayedGame> = rows.into_iter().filter_map(played).collect();
        let more = |game: &PlayedGame| {
            game.setup.seats.iter().skip(2).filter_map(|(_, player)| player.as_ref()?.user()).collect::<Vec<_>>()
        };
        let users: Vec<UserId> = games.iter().flat_map(more).collect();
        if users.is_empty() {
            return Ok(games);
        }
        let text = format!("select id, name from users where id in ({})", placeholders(users.len()));
        let select = users.iter().fold(query_as(AssertSqlSafe(text)), |select, user| select.bind(user.to_string()));
        let names: Vec<(String, Option<String>)> = select.fetch_all(&self.pool).await?;
        for game in &mut games {
            for seat in game.setup.seats.seats().skip(2) {
                let user = game.setup.seats[seat].and_then(Player::user);
                let name = names.iter().find(|(id, _)| user.is_some_and(|user| user.as_str() == id));
                game.names[seat] = name.and_then(|(_, name)| name.clone());
            }
        }
        Ok(games)
    }

    /// What a player has reached in finished games: with two players and with more, against people and against the engine, by seat.
    pub(crate) async fn records(&self, user: UserId) -> Result<Vec<Record>, DbError> {
        let query = query_as(concat!(
            "select case when seats > 2 then layout end, case when seats > 2 then kind \
             when black like 'user:%' and white like 'user:%' then 'online' else 'engine' end, \
             case $1 when black then 'black' when white then 'white' when blue then 'blue' when red then 'red' when green then 'green' \
             else 'yellow' end, winner, departed, count(*) from games where ",
            seated!(),
            " and (seats > 2 or black <> white) and winner is not null group by 1, 2, 3, 4, 5",
        ));
        let rows: Vec<RecordRow> = query.bind(Player::User(user).to_string()).fetch_all(&self.pool).await?;
        // Against people first, and two players before more.
        let mut tallies: BTreeMap<(bool, Option<usize>, Seat), Tally> = BTreeMap::new();
        for (layout, kind, seat, winner, departed, count) in rows {
            let place = layout.map(|id| Layout::all().iter().position(|layout| layout.id == id));
            let (Some(place), Some(seat)) = (place.map_or(Some(None), |place| place.map(Some)), find_seat(&seat)) else {
                continue;
            };
            let has_left = seats(departed.as_deref()).contains(seat);
            let won = if winner == "draw" && !has_left { None } else { Some(!has_left && seats(Some(&winner)).contains(seat)) };
            tallies.entry((kind == "engine", place, seat)).or_default().add(won, count);
        }
        let layout = |place: usize| &Layout::all()[place];
        let record = |((engine, place, seat), tally): ((_, Option<usize>, _), _)| Record {
            layout: place.map(layout),
            engine,
            seat,
            tally,
        };
        Ok(tallies.into_iter().map(record).collect())
    }

    /// The last finished games between two players, the latest first. Without `all`, only those that everybody may see.
    pub(crate) async fn meetings(&self, first: UserId, second: UserId, all: bool, limit: i64) -> Result<Vec<Meeting>, DbError> {
        let query = query_as(MEETINGS).bind(Player::User(first).to_string()).bind(Player::User(second).to_string());
        let rows: Vec<(String, String, String)> = query.bind(all).bind(limit).fetch_all(&self.pool).await?;
        let meeting = |(game, color, winner): (String, String, String)| {
            Some(Meeting { game: game.parse().ok()?, won: find_seat(&winner).map(|winner| Some(winner) == find_seat(&color)) })
        };
        Ok(rows.into_iter().filter_map(meeting).collect())
    }
}

pub(super) const MEETINGS: &str = "select id, color, winner from ( \
     select id, 'black' as color, winner, updated_at, public or rated as seen from games \
     where status = 'over' and seats = 2 and black = $1 and white = $2 union all \
     select id, 'white' as color, winner, updated_at, public or rated as seen from games \
     where status = 'over' and seats = 2 and black = $2 and white = $1 \
     ) arms where winner is not null and (seen or $3) order by updated_at desc, id desc limit $4";

/// Seats as a row of a game has them: their names in a row.
fn seats(names: Option<&str>) -> SeatSet {
    names.unwrap_or_default().split(' ').filter_map(find_seat).collect()
}

/// `None` if the row is invalid: the game is left out of the list.
fn played(
    (id, winner, at, line, black_name, white_name, plies, ending, black, white, blue, red, green, yellow, departed): PlayedRow,
) -> Option<PlayedGame> {
    let mut setup = Setup::parse(&line)?;
    for (seat, text) in setup.seats.seats().zip([black, white, blue, red, green, yellow]) {
        setup.seats[seat] = parse_seat(text.as_deref().unwrap_or("open")).ok()?;
    }
    let mut names: Seats<Option<String>> = setup.seats.map(|_| None);
    (names[Color::Black], names[Color::White]) = (black_name, white_name);
    Some(PlayedGame {
        game: id.parse().ok()?,
        setup,
        names,
        result: match winner.as_deref() {
            None => GameResult::Playing,
            Some("draw") => GameResult::Drawn,
            Some(winners) => GameResult::Won(seats(Some(winners))),
        },
        departed: seats(departed.as_deref()),
        change: None,
        at,
        ending,
        plies,
    })
}
