//! The servers that share a database on PostgreSQL, and what they have in common. On SQLite there is only one.

use super::{Db, DbError};
use crate::id::{GameId, NodeId, random_bytes};
use crate::play::clock::Millis;

/// PostgreSQL's clock in milliseconds, which decides about leases: the clocks of nodes may differ.
pub(super) const DB_NOW: &str = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/// A node that has not written its row for this long is dead, or cannot save anything.
const DEAD: Millis = 6_000;
/// After this long, its row is removed.
const FORGOTTEN: Millis = 24 * 60 * 60 * 1000;

/// What all servers of a database have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    pub(crate) name: String,
    pub(crate) secret: String,
}

impl Db {
    /// Whether other servers may use the same database.
    pub(crate) fn is_shared(&self) -> bool {
        self.is_postgres
    }

    /// What all servers of this database have in common: chosen by the first of them.
    pub(crate) async fn site(&self) -> Result<Site, DbError> {
        let proposed = Site { name: GameId::random().to_string(), secret: hex::encode(random_bytes::<16>()) };
        let statements = move || {
            let insert = sqlx::query(
                "insert into site (one, name, secret, jobs_listed) values (1, $1, $2, 0) on conflict (one) do nothing",
            );
            vec![insert.bind(proposed.name.clone()).bind(proposed.secret.clone())]
        };
        self.write(statements).await?;
        let (name, secret) = sqlx::query_as("select name, secret from site").fetch_one(&self.pool).await?;
        Ok(Site { name, secret })
    }

    /// The time by the database's clock.
    pub(crate) async fn clock(&self) -> Result<Millis, DbError> {
        let text = sqlx::AssertSqlSafe(format!("select {DB_NOW}"));
        let (now,) = sqlx::query_as(text).fetch_one(&self.pool).await?;
        Ok(now)
    }

    /// A node is alive.
    pub(crate) async fn beat(&self, node: NodeId, bus: &'static str) -> Result<(), DbError> {
        let text = format!(
            "insert into nodes (id, bus, seen_at) values ($1, $2, {DB_NOW}) on conflict (id) do update set seen_at = excluded.seen_at"
        );
        let forget = format!("delete from nodes where seen_at < {DB_NOW} - {FORGOTTEN}");
        let statements = move || {
            let beat = sqlx::query(sqlx::AssertSqlSafe(text.clone())).bind(node.to_string()).bind(bus);
            vec![sqlx::query(sqlx::AssertSqlSafe(forget.clone())), beat]
        };
        self.write(statements).await.map(|_| ())
    }

    /// A node has ended.
    pub(crate) async fn remove_node(&self, node: NodeId) -> Result<(), DbError> {
        self.write(move || vec![sqlx::query("delete from nodes where id = $1").bind(node.to_string())]).await.map(|_| ())
    }

    /// The nodes that are alive, and the bus that each uses.
    pub(crate) async fn nodes_alive(&self) -> Result<Vec<(NodeId, String)>, DbError> {
        let text = format!("select id, bus from nodes where seen_at > {DB_NOW} - {DEAD}");
        let rows: Vec<(String, String)> = sqlx::query_as(sqlx::AssertSqlSafe(text)).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(|(id, bus)| Some((id.parse().ok()?, bus))).collect())
    }
}
