//! Accounts, ratings, settings and progress in the course as JSON.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Json, parse};
use crate::db::{PoolRating, Profile, Ranked, Scope, User};
use crate::failure::Failure;
use crate::people::accounts::Credentials;
use crate::people::lessons::{Stars, check_stars};
use crate::people::settings::Settings;
use crate::play::clock::Millis;
use crate::play::ratings::Pool;

/// Reads name and password.
pub(crate) fn credentials(text: &str) -> Result<Credentials, Failure> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields, expecting = "an object")]
    struct Fields {
        name: String,
        password: String,
    }
    let Fields { name, password } = parse(text)?;
    Ok(Credentials { name, password })
}

pub(super) fn user_value(user: &User) -> Value {
    let mut value = json!({"user": user.id.as_str(), "name": user.name});
    mark_bot(&mut value, user.is_bot);
    value
}

/// Says that an account belongs to a program; nothing about others.
pub(super) fn mark_bot(value: &mut Value, is_bot: bool) {
    if is_bot {
        value["bot"] = true.into();
    }
}

pub(crate) fn user(user: &User) -> Json {
    Json(user_value(user))
}

/// The user who asks, or `null`.
pub(crate) fn user_or_null(user: Option<&User>) -> Json {
    Json(user.map_or(Value::Null, user_value))
}

/// A new account with its recovery code.
pub(crate) fn registered(user: &User, recovery_code: &str) -> Json {
    let mut value = user_value(user);
    value["recovery"] = recovery_code.into();
    Json(value)
}

/// Reads what a token is for; nothing at all will do.
pub(crate) fn token_request(text: &str) -> Result<(String, Scope), Failure> {
    #[derive(Default, Deserialize)]
    #[serde(deny_unknown_fields, default, expecting = "an object")]
    struct Fields {
        label: Option<String>,
        scope: Option<String>,
    }
    let Fields { label, scope } =
        if text.trim().is_empty() { Fields::default() } else { parse::<Option<Fields>>(text)?.unwrap_or_default() };
    let scope = scope.as_deref().unwrap_or("play");
    let scope = Scope::of_token(scope).ok_or_else(|| Failure::Bad("scope: expected read, play or bot".to_owned()))?;
    Ok((label.unwrap_or_else(|| "API".to_owned()), scope))
}

/// The secret of a new token.
pub(crate) fn token(secret: &str) -> Json {
    Json(json!({"token": secret}))
}

/// An account with its ratings.
pub(crate) fn profile(profile: &Profile, ratings: &[PoolRating]) -> Json {
    let ratings: Map<String, Value> = ratings.iter().map(|rating| (rating.pool.name().to_owned(), pool_rating(rating))).collect();
    let mut value = json!({"user": profile.id.as_str(), "name": profile.name, "since": profile.since, "ratings": ratings});
    mark_bot(&mut value, profile.is_bot);
    Json(value)
}

fn pool_rating(record: &PoolRating) -> Value {
    let PoolRating { rating, won, drawn, lost, .. } = record;
    json!({
        "rating": rating.points(),
        "deviation": rating.deviation.round() as i64,
        "provisional": record.is_provisional(),
        "won": won,
        "drawn": drawn,
        "lost": lost,
    })
}

/// A rating after each game, the oldest first.
pub(crate) fn rating_history(pool: Pool, points: &[(Millis, i64)]) -> Json {
    let points = points.iter().map(|(at, rating)| json!({"at": at, "rating": rating}));
    Json(json!({"speed": pool.name(), "history": points.collect::<Vec<_>>()}))
}

/// The strongest players.
pub(crate) fn players(pool: Pool, players: &[Ranked]) -> Json {
    let players = players.iter().map(|Ranked { name, record, .. }| {
        let mut player = pool_rating(record);
        player["name"] = json!(name);
        player
    });
    Json(json!({"speed": pool.name(), "players": players.collect::<Vec<_>>()}))
}

/// Reads an object of settings.
pub(crate) fn settings_request(text: &str) -> Result<Settings, Failure> {
    let values: BTreeMap<String, Value> =
        serde_json::from_str(text).map_err(|error| Failure::Bad(format!("settings: {error}")))?;
    Settings::checked(values.iter().map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default())))
}

pub(crate) fn settings(settings: &Settings) -> Json {
    Json(settings.iter().collect())
}

/// Reads an object of lessons with their stars.
pub(crate) fn stars_request(text: &str) -> Result<Stars, Failure> {
    check_stars(serde_json::from_str(text).map_err(|error| Failure::Bad(format!("lessons: {error}")))?)
}

pub(crate) fn stars(stars: &Stars) -> Json {
    Json(json!(stars))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_settings_are_read() {
        for (text, expected) in [
            ("{}", Ok("{}")),
            (r#"{"theme": "dark", "confirm": "on"}"#, Ok(r#"{"confirm":"on","theme":"dark"}"#)),
            (r#"{"theme": "pink"}"#, Err("settings: theme is one of auto, light, dark")),
            (r#"{"theme": 1}"#, Err("settings: theme is one of auto, light, dark")),
            (r#"{"rank": "admin"}"#, Err("settings: there is none called \"rank\"")),
        ] {
            let read = settings_request(text).map(|read| settings(&read).to_string()).map_err(|failure| failure.to_string());
            assert_eq!(read.as_deref().map_err(String::as_str), expected, "{text}");
        }
        assert!(settings_request("[1]").is_err() && settings_request("nothing").is_err());
    }

    #[test]
    fn only_known_lessons_with_possible_stars_are_read() {
        for (text, expected) in [
            ("{}", Ok(vec![])),
            (r#"{"pac": 1, "first-steps": 3}"#, Ok(vec![("first-steps", 3), ("pac", 1)])),
            (r#"{"pac": 0}"#, Err("lessons: pac: expected 1 to 3 stars, found 0")),
            (r#"{"pac": 4}"#, Err("lessons: pac: expected 1 to 3 stars, found 4")),
            (r#"{"flying": 3}"#, Err("lessons: there is none called \"flying\"")),
        ] {
            let read =
                stars_request(text).map(|stars| stars.into_iter().collect::<Vec<_>>()).map_err(|failure| failure.to_string());
            assert_eq!(read.as_ref().map_err(String::as_str), expected.as_ref().map_err(|text| *text), "{text}");
        }
        for text in ["", "[]", r#"{"pac": "3"}"#, r#"{"pac": 2.5}"#, "null"] {
            assert!(stars_request(text).is_err(), "{text}");
        }
    }
}
