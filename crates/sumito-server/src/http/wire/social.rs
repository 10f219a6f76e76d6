//! Challenges, followed and blocked players, and games that were found, as JSON.

use serde_json::{Value, json};
use sumito_rules::party::Seat;

use super::people::user_value;
use super::{Json, merge};
use crate::db::{Challenge, FoundGames, GameResult, PlayedGame, User};
use crate::id::{GameId, UserId};
use crate::people::game_search::place;
use crate::people::social::Followed;
use crate::play::challenge::{self, DeclineReason};
use crate::play::event::Player;
use crate::play::seats::seat_name;

/// A list of users.
pub(crate) fn users(users: &[User]) -> Json {
    Json(json!({"users": users.iter().map(user_value).collect::<Vec<_>>()}))
}

/// The players whom a user follows.
pub(crate) fn following(followed: &[Followed]) -> Json {
    let entry = |Followed { user, online, game }: &Followed| {
        let mut value = user_value(user);
        merge(&mut value, json!({"online": online, "game": game.as_ref().map(GameId::as_str)}));
        value
    };
    Json(json!({"following": followed.iter().map(entry).collect::<Vec<_>>()}))
}

/// The challenges of a user that wait for an answer.
pub(crate) fn challenges(challenges: &[Challenge], user: UserId, is_online: impl Fn(UserId) -> bool) -> Json {
    let entry = |challenge: &&Challenge| {
        let Challenge { game, setup, by, to, at } = challenge;
        // The color that the challenged gets, unless it is drawn at random.
        let color = setup.open_seats().next().unwrap_or(Seat::White);
        json!({
            "game": game.as_str(),
            "by": user_value(by),
            "to": user_value(to),
            "online": is_online(if by.id == user { to.id } else { by.id }),
            "layout": setup.layout_id(),
            "control": setup.control.to_string(),
            "rules": setup.rules.to_string(),
            "rated": setup.rated,
            "color": (!setup.rated).then(|| seat_name(color)),
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

/// That a user has declined a challenge, and why.
pub(crate) fn challenge_declined(game: GameId, by: &User, reason: Option<DeclineReason>) -> Json {
    Json(json!({"type": "declined", "game": game.as_str(), "by": user_value(by), "reason": reason.map(DeclineReason::key)}))
}

/// A page of games that were found.
pub(crate) fn found_games(FoundGames { games, next }: &FoundGames) -> Json {
    Json(json!({"games": games.iter().map(found).collect::<Vec<_>>(), "next": next.map(place)}))
}

fn found(game: &PlayedGame) -> Value {
    let setup = &game.setup;
    let player = |(seat, player): (Seat, &Option<Player>)| {
        let value = match player {
            Some(Player::User(user)) => json!({"user": user.as_str(), "name": game.names[seat]}),
            Some(Player::Engine(level)) => json!({"engine": level.number()}),
            None => Value::Null,
        };
        (seat_name(seat).to_owned(), value)
    };
    let winners: Vec<&str> = match game.result {
        GameResult::Won(winners) => winners.iter().map(seat_name).collect(),
        GameResult::Playing | GameResult::Drawn => Vec::new(),
    };
    json!({
        "game": game.game.as_str(),
        "players": setup.seats.iter().map(player).collect::<Value>(),
        "winner": winners.first().filter(|_| !setup.is_party()),
        "winners": winners,
        "ending": game.ending,
        "plies": game.plies,
        "layout": setup.layout_id(),
        "control": setup.control.to_string(),
        "rated": setup.rated,
        "at": game.at,
    })
}
