//! Storms and streaks: puzzles against the clock, or until the first miss.
//!
//! A run's puzzles follow from its seed, so the server can check what a client reports: that the moves solve these puzzles, that the
//! clock allowed them, and that nobody could have played faster.

use sumito_content::puzzles::{Puzzle, ladder};

use super::puzzles::is_solved;
use crate::db::SavedRun;
use crate::failure::Failure;
use crate::id::{GameId, UserId, random_bytes};
use crate::people::People;
use crate::play::clock::Millis;
use crate::time::now;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum RunKind {
    /// As many as possible before the time is up.
    Storm,
    /// Until the first miss, each harder than the one before.
    Streak,
}

/// The puzzles of a run; nobody solves this many.
pub(crate) const LENGTH: usize = 100;

/// The clock of a storm, what a miss costs, and what a number of solved puzzles in a row gains.
pub(crate) const STORM: Millis = 180_000;
pub(crate) const MISS: Millis = 10_000;
pub(crate) const COMBO: usize = 5;
pub(crate) const COMBO_GAIN: Millis = 5_000;

/// How late a storm may be reported: the network and the last animation take time.
const GRACE: Millis = 15_000;
/// The least time for a move.
const FASTEST: Millis = 250;
/// A streak that is reported later does not count.
const LONGEST_STREAK: Millis = 24 * 60 * 60 * 1000;

impl RunKind {
    pub(crate) const ALL: [RunKind; 2] = [RunKind::Storm, RunKind::Streak];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            RunKind::Storm => "storm",
            RunKind::Streak => "streak",
        }
    }

    pub(crate) fn find(name: &str) -> Option<RunKind> {
        RunKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A run that has begun.
pub(crate) struct NewRun {
    pub(crate) run: String,
    pub(crate) kind: RunKind,
    pub(crate) puzzles: Vec<&'static Puzzle>,
    pub(crate) best: Option<i64>,
}

/// What became of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FinishedRun {
    pub(crate) score: i64,
    pub(crate) best: i64,
    /// Whether it is better than all before.
    pub(crate) record: bool,
}

impl People {
    /// A user's best score.
    pub(crate) async fn best_run(&self, user: UserId, kind: RunKind) -> Result<Option<i64>, Failure> {
        Ok(self.db.puzzle_run(user, kind.name()).await?.and_then(|run| run.best))
    }

    /// Starts a run. One that was being played is given up.
    pub(crate) async fn start_run(&self, user: UserId, kind: RunKind) -> Result<NewRun, Failure> {
        let (run, seed) = (GameId::random().to_string(), i64::from_le_bytes(random_bytes()));
        self.db.start_puzzle_run(user, kind.name(), run.clone(), seed, now()).await?;
        let best = self.best_run(user, kind).await?;
        Ok(NewRun { run, kind, puzzles: puzzles(seed), best })
    }

    /// Ends a run with the solver's moves at each of its puzzles. Ending it again changes nothing.
    pub(crate) async fn finish_run(
        &self,
        user: UserId,
        kind: RunKind,
        run: &str,
        tries: &[Vec<String>],
    ) -> Result<FinishedRun, Failure> {
        let saved = self.db.puzzle_run(user, kind.name()).await?.filter(|saved| saved.run == run).ok_or(Failure::NotFound)?;
        let SavedRun { seed, started_at, score: done, best, .. } = saved;
        if let Some(score) = done {
            return Ok(FinishedRun { score, best: best.unwrap_or(score), record: false });
        }
        let score = score(kind, &puzzles(seed), tries, now() - started_at)?;
        self.db.finish_puzzle_run(user, kind.name(), run.to_owned(), score).await?;
        let record = score > best.unwrap_or(0);
        Ok(FinishedRun { score, best: best.unwrap_or(0).max(score), record })
    }
}

fn puzzles(seed: i64) -> Vec<&'static Puzzle> {
    ladder(seed.cast_unsigned(), LENGTH)
}

/// The score of a run that took this long, if it is possible.
fn score(kind: RunKind, puzzles: &[&'static Puzzle], tries: &[Vec<String>], took: Millis) -> Result<i64, Failure> {
    let bad = |why: &str| Err(Failure::Bad(format!("tries: {why}")));
    if tries.len() > puzzles.len() {
        return bad("more than the puzzles of the run");
    }
    let (mut solved, mut missed, mut combo, mut gained) = (0, 0, 0, 0);
    for (puzzle, moves) in puzzles.iter().zip(tries) {
        if kind == RunKind::Streak && missed > 0 {
            return bad("a streak ends with the first miss");
        }
        if is_solved(puzzle, moves)? {
            solved += 1;
            combo += 1;
            gained += if combo % COMBO == 0 { COMBO_GAIN } else { 0 };
        } else {
            missed += 1;
            combo = 0;
        }
    }
    let latest = match kind {
        RunKind::Storm => STORM + gained - MISS * missed + GRACE,
        RunKind::Streak => LONGEST_STREAK,
    };
    // The last miss may cost more time than was left.
    if took > latest + if missed > 0 { MISS } else { 0 } {
        return bad("the time was up");
    }
    let moves: usize = tries.iter().map(Vec::len).sum();
    if took < FASTEST * moves as Millis {
        return bad("faster than anybody can play");
    }
    Ok(solved)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solution(puzzle: &Puzzle) -> Vec<String> {
        puzzle.solver_moves().iter().map(ToString::to_string).collect()
    }

    fn wrong(puzzle: &Puzzle) -> Vec<String> {
        let moves = puzzle.position.legal_moves();
        vec![moves.iter().find(|&m| m != puzzle.solution.m).unwrap().to_string()]
    }

    #[test]
    fn a_score_is_what_the_moves_and_the_clock_allow() {
        let puzzles = puzzles(7);
        assert_eq!(puzzles.len(), LENGTH);
        assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.difficulty.rating));
        let solved: Vec<Vec<String>> = puzzles[..5].iter().map(|puzzle| solution(puzzle)).collect();
        let mixed = vec![solved[0].clone(), wrong(puzzles[1]), solved[2].clone()];
        for kind in RunKind::ALL {
            assert_eq!(score(kind, &puzzles, &solved, 60_000).ok(), Some(5), "{kind:?}");
            assert_eq!(score(kind, &puzzles, &[], 1).ok(), Some(0));
            assert!(score(kind, &puzzles, &solved, 500).is_err(), "nobody is that fast");
            assert!(score(kind, &puzzles, &vec![Vec::new(); LENGTH + 1], 60_000).is_err());
            // Moves of another puzzle are illegal or wrong.
            assert_eq!(score(kind, &puzzles, &[solution(puzzles[50])], 60_000).unwrap_or(0), 0);
        }
        // A miss ends a streak and costs time in a storm; five in a row gain time.
        assert_eq!(score(RunKind::Storm, &puzzles, &mixed, 60_000).ok(), Some(2));
        assert!(score(RunKind::Streak, &puzzles, &mixed, 60_000).is_err());
        assert_eq!(score(RunKind::Streak, &puzzles, &mixed[..2], 60_000).ok(), Some(1));
        assert_eq!(score(RunKind::Storm, &puzzles, &solved, STORM + COMBO_GAIN + GRACE).ok(), Some(5));
        assert!(score(RunKind::Storm, &puzzles, &solved, STORM + COMBO_GAIN + GRACE + 1).is_err());
        assert!(score(RunKind::Storm, &puzzles, &solved[..4], STORM + GRACE + 1).is_err());
        assert!(score(RunKind::Streak, &puzzles, &solved, STORM + GRACE + 1).is_ok());
        assert!(score(RunKind::Streak, &puzzles, &solved, LONGEST_STREAK + 1).is_err());
    }
}
