//! The engine's moves on their way to the board.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::mpsc;

use super::Games;
use super::engine_seats::EngineMove;
use crate::failure::Failure;
use crate::play::live::{Action, Actor};
use crate::play::refusal::Refusal;
use crate::time::now;

/// How long to wait before a move that could not be saved is tried again, at first and at most.
const PAUSE: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// What becomes of a move.
enum Fate {
    /// It was made, or nobody needs it any more.
    Settled,
    /// It has to be brought again.
    Unsaved,
}

/// Brings the engine's moves to their games, through the same door as everybody's.
pub(super) async fn deliver(games: Weak<Games>, mut moves: mpsc::UnboundedReceiver<EngineMove>) {
    while let Some(made) = moves.recv().await {
        // A game that cannot be saved now does not keep the others waiting.
        tokio::spawn(bring(Weak::clone(&games), made));
    }
}

/// Brings a move until it is saved or of no use. Whatever keeps it from being saved, the game does not hang.
async fn bring(games: Weak<Games>, made: EngineMove) {
    let mut pause = PAUSE.0;
    while let Some(games) = games.upgrade() {
        match try_once(&games, &made).await {
            Fate::Settled => return,
            Fate::Unsaved => games.metrics.engine_retries.add(),
        }
        drop(games);
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(PAUSE.1);
    }
}

async fn try_once(games: &Arc<Games>, made: &EngineMove) -> Fate {
    let action = Action::Play { text: made.text.clone(), lag: 0 };
    let (game, version) = (made.game, made.version);
    match games.act(game, Actor::Engine, version, action, now()).await {
        Ok(_) => games.engine_seats.settle(made),
        Err(Failure::Refused(Refusal::Move(error))) => {
            tracing::error!(%game, version, text = made.text, %error, "the engine made an illegal move");
            games.engine_seats.reject(made);
        }
        Err(Failure::Refused(_) | Failure::NotFound) => {
            games.engine_seats.settle(made);
            // Somebody else has changed the game. Whoever reads it asks the engine again if it is still its turn.
            if let Err(failure) = games.read(game, |_| ()).await {
                failure.log();
            }
        }
        Err(failure @ Failure::Broken(_)) => {
            // Trying again would not mend the log.
            failure.log();
            games.engine_seats.settle(made);
        }
        Err(failure) => {
            tracing::warn!(%game, version, cause = failure.cause(), "the engine's move was not saved and is tried again");
            return Fate::Unsaved;
        }
    }
    Fate::Settled
}
