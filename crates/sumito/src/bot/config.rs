//! The settings of a bot, from a TOML file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use sumito_rules::Layout;

use super::{Challenge, control};

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Config {
    /// How many games to play at once.
    pub(crate) concurrency: usize,
    /// What to write at the beginning of a game.
    pub(crate) greeting: String,
    /// Milliseconds of its time that the engine does not get, because a move takes time to arrive.
    pub(crate) overhead: u64,
    /// Milliseconds for a move in games without a clock, or with days for a move.
    pub(crate) move_time: u64,
    pub(crate) engine: Engine,
    pub(crate) accept: Accept,
    pub(crate) book: BookSettings,
    pub(crate) resign: Option<ByScore>,
    pub(crate) draw: Option<ByScore>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Engine {
    /// Options of the engine, by name.
    pub(crate) options: BTreeMap<String, toml::Value>,
}

/// The openings that are played without asking the engine.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct BookSettings {
    /// Files of games.
    pub(crate) files: Vec<PathBuf>,
    /// How many plies of a game are followed.
    pub(crate) plies: usize,
    pub(crate) choose: Choose,
}

/// Which of several moves in the book is played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Choose {
    /// Any of them, by its weight.
    #[default]
    Weighted,
    /// The one with the greatest weight.
    Best,
}

/// When the engine's score decides.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ByScore {
    /// Resign at this score or worse; draw while both sides' scores are within it. A marble is 100.
    pub(crate) score: u32,
    /// For this many moves in a row.
    pub(crate) moves: usize,
}

/// Which challenges to accept.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[expect(clippy::struct_excessive_bools, reason = "they are switches in a file")]
pub(crate) struct Accept {
    pub(crate) rated: bool,
    pub(crate) casual: bool,
    pub(crate) people: bool,
    pub(crate) bots: bool,
    /// Time controls such as 300+3, as the server writes them; all if there are none.
    pub(crate) controls: Vec<String>,
    /// Layouts by their ids; all if there are none.
    pub(crate) layouts: Vec<String>,
    /// Only these players, if there are any.
    pub(crate) only: Vec<String>,
    pub(crate) never: Vec<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            concurrency: 1,
            greeting: String::new(),
            overhead: 100,
            move_time: 2_000,
            engine: Engine::default(),
            accept: Accept::default(),
            book: BookSettings::default(),
            resign: None,
            draw: None,
        }
    }
}

impl Default for BookSettings {
    fn default() -> BookSettings {
        BookSettings { files: Vec::new(), plies: 20, choose: Choose::default() }
    }
}

impl Default for Accept {
    fn default() -> Accept {
        Accept {
            rated: true,
            casual: true,
            people: true,
            bots: true,
            controls: Vec::new(),
            layouts: Vec::new(),
            only: Vec::new(),
            never: Vec::new(),
        }
    }
}

/// What is wrong with a file, and the byte where it is, if it is one.
#[derive(Clone, Debug)]
pub(crate) struct Mistake {
    pub(crate) message: String,
    pub(crate) at: Option<usize>,
}

impl Config {
    pub(crate) fn parse(text: &str) -> Result<Config, Mistake> {
        let config: Config = toml::from_str(text)
            .map_err(|error| Mistake { message: error.message().to_owned(), at: error.span().map(|span| span.start) })?;
        let message = config.mistake();
        message.map_or(Ok(config), |message| Err(Mistake { message, at: None }))
    }

    /// What a file in the right form can have wrong.
    fn mistake(&self) -> Option<String> {
        if self.concurrency == 0 || self.concurrency > 16 {
            return Some(format!("concurrency: expected 1 to 16, found {}", self.concurrency));
        }
        if let Some(wrong) = self.accept.controls.iter().find(|text| control::expected(text).is_none()) {
            return Some(format!("accept.controls: expected time controls such as 300+3, 600/3x30, 3d or none, found '{wrong}'"));
        }
        if let Some(wrong) = self.accept.layouts.iter().find(|id| Layout::all().iter().all(|layout| layout.id != id.as_str())) {
            return Some(format!("accept.layouts: no layout has the id '{wrong}'; 'sumito layouts --all' lists them"));
        }
        let is_plain = |value: &toml::Value| !value.is_table() && !value.is_array() && !value.is_datetime();
        let wrong = self.engine.options.iter().find(|(_, value)| !is_plain(value));
        wrong.map(|(name, _)| format!("engine.options.{name}: expected a text, a number, true or false"))
    }

    /// The options of the engine as UGI writes them.
    pub(crate) fn options(&self) -> Vec<(String, String)> {
        let text = |value: &toml::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        self.engine.options.iter().map(|(name, value)| (name.clone(), text(value))).collect()
    }
}

/// Why a challenge is declined.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decline {
    /// The key of the reason for the challenger; none if the filter is about the challenger.
    pub(crate) reason: Option<&'static str>,
    /// In the words of the settings, for the operator.
    pub(crate) why: &'static str,
}

impl Accept {
    /// Whether to accept a challenge, or why not.
    pub(crate) fn check(&self, challenge: &Challenge) -> Result<(), Decline> {
        let has = |list: &[String], wanted: &str| list.iter().any(|entry| entry.eq_ignore_ascii_case(wanted));
        let name = challenge.by.name.as_deref().unwrap_or_default();
        let layout = challenge.layout.as_deref().unwrap_or_default();
        let reasons = [
            (!self.only.is_empty() && !has(&self.only, name), None, "the player is not on the list"),
            (has(&self.never, name), None, "the player is on the list of those to decline"),
            (challenge.by.bot && !self.bots, Some("no-bots"), "it comes from a bot"),
            (!challenge.by.bot && !self.people, Some("no-people"), "it comes from a person"),
            (challenge.rated && !self.rated, Some("casual-only"), "it is rated"),
            (!challenge.rated && !self.casual, Some("rated-only"), "it is not rated"),
            (
                !self.controls.is_empty() && !has(&self.controls, &challenge.control),
                Some(self.wrong_clock(&challenge.control)),
                "its clock",
            ),
            (!self.layouts.is_empty() && !has(&self.layouts, layout), Some("other-layout"), "its layout"),
        ];
        let found = reasons.into_iter().find(|(applies, ..)| *applies);
        found.map_or(Ok(()), |(_, reason, why)| Err(Decline { reason, why }))
    }

    /// What is wrong with a clock that is not on the list.
    fn wrong_clock(&self, wanted: &str) -> &'static str {
        let Some(wanted) = control::expected(wanted) else { return "other-clock" };
        let accepted = || self.controls.iter().filter_map(|control| control::expected(control));
        if accepted().all(|accepted| wanted < accepted) {
            "too-fast"
        } else if accepted().all(|accepted| wanted > accepted) {
            "too-slow"
        } else {
            "other-clock"
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn settings_are_read_and_mistakes_are_named() {
        let text = "concurrency = 3\nresign = { score = 800, moves = 3 }\n[engine.options]\nLevel = 4\nRules = 'win=6'\n";
        let config = Config::parse(text).unwrap();
        assert_eq!((config.concurrency, config.overhead, config.accept.rated), (3, 100, true));
        let options = [("Level".to_owned(), "4".to_owned()), ("Rules".to_owned(), "win=6".to_owned())];
        assert_eq!(config.options(), options);
        for (text, expected) in [
            ("concurrency = 0", "concurrency: expected 1 to 16, found 0"),
            ("[engine.options]\nLevel = [1]", "engine.options.Level: expected a text, a number, true or false"),
            ("overhed = 3", "unknown field `overhed`"),
            ("overhead = 'much'", "invalid type"),
            (
                "accept.controls = ['600', 'fast']",
                "accept.controls: expected time controls such as 300+3, 600/3x30, 3d or none, found 'fast'",
            ),
            ("accept.layouts = ['daisy']", "accept.layouts: no layout has the id 'daisy'"),
            ("book.choose = 'any'", "unknown variant `any`, expected `weighted` or `best`"),
        ] {
            let Mistake { message, at } = Config::parse(text).unwrap_err();
            assert!(message.contains(expected), "{text}: {message}");
            let is_of_toml = ["unknown", "invalid"].iter().any(|word| message.starts_with(word));
            assert_eq!(at.is_some(), is_of_toml, "{text}: {message}");
        }
    }

    #[test]
    fn challenges_are_chosen() {
        let check = |settings: &str, changes: serde_json::Value| {
            let mut challenge =
                json!({"game": "g", "by": {"name": "Ada"}, "layout": "standard", "control": "300+3", "rated": false});
            challenge.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
            let checked = Config::parse(settings).unwrap().accept.check(&serde_json::from_value(challenge).unwrap());
            checked.err().map(|Decline { reason, why }| (reason.unwrap_or("none"), why))
        };
        let robo = json!({"by": {"name": "Robo", "bot": true}});
        for (settings, changes, expected) in [
            ("", json!({}), None),
            ("", json!({"rated": true, "by": {"name": "Robo", "bot": true}, "layout": null}), None),
            ("accept.rated = false", json!({"rated": true}), Some(("casual-only", "it is rated"))),
            ("accept.casual = false", json!({}), Some(("rated-only", "it is not rated"))),
            ("accept.bots = false", robo, Some(("no-bots", "it comes from a bot"))),
            ("accept.people = false", json!({}), Some(("no-people", "it comes from a person"))),
            ("accept.controls = ['600']", json!({}), Some(("too-fast", "its clock"))),
            ("accept.controls = ['60', '180+2']", json!({}), Some(("too-slow", "its clock"))),
            ("accept.controls = ['60', '600']", json!({}), Some(("other-clock", "its clock"))),
            ("accept.controls = ['60', '600']", json!({"control": "none"}), Some(("too-slow", "its clock"))),
            ("accept.controls = ['600', '300+3']", json!({}), None),
            ("accept.layouts = ['belgian-daisy']", json!({}), Some(("other-layout", "its layout"))),
            ("accept.layouts = ['belgian-daisy']", json!({"layout": null}), Some(("other-layout", "its layout"))),
            ("accept.only = ['bob']", json!({}), Some(("none", "the player is not on the list"))),
            ("accept.only = ['ADA']", json!({}), None),
            ("accept.never = ['ada']", json!({}), Some(("none", "the player is on the list of those to decline"))),
            // An unwanted player gets no other reason.
            (
                "accept = { never = ['ada'], casual = false }",
                json!({}),
                Some(("none", "the player is on the list of those to decline")),
            ),
        ] {
            assert_eq!(check(settings, changes.clone()), expected, "{settings} {changes}");
        }
    }
}
