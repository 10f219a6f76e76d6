//! Three, four or six at one screen: the page of a game that exists only in this browser.

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, PreEscaped, html};
use sumito_content::texts::Texts;
use sumito_rules::diagram::{self, Diagram};
use sumito_rules::party::{Layout, Seat};

use super::Reader;
use super::frame::{Page, drawn, frame, steps, tool, typing};
use super::icons::{self, icon};
use super::mini::{mini_board, mini_party};
use super::rule_answers::embedded_starts;
use crate::app::App;

/// The layouts that are offered first, and the others.
const LAYOUTS: [&str; 6] = ["three", "four-teams", "four-alone", "four-belgian", "six", "six-teams"];
const MORE: [&str; 4] = ["four-adjacent", "four-german", "four-dutch", "four-swiss"];
/// The levels of the engine for more than two players.
const LEVELS: u8 = 5;
/// The rules of the games, as `web/controls.js` writes them.
const RULES: &str = "win=6 quiet=off plies=1000";

pub(super) fn routes() -> Router<App> {
    Router::new().route("/party", get(async |reader: Reader| Html(page(&reader))))
}

/// The layouts that can be played, in the order in which they are offered.
pub(super) fn offered() -> impl Iterator<Item = &'static Layout> {
    LAYOUTS.into_iter().chain(MORE).filter_map(Layout::find)
}

/// The name of a seat in addresses and in the scripts.
pub(super) fn seat_name(seat: Seat) -> String {
    seat.to_string().to_lowercase()
}

/// The name of a layout in the reader's language.
pub(super) fn layout_name(texts: &Texts, layout: &Layout) -> String {
    texts.get(&format!("js-party-layout-{}", layout.id))
}

/// A marble of the board on the same page.
fn marble(seat: Seat) -> Markup {
    html! {
        svg.marble viewBox="0 0 60 60" aria-hidden="true" { path d="M30 30h0" marker-start={ "url(#sumito-" (seat_name(seat)) ")" } {} }
    }
}

/// A seat beside the board: name, what is to be said about it, and the tray for the marbles that it pushes off.
pub(super) fn tile(texts: &Texts, seat: Seat) -> Markup {
    let name = seat_name(seat);
    html! {
        div.tile id={ "tile-" (name) } hidden {
            (marble(seat))
            span.name {}
            span.with {}
            span.note {}
            span.tray data-tray=(name) data-count="0" {
                span.unseen { (texts.get("party-tray")) (texts.get("colon")) " " span.count { "0" } }
                (PreEscaped(diagram::tray(seat, 0, "sumito")))
            }
            span.lost aria-hidden="true" {}
            span.unseen.lost-words {}
        }
    }
}

fn page(reader: &Reader) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let six = Layout::find("six").expect("a layout that is offered").position();
    let content = html! {
        (mini_board())
        h1.unseen { (t("js-party-title")) }
        div.table.party.many data-mode="setup" data-seats="3" {
            div.stage {
                // The scripts need a marble of each color.
                (drawn(&Diagram::of_party(&six)))
                @for seat in Seat::ALL { (tile(texts, seat)) }
                p.say #say role="status" aria-live="polite" {}
            }
            (setup(texts))
            div.side.playing-side {
                div.result.card #after hidden {
                    h2 #verdict {}
                    p.quiet #reason {}
                    button.main #once-more type="button" { (t("party-again")) }
                    button.wide #change-after type="button" { (t("party-change")) }
                    a.button.wide #after-analyze href="/analysis/party" { (t("party-analyze")) }
                }
                div.card.record {
                    h2 { (t("moves")) }
                    div.moves.columns #moves {}
                    (steps(texts))
                    div.tools {
                        (tool(texts, "take-back", "take-back", icons::TAKE_BACK))
                        (tool(texts, "resign", "resign", icons::RESIGN))
                        button.tool #flip type="button" aria-pressed="true" title=(t("turn-board")) {
                            (icon(icons::FLIP)) span.unseen { (t("turn-board")) }
                        }
                        (typing(texts, false))
                        (tool(texts, "copy", "party-copy", icons::COPY))
                        (tool(texts, "download", "party-download", icons::DOWNLOAD))
                        sumito-settings {}
                    }
                    div.row {
                        button.words #again type="button" { (t("party-again")) }
                        button.words #change type="button" { (t("party-change")) }
                        a.button.words #analyze href="/analysis/party" { (t("party-analyze")) }
                    }
                }
                section.card.takings #takings-card aria-labelledby="takings-title" hidden {
                    h2 #takings-title { (t("party-takings")) }
                    table #takings {}
                }
                p.quiet data-keys { (texts.with("board-help", &[("keys", t("js-board-direction-keys").into())])) }
            }
        }
        noscript { p.notice { (t("javascript-needed")) } }
        (embedded_starts(offered().map(|layout| format!("{} rules {RULES}", layout.id))))
    };
    frame(
        reader,
        &Page { path: "/party", title: t("js-party-title"), module: Some("party.js"), areas: &["play", "party"], content },
    )
}

/// The form to set up a game: the layout, and who sits where.
fn setup(texts: &Texts) -> Markup {
    let t = |key: &str| texts.get(key);
    html! {
        form.card.party-setup #party-setup {
            h2 { (t("js-party-title")) }
            fieldset {
                legend.unseen { (t("party-layout")) }
                div.layouts { @for id in LAYOUTS { (pick(texts, id)) } }
                details.all {
                    summary { (t("party-more")) }
                    div.layouts { @for id in MORE { (pick(texts, id)) } }
                }
            }
            fieldset.seats {
                legend { (t("party-seats")) }
                div.row.presets {
                    button #one-person type="button" { (t("party-one-person")) }
                    button #all-people type="button" { (t("party-all-people")) }
                    button #draw-seats type="button" { (t("party-draw-seats")) }
                }
                @for seat in Seat::ALL { (row(texts, seat)) }
            }
            div.start-row {
                button.main.large type="submit" { (t("party-start")) }
                button.words #resume type="button" hidden { (t("party-resume")) }
            }
            p.quiet { (t("party-lead")) " " a href="/learn/rules#players" { (t("party-rules")) } }
        }
    }
}

fn pick(texts: &Texts, id: &str) -> Markup {
    let Some(layout) = Layout::find(id) else { return html! {} };
    html! {
        label {
            input type="radio" name="layout" value=(id) data-seats=(layout.seating.seats().count()) checked[id == LAYOUTS[0]];
            span.pick { (mini_party(&layout.position())) span { (layout_name(texts, layout)) } }
        }
    }
}

/// A seat in the form: a person with a name, or the engine.
fn row(texts: &Texts, seat: Seat) -> Markup {
    let name = seat_name(seat);
    let color = texts.get(&format!("js-{name}"));
    html! {
        div.seat-row id={ "row-" (name) } {
            (marble(seat))
            b { (color) }
            span.with id={ "partner-" (name) } {}
            select name={ "level-" (name) } aria-label={ (color) (texts.get("colon")) " " (texts.get("party-player")) } {
                option value="0" { (texts.get("party-person")) }
                @for level in 1..=LEVELS { option value=(level) { (texts.with("party-engine-option", &[("level", level.into())])) } }
            }
            input name={ "name-" (name) } maxlength="20" autocomplete="off" placeholder=(texts.get("party-name"))
                aria-label={ (color) (texts.get("colon")) " " (texts.get("party-name")) };
        }
    }
}

#[cfg(test)]
mod tests {
    use sumito_content::texts::Language;

    use super::*;

    #[test]
    fn every_layout_has_a_name_in_every_language_and_a_picture() {
        for language in Language::ALL {
            let form = setup(Texts::of(language)).into_string();
            for layout in offered() {
                let name = layout_name(Texts::of(language), layout);
                assert!(form.contains(&name), "{name}");
            }
            // Three to six colors on ten boards.
            assert_eq!(form.matches("class=\"yellow\"").count(), 2);
        }
        assert_eq!(offered().count(), 10);
    }
}
