//! The real router, the real sockets and a real database: a temporary one of SQLite, or `SUMITO_TEST_DATABASE`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tower::ServiceExt;

use axum::http::{HeaderValue, header};
use axum::response::Response;
use tokio::net::TcpListener;

use crate::app::{App, Config};
use crate::db::Db;
use crate::id;

mod accounts;
mod game;
mod lobby;
mod one_server;
mod openapi;
mod presence;
mod puzzles;
mod ratings;
mod saving;
mod seats;
mod security;
mod site;
mod weight;

struct Server {
    app: App,
    address: SocketAddr,
    config: Config,
    folder: PathBuf,
}

impl Server {
    async fn start() -> Server {
        let folder = std::env::temp_dir().join(format!("sumito-{}", id::GameId::random()));
        std::fs::create_dir_all(&folder).unwrap();
        let database = Db::fresh(&folder).await;
        Server::with(Config { database, origin: None, proxies: Vec::new(), engine_threads: 1, shares_database: true }, folder)
            .await
    }

    async fn with(config: Config, folder: PathBuf) -> Server {
        let (app, close) = App::start(&config).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(crate::Server { app: app.clone(), close }.serve(listener, std::future::pending()));
        Server { app, address, config, folder }
    }

    async fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let mut request = axum::http::Request::builder().method(method).uri(path);
        for &(name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.body(Body::from(body.to_owned())).unwrap();
        crate::router(self.app.clone()).oneshot(request).await.unwrap()
    }

    async fn call(&self, method: &str, path: &str, user: &User, body: Value) -> (StatusCode, Value) {
        let response = self.request(method, path, &[("cookie", &user.0)], &body.to_string()).await;
        let status = response.status();
        (status, json_of(response).await)
    }

    /// A new user, by the cookie of its session.
    async fn guest(&self) -> User {
        let response = self.request("POST", "/api/me", &[], "").await;
        User(cookie_of(&response))
    }

    async fn create(&self, user: &User, game: Value) -> String {
        let (status, state) = self.call("POST", "/api/games", user, game).await;
        assert_eq!(status, StatusCode::OK, "{state}");
        state["game"].as_str().unwrap().to_owned()
    }

    /// A new user with an account, and its name.
    async fn account(&self, name: &str) -> (User, String) {
        let user = self.guest().await;
        // A database that is given may have been used before.
        let name = format!("{name}-{}", &id::GameId::random().as_str()[..8]);
        let credentials = json!({"name": name, "password": "marbles of glass"});
        let response = self.request("POST", "/api/account", &[("cookie", &user.0)], &credentials.to_string()).await;
        assert_eq!(response.status(), StatusCode::OK);
        let user = if response.headers().contains_key(header::SET_COOKIE) { User(cookie_of(&response)) } else { user };
        (user, name)
    }

    /// Two users and a game that both have joined, Black the first.
    async fn pair(&self, control: &str) -> (User, User, String) {
        let (black, white) = (self.guest().await, self.guest().await);
        let game = self.create(&black, json!({"against": "online", "color": "black", "control": control})).await;
        let (status, done) = self.act(&white, &game, json!({"do": "join"})).await;
        assert_eq!(status, StatusCode::OK, "{done}");
        (black, white, game)
    }

    async fn act(&self, user: &User, game: &str, action: Value) -> (StatusCode, Value) {
        self.call("POST", &format!("/api/games/{game}/actions"), user, action).await
    }

    async fn state(&self, game: &str) -> Value {
        self.call("GET", &format!("/api/games/{game}"), &User(String::new()), Value::Null).await.1
    }

    async fn socket(&self, game: &str, user: &User, query: &str) -> Client {
        self.try_socket(game, &[("cookie", &user.0)], query).await.unwrap()
    }

    async fn try_socket(&self, game: &str, headers: &[(&'static str, &str)], query: &str) -> Result<Client, tungstenite::Error> {
        self.connect(&format!("/api/games/{game}/socket{query}"), headers).await
    }

    async fn connect(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Client, tungstenite::Error> {
        let url = format!("ws://{}{path}", self.address);
        let mut request = url.into_client_request().unwrap();
        for &(name, value) in headers {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        connect_async(request).await.map(|(socket, _)| Client(socket))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

struct User(String);

fn cookie_of(response: &Response) -> String {
    let cookie = response.headers()[header::SET_COOKIE].to_str().unwrap();
    cookie.split(';').next().unwrap().to_owned()
}

async fn json_of(response: Response) -> Value {
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    serde_json::from_slice(&bytes).unwrap_or_else(|_| String::from_utf8_lossy(&bytes).into())
}

struct Client(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Client {
    async fn send(&mut self, value: Value) {
        self.send_text(&value.to_string()).await;
    }

    async fn send_text(&mut self, text: &str) {
        use tokio_tungstenite::tungstenite::Utf8Bytes;
        futures_util::SinkExt::send(&mut self.0, Message::Text(Utf8Bytes::from(text))).await.unwrap();
    }

    /// The next message, or nothing if the line is closed.
    async fn next(&mut self) -> Option<Value> {
        loop {
            let next = futures_util::StreamExt::next(&mut self.0);
            let message = tokio::time::timeout(Duration::from_secs(20), next).await.expect("a message within 20 s");
            match message? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a type.
    async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("closed while waiting for {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Does something, and tells the version after it or the key of the refusal.
    async fn ask(&mut self, action: Value) -> Value {
        self.send(action).await;
        loop {
            let message = self.next().await.expect("an answer");
            match message["type"].as_str() {
                Some("done") => return message["version"].clone(),
                Some("refused") => return message["key"].clone(),
                _ => {}
            }
        }
    }
}

#[tokio::test]
async fn a_newcomer_plays_against_the_engine() {
    let server = Server::start().await;
    let response = server.request("POST", "/api/games", &[], r#"{"against":"engine","level":1,"color":"black"}"#).await;
    let user = User(cookie_of(&response));
    let state = json_of(response).await;
    assert_eq!((&state["kind"], &state["you"]), (&json!("engine"), &json!(["black"])));
    let game = state["game"].as_str().unwrap();

    let mut socket = server.socket(game, &user, "").await;
    let state = socket.next_of("state").await;
    assert_eq!((&state["version"], &state["turn"]), (&json!(1), &json!("black")));
    assert_eq!(socket.ask(json!({"do": "play", "move": "a1b2", "version": 1, "id": 5})).await, json!(2));
    let event = socket.next_of("event").await;
    assert_eq!((&event["event"], &event["version"], &event["turn"]), (&json!("moved"), &json!(2), &json!("white")));
    let answer = socket.next_of("event").await;
    assert_eq!((&answer["event"], &answer["version"], &answer["turn"]), (&json!("moved"), &json!(3), &json!("black")));

    // The engine opens where it has Black.
    let game = server.create(&user, json!({"against": "engine", "level": 10, "color": "white", "layout": "standard"})).await;
    let mut socket = server.socket(&game, &user, "").await;
    let state = socket.next_of("state").await;
    // It may have moved before the socket was open.
    let opened = if state["version"] == 1 { socket.next_of("event").await } else { state };
    assert_eq!((&opened["version"], &opened["turn"]), (&json!(2), &json!("white")));
    let state = server.state(&game).await;
    assert_eq!((&state["version"], state["moves"].as_array().map(Vec::len)), (&json!(2), Some(1)));
}

#[tokio::test]
async fn two_players_see_each_others_moves_and_nothing_else_is_let_through() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("600").await;
    let stranger = server.guest().await;
    let (mut b, mut w) = (server.socket(&game, &black, "").await, server.socket(&game, &white, "").await);
    let mut s = server.socket(&game, &stranger, "").await;
    let mut nobody = server.socket(&game, &User(String::new()), "").await;
    assert_eq!(w.next_of("state").await["you"], json!(["white"]));
    assert_eq!(s.next_of("state").await["you"], json!([]));

    let play = |m: &str, version: u32| json!({"do": "play", "move": m, "version": version});
    assert_eq!(w.ask(play("i5h5", 2)).await, "not-your-turn");
    assert_eq!(s.ask(play("a1b2", 2)).await, "not-your-seat");
    assert_eq!(nobody.ask(play("a1b2", 2)).await, "signed-out");
    assert_eq!(b.ask(play("a1b2", 1)).await, 3, "joining did not change the position");
    assert_eq!(w.ask(play("i5h5", 1)).await, "stale");
    assert_eq!(w.ask(play("i5h5", 99)).await, "stale");
    assert_eq!(w.ask(json!({"do": "play", "version": 3})).await, "bad-request");
    assert_eq!(w.ask(json!({"do": "dance", "version": 3})).await, "bad-request");
    assert_eq!(w.ask(json!({"do": "offer", "what": "cake"})).await, "bad-request");
    w.send_text("{not json").await;
    assert_eq!(w.next_of("refused").await["key"], "bad-request");

    w.send(json!({"do": "play", "move": "a4b4", "version": 3, "id": 9})).await;
    let done = w.next_of("done").await;
    assert_eq!((&done["version"], &done["id"]), (&json!(4), &json!(9)));
    for socket in [&mut b, &mut s] {
        let mut event = socket.next_of("event").await;
        while event["version"] != 4 {
            event = socket.next_of("event").await;
        }
        assert_eq!((&event["event"], &event["move"]), (&json!("moved"), &json!("a4b4")));
        assert_eq!(event["clocks"]["running"], "black");
    }
    // An illegal move is explained with the cell.
    b.send(json!({"do": "play", "move": "e5e6", "version": 4})).await;
    let refused = b.next_of("refused").await;
    assert_eq!((&refused["key"], &refused["cell"]), (&json!("empty-cell"), &json!("e5")));

    // What players say is for them alone.
    assert_eq!(s.ask(json!({"do": "chat", "text": "hello"})).await, "not-your-seat");
    b.send(json!({"do": "chat", "text": "  good <b>luck</b>\u{7} "})).await;
    assert_eq!(w.next_of("chat").await["text"], "good <b>luck</b>");
    // Nobody turns the writing of others around, or says nothing at length.
    for nothing in ["\u{200b} \u{feff}", "\u{200d}", "\u{202e}", "\n"] {
        assert_eq!(w.ask(json!({"do": "chat", "text": nothing})).await, "bad-request", "{nothing:?}");
    }
    let (status, chat) = server.call("GET", &format!("/api/games/{game}/chat"), &white, Value::Null).await;
    assert_eq!((status, chat["chat"].as_array().map(Vec::len)), (StatusCode::OK, Some(1)));
    let (status, _) = server.call("GET", &format!("/api/games/{game}/chat"), &stranger, Value::Null).await;
    assert_eq!(status, StatusCode::CONFLICT);

    // White loses its connection; the others are told.
    drop(w);
    let mut present = b.next_of("present").await;
    while present["players"]["white"] != json!(false) {
        present = b.next_of("present").await;
    }
    assert_eq!(present["players"]["black"], true);
    let mut heard = s.next().await.unwrap();
    while heard["type"] != "present" || heard["players"]["white"] != json!(false) {
        assert_ne!(heard["type"], "chat", "strangers do not hear what players say");
        heard = s.next().await.unwrap();
    }
}

#[tokio::test]
async fn a_client_catches_up_and_two_tabs_agree() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("none").await;
    let mut first = server.socket(&game, &black, "").await;
    let mut second = server.socket(&game, &black, "").await;
    assert_eq!(first.ask(json!({"do": "play", "move": "a1b2", "version": 2})).await, 3);
    assert_eq!(second.next_of("event").await["version"], 3);
    drop((first, second));
    server.act(&white, &game, json!({"do": "offer", "what": "takeback"})).await;
    server.act(&white, &game, json!({"do": "offer", "what": "draw", "version": 3})).await;
    server.act(&white, &game, json!({"do": "play", "move": "i5h5", "version": 3})).await;

    let mut again = server.socket(&game, &black, "?since=3").await;
    let state = again.next_of("state").await;
    let missed: Vec<_> = state["missed"].as_array().unwrap().iter().map(|event| &event["event"]).collect();
    assert_eq!(missed, ["offered", "moved"]);
    assert_eq!((&state["version"], &state["moves"]), (&json!(5), &json!(["a1b2", "i5h5"])));
    assert_eq!(state["offers"], json!([{"what": "draw", "by": "white"}]));
    assert_eq!(again.ask(json!({"do": "accept", "what": "draw", "version": 5})).await, 6);
    assert_eq!(server.state(&game).await["outcome"]["key"], "drawn-by-agreement");

    for since in ["?since=0", "?since=99"] {
        let state = server.socket(&game, &black, since).await.next_of("state").await;
        assert_eq!(state["missed"].as_array().unwrap().len(), if since == "?since=0" { 6 } else { 0 });
    }
}

#[tokio::test]
async fn a_flag_falls_although_nobody_is_there() {
    let server = Server::start().await;
    let (black, _, game) = server.pair("1").await;
    server.act(&black, &game, json!({"do": "play", "move": "a1b2", "version": 2})).await;
    let id = game.parse().unwrap();
    let begun = std::time::Instant::now();
    let log = loop {
        // Nobody looks at the game: a page or a socket could be what lets the flag fall.
        let log = server.app.games.db().log(id).await.unwrap();
        if log.len() > 3 {
            break log;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "the flag does not fall: {log:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(log[3].1, "flag-fell\twhite");
    assert!(log[3].0 - log[2].0 >= 1_000, "{log:?}");
    let state = server.state(&game).await;
    assert_eq!((&state["status"], &state["outcome"]["key"]), (&json!("over"), &json!("won-on-time")));
}

#[tokio::test]
async fn games_outlive_the_server() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("300+3").await;
    server.act(&black, &game, json!({"do": "play", "move": "a1b2", "version": 2})).await;
    server.act(&white, &game, json!({"do": "play", "move": "i5h5", "version": 3})).await;
    let engine = server.create(&black, json!({"against": "engine", "level": 1, "color": "black"})).await;
    let without_now = |mut state: Value| {
        state["clocks"] = Value::Null;
        state
    };
    let before = without_now(server.state(&game).await);

    let again = Server::with(server.config.clone(), PathBuf::from("nowhere")).await;
    assert_eq!(without_now(again.state(&game).await), before);
    let (status, _) = again.act(&black, &game, json!({"do": "play", "move": "b2c3", "version": 4})).await;
    assert_eq!(status, StatusCode::OK, "the session has outlived it as well");

    // The first server does not know of that move: what it would add is refused, and then it has learned.
    let (status, refused) = server.act(&black, &game, json!({"do": "play", "move": "b2c3", "version": 4})).await;
    assert_eq!((status, &refused["key"]), (StatusCode::CONFLICT, &json!("stale")));
    assert_eq!(server.state(&game).await["version"], 5);
    assert_eq!(again.state(&engine).await["version"], 1);
}

#[tokio::test]
async fn a_rematch_is_a_new_game_with_colors_exchanged() {
    let server = Server::start().await;
    let (black, white, game) = server.pair("600").await;
    let mut socket = server.socket(&game, &black, "").await;
    assert_eq!(socket.ask(json!({"do": "offer", "what": "rematch"})).await, "not-over");
    assert_eq!(socket.ask(json!({"do": "resign"})).await, 3);
    assert_eq!(socket.ask(json!({"do": "offer", "what": "rematch"})).await, 4);
    server.act(&white, &game, json!({"do": "accept", "what": "rematch"})).await;
    let mut event = socket.next_of("event").await;
    while event["event"] != "rematched" {
        event = socket.next_of("event").await;
    }
    let next = server.call("GET", &format!("/api/games/{}", event["next"].as_str().unwrap()), &black, Value::Null).await.1;
    assert_eq!((&next["you"], &next["status"], &next["control"]), (&json!(["white"]), &json!("playing"), &json!("600")));
    assert_eq!(server.state(&game).await["next"], next["game"]);
}

#[tokio::test]
async fn lists_show_what_is_public() {
    let server = Server::start().await;
    let user = server.guest().await;
    let public = server.create(&user, json!({"against": "online", "public": true})).await;
    let private = server.create(&user, json!({"against": "online"})).await;
    let ids = |listing: Value| listing["games"].as_array().unwrap().iter().map(|game| game["game"].clone()).collect::<Vec<_>>();
    let nobody = User(String::new());
    let open = ids(server.call("GET", "/api/games?status=open", &nobody, Value::Null).await.1);
    assert!(open.contains(&json!(public)) && !open.contains(&json!(private)));
    let mine = ids(server.call("GET", "/api/games?status=mine", &user, Value::Null).await.1);
    assert!(mine.contains(&json!(public)) && mine.contains(&json!(private)));
    assert_eq!(ids(server.call("GET", "/api/games?status=mine", &nobody, Value::Null).await.1), Vec::<Value>::new());
    let (status, _) = server.call("GET", "/api/games?status=lost", &nobody, Value::Null).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let options = server.call("GET", "/api/options", &nobody, Value::Null).await.1;
    assert_eq!(options["controls"][1], "600");
}

#[tokio::test]
async fn setups_that_do_not_hold_are_refused() {
    let server = Server::start().await;
    let user = server.guest().await;
    let cases = [
        (json!({}), "missing field `against`"),
        (json!({"against": "engine"}), "level: expected a number from 1 to 10"),
        (json!({"against": "engine", "level": 11}), "level: expected a number from 1 to 10"),
        (json!({"against": "online", "layout": "nowhere"}), "layout: there is none by that name"),
        (json!({"against": "online", "position": "x"}), "position: "),
        (json!({"against": "online", "layout": "star", "position": "star"}), "give a layout or a position, not both"),
        (json!({"against": "online", "control": "fast"}), "control: "),
        (json!({"against": "online", "rules": "win=0"}), "rules: "),
        (json!({"against": "online", "rules": "plies=1001"}), "rules: expected plies=1000 or less, found plies=1001"),
        (json!({"against": "online", "rated": true}), "only users with an account can do that"),
        (json!({"against": "same-screen", "rated": true}), "rated: only games between two accounts can be rated"),
        (json!({"against": "online", "bet": 5}), "unknown field `bet`"),
        (json!({"against": "same-screen", "position": "5/6/7/8/9/8/7/6/b4 w"}), "the game would be over in this position"),
    ];
    for (game, message) in cases {
        let (status, refused) = server.call("POST", "/api/games", &user, game.clone()).await;
        assert!(status.is_client_error(), "{game}: {status}");
        assert!(refused["message"].as_str().unwrap().starts_with(message), "{game}: {refused}");
    }
}

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

    // A wrong name and a wrong password are told apart by nobody.
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
    // What does not read counts as well, and costs nothing.
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
    // Each of thirty requests claims to come from somewhere else: who is believed is not limited, since only ten are for one address.
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
