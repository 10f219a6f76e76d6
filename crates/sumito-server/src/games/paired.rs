//! Games that a tournament or the engine room pairs: created with an id that was decided before, and how they ended.

use std::sync::Arc;

use sumito_rules::{ByColor, Color};

use super::saving::Draft;
use super::seating::withdraw;
use super::{Games, detached};
use crate::failure::Failure;
use crate::id::{GameId, UserId};
use crate::play::clock::{Millis, TimeControl};
use crate::play::event::{EventKind, ONLINE_RULES, Player, Setup, Start};
use crate::play::live::Status;
use crate::play::seats::{Seats, color_of_seat};

/// A game to be created.
#[derive(Clone, Debug)]
pub(crate) struct PairedGame {
    pub(crate) id: GameId,
    pub(crate) black: UserId,
    pub(crate) white: UserId,
    pub(crate) start: Start,
    pub(crate) control: TimeControl,
    pub(crate) rated: bool,
    /// Whether everybody sees it in the lists of games.
    pub(crate) public: bool,
    /// Whether it belongs to the engine room.
    pub(crate) room: bool,
}

/// How a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct PairedEnd {
    /// Nobody if it was drawn.
    pub(crate) winner: Option<Color>,
    /// It was not played: the other side left before it had begun, or did not come.
    pub(crate) is_forfeit: bool,
    /// Marbles that each side ejected.
    pub(crate) ejected: ByColor<u8>,
    pub(crate) plies: u16,
    /// Who played with half the time.
    pub(crate) berserk: ByColor<bool>,
    /// Who did not play it: did not come, left, or ran out of time.
    pub(crate) failed: Option<Color>,
}

impl Games {
    /// Creates a game, unless it exists. Open seats of its players give way.
    pub(crate) async fn create_paired(self: &Arc<Games>, game: PairedGame, now: Millis) -> Result<(), Failure> {
        let games = Arc::clone(self);
        detached(async move { games.create_paired_now(game, now).await }).await
    }

    async fn create_paired_now(self: &Arc<Games>, game: PairedGame, now: Millis) -> Result<(), Failure> {
        let setup = Setup {
            start: game.start,
            rules: ONLINE_RULES,
            control: game.control,
            rated: game.rated,
            help: false,
            public: game.public,
            seats: Seats::new([game.black, game.white].map(|user| Some(Player::User(user)))),
            challenged: None,
            takeover: None,
            drawn: false,
            bots: false,
            room: game.room,
        };
        let mut others = Vec::new();
        if matches!(game.control, TimeControl::Game { .. }) {
            for user in [game.black, game.white] {
                others.extend(self.db.listed_seats_of(user).await?);
            }
        }
        let mut held = self.hold_all(others).await?;
        let mut changes = Vec::new();
        for held in &mut held {
            // Somebody who has just taken the seat plays two games.
            let withdrawn = [game.black, game.white].into_iter().find_map(|user| withdraw(held, user, now).ok().flatten());
            if let Some(draft) = withdrawn {
                changes.push((held, draft));
            }
        }
        // A conflict means that it exists, or that a seat was just taken: the next look finds out.
        self.commit(changes, vec![Draft::create(game.id, setup, now)?], now).await.map(|_| ())
    }

    /// How a game ended; nothing if it is being played.
    pub(crate) async fn paired_end(&self, id: GameId) -> Result<Option<PairedEnd>, Failure> {
        self.read(id, |loaded| {
            let game = loaded.live.game().two()?;
            let position = game.position();
            let (winner, is_forfeit) = match loaded.live.status() {
                Status::Over(ending) => (ending.winner(), false),
                Status::Aborted => {
                    let side = loaded.log.iter().rev().find_map(|event| match event.kind {
                        EventKind::Aborted(side) | EventKind::NoFirstMove(side) => Some(side),
                        _ => None,
                    });
                    (side.and_then(color_of_seat).map(|color| !color), true)
                }
                Status::Open | Status::Playing => return None,
            };
            let berserk = |color: Color| loaded.log.iter().any(|event| event.kind == EventKind::Berserked(color.into()));
            Some(PairedEnd {
                winner,
                is_forfeit,
                ejected: ByColor::new(position.lost(Color::White), position.lost(Color::Black)),
                plies: game.ply() as u16,
                berserk: ByColor::new(berserk(Color::Black), berserk(Color::White)),
                failed: loaded.log.iter().rev().find_map(|event| failed(&event.kind)),
            })
        })
        .await
    }

    /// Something is there for the players of a tournament or of the engine room.
    pub(crate) fn call(&self, user: UserId) {
        self.ring_for(user);
    }
}

/// Who did not play on, if this event ended a game for that reason.
fn failed(kind: &EventKind) -> Option<Color> {
    match *kind {
        EventKind::Aborted(seat) | EventKind::NoFirstMove(seat) | EventKind::FlagFell(seat) => color_of_seat(seat),
        EventKind::Claimed(_, seat) => color_of_seat(seat).map(|color| !color),
        _ => None,
    }
}
