//! Passwords, names, tokens, cookies, and who may read the database.

use super::*;
use crate::people::limits::Guesser;
use crate::time::now;

fn credentials(name: &str, password: &str) -> Value {
    json!({"name": name, "password": password})
}

impl Server {
    /// Signs in from an address, with the device's cookie. Returns the response and its cookies.
    async fn sign_in_from(&self, address: &str, cookie: &str, name: &str, password: &str) -> (StatusCode, Value, Vec<String>) {
        let headers = [("x-forwarded-for", address), ("cookie", cookie)];
        let response = self.request("POST", "/api/session", &headers, &credentials(name, password).to_string()).await;
        let cookies = cookies_of(&response);
        (response.status(), json_of(response).await, cookies)
    }

    async fn bearer(&self, method: &str, path: &str, token: &str, body: Value) -> (StatusCode, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let response = self.request(method, path, &[("authorization", &format!("Bearer {token}"))], &body).await;
        (response.status(), json_of(response).await)
    }
}

fn cookies_of(response: &Response) -> Vec<String> {
    let cookies = response.headers().get_all(header::SET_COOKIE).iter().map(|value| value.to_str().unwrap());
    cookies.map(|cookie| cookie.split(';').next().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn guessing_from_many_addresses_ends_and_the_owner_gets_in() {
    let server = Server::start().await;
    let (_, name) = server.account("ada").await;
    let right = "marbles of glass";
    let (status, _, cookies) = server.sign_in_from("198.51.100.1", "", &name, right).await;
    let [_, device] = &cookies[..] else { panic!("{cookies:?}") };
    assert!(status == StatusCode::OK && device.starts_with("sumito-device="), "{cookies:?}");
    let mut refused = Vec::new();
    for address in 0..30 {
        let (_, answer, _) = server.sign_in_from(&format!("192.0.2.{address}"), "", &name, "marbles of clay").await;
        refused.push(answer["key"].as_str().unwrap().to_owned());
    }
    assert_eq!(refused, [vec!["wrong-password"; 20], vec!["too-many-guesses"; 10]].concat());
    // A stranger is refused even with the right password; an unknown name is treated the same.
    assert_eq!(server.sign_in_from("203.0.113.1", "", &name, right).await.0, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(server.sign_in_from("203.0.113.1", "sumito-device=0123", &name, right).await.0, StatusCode::TOO_MANY_REQUESTS);
    for address in 0..21 {
        let (_, answer, _) = server.sign_in_from(&format!("203.0.113.{address}"), "", "nobody-at-all", right).await;
        assert_eq!(answer["key"], if address < 20 { "wrong-password" } else { "too-many-guesses" });
    }
    // The owner uses a known device, from any address.
    let (status, answer, _) = server.sign_in_from("203.0.113.77", device, &name, right).await;
    assert_eq!((status, &answer["name"]), (StatusCode::OK, &json!(name)));
}

#[tokio::test]
async fn common_passwords_and_names_that_mislead_are_refused() {
    let server = Server::start().await;
    let sign_up = async |name: &str, password: &str| {
        server.app.people.limits.forget();
        let response = server.request("POST", "/api/account", &[], &credentials(name, password).to_string()).await;
        json_of(response).await["key"].as_str().unwrap_or("ok").to_owned()
    };
    let fresh = |name: &str| format!("{name}-{}", &id::GameId::random().as_str()[..8]);
    for password in ["password", "P@ssw0rd1", "12345678", "qwertyuiop"] {
        assert_eq!(sign_up(&fresh("ada"), password).await, "common-password", "{password}");
    }
    let name = fresh("ada");
    assert_eq!(sign_up(&name, &name).await, "common-password");
    for name in ["admin", "M0derator", "engine", "sumito"] {
        assert_eq!(sign_up(name, "marbles of glass").await, "reserved-name", "{name}");
    }
    // The name of a deleted account stays reserved.
    let (user, name) = server.account("bob").await;
    let form = [("cookie", user.0.as_str()), ("content-type", "application/x-www-form-urlencoded")];
    let deleted = server.request("POST", "/account/delete", &form, "password=marbles+of+glass").await;
    assert_eq!(deleted.status(), StatusCode::SEE_OTHER);
    assert_eq!(sign_up(&name, "marbles of glass").await, "name-taken");
    assert_eq!(sign_up(&name.to_uppercase(), "marbles of glass").await, "name-taken");
    // A changed password is checked as well.
    let (user, _) = server.account("eve").await;
    let form = [("cookie", user.0.as_str()), ("content-type", "application/x-www-form-urlencoded")];
    let changed = server.request("POST", "/account/password", &form, "password=marbles+of+glass&new=iloveyou").await;
    assert_eq!(changed.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_token_does_what_it_is_for_and_never_reaches_the_account() {
    let server = Server::start().await;
    let (user, name) = server.account("ada").await;
    let token = async |body: Value| server.call("POST", "/api/tokens", &user, body).await.1["token"].as_str().unwrap().to_owned();
    let read = token(json!({"scope": "read", "label": "watcher"})).await;
    let play = token(json!({"scope": "play"})).await;
    let bad = server.call("POST", "/api/tokens", &user, json!({"scope": "all"})).await;
    assert_eq!((bad.0, &bad.1["key"]), (StatusCode::BAD_REQUEST, &json!("bad-request")));
    let game = server.create(&user, json!({"against": "same-screen"})).await;
    let (path, action) = (format!("/api/games/{game}"), json!({"do": "play", "move": "a1b2", "version": 1}));
    for token in [&read, &play] {
        assert_eq!(server.bearer("GET", "/api/me", token, Value::Null).await.1["name"], json!(name));
        assert_eq!(server.bearer("GET", &path, token, Value::Null).await.1["you"], json!(["black", "white"]));
    }
    let new = json!({"against": "engine", "level": 1});
    let moves = format!("{path}/actions");
    let mut socket = server.try_socket(&game, &[("authorization", &format!("Bearer {read}"))], "").await.unwrap();
    assert_eq!(socket.ask(action.clone()).await, "token-scope");
    for (method, path, body) in
        [("POST", moves.as_str(), &action), ("POST", "/api/games", &new), ("POST", "/api/me", &Value::Null)]
    {
        let (status, refused) = server.bearer(method, path, &read, body.clone()).await;
        assert_eq!((status, &refused["key"]), (StatusCode::FORBIDDEN, &json!("token-scope")), "{path}");
        assert_eq!(server.bearer(method, path, &play, body.clone()).await.0, StatusCode::OK, "{path}");
    }
    for token in [&read, &play] {
        for (method, path, body) in [
            ("POST", "/api/tokens", Value::Null),
            ("PUT", "/api/settings", json!({"theme": "dark"})),
            ("POST", "/api/account", credentials("somebody-else", "marbles of glass")),
        ] {
            let (status, refused) = server.bearer(method, path, token, body).await;
            assert_eq!((status, &refused["key"]), (StatusCode::FORBIDDEN, &json!("token-scope")), "{path}");
        }
        // The same secret in a cookie is the same token, on pages as well.
        let cookie = format!("sumito={token}");
        let form = [("cookie", cookie.as_str()), ("content-type", "application/x-www-form-urlencoded")];
        for (path, body) in [
            ("/account/password", "password=marbles+of+glass&new=marbles+of+brass"),
            ("/account/recovery", "password=marbles+of+glass"),
            ("/account/tokens", "label=more&scope=play"),
            ("/account/sessions/end", ""),
            ("/account/delete", "password=marbles+of+glass"),
        ] {
            assert_eq!(server.request("POST", path, &form, body).await.status(), StatusCode::FORBIDDEN, "{path}");
        }
    }
    let (status, _) = server.call("GET", "/api/me", &user, Value::Null).await;
    assert_eq!(status, StatusCode::OK);
    assert!(server.app.people.limits.allow_guess(Guesser::KnownDevice, &name, now()), "no password was tried");
}

#[tokio::test]
async fn over_tls_cookies_are_bound_to_the_host_and_browsers_stay_with_tls() {
    let server = Server::start().await;
    let plain = server.request("POST", "/api/me", &[], "").await;
    assert!(!plain.headers().contains_key(header::STRICT_TRANSPORT_SECURITY));
    assert!(cookie_of(&plain).starts_with("sumito="), "{:?}", plain.headers());
    let config = Config { origin: Some("https://sumito.example".to_owned()), ..server.config.clone() };
    let folder = server.folder.join("secure");
    let secure = Server::with(config, folder).await;
    let response = secure.request("POST", "/api/me", &[], "").await;
    assert_eq!(response.headers()[header::STRICT_TRANSPORT_SECURITY], "max-age=31536000");
    let set = response.headers()[header::SET_COOKIE].to_str().unwrap().to_owned();
    assert!(
        set.starts_with("__Host-sumito=") && set.contains("Secure") && set.contains("Path=/") && !set.contains("Domain"),
        "{set}"
    );
    let cookie = cookie_of(&response);
    let user = json_of(secure.request("GET", "/api/me", &[("cookie", &cookie)], "").await).await;
    assert!(user["user"].is_string(), "{user}");
    // Cookies that another server of the domain may have set are ignored.
    let tossed = cookie.replace("__Host-", "");
    assert!(json_of(secure.request("GET", "/api/me", &[("cookie", &tossed)], "").await).await.is_null());
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_reads_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("sumito-{}", id::GameId::random()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("sumito.db");
    let database = format!("sqlite://{}?mode=rwc", file.display());
    let config = Config {
        database,
        origin: None,
        proxies: Vec::new(),
        engine_threads: 1,
        bus: None,
        drain: Duration::ZERO,
        shares_database: false,
        room_clock: "60+1".to_owned(),
    };
    let modes = || {
        let entries = std::fs::read_dir(&folder).unwrap().map(Result::unwrap);
        let mut modes: Vec<(String, u32)> = entries
            .map(|entry| {
                (entry.file_name().to_string_lossy().into_owned(), entry.metadata().unwrap().permissions().mode() & 0o777)
            })
            .collect();
        modes.sort();
        modes
    };
    let closed = ["sumito.db", "sumito.db-lock", "sumito.db-shm", "sumito.db-wal"].map(|name| (name.to_owned(), 0o600));
    let (app, _close) = App::start(&config).await.unwrap();
    assert_eq!(modes(), closed);
    // Files from before, and copies.
    for (name, _) in modes() {
        std::fs::set_permissions(folder.join(name), std::fs::Permissions::from_mode(0o644)).unwrap();
    }
    let copy = folder.join("copy.db");
    crate::back_up(&config.database, &copy, &format!("sqlite://{}?mode=ro", copy.display())).await.unwrap();
    assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    std::fs::remove_file(copy).unwrap();
    app.games.db().close().await;
    drop(app);
    let (app, _close) = App::start(&config).await.unwrap();
    assert_eq!(modes(), closed);
    app.games.db().close().await;
    let _ = std::fs::remove_dir_all(&folder);
}

#[tokio::test]
async fn a_flood_of_pings_or_pongs_ends_the_connection() {
    use futures_util::{SinkExt, StreamExt};
    // Behind a proxy the machine itself is limited.
    let plain = Server::start().await;
    let config = Config { origin: Some("https://sumito.example".to_owned()), ..plain.config.clone() };
    let server = Server::with(config, plain.folder.join("limited")).await;
    let user = plain.guest().await;
    let game = plain.create(&user, json!({"against": "same-screen"})).await;
    for path in ["/api/lobby/socket".to_owned(), format!("/api/games/{game}/socket")] {
        for flood in [Message::Ping(Vec::new().into()), Message::Pong(vec![0; 8].into())] {
            let Client(mut socket) = server.connect(&path, &[]).await.unwrap();
            let ended = async {
                // Occasional pings and pongs are fine; hundreds at once are not.
                for _ in 0..500 {
                    if socket.send(flood.clone()).await.is_err() {
                        return;
                    }
                }
                while let Some(Ok(_)) = socket.next().await {}
            };
            tokio::time::timeout(Duration::from_secs(15), ended).await.expect("the server hangs up");
        }
    }
}

#[tokio::test]
async fn what_a_client_has_missed_is_bounded() {
    let server = Server::start().await;
    let user = server.guest().await;
    let game = server.create(&user, json!({"against": "same-screen", "rules": "repetition=off"})).await;
    let mut version = 1;
    let mut position: sumito_rules::Position = server.state(&game).await["position"].as_str().unwrap().parse().unwrap();
    for number in 0..520 {
        let moves = position.quiet_moves();
        let played = moves.nth(number * 7 % moves.len()).unwrap();
        position.play(played).unwrap();
        let action = json!({"do": "play", "move": played.to_string(), "version": version});
        version = server.act(&user, &game, action).await.1["version"].as_u64().unwrap();
    }
    let state = server.socket(&game, &user, "?since=0").await.next_of("state").await;
    let missed = state["missed"].as_array().unwrap();
    assert_eq!(version, 521);
    assert_eq!((missed.len(), &missed[499]["version"]), (500, &json!(version)));
}
