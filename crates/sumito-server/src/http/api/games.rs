//! Games: lists, setting up, actions, records, chat, and the sockets of games and lobby.

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use sumito_rules::record::Format;

use super::{ApiResult, SessionResult};
use crate::app::App;
use crate::db::Scope;
use crate::failure::Failure;
use crate::games::lists::Public;
use crate::games::record;
use crate::http::game_socket;
use crate::http::lobby_socket::{self, Interest};
use crate::http::wire::{self, Command, Request};
use crate::id::GameId;
use crate::people::caller::Caller;
use crate::people::game_search::SearchForm;
use crate::people::limits::Limit;
use crate::play::live::{Action, Actor};
use crate::play::refusal::Refusal;
use crate::time::now;

/// The most games in a list.
const LISTED: i64 = 50;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/options", get(async || wire::options()))
        .route("/api/games", get(list).post(create))
        .route("/api/games/search", get(search))
        .route("/api/games/{game}", get(read))
        .route("/api/games/{game}/actions", post(act))
        .route("/api/games/{game}/moves", get(legal_moves))
        .route("/api/games/{game}/record", get(export))
        .route("/api/games/{game}/chat", get(chat))
        .route("/api/games/{game}/socket", get(open_game))
        .route("/embed/game/{game}/socket", get(watch_game))
        .route("/api/lobby", get(lobby))
        .route("/api/lobby/socket", get(open_lobby))
        .route("/api/tv/socket", get(open_tv))
        .route("/api/me/socket", get(open_account))
}

#[derive(Deserialize)]
struct ListQuery {
    #[serde(default)]
    status: ListStatus,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ListStatus {
    /// Games to watch.
    #[default]
    Playing,
    /// Games with an open seat.
    Open,
    Over,
    /// The user's own, whatever their status.
    Mine,
}

async fn list(State(app): State<App>, caller: Caller, query: Result<Query<ListQuery>, QueryRejection>) -> ApiResult {
    let Ok(Query(query)) = query else {
        return Err(Failure::Bad("status: expected playing, open, over or mine".to_owned()));
    };
    let games = match query.status {
        ListStatus::Playing => app.games.public_games(Public::Playing, LISTED).await?,
        ListStatus::Open => app.games.public_games(Public::Open, LISTED).await?,
        ListStatus::Over => app.games.public_games(Public::Over, LISTED).await?,
        ListStatus::Mine => match app.people.user(&caller).await? {
            Some(user) => app.games.games_of(user.id, LISTED).await?,
            None => Vec::new(),
        },
    };
    Ok(wire::games(&games))
}

async fn search(State(app): State<App>, caller: Caller, query: Result<Query<SearchForm>, QueryRejection>) -> ApiResult {
    let Query(form) = query.map_err(|rejection| Failure::Bad(rejection.body_text()))?;
    let reader = app.people.user(&caller).await?;
    Ok(wire::found_games(&app.people.find_games(&caller, reader.as_ref(), &form).await?))
}

async fn create(State(app): State<App>, caller: Caller, body: String) -> SessionResult {
    let (identified, id) = app.set_up(&caller, wire::new_game(&body)?).await?;
    let user = Some(identified.user.id);
    let state = app.games.read(id, |loaded| wire::state(id, loaded, user, None, now())).await?;
    Ok((app.session_headers(identified.new_session.as_ref()), state))
}

pub(super) fn game_id(text: &str) -> Result<GameId, Failure> {
    text.parse().map_err(|_| Failure::NotFound)
}

#[derive(Deserialize)]
pub(super) struct Since {
    since: Option<u32>,
}

pub(super) type SinceQuery = Result<Query<Since>, QueryRejection>;

pub(super) fn since(query: &SinceQuery) -> Result<Option<u32>, Failure> {
    let Ok(Query(Since { since })) = query else { return Err(Failure::Bad("since: expected a version".to_owned())) };
    Ok(*since)
}

async fn read(State(app): State<App>, Path(game): Path<String>, query: SinceQuery, caller: Caller) -> ApiResult {
    let (id, since) = (game_id(&game)?, since(&query)?);
    app.directing.create_if_paired(id).await?;
    let user = app.people.user(&caller).await?.map(|user| user.id);
    app.games.read(id, |loaded| wire::state(id, loaded, user, since, now())).await
}

/// For programs that do not know the rules.
async fn legal_moves(State(app): State<App>, Path(game): Path<String>) -> ApiResult {
    app.games.read(game_id(&game)?, |loaded| wire::legal_moves(&loaded.live)).await
}

async fn act(State(app): State<App>, Path(game): Path<String>, caller: Caller, body: String) -> SessionResult {
    let id = game_id(&game)?;
    let request = Request::parse(&body)?;
    let (version, echo) = (request.version, request.id);
    let command = request.command(0)?;
    let (user, headers) = match (app.people.user_with(&caller, Scope::Play).await?, &command) {
        (Some(user), _) => (user, HeaderMap::new()),
        // Taking a seat makes somebody a user.
        (None, Command::Act(Action::Join(_))) => {
            let identified = app.people.user_or_guest(&caller).await?;
            (identified.user, app.session_headers(identified.new_session.as_ref()))
        }
        (None, _) => return Err(Failure::SignedOut),
    };
    app.people.locate(&caller, &user);
    app.directing.create_if_paired(id).await?;
    let version = match command {
        Command::Act(action) => app.games.act(id, Actor::User(user.id), version, action, now()).await?,
        Command::Say(text) => {
            app.people.limit(Limit::Create, &caller)?;
            app.games.say(id, user.id, &text, now()).await?;
            version
        }
        Command::Ping => version,
    };
    Ok((headers, wire::done(version, echo)))
}

#[derive(Deserialize)]
struct ExportQuery {
    format: Option<String>,
}

/// The game as a file.
async fn export(State(app): State<App>, Path(game): Path<String>, Query(query): Query<ExportQuery>) -> Result<Response, Failure> {
    let id = game_id(&game)?;
    let name = query.format.as_deref().unwrap_or("apgn");
    let format: Format = name.parse().map_err(|error| Failure::Bad(format!("format: {error}")))?;
    let text = app.games.read(id, |loaded| record::record(loaded, format)).await??;
    let file = format!("attachment; filename=\"sumito-{id}.{}\"", if format == Format::PlayStrategy { "pgn" } else { "apgn" });
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    let file = HeaderValue::from_str(&file).expect("a name of letters and digits");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, file)], text).into_response())
}

/// The chat of a game: that of its players for them alone, that of those who watch for everybody else. After the end players read both.
async fn chat(State(app): State<App>, Path(game): Path<String>, caller: Caller) -> ApiResult {
    let id = game_id(&game)?;
    let user = app.people.user(&caller).await?.ok_or(Failure::SignedOut)?;
    let (plays, is_party, is_over) = app
        .games
        .read(id, |loaded| {
            let live = &loaded.live;
            (live.sides(user.id).next().is_some(), live.setup().is_party(), live.status().is_ended())
        })
        .await?;
    if !plays && !is_party {
        return Err(Refusal::NotYourSeat.into());
    }
    let mut messages = app.games.db().chat(id).await?;
    messages.retain(|message| message.watchers != plays || (plays && is_over));
    Ok(wire::chat(&messages))
}

/// Who wants to watch or play a game by a socket or a stream.
pub(super) async fn visitor(app: &App, game: GameId, caller: &Caller) -> Result<game_socket::Visitor, Failure> {
    // An unknown game is refused while the connection still speaks HTTP.
    app.directing.create_if_paired(game).await?;
    app.games.read(game, |_| ()).await?;
    let mut session = app.people.sockets.attach(caller.digest());
    let (user, scope) = app.people.user_and_scope(caller).await?;
    session.set_user(user.as_ref().map(|user| user.id));
    caller.check_connections(&session)?;
    if let Some(user) = &user {
        app.people.locate(caller, user);
    }
    let bucket = app.people.limits.of_socket(caller.address, now());
    Ok(game_socket::Visitor { user, scope, session, bucket })
}

async fn open_game(
    State(app): State<App>,
    Path(game): Path<String>,
    query: SinceQuery,
    caller: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let (id, since) = (game_id(&game)?, since(&query)?);
    let visitor = visitor(&app, id, &caller).await?;
    app.clone().open_socket(&caller, upgrade, async move |socket| game_socket::serve(app, socket, id, visitor, since).await)
}

/// The same for a page on another site: the guard has made the caller nobody, who can only watch what strangers may find.
async fn watch_game(
    state: State<App>,
    path: Path<String>,
    query: SinceQuery,
    caller: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let is_findable = state.games.read(game_id(&path)?, |loaded| loaded.live.setup().is_findable()).await?;
    if is_findable { open_game(state, path, query, caller, upgrade).await } else { Err(Failure::NotFound) }
}

async fn lobby(State(app): State<App>) -> impl IntoResponse {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, kind)], wire::lobby(&app.games.lobby.announced()).to_string())
}

async fn open_lobby(state: State<App>, caller: Caller, upgrade: WebSocketUpgrade) -> Result<Response, Failure> {
    open(state, caller, upgrade, Interest::Lobby).await
}

async fn open_tv(state: State<App>, caller: Caller, upgrade: WebSocketUpgrade) -> Result<Response, Failure> {
    open(state, caller, upgrade, Interest::Tv).await
}

#[derive(Deserialize)]
struct AccountQuery {
    only: Option<Only>,
}

/// What pages want to know: they would ignore the rest.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Only {
    Challenges,
}

async fn open_account(
    state: State<App>,
    query: Result<Query<AccountQuery>, QueryRejection>,
    caller: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let Ok(Query(AccountQuery { only })) = query else { return Err(Failure::Bad("only: expected challenges".to_owned())) };
    let interest = only.map_or(Interest::Account, |Only::Challenges| Interest::Challenges);
    open(state, caller, upgrade, interest).await
}

async fn open(
    State(app): State<App>,
    caller: Caller,
    upgrade: WebSocketUpgrade,
    interest: Interest,
) -> Result<Response, Failure> {
    let mut session = app.people.sockets.attach(caller.digest());
    let (user, scope) = app.people.user_and_scope(&caller).await?;
    session.set_user(user.as_ref().map(|user| user.id));
    caller.check_connections(&session)?;
    let visitor = game_socket::Visitor { user, scope, session, bucket: app.people.limits.of_socket(caller.address, now()) };
    app.clone().open_socket(&caller, upgrade, async move |socket| lobby_socket::serve(app, socket, visitor, interest).await)
}
