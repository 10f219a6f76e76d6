//! The page of a game that exists only in this browser.

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use maud::html;
use sumito_rules::{Color, Layout};

use super::Reader;
use super::frame::{Page, board, flip, frame, help, steps, tool, tray, typing};
use super::icons::{self, icon};
use crate::app::App;
use crate::play::seats::seat_name;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/play", get(async |reader: Reader| Html(page(&reader))))
}

fn page(reader: &Reader) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let seat = |color: Color| {
        let name = seat_name(color);
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
        div.table.playing.local {
            div.stage.seated {
                (seat(Color::White))
                (board(&Layout::BELGIAN_DAISY.position()))
                (seat(Color::Black))
                p.say #say role="status" aria-live="polite" {}
            }
            div.side {
                div.result.card #after hidden {
                    h2 #verdict {}
                    p.quiet #reason {}
                    button.main #once-more type="button" { (t("again")) }
                    button.wide #other-level type="button" hidden {}
                    div.next-steps {
                        a.button #decided href="/analysis" { (icon(icons::DECIDED)) span { (t("game-decided")) } }
                        a.button #after-analyse href="/analysis" { (icon(icons::ANALYSIS)) span { (t("game-analysis")) } }
                    }
                }
                div.card.record {
                    h2 { (t("moves")) }
                    div #panel-moves {
                        div.moves.pairs #moves {}
                        (steps(texts))
                    }
                    div.tools {
                        (tool(texts, "take-back", "take-back", icons::TAKE_BACK))
                        (tool(texts, "resign", "resign", icons::RESIGN))
                        (flip(texts))
                        (typing(texts, false))
                        sumito-settings {}
                    }
                    div.row {
                        button.words #again type="button" { (t("again")) }
                        a.button.words #analyse href="/analysis" { (t("analyse-game")) }
                    }
                }
                (help(texts, true))
            }
            aside.about {
                p.facts #rules {}
                p.quiet data-keys { (texts.with("board-help", &[("keys", t("js-board-direction-keys").into())])) }
            }
        }
        noscript { p.notice { (t("javascript-needed")) } }
    };
    frame(reader, &Page { path: "/play", title: t("nav-play"), module: Some("local.js"), areas: &["play"], content })
}
