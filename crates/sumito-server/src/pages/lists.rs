//! Lists of games: cards with a small board, open seats, and the page of one's own and recent games.

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use sumito_content::texts::Texts;
use sumito_rules::Layout;
use sumito_rules::party::Seat;

use super::Reader;
use super::badge::with_badge;
use super::controls::{control_words, rules_words};
use super::frame::{Page, date, frame};
use super::mini::{mini_any, mini_board};
use super::{party, search};
use crate::app::App;
use crate::failure::Failure;
use crate::games::lists::Public;
use crate::id::UserId;
use crate::people::caller::Caller;
use crate::people::game_search::SearchForm;
use crate::play::any_game::AnyPosition;
use crate::play::event::{GameKind, Player, Setup, Start};
use crate::play::live::Status;
use crate::play::seats::{SeatSet, seat_name};
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
            a.button href="/tournaments" { (t("tournaments-title")) }
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
    user.is_some() && game.awaited == user
}

/// A game as a card with a small board. Without a game it is the template that the scripts fill in.
pub(super) fn card(texts: &Texts, game: Option<&GameSummary>, user: Option<UserId>) -> Markup {
    let position = game.map_or_else(|| AnyPosition::Two(Layout::BELGIAN_DAISY.position()), |game| game.position);
    let player = |seat: Seat| {
        html! {
            span.player {
                span class={ "dot " (seat_name(seat)) } {}
                span.name { @if let Some(game) = game { (name(texts, game, seat, user)) } }
                b.score { @if let Some(game) = game { (game.score[seat]) } }
            }
        }
    };
    let seats = game.map_or(2, |game| game.setup.seats.len());
    html! {
        li data-game=[game.map(|game| game.id.as_str())] {
            a.watch href=[game.map(address)] {
                (mini_any(&position))
                @for &seat in &Seat::ALL[..seats] { (player(seat)) }
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
    let plays = user.is_some_and(|user| game.setup.users().any(|other| other == user));
    let date = html! { " · " (date(game.at)) };
    let (waits, others) = if game.setup.is_party() {
        (free_seats(texts, &game.setup), texts.get(&format!("js-turn-{}", seat_name(game.position.turn()))))
    } else {
        (texts.get("lobby-waiting"), texts.get("lobby-their-turn"))
    };
    html! {
        @match game.status {
            Status::Playing => @if is_awaited(game, user) {
                b.turn { (texts.get("js-your-turn")) }
            } @else if plays {
                span.quiet { (others) }
            },
            Status::Open => span.quiet { (waits) },
            Status::Aborted => span.quiet { (texts.get("lobby-aborted")) (date) },
            Status::Over(outcome) => span.quiet {
                (who_won(texts, outcome.winners()))
                (date)
            },
        }
    }
}

/// Who has won: a player, a team, or nobody.
pub(super) fn who_won(texts: &Texts, winners: SeatSet) -> String {
    let names: Vec<&str> = winners.iter().map(seat_name).collect();
    match names[..] {
        [] => texts.get("js-draw"),
        [winner] => texts.get(&format!("js-wins-{winner}")),
        _ => {
            let team = names.iter().map(|name| texts.get(&format!("js-{name}"))).collect::<Vec<_>>().join(", ");
            texts.with("js-party-wins-team", &[("team", team.into())])
        }
    }
}

/// An open seat. Without a game it is the template that the scripts fill in.
pub(super) fn open_seat(texts: &Texts, game: Option<&GameSummary>, user: Option<UserId>) -> Markup {
    let position = game.map_or_else(|| AnyPosition::Two(Layout::BELGIAN_DAISY.position()), |game| game.setup.game().start());
    let host = game.and_then(|game| game.host).unwrap_or(Seat::Black);
    let mine = game.is_some_and(|game| user.is_some() && game.setup.seats[host] == user.map(Player::User));
    html! {
        li.mine[mine] data-game=[game.map(|game| game.id.as_str())] data-party[game.is_some_and(|game| game.setup.is_party())] {
            a.open-seat href=[game.map(address)] {
                (mini_any(&position))
                span.words {
                    b.name { @if let Some(game) = game { (name(texts, game, host, user)) } }
                    span.what { @if let Some(game) = game { (open_seat_words(texts, game, if mine { Some(host) } else { None })) } }
                    span.quiet.layout { @if let Some(game) = game { (layout_name(texts, game.setup.start)) } }
                }
                span.button.main.join { (texts.get("lobby-join")) }
            }
            button.cancel type="button" { (texts.get("lobby-cancel")) }
        }
    }
}

/// How many seats of a game for more than two are free.
fn free_seats(texts: &Texts, setup: &Setup) -> String {
    texts.with("js-lobby-party", &[("players", setup.seats.len().into()), ("count", setup.open_seats().count().into())])
}

/// A game with an open seat, in words. `own` is the seat that the reader has already.
fn open_seat_words(texts: &Texts, game: &GameSummary, own: Option<Seat>) -> String {
    let setup = &game.setup;
    let weight = match (setup.rated, setup.help) {
        (true, _) => Some("js-lobby-rated"),
        (false, true) => Some("js-lobby-help"),
        (false, false) => None,
    };
    let color = match own.or(setup.open_seats().next()) {
        // The seats that are taken say more.
        _ if setup.is_party() => None,
        // Unknown until the second player joins.
        _ if setup.rated => Some("js-lobby-random-colors"),
        Some(Seat::Black) => Some("js-lobby-as-black"),
        _ => Some("js-lobby-as-white"),
    };
    let keys = weight.into_iter().chain(color);
    let free = setup.is_party().then(|| free_seats(texts, setup));
    let words = [control_words(texts, setup.control)].into_iter().chain(free).chain(rules_words(texts, setup.rules));
    words.chain(keys.map(|key| texts.get(key))).collect::<Vec<_>>().join(" · ")
}

fn address(game: &GameSummary) -> String {
    format!("/game/{}", game.id)
}

pub(super) fn layout_name(texts: &Texts, start: Start) -> String {
    match start {
        Start::Layout(layout) => texts.layout(layout),
        Start::Position(_) => texts.get("js-lobby-own-position"),
        Start::Party(layout) => party::layout_name(texts, layout),
    }
}

/// The player of a seat.
fn name(texts: &Texts, game: &GameSummary, color: Seat, user: Option<UserId>) -> String {
    let player = &game.players[color];
    let name = match (game.setup.seats[color], &player.name) {
        (None, _) => "…".to_owned(),
        // A same-screen game has no names.
        _ if game.setup.kind() == GameKind::SameScreen => texts.get(seat_name(color)),
        (Some(Player::Engine(level)), _) => texts.with("js-lobby-engine", &[("level", level.number().into())]),
        (Some(_), Some(name)) => with_badge(texts, name, player.is_bot),
        (Some(Player::User(player)), None) if Some(player) == user => texts.get("js-you"),
        (Some(_), None) => texts.get("js-lobby-guest"),
    };
    player.rating.as_ref().map_or(name.clone(), |rating| format!("{name} ({})", rating.points))
}
