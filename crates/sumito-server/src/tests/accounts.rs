//! Accounts through the forms of their pages, settings, and profiles.

use super::*;
use crate::failure::Failure;
use crate::people::accounts::reset_password;

const PASSWORD: &str = "marbles of glass";

/// The fields of a form.
type Fields<'a> = &'a [(&'a str, &'a str)];

/// The response to a form: status, redirect, cookie, page.
struct Sent {
    status: StatusCode,
    to: Option<String>,
    cookie: Option<User>,
    page: String,
}

impl Server {
    async fn send(&self, path: &str, user: &User, fields: Fields<'_>) -> Sent {
        let body: Vec<String> =
            fields.iter().map(|(name, value)| format!("{name}={}", value.replace(' ', "+").replace('/', "%2F"))).collect();
        let headers = [("cookie", user.0.as_str()), ("content-type", "application/x-www-form-urlencoded")];
        let response = self.request("POST", path, &headers, &body.join("&")).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap().to_owned());
        let cookie = headers.contains_key(header::SET_COOKIE).then(|| User(cookie_of(&response)));
        let page = String::from_utf8(to_bytes(response.into_body(), 1 << 20).await.unwrap().to_vec()).unwrap();
        Sent { status, to: text(header::LOCATION), cookie, page }
    }

    pub(super) async fn page(&self, path: &str, user: &User) -> (StatusCode, String) {
        let response = self.request("GET", path, &[("cookie", &user.0)], "").await;
        let status = response.status();
        (status, String::from_utf8(to_bytes(response.into_body(), 1 << 20).await.unwrap().to_vec()).unwrap())
    }

    async fn me(&self, user: &User) -> Value {
        self.call("GET", "/api/me", user, Value::Null).await.1["name"].clone()
    }
}

fn fresh(name: &str) -> String {
    format!("{name}-{}", &id::GameId::random().as_str()[..8])
}

#[tokio::test]
async fn a_guest_signs_up_by_the_form_and_keeps_the_games() {
    let server = Server::start().await;
    let guest = server.guest().await;
    let game = server.create(&guest, json!({"against": "online", "color": "black"})).await;
    let name = fresh("Ada");
    let sent = server.send("/account/sign-up", &guest, &[("name", &name), ("password", PASSWORD), ("back", "/game/1")]).await;
    assert_eq!(sent.status, StatusCode::OK);
    assert!(sent.page.contains("href=\"/game/1\"") && sent.page.contains(&format!("href=\"/user/{name}\"")), "{}", sent.page);
    let ada = sent.cookie.expect("a new session");
    assert_ne!(ada.0, guest.0);
    assert_eq!(server.me(&guest).await, Value::Null, "the session from before is worth nothing now");
    let state = server.call("GET", &format!("/api/games/{game}"), &ada, Value::Null).await.1;
    assert_eq!((&state["you"], &state["players"]["black"]["name"]), (&json!(["black"]), &json!(name)));
    let (_, page) = server.page("/", &ada).await;
    assert!(page.contains(&format!("href=\"/user/{name}\"")), "the bar knows who reads");

    let out = server.send("/account/sign-out", &ada, &[]).await;
    assert_eq!((out.to.as_deref(), server.me(&ada).await), (Some("/"), Value::Null));
    let back = server.send("/account/sign-in", &guest, &[("name", &name), ("password", PASSWORD), ("back", "//evil")]).await;
    assert_eq!((back.status, back.to.as_deref()), (StatusCode::SEE_OTHER, Some("/")), "nobody is led elsewhere");
    assert_eq!(server.me(&back.cookie.unwrap()).await, json!(name));
}

#[tokio::test]
async fn a_new_name_reaches_open_seats_and_watchers_at_once() {
    let server = Server::start().await;
    let guest = server.guest().await;
    let mut lobby = server.connect("/api/lobby/socket", &[]).await.unwrap();
    for color in ["black", "white"] {
        server.create(&guest, json!({"against": "online", "color": color, "control": "2d", "public": true})).await;
    }
    let game = server.create(&guest, json!({"against": "online", "color": "black", "control": "600"})).await;
    let mut watcher = server.socket(&game, &User(String::new()), "").await;
    assert_eq!(watcher.next_of("state").await["players"]["black"]["name"], Value::Null);

    let name = fresh("Ada");
    assert_eq!(server.send("/account/sign-up", &guest, &[("name", &name), ("password", PASSWORD)]).await.status, StatusCode::OK);
    assert_eq!(watcher.next_of("state").await["players"]["black"]["name"], json!(name));
    let mut renamed = std::collections::BTreeSet::new();
    while renamed.len() < 2 {
        let change = lobby.next_of("change").await;
        for seat in change["openSeats"].as_array().unwrap() {
            let names = ["black", "white"].map(|color| seat["players"][color]["name"].clone());
            if names.contains(&json!(name)) {
                renamed.insert(seat["game"].to_string());
            }
        }
    }
}

#[tokio::test]
async fn who_is_invited_to_a_rated_game_signs_in_and_comes_back() {
    let server = Server::start().await;
    let (ada, bob) = (server.account("ada").await, server.account("bob").await);
    let game = server.create(&ada.0, json!({"against": "online", "control": "600", "rated": true})).await;
    let casual = server.create(&ada.0, json!({"against": "online", "control": "600"})).await;
    let way = format!("/account?back=/game/{game}");
    let (_, page) = server.page(&format!("/game/{game}"), &User(String::new())).await;
    assert!(page.contains(&way), "{page}");
    assert!(!server.page(&format!("/game/{game}"), &bob.0).await.1.contains(&way));
    assert!(!server.page(&format!("/game/{casual}"), &User(String::new())).await.1.contains("back=/game/"));
    let (_, page) = server.page(&way, &User(String::new())).await;
    assert_eq!(page.matches(&format!("name=\"back\" value=\"/game/{game}\"")).count(), 3, "in all forms: {page}");
    for elsewhere in ["//evil.example", "https://evil.example", "/%5Cevil.example", "/%09/evil.example"] {
        let (_, page) = server.page(&format!("/account?back={elsewhere}"), &User(String::new())).await;
        assert!(!page.contains("evil"), "{elsewhere}: {page}");
    }
}

#[tokio::test]
async fn what_a_form_gets_wrong_is_told_in_its_place() {
    let server = Server::start().await;
    let (ada, name) = server.account("ada").await;
    let guest = User(String::new());
    let cases: [(&str, Fields<'_>, StatusCode, &str); 8] = [
        ("sign-in", &[("name", &name), ("password", "marbles of clay")], StatusCode::UNAUTHORIZED, "Wrong name or password"),
        ("sign-in", &[("name", "nobody-at-all"), ("password", PASSWORD)], StatusCode::UNAUTHORIZED, "Wrong name or password"),
        ("sign-in", &[], StatusCode::UNAUTHORIZED, "Wrong name or password"),
        ("sign-up", &[("name", &name), ("password", PASSWORD)], StatusCode::CONFLICT, "That name is taken"),
        ("sign-up", &[("name", "a b"), ("password", PASSWORD)], StatusCode::BAD_REQUEST, "A name has 2 to 20"),
        ("sign-up", &[("name", "<script>"), ("password", PASSWORD)], StatusCode::BAD_REQUEST, "&lt;script&gt;"),
        ("sign-up", &[("name", "bob"), ("password", "short")], StatusCode::BAD_REQUEST, "8 to 200"),
        ("password", &[("password", PASSWORD), ("new", PASSWORD)], StatusCode::UNAUTHORIZED, "Sign in"),
    ];
    for (form, fields, status, words) in cases {
        let sent = server.send(&format!("/account/{form}"), &guest, fields).await;
        assert_eq!(sent.status, status, "{form} {fields:?}");
        assert!(sent.page.contains(words), "{form} {fields:?}: {}", sent.page);
        assert!(sent.cookie.is_none(), "nobody becomes a user by mistake: {form} {fields:?}");
    }
    let wrong = server.send("/account/password", &ada, &[("password", "marbles of clay"), ("new", "marbles of wood")]).await;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    assert!(wrong.page.contains("role=\"alert\""), "{}", wrong.page);
    // In the reader's language.
    let headers = [("accept-language", "de"), ("content-type", "application/x-www-form-urlencoded")];
    let response = server.request("POST", "/account/sign-in", &headers, "name=a&password=b").await;
    let page = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    assert!(String::from_utf8_lossy(&page).contains("Name oder Passwort ist falsch."));
    // And only from a page of ours.
    let headers = [("host", "here"), ("origin", "http://elsewhere"), ("content-type", "application/x-www-form-urlencoded")];
    let response = server.request("POST", "/account/sign-in", &headers, "name=a&password=b").await;
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
    let large = "x".repeat(20_000);
    assert_eq!(server.send("/account/sign-in", &guest, &[("name", &large)]).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_new_password_ends_every_other_session() {
    let server = Server::start().await;
    let (ada, name) = server.account("ada").await;
    let elsewhere = server.send("/account/sign-in", &User(String::new()), &[("name", &name), ("password", PASSWORD)]).await;
    let elsewhere = elsewhere.cookie.unwrap();
    let token = server.send("/account/tokens", &ada, &[("label", "my bot")]).await;
    assert!(token.page.contains("my bot"), "{}", token.page);
    let secret = token.page.split_once("class=\"token\">").unwrap().1.split_once('<').unwrap().0.to_owned();
    let bearer = format!("Bearer {secret}");
    let by_token =
        async || json_of(server.request("GET", "/api/me", &[("authorization", &bearer)], "").await).await["name"].clone();
    assert_eq!(by_token().await, json!(name));
    assert!(!server.page("/account", &ada).await.1.contains(&secret), "it is shown once");

    // Signing out other browsers does not affect programs.
    let (_, page) = server.page("/account", &ada).await;
    assert!(page.contains("You are signed in to 1 other browser."), "{page}");
    assert_eq!(server.send("/account/sessions/end", &ada, &[]).await.status, StatusCode::SEE_OTHER);
    assert_eq!((server.me(&elsewhere).await, server.me(&ada).await, by_token().await), (Value::Null, json!(name), json!(name)));
    // A stranger cannot revoke the token; its owner can.
    let digest = page.split_once("name=\"token\" value=\"").unwrap().1.split_once('"').unwrap().0.to_owned();
    let (eve, _) = server.account("eve").await;
    server.send("/account/tokens/end", &eve, &[("token", &digest)]).await;
    assert_eq!(by_token().await, json!(name));
    server.send("/account/tokens/end", &ada, &[("token", &digest)]).await;
    assert_eq!(by_token().await, Value::Null);

    let changed = server.send("/account/password", &ada, &[("password", PASSWORD), ("new", "marbles of wood")]).await;
    assert_eq!((changed.status, changed.to.as_deref()), (StatusCode::SEE_OTHER, Some("/account?done=password")));
    assert_eq!((server.me(&ada).await, server.me(&changed.cookie.unwrap()).await), (Value::Null, json!(name)));
    let old = server.send("/account/sign-in", &ada, &[("name", &name), ("password", PASSWORD)]).await;
    assert_eq!(old.status, StatusCode::UNAUTHORIZED);
    let new = server.send("/account/sign-in", &ada, &[("name", &name), ("password", "marbles of wood")]).await;
    assert_eq!(new.status, StatusCode::SEE_OTHER);
}

/// The secret that a page shows.
fn secret_of(page: &str) -> String {
    let (_, rest) = page.split_once("class=\"token\">").unwrap_or_else(|| panic!("{page}"));
    rest.split_once('<').unwrap().0.to_owned()
}

#[tokio::test]
async fn a_forgotten_password_is_set_anew_by_the_recovery_code() {
    let server = Server::start().await;
    let guest = User(String::new());
    let name = fresh("Ada");
    let sent = server.send("/account/sign-up", &guest, &[("name", &name), ("password", PASSWORD)]).await;
    let (ada, first) = (sent.cookie.unwrap(), secret_of(&sent.page));
    let (_, page) = server.page("/account", &ada).await;
    assert!(!page.contains(&first), "it is shown once");
    assert!(page.contains("You are not signed in anywhere else."), "one session begins: {page}");

    // With the password, the code can be replaced.
    let wrong = server.send("/account/recovery", &ada, &[("password", "marbles of clay")]).await;
    assert_eq!((wrong.status, wrong.page.contains("class=\"token\"")), (StatusCode::UNAUTHORIZED, false));
    assert!(wrong.page.contains("That is not your password."), "{}", wrong.page);
    let code = secret_of(&server.send("/account/recovery", &ada, &[("password", PASSWORD)]).await.page);
    assert_ne!(code, first);
    let recover = async |name: &str, code: &str, new: &str| {
        server.send("/account/recover", &guest, &[("name", name), ("code", code), ("new", new), ("back", "/games")]).await
    };
    // The response does not reveal whether the name or the code is wrong.
    for (name, code) in [(&*name, &*first), ("nobody-at-all", &code), (&name, ""), (&name, "0000-0000-0000-0000-0000")] {
        let sent = recover(name, code, "marbles of wood").await;
        assert_eq!(sent.status, StatusCode::UNAUTHORIZED, "{name} {code}");
        assert!(sent.page.contains("Wrong name or recovery code."), "{}", sent.page);
        assert!(sent.cookie.is_none());
    }
    let (bob, bobs_name) = server.account("bob").await;
    assert_eq!(recover(&bobs_name, &code, "marbles of wood").await.status, StatusCode::UNAUTHORIZED, "somebody else's code");
    assert_eq!(recover(&name, &code, "short").await.status, StatusCode::BAD_REQUEST);
    assert_eq!((server.me(&ada).await, server.me(&bob).await), (json!(name), json!(bobs_name)), "nothing has happened yet");

    // As written down by hand, in any case and with spaces.
    let sent = recover(&name.to_uppercase(), &code.to_lowercase().replace('-', " "), "marbles of wood").await;
    assert_eq!(sent.status, StatusCode::OK, "{}", sent.page);
    let next = secret_of(&sent.page);
    assert!(sent.page.contains("href=\"/games\""), "{}", sent.page);
    assert_eq!(server.me(&ada).await, Value::Null, "all sessions have ended");
    assert_eq!(server.me(&sent.cookie.unwrap()).await, json!(name));
    assert_eq!(recover(&name, &code, "marbles of clay").await.status, StatusCode::UNAUTHORIZED, "a code is used once");
    for (password, status) in [(PASSWORD, StatusCode::UNAUTHORIZED), ("marbles of wood", StatusCode::SEE_OTHER)] {
        let sent = server.send("/account/sign-in", &guest, &[("name", &name), ("password", password)]).await;
        assert_eq!(sent.status, status, "{password}");
    }

    // The server operator can set one as well, which invalidates the code.
    let set = reset_password(&server.config.database, &name.to_lowercase(), None).await.unwrap().unwrap();
    let sent = server.send("/account/sign-in", &guest, &[("name", &name), ("password", &set)]).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER);
    assert_eq!(recover(&name, &next, "marbles of clay").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(reset_password(&server.config.database, "nobody-at-all", None).await.unwrap(), None);
    let short = reset_password(&server.config.database, &name, Some("short".to_owned())).await;
    assert_eq!(short.unwrap_err().to_string(), Failure::BadPassword.to_string());
}

/// Codes are limited like passwords.
/// A user who has forgotten their password is usually not signed in anywhere.
#[tokio::test]
async fn a_password_is_recovered_by_who_has_no_session() {
    let server = Server::start().await;
    let guest = User(String::new());
    let name = fresh("Ada");
    let sent = server.send("/account/sign-up", &guest, &[("name", &name), ("password", PASSWORD)]).await;
    let (ada, code) = (sent.cookie.unwrap(), secret_of(&sent.page));
    server.send("/account/sign-out", &ada, &[]).await;
    assert_eq!(server.me(&ada).await, Value::Null);
    let sent = server.send("/account/recover", &guest, &[("name", &name), ("code", &code), ("new", "marbles of wood")]).await;
    assert_eq!(sent.status, StatusCode::OK, "{}", sent.page);
    assert_eq!(server.me(&sent.cookie.unwrap()).await, json!(name));
}

#[tokio::test]
async fn a_new_account_of_a_program_has_a_recovery_code_too() {
    let server = Server::start().await;
    let (user, name) = (server.guest().await, fresh("Bot"));
    let (_, reply) = server.call("POST", "/api/account", &user, json!({"name": name, "password": PASSWORD})).await;
    let form = [("name", &*name), ("code", reply["recovery"].as_str().unwrap()), ("new", "marbles of wood"), ("back", "/")];
    let sent = server.send("/account/recover", &User(String::new()), &form).await;
    assert_eq!((sent.status, server.me(&sent.cookie.unwrap()).await), (StatusCode::OK, json!(name)));
}

#[tokio::test]
async fn recovery_codes_are_not_guessed() {
    let server = Server::start().await;
    let headers = [("x-forwarded-for", "192.0.2.7"), ("content-type", "application/x-www-form-urlencoded")];
    let mut tries = 0;
    loop {
        let response = server.request("POST", "/account/recover", &headers, "name=ada&code=1&new=marbles+of+wood").await;
        if response.status() == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
        tries += 1;
        assert!(tries < 30);
    }
    assert!(tries >= 10, "{tries}");
}

#[tokio::test]
async fn a_deleted_account_leaves_its_games_without_a_name() {
    let server = Server::start().await;
    let (ada, bob) = (server.account("ada").await, server.account("bob").await);
    let rated = json!({"against": "online", "control": "600", "rated": true});
    let game = server.create(&ada.0, rated.clone()).await;
    server.act(&bob.0, &game, json!({"do": "join"})).await;
    let (sides, movers) = if server.state(&game).await["players"]["black"]["name"] == json!(ada.1) {
        (["black", "white"], [&ada.0, &bob.0])
    } else {
        (["white", "black"], [&bob.0, &ada.0])
    };
    for (user, m, version) in [(movers[0], "a1b2", 2), (movers[1], "i5h5", 3)] {
        let (status, answer) = server.act(user, &game, json!({"do": "play", "move": m, "version": version})).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    }
    let open = server.create(&ada.0, rated).await;
    let wrong = server.send("/account/delete", &ada.0, &[("password", "marbles of clay")]).await;
    assert_eq!((wrong.status, server.me(&ada.0).await), (StatusCode::UNAUTHORIZED, json!(ada.1)));
    let gone = server.send("/account/delete", &ada.0, &[("password", PASSWORD)]).await;
    assert_eq!((gone.status, gone.to.as_deref()), (StatusCode::SEE_OTHER, Some("/account?done=deleted")));
    assert_eq!(server.me(&ada.0).await, Value::Null);
    assert_eq!(server.page(&format!("/user/{}", ada.1), &bob.0).await.0, StatusCode::NOT_FOUND);
    let state = server.state(&game).await;
    assert_eq!((&state["status"], &state["outcome"]["winner"]), (&json!("over"), &json!(sides[1])), "{state}");
    assert_eq!((&state["players"][sides[0]]["name"], &state["players"][sides[1]]["change"]), (&Value::Null, &json!(162)));
    assert_eq!(server.state(&open).await["status"], "aborted");
    // Nobody can take the name and impersonate the former user.
    let guest = server.guest().await;
    let again = server.send("/account/sign-up", &guest, &[("name", &ada.1), ("password", PASSWORD)]).await;
    assert_eq!(again.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn settings_follow_the_account() {
    let server = Server::start().await;
    let (ada, name) = server.account("ada").await;
    let settings = async |user: &User| server.call("GET", "/api/settings", user, Value::Null).await.1;
    assert_eq!(settings(&User(String::new())).await, json!({}));
    assert_eq!(settings(&ada).await, json!({}));
    for (body, status) in [
        (json!({"theme": "dark", "sounds": "off"}), StatusCode::OK),
        (json!({"sounds": "on"}), StatusCode::OK),
        (json!({"sounds": "loud"}), StatusCode::BAD_REQUEST),
        (json!({"rank": "admin"}), StatusCode::BAD_REQUEST),
        (json!([]), StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(server.call("PUT", "/api/settings", &ada, body.clone()).await.0, status, "{body}");
    }
    assert_eq!(settings(&ada).await, json!({"theme": "dark", "sounds": "on"}));
    let sent = server.send("/settings", &ada, &[("language", "sv"), ("confirm", "on")]).await;
    assert_eq!((sent.status, sent.to.as_deref()), (StatusCode::SEE_OTHER, Some("/settings?kept")));

    // In another browser.
    let other =
        server.send("/account/sign-in", &User(String::new()), &[("name", &name), ("password", PASSWORD)]).await.cookie.unwrap();
    let (_, page) = server.page("/settings", &other).await;
    assert!(
        page.contains(
            "<html lang=\"sv\" data-theme=\"dark\" data-marbles=\"classic\" data-coordinates=\"on\" data-signs=\"off\" data-settings=\""
        ),
        "{page}"
    );
    assert!(page.contains("name=\"confirm\" value=\"on\" checked"), "{page}");
    // The language switch in the header changes the account's language as well.
    server.request("GET", "/language/pl", &[("cookie", &other.0)], "").await;
    assert_eq!(settings(&ada).await["language"], "pl");

    // A guest's settings move to the new account.
    let guest = server.guest().await;
    assert_eq!(server.send("/settings", &guest, &[("marbles", "print")]).await.status, StatusCode::SEE_OTHER);
    assert_eq!(server.send("/settings", &guest, &[("marbles", "gold")]).await.status, StatusCode::BAD_REQUEST);
    let name = fresh("bob");
    let bob = server.send("/account/sign-up", &guest, &[("name", &name), ("password", PASSWORD)]).await.cookie.unwrap();
    assert_eq!(settings(&bob).await, json!({"marbles": "print"}));
}

#[tokio::test]
async fn stars_of_lessons_are_kept_with_the_account() {
    let server = Server::start().await;
    let (ada, name) = server.account("ada").await;
    let path = "/api/lessons/progress";
    let stars = async |user: &User| server.call("GET", path, user, Value::Null).await;
    assert_eq!(stars(&ada).await, (StatusCode::OK, json!({})));
    for (body, kept) in [
        (json!({"first-steps": 2, "pac": 3}), json!({"first-steps": 2, "pac": 3})),
        // The higher number counts.
        (json!({"first-steps": 3, "pac": 1}), json!({"first-steps": 3, "pac": 3})),
        (json!({}), json!({"first-steps": 3, "pac": 3})),
    ] {
        assert_eq!(server.call("PUT", path, &ada, body.clone()).await, (StatusCode::OK, kept), "{body}");
    }
    for (body, status) in [
        (json!({"flying": 3}), StatusCode::BAD_REQUEST),
        (json!({"time": 4}), StatusCode::BAD_REQUEST),
        (json!({"time": 0}), StatusCode::BAD_REQUEST),
        (json!({"time": "3"}), StatusCode::BAD_REQUEST),
        // If one is invalid, nothing is saved.
        (json!({"time": 3, "flying": 1}), StatusCode::BAD_REQUEST),
        (json!([3]), StatusCode::BAD_REQUEST),
        (json!({"time": 3, "x".repeat(5000): 1}), StatusCode::PAYLOAD_TOO_LARGE),
    ] {
        assert_eq!(server.call("PUT", path, &ada, body.clone()).await.0, status, "{body}");
    }
    assert_eq!(stars(&ada).await.1, json!({"first-steps": 3, "pac": 3}));
    for nobody in [User(String::new()), server.guest().await] {
        assert_eq!(stars(&nobody).await.0, StatusCode::UNAUTHORIZED);
        assert_eq!(server.call("PUT", path, &nobody, json!({"pac": 3})).await.0, StatusCode::UNAUTHORIZED);
        assert!(!server.page("/learn/lessons", &nobody).await.1.contains("data-stars"));
    }

    // Another browser shows them immediately.
    let other =
        server.send("/account/sign-in", &User(String::new()), &[("name", &name), ("password", PASSWORD)]).await.cookie.unwrap();
    let (_, page) = server.page("/learn/lessons", &other).await;
    assert!(page.contains("data-lesson=\"pac\" data-steps=\"3\" data-stars=\"3\""), "{page}");
    assert!(page.contains("<span class=\"stars\" role=\"img\" aria-label=\"3 of 3 stars\">★★★</span>"), "{page}");
    let (bob, _) = server.account("bob").await;
    assert_eq!(stars(&bob).await.1, json!({}));
    assert_eq!(server.send("/account/delete", &other, &[("password", PASSWORD)]).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_profile_shows_ratings_and_games() {
    let server = Server::start().await;
    let (ada, bob) = (server.account("ada").await, server.account("bob").await);
    let path = format!("/user/{}", ada.1);
    assert!(server.page(&path, &bob.0).await.1.contains("No rated games yet"));
    for loser in [&bob.0, &ada.0, &bob.0] {
        let game = server.create(&ada.0, json!({"against": "online", "color": "black", "control": "300+3", "rated": true})).await;
        server.act(&bob.0, &game, json!({"do": "join"})).await;
        server.act(loser, &game, json!({"do": "resign"})).await;
    }
    let private = server.create(&ada.0, json!({"against": "engine", "level": 2, "color": "black", "control": "3d"})).await;
    let (status, page) = server.page(&path.to_uppercase().replace("/USER", "/user"), &bob.0).await;
    assert_eq!(status, StatusCode::OK, "names are found in any case");
    assert!(page.contains("against people: 2 won, 0 drawn, 1 lost"), "{page}");
    assert_eq!(page.matches("class=\"game\"").count(), 3, "what is private is not listed for others");
    assert!(page.contains("<polyline") && page.contains("+162") && page.contains(&bob.1), "{page}");
    assert_eq!(page.matches("<svg class=\"mini\"").count(), 3, "each game has its last position");
    assert_eq!(marks(&page), "L W L", "the results of the reader, the oldest first: {page}");
    assert!(page.contains("1 : 2") && page.contains("Against people") && !page.contains("Against the engine"), "{page}");
    let (_, own) = server.page(&path, &ada.0).await;
    assert_eq!(marks(&own), "", "nobody meets themselves");
    assert!(own.contains(&format!("/game/{private}")) && own.contains("href=\"/settings\""));
    let (_, none) = server.page(&format!("{path}?speed=classical"), &ada.0).await;
    assert_eq!(none.matches("class=\"game\"").count(), 0);
    for page in ["?page=2", "?page=-7", "?page=x", "?speed=light", "?page=99999999999"] {
        assert_eq!(server.page(&format!("{path}{page}"), &ada.0).await.0, StatusCode::OK, "{page}");
    }
    assert_eq!(server.page("/players?speed=blitz", &ada.0).await.0, StatusCode::OK);
    assert_eq!(server.page("/user/%3Cscript%3E", &ada.0).await.0, StatusCode::NOT_FOUND);
}

/// The marks of earlier games between two players on a page.
fn marks(page: &str) -> String {
    let Some((_, section)) = page.split_once("<section class=\"meetings\"") else { return String::new() };
    let (section, _) = section.split_once("</section>").unwrap();
    let marks = section.split("</a>").filter(|part| part.contains("<a ")).filter_map(|part| part.rsplit_once('>'));
    marks.map(|(_, letter)| letter).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_game_shows_earlier_games_of_its_players_to_those_who_may_see_them() {
    let server = Server::start().await;
    let (ada, bob, eve) = (server.account("ada").await, server.account("bob").await, server.account("eve").await);
    let play = async |public: bool, loser: Option<&User>| {
        let setup = json!({"against": "online", "color": "black", "control": "600", "public": public});
        let game = server.create(&ada.0, setup).await;
        server.act(&bob.0, &game, json!({"do": "join"})).await;
        if let Some(loser) = loser {
            assert_eq!(server.act(loser, &game, json!({"do": "resign"})).await.0, StatusCode::OK);
        }
        tokio::time::sleep(std::time::Duration::from_millis(3)).await;
        game
    };
    play(true, Some(&bob.0)).await;
    play(false, Some(&ada.0)).await;
    let with_eve = server.create(&eve.0, json!({"against": "online", "color": "black", "control": "600", "public": true})).await;
    server.act(&ada.0, &with_eve, json!({"do": "join"})).await;
    server.act(&eve.0, &with_eve, json!({"do": "resign"})).await;
    let game = play(true, None).await;
    let path = format!("/game/{game}");
    for (reader, expected, title) in [
        (&ada.0, "W L", format!("You and {}", bob.1)),
        (&bob.0, "L W", format!("You and {}", ada.1)),
        // Black's, without the private one.
        (&eve.0, "W", format!("{} – {}", ada.1, bob.1)),
    ] {
        let (_, page) = server.page(&path, reader).await;
        assert_eq!(marks(&page), expected, "{page}");
        assert!(page.contains(&title), "{title}: {page}");
    }
    // A game does not count among those before it.
    server.act(&ada.0, &game, json!({"do": "resign"})).await;
    assert_eq!(marks(&server.page(&path, &ada.0).await.1), "W L");
}

#[tokio::test]
async fn a_page_has_one_filled_action() {
    let server = Server::start().await;
    let (ada, name) = server.account("ada").await;
    let nobody = User(String::new());
    for (path, reader, most) in [
        ("/account", &nobody, 1),
        ("/account", &ada, 0),
        ("/players", &ada, 1),
        ("/puzzles", &nobody, 1),
        ("/settings", &ada, 1),
        (&format!("/user/{name}"), &ada, 0),
    ] {
        let (_, page) = server.page(path, reader).await;
        let filled = page.matches("class=\"main\"").count() + page.matches("button main").count();
        assert!(filled <= most, "{path}: {filled}");
    }
}

#[tokio::test]
async fn sockets_close_when_their_session_ends() {
    let server = Server::start().await;
    let (ada, name) = server.account("ada").await;
    let (bob, _) = server.account("bob").await;
    let elsewhere = async || {
        let sent = server.send("/account/sign-in", &User(String::new()), &[("name", &name), ("password", PASSWORD)]).await;
        sent.cookie.unwrap()
    };
    let game = server.create(&ada, json!({"against": "online", "color": "black"})).await;
    let path = format!("/api/games/{game}/socket");
    let open = async |path: &str, user: &User| server.connect(path, &[("cookie", &user.0)]).await.unwrap();
    let is_closed = async |client: &mut Client| loop {
        // Messages sent before the end still arrive.
        match client.next().await {
            None => return,
            Some(message) => assert_ne!(message["type"], "refused"),
        }
    };
    let mut others = open(&path, &bob).await;

    // Signing out closes only the sockets of that session.
    let phone = elsewhere().await;
    let (mut at_game, mut at_lobby) = (open(&path, &phone).await, open("/api/lobby/socket", &phone).await);
    let mut at_home = open(&path, &ada).await;
    server.send("/account/sign-out", &phone, &[]).await;
    is_closed(&mut at_game).await;
    is_closed(&mut at_lobby).await;
    assert_eq!(at_home.ask(json!({"do": "offer", "what": "draw", "version": 1})).await, "not-started", "the other one plays on");
    let state = open(&path, &phone).await.next_of("state").await;
    assert_eq!(state["you"], json!([]), "who comes back is somebody else");

    // So do signing out everywhere else and a new password; a program continues until its token is revoked.
    let token = json_of(server.request("POST", "/api/tokens", &[("cookie", &ada.0)], "").await).await;
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let mut program = server.connect(&path, &[("authorization", &bearer)]).await.unwrap();
    let mut phone = open(&path, &elsewhere().await).await;
    server.send("/account/sessions/end", &ada, &[]).await;
    is_closed(&mut phone).await;
    assert_eq!(program.ask(json!({"do": "ping", "version": 1})).await, 1);
    assert_eq!(at_home.ask(json!({"do": "ping", "version": 1})).await, 1);
    server.send("/account/password", &ada, &[("password", PASSWORD), ("new", "marbles of wood")]).await;
    is_closed(&mut program).await;
    is_closed(&mut at_home).await;
    assert_eq!(others.ask(json!({"do": "ping", "version": 1})).await, 1, "nobody else is cut off");
}
