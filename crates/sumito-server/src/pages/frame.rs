//! The frame of every page (header, footer, texts for the scripts) and the parts that several pages share.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sumito_content::texts::{Language, Texts};
use sumito_rules::diagram::{self, Diagram, Layers};
use sumito_rules::{Color, Position};

use super::files;
use super::icons::{self, icon};
use super::preview::Preview;
use super::social::challenges;
use super::{Reader, refusal_key};
use crate::failure::Failure;
use crate::http::wire;
use crate::play::clock::Millis;
use crate::play::seats::seat_name;
use crate::time::day;

/// A page: address, title, script, the areas whose texts the script uses, and the content.
pub(super) struct Page {
    pub(super) path: &'static str,
    pub(super) title: String,
    pub(super) module: Option<&'static str>,
    /// Areas of `i18n/` besides `site`, and besides `board` on pages with a board.
    pub(super) areas: &'static [&'static str],
    pub(super) content: Markup,
}

/// A cross on black marbles, a ring on white ones; the style sheet decides how visible they are.
const SIGNS: [(&str, &str); 2] = [("black", "M-8-8L8 8M8-8L-8 8"), ("white", "M10 0A10 10 0 1 1-10 0A10 10 0 1 1 10 0")];

/// The navigation: address, name, and icon for phones.
const NAVIGATION: [(&str, &str, &str); 5] = [
    ("/", "nav-play", icons::PLAY),
    ("/games", "nav-games", icons::GAMES),
    ("/analysis", "nav-analysis", icons::ANALYSIS),
    ("/learn", "nav-learn", icons::LEARN),
    ("/puzzles", "nav-puzzles", icons::PUZZLES),
];

/// What else the site has: in the menu, and the first of them in the bar where there is room.
const MORE: [(&str, &str); 4] =
    [("/tournaments", "tournaments-title"), ("/tv", "nav-tv"), ("/engines", "engines-title"), ("/clock", "clock-title")];

/// The scripts of pages to play on, which need only `style.css`; pages for more than two players need `party.css` too.
const PLAYING: [&str; 6] = ["lobby.js", "game.js", "local.js", "party.js", "party-game.js", "tv.js"];

/// The logo is inline: a request for a separate image would slow down a phone.
pub(super) const ICON: &str = include_str!("../../../../web/icon.svg");

pub(super) fn not_found(reader: &Reader) -> String {
    error_page(reader, "error-not-found", "error-not-found-lead")
}

/// The page for a failure. A database failure must not look like a missing page.
pub(super) fn failure_page(reader: &Reader, failure: &Failure) -> Response {
    failure.log();
    let status = failure.status();
    let page = match status {
        StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST => not_found(reader),
        _ => error_page(reader, "error-trouble", &refusal_key(reader.texts(), failure)),
    };
    (status, Html(page)).into_response()
}

/// An error page with these texts and a link to the home page.
pub(super) fn error_page(reader: &Reader, title: &str, lead: &str) -> String {
    let texts = reader.texts();
    let content = html! {
        div.lost-page {
            (lost_board())
            div {
                h1 { (texts.get(title)) }
                p { (texts.get(lead)) }
                p.row {
                    a.button.main href="/" { (texts.get("nav-play")) }
                    a.button.words href="/learn" { (texts.get("nav-learn")) }
                    a.button.words href="/puzzles" { (texts.get("nav-puzzles")) }
                }
            }
        }
    };
    frame(reader, &Page { path: "", title: texts.get(title), module: None, areas: &[], content })
}

/// A board that one marble has left.
fn lost_board() -> Markup {
    let lost: Position = "5/6/7/3b4/3bb4/3b4/7/6/5 w".parse().expect("the position reads");
    let drawing = Diagram::of(&lost).id("sumito").coordinates(false).trays(false).svg();
    html! { div aria-hidden="true" { (PreEscaped(drawing)) } }
}

/// The page that a browser shows offline for a page that is not cached.
pub(super) fn offline(reader: &Reader) -> String {
    let t = |key| reader.texts().get(key);
    let ways = [
        ("/play", "lobby-offline-play"),
        ("/learn/lessons", "lessons-title"),
        ("/puzzles", "puzzles-title"),
        ("/learn/rules", "learn-rules"),
        ("/analysis", "nav-analysis"),
    ];
    let content = html! {
        div.lost-page {
            (lost_board())
            div {
                h1 { (t("offline-title")) }
                p { (t("offline-lead")) }
                // The address is that of the missing page.
                p { a.button.main href="" { (t("offline-again")) } }
                ul.plain.offline-ways { @for (address, key) in ways { li { a.button href=(address) { (t(key)) } } } }
            }
        }
    };
    frame(reader, &Page { path: "", title: t("offline-title"), module: None, areas: &[], content })
}

/// A board that the scripts make interactive.
pub(super) fn board(position: &Position) -> Markup {
    drawn(&Diagram::of(position))
}

/// The same, with other drawing options: the wooden board, and the marbles as a separate image above it, so that moving them never
/// repaints the wood. The marbles have signs, so that they can be distinguished without colors.
pub(super) fn drawn(diagram: &Diagram) -> Markup {
    let layer = |layers| diagram.clone().trays(false).layers(layers).svg();
    let mut pieces = layer(Layers::Pieces);
    for (color, sign) in SIGNS {
        let symbol = format!("<marker id=\"sumito-{color}\"");
        if let Some((before, (marble, after))) =
            pieces.split_once(&symbol).and_then(|(before, rest)| Some((before, rest.split_once("</marker>")?)))
        {
            pieces =
                format!("{before}{symbol}{marble}<path class=\"sumito-sign sumito-sign-{color}\" d=\"{sign}\"/></marker>{after}");
        }
    }
    html! { sumito-board { (PreEscaped(layer(Layers::Board))) (PreEscaped(pieces)) } }
}

/// A tray with the marbles that a color has lost. It stands beside the board, in the seat bar of the player who ejected them.
pub(super) fn tray(texts: &Texts, lost: Color, count: u8) -> Markup {
    let color = seat_name(lost);
    html! {
        span.tray data-tray=(color) data-count=(count) {
            span.unseen { (texts.get("lost")) " (" (texts.get(color)) ")" (texts.get("colon")) " " span.count { (count) } }
            (PreEscaped(diagram::tray(lost.into(), count, "sumito")))
        }
    }
}

/// Both trays, where no seat bars are.
pub(super) fn trays(texts: &Texts, position: &Position) -> Markup {
    html! { div.trays { @for color in Color::ALL { (tray(texts, color, position.lost(color))) } } }
}

/// A button that is only an icon; its name is there for those who hear the page or rest on it.
pub(super) fn tool(texts: &Texts, id: &str, key: &str, path: &str) -> Markup {
    let name = texts.get(key);
    html! { button.tool id=(id) type="button" title=(name) { (icon(path)) span.unseen { (name) } } }
}

/// A field to type moves, folded behind an icon.
pub(super) fn typing(texts: &Texts, hidden: bool) -> Markup {
    let name = texts.get("type-move");
    html! {
        details.typing {
            summary.tool title=(name) { (icon(icons::KEYBOARD)) span.unseen { (name) } }
            form.row #typed hidden[hidden] {
                label.unseen for="move" { (name) }
                input #move name="move" autocomplete="off" spellcheck="false" placeholder=(name);
            }
        }
    }
}

/// The button that turns the board.
pub(super) fn flip(texts: &Texts) -> Markup {
    let name = texts.get("flip");
    html! { button.tool #flip type="button" aria-pressed="false" title=(name) { (icon(icons::FLIP)) span.unseen { (name) } } }
}

/// Help for a player. It has its room from the beginning if the game allows it, so that nothing moves when it comes and goes with the turns.
pub(super) fn help(texts: &Texts, allowed: bool) -> Markup {
    html! {
        section.help.waits[allowed] #help hidden[!allowed] {
            div.row {
                button #hint type="button" { (texts.get("help-hint")) }
                button.switch #threats type="button" aria-pressed="false" { (texts.get("help-threats")) }
            }
            ul.card.dangers #dangers aria-live="polite" hidden {}
        }
    }
}

/// Buttons to step through a game.
pub(super) fn steps(texts: &Texts) -> Markup {
    html! {
        div.steps {
            @for (id, sign) in [("first", icons::FIRST), ("back", icons::BACK), ("next", icons::NEXT), ("last", icons::LAST)] {
                button id=(id) type="button" aria-label=(texts.get(id)) title=(texts.get(id)) { (icon(sign)) }
            }
        }
    }
}

/// The date of a moment, such as 2026-11-15.
pub(super) fn date(at: Millis) -> Markup {
    let day = day(at);
    html! { time datetime=(day) { (day) } }
}

/// The frame of every page: header, language switch, footer, and the texts for the scripts.
pub(super) fn frame(reader: &Reader, page: &Page) -> String {
    frame_with(reader, page, &Preview::of_page(reader.texts(), page.title.clone()))
}

/// The same for a page about which other sites can say more.
pub(super) fn frame_with(reader: &Reader, page: &Page, preview: &Preview) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let current = |path: &str| (page.path == path).then_some("page");
    // A board uses its own texts on every page.
    let board = page.content.0.contains("<sumito-board").then_some("board");
    let is_playing = page.module.is_some_and(|module| PLAYING.contains(&module));
    // It imports frame.js itself.
    let module = page.module.unwrap_or("frame.js");
    let areas: Vec<&str> = page.areas.iter().copied().chain(board).collect();
    html! {
        (DOCTYPE)
        // The reader's settings, for the first paint; the scripts take over.
        html lang=(texts.language.code())
            data-theme=[reader.looks.get("theme").filter(|theme| *theme != "auto")]
            data-marbles=(reader.looks.get("marbles").unwrap_or("classic"))
            data-coordinates=(reader.looks.get("coordinates").unwrap_or("on"))
            data-signs=(reader.looks.get("signs").unwrap_or("off"))
            data-typeface[reader.has_typeface]
            data-settings=[reader.user.as_ref().map(|_| wire::settings(&reader.settings).to_string())]
            data-account=[reader.user.as_ref().filter(|user| user.name.is_some()).map(|user| user.id.to_string())] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="theme-color" content="#8a4b12";
                title { (page.title) " · Sumito" }
                // Before the styles: other sites read only the beginning of a page.
                (preview.tags(reader))
                // Render the whole page once instead of several parts, each of which a phone would lay out and paint.
                @if is_playing { link rel="expect" blocking="render" href="#foot"; }
                link rel="icon" href="/web/icon.svg" type="image/svg+xml";
                link rel="manifest" href="/web/manifest.webmanifest";
                // Pages to play on include their styles, so that they are painted while the scripts are loading.
                @if is_playing {
                    style { (PreEscaped(files::style())) }
                } @else {
                    link rel="stylesheet" href=(files::address("style.css"));
                    @let analyzes = ["analysis.js", "party-analysis.js"].contains(&module);
                    link rel="stylesheet" href=(files::address(if analyzes { "analysis.css" } else { "study.css" }));
                }
                @if areas.contains(&"party") { link rel="stylesheet" href=(files::address("party.css")); }
                script type="module" src=(files::address(module)) {}
                // All at once, instead of one after the other.
                @for import in files::imports(module) { link rel="modulepreload" href=(files::address(&import)); }
                // After everything that the browser has to request.
                script type="application/json" #texts { (PreEscaped(texts.script(&areas))) }
            }
            body {
                a.skip href="#content" { (t("skip")) }
                header.top {
                    nav {
                        a.brand href="/" { span aria-hidden="true" { (PreEscaped(ICON)) } "Sumito" }
                        div.site-ways {
                            @for (path, key, sign) in NAVIGATION { a href=(path) aria-current=[current(path)] { (icon(sign)) span { (t(key)) } } }
                            @let (path, key) = MORE[0];
                            a.roomy href=(path) aria-current=[current(path)] { (t(key)) }
                        }
                        span.end {
                            // Visible only on a cached page.
                            span.kept { (t("offline-title")) }
                            a.tool href="/players" title=(t("nav-find")) aria-current=[current("/players")] {
                                (icon(icons::SEARCH)) span.unseen { (t("nav-find")) }
                            }
                            @match reader.name() {
                                Some(name) => a.who href={ "/user/" (name) } { (name) },
                                None => a href="/account" aria-current=[current("/account")] { (t("account-sign-in")) },
                            }
                            details.menu #menu {
                                summary aria-label=(t("nav-menu")) title=(t("nav-menu")) { (icon(icons::MENU)) }
                                div {
                                    ul.plain { @for (path, key) in MORE { li { a href=(path) aria-current=[current(path)] { (t(key)) } } } }
                                    div {
                                        label for="language" { (t("switch-language")) }
                                        select #language {
                                            @for language in Language::ALL {
                                                option value=(language.code()) lang=(language.code()) selected[language == texts.language] {
                                                    (Texts::of(language).get("language-name"))
                                                }
                                            }
                                        }
                                    }
                                    button #theme type="button" { (t("switch-theme")) }
                                    a.button href="/settings" { (t("nav-settings")) }
                                }
                            }
                        }
                    }
                }
                main #content { (page.content) }
                // New ones are announced as they come; see web/challenges.js.
                @if reader.name().is_some() {
                    div.challenges #challenges role="region" aria-live="polite" aria-label=(t("challenge-list")) { (challenges(reader)) }
                }
                footer.foot #foot { (t("footer")) }
            }
        }
    }
    .into_string()
}

#[cfg(test)]
mod tests {
    use sumito_rules::diagram::{Highlight, Theme};
    use sumito_rules::{Cell, Layout};

    use super::*;

    /// The scripts use the same signs on marbles.
    #[test]
    fn boards_bear_the_signs_that_the_scripts_know() {
        let script = include_str!("../../../../web/drawing.js");
        let board = board(&Layout::STANDARD.position()).into_string();
        for (color, sign) in SIGNS {
            assert!(script.contains(&format!("{color}: '{sign}'")), "{color}");
            let (_, symbol) = board.split_once(&format!("<marker id=\"sumito-{color}\"")).unwrap();
            let (symbol, _) = symbol.split_once("</marker>").unwrap();
            assert!(symbol.ends_with(&format!("d=\"{sign}\"/>")), "{symbol}");
        }
    }

    /// The colors of more than two players, where marbles are not glossy.
    #[test]
    fn the_style_sheet_of_parties_has_the_colors_of_flat_themes() {
        let sheet = include_str!("../../../../web/party.css");
        let six = sumito_rules::party::Layout::find("six").unwrap().position();
        for theme in [Theme::HighContrast, Theme::Print] {
            let rules = rules_of(sheet, theme, " .many");
            let svg = Diagram::of_party(&six).theme(theme).svg();
            let colors =
                svg.split("var(--sumito-").skip(1).map(|color| color.split_once(')').unwrap().0.split_once(',').unwrap());
            let ours = colors.filter(|(name, _)| ["blue", "red", "green", "yellow"].iter().any(|seat| name.starts_with(seat)));
            let mut count = 0;
            for (name, color) in ours {
                assert!(rules.contains(&format!("--sumito-{name}: {color};")), "{theme}: {name} is {color}");
                count += 1;
            }
            assert!(count >= 12, "body, edge and mark of four colors: {count}");
        }
    }

    fn rules_of<'a>(sheet: &'a str, theme: Theme, of: &str) -> &'a str {
        let (_, rules) = sheet.split_once(&format!("[data-marbles='{theme}']{of} {{")).expect("each theme has its colors");
        rules.split_once('}').unwrap().0
    }

    /// The themes in the style sheet have the same colors as the drawings.
    #[test]
    fn the_style_sheet_has_the_colors_of_the_themes() {
        let sheet = include_str!("../../../../web/style.css");
        for theme in Theme::ALL {
            let rules = rules_of(sheet, theme, "");
            let marked = Highlight::ALL
                .into_iter()
                .fold(Diagram::of(&Layout::STANDARD.position()), |diagram, kind| diagram.highlight(kind, Cell::E5));
            let svg = marked.arrow(Cell::E5, Cell::E6).theme(theme).svg();
            for color in svg.split("var(--sumito-").skip(1) {
                let (name, color) = color.split_once(')').unwrap().0.split_once(',').unwrap();
                assert!(rules.contains(&format!("--sumito-{name}: {color};")), "{theme}: {name} is {color}");
            }
        }
    }
}
