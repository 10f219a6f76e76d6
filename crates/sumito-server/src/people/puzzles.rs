//! Puzzle attempts, which the server checks move by move, and the solver's progress.

use std::collections::BTreeSet;

use sumito_content::puzzles::{Puzzle, Wanted, of_the_day};
use sumito_rules::{Move, Position};

use crate::db::{Attempt, PuzzleRating, TriedPuzzle, new_solver};
use crate::failure::Failure;
use crate::id::{UserId, random_bytes};
use crate::people::People;
use crate::play::clock::Millis;
use crate::play::ratings::Rating;
use crate::time::{DAY, now};

/// How uncertain the estimate of a puzzle is.
const ESTIMATE: f64 = 150.0;
/// The rating of a solver is shown from this many tries on: before, a single one would move it far.
const SHOWN: usize = 5;
/// The most moves of an attempt; no solution is longer.
const LONGEST: usize = 16;

/// The progress of a solver.
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
    /// Solved, at any try.
    pub(crate) done: BTreeSet<String>,
}

impl Progress {
    /// The rating in points, once it means something.
    pub(crate) fn shown_rating(&self) -> Option<i64> {
        (self.tried >= SHOWN).then(|| self.rating.points())
    }

    /// The progress from these attempts at a moment.
    fn of(rating: Rating, tries: &[TriedPuzzle], now: Millis) -> Progress {
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
            done: tries.iter().filter(|tried| tried.solved_at.is_some()).map(|tried| tried.puzzle.clone()).collect(),
        }
    }
}

/// The result of an attempt.
pub(crate) struct Attempted {
    pub(crate) solved: bool,
    /// Whether it was the user's first attempt at the puzzle, which alone is rated.
    pub(crate) first: bool,
    /// What it did to the user's rating.
    pub(crate) change: Option<i64>,
    pub(crate) progress: Progress,
}

impl People {
    /// A user's progress; `None` before the first attempt.
    pub(crate) async fn puzzle_progress(&self, user: UserId) -> Result<Option<Progress>, Failure> {
        let now = now();
        let Some(rating) = self.db.solver(user, now).await? else { return Ok(None) };
        Ok(Some(Progress::of(rating, &self.db.tried(user).await?, now)))
    }

    /// A puzzle's rating: from attempts, or else estimated.
    pub(crate) async fn puzzle_rating(&self, puzzle: &Puzzle) -> Result<PuzzleRating, Failure> {
        let known = self.db.puzzle_rating(&puzzle.id).await?;
        Ok(known.unwrap_or(PuzzleRating { rating: estimate(puzzle, now()), tries: 0, solved: 0 }))
    }

    /// The next puzzle for a user, or for a visitor.
    pub(crate) async fn next_puzzle(
        &self,
        user: Option<UserId>,
        wanted: Wanted,
        last: Option<&str>,
    ) -> Result<&'static Puzzle, Failure> {
        let (rating, tried) = match user {
            None => (new_solver(0), Vec::new()),
            Some(user) => {
                let db = &self.db;
                (db.solver(user, now()).await?.unwrap_or(new_solver(0)), db.tried(user).await?)
            }
        };
        let known: BTreeSet<&str> = tried.iter().map(|tried| tried.puzzle.as_str()).chain(last).collect();
        Ok(wanted.next(rating.mean, |id| known.contains(id), u64::from_le_bytes(random_bytes()) >> 1))
    }

    /// Saves an attempt, and rates it if it is the first of this user at this puzzle.
    pub(crate) async fn attempt_puzzle(&self, user: UserId, puzzle: &'static Puzzle, solved: bool) -> Result<Attempted, Failure> {
        let at = now();
        let attempt = Attempt { user, puzzle: &puzzle.id, solved, at, estimate: estimate(puzzle, at) };
        let first = self.db.attempt(attempt).await?;
        let change = self.db.puzzle_change(user, &puzzle.id).await?.filter(|_| first);
        let progress = self.puzzle_progress(user).await?.ok_or(Failure::NotFound)?;
        let change = change.filter(|_| progress.tried > SHOWN).map(|(old, new)| new.round() as i64 - old.round() as i64);
        Ok(Attempted { solved, first, change, progress })
    }
}

/// The puzzle of today.
pub(crate) fn of_today() -> &'static Puzzle {
    of_the_day(now().div_euclid(DAY))
}

fn estimate(puzzle: &Puzzle, now: Millis) -> Rating {
    Rating { mean: puzzle.difficulty.rating.into(), deviation: ESTIMATE, ..Rating::new(now) }
}

/// Whether a solver's moves, without the defenses between, solve a puzzle: each is among those that reach the goal against the best defense.
/// No moves mean that the solver gave up. Moves that stop on the way are refused: nobody knows yet.
pub(crate) fn is_solved(puzzle: &Puzzle, texts: &[String]) -> Result<bool, Failure> {
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

    fn tried(puzzle: &str, at: Millis, first_try: bool, solved_at: Option<Millis>) -> TriedPuzzle {
        TriedPuzzle { puzzle: puzzle.to_owned(), at, first_try, solved_at }
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
            assert_eq!(found.done.into_iter().collect::<String>(), "abde");
        }
        let none = Progress::of(Rating::new(0), &[], at(1));
        assert_eq!((none.run, none.days, none.tried), (0, 0, 0));
    }
}
