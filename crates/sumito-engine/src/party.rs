//! The engine for three to six players, alone or in teams: a search of its own, with a handmade evaluation and five levels.
//!
//! The player's team is one side and everybody else the other. With two teams that is the usual alpha-beta search; with more, a [`Method`] says
//! what it expects of the others. A search limited by nodes gives the same answer on every machine.
//!
//! ```
//! use sumito_engine::party::{Level, best_move};
//! use sumito_rules::Rules;
//! use sumito_rules::party::{Game, Layout};
//!
//! let game = Game::new(Layout::find("three").unwrap(), Rules::default());
//! let report = best_move(&game, Level::new(3).unwrap(), 42).unwrap();
//! assert!(game.legal_moves().contains(report.best));
//! ```

pub mod duel;
mod eval;
mod level;
mod maxn;
mod search;
mod shortsighted;
#[cfg(test)]
mod tests;

use sumito_rules::Move;
use sumito_rules::party::{Game, Seating};

use crate::engine::Control;
use crate::score::Score;
use crate::time::Limits;
pub use level::Level;

/// The settings of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// How strong it plays.
    pub level: Level,
    /// What it expects of the others; by default [`Method::usual`].
    pub method: Option<Method>,
    /// Each seed gives another game.
    pub seed: u64,
}

impl Options {
    /// A level with the usual method.
    pub fn new(level: Level, seed: u64) -> Options {
        Options { level, method: None, seed }
    }

    /// The same options with this method.
    #[must_use]
    pub fn with_method(self, method: Method) -> Options {
        Options { method: Some(method), ..self }
    }
}

/// What a search with three or more teams expects of the others.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Everybody plays against the player's team. With two teams, this is alpha-beta.
    Paranoid,
    /// Between two moves of the team, only the opponent with the best reply moves.
    BestReply,
    /// Every team does what is best for itself. It has no cutoffs, so it does not look far.
    MaxN,
    /// Everybody else plays for themselves and for the moment: an ejection, and then the center. It looks two moves of the team ahead,
    /// and at the best reply to the first.
    Shortsighted,
    /// What the others have shown: [`Method::Shortsighted`] while nearly all their moves were for the moment, otherwise
    /// [`Method::BestReply`].
    Adaptive,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 5] = [Method::Paranoid, Method::BestReply, Method::MaxN, Method::Shortsighted, Method::Adaptive];

    /// With two teams alpha-beta, with three or four the one that looks furthest ahead for its nodes. With more, the full level adapts to
    /// the others.
    pub fn usual(seating: Seating, level: Level) -> Method {
        match seating.teams().count() {
            2 => Method::Paranoid,
            5.. if level == Level::FULL => Method::Adaptive,
            _ => Method::BestReply,
        }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Paranoid => "paranoid",
            Method::BestReply => "best-reply",
            Method::MaxN => "max-n",
            Method::Shortsighted => "shortsighted",
            Method::Adaptive => "adaptive",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The move to play.
    pub best: Move,
    /// How good it is for the player's team. Unless the method is [`Method::Paranoid`], only a win by the next move is certain.
    pub score: Score,
    /// How many plies were searched completely.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// The expected moves; only the first unless the method is [`Method::Paranoid`].
    pub pv: Vec<Move>,
}

/// The move of a level for the player to move; `None` if the game is over. The same game, level and seed give the same move.
pub fn best_move(game: &Game, level: Level, seed: u64) -> Option<Report> {
    search(game, &Options::new(level, seed), &Limits::default(), &Control::new(), |_| {})
}

/// Searches until a limit is reached or `control` stops it; without limits, until those of the level are reached. `on_depth` gets the
/// result of each completed depth. `None` if the game is over.
pub fn search(
    game: &Game,
    options: &Options,
    limits: &Limits,
    control: &Control,
    on_depth: impl FnMut(&Report),
) -> Option<Report> {
    search::Search::new(game, options, limits, control).run(game, on_depth)
}
