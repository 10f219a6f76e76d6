//! The form to set up a game: one form for every way to play, showing the options of the chosen one.

use maud::{Markup, html};
use sumito_content::texts::Texts;
use sumito_rules::{Layout, Rules, party};

use super::Reader;
use super::controls::control_words;
use super::icons::{self, icon};
use super::mini::{mini, mini_party};
use crate::play::clock::{Extra, TimeControl};

/// The layouts offered first: the usual one in tournaments, then the one in the books.
const LAYOUTS: [&str; 6] = ["belgian-daisy", "standard", "german-daisy", "swiss-daisy", "dutch-daisy", "face-to-face"];
/// The ways to play.
const KINDS: [&str; 4] = ["engine", "same-screen", "online", "friend"];
/// The default level.
const LEVEL: u8 = 1;
/// How many ejections may be chosen to win.
const MARBLES: [u8; 6] = [3, 4, 5, 6, 7, 8];
/// After how many moves of each side without an ejection a draw may be chosen.
const QUIET: [u16; 3] = [25, 50, 100];
/// The kinds of custom clocks.
const OWN: [&str; 6] = ["sudden", "fischer", "delay", "bronstein", "byo-yomi", "days"];

/// Clocks for a game with somebody at once.
const QUICK: [&str; 6] = ["180+2", "300+3", "600", "900", "900+10", "3d"];

/// The form. `challenged` is the name of the player to challenge; `refused` says why the last attempt was refused.
pub(super) fn setup(reader: &Reader, challenged: Option<&str>, refused: Option<&str>) -> Markup {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let has_account = reader.user.as_ref().is_some_and(|user| user.name.is_some());
    html! {
        form.card.setup #setup action="/games" method="post" {
            p.notice.bad #refused role="alert" hidden[refused.is_none()] { (refused.unwrap_or_default()) }
            fieldset {
                legend.unseen { (t("lobby-kind")) }
                div.kinds {
                    @for kind in KINDS {
                        label {
                            input type="radio" name="against" value=(kind) checked[kind == if challenged.is_some() { "friend" } else { "engine" }];
                            span { (t(&format!("lobby-kind-{kind}"))) }
                        }
                    }
                }
                @for kind in &KINDS[1..] { p.quiet.hint data-for=(kind) { (t(&format!("lobby-hint-{kind}"))) } }
            }
            div.field.opponent data-for="friend" {
                @if has_account {
                    label for="opponent" { (t("challenge-opponent")) }
                    input #opponent name="opponent" value=(challenged.unwrap_or_default()) maxlength="20" placeholder=" " autocomplete="off"
                        autocapitalize="none" spellcheck="false" list="player-names" aria-describedby="opponent-hint";
                    p.quiet.hint #opponent-hint { (t("challenge-opponent-hint")) }
                } @else {
                    p.quiet.hint { a href="/account" { (t("challenge-account")) } }
                }
            }
            fieldset data-for="engine" {
                legend.unseen { (t("lobby-level")) }
                div.ladder {
                    @for level in 1..=10 {
                        div.rung-row {
                            label {
                                input type="radio" name="level" value=(level) checked[level == LEVEL];
                                span.rung { (level) }
                                b { (t(&format!("lobby-name-{level}"))) }
                                span.quiet { (t(&format!("lobby-level-{level}"))) }
                            }
                            button.words type="submit" title=(t("lobby-play")) { (icon(icons::NEXT)) span.unseen { (t("lobby-play")) } }
                        }
                    }
                }
            }
            div.tiles data-for="online" role="group" aria-label=(t("lobby-quick")) {
                b.heading { (t("lobby-quick")) }
                @for clock in QUICK.iter().filter_map(|clock| clock.parse::<TimeControl>().ok()) {
                    button.tile type="button" data-clock=(clock) { b { (control_words(texts, clock)) } }
                }
            }
            (more_players(texts))
            (fold("clock", &t("lobby-clock"), &clocks(texts)))
            (fold("layout", &t("lobby-layout"), &layouts(texts)))
            div data-for="engine online friend" { (fold("color", &t("lobby-color"), &colors(texts))) }
            (fold("marbles quiet", &t("lobby-rules"), &rules(texts)))
            div.checks {
                (tick("turning", "same-screen", &t("turn-board")))
                (tick("watch", "engine same-screen", &t("lobby-watch")))
                @if has_account {
                    (tick("rated", "online friend", &t("lobby-rated")))
                    (tick("bots", "online friend", &t("lobby-bots")))
                } @else {
                    p.quiet.hint data-for="online friend" { a href="/account" { (t("lobby-rated-account")) } }
                }
                (tick("help", "online friend", &t("lobby-help")))
            }
            button.big type="submit" {
                span data-for="engine same-screen" { (t("lobby-play")) }
                span data-for="online" { span.ready { (t("lobby-find-opponent")) } span.waits { (t("js-lobby-looking")) } }
                span data-for="friend" {
                    span.for-link { (t("lobby-invite")) }
                    @if has_account { span.for-name { (t("profile-challenge")) } }
                }
            }
        }
    }
}

/// The way to games for more than two.
fn more_players(texts: &Texts) -> Markup {
    let picture = party::Layout::find("six").map(|layout| mini_party(&layout.position()));
    html! {
        @for (kinds, address) in [("engine same-screen", "/party"), ("online friend", "/party?online")] {
            a.fold.more-players data-for=(kinds) href=(address) {
                @if let Some(picture) = &picture { (picture) }
                span { (texts.get("js-party-title")) }
                (icon(icons::NEXT))
            }
        }
    }
}

/// A collapsed part of the form; the scripts show what is chosen in it.
pub(super) fn fold(name: &str, title: &str, content: &Markup) -> Markup {
    html! {
        details.fold {
            summary { span { (title) } b data-chosen=(name) {} }
            fieldset { legend.unseen { (title) } (content) }
        }
    }
}

fn tick(name: &str, kinds: &str, title: &str) -> Markup {
    html! { label.tick data-for=(kinds) { input type="checkbox" name=(name) value="on"; span { (title) } } }
}

fn colors(texts: &Texts) -> Markup {
    html! {
        div.choices {
            @for (value, key) in [("random", "lobby-color-random"), ("black", "lobby-color-black"), ("white", "lobby-color-white")] {
                label { input type="radio" name="color" value=(value) checked[value == "random"]; span { (texts.get(key)) } }
            }
        }
        p.quiet.hint data-for="online friend" { (texts.get("lobby-color-rated")) }
    }
}

fn rules(texts: &Texts) -> Markup {
    html! {
        div.clock {
            b { (texts.get("lobby-rules-marbles")) }
            div.choices {
                @for marbles in MARBLES {
                    label {
                        input type="radio" name="marbles" value=(marbles) checked[marbles == Rules::STANDARD.marbles_to_win];
                        span { (texts.with("lobby-rules-win", &[("marbles", marbles.into())])) }
                    }
                }
            }
        }
        div.clock {
            b { (texts.get("lobby-rules-quiet")) }
            p.quiet { (texts.get("lobby-rules-quiet-why")) }
            div.choices {
                label { input type="radio" name="quiet" value="off" checked; span { (texts.get("lobby-rules-quiet-off")) } }
                @for moves in QUIET {
                    label {
                        input type="radio" name="quiet" value=(moves);
                        span { (texts.with("lobby-rules-quiet-after", &[("moves", moves.into())])) }
                    }
                }
            }
        }
        p.quiet.hint data-for="online friend" { (texts.get("lobby-rules-rated")) }
    }
}

/// The layouts offered first.
pub(super) fn usual_layouts() -> impl Iterator<Item = &'static Layout> {
    LAYOUTS.iter().filter_map(|id| Layout::find(id))
}

fn layouts(texts: &Texts) -> Markup {
    let pick = |layout: &Layout| {
        html! {
            label {
                input type="radio" name="layout" value=(layout.id) checked[layout == &Layout::BELGIAN_DAISY];
                span.pick { (mini(&layout.position(), None)) span { (texts.layout(layout)) } }
            }
        }
    };
    let others = Layout::all().iter().filter(|layout| layout.is_balanced() && !LAYOUTS.contains(&layout.id));
    html! {
        div.layouts { @for layout in usual_layouts() { (pick(layout)) } }
        details.all {
            summary { (texts.get("lobby-layout-more")) }
            div.layouts { @for layout in others { (pick(layout)) } }
        }
    }
}

/// The kind of a clock, as in the keys of its texts.
fn kind(control: TimeControl) -> &'static str {
    match control {
        TimeControl::None => "none",
        TimeControl::Days(_) => "days",
        TimeControl::Game { extra, .. } => match extra {
            Extra::None => "sudden",
            Extra::Increment(_) => "fischer",
            Extra::Delay(_) => "delay",
            Extra::Bronstein(_) => "bronstein",
            Extra::ByoYomi { .. } => "byo-yomi",
        },
    }
}

/// Clocks by kind, each kind explained; a custom clock at the end.
pub(super) fn clocks(texts: &Texts) -> Markup {
    let t = |key: &str| texts.get(key);
    let presets: Vec<TimeControl> = TimeControl::PRESETS.iter().filter_map(|preset| preset.parse().ok()).collect();
    let number = |name: &str, title: String, kinds: &str, value: &str, least: &str, most: &str, step: &str| {
        html! {
            label data-own=(kinds) { span { (title) } input type="number" name=(name) value=(value) min=(least) max=(most) step=(step) inputmode="decimal"; }
        }
    };
    html! {
        @for presets in presets.chunk_by(|a, b| kind(*a) == kind(*b)) {
            div.clock {
                b { (t(&format!("lobby-clock-{}", kind(presets[0])))) }
                p.quiet { (t(&format!("lobby-clock-{}-why", kind(presets[0])))) }
                div.choices {
                    @for preset in presets {
                        label {
                            input type="radio" name="clock" value=(preset) checked[*preset == TimeControl::None];
                            span { (control_words(texts, *preset)) }
                        }
                    }
                }
            }
        }
        div.clock {
            b { (t("lobby-clock-own")) }
            div.choices { label { input type="radio" name="clock" value="own"; span { (t("lobby-clock-own-choose")) } } }
            fieldset.own {
                legend.unseen { (t("lobby-clock-own-kind")) }
                div.choices {
                    @for kind in OWN {
                        label { input type="radio" name="own" value=(kind) checked[kind == "sudden"]; span { (t(&format!("lobby-clock-{kind}"))) } }
                    }
                }
                @for kind in OWN { p.quiet data-own=(kind) { (t(&format!("lobby-clock-{kind}-why"))) } }
                div.numbers {
                    (number("minutes", t("lobby-minutes"), "sudden fischer delay bronstein byo-yomi", "10", "0", "1440", "any"))
                    (number("periods", t("lobby-periods"), "byo-yomi", "3", "1", "20", "1"))
                    label data-own="fischer delay bronstein byo-yomi" {
                        @for kind in &OWN[1..5] { span data-own=(kind) { (t(&format!("lobby-seconds-{kind}"))) } }
                        input type="number" name="seconds" value="5" min="1" max="3600" step="1" inputmode="numeric";
                    }
                    (number("days", t("lobby-days"), "days", "2", "1", "30", "1"))
                }
            }
        }
    }
}
