//! Five levels for parties.

use std::fmt;

use crate::level::Style;
use crate::person::Person;
use crate::time::Limits;

/// How strong the engine plays for three to six players: 1 to 5.
///
/// The lower three, and with more than four teams the lower four, look for a move as people do; the others search.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

const STYLES: [Style; 5] = [
    Style::Person(Person { depth: 1, overlooks: 80, misses: 45, taste: 25, trained: false }),
    Style::Person(Person { depth: 1, overlooks: 45, misses: 25, taste: 12, trained: false }),
    Style::Person(Person { depth: 2, overlooks: 30, misses: 10, taste: 8, trained: false }),
    Style::Nodes(1_500),
    Style::Full,
];

/// With more than four teams, a search gains little by visiting more positions: there are too many replies. So all levels but the last play as
/// people do, and the steps between them are smaller.
const STYLES_OF_MANY: [Style; 5] = [
    Style::Person(Person { depth: 1, overlooks: 80, misses: 45, taste: 25, trained: false }),
    Style::Person(Person { depth: 1, overlooks: 60, misses: 35, taste: 18, trained: false }),
    Style::Person(Person { depth: 1, overlooks: 40, misses: 20, taste: 10, trained: false }),
    Style::Person(Person { depth: 2, overlooks: 25, misses: 0, taste: 6, trained: false }),
    Style::Full,
];

/// What full strength visits without a limit: about a second in a browser on a slow phone.
const FULL_NODES: u64 = 40_000;

impl Level {
    /// Full strength.
    pub const FULL: Level = Level(5);

    /// The level with this number, from 1 to 5.
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::FULL.0).contains(&number).then_some(Level(number))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What the level overlooks in a game of this many teams, if anything.
    pub(super) fn person(self, teams: usize) -> Option<&'static Person> {
        match self.style(teams) {
            Style::Person(person) => Some(person),
            Style::Nodes(_) | Style::Full => None,
        }
    }

    /// The limits reduced to those of this level, in a game of this many teams.
    pub(super) fn limits(self, limits: &Limits, teams: usize) -> Limits {
        let least = |most: u64| Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
        match *self.style(teams) {
            Style::Full if !limits.is_endless() => limits.clone(),
            Style::Full => Limits::nodes(FULL_NODES),
            Style::Nodes(most) => Limits { nodes: least(most), ..limits.clone() },
            Style::Person(Person { depth, .. }) => {
                let depth = limits.depth.map_or(depth as u32, |most| most.min(depth as u32));
                Limits { depth: Some(depth), ..limits.clone() }
            }
        }
    }

    fn style(self, teams: usize) -> &'static Style {
        let styles = if teams > 4 { &STYLES_OF_MANY } else { &STYLES };
        &styles[usize::from(self.0) - 1]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
