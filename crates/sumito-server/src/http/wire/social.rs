//! Challenges, followed and blocked players, and games that were found, as JSON.

use serde_json::{Value, json};
use sumito_rules::{ByColor, Color};

use super::Json;
use crate::db::{Challenge, FoundGames, GameResult, PlayedGame, User};
use crate::id::{GameId, UserId};
use crate::people::game_search::place;
use crate::people::social::Followed;
use crate::play::challenge;
use crate::play::event::{Player, color_name};

fn user_value(user: &User) -> Value {
    json!({"user": user.id.as_str(), "name": user.name})
}

/// A list of users.
pub(crate) fn users(users: &[User]) -> Json {
    Json(json!({"users": users.iter().map(user_value).collect::<Vec<_>>()}))
}

/// The players whom a user follows.
pub(crate) fn following(followed: &[Followed]) -> Json {
    let entry = |Followed { user, online, game }: &Followed| {
        json!({
            "user": user.id.as_str(),
            "name": user.name,
            "online": online,
            "game": game.as_ref().map(GameId::as_str),
        })
    };
    Json(json!({"following": followed.iter().map(entry).collect::<Vec<_>>()}))
}

/// The challenges of a user that wait for an answer.
pub(crate) fn challenges(challenges: &[Challenge], user: UserId, is_online: impl Fn(UserId) -> bool) -> Json {
    let entry = |challenge: &&Challenge| {
        let Challenge { game, setup, by, to, at } = challenge;
        // The color that the challenged gets, unless it is drawn at random.
        let color = if setup.seats.black.is_none() { Color::Black } else { Color::White };
        json!({
            "game": game.as_str(),
            "by": user_value(by),
            "to": user_value(to),
            "online": is_online(if by.id == user { to.id } else { by.id }),
            "layout": setup.layout_id(),
            "control": setup.control.to_string(),
            "rules": setup.rules.to_string(),
            "rated": setup.rated,
            "color": (!setup.rated).then(|| color_name(color)),
            "at": at,
            "expiresAt": at + challenge::lifetime(setup.control),
        })
    };
    let [incoming, outgoing] = [false, true].map(|is_own| {
        challenges
            .iter()
            .filter(|challenge| (challenge.by.id == user) == is_own)
            .map(|challenge| entry(&challenge))
            .collect::<Vec<_>>()
    });
    Json(json!({"type": "challenges", "incoming": incoming, "outgoing": outgoing}))
}

/// A page of games that were found.
pub(crate) fn found_games(FoundGames { games, next }: &FoundGames) -> Json {
    Json(json!({"games": games.iter().map(found).collect::<Vec<_>>(), "next": next.map(place)}))
}

fn found(game: &PlayedGame) -> Value {
    let setup = &game.setup;
    let player = |color: Color| match setup.seats[color] {
        Some(Player::User(user)) => json!({"user": user.as_str(), "name": game.names[color]}),
        Some(Player::Engine(level)) => json!({"engine": level.number()}),
        None => Value::Null,
    };
    let players = ByColor::new(player(Color::Black), player(Color::White));
    let winner = match game.result {
        GameResult::Won(color) => Some(color_name(color)),
        GameResult::Playing | GameResult::Drawn => None,
    };
    json!({
        "game": game.game.as_str(),
        "players": {"black": players.black, "white": players.white},
        "winner": winner,
        "ending": game.ending,
        "plies": game.plies,
        "layout": setup.layout_id(),
        "control": setup.control.to_string(),
        "rated": setup.rated,
        "at": game.at,
    })
}
