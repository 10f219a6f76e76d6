//! The pages as HTML, in the reader's language. They read well without scripts; the modules under `web/` bring them to life.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use sumito_rules::{Diagram, Layout, Position};

use super::texts::{Language, Texts};

/// A page for the frame: its address, title, the module that brings it to life, and its content.
struct Page {
    path: &'static str,
    title: String,
    module: Option<&'static str>,
    content: Markup,
}

/// The layouts offered first, the usual one of tournaments before that of the books.
const LAYOUTS: [&str; 6] = ["belgian-daisy", "standard", "german-daisy", "swiss-daisy", "dutch-daisy", "face-to-face"];

pub(crate) fn home(texts: &Texts) -> String {
    let t = |key| texts.get(key);
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
    frame(texts, &Page { path: "/", title: t("home-title"), module: None, content })
}

pub(crate) fn play(texts: &Texts) -> String {
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
            div.stage {
                (seat("white", "white"))
                (board(&Layout::BELGIAN_DAISY.position()))
                (seat("black", "black"))
                p.say #say role="status" aria-live="polite" {}
                p.unseen #spoken aria-live="assertive" {}
            }
            div.side {
                div.card {
                    h2 { (t("moves")) }
                    div.moves #moves {}
                    (steps(texts))
                }
                form.row #typed {
                    label.unseen for="move" { (t("type-move")) }
                    input #move name="move" autocomplete="off" spellcheck="false" placeholder=(t("type-move"));
                }
                div.row {
                    button #take-back type="button" { (t("take-back")) }
                    button #flip type="button" aria-pressed="false" { (t("flip")) }
                    button.danger #resign type="button" { (t("resign")) }
                    button #again type="button" { (t("again")) }
                    a.button #analyse href="/analysis" { (t("analyse-game")) }
                }
                p.quiet { (t("board-help")) }
            }
        }
        noscript { p.notice { (t("javascript-needed")) } }
    };
    frame(texts, &Page { path: "/play", title: t("nav-play"), module: Some("local.js"), content })
}

pub(crate) fn analysis(texts: &Texts) -> String {
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
    frame(texts, &Page { path: "/analysis", title: t("analysis-title"), module: Some("analysis.js"), content })
}

pub(crate) fn not_found(texts: &Texts) -> String {
    let content = html! {
        h1 { (texts.get("error-not-found")) }
        p { (texts.get("error-not-found-lead")) }
        p { a.button.main href="/" { (texts.get("nav-play")) } }
    };
    frame(texts, &Page { path: "", title: texts.get("error-not-found"), module: None, content })
}

/// A board that the scripts bring to life.
fn board(position: &Position) -> Markup {
    html! { sumito-board { (PreEscaped(Diagram::of(position).svg())) } }
}

/// A small picture of a layout; `id` sets its definitions apart from those of other pictures on the page.
fn small(position: &Position, id: &str, title: &str) -> Markup {
    PreEscaped(Diagram::of(position).id(id).title(title).coordinates(false).gutter(false).svg())
}

/// Buttons to walk through a game.
fn steps(texts: &Texts) -> Markup {
    html! {
        div.steps {
            @for (id, sign) in [("first", "«"), ("back", "‹"), ("next", "›"), ("last", "»")] {
                button id=(id) type="button" aria-label=(texts.get(id)) title=(texts.get(id)) { (sign) }
            }
        }
    }
}

/// What every page has: the bar, the way to other languages, the foot, and the texts for the scripts.
fn frame(texts: &Texts, page: &Page) -> String {
    let t = |key| texts.get(key);
    let current = |path: &str| (page.path == path).then_some("page");
    html! {
        (DOCTYPE)
        html lang=(texts.language.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="description" content=(t("home-lead"));
                meta name="theme-color" content="#8a4b12";
                title { (page.title) " · Sumito" }
                link rel="icon" href="/web/icon.svg" type="image/svg+xml";
                link rel="manifest" href="/web/manifest.webmanifest";
                link rel="stylesheet" href="/web/style.css";
                script type="application/json" #texts { (PreEscaped(texts.script())) }
                script type="module" src="/web/frame.js" {}
                @if let Some(module) = page.module { script type="module" src={ "/web/" (module) } {} }
            }
            body {
                a.skip href="#content" { (t("skip")) }
                header.top {
                    nav {
                        a.brand href="/" { img src="/web/icon.svg" alt="" width="26" height="26"; "Sumito" }
                        a href="/" aria-current=[current("/")] { (t("nav-play")) }
                        a href="/analysis" aria-current=[current("/analysis")] { (t("nav-analysis")) }
                        span.end {
                            label.unseen for="language" { (t("switch-language")) }
                            select #language style="width:auto" {
                                @for language in Language::ALL {
                                    option value=(language.code()) lang=(language.code()) selected[language == texts.language] {
                                        (Texts::of(language).get("language-name"))
                                    }
                                }
                            }
                            button #theme type="button" aria-label=(t("switch-theme")) title=(t("switch-theme")) { "◐" }
                        }
                    }
                }
                main #content { (page.content) }
                footer.foot { (t("footer")) }
            }
        }
    }
    .into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_there_in_every_language_without_missing_texts() {
        for language in Language::ALL {
            let texts = Texts::of(language);
            for page in [home(texts), play(texts), analysis(texts), not_found(texts)] {
                assert!(page.starts_with("<!DOCTYPE html>"));
                assert!(page.contains(&format!("<html lang=\"{}\">", language.code())));
                assert!(page.contains(&texts.get("footer")));
            }
            assert_ne!(texts.get("home-title"), "home-title");
        }
    }
}
