//! Games that were played, as rows with a small board: what a search found, and the games of a profile.

use std::collections::HashMap;

use maud::{Markup, html};
use sumito_content::texts::Texts;
use sumito_rules::party::Seat;

use super::badge::badge;
use super::controls::control_words;
use super::frame::date;
use super::lists::layout_name;
use super::mini::{mini_any, mini_board};
use super::profile::signed;
use crate::app::App;
use crate::db::{GameResult, Meeting, PlayedGame, Tally};
use crate::failure::Failure;
use crate::id::{GameId, UserId};
use crate::play::event::{GameKind, Player};
use crate::play::seats::seat_name;
use crate::play::summary::GameSummary;
use crate::time::now;

/// The last positions of some games.
#[derive(Default)]
pub(super) struct Boards(HashMap<GameId, GameSummary>);

impl Boards {
    /// The boards of all games of a list at once. A list without boards is better than none.
    pub(super) async fn of(app: &App, games: &[PlayedGame]) -> Boards {
        let ids: Vec<GameId> = games.iter().map(|game| game.game).collect();
        let found = app.games.list(&ids, now()).await.inspect_err(Failure::log).unwrap_or_default();
        Boards(found.into_iter().map(|game| (game.id, game)).collect())
    }
}

/// Rows of games. With a player, the result is theirs; otherwise it is that of Black and White.
pub(super) fn rows(texts: &Texts, games: &[PlayedGame], boards: &Boards, player: Option<UserId>) -> Markup {
    html! {
        @if !games.is_empty() {
            (mini_board())
            ul.played { @for game in games { li { (row(texts, game, boards.0.get(&game.game), player)) } } }
        }
    }
}

fn row(texts: &Texts, game: &PlayedGame, summary: Option<&GameSummary>, player: Option<UserId>) -> Markup {
    let setup = &game.setup;
    let (class, sign, key) = result(game, player);
    let ending = game.ending.as_deref().map(|ending| format!("search-ending-{ending}")).filter(|key| texts.has(key));
    let seats = setup.seats.len() as i64;
    let moves = game.plies.map(|plies| texts.with("search-moves", &[("moves", ((plies + seats - 1) / seats).into())]));
    let what = [control_words(texts, setup.control)].into_iter().chain(setup.rated.then(|| texts.get("profile-rated")));
    let what: Vec<String> = what.chain([layout_name(texts, setup.start)]).collect();
    let how: Vec<String> = ending.map(|key| texts.get(&key)).into_iter().chain(moves).collect();
    let side = |color: Seat| {
        let is_winner = matches!(game.result, GameResult::Won(winners) if winners.contains(color));
        html! {
            span.player.winner[is_winner] {
                span class={ "dot " (seat_name(color)) } role="img" aria-label=(texts.get(&format!("js-{}", seat_name(color)))) {}
                span.name { (name(texts, game, color)) (badge(texts, summary.is_some_and(|summary| summary.players[color].is_bot))) }
                @if let Some(summary) = summary { b.score { (summary.score[color]) } }
            }
        }
    };
    html! {
        a.game href={ "/game/" (game.game) } {
            @if let Some(summary) = summary { (mini_any(&summary.position)) }
            span.facts {
                @for seat in setup.seats.seats() { (side(seat)) }
                span.quiet { (what.join(" · ")) }
                @if !how.is_empty() {
                    span.quiet { @for (i, how) in how.iter().enumerate() { @if i > 0 { " · " } span.whole[i > 0] { (how) } } }
                }
                span.quiet { (date(game.at)) }
            }
            span.outcome {
                span class={ "result " (class) } title=(texts.get(key)) role="img" aria-label=(texts.get(key)) { (sign) }
                @if let Some(change) = game.change { span.change { (signed(change)) } }
            }
        }
    }
}

/// The result as a class, a sign, and the key of its words.
fn result(game: &PlayedGame, player: Option<UserId>) -> (&'static str, &'static str, &'static str) {
    let seats = game.setup.seats;
    let own = player
        .filter(|_| game.setup.kind() != GameKind::SameScreen)
        .and_then(|player| seats.seats().find(|&seat| seats[seat] == Some(Player::User(player))));
    match (game.result, own) {
        // The names of the winners stand out.
        (GameResult::Won(_), None) if game.setup.is_party() => ("", "", "search-result-party"),
        (GameResult::Playing, _) => ("", "…", "profile-playing"),
        (GameResult::Drawn, Some(own)) if !game.departed.contains(own) => ("drawn", "½", "profile-game-drawn"),
        // Whoever has left has lost, also where the partner won.
        (GameResult::Won(winners), Some(own)) if winners.contains(own) && !game.departed.contains(own) => {
            ("won", "1", "profile-game-won")
        }
        (GameResult::Won(_) | GameResult::Drawn, Some(_)) => ("lost", "0", "profile-game-lost"),
        (GameResult::Won(winners), None) if winners.contains(Seat::Black) => ("", "1–0", "search-result-black"),
        (GameResult::Won(_), None) => ("", "0–1", "search-result-white"),
        (GameResult::Drawn, None) => ("", "½–½", "search-result-draw"),
    }
}

/// The player of a seat.
fn name(texts: &Texts, game: &PlayedGame, color: Seat) -> String {
    match game.setup.seats[color] {
        _ if game.setup.kind() == GameKind::SameScreen => texts.get(seat_name(color)),
        Some(Player::Engine(level)) => texts.with("profile-engine", &[("level", level.number().into())]),
        _ => game.names[color].clone().unwrap_or_else(|| texts.get("profile-guest")),
    }
}

/// The last games between two players, the oldest first, as marks that lead to them, with the score. Nothing if there are none.
pub(super) fn meetings(texts: &Texts, title: &str, meetings: &[Meeting]) -> Markup {
    let mut tally = Tally::default();
    for meeting in meetings {
        tally.add(meeting.won, 1);
    }
    // A draw is half a point for each.
    let points = |whole: i64| match (whole, tally.drawn % 2 == 1) {
        (whole, false) => (whole + tally.drawn / 2).to_string(),
        (0, true) if tally.drawn == 1 => "½".to_owned(),
        (whole, true) => format!("{}½", whole + tally.drawn / 2),
    };
    html! {
        @if !meetings.is_empty() {
            section.meetings aria-label=(title) {
                p { b { (title) } " " span.score { (points(tally.won)) " : " (points(tally.lost)) } }
                ul {
                    @for Meeting { game, won } in meetings.iter().rev() {
                        @let (class, short, key) = match won {
                            Some(true) => ("won", "meetings-won", "profile-game-won"),
                            Some(false) => ("lost", "meetings-lost", "profile-game-lost"),
                            None => ("drawn", "meetings-drawn", "profile-game-drawn"),
                        };
                        li { a class=(class) href={ "/game/" (game) } title=(texts.get(key)) aria-label=(texts.get(key)) { (texts.get(short)) } }
                    }
                }
            }
        }
    }
}
