//! Lists of games: cards with a small board, open seats, and the page of one's own and recent games.

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use sumito_content::texts::Texts;
use sumito_rules::{Color, Layout, Position};

use super::Reader;
use super::controls::{control_words, rules_words};
use super::frame::{Page, date, frame};
use super::mini::{mini, mini_board};
use super::search;
use crate::app::App;
use crate::failure::Failure;
use crate::games::lists::Public;
use crate::id::UserId;
use crate::people::caller::Caller;
use crate::people::game_search::SearchForm;
use crate::play::event::{GameKind, Player, Start, color_name};
use crate::play::live::Status;
use crate::play::summary::GameSummary;

/// The most games of a list.
const MOST: i64 = 40;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/games", get(games))
}

async fn games(
    State(app): State<App>,
    reader: Reader,
    caller: Caller,
    query: Result<Query<SearchForm>, QueryRejection>,
) -> Result<Html<String>, Failure> {
    let form = query.map(|Query(form)| form).unwrap_or_default();
    if !form.is_empty() {
        return Ok(Html(search::page(&app, &reader, &caller, &form).await?));
    }
    let own = match &reader.user {
        Some(user) => app.games.games_of(user.id, MOST).await?,
        None => Vec::new(),
    };
    Ok(Html(page(&reader, own, &app.games.public_games(Public::Over, MOST).await?)))
}

fn page(reader: &Reader, own: Vec<GameSummary>, recent: &[GameSummary]) -> String {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let user = reader.user.as_ref().map(|user| user.id);
    let (mut running, over): (Vec<GameSummary>, Vec<GameSummary>) = own.into_iter().partition(|game| !game.status.is_ended());
    // Games where it is the reader's turn come first; otherwise the latest.
    running.sort_by_key(|game| !is_awaited(game, user));
    let list = |games: &[GameSummary]| html! { ul.watching { @for game in games { (card(texts, Some(game), user)) } } };
    let content = html! {
        (mini_board())
        div.games-head {
            h1 { (t("lobby-your-games")) }
            (search::search_form(texts, &SearchForm::default(), false))
        }
        @if running.is_empty() && over.is_empty() {
            p.quiet { (t("lobby-your-games-none")) }
            p { a.button.main href="/" { (t("lobby-play")) } }
        }
        @if !running.is_empty() { (list(&running)) }
        @if !over.is_empty() {
            h2 { (t("lobby-your-games-over")) }
            (list(&over))
        }
        h2 { (t("lobby-recent")) }
        @if recent.is_empty() { p.quiet { (t("lobby-recent-none")) } } @else { (list(recent)) }
    };
    frame(reader, &Page { path: "/games", title: t("lobby-your-games"), module: None, areas: &[], content })
}

/// Whether a user is to move in a game.
pub(super) fn is_awaited(game: &GameSummary, user: Option<UserId>) -> bool {
    let to_move = game.setup.seats[game.position.turn()];
    game.status == Status::Playing && user.is_some() && to_move == user.map(Player::User)
}

/// A game as a card with a small board. Without a game it is the template that the scripts fill in.
pub(super) fn card(texts: &Texts, game: Option<&GameSummary>, user: Option<UserId>) -> Markup {
    let position = game.map_or_else(|| Layout::BELGIAN_DAISY.position(), |game| game.position);
    let player = |color: Color| {
        html! {
            span.player {
                span class={ "dot " (color_name(color)) } {}
                span.name { @if let Some(game) = game { (name(texts, game, color, user)) } }
                b.score { @if let Some(game) = game { (game.score[color]) } }
            }
        }
    };
    html! {
        li data-game=[game.map(|game| game.id.as_str())] {
            a.watch href=[game.map(address)] {
                (mini(&position, None))
                (player(Color::Black))
                (player(Color::White))
                span.quiet.what {
                    @if let Some(game) = game {
                        (control_words(texts, game.setup.control))
                        @if game.setup.rated { " · " (texts.get("js-lobby-rated")) }
                    }
                }
                @if let Some(game) = game { (status_words(texts, game, user)) }
            }
        }
    }
}

/// The status on a card: whose turn it is, or how and when the game ended.
fn status_words(texts: &Texts, game: &GameSummary, user: Option<UserId>) -> Markup {
    let plays = user.is_some_and(|user| Color::ALL.iter().any(|&color| game.setup.seats[color] == Some(Player::User(user))));
    let date = html! { " · " (date(game.at)) };
    html! {
        @match game.status {
            Status::Playing => @if is_awaited(game, user) {
                b.turn { (texts.get("js-your-turn")) }
            } @else if plays {
                span.quiet { (texts.get("lobby-their-turn")) }
            },
            Status::Open => span.quiet { (texts.get("lobby-waiting")) },
            Status::Aborted => span.quiet { (texts.get("lobby-aborted")) (date) },
            Status::Over(outcome) => span.quiet {
                (texts.get(match outcome.winner() {
                    Some(Color::Black) => "js-wins-black",
                    Some(Color::White) => "js-wins-white",
                    None => "js-draw",
                }))
                (date)
            },
        }
    }
}

/// An open seat. Without a game it is the template that the scripts fill in.
pub(super) fn open_seat(texts: &Texts, game: Option<&GameSummary>, user: Option<UserId>) -> Markup {
    let position = game.map_or_else(|| Layout::BELGIAN_DAISY.position(), |game| start(game.setup.start));
    let open = game.map_or(Color::White, |game| if game.setup.seats.black.is_none() { Color::Black } else { Color::White });
    let mine = game.is_some_and(|game| user.is_some() && game.setup.seats[!open] == user.map(Player::User));
    html! {
        li.mine[mine] data-game=[game.map(|game| game.id.as_str())] {
            a.open-seat href=[game.map(address)] {
                (mini(&position, None))
                span.words {
                    b.name { @if let Some(game) = game { (name(texts, game, !open, user)) } }
                    span.what { @if let Some(game) = game { (open_seat_words(texts, game, if mine { !open } else { open })) } }
                    span.quiet.layout { @if let Some(game) = game { (layout_name(texts, game.setup.start)) } }
                }
                span.button.main.join { (texts.get("lobby-join")) }
            }
            button.cancel type="button" { (texts.get("lobby-cancel")) }
        }
    }
}

/// A game with an open seat, in words. `side` is the reader's side.
fn open_seat_words(texts: &Texts, game: &GameSummary, side: Color) -> String {
    let setup = &game.setup;
    let weight = match (setup.rated, setup.help) {
        (true, _) => Some("js-lobby-rated"),
        (false, true) => Some("js-lobby-help"),
        (false, false) => None,
    };
    let color = match side {
        // Unknown until the second player joins.
        _ if setup.rated => "js-lobby-random-colors",
        Color::Black => "js-lobby-as-black",
        Color::White => "js-lobby-as-white",
    };
    let keys = weight.into_iter().chain([color]);
    let words = [control_words(texts, setup.control)].into_iter().chain(rules_words(texts, setup.rules));
    words.chain(keys.map(|key| texts.get(key))).collect::<Vec<_>>().join(" · ")
}

fn address(game: &GameSummary) -> String {
    format!("/game/{}", game.id)
}

fn start(start: Start) -> Position {
    match start {
        Start::Layout(layout) => layout.position(),
        Start::Position(position) => position,
    }
}

pub(super) fn layout_name(texts: &Texts, start: Start) -> String {
    match start {
        Start::Layout(layout) => texts.layout(layout),
        Start::Position(_) => texts.get("js-lobby-own-position"),
    }
}

/// The player of a side.
fn name(texts: &Texts, game: &GameSummary, color: Color, user: Option<UserId>) -> String {
    let player = &game.players[color];
    let name = match (game.setup.seats[color], &player.name) {
        (None, _) => "…".to_owned(),
        // A same-screen game has no names.
        _ if game.setup.kind() == GameKind::SameScreen => texts.get(color_name(color)),
        (Some(Player::Engine(level)), _) => texts.with("js-lobby-engine", &[("level", level.number().into())]),
        (Some(_), Some(name)) => name.clone(),
        (Some(Player::User(player)), None) if Some(player) == user => texts.get("js-you"),
        (Some(_), None) => texts.get("js-lobby-guest"),
    };
    player.rating.as_ref().map_or(name.clone(), |rating| format!("{name} ({})", rating.points))
}
