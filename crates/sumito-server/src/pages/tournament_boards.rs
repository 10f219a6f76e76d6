//! Boards of a tournament to watch: small ones of a round, and a large one of an arena.

use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::response::{Html, IntoResponse, Response};
use maud::{Markup, html};
use serde::Deserialize;

use super::Reader;
use super::frame::failure_page;
use super::lists::card;
use super::tournaments::tournament_id;
use super::tv::stage_of;
use crate::app::App;
use crate::failure::Failure;
use crate::id::GameId;
use crate::time::now;
use crate::tournament::{Board, Phase, Tournament};

/// How many small boards a page shows.
const BOARDS: usize = 6;

/// The games that go on, those of the best players first.
pub(super) fn open_boards(state: &Tournament) -> Vec<&Board> {
    let mut places = vec![usize::MAX; state.players.len()];
    for (place, row) in state.standings().iter().enumerate() {
        places[row.player] = place;
    }
    let mut open: Vec<&Board> = state.boards.iter().filter(|board| board.result.is_none()).collect();
    open.sort_by_key(|board| {
        let [one, other] = board.players.map(|player| places[player]);
        (one.min(other), one.max(other))
    });
    open
}

/// Small boards of the games that go on; an arena has a large one instead.
pub(super) async fn boards(app: &App, reader: &Reader, state: &Tournament) -> Result<Markup, Failure> {
    if state.settings.over_the_board || state.settings.is_arena() || state.phase != Phase::Running {
        return Ok(html! {});
    }
    let ids: Vec<GameId> = open_boards(state).into_iter().take(BOARDS).map(|board| board.game).collect();
    let games = app.games.list(&ids, now()).await?;
    let user = reader.user.as_ref().map(|user| user.id);
    Ok(html! {
        @if !games.is_empty() {
            section.live-boards {
                h2 { (reader.texts().get("tournament-boards")) }
                ul.watching { @for game in &games { (card(reader.texts(), Some(game), user)) } }
            }
        }
    })
}

/// The game on the large board: the current one until it ends, then that of the best players.
pub(super) async fn stage(app: &App, reader: &Reader, state: &Tournament, shown: Option<GameId>) -> Option<Markup> {
    if !state.settings.is_arena() || state.phase != Phase::Running {
        return None;
    }
    let kept = shown.filter(|game| state.board(*game).is_some_and(|board| board.result.is_none()));
    let game = kept.or_else(|| open_boards(state).first().map(|board| board.game))?;
    stage_of(app, reader.texts(), game).await
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct StageQuery {
    /// The game that the page shows.
    shown: Option<String>,
}

/// The large board for a page that is open.
pub(super) async fn stage_fragment(
    State(app): State<App>,
    reader: Reader,
    Path(id): Path<String>,
    Query(query): Query<StageQuery>,
) -> Response {
    let look = async {
        let state = app.directing.read(tournament_id(&id)?).await?;
        let shown = query.shown.as_deref().and_then(|game| game.parse().ok());
        Ok::<_, Failure>(stage(&app, &reader, &state, shown).await.unwrap_or_default())
    };
    fragment(&reader, look.await)
}

/// The small boards for a page that is open.
pub(super) async fn boards_fragment(State(app): State<App>, reader: Reader, Path(id): Path<String>) -> Response {
    let look = async {
        let state = app.directing.read(tournament_id(&id)?).await?;
        boards(&app, &reader, &state).await
    };
    fragment(&reader, look.await)
}

/// A part of a page for its script.
pub(super) fn fragment(reader: &Reader, part: Result<Markup, Failure>) -> Response {
    match part {
        Ok(part) => ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], Html(part.into_string())).into_response(),
        Err(failure) => failure_page(reader, &failure),
    }
}
