//! The middleware for every request and response.

use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::failure::Failure;
use crate::people::caller::Caller;
use crate::people::limits::{Limit, Resource};

/// How long a request may take.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Whether a path is for the frames of other sites. There everybody is nobody, and nothing can be changed.
pub(crate) fn is_embedded(path: &str) -> bool {
    path.starts_with("/embed/")
}

/// Every request is counted, limited, and must come from a page of ours if it changes something. Every response gets security headers.
pub(crate) async fn guard(State(app): State<App>, caller: Caller, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let metrics = &app.games.metrics;
    metrics.requests.add();
    let is_api = request.uri().path().starts_with("/api/");
    let is_embedded = is_embedded(request.uri().path());
    if is_embedded {
        // A frame must not be able to use the session of whoever looks at it, however it got there.
        request.headers_mut().remove(header::COOKIE);
        request.headers_mut().remove(header::AUTHORIZATION);
    }
    // A worker asks as fast as it thinks, and waits for work with as many requests as it has threads.
    let is_worker = request.uri().path().starts_with("/api/worker/") && app.people.workers.has(&caller);
    // A frame that may do nothing has no origin. Its sockets may be opened from anywhere, because nobody can act through them.
    let is_watching = is_embedded && request.method() == Method::GET;
    let permit = app.people.limits.hold(Resource::Request, caller.address);
    let refusal = if !is_worker && (permit.is_none() || app.people.limit(Limit::Request, &caller).is_err()) {
        Some(Failure::TooMany)
    } else if let Some(failure) = app.people.limit_token(&caller).err().filter(|_| !is_worker) {
        Some(failure)
    } else if changes_something(&request) && !is_watching && !is_ours(request.headers(), app.origin.as_deref()) {
        Some(Failure::Foreign)
    } else {
        None
    };
    let mut response = match refusal {
        Some(failure) => failure.into_response(),
        // Do not wait for a body that arrives byte by byte; nothing of ours takes that long.
        None => match tokio::time::timeout(TIMEOUT, next.run(request)).await {
            Ok(response) => response,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        },
    };
    metrics.answer.add(begun.elapsed());
    if response.status().is_client_error() {
        metrics.refusals.add();
    }
    let headers = response.headers_mut();
    if is_api {
        // Responses depend on the caller.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if app.is_secure() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    for (name, value) in SECURITY_HEADERS {
        headers.entry(name).or_insert(value);
    }
    response
}

const SECURITY_HEADERS: [(HeaderName, HeaderValue); 5] = [
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

/// Whether a request may change something: everything except plain reading. A socket may.
fn changes_something(request: &Request) -> bool {
    !matches!(*request.method(), Method::GET | Method::HEAD) || request.headers().contains_key(header::UPGRADE)
}

/// Whether a request comes from a page of this server. Browsers always send the origin; programs have none.
fn is_ours(headers: &HeaderMap, origin: Option<&str>) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let Some(page) = headers.get(header::ORIGIN) else { return true };
    let Ok(page) = page.to_str() else { return false };
    match origin {
        Some(origin) => page == origin,
        None => page.split_once("://").map(|(_, host)| host) == text(header::HOST),
    }
}
