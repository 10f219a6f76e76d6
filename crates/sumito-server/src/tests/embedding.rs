//! What other sites show: previews, oEmbed, and pages in their frames.

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_SECURITY_POLICY, ETAG, SET_COOKIE};
use futures_util::future::join_all;
use sumito_content::texts::{Language, Texts};

use super::*;

pub(super) const PUZZLE: &str = "nhqhcj";
/// What an address of the analysis says about a position.
pub(super) const LINE: &str = "position=belgian-daisy&moves=a1b2+i5h5";

pub(super) async fn get(server: &Server, path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap, Bytes) {
    let (parts, body) = server.request("GET", path, headers, "").await.into_parts();
    (parts.status, parts.headers, to_bytes(body, usize::MAX).await.unwrap())
}

async fn text(server: &Server, path: &str, headers: &[(&str, &str)]) -> String {
    let (status, _, body) = get(server, path, &[&[("host", "sumito.example")], headers].concat()).await;
    assert_eq!(status, StatusCode::OK, "{path}");
    String::from_utf8(body.to_vec()).unwrap()
}

/// The content of an element in the head of a page, as written.
fn tag<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("=\"{name}\" content=\""))?;
    rest.split_once('"').map(|(content, _)| content)
}

pub(super) fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
}

/// The width and height of a PNG.
pub(super) fn size(png: &[u8]) -> [u32; 2] {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "a PNG");
    [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
}

impl Server {
    /// Two members in a public game, in which Black has moved.
    pub(super) async fn public_game(&self) -> (User, User, String, [String; 2]) {
        let ((black, ada), (white, bob)) = (self.account("Ada").await, self.account("Bob").await);
        let wanted = json!({"against": "online", "color": "black", "control": "600", "layout": "belgian-daisy", "public": true});
        let game = self.create(&black, wanted).await;
        self.act(&white, &game, json!({"do": "join"})).await;
        let (status, done) = self.act(&black, &game, json!({"do": "play", "move": "a1b2", "version": 2})).await;
        assert_eq!(status, StatusCode::OK, "{done}");
        (black, white, game, [ada, bob])
    }

    pub(super) async fn cup(&self, more: Value) -> String {
        let (user, _) = self.account("Director").await;
        let mut wanted = json!({"name": "Club \"cup\" <1>", "format": "swiss", "rounds": 3});
        wanted.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (status, made) = self.call("POST", "/api/tournaments", &user, wanted).await;
        assert_eq!(status, StatusCode::OK, "{made}");
        made["tournament"].as_str().unwrap().to_owned()
    }

    /// A server whose visitors are limited, with the same database.
    pub(super) async fn limited(&self) -> Server {
        let config = Config { origin: Some("https://sumito.example".to_owned()), ..self.config.clone() };
        Server::with(config, self.folder.join("limited")).await
    }
}

#[tokio::test]
async fn only_pages_for_other_sites_may_be_framed() {
    let server = Server::start().await;
    let (_, _, game, _) = server.public_game().await;
    let cup = server.cup(json!({})).await;
    let html = ("accept", "text/html");
    for path in [
        format!("/embed/game/{game}"),
        format!("/embed/position?{LINE}"),
        format!("/embed/puzzle/{PUZZLE}"),
        format!("/embed/tournament/{cup}"),
        "/embed/game/aaaaaaaaaa".to_owned(),
        "/embed/position?position=nowhere".to_owned(),
        "/embed/nothing/at/all".to_owned(),
        "/embed/game/%ff".to_owned(),
    ] {
        let (_, headers, body) = get(&server, &path, &[html, ("origin", "https://blog.example")]).await;
        let policy = headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(
            policy.ends_with("form-action 'none'; frame-ancestors *") && policy.contains("default-src 'none'"),
            "{path}: {policy}"
        );
        assert!(!headers.contains_key(SET_COOKIE) && !headers.contains_key("x-frame-options"), "{path}");
        assert_eq!(header(&headers, "cross-origin-resource-policy"), "cross-origin", "{path}");
        let page = String::from_utf8_lossy(&body);
        // No way to do anything here: no navigation, no forms, no scripts of the site itself.
        assert!(page.contains("data-embedded") && page.contains("<base target=\"_blank\">"), "{path}: {page}");
        for forbidden in ["<form", "<nav", "frame.js", "/account", "sumito-settings", "id=\"language\""] {
            assert!(!page.contains(forbidden), "{path} has {forbidden}");
        }
    }
    for path in [
        "/",
        "/analysis",
        "/embed",
        "/embedded",
        &format!("/game/{game}"),
        &format!("/share/game/{game}"),
        &format!("/image/game/{game}.png?width=100"),
        &format!("/tournaments/{cup}"),
        "/nowhere",
        "/game/%ff",
        "/api/nothing",
        "/oembed",
        "/web/style.css",
        "/health",
        // Not a folder below it.
        "/game/embed/",
        "//embed/game/x",
    ] {
        let (_, headers, _) = get(&server, path, &[html]).await;
        let policy = headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.ends_with("frame-ancestors 'none'"), "{path}: {policy}");
    }
}

#[tokio::test]
async fn in_a_frame_everybody_is_nobody() {
    let server = Server::start().await;
    let (black, white, game, _) = server.public_game().await;
    let path = format!("/embed/game/{game}");
    let without_clock = |page: String| page.split("\"clocks\"").next().unwrap().to_owned();
    let strangers = without_clock(text(&server, &path, &[]).await);
    let cookie = format!("{}; language=de; looks=theme:dark", white.0);
    assert_eq!(without_clock(text(&server, &path, &[("cookie", &cookie)]).await), strangers, "a session changes nothing");
    assert!(strangers.contains("\"you\":[]") || text(&server, &path, &[("cookie", &white.0)]).await.contains("\"you\":[]"));

    // The socket may be opened from anywhere, with or without a session, and nobody can act through it.
    for origin in ["https://blog.example", "null"] {
        let socket = format!("/embed/game/{game}/socket?since=0");
        let mut client = server.connect(&socket, &[("origin", origin), ("cookie", &white.0)]).await.unwrap();
        let state = client.next_of("state").await;
        assert_eq!((&state["you"], &state["game"]), (&json!([]), &json!(game)));
        for action in [
            json!({"do": "play", "move": "i5h5", "version": 3}),
            json!({"do": "resign", "version": 3}),
            json!({"do": "offer", "what": "draw", "version": 3}),
            json!({"do": "join", "version": 3}),
            json!({"do": "chat", "text": "hello"}),
        ] {
            assert_eq!(client.ask(action.clone()).await, "signed-out", "{action}");
        }
        assert!(
            server.try_socket(&game, &[("origin", origin), ("cookie", &white.0)], "").await.is_err(),
            "the usual socket is ours alone"
        );
    }
    // What happens is seen there.
    let mut client = server.connect(&format!("/embed/game/{game}/socket?since=3"), &[("origin", "null")]).await.unwrap();
    client.next_of("state").await;
    server.act(&white, &game, json!({"do": "play", "move": "i5h5", "version": 3})).await;
    assert_eq!(client.next_of("event").await["move"], "i5h5");
    let answers = json_of(server.request("GET", &format!("/embed/game/{game}/rule-answers"), &[], "").await).await;
    let replay = answers.as_object().unwrap().iter().find(|(command, _)| command.starts_with("replay ")).unwrap();
    assert!(replay.0.ends_with("moves a1b2 i5h5") && replay.1.as_array().unwrap().len() == 5, "{}", replay.0);

    // Embedded pages are read-only, even for a player of the game.
    for method in ["POST", "PUT", "DELETE"] {
        let headers = [("origin", "https://blog.example"), ("cookie", black.0.as_str())];
        assert_eq!(server.request(method, &path, &headers, "").await.status(), StatusCode::FORBIDDEN, "{method}");
        let same_origin = server.request(method, &path, &[("cookie", &black.0)], "").await.status();
        assert_eq!(same_origin, StatusCode::METHOD_NOT_ALLOWED, "{method}");
    }
}

#[tokio::test]
async fn previews_speak_the_language_of_the_page() {
    let server = Server::start().await;
    let (_, _, game, [ada, bob]) = server.public_game().await;
    let cup = server.cup(json!({})).await;
    let (host, kim) = server.account("Kim").await;
    let party = server
        .create(&host, json!({"against": "online", "color": "black", "layout": "three", "control": "600", "public": true}))
        .await;
    for language in Language::ALL {
        let texts = Texts::of(language);
        let t = |key: &str| texts.get(key);
        let locale = ["en_US", "fr_FR", "de_DE", "sv_SE", "pl_PL"][language as usize];
        let three = t("js-party-layout-three");
        for (path, title, words, image) in [
            (
                format!("/game/{game}"),
                format!("{ada} – {bob}"),
                vec![t("js-turn-white"), texts.layout(&sumito_rules::Layout::BELGIAN_DAISY)],
                format!("game/{game}.png"),
            ),
            (format!("/analysis?game={game}"), format!("{ada} – {bob}"), vec![t("js-turn-white")], format!("game/{game}.png")),
            (format!("/game/{party}"), kim.clone(), vec![three.clone()], format!("game/{party}.png")),
            (
                format!("/analysis?{LINE}"),
                t("analysis-title"),
                vec![t("js-turn-black"), "i5h5".to_owned()],
                format!("position.png?{}", LINE.replace('&', "&amp;")),
            ),
            (
                "/analysis/party?position=three".to_owned(),
                t("analysis-title"),
                vec![three],
                "position.png?position=three".to_owned(),
            ),
            ("/analysis?position=nonsense".to_owned(), t("analysis-title"), vec![t("home-lead")], "site.png".to_owned()),
            (format!("/puzzles/{PUZZLE}"), t("puzzles-title"), vec![t("js-turn-white")], format!("puzzle/{PUZZLE}.png")),
            (
                format!("/tournaments/{cup}"),
                "Club &quot;cup&quot; &lt;1&gt;".to_owned(),
                vec![t("tournament-format-swiss")],
                format!("tournament/{cup}.png"),
            ),
            ("/".to_owned(), t("home-title"), vec![t("home-lead")], "site.png".to_owned()),
            (format!("/user/{ada}"), ada.clone(), vec![t("home-lead")], "site.png".to_owned()),
        ] {
            let page = text(&server, &path, &[("accept-language", language.code())]).await;
            assert_eq!(tag(&page, "og:locale"), Some(locale), "{path}");
            let found = tag(&page, "og:title").unwrap();
            assert!(found.starts_with(&title), "{path}: {found}");
            let description = tag(&page, "og:description").unwrap();
            assert_eq!(tag(&page, "description"), Some(description), "{path}");
            for word in words {
                let escaped = maud::html! { (word) }.into_string();
                assert!(description.contains(&escaped), "{path}: {description} has no {word}");
            }
            let address = tag(&page, "og:image").unwrap();
            assert!(address.starts_with(&format!("http://sumito.example/image/{image}")), "{path}: {address}");
            assert!(address.contains(&format!("lang={}", language.code())), "{path}: {address}");
            let alt = tag(&page, "og:image:alt").unwrap();
            assert!(alt.starts_with(found) && alt.ends_with(description), "{path}: {alt}");
            let sizes = ["og:image:width", "og:image:height", "twitter:card"].map(|name| tag(&page, name).unwrap());
            assert_eq!(sizes, ["1200", "630", "summary_large_image"], "{path}");
            // They come before the styles, because others read only the beginning.
            assert!(page.find("og:image").unwrap() < 4_000, "{path}");
            let discovery = page.contains(
                "type=\"application/json+oembed\" href=\"http://sumito.example/oembed?format=json&amp;url=http%3A%2F%2F",
            );
            assert_eq!(discovery, !image.starts_with("site"), "{path}");
        }
    }
}

#[tokio::test]
async fn the_address_of_the_site_is_not_what_anybody_says() {
    let server = Server::start().await;
    let (_, _, game, _) = server.public_game().await;
    let path = format!("/game/{game}");
    for host in ["evil\"><script>alert(1)</script>", "a b", "host/path", "user@host", "", &"x".repeat(300)] {
        let (status, _, body) = get(&server, &path, &[("host", host)]).await;
        let page = String::from_utf8(body.to_vec()).unwrap();
        assert_eq!(status, StatusCode::OK, "{host}");
        assert!(!page.contains("og:image") && !page.contains("<script>alert") && tag(&page, "og:title").is_some(), "{host}");
        let answer = server.request("GET", "/oembed?url=http://x/game/y", &[("host", host)], "").await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{host}");
    }
    for host in ["localhost:8080", "192.0.2.1", "[2001:db8::1]:80"] {
        let (_, _, body) = get(&server, &path, &[("host", host)]).await;
        let page = String::from_utf8(body.to_vec()).unwrap();
        assert_eq!(tag(&page, "og:url").unwrap(), format!("http://{host}{path}"));
    }
    // An operator who says where the site is decides.
    let public = server.limited().await;
    let (_, _, body) = get(&public, &path, &[("host", "evil.example")]).await;
    let page = String::from_utf8(body.to_vec()).unwrap();
    assert_eq!(tag(&page, "og:url").unwrap(), format!("https://sumito.example{path}"));
    assert!(!page.contains("evil.example"));
}

#[tokio::test]
async fn what_is_private_is_not_shown_elsewhere() {
    let server = Server::start().await;
    let (player, name) = server.account("Eve").await;
    let game = server.create(&player, json!({"against": "engine", "level": 1, "color": "black"})).await;
    let hidden = server.cup(json!({"listed": false, "name": "Secret cup"})).await;
    for (page, image, embed) in [
        (format!("/game/{game}"), format!("/image/game/{game}.png"), format!("/embed/game/{game}")),
        (format!("/tournaments/{hidden}"), format!("/image/tournament/{hidden}.png"), format!("/embed/tournament/{hidden}")),
    ] {
        let seen = text(&server, &page, &[]).await;
        let english = Texts::of(Language::English);
        assert_eq!(tag(&seen, "og:title"), Some(english.get("home-title").as_str()), "{page}");
        assert_eq!(tag(&seen, "og:description"), Some(english.get("home-lead").as_str()), "{page}");
        assert!(tag(&seen, "og:image").unwrap().contains("/image/site.png") && !seen.contains("json+oembed"), "{page}");
        let head = seen.split("<body").next().unwrap().replace("<title>", "");
        let tags: Vec<&str> = head.split("<meta").skip(1).collect();
        assert!(
            tags.iter().all(|tag| !tag.split('>').next().unwrap().contains(&name) && !tag.contains("content=\"Secret")),
            "{tags:?}"
        );
        assert_eq!(get(&server, &image, &[]).await.0, StatusCode::NOT_FOUND, "{image}");
        assert_eq!(get(&server, &embed, &[("accept", "text/html")]).await.0, StatusCode::NOT_FOUND, "{embed}");
        assert!(server.connect(&format!("{embed}/socket"), &[]).await.is_err(), "{embed}");
        let oembed = format!("/oembed?url=http://sumito.example{page}");
        assert_eq!(get(&server, &oembed, &[("host", "sumito.example")]).await.0, StatusCode::UNAUTHORIZED, "{page}");
    }
    assert_eq!(get(&server, &format!("/embed/game/{game}/rule-answers"), &[]).await.0, StatusCode::NOT_FOUND);
    assert_eq!(get(&server, &format!("/embed/tournament/{hidden}/live"), &[]).await.0, StatusCode::NOT_FOUND);
    // A session does not help in a frame. For images it does, and no cache may keep them for others.
    let cookie = [("cookie", player.0.as_str())];
    assert_eq!(get(&server, &format!("/embed/game/{game}"), &cookie).await.0, StatusCode::NOT_FOUND);
    let (status, headers, image) = get(&server, &format!("/image/game/{game}.png"), &cookie).await;
    assert_eq!((status, size(&image), header(&headers, "cache-control")), (StatusCode::OK, [1200, 630], "private, no-cache"));
    let stranger = server.guest().await;
    assert_eq!(get(&server, &format!("/image/game/{game}.png"), &[("cookie", &stranger.0)]).await.0, StatusCode::NOT_FOUND);
    let offered = text(&server, &format!("/share/game/{game}"), &cookie).await;
    assert!(offered.contains(&format!("/image/game/{game}.png?width=1000")) && !offered.contains("&lt;iframe"), "{offered}");
    let offered = text(&server, &format!("/share/game/{game}"), &[]).await;
    assert!(!offered.contains("/image/game/") && !offered.contains("&lt;iframe") && offered.contains("share-link"), "{offered}");
}

#[tokio::test]
async fn oembed_answers_as_its_specification_says() {
    let server = Server::start().await;
    let (_, _, game, [ada, _]) = server.public_game().await;
    let cup = server.cup(json!({})).await;
    let ask = async |url: &str, more: &str| {
        let query = form_urlencoded::Serializer::new(String::new()).append_pair("url", url).finish();
        let response = server.request("GET", &format!("/oembed?{query}{more}"), &[("host", "sumito.example")], "").await;
        assert_eq!(header(response.headers(), "access-control-allow-origin"), "*");
        (response.status(), json_of(response).await)
    };
    let site = "http://sumito.example";
    for (path, embed) in [
        (format!("/game/{game}"), format!("/embed/game/{game}")),
        (format!("/embed/game/{game}"), format!("/embed/game/{game}")),
        (format!("/analysis?game={game}&report"), format!("/embed/game/{game}")),
        (format!("/analysis?{LINE}"), format!("/embed/position?{}", LINE.replace('&', "&amp;"))),
        ("/analysis/party?position=six".to_owned(), "/embed/position?position=six".to_owned()),
        (format!("/puzzles/{PUZZLE}"), format!("/embed/puzzle/{PUZZLE}")),
        (format!("/tournaments/{cup}"), format!("/embed/tournament/{cup}")),
    ] {
        let (status, answer) = ask(&format!("{site}{path}"), "&format=json").await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        assert_eq!(
            (&answer["version"], &answer["type"], &answer["provider_name"]),
            (&json!("1.0"), &json!("rich"), &json!("Sumito"))
        );
        let document: Value = serde_json::from_str(include_str!("../../../../docs/openapi.json")).unwrap();
        let documented = document["components"]["schemas"]["Oembed"]["properties"].as_object().unwrap();
        assert!(answer.as_object().unwrap().keys().eq(documented.keys()), "{answer}");
        let html = answer["html"].as_str().unwrap();
        assert!(html.starts_with(&format!("<iframe src=\"{site}{embed}\" ")) && html.ends_with("</iframe>"), "{html}");
        assert!(html.contains(&format!("width=\"{}\" height=\"{}\"", answer["width"], answer["height"])), "{html}");
        let thumbnail = answer["thumbnail_url"].as_str().unwrap();
        let (status, _, image) = get(&server, thumbnail.strip_prefix(site).unwrap(), &[]).await;
        assert_eq!((status, size(&image)), (StatusCode::OK, [1200, 630]), "{thumbnail}");
        assert_eq!([&answer["thumbnail_width"], &answer["thumbnail_height"]], [&json!(1200), &json!(630)]);
    }
    let url = format!("{site}/game/{game}");
    let (_, answer) = ask(&url, "&maxwidth=300&maxheight=200").await;
    assert_eq!((&answer["width"], &answer["height"]), (&json!(300), &json!(200)));
    assert!(answer["thumbnail_url"].is_null() && answer["title"].as_str().unwrap().starts_with(&ada), "{answer}");
    let (_, answer) = ask(&url, "&maxwidth=4294967295&maxheight=5000").await;
    assert_eq!((&answer["width"], &answer["height"]), (&json!(480), &json!(640)));
    for (url, more, expected) in [
        (url.as_str(), "&format=xml", StatusCode::NOT_IMPLEMENTED),
        (&url, "&format=yaml", StatusCode::NOT_IMPLEMENTED),
        ("", "", StatusCode::BAD_REQUEST),
        (&url, "&maxwidth=-1", StatusCode::BAD_REQUEST),
        (&url, "&maxwidth=0", StatusCode::BAD_REQUEST),
        (&url, "&maxheight=wide", StatusCode::BAD_REQUEST),
        (&url, "&maxheight=99999999999999999999", StatusCode::BAD_REQUEST),
        ("http://sumito.example/game/aaaaaaaaaa", "", StatusCode::NOT_FOUND),
        ("http://sumito.example/game/short", "", StatusCode::NOT_FOUND),
        ("http://sumito.example/settings", "", StatusCode::NOT_FOUND),
        ("http://sumito.example/analysis?position=nonsense", "", StatusCode::NOT_FOUND),
        ("http://other.example/game/aaaaaaaaaa", "", StatusCode::NOT_FOUND),
        ("http://sumito.example.evil.org/game/aaaaaaaaaa", "", StatusCode::NOT_FOUND),
        ("javascript:alert(1)", "", StatusCode::NOT_FOUND),
    ] {
        let (status, answer) = ask(url, more).await;
        assert_eq!(status, expected, "{url}{more}: {answer}");
        assert!(answer["message"].is_string(), "{answer}");
    }
}

#[tokio::test]
async fn a_tournament_is_shown_with_its_players() {
    let server = Server::start().await;
    let cup = server.cup(json!({})).await;
    let (player, name) = server.account("Kim").await;
    let path = format!("/embed/tournament/{cup}");
    let before = get(&server, &format!("/image/tournament/{cup}.png"), &[]).await;
    assert_eq!((before.0, size(&before.2)), (StatusCode::OK, [1200, 630]));
    let mut client = server.connect(&format!("{path}/socket"), &[("origin", "null")]).await.unwrap();
    let version = client.next_of("tournament").await["version"].as_u64().unwrap();
    server.call("POST", &format!("/api/tournaments/{cup}/actions"), &player, json!({"do": "enter"})).await;
    assert!(client.next_of("tournament").await["version"].as_u64().unwrap() > version);
    for path in [path.clone(), format!("{path}/live")] {
        let page = text(&server, &path, &[]).await;
        assert!(page.contains(&name) && !page.contains("<form"), "{path}: {page}");
    }
    let after = get(&server, &format!("/image/tournament/{cup}.png"), &[]).await;
    assert_ne!(before.1[ETAG], after.1[ETAG], "somebody has entered");
    // A name that cannot be written with our letters does not matter.
    let other = server.cup(json!({"name": "Кубок Москвы"})).await;
    assert_eq!(get(&server, &format!("/image/tournament/{other}.png"), &[]).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_frame_says_so_when_there_were_too_many_requests() {
    let server = Server::start().await.limited().await;
    let flood = [("x-forwarded-for", "192.0.2.3"), ("accept", "text/html")];
    let path = format!("/embed/puzzle/{PUZZLE}");
    // Many at a time: on a busy machine, requests one after the other may be slower than what is allowed.
    for _ in 0..40 {
        for (status, headers, body) in join_all((0..100).map(|_| get(&server, &path, &flood))).await {
            if status == StatusCode::TOO_MANY_REQUESTS {
                assert!(headers[CONTENT_SECURITY_POLICY].to_str().unwrap().ends_with("frame-ancestors *"));
                assert!(String::from_utf8_lossy(&body).contains("data-embedded"));
                return;
            }
        }
    }
    panic!("nothing was refused");
}

#[tokio::test]
async fn files_may_be_used_in_frames_that_may_do_nothing_else() {
    let server = Server::start().await;
    for path in ["/web/style.css", "/web/icon.svg", "/image/site.png", &format!("/embed/puzzle/{PUZZLE}")] {
        let (_, headers, _) = get(&server, path, &[("origin", "null")]).await;
        assert_eq!(header(&headers, "access-control-allow-origin"), "*", "{path}");
        assert_eq!(header(&headers, "cross-origin-resource-policy"), "cross-origin", "{path}");
        assert!(!headers.contains_key("access-control-allow-credentials"), "{path}");
    }
    for path in ["/", "/api/me", "/share/puzzle/nhqhcj", "/service-worker.js"] {
        let (_, headers, _) = get(&server, path, &[("origin", "null")]).await;
        assert!(!headers.contains_key("access-control-allow-origin"), "{path}");
        assert_eq!(header(&headers, "cross-origin-resource-policy"), "same-origin", "{path}");
    }
}
