//! What a user prefers, kept so that it follows them from one browser to another.

use std::collections::BTreeMap;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::get;
use serde_json::Value;

use crate::app::App;
use crate::db::User;
use crate::failure::Failure;
use crate::http::api::Address;

/// Every setting with its values, the usual one first. `web/settings.js` has the same, but for the language, which the server alone needs.
pub(crate) const TABLE: [(&str, &[&str]); 11] = [
    ("language", &["en", "fr", "de", "sv", "pl"]),
    ("theme", &["auto", "light", "dark"]),
    ("marbles", &["classic", "light", "dark", "high-contrast", "color-blind", "print"]),
    ("coordinates", &["on", "off"]),
    ("turn", &["0", "1", "2", "3", "4", "5"]),
    ("animation", &["normal", "fast", "slow", "off"]),
    ("sounds", &["on", "off"]),
    ("confirm", &["off", "on"]),
    ("premove", &["on", "off"]),
    ("chat", &["on", "off"]),
    ("notation", &["abapro", "nacre", "playstrategy"]),
];

/// Settings that somebody has chosen; the others are the usual ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings(BTreeMap<&'static str, &'static str>);

impl Settings {
    /// Reads a JSON object of known settings.
    pub(crate) fn parse(text: &str) -> Result<Settings, Failure> {
        let values: BTreeMap<String, Value> =
            serde_json::from_str(text).map_err(|error| Failure::Bad(format!("settings: {error}")))?;
        let mut settings = Settings::default();
        for (key, value) in values {
            settings.set(&key, value.as_str().unwrap_or_default())?;
        }
        Ok(settings)
    }

    /// Reads what was kept; what is no longer known is left out.
    pub(crate) fn kept(text: &str) -> Settings {
        let values: BTreeMap<String, String> = serde_json::from_str(text).unwrap_or_default();
        let mut settings = Settings::default();
        for (key, value) in values {
            // A setting that an older version had.
            let _ = settings.set(&key, &value);
        }
        settings
    }

    /// Chooses a value.
    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), Failure> {
        let Some((key, values)) = TABLE.iter().find(|(known, _)| *known == key) else {
            return Err(Failure::Bad(format!("settings: there is none called {key:?}")));
        };
        let Some(value) = values.iter().find(|known| **known == value) else {
            return Err(Failure::Bad(format!("settings: {key} is one of {}", values.join(", "))));
        };
        self.0.insert(key, value);
        Ok(())
    }

    /// The value of a setting, if one was chosen.
    pub(crate) fn get(&self, key: &str) -> Option<&'static str> {
        self.0.get(key).copied()
    }

    /// The same with what another one has chosen in its place.
    pub(crate) fn with(mut self, other: Settings) -> Settings {
        self.0.extend(other.0);
        self
    }

    pub(crate) fn json(&self) -> String {
        serde_json::to_string(&self.0).expect("a map of texts is JSON")
    }
}

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/api/settings", get(read).put(write))
}

impl App {
    /// Keeps settings of who asks; those that are not named stay as they are.
    pub(crate) async fn keep_settings(
        &self,
        headers: &HeaderMap,
        address: Address,
        settings: Settings,
    ) -> Result<HeaderMap, Failure> {
        let (user, headers) = self.user_or_guest_as(self.user(headers).await?, address).await?;
        let kept = self.settings(&user).await?.with(settings);
        self.games.db().set_settings(user.id, &kept.json()).await?;
        Ok(headers)
    }

    /// What a user prefers.
    pub(crate) async fn settings(&self, user: &User) -> Result<Settings, Failure> {
        Ok(self.games.db().settings(user.id).await?.map(|text| Settings::kept(&text)).unwrap_or_default())
    }
}

fn json(headers: HeaderMap, settings: &Settings) -> (HeaderMap, axum::Json<Value>) {
    (headers, axum::Json(settings.0.iter().map(|(key, value)| (*key, *value)).collect()))
}

async fn read(State(app): State<App>, headers: HeaderMap) -> Result<(HeaderMap, axum::Json<Value>), Failure> {
    let settings = match app.user(&headers).await? {
        Some(user) => app.settings(&user).await?,
        None => Settings::default(),
    };
    Ok(json(HeaderMap::new(), &settings))
}

async fn write(
    State(app): State<App>,
    address: Address,
    headers: HeaderMap,
    body: String,
) -> Result<(HeaderMap, axum::Json<Value>), Failure> {
    let settings = Settings::parse(&body)?;
    let headers = app.keep_settings(&headers, address, settings.clone()).await?;
    Ok(json(headers, &settings))
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
            let read = Settings::parse(text).map(|settings| settings.json()).map_err(|failure| failure.to_string());
            assert_eq!(read.as_deref().map_err(String::as_str), expected, "{text}");
        }
        assert!(Settings::parse("[1]").is_err() && Settings::parse("nothing").is_err());
        assert_eq!(Settings::kept(r#"{"theme": "dark", "gone": "on"}"#).json(), r#"{"theme":"dark"}"#);
        assert_eq!(Settings::kept("nothing"), Settings::default());
    }

    /// The browser's table names the same settings and values.
    #[test]
    fn the_browser_knows_the_same_settings() {
        let script = include_str!("../../../../web/settings.js");
        for (key, values) in TABLE.iter().filter(|(key, _)| *key != "language") {
            let values: Vec<String> = values.iter().map(|value| format!("'{value}'")).collect();
            let line = format!("  {key}: [{}],", values.join(", "));
            assert!(script.lines().any(|other| other == line), "web/settings.js should say {line}");
        }
        let lines = script.lines().filter(|line| line.starts_with("  ") && line.ends_with("'],"));
        assert_eq!(lines.count(), TABLE.len() - 1);
    }
}
