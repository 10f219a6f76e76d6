//! How much a browser has to fetch before a page can be used.

use super::*;

/// Compressed bytes, without the module of rules and engine.
const HEAVIEST: usize = 70_000;

#[tokio::test]
async fn pages_with_their_scripts_and_styles_are_light() {
    let server = Server::start().await;
    let (black, _, game) = server.pair("600").await;
    let host = server.guest().await;
    let party = server.create(&host, json!({"against": "online", "layout": "six", "control": "600"})).await;
    let (_, _, public, _) = server.public_game().await;
    let cup = server.cup(json!({})).await;
    for path in [
        "/",
        "/play",
        "/party",
        "/analysis",
        "/puzzles",
        "/puzzles/nhqhcj",
        "/tv",
        "/games",
        "/games?engine=no",
        "/players?name=a",
        "/settings",
        "/analysis/party",
        "/share/puzzle/nhqhcj",
        "/embed/puzzle/nhqhcj",
        "/embed/position?position=six",
        &format!("/embed/game/{public}"),
        &format!("/embed/tournament/{cup}"),
        &format!("/game/{game}"),
        &format!("/game/{party}"),
    ] {
        let page = fetch(&server, path, &[("cookie", &black.0)]).await;
        let mut files: Vec<&str> = page.split('"').filter(|word| word.starts_with("/web/")).collect();
        files.sort_unstable();
        files.dedup();
        let is_styled = files.iter().any(|name| name.ends_with("/style.css")) != page.contains("<style>");
        assert!(is_styled && page.contains("<script type=\"module\" src=\"/web/"), "{path}: {files:?}");
        let mut total = 0;
        for name in [path].into_iter().chain(files) {
            let packed = [("accept-encoding", "gzip"), ("cookie", black.0.as_str())];
            let response = server.request("GET", name, &packed, "").await;
            assert_eq!(response.status(), StatusCode::OK, "{path} names {name}");
            total += to_bytes(response.into_body(), usize::MAX).await.unwrap().len();
        }
        let name = path.replace(&game, "ID").replace(&party, "ID").replace(&public, "ID").replace(&cup, "ID");
        println!("{name}: {total} bytes compressed");
        assert!(total < HEAVIEST, "{name} weighs {total} bytes with its scripts and styles: let it load less, or later");
    }
}

async fn fetch(server: &Server, path: &str, headers: &[(&str, &str)]) -> String {
    let response = server.request("GET", path, headers, "").await;
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
}

#[tokio::test]
async fn files_are_sent_packed_to_those_who_take_it() {
    let server = Server::start().await;
    for (accepted, packed) in [("gzip, br", true), ("identity", false)] {
        let response = server.request("GET", "/web/game.js", &[("accept-encoding", accepted)], "").await;
        assert_eq!(response.headers().get(header::CONTENT_ENCODING).is_some(), packed);
        assert_eq!(response.headers()[header::VARY], "accept-encoding");
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        assert_eq!(bytes.starts_with(&[0x1f, 0x8b]), packed);
    }
}
