//! The lobby as JSON.

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};

use super::game::summary;
use super::{Json, merge};
use crate::announcement::Announcement;
use crate::id::{GameId, UserId};
use crate::lobby::{Gone, LobbyChange, LobbyLists};
use crate::play::summary::GameSummary;

/// The whole lobby.
pub(crate) fn lobby(lists: &Announcement<LobbyLists>) -> Utf8Bytes {
    lists.text(|lists| self::lists(lists).to_string())
}

/// What changed in the lobby.
pub(crate) fn lobby_change(change: &Announcement<LobbyChange>) -> Utf8Bytes {
    change.text(|change| self::change(change).to_string())
}

fn lists(lists: &LobbyLists) -> Value {
    let list = |games: &[GameSummary]| games.iter().map(summary).collect::<Vec<_>>();
    json!({
        "type": "lobby",
        "online": lists.online,
        "playing": lists.playing,
        "openSeats": list(&lists.open_seats),
        "games": list(&lists.games),
        "featured": lists.featured.as_ref().map(GameId::as_str),
    })
}

fn change(change: &LobbyChange) -> Value {
    let gone = change.gone.iter().map(|(game, gone)| {
        let why = match gone {
            Gone::Taken => "taken",
            Gone::Withdrawn => "withdrawn",
        };
        json!({"game": game.as_str(), "why": why})
    });
    let mut value = lists(&change.lists);
    let more = json!({
        "type": "change",
        "gone": gone.collect::<Vec<_>>(),
        "over": change.over.iter().map(GameId::as_str).collect::<Vec<_>>(),
    });
    merge(&mut value, more);
    value
}

/// The user that the server recognizes at the other end of a connection.
pub(crate) fn you(id: Option<UserId>) -> Json {
    Json(json!({"type": "you", "user": id.as_ref().map(UserId::as_str)}))
}
