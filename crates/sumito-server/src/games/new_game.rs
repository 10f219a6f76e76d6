//! A request for a new game.

use serde::Deserialize;
use sumito_engine::Level;
use sumito_rules::notation::position_or_layout;
use sumito_rules::party::Seat;
use sumito_rules::{Layout, party};

use crate::failure::{Failure, Field};
use crate::id::UserId;
use crate::play::clock::TimeControl;
use crate::play::event::{PARTY_LEVELS, Player, Setup, Start, bounded};
use crate::play::seats::{Seats, shuffled};
use crate::user_text;

/// A request for a new game in the terms of the API, from JSON or from the form of a page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[expect(clippy::struct_excessive_bools, reason = "independent of each other, and named in every request")]
pub(crate) struct NewGame {
    pub(crate) against: Against,
    /// The name of the player to challenge.
    pub(crate) opponent: Option<String>,
    #[serde(default)]
    pub(crate) color: ColorChoice,
    /// The engine's level, from 1 to 10, or to 5 with more than two players.
    pub(crate) level: Option<u8>,
    pub(crate) layout: Option<String>,
    pub(crate) position: Option<String>,
    pub(crate) rules: Option<String>,
    pub(crate) control: Option<String>,
    #[serde(default)]
    pub(crate) rated: bool,
    /// Whether a bot and a person may play it although it is rated.
    #[serde(default)]
    pub(crate) bots: bool,
    #[serde(default)]
    pub(crate) help: bool,
    #[serde(default)]
    pub(crate) public: bool,
    /// Who sits where in a game for more than two: `you`, `open` or `engine:LEVEL` for each seat.
    pub(crate) seats: Option<Vec<String>>,
    /// Whether the seats of a game for more than two are drawn at random when it begins.
    #[serde(default)]
    pub(crate) drawn: bool,
    /// The level at which the engine takes over for those who leave a game for more than two.
    pub(crate) takeover: Option<u8>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Against {
    Engine,
    SameScreen,
    Online,
}

/// The seat that a user wants.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ColorChoice {
    Black,
    White,
    Blue,
    Red,
    Green,
    Yellow,
    #[default]
    Random,
}

impl ColorChoice {
    fn seat(self) -> Option<Seat> {
        match self {
            ColorChoice::Black => Some(Seat::Black),
            ColorChoice::White => Some(Seat::White),
            ColorChoice::Blue => Some(Seat::Blue),
            ColorChoice::Red => Some(Seat::Red),
            ColorChoice::Green => Some(Seat::Green),
            ColorChoice::Yellow => Some(Seat::Yellow),
            ColorChoice::Random => None,
        }
    }
}

fn bad(field: Field, error: &dyn std::fmt::Display) -> Failure {
    Failure::BadField(field, error.to_string())
}

impl NewGame {
    /// The setup for a user. What the user leaves to chance is drawn from `random`.
    pub(crate) fn setup(self, user: UserId, random: u64) -> Result<Setup, Failure> {
        let start = self.start()?;
        let rules = self.rules.as_deref().unwrap_or_default().parse().map_err(|error| bad(Field::Rules, &error))?;
        let rules = bounded(rules).map_err(|error| bad(Field::Rules, &error))?;
        let control = match &self.control {
            Some(text) => text.parse().map_err(|error| bad(Field::Control, &error))?,
            None => TimeControl::None,
        };
        let mut seats = self.seats(start, user, random)?;
        if let Start::Party(_) = start {
            let refused =
                [(self.bots, "bots"), (self.help, "help"), (self.against == Against::SameScreen, "against same-screen")];
            if let Some((_, what)) = refused.into_iter().find(|(is_wanted, _)| *is_wanted) {
                return Err(Failure::Bad(format!("{what}: expected a layout for two players")));
            }
            if self.drawn && seats.iter().all(|(_, player)| player.is_some()) {
                // Nobody joins, so that the game begins at once.
                seats = Seats::new(shuffled(seats.iter().map(|(_, player)| *player).collect(), random));
            }
        } else if self.drawn || self.takeover.is_some() || self.seats.is_some() {
            return Err(Failure::Bad("drawn, takeover and seats: expected a layout for more than two players".to_owned()));
        }
        let takeover = match self.takeover {
            Some(level) => {
                Some(start.level(level).ok_or_else(|| Failure::Bad("takeover: expected a number from 1 to 5".to_owned()))?)
            }
            None => None,
        };
        let (rated, help, public, drawn) = (self.rated, self.help, self.public, self.drawn);
        Ok(Setup {
            start,
            rules,
            control,
            rated,
            help,
            public,
            seats,
            challenged: None,
            bots: self.bots,
            takeover,
            drawn,
            room: false,
        })
    }

    fn start(&self) -> Result<Start, Failure> {
        match (&self.layout, &self.position) {
            (Some(_), Some(_)) => Err(Failure::Bad("give a layout or a position, not both".to_owned())),
            (None, None) => Ok(Start::Layout(&Layout::BELGIAN_DAISY)),
            (Some(layout), None) => {
                let party = || party::Layout::find(layout).filter(|layout| layout.is_offered()).map(Start::Party);
                let start = Layout::find(layout).map(Start::Layout).or_else(party);
                start.ok_or_else(|| bad(Field::Layout, &"there is none by that name"))
            }
            (None, Some(text)) => Ok(Start::Position(position_or_layout(text).map_err(|error| bad(Field::Position, &error))?)),
        }
    }

    /// Who sits where.
    fn seats(&self, start: Start, user: UserId, random: u64) -> Result<Seats<Option<Player>>, Failure> {
        let count = start.seats();
        let engine = |level: Option<u8>| {
            let most = if count > 2 { PARTY_LEVELS } else { Level::FULL.number() };
            let level = level.and_then(|level| start.level(level));
            Ok(Player::Engine(level.ok_or_else(|| bad(Field::Level, &format!("expected a number from 1 to {most}")))?))
        };
        if let Some(words) = self.seats.as_ref().filter(|_| count > 2) {
            let seat = |word: &String| match word.split_once(':') {
                None if word == "you" => Ok(Some(Player::User(user))),
                None if word == "open" => Ok(None),
                Some(("engine", level)) => engine(level.parse().ok()).map(Some),
                _ => Err(Failure::Bad(format!(
                    "seats: expected you, open or engine:LEVEL, found '{}'",
                    user_text::clean(word, 20)
                ))),
            };
            let seats: Vec<Option<Player>> = words.iter().map(seat).collect::<Result<_, Failure>>()?;
            if seats.len() != count || seats.iter().filter(|&&player| player == Some(Player::User(user))).count() != 1 {
                return Err(Failure::Bad(format!("seats: expected {count} of them, and you in one")));
            }
            return Ok(Seats::new(seats));
        }
        let own = match self.color.seat() {
            // The colors are drawn at random when the second player joins.
            _ if self.rated && count == 2 => 0,
            Some(seat) => seat as usize,
            None => (random % count as u64) as usize,
        };
        if own >= count {
            return Err(Failure::Bad("color: expected a seat of the layout".to_owned()));
        }
        let other = match self.against {
            Against::Online => None,
            Against::SameScreen => Some(Player::User(user)),
            Against::Engine => Some(engine(self.level)?),
        };
        Ok(Seats::new((0..count).map(|n| if n == own { Some(Player::User(user)) } else { other })))
    }
}
