//! The page of a game on the server: against the engine, at the same screen, or online.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, PreEscaped, html};
use sumito_content::texts::Texts;
use sumito_rules::diagram::Diagram;
use sumito_rules::party::Seat;
use sumito_rules::{Color, Game, Symmetry};

use super::Reader;
use super::controls::{control_words, rules_words};
use super::frame::{Page, drawn, failure_page, flip, frame_with, help, steps, tool, tray, typing};
use super::icons::{self, icon};
use super::lists::who_won;
use super::mini::mini_board;
use super::party::layout_name;
use super::party_game;
use super::played::meetings;
use super::preview::Preview;
use super::profile::signed;
use super::rule_answers::{answers, embedded_answers, party_answers};
use super::share::share_words;
use super::social::{declined, waiting};
use crate::app::App;
use crate::db::{Meeting, User};
use crate::failure::Failure;
use crate::games::room::LoadedGame;
use crate::http::wire;
use crate::id::{GameId, TournamentId};
use crate::play::any_game::AnyGame;
use crate::play::clock::{TimeControl, TimeLeft};
use crate::play::event::{GameKind, Player, Start};
use crate::play::live::{AbortReason, Status};
use crate::play::ratings::ShownRating;
use crate::play::seats::{color_of_seat, seat_name};
use crate::time::now;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/game/{id}", get(show)).route("/game/{id}/rule-answers", get(show_rule_answers))
}

async fn show(State(app): State<App>, Path(id): Path<String>, reader: Reader) -> Response {
    let Ok(id) = id.parse::<GameId>() else { return failure_page(&reader, &Failure::NotFound) };
    let _ = app.directing.create_if_paired(id).await.inspect_err(Failure::log);
    let beside = beside(&app, &reader, id).await;
    let page = |loaded: &LoadedGame| match loaded.live.game() {
        AnyGame::Two(game) => page(&reader, id, loaded, game, &beside),
        AnyGame::Party(game) => party_game::page(&reader, id, loaded, game),
    };
    match app.games.read(id, page).await {
        // It identifies the reader, so no copy may be cached.
        Ok(page) => ([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], Html(page)).into_response(),
        Err(failure) => failure_page(&reader, &failure),
    }
}

/// What the page shows besides the game. It works without.
#[derive(Default)]
struct Beside {
    /// Who was challenged.
    challenged: Option<User>,
    /// Earlier games of the two players, as the results of the reader, or else of Black.
    meetings: Vec<Meeting>,
    /// The tournament that it belongs to, its name and its format.
    tournament: Option<(TournamentId, String, String)>,
}

async fn beside(app: &App, reader: &Reader, id: GameId) -> Beside {
    let Ok((challenged, setup)) =
        app.games.read(id, |loaded| (loaded.live.setup().challenged, loaded.live.setup().clone())).await
    else {
        return Beside::default();
    };
    let challenged = match challenged {
        Some(user) => app.games.db().user(user).await.ok().flatten(),
        None => None,
    };
    let user = reader.user.as_ref().map(|user| user.id);
    let mut meetings = match (setup.seats[Color::Black], setup.seats[Color::White]) {
        (Some(Player::User(black)), Some(Player::User(white))) if black != white && !setup.is_party() => {
            let (first, second) = if user == Some(white) { (white, black) } else { (black, white) };
            app.people.meetings(first, second, user).await.inspect_err(Failure::log).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    meetings.retain(|meeting| meeting.game != id);
    let tournament = app.directing.of_game(id).await.inspect_err(Failure::log).unwrap_or_default();
    Beside { challenged, meetings, tournament }
}

/// The rules' answers for the current position, for a page that receives a move before its WebAssembly module has loaded.
async fn show_rule_answers(State(app): State<App>, Path(id): Path<String>, reader: Reader) -> Result<Response, Failure> {
    let id: GameId = id.parse().map_err(|_| Failure::NotFound)?;
    let look = |loaded: &LoadedGame| match loaded.live.game() {
        AnyGame::Two(game) => answers(game, is_to_move(&reader, loaded)),
        AnyGame::Party(_) => party_answers(&party_game::text(loaded), is_to_move(&reader, loaded)),
    };
    let answers = app.games.read(id, look).await?;
    Ok(([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], answers).into_response())
}

/// Whether the reader plays, and it is the reader's turn.
pub(super) fn is_to_move(reader: &Reader, loaded: &LoadedGame) -> bool {
    let live = &loaded.live;
    let turn = live.game().turn();
    let plays = reader.user.as_ref().is_some_and(|user| live.sides(user.id).any(|side| side == turn));
    live.status() == Status::Playing && plays && !live.is_out(turn)
}

fn page(reader: &Reader, id: GameId, loaded: &LoadedGame, game: &Game, beside: &Beside) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let live = &loaded.live;
    let user = reader.user.as_ref().map(|user| user.id);
    let mine: Vec<Color> = user.map(|user| live.sides(user).filter_map(color_of_seat).collect()).unwrap_or_default();
    let names = Color::ALL.map(|color| name(texts, loaded, color, &mine));
    let title = names.join(" – ");
    let together = match &mine[..] {
        [own] => texts.with("meetings-you", &[("name", names[!*own as usize].as_str().into())]),
        _ => title.clone(),
    };
    // For the scripts, the same as on the socket.
    let json = wire::state(id, loaded, user, None, now()).embedded();
    let over = live.status().is_ended();
    let plays = !mine.is_empty();
    // The reader sits at the bottom of the board.
    let from_white = mine == [Color::White];
    let view = if from_white { Symmetry::HALF_TURN } else { Symmetry::IDENTITY };
    let drawing = Diagram::of(game.position()).view(view);
    let content = html! {
        h1.unseen { (title) }
        script type="application/json" #game { (PreEscaped(json)) }
        (invitation(reader, id, loaded, plays, beside.challenged.as_ref()))
        (mini_board())
        div.table.playing {
            div.stage.seated.turned[from_white] {
                (seat(texts, loaded, Color::White, &names[Color::White as usize]))
                (drawn(&drawing))
                (seat(texts, loaded, Color::Black, &names[Color::Black as usize]))
                p.say.over[over] #say role="status" aria-live="polite" { (words(texts, loaded)) }
            }
            div.side {
                (absence(texts))
                div #offers aria-live="polite" {}
                p.coach #coach hidden { b { (t("game-coach-title")) } " " (t("game-coach")) }
                div.result.card #after hidden[!over] {
                    h2 #verdict {}
                    p.quiet #reason {}
                    p.gained #gained hidden {}
                    @if let Some((tournament, ..)) = &beside.tournament && plays {
                        a.button.main #to-tournament data-tournament=(tournament) href={ "/tournaments/" (tournament) } { (t("tournament-go-on")) }
                    }
                    button.main #rematch type="button" hidden { (t("game-rematch")) }
                    button.wide #other-level type="button" hidden {}
                    div.next-steps {
                        a.button #decided href={ "/analysis?game=" (id) "&report" } hidden[live.game().ply() == 0] {
                            (icon(icons::DECIDED)) span { (t("game-decided")) }
                        }
                        a.button href={ "/analysis?game=" (id) } { (icon(icons::ANALYSIS)) span { (t("game-analysis")) } }
                        a.button href="/" { (icon(icons::PLAY)) span { (t("game-new")) } }
                    }
                    a.turning-point #turning-point href={ "/analysis?game=" (id) "&report" } hidden {}
                }
                div.card.record {
                    (chat_tabs(texts))
                    h2 { (t("moves")) }
                    div #panel-moves role="tabpanel" aria-labelledby="tab-moves" {
                        div.moves.pairs #moves { (moves(game)) }
                        (steps(texts))
                    }
                    div #panel-chat role="tabpanel" aria-labelledby="tab-chat" hidden {}
                    div.tools {
                        span.row #actions hidden {
                            (tool(texts, "take-back", "take-back", icons::TAKE_BACK))
                            (tool(texts, "draw", "game-draw", icons::DRAW))
                            (tool(texts, "agree", "game-agree-draw", icons::DRAW))
                            (tool(texts, "abort", "game-abort", icons::ABORT))
                            (tool(texts, "resign", "resign", icons::RESIGN))
                        }
                        (flip(texts))
                        (typing(texts, true))
                        sumito-settings {}
                    }
                    label.tick #face hidden { input #turning type="checkbox"; span { (t("turn-board")) } }
                }
                (help(texts, live.setup().has_help() && plays && live.status() == Status::Playing))
            }
            aside.about #about {
                div {
                @if let Some((tournament, name, format)) = &beside.tournament {
                    p.facts { a.button href={ "/tournaments/" (tournament) } { (texts.with("tournament-back", &[("name", name.as_str().into())])) } }
                    @if format == "arena" && plays && !over && live.game().ply() < 2 {
                        form action={ "/tournaments/" (tournament) "/act" } method="post" {
                            input type="hidden" name="back" value={ "/game/" (id) };
                            button type="submit" name="do" value="berserk" { (t("tournament-berserk")) }
                        }
                    }
                }
                @if live.setup().room { p.facts { a.button href="/engines" { (t("engines-of-game")) } } }
                p.facts {
                    b { (control_words(texts, live.setup().control)) " · " (t(if live.setup().rated { "game-rated" } else { "game-casual" })) }
                    span { (start_words(texts, loaded)) @for word in more_words(texts, loaded) { " · " (word) } }
                    span { a href={ "/api/games/" (id) "/record" } download { (t("game-record")) } " · " (share_words(texts, id)) span #watchers {} }
                    @if live.setup().kind() == GameKind::Online { (report_link(reader, id)) }
                }
                (meetings(texts, &together, &beside.meetings))
                }
                (chat(texts))
            }
        }
        (embedded_answers(game, is_to_move(reader, loaded)))
        p.banner #offline role="status" hidden { (t("game-offline")) }
        noscript { p.notice { (t("javascript-needed")) } }
    };
    let areas = &["play", "game", "refusals", "community"];
    let preview = Preview::of_game(texts, id, loaded);
    frame_with(reader, &Page { path: "", title, module: Some("game.js"), areas, content }, &preview)
}

/// Where a reader with an account reports the game.
pub(super) fn report_link(reader: &Reader, id: GameId) -> Markup {
    html! {
        @if reader.name().is_some() { span { a href={ "/report?game=" (id) } rel="nofollow" { (reader.texts().get("report-this-game")) } } }
    }
}

/// The player of a side, as shown to the reader.
pub(super) fn name(texts: &Texts, loaded: &LoadedGame, color: Color, mine: &[Color]) -> String {
    let setup = loaded.live.setup();
    match setup.seats[color] {
        None => texts.get("js-game-open"),
        Some(Player::Engine(level)) => texts.with("js-engine-level", &[("level", level.number().into())]),
        Some(Player::User(_)) if setup.kind() == GameKind::SameScreen => texts.get(seat_name(color)),
        Some(Player::User(_)) => match &loaded.players[color].name {
            Some(name) => name.clone(),
            None if mine.contains(&color) => texts.get("js-you"),
            None => texts.get("js-game-guest"),
        },
    }
}

pub(super) fn seat(texts: &Texts, loaded: &LoadedGame, color: Color, name: &str) -> Markup {
    let id = seat_name(color);
    let player = &loaded.players[color];
    let count = loaded.live.game().score()[color];
    html! {
        div.seat id={ "seat-" (id) } {
            span class={ "dot " (id) } role="img" aria-label=(texts.get(id)) {}
            span.name id={ "name-" (id) } {
                @if player.name.as_deref() == Some(name) { a href={ "/user/" (name) } { (name) } } @else { (name) }
            }
            span.badge id={ "bot-" (id) } hidden[!player.is_bot] { (texts.get("js-bot")) }
            span.rating id={ "rating-" (id) } { (player.rating.as_ref().map(rating).unwrap_or_default()) }
            span.presence id={ "here-" (id) } {}
            (tray(texts, !color, count))
            @if let Some(left) = loaded.live.clock().left(color, now()) {
                span.clock.days[matches!(loaded.live.setup().control, TimeControl::Days(_))] id={ "clock-" (id) } role="timer" aria-label={ (texts.get("game-clock")) ", " (texts.get(id)) } {
                    span.more { @if left.periods > 0 { (left.periods) " × " (left.period / 1000) } }
                    span.time { (time(texts, left)) }
                }
            }
        }
    }
}

/// A rating, with a question mark while it is provisional, and with its change by the game.
fn rating(rating: &ShownRating) -> String {
    let ShownRating { points, provisional, change } = rating;
    let change = change.map(|change| format!(" ({})", signed(change))).unwrap_or_default();
    format!("{points}{}{change}", if *provisional { "?" } else { "" })
}

/// The text of a clock.
fn time(texts: &Texts, left: TimeLeft) -> String {
    let seconds = if left.main > 0 || left.periods == 0 { left.main } else { left.period } / 1000;
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match hours {
        24.. => texts.with("js-clock-days", &[("days", (hours / 24).into()), ("hours", (hours % 24).into())]),
        1.. => format!("{hours}:{:02}:{:02}", minutes % 60, seconds % 60),
        _ => format!("{minutes}:{:02}", seconds % 60),
    }
}

/// The status of the game in words.
pub(super) fn words(texts: &Texts, loaded: &LoadedGame) -> String {
    match loaded.live.status() {
        Status::Open => texts.get("js-game-open"),
        Status::Aborted => match loaded.live.abort_reason() {
            Some(AbortReason::NoFirstMove) => texts.get("js-game-aborted-no-first-move"),
            Some(AbortReason::Declined(reason)) => declined(texts, reason),
            Some(AbortReason::GivenUp) | None => texts.get("js-game-aborted"),
        },
        Status::Playing => texts.get(&format!("js-turn-{}", seat_name(loaded.live.game().turn()))),
        Status::Over(outcome) => {
            let score: Vec<u8> = loaded.live.game().score().iter().map(|(_, &score)| score).collect();
            let score = format!("{}–{}", score[0].max(score[1]), score[0].min(score[1]));
            let why = texts.with(&format!("js-result-{}", outcome.key()), &[("score", score.into())]);
            format!("{} – {why}", who_won(texts, outcome.winners()))
        }
    }
}

/// The moves for readers without scripts; the script draws its own list.
fn moves(game: &Game) -> Markup {
    html! {
        @for (i, m) in game.moves().iter().enumerate() {
            @if i % 2 == 0 { span.number { (i / 2 + 1) "." } }
            span { (m) } " "
        }
    }
}

/// While a seat is open: the link for the player who waits, and the button to join for whoever followed it.
fn invitation(reader: &Reader, id: GameId, loaded: &LoadedGame, plays: bool, challenged: Option<&User>) -> Markup {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let setup = loaded.live.setup();
    let waits = loaded.live.status() == Status::Open;
    let needs_account = setup.rated && reader.name().is_none();
    let your_side = match loaded.live.open_seat() {
        _ if setup.rated => "game-join-random-colors",
        Some(Seat::Black) => "game-join-black",
        _ => "game-join-white",
    };
    html! {
        section.card.invitation #invitation hidden[!waits || !plays] {
            @if let Some(name) = challenged.and_then(|user| user.name.as_deref()) { (waiting(texts, id, name)) } @else {
            h2 { (t("game-invite-title")) }
            p { (t(if setup.rated { "game-invite-rated" } else { "game-invite-lead" })) @if setup.public { " " (t("game-invite-public")) } }
            div.row {
                label.unseen for="link" { (t("game-link")) }
                input #link readonly;
                button.main #copy type="button" { (t("game-copy")) }
                button #share type="button" hidden { (t("game-share")) }
            }
            }
        }
        section.card.invitation #welcome hidden[!waits || plays] {
            h2 { (t("game-join-title")) }
            p { (t(your_side)) " " (facts(texts, loaded)) }
            @if setup.rated { p.quiet { (t("game-join-rated")) } }
            @if setup.help { p.quiet { (t("game-join-help")) } }
            // Signing in returns to this page.
            @if needs_account { a.button.main href={ "/account?back=/game/" (id) } { (t("game-join-account")) } }
            button.main #join type="button" hidden[needs_account] { (t("game-join")) }
        }
    }
}

/// Who is away or has not moved yet, and how long that may last. The time is not part of what is read aloud each second.
fn absence(texts: &Texts) -> Markup {
    html! {
        div.row #absence {
            p { span #absent role="status" aria-live="polite" {} " " strong #countdown role="timer" {} }
            button.main #claim-win type="button" hidden { (texts.get("game-claim-win")) }
            button #claim-draw type="button" hidden { (texts.get("game-claim-draw")) }
        }
    }
}

/// Where there is room for two columns only, the chat is a tab beside the moves.
pub(super) fn chat_tabs(texts: &Texts) -> Markup {
    html! {
        div.tabs #chat-tabs role="tablist" aria-label={ (texts.get("moves")) ", " (texts.get("game-chat")) } hidden {
            button #tab-moves type="button" role="tab" aria-controls="panel-moves" aria-selected="true" { (texts.get("moves")) }
            button #tab-chat type="button" role="tab" aria-controls="panel-chat" aria-selected="false" tabindex="-1" {
                (texts.get("game-chat")) " " span.unread #unread {}
            }
        }
    }
}

pub(super) fn chat(texts: &Texts) -> Markup {
    let t = |key| texts.get(key);
    html! {
        section.card.chat #chat hidden {
            div.row { h2 { (t("game-chat")) } button #mute type="button" { (t("js-game-chat-off")) } }
            ul #said aria-live="polite" tabindex="0" aria-label=(t("game-chat")) {}
            form.row #talk {
                label.unseen for="line" { (t("game-chat-say")) }
                input #line maxlength="200" autocomplete="off" placeholder=(t("game-chat-say"));
                button type="submit" { (t("game-chat-send")) }
            }
        }
    }
}

/// Layout, clock and rated or casual, in a few words.
pub(super) fn facts(texts: &Texts, loaded: &LoadedGame) -> String {
    let setup = loaded.live.setup();
    let weight = texts.get(if setup.rated { "game-rated" } else { "game-casual" });
    let words = [start_words(texts, loaded), control_words(texts, setup.control), weight];
    words.into_iter().chain(more_words(texts, loaded)).collect::<Vec<_>>().join(" · ")
}

fn start_words(texts: &Texts, loaded: &LoadedGame) -> String {
    match loaded.live.setup().start {
        Start::Layout(layout) => texts.layout(layout),
        Start::Position(_) => texts.get("game-own-position"),
        Start::Party(layout) => layout_name(texts, layout),
    }
}

/// Unusual rules, and whether the players may be helped.
fn more_words(texts: &Texts, loaded: &LoadedGame) -> impl Iterator<Item = String> {
    let setup = loaded.live.setup();
    rules_words(texts, setup.rules).into_iter().chain(setup.help.then(|| texts.get("js-lobby-help")))
}
