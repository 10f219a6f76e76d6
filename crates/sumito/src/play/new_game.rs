//! New games on a server, as its API describes them.

use serde_json::{Map, Value, json};
use sumito_rules::Rules;

/// What the command line says about new games; everything else is the server's choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) color: Option<&'static str>,
    pub(crate) layout: Option<String>,
    pub(crate) position: Option<String>,
    pub(crate) rules: Option<String>,
    pub(crate) clock: Option<String>,
    pub(crate) rated: bool,
}

impl Terms {
    /// The clock that is suggested.
    pub(crate) fn clock(&self) -> &str {
        self.clock.as_deref().unwrap_or("600")
    }

    /// A game with an open seat: in the lobby, or for whoever has its link.
    pub(crate) fn open_seat(&self, clock: &str, public: bool) -> Value {
        self.game(&json!({"against": "online", "control": clock, "public": public, "rated": self.rated}))
    }

    pub(crate) fn challenge(&self, name: &str, clock: &str) -> Value {
        // A rated game is what both agree on, even if one of them is a bot.
        self.game(&json!({"against": "online", "opponent": name, "control": clock, "rated": self.rated, "bots": self.rated}))
    }

    /// A game against the server's engine, without a clock unless one is wanted.
    pub(crate) fn engine(&self, level: u8) -> Value {
        let control = self.clock.as_deref().unwrap_or("none");
        self.game(&json!({"against": "engine", "level": level, "control": control}))
    }

    fn game(&self, request: &Value) -> Value {
        let mut game: Map<String, Value> = request.as_object().cloned().unwrap_or_default();
        let fields = [
            ("color", self.color.map(str::to_owned)),
            ("layout", self.layout.clone()),
            ("position", self.position.clone()),
            ("rules", self.rules.clone()),
        ];
        game.extend(fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.into()))));
        game.into()
    }

    /// Whether an open seat in the lobby matches these terms.
    pub(crate) fn fits(&self, clock: &str, game: &Value) -> bool {
        let layout = self.layout.as_ref().is_none_or(|layout| game["layout"] == layout.as_str());
        let open = |side: &str| game["players"][side].is_null();
        let color = self.color.is_none_or(|color| color == "random" || open(color));
        let rules = game["rules"].as_str().and_then(|rules| rules.parse::<Rules>().ok());
        let standard = game["layout"].is_string() && rules.is_some_and(|rules| rules.with_ply_limit(None) == Rules::STANDARD);
        let plain = self.position.is_none() && self.rules.is_none() && !game["seats"].is_array();
        standard && plain && layout && color && game["control"] == clock && game["rated"] == self.rated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_described_as_the_api_wants_them() {
        let plain = Terms::default();
        assert_eq!(
            plain.open_seat("300+3", true),
            json!({"against": "online", "control": "300+3", "public": true, "rated": false})
        );
        assert_eq!(plain.engine(3), json!({"against": "engine", "level": 3, "control": "none"}));
        let terms =
            Terms { color: Some("white"), layout: Some("star".to_owned()), clock: Some("60".to_owned()), rated: true, ..plain };
        let challenge = terms.challenge("bob", terms.clock());
        assert_eq!(
            challenge,
            json!({"against": "online", "opponent": "bob", "control": "60", "rated": true, "bots": true, "color": "white", "layout": "star"})
        );
    }

    #[test]
    fn only_seats_with_the_same_terms_are_taken() {
        let rules = "win=6 repetition=3 quiet=off no-move=loses plies=1000";
        let players = json!({"black": {"user": "u"}, "white": null});
        let seat = json!({"layout": "star", "rules": rules, "control": "600", "rated": false, "players": players});
        let plain = Terms::default();
        assert!(plain.fits("600", &seat));
        assert!(!plain.fits("300", &seat));
        for (terms, fits) in [
            (Terms { layout: Some("star".to_owned()), ..Terms::default() }, true),
            (Terms { layout: Some("snakes".to_owned()), ..Terms::default() }, false),
            (Terms { color: Some("white"), ..Terms::default() }, true),
            (Terms { color: Some("black"), ..Terms::default() }, false),
            (Terms { color: Some("random"), ..Terms::default() }, true),
            (Terms { rated: true, ..Terms::default() }, false),
            (Terms { rules: Some("win=4".to_owned()), ..Terms::default() }, false),
        ] {
            assert_eq!(terms.fits("600", &seat), fits, "{terms:?}");
        }
        for (field, value) in [("seats", json!(["black"])), ("rules", json!("win=4")), ("layout", Value::Null)] {
            let mut other = seat.clone();
            other[field] = value;
            assert!(!plain.fits("600", &other), "{other}");
        }
    }
}
