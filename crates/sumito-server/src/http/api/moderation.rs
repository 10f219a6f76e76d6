//! Reports, and what moderators see and do. Tokens are refused: a moderator acts in person.

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::{get, post};

use super::ApiResult;
use crate::app::App;
use crate::failure::Failure;
use crate::http::wire;
use crate::people::caller::Caller;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/reports", post(file))
        .route("/api/moderation", get(overview))
        .route("/api/moderation/users/{name}", get(account))
        .route("/api/moderation/users/{name}/actions", post(act))
        .route("/api/moderation/reports/{report}/actions", post(answer))
}

async fn file(State(app): State<App>, caller: Caller, body: String) -> ApiResult {
    Ok(wire::filed_report(app.moderating.file(&caller, &wire::report_request(&body)?).await?))
}

async fn overview(State(app): State<App>, caller: Caller) -> ApiResult {
    Ok(wire::moderation(&app.moderating.overview(&caller).await?))
}

async fn account(State(app): State<App>, caller: Caller, Path(name): Path<String>) -> ApiResult {
    Ok(wire::moderated_account(&app.moderating.account(&caller, &name).await?))
}

async fn act(State(app): State<App>, caller: Caller, Path(name): Path<String>, body: String) -> ApiResult {
    let (action, reason) = wire::measure_request(&body)?;
    app.moderating.act(&caller, &name, action, &reason).await?;
    Ok(wire::moderated_account(&app.moderating.account(&caller, &name).await?))
}

async fn answer(State(app): State<App>, caller: Caller, Path(report): Path<String>, body: String) -> ApiResult {
    let (action, reason) = wire::answer_request(&body)?;
    app.moderating.answer(&caller, report.parse().map_err(|_| Failure::NotFound)?, action, &reason).await?;
    Ok(wire::moderation(&app.moderating.overview(&caller).await?))
}
