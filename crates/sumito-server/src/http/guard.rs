//! What every request and every answer goes through.

use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::failure::Failure;
use crate::http::api::Address;
use crate::pages;
use crate::people::limits::{Limited, Open};
use crate::time::now;

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// What every request goes through: counted, limited, from a page of ours; and every answer: with headers that keep browsers strict.
pub(crate) async fn guard(State(app): State<App>, address: Address, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let metrics = &app.games.metrics;
    metrics.requests.add();
    let is_api = request.uri().path().starts_with("/api/");
    let asked = if is_api { HeaderMap::new() } else { request.headers().clone() };
    let open = app.limits.hold(Open::Request, address.0);
    let refusal = if open.is_none() || !app.limits.allow(Limited::Request, address.0, now()) {
        Some(Failure::TooMany)
    } else if changes_something(&request) && !is_ours(request.headers(), app.origin.as_deref()) {
        Some(Failure::Foreign)
    } else {
        None
    };
    let mut response = match refusal {
        Some(failure) => failure.into_response(),
        // A body that comes in drops is not waited for; nothing of ours takes as long.
        None => match tokio::time::timeout(PATIENCE, next.run(request)).await {
            Ok(response) => response,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        },
    };
    if !is_api && let Some(page) = pages::trouble(&asked, &response) {
        response = page;
    }
    metrics.answer.add(begun.elapsed());
    if response.status().is_client_error() {
        metrics.refusals.add();
    }
    let headers = response.headers_mut();
    if is_api {
        // Answers belong to who asked.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    for (name, value) in STRICT {
        headers.entry(name).or_insert(value);
    }
    response
}

const STRICT: [(HeaderName, HeaderValue); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; \
             form-action 'self'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Whether a request may change something: all but plain reading. A socket may.
fn changes_something(request: &Request) -> bool {
    !matches!(*request.method(), Method::GET | Method::HEAD) || request.headers().contains_key(header::UPGRADE)
}

/// Whether a request comes from a page of this server. Browsers always tell; programs have no page and tell nothing.
fn is_ours(headers: &HeaderMap, origin: Option<&str>) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let Some(page) = headers.get(header::ORIGIN) else { return true };
    let Ok(page) = page.to_str() else { return false };
    match origin {
        Some(origin) => page == origin,
        None => page.split_once("://").map(|(_, host)| host) == text(header::HOST),
    }
}
