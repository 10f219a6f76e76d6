//! A request for a new game.

use serde::Deserialize;
use sumito_engine::Level;
use sumito_rules::notation::position_or_layout;
use sumito_rules::{ByColor, Color, Layout};

use crate::failure::{Failure, Field};
use crate::id::UserId;
use crate::play::clock::TimeControl;
use crate::play::event::{Player, Setup, Start, bounded};

/// A request for a new game in the terms of the API, from JSON or from the form of a page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(crate) struct NewGame {
    pub(crate) against: Against,
    /// The name of the player to challenge.
    pub(crate) opponent: Option<String>,
    #[serde(default)]
    pub(crate) color: ColorChoice,
    /// The engine's level, from 1 to 10.
    pub(crate) level: Option<u8>,
    pub(crate) layout: Option<String>,
    pub(crate) position: Option<String>,
    pub(crate) rules: Option<String>,
    pub(crate) control: Option<String>,
    #[serde(default)]
    pub(crate) rated: bool,
    #[serde(default)]
    pub(crate) help: bool,
    #[serde(default)]
    pub(crate) public: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Against {
    Engine,
    SameScreen,
    Online,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ColorChoice {
    Black,
    White,
    #[default]
    Random,
}

impl NewGame {
    /// The setup for a user, who gets `random_color` unless they chose one.
    pub(crate) fn setup(self, user: UserId, random_color: Color) -> Result<Setup, Failure> {
        let bad = |field, error: &dyn std::fmt::Display| Failure::BadField(field, error.to_string());
        let start = match (self.layout, self.position) {
            (Some(_), Some(_)) => return Err(Failure::Bad("give a layout or a position, not both".to_owned())),
            (None, None) => Start::Layout(&Layout::BELGIAN_DAISY),
            (Some(layout), None) => {
                Start::Layout(Layout::find(&layout).ok_or_else(|| bad(Field::Layout, &"there is none by that name"))?)
            }
            (None, Some(text)) => Start::Position(position_or_layout(&text).map_err(|error| bad(Field::Position, &error))?),
        };
        let rules = self.rules.unwrap_or_default().parse().map_err(|error| bad(Field::Rules, &error))?;
        let rules = bounded(rules).map_err(|error| bad(Field::Rules, &error))?;
        let control = match self.control {
            Some(text) => text.parse().map_err(|error| bad(Field::Control, &error))?,
            None => TimeControl::None,
        };
        let us = match self.color {
            // The colors are drawn at random when the second player joins.
            _ if self.rated => Color::Black,
            ColorChoice::Black => Color::Black,
            ColorChoice::White => Color::White,
            ColorChoice::Random => random_color,
        };
        let them = match self.against {
            Against::Online => None,
            Against::SameScreen => Some(Player::User(user)),
            Against::Engine => {
                let level = self.level.and_then(Level::new);
                Some(Player::Engine(level.ok_or_else(|| bad(Field::Level, &"expected a number from 1 to 10"))?))
            }
        };
        let mut seats = ByColor::default();
        seats[us] = Some(Player::User(user));
        seats[!us] = them;
        Ok(Setup { start, rules, control, rated: self.rated, help: self.help, public: self.public, seats, challenged: None })
    }
}
