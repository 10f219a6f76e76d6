//! Finished games by what is known about them, a page at a time.

use sqlx::{AssertSqlSafe, query, query_as};
use sumito_rules::party::Seat;

use super::history::{PlayedGame, PlayedRow, played_columns};
use super::{Db, DbError, GameId, Millis, UserId, ids};
use crate::play::event::Player;
use crate::play::live::{LiveGame, Status};
use crate::play::seats::seat_name;

/// Which finished games are wanted. What is not given does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameSearch {
    pub(crate) player: Option<UserId>,
    /// Only with a player. In games for more than two, anybody else at the table.
    pub(crate) opponent: Option<UserId>,
    /// How many play.
    pub(crate) seats: Option<i64>,
    pub(crate) result: Option<SearchedResult>,
    /// The key of an ending.
    pub(crate) ending: Option<String>,
    /// The id of a layout.
    pub(crate) layout: Option<String>,
    /// The name of a speed, or `none` for games without a clock.
    pub(crate) speed: Option<String>,
    pub(crate) rated: Option<bool>,
    pub(crate) engine: Option<bool>,
    /// From this moment on.
    pub(crate) from: Option<Millis>,
    /// Before this moment.
    pub(crate) before: Option<Millis>,
    /// Moves of each player.
    pub(crate) least_moves: Option<i64>,
    pub(crate) most_moves: Option<i64>,
    /// Private games of the player as well.
    pub(crate) all: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum SearchedResult {
    /// This seat won, alone or in a team.
    Seat(Seat),
    Draw,
    /// By the player.
    Won,
    Lost,
}

/// The place of a game in the list: the next page starts after it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameKey {
    pub(crate) at: Millis,
    pub(crate) game: GameId,
}

/// A page of games that were found, and where the search goes on, if it does.
#[derive(Debug)]
pub(crate) struct FoundGames {
    pub(crate) games: Vec<PlayedGame>,
    pub(crate) next: Option<GameKey>,
}

/// What games are searched by, besides what their rows have anyway.
pub(crate) struct Searchable {
    pub(crate) game: GameId,
    /// Nothing if its log does not replay.
    pub(crate) traits: Option<Traits>,
}

/// What a game is searched by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Traits {
    pub(super) kind: &'static str,
    pub(super) layout: Option<&'static str>,
    pub(super) ending: Option<&'static str>,
    pub(super) plies: Option<i64>,
    /// The seats of those who have left a game for more than two, in a row.
    pub(super) departed: Option<String>,
}

impl Traits {
    pub(crate) fn of(live: &LiveGame) -> Traits {
        let setup = live.setup();
        let ending = match live.status() {
            Status::Over(ending) => Some(ending.key()),
            _ => None,
        };
        let departed: Vec<&str> = live.left().iter().map(|left| seat_name(left.seat)).collect();
        Traits {
            kind: setup.kind().name(),
            layout: setup.layout_id(),
            ending,
            plies: ending.map(|_| live.game().ply() as i64),
            departed: (!departed.is_empty()).then(|| departed.join(" ")),
        }
    }
}

/// A value of a condition.
#[derive(Clone)]
enum Value {
    Text(String),
    Number(i64),
    #[cfg(test)]
    Flag(bool),
}

/// A statement with its values, put together piece by piece. `sqlx::QueryBuilder` cannot do this for two databases: with the `Any` driver it
/// writes `?` for each value, which PostgreSQL does not understand; both understand `$1`.
#[derive(Clone, Default)]
struct Statement {
    text: String,
    values: Vec<Value>,
}

impl Statement {
    /// Finds one game more than wanted, which says whether there are more.
    fn search(search: &GameSearch, after: Option<GameKey>, limit: usize, window: i64) -> Statement {
        let mut statement = Statement::default();
        statement.push(concat!("select ", played_columns!(), " from ("), []);
        push_window(&mut statement, search, after, window);
        statement.push(
            ") g join events on events.game = g.id and events.version = 1 \
             left join users b on b.id = substr(g.black, 6) left join users w on w.id = substr(g.white, 6) where 1 = 1",
            [],
        );
        push_filters(&mut statement, search);
        statement.push(" order by g.updated_at desc, g.id desc limit ?", [Value::Number(limit as i64 + 1)]);
        statement
    }

    /// Adds a piece; each `?` in it stands for the next value.
    fn push(&mut self, piece: &str, values: impl IntoIterator<Item = Value>) {
        let mut values = values.into_iter();
        for (i, part) in piece.split('?').enumerate() {
            if i > 0 {
                self.values.extend(values.next());
                self.text.push('$');
                self.text.push_str(&self.values.len().to_string());
            }
            self.text.push_str(part);
        }
    }
}

impl Db {
    /// Finished games after a place in the list, the latest first. No more than `window` games are looked at: a search for something rare goes
    /// on from there.
    pub(crate) async fn find_games(
        &self,
        search: &GameSearch,
        after: Option<GameKey>,
        limit: usize,
        window: i64,
    ) -> Result<FoundGames, DbError> {
        let statement = Statement::search(search, after, limit, window);
        let select = bind(query_as(AssertSqlSafe(statement.text)), &statement.values);
        let rows: Vec<PlayedRow> = select.fetch_all(&self.pool).await?;
        let key = |row: &PlayedRow| Some(GameKey { at: row.2, game: row.0.parse().ok()? });
        let next = if rows.len() > limit {
            rows.get(limit - 1).and_then(key)
        } else {
            self.end_of_window(search, after, window).await?
        };
        let games = self.played_games(rows.into_iter().take(limit).collect()).await?;
        Ok(FoundGames { games, next })
    }

    /// The last game that was looked at, if there may be others behind it.
    async fn end_of_window(&self, search: &GameSearch, after: Option<GameKey>, window: i64) -> Result<Option<GameKey>, DbError> {
        let mut statement = Statement::default();
        statement.push("select updated_at, id from (", []);
        push_window(&mut statement, search, after, window);
        statement.push(") g order by updated_at desc, id desc limit 1 offset ?", [Value::Number(window - 1)]);
        let row: Option<(Millis, String)> =
            bind(query_as(AssertSqlSafe(statement.text)), &statement.values).fetch_optional(&self.pool).await?;
        Ok(row.and_then(|(at, game)| Some(GameKey { at, game: game.parse().ok()? })))
    }

    /// The last finished games with at least this many plies that everybody may see.
    pub(crate) async fn last_long_games(&self, plies: i64, limit: i64) -> Result<Vec<GameId>, DbError> {
        let select = query_as(
            "select id from (select id, plies, kind, updated_at from games where status = 'over' and (public or rated) \
             order by updated_at desc, id desc limit 1000) g where plies >= $1 and kind <> 'same-screen' \
             order by updated_at desc limit $2",
        );
        Ok(ids(select.bind(plies).bind(limit).fetch_all(&self.pool).await?))
    }

    /// Some games whose rows lack what they are searched by.
    pub(crate) async fn unindexed_games(&self) -> Result<Vec<GameId>, DbError> {
        let select = query_as("select id from games where kind is null or (status = 'over' and plies is null) limit 100");
        Ok(ids(select.fetch_all(&self.pool).await?))
    }

    /// Fills in what games are searched by.
    pub(crate) async fn index_games(&self, games: Vec<Searchable>) -> Result<(), DbError> {
        let write = move || {
            let update = "update games set kind = $2, layout = $3, ending = $4, plies = $5, departed = $6 where id = $1";
            let update = |Searchable { game, traits }: &Searchable| {
                // A game that nobody can read is not looked at again.
                let unreadable = Traits { kind: "unreadable", layout: None, ending: None, plies: Some(-1), departed: None };
                let Traits { kind, layout, ending, plies, departed } = traits.clone().unwrap_or(unreadable);
                query(update).bind(game.to_string()).bind(kind).bind(layout).bind(ending).bind(plies).bind(departed)
            };
            games.iter().map(update).collect()
        };
        self.write(write).await.map(|_| ())
    }
}

/// The games that are looked at: by an index, in the order of the list.
fn push_window(statement: &mut Statement, search: &GameSearch, after: Option<GameKey>, window: i64) {
    const COLUMNS: &str = "id, winner, updated_at, black, white, blue, red, green, yellow, seats, departed, plies, ending, layout, speed, rated, kind";
    let text = |user: UserId| Value::Text(Player::User(user).to_string());
    let mut arms: Vec<(String, Vec<Value>)> = Vec::new();
    match (search.player, search.opponent) {
        (None, _) => arms.push((String::new(), Vec::new())),
        (Some(player), None) => {
            arms.push((" and black = ?".to_owned(), vec![text(player)]));
            arms.push((" and white = ? and black <> white".to_owned(), vec![text(player)]));
            arms.extend(Seat::ALL[2..].iter().map(|&seat| (format!(" and {} = ?", seat_name(seat)), vec![text(player)])));
        }
        (Some(player), Some(opponent)) => {
            arms.push((" and seats = 2 and black = ? and white = ?".to_owned(), vec![text(player), text(opponent)]));
            if player != opponent {
                arms.push((" and seats = 2 and white = ? and black = ?".to_owned(), vec![text(player), text(opponent)]));
                for seat in Seat::ALL.map(seat_name) {
                    let others: Vec<&str> = Seat::ALL.map(seat_name).into_iter().filter(|&other| other != seat).collect();
                    let condition = format!(" and seats > 2 and {seat} = ? and ? in ({})", others.join(", "));
                    arms.push((condition, vec![text(player), text(opponent)]));
                }
            }
        }
    }
    statement.push(&format!("select {COLUMNS} from ("), []);
    for (i, (condition, values)) in arms.into_iter().enumerate() {
        if i > 0 {
            statement.push(" union all ", []);
        }
        statement.push(&format!("select * from (select {COLUMNS} from games where status = 'over'"), []);
        if !search.all {
            // The same condition, but SQLite uses the index of all public games only for the first form: a player's games have a better one.
            statement.push(if search.player.is_none() { " and (public or rated)" } else { " and (rated or public)" }, []);
        }
        statement.push(&condition, values);
        if let Some(GameKey { at, game }) = after {
            statement.push(" and (updated_at, id) < (?, ?)", [Value::Number(at), Value::Text(game.to_string())]);
        }
        for (piece, moment) in [(" and updated_at >= ?", search.from), (" and updated_at < ?", search.before)] {
            if let Some(moment) = moment {
                statement.push(piece, [Value::Number(moment)]);
            }
        }
        statement.push(" order by updated_at desc, id desc limit ?) arm", [Value::Number(window)]);
    }
    statement.push(") arms order by updated_at desc, id desc limit ?", [Value::Number(window)]);
}

/// What has to be true for the games that are found.
fn push_filters(statement: &mut Statement, search: &GameSearch) {
    let player = search.player.map(|player| Value::Text(Player::User(player).to_string()));
    match (search.result, player) {
        // The winners are named in a row; no name of a seat is part of another one.
        (Some(SearchedResult::Seat(seat)), _) => statement.push(&format!(" and g.winner like '%{}%'", seat_name(seat)), []),
        (Some(SearchedResult::Draw), _) => statement.push(" and g.winner = 'draw'", []),
        (Some(result @ (SearchedResult::Won | SearchedResult::Lost)), Some(player)) => {
            let seats = Seat::ALL.map(|seat| {
                let seat = seat_name(seat);
                let has_left = format!("coalesce(g.departed, '') like '%{seat}%'");
                match result {
                    SearchedResult::Won => format!("(g.{seat} = ? and g.winner like '%{seat}%' and not {has_left})"),
                    _ => format!("(g.{seat} = ? and (g.winner <> 'draw' and g.winner not like '%{seat}%' or {has_left}))"),
                }
            });
            statement.push(&format!(" and ({})", seats.join(" or ")), vec![player; seats.len()]);
        }
        (Some(SearchedResult::Won | SearchedResult::Lost) | None, _) => {}
    }
    let texts = [(" and g.ending = ?", &search.ending), (" and g.layout = ?", &search.layout)];
    for (piece, value) in texts {
        if let Some(value) = value {
            statement.push(piece, [Value::Text(value.clone())]);
        }
    }
    match search.speed.as_deref() {
        Some("none") => statement.push(" and g.speed is null", []),
        Some(speed) => statement.push(" and g.speed = ?", [Value::Text(speed.to_owned())]),
        None => {}
    }
    match search.rated {
        Some(true) => statement.push(" and g.rated", []),
        Some(false) => statement.push(" and not g.rated", []),
        None => {}
    }
    match search.engine {
        Some(true) => statement.push(" and g.kind = 'engine'", []),
        Some(false) => statement.push(" and g.kind = 'online'", []),
        None => {}
    }
    for (piece, number) in [
        (" and g.seats = ?", search.seats),
        // The last round may not be complete.
        (" and g.plies > g.seats * (? - 1)", search.least_moves),
        (" and g.plies <= g.seats * ?", search.most_moves),
    ] {
        if let Some(number) = number {
            statement.push(piece, [Value::Number(number)]);
        }
    }
}

type Select<O> = sqlx::query::QueryAs<'static, sqlx::Any, O, sqlx::any::AnyArguments>;

fn bind<O>(select: Select<O>, values: &[Value]) -> Select<O>
where
    O: for<'r> sqlx::FromRow<'r, sqlx::any::AnyRow>,
{
    values.iter().fold(select, |select, value| match value {
        Value::Text(text) => select.bind(text.clone()),
        Value::Number(number) => select.bind(*number),
        #[cfg(test)]
        Value::Flag(flag) => select.bind(*flag),
    })
}

#[cfg(test)]
impl Db {
    /// As if all games and names were from before they could be searched.
    pub(crate) async fn forget_search(&self) {
        let forget = || {
            vec![
                query("update games set kind = null, layout = null, ending = null, plies = null"),
                query("delete from name_parts"),
            ]
        };
        self.write(forget).await.unwrap();
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::MEETINGS;
    use super::super::social::{NAMES_BEGINNING, NAMES_INSIDE};
    use super::*;
    use crate::db::Access;

    /// How the database reads a table: a line for each step.
    async fn plan(db: &Db, statement: &Statement) -> Vec<String> {
        let mut connection = db.pool.acquire().await.unwrap();
        if connection.backend_name() == "SQLite" {
            let text = AssertSqlSafe(format!("explain query plan {}", statement.text));
            let rows: Vec<(i64, i64, i64, String)> =
                bind(query_as(text), &statement.values).fetch_all(&mut *connection).await.unwrap();
            return rows.into_iter().map(|(_, _, _, step)| step).collect();
        }
        // Small tables are read as a whole, unless that is not allowed.
        for setting in ["seqscan", "bitmapscan", "sort"] {
            query(AssertSqlSafe(format!("set enable_{setting} = off"))).execute(&mut *connection).await.unwrap();
        }
        let text = AssertSqlSafe(format!("explain {}", statement.text));
        let rows: Vec<(String,)> = bind(query_as(text), &statement.values).fetch_all(&mut *connection).await.unwrap();
        rows.into_iter().map(|(step,)| step).collect()
    }

    /// Whether a step of a plan reads a whole table.
    fn reads_everything(step: &str) -> bool {
        let tables = ["games", "events", "users", "b", "w", "name_parts"];
        let scanned = step.trim().strip_prefix("SCAN ").filter(|rest| !rest.contains("USING"));
        step.contains("Seq Scan") || scanned.is_some_and(|table| tables.contains(&table))
    }

    #[tokio::test]
    async fn searches_use_indexes() {
        let folder = std::env::temp_dir().join(format!("sumito-{}", GameId::random()));
        std::fs::create_dir_all(&folder).unwrap();
        let db = Db::open(&Db::fresh(&folder).await, Access::Shared).await.unwrap();
        let (player, opponent) = (Some(UserId::random()), Some(UserId::random()));
        let everything = GameSearch {
            result: Some(SearchedResult::Draw),
            ending: Some("drawn-by-repetition".to_owned()),
            layout: Some("standard".to_owned()),
            speed: Some("rapid".to_owned()),
            rated: Some(true),
            engine: Some(false),
            from: Some(1),
            before: Some(2),
            seats: Some(2),
            least_moves: Some(10),
            most_moves: Some(20),
            ..GameSearch::default()
        };
        let after = Some(GameKey { at: 5, game: GameId::random() });
        let mut statements = Vec::new();
        for (search, index) in [
            (GameSearch::default(), "games_over"),
            (everything.clone(), "games_over"),
            (GameSearch { player, ..GameSearch::default() }, "games_by_"),
            (GameSearch { player, all: true, ..GameSearch::default() }, "games_by_"),
            (GameSearch { player, opponent, ..GameSearch::default() }, "games_between"),
            (GameSearch { player, opponent, ..GameSearch::default() }, "games_of_more_by_black"),
            (GameSearch { player, opponent, ..GameSearch::default() }, "games_of_more_by_white"),
            (GameSearch { player, opponent, ..GameSearch::default() }, "games_by_yellow"),
            (GameSearch { player, opponent, result: Some(SearchedResult::Won), ..everything }, "games_between"),
        ] {
            for after in [None, after] {
                statements.push((Statement::search(&search, after, 30, 20_000), index));
            }
        }
        for (text, index) in [(NAMES_BEGINNING, "name_beginnings"), (NAMES_INSIDE, "name_parts")] {
            let values = vec![Value::Text("ada".to_owned()), Value::Text("ada~".to_owned()), Value::Number(20)];
            statements.push((Statement { text: text.to_owned(), values }, index));
        }
        let pair = ["user:a", "user:b"].map(|player| Value::Text(player.to_owned()));
        let values = pair.into_iter().chain([Value::Flag(true), Value::Number(10)]).collect();
        statements.push((Statement { text: MEETINGS.to_owned(), values }, "games_between"));
        for (statement, index) in statements {
            let plan = plan(&db, &statement).await;
            // Among the indexes, PostgreSQL chooses by statistics, which an empty database does not have.
            let is_chosen = std::env::var("SUMITO_TEST_DATABASE").is_ok() || plan.iter().any(|step| step.contains(index));
            let reads_all = plan.iter().any(|step| reads_everything(step));
            assert!(is_chosen && !reads_all, "without {index}: {}\n{}", statement.text, plan.join("\n"));
        }
        // The check finds what it looks for.
        let values = vec![Value::Text("standard".to_owned())];
        let statement = Statement { text: "select id from games where layout = $1".to_owned(), values };
        let plan = plan(&db, &statement).await;
        assert!(plan.iter().any(|step| reads_everything(step)), "{plan:?}");
        db.close().await;
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
