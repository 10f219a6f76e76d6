//! Puzzles as JSON.

use serde::Deserialize;
use serde_json::{Value, json};
use sumito_content::puzzles::{Puzzle, collection};

use super::{Json, parse};
use crate::db::PuzzleRating;
use crate::failure::Failure;
use crate::people::puzzle_runs::{COMBO, COMBO_GAIN, FinishedRun, MISS, NewRun, RunKind, STORM};
use crate::people::puzzles::{Attempted, Progress};

/// The collection.
pub(crate) fn puzzles() -> Json {
    let entry = |puzzle: &Puzzle| {
        json!({
            "id": puzzle.id, "theme": puzzle.theme.name(), "motifs": motifs(puzzle), "moves": puzzle.moves, "estimate": puzzle.difficulty.rating
        })
    };
    Json(json!({"puzzles": collection().iter().map(entry).collect::<Vec<_>>()}))
}

fn motifs(puzzle: &Puzzle) -> Vec<&'static str> {
    puzzle.motifs.iter().map(|motif| motif.name()).collect()
}

/// A puzzle with its solution.
pub(crate) fn puzzle(puzzle: &Puzzle, rating: &PuzzleRating) -> Json {
    Json(json!({
        "id": puzzle.id,
        "theme": puzzle.theme.name(),
        "motifs": motifs(puzzle),
        "goal": puzzle.theme.goal().name(),
        "moves": puzzle.moves,
        "position": puzzle.position.to_string(),
        "solution": puzzle.solution.to_string(),
        "estimate": puzzle.difficulty.rating,
        "rating": rating.rating.points(),
        "tries": rating.tries,
        "solved": rating.solved,
    }))
}

/// Today's puzzle, and what a solver has reached.
pub(crate) fn progress(today: &Puzzle, progress: Option<&Progress>) -> Json {
    let progress = progress.map_or(Value::Null, |progress| {
        json!({
            "rating": progress.shown_rating(),
            "provisional": progress.rating.is_provisional(),
            "tried": progress.tried,
            "solved": progress.solved,
            "run": progress.run,
            "bestRun": progress.best_run,
            "days": progress.days,
            "failed": progress.failed,
        })
    });
    Json(json!({"today": today.id, "progress": progress}))
}

/// A run that has begun, with all its puzzles.
pub(crate) fn new_run(NewRun { run, kind, puzzles, best }: &NewRun) -> Json {
    let puzzle = |puzzle: &&Puzzle| {
        json!({
            "id": puzzle.id,
            "theme": puzzle.theme.name(),
            "goal": puzzle.theme.goal().name(),
            "moves": puzzle.moves,
            "position": puzzle.position.to_string(),
            "solution": puzzle.solution.to_string(),
            "estimate": puzzle.difficulty.rating,
        })
    };
    let clock =
        (*kind == RunKind::Storm).then(|| json!({"milliseconds": STORM, "miss": MISS, "combo": COMBO, "gain": COMBO_GAIN}));
    Json(json!({
        "run": run,
        "kind": kind.name(),
        "clock": clock,
        "best": best,
        "puzzles": puzzles.iter().map(puzzle).collect::<Vec<_>>(),
    }))
}

/// Reads the end of a run: its name, and the solver's moves at each puzzle.
pub(crate) fn run_request(text: &str) -> Result<(String, Vec<Vec<String>>), Failure> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, expecting = "an object")]
    struct Fields {
        run: String,
        tries: Vec<Vec<String>>,
    }
    parse::<Fields>(text).map(|Fields { run, tries }| (run, tries))
}

/// What became of a run.
pub(crate) fn finished_run(FinishedRun { score, best, record }: &FinishedRun) -> Json {
    Json(json!({"score": score, "best": best, "record": record}))
}

/// Reads the moves of an attempt.
pub(crate) fn attempt_request(text: &str) -> Result<Vec<String>, Failure> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, expecting = "an object")]
    struct Fields {
        moves: Vec<String>,
    }
    Ok(parse::<Fields>(text)?.moves)
}

/// What became of an attempt.
pub(crate) fn attempted(Attempted { solved, first, change, progress }: &Attempted) -> Json {
    Json(json!({
        "solved": solved,
        "first": first,
        "rating": progress.shown_rating(),
        "provisional": progress.rating.is_provisional(),
        "change": change,
        "run": progress.run,
        "days": progress.days,
    }))
}
