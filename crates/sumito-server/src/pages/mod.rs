//! The site: pages in the reader's language, and the files of `web/`, which are embedded in the program.

mod account;
mod analysis;
mod badge;
mod cards;
mod chart;
mod clock;
mod controls;
mod embed;
mod engines;
mod files;
mod form;
mod frame;
mod game;
mod home;
mod icons;
mod images;
mod lessons;
mod lists;
mod mini;
mod moderated;
mod moderation;
mod oembed;
mod party;
mod party_analysis;
mod party_game;
mod play;
mod played;
mod players;
mod practice;
mod preview;
mod profile;
mod puzzle_runs;
mod puzzles;
mod report;
mod rule_answers;
mod rulebook;
mod search;
mod settings;
mod setup;
mod share;
mod social;
mod subject;
mod tournament_boards;
mod tournament_desk;
mod tournament_form;
mod tournament_page;
mod tournament_tables;
mod tournament_words;
mod tournaments;
mod tv;

use std::convert::Infallible;
use std::sync::LazyLock;

use axum::Router;
use axum::extract::{FromRequestParts, Path, Query, Request, State};
use axum::http::header::{
    ACCEPT, ACCEPT_LANGUAGE, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LINK, LOCATION, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use base64::prelude::{BASE64_STANDARD, Engine};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use sumito_content::texts::{Language, Texts};
use tower_http::compression::CompressionLayer;

use crate::app::App;
use crate::db::{Challenge, User};
use crate::failure::{Failure, FailureKey};
use crate::http::cookies::{cookie, set_cookie};
use crate::http::guard::is_embedded;
use crate::people::caller::Caller;
use crate::people::sessions::LIFETIME;
use crate::people::settings::Settings;

/// The policy for a page by its path: only our own scripts and images; WebAssembly may be compiled. Drawings use style attributes, and some
/// pages include our styles inline, identified by their hash. Other sites may only frame the pages that are made for it.
fn policy(path: &str) -> HeaderValue {
    static POLICIES: LazyLock<[HeaderValue; 2]> = LazyLock::new(policies);
    // In a debug build styles may change.
    let [usual, embedded] = if cfg!(debug_assertions) { policies() } else { POLICIES.clone() };
    if is_embedded(path) { embedded } else { usual }
}

/// The policy of our pages, and that of those in the frames of other sites.
fn policies() -> [HeaderValue; 2] {
    let style = files::style();
    [
        policy_with(&style, "form-action 'self'; frame-ancestors 'none'"),
        policy_with(&style, "form-action 'none'; frame-ancestors *"),
    ]
}

fn policy_with(style: &str, more: &str) -> HeaderValue {
    let hash = BASE64_STANDARD.encode(Sha256::digest(style.as_bytes()));
    let policy = format!(
        "default-src 'none'; font-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src 'self' data:; \
         style-src 'self' 'sha256-{hash}'; style-src-attr 'unsafe-inline'; manifest-src 'self'; base-uri 'none'; {more}"
    );
    HeaderValue::try_from(policy).expect("a policy is plain text")
}

/// The pages and files.
pub(crate) fn routes() -> Router<App> {
    // Compress all files before the first request.
    std::thread::spawn(|| files::address("style.css"));
    Router::new()
        .merge(home::routes())
        .merge(lists::routes())
        .merge(play::routes())
        .merge(party::routes())
        .merge(party_analysis::routes())
        .merge(game::routes())
        .merge(analysis::routes())
        .merge(account::routes())
        .merge(profile::routes())
        .merge(players::routes())
        .merge(social::routes())
        .merge(report::routes())
        .merge(moderation::routes())
        .merge(tv::routes())
        .merge(tournaments::routes())
        .merge(engines::routes())
        .merge(clock::routes())
        .merge(settings::routes())
        .merge(rulebook::routes())
        .merge(lessons::routes())
        .merge(practice::routes())
        .merge(puzzles::routes())
        .merge(puzzle_runs::routes())
        .merge(images::routes())
        .merge(embed::routes())
        .merge(oembed::routes())
        .merge(share::routes())
        .route("/language/{code}", get(choose_language))
        .route("/offline", get(async |reader: Reader| Html(frame::offline(&reader))))
        .route("/web/{name}", get(async |Path(name): Path<String>, headers: HeaderMap| files::answer(&name, &headers)))
        .route(
            "/web/{version}/{name}",
            get(async |Path((version, name)): Path<(String, String)>, headers: HeaderMap| {
                files::answer_of(&version, &name, &headers)
            }),
        )
        .route("/service-worker.js", get(async |headers: HeaderMap| files::answer("service-worker.js", &headers)))
        .fallback(not_found)
        .layer(middleware::from_fn(with_headers))
        .layer(CompressionLayer::new())
}

async fn not_found(reader: Reader, uri: Uri) -> Response {
    let page = if is_embedded(uri.path()) { embed::error_page(&reader, "embed-gone") } else { frame::not_found(&reader) };
    (StatusCode::NOT_FOUND, Html(page)).into_response()
}

/// Turns errors into pages if a browser asked for a page; the JSON is for programs.
pub(crate) async fn error_pages(request: Request, next: Next) -> Response {
    let starts = |headers: &HeaderMap, name, start: &str| {
        headers.get(name).is_some_and(|value| value.as_bytes().starts_with(start.as_bytes()))
    };
    let wants_page = !request.uri().path().starts_with("/api/") && starts(request.headers(), ACCEPT, "text/html");
    if !wants_page {
        return next.run(request).await;
    }
    let reader = Reader::anonymous(request.headers());
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_error || starts(response.headers(), CONTENT_TYPE, "text/html") {
        return response;
    }
    let key = response.extensions().get::<FailureKey>().map(|key| key.0);
    let page = match status {
        _ if is_embedded(&path) => embed::error_page(&reader, "error-trouble"),
        _ if key == Some("unreadable-game") => frame::error_page(&reader, "error-unreadable-game", "error-unreadable-game-lead"),
        _ if key == Some("cannot-save") => frame::error_page(&reader, "error-trouble", "refusal-cannot-save"),
        StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => frame::not_found(&reader),
        StatusCode::TOO_MANY_REQUESTS => frame::error_page(&reader, "error-trouble", "refusal-too-many"),
        StatusCode::FORBIDDEN => frame::error_page(&reader, "error-trouble", "refusal-foreign-page"),
        _ => frame::error_page(&reader, "error-trouble", "refusal-server-error"),
    };
    let mut headers = response.headers().clone();
    headers.remove(CONTENT_LENGTH);
    headers.remove(CONTENT_TYPE);
    headers.insert(CONTENT_SECURITY_POLICY, policy(&path));
    (status, headers, Html(page)).into_response()
}

/// The key of the text for a refusal.
fn refusal_key(texts: &Texts, failure: &Failure) -> String {
    Some(format!("refusal-{}", failure.key())).filter(|key| texts.has(key)).unwrap_or_else(|| "refusal-other".to_owned())
}

/// The reader of a page: their user, and their language as chosen for the account or in this browser, otherwise the browser's preferred one.
pub(crate) struct Reader {
    language: Language,
    /// `None` for a newcomer; a guest has no name.
    user: Option<User>,
    /// The settings saved on the server.
    settings: Settings,
    /// The same, completed by the browser's cookie, for the first paint.
    looks: Settings,
    /// Whether the browser has our typeface already.
    has_typeface: bool,
    /// The challenges that wait for the reader's answer.
    challenges: Vec<Challenge>,
    /// The address of the site, as far as the request says it: `https://sumito.example`.
    origin: Option<String>,
}

impl Reader {
    /// A reader who is not signed in, as far as the browser describes them.
    fn anonymous(headers: &HeaderMap) -> Reader {
        let header = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
        let chosen = cookie(headers, "language").and_then(|code| Language::find(&code));
        let language = chosen.unwrap_or_else(|| Language::preferred(header(ACCEPT_LANGUAGE)));
        let looks = cookie(headers, "looks").map(|text| looks(&text)).unwrap_or_default();
        let has_typeface = cookie(headers, "typeface").is_some();
        Reader { language, user: None, settings: Settings::default(), looks, has_typeface, challenges: Vec::new(), origin: None }
    }

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
        let caller = Caller::from_request_parts(parts, app).await?;
        let anonymous = Reader { origin: app.site_origin(&parts.headers), ..Reader::anonymous(&parts.headers) };
        // Pages work even if the database cannot identify the reader.
        let known = app.people.user_with_settings(&caller).await.inspect_err(Failure::log).unwrap_or_default();
        let Some((user, settings, challenges)) = known else { return Ok(anonymous) };
        let language = settings.get("language").and_then(Language::find).unwrap_or(anonymous.language);
        let looks = anonymous.looks.with(settings.clone());
        Ok(Reader { language, user: Some(user), settings, looks, challenges, ..anonymous })
    }
}

/// The settings of the cookie `looks`, as `web/settings.js` writes it: `theme:dark/marbles:print`. Unknown values are left out.
fn looks(cookie: &str) -> Settings {
    let mut settings = Settings::default();
    for (key, value) in cookie.split('/').filter_map(|word| word.split_once(':')) {
        // The cookie is not trusted.
        let _ = settings.set(key, value);
    }
    settings
}

#[derive(Deserialize)]
struct Back {
    back: Option<String>,
}

/// Saves the language and redirects back to a page of this site.
async fn choose_language(
    State(app): State<App>,
    Path(code): Path<String>,
    Query(query): Query<Back>,
    caller: Caller,
    reader: Reader,
) -> Response {
    let language = Language::find(&code).unwrap_or(reader.language);
    if reader.user.is_some() {
        let saved = match Settings::checked([("language", language.code())]) {
            Ok(settings) => app.people.save_settings(&caller, settings).await.map(|_| ()),
            Err(failure) => Err(failure),
        };
        // The cookie has it as well.
        let _ = saved.inspect_err(Failure::log);
    }
    let cookie = set_cookie("language", language.code(), LIFETIME, app.is_secure());
    go_to(own_path(query.back.as_deref()), HeaderMap::from_iter([cookie]))
}

/// A path on this site, otherwise the home page, so that nobody is redirected to another site.
fn own_path(path: Option<&str>) -> &str {
    // Browsers drop whitespace and treat a backslash as a slash; the result must not name another site.
    let is_own = |path: &&str| path.starts_with('/') && !path.starts_with("//") && !path.contains('\\');
    path.filter(is_own).filter(|path| path.bytes().all(|byte| byte.is_ascii_graphic())).unwrap_or("/")
}

/// Redirects to another page after a form.
fn go_to(path: &str, mut headers: HeaderMap) -> Response {
    headers.insert(LOCATION, HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/")));
    (StatusCode::SEE_OTHER, headers).into_response()
}

async fn with_headers(request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let module = early_module(&path);
    let mut response = next.run(request).await;
    let headers: [(HeaderName, &'static str); 3] = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy(&path));
    // Files and images have no secrets, and embedded pages know nobody: other sites may use them, also from a frame that may do nothing else.
    if is_embedded(&path) || path.starts_with("/image/") || path.starts_with("/web/") {
        for (name, value) in [("cross-origin-resource-policy", "cross-origin"), ("access-control-allow-origin", "*")] {
            response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
    }
    if response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        response.headers_mut().insert(LINK, links(module));
    }
    response
}

/// The script of the pages to play on.
fn early_module(path: &str) -> Option<&'static str> {
    match path {
        "/" => Some("lobby.js"),
        "/play" => Some("local.js"),
        "/party" => Some("party.js"),
        "/tv" => Some("tv.js"),
        _ if path.starts_with("/game/") => Some("game.js"),
        _ => None,
    }
}

/// What the browser should request before it has read the page: the scripts, or the styles if they are not inline, because nothing is painted
/// without them.
fn links(module: Option<&str>) -> HeaderValue {
    let links: Vec<String> = match module {
        Some(module) => {
            let scripts = files::imports(module).into_iter().chain([module.to_owned()]);
            scripts.map(|name| format!("<{}>; rel=modulepreload", files::address(&name))).collect()
        }
        None => vec![format!("<{}>; rel=preload; as=style", files::address("style.css"))],
    };
    HeaderValue::try_from(links.join(", ")).expect("names of files are plain text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_written_as_policies_have_them() {
        // The well-known hash of the empty string.
        let policy = policy_with("", "frame-ancestors *");
        assert!(
            policy.to_str().unwrap().contains("style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"),
            "{policy:?}"
        );
    }
}
