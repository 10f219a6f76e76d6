//! The site: pages in the reader's language, and the files under `web/`, which are part of the program.

mod account;
mod analysis;
mod chart;
mod controls;
mod frame;
mod game;
mod home;
mod lists;
mod mini;
mod play;
mod profile;
mod rulebook;
mod settings;
mod setup;
mod texts;

use std::borrow::Cow;
use std::convert::Infallible;

use axum::Router;
use axum::extract::{FromRequestParts, Path, Query, Request, State};
use axum::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, ETAG, IF_NONE_MATCH, LOCATION,
    REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use tower_http::compression::CompressionLayer;

pub(crate) use texts::{Language, Texts};

use crate::server::{Address, App, Failure, Settings, User};

macro_rules! files {
    ($($name:literal $kind:literal),* $(,)?) => {
        /// The files under `web/`: name, type, content.
        const FILES: &[(&str, &str, &[u8])] = &[$(($name, $kind, include_bytes!(concat!("../../../../web/", $name)))),*];
    };
}

files! {
    "style.css" "text/css; charset=utf-8",
    "frame.js" "text/javascript; charset=utf-8",
    "texts.js" "text/javascript; charset=utf-8",
    "storage.js" "text/javascript; charset=utf-8",
    "account.js" "text/javascript; charset=utf-8",
    "settings.js" "text/javascript; charset=utf-8",
    "settings-panel.js" "text/javascript; charset=utf-8",
    "sounds.js" "text/javascript; charset=utf-8",
    "board.js" "text/javascript; charset=utf-8",
    "drawing.js" "text/javascript; charset=utf-8",
    "gestures.js" "text/javascript; charset=utf-8",
    "spoken.js" "text/javascript; charset=utf-8",
    "rules.js" "text/javascript; charset=utf-8",
    "engine.js" "text/javascript; charset=utf-8",
    "worker.js" "text/javascript; charset=utf-8",
    "table.js" "text/javascript; charset=utf-8",
    "clock.js" "text/javascript; charset=utf-8",
    "chat.js" "text/javascript; charset=utf-8",
    "connection.js" "text/javascript; charset=utf-8",
    "game.js" "text/javascript; charset=utf-8",
    "lobby.js" "text/javascript; charset=utf-8",
    "controls.js" "text/javascript; charset=utf-8",
    "local.js" "text/javascript; charset=utf-8",
    "analysis.js" "text/javascript; charset=utf-8",
    "rulebook.js" "text/javascript; charset=utf-8",
    "service-worker.js" "text/javascript; charset=utf-8",
    "sumito.js" "text/javascript; charset=utf-8",
    "sumito.wasm" "application/wasm",
    "icon.svg" "image/svg+xml",
    "manifest.webmanifest" "application/manifest+json",
}

/// Scripts and pictures are ours alone; WebAssembly may be compiled. Drawings have colors in style attributes.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src 'self' data:; \
    style-src 'self'; style-src-attr 'unsafe-inline'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The pages and files.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .merge(home::routes())
        .merge(lists::routes())
        .merge(play::routes())
        .merge(game::routes())
        .merge(analysis::routes())
        .merge(account::routes())
        .merge(profile::routes())
        .merge(settings::routes())
        .merge(rulebook::routes())
        .route("/language/{code}", get(choose_language))
        .route("/web/{name}", get(async |Path(name): Path<String>, headers: HeaderMap| file(&name, &headers)))
        .route("/service-worker.js", get(async |headers: HeaderMap| file("service-worker.js", &headers)))
        .fallback(async |reader: Reader| (StatusCode::NOT_FOUND, Html(frame::not_found(&reader))))
        .layer(middleware::from_fn(with_security_headers))
        .layer(CompressionLayer::new())
}

/// Who reads: in the language they chose, for their account or in this browser, else the one their browser prefers; and as whom.
pub(crate) struct Reader {
    language: Language,
    /// Nobody for a newcomer; a player without an account has no name.
    user: Option<User>,
    /// What the user prefers.
    settings: Settings,
}

impl Reader {
    pub(crate) fn texts(&self) -> &'static Texts {
        Texts::of(self.language)
    }

    /// The name of the reader's account.
    fn name(&self) -> Option<&str> {
        self.user.as_ref()?.name.as_deref()
    }
}

impl FromRequestParts<App> for Reader {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Reader, Self::Rejection> {
        let header = |name| parts.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
        let chosen = header(COOKIE).split(';').find_map(|cookie| Language::find(cookie.trim().strip_prefix("language=")?));
        // A page can be read even if the database cannot say who reads it.
        let (user, settings) = app.reader(&parts.headers).await.inspect_err(Failure::log).unwrap_or_default().unzip();
        let settings: Settings = settings.unwrap_or_default();
        let language = settings.get("language").and_then(Language::find).or(chosen);
        let language = language.unwrap_or_else(|| Language::preferred(header(ACCEPT_LANGUAGE)));
        Ok(Reader { language, user, settings })
    }
}

#[derive(Deserialize)]
struct Back {
    back: Option<String>,
}

/// Remembers the language and goes back to a page of this site.
async fn choose_language(
    State(app): State<App>,
    Path(code): Path<String>,
    Query(query): Query<Back>,
    address: Address,
    headers: HeaderMap,
    reader: Reader,
) -> Response {
    let language = Language::find(&code).unwrap_or(reader.language);
    if reader.user.is_some() {
        let mut settings = Settings::default();
        let kept = match settings.set("language", language.code()) {
            Ok(()) => app.keep_settings(&headers, address, settings).await.map(|_| ()),
            Err(failure) => Err(failure),
        };
        // The cookie says it as well.
        let _ = kept.inspect_err(Failure::log);
    }
    let cookie = format!("language={}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly", language.code());
    let cookie = HeaderValue::from_str(&cookie).expect("a language code is plain text");
    go_to(own_path(query.back.as_deref()), HeaderMap::from_iter([(SET_COOKIE, cookie)]))
}

/// A path of our own, else that of the first page: nobody is sent elsewhere from here.
fn own_path(path: Option<&str>) -> &str {
    path.filter(|path| path.starts_with('/') && !path.starts_with("//") && !path.contains('\\')).unwrap_or("/")
}

/// Leads the browser to another page after a form.
fn go_to(path: &str, mut headers: HeaderMap) -> Response {
    headers.insert(LOCATION, HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/")));
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// A file of `web/`. Browsers ask each time whether it changed, so that a new version of the program is seen at once.
fn file(name: &str, headers: &HeaderMap) -> Response {
    let Some((_, kind, content)) = FILES.iter().find(|file| file.0 == name) else {
        return (StatusCode::NOT_FOUND, "no such file\n").into_response();
    };
    let content = newest(name, content);
    let tag = HeaderValue::from_str(&format!("\"{:016x}\"", digest(&content))).expect("a number is plain text");
    let common = [(CACHE_CONTROL, HeaderValue::from_static("no-cache")), (ETAG, tag.clone())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known == tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(CONTENT_TYPE, *kind)], content.into_owned()).into_response()
}

/// A file as it was built in; while the program is being worked on, as it lies in the source tree, so that a change is seen without building.
fn newest(name: &str, content: &'static [u8]) -> Cow<'static, [u8]> {
    let source = cfg!(debug_assertions).then(|| std::fs::read(format!("{}/../../web/{name}", env!("CARGO_MANIFEST_DIR"))));
    source.and_then(Result::ok).map_or(Cow::Borrowed(content), Cow::Owned)
}

/// The FNV-1a hash: to tell versions of our own files apart.
fn digest(content: &[u8]) -> u64 {
    content.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

async fn with_security_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers: [(HeaderName, &'static str); 4] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
