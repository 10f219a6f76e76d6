//! A game as lists show it.

use sumito_rules::Move;
use sumito_rules::party::Seat;

use crate::id::{GameId, UserId};
use crate::play::any_game::AnyPosition;
use crate::play::clock::Millis;
use crate::play::event::Setup;
use crate::play::live::{LiveGame, Status};
use crate::play::ratings::ShownRating;
use crate::play::seats::Seats;

/// The public information about the player in a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlayerInfo {
    /// None without an account.
    pub(crate) name: Option<String>,
    /// Whether a program plays with the account.
    pub(crate) is_bot: bool,
    /// The rating at the speed of the game, for those who have one.
    pub(crate) rating: Option<ShownRating>,
}

/// A game as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameSummary {
    pub(crate) id: GameId,
    pub(crate) setup: Setup,
    pub(crate) players: Seats<PlayerInfo>,
    pub(crate) position: AnyPosition,
    pub(crate) last_move: Option<Move>,
    pub(crate) score: Seats<u8>,
    pub(crate) status: Status,
    /// The person whose turn it is; nobody's if the engine moves, also for somebody who has left.
    pub(crate) awaited: Option<UserId>,
    /// Who may start or cancel it, while seats are open.
    pub(crate) host: Option<Seat>,
    /// When something last happened in it.
    pub(crate) at: Millis,
}

impl GameSummary {
    pub(crate) fn of(id: GameId, live: &LiveGame, players: Seats<PlayerInfo>, at: Millis) -> GameSummary {
        let game = live.game();
        GameSummary {
            id,
            setup: live.setup().clone(),
            players,
            position: game.position(),
            last_move: game.last_move(),
            score: game.score(),
            status: live.status(),
            awaited: live.person_to_move(),
            host: live.host(),
            at,
        }
    }
}
