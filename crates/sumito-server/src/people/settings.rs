//! Users' settings, saved so that they apply in every browser.

use std::collections::BTreeMap;

use crate::db::{Scope, User};
use crate::failure::Failure;
use crate::people::People;
use crate::people::caller::Caller;
use crate::people::sessions::Session;

/// Every setting with its values, the default first. `web/settings.js` has the same, except for the language, which only the server needs.
pub(crate) const ALL_SETTINGS: [(&str, &[&str]); 12] = [
    ("language", &["en", "fr", "de", "sv", "pl"]),
    ("theme", &["auto", "light", "dark"]),
    ("marbles", &["classic", "light", "dark", "high-contrast", "color-blind", "print"]),
    ("coordinates", &["on", "off"]),
    ("signs", &["off", "on"]),
    ("turn", &["0", "1", "2", "3", "4", "5"]),
    ("animation", &["normal", "fast", "slow", "off"]),
    ("sounds", &["on", "off"]),
    ("confirm", &["off", "on"]),
    ("premove", &["on", "off"]),
    ("chat", &["on", "off"]),
    ("notation", &["abapro", "nacre", "playstrategy"]),
];

/// Settings that somebody has chosen; the others have their default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings(BTreeMap<&'static str, &'static str>);

impl Settings {
    /// Checks that these are settings with possible values.
    pub(crate) fn checked<'a>(chosen: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Settings, Failure> {
        let mut settings = Settings::default();
        for (key, value) in chosen {
            settings.set(key, value)?;
        }
        Ok(settings)
    }

    /// Reads saved settings. Those that only another version of the program has are left out.
    pub(crate) fn from_saved(saved: BTreeMap<String, String>) -> Settings {
        let mut settings = Settings::default();
        for (key, value) in saved {
            let _ = settings.set(&key, &value);
        }
        settings
    }

    /// Chooses a value.
    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), Failure> {
        let Some((key, values)) = ALL_SETTINGS.iter().find(|(known, _)| *known == key) else {
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

    /// All chosen values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.iter().map(|(key, value)| (*key, *value))
    }

    /// The same, with the choices of `other` in place of its own.
    pub(crate) fn with(mut self, other: Settings) -> Settings {
        self.0.extend(other.0);
        self
    }
}

impl People {
    /// Saves settings of the caller; others stay as they are. A guest gets a session.
    pub(crate) async fn save_settings(&self, caller: &Caller, settings: Settings) -> Result<Option<Session>, Failure> {
        self.user_with(caller, Scope::Full).await?;
        let identified = self.user_or_guest(caller).await?;
        let all = self.settings(&identified.user).await?.with(settings);
        self.db.save_settings(identified.user.id, all.iter()).await?;
        Ok(identified.new_session)
    }

    /// The settings of a user.
    pub(crate) async fn settings(&self, user: &User) -> Result<Settings, Failure> {
        Ok(Settings::from_saved(self.db.settings(user.id).await?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_settings_that_are_no_longer_known_are_left_out() {
        let saved =
            [("theme", "dark"), ("gone", "on"), ("sounds", "loud")].map(|(key, value)| (key.to_owned(), value.to_owned()));
        let settings = Settings::from_saved(saved.into());
        assert_eq!(settings.iter().collect::<Vec<_>>(), [("theme", "dark")]);
    }

    /// The browser's table names the same settings and values.
    #[test]
    fn the_browser_knows_the_same_settings() {
        let script = include_str!("../../../../web/settings.js");
        for (key, values) in ALL_SETTINGS.iter().filter(|(key, _)| *key != "language") {
            let values: Vec<String> = values.iter().map(|value| format!("'{value}'")).collect();
            let line = format!("  {key}: [{}],", values.join(", "));
            assert!(script.lines().any(|other| other == line), "web/settings.js should say {line}");
        }
        let lines = script.lines().filter(|line| line.starts_with("  ") && line.ends_with("'],"));
        assert_eq!(lines.count(), ALL_SETTINGS.len() - 1);
    }
}
