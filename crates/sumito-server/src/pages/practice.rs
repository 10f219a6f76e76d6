//! Practice beside the course: positions to play out against the engine, and a trainer for coordinates.

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, PreEscaped, html};
use sumito_content::practice::{Practice, all, find};
use sumito_content::texts::Texts;
use sumito_rules::diagram::Diagram;
use sumito_rules::{Color, Layout, Symmetry};

use super::Reader;
use super::frame::{Page, board, frame, not_found, trays};
use crate::app::App;
use crate::play::seats::seat_name;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/learn/coordinates", get(async |reader: Reader| Html(coordinates(&reader))))
        .route("/learn/practice/{name}", get(practice))
}

/// The ways to practice, for the overview of the course.
pub(super) fn list(texts: &Texts) -> Markup {
    let t = |key: &str| texts.get(key);
    html! {
        section {
            h2 { (t("practice-title")) }
            p { (t("practice-lead")) }
            ul.lessons.positions {
                @for practice in all() {
                    li {
                        a.card href={ "/learn/practice/" (practice.name) } data-practice=(practice.name) {
                            span.picture aria-hidden="true" { (picture(practice)) }
                            span.what {
                                b { (t(&format!("practice-{}", practice.name))) }
                                span.quiet { (t(&format!("practice-{}-lead", practice.name))) }
                                span.stars {}
                            }
                        }
                    }
                }
            }
        }
        section {
            h2 { (t("coordinates-title")) }
            p { (t("coordinates-lead")) }
            p { a.button href="/learn/coordinates" { (t("runs-start")) } }
        }
    }
}

fn picture(practice: &Practice) -> Markup {
    let diagram = Diagram::of(&practice.position).id(practice.name).title("").coordinates(false).trays(false);
    let is_white = practice.position.turn() == Color::White;
    PreEscaped(if is_white { diagram.view(Symmetry::HALF_TURN) } else { diagram }.svg())
}

async fn practice(reader: Reader, Path(name): Path<String>) -> Response {
    match find(&name) {
        Some((practice, next)) => Html(practice_page(&reader, practice, next)).into_response(),
        None => (StatusCode::NOT_FOUND, Html(not_found(&reader))).into_response(),
    }
}

fn practice_page(reader: &Reader, practice: &Practice, next: Option<&Practice>) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let Practice { name, position, goal, moves, nodes } = practice;
    let title = t(&format!("practice-{name}"));
    let content = html! {
        p.back { a href="/learn/lessons" { "‹ " (t("lessons-title")) } }
        h1 { (title) }
        div.lesson #practice data-name=(name) data-position=(position.to_string()) data-goal=(goal.name()) data-moves=(moves)
            data-nodes=(nodes) data-color=(seat_name(position.turn())) {
            div.tasks {
                section.card {
                    p { (t(&format!("practice-{name}-lead"))) }
                    p { b { (texts.with(&format!("practice-goal-{}", goal.name()), &[("limit", (*moves).into())])) } }
                }
            }
            div.stage { (board(position)) (trays(texts, position)) }
            div.answer {
                p.say #say role="status" aria-live="polite" {}
                div.row {
                    @if let Some(next) = next {
                        a.button.main #next href={ "/learn/practice/" (next.name) } hidden { (t("practice-next")) }
                    }
                    button #retry type="button" { (t("practice-retry")) }
                    a.button href="/learn/lessons" { (t("practice-all")) }
                }
            }
        }
        noscript { p.notice { (t("javascript-needed")) } }
    };
    frame(reader, &Page { path: "/learn", title, module: Some("practice.js"), areas: &["training"], content })
}

fn coordinates(reader: &Reader) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let start = Layout::STANDARD.position();
    let title = t("coordinates-title");
    let content = html! {
        p.back { a href="/learn/lessons" { "‹ " (t("lessons-title")) } }
        h1 { (title) }
        div.lesson.run #trainer {
            div.tasks {
                section.card {
                    p { (t("coordinates-lead")) }
                    dl.tally {
                        div { dt { (t("runs-time")) } dd #time { "0:30" } }
                        div { dt { (t("coordinates-found")) } dd #score { "0" } }
                        div { dt { (t("runs-best")) } dd #best { "–" } }
                    }
                    label.row { input #labels type="checkbox" role="switch"; (t("coordinates-labels")) }
                    div.row { button.main #start type="button" disabled { (t("runs-start")) } }
                }
            }
            div.stage { (board(&start)) }
            div.answer { p.say.sought #say role="status" aria-live="assertive" {} }
        }
        noscript { p.notice { (t("javascript-needed")) } }
    };
    frame(reader, &Page { path: "/learn", title, module: Some("coordinates.js"), areas: &["training"], content })
}
