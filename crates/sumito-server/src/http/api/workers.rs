//! Work for the engine on other machines: a worker asks for a job, thinks, and brings the move with its next request.

use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::{delete, post};

use super::ApiResult;
use crate::app::App;
use crate::http::wire::{self, Json};
use crate::people::caller::Caller;
use crate::time::now;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/api/worker/jobs", post(work)).route("/api/worker/jobs/{lease}", delete(give_back))
}

async fn work(State(app): State<App>, caller: Caller, body: String) -> ApiResult {
    app.people.check_worker(&caller).await?;
    let request = wire::work_request(&body)?;
    let seats = &app.games.engine_seats;
    if let Some((lease, made)) = request.done {
        seats.finish_for_worker(lease, made);
    }
    let Some(wait) = request.wait else { return Ok(wire::no_job()) };
    let mut closing = app.closing();
    tokio::select! {
        (lease, span) = seats.take_for_worker() => Ok(wire::job(&lease, span, now())),
        () = tokio::time::sleep(Duration::from_millis(wait)) => Ok(wire::no_job()),
        () = closing.due() => Ok(wire::no_job()),
    }
}

async fn give_back(State(app): State<App>, caller: Caller, Path(lease): Path<String>) -> ApiResult {
    app.people.check_worker(&caller).await?;
    app.games.engine_seats.give_back(wire::lease_id(&lease)?);
    Ok(Json::NULL)
}
