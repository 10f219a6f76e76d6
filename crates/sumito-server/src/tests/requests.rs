//! Who may request what, and how much.

use super::*;

#[tokio::test]
async fn accounts_keep_what_was_played_before() {
    let server = Server::start().await;
    let user = server.guest().await;
    let game = server.create(&user, json!({"against": "online", "color": "black"})).await;
    let name = format!("Ada-{}", &game[..6]);
    let credentials = |name: &str, password: &str| json!({"name": name, "password": password});
    for (name, password) in [("x", "long enough"), ("no blanks", "long enough"), (name.as_str(), "short")] {
        let (status, _) = server.call("POST", "/api/account", &user, credentials(name, password)).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{name} {password}");
    }
    let body = credentials(&name, "marbles of glass").to_string();
    let response = server.request("POST", "/api/account", &[("cookie", &user.0)], &body).await;
    let user = User(cookie_of(&response));
    assert_eq!((response.status(), &json_of(response).await["name"]), (StatusCode::OK, &json!(name)));
    assert_eq!(server.state(&game).await["players"]["black"]["name"], json!(name), "the games in memory know it");
    let (status, _) = server.call("POST", "/api/account", &user, credentials("another", "marbles of glass")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "one account is enough");
    let other = server.guest().await;
    let (status, refused) =
        server.call("POST", "/api/account", &other, credentials(&name.to_lowercase(), "marbles of glass")).await;
    assert_eq!((status, &refused["key"]), (StatusCode::CONFLICT, &json!("name-taken")));

    // A wrong name and a wrong password get the same response.
    let wrong = server.call("POST", "/api/session", &other, credentials(&name, "marbles of clay")).await;
    let unknown = server.call("POST", "/api/session", &other, credentials("nobody-at-all", "marbles of clay")).await;
    assert_eq!(wrong, unknown);
    assert_eq!((wrong.0, &wrong.1["key"]), (StatusCode::UNAUTHORIZED, &json!("wrong-password")));

    let body = credentials(&name.to_uppercase(), "marbles of glass").to_string();
    let response = server.request("POST", "/api/session", &[], &body).await;
    let set_cookie = response.headers()[header::SET_COOKIE].to_str().unwrap().to_owned();
    assert!(set_cookie.contains("HttpOnly") && set_cookie.contains("SameSite=Lax"), "{set_cookie}");
    let signed_in = User(cookie_of(&response));
    let state = server.call("GET", &format!("/api/games/{game}"), &signed_in, Value::Null).await.1;
    assert_eq!(state["you"], json!(["black"]));

    // A rated game is for accounts.
    let rated = server.create(&signed_in, json!({"against": "online", "control": "600", "rated": true})).await;
    let (status, refused) = server.act(&other, &rated, json!({"do": "join"})).await;
    assert_eq!((status, &refused["key"]), (StatusCode::CONFLICT, &json!("account-needed")));

    // A program plays with a token.
    let token = server.call("POST", "/api/tokens", &signed_in, Value::Null).await.1["token"].as_str().unwrap().to_owned();
    let response = server.request("GET", "/api/me", &[("authorization", &format!("Bearer {token}"))], "").await;
    assert_eq!(json_of(response).await["name"], json!(name));
    let (status, _) = server.call("POST", "/api/tokens", &other, Value::Null).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED, "only for accounts");

    server.call("DELETE", "/api/session", &signed_in, Value::Null).await;
    assert_eq!(server.call("GET", "/api/me", &signed_in, Value::Null).await.1, Value::Null);
    assert_eq!(server.call("GET", "/api/me", &User("sumito=forged".into()), Value::Null).await.1, Value::Null);
}

#[tokio::test]
async fn what_never_gets_as_far_as_our_code_is_refused_like_everything_else() {
    let server = Server::start().await;
    let large = "x".repeat(100_000);
    for (method, path, body, status, message) in [
        ("POST", "/api/games", large.as_str(), StatusCode::PAYLOAD_TOO_LARGE, "expected at most 64 kB"),
        ("POST", "/api/games", "null", StatusCode::BAD_REQUEST, "invalid type: null, expected an object at line 1 column 4"),
        ("DELETE", "/api/games", "", StatusCode::METHOD_NOT_ALLOWED, "method not allowed"),
        ("GET", "/api/games/%ff", "", StatusCode::BAD_REQUEST, "Invalid URL: Invalid UTF-8 in `game`"),
        ("GET", "/api/lobby/socket", "", StatusCode::BAD_REQUEST, "Connection header did not include 'upgrade'"),
    ] {
        let response = server.request(method, path, &[], body).await;
        assert_eq!((response.status(), response.headers().contains_key(header::ALLOW)), (status, method == "DELETE"), "{path}");
        let refused = json_of(response).await;
        assert_eq!((&refused["key"], &refused["message"]), (&json!("bad-request"), &json!(message)), "{path}");
    }
}

#[tokio::test]
async fn pages_of_other_sites_are_kept_out() {
    let server = Server::start().await;
    let user = server.guest().await;
    let game = server.create(&user, json!({"against": "same-screen"})).await;
    let host = server.address.to_string();
    for (origin, allowed) in
        [(format!("http://{host}"), true), ("http://elsewhere.example".into(), false), ("null".into(), false)]
    {
        let headers = [("host", host.as_str()), ("origin", origin.as_str()), ("cookie", user.0.as_str())];
        let response = server.request("POST", "/api/me", &headers, "").await;
        assert_eq!(response.status() == StatusCode::OK, allowed, "{origin}");
        let response = server.request("GET", "/api/me", &headers, "").await;
        assert_eq!(response.status(), StatusCode::OK, "reading does no harm");
        let socket = server.try_socket(&game, &[("origin", origin.as_str()), ("cookie", user.0.as_str())], "").await;
        assert_eq!(socket.is_ok(), allowed, "{origin}");
    }
    let response = server.request("GET", "/health", &[], "").await;
    assert_eq!(response.status(), StatusCode::OK);
    let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.starts_with("default-src 'self'; script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
}

#[tokio::test]
async fn too_much_is_refused() {
    let server = Server::start().await;
    let from = |address| [("x-forwarded-for", address)];
    // Malformed requests count as well, and cost nothing.
    let body = "{}";
    let mut statuses = Vec::new();
    for _ in 0..12 {
        statuses.push(server.request("POST", "/api/session", &from("192.0.2.7"), body).await.status());
    }
    assert_eq!(statuses.iter().filter(|&&status| status == StatusCode::BAD_REQUEST).count(), 10);
    assert_eq!(statuses.last(), Some(&StatusCode::TOO_MANY_REQUESTS));
    assert_eq!(server.request("POST", "/api/session", &from("192.0.2.8"), body).await.status(), StatusCode::BAD_REQUEST);

    let large = "x".repeat(100_000);
    assert_eq!(server.request("POST", "/api/games", &[], &large).await.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let user = server.guest().await;
    let game = server.create(&user, json!({"against": "same-screen"})).await;
    let mut socket = server.socket(&game, &user, "").await;
    socket.send_text(&large).await;
    while let Some(message) = socket.next().await {
        assert_ne!(message["type"], "done");
    }
    let mut socket = server.try_socket(&game, &[("cookie", &user.0), ("x-forwarded-for", "192.0.2.7")], "").await.unwrap();
    for _ in 0..60 {
        socket.send(json!({"do": "flag"})).await;
    }
    let mut keys = Vec::new();
    for _ in 0..60 {
        keys.push(socket.next_of("refused").await["key"].clone());
    }
    assert!(keys.contains(&json!("time-left")) && keys.contains(&json!("too-many")));
}

#[tokio::test]
async fn only_a_proxy_is_believed_where_a_request_comes_from() {
    let server = Server::start().await;
    let mut behind = server.app.clone();
    behind.proxies = vec!["192.0.2.9".parse().unwrap()].into();
    // Each of thirty requests claims another address. If the claim is trusted, none is limited, since the limit is ten per address.
    for (app, peer, believed) in [
        (&server.app, "192.0.2.9:1", false),
        (&behind, "192.0.2.9:1", true),
        (&behind, "192.0.2.8:1", false),
        (&behind, "[::ffff:192.0.2.9]:1", true),
        (&behind, "[::ffff:127.0.0.1]:1", true),
    ] {
        let mut refused = false;
        for n in 0..30 {
            let mut request = axum::http::Request::post("/api/session").header("x-forwarded-for", "127.0.0.1");
            request = request.header("x-forwarded-for", format!("198.51.100.{}, 203.0.113.{n}", n + 100));
            let mut request = request.body(Body::from("{}")).unwrap();
            request.extensions_mut().insert(axum::extract::ConnectInfo(peer.parse::<SocketAddr>().unwrap()));
            refused |= crate::router(app.clone()).oneshot(request).await.unwrap().status() == StatusCode::TOO_MANY_REQUESTS;
        }
        assert_eq!(refused, !believed, "{peer}");
        server.app.people.limits.forget();
    }
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let server = Server::start().await;
    let user = server.guest().await;
    for path in
        ["/api/games/short", "/api/games/aaaaaaaaaa", "/api/games/..%2f..%2fetc", "/api/nothing", "/api/games/aaaaaaaaaa/nothing"]
    {
        let (status, refused) = server.call("GET", path, &user, Value::Null).await;
        assert_eq!((status, &refused["key"]), (StatusCode::NOT_FOUND, &json!("not-found")), "{path}");
    }
    assert!(server.try_socket("aaaaaaaaaa", &[], "").await.is_err());
}
