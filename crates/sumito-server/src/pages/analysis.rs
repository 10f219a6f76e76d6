//! The analysis board.

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use sumito_content::texts::Texts;
use sumito_rules::notation::{MoveNotation, PositionNotation};
use sumito_rules::{Color, Layout};

use super::Reader;
use super::frame::{Page, board, frame_with, steps, tool, tray};
use super::icons;
use super::mini::{mini, mini_board};
use super::preview::Preview;
use super::setup::usual_layouts;
use super::share::share_link;
use super::subject::Subject;
use crate::app::App;
use crate::play::seats::seat_name;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/analysis", get(show))
}

async fn show(State(app): State<App>, RawQuery(query): RawQuery, reader: Reader) -> Html<String> {
    Html(page(&reader, &preview(&app, &reader, query.as_deref()).await))
}

/// What other sites say about the address of an analysis: the game or the position that it names, if there is one.
pub(super) async fn preview(app: &App, reader: &Reader, query: Option<&str>) -> Preview {
    let texts = reader.texts();
    let known = match Subject::find("/analysis", query.unwrap_or_default()) {
        Some(Subject::Game(id)) => app.games.read(id, |loaded| Preview::of_game(texts, id, loaded)).await.ok(),
        Some(Subject::Position(line)) => line.read().ok().map(|game| Preview::of_line(texts, line, &game)),
        _ => None,
    };
    known.unwrap_or_else(|| Preview::of_page(texts, texts.get("analysis-title")))
}

/// The content of a panel.
type Panel = fn(&Texts) -> Markup;

/// The panels beside the board: names and contents. The first one is open.
const PANELS: [(&str, Panel); 5] =
    [("moves", moves), ("report", report), ("editor", editor), ("terms", terms), ("exchange", exchange)];

/// The rule books' terms, and whether they are shown initially.
const TERMS: [(&str, bool); 8] = [
    ("sumito", true),
    ("pac", true),
    ("det", true),
    ("covered", false),
    ("block", false),
    ("lance", false),
    ("arc", false),
    ("shield", false),
];

fn page(reader: &Reader, preview: &Preview) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let content = html! {
        h1.unseen { (t("analysis-title")) }
        (mini_board())
        div.table.analysis {
            div.stage {
                (players(texts))
                div.beside {
                    div.bar #bar-frame role="img" aria-label=(t("analysis-evaluation")) { i #bar {} }
                    (board(&Layout::BELGIAN_DAISY.position()))
                }
                div.chart #chart role="slider" tabindex="0" aria-label=(t("analysis-chart")) aria-valuemin="0" aria-valuemax="0" aria-valuenow="0" {}
                div.under {
                    (steps(texts))
                    span.quiet #ply {}
                    p.say #say role="status" aria-live="polite" {}
                    (tool(texts, "flip", "flip", icons::FLIP))
                    (share_link(texts, "/share/position"))
                }
            }
            div.side {
                section.card.engine aria-label=(t("analysis-engine")) { (engine(texts)) }
                div.tabs role="tablist" aria-label=(t("analysis-panels")) {
                    @for (i, (name, _)) in PANELS.iter().enumerate() {
                        button type="button" role="tab" id={ "tab-" (name) } aria-controls={ "panel-" (name) } aria-selected=(i == 0)
                            tabindex=(if i == 0 { "0" } else { "-1" }) { (t(&format!("analysis-tab-{name}"))) }
                    }
                }
                @for (i, (name, panel)) in PANELS.iter().enumerate().filter(|(_, (name, _))| *name != "report") {
                    section.card.panel role="tabpanel" id={ "panel-" (name) } aria-labelledby={ "tab-" (name) } hidden[i > 0] { (panel(texts)) }
                }
            }
            // Beside the tabs on a wide screen, in place of a panel on others.
            section.card.panel #panel-report role="tabpanel" aria-labelledby="tab-report" hidden { (report(texts)) }
        }
        noscript { p.notice { (t("javascript-needed")) } }
    };
    let page = Page { path: "/analysis", title: t("analysis-title"), module: Some("analysis.js"), areas: &["analysis"], content };
    frame_with(reader, &page, preview)
}

/// Both players above the board, with the marbles that each has pushed off.
fn players(texts: &Texts) -> Markup {
    html! {
        div.players {
            @for color in Color::ALL {
                div.player {
                    span class={ "dot " (seat_name(color)) } {}
                    b id={ "name-" (seat_name(color)) } { (texts.get(seat_name(color))) }
                    (tray(texts, !color, 0))
                }
            }
            span #result {}
        }
    }
}

fn engine(texts: &Texts) -> Markup {
    let t = |key| texts.get(key);
    html! {
        div.row {
            button.switch #engine type="button" aria-pressed="true" { (t("analysis-engine")) }
            b.score #score {}
            span.end {
                label.unseen for="line-count" { (t("analysis-lines")) }
                select #line-count title=(t("analysis-lines")) {
                    @for count in 1..=5 { option value=(count) selected[count == 3] { (count) } }
                }
                button.switch #threat type="button" aria-pressed="false" title=(t("analysis-threat-hint")) { (t("analysis-threat")) }
            }
        }
        p.book-moves #book hidden {}
        ol.lines #lines aria-label=(t("analysis-lines")) {}
        div.below { span.quiet #depth {} button.longer #longer type="button" hidden { (t("analysis-longer")) } }
    }
}

fn moves(texts: &Texts) -> Markup {
    let t = |key| texts.get(key);
    html! {
        div #lead {
            p.quiet { (t("analysis-lead")) }
            div.layouts {
                @for layout in usual_layouts() {
                    a.pick href={ "/analysis?position=" (layout.id) } { (mini(&layout.position(), None)) span { (texts.layout(layout)) } }
                }
            }
        }
        button.main #judge-offer type="button" hidden { (t("what-decided")) }
        div.moves.tree #moves role="group" aria-label=(t("moves")) {}
        div #about hidden {
            div.row.marks role="group" aria-label=(t("analysis-marks")) #marks {}
            div.field {
                label for="comment" { (t("analysis-comment")) }
                textarea #comment rows="2" {}
            }
            div.row {
                button #promote type="button" { (t("analysis-promote")) }
                button.danger #delete type="button" { (t("analysis-delete")) }
            }
        }
        details.keys {
            summary { (t("analysis-keys")) }
            dl {
                @for (keys, key) in [
                    ("← →", "analysis-keys-steps"),
                    ("↑ ↓", "analysis-keys-variations"),
                    ("Home End", "analysis-keys-ends"),
                    ("L", "analysis-keys-engine"),
                    ("X", "analysis-keys-threat"),
                    ("F", "flip"),
                ] { dt { kbd { (keys) } } dd { (t(key)) } }
            }
        }
    }
}

fn report(texts: &Texts) -> Markup {
    let t = |key| texts.get(key);
    html! {
        p.quiet { (t("analysis-report-lead")) }
        div.row {
            label.unseen for="care" { (t("analysis-report-care")) }
            select #care {
                option value="20000" { (t("analysis-report-quick")) }
                option value="200000" { (t("analysis-report-thorough")) }
            }
            button.main #judge type="button" { (t("analysis-report-start")) }
            button #judge-cancel type="button" hidden { (t("analysis-report-cancel")) }
        }
        div.progress #judging role="status" hidden { progress #judged max="1" value="0" aria-label=(t("analysis-report-start")) {} span #judged-words {} }
        div #decisive hidden {}
        div #summary hidden {}
        button #write-report type="button" hidden { (t("analysis-report-write")) }
    }
}

fn editor(texts: &Texts) -> Markup {
    let t = |key| texts.get(key);
    let count = |id: &str, key| {
        html! { div { label for=(id) { (t(key)) } input id=(id) type="number" min="0" max="13" value="0" inputmode="numeric"; } }
    };
    html! {
        p.quiet { (t("analysis-editor-lead")) }
        fieldset {
            legend { (t("analysis-editor-brush")) }
            div.choices #brush {
                @for (value, key) in [("black", "black"), ("white", "white"), ("none", "analysis-editor-remove")] {
                    label { input type="radio" name="brush" value=(value) checked[value == "black"]; span { (t(key)) } }
                }
            }
        }
        div.field {
            label for="edit-layout" { (t("layout")) }
            select #edit-layout {
                option value="" { "–" }
                @for layout in Layout::all() { option value=(layout.id) { (texts.layout(layout)) } }
            }
        }
        div.row {
            button #edit-clear type="button" { (t("analysis-editor-clear")) }
            button #edit-swap type="button" { (t("analysis-editor-swap")) }
        }
        fieldset {
            legend { (t("analysis-editor-turn")) }
            div.choices {
                @for (value, key) in [("black", "black"), ("white", "white")] {
                    label { input type="radio" name="edit-turn" value=(value) checked[value == "black"]; span { (t(key)) } }
                }
            }
        }
        div.losses {
            (count("edit-lost-black", "analysis-editor-lost-black"))
            (count("edit-lost-white", "analysis-editor-lost-white"))
        }
        p #edit-count {}
        p.notice.bad #edit-problem role="alert" hidden {}
        details {
            summary { (t("analysis-editor-limits")) }
            p.quiet { (t("analysis-editor-limits-text")) }
        }
        div.row {
            button.main #edit-analyse type="button" { (t("analysis-editor-analyse")) }
            button #edit-play type="button" { (t("analysis-editor-play")) }
            label.unseen for="edit-level" { (t("analysis-editor-level")) }
            select #edit-level title=(t("analysis-editor-level")) {
                @for level in 1..=10 { option value=(level) selected[level == 5] { (t("analysis-editor-level")) " " (level) } }
            }
        }
        (position_texts(texts, "edit"))
    }
}

/// The position in every notation, each to be copied.
fn position_texts(texts: &Texts, of: &str) -> Markup {
    html! {
        details.texts id={ (of) "-texts" } {
            summary { (texts.get("analysis-position-texts")) }
            @for notation in PositionNotation::ALL {
                @let id = format!("{of}-text-{}", notation.name().to_lowercase());
                div.copied {
                    label for=(id) { (notation.name()) }
                    input id=(id) data-notation=(notation.name().to_lowercase()) readonly;
                    button type="button" data-copy=(id) { (texts.get("analysis-copy")) }
                }
            }
        }
    }
}

fn terms(texts: &Texts) -> Markup {
    let t = |key: &str| texts.get(key);
    html! {
        p.quiet { (t("analysis-terms-lead")) }
        button.switch #overlay type="button" aria-pressed="false" { (t("analysis-terms-show")) }
        ul.terms {
            @for (term, shown) in TERMS {
                li {
                    label {
                        input type="checkbox" name="term" value=(term) checked[shown];
                        span class={ "sign term-" (term) } aria-hidden="true" {}
                        span { b { (t(&format!("analysis-term-{term}"))) } " " span.count {} }
                    }
                    p.quiet { (t(&format!("analysis-term-{term}-text"))) }
                    ul.findings {}
                }
            }
        }
    }
}

fn exchange(texts: &Texts) -> Markup {
    let t = |key| texts.get(key);
    let notations = || MoveNotation::ALL.into_iter();
    html! {
        div.field {
            label for="import-text" { (t("analysis-import-label")) }
            textarea #import-text rows="4" spellcheck="false" {}
        }
        div.row {
            button.main #import type="button" { (t("analysis-import")) }
            label.button for="import-file" { (t("analysis-import-file")) }
            input.unseen #import-file type="file" accept=".apgn,.pgn,.txt,text/plain" multiple;
        }
        p.notice.bad #import-problem role="alert" hidden {}
        div #chooser hidden { p { (t("analysis-import-choose")) } ol #games {} ul.problems #problems {} }
        p.quiet { (t("analysis-import-private")) }
        div.field {
            label for="format" { (t("analysis-export-label")) }
            select #format {
                @for notation in notations() { option value={ "apgn " (notation.name().to_lowercase()) } { "APGN · " (notation.name()) } }
                option value="playstrategy" { "PlayStrategy" }
                @for notation in notations() { option value={ "plain " (notation.name().to_lowercase()) } { (t("analysis-export-plain")) " · " (notation.name()) } }
                option value="code" { (t("analysis-export-code")) }
            }
        }
        label.unseen for="export-text" { (t("analysis-export-label")) }
        textarea #export-text rows="4" readonly spellcheck="false" {}
        div.row {
            button type="button" data-copy="export-text" { (t("analysis-copy")) }
            button #download type="button" { (t("analysis-download")) }
        }
        div.copied {
            label for="link" { (t("analysis-link")) }
            input #link readonly;
            button type="button" data-copy="link" { (t("analysis-copy")) }
        }
        (position_texts(texts, "now"))
    }
}
