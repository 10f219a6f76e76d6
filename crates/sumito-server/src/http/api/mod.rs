//! The JSON API for programs and our own pages. docs/api.md describes it.

mod accounts;
mod engine_room;
mod games;
mod learning;
mod moderation;
mod players;
mod social;
mod streams;
mod tournaments;
mod workers;

use std::time::Duration;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};

use crate::app::{App, Phase};
use crate::failure::Failure;
use crate::http::wire::{self, Json};

/// The largest body of a request.
const LARGEST_BODY: usize = 64 * 1024;
/// How long the database may take before the server counts as unhealthy.
const HEALTH_CHECK: Duration = Duration::from_millis(900);
/// The longest reason that is passed on for a refusal that is not our own, in bytes.
const LONGEST_REASON: usize = 1024;

type ApiResult = Result<Json, Failure>;
/// A reply that starts or ends a session.
type SessionResult = Result<(HeaderMap, Json), Failure>;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .route("/api/openapi.json", get(openapi))
        .merge(accounts::routes())
        .merge(games::routes())
        .merge(players::routes())
        .merge(social::routes())
        .merge(streams::routes())
        .merge(tournaments::routes())
        .merge(moderation::routes())
        .merge(engine_room::routes())
        .merge(learning::routes())
        .merge(workers::routes())
        .route("/api/{*rest}", any(async || Failure::NotFound))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(map_response(json_rejections))
}

/// Requests that never reach our code, because they are too large, not text, or use a wrong method, are refused in the same form as others.
async fn json_rejections(response: Response) -> Response {
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if is_json || !response.status().is_client_error() {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let text = to_bytes(body, LONGEST_REASON).await.unwrap_or_default();
    let reason = match parts.status {
        StatusCode::PAYLOAD_TOO_LARGE => format!("expected at most {} kB", LARGEST_BODY / 1024),
        _ if text.is_empty() => parts.status.canonical_reason().unwrap_or("refused").to_lowercase(),
        _ => String::from_utf8_lossy(&text).into_owned(),
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.remove(header::CONTENT_TYPE);
    (parts.status, parts.headers, wire::refused(&Failure::Bad(reason), None)).into_response()
}

/// Whether the server can do its work: the database answers, and something can be saved.
async fn health(State(app): State<App>) -> (StatusCode, String) {
    if *app.phase.borrow() != Phase::Serving {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n".to_owned());
    }
    let db = app.games.db();
    let checks = async { tokio::try_join!(db.check_reading(), db.check_saving()) };
    let reason = match tokio::time::timeout(HEALTH_CHECK, checks).await {
        Ok(Ok(_)) => return (StatusCode::OK, "ok\n".to_owned()),
        Ok(Err(error)) => error.reason(),
        Err(_) => "the database does not answer",
    };
    (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n"))
}

async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let kind = HeaderValue::from_static("text/plain; version=0.0.4");
    ([(header::CONTENT_TYPE, kind)], app.games.metrics.text(&app.games.load_figures()))
}

/// The description of this API for programs; a test compares it with real replies.
async fn openapi() -> impl IntoResponse {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, kind)], include_str!("../../../../../docs/openapi.json"))
}
