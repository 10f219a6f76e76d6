//! Tournaments: calendar, making, acting, files, and the socket that says when to look again.

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use sumito_tournament::{csv, trf};

use super::ApiResult;
use crate::app::App;
use crate::directing::requests::LONGEST_FILE;
use crate::failure::Failure;
use crate::http::tournament_socket;
use crate::http::wire;
use crate::id::TournamentId;
use crate::people::caller::Caller;
use crate::time::{day, now};

/// The largest action: the longest file, also if JSON escapes every quotation mark and line break of it, and room for the rest.
const LARGEST_ACTION: usize = 2 * LONGEST_FILE + 64 * 1024;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/tournaments", get(list).post(create))
        .route("/api/tournaments/{tournament}", get(read))
        .route("/api/tournaments/{tournament}/actions", post(act).layer(DefaultBodyLimit::max(LARGEST_ACTION)))
        .route("/api/tournaments/{tournament}/file", get(export))
        .route("/api/tournaments/{tournament}/socket", get(open))
        .route("/embed/tournament/{tournament}/socket", get(watch))
}

fn tournament_id(text: &str) -> Result<TournamentId, Failure> {
    text.parse().map_err(|_| Failure::NotFound)
}

async fn list(State(app): State<App>) -> ApiResult {
    Ok(wire::tournaments(&app.directing.calendar().await?))
}

async fn create(State(app): State<App>, caller: Caller, body: String) -> ApiResult {
    let id = app.directing.set_up(&caller, wire::new_tournament(&body)?).await?;
    show(&app, &caller, id, &LookQuery::default()).await
}

/// Which part of a large tournament.
#[derive(Default, Deserialize)]
#[serde(default)]
struct LookQuery {
    page: Option<usize>,
    round: Option<usize>,
}

async fn read(State(app): State<App>, Path(id): Path<String>, Query(query): Query<LookQuery>, caller: Caller) -> ApiResult {
    show(&app, &caller, tournament_id(&id)?, &query).await
}

async fn show(app: &App, caller: &Caller, id: TournamentId, query: &LookQuery) -> ApiResult {
    let reader = app.people.user(caller).await?.map(|user| user.id);
    let state = app.directing.read(id).await?;
    let directors = app.directing.directors(&state).await?;
    let look = wire::TournamentLook { reader, directors, page: query.page.unwrap_or(1), round: query.round };
    Ok(wire::tournament(id, &state, &look))
}

async fn act(State(app): State<App>, Path(id): Path<String>, caller: Caller, body: String) -> ApiResult {
    let id = tournament_id(&id)?;
    app.directing.request(&caller, id, wire::tournament_request(&body)?).await?;
    show(&app, &caller, id, &LookQuery::default()).await
}

#[derive(Deserialize)]
struct ExportQuery {
    format: Option<String>,
}

/// Players and rounds as a file.
async fn export(State(app): State<App>, Path(id): Path<String>, Query(query): Query<ExportQuery>) -> Result<Response, Failure> {
    let id = tournament_id(&id)?;
    let state = app.directing.read(id).await?;
    let is_arena = state.settings.is_arena();
    let (ending, kind, text) = match query.format.as_deref() {
        None | Some("trf") if is_arena => {
            return Err(Failure::Bad("format: an arena has no rounds: expected csv or standings".to_owned()));
        }
        None | Some("trf") => {
            let mut paper = state.paper();
            paper.headers =
                vec![format!("012 {}", state.settings.name), format!("042 {}", day(state.starts_at().unwrap_or_else(now)))];
            ("trf", "text/plain; charset=utf-8", trf::write(&paper))
        }
        Some("csv") if is_arena => ("csv", "text/csv; charset=utf-8", csv::table(&state.games_table())),
        Some("csv") => ("csv", "text/csv; charset=utf-8", csv::write(&state.paper())),
        Some("standings") => ("csv", "text/csv; charset=utf-8", csv::table(&state.standings_table())),
        Some(_) => return Err(Failure::Bad("format: expected trf, csv or standings".to_owned())),
    };
    let file = HeaderValue::from_str(&format!("attachment; filename=\"sumito-{id}.{ending}\"")).expect("letters and digits");
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static(kind)), (header::CONTENT_DISPOSITION, file)], text).into_response())
}

async fn open(
    State(app): State<App>,
    Path(id): Path<String>,
    caller: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let id = tournament_id(&id)?;
    // An unknown tournament is refused while the connection still speaks HTTP.
    app.directing.read(id).await?;
    let mut session = app.people.sockets.attach(caller.digest());
    let (user, _) = app.people.user_and_scope(&caller).await?;
    session.set_user(user.as_ref().map(|user| user.id));
    caller.check_connections(&session)?;
    let bucket = app.people.limits.of_socket(caller.address, now());
    let visitor = tournament_socket::Visitor { user: user.map(|user| user.id), session, bucket };
    app.clone().open_socket(&caller, upgrade, async move |socket| tournament_socket::serve(app, socket, id, visitor).await)
}

/// The same for a page on another site: the guard has made the caller nobody.
async fn watch(state: State<App>, path: Path<String>, caller: Caller, upgrade: WebSocketUpgrade) -> Result<Response, Failure> {
    let is_listed = state.directing.read(tournament_id(&path)?).await?.settings.listed;
    if is_listed { open(state, path, caller, upgrade).await } else { Err(Failure::NotFound) }
}
