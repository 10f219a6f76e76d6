//! Events to add to the logs of games, with everything that has to be saved together with them.

use std::sync::OnceLock;

use sqlx::{AnyConnection, query, raw_sql};
use sumito_rules::party::Seat;

use super::leases::EngineJob;
use super::{Traits, leases, ratings, status_name};
use crate::id::GameId;
use crate::play::clock::Millis;
use crate::play::event::Player;
use crate::play::live::{Ending, LiveGame, Status};
use crate::play::ratings::{RatedGame, Speed};
use crate::play::seats::{Seats, seat_name};

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
    seats: Seats<Option<String>>,
    public: bool,
    flag_at: Option<Millis>,
    speed: Option<&'static str>,
    rated: bool,
    winner: Option<String>,
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
        let row = GameRow {
            status: status_name(live.status()),
            seats: live.setup().seats.map(|seat| seat.as_ref().map(Player::to_string)),
            public: live.setup().public,
            flag_at: live.deadline(0),
            speed: Speed::of(live.setup().control).map(Speed::name),
            rated: live.setup().rated,
            winner: match live.status() {
                Status::Over(ending) => Some(winners(ending)),
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

    /// Whether it rates the game.
    pub(crate) fn is_rating(&self) -> bool {
        self.rated.is_some()
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
            "insert into games (id, status, public, flag_at, created_at, updated_at, speed, rated, challenged, kind, layout, seats, \
             black, white, blue, red, green, yellow) \
             values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) on conflict (id) do nothing",
        );
        let insert = insert.bind(game.to_string()).bind(row.status).bind(row.public).bind(row.flag_at).bind(append.at());
        let insert = insert.bind(row.speed).bind(row.rated).bind(row.challenged.clone());
        let insert = insert.bind(row.traits.kind).bind(row.traits.layout).bind(row.seats.len() as i64);
        let insert = Seat::ALL.into_iter().fold(insert, |insert, seat| insert.bind(row.seats[seat].clone()));
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

/// How the row of a game is brought up to date, for two players and for more. The kind of the former never changes.
const UPDATE_ROW: [&str; 2] = [
    "update games set status = $2, flag_at = $3, updated_at = $4, winner = $5, ending = $6, plies = $7, black = $8, white = $9 \
     where id = $1",
    "update games set status = $2, flag_at = $3, updated_at = $4, winner = $5, ending = $6, plies = $7, black = $8, white = $9, \
     blue = $10, red = $11, green = $12, yellow = $13, kind = $14, departed = $15 where id = $1",
];

/// Who has won, as the row of a game has it: seats in a row, or `draw`.
fn winners(ending: Ending) -> String {
    let names: Vec<&str> = ending.winners().iter().map(seat_name).collect();
    if names.is_empty() { "draw".to_owned() } else { names.join(" ") }
}

/// Saves what belongs to the events of an append: the row of its game, and ratings.
async fn save_rest(connection: &mut AnyConnection, append: &Append) -> Result<(), sqlx::Error> {
    let Append { game, first, lines, row, skips_row, rated, engine_job } = append;
    if *first > 1 && !skips_row {
        let update = query(UPDATE_ROW[usize::from(row.seats.len() > 2)]);
        let update = update.bind(game.to_string()).bind(row.status).bind(row.flag_at).bind(append.at()).bind(row.winner.clone());
        let update = update.bind(row.traits.ending).bind(row.traits.plies).bind(row.seats[Seat::Black].clone());
        let mut update = update.bind(row.seats[Seat::White].clone());
        if row.seats.len() > 2 {
            update = Seat::ALL[2..].iter().fold(update, |update, &seat| update.bind(row.seats[seat].clone()));
            update = update.bind(row.traits.kind).bind(row.traits.departed.clone());
        }
        update.execute(&mut *connection).await?;
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
