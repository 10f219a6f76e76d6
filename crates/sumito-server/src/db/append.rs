//! Events to add to the logs of games, with everything that has to be saved together with them.

use std::sync::OnceLock;

use sqlx::{AnyConnection, query, raw_sql};

use super::leases::EngineJob;
use super::{Traits, leases, ratings, status_name};
use crate::id::GameId;
use crate::play::clock::Millis;
use crate::play::event::{Player, color_name};
use crate::play::live::{LiveGame, Status};
use crate::play::ratings::{RatedGame, Speed};

/// Events to add to the log of a game, and the game after them.
#[derive(Clone, Debug)]
pub(crate) struct Append {
    game: GameId,
    /// The version of the first line.
    first: u32,
    lines: Vec<(Millis, String)>,
    row: GameRow,
    /// The row of the game stays as it is.
    skips_row: bool,
    /// The rated game that these lines end.
    rated: Option<RatedGame>,
    /// What they mean for the engine, if several servers share the database.
    engine_job: Option<EngineJob>,
}

/// The row of a game as it was last saved.
#[derive(Clone, Debug)]
pub(crate) struct SavedRow {
    row: GameRow,
    at: Millis,
}

/// The row of a game: what queries can use without its log.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GameRow {
    status: &'static str,
    black: Option<String>,
    white: Option<String>,
    public: bool,
    flag_at: Option<Millis>,
    speed: Option<&'static str>,
    rated: bool,
    winner: Option<&'static str>,
    challenged: Option<String>,
    traits: Traits,
}

/// The result of an [`Append`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Appended {
    /// It is on the disk.
    Saved,
    /// Somebody else was faster: the log has these versions already.
    Conflict,
}

/// How old a row may get while its game goes on.
const OLD_ROW: Millis = 60_000;
/// The most events that one statement inserts, as a power of two. Smaller groups are powers of two as well, so that few statements have to
/// be prepared.
const MOST_AT_ONCE: u32 = 7;

impl SavedRow {
    /// Another server has saved an event after which time runs out at `flag_at`, and may or may not have written the row.
    pub(crate) fn after_another_server(mut self, flag_at: Option<Millis>) -> Option<SavedRow> {
        // What both may have written is known only if they agree on whether there is a flag; then the later one counts.
        self.row.flag_at = match (self.row.flag_at, flag_at) {
            (Some(ours), Some(theirs)) => Some(ours.max(theirs)),
            (None, None) => None,
            _ => return None,
        };
        Some(self)
    }
}

impl Append {
    /// The lines that brought `live` to its present version.
    pub(crate) fn new(game: GameId, live: &LiveGame, lines: Vec<(Millis, String)>) -> Append {
        let seats = live.setup().seats.map(|seat| seat.as_ref().map(Player::to_string));
        let row = GameRow {
            status: status_name(live.status()),
            black: seats.black,
            white: seats.white,
            public: live.setup().public,
            flag_at: live.deadline(0),
            speed: Speed::of(live.setup().control).map(Speed::name),
            rated: live.setup().rated,
            winner: match live.status() {
                Status::Over(outcome) => Some(outcome.winner().map_or("draw", color_name)),
                _ => None,
            },
            challenged: live.setup().challenged.map(|user| user.to_string()),
            traits: Traits::of(live),
        };
        let first = live.version() + 1 - lines.len() as u32;
        Append { game, first, lines, row, skips_row: false, rated: None, engine_job: None }
    }

    /// The same, and also rates the game if it ends with these events and is a rated one.
    pub(crate) fn rating(self, rated: Option<RatedGame>) -> Append {
        Append { rated, ..self }
    }

    /// The same, with what it means for the engine's lease.
    pub(crate) fn engine_job(self, engine_job: Option<EngineJob>) -> Append {
        Append { engine_job, ..self }
    }

    /// The same, but keeps the saved row of the game if it is still good enough: with its indices, a row costs more disk time than a move.
    pub(crate) fn skip_row_if_current(self, saved: Option<&SavedRow>) -> Append {
        let skips_row = saved.is_some_and(|saved| {
            let same = GameRow { flag_at: self.row.flag_at, ..saved.row.clone() } == self.row;
            // If the row makes us check a flag too early, we check again; too late would be wrong.
            let in_time = match (saved.row.flag_at, self.row.flag_at) {
                (Some(saved), Some(falls)) => saved <= falls,
                (saved, None) => saved.is_none(),
                (None, Some(_)) => false,
            };
            same && in_time && self.at() - saved.at < OLD_ROW
        });
        Append { skips_row, ..self }
    }

    /// The row of the game after this, if it is written.
    pub(crate) fn row(&self) -> Option<SavedRow> {
        (!self.skips_row).then(|| SavedRow { row: self.row.clone(), at: self.at() })
    }

    pub(super) fn game(&self) -> GameId {
        self.game
    }

    /// Whether its event can be inserted together with those of other games.
    pub(super) fn is_single(&self) -> bool {
        self.first > 1 && self.lines.len() == 1
    }

    fn at(&self) -> Millis {
        self.lines.first().map_or(0, |(at, _)| *at)
    }
}

/// Adds appends to several games, all or none; no rows if somebody else was faster with one of them.
pub(super) async fn save(connection: &mut AnyConnection, appends: &[Append]) -> Result<u64, sqlx::Error> {
    if let [append] = appends {
        return save_one(connection, append).await;
    }
    raw_sql("savepoint appends").execute(&mut *connection).await?;
    for append in appends {
        if save_one(connection, append).await? == 0 {
            raw_sql("rollback to appends; release appends").execute(connection).await?;
            return Ok(0);
        }
    }
    raw_sql("release appends").execute(connection).await?;
    Ok(appends.len() as u64)
}

/// Adds the lines of an append and everything that goes with them; no rows if somebody else was faster.
async fn save_one(connection: &mut AnyConnection, append: &Append) -> Result<u64, sqlx::Error> {
    let Append { game, first, lines, row, .. } = append;
    if *first == 1 {
        let insert = query(
            "insert into games (id, status, black, white, public, flag_at, created_at, updated_at, speed, rated, challenged, kind, layout) \
             values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12) on conflict (id) do nothing",
        );
        let insert = insert.bind(game.to_string()).bind(row.status).bind(row.black.clone()).bind(row.white.clone());
        let insert = insert.bind(row.public).bind(row.flag_at).bind(append.at()).bind(row.speed).bind(row.rated);
        let insert = insert.bind(row.challenged.clone()).bind(row.traits.kind).bind(row.traits.layout);
        insert.execute(&mut *connection).await?;
    }
    for (version, (at, line)) in (i64::from(*first)..).zip(lines) {
        let insert = query("insert into events (game, version, at, line) values ($1, $2, $3, $4) on conflict do nothing");
        let insert = insert.bind(game.to_string()).bind(version).bind(*at).bind(line.clone());
        // The lines come in order: if the first is new, so are the others.
        if insert.execute(&mut *connection).await?.rows_affected() == 0 {
            return Ok(0);
        }
    }
    save_rest(connection, append).await?;
    Ok(lines.len() as u64)
}

/// Adds the events of appends that have a single one each, with few statements. `false` if somebody else was faster with one of them: then
/// none of this may be committed.
pub(super) async fn save_together(connection: &mut AnyConnection, appends: &[&Append]) -> Result<bool, sqlx::Error> {
    let mut rest = appends;
    while !rest.is_empty() {
        let power = rest.len().ilog2().min(MOST_AT_ONCE);
        let (group, others) = rest.split_at(1 << power);
        rest = others;
        let insert = group.iter().fold(query(insert_events(power)), |insert, append| {
            let (at, line) = &append.lines[0];
            insert.bind(append.game.to_string()).bind(i64::from(append.first)).bind(*at).bind(line.clone())
        });
        if insert.execute(&mut *connection).await?.rows_affected() < group.len() as u64 {
            return Ok(false);
        }
    }
    for append in appends {
        save_rest(connection, append).await?;
    }
    Ok(true)
}

/// The statement that inserts two to this power events.
fn insert_events(power: u32) -> &'static str {
    static TEXTS: [OnceLock<String>; MOST_AT_ONCE as usize + 1] = [const { OnceLock::new() }; MOST_AT_ONCE as usize + 1];
    TEXTS[power as usize].get_or_init(|| {
        let row = |n: usize| format!("(${}, ${}, ${}, ${})", 4 * n + 1, 4 * n + 2, 4 * n + 3, 4 * n + 4);
        let rows = (0..1 << power).map(row).collect::<Vec<_>>().join(", ");
        format!("insert into events (game, version, at, line) values {rows} on conflict do nothing")
    })
}

/// Saves what belongs to the events of an append: the row of its game, and ratings.
async fn save_rest(connection: &mut AnyConnection, append: &Append) -> Result<(), sqlx::Error> {
    let Append { game, first, lines, row, skips_row, rated, engine_job } = append;
    if *first > 1 && !skips_row {
        let update = query(
            "update games set status = $2, black = $3, white = $4, flag_at = $5, updated_at = $6, winner = $7, ending = $8, plies = $9 \
             where id = $1",
        );
        let update = update.bind(game.to_string()).bind(row.status).bind(row.black.clone()).bind(row.white.clone());
        let update = update.bind(row.flag_at).bind(append.at()).bind(row.winner);
        update.bind(row.traits.ending).bind(row.traits.plies).execute(&mut *connection).await?;
    }
    if let Some(rated) = rated {
        ratings::save(connection, *game, rated).await?;
    }
    if let Some(job) = engine_job {
        leases::save(connection, *game, first + lines.len() as u32 - 1, *job).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_skipped_unless_it_would_mislead() {
        let created = "created\tstandard\twin=6 repetition=3 quiet=off no-move=loses\t600\tcasual\tpublic\tengine:1\tengine:2";
        let (live, _) = LiveGame::replay([(1, created)]).unwrap();
        let append = |at: Millis, flag_at: Option<Millis>, status: &'static str| {
            let mut append = Append::new(GameId::random(), &live, vec![(at, String::new())]);
            (append.row.flag_at, append.row.status) = (flag_at, status);
            append
        };
        let saved = append(1_000, Some(5_000), "playing").row().unwrap();
        for (at, flag_at, status, skipped) in [
            (2_000, Some(5_000), "playing", true),
            (2_000, Some(9_000), "playing", true),
            (2_000, Some(4_999), "playing", false),
            (2_000, None, "playing", false),
            (2_000, Some(5_000), "over", false),
            (61_000, Some(99_000), "playing", false),
        ] {
            let append = append(at, flag_at, status).skip_row_if_current(Some(&saved));
            assert_eq!(append.row().is_none(), skipped, "{at} {flag_at:?} {status}");
        }
        assert!(append(2_000, Some(5_000), "playing").skip_row_if_current(None).row().is_some(), "what is not known is written");
    }
}
