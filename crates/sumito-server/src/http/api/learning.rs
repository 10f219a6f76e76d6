//! Puzzles, and progress in the course.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::routing::{get, post};
use sumito_content::puzzles::find;

use super::{ApiResult, SessionResult};
use crate::app::App;
use crate::db::Scope;
use crate::failure::Failure;
use crate::http::wire;
use crate::people::caller::Caller;
use crate::people::puzzle_runs::RunKind;
use crate::people::puzzles::{is_solved, of_today};

/// The largest body with progress in the course: enough for every lesson.
const LARGEST_PROGRESS: usize = 4096;

/// The largest body with a run: enough for every puzzle of the longest one.
const LARGEST_RUN: usize = 16 * 1024;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/puzzles", get(async || wire::puzzles()))
        .route("/api/puzzles/progress", get(puzzle_progress))
        .route("/api/puzzles/runs/{kind}", post(start_run).put(finish_run).layer(DefaultBodyLimit::max(LARGEST_RUN)))
        .route("/api/puzzles/{id}", get(puzzle))
        .route("/api/puzzles/{id}/attempts", post(attempt))
        .route("/api/lessons/progress", get(stars).put(save_stars).layer(DefaultBodyLimit::max(LARGEST_PROGRESS)))
}

async fn puzzle(State(app): State<App>, Path(id): Path<String>) -> ApiResult {
    let puzzle = find(&id).ok_or(Failure::NotFound)?;
    Ok(wire::puzzle(puzzle, &app.people.puzzle_rating(puzzle).await?))
}

async fn puzzle_progress(State(app): State<App>, caller: Caller) -> ApiResult {
    let progress = match app.people.user(&caller).await? {
        Some(user) => app.people.puzzle_progress(user.id).await?,
        None => None,
    };
    Ok(wire::progress(of_today(), progress.as_ref()))
}

async fn attempt(State(app): State<App>, Path(id): Path<String>, caller: Caller, body: String) -> SessionResult {
    let puzzle = find(&id).ok_or(Failure::NotFound)?;
    let moves = wire::attempt_request(&body)?;
    let solved = is_solved(puzzle, &moves)?;
    let identified = app.people.user_or_guest(&caller).await?;
    let attempted = app.people.attempt_puzzle(identified.user.id, puzzle, solved).await?;
    Ok((app.session_headers(identified.new_session.as_ref()), wire::attempted(&attempted)))
}

async fn start_run(State(app): State<App>, Path(kind): Path<String>, caller: Caller) -> SessionResult {
    let kind = RunKind::find(&kind).ok_or(Failure::NotFound)?;
    let identified = app.people.user_or_guest(&caller).await?;
    let run = app.people.start_run(identified.user.id, kind).await?;
    Ok((app.session_headers(identified.new_session.as_ref()), wire::new_run(&run)))
}

async fn finish_run(State(app): State<App>, Path(kind): Path<String>, caller: Caller, body: String) -> ApiResult {
    let kind = RunKind::find(&kind).ok_or(Failure::NotFound)?;
    let (run, tries) = wire::run_request(&body)?;
    let user = app.people.user(&caller).await?.ok_or(Failure::NotFound)?;
    Ok(wire::finished_run(&app.people.finish_run(user.id, kind, &run, &tries).await?))
}

async fn stars(State(app): State<App>, caller: Caller) -> ApiResult {
    let user = app.people.account_with(&caller, Scope::Read).await?;
    Ok(wire::stars(&app.people.lesson_stars(user.id).await?))
}

/// Saves the better of the given and the saved stars, and replies with everything that is saved then.
async fn save_stars(State(app): State<App>, caller: Caller, body: String) -> ApiResult {
    let user = app.people.account_with(&caller, Scope::Play).await?;
    let stars = wire::stars_request(&body)?;
    Ok(wire::stars(&app.people.save_lesson_stars(user.id, stars).await?))
}
