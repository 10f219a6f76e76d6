//! Puzzles: tries that the server checks move by move, and what a solver has reached.

use std::collections::BTreeSet;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use sumito_content::puzzles::{Puzzle, Wanted, collection, find, of_the_day};
use sumito_rules::{Move, Position};

use crate::app::App;
use crate::db::{Attempt, Tried};
use crate::failure::Failure;
use crate::http::api::{Address, Answer, answer};
use crate::id::{UserId, random_bytes};
use crate::play::clock::Millis;
use crate::play::ratings::Rating;
use crate::time::DAY;
use crate::time::now;

pub(crate) use crate::db::Hardness;

/// How sure a puzzle's estimate is.
const ESTIMATE: f64 = 150.0;
/// No solution is longer.
const LONGEST: usize = 16;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/api/puzzles", get(async || axum::Json(json!({"puzzles": collection().iter().map(entry).collect::<Vec<_>>()}))))
        .route("/api/puzzles/progress", get(progress))
        .route("/api/puzzles/{id}", get(read))
        .route("/api/puzzles/{id}/attempts", post(attempt))
}

/// What a solver has reached.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Progress {
    pub(crate) rating: Rating,
    /// Puzzles tried, and those solved at the first try.
    pub(crate) tried: usize,
    pub(crate) solved: usize,
    /// Solved at the first try one after the other, up to now, and the most ever.
    pub(crate) run: usize,
    pub(crate) best_run: usize,
    /// Days in a row, up to today, on which a puzzle was solved.
    pub(crate) days: usize,
    /// Failed and not solved since, the oldest first.
    pub(crate) failed: Vec<String>,
}

impl Progress {
    /// What these tries come to at a moment.
    fn of(rating: Rating, tries: &[Tried], now: Millis) -> Progress {
        let (mut run, mut best_run) = (0, 0);
        for tried in tries {
            run = if tried.first_try { run + 1 } else { 0 };
            best_run = run.max(best_run);
        }
        let solved_on: BTreeSet<i64> = tries.iter().filter_map(|tried| tried.solved_at).map(|at| at.div_euclid(DAY)).collect();
        // Today still has time.
        let today = now.div_euclid(DAY);
        let last = if solved_on.contains(&today) { today } else { today - 1 };
        let days = (0..=last).take_while(|back| solved_on.contains(&(last - back))).count();
        Progress {
            rating,
            tried: tries.len(),
            solved: tries.iter().filter(|tried| tried.first_try).count(),
            run,
            best_run,
            days,
            failed: tries.iter().filter(|tried| tried.solved_at.is_none()).map(|tried| tried.puzzle.clone()).collect(),
        }
    }
}

impl App {
    /// What a user has reached; nothing if no puzzle was tried yet.
    pub(crate) async fn progress(&self, user: UserId) -> Result<Option<Progress>, Failure> {
        let now = now();
        let Some(rating) = self.games.db().solver(user, now).await? else { return Ok(None) };
        Ok(Some(Progress::of(rating, &self.games.db().tried(user).await?, now)))
    }

    /// How hard a puzzle is: as it turned out, or as it was estimated.
    pub(crate) async fn hardness(&self, puzzle: &Puzzle) -> Result<Hardness, Failure> {
        let known = self.games.db().hardness(&puzzle.id).await?;
        Ok(known.unwrap_or(Hardness { rating: estimate(puzzle, now()), tries: 0, solved: 0 }))
    }

    /// The next puzzle for a user, or for somebody who is none.
    pub(crate) async fn next_puzzle(
        &self,
        user: Option<UserId>,
        wanted: Wanted,
        last: Option<&str>,
    ) -> Result<&'static Puzzle, Failure> {
        let (rating, tried) = match user {
            None => (Rating::new(0), Vec::new()),
            Some(user) => {
                let db = self.games.db();
                (db.solver(user, now()).await?.unwrap_or(Rating::new(0)), db.tried(user).await?)
            }
        };
        let known: BTreeSet<&str> = tried.iter().map(|tried| tried.puzzle.as_str()).chain(last).collect();
        Ok(wanted.next(rating.mean, |id| known.contains(id), u64::from_le_bytes(random_bytes()) >> 1))
    }
}

/// The puzzle of today.
pub(crate) fn of_today() -> &'static Puzzle {
    of_the_day(now().div_euclid(DAY))
}

fn estimate(puzzle: &Puzzle, now: Millis) -> Rating {
    Rating { mean: puzzle.difficulty.rating.into(), deviation: ESTIMATE, ..Rating::new(now) }
}

fn entry(puzzle: &Puzzle) -> Value {
    json!({"id": puzzle.id, "theme": puzzle.theme.name(), "moves": puzzle.moves, "estimate": puzzle.difficulty.rating})
}

/// A puzzle as pages and programs get it.
pub(crate) fn value(puzzle: &Puzzle, hardness: &Hardness) -> Value {
    json!({
        "id": puzzle.id,
        "theme": puzzle.theme.name(),
        "goal": puzzle.theme.goal().name(),
        "moves": puzzle.moves,
        "position": puzzle.position.to_string(),
        "solution": puzzle.solution.to_string(),
        "estimate": puzzle.difficulty.rating,
        "rating": hardness.rating.points(),
        "tries": hardness.tries,
        "solved": hardness.solved,
    })
}

async fn read(State(app): State<App>, Path(id): Path<String>) -> Result<axum::Json<Value>, Failure> {
    let puzzle = find(&id).ok_or(Failure::NotFound)?;
    Ok(axum::Json(value(puzzle, &app.hardness(puzzle).await?)))
}

async fn progress(State(app): State<App>, headers: HeaderMap) -> Answer {
    let user = app.user(&headers).await?;
    let found = match user {
        Some(user) => app.progress(user.id).await?,
        None => None,
    };
    let value = found.map_or(Value::Null, |found| {
        json!({
            "rating": found.rating.points(),
            "provisional": found.rating.is_provisional(),
            "tried": found.tried,
            "solved": found.solved,
            "run": found.run,
            "bestRun": found.best_run,
            "days": found.days,
            "failed": found.failed,
        })
    });
    Ok(answer(HeaderMap::new(), json!({"today": of_today().id, "progress": value})))
}

/// What a solver played, without the defenses between; nothing if the solver gave up or wanted to see the solution.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Try {
    moves: Vec<String>,
}

async fn attempt(State(app): State<App>, Path(id): Path<String>, address: Address, headers: HeaderMap, body: String) -> Answer {
    let puzzle = find(&id).ok_or(Failure::NotFound)?;
    let tried: Try = serde_json::from_str(&body).map_err(|error| Failure::Bad(error.to_string()))?;
    let solved = is_solved(puzzle, &tried.moves)?;
    let (user, headers) = app.user_or_guest(&headers, address).await?;
    let (db, at) = (app.games.db(), now());
    let attempt = Attempt { user: user.id, puzzle: &puzzle.id, solved, at, estimate: estimate(puzzle, at) };
    let first = db.attempt(attempt).await?;
    let change = db.puzzle_change(user.id, &puzzle.id).await?.filter(|_| first);
    let change = change.map(|(old, new)| new.round() as i64 - old.round() as i64);
    let reached = app.progress(user.id).await?.ok_or(Failure::NotFound)?;
    let value = json!({
        "solved": solved,
        "first": first,
        "rating": reached.rating.points(),
        "provisional": reached.rating.is_provisional(),
        "change": change,
        "run": reached.run,
        "days": reached.days,
    });
    Ok(answer(headers, value))
}

/// Whether these moves solve a puzzle: each is among those that reach the goal, against the best defense. Moves that stop on the way are
/// refused, since nobody knows yet.
fn is_solved(puzzle: &Puzzle, texts: &[String]) -> Result<bool, Failure> {
    if texts.len() > LONGEST {
        return Err(Failure::Bad(format!("moves: expected at most {LONGEST}")));
    }
    let mut position: Position = puzzle.position;
    let mut moves: Vec<Move> = Vec::new();
    for text in texts {
        let m = position.parse_move(text).map_err(|error| Failure::Bad(format!("moves: '{text}': {error}")))?;
        moves.push(m);
        let Some(choice) = puzzle.follow(&moves) else { return Ok(false) };
        position.play_unchecked(m);
        match &choice.reply {
            Some(reply) => position.play_unchecked(reply.m),
            None if moves.len() == texts.len() => return Ok(true),
            None => return Err(Failure::Bad("moves: expected the end, the goal was reached before".to_owned())),
        };
    }
    if texts.is_empty() { Ok(false) } else { Err(Failure::Bad("moves: expected more, the goal is not reached yet".to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(puzzle: &str, at: Millis, first_try: bool, solved_at: Option<Millis>) -> Tried {
        Tried { puzzle: puzzle.to_owned(), at, first_try, solved_at }
    }

    #[test]
    fn tries_come_to_runs_days_and_what_to_do_again() {
        let at = |day: Millis| day * DAY + 5;
        let tries = [
            tried("a", at(1), true, Some(at(1))),
            tried("b", at(1), true, Some(at(1))),
            tried("c", at(2), false, None),
            tried("d", at(2), false, Some(at(4))),
            tried("e", at(3), true, Some(at(3))),
        ];
        // Today, and then the run, the best run, days in a row.
        for (today, expected) in [(4, (1, 2, 2)), (5, (1, 2, 2)), (6, (1, 2, 0))] {
            let found = Progress::of(Rating::new(0), &tries, at(today));
            assert_eq!((found.run, found.best_run, found.days), expected, "{today}");
            assert_eq!((found.tried, found.solved, found.failed), (5, 3, vec!["c".to_owned()]));
        }
        let none = Progress::of(Rating::new(0), &[], at(1));
        assert_eq!((none.run, none.days, none.tried), (0, 0, 0));
    }
}
