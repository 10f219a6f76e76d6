//! The site: pages in the reader's language, and the files under `web/`, which are part of the program.

mod pages;
mod texts;

use axum::Router;
use axum::extract::{Path, Query, Request};
use axum::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, ETAG, IF_NONE_MATCH, LOCATION,
    REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use tower_http::compression::CompressionLayer;

use texts::{Language, Texts};

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
    "board.js" "text/javascript; charset=utf-8",
    "rules.js" "text/javascript; charset=utf-8",
    "engine.js" "text/javascript; charset=utf-8",
    "worker.js" "text/javascript; charset=utf-8",
    "local.js" "text/javascript; charset=utf-8",
    "analysis.js" "text/javascript; charset=utf-8",
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
pub(crate) fn router() -> Router {
    Router::new()
        .route("/", get(async |language: Reader| Html(pages::home(language.texts()))))
        .route("/play", get(async |language: Reader| Html(pages::play(language.texts()))))
        .route("/analysis", get(async |language: Reader| Html(pages::analysis(language.texts()))))
        .route("/language/{code}", get(choose_language))
        .route("/web/{name}", get(async |Path(name): Path<String>, headers: HeaderMap| file(&name, &headers)))
        .route("/service-worker.js", get(async |headers: HeaderMap| file("service-worker.js", &headers)))
        .fallback(async |language: Reader| (StatusCode::NOT_FOUND, Html(pages::not_found(language.texts()))))
        .layer(middleware::from_fn(with_security_headers))
        .layer(CompressionLayer::new())
}

/// Who reads: the language they chose, else the one their browser prefers.
struct Reader(Language);

impl Reader {
    fn texts(&self) -> &'static Texts {
        Texts::of(self.0)
    }
}

impl<S: Sync> axum::extract::FromRequestParts<S> for Reader {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut axum::http::request::Parts, _: &S) -> Result<Reader, Self::Rejection> {
        let header = |name| parts.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
        let chosen = header(COOKIE).split(';').find_map(|cookie| Language::find(cookie.trim().strip_prefix("language=")?));
        Ok(Reader(chosen.unwrap_or_else(|| Language::preferred(header(ACCEPT_LANGUAGE)))))
    }
}

#[derive(Deserialize)]
struct Back {
    back: Option<String>,
}

/// Remembers the language and goes back to a page of this site.
async fn choose_language(Path(code): Path<String>, Query(query): Query<Back>, reader: Reader) -> Response {
    let language = Language::find(&code).unwrap_or(reader.0);
    // Only a path of our own: nobody is sent elsewhere from here.
    let back = query
        .back
        .filter(|path| path.starts_with('/') && !path.starts_with("//") && !path.contains('\\'))
        .unwrap_or_else(|| "/".into());
    let location = HeaderValue::from_str(&back).unwrap_or(HeaderValue::from_static("/"));
    let cookie = format!("language={}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly", language.code());
    let mut response = StatusCode::SEE_OTHER.into_response();
    response.headers_mut().insert(LOCATION, location);
    response.headers_mut().insert(SET_COOKIE, HeaderValue::from_str(&cookie).expect("a language code is plain text"));
    response
}

/// A file of `web/`. Browsers ask each time whether it changed, so that a new version of the program is seen at once.
fn file(name: &str, headers: &HeaderMap) -> Response {
    let Some((_, kind, content)) = FILES.iter().find(|file| file.0 == name) else {
        return (StatusCode::NOT_FOUND, "no such file\n").into_response();
    };
    let tag = HeaderValue::from_str(&format!("\"{:016x}\"", digest(content))).expect("a number is plain text");
    let common = [(CACHE_CONTROL, HeaderValue::from_static("no-cache")), (ETAG, tag.clone())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known == tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(CONTENT_TYPE, *kind)], *content).into_response()
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

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use tower::ServiceExt;

    use super::*;

    async fn ask(path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap, String) {
        let mut request = Request::builder().uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = router().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, 4 << 20).await.unwrap();
        (parts.status, parts.headers, String::from_utf8_lossy(&body).into_owned())
    }

    #[tokio::test]
    async fn pages_speak_the_readers_language() {
        for (path, headers, lang) in [
            ("/", &[][..], "en"),
            ("/", &[("accept-language", "sv-SE,sv;q=0.9")][..], "sv"),
            ("/play", &[("accept-language", "fr"), ("cookie", "a=b; language=pl")][..], "pl"),
            ("/analysis", &[("cookie", "language=nonsense"), ("accept-language", "de")][..], "de"),
        ] {
            let (status, headers, page) = ask(path, headers).await;
            assert_eq!(status, StatusCode::OK);
            assert!(page.contains(&format!("<html lang=\"{lang}\">")), "{path}");
            assert!(headers[CONTENT_SECURITY_POLICY].to_str().unwrap().contains("default-src 'none'"));
        }
    }

    #[tokio::test]
    async fn files_are_served_once_and_then_known() {
        for (name, kind, content) in FILES {
            let (status, headers, _) = ask(&format!("/web/{name}"), &[]).await;
            assert_eq!(status, StatusCode::OK, "{name}");
            assert_eq!(headers[CONTENT_TYPE], *kind);
            assert!(!content.is_empty());
            let tag = headers[ETAG].to_str().unwrap().to_owned();
            assert_eq!(ask(&format!("/web/{name}"), &[("if-none-match", &tag)]).await.0, StatusCode::NOT_MODIFIED);
        }
        assert_eq!(ask("/web/secret", &[]).await.0, StatusCode::NOT_FOUND);
        assert_eq!(ask("/nowhere", &[]).await.0, StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn choosing_a_language_leads_back_to_this_site_alone() {
        for (path, expected) in [
            ("/language/de?back=%2Fplay%3Fa%3Db", "/play?a=b"),
            ("/language/de?back=%2F%2Fevil.example", "/"),
            ("/language/de?back=https%3A%2F%2Fevil.example", "/"),
            ("/language/xx", "/"),
        ] {
            let (status, headers, _) = ask(path, &[]).await;
            assert_eq!(status, StatusCode::SEE_OTHER);
            assert_eq!(headers[LOCATION], expected, "{path}");
            assert!(headers[SET_COOKIE].to_str().unwrap().starts_with("language="));
        }
    }
}
