//! The analysis board for more than two players.

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::Html;
use axum::routing::get;
use maud::html;
use sumito_rules::diagram::Diagram;
use sumito_rules::party::{Layout, Seat};

use super::Reader;
use super::analysis::preview;
use super::frame::{Page, drawn, frame_with, steps, tool};
use super::icons;
use super::party::tile;
use super::preview::Preview;
use super::share::share_link;
use crate::app::App;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/analysis/party", get(show))
}

async fn show(State(app): State<App>, RawQuery(query): RawQuery, reader: Reader) -> Html<String> {
    Html(page(&reader, &preview(&app, &reader, query.as_deref()).await))
}

fn page(reader: &Reader, preview: &Preview) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let six = Layout::find("six").expect("a known layout").position();
    let content = html! {
        h1.unseen { (t("analysis-title")) }
        div.table.party.party-analysis.analysis.many data-mode="play" data-seats="4" {
            div.stage {
                // The scripts need a marble of each color.
                (drawn(&Diagram::of_party(&six)))
                @for seat in Seat::ALL { (tile(texts, seat)) }
                p.say #say role="status" aria-live="polite" {}
                div.under { (steps(texts)) (tool(texts, "flip", "flip", icons::FLIP)) (share_link(texts, "/share/position")) }
            }
            div.side {
                section.card aria-label=(t("analysis-engine")) {
                    button.switch #engine type="button" aria-pressed="true" { (t("analysis-engine")) }
                    div.engine-line #line aria-live="polite" {}
                }
                section.card.panel {
                    div #columns aria-hidden="true" {}
                    div.moves.tree #moves role="group" aria-label=(t("moves")) {}
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
                section.card.panel {
                    div.field {
                        label for="import-text" { (t("analysis-import-label")) }
                        textarea #import-text rows="3" spellcheck="false" {}
                    }
                    div.row {
                        button.main #import type="button" { (t("analysis-import")) }
                        label.button for="import-file" { (t("analysis-import-file")) }
                        input.unseen #import-file type="file" accept=".apgn,.pgn,.txt,text/plain";
                    }
                    p.notice.bad #import-problem role="alert" hidden {}
                    div.field {
                        label for="export-text" { (t("analysis-export-label")) " APGN" }
                        textarea #export-text rows="3" readonly spellcheck="false" {}
                    }
                    button #download type="button" { (t("analysis-download")) }
                }
            }
        }
        noscript { p.notice { (t("javascript-needed")) } }
    };
    let (title, module) = (t("analysis-title"), Some("party-analysis.js"));
    frame_with(reader, &Page { path: "/analysis", title, module, areas: &["analysis", "party"], content }, preview)
}
