//! Ratings of players.

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;

use super::ApiResult;
use crate::app::App;
use crate::failure::Failure;
use crate::http::wire;
use crate::play::ratings::Speed;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/users/{name}", get(user))
        .route("/api/users/{name}/ratings/{speed}", get(history))
        .route("/api/players/{speed}", get(strongest))
}

async fn user(State(app): State<App>, Path(name): Path<String>) -> ApiResult {
    let profile = app.people.profile(&name).await?;
    Ok(wire::profile(&profile, &app.people.ratings(&profile).await?))
}

fn speed(text: &str) -> Result<Speed, Failure> {
    Speed::find(text).ok_or_else(|| Failure::Bad("speed: expected blitz, rapid, classical or correspondence".to_owned()))
}

async fn history(State(app): State<App>, Path((name, text)): Path<(String, String)>) -> ApiResult {
    let speed = speed(&text)?;
    let profile = app.people.profile(&name).await?;
    Ok(wire::rating_history(speed, &app.people.rating_history(&profile, speed).await?))
}

async fn strongest(State(app): State<App>, Path(text): Path<String>) -> ApiResult {
    let speed = speed(&text)?;
    Ok(wire::players(speed, &app.people.strongest(speed).await?))
}
