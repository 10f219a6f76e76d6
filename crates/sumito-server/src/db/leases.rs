//! What happens without anybody doing it, and which of several servers does it: flags of games that no server has in memory, and the
//! positions that the engine thinks about. Leases run by PostgreSQL's clock. A server on SQLite is alone and needs none.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::nodes::DB_NOW;
use super::writer::Statement;
use super::{Db, DbError, MOST_AT_ONCE};
use crate::id::{GameId, NodeId};
use crate::play::clock::Millis;

/// How long a server may go without renewing its leases.
pub(crate) const LEASE: Millis = 6_000;
/// How late a flag has to be before it counts as forgotten: a server that has the game in memory is faster.
const LATE: Millis = 2_000;
/// How many games or jobs are taken at once.
const MOST: i64 = 50;

/// The lease on a position that needs a move of the engine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum EngineJob {
    /// The engine is to move, and this server thinks; without one, whoever comes first.
    Begins(Option<NodeId>),
    /// The engine is not to move any more.
    Ends,
}

/// Saves what an event means for the engine's lease.
pub(super) async fn save(connection: &mut AnyConnection, game: GameId, version: u32, job: EngineJob) -> Result<(), sqlx::Error> {
    let statement = match job {
        EngineJob::Begins(node) => begin(game, version, node),
        EngineJob::Ends => end(game),
    };
    statement.execute(connection).await.map(|_| ())
}

fn begin(game: GameId, version: u32, node: Option<NodeId>) -> Statement {
    let until = if node.is_some() { format!("{DB_NOW} + {LEASE}") } else { "0".to_owned() };
    let text = format!(
        "insert into engine_jobs (game, version, holder, leased_until) values ($1, $2, $3, {until}) \
         on conflict (game) do update set version = excluded.version, holder = excluded.holder, leased_until = excluded.leased_until"
    );
    let holder = node.map(|node| node.to_string()).unwrap_or_default();
    sqlx::query(AssertSqlSafe(text)).bind(game.to_string()).bind(i64::from(version)).bind(holder)
}

fn end(game: GameId) -> Statement {
    sqlx::query("delete from engine_jobs where game = $1").bind(game.to_string())
}

impl Db {
    /// Takes over games whose time has run out while no server had them in memory, so that one server looks at each. They come back after a
    /// while if nothing happens to them. A row may be too early.
    pub(crate) async fn take_forgotten_flags(&self) -> Result<Vec<GameId>, DbError> {
        let due = format!("status = 'playing' and flag_at < {DB_NOW} - {LATE}");
        if !self.is_any(&format!("select id from games where {due} limit 1")).await? {
            return Ok(Vec::new());
        }
        let text = format!(
            "update games set flag_at = {DB_NOW} + {LEASE} - {LATE} where id in \
             (select id from games where {due} order by flag_at limit {MOST} for update skip locked) returning id"
        );
        self.write_returning(move || sqlx::query(AssertSqlSafe(text.clone()))).await
    }

    /// Whether a query finds a row: most of the time there is nothing to take over, and reading costs less than writing.
    async fn is_any(&self, select: &str) -> Result<bool, DbError> {
        Ok(sqlx::query(AssertSqlSafe(select.to_owned())).fetch_optional(&self.pool).await?.is_some())
    }

    /// The row of a game says when its time runs out, if it is still being played.
    pub(crate) async fn correct_flag(&self, game: GameId, at: Option<Millis>) -> Result<(), DbError> {
        let text = "update games set flag_at = $2 where id = $1 and status = 'playing'";
        self.write(move || vec![sqlx::query(text).bind(game.to_string()).bind(at)]).await.map(|_| ())
    }

    /// Takes over jobs of the engine that nobody has renewed the lease of.
    pub(crate) async fn take_engine_jobs(&self, node: NodeId) -> Result<Vec<GameId>, DbError> {
        let due = format!("leased_until < {DB_NOW}");
        if !self.is_any(&format!("select game from engine_jobs where {due} limit 1")).await? {
            return Ok(Vec::new());
        }
        let text = format!(
            "update engine_jobs set holder = $1, leased_until = {DB_NOW} + {LEASE} where game in \
             (select game from engine_jobs where {due} order by leased_until limit {MOST} for update skip locked) returning game"
        );
        self.write_returning(move || sqlx::query(AssertSqlSafe(text.clone())).bind(node.to_string())).await
    }

    /// Renews the leases of a server on these games, and returns how many it has.
    pub(crate) async fn renew_engine_jobs(&self, node: NodeId, games: Vec<GameId>) -> Result<u64, DbError> {
        let mut renewed = 0;
        for games in games.chunks(MOST_AT_ONCE).map(<[GameId]>::to_vec) {
            let places = (2..games.len() + 2).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ");
            let text =
                format!("update engine_jobs set leased_until = {DB_NOW} + {LEASE} where holder = $1 and game in ({places})");
            let statement = move || {
                let update = sqlx::query(AssertSqlSafe(text.clone())).bind(node.to_string());
                vec![games.iter().fold(update, |update, game| update.bind(game.to_string()))]
            };
            renewed += self.write(statement).await?;
        }
        Ok(renewed)
    }

    /// Lets other servers have the leases of one that ends.
    pub(crate) async fn give_up_engine_jobs(&self, node: NodeId) -> Result<(), DbError> {
        let text = "update engine_jobs set leased_until = 0 where holder = $1";
        self.write(move || vec![sqlx::query(text).bind(node.to_string())]).await.map(|_| ())
    }

    /// The positions that the engine thinks about, and who does it.
    #[cfg(test)]
    pub(crate) async fn engine_leases(&self) -> Result<Vec<(GameId, String)>, DbError> {
        let rows: Vec<(String, String)> = sqlx::query_as("select game, holder from engine_jobs").fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(|(game, holder)| Some((game.parse().ok()?, holder))).collect())
    }

    /// It is not the engine's turn in this game.
    pub(crate) async fn end_engine_job(&self, game: GameId) -> Result<(), DbError> {
        self.write(move || vec![end(game)]).await.map(|_| ())
    }

    /// Lists the games from before there were leases, once: in some of them the engine is to move.
    pub(crate) async fn list_engine_jobs(&self) -> Result<(), DbError> {
        let (listed,): (i64,) = sqlx::query_as("select jobs_listed from site").fetch_one(&self.pool).await?;
        if listed != 0 {
            return Ok(());
        }
        let statements = || {
            let list = "insert into engine_jobs (game, version, holder, leased_until) select id, 0, '', 0 from games \
                        where status = 'playing' and (black like 'engine:%' or white like 'engine:%' or seats > 2) on conflict (game) do nothing";
            vec![sqlx::query(list), sqlx::query("update site set jobs_listed = 1")]
        };
        self.write(statements).await.map(|_| ())
    }
}
