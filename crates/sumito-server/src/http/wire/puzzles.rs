//! Puzzles as JSON.

use serde::Deserialize;
use serde_json::{Value, json};
use sumito_content::puzzles::{Puzzle, collection};

use super::{Json, parse};
use crate::db::PuzzleRating;
use crate::failure::Failure;
use crate::people::puzzles::{Attempted, Progress};

/// The collection.
pub(crate) fn puzzles() -> Json {
    let entry = |puzzle: &Puzzle| json!({"id": puzzle.id, "theme": puzzle.theme.name(), "moves": puzzle.moves, "estimate": puzzle.difficulty.rating});
    Json(json!({"puzzles": collection().iter().map(entry).collect::<Vec<_>>()}))
}

/// A puzzle with its solution.
pub(crate) fn puzzle(puzzle: &Puzzle, rating: &PuzzleRating) -> Json {
    Json(json!({
        "id": puzzle.id,
        "theme": puzzle.theme.name(),
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
            "rating": progress.rating.points(),
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
        "rating": progress.rating.points(),
        "provisional": progress.rating.is_provisional(),
        "change": change,
        "run": progress.run,
        "days": progress.days,
    }))
}
