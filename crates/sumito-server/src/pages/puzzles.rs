//! Puzzles: the overview with the reader's progress, and the page of a puzzle.

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use sumito_content::lessons::lesson_for;
use sumito_content::puzzles::{Level, Puzzle, THEMES, Theme, Wanted, collection, find, theme_groups, theme_size};
use sumito_content::texts::Texts;
use sumito_rules::Color;
use sumito_rules::diagram::Diagram;

use super::Reader;
use super::frame::{Page, board, flip, frame, frame_with, not_found, steps, tray, typing};
use super::preview::Preview;
use super::puzzle_runs::modes;
use super::rulebook::linked;
use super::share::share_link;
use super::subject::Subject;
use crate::app::App;
use crate::db::PuzzleRating;
use crate::failure::Failure;
use crate::http::wire;
use crate::people::puzzles::{Progress, of_today};
use crate::play::seats::seat_name;

/// How many failed puzzles are shown at once.
const REVIEWED: usize = 6;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/puzzles", get(overview)).route("/puzzles/next", get(next)).route("/puzzles/{id}", get(solve))
}

/// The reader's choice of puzzles, kept in the address from one puzzle to the next.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Choice {
    theme: String,
    level: String,
    /// The puzzle that was solved last.
    after: Option<String>,
}

impl Choice {
    fn wanted(&self) -> Wanted {
        Wanted::read(Some(&self.theme), Some(&self.level))
    }

    /// The query string, with known values only.
    fn query(&self) -> String {
        let theme = THEMES.iter().find(|theme| **theme == self.theme).map(|theme| format!("theme={theme}"));
        let level =
            Level::ALL.into_iter().find(|level| level.name() == self.level).map(|level| format!("level={}", level.name()));
        let parts: Vec<String> = [theme, level].into_iter().flatten().collect();
        if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
    }
}

async fn next(State(app): State<App>, reader: Reader, Query(choice): Query<Choice>) -> Response {
    let user = reader.user.as_ref().map(|user| user.id);
    match app.people.next_puzzle(user, choice.wanted(), choice.after.as_deref()).await {
        Ok(puzzle) => Redirect::to(&format!("/puzzles/{}{}", puzzle.id, choice.query())).into_response(),
        Err(failure) => failure.into_response(),
    }
}

async fn overview(State(app): State<App>, reader: Reader) -> Html<String> {
    Html(overview_page(&reader, progress(&app, &reader).await.as_ref()))
}

async fn progress(app: &App, reader: &Reader) -> Option<Progress> {
    app.people.puzzle_progress(reader.user.as_ref()?.id).await.inspect_err(Failure::log).unwrap_or_default()
}

fn overview_page(reader: &Reader, reached: Option<&Progress>) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let [rating, run] = standing(reached);
    let figures = [
        ("rating", "puzzles-rating", rating),
        ("solved", "puzzles-solved", reached.map(|reached| format!("{} / {}", reached.solved, reached.tried))),
        ("run", "puzzles-run", run),
        ("days", "puzzles-days", reached.map(|reached| reached.days.to_string())),
    ];
    let failed: Vec<&Puzzle> = reached.into_iter().flat_map(|reached| &reached.failed).filter_map(|id| find(id)).collect();
    let content = html! {
        h1 { (t("puzzles-title")) }
        p { (t("puzzles-lead")) }
        div.puzzles {
            (today(texts))
            form.card.chooser action="/puzzles/next" method="get" {
                h2 { (t("puzzles-choose")) }
                (chooser(texts, &Choice::default()))
                button.main type="submit" { (t("puzzles-start")) }
            }
            (modes(texts))
            section.card.yours aria-labelledby="yours" {
                h2 #yours { (t("puzzles-yours")) }
                dl.tally #figures data-known=(reached.is_some()) {
                    @for (id, key, value) in figures {
                        div { dt { (t(key)) } dd id={ "figure-" (id) } { (or_dash(value)) } }
                    }
                }
                p.quiet { (t("puzzles-yours-note")) }
                section.again aria-labelledby="again" {
                    h3 #again { (t("puzzles-review")) }
                    @if failed.is_empty() { p.quiet { (t("puzzles-review-none")) } }
                    div.layouts {
                        @for puzzle in failed.iter().take(REVIEWED) {
                            a.pick href={ "/puzzles/" (puzzle.id) } {
                                (small(puzzle, &format!("again-{}", puzzle.id), &task(texts, puzzle)))
                                (t(&format!("puzzles-theme-{}", theme_key(puzzle))))
                            }
                        }
                    }
                }
            }
        }
        (themes(texts, reached))
        p.quiet { (t("puzzles-proved")) }
    };
    frame(reader, &Page { path: "/puzzles", title: t("puzzles-title"), module: Some("puzzles.js"), areas: &[], content })
}

/// The rating of a solver, and the streak with the best one.
fn standing(reached: Option<&Progress>) -> [Option<String>; 2] {
    let rating = reached.and_then(|reached| Some(points(reached.shown_rating()?, reached.rating.is_provisional())));
    [rating, reached.map(|reached| format!("{} ({})", reached.run, reached.best_run))]
}

fn or_dash(value: Option<String>) -> String {
    value.unwrap_or_else(|| "–".to_owned())
}

/// Theme and difficulty, to choose from.
fn chooser(texts: &Texts, choice: &Choice) -> Markup {
    let t = |key: &str| texts.get(key);
    html! {
        div.field {
            label for="theme-wanted" { (t("puzzles-theme")) }
            select #theme-wanted name="theme" {
                option value="" { (t("puzzles-theme-any")) " (" (collection().len()) ")" }
                @for (group, themes) in theme_groups() {
                    optgroup label=(t(&format!("puzzles-group-{group}"))) {
                        @for theme in themes {
                            option value=(theme) selected[choice.theme == *theme] { (t(&format!("puzzles-theme-{theme}"))) " (" (theme_size(theme)) ")" }
                        }
                    }
                }
            }
        }
        div.field {
            label for="level-wanted" { (t("puzzles-level")) }
            select #level-wanted name="level" {
                @for level in Level::ALL {
                    option value=(level.name()) selected[choice.level == level.name()] { (t(&format!("puzzles-level-{}", level.name()))) }
                }
            }
        }
    }
}

/// All themes in groups, each with the number of its puzzles and how many of them the reader has solved.
fn themes(texts: &Texts, reached: Option<&Progress>) -> Markup {
    let t = |key: &str| texts.get(key);
    let is_done = |puzzle: &&Puzzle| reached.is_some_and(|reached| reached.done.contains(&puzzle.id));
    let solved: Vec<&Puzzle> = collection().iter().filter(is_done).collect();
    let row = |theme: &str| {
        let wanted = Wanted::read(Some(theme), None);
        let (done, all) = (solved.iter().filter(|puzzle| wanted.fits(puzzle)).count(), theme_size(theme));
        html! {
            a.theme href={ "/puzzles/next?theme=" (theme) } {
                span { (t(&format!("puzzles-theme-{theme}"))) }
                span.quiet { @if done > 0 { (texts.with("puzzles-theme-done", &[("done", done.into()), ("all", all.into())])) } @else { (all) } }
                span.done-bar aria-hidden="true" { i style={ "width:" (100 * done / all.max(1)) "%" } {} }
            }
        }
    };
    html! {
        section.themes aria-labelledby="themes" {
            h2 #themes { (t("puzzles-theme-any")) }
            div.cards {
                @for (group, themes) in theme_groups() {
                    div.card {
                        h3 { (t(&format!("puzzles-group-{group}"))) }
                        ul.plain { @for theme in themes { li { (row(theme)) } } }
                    }
                }
            }
        }
    }
}

async fn solve(State(app): State<App>, reader: Reader, Path(id): Path<String>, Query(choice): Query<Choice>) -> Response {
    let Some(puzzle) = find(&id) else { return (StatusCode::NOT_FOUND, Html(not_found(&reader))).into_response() };
    let reached = progress(&app, &reader).await;
    match app.people.puzzle_rating(puzzle).await {
        Ok(rating) => Html(solve_page(&reader, puzzle, &rating, &choice, reached.as_ref())).into_response(),
        Err(failure) => failure.into_response(),
    }
}

fn solve_page(
    reader: &Reader,
    puzzle: &'static Puzzle,
    rating: &PuzzleRating,
    choice: &Choice,
    reached: Option<&Progress>,
) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let seat = |color: Color| {
        let name = seat_name(color);
        html! {
            div.seat id={ "seat-" (name) } {
                span class={ "dot " (name) } {}
                span.name { (t(name)) }
                (tray(texts, !color, puzzle.position.lost(!color)))
            }
        }
    };
    let query = choice.query();
    // What the reader chose, else what the puzzle is about.
    let own = theme_key(puzzle);
    let theme = THEMES.iter().copied().find(|theme| *theme == choice.theme).unwrap_or(&own);
    let next = format!("/puzzles/next{query}{}after={}", if query.is_empty() { "?" } else { "&" }, puzzle.id);
    let data = wire::puzzle(puzzle, rating).embedded();
    let content = html! {
        script type="application/json" #puzzle { (PreEscaped(data)) }
        div.table.puzzle {
            div.head {
                p.quiet.row { a href="/puzzles" { (t("puzzles-title")) } span { "·" } span { (t(&format!("puzzles-theme-{theme}"))) }
                    @for motif in puzzle.motifs.iter().map(|motif| motif.name()).filter(|motif| *motif != theme) {
                        span { "·" } span { (t(&format!("puzzles-theme-{motif}"))) }
                    }
                }
                h1 { span class={ "dot " (side(puzzle)) } {} (turn(texts, puzzle)) }
                p.task { (linked(texts, &task(texts, puzzle))) }
            }
            div.stage.seated {
                (seat(Color::White))
                (board(&puzzle.position))
                (seat(Color::Black))
            }
            div.side {
                div.card {
                    p.say.left #say role="status" aria-live="polite" {}
                    p.reached #reached {}
                    div.row {
                        button.main #retry type="button" hidden { (t("puzzles-retry")) }
                        a.button.main #forward href=(next) hidden { (t("puzzles-next")) }
                        button #hint type="button" aria-describedby="cost" { (t("puzzles-hint")) }
                        button #solution type="button" aria-describedby="cost" { (t("puzzles-solution")) }
                        a.button #skip href=(next) { (t("puzzles-skip")) }
                        a.button #analyse href="/analysis" hidden { (t("puzzles-analyse")) }
                    }
                    p.quiet #cost { (t("puzzles-cost")) }
                    @if let Some(lesson) = lesson_for(theme) {
                        p.quiet { (t("puzzles-lesson")) (t("colon")) " " a href={ "/learn/lessons/" (lesson.name) } { (t(&format!("lesson-{}", lesson.name))) } }
                    }
                }
                (figures(texts, rating, reached))
                div.card.record {
                    h2 { (t("moves")) }
                    div.moves #moves {}
                    (steps(texts))
                    div.tools {
                        (flip(texts))
                        (typing(texts, false))
                        (share_link(texts, &Subject::Puzzle(puzzle).share()))
                        sumito-settings {}
                    }
                }
                details.other-puzzles {
                    summary { (t("puzzles-choose")) }
                    form.chooser action="/puzzles/next" method="get" {
                        (chooser(texts, choice))
                        input type="hidden" name="after" value=(puzzle.id);
                        button type="submit" { (t("puzzles-start")) }
                    }
                }
                p.quiet data-keys { (texts.with("board-help", &[("keys", t("js-board-direction-keys").into())])) }
            }
        }
        noscript {
            p.notice { (t("javascript-needed")) }
            details { summary { (t("puzzles-solution")) } p { (puzzle.solution.to_string()) } }
        }
    };
    let title = format!("{} – {}", t("puzzles-title"), task(texts, puzzle));
    let page = Page { path: "/puzzles", title, module: Some("puzzle.js"), areas: &["puzzles", "training"], content };
    frame_with(reader, &page, &Preview::of_puzzle(texts, puzzle))
}

/// What the solver has reached, and how hard the puzzle is. The script keeps it up to date.
fn figures(texts: &Texts, rating: &PuzzleRating, reached: Option<&Progress>) -> Markup {
    let [own, _] = standing(reached);
    let run = reached.map(|reached| reached.run.to_string());
    let rate =
        (rating.tries > 0).then(|| texts.with("puzzles-solved-by", &[("percent", (100 * rating.solved / rating.tries).into())]));
    html! {
        dl.tally.figures {
            div { dt { (texts.get("puzzles-your-rating")) } dd #figure-rating { (or_dash(own)) } }
            div { dt { (texts.get("runs-combo")) } dd #figure-run { (or_dash(run)) } }
            div { dt { (texts.get("puzzles-this")) } dd { (rating.rating.points()) } @if let Some(rate) = rate { dd.quiet { (rate) } } }
        }
    }
}

/// The puzzle of the day, as a card.
pub(super) fn today(texts: &Texts) -> Markup {
    let t = |key| texts.get(key);
    let puzzle = of_today();
    let address = format!("/puzzles/{}", puzzle.id);
    html! {
        section.card.today aria-labelledby="today" {
            h2 #today { (t("puzzles-today")) }
            a.picture href=(address) { (small(puzzle, "today-board", &task(texts, puzzle))) }
            p { strong { (turn(texts, puzzle)) } br; (task(texts, puzzle)) }
            a.button href=(address) { (t("puzzles-solve")) }
        }
    }
}

/// A small board of a puzzle. `id` makes its definitions unique on the page.
fn small(puzzle: &Puzzle, id: &str, title: &str) -> Markup {
    PreEscaped(Diagram::of(&puzzle.position).id(id).title(title).coordinates(false).trays(false).svg())
}

/// A rating, with a question mark while it is provisional.
fn points(points: i64, provisional: bool) -> String {
    format!("{points}{}", if provisional { "?" } else { "" })
}

fn side(puzzle: &Puzzle) -> &'static str {
    seat_name(puzzle.position.turn())
}

pub(super) fn turn(texts: &Texts, puzzle: &Puzzle) -> String {
    texts.get(if puzzle.position.turn() == Color::Black { "js-turn-black" } else { "js-turn-white" })
}

/// The task in words.
pub(super) fn task(texts: &Texts, puzzle: &Puzzle) -> String {
    let key = match puzzle.theme {
        Theme::Marble => "puzzles-task-marble",
        Theme::Game => "puzzles-task-game",
        Theme::Save => "puzzles-task-save",
        Theme::Pac => "puzzles-task-pac",
        Theme::Only => "puzzles-task-only",
    };
    texts.with(key, &[("moves", puzzle.moves.into())])
}

/// The theme as in addresses and texts.
fn theme_key(puzzle: &Puzzle) -> String {
    match puzzle.theme {
        Theme::Marble => format!("marble-{}", puzzle.moves),
        theme => theme.name().to_owned(),
    }
}
