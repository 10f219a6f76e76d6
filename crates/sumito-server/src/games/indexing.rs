//! Fills in what games from before are searched by: when the server starts, a few at a time.

use std::sync::Weak;
use std::time::Duration;

use crate::db::{Searchable, Traits};
use crate::failure::Failure;
use crate::games::Games;
use crate::play::live::LiveGame;

/// Between two steps, so that players do not wait for the writer.
const PAUSE: Duration = Duration::from_millis(50);

pub(super) async fn run(games: Weak<Games>) {
    loop {
        let Some(games) = games.upgrade() else { return };
        match index_some(&games).await {
            Ok(0) => return,
            Ok(_) => {}
            // It goes on when the server starts again.
            Err(failure) => return failure.log(),
        }
        drop(games);
        tokio::time::sleep(PAUSE).await;
    }
}

/// Returns how many games were filled in.
async fn index_some(games: &Games) -> Result<usize, Failure> {
    let ids = games.db().unindexed_games().await?;
    let mut logs = games.db().logs(&ids).await?;
    let searchable = ids.iter().map(|&game| {
        let lines = logs.remove(&game).unwrap_or_default();
        let replayed = LiveGame::replay(lines.iter().map(|(at, line)| (*at, line.as_str())));
        Searchable { game, traits: replayed.ok().map(|(live, _)| Traits::of(&live)) }
    });
    let searchable: Vec<Searchable> = searchable.collect();
    if !searchable.is_empty() {
        games.db().index_games(searchable).await?;
    }
    Ok(ids.len())
}
