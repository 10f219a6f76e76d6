//! Keeps the lobby up to date: fills it when the server starts, announces changes, and aborts games whose open seats are given up.

use std::sync::Weak;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::failure::Failure;
use crate::games::Games;
use crate::lobby::IDLE;
use crate::play::live::{Action, Actor};
use crate::play::refusal::Refusal;
use crate::time::now;

/// How often changes are announced: many moves share a message.
const TICK: Duration = Duration::from_millis(400);

pub(super) async fn run(games: Weak<Games>) {
    if let Some(games) = games.upgrade()
        && let Err(failure) = fill(&games).await
    {
        failure.log();
    }
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let Some(games) = games.upgrade() else { return };
        for game in games.lobby.announce(now()) {
            match games.act(game, Actor::Server, 0, Action::Abort, now()).await {
                // Somebody joined at the last moment.
                Ok(_) | Err(Failure::Refused(Refusal::GameOver | Refusal::SeatTaken)) => {}
                Err(failure) => failure.log(),
            }
        }
    }
}

/// Lists the open seats and games of the database.
async fn fill(games: &Games) -> Result<(), Failure> {
    // Another server may see the maker of an open seat.
    let home = games.bus().others().into_iter().next();
    for game in games.db().open_games(now() - IDLE).await? {
        // The maker of an open seat gets time to come back.
        if let Err(failure) = games.load_for_lobby(game, home).await {
            failure.log();
        }
    }
    Ok(())
}
