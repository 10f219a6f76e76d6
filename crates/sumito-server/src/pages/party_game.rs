//! The page of an online game for three to six: the room in which seats are taken, the board with its seats, and the end of the game.

use maud::{Markup, PreEscaped, html};
use sumito_content::texts::Texts;
use sumito_rules::diagram::Diagram;
use sumito_rules::party::{Game, Seat};

use super::Reader;
use super::badge::with_badge;
use super::frame::{Page, drawn, frame_with, steps, tool, typing};
use super::game::{chat, chat_tabs, facts, is_to_move, report_link, words};
use super::icons::{self, icon};
use super::mini::mini_board;
use super::party::{LEVELS, engine, tile};
use super::preview::Preview;
use super::rule_answers::embedded_party_answers;
use super::share::share_words;
use crate::games::room::LoadedGame;
use crate::http::wire;
use crate::id::GameId;
use crate::play::event::Player;
use crate::play::live::Status;
use crate::play::summary::PlayerInfo;
use crate::time::now;

/// The level of engines that fill free seats, unless the host chooses another one.
const LEVEL: u8 = 2;

/// The game as the rules' module names it.
pub(super) fn text(loaded: &LoadedGame) -> String {
    let setup = loaded.live.setup();
    let start = format!("{} rules {}", setup.layout_id().unwrap_or_default(), setup.rules);
    loaded.live.game().words().iter().fold((start, " moves "), |(text, before), word| (text + before + word, " ")).0
}

pub(super) fn page(reader: &Reader, id: GameId, loaded: &LoadedGame, game: &Game) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let user = reader.user.as_ref().map(|user| user.id);
    let names: Vec<String> = loaded.live.setup().seats.seats().map(|seat| name(texts, loaded, seat)).collect();
    let title = names.join(" – ");
    let is_open = loaded.live.status() == Status::Open;
    // For the scripts, the same as on the socket.
    let json = wire::state(id, loaded, user, None, now()).embedded();
    let content = html! {
        h1.unseen { (title) }
        script type="application/json" #game { (PreEscaped(json)) }
        (mini_board())
        div.table.party.many data-mode="play" data-seats=(names.len()) {
            div.stage {
                (drawn(&Diagram::of_party(game.position())))
                @for seat in Seat::ALL { (tile(texts, seat)) }
                p.say #say role="status" aria-live="polite" { (words(texts, loaded)) }
            }
            div.side.playing-side {
                (absence(texts))
                div #offers aria-live="polite" {}
                (room(texts, loaded, is_open, reader.name().is_some()))
                div.side #table-side hidden[is_open] {
                    (end(texts, id, loaded.live.status().is_ended()))
                    (record(texts))
                    section.card.takings #takings-card aria-labelledby="takings-title" hidden {
                        h2 #takings-title { (t("party-takings")) }
                        table #takings {}
                    }
                }
                aside.about #about {
                    div {
                        p.facts {
                            span { (facts(texts, loaded)) }
                            span { a href={ "/api/games/" (id) "/record" } download { (t("game-record")) } " · " (share_words(texts, id)) span #watchers {} }
                            (report_link(reader, id))
                        }
                        p #chat-note {}
                    }
                    (chat(texts))
                }
            }
        }
        (embedded_party_answers(&text(loaded), is_to_move(reader, loaded)))
        p.banner #offline role="status" hidden { (t("game-offline")) }
        noscript { p.notice { (t("javascript-needed")) } }
    };
    let areas = &["play", "game", "party", "refusals", "community"];
    let preview = Preview::of_game(texts, id, loaded);
    frame_with(reader, &Page { path: "", title, module: Some("party-game.js"), areas, content }, &preview)
}

/// The player of a seat.
pub(super) fn name(texts: &Texts, loaded: &LoadedGame, seat: Seat) -> String {
    match loaded.live.setup().seats[seat] {
        None => texts.get("js-party-open-seat"),
        Some(Player::Engine(level)) => texts.with("js-party-engine", &[("level", level.number().into())]),
        Some(Player::User(_)) => match &loaded.players[seat] {
            PlayerInfo { name: Some(name), is_bot, .. } => with_badge(texts, name, *is_bot),
            PlayerInfo { name: None, .. } => texts.get("js-game-guest"),
        },
    }
}

/// Who is away or has not moved yet, and how long that may last. The time is not part of what is read aloud each second.
fn absence(texts: &Texts) -> Markup {
    html! {
        div.row #absence {
            p { span #absent role="status" aria-live="polite" {} " " strong #countdown role="timer" {} }
            button.main #claim-seat type="button" hidden { (texts.get("party-claim")) }
        }
    }
}

/// Where players meet before the game: who sits where, the link to send, and what the host may do.
fn room(texts: &Texts, loaded: &LoadedGame, is_open: bool, has_account: bool) -> Markup {
    let t = |key: &str| texts.get(key);
    let setup = loaded.live.setup();
    let leaving = match setup.takeover {
        Some(level) => texts.with("party-room-takeover", &[("level", level.number().into())]),
        None => t("party-room-out"),
    };
    html! {
        section.card.room #room hidden[!is_open] {
            h2 { (t("party-room-title")) }
            ul #room-seats aria-label=(t("party-room-seats")) {}
            @if setup.rated && !has_account { p { a href="/account" { (t("game-join-rated")) } } }
            p.quiet {
                @if setup.drawn { (t("party-room-drawn")) " " }
                (leaving)
                @if setup.rated { " " (t("party-rated-hint")) }
                @if setup.public { " " (t("game-invite-public")) }
            }
            div #invite hidden {
                p { (t(if setup.rated { "party-room-lead-rated" } else { "party-room-lead" })) }
                div.row {
                    label.unseen for="link" { (t("game-link")) }
                    input #link readonly;
                    button.main #copy type="button" { (t("game-copy")) }
                    button #share type="button" hidden { (t("game-share")) }
                }
            }
            div #host hidden {
                // Engines do not play rated games.
                div.row hidden[setup.rated] {
                    select #fill-level aria-label=(t("party-fill-level")) {
                        @for level in 1..=LEVELS { option value=(level) selected[level == LEVEL] { (engine(texts, level)) } }
                    }
                    button #fill type="button" { (t("party-fill")) }
                }
                button.words #cancel type="button" { (t("party-cancel")) }
            }
        }
    }
}

/// The end of the game, and what may come next.
fn end(texts: &Texts, id: GameId, is_over: bool) -> Markup {
    let t = |key: &str| texts.get(key);
    html! {
        div.result.card #after hidden[!is_over] {
            h2 #verdict {}
            p.quiet #reason {}
            p.gained #gained hidden {}
            button.main #rematch type="button" hidden { (t("game-rematch")) }
            div.next-steps {
                a.button href={ "/analysis/party?game=" (id) } { (icon(icons::ANALYSIS)) span { (t("game-analysis")) } }
                a.button href="/party?online" { (icon(icons::PLAY)) span { (t("game-new")) } }
            }
        }
    }
}

/// The moves, and what a player can do.
fn record(texts: &Texts) -> Markup {
    let t = |key: &str| texts.get(key);
    html! {
        div.card.record {
            (chat_tabs(texts))
            h2 { (t("moves")) }
            div #panel-moves role="tabpanel" aria-labelledby="tab-moves" {
                div.moves.columns #moves {}
                (steps(texts))
            }
            div #panel-chat role="tabpanel" aria-labelledby="tab-chat" hidden {}
            div.tools {
                span.row #actions hidden {
                    (tool(texts, "take-back", "take-back", icons::TAKE_BACK))
                    (tool(texts, "draw", "game-draw", icons::DRAW))
                    (tool(texts, "resign", "resign", icons::RESIGN))
                    (tool(texts, "resign-team", "party-resign-team", icons::RESIGN_TEAM))
                }
                button.tool #flip type="button" aria-pressed="false" title=(t("turn-board")) {
                    (icon(icons::FLIP)) span.unseen { (t("turn-board")) }
                }
                (typing(texts, true))
                sumito-settings {}
            }
        }
    }
}
