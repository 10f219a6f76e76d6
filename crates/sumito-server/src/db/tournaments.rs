//! Tournaments: their logs, saved under (tournament, version), and what queries can use without them.

use sqlx::{AnyConnection, AssertSqlSafe, query, query_as, raw_sql};

use super::append::Appended;
use super::leases::LEASE;
use super::nodes::DB_NOW;
use super::writer::Work;
use super::{Db, DbError, MOST_AT_ONCE, placeholders};
use crate::id::{GameId, NodeId, TournamentId, UserId};
use crate::play::clock::Millis;
use crate::tournament::event::{Pairings, Source, Who};
use crate::tournament::{Event, EventKind, Phase, Tournament};

/// Events to add to the log of a tournament, and what is saved with them.
#[derive(Clone, Debug)]
pub(crate) struct TournamentAppend {
    tournament: TournamentId,
    /// The version of the first line.
    first: u32,
    lines: Vec<(Millis, String)>,
    row: Row,
    entered: Vec<UserId>,
    /// Games to be created, and who sits down at them on time.
    games: Vec<GameId>,
    seats: Vec<(UserId, GameId)>,
    /// Games whose end is known: their players can sit down elsewhere.
    ended: Vec<GameId>,
    /// The final ranks.
    ranks: Vec<(UserId, i64)>,
}

/// The row of a tournament.
#[derive(Clone, Debug)]
struct Row {
    status: &'static str,
    name: String,
    format: &'static str,
    control: String,
    listed: bool,
    board: bool,
    starts_at: Option<Millis>,
    players: i64,
    /// The names of all who share the first place.
    winner: Option<String>,
    looks_at: Option<Millis>,
    /// Who made it.
    maker: Option<UserId>,
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListedTournament {
    pub(crate) id: TournamentId,
    pub(crate) status: String,
    pub(crate) name: String,
    pub(crate) format: String,
    pub(crate) control: String,
    pub(crate) is_over_the_board: bool,
    pub(crate) starts_at: Option<Millis>,
    pub(crate) players: i64,
    /// All who share the first place.
    pub(crate) winners: Vec<String>,
    pub(crate) updated_at: Millis,
    /// How the player whose profile it is finished.
    pub(crate) rank: Option<i64>,
}

type ListedRow = (String, String, String, String, String, i64, Option<i64>, i64, Option<String>, i64, Option<i64>);

const LISTED: &str = "t.id, t.status, t.name, t.format, t.control, cast(case when t.board then 1 else 0 end as bigint), t.starts_at, t.players, \
                      t.winner, t.updated_at";
/// The most tournaments or games that are looked at at once.
const MOST: i64 = 200;
/// No name contains it.
const BETWEEN_NAMES: &str = "\t";

impl TournamentAppend {
    /// The events that brought a tournament to its present state.
    pub(crate) fn new(id: TournamentId, after: &Tournament, events: &[Event], now: Millis) -> TournamentAppend {
        let settings = &after.settings;
        let rows = if matches!(after.phase, Phase::Over(_)) { after.standings() } else { &[] };
        let winners: Vec<&str> = after.winners().into_iter().map(|player| after.players[player].name.as_str()).collect();
        let row = Row {
            status: after.phase.name(),
            name: settings.name.clone(),
            format: settings.format.name(),
            control: settings.control.to_string(),
            listed: settings.listed,
            board: settings.over_the_board,
            starts_at: after.starts_at(),
            players: after.players.iter().filter(|player| !player.is_out || after.phase != Phase::Open).count() as i64,
            winner: (!winners.is_empty()).then(|| winners.join(BETWEEN_NAMES)),
            looks_at: after.due(now),
            maker: after.directors.first().copied(),
        };
        let mut append = TournamentAppend {
            tournament: id,
            first: after.version + 1 - events.len() as u32,
            lines: events.iter().map(|event| (event.at, event.kind.to_string())).collect(),
            row,
            entered: Vec::new(),
            games: Vec::new(),
            seats: Vec::new(),
            ended: Vec::new(),
            ranks: rows.iter().filter_map(|row| Some((after.players[row.player].user?, row.rank as i64))).collect(),
        };
        for event in events {
            match &event.kind {
                EventKind::Entered { who: Who::Account(user), .. } => append.entered.push(*user),
                EventKind::Paired(Pairings { boards, .. }) if !settings.over_the_board => {
                    // A board that is forfeited at once needs no game.
                    let open = boards.iter().filter(|(game, ..)| after.board(*game).is_some_and(|board| board.result.is_none()));
                    for &(game, first, second) in open {
                        append.games.push(game);
                        let users = [first, second].into_iter().filter_map(|player| after.players[player].user);
                        append.seats.extend(users.filter(|_| settings.is_live()).map(|user| (user, game)));
                    }
                }
                // A game that a director has decided goes on.
                EventKind::Ended { by: Source::Director, .. } => {}
                EventKind::Ended { game, .. } | EventKind::Played { game, .. } => append.ended.push(*game),
                _ => {}
            }
        }
        append
    }
}

/// Saves an append, all or nothing; no rows if somebody else was faster, or a player has just sat down elsewhere.
pub(super) async fn save(connection: &mut AnyConnection, append: &TournamentAppend) -> Result<u64, sqlx::Error> {
    raw_sql("savepoint tournament").execute(&mut *connection).await?;
    let is_saved = save_all(connection, append).await?;
    let end = if is_saved { "release tournament" } else { "rollback to tournament; release tournament" };
    raw_sql(end).execute(&mut *connection).await?;
    Ok(u64::from(is_saved))
}

async fn save_all(connection: &mut AnyConnection, append: &TournamentAppend) -> Result<bool, sqlx::Error> {
    let TournamentAppend { tournament, first, lines, row, entered, games, seats, ended, ranks } = append;
    let id = tournament.to_string();
    let at = lines.first().map_or(0, |(at, _)| *at);
    if *first == 1 {
        let insert = query(
            "insert into tournaments (id, status, name, format, control, listed, board, starts_at, players, created_at, updated_at, looks_at, holder, \
             leased_until, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, '', 0, $12) on conflict (id) do nothing",
        );
        let insert = insert.bind(id.clone()).bind(row.status).bind(row.name.clone()).bind(row.format).bind(row.control.clone());
        let insert = insert.bind(row.listed).bind(row.board).bind(row.starts_at).bind(row.players).bind(at).bind(row.looks_at);
        insert.bind(row.maker.map(|user| user.to_string()).unwrap_or_default()).execute(&mut *connection).await?;
    }
    let mut version = i64::from(*first);
    for lines in lines.chunks(MOST_AT_ONCE) {
        let text = format!(
            "insert into tournament_events (tournament, version, at, line) values {} on conflict do nothing",
            rows_of(4, lines.len())
        );
        let mut insert = query(AssertSqlSafe(text));
        for (at, line) in lines {
            insert = insert.bind(id.clone()).bind(version).bind(*at).bind(line.clone());
            version += 1;
        }
        if insert.execute(&mut *connection).await?.rows_affected() < lines.len() as u64 {
            return Ok(false);
        }
    }
    for games in ended.chunks(MOST_AT_ONCE) {
        let places = placeholders(games.len());
        for text in [
            format!("update tournament_games set ended = true where game in ({places})"),
            format!("delete from tournament_seats where game in ({places})"),
        ] {
            let change = games.iter().fold(query(AssertSqlSafe(text)), |query, game| query.bind(game.to_string()));
            change.execute(&mut *connection).await?;
        }
    }
    let mut seats = seats.clone();
    // Always in the same order, so that two servers cannot wait for each other.
    seats.sort_unstable();
    for seats in seats.chunks(MOST_AT_ONCE) {
        let text = format!(
            "insert into tournament_seats (user_id, tournament, game) values {} on conflict do nothing",
            rows_of(3, seats.len())
        );
        let insert = seats.iter().fold(query(AssertSqlSafe(text)), |query, (user, game)| {
            query.bind(user.to_string()).bind(id.clone()).bind(game.to_string())
        });
        if insert.execute(&mut *connection).await?.rows_affected() < seats.len() as u64 {
            return Ok(false);
        }
    }
    for games in games.chunks(MOST_AT_ONCE) {
        let text = format!(
            "insert into tournament_games (game, tournament, ended) values {} on conflict do nothing",
            rows_of(3, games.len())
        );
        let insert = games
            .iter()
            .fold(query(AssertSqlSafe(text)), |query, game| query.bind(game.to_string()).bind(id.clone()).bind(false));
        insert.execute(&mut *connection).await?;
    }
    for users in entered.chunks(MOST_AT_ONCE) {
        let text = format!(
            "insert into tournament_players (tournament, user_id) values {} on conflict do nothing",
            rows_of(2, users.len())
        );
        let insert = users.iter().fold(query(AssertSqlSafe(text)), |query, user| query.bind(id.clone()).bind(user.to_string()));
        insert.execute(&mut *connection).await?;
    }
    save_ranks(connection, &id, ranks).await?;
    let update = query(
        "update tournaments set status = $2, name = $3, format = $4, control = $5, listed = $6, board = $7, starts_at = $8, players = $9, \
         winner = $10, updated_at = $11, looks_at = $12 where id = $1",
    );
    let update =
        update.bind(id).bind(row.status).bind(row.name.clone()).bind(row.format).bind(row.control.clone()).bind(row.listed);
    let update =
        update.bind(row.board).bind(row.starts_at).bind(row.players).bind(row.winner.clone()).bind(at).bind(row.looks_at);
    update.execute(connection).await?;
    Ok(true)
}

/// Saves how the players finished, many with the same statement.
async fn save_ranks(connection: &mut AnyConnection, id: &str, ranks: &[(UserId, i64)]) -> Result<(), sqlx::Error> {
    for ranks in ranks.chunks(MOST_AT_ONCE) {
        let text = format!(
            "insert into tournament_players (tournament, user_id, rank) values {} \
             on conflict (tournament, user_id) do update set rank = excluded.rank",
            rows_of(3, ranks.len())
        );
        let insert = ranks
            .iter()
            .fold(query(AssertSqlSafe(text)), |query, (user, rank)| query.bind(id.to_owned()).bind(user.to_string()).bind(*rank));
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Places for the values of some rows: `($1, $2), ($3, $4)`.
fn rows_of(columns: usize, rows: usize) -> String {
    let row = |row: usize| {
        let places: Vec<String> = (1..=columns).map(|column| format!("${}", row * columns + column)).collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

impl Db {
    /// Saves events of a tournament. When this returns, they survive a crash of the process.
    pub(crate) async fn append_tournament(&self, append: TournamentAppend) -> Result<Appended, DbError> {
        #[cfg(test)]
        self.faults.at_append();
        let rows = self.save(Work::Tournament(Box::new(append))).await?;
        Ok(if rows > 0 { Appended::Saved } else { Appended::Conflict })
    }

    /// The log of a tournament after a version; from the beginning, it is empty only if there is no such tournament.
    pub(crate) async fn tournament_log(&self, id: TournamentId, after: u32) -> Result<Vec<(Millis, String)>, DbError> {
        let select = "select at, line from tournament_events where tournament = $1 and version > $2 order by version";
        Ok(query_as(select).bind(id.to_string()).bind(i64::from(after)).fetch_all(&self.pool).await?)
    }

    /// Whether it may be time for something in some tournament, and whether games are being played in any: two questions in one query, because every
    /// server asks them all the time.
    pub(crate) async fn is_tournament_due(&self, now: Millis) -> Result<(bool, bool), DbError> {
        let text = "select (select count(*) from (select 1 from tournaments where looks_at <= $1 limit 1) as due), \
                    (select count(*) from (select 1 from tournament_games where not ended limit 1) as played)";
        let (due, open): (i64, i64) = query_as(text).bind(now).fetch_one(&self.pool).await?;
        Ok((due > 0, open > 0))
    }

    /// The tournaments that it may be time for something in.
    pub(crate) async fn due_tournaments(&self, now: Millis) -> Result<Vec<TournamentId>, DbError> {
        let text = format!("select id from tournaments where looks_at <= $1 order by looks_at limit {MOST}");
        let rows: Vec<(String,)> = query_as(AssertSqlSafe(text)).bind(now).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(|(id,)| id.parse().ok()).collect())
    }

    /// There was nothing to do: the next look is due then.
    pub(crate) async fn look_at_tournament(&self, id: TournamentId, version: u32, at: Option<Millis>) -> Result<(), DbError> {
        let text = "update tournaments set looks_at = $3 where id = $1 \
                    and not exists (select 1 from tournament_events where tournament = $1 and version > $2)";
        let statement = move || vec![query(text).bind(id.to_string()).bind(i64::from(version)).bind(at)];
        self.write(statement).await.map(|_| ())
    }

    /// Takes the lease on a tournament for a server, or renews it; `false` if another one has it.
    pub(crate) async fn lease_tournament(&self, id: TournamentId, node: NodeId) -> Result<bool, DbError> {
        if !self.is_shared() {
            return Ok(true);
        }
        let holder = format!("select holder, leased_until - {DB_NOW} from tournaments where id = $1");
        let holder = query_as(AssertSqlSafe(holder)).bind(id.to_string());
        let Some((holder, left)): Option<(String, i64)> = holder.fetch_optional(&self.pool).await? else { return Ok(false) };
        // Reading costs less than writing.
        if left > 0 && (holder != node.to_string() || left > LEASE / 2) {
            return Ok(holder == node.to_string());
        }
        let text = format!(
            "update tournaments set holder = $2, leased_until = {DB_NOW} + {LEASE} where id = $1 and (holder = $2 or leased_until < {DB_NOW})"
        );
        let statement = move || vec![query(AssertSqlSafe(text.clone())).bind(id.to_string()).bind(node.to_string())];
        Ok(self.write(statement).await? > 0)
    }

    /// How many tournaments of an account are not over, and how many it has made since a moment.
    pub(crate) async fn tournaments_made_by(&self, user: UserId, since: Millis) -> Result<(i64, i64), DbError> {
        let text = "select count(case when status <> 'over' then 1 end), count(case when created_at > $2 then 1 end) \
                    from tournaments where created_by = $1";
        Ok(query_as(text).bind(user.to_string()).bind(since).fetch_one(&self.pool).await?)
    }

    /// All tournaments that a user has entered.
    pub(crate) async fn tournaments_entered(&self, user: UserId) -> Result<Vec<TournamentId>, DbError> {
        let text = "select tournament from tournament_players where user_id = $1";
        let rows: Vec<(String,)> = query_as(text).bind(user.to_string()).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(|(id,)| id.parse().ok()).collect())
    }

    /// Removes the name of a user from the log of a tournament, where it stands with the entry.
    pub(crate) async fn forget_entrant(&self, id: TournamentId, user: UserId) -> Result<(), DbError> {
        let start = format!("entered\t{user}\t");
        let select = "select version, line from tournament_events where tournament = $1 and substr(line, 1, $2) = $3";
        let select = query_as(select).bind(id.to_string()).bind(start.len() as i64).bind(start);
        let rows: Vec<(i64, String)> = select.fetch_all(&self.pool).await?;
        for (version, line) in rows {
            let Some((kept, _)) = line.rsplit_once('\t') else { continue };
            let line = format!("{kept}\t");
            let text = "update tournament_events set line = $3 where tournament = $1 and version = $2";
            self.write(move || vec![query(text).bind(id.to_string()).bind(version).bind(line.clone())]).await?;
        }
        Ok(())
    }

    /// Games whose end is not yet in the log of their tournament.
    pub(crate) async fn ended_tournament_games(&self) -> Result<Vec<(TournamentId, GameId)>, DbError> {
        let text = format!(
            "select t.tournament, t.game from tournament_games t join games g on g.id = t.game \
             where not t.ended and g.status in ('over', 'aborted') limit {MOST}"
        );
        self.tournament_games(text).await
    }

    /// Games that were paired and do not exist yet.
    pub(crate) async fn missing_tournament_games(&self) -> Result<Vec<(TournamentId, GameId)>, DbError> {
        let text = format!(
            "select t.tournament, t.game from tournament_games t left join games g on g.id = t.game \
             where not t.ended and g.id is null limit {MOST}"
        );
        self.tournament_games(text).await
    }

    async fn tournament_games(&self, text: String) -> Result<Vec<(TournamentId, GameId)>, DbError> {
        let rows: Vec<(String, String)> = query_as(AssertSqlSafe(text)).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(|(id, game)| Some((id.parse().ok()?, game.parse().ok()?))).collect())
    }

    /// Removes games, as if they had not been created.
    #[cfg(test)]
    pub(crate) async fn forget_games(&self, games: Vec<String>) {
        for game in games {
            let statements = move || {
                let texts = ["delete from events where game = $1", "delete from games where id = $1"];
                texts.into_iter().map(|text| query(text).bind(game.clone())).collect()
            };
            self.write(statements).await.unwrap();
        }
    }

    /// The tournament that a game belongs to, its name and its format.
    pub(crate) async fn tournament_of(&self, game: GameId) -> Result<Option<(TournamentId, String, String)>, DbError> {
        let text =
            "select t.id, t.name, t.format from tournament_games g join tournaments t on t.id = g.tournament where g.game = $1";
        let row: Option<(String, String, String)> = query_as(text).bind(game.to_string()).fetch_optional(&self.pool).await?;
        Ok(row.and_then(|(id, name, format)| Some((id.parse().ok()?, name, format))))
    }

    /// The players of a tournament who sit at a game of another one.
    pub(crate) async fn busy_players(&self, id: TournamentId) -> Result<Vec<UserId>, DbError> {
        let text = "select s.user_id from tournament_seats s join tournament_players p on p.user_id = s.user_id \
                    where p.tournament = $1 and s.tournament <> $1";
        let rows: Vec<(String,)> = query_as(text).bind(id.to_string()).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(|(user,)| user.parse().ok()).collect())
    }

    /// The tournaments of the calendar with this status, the next or the latest first.
    pub(crate) async fn tournaments(&self, status: &'static str, limit: i64) -> Result<Vec<ListedTournament>, DbError> {
        // First those that start at a time, the next one first; then those that wait for a director or for players, the newest first.
        let order = match status {
            "over" => "t.updated_at desc",
            "open" => "case when t.starts_at is null then 1 else 0 end, t.starts_at, t.created_at desc, t.id",
            _ => "t.starts_at desc, t.id",
        };
        // One that was called off is not worth a line.
        let text = format!(
            "select {LISTED}, null from tournaments t where t.status = $1 and t.listed and (t.status <> 'over' or t.winner is not null) \
             order by {order} limit $2"
        );
        let rows: Vec<ListedRow> = query_as(AssertSqlSafe(text)).bind(status).bind(limit).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(listed).collect())
    }

    /// The tournaments that a user has played, the latest first, with the user's rank.
    pub(crate) async fn tournaments_of(&self, user: UserId, limit: i64) -> Result<Vec<ListedTournament>, DbError> {
        let text = format!(
            "select {LISTED}, p.rank from tournament_players p join tournaments t on t.id = p.tournament \
             where p.user_id = $1 and t.listed and (t.status <> 'over' or t.winner is not null) order by t.updated_at desc limit $2"
        );
        let rows: Vec<ListedRow> = query_as(AssertSqlSafe(text)).bind(user.to_string()).bind(limit).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(listed).collect())
    }
}

fn listed(row: ListedRow) -> Option<ListedTournament> {
    let (id, status, name, format, control, board, starts_at, players, winner, updated_at, rank) = row;
    let is_over_the_board = board != 0;
    Some(ListedTournament {
        id: id.parse().ok()?,
        status,
        name,
        format,
        control,
        is_over_the_board,
        starts_at,
        players,
        winners: winner.iter().flat_map(|names| names.split(BETWEEN_NAMES)).map(str::to_owned).collect(),
        updated_at,
        rank,
    })
}
