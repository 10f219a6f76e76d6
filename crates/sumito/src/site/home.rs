//! The first page: what can be played.

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use maud::html;
use sumito_rules::Layout;

use super::Reader;
use super::frame::{Page, frame, small};
use crate::server::App;

/// The layouts offered first, the usual one of tournaments before that of the books.
const LAYOUTS: [&str; 6] = ["belgian-daisy", "standard", "german-daisy", "swiss-daisy", "dutch-daisy", "face-to-face"];

pub(super) fn routes() -> Router<App> {
    Router::new().route("/", get(async |reader: Reader| Html(page(&reader))))
}

fn page(reader: &Reader) -> String {
    let t = |key| reader.texts().get(key);
    let layouts = |name: &str| {
        html! {
            fieldset {
                legend { (t("layout")) }
                div.layouts {
                    @for (i, layout) in LAYOUTS.iter().filter_map(|id| Layout::find(id)).enumerate() {
                        label {
                            input type="radio" name="layout" value=(layout.id) checked[i == 0];
                            span.pick { (small(&layout.position(), &format!("{name}-{}", layout.id), layout.name)) (layout.name) }
                        }
                    }
                }
                details {
                    summary { (t("layout-more")) }
                    div.layouts {
                        @for layout in Layout::all().iter().filter(|layout| layout.is_balanced() && !LAYOUTS.contains(&layout.id)) {
                            label { input type="radio" name="layout" value=(layout.id); span.pick { (layout.name) } }
                        }
                    }
                }
            }
        }
    };
    let content = html! {
        h1 { (t("home-title")) }
        p { (t("home-lead")) }
        noscript { p.notice { (t("javascript-needed")) } }
        div.cards {
            form.card action="/play" method="get" {
                h2 { (t("engine-title")) }
                input type="hidden" name="kind" value="engine";
                fieldset {
                    legend { (t("level")) }
                    div.choices {
                        @for level in 1..=10 {
                            label { input type="radio" name="level" value=(level) checked[level == 3]; span { (level) } }
                        }
                    }
                    p.quiet { (t("level-hint")) }
                }
                fieldset {
                    legend { (t("color")) }
                    div.choices {
                        @for (value, key) in [("lot", "color-lot"), ("black", "color-black"), ("white", "color-white")] {
                            label { input type="radio" name="color" value=(value) checked[value == "lot"]; span { (t(key)) } }
                        }
                    }
                }
                (layouts("engine"))
                button.main type="submit" { (t("start")) }
            }
            form.card action="/play" method="get" {
                h2 { (t("screen-title")) }
                input type="hidden" name="kind" value="screen";
                div.field { label.row { input type="checkbox" name="turning" value="on" style="width:auto"; span { (t("turn-board")) } } }
                (layouts("screen"))
                button.main type="submit" { (t("start")) }
            }
        }
    };
    frame(reader, &Page { path: "/", title: t("home-title"), module: None, areas: &[], content })
}
