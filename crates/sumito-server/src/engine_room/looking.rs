//! What happens in the room without anybody doing it: games that ended, bots that are gone, games that are missing, and pairings.

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::{EngineRoom, of_color};
use crate::db::{Db, NewRoomGame, OpenGame, Stage};
use crate::engines::plan::{Order, Present, Waiting, decide};
use crate::engines::{Conditions, Ledger, Listing, RoomResult, opening};
use crate::failure::Failure;
use crate::games::paired::PairedGame;
use crate::id::{EntryId, GameId};
use crate::lock::lock;
use crate::play::clock::Millis;
use crate::play::event::Start;
use crate::time::now;

/// How often a server looks.
const LOOK: Duration = Duration::from_millis(500);
/// How often it notes which bots are connected.
const BEAT: Millis = if cfg!(test) { 300 } else { 5_000 };
/// How long a bot may be gone before it has left: enough for a restart of the server, and to connect again.
const GRACE: Millis = if cfg!(test) { 3_000 } else { 30_000 };
/// How many accounts one statement notes.
const MOST_AT_ONCE: usize = 100;

/// What a server knows from its last look.
pub(super) struct Decided {
    /// How many games had ended when the list was computed.
    listed: i64,
    /// When the bots that are connected were last noted.
    beat: Millis,
    /// The situation in which there was nothing to pair.
    idle: Option<Situation>,
}

/// All that a pairing depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Situation {
    present: Vec<Present>,
    waiting: Vec<Waiting>,
    playing: Vec<(EntryId, EntryId)>,
    ended: i64,
}

impl Decided {
    pub(super) fn after(ended: i64) -> Decided {
        Decided { listed: ended, beat: 0, idle: None }
    }
}

/// Keeps the room going as long as the server is up.
pub(super) async fn run(room: Weak<EngineRoom>) {
    loop {
        tokio::time::sleep(LOOK).await;
        let Some(room) = room.upgrade() else { return };
        if let Err(failure) = room.look().await {
            failure.log();
        }
    }
}

/// The list of all games that have ended, and how many there were.
pub(super) async fn compute(db: &Db, conditions: Conditions) -> Result<(Listing, i64), Failure> {
    // Counted first: whatever ends meanwhile makes it be computed again.
    let (ended, at) = (db.room_row().await?.ended, now());
    let ledger = db.room_ledger(&conditions.control.to_string()).await?;
    let mut ids: Vec<EntryId> = ledger.played().flat_map(|(black, white, _)| [black, white]).collect();
    ids.sort_unstable();
    ids.dedup();
    let entries = db.room_entries(ids).await?;
    let list = tokio::task::spawn_blocking(move || Listing::new(conditions, entries, &ledger, at));
    Ok((list.await.map_err(|_| Failure::Panicked)?, ended))
}

impl EngineRoom {
    async fn look(self: &Arc<EngineRoom>) -> Result<(), Failure> {
        let mut decided = self.decided.lock().await;
        self.note_who_is_here(&mut decided).await?;
        let open = self.open_games().await?;
        let is_empty = open.is_empty() && self.db.entries_present().await?.is_empty();
        if !is_empty && self.db.lease_room(self.bus.node()).await? {
            for game in open.iter().filter(|game| game.stage == Stage::Ended) {
                self.end(game).await.unwrap_or_else(|failure| failure.log());
            }
            self.db.sweep_room(now() - GRACE).await?;
            self.create_missing().await?;
            self.pair(&mut decided).await?;
        }
        let ended = self.db.room_row().await?.ended;
        if ended != decided.listed {
            let (list, ended) = compute(&self.db, self.conditions).await?;
            *lock(&self.list) = Arc::new(list);
            decided.listed = ended;
        }
        Ok(())
    }

    /// Says in the database which bots are connected to this server.
    async fn note_who_is_here(&self, decided: &mut Decided) -> Result<(), Failure> {
        let (now, users) = (now(), self.attendance.users());
        if now - decided.beat < BEAT || users.is_empty() {
            return Ok(());
        }
        for users in users.chunks(MOST_AT_ONCE) {
            self.db.see_in_room(users.to_vec(), now).await?;
        }
        decided.beat = now;
        Ok(())
    }

    /// Counts a game that has ended.
    async fn end(&self, game: &OpenGame) -> Result<(), Failure> {
        // Another server may have more of it than this one; the next look finds it.
        let Some(end) = self.games.paired_end(game.game).await? else { return Ok(()) };
        let result = match end.winner {
            _ if end.is_forfeit => RoomResult::Void,
            Some(color) => RoomResult::Won(color),
            None => RoomResult::Drawn,
        };
        let failed = end.failed.map(|color| of_color(color, game.black, game.white));
        Ok(self.db.end_room_game(game.game, result, failed, now()).await?)
    }

    /// Creates the games that were paired and do not exist.
    async fn create_missing(&self) -> Result<(), Failure> {
        for game in self.open_games().await?.iter().filter(|game| game.stage == Stage::Missing) {
            self.create(game).await.unwrap_or_else(|failure| failure.log());
        }
        Ok(())
    }

    /// Creates a game that was paired, or lets it wait if one of the bots is gone.
    async fn create(&self, game: &OpenGame) -> Result<(), Failure> {
        if !game.is_possible {
            return Ok(self.db.postpone_room_game(game.game).await?);
        }
        let [black, white] = game.users;
        let paired = PairedGame {
            id: game.game,
            black,
            white,
            start: Start::Position(opening(game.opening).position),
            control: self.conditions.control,
            rated: false,
            // This many games would hide those of people from the lists.
            public: false,
            room: true,
        };
        self.games.create_paired(paired, now()).await
    }

    /// Begins the games that can begin.
    async fn pair(&self, decided: &mut Decided) -> Result<(), Failure> {
        let control = self.conditions.control.to_string();
        // Read first: if another server pairs from here on, ours is not saved.
        let row = self.db.room_row().await?;
        let present = self.db.room_present().await?;
        if present.iter().all(|present| present.free == 0) || present.len() < 2 {
            return Ok(());
        }
        let waiting = self.db.room_waiting(&control).await?;
        let open = self.open_games().await?;
        let playing = open.iter().map(|game| (game.black, game.white)).collect();
        let situation = Situation { present, waiting, playing, ended: row.ended };
        if decided.idle.as_ref() == Some(&situation) {
            return Ok(());
        }
        let ledger = self.db.room_ledger(&control).await?;
        let known = situation.clone();
        let orders = tokio::task::spawn_blocking(move || orders(&known, &ledger)).await.map_err(|_| Failure::Panicked)?;
        if orders.is_empty() {
            decided.idle = Some(situation);
            return Ok(());
        }
        let (mut games, mut begun) = (Vec::new(), Vec::new());
        for order in orders {
            match order {
                Order::Begin(game) => begun.push(game),
                Order::Pair { black, white, opening } => {
                    let new = |black, white, begins| NewRoomGame { game: GameId::random(), black, white, opening, begins };
                    games.extend([new(black, white, true), new(white, black, false)]);
                }
            }
        }
        if self.db.pair_room(row.pairing, control, games, begun, now()).await? {
            self.create_missing().await?;
        }
        Ok(())
    }
}

fn orders(situation: &Situation, ledger: &Ledger) -> Vec<Order> {
    decide(&situation.present, &situation.waiting, &situation.playing, ledger)
}
