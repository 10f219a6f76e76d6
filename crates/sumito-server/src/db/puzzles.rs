//! Puzzle attempts, and the ratings of solvers and puzzles.

use sqlx::{AnyConnection, query, query_as};
use sumito_rules::{ByColor, Color};

use super::ratings::{RatingRow, rating};
use super::{Db, DbError};
use crate::id::UserId;
use crate::play::clock::Millis;
use crate::play::ratings::{Rating, rate};

/// A finished attempt at a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attempt {
    pub(crate) user: UserId,
    pub(crate) puzzle: &'static str,
    pub(crate) solved: bool,
    pub(crate) at: Millis,
    /// The puzzle's rating before anybody has tried it.
    pub(crate) estimate: Rating,
}

/// How uncertain the rating of a new solver is. Narrower than that of a new player: one puzzle says little.
const NEW_SOLVER: f64 = 150.0;

/// The rating before the first puzzle.
pub(crate) fn new_solver(now: Millis) -> Rating {
    Rating { deviation: NEW_SOLVER, ..Rating::new(now) }
}

/// A user's saved result at one puzzle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TriedPuzzle {
    pub(crate) puzzle: String,
    /// The time of the first attempt.
    pub(crate) at: Millis,
    /// Whether the first attempt solved it.
    pub(crate) first_try: bool,
    pub(crate) solved_at: Option<Millis>,
}

/// A puzzle's rating from attempts.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct PuzzleRating {
    pub(crate) rating: Rating,
    pub(crate) tries: i64,
    pub(crate) solved: i64,
}

impl Db {
    /// Saves an attempt. `true` if it was this user's first one at this puzzle, which is rated; later ones can only mark it as solved.
    pub(crate) async fn attempt(&self, attempt: Attempt) -> Result<bool, DbError> {
        Ok(self.save_attempt(attempt).await? > 0)
    }

    /// A user's puzzle rating, if any.
    pub(crate) async fn solver(&self, user: UserId, now: Millis) -> Result<Option<Rating>, DbError> {
        let query = query_as("select rating, deviation, volatility, rated_at from puzzle_solvers where user_id = $1");
        let row: Option<RatingRow> = query.bind(user.to_string()).fetch_optional(&self.pool).await?;
        Ok(row.map(|row| rating(row).at(now)))
    }

    /// A user's rating before and after the first attempt at a puzzle.
    pub(crate) async fn puzzle_change(&self, user: UserId, puzzle: &str) -> Result<Option<(f64, f64)>, DbError> {
        let query = query_as(
            "select old_rating, new_rating from puzzle_attempts where user_id = $1 and puzzle = $2 and new_rating is not null",
        );
        Ok(query.bind(user.to_string()).bind(puzzle.to_owned()).fetch_optional(&self.pool).await?)
    }

    /// A puzzle's rating from attempts, if somebody has tried it.
    pub(crate) async fn puzzle_rating(&self, puzzle: &str) -> Result<Option<PuzzleRating>, DbError> {
        let query =
            query_as("select rating, deviation, volatility, rated_at, tries, solved from puzzle_ratings where puzzle = $1");
        let row: Option<(f64, f64, f64, Millis, i64, i64)> = query.bind(puzzle.to_owned()).fetch_optional(&self.pool).await?;
        Ok(row.map(|(mean, deviation, volatility, at, tries, solved)| PuzzleRating {
            rating: Rating { mean, deviation, volatility, at },
            tries,
            solved,
        }))
    }

    /// The puzzles that a user has tried, oldest first.
    pub(crate) async fn tried(&self, user: UserId) -> Result<Vec<TriedPuzzle>, DbError> {
        let query =
            query_as("select puzzle, at, first_try, solved_at from puzzle_attempts where user_id = $1 order by at, puzzle");
        let rows: Vec<(String, Millis, i64, Option<Millis>)> = query.bind(user.to_string()).fetch_all(&self.pool).await?;
        let tried = |(puzzle, at, first_try, solved_at)| TriedPuzzle { puzzle, at, first_try: first_try == 1, solved_at };
        Ok(rows.into_iter().map(tried).collect())
    }
}

/// Saves an attempt and rates it if it is the first; returns whether it is.
pub(super) async fn save(connection: &mut AnyConnection, attempt: &Attempt) -> Result<u64, sqlx::Error> {
    let Attempt { user, puzzle, solved, at, estimate } = attempt;
    let solved_at = solved.then_some(*at);
    let insert = query(
        "insert into puzzle_attempts (user_id, puzzle, at, first_try, solved_at) values ($1, $2, $3, $4, $5) on conflict do nothing",
    );
    let insert = insert.bind(user.to_string()).bind(*puzzle).bind(*at).bind(i64::from(*solved)).bind(solved_at);
    if insert.execute(&mut *connection).await?.rows_affected() == 0 {
        let update = query("update puzzle_attempts set solved_at = coalesce(solved_at, $3) where user_id = $1 and puzzle = $2");
        update.bind(user.to_string()).bind(*puzzle).bind(solved_at).execute(&mut *connection).await?;
        return Ok(0);
    }

    // Counting the attempt locks both rows, so that nobody else changes what is read here before the transaction ends.
    let new = new_solver(*at);
    let insert = query(
        "insert into puzzle_solvers (user_id, rating, deviation, volatility, rated_at, tries) values ($1, $2, $3, $4, $5, 0) \
         on conflict do nothing",
    );
    let insert = insert.bind(user.to_string()).bind(new.mean).bind(new.deviation).bind(new.volatility).bind(new.at);
    insert.execute(&mut *connection).await?;
    let count =
        "update puzzle_solvers set tries = tries + 1 where user_id = $1 returning rating, deviation, volatility, rated_at";
    let solver: RatingRow = query_as(count).bind(user.to_string()).fetch_one(&mut *connection).await?;
    let insert = query(
        "insert into puzzle_ratings (puzzle, rating, deviation, volatility, rated_at, tries, solved) \
         values ($1, $2, $3, $4, $5, 0, 0) on conflict do nothing",
    );
    let insert = insert.bind(*puzzle).bind(estimate.mean).bind(estimate.deviation).bind(estimate.volatility).bind(*at);
    insert.execute(&mut *connection).await?;
    let count = "update puzzle_ratings set tries = tries + 1, solved = solved + $2 where puzzle = $1 \
                 returning rating, deviation, volatility, rated_at";
    let hardness: RatingRow = query_as(count).bind(*puzzle).bind(i64::from(*solved)).fetch_one(&mut *connection).await?;

    // An attempt is rated like a game between the solver and the puzzle.
    let before = ByColor::new(rating(solver), rating(hardness));
    let after = rate(before, Some(if *solved { Color::Black } else { Color::White }), *at);
    let update =
        query("update puzzle_solvers set rating = $2, deviation = $3, volatility = $4, rated_at = $5 where user_id = $1");
    let Rating { mean, deviation, volatility, at } = after.black;
    let update = update.bind(user.to_string()).bind(mean).bind(deviation).bind(volatility).bind(at);
    update.execute(&mut *connection).await?;
    let update = query("update puzzle_ratings set rating = $2, deviation = $3, volatility = $4, rated_at = $5 where puzzle = $1");
    let Rating { mean, deviation, volatility, at } = after.white;
    update.bind(*puzzle).bind(mean).bind(deviation).bind(volatility).bind(at).execute(&mut *connection).await?;
    let update = query("update puzzle_attempts set old_rating = $3, new_rating = $4 where user_id = $1 and puzzle = $2");
    let update = update.bind(user.to_string()).bind(*puzzle).bind(before.black.mean).bind(after.black.mean);
    update.execute(&mut *connection).await?;
    Ok(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first try used to cost up to 470 points.
    #[test]
    fn a_first_try_does_not_move_the_rating_far() {
        for puzzle in (600..=2400).step_by(100) {
            let estimate = Rating { mean: f64::from(puzzle), deviation: 150.0, ..Rating::new(0) };
            for winner in [Color::Black, Color::White] {
                let after = rate(ByColor::new(new_solver(0), estimate), Some(winner), 0).black;
                assert!((after.mean - 1500.0).abs() < 120.0, "{puzzle}: {}", after.mean);
            }
        }
    }
}
