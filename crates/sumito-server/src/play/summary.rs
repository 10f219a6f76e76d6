//! A game as lists show it.

use sumito_rules::{ByColor, Move, Position};

use crate::id::GameId;
use crate::play::clock::Millis;
use crate::play::event::Setup;
use crate::play::live::{LiveGame, Status};
use crate::play::ratings::ShownRating;

/// The public information about the player in a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlayerInfo {
    /// None without an account.
    pub(crate) name: Option<String>,
    /// The rating at the speed of the game, for those who have one.
    pub(crate) rating: Option<ShownRating>,
}

/// A game as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameSummary {
    pub(crate) id: GameId,
    pub(crate) setup: Setup,
    pub(crate) players: ByColor<PlayerInfo>,
    pub(crate) position: Position,
    pub(crate) last_move: Option<Move>,
    pub(crate) score: ByColor<u8>,
    pub(crate) status: Status,
    /// When something last happened in it.
    pub(crate) at: Millis,
}

impl GameSummary {
    pub(crate) fn of(id: GameId, live: &LiveGame, players: ByColor<PlayerInfo>, at: Millis) -> GameSummary {
        let game = live.game();
        GameSummary {
            id,
            setup: live.setup().clone(),
            players,
            position: *game.position(),
            last_move: game.moves().last().copied(),
            score: game.score(),
            status: live.status(),
            at,
        }
    }
}
