//! Ends games when time runs out, whether or not somebody is watching.

use std::collections::{BTreeSet, HashMap};
use std::sync::Weak;
use std::time::Duration;

use tokio::sync::mpsc;

use crate::failure::Failure;
use crate::games::Games;
use crate::id::GameId;
use crate::play::clock::Millis;
use crate::play::live::{Action, Actor};
use crate::play::refusal::Refusal;
use crate::time::now;

/// How long to wait before checking the clock again, in milliseconds.
const LONGEST_WAIT: Millis = 1_000;

/// The moments when time runs out, the next one first.
#[derive(Default)]
struct Schedule {
    moments: BTreeSet<(Millis, GameId)>,
    games: HashMap<GameId, Millis>,
}

impl Schedule {
    fn set(&mut self, game: GameId, at: Option<Millis>) {
        let before = match at {
            Some(at) => self.games.insert(game, at),
            None => self.games.remove(&game),
        };
        if let Some(before) = before {
            self.moments.remove(&(before, game));
        }
        self.moments.extend(at.map(|at| (at, game)));
    }

    fn next(&self) -> Option<Millis> {
        self.moments.first().map(|&(at, _)| at)
    }

    /// Takes out a game whose moment has come.
    fn take_due(&mut self, now: Millis) -> Option<GameId> {
        let &(at, game) = self.moments.first()?;
        (at <= now).then(|| {
            self.set(game, None);
            game
        })
    }
}

/// Waits for these moments and ends the games through the same door as everything else.
pub(super) async fn watch(games: Weak<Games>, mut inbox: mpsc::UnboundedReceiver<(GameId, Option<Millis>)>) {
    let mut schedule = Schedule::default();
    loop {
        // With nothing to wait for, any moment will do. The timer stops while the machine sleeps, but game clocks do not: games whose
        // time ran out during sleep end soon after the machine wakes up.
        let wait = schedule.next().map_or(60_000, |at| (at - now()).clamp(0, LONGEST_WAIT));
        tokio::select! {
            message = inbox.recv() => match message {
                Some((game, at)) => schedule.set(game, at),
                None => return,
            },
            () = tokio::time::sleep(Duration::from_millis(wait as u64)) => {
                let Some(games) = games.upgrade() else { return };
                while let Some(game) = schedule.take_due(now()) {
                    let games = std::sync::Arc::clone(&games);
                    tokio::spawn(async move {
                        match games.act(game, Actor::Server, 0, Action::ClaimFlag, now()).await {
                            // A game that is over or has continued is already scheduled; one that cannot be read now cannot be read later either.
                            Ok(_)
                            | Err(
                                Failure::Refused(Refusal::GameOver | Refusal::TimeLeft) | Failure::NotFound | Failure::Broken(_),
                            ) => {}
                            Err(failure) => {
                                failure.log();
                                games.schedule(game, Some(now() + 1_000));
                            }
                        }
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_moment_comes_first_and_a_game_has_only_one() {
        let [a, b] = ["aaaaaaaaaa", "bbbbbbbbbb"].map(|id| id.parse::<GameId>().unwrap());
        let mut schedule = Schedule::default();
        schedule.set(a, Some(50));
        schedule.set(b, Some(40));
        schedule.set(b, Some(60));
        assert_eq!(schedule.next(), Some(50));
        assert_eq!(schedule.take_due(49), None);
        assert_eq!(schedule.take_due(50), Some(a));
        assert_eq!(schedule.take_due(59), None);
        schedule.set(b, None);
        assert_eq!((schedule.next(), schedule.take_due(99)), (None, None));
    }
}
