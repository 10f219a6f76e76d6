//! Images that are drawn on request.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, RETRY_AFTER};

use super::embedding::{LINE, PUZZLE, get, header, size};
use super::*;
use crate::people::limits::Limit;
use crate::time::now;

#[tokio::test]
async fn images_are_drawn_kept_and_bounded() {
    let server = Server::start().await;
    let (_, white, game, _) = server.public_game().await;
    let card = format!("/image/game/{game}.png");
    let (status, headers, image) = get(&server, &card, &[]).await;
    assert_eq!((status, size(&image), &headers[CONTENT_TYPE]), (StatusCode::OK, [1200, 630], &"image/png".parse().unwrap()));
    assert_eq!(
        (header(&headers, "cross-origin-resource-policy"), header(&headers, "access-control-allow-origin")),
        ("cross-origin", "*")
    );
    // A game that goes on soon looks different.
    assert_eq!(&headers[CACHE_CONTROL], "public, max-age=15");
    let tag = headers[ETAG].to_str().unwrap().to_owned();
    for known in [tag.clone(), format!("\"other\", W/{tag}")] {
        let (status, headers, body) = get(&server, &card, &[("if-none-match", &known)]).await;
        assert_eq!((status, body.len(), headers[ETAG].to_str().unwrap()), (StatusCode::NOT_MODIFIED, 0, tag.as_str()), "{known}");
    }
    let (_, headers, french) = get(&server, &format!("{card}?lang=fr"), &[]).await;
    assert!(headers[ETAG] != *tag && french != image, "the words are in another language");
    assert_eq!(get(&server, &format!("/image/game/{game}.gif"), &[]).await.0, StatusCode::BAD_REQUEST, "it is not over");
    server.act(&white, &game, json!({"do": "play", "move": "i5h5", "version": 3})).await;
    let (_, headers, _) = get(&server, &card, &[("if-none-match", &tag)]).await;
    assert_ne!(headers[ETAG], *tag, "it has changed");
    server.act(&white, &game, json!({"do": "resign", "version": 4})).await;

    // What is over does not change any more, except for names.
    let (_, headers, _) = get(&server, &card, &[]).await;
    assert_eq!(&headers[CACHE_CONTROL], "public, max-age=86400");
    for (path, kind) in [(format!("/image/game/{game}.gif"), "image/gif"), (format!("{card}?width=200"), "image/png")] {
        let (status, headers, first) = get(&server, &path, &[]).await;
        assert_eq!((status, header(&headers, "content-type")), (StatusCode::OK, kind), "{path}");
        assert_eq!(&headers[CACHE_CONTROL], "public, max-age=31536000, immutable", "{path}");
        assert!(header(&headers, "content-disposition").contains(&format!("sumito-{game}.")), "{path}");
        assert_eq!(get(&server, &path, &[]).await.2, first, "{path}");
    }
    let film = get(&server, &format!("/image/game/{game}.gif"), &[]).await.2;
    assert!(film.starts_with(b"GIF89a") && film.ends_with(b"\x3b"));

    for (path, expected) in [
        (format!("/image/position.png?{LINE}"), Some([1200, 630])),
        (format!("/image/position.png?{LINE}&width=300&theme=dark"), Some([300, 336])),
        ("/image/position.png?position=six&width=100".to_owned(), Some([100, 91])),
        (format!("/image/position.gif?{LINE}"), None),
        (format!("/image/puzzle/{PUZZLE}.png"), Some([1200, 630])),
        (format!("/image/puzzle/{PUZZLE}.png?width=1600"), Some([1600, 1789])),
        ("/image/site.png?lang=pl".to_owned(), Some([1200, 630])),
    ] {
        let (status, _, image) = get(&server, &path, &[]).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        if let Some(expected) = expected {
            assert_eq!(size(&image), expected, "{path}");
        }
    }
    for (path, expected, why) in [
        (format!("{card}?width=0"), StatusCode::BAD_REQUEST, "100 to 1600 pixels"),
        (format!("{card}?width=-5"), StatusCode::BAD_REQUEST, "100 to 1600 pixels"),
        (format!("{card}?width=99999999999"), StatusCode::BAD_REQUEST, "100 to 1600 pixels"),
        (format!("{card}?width=1601"), StatusCode::BAD_REQUEST, "100 to 1600 pixels"),
        (format!("{card}?width=wide"), StatusCode::BAD_REQUEST, "100 to 1600 pixels"),
        (format!("{card}?width=200&theme=pink"), StatusCode::BAD_REQUEST, "theme: expected classic"),
        ("/image/position.png".to_owned(), StatusCode::BAD_REQUEST, "expected the name of a layout"),
        ("/image/position.png?position=5/5".to_owned(), StatusCode::BAD_REQUEST, "position"),
        ("/image/position.gif?position=standard".to_owned(), StatusCode::BAD_REQUEST, "at least one move"),
        (
            format!("/image/position.png?position=standard&moves={}", "a1b2+".repeat(2_000)),
            StatusCode::BAD_REQUEST,
            "at most 8000",
        ),
        ("/image/game/aaaaaaaaaa.png".to_owned(), StatusCode::NOT_FOUND, "nothing here"),
        (format!("/image/game/{game}.svg"), StatusCode::NOT_FOUND, "nothing here"),
        (format!("/image/game/{game}"), StatusCode::NOT_FOUND, "nothing here"),
        (format!("/image/game/{game}.png.png"), StatusCode::NOT_FOUND, "nothing here"),
        ("/image/puzzle/nothing.png".to_owned(), StatusCode::NOT_FOUND, "nothing here"),
        (format!("/image/puzzle/{PUZZLE}.gif"), StatusCode::NOT_FOUND, "nothing here"),
        ("/image/tournament/aaaaaaaaaa.png".to_owned(), StatusCode::NOT_FOUND, "nothing here"),
    ] {
        let (status, _, body) = get(&server, &path, &[]).await;
        let body = String::from_utf8_lossy(&body);
        assert!(status == expected && body.contains(why), "{path}: {status} {body}");
    }
}

#[tokio::test]
async fn whoever_asks_for_too_many_new_images_is_refused_and_known_ones_are_not() {
    let server = Server::start().await.limited().await;
    let still = |width: usize| format!("/image/position.png?position=standard&width={width}");
    let film = |m: &str| format!("/image/position.gif?position=standard&moves={m}");
    let moves: Vec<String> = sumito_rules::Layout::STANDARD.position().legal_moves().iter().map(|m| m.to_string()).collect();
    for (limit, known, new) in [(Limit::Image, still(100), still(101)), (Limit::Film, film(&moves[0]), film(&moves[1]))] {
        let [greedy, other] = ["192.0.2.1", "192.0.2.2"].map(|address| [("x-forwarded-for", address)]);
        assert_eq!(get(&server, &known, &greedy).await.0, StatusCode::OK, "{known}");
        // As if all had come at once, in ten minutes, so that no slow machine lets some of the time pass.
        let later = now() + 600_000;
        let drawn = (0..1_000).take_while(|_| server.app.people.limits.allow(limit, "192.0.2.1".parse().unwrap(), later)).count();
        assert!((10..=60).contains(&drawn), "{drawn}");
        let (status, headers, _) = get(&server, &new, &greedy).await;
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{new}");
        assert!(headers.contains_key(RETRY_AFTER));
        assert_eq!(get(&server, &known, &greedy).await.0, StatusCode::OK, "what is there costs nothing");
        assert_eq!(get(&server, &new, &other).await.0, StatusCode::OK, "others are not affected");
        assert_eq!(get(&server, &new, &greedy).await.0, StatusCode::OK, "and have it drawn for everybody");
    }
}
