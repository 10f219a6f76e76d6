//! Three, four or six: the form that sets up a game at one screen or online, and the page of a game that exists only in this browser.

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
use super::setup::{clocks, fold};
use crate::app::App;
use crate::http::wire;
use crate::play::ratings::TEAMS;
use crate::play::seats::seat_name;

/// The layouts that are offered first, and the others.
const LAYOUTS: [&str; 6] = ["three", "four-teams", "four-alone", "four-belgian", "six", "six-teams"];
const MORE: [&str; 4] = ["four-adjacent", "four-german", "four-dutch", "four-swiss"];
/// The levels of the engine for more than two players.
pub(super) const LEVELS: u8 = 5;
/// The level that takes over from those who leave an online game, unless another one is chosen.
const TAKEOVER: u8 = 3;
/// The rules of the games, as `web/controls.js` writes them.
const RULES: &str = "win=6 quiet=off plies=1000";

pub(super) fn routes() -> Router<App> {
    Router::new().route("/party", get(async |reader: Reader| Html(page(&reader))))
}

/// The layouts that can be played, in the order in which they are offered.
pub(super) fn offered() -> impl Iterator<Item = &'static Layout> {
    LAYOUTS.into_iter().chain(MORE).filter_map(Layout::find)
}

/// The name of a layout in the reader's language.
pub(super) fn layout_name(texts: &Texts, layout: &Layout) -> String {
    texts.get(&format!("js-party-layout-{}", layout.id))
}

/// The names of all layouts as JSON, for the script that lists games with free seats.
pub(super) fn layout_names(texts: &Texts) -> String {
    wire::texts(offered().map(|layout| (layout.id, layout_name(texts, layout)))).to_string()
}

/// A marble of the board on the same page.
fn marble(seat: Seat) -> Markup {
    html! {
        svg.marble viewBox="0 0 60 60" aria-hidden="true" { path d="M30 30h0" marker-start={ "url(#sumito-" (seat_name(seat)) ")" } {} }
    }
}

/// A seat beside the board: name, what is to be said about it, its clock, and the tray for the marbles that it pushes off.
pub(super) fn tile(texts: &Texts, seat: Seat) -> Markup {
    let name = seat_name(seat);
    html! {
        div.tile id={ "tile-" (name) } hidden {
            span.line {
                (marble(seat))
                span.with {}
                span.who { span.name {} span.rating {} }
                span.note {}
            }
            span.line {
                span.tray data-tray=(name) data-count="0" {
                    span.unseen { (texts.get("party-tray")) (texts.get("colon")) " " span.count { "0" } }
                    (PreEscaped(diagram::tray(seat, 0, "sumito")))
                }
                span.lost aria-hidden="true" {}
                span.unseen.lost-words {}
                span.clock id={ "clock-" (name) } role="timer" hidden
                    aria-label={ (texts.get("game-clock")) ", " (texts.get(&format!("js-{name}"))) } { span.more {} span.time {} }
            }
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
            (setup(texts, reader.name().is_some()))
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
        &Page {
            path: "/party",
            title: t("js-party-title"),
            module: Some("party.js"),
            areas: &["play", "lobby", "party", "refusals", "game"],
            content,
        },
    )
}

/// The form to set up a game: the layout, and who sits where.
fn setup(texts: &Texts, has_account: bool) -> Markup {
    let t = |key: &str| texts.get(key);
    html! {
        form.card.party-setup #party-setup {
            h2 { (t("js-party-title")) }
            p.notice.bad #refused role="alert" hidden {}
            fieldset {
                legend.unseen { (t("party-where")) }
                div.kinds {
                    @for (place, key) in [("screen", "lobby-kind-same-screen"), ("online", "lobby-kind-online")] {
                        label { input type="radio" name="where" value=(place) checked[place == "screen"]; span { (t(key)) } }
                    }
                }
            }
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
                    button #all-people type="button" {
                        span data-at="screen" { (t("party-all-people")) }
                        span data-at="online" { (t("party-all-open")) }
                    }
                    button #draw-seats type="button" data-at="screen" { (t("party-draw-seats")) }
                }
                @for seat in Seat::ALL { (row(texts, seat)) }
            }
            (fold("clock", &t("lobby-clock"), &clocks(texts)))
            div.checks data-at="online" {
                label.tick { input type="checkbox" name="drawn" value="on"; span { (t("party-drawn")) } }
                label.tick { input type="checkbox" name="public" value="on" checked; span { (t("party-public")) } }
                div data-ratable {
                    @if has_account {
                        label.tick { input type="checkbox" name="rated" value="on"; span { (t("lobby-rated")) } }
                        p.quiet.hint data-rated { (t("party-rated-hint")) }
                    } @else {
                        p.quiet.hint { a href="/account" { (t("lobby-rated-account")) } }
                    }
                }
                label.takeover {
                    span { (t("party-takeover")) }
                    select name="takeover" {
                        option value="" { (t("party-takeover-none")) }
                        @for level in 1..=LEVELS { option value=(level) selected[level == TAKEOVER] { (engine(texts, level)) } }
                    }
                }
            }
            div.start-row {
                button.main.large #start type="submit" { (t("js-party-start")) }
                button.words #resume type="button" hidden { (t("party-resume")) }
            }
            p.quiet { (t("party-lead")) " " a href="/learn/rules#players" { (t("party-rules")) } }
        }
    }
}

/// The engine with a level, as a choice.
pub(super) fn engine(texts: &Texts, level: u8) -> String {
    texts.with("party-engine-option", &[("level", level.into())])
}

fn pick(texts: &Texts, id: &str) -> Markup {
    let Some(layout) = Layout::find(id) else { return html! {} };
    html! {
        label {
            input type="radio" name="layout" value=(id) data-seats=(layout.seating.seats().count()) data-ratable[layout.seating == TEAMS]
                checked[id == LAYOUTS[0]];
            span.pick { (mini_party(&layout.position())) span { (layout_name(texts, layout)) } }
        }
    }
}

/// A seat in the form: a person with a name, or the engine.
fn row(texts: &Texts, seat: Seat) -> Markup {
    let name = seat_name(seat);
    let color = texts.get(&format!("js-{name}"));
    let label = format!("{color}{} {}", texts.get("colon"), texts.get("party-player"));
    html! {
        div.seat-row id={ "row-" (name) } {
            (marble(seat))
            b { (color) }
            span.with id={ "partner-" (name) } {}
            select data-at="screen" name={ "level-" (name) } aria-label=(label) {
                option value="0" { (texts.get("party-person")) }
                @for level in 1..=LEVELS { option value=(level) { (engine(texts, level)) } }
            }
            select data-at="online" name={ "seat-" (name) } aria-label=(label) {
                option value="you" { (texts.get("js-you")) }
                option value="open" selected[seat != Seat::Black] { (texts.get("js-party-open-seat")) }
                @for level in 1..=LEVELS { option value={ "engine:" (level) } { (engine(texts, level)) } }
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
            let form = setup(Texts::of(language), true).into_string();
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
