//! A copy of the embedded database.

use std::path::Path;

use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, Connection, query_as, query_scalar};

use super::owner_only;

/// The size of a copy.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Its games.
    pub games: i64,
    /// The events of all of them.
    pub events: i64,
}

/// Copies an SQLite database as it is at this moment, while others keep reading and writing, and checks the copy, which has the
/// address `copy`.
pub(crate) async fn copy(database: &str, file: &Path, copy: &str) -> Result<Copied, sqlx::Error> {
    install_default_drivers();
    let mut connection = AnyConnection::connect(database).await?;
    // SQLite accepts an empty file.
    owner_only::create(file).map_err(sqlx::Error::Io)?;
    sqlx::query("vacuum into $1").bind(file.display().to_string()).execute(&mut connection).await?;
    connection.close().await?;

    let mut connection = AnyConnection::connect(copy).await?;
    let found: String = query_scalar("select integrity_check from pragma_integrity_check").fetch_one(&mut connection).await?;
    if found != "ok" {
        return Err(sqlx::Error::Protocol(format!("the copy is damaged: {found}")));
    }
    let (games, events) =
        query_as("select (select count(*) from games), (select count(*) from events)").fetch_one(&mut connection).await?;
    connection.close().await?;
    Ok(Copied { games, events })
}
