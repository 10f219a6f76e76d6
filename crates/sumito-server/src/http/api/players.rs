//! Ratings of players.

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;

use super::ApiResult;
use crate::app::App;
use crate::failure::Failure;
use crate::http::wire;
use crate::play::ratings::Pool;

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

fn pool(text: &str) -> Result<Pool, Failure> {
    Pool::find(text).ok_or_else(|| Failure::Bad("speed: expected blitz, rapid, classical, correspondence or teams".to_owned()))
}

async fn history(State(app): State<App>, Path((name, text)): Path<(String, String)>) -> ApiResult {
    let pool = pool(&text)?;
    let profile = app.people.profile(&name).await?;
    Ok(wire::rating_history(pool, &app.people.rating_history(&profile, pool).await?))
}

async fn strongest(State(app): State<App>, Path(text): Path<String>) -> ApiResult {
    let pool = pool(&text)?;
    Ok(wire::players(pool, &app.people.strongest(pool).await?))
}
