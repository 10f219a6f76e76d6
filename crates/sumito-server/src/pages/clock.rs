//! The tournament clock: two players, one device, without a server.

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use maud::html;
use sumito_rules::Color;

use super::Reader;
use super::controls::control_words;
use super::frame::{Page, frame};
use crate::app::App;
use crate::play::clock::TimeControl;
use crate::play::seats::seat_name;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/clock", get(async |reader: Reader| Html(page(&reader))))
}

fn page(reader: &Reader) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let controls: Vec<TimeControl> = TimeControl::PRESETS.iter().filter_map(|control| control.parse().ok()).collect();
    let half = |color: Color| {
        let id = seat_name(color);
        html! {
            div.half data-color=(id) {
                button.press id={ "press-" (id) } type="button" {
                    span.unseen { (t("clock-press")) ", " (t(id)) }
                    span class={ "dot " (id) } aria-hidden="true" {}
                    span.clock id={ "clock-" (id) } { span.more {} span.time { "0:00" } }
                    span.count id={ "count-" (id) } { "0" }
                }
                div.adjust hidden {
                    @for (seconds, sign) in [(-60, "−1 min"), (-10, "−10 s"), (10, "+10 s"), (60, "+1 min")] {
                        button type="button" data-add=(seconds) data-color=(id) { (sign) }
                    }
                }
            }
        }
    };
    let content = html! {
        div.two-clocks #two-clocks {
            form.card #clock-form {
                h1 { (t("clock-title")) }
                p.quiet { (t("clock-lead")) }
                label.field {
                    span { (t("tournament-control")) }
                    select name="control" {
                        // A clock that waits for days needs no device on the table.
                        @for control in controls.iter().filter(|control| matches!(control, TimeControl::Game { .. })) {
                            option value=(control) { (control_words(texts, *control)) }
                        }
                        option value="own" { (t("clock-own")) }
                    }
                }
                label.field #clock-own hidden {
                    span { (t("clock-own-why")) }
                    input name="own" autocomplete="off" spellcheck="false" placeholder="300+3";
                }
                p.notice.bad #clock-bad role="alert" hidden { (t("clock-bad")) }
                button.main type="submit" { (t("clock-set")) }
            }
            div.halves #halves hidden {
                (half(Color::White))
                div.clock-tools {
                    button #clock-pause type="button" { (t("clock-pause")) }
                    button #clock-reset type="button" { (t("clock-reset")) }
                    p.say #clock-say role="status" {}
                }
                (half(Color::Black))
            }
            noscript { p.notice { (t("javascript-needed")) } }
        }
    };
    frame(
        reader,
        &Page {
            path: "/clock",
            title: t("clock-title"),
            module: Some("two-clocks.js"),
            areas: &["tournaments", "game"],
            content,
        },
    )
}
