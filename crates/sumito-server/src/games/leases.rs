//! What several servers of one database share out among themselves: games whose time runs out while no server has them in memory, and
//! moves of the engine whose server is gone.

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::Games;
use super::saving::Origin;
use crate::db::LEASE;
use crate::failure::Failure;
use crate::id::GameId;
use crate::play::live::{Action, Actor};
use crate::play::refusal::Refusal;
use crate::time::now;

/// How often a server looks for work that nobody does.
const LOOK: Duration = Duration::from_secs(1);
/// A lease is renewed this many times before it would run out.
const RENEWALS: u32 = 3;

pub(super) async fn run(games: Weak<Games>) {
    let mut rounds = 0;
    loop {
        tokio::time::sleep(LOOK).await;
        let Some(games) = games.upgrade() else { return };
        rounds += 1;
        let renews = rounds % (LEASE as u32 / 1_000 / RENEWALS) == 0;
        if let Err(failure) = look(&games, renews).await {
            failure.log();
        }
    }
}

async fn look(games: &Arc<Games>, renews: bool) -> Result<(), Failure> {
    let node = games.bus.node();
    if renews {
        // Only what is really thought about.
        games.metrics.leases.set(games.db.renew_engine_jobs(node, games.engine_seats.games()).await?);
    }
    if games.engine_seats.is_staffed() {
        for game in games.db.take_engine_jobs(node).await? {
            games.metrics.leases_taken.add();
            games.think_about(game).await?;
        }
    }
    for game in games.db.take_forgotten_flags().await? {
        games.metrics.forgotten_flags.add();
        games.look_at_flag(game).await?;
    }
    Ok(())
}

impl Games {
    /// The lease on a move of the engine has come to this server.
    async fn think_about(&self, id: GameId) -> Result<(), Failure> {
        let room = self.room(id);
        let mut slot = room.game.lock().await;
        let is_needed = match self.load(id, &room, &mut slot).await {
            Ok(_) => {
                self.catch_up(id, &room, &mut slot).await?;
                let loaded = self.load(id, &room, &mut slot).await?;
                self.settle(id, &room, loaded, Origin::Here);
                loaded.live.engine_to_move().is_some()
            }
            Err(Failure::NotFound | Failure::Broken(_)) => false,
            Err(failure) => return Err(failure),
        };
        if !is_needed {
            self.db.end_engine_job(id).await?;
        }
        Ok(())
    }

    /// According to its row, the time of this game has run out.
    async fn look_at_flag(self: &Arc<Games>, id: GameId) -> Result<(), Failure> {
        match self.act(id, Actor::Server, 0, Action::ClaimFlag, now()).await {
            Err(Failure::Refused(Refusal::TimeLeft)) => {
                // The row was too early, and says when to look again.
                let at = self.read(id, |loaded| loaded.live.deadline(self.up_since)).await?;
                Ok(self.db.correct_flag(id, at).await?)
            }
            Ok(_) | Err(Failure::Refused(_) | Failure::NotFound) => Ok(()),
            // It cannot be read the next time either.
            Err(Failure::Broken(_)) => Ok(self.db.correct_flag(id, None).await?),
            Err(failure) => Err(failure),
        }
    }
}
