//! The course: the list of lessons, and the page of a lesson with the answers to everything a learner can try.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, PreEscaped, html};
use sumito_content::lessons::{Goal, Lesson, Start, Step, Verdict, chapters, course, find, judge};
use sumito_content::texts::Texts;
use sumito_rules::diagram::Diagram;
use sumito_rules::party;

use super::frame::{Page, board, drawn, frame, not_found, trays};
use super::rulebook::linked;
use super::{Reader, practice};
use crate::app::App;
use crate::failure::Failure;
use crate::http::wire::{self, MoveReply, StepReplies};
use crate::people::lessons::Stars;
use crate::people::puzzles::of_today;
use crate::play::seats::seat_name;

/// The layout of the game that the course ends with; a lesson has shown it.
const FIRST_GAME: &str = "belgian-daisy";

/// A pointing hand, the same as in the gesture on the board (`web/study.css`).
const HAND: &str =
    "M-5 30V1a6 6 0 0 1 12 0v16l3-1a6 6 0 0 1 8 4l9 1a7 7 0 0 1 7 8l-3 21c-1 7-6 11-13 11H12c-6 0-9-3-12-8L-13 40c-3-6 5-11 9-6z";

pub(super) fn routes() -> Router<App> {
    Router::new().route("/learn/lessons", get(overview)).route("/learn/lessons/{lesson}", get(lesson))
}

async fn overview(State(app): State<App>, reader: Reader) -> Html<String> {
    let stars = match reader.user.as_ref().filter(|user| user.name.is_some()) {
        Some(user) => app.people.lesson_stars(user.id).await.inspect_err(Failure::log).unwrap_or_default(),
        None => Stars::new(),
    };
    Html(list(&reader, &stars))
}

fn list(reader: &Reader, stars: &Stars) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let kept = if reader.name().is_some() { "lessons-kept-account" } else { "lessons-kept" };
    let content = html! {
        h1 { (t("lessons-title")) }
        p { (t("lessons-lead")) }
        @for chapter in chapters() {
            h2 { (t(&format!("lessons-chapter-{}", chapter[0].chapter))) }
            ol.lessons {
            @for lesson in chapter {
                li {
                    a.card href={ "/learn/lessons/" (lesson.name) } data-lesson=(lesson.name) data-steps=(lesson.steps.len()) data-stars=[stars.get(lesson.name)] {
                        @if let Some(step) = lesson.steps.first() { span.picture aria-hidden="true" { (picture(step, lesson.name, "", false)) } }
                        span.what {
                            b { (t(&format!("lesson-{}", lesson.name))) }
                            span.quiet { (t(&format!("lesson-{}-lead", lesson.name))) }
                            @match stars.get(lesson.name) {
                                Some(&stars) => (shown_stars(texts, stars)),
                                None => span.stars {},
                            }
                        }
                    }
                }
            }
            }
        }
        p.quiet { (t(kept)) }
        (practice::list(texts))
    };
    frame(
        reader,
        &Page { path: "/learn", title: t("lessons-title"), module: Some("lessons.js"), areas: &["lessons", "training"], content },
    )
}

/// Stars out of three, with a text for screen readers.
fn shown_stars(texts: &Texts, stars: i64) -> Markup {
    let signs: String = (0..3).map(|n| if n < stars { '★' } else { '☆' }).collect();
    html! { span.stars role="img" aria-label=(texts.with("js-lessons-stars", &[("stars", stars.into())])) { (signs) } }
}

/// The board of a step, seen from the side to move, with or without an arrow for the solution.
fn picture(step: &Step, id: &str, title: &str, solved: bool) -> Markup {
    let diagram = step.start.diagram().id(id).title(title).coordinates(solved).trays(false);
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
    let is_for_more = lesson.steps.iter().any(|step| matches!(step.start, Start::More(_)));
    let data = wire::lesson_replies(&replies(texts, lesson)).embedded();
    let content = html! {
        script type="application/json" #answers { (PreEscaped(data)) }
        p.back { a href="/learn/lessons" { "‹ " (t("lessons-title")) } }
        h1 { (title) }
        p { (linked(texts, &t(&format!("lesson-{name}-lead")))) }
        div.lesson #lesson data-lesson=(name) {
            div.tasks { @for (n, step) in (1..).zip(&lesson.steps) { (step_card(texts, lesson, n, step)) } }
            div.stage.many[is_for_more] {
                @match lesson.steps.first().map(|step| &step.start) {
                    Some(Start::Two(position)) => { (board(position)) (trays(texts, position)) },
                    // All colors that the steps use have to be drawn once.
                    Some(Start::More(_)) => (drawn(&Diagram::of_party(&all_colors()))),
                    None => {},
                }
            }
            div.answer {
                p.say #say role="status" aria-live="polite" {}
                div.card #done hidden {
                    h2 tabindex="-1" { (t("lessons-done")) }
                    p #stars {}
                    @match next {
                        Some(next) => p { (t("lessons-next")) (t("colon")) " " b { (t(&format!("lesson-{}", next.name))) } },
                        None => p { (t("lessons-finished")) },
                    }
                    div.row {
                        @match next {
                            Some(next) => a.button.main href={ "/learn/lessons/" (next.name) } { (t("lessons-next")) },
                            None => {
                                a.button.main href={ "/puzzles/" (of_today().id) } { (t("lessons-puzzle")) }
                                a.button href={ "/play?kind=engine&level=1&color=black&layout=" (FIRST_GAME) } { (t("lessons-game")) }
                            },
                        }
                        @if let Some(theme) = lesson.theme {
                            a.button href={ "/puzzles/next?theme=" (theme) } { (t("lessons-theme")) }
                        }
                        a.button href="/learn/lessons" { (t("lessons-all")) }
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
    let areas: &[&str] = if is_for_more { &["lessons", "training", "party"] } else { &["lessons", "training"] };
    frame(reader, &Page { path: "/learn", title, module, areas, content })
}

/// A position with marbles of every color.
fn all_colors() -> party::Position {
    party::Layout::find("six").expect("a known layout").position()
}

/// A step: the task, a hint, and the solution for readers without scripts.
fn step_card(texts: &Texts, lesson: &Lesson, n: usize, step: &Step) -> Markup {
    let t = |key: &str| texts.get(key);
    let key = format!("lesson-{}-{n}", lesson.name);
    let heading = texts.with("lessons-step", &[("step", n.into()), ("steps", lesson.steps.len().into())]);
    let turn = seat_name(step.start.turn());
    html! {
        section.card.step data-step=(n) data-position=(step.start) data-turn=(turn) data-party[matches!(step.start, Start::More(_))] data-solution=(step.solution)
            data-seconds=[step.seconds] data-gesture[n == 1 && lesson.name == course()[0].name] {
            h2 tabindex="-1" { (heading) span.quiet { (t(&format!("js-turn-{turn}"))) } }
            p { (linked(texts, &t(&key))) }
            @if n == 1 && lesson.name == course()[0].name { (gestures(texts)) }
            details { summary { (t("lessons-hint")) } p { (t(&format!("{key}-hint"))) } }
            noscript {
                div.picture { (picture(step, &format!("step-{n}"), &heading, true)) }
                p { (t("lessons-solution")) (t("colon")) " " b { (step.solution) } ". " (t(&format!("{key}-good"))) }
            }
        }
    }
}

/// How to move, in two pictures: dragging, and tapping twice. Each is a strip of the board.
fn gestures(texts: &Texts) -> Markup {
    let t = |key: &str| texts.get(key);
    let marble = |x: i32, class: &str| {
        html! { circle class={ "marble " (class) } cx=(x) cy="40" r="27" {} circle.shine cx=(x - 9) cy="30" r="6" {} }
    };
    let ghost = |x: i32| html! { circle.ghost cx=(x) cy="40" r="27" {} };
    let picture = |content: Markup| {
        html! { svg viewBox="0 0 180 80" aria-hidden="true" { @for x in [30, 90, 150] { circle.hole cx=(x) cy="40" r="19" {} } (content) } }
    };
    html! {
        div.gestures {
            figure {
                (picture(html! { (ghost(30)) (marble(70, "")) g transform="translate(74 42) scale(0.55)" { path.hand d=(HAND) {} } }))
                figcaption { b { (t("lessons-drag")) } " " span { (t("lessons-drag-how")) } }
            }
            figure {
                (picture(html! { (marble(30, "chosen")) (ghost(90)) path.chevron d="M85 29l11 11-11 11" {} }))
                figcaption { b { (t("lessons-tap")) } " " span { (t("lessons-tap-how")) } }
            }
        }
    }
}

/// The replies to everything that a learner may try at the steps of a lesson, so that the page needs no server: for each step the legal moves
/// by the reply they get, and the attempt that is wanted where that is an illegal one. The rules answer other illegal attempts.
fn replies(texts: &Texts, lesson: &Lesson) -> Vec<StepReplies> {
    (1..).zip(&lesson.steps).map(|(n, step)| step_replies(texts, &format!("lesson-{}-{n}", lesson.name), step)).collect()
}

fn step_replies(texts: &Texts, key: &str, step: &Step) -> StepReplies {
    let mut moves: Vec<(MoveReply, Vec<String>)> = Vec::new();
    for m in &step.start.legal_moves() {
        let (good, key, reply) = match judge(step, Ok(m)) {
            Verdict::Good { reply } => (true, format!("{key}-good"), reply),
            Verdict::Wrong { word: Some(word), reply } => (false, format!("{key}-{word}"), reply),
            Verdict::Wrong { word: None, reply } => (false, step.goal.wrong_key().to_owned(), reply),
            Verdict::Illegal(_) => continue,
        };
        let what = texts.get(&format!("js-board-kind-{}", step.start.kind_key(m)));
        let cell = match step.goal {
            Goal::MoveTo(cell) | Goal::Hold(cell) | Goal::Save(cell) => cell.to_string(),
            _ => String::new(),
        };
        let says = texts.with(&key, &[("cell", cell.into()), ("what", what.into())]);
        let reply = MoveReply { good, says, answer: reply.map(|reply| reply.to_string()) };
        match moves.iter_mut().find(|(known, _)| *known == reply) {
            Some((_, moves)) => moves.push(m.to_string()),
            None => moves.push((reply, vec![m.to_string()])),
        }
    }
    let illegal = match step.goal {
        Goal::Illegal(reason) => Some((reason, texts.get(&format!("{key}-good")))),
        _ => None,
    };
    StepReplies { moves, illegal }
}

#[cfg(test)]
mod tests {
    use sumito_content::texts::Language;

    use super::*;

    #[test]
    fn every_move_of_every_step_has_one_reply_in_every_language() {
        for language in Language::ALL {
            for lesson in course() {
                let replies = replies(Texts::of(language), lesson);
                assert_eq!(replies.len(), lesson.steps.len());
                for (step, StepReplies { moves, illegal }) in lesson.steps.iter().zip(replies) {
                    let mut answered: Vec<&String> = moves.iter().flat_map(|(_, moves)| moves).collect();
                    let mut legal: Vec<String> = step.start.legal_moves().iter().map(|m| m.to_string()).collect();
                    answered.sort_unstable();
                    legal.sort_unstable();
                    assert_eq!(answered, legal.iter().collect::<Vec<_>>(), "{}", lesson.name);
                    for (reply, _) in &moves {
                        assert!(!reply.says.is_empty() && !reply.says.contains(['{', '$']), "{}: {}", lesson.name, reply.says);
                    }
                    let mut good = moves.iter().filter(|(reply, _)| reply.good);
                    let reaches = good.any(|(_, moves)| moves.iter().any(|m| m == step.solution));
                    assert!(reaches || illegal.is_some_and(|(_, says)| !says.is_empty()), "{}", lesson.name);
                }
            }
        }
    }

    #[test]
    fn the_course_ends_with_a_layout_that_it_has_shown() {
        let start = sumito_rules::Layout::find(FIRST_GAME).unwrap().position();
        assert!(course().iter().flat_map(|lesson| &lesson.steps).any(|step| step.start == Start::Two(start)));
    }

    #[test]
    fn every_theme_has_its_lesson_and_every_lesson_a_theme_that_exists() {
        for theme in sumito_content::puzzles::THEMES {
            assert!(sumito_content::lessons::lesson_for(theme).is_some(), "{theme}");
        }
        for theme in course().iter().filter_map(|lesson| lesson.theme) {
            assert!(sumito_content::puzzles::THEMES.contains(&theme), "{theme}");
        }
    }

    #[test]
    fn attempts_are_answered_in_the_learners_language() {
        for (language, name, n, text, good, says, answer) in [
            (Language::Swedish, "first-steps", 1, "e5e6", true, "sex riktningar", None),
            (Language::Swedish, "first-steps", 1, "d4e5", false, "två kulor tillsammans", None),
            (Language::Swedish, "first-steps", 2, "d4d5", false, "nådde e5", None),
            (Language::English, "first-steps", 3, "a1b2", true, "White", Some("i9h8")),
            (Language::Swedish, "defend", 2, "g6f5", false, "inte räddad", Some("e7e8")),
        ] {
            let replies = replies(Texts::of(language), find(name).unwrap().1);
            let (reply, _) = replies[n - 1].moves.iter().find(|(_, moves)| moves.iter().any(|m| m == text)).unwrap();
            assert_eq!((reply.good, reply.answer.as_deref()), (good, answer), "{name} {n}: {text}");
            assert!(reply.says.contains(says), "{name} {n}: {reply:?}");
        }
        let replies = replies(Texts::of(Language::Swedish), find("pac").unwrap().1);
        let (reason, says) = replies[0].illegal.as_ref().unwrap();
        assert_eq!(*reason, "pac-2-2");
        assert!(says.contains("låst läge"));
    }
}
