//! Storm and streak: puzzles against the clock, or until the first miss.

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use sumito_content::texts::Texts;
use sumito_rules::Layout;

use super::Reader;
use super::frame::{Page, board, frame, trays};
use crate::app::App;
use crate::failure::Failure;
use crate::people::puzzle_runs::RunKind;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/puzzles/storm", get(async |app: State<App>, reader: Reader| run(app, reader, RunKind::Storm).await))
        .route("/puzzles/streak", get(async |app: State<App>, reader: Reader| run(app, reader, RunKind::Streak).await))
}

async fn run(State(app): State<App>, reader: Reader, kind: RunKind) -> Html<String> {
    let best = match &reader.user {
        Some(user) => app.people.best_run(user.id, kind).await.inspect_err(Failure::log).unwrap_or_default(),
        None => None,
    };
    Html(run_page(&reader, kind, best))
}

fn run_page(reader: &Reader, kind: RunKind, best: Option<i64>) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let start = Layout::STANDARD.position();
    let title = t(&format!("{}-title", kind.name()));
    let figure = |id: &str, key: &str, value: &str| html! { div { dt { (t(key)) } dd id=(id) { (value) } } };
    let content = html! {
        p.back { a href="/puzzles" { "‹ " (t("puzzles-title")) } }
        h1 { (title) }
        div.lesson.run #run data-kind=(kind.name()) data-best=[best] {
            div.tasks {
                section.card {
                    p #task { (t(&format!("{}-lead", kind.name()))) }
                    dl.tally {
                        @if kind == RunKind::Storm { (figure("time", "runs-time", "3:00")) }
                        (figure("score", "runs-score", "0"))
                        @if kind == RunKind::Storm { (figure("combo", "runs-combo", "0")) }
                        (figure("best", "runs-best", &best.map_or("–".to_owned(), |best| best.to_string())))
                    }
                }
            }
            div.stage { (board(&start)) (trays(texts, &start)) }
            div.answer {
                p.say #say role="status" aria-live="polite" {}
                div.card #result data-again=(t("runs-again")) hidden {
                    h2 tabindex="-1" {}
                    p #sum {}
                    ul.missed #missed {}
                }
                div.row {
                    button.main #start type="button" disabled { (t("runs-start")) }
                    button #stop type="button" hidden { (t("runs-stop")) }
                }
                form.row #typed hidden {
                    label.unseen for="move" { (t("type-move")) }
                    input #move name="move" autocomplete="off" spellcheck="false" placeholder=(t("type-move"));
                }
                p.quiet { (t("runs-note")) }
            }
        }
        noscript { p.notice { (t("javascript-needed")) } }
    };
    frame(reader, &Page { path: "/puzzles", title, module: Some("run.js"), areas: &["training"], content })
}

/// The way to both, as a card.
pub(super) fn modes(texts: &Texts) -> Markup {
    html! {
        section.card.modes aria-labelledby="modes" {
            h2 #modes { (texts.get("runs-title")) }
            @for kind in RunKind::ALL {
                a.mode href={ "/puzzles/" (kind.name()) } {
                    b { (texts.get(&format!("{}-title", kind.name()))) }
                    span.quiet { (texts.get(&format!("{}-lead", kind.name()))) }
                }
            }
        }
    }
}
