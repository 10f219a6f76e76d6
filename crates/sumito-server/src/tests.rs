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
mod bot_faults;
mod bots;
mod embedding;
mod engine_room;
mod game;
mod images;
mod lobby;
mod moderation;
mod nodes;
mod one_server;
pub(crate) mod openapi;
mod party;
mod party_pages;
mod play;
mod presence;
mod puzzles;
mod ratings;
mod requests;
mod saving;
mod search;
mod seats;
mod security;
mod site;
mod social;
mod teams;
mod tournament_files;
mod tournaments;
mod transfer;
mod weight;
mod workers;

struct Server {
    app: App,
    address: SocketAddr,
    config: Config,
    folder: PathBuf,
}

impl Server {
    async fn start() -> Server {
        Server::with_engine(1).await
    }

    /// A server whose engine has this many threads.
    async fn with_engine(engine_threads: usize) -> Server {
        let (config, folder) = Server::configured();
        let database = Db::fresh(&folder).await;
        Server::with(Config { database, engine_threads, ..config }, folder).await
    }

    /// A configuration without a database, and a folder for it.
    fn configured() -> (Config, PathBuf) {
        let folder = std::env::temp_dir().join(format!("sumito-{}", id::GameId::random()));
        std::fs::create_dir_all(&folder).unwrap();
        let bus = std::env::var("SUMITO_TEST_BUS").ok();
        let database = String::new();
        let config = Config {
            database,
            bus,
            origin: None,
            proxies: Vec::new(),
            engine_threads: 1,
            drain: Duration::ZERO,
            shares_database: true,
            room_clock: "60+1".to_owned(),
        };
        (config, folder)
    }

    async fn with(config: Config, folder: PathBuf) -> Server {
        let (app, phase) = App::start(&config).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(crate::Server { app: app.clone(), phase, drain: config.drain }.serve(listener, std::future::pending()));
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

    /// A new user, as the cookie of their session.
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
        // The database from the variable may have been used before.
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

    /// The next message, or `None` if the connection is closed.
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

    /// Sends an action; returns the version after it, or the key of the refusal.
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
