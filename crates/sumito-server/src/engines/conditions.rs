//! The conditions under which bots play in the room: all the same.

use std::fmt;
use std::sync::LazyLock;

use sumito_rules::{Game, Layout, Position, Rules};

use crate::play::clock::TimeControl;
use crate::play::event::ONLINE_RULES;

/// What the site can choose. Games under other conditions do not count for its list.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Conditions {
    pub(crate) control: TimeControl,
}

/// A balanced position to start from.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) layout: &'static Layout,
    /// The position after the moves of the opening, with Black to move.
    pub(crate) position: Position,
}

impl Conditions {
    pub(crate) const RULES: Rules = ONLINE_RULES;

    /// Reads the clock that the operator has chosen: one for the whole game, because nobody waits for days.
    pub(crate) fn parse(clock: &str) -> Result<Conditions, String> {
        match clock.parse() {
            Ok(control @ TimeControl::Game { .. }) => Ok(Conditions { control }),
            Ok(_) => Err(format!("the clock of the engine room: expected seconds for a game, such as 60+1, found '{clock}'")),
            Err(error) => Err(format!("the clock of the engine room: {error}")),
        }
    }
}

/// The tag `Event` of the games.
impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Engine room {}", self.control)
    }
}

/// The openings, in the order in which any two bots play them.
pub(crate) fn openings() -> &'static [Opening] {
    static OPENINGS: LazyLock<Vec<Opening>> = LazyLock::new(|| {
        let lines = include_str!("openings.txt").lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| read(line).unwrap_or_else(|| panic!("openings.txt: {line}"))).collect()
    });
    &OPENINGS
}

/// Opening number `n`. After the last one they begin again.
pub(crate) fn opening(n: u64) -> &'static Opening {
    let all = openings();
    &all[(n % all.len() as u64) as usize]
}

/// A layout and moves.
fn read(line: &str) -> Option<Opening> {
    let mut words = line.split(' ');
    let layout = Layout::find(words.next()?)?;
    let mut game = Game::new(layout, Conditions::RULES);
    for word in words {
        game.play(game.position().parse_move(word).ok()?).ok()?;
    }
    game.outcome().is_none().then(|| Opening { layout, position: *game.position() })
}
