//! Moves everything from one database to another, such as from SQLite to PostgreSQL.
//!
//! Tables are copied one after the other, so that whatever a row refers to is there before it, and each in the order of its primary key. A batch of rows is
//! saved together with the number of rows that the table has so far: a transfer that was interrupted goes on from there. At the end both databases
//! are read again and compared.

use std::fmt;
use std::ops::ControlFlow;

use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row, query, query_as, query_scalar};

use super::writer::Statement;
use super::{Access, Db, DbError, OpenError};

/// How far a transfer is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The step: rows are copied first, then compared.
    pub step: TransferStep,
    /// The table.
    pub table: &'static str,
    /// The rows that are done, of all tables.
    pub rows: u64,
    /// All rows.
    pub of: u64,
}

/// What a transfer does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TransferStep {
    /// Rows are written to the new database.
    Copying,
    /// Both databases are read and compared.
    Comparing,
}

/// Why a transfer did not finish.
#[derive(Debug)]
pub(crate) enum TransferError {
    Open(OpenError),
    Database(DbError),
    /// The new database has something else in it.
    Occupied,
    /// A server uses one of the two.
    InUse,
    /// This table differs between the two.
    Different(&'static str),
    /// Somebody wanted to stop.
    Stopped,
}

impl fmt::Display for TransferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransferError::Open(error) => error.fmt(f),
            TransferError::Database(error) => error.fmt(f),
            TransferError::Occupied => f.write_str("the new database is not empty; choose an empty one"),
            TransferError::InUse => f.write_str("a server uses one of the databases; stop it first"),
            TransferError::Different(table) => write!(
                f,
                "the table {table} differs between the two databases, so one of them has changed during the transfer; empty the new one, \
                 and transfer everything again while no server is running"
            ),
            TransferError::Stopped => f.write_str("stopped"),
        }
    }
}

/// A table with its columns, those of its primary key first.
struct Table {
    name: &'static str,
    /// How many columns the primary key has.
    key: usize,
    columns: &'static [(&'static str, Kind)],
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Number,
    Real,
    Flag,
}

use Kind::{Flag, Number, Real, Text};

/// All tables except `writers`, `nodes`, `site`, `engine_jobs` and `engine_room`, whose rows belong to running servers. A table comes after those that it refers to.
const TABLES: [Table; 29] = [
    Table {
        name: "users",
        key: 1,
        columns: &[
            ("id", Text),
            ("name", Text),
            ("folded_name", Text),
            ("password", Text),
            ("bot_since", Number),
            ("created_at", Number),
            ("recovery", Text),
            ("moderator_since", Number),
            ("muted_at", Number),
            ("banned_at", Number),
            ("closed_at", Number),
        ],
    },
    Table {
        name: "sessions",
        key: 1,
        columns: &[
            ("token", Text),
            ("user_id", Text),
            ("expires_at", Number),
            ("label", Text),
            ("created_at", Number),
            ("scope", Text),
        ],
    },
    Table {
        name: "games",
        key: 1,
        columns: &[
            ("id", Text),
            ("status", Text),
            ("black", Text),
            ("white", Text),
            ("public", Flag),
            ("flag_at", Number),
            ("created_at", Number),
            ("updated_at", Number),
            ("speed", Text),
            ("rated", Flag),
            ("winner", Text),
            ("challenged", Text),
            ("kind", Text),
            ("layout", Text),
            ("ending", Text),
            ("plies", Number),
            ("seats", Number),
            ("blue", Text),
            ("red", Text),
            ("green", Text),
            ("yellow", Text),
            ("departed", Text),
        ],
    },
    Table { name: "events", key: 2, columns: &[("game", Text), ("version", Number), ("at", Number), ("line", Text)] },
    Table {
        name: "chat",
        key: 2,
        columns: &[("game", Text), ("number", Number), ("at", Number), ("user_id", Text), ("line", Text), ("watchers", Number)],
    },
    Table {
        name: "ratings",
        key: 2,
        columns: &[
            ("user_id", Text),
            ("speed", Text),
            ("rating", Real),
            ("deviation", Real),
            ("volatility", Real),
            ("rated_at", Number),
            ("won", Number),
            ("drawn", Number),
            ("lost", Number),
        ],
    },
    Table {
        name: "rated_games",
        key: 2,
        columns: &[
            ("game", Text),
            ("user_id", Text),
            ("speed", Text),
            ("at", Number),
            ("old_rating", Real),
            ("old_deviation", Real),
            ("new_rating", Real),
        ],
    },
    Table { name: "settings", key: 1, columns: &[("user_id", Text), ("json", Text)] },
    Table {
        name: "puzzle_solvers",
        key: 1,
        columns: &[
            ("user_id", Text),
            ("rating", Real),
            ("deviation", Real),
            ("volatility", Real),
            ("rated_at", Number),
            ("tries", Number),
        ],
    },
    Table {
        name: "puzzle_ratings",
        key: 1,
        columns: &[
            ("puzzle", Text),
            ("rating", Real),
            ("deviation", Real),
            ("volatility", Real),
            ("rated_at", Number),
            ("tries", Number),
            ("solved", Number),
        ],
    },
    Table {
        name: "puzzle_attempts",
        key: 2,
        columns: &[
            ("user_id", Text),
            ("puzzle", Text),
            ("at", Number),
            ("first_try", Number),
            ("solved_at", Number),
            ("old_rating", Real),
            ("new_rating", Real),
        ],
    },
    Table { name: "lesson_stars", key: 2, columns: &[("user_id", Text), ("lesson", Text), ("stars", Number)] },
    Table { name: "retired_names", key: 1, columns: &[("digest", Text)] },
    Table { name: "follows", key: 2, columns: &[("user_id", Text), ("followed", Text), ("at", Number)] },
    Table { name: "blocks", key: 2, columns: &[("user_id", Text), ("blocked", Text), ("at", Number)] },
    Table { name: "name_parts", key: 3, columns: &[("part", Text), ("user_id", Text), ("start", Number)] },
    Table {
        name: "puzzle_runs",
        key: 2,
        columns: &[
            ("user_id", Text),
            ("kind", Text),
            ("run", Text),
            ("seed", Number),
            ("started_at", Number),
            ("score", Number),
            ("best", Number),
        ],
    },
    Table {
        name: "worker_keys",
        key: 1,
        columns: &[("name", Text), ("digest", Text), ("created_at", Number), ("used_at", Number)],
    },
    Table {
        name: "tournaments",
        key: 1,
        columns: &[
            ("id", Text),
            ("status", Text),
            ("name", Text),
            ("format", Text),
            ("control", Text),
            ("listed", Flag),
            ("board", Flag),
            ("starts_at", Number),
            ("players", Number),
            ("winner", Text),
            ("created_at", Number),
            ("updated_at", Number),
            ("looks_at", Number),
            ("holder", Text),
            ("leased_until", Number),
            ("created_by", Text),
        ],
    },
    Table {
        name: "tournament_events",
        key: 2,
        columns: &[("tournament", Text), ("version", Number), ("at", Number), ("line", Text)],
    },
    Table { name: "tournament_players", key: 2, columns: &[("tournament", Text), ("user_id", Text), ("rank", Number)] },
    Table { name: "tournament_games", key: 1, columns: &[("game", Text), ("tournament", Text), ("ended", Flag)] },
    Table { name: "tournament_seats", key: 1, columns: &[("user_id", Text), ("tournament", Text), ("game", Text)] },
    Table {
        name: "reports",
        key: 1,
        columns: &[
            ("id", Text),
            ("at", Number),
            ("reporter", Text),
            ("subject", Text),
            ("accused", Text),
            ("game", Text),
            ("line", Text),
            ("reason", Text),
            ("words", Text),
            ("closed_at", Number),
        ],
    },
    Table {
        name: "moderation_log",
        key: 2,
        columns: &[
            ("subject", Text),
            ("number", Number),
            ("at", Number),
            ("moderator", Text),
            ("action", Text),
            ("reason", Text),
            ("settled_at", Number),
        ],
    },
    Table {
        name: "refunds",
        key: 4,
        columns: &[
            ("banned", Text),
            ("number", Number),
            ("user_id", Text),
            ("speed", Text),
            ("points", Real),
            ("at", Number),
            ("undone_at", Number),
        ],
    },
    Table { name: "agreements", key: 1, columns: &[("user_id", Text), ("at", Number), ("report", Text)] },
    Table {
        name: "engine_entries",
        key: 1,
        columns: &[
            ("id", Text),
            ("user_id", Text),
            ("version", Text),
            ("threads", Number),
            ("games", Number),
            ("created_at", Number),
            ("present", Flag),
            ("seen_at", Number),
            ("failed_at", Number),
        ],
    },
    Table {
        name: "engine_games",
        key: 1,
        columns: &[
            ("game", Text),
            ("black", Text),
            ("white", Text),
            ("opening", Number),
            ("control", Text),
            ("paired_at", Number),
            ("started_at", Number),
            ("result", Text),
            ("ended_at", Number),
        ],
    },
];

/// The rows that are saved together.
const BATCH: usize = if cfg!(test) { 4 } else { 500 };

/// The value of a column.
#[derive(Clone, Debug)]
enum Value {
    Text(Option<String>),
    Number(Option<i64>),
    Real(Option<f64>),
    Flag(bool),
}

impl Table {
    /// All rows after the first `skipped`, in the order of the primary key, which is the same in all databases.
    fn select(&self, db: &Db, skipped: i64) -> String {
        let columns = self.columns.iter().map(|(name, kind)| match kind {
            Flag => format!("cast(case when {name} then 1 else 0 end as bigint)"),
            Text | Number | Real => (*name).to_owned(),
        });
        let key = self.columns[..self.key].iter().map(|(name, kind)| match kind {
            // PostgreSQL would sort as a language does.
            Text if db.is_postgres => format!("{name} collate \"C\""),
            _ => (*name).to_owned(),
        });
        let list = |names: Vec<String>| names.join(", ");
        // SQLite allows an offset only after a limit.
        let (columns, key, all) = (list(columns.collect()), list(key.collect()), i64::MAX);
        format!("select {columns} from {} order by {key} limit {all} offset {skipped}", self.name)
    }

    fn read(&self, row: &AnyRow) -> Result<Vec<Value>, sqlx::Error> {
        let value = |(i, (_, kind)): (usize, &(&str, Kind))| {
            Ok(match kind {
                Text => Value::Text(row.try_get(i)?),
                Number => Value::Number(row.try_get(i)?),
                Real => Value::Real(row.try_get(i)?),
                Flag => Value::Flag(row.try_get::<i64, _>(i)? != 0),
            })
        };
        self.columns.iter().enumerate().map(value).collect()
    }

    fn insert(&self, rows: &[Vec<Value>]) -> Statement {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        let width = names.len();
        let places = (0..rows.len()).map(|row| {
            let places: Vec<String> = (1..=width).map(|column| format!("${}", row * width + column)).collect();
            format!("({})", places.join(", "))
        });
        let places: Vec<String> = places.collect();
        let text = format!("insert into {} ({}) values {}", self.name, names.join(", "), places.join(", "));
        rows.iter().flatten().fold(query(AssertSqlSafe(text)), |insert, value| match value.clone() {
            Value::Text(text) => insert.bind(text),
            Value::Number(number) => insert.bind(number),
            Value::Real(real) => insert.bind(real),
            Value::Flag(flag) => insert.bind(flag),
        })
    }
}

/// Adds a row to a digest in such a way that different rows have different digests.
fn digest(sha: &mut Sha256, row: &[Value]) {
    for value in row {
        let bytes = match value {
            Value::Text(text) => text.as_ref().map(|text| text.as_bytes().to_vec()),
            Value::Number(number) => number.map(|number| number.to_le_bytes().to_vec()),
            Value::Real(real) => real.map(|real| real.to_bits().to_le_bytes().to_vec()),
            Value::Flag(flag) => Some(vec![u8::from(*flag)]),
        };
        match bytes {
            Some(bytes) => {
                sha.update((bytes.len() as u64).to_le_bytes());
                sha.update(bytes);
            }
            None => sha.update(u64::MAX.to_le_bytes()),
        }
    }
}

/// Copies everything from one database to another one that is empty or has a part of the same copy, and compares them. Returns the number of rows.
pub(crate) async fn transfer(
    from: &str,
    to: &str,
    progress: &mut (dyn FnMut(Transfer) -> ControlFlow<()> + Send),
) -> Result<u64, TransferError> {
    let source = Db::open(from, Access::Alone).await.map_err(TransferError::Open)?;
    let target = Db::open(to, Access::Alone).await.map_err(TransferError::Open)?;
    let mut in_use = false;
    for db in [&source, &target] {
        // On SQLite, opening it alone has made sure of that.
        in_use |= db.is_shared() && !db.nodes_alive().await?.is_empty();
    }
    if in_use {
        source.close().await;
        target.close().await;
        return Err(TransferError::InUse);
    }
    let done = copy_and_compare(&source, &target, progress).await;
    source.close().await;
    target.close().await;
    done
}

async fn copy_and_compare(
    source: &Db,
    target: &Db,
    progress: &mut (dyn FnMut(Transfer) -> ControlFlow<()> + Send),
) -> Result<u64, TransferError> {
    target.begin_transfer().await?;
    let mut of = 0;
    for table in &TABLES {
        of += source.count(table).await?.unsigned_abs();
    }
    let mut show = |step, table: &Table, rows| match progress(Transfer { step, table: table.name, rows, of }) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(TransferError::Stopped),
    };
    let mut rows = 0;
    for table in &TABLES {
        let mut copied = target.transferred(table).await?;
        rows += copied.unsigned_abs();
        let select = query(AssertSqlSafe(table.select(source, copied)));
        let mut found = select.fetch(&source.pool);
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            let row = found.try_next().await.map_err(DbError::from)?;
            let is_last = row.is_none();
            if let Some(row) = row {
                batch.push(table.read(&row).map_err(DbError::from)?);
            }
            if batch.len() == BATCH || (is_last && !batch.is_empty()) {
                copied += batch.len() as i64;
                rows += batch.len() as u64;
                target.save_transferred(table, std::mem::take(&mut batch), copied).await?;
                show(TransferStep::Copying, table, rows)?;
            }
            if is_last {
                break;
            }
        }
    }
    let mut rows = 0;
    for table in &TABLES {
        let (here, count) = source.digest(table).await?;
        let (there, _) = target.digest(table).await?;
        if here != there {
            return Err(TransferError::Different(table.name));
        }
        rows += count;
        show(TransferStep::Comparing, table, rows)?;
    }
    target.end_transfer().await?;
    Ok(rows)
}

impl From<DbError> for TransferError {
    fn from(error: DbError) -> TransferError {
        TransferError::Database(error)
    }
}

impl Db {
    /// Whether only a part of another database has been copied into this one.
    pub(crate) async fn is_half_transferred(&self) -> Result<bool, DbError> {
        // The table exists only during a transfer.
        match query("select 1 from transfers limit 1").fetch_optional(&self.pool).await {
            Ok(_) => Ok(true),
            Err(sqlx::Error::Database(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    async fn begin_transfer(&self) -> Result<(), TransferError> {
        if self.is_half_transferred().await? {
            return Ok(());
        }
        for table in &TABLES {
            if self.count(table).await? > 0 {
                return Err(TransferError::Occupied);
            }
        }
        let create = || vec![query("create table transfers (name text primary key, rows bigint not null)")];
        self.write(create).await?;
        Ok(())
    }

    async fn end_transfer(&self) -> Result<(), DbError> {
        self.write(|| vec![query("drop table transfers")]).await.map(|_| ())
    }

    async fn count(&self, table: &Table) -> Result<i64, DbError> {
        Ok(query_scalar(AssertSqlSafe(format!("select count(*) from {}", table.name))).fetch_one(&self.pool).await?)
    }

    /// The rows of a table that were copied before.
    async fn transferred(&self, table: &Table) -> Result<i64, DbError> {
        let select = query_as("select rows from transfers where name = $1").bind(table.name);
        let row: Option<(i64,)> = select.fetch_optional(&self.pool).await?;
        Ok(row.map_or(0, |(rows,)| rows))
    }

    async fn save_transferred(&self, table: &'static Table, rows: Vec<Vec<Value>>, copied: i64) -> Result<(), DbError> {
        let write = move || {
            let note = "insert into transfers (name, rows) values ($1, $2) on conflict (name) do update set rows = $2";
            vec![table.insert(&rows), query(note).bind(table.name).bind(copied)]
        };
        self.write(write).await.map(|_| ())
    }

    /// A digest of all rows of a table, and their number.
    async fn digest(&self, table: &Table) -> Result<(Vec<u8>, u64), DbError> {
        let (mut sha, mut count) = (Sha256::new(), 0);
        let mut rows = query(AssertSqlSafe(table.select(self, 0))).fetch(&self.pool);
        while let Some(row) = rows.try_next().await? {
            digest(&mut sha, &table.read(&row)?);
            count += 1;
        }
        Ok((sha.finalize().to_vec(), count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every table and column that the migrations make is transferred.
    #[tokio::test]
    async fn nothing_is_left_behind() {
        let file = std::env::temp_dir().join(format!("sumito-{}.db", crate::id::GameId::random()));
        let db = Db::open(&format!("sqlite://{}?mode=rwc", file.display()), Access::Shared).await.unwrap();
        let select = "select m.name, c.name, c.pk from sqlite_master m, pragma_table_info(m.name) c \
                      where m.type = 'table' and m.name not in ('writers', 'nodes', 'site', 'engine_jobs', 'engine_room', '_sqlx_migrations') order by m.name, c.cid";
        let mut found: Vec<(String, String, i64)> = query_as(select).fetch_all(&db.pool).await.unwrap();
        let mut listed: Vec<(String, String, i64)> = Vec::new();
        for table in &TABLES {
            for (i, (column, _)) in table.columns.iter().enumerate() {
                let key = if i < table.key { i as i64 + 1 } else { 0 };
                listed.push((table.name.to_owned(), (*column).to_owned(), key));
            }
        }
        found.sort();
        listed.sort();
        assert_eq!(found, listed);
        db.close().await;
        std::fs::remove_file(file).unwrap();
    }
}
