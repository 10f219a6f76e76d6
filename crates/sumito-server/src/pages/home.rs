//! The home page: setting up a game, open seats, games to watch.

use std::sync::LazyLock;

use axum::Router;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Form, Query, State};
use axum::http::header::{ACCEPT, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use sumito_content::texts::Texts;
use sumito_rules::{Color, Game, Rules};

use super::form;
use super::frame::{Page, board, frame, tray};
use super::lists::{card, is_awaited, open_seat};
use super::mini::mini_board;
use super::party::layout_names;
use super::puzzles::today;
use super::rule_answers::embedded_answers;
use super::setup::setup;
use super::social::following;
use super::tv::featured;
use super::{Reader, refusal_key};
use crate::app::App;
use crate::failure::Failure;
use crate::http::wire;
use crate::lobby::LobbyLists;
use crate::people::caller::Caller;
use crate::people::social::Followed;
use crate::play::summary::GameSummary;

/// The largest form, in bytes.
const LARGEST_FORM: usize = 16 * 1024;
/// The most of the reader's own games.
const OWN: i64 = 12;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/", get(home)).route("/games", post(set_up)).layer(DefaultBodyLimit::max(LARGEST_FORM))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct HomeQuery {
    /// The name of a player to challenge.
    challenge: Option<String>,
}

async fn home(State(app): State<App>, reader: Reader, query: Result<Query<HomeQuery>, QueryRejection>) -> Html<String> {
    let query = query.map(|Query(query)| query).unwrap_or_default();
    Html(page(&app, &reader, query.challenge.as_deref(), None).await)
}

/// The home page; `challenged` is the player to challenge, and `refused` says why a game was not set up.
async fn page(app: &App, reader: &Reader, challenged: Option<&str>, refused: Option<&str>) -> String {
    let mut own = match &reader.user {
        // The page works even if the database does not.
        Some(user) => app.games.unfinished_games_of(user.id, OWN).await.inspect_err(Failure::log).unwrap_or_default(),
        None => Vec::new(),
    };
    let user = reader.user.as_ref().map(|user| user.id);
    own.sort_by_key(|game| !is_awaited(game, user));
    let t = |key| reader.texts().get(key);
    let followed = match &reader.user {
        Some(user) if user.name.is_some() => app.people.followed(user.id).await.inspect_err(Failure::log).unwrap_or_default(),
        _ => Vec::new(),
    };
    let shown = Shown { own, followed, featured: featured(app, reader.texts()).await };
    let content = content(reader, &app.games.lobby.lists(), &shown, challenged, refused);
    frame(
        reader,
        &Page {
            path: "/",
            title: t("home-title"),
            module: Some("lobby.js"),
            areas: &["play", "lobby", "game", "refusals", "community"],
            content,
        },
    )
}

/// What is shown besides the lobby.
struct Shown {
    /// The reader's unfinished games.
    own: Vec<GameSummary>,
    followed: Vec<Followed>,
    /// The featured game.
    featured: Option<Markup>,
}

fn content(reader: &Reader, lobby: &LobbyLists, shown: &Shown, challenged: Option<&str>, refused: Option<&str>) -> Markup {
    let Shown { own, followed, featured } = shown;
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let user = reader.user.as_ref().map(|user| user.id);
    html! {
        (mini_board())
        noscript { p.notice { (t("javascript-needed")) } }
        p.notice #offline hidden { (t("js-lobby-lost")) " " a href="/play" { (t("lobby-offline-play")) } }
        div.hero {
            div.show {
                h1.display { (t("home-title")) }
                (show_board(texts, featured.as_ref()))
                div.start {
                    p { (t("home-lead")) }
                    button.main.large form="setup" type="submit" { (t("home-play")) }
                    a.button.words href="/learn/lessons/first-steps" { (t("home-learn")) }
                }
            }
            (setup(reader, challenged, refused))
        }
        div.below {
            @if !own.is_empty() {
                section.card.own-games aria-labelledby="own-title" {
                    h2 #own-title { (t("lobby-your-games")) }
                    ul.watching.small { @for game in own { (card(texts, Some(game), user)) } }
                    p { a href="/games" { (t("lobby-your-games-all")) } }
                }
            }
            p.quiet.tournaments-link { a href="/tournaments" { (t("tournaments-title")) } " · " a href="/clock" { (t("clock-title")) } }
            section.card.following #following hidden[followed.is_empty()] { (following(texts, followed)) }
            (today(texts))
            section.card.seats aria-labelledby="lobby-title" {
                h2 #lobby-title { (t("lobby-open-seats")) }
                p.quiet.counts {
                    span #online { (texts.with("js-lobby-here", &[("count", lobby.online.into())])) }
                    span #playing { (texts.with("js-lobby-playing", &[("count", lobby.playing.into())])) }
                }
                p #looking role="status" hidden {}
                ul.open-seats #open-seats data-layouts=(layout_names(texts)) { @for game in &lobby.open_seats { (open_seat(texts, Some(game), user)) } }
                p.quiet #no-open-seats hidden[!lobby.open_seats.is_empty()] { (t("lobby-no-open-seats")) }
                template #open-seat-form { (open_seat(texts, None, None)) }
            }
            section.live-games aria-labelledby="live-title" {
                h2 #live-title { (t("lobby-playing")) }
                ul.watching #games { @for game in &lobby.games { (card(texts, Some(game), None)) } }
                p.quiet #no-games hidden[!lobby.games.is_empty()] { (t("lobby-no-games-live")) }
                template #game-form { (card(texts, None, None)) }
                p.row { a href="/tv" { (t("nav-tv")) } a href="/games" { (t("lobby-recent")) } }
            }
        }
    }
}

/// The board that shows the game before anybody has chosen anything: the featured game, otherwise three marbles that push, and eject with the
/// third push.
fn show_board(texts: &Texts, featured: Option<&Markup>) -> Markup {
    match featured {
        Some(featured) => html! { div.stage.demo.tv #tv data-shows="live" { (featured) } },
        None => demo(texts),
    }
}

/// A board that `web/demo.js` plays on.
pub(super) fn demo(texts: &Texts) -> Markup {
    // The same on every page: drawn and replayed once.
    static DRAWN: LazyLock<(String, String)> = LazyLock::new(|| {
        let game = shown_game();
        (board(game.start()).into_string(), embedded_answers(&game, false).into_string())
    });
    let (board, answers) = &*DRAWN;
    html! {
        div.stage.demo #demo aria-hidden="true" {
            (PreEscaped(board))
            (tray(texts, Color::White, 0))
        }
        (PreEscaped(answers))
    }
}

const SHOWN_START: &str = "2ww1/2www1/2wwb1b/1ww1b2b/1w1bbb3/2w1bb1b/1w1bbb1/1b1b2/5 b";
const SHOWN_MOVES: [&str; 5] = ["e6e5", "g5f5", "e5e4", "h6g6", "e4e3"];

fn shown_game() -> Game {
    let mut game = Game::from_position(SHOWN_START.parse().expect("the position reads"), Rules::default());
    for text in SHOWN_MOVES {
        let m = game.position().parse_move(text).expect("the move reads");
        game.play(m).expect("the move is legal");
    }
    game
}

/// Sets up a game and redirects to it. A script that asks for JSON gets the address instead.
async fn set_up(
    State(app): State<App>,
    caller: Caller,
    reader: Reader,
    headers: HeaderMap,
    form: Result<Form<form::Form>, FormRejection>,
) -> Response {
    let by_script = headers.get(ACCEPT).is_some_and(|kinds| kinds.as_bytes().starts_with(b"application/json"));
    let challenged = form.as_ref().ok().and_then(|Form(form)| form.opponent().map(str::to_owned));
    let set_up = async {
        let Form(form) = form.map_err(|error| Failure::Bad(error.to_string()))?;
        let (identified, id) = app.set_up(&caller, form.game()?).await?;
        let headers = app.session_headers(identified.new_session.as_ref());
        let turning = if form.is_turning() { "?turning=on" } else { "" };
        Ok::<_, Failure>((headers, id, format!("/game/{id}{turning}"), form.is_open_seat()))
    };
    match set_up.await {
        Ok((headers, id, address, is_open_seat)) if by_script => {
            (headers, wire::created_game(id, &address, is_open_seat)).into_response()
        }
        Ok((headers, _, address, _)) => {
            let mut response = (StatusCode::SEE_OTHER, headers).into_response();
            let address = HeaderValue::try_from(address).expect("an id is plain text");
            response.headers_mut().insert(LOCATION, address);
            response
        }
        Err(failure) if by_script => failure.into_response(),
        Err(failure) => {
            failure.log();
            let reason = reader.texts().get(&refusal_key(reader.texts(), &failure));
            let refused = reader.texts().with("js-lobby-failed", &[("reason", reason.into())]);
            let challenged = challenged.as_deref();
            (failure.status(), Html(page(&app, &reader, challenged, Some(&refused)).await)).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_page_shows_an_ejection() {
        let game = shown_game();
        assert_eq!(game.position().lost(Color::White), 1);
        assert_eq!(game.start().lost(Color::White), 0);
    }
}
