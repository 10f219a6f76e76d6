//! The featured game: on a page of its own, and for the home page.

use axum::Router;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, PreEscaped, html};
use sumito_content::texts::Texts;
use sumito_rules::{Color, Layout};

use super::Reader;
use super::frame::{Page, board, failure_page, frame};
use super::game::{facts, name, seat};
use crate::app::App;
use crate::failure::Failure;
use crate::games::room::LoadedGame;
use crate::http::wire;
use crate::id::GameId;
use crate::time::now;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/tv", get(tv)).route("/tv/stage", get(stage_fragment))
}

/// What there is to see.
enum Showing {
    Live(Markup),
    /// A finished game, again.
    Replay(Markup),
    Nothing,
}

async fn tv(State(app): State<App>, reader: Reader) -> Response {
    match showing(&app, &reader).await {
        Ok(showing) => Html(page(&reader, &showing)).into_response(),
        Err(failure) => failure_page(&reader, &failure),
    }
}

async fn showing(app: &App, reader: &Reader) -> Result<Showing, Failure> {
    if let Some(live) = featured(app, reader.texts()).await {
        return Ok(Showing::Live(live));
    }
    let Some(game) = app.games.last_good_game().await? else { return Ok(Showing::Nothing) };
    Ok(Showing::Replay(app.games.read(game.id, |loaded| stage(reader.texts(), game.id, loaded)).await?))
}

/// The featured game, if there is one that can be read.
pub(super) async fn featured(app: &App, texts: &Texts) -> Option<Markup> {
    stage_of(app, texts, app.games.lobby.featured()?).await
}

/// A game for the large board, if it can be read.
pub(super) async fn stage_of(app: &App, texts: &Texts, game: GameId) -> Option<Markup> {
    app.games.read(game, |loaded| stage(texts, game, loaded)).await.inspect_err(Failure::log).ok()
}

/// The board between its seats, and what the script needs to go on from there.
fn stage(texts: &Texts, id: GameId, loaded: &LoadedGame) -> Markup {
    let player = |color: Color| seat(texts, loaded, color, &name(texts, loaded, color, &[]));
    html! {
        (player(Color::White))
        @if let Some(game) = loaded.live.game().two() { (board(game.position())) }
        (player(Color::Black))
        p.caption {
            span.live-dot { (texts.get("tv-live")) }
            a href={ "/game/" (id) } { (texts.get("tv-watch")) }
            span.quiet.facts { (facts(texts, loaded)) }
        }
        script.tv-state type="application/json" { (PreEscaped(wire::state(id, loaded, None, None, now()).embedded())) }
    }
}

/// The featured game for a page that is open, when another one is featured.
async fn stage_fragment(State(app): State<App>, reader: Reader) -> Response {
    let stage = featured(&app, reader.texts()).await.unwrap_or_default();
    ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], Html(stage.into_string())).into_response()
}

fn page(reader: &Reader, showing: &Showing) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let (lead, stage) = match showing {
        Showing::Live(stage) => ("tv-lead", Some((stage, "live"))),
        Showing::Replay(stage) => ("tv-replay", Some((stage, "replay"))),
        Showing::Nothing => ("tv-nobody", None),
    };
    let content = html! {
        div.tv-head {
            h1 { (t("nav-tv")) }
            p.quiet #tv-lead role="status" data-live=(t("tv-lead")) { (t(lead)) }
            @if !matches!(showing, Showing::Live(_)) { a.button.main #tv-start href="/" { (t("tv-start")) } }
        }
        div.stage.seated.tv #tv data-shows=[stage.map(|(_, shows)| shows)] {
            @match stage {
                Some((stage, _)) => (stage),
                None => (board(&Layout::BELGIAN_DAISY.position())),
            }
        }
        p.say #tv-say role="status" aria-live="polite" {}
        noscript { p.notice { (t("javascript-needed")) } }
    };
    frame(
        reader,
        &Page { path: "/tv", title: t("nav-tv"), module: Some("tv.js"), areas: &["play", "game", "community"], content },
    )
}
