//! The JSON API: what programs and our own pages ask for. docs/api.md describes it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::Router;
use axum::body::to_bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use sumito_rules::{Color, RecordFormat};

use crate::app::App;
use crate::db::User;
use crate::failure::Failure;
use crate::http::socket;
use crate::http::wire::{self, Credentials, NewGame, Request, Wish};
use crate::id::{GameId, random_bytes};
use crate::lobby;
use crate::people::lessons;
use crate::people::limits::{Limited, Open};
use crate::people::profiles;
use crate::people::puzzles;
use crate::people::sessions::{self, Session};
use crate::people::settings::{self, Settings};
use crate::play::live::{Action, Actor, Refusal};
use crate::time::now;

/// The largest body of a request.
const LARGEST_BODY: usize = 64 * 1024;
/// The longest reason that is told for a refusal that is not our own, in bytes.
const LONGEST_REASON: usize = 1024;
/// The most games in a list.
const LISTED: i64 = 50;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .route("/api/openapi.json", get(openapi))
        .route("/api/options", get(async || axum::Json(wire::options())))
        .route("/api/me", get(me).post(guest))
        .route("/api/account", post(register))
        .route("/api/session", post(sign_in).delete(sign_out))
        .route("/api/tokens", post(token))
        .route("/api/games", get(list).post(create))
        .route("/api/games/{game}", get(read))
        .route("/api/games/{game}/actions", post(act))
        .route("/api/games/{game}/record", get(record))
        .route("/api/games/{game}/chat", get(chat))
        .route("/api/games/{game}/socket", get(open_socket))
        .route("/api/lobby", get(async |State(app): State<App>| app.games.lobby.json()))
        .route("/api/lobby/socket", get(open_lobby))
        .merge(profiles::routes())
        .merge(settings::routes())
        .merge(lessons::routes())
        .merge(puzzles::routes())
        .route("/api/{*rest}", any(async || Failure::NotFound))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(map_response(in_our_words))
}

/// Requests that do not get as far as our code, since they are too large, not text, or by a wrong method, are refused like all others.
async fn in_our_words(response: Response) -> Response {
    let is_ours = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if is_ours || !response.status().is_client_error() {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let words = to_bytes(body, LONGEST_REASON).await.unwrap_or_default();
    let reason = match parts.status {
        StatusCode::PAYLOAD_TOO_LARGE => format!("expected at most {} kB", LARGEST_BODY / 1024),
        _ if words.is_empty() => parts.status.canonical_reason().unwrap_or("refused").to_lowercase(),
        _ => String::from_utf8_lossy(&words).into_owned(),
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.remove(header::CONTENT_TYPE);
    (parts.status, parts.headers, axum::Json(wire::refused(&Failure::Bad(reason), None))).into_response()
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        self.log();
        (self.status(), axum::Json(wire::refused(&self, None))).into_response()
    }
}

/// Where a request comes from. A proxy on this machine tells it, or one that was named.
#[derive(Copy, Clone)]
pub(crate) struct Address(pub(crate) IpAddr);

impl FromRequestParts<App> for Address {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Address, Self::Rejection> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map_or(Ipv4Addr::LOCALHOST.into(), |info| info.0.ip());
        // An old address in the clothes of a new one is the old one.
        let peer = peer.to_canonical();
        let is_proxy = app.is_proxy(peer);
        // The last of all such headers is the proxy's own; what stands before it anybody may have written.
        let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back().and_then(|value| value.to_str().ok());
        let forwarded: Option<IpAddr> = forwarded.and_then(|list| list.rsplit(',').next()?.trim().parse().ok());
        Ok(Address(forwarded.filter(|_| is_proxy).map_or(peer, |address| address.to_canonical())))
    }
}

impl App {
    pub(crate) fn limit(&self, limited: Limited, address: Address) -> Result<(), Failure> {
        if self.limits.allow(limited, address.0, now()) { Ok(()) } else { Err(Failure::TooMany) }
    }

    /// The user of a request, if it tells one.
    pub(crate) async fn user(&self, headers: &HeaderMap) -> Result<Option<User>, Failure> {
        sessions::user(self.games.db(), headers, now()).await
    }

    /// The user of a request, and what they prefer.
    pub(crate) async fn reader(&self, headers: &HeaderMap) -> Result<Option<(User, Settings)>, Failure> {
        let found = sessions::reader(self.games.db(), headers, now()).await?;
        Ok(found.map(|(user, settings)| (user, settings.map(|text| Settings::kept(&text)).unwrap_or_default())))
    }

    /// The user of a request, or a new one without an account, with the header that keeps it.
    pub(crate) async fn user_or_guest(&self, headers: &HeaderMap, address: Address) -> Result<(User, HeaderMap), Failure> {
        self.user_or_guest_as(self.user(headers).await?, address).await
    }

    /// The same for a user that is known already, or known not to be there.
    pub(crate) async fn user_or_guest_as(&self, user: Option<User>, address: Address) -> Result<(User, HeaderMap), Failure> {
        if let Some(user) = user {
            return Ok((user, HeaderMap::new()));
        }
        self.limit(Limited::Create, address)?;
        let session = sessions::guest(self.games.db(), now()).await?;
        Ok(self.signed_in(session))
    }

    /// Sets up a game for who asks, with the header that keeps who they are.
    pub(crate) async fn set_up(
        &self,
        wanted: NewGame,
        headers: &HeaderMap,
        address: Address,
    ) -> Result<(User, HeaderMap, GameId), Failure> {
        self.limit(Limited::Create, address)?;
        let (user, headers) = self.user_or_guest(headers, address).await?;
        let [chance] = random_bytes();
        let setup = wanted.setup(&user, if chance % 2 == 0 { Color::Black } else { Color::White })?;
        if setup.is_seek() && !self.games.lobby.may_seek(user.id) {
            return Err(Failure::TooMany);
        }
        let id = self.games.create(setup, now()).await?;
        Ok((user, headers, id))
    }

    pub(crate) fn signed_in(&self, session: Session) -> (User, HeaderMap) {
        let mut headers = HeaderMap::new();
        headers.insert(header::SET_COOKIE, session.cookie(self.secure()));
        (session.user, headers)
    }
}

pub(crate) type Answer = Result<(HeaderMap, axum::Json<Value>), Failure>;

pub(crate) fn answer(headers: HeaderMap, value: Value) -> (HeaderMap, axum::Json<Value>) {
    (headers, axum::Json(value))
}

async fn health(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.games.db().is_alive().await { (StatusCode::OK, "ok\n") } else { (StatusCode::SERVICE_UNAVAILABLE, "no database\n") }
}

async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let kind = HeaderValue::from_static("text/plain; version=0.0.4");
    ([(header::CONTENT_TYPE, kind)], app.games.metrics.text(&app.games.load_figures()))
}

/// The description of this API for programs; a test holds it to what is answered.
async fn openapi() -> impl IntoResponse {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, kind)], include_str!("../../../../docs/openapi.json"))
}

async fn me(State(app): State<App>, headers: HeaderMap) -> Answer {
    let user = app.user(&headers).await?;
    Ok(answer(HeaderMap::new(), user.map_or(Value::Null, |user| wire::user(&user))))
}

async fn guest(State(app): State<App>, address: Address, headers: HeaderMap) -> Answer {
    let (user, headers) = app.user_or_guest(&headers, address).await?;
    Ok(answer(headers, wire::user(&user)))
}

async fn register(State(app): State<App>, address: Address, headers: HeaderMap, body: String) -> Answer {
    let (user, headers, code) = app.sign_up(&headers, address, Credentials::parse(&body)?).await?;
    let mut told = wire::user(&user);
    told["recovery"] = code.into();
    Ok(answer(headers, told))
}

async fn sign_in(State(app): State<App>, address: Address, headers: HeaderMap, body: String) -> Answer {
    // What does not read counts as a try as well.
    let credentials = Credentials::parse(&body).or_else(|failure| app.limit(Limited::Password, address).and(Err(failure)))?;
    let (user, headers) = app.sign_in(&headers, address, credentials).await?;
    Ok(answer(headers, wire::user(&user)))
}

async fn sign_out(State(app): State<App>, headers: HeaderMap) -> Answer {
    Ok(answer(app.sign_out(&headers).await?, Value::Null))
}

async fn token(State(app): State<App>, address: Address, headers: HeaderMap) -> Answer {
    let token = app.add_token(&headers, address, "API").await?;
    Ok(answer(HeaderMap::new(), json!({"token": token})))
}

#[derive(Deserialize)]
struct Listing {
    #[serde(default)]
    status: ListedStatus,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ListedStatus {
    /// Games to watch.
    #[default]
    Playing,
    /// Games with an open seat.
    Waiting,
    Over,
    /// The user's own, whatever their status.
    Mine,
}

async fn list(State(app): State<App>, headers: HeaderMap, listing: Result<Query<Listing>, QueryRejection>) -> Answer {
    let Ok(Query(listing)) = listing else {
        return Err(Failure::Bad("status: expected playing, waiting, over or mine".to_owned()));
    };
    let db = app.games.db();
    let ids = match listing.status {
        ListedStatus::Playing => db.public_games("playing", LISTED).await?,
        ListedStatus::Waiting => db.public_games("waiting", LISTED).await?,
        ListedStatus::Over => db.public_games("over", LISTED).await?,
        ListedStatus::Mine => match app.user(&headers).await? {
            Some(user) => db.games_of(user.id, LISTED).await?,
            None => Vec::new(),
        },
    };
    let games: Vec<Value> = app.list(ids).await?.iter().map(wire::summary).collect();
    Ok(answer(HeaderMap::new(), json!({"games": games})))
}

async fn create(State(app): State<App>, address: Address, headers: HeaderMap, body: String) -> Answer {
    let (user, headers, id) = app.set_up(NewGame::parse(&body)?, &headers, address).await?;
    let state = app.games.read(id, |table| wire::state(id, table, Some(user.id), None, now())).await?;
    Ok(answer(headers, state))
}

fn game_id(text: &str) -> Result<GameId, Failure> {
    text.parse().map_err(|_| Failure::NotFound)
}

#[derive(Deserialize)]
struct Since {
    since: Option<u32>,
}

type SinceQuery = Result<Query<Since>, QueryRejection>;

fn since(query: &SinceQuery) -> Result<Option<u32>, Failure> {
    let Ok(Query(Since { since })) = query else { return Err(Failure::Bad("since: expected a version".to_owned())) };
    Ok(*since)
}

async fn read(State(app): State<App>, Path(game): Path<String>, query: SinceQuery, headers: HeaderMap) -> Answer {
    let (id, since) = (game_id(&game)?, since(&query)?);
    let user = app.user(&headers).await?.map(|user| user.id);
    let state = app.games.read(id, |table| wire::state(id, table, user, since, now())).await?;
    Ok(answer(HeaderMap::new(), state))
}

async fn act(State(app): State<App>, Path(game): Path<String>, address: Address, headers: HeaderMap, body: String) -> Answer {
    let id = game_id(&game)?;
    let request = Request::parse(&body)?;
    let (version, echo) = (request.version, request.id);
    let wish = request.wish(0);
    let (user, headers) = match (app.user(&headers).await?, &wish) {
        (Some(user), _) => (user, HeaderMap::new()),
        // Who takes a seat becomes somebody.
        (None, Wish::Act(Action::Join)) => app.user_or_guest(&headers, address).await?,
        (None, _) => return Err(Failure::SignedOut),
    };
    let version = match wish {
        Wish::Act(action) => app.games.act(id, Actor::User(user.id), version, action, now()).await?,
        Wish::Say(line) => {
            app.limit(Limited::Create, address)?;
            app.games.say(id, user.id, &line, now()).await?;
            version
        }
        Wish::Answer => version,
    };
    Ok(answer(headers, wire::done(version, echo)))
}

#[derive(Deserialize)]
struct Format {
    format: Option<String>,
}

/// The game as a file.
async fn record(State(app): State<App>, Path(game): Path<String>, Query(query): Query<Format>) -> Result<Response, Failure> {
    let id = game_id(&game)?;
    let name = query.format.as_deref().unwrap_or("apgn");
    let format: RecordFormat = name.parse().map_err(|error| Failure::Bad(format!("format: {error}")))?;
    let text = app.games.read(id, |table| crate::games::record::record(table).format(format)).await?;
    let file =
        format!("attachment; filename=\"sumito-{id}.{}\"", if format == RecordFormat::PlayStrategy { "pgn" } else { "apgn" });
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    let file = HeaderValue::from_str(&file).expect("a name of letters and digits");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, file)], text).into_response())
}

/// What the players said; for them alone.
async fn chat(State(app): State<App>, Path(game): Path<String>, headers: HeaderMap) -> Answer {
    let id = game_id(&game)?;
    let user = app.user(&headers).await?.ok_or(Failure::SignedOut)?;
    if !app.games.read(id, |table| table.live.sides(user.id).next().is_some()).await? {
        return Err(Refusal::NotYourSeat.into());
    }
    let said = app.games.db().chat(id).await?;
    Ok(answer(HeaderMap::new(), json!({"chat": said.iter().map(wire::said).collect::<Vec<_>>()})))
}

async fn open_socket(
    State(app): State<App>,
    Path(game): Path<String>,
    query: SinceQuery,
    address: Address,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let (id, since) = (game_id(&game)?, since(&query)?);
    // A game that is not there is told before the line changes its language.
    app.games.read(id, |_| ()).await?;
    let line = app.lines.tie(sessions::digest_of(&headers));
    let user = app.user(&headers).await?;
    line.belongs_to(user.as_ref().map(|user| user.id));
    let visitor = socket::Visitor { user, line, bucket: app.limits.of_socket(address.0, now()) };
    app.clone().open(address, upgrade, async move |socket| socket::serve(app, socket, id, visitor, since).await)
}

async fn open_lobby(
    State(app): State<App>,
    address: Address,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let line = app.lines.tie(sessions::digest_of(&headers));
    let user = app.user(&headers).await?.map(|user| user.id);
    line.belongs_to(user);
    app.clone().open(address, upgrade, async move |socket| lobby::serve(app, socket, user, line).await)
}

impl App {
    /// Opens a socket, if the address has not too many.
    fn open<F>(
        self,
        address: Address,
        upgrade: WebSocketUpgrade,
        serve: impl FnOnce(WebSocket) -> F + Send + 'static,
    ) -> Result<Response, Failure>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let held = self.limits.hold(Open::Socket, address.0).ok_or(Failure::TooMany)?;
        self.games.metrics.sockets.add();
        let upgrade = upgrade.max_message_size(socket::LARGEST).max_frame_size(socket::LARGEST);
        // Messages are short, and there are many sockets: what waits for one is kept small, and what it does not take is given up.
        let upgrade = upgrade.read_buffer_size(512).write_buffer_size(0).max_write_buffer_size(socket::MOST_UNSENT);
        let failed = self.clone();
        let upgrade = upgrade.on_failed_upgrade(move |error| {
            tracing::debug!(%error, "a socket did not open");
            failed.games.metrics.sockets.take();
        });
        Ok(upgrade.on_upgrade(async move |socket| {
            serve(socket).await;
            self.games.metrics.sockets.take();
            drop(held);
        }))
    }
}
