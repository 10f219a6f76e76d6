//! Plays the engine's moves in their games.

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

/// The fate of a move.
enum Fate {
    /// It was played, or is no longer needed.
    Settled,
    /// It has to be retried.
    Unsaved,
}

/// Plays the engine's moves, through the same door as everybody's.
pub(super) async fn deliver(games: Weak<Games>, mut moves: mpsc::UnboundedReceiver<EngineMove>) {
    while let Some(made) = moves.recv().await {
        // A game that cannot be saved now does not delay the others.
        tokio::spawn(bring(Weak::clone(&games), made));
    }
}

/// Retries a move until it is saved or no longer needed, so that no failure leaves the game hanging.
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
            // Somebody else has changed the game. Loading it asks the engine again if it is still its turn.
            if let Err(failure) = games.read(game, |_| ()).await {
                failure.log();
            }
        }
        Err(failure @ Failure::Broken(_)) => {
            // A retry would not repair the log.
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
