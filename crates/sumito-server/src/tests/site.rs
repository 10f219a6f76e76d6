//! Pages and files.

use axum::http::HeaderMap;
use axum::http::header::{CONTENT_SECURITY_POLICY, ETAG, LINK, LOCATION, SET_COOKIE};

use sumito_content::texts::{Language, Texts};

use super::*;
use crate::failure::Failure;

async fn ask(server: &Server, path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap, String) {
    let (parts, body) = server.request("GET", path, headers, "").await.into_parts();
    let body = to_bytes(body, 4 << 20).await.unwrap();
    (parts.status, parts.headers, String::from_utf8_lossy(&body).into_owned())
}

#[tokio::test]
async fn pages_speak_the_readers_language() {
    let server = Server::start().await;
    for (path, headers, lang) in [
        ("/", &[][..], "en"),
        ("/", &[("accept-language", "sv-SE,sv;q=0.9")][..], "sv"),
        ("/play", &[("accept-language", "fr"), ("cookie", "a=b; language=pl")][..], "pl"),
        ("/analysis", &[("cookie", "language=nonsense"), ("accept-language", "de")][..], "de"),
    ] {
        let (status, headers, page) = ask(&server, path, headers).await;
        assert_eq!(status, StatusCode::OK);
        assert!(
            page.contains(&format!("<html lang=\"{lang}\" data-marbles=\"classic\" data-coordinates=\"on\" data-signs=\"off\">")),
            "{path}"
        );
        assert!(headers[CONTENT_SECURITY_POLICY].to_str().unwrap().contains("default-src 'none'"));
        let links = headers[LINK].to_str().unwrap();
        assert!(links.contains("/style.css>; rel=preload; as=style") != page.contains("<style>"), "{path}: {links}");
    }
}

/// The keys listed in docs/api.md, each of which needs a translation.
#[test]
fn refusals_have_words_in_every_language() {
    let document = include_str!("../../../../docs/api.md");
    let (_, keys) = document.split_once("The keys: ").unwrap();
    let keys: Vec<&str> =
        keys.split("\n\n").next().unwrap().split('`').skip(1).step_by(2).filter(|key| *key != "message").collect();
    assert!(keys.len() > 35, "{keys:?}");
    for language in Language::ALL {
        let texts = Texts::of(language);
        for key in &keys {
            let is_said = ["refusal-", "illegal-", "account-error-"].iter().any(|start| texts.has(&format!("{start}{key}")));
            assert!(is_said, "{key} has no words in {language:?}");
        }
    }
    for failure in [Failure::SignedOut, Failure::TooMany, Failure::NotFound, Failure::AccountNeeded, Failure::Bad(String::new())]
    {
        assert!(keys.contains(&failure.key()), "docs/api.md does not name {}", failure.key());
    }
}

#[tokio::test]
async fn a_database_that_does_not_answer_is_not_a_page_that_does_not_exist() {
    let server = Server::start().await;
    let paths = ["/user/nobody", "/players", "/game/aaaaaaaaaa"];
    let (status, _, page) = ask(&server, paths[0], &[("accept-language", "de")]).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(page.contains(&Texts::of(Language::German).get("error-not-found")), "{page}");
    server.app.games.db().close().await;
    for path in paths {
        let (status, _, page) = ask(&server, path, &[("accept-language", "de")]).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert!(page.contains(&Texts::of(Language::German).get("refusal-server-error")), "{path}: {page}");
        assert!(!page.contains(&Texts::of(Language::German).get("error-not-found")), "{path}");
    }
}

#[tokio::test]
async fn scripts_of_the_first_pages_are_asked_for_before_the_page_is_read() {
    let server = Server::start().await;
    let (black, _, game) = server.pair("600").await;
    for path in ["/", &format!("/game/{game}")] {
        let (_, headers, page) = ask(&server, path, &[("cookie", &black.0)]).await;
        let links = headers[LINK].to_str().unwrap();
        let scripts: Vec<&str> = page.split('"').filter(|word| word.starts_with("/web/") && word.contains(".js")).collect();
        assert!(scripts.len() > 1, "{path}: {scripts:?}");
        for script in &scripts {
            assert!(links.contains(&format!("<{script}>; rel=modulepreload")), "{path} names {script}, but not {links}");
        }
        assert_eq!(links.matches("modulepreload").count(), scripts.len(), "{path}: {links}");
    }
}

#[tokio::test]
async fn the_first_paint_has_the_looks_that_the_browser_tells() {
    let server = Server::start().await;
    for (cookie, expected) in [
        ("looks=theme:dark/marbles:print", "data-theme=\"dark\" data-marbles=\"print\" data-coordinates=\"on\""),
        ("a=b; looks=coordinates:off", "data-marbles=\"classic\" data-coordinates=\"off\""),
        ("looks=theme:auto/marbles:\"><script>/x:y/:/", "data-marbles=\"classic\" data-coordinates=\"on\""),
        ("looks=", "data-marbles=\"classic\" data-coordinates=\"on\""),
    ] {
        let (_, _, page) = ask(&server, "/", &[("cookie", cookie)]).await;
        assert!(page.contains(&format!("<html lang=\"en\" {expected} data-signs=\"off\">")), "{cookie}");
    }
}

#[tokio::test]
async fn files_are_served_once_and_then_known() {
    let server = Server::start().await;
    for name in ["style.css", "frame.js", "sumito.wasm", "manifest.webmanifest"] {
        let (status, headers, _) = ask(&server, &format!("/web/{name}"), &[]).await;
        assert_eq!(status, StatusCode::OK, "{name}");
        let tag = headers[ETAG].to_str().unwrap().to_owned();
        assert_eq!(ask(&server, &format!("/web/{name}"), &[("if-none-match", &tag)]).await.0, StatusCode::NOT_MODIFIED);
    }
    assert_eq!(ask(&server, "/web/secret", &[]).await.0, StatusCode::NOT_FOUND);
    assert_eq!(ask(&server, "/nowhere", &[]).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn people_are_told_on_a_page_what_went_wrong() {
    let server = Server::start().await;
    let page = [("accept", "text/html,*/*"), ("accept-language", "sv"), ("origin", "http://elsewhere.example")];
    for (method, path, status, words) in [
        ("GET", "/game/%ff", StatusCode::BAD_REQUEST, "Sidan finns inte"),
        ("PUT", "/settings", StatusCode::FORBIDDEN, "så inget gjordes"),
        ("POST", "/games", StatusCode::FORBIDDEN, "så inget gjordes"),
    ] {
        let (parts, body) = server.request(method, path, &page, "").await.into_parts();
        let body = String::from_utf8(to_bytes(body, 1 << 20).await.unwrap().to_vec()).unwrap();
        assert_eq!((parts.status, body.contains(words)), (status, true), "{path}: {body}");
        assert!(parts.headers[CONTENT_SECURITY_POLICY].to_str().unwrap().contains("default-src 'none'"));
    }
    // Programs do not ask for pages.
    let response = server.request("POST", "/games", &page[2..], "").await;
    assert_eq!((response.status(), &json_of(response).await["key"]), (StatusCode::FORBIDDEN, &json!("foreign-page")));
}

#[tokio::test]
async fn the_address_of_a_form_leads_to_its_page() {
    let server = Server::start().await;
    for path in ["/account/sign-in", "/account/recover", "/account/tokens/end"] {
        let (status, headers, _) = ask(&server, path, &[]).await;
        assert_eq!((status, &headers[LOCATION]), (StatusCode::SEE_OTHER, &"/account".parse().unwrap()), "{path}");
    }
}

#[tokio::test]
async fn choosing_a_language_leads_back_to_this_site_alone() {
    let server = Server::start().await;
    for (path, expected) in [
        ("/language/de?back=%2Fplay%3Fa%3Db", "/play?a=b"),
        ("/language/de?back=%2F%2Fevil.example", "/"),
        ("/language/de?back=%2F%09%2Fevil.example", "/"),
        ("/language/de?back=%2F%5Cevil.example", "/"),
        ("/language/de?back=https%3A%2F%2Fevil.example", "/"),
        ("/language/xx", "/"),
    ] {
        let (status, headers, _) = ask(&server, path, &[]).await;
        assert_eq!(status, StatusCode::SEE_OTHER);
        assert_eq!(headers[LOCATION], expected, "{path}");
        assert!(headers[SET_COOKIE].to_str().unwrap().starts_with("language="));
    }
}
