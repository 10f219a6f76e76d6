//! Keeps the lobby up to date: lists games, announces changes, and aborts games whose open seats are given up.

use std::collections::HashSet;
use std::sync::Weak;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::failure::Failure;
use crate::games::Games;
use crate::games::room::{LoadedGame, player_info};
use crate::id::{GameId, NodeId};
use crate::lobby::IDLE;
use crate::play::live::{Action, Actor, Status};
use crate::play::refusal::Refusal;
use crate::time::now;

/// How often changes are announced: many moves share a message.
const TICK: Duration = Duration::from_millis(400);

pub(super) async fn run(games: Weak<Games>) {
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

/// A game that the lobby does not list as it should, and the server that knows more about it.
pub(super) type Unlisted = (GameId, Option<NodeId>);

impl Games {
    /// The games of the database that the lobby should list and does not, and those that it should not and does.
    pub(super) async fn wrongly_listed(&self) -> Result<Vec<Unlisted>, Failure> {
        let listed: HashSet<GameId> = self.lobby.games().into_iter().collect();
        let open: HashSet<GameId> = self.db.open_games(now() - IDLE).await?.into_iter().collect();
        // Another server may see the maker of an open seat.
        let home = self.bus.others().into_iter().next();
        Ok(open.symmetric_difference(&listed).map(|&game| (game, home)).collect())
    }

    /// Brings games up to date in the lobby with two queries. They are not kept in memory: most are never watched here.
    pub(super) async fn list_in_lobby(&self, games: &[Unlisted]) -> Result<(), Failure> {
        let (mut others, mut homes) = (Vec::new(), Vec::new());
        for &(id, home) in games {
            if self.room_if_used(id).is_some() {
                self.load_for_lobby(id, home).await?;
            } else if self.unreadable.check(id).is_ok() {
                others.push(id);
                homes.push(home);
            }
        }
        let (mut logs, seated) = (self.db.logs(&others).await?, self.db.seated(&others, now()).await?);
        for (id, home) in others.into_iter().zip(homes) {
            if self.room_if_used(id).is_some() {
                // Somebody has begun to use it in the meantime.
                self.load_for_lobby(id, home).await?;
                continue;
            }
            // An unreadable game does not hide the others.
            let Some(Ok((live, log))) = logs.remove(&id).map(|lines| self.unreadable.replay(id, &lines)) else { continue };
            let players = player_info(id, &live, &seated);
            self.list_one(id, &LoadedGame { live, log, players, up_since: self.up_since, saved_row: None }, home);
        }
        Ok(())
    }

    /// Loads a game because the lobby shows its moves.
    pub(super) async fn load_for_lobby(&self, id: GameId, home: Option<NodeId>) -> Result<(), Failure> {
        match self.read(id, |loaded| self.list_one(id, loaded, home)).await {
            // It cannot be listed; the others can.
            Ok(()) | Err(Failure::NotFound | Failure::Broken(_)) => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    fn list_one(&self, id: GameId, loaded: &LoadedGame, home: Option<NodeId>) {
        // A running game is as old as it is; the maker of an open seat gets time to come back.
        let at = if loaded.live.status() == Status::Open { now() } else { loaded.at() };
        self.note_in_lobby(id, loaded, home, at);
    }
}
