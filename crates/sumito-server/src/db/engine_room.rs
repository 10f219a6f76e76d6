//! The engine room: entries, who is there, pairings, and results.

use sqlx::query::QueryAs;
use sqlx::{AssertSqlSafe, query, query_as};

use super::history::{PlayedGame, PlayedRow, played_columns};
use super::leases::LEASE;
use super::nodes::DB_NOW;
use super::writer::Statement;
use super::{Db, DbError, placeholders};
use crate::engines::ledger::Batch;
use crate::engines::plan::{Present, Waiting};
use crate::engines::{Entry, Ledger, RoomResult, Wanted};
use crate::id::{EntryId, GameId, NodeId, UserId};
use crate::play::clock::Millis;

/// What all servers have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RoomRow {
    /// The name of the latest pairing.
    pub(crate) pairing: String,
    /// How many games have ended.
    pub(crate) ended: i64,
}

/// A game that has begun, as far as its result is not known.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenGame {
    pub(crate) game: GameId,
    pub(crate) black: EntryId,
    pub(crate) white: EntryId,
    pub(crate) users: [UserId; 2],
    pub(crate) opening: u64,
    /// Whether both bots are in the room, and the conditions are still the same.
    pub(crate) is_possible: bool,
    pub(crate) stage: Stage,
}

/// What has become of a game that was paired.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It has to be created.
    Missing,
    Playing,
    /// It is over or aborted.
    Ended,
}

impl OpenGame {
    pub(crate) fn is_playing(&self) -> bool {
        self.stage == Stage::Playing
    }
}

/// A game to be played.
#[derive(Copy, Clone, Debug)]
pub(crate) struct NewRoomGame {
    pub(crate) game: GameId,
    pub(crate) black: EntryId,
    pub(crate) white: EntryId,
    pub(crate) opening: u64,
    /// Otherwise it waits for its two bots.
    pub(crate) begins: bool,
}

/// A game that counts.
#[derive(Clone, Debug)]
pub(crate) struct CountedGame {
    pub(crate) game: GameId,
    pub(crate) black: EntryId,
    pub(crate) white: EntryId,
    pub(crate) opening: u64,
    pub(crate) result: RoomResult,
    pub(crate) ended_at: Millis,
}

type EntryRow = (String, String, Option<String>, String, i64, i64, i64);
type OwnRow = (String, String, Option<String>, String, i64, i64, i64, Option<i64>);
type OpenRow = (String, String, String, String, String, i64, i64, Option<String>);
type BatchRow = (String, String, Option<String>, i64, i64, Option<i64>);
type CountedRow = (String, String, String, i64, String, i64);

const ENTRY: &str =
    "e.id, e.user_id, u.name, e.version, e.threads, e.games, cast(case when e.present then 1 else 0 end as bigint)";
const COUNTS: &str = "g.result in ('black', 'white', 'draw')";
/// The most games that are looked at at once.
const MOST: i64 = 200;

impl Db {
    /// A version of a bot enters; another version of the same bot leaves. Repeating it does no harm.
    pub(crate) async fn enter_room(&self, id: EntryId, user: UserId, wanted: Wanted, now: Millis) -> Result<(), DbError> {
        let write = move || {
            let leave = query("update engine_entries set present = false where user_id = $1 and version <> $2");
            let enter = query(
                "insert into engine_entries (id, user_id, version, threads, games, created_at, present, seen_at) \
                 values ($1, $2, $3, $4, $5, $6, true, $6) on conflict (user_id, version) \
                 do update set threads = excluded.threads, games = excluded.games, present = true, seen_at = excluded.seen_at",
            );
            let enter = enter.bind(id.to_string()).bind(user.to_string()).bind(wanted.version.clone());
            let enter = enter.bind(i64::from(wanted.threads)).bind(i64::from(wanted.games)).bind(now);
            vec![leave.bind(user.to_string()).bind(wanted.version.clone()), enter]
        };
        self.write(write).await.map(|_| ())
    }

    /// A bot leaves.
    pub(crate) async fn leave_room(&self, user: UserId) -> Result<(), DbError> {
        let text = "update engine_entries set present = false where user_id = $1 and present";
        self.write(move || vec![query(text).bind(user.to_string())]).await.map(|_| ())
    }

    /// These bots are connected.
    pub(crate) async fn see_in_room(&self, users: Vec<UserId>, now: Millis) -> Result<(), DbError> {
        let places = (2..users.len() + 2).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ");
        let text = format!("update engine_entries set seen_at = $1 where present and user_id in ({places})");
        let write = move || {
            let update = query(AssertSqlSafe(text.clone())).bind(now);
            vec![users.iter().fold(update, |update, user| update.bind(user.to_string()))]
        };
        self.write(write).await.map(|_| ())
    }

    /// Those who were not connected since then leave.
    pub(crate) async fn sweep_room(&self, since: Millis) -> Result<(), DbError> {
        let any = query("select 1 from engine_entries where present and seen_at < $1 limit 1");
        if any.bind(since).fetch_optional(&self.pool).await?.is_none() {
            return Ok(());
        }
        let text = "update engine_entries set present = false where present and seen_at < $1";
        self.write(move || vec![query(text).bind(since)]).await.map(|_| ())
    }

    /// The entries of an account, and when each last did not play.
    pub(crate) async fn entries_of(&self, user: UserId) -> Result<Vec<(Entry, Option<Millis>)>, DbError> {
        let text = format!(
            "select {ENTRY}, e.failed_at from engine_entries e left join users u on u.id = e.user_id where e.user_id = $1 \
             order by e.created_at, e.id"
        );
        let rows: Vec<OwnRow> = query_as(AssertSqlSafe(text)).bind(user.to_string()).fetch_all(&self.pool).await?;
        let read = |(id, user, name, version, threads, games, present, failed_at): OwnRow| {
            Some((entry((id, user, name, version, threads, games, present))?, failed_at))
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }

    pub(crate) async fn room_entry(&self, id: EntryId) -> Result<Option<Entry>, DbError> {
        Ok(self.entries_where("e.id = $1", vec![id.to_string()]).await?.pop())
    }

    /// The entries with these ids.
    pub(crate) async fn room_entries(&self, ids: Vec<EntryId>) -> Result<Vec<Entry>, DbError> {
        let mut found = Vec::with_capacity(ids.len());
        for ids in ids.chunks(super::MOST_AT_ONCE) {
            let condition = format!("e.id in ({})", placeholders(ids.len()));
            found.extend(self.entries_where(&condition, ids.iter().map(EntryId::to_string).collect()).await?);
        }
        Ok(found)
    }

    /// The bots in the room.
    pub(crate) async fn entries_present(&self) -> Result<Vec<Entry>, DbError> {
        self.entries_where("e.present", Vec::new()).await
    }

    async fn entries_where(&self, condition: &str, values: Vec<String>) -> Result<Vec<Entry>, DbError> {
        let text = format!(
            "select {ENTRY} from engine_entries e left join users u on u.id = e.user_id where {condition} order by e.created_at, e.id"
        );
        let select = values.into_iter().fold(query_as(AssertSqlSafe(text)), QueryAs::bind);
        let rows: Vec<EntryRow> = select.fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(entry).collect())
    }

    pub(crate) async fn room_row(&self) -> Result<RoomRow, DbError> {
        let (pairing, ended): (String, i64) =
            query_as("select pairing, ended from engine_room where one = 1").fetch_one(&self.pool).await?;
        Ok(RoomRow { pairing, ended })
    }

    /// Takes the lease on the room for a server, or renews it; `false` if another one has it.
    pub(crate) async fn lease_room(&self, node: NodeId) -> Result<bool, DbError> {
        if !self.is_shared() {
            return Ok(true);
        }
        let holder = query_as(AssertSqlSafe(format!("select holder, leased_until - {DB_NOW} from engine_room where one = 1")));
        let (holder, left): (String, i64) = holder.fetch_one(&self.pool).await?;
        // Reading costs less than writing.
        if left > 0 && (holder != node.to_string() || left > LEASE / 2) {
            return Ok(holder == node.to_string());
        }
        let text = format!(
            "update engine_room set holder = $1, leased_until = {DB_NOW} + {LEASE} where one = 1 and (holder = $1 or leased_until < {DB_NOW})"
        );
        let statement = move || vec![query(AssertSqlSafe(text.clone())).bind(node.to_string())];
        Ok(self.write(statement).await? > 0)
    }

    /// The bots in the room, with how many more games each can play now: all that they are playing count, against whomever.
    pub(crate) async fn room_present(&self) -> Result<Vec<Present>, DbError> {
        let playing = |color: &str| {
            format!(
                "(select count(*) from games where {color} = 'user:' || e.user_id and status in ('open', 'playing') and status <> 'open')"
            )
        };
        let text = format!(
            "select e.id, e.games - {} - {} - (select count(*) from engine_games g where g.result is null and g.started_at is not null \
             and (g.black = e.id or g.white = e.id) and not exists (select 1 from games where id = g.game)) \
             from engine_entries e where e.present order by e.created_at, e.id",
            playing("black"),
            playing("white")
        );
        let rows: Vec<(String, i64)> = query_as(AssertSqlSafe(text)).fetch_all(&self.pool).await?;
        let read =
            |(id, free): (String, i64)| Some(Present { entry: id.parse().ok()?, free: usize::try_from(free).unwrap_or(0) });
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// The second halves whose two bots are in the room, the oldest first.
    pub(crate) async fn room_waiting(&self, control: &str) -> Result<Vec<Waiting>, DbError> {
        let text = format!(
            "select g.game, g.black, g.white from engine_games g join engine_entries b on b.id = g.black \
             join engine_entries w on w.id = g.white where g.result is null and g.started_at is null and g.control = $1 \
             and b.present and w.present order by g.paired_at, g.game limit {MOST}"
        );
        let rows: Vec<(String, String, String)> =
            query_as(AssertSqlSafe(text)).bind(control.to_owned()).fetch_all(&self.pool).await?;
        let read = |(game, black, white): (String, String, String)| {
            Some(Waiting { game: game.parse().ok()?, black: black.parse().ok()?, white: white.parse().ok()? })
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// The games that have begun and whose result is not known.
    pub(crate) async fn open_room_games(&self, control: &str) -> Result<Vec<OpenGame>, DbError> {
        let text = format!(
            "select g.game, g.black, g.white, b.user_id, w.user_id, g.opening, \
             cast(case when b.present and w.present and g.control = $1 then 1 else 0 end as bigint), games.status \
             from engine_games g join engine_entries b on b.id = g.black join engine_entries w on w.id = g.white \
             left join games on games.id = g.game where g.result is null and g.started_at is not null \
             order by g.started_at, g.game limit {MOST}"
        );
        let rows: Vec<OpenRow> = query_as(AssertSqlSafe(text)).bind(control.to_owned()).fetch_all(&self.pool).await?;
        let read = |(game, black, white, first, second, opening, possible, status): OpenRow| {
            Some(OpenGame {
                game: game.parse().ok()?,
                black: black.parse().ok()?,
                white: white.parse().ok()?,
                users: [first.parse().ok()?, second.parse().ok()?],
                opening: opening as u64,
                is_possible: possible != 0,
                stage: match status.as_deref() {
                    None => Stage::Missing,
                    Some("over" | "aborted") => Stage::Ended,
                    Some(_) => Stage::Playing,
                },
            })
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// Saves a pairing, unless another one was saved since `before`: new games, and games that waited and begin.
    pub(crate) async fn pair_room(
        &self,
        before: String,
        control: String,
        games: Vec<NewRoomGame>,
        begun: Vec<GameId>,
        now: Millis,
    ) -> Result<bool, DbError> {
        let name = GameId::random().to_string();
        let write = move || {
            // From here on the row is locked, and whoever comes second finds another name.
            let claim = query("update engine_room set pairing = $2 where one = 1 and pairing = $1");
            let mut statements: Vec<Statement> = vec![claim.bind(before.clone()).bind(name.clone())];
            for game in &begun {
                let begin = query(
                    "update engine_games set started_at = $2 where game = $1 and started_at is null and result is null \
                     and exists (select 1 from engine_room where pairing = $3)",
                );
                statements.push(begin.bind(game.to_string()).bind(now).bind(name.clone()));
            }
            for game in &games {
                let insert = query(
                    "insert into engine_games (game, black, white, opening, control, paired_at, started_at) \
                     select $1, $2, $3, $4, $5, $6, $7 from engine_room where pairing = $8 on conflict do nothing",
                );
                let insert = insert.bind(game.game.to_string()).bind(game.black.to_string()).bind(game.white.to_string());
                let insert = insert.bind(game.opening as i64).bind(control.clone()).bind(now).bind(game.begins.then_some(now));
                statements.push(insert.bind(name.clone()));
            }
            // Its rows say whether all this was done.
            statements.push(query("update engine_room set pairing = $1 where pairing = $1").bind(name.clone()));
            statements
        };
        Ok(self.write(write).await? > 0)
    }

    /// The result of a game. Whoever did not play leaves the room; a game that was not played waits for its two bots again.
    pub(crate) async fn end_room_game(
        &self,
        game: GameId,
        result: RoomResult,
        failed: Option<EntryId>,
        now: Millis,
    ) -> Result<(), DbError> {
        let again = GameId::random();
        let write = move || {
            let end = query("update engine_games set result = $2, ended_at = $3 where game = $1 and result is null");
            let mut statements: Vec<Statement> = vec![end.bind(game.to_string()).bind(result.name()).bind(now)];
            if result == RoomResult::Void {
                let again_text = "insert into engine_games (game, black, white, opening, control, paired_at) \
                                  select $2, black, white, opening, control, paired_at from engine_games where game = $1 and result = 'void' \
                                  on conflict do nothing";
                statements.push(query(again_text).bind(game.to_string()).bind(again.to_string()));
            }
            if let Some(failed) = failed {
                let leave = query("update engine_entries set present = false, failed_at = $2 where id = $1");
                statements.push(leave.bind(failed.to_string()).bind(now));
            }
            statements.push(query("update engine_room set ended = ended + 1 where one = 1"));
            statements
        };
        self.write(write).await.map(|_| ())
    }

    /// A game that was not created waits until both its bots are there again.
    pub(crate) async fn postpone_room_game(&self, game: GameId) -> Result<(), DbError> {
        let text = "update engine_games set started_at = null where game = $1 and result is null \
                    and not exists (select 1 from games where id = $1)";
        self.write(move || vec![query(text).bind(game.to_string())]).await.map(|_| ())
    }

    /// All games under these conditions.
    pub(crate) async fn room_ledger(&self, control: &str) -> Result<Ledger, DbError> {
        let select = query_as(
            "select black, white, result, count(*), max(opening), max(ended_at) from engine_games where control = $1 \
             group by black, white, result",
        );
        let rows: Vec<BatchRow> = select.bind(control.to_owned()).fetch_all(&self.pool).await?;
        let mut ledger = Ledger::default();
        for (black, white, result, games, last_opening, at) in rows {
            if let (Ok(black), Ok(white)) = (black.parse(), white.parse()) {
                let result = result.as_deref().and_then(RoomResult::find);
                let (games, last_opening, at) = (games as u64, last_opening as u64, at.unwrap_or(0));
                ledger.add(&Batch { black, white, result, games, last_opening, at });
            }
        }
        Ok(ledger)
    }

    /// The games that count, the oldest first, after the one that ended then.
    pub(crate) async fn counted_games(
        &self,
        control: &str,
        after: (Millis, String),
        limit: i64,
    ) -> Result<Vec<CountedGame>, DbError> {
        let text = format!(
            "select g.game, g.black, g.white, g.opening, g.result, g.ended_at from engine_games g where g.control = $1 and {COUNTS} \
             and (g.ended_at > $2 or g.ended_at = $2 and g.game > $3) order by g.ended_at, g.game limit {limit}"
        );
        let select = query_as(AssertSqlSafe(text)).bind(control.to_owned()).bind(after.0).bind(after.1);
        let rows: Vec<CountedRow> = select.fetch_all(&self.pool).await?;
        let read = |(game, black, white, opening, result, ended_at): CountedRow| {
            Some(CountedGame {
                game: game.parse().ok()?,
                black: black.parse().ok()?,
                white: white.parse().ok()?,
                opening: opening as u64,
                result: RoomResult::find(&result)?,
                ended_at,
            })
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// The games of an entry that count, the latest first.
    pub(crate) async fn room_games_of(
        &self,
        entry: EntryId,
        control: &str,
        skip: i64,
        limit: i64,
    ) -> Result<Vec<PlayedGame>, DbError> {
        let text = concat!(
            "select ",
            played_columns!(),
            " from engine_games r join games g on g.id = r.game join events on events.game = g.id and events.version = 1 \
             left join users b on b.id = substr(g.black, 6) left join users w on w.id = substr(g.white, 6) \
             where (r.black = $1 or r.white = $1) and r.control = $2 and r.result in ('black', 'white', 'draw') \
             order by r.ended_at desc, r.game limit $3 offset $4",
        );
        let select = query_as(text).bind(entry.to_string()).bind(control.to_owned()).bind(limit).bind(skip);
        let rows: Vec<PlayedRow> = select.fetch_all(&self.pool).await?;
        self.played_games(rows).await
    }

    /// Makes bots look as if they had not been connected since then.
    #[cfg(test)]
    pub(crate) async fn age_room(&self, by: Millis) {
        let text = "update engine_entries set seen_at = seen_at - $1, failed_at = failed_at - $1";
        self.write(move || vec![query(text).bind(by)]).await.unwrap();
    }
}

fn entry((id, user, name, version, threads, games, present): EntryRow) -> Option<Entry> {
    Some(Entry {
        id: id.parse().ok()?,
        user: user.parse().ok()?,
        name,
        version,
        threads: u16::try_from(threads).ok()?,
        games: u16::try_from(games).ok()?,
        is_present: present != 0,
    })
}
