//! The engine room: entering and leaving, the list, entries, and all games as a file.

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::TryStreamExt;
use serde::Deserialize;

use super::ApiResult;
use crate::app::App;
use crate::failure::Failure;
use crate::http::wire;
use crate::id::EntryId;
use crate::people::caller::Caller;
use crate::people::limits::Limit;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/room", get(list).post(enter).delete(leave))
        .route("/api/room/entries/{entry}", get(read))
        .route("/api/room/games", get(games))
}

async fn list(State(app): State<App>) -> ApiResult {
    let here = app.engine_room.here().await?;
    Ok(wire::room(&app.engine_room.list(), &here))
}

async fn enter(State(app): State<App>, caller: Caller, body: String) -> ApiResult {
    let entry = app.engine_room.enter(&caller, wire::room_request(&body)?).await?;
    Ok(wire::entered(&entry, app.engine_room.conditions()))
}

async fn leave(State(app): State<App>, caller: Caller) -> ApiResult {
    app.engine_room.leave(&caller).await?;
    Ok(wire::left_room())
}

#[derive(Deserialize)]
struct PageQuery {
    page: Option<i64>,
}

async fn read(State(app): State<App>, Path(id): Path<String>, query: Result<Query<PageQuery>, QueryRejection>) -> ApiResult {
    let Ok(Query(PageQuery { page })) = query else { return Err(Failure::Bad("page: expected a number from 1".to_owned())) };
    let id: EntryId = id.parse().map_err(|_| Failure::NotFound)?;
    let entry = app.engine_room.entry(id).await?;
    let (games, more) = app.engine_room.games_of(id, page.unwrap_or(1).clamp(1, 100_000)).await?;
    Ok(wire::room_entry(&app.engine_room.list(), &entry, &games, more))
}

/// The games of the list. A reader that is slow makes the server wait, and a failure breaks the connection, so that nobody takes a part for the whole.
async fn games(State(app): State<App>, caller: Caller) -> Result<Response, Failure> {
    app.people.limit(Limit::Search, &caller)?;
    let body = Body::from_stream(app.engine_room.file().inspect_err(Failure::log).map_err(|failure| failure.cause()));
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    let file = HeaderValue::from_static("attachment; filename=\"sumito-engine-room.apgn\"");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, file)], body).into_response())
}
