//! How to share something: its link, the code that embeds it on another site, and its images to download. A page by itself, which `web/share.js` shows
//! above the page that leads to it.

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;
use sumito_content::puzzles;
use sumito_content::texts::Texts;

use super::frame::{Page, failure_page, frame};
use super::icons::{self, icon};
use super::preview::Preview;
use super::subject::{Line, Subject, with_parameter};
use super::{Reader, files};
use crate::app::App;
use crate::failure::Failure;
use crate::id::{GameId, TournamentId};

/// The width of the boards to download, in pixels.
const BOARD: &str = "1000";

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/share/game/{id}", get(game))
        .route("/share/position", get(position))
        .route("/share/puzzle/{id}", get(puzzle))
        .route("/share/tournament/{id}", get(tournament))
}

/// The control on the page of something that can be shared. Without its script it leads to a page.
pub(super) fn share_link(texts: &Texts, address: &str) -> Markup {
    let name = texts.get("game-share");
    html! { a.tool #share-way href=(address) rel="nofollow" data-share title=(name) { (icon(icons::SHARE)) span.unseen { (name) } } }
}

/// The same in words, for a game: its buttons are for playing.
pub(super) fn share_words(texts: &Texts, id: GameId) -> Markup {
    html! { a #share-way href=(Subject::Game(id).share()) rel="nofollow" data-share { (texts.get("game-share")) } }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Part {
    /// Only what a script shows above another page.
    part: Option<String>,
}

/// What is offered.
struct Offer {
    subject: Subject,
    preview: Preview,
    /// Whether other sites may show it.
    is_public: bool,
    /// Whether there is an image of the board, and a film.
    board: bool,
    film: bool,
}

async fn game(State(app): State<App>, Path(id): Path<String>, Query(part): Query<Part>, reader: Reader) -> Response {
    let offer = async {
        let id: GameId = id.parse().map_err(|_| Failure::NotFound)?;
        let look = app.games.read(id, |loaded| {
            let live = &loaded.live;
            let is_public = live.setup().is_findable();
            let plays = reader.user.as_ref().is_some_and(|user| live.sides(user.id).next().is_some());
            let board = is_public || plays;
            let film = board && live.status().is_ended() && live.game().ply() > 0;
            Offer {
                subject: Subject::Game(id),
                preview: Preview::of_any_game(reader.texts(), id, loaded),
                is_public,
                board,
                film,
            }
        });
        look.await
    };
    answer(&reader, &part, offer.await)
}

async fn position(Query(line): Query<Line>, Query(part): Query<Part>, reader: Reader) -> Response {
    let offer = line.read().map(|game| Offer {
        subject: Subject::Position(line.clone()),
        film: game.ply() > 0,
        preview: Preview::of_line(reader.texts(), line, &game),
        is_public: true,
        board: true,
    });
    answer(&reader, &part, offer)
}

async fn puzzle(Path(id): Path<String>, Query(part): Query<Part>, reader: Reader) -> Response {
    let offer = puzzles::find(&id).ok_or(Failure::NotFound).map(|puzzle| Offer {
        subject: Subject::Puzzle(puzzle),
        preview: Preview::of_puzzle(reader.texts(), puzzle),
        is_public: true,
        board: true,
        film: false,
    });
    answer(&reader, &part, offer)
}

async fn tournament(State(app): State<App>, Path(id): Path<String>, Query(part): Query<Part>, reader: Reader) -> Response {
    let offer = async {
        let id: TournamentId = id.parse().map_err(|_| Failure::NotFound)?;
        let state = app.directing.read(id).await?;
        let preview = Preview::of_tournament(reader.texts(), id, &state);
        Ok(Offer { subject: Subject::Tournament(id), preview, is_public: state.settings.listed, board: false, film: false })
    };
    answer(&reader, &part, offer.await)
}

fn answer(reader: &Reader, part: &Part, offer: Result<Offer, Failure>) -> Response {
    let kept = [(CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    match offer {
        Ok(offer) if part.part.is_some() => {
            let close = reader.texts().get("js-settings-close");
            let dialog = html! {
                form.share-close method="dialog" { button.tool title=(close) { (icon(icons::ABORT)) span.unseen { (close) } } }
                (panel(reader, &offer))
            };
            (kept, Html(dialog.into_string())).into_response()
        }
        Ok(offer) => (kept, Html(page(reader, &offer))).into_response(),
        Err(failure) => failure_page(reader, &failure),
    }
}

fn page(reader: &Reader, offer: &Offer) -> String {
    let title = reader.texts().get("game-share");
    let content = html! {
        div.card.share-page {
            (panel(reader, offer))
            p { a href=(offer.subject.page()) { (offer.preview.title) } }
        }
    };
    frame(reader, &Page { path: "", title, module: Some("share.js"), areas: &[], content })
}

/// The texts to copy and the images to download.
fn panel(reader: &Reader, offer: &Offer) -> Markup {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let Offer { subject, preview, is_public, board, film } = offer;
    // Without the address of the site, links are at least right on this page.
    let origin = reader.origin.as_deref().unwrap_or_default();
    let with_width = |address: &str| with_parameter(address, "width", BOARD);
    html! {
        // A page that shows this above itself has no other styles for it.
        link rel="stylesheet" href=(files::address("share.css"));
        div.share data-copied=(t("js-game-copied")) data-not-copied=(t("share-not-copied")) {
            h1 #share-title { (t("game-share")) }
            @if *is_public {
                img.share-card src=(preview.image(reader.language)) width="1200" height="630" alt={ (preview.title) " · " (preview.description()) };
            } @else { p.quiet { (t("share-private")) } }
            (to_copy(texts, "share-link", "share-link", &html! { input #share-link readonly value={ (origin) (subject.page()) }; }))
            @if *is_public {
                @let code = embed_code(origin, subject, &preview.title, default_size(subject));
                (to_copy(texts, "share-code", "share-embed", &html! { textarea #share-code rows="4" readonly spellcheck="false" { (code) } }))
                div.row {
                    label for="share-theme" { (t("switch-theme")) }
                    select #share-theme {
                        @for (value, key) in [("", "settings-theme-auto"), ("light", "settings-theme-light"), ("dark", "settings-theme-dark")] {
                            option value=(value) { (t(key)) }
                        }
                    }
                    a href=(subject.embed()) target="_blank" rel="nofollow" { (t("share-try")) }
                }
            }
            @if *board || *film {
                div.row {
                    @if *film { (download(&subject.image(".gif"), &t("share-gif"))) }
                    @if *board { (download(&with_width(&subject.image(".png")), &t("share-png"))) }
                }
            }
            p.say.left #share-say role="status" aria-live="polite" {}
        }
    }
}

/// A field with a button that copies it.
fn to_copy(texts: &Texts, id: &str, key: &str, field: &Markup) -> Markup {
    html! {
        div.field {
            label for=(id) { (texts.get(key)) }
            div.share-copy {
                (field)
                button type="button" data-copies=(id) { (icon(icons::COPY)) span { (texts.get("analysis-copy")) } }
            }
        }
    }
}

fn download(address: &str, name: &str) -> Markup {
    html! { a.button href=(address) download rel="nofollow" { (icon(icons::DOWNLOAD)) span { (name) } } }
}

/// The width and height of an embedded page in pixels, if nobody asks for another size.
pub(super) fn default_size(subject: &Subject) -> [u32; 2] {
    match subject {
        Subject::Game(_) | Subject::Tournament(_) => [480, 640],
        Subject::Position(_) | Subject::Puzzle(_) => [480, 600],
    }
}

/// The element that embeds it on another site.
pub(super) fn embed_code(origin: &str, subject: &Subject, title: &str, [width, height]: [u32; 2]) -> String {
    html! {
        iframe src={ (origin) (subject.embed()) } width=(width) height=(height) title={ (title) " · Sumito" } loading="lazy" allowfullscreen
            style="border:0;max-width:100%" {}
    }
    .into_string()
}
