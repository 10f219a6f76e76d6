//! Players by name, whom a user follows and blocks, and challenges.

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::routing::{get, put};
use serde::Deserialize;

use super::ApiResult;
use crate::app::App;
use crate::db::Scope;
use crate::failure::Failure;
use crate::http::wire::{self, Json};
use crate::people::caller::Caller;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/users", get(find))
        .route("/api/challenges", get(challenges))
        .route("/api/following", get(following))
        .route("/api/following/{name}", put(follow).delete(unfollow))
        .route("/api/blocks", get(blocks))
        .route("/api/blocks/{name}", put(block).delete(unblock))
}

#[derive(Deserialize)]
struct NameQuery {
    name: String,
}

async fn find(State(app): State<App>, caller: Caller, query: Result<Query<NameQuery>, QueryRejection>) -> ApiResult {
    let Ok(Query(query)) = query else { return Err(Failure::Bad("name: expected a part of a name".to_owned())) };
    Ok(wire::users(&app.people.find(&caller, &query.name).await?))
}

/// Challenges are answered like other seats: the challenged joins the game, or aborts it.
async fn challenges(State(app): State<App>, caller: Caller) -> ApiResult {
    let user = app.people.account_with(&caller, Scope::Read).await?;
    let challenges = app.people.challenges(user.id).await?;
    Ok(wire::challenges(&challenges, user.id, |user| app.people.is_online(user)))
}

async fn following(State(app): State<App>, caller: Caller) -> ApiResult {
    let user = app.people.account_with(&caller, Scope::Read).await?;
    Ok(wire::following(&app.people.followed(user.id).await?))
}

async fn follow(State(app): State<App>, caller: Caller, Path(name): Path<String>) -> ApiResult {
    app.people.follow(&caller, &name).await.map(|()| Json::NULL)
}

async fn unfollow(State(app): State<App>, caller: Caller, Path(name): Path<String>) -> ApiResult {
    app.people.unfollow(&caller, &name).await.map(|()| Json::NULL)
}

async fn blocks(State(app): State<App>, caller: Caller) -> ApiResult {
    let user = app.people.account(&caller).await?;
    Ok(wire::users(&app.people.blocked(user.id).await?))
}

async fn block(State(app): State<App>, caller: Caller, Path(name): Path<String>) -> ApiResult {
    app.people.block(&caller, &name).await.map(|()| Json::NULL)
}

async fn unblock(State(app): State<App>, caller: Caller, Path(name): Path<String>) -> ApiResult {
    app.people.unblock(&caller, &name).await.map(|()| Json::NULL)
}
