//! The course: the list of lessons, the page of one, and the answers to what learners try.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use serde_json::{Value, json};
use sumito_rules::{Cell, Cells, Color, Diagram, Direction, IllegalMove, Symmetry, explain};

use super::Reader;
use super::frame::{Page, board, frame, not_found};
use super::texts::Texts;
use crate::lessons::{Attempt, Goal, Lesson, Step, Verdict, course, find, judge};
use crate::server::{App, Failure};

/// The largest body of a try.
const LARGEST_TRY: usize = 1024;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/lessons/{lesson}/{step}", post(answer).layer(DefaultBodyLimit::max(LARGEST_TRY)))
        .route("/learn/lessons", get(async |reader: Reader| Html(list(&reader))))
        .route("/learn/lessons/{lesson}", get(lesson))
}

fn list(reader: &Reader) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let content = html! {
        h1 { (t("lessons-title")) }
        p { (t("lessons-lead")) }
        ol.lessons {
            @for lesson in course() {
                li {
                    a.card href={ "/learn/lessons/" (lesson.name) } data-lesson=(lesson.name) data-steps=(lesson.steps.len()) {
                        @if let Some(step) = lesson.steps.first() { span.picture aria-hidden="true" { (picture(step, lesson.name, "", false)) } }
                        span.what {
                            b { (t(&format!("lesson-{}", lesson.name))) }
                            span.quiet { (t(&format!("lesson-{}-lead", lesson.name))) }
                            span.stars {}
                        }
                    }
                }
            }
        }
        p.quiet { (t("lessons-kept")) }
    };
    frame(reader, &Page { path: "/learn", title: t("lessons-title"), module: Some("lessons.js"), areas: &["lessons"], content })
}

/// The board of a step from the side of who is to move, with or without an arrow that shows the solution.
fn picture(step: &Step, id: &str, title: &str, solved: bool) -> Markup {
    let diagram = Diagram::of(&step.position).id(id).title(title).coordinates(solved).gutter(false);
    let diagram = if step.position.turn() == Color::White { diagram.view(Symmetry::HALF_TURN) } else { diagram };
    let arrow = step.arrow().filter(|_| solved);
    PreEscaped(arrow.map_or(diagram.clone(), |(from, to)| diagram.arrow(from, to)).svg())
}

async fn lesson(reader: Reader, Path(name): Path<String>) -> Response {
    match find(&name) {
        Some((place, lesson)) => Html(lesson_page(&reader, lesson, course().get(place + 1))).into_response(),
        None => (StatusCode::NOT_FOUND, Html(not_found(&reader))).into_response(),
    }
}

fn lesson_page(reader: &Reader, lesson: &Lesson, next: Option<&Lesson>) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let name = lesson.name;
    let title = t(&format!("lesson-{name}"));
    let after = next.map_or("/learn/lessons".to_owned(), |next| format!("/learn/lessons/{}", next.name));
    let content = html! {
        p.back { a href="/learn/lessons" { "‹ " (t("lessons-title")) } }
        h1 { (title) }
        p { (t(&format!("lesson-{name}-lead"))) }
        div.lesson #lesson data-lesson=(name) {
            div.tasks { @for (n, step) in (1..).zip(&lesson.steps) { (step_card(texts, lesson, n, step)) } }
            div.stage { @if let Some(step) = lesson.steps.first() { (board(&step.position)) } }
            div.answer {
                p.say #say role="status" aria-live="polite" {}
                div.card #done hidden {
                    h2 tabindex="-1" { (t("lessons-done")) }
                    p #stars {}
                    div.row {
                        a.button.main href=(after) { (t(if next.is_some() { "lessons-next" } else { "lessons-all" })) }
                        button #repeat type="button" { (t("lessons-repeat")) }
                    }
                }
                div.row #buttons hidden {
                    button.main #forward type="button" hidden { (t("lessons-forward")) }
                    button.main #again type="button" hidden { (t("lessons-again")) }
                    button #clock type="button" hidden { (t("lessons-clock")) }
                    button #solve type="button" { (t("lessons-solve")) }
                }
            }
        }
        noscript { p.notice { (t("javascript-needed")) } }
    };
    let module = Some("lesson.js");
    frame(reader, &Page { path: "/learn", title, module, areas: &["lessons"], content })
}

/// A step: what to do, a hint; and the solution for readers without scripts.
fn step_card(texts: &Texts, lesson: &Lesson, n: usize, step: &Step) -> Markup {
    let t = |key: &str| texts.get(key);
    let key = format!("lesson-{}-{n}", lesson.name);
    let (number, count) = (n.to_string(), lesson.steps.len().to_string());
    let heading = texts.with("lessons-step", &[("step", &number), ("steps", &count)]);
    let turn = if step.position.turn() == Color::Black { "js-turn-black" } else { "js-turn-white" };
    html! {
        section.card.step data-step=(n) data-position=(step.position.to_string()) data-turn=(if step.position.turn() == Color::Black { "black" } else { "white" }) data-solution=(step.solution)
            data-seconds=[step.seconds] {
            h2 tabindex="-1" { (heading) span.quiet { (t(turn)) } }
            p { (t(&key)) }
            details { summary { (t("lessons-hint")) } p { (t(&format!("{key}-hint"))) } }
            noscript {
                div.picture { (picture(step, &format!("step-{n}"), &heading, true)) }
                p { (t("lessons-solution")) ": " b { (step.solution) } ". " (t(&format!("{key}-good"))) }
            }
        }
    }
}

/// A try, as a move or as what somebody did on the board.
#[derive(Deserialize)]
#[serde(untagged)]
enum Tried {
    Move {
        #[serde(rename = "move")]
        text: String,
    },
    Board {
        cells: Vec<String>,
        direction: String,
    },
}

impl Tried {
    fn attempt(&self, step: &Step) -> Result<Attempt, Failure> {
        match self {
            Tried::Move { text } => step.attempt(text).map_err(|error| Failure::Bad(format!("move: {error}"))),
            Tried::Board { cells, direction } => {
                let cells: Result<Cells, _> = cells.iter().map(|cell| cell.parse::<Cell>()).collect();
                let cells = cells.map_err(|_| Failure::Bad("cells: expected cells such as c3".to_owned()))?;
                let direction = Direction::ALL.into_iter().find(|known| known.to_string() == *direction);
                let direction = direction.ok_or_else(|| Failure::Bad("direction: expected one such as north-east".to_owned()))?;
                Ok(step.position.attempt(cells, direction))
            }
        }
    }
}

async fn answer(
    reader: Reader,
    Path((name, number)): Path<(String, String)>,
    body: String,
) -> Result<axum::Json<Value>, Failure> {
    let (_, lesson) = find(&name).ok_or(Failure::NotFound)?;
    let step = number.parse::<usize>().ok().and_then(|n| lesson.steps.get(n.checked_sub(1)?)).ok_or(Failure::NotFound)?;
    let expected = r#"expected {"move": "c3d4"} or {"cells": ["c3"], "direction": "north-east"}"#;
    let tried: Tried = serde_json::from_str(&body).map_err(|_| Failure::Bad(expected.to_owned()))?;
    let attempt = tried.attempt(step)?;
    let texts = reader.texts();
    let (verdict, key, reply) = match judge(step, attempt) {
        Verdict::Good { reply } => ("good", format!("lesson-{name}-{number}-good"), reply),
        Verdict::Wrong { word: Some(word), reply } => ("wrong", format!("lesson-{name}-{number}-{word}"), reply),
        Verdict::Wrong { word: None, reply } => ("wrong", step.goal.wrong_key().to_owned(), reply),
        Verdict::Illegal(reason) => ("illegal", format!("illegal-{}", reason.key()), None),
    };
    let cell = attempt.err().and_then(IllegalMove::cell);
    let what = attempt.map(|m| texts.get(&format!("js-board-kind-{}", explain(&step.position, m).key()))).unwrap_or_default();
    let place = match step.goal {
        Goal::MoveTo(cell) | Goal::Hold(cell) | Goal::Save(cell) => Some(cell),
        _ => cell,
    };
    let place = place.map(|cell| cell.to_string()).unwrap_or_default();
    let says = texts.with(&key, &[("cell", &place), ("what", &what)]);
    Ok(axum::Json(json!({
        "verdict": verdict,
        "key": key,
        "says": says,
        "cell": cell.map(|cell| cell.to_string()),
        "reply": reply.map(|m| m.to_string()),
    })))
}
