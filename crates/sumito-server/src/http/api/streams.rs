//! The streams for programs.

use axum::Router;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;

use super::games::{SinceQuery, game_id, since};
use crate::app::App;
use crate::db::Scope;
use crate::failure::Failure;
use crate::http::streams;
use crate::people::caller::Caller;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/api/stream/events", get(events)).route("/api/games/{game}/stream", get(game))
}

async fn events(State(app): State<App>, caller: Caller) -> Result<Response, Failure> {
    let mut session = app.people.sockets.attach(caller.digest());
    let user = app.people.account_with(&caller, Scope::Read).await?.id;
    session.set_user(Some(user));
    caller.check_connections(&session)?;
    let serving = app.clone();
    streams::open(&app, &caller, async move |lines| streams::serve_events(serving, user, session, lines).await)
}

async fn game(State(app): State<App>, Path(game): Path<String>, query: SinceQuery, caller: Caller) -> Result<Response, Failure> {
    let (id, since) = (game_id(&game)?, since(&query)?);
    let visitor = super::games::visitor(&app, id, &caller).await?;
    let serving = app.clone();
    streams::open(&app, &caller, async move |lines| streams::serve_game(serving, id, visitor, since, lines).await)
}
