//! The page of a game that exists only in this browser.

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use maud::html;
use sumito_rules::Layout;

use super::Reader;
use super::frame::{Page, board, frame, help, steps};
use crate::app::App;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/play", get(async |reader: Reader| Html(page(&reader))))
}

fn page(reader: &Reader) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let seat = |color: &str, key| {
        html! {
            div.seat id={ "seat-" (color) } {
                span class={ "dot " (color) } {}
                span.name id={ "name-" (color) } { (t(key)) }
                span.unseen { (t("lost")) }
                span.lost id=(if color == "black" { "lost-white" } else { "lost-black" }) {}
            }
        }
    };
    let content = html! {
        h1.unseen { (t("nav-play")) }
        div.table {
            div.stage.seated {
                (seat("white", "white"))
                (board(&Layout::BELGIAN_DAISY.position()))
                (seat("black", "black"))
                p.say #say role="status" aria-live="polite" {}
            }
            div.side {
                div.row #after hidden { a.button.main #decided href="/analysis" { (t("what-decided")) } }
                div.card {
                    h2 { (t("moves")) }
                    div.moves.pairs #moves {}
                    (steps(texts))
                }
                (help(texts))
                form.row #typed {
                    label.unseen for="move" { (t("type-move")) }
                    input #move name="move" autocomplete="off" spellcheck="false" placeholder=(t("type-move"));
                }
                div.row {
                    button #take-back type="button" { (t("take-back")) }
                    button #flip type="button" aria-pressed="false" { (t("flip")) }
                    sumito-settings {}
                    button.danger #resign type="button" { (t("resign")) }
                    button #again type="button" { (t("again")) }
                    a.button #analyse href="/analysis" { (t("analyse-game")) }
                }
                p.quiet { (t("board-help")) }
            }
        }
        noscript { p.notice { (t("javascript-needed")) } }
    };
    frame(reader, &Page { path: "/play", title: t("nav-play"), module: Some("local.js"), areas: &["play"], content })
}
