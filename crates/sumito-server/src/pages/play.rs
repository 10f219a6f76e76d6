//! The page of a game that exists only in this browser.

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use maud::html;
use sumito_rules::{Color, Layout};

use super::Reader;
use super::frame::{Page, board, frame, help, steps, tray};
use crate::app::App;
use crate::play::event::color_name;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/play", get(async |reader: Reader| Html(page(&reader))))
}

fn page(reader: &Reader) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let seat = |color: Color| {
        let name = color_name(color);
        html! {
            div.seat id={ "seat-" (name) } {
                span class={ "dot " (name) } {}
                span.name id={ "name-" (name) } { (t(name)) }
                (tray(texts, !color, 0))
            }
        }
    };
    let content = html! {
        h1.unseen { (t("nav-play")) }
        div.table.local {
            div.stage.seated {
                (seat(Color::White))
                (board(&Layout::BELGIAN_DAISY.position()))
                (seat(Color::Black))
                p.say #say role="status" aria-live="polite" {}
            }
            div.side {
                div.row #after hidden {
                    a.button.main #decided href="/analysis" { (t("what-decided")) }
                    button #other-level type="button" hidden {}
                }
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
                p.facts #rules {}
                p.quiet data-keys { (texts.with("board-help", &[("keys", t("js-board-direction-keys").into())])) }
            }
        }
        noscript { p.notice { (t("javascript-needed")) } }
    };
    frame(reader, &Page { path: "/play", title: t("nav-play"), module: Some("local.js"), areas: &["play"], content })
}
