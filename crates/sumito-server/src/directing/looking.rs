//! What happens in tournaments without anybody doing it: starts and rounds that are due, games that ended, and games that a dead server did not create.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use super::{Directing, ended};
use crate::bus::{Delivery, Subscription, Topic};
use crate::failure::Failure;
use crate::id::{GameId, TournamentId};
use crate::lock::lock;
use crate::play::clock::Millis;
use crate::time::now;
use crate::tournament::action::GameEnd;
use crate::tournament::board::Ended;
use crate::tournament::{Action, Actor};

pub(super) const TOPICS: &[Topic] = &[Topic::Tournament];

/// How often a server looks.
const LOOK: Duration = Duration::from_millis(500);

/// Keeps tournaments going as long as the server is up.
pub(super) async fn run(directing: Weak<Directing>) {
    let mut looked = Looked::default();
    loop {
        tokio::time::sleep(LOOK).await;
        let Some(directing) = directing.upgrade() else { return };
        if let Err(failure) = look(&directing, &mut looked).await {
            failure.log();
        }
    }
}

/// Lets watchers here know what other servers have done.
pub(super) async fn listen(directing: Weak<Directing>, mut subscription: Subscription) {
    while let Some(delivery) = subscription.next().await {
        let Some(directing) = directing.upgrade() else { return };
        match delivery {
            Delivery::Message { topic: Topic::Tournament, text, .. } => {
                let mut words = text.split(' ');
                let id: Option<TournamentId> = words.next().and_then(|id| id.parse().ok());
                let version: Option<u32> = words.next().and_then(|version| version.parse().ok());
                let hall = id.and_then(|id| lock(&directing.halls).get(&id).cloned());
                if let (Some(hall), Some(version)) = (hall, version) {
                    hall.version.send_if_modified(|known| std::mem::replace(known, version.max(*known)) < version);
                }
            }
            // Something was missed: everybody looks again.
            Delivery::Lagged => {
                for hall in lock(&directing.halls).values() {
                    hall.version.send_modify(|_| {});
                }
            }
            _ => {}
        }
    }
}

async fn look(directing: &Arc<Directing>, looked: &mut Looked) -> Result<(), Failure> {
    // Most of the time nobody plays, and this is all that is asked.
    let (is_due, is_played) = directing.db.is_tournament_due(now()).await?;
    if is_played {
        let mut ends: HashMap<TournamentId, Vec<GameId>> = HashMap::new();
        for (id, game) in directing.db.ended_tournament_games().await? {
            if !looked.is_unreadable(game) {
                ends.entry(id).or_default().push(game);
            }
        }
        for (id, games) in ends {
            if directing.leads(id).await? {
                directing.report(id, &games, looked).await.unwrap_or_else(|failure| failure.log());
            }
        }
    }
    if is_due {
        for id in directing.db.due_tournaments(now()).await? {
            if !looked.is_too_early(id) && directing.leads(id).await? {
                directing.tick(id, looked).await;
            }
        }
    }
    if is_played {
        for (id, game) in directing.db.missing_tournament_games().await? {
            directing.create_missing(id, game).await.unwrap_or_else(|failure| failure.log());
        }
    }
    Ok(())
}

/// What the last looks found, so that a look in vain costs nothing: not in the database, where another server can take over at any time.
#[derive(Default)]
struct Looked {
    /// Tournaments in which there was nothing to do, and when to look again.
    tournaments: HashMap<TournamentId, Millis>,
    /// Games that cannot be read, and when to try again.
    games: HashMap<GameId, Millis>,
}

/// A look in vain is repeated after this long.
const AGAIN: Millis = 1_000;
/// What cannot be read is left alone for this long.
const BROKEN: Millis = 60_000;

impl Looked {
    fn is_too_early(&mut self, id: TournamentId) -> bool {
        self.tournaments.retain(|_, at| *at > now());
        self.tournaments.contains_key(&id)
    }

    fn is_unreadable(&mut self, game: GameId) -> bool {
        self.games.retain(|_, at| *at > now());
        self.games.contains_key(&game)
    }
}

impl Directing {
    /// Whether this server directs a tournament.
    async fn leads(&self, id: TournamentId) -> Result<bool, Failure> {
        Ok(self.db.lease_tournament(id, self.bus.node()).await?)
    }

    /// Does what it is time for.
    async fn tick(self: &Arc<Directing>, id: TournamentId, looked: &mut Looked) {
        let now = now();
        let state = match self.act(id, Actor::Server, Action::Tick).await {
            Ok(state) => state,
            Err(failure) => {
                failure.log();
                looked.tournaments.insert(id, now + BROKEN / 10);
                return;
            }
        };
        match state.due(now) {
            // What has just changed was saved with its next look.
            _ if state.changed_at >= now => {}
            Some(at) if at <= now + AGAIN => _ = looked.tournaments.insert(id, now + AGAIN),
            later => {
                // Nobody has to look until then.
                let saved = self.db.look_at_tournament(id, state.version, later).await;
                saved.unwrap_or_else(|error| Failure::from(error).log());
            }
        }
    }

    /// Games that have ended.
    async fn report(self: &Arc<Directing>, id: TournamentId, games: &[GameId], looked: &mut Looked) -> Result<(), Failure> {
        let mut ends = Vec::with_capacity(games.len());
        for &game in games {
            match self.games.paired_end(game).await {
                Ok(Some(end)) => ends.push(ended(game, end)),
                // Another server may have more of it than this one; the next look finds it.
                Ok(None) => {}
                // The others must not wait for it. A director can decide the board.
                Err(failure @ Failure::Database(_)) => return Err(failure),
                Err(failure) => {
                    failure.log();
                    looked.games.insert(game, now() + BROKEN);
                }
            }
        }
        if ends.is_empty() {
            return Ok(());
        }
        self.act(id, Actor::Server, Action::Report(ends)).await?;
        self.act(id, Actor::Server, Action::Tick).await.map(|_| ())
    }

    /// Creates a game that was paired, unless its board has a result by now.
    pub(super) async fn create_missing(self: &Arc<Directing>, id: TournamentId, game: GameId) -> Result<(), Failure> {
        let state = self.current(id).await?;
        let Some(board) = state.board(game) else { return Ok(()) };
        match board.result {
            // Somebody may have created it just now.
            None if self.games.read(game, |_| ()).await.is_ok() => Ok(()),
            None => {
                tracing::warn!(%id, %game, "a paired game was missing");
                self.create_game(&state, board).await
            }
            // It will not be played: its players are free.
            Some(Ended { result, .. }) => {
                let end = GameEnd { game, result, marbles: [0; 2], plies: 0, berserk: [false; 2] };
                self.act(id, Actor::Server, Action::Report(vec![end])).await.map(|_| ())
            }
        }
    }
}
