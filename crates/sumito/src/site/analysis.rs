//! The analysis board.

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use maud::html;
use sumito_rules::Layout;

use super::Reader;
use super::frame::{Page, board, frame, steps};
use crate::server::App;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/analysis", get(async |reader: Reader| Html(page(&reader))))
}

fn page(reader: &Reader) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let content = html! {
        h1 { (t("analysis-title")) }
        p { (t("analysis-lead")) " " span.quiet { (t("download")) } }
        div.table {
            div.stage {
                div.beside {
                    div.bar role="img" aria-label=(t("evaluation")) { i #bar {} }
                    (board(&Layout::BELGIAN_DAISY.position()))
                }
                p.say #say role="status" aria-live="polite" {}
                p.row { span.quiet { (t("lost")) ": " (t("black")) } span #lost-black {} span.quiet { (t("white")) } span #lost-white {} }
            }
            div.side {
                div.card {
                    div.row {
                        button #engine type="button" aria-pressed="true" { (t("engine-on")) }
                        b #score {}
                        span.quiet #depth {}
                    }
                    h2.unseen { (t("engine-lines")) }
                    ol.lines #lines {}
                }
                div.card {
                    h2 { (t("moves")) }
                    div.moves #moves {}
                    (steps(texts))
                    svg.chart #chart viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label=(t("chart")) {}
                    div.field { label for="comment" { (t("comment")) } textarea #comment rows="2" {} }
                    button.danger #delete type="button" { (t("delete-move")) }
                }
                div.card {
                    div.field {
                        label for="layout" { (t("layout")) }
                        select #layout {
                            @for layout in Layout::all() { option value=(layout.id) selected[layout.id == "belgian-daisy"] { (layout.name) } }
                        }
                    }
                    div.field { label for="position" { (t("position")) } input #position readonly; }
                    div.field { label for="import-text" { (t("import-label")) } textarea #import-text rows="5" spellcheck="false" {} }
                    div.row {
                        button.main #import type="button" { (t("import")) }
                        button #export type="button" { (t("export")) }
                        label.unseen for="format" { (t("format")) }
                        select #format style="width:auto" {
                            @for (value, name) in [("apgn", "APGN"), ("playstrategy", "PlayStrategy"), ("plain", "Aba-Pro")] {
                                option value=(value) { (name) }
                            }
                        }
                    }
                }
                p.quiet { (t("board-help")) }
            }
        }
        noscript { p.notice { (t("javascript-needed")) } }
    };
    frame(
        reader,
        &Page { path: "/analysis", title: t("analysis-title"), module: Some("analysis.js"), areas: &["analysis"], content },
    )
}
