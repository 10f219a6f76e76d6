//! Tournaments in progress: loaded from their logs when needed, changed through one door, and kept going by whichever server has the lease.
//!
//! A pairing is an event with the ids of its games. It is saved first, and the games are created after that: whoever looks next creates those
//! that are missing, so that nothing is lost if a server dies in between, and nothing happens twice.
//!
//! Readers never wait for a pairing: they see the last state that was shown, which changes when the games of a new one exist.

pub(crate) mod entrants;
mod looking;
pub(crate) mod new_tournament;
pub(crate) mod requests;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use sha2::{Digest, Sha256};
use sumito_rules::Color;
use sumito_tournament::Side;
use tokio::sync::watch;

use crate::bus::{Bus, Topic};
use crate::db::{Appended, Db, ListedTournament, TournamentAppend};
use crate::failure::Failure;
use crate::games::Games;
use crate::games::paired::{PairedEnd, PairedGame};
use crate::id::{GameId, TournamentId, UserId, random_bytes};
use crate::lock::lock;
use crate::people::People;
use crate::play::clock::Millis;
use crate::play::event::Start;
use crate::play::live::{Action as GameAction, Actor as GameActor};
use crate::time::{DAY, now};
use crate::tournament::action::GameEnd;
use crate::tournament::{Action, Actor, Board, BoardResult, Event, EventKind, Moment, Phase, Refusal, Settings, Tournament};

/// All tournaments. Nothing else writes their events.
pub(crate) struct Directing {
    games: Arc<Games>,
    people: Arc<People>,
    db: Db,
    bus: Bus,
    halls: Mutex<HashMap<TournamentId, Arc<Hall>>>,
}

/// A tournament in memory.
#[derive(Default)]
struct Hall {
    /// For those who change it. Empty until it is loaded.
    state: tokio::sync::Mutex<Option<Arc<Tournament>>>,
    /// For readers, with the moment when it was compared with the database.
    shown: Mutex<Option<(Arc<Tournament>, Instant)>>,
    /// The version that watchers know.
    version: watch::Sender<u32>,
}

/// How often an action is retried after a conflict with another server.
const TRIES: usize = 5;
/// How long readers see a state that was not compared with the database, if other servers use it too and the bus may have lost a message.
const FRESH: Duration = Duration::from_secs(1);
/// The most tournaments in memory that nobody watches.
const KEPT: usize = 100;
/// The most tournaments in a list.
const LISTED: i64 = 50;
/// The most unfinished tournaments of one account, and the most that it can make in a day.
const MOST_UNFINISHED: i64 = 10;
const MOST_A_DAY: i64 = 20;

impl Directing {
    /// Resumes the tournaments in the database.
    pub(crate) fn start(games: Arc<Games>, people: Arc<People>) -> Arc<Directing> {
        let (db, bus) = (games.db().clone(), games.bus().clone());
        let subscription = bus.subscribe(looking::TOPICS);
        let directing = Arc::new(Directing { games, people, db, bus, halls: Mutex::default() });
        tokio::spawn(looking::run(Arc::downgrade(&directing)));
        tokio::spawn(looking::listen(Arc::downgrade(&directing), subscription));
        directing
    }

    /// Makes a tournament.
    pub(crate) async fn create(self: &Arc<Directing>, by: UserId, settings: Settings) -> Result<TournamentId, Failure> {
        settings.check().map_err(Refusal::from)?;
        let (id, now) = (TournamentId::random(), now());
        let (unfinished, today) = self.db.tournaments_made_by(by, now - DAY).await?;
        if unfinished >= MOST_UNFINISHED || today >= MOST_A_DAY {
            return Err(Refusal::TooManyTournaments.into());
        }
        let event = Event { at: now, kind: EventKind::Created { by, settings: Box::new(settings) } };
        let state = Tournament::new(&event).map_err(|_| Failure::Panicked)?;
        self.db.append_tournament(TournamentAppend::new(id, &state, &[event], now)).await?;
        Ok(id)
    }

    /// A tournament as it stands. While somebody changes it, readers see it as it was before.
    pub(crate) async fn read(&self, id: TournamentId) -> Result<Arc<Tournament>, Failure> {
        let hall = self.hall(id);
        let shown = lock(&hall.shown).clone();
        if let Some((state, compared)) = shown {
            let is_newest = state.version >= *hall.version.borrow();
            if is_newest && (!self.db.is_shared() || compared.elapsed() < FRESH) {
                return Ok(state);
            }
            if let Ok(mut slot) = hall.state.try_lock() {
                return self.load_and_show(id, &hall, &mut slot).await;
            }
            return Ok(state);
        }
        let mut slot = hall.state.lock().await;
        self.load_and_show(id, &hall, &mut slot).await
    }

    /// A tournament with everything that is saved, after whoever is changing it has finished.
    async fn current(&self, id: TournamentId) -> Result<Arc<Tournament>, Failure> {
        let hall = self.hall(id);
        let mut slot = hall.state.lock().await;
        self.load_and_show(id, &hall, &mut slot).await
    }

    /// The one door: somebody does something in a tournament.
    pub(crate) async fn act(
        self: &Arc<Directing>,
        id: TournamentId,
        actor: Actor,
        action: Action,
    ) -> Result<Arc<Tournament>, Failure> {
        let directing = Arc::clone(self);
        // The work goes on if the one who asked is gone.
        let done = tokio::spawn(async move { directing.act_now(id, actor, action).await });
        done.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a task panicked");
            Err(Failure::Panicked)
        })
    }

    async fn act_now(self: &Arc<Directing>, id: TournamentId, actor: Actor, action: Action) -> Result<Arc<Tournament>, Failure> {
        let hall = self.hall(id);
        let mut slot = hall.state.lock().await;
        for _ in 0..TRIES {
            let before = self.load(id, &hall, &mut slot).await?;
            let moment = self.moment(id, &before, &action).await?;
            let now = moment.now;
            // Pairing a thousand players takes a while.
            let (state, action) = (Arc::clone(&before), action.clone());
            let decided = tokio::task::spawn_blocking(move || {
                let events = state.apply(actor, &action, &moment)?;
                if events.is_empty() {
                    return Ok::<_, Failure>(None);
                }
                let mut after = Tournament::clone(&state);
                for event in &events {
                    after.fold(event).map_err(|_| Failure::Panicked)?;
                }
                let append = TournamentAppend::new(id, &after, &events, now);
                Ok(Some((events, after, append)))
            });
            let Some((events, after, append)) = decided.await.map_err(|_| Failure::Panicked)?? else {
                hall.show(&before);
                return Ok(before);
            };
            match self.db.append_tournament(append).await {
                Ok(Appended::Saved) => {
                    let after = Arc::new(after);
                    *slot = Some(Arc::clone(&after));
                    // Nobody is led to a game that does not exist yet.
                    self.follow_up(id, &after, &events).await;
                    hall.show(&after);
                    drop(slot);
                    self.announce(id, &hall, after.version);
                    return Ok(after);
                }
                // Another server was faster, or a player has sat down elsewhere.
                Ok(Appended::Conflict) => {}
                // It may have been saved: the next one who loads it finds out.
                Err(error) => return Err(error.into()),
            }
        }
        Err(crate::play::refusal::Refusal::Stale.into())
    }

    /// What is known outside of a tournament.
    async fn moment(&self, id: TournamentId, state: &Tournament, action: &Action) -> Result<Moment, Failure> {
        let pairs = matches!(action, Action::Tick | Action::Pair(..)) && state.phase == Phase::Running;
        let busy = if pairs && state.settings.is_live() { self.db.busy_players(id).await? } else { Vec::new() };
        let users = state.players.iter().filter_map(|player| player.user.filter(|_| !player.is_out && player.open.is_empty()));
        let away = if pairs && state.settings.is_arena() { self.games.lobby.offline(users) } else { HashSet::new() };
        let ids = (0..state.ids_needed(action)).map(|_| GameId::random()).collect();
        let busy = busy.into_iter().collect();
        Ok(Moment { now: now(), busy, away, ids, seed: u64::from_ne_bytes(random_bytes()) })
    }

    /// Creates the games of a pairing, and calls the players.
    async fn follow_up(self: &Arc<Directing>, id: TournamentId, state: &Tournament, events: &[Event]) {
        let paired =
            events.iter().filter_map(|event| if let EventKind::Paired(pairings) = &event.kind { Some(pairings) } else { None });
        let games = paired.flat_map(|pairings| &pairings.boards).filter_map(|(game, ..)| state.board(*game));
        let open: Vec<&Board> = games.filter(|board| board.result.is_none()).collect();
        if open.is_empty() || state.settings.over_the_board {
            return;
        }
        tracing::info!(%id, games = open.len(), "paired");
        for created in join_all(open.into_iter().map(|board| self.create_game(state, board))).await {
            // Whatever fails is done at the next look.
            let _ = created.inspect_err(Failure::log);
        }
    }

    async fn create_game(&self, state: &Tournament, board: &Board) -> Result<(), Failure> {
        let [Some(black), Some(white)] = board.players.map(|player| state.players[player].user) else { return Ok(()) };
        let settings = &state.settings;
        let control = settings.play_off.filter(|_| board.is_play_off).unwrap_or(settings.control);
        let start = Start::Layout(settings.layout(board.round));
        let game = PairedGame { id: board.game, black, white, start, control, rated: settings.rated, public: true, room: false };
        self.games.create_paired(game, now()).await?;
        for user in [black, white] {
            self.games.call(user);
        }
        Ok(())
    }

    /// Half the time, in a game of an arena.
    pub(crate) async fn berserk(&self, id: TournamentId, user: UserId) -> Result<(), Failure> {
        let state = self.read(id).await?;
        let player = state.player_of(user).ok_or(Refusal::NotEntered)?;
        let board = state.board_of(player).filter(|_| state.settings.is_arena()).ok_or(Refusal::CannotBerserk)?;
        let done = self.games.act(board.game, GameActor::User(user), 0, GameAction::Berserk, now()).await;
        match done {
            Ok(_) => Ok(()),
            Err(Failure::Refused(_)) => Err(Refusal::CannotBerserk.into()),
            Err(failure) => Err(failure),
        }
    }

    /// The calendar: running, to come, and over.
    pub(crate) async fn calendar(&self) -> Result<[Vec<ListedTournament>; 3], Failure> {
        let list = async |status| self.db.tournaments(status, LISTED).await;
        Ok([list("running").await?, list("open").await?, list("over").await?])
    }

    /// The tournaments of a player, with their rank.
    pub(crate) async fn played_by(&self, user: UserId) -> Result<Vec<ListedTournament>, Failure> {
        Ok(self.db.tournaments_of(user, LISTED).await?)
    }

    /// Creates a game that somebody looks for if a tournament has paired it: the server that paired it has not created it yet, or has died.
    pub(crate) async fn create_if_paired(self: &Arc<Directing>, game: GameId) -> Result<(), Failure> {
        if !matches!(self.games.read(game, |_| ()).await, Err(Failure::NotFound)) {
            return Ok(());
        }
        match self.db.tournament_of(game).await? {
            Some((id, ..)) => self.create_missing(id, game).await,
            None => Ok(()),
        }
    }

    /// A user deletes the account: leaves all tournaments, and no tournament shows the name any more.
    pub(crate) async fn forget(self: &Arc<Directing>, user: UserId) -> Result<(), Failure> {
        for id in self.db.tournaments_entered(user).await? {
            match self.act(id, Actor::Server, Action::Forget(user)).await {
                Err(failure @ Failure::Database(_)) => return Err(failure),
                // One that cannot be read cannot be left.
                done => _ = done.inspect_err(Failure::log),
            }
            self.db.forget_entrant(id, user).await?;
        }
        Ok(())
    }

    /// The accounts that direct a tournament; deleted ones have no name.
    pub(crate) async fn directors(&self, state: &Tournament) -> Result<Vec<(UserId, Option<String>)>, Failure> {
        let mut directors = Vec::with_capacity(state.directors.len());
        for &user in &state.directors {
            directors.push((user, self.db.user(user).await?.and_then(|user| user.name)));
        }
        Ok(directors)
    }

    /// The tournament that a game belongs to, its name and its format.
    pub(crate) async fn of_game(&self, game: GameId) -> Result<Option<(TournamentId, String, String)>, Failure> {
        Ok(self.db.tournament_of(game).await?)
    }

    /// The versions of a tournament, as they come.
    pub(crate) fn watch(&self, id: TournamentId) -> watch::Receiver<u32> {
        self.hall(id).version.subscribe()
    }

    /// How many pages of this server follow a tournament.
    pub(crate) fn watchers(&self, id: TournamentId) -> usize {
        lock(&self.halls).get(&id).map_or(0, |hall| hall.version.receiver_count())
    }

    fn hall(&self, id: TournamentId) -> Arc<Hall> {
        let mut halls = lock(&self.halls);
        if halls.len() > KEPT {
            halls.retain(|_, hall| hall.version.receiver_count() > 0 || Arc::strong_count(hall) > 1);
        }
        Arc::clone(halls.entry(id).or_default())
    }

    async fn load_and_show(
        &self,
        id: TournamentId,
        hall: &Hall,
        slot: &mut Option<Arc<Tournament>>,
    ) -> Result<Arc<Tournament>, Failure> {
        let state = self.load(id, hall, slot).await?;
        hall.show(&state);
        Ok(state)
    }

    /// The tournament in its slot, with what others have added since.
    async fn load(&self, id: TournamentId, hall: &Hall, slot: &mut Option<Arc<Tournament>>) -> Result<Arc<Tournament>, Failure> {
        let known = slot.as_ref().map_or(0, |state| state.version);
        let lines = self.db.tournament_log(id, known).await?;
        let broken = |broken: crate::tournament::state::BrokenTournament| {
            tracing::error!(%id, %broken, "a tournament cannot be read");
            Failure::Broken(crate::play::live::BrokenLog(broken.0))
        };
        let state = match slot.take() {
            Some(mut state) => {
                if !lines.is_empty() {
                    let changed = Arc::make_mut(&mut state);
                    for (at, line) in &lines {
                        changed.fold_line(*at, line).map_err(broken)?;
                    }
                }
                state
            }
            None if lines.is_empty() => {
                lock(&self.halls).remove(&id);
                return Err(Failure::NotFound);
            }
            None => {
                // A large arena takes a while.
                let replayed =
                    tokio::task::spawn_blocking(move || Tournament::replay(lines.iter().map(|(at, line)| (*at, line.as_str()))));
                Arc::new(replayed.await.map_err(|_| Failure::Panicked)?.map_err(broken)?)
            }
        };
        *slot = Some(Arc::clone(&state));
        hall.version.send_if_modified(|version| {
            let is_new = *version < state.version;
            *version = (*version).max(state.version);
            is_new
        });
        Ok(state)
    }

    /// Lets watchers here and on other servers know.
    fn announce(&self, id: TournamentId, hall: &Hall, version: u32) {
        hall.version.send_replace(version);
        self.bus.publish(Topic::Tournament, || format!("{id} {version}"));
    }
}

impl Hall {
    /// Readers see this state from now on.
    fn show(&self, state: &Arc<Tournament>) {
        *lock(&self.shown) = Some((Arc::clone(state), Instant::now()));
    }
}

/// How a game ended, as a tournament counts it.
fn ended(game: GameId, end: PairedEnd) -> GameEnd {
    let side = |color: Color| if color == Color::Black { Side::First } else { Side::Second };
    let result = match end.winner {
        Some(color) if end.is_forfeit => BoardResult::Forfeit(side(color)),
        Some(color) => BoardResult::Won(side(color)),
        None if end.is_forfeit => BoardResult::BothForfeit,
        None => BoardResult::Drawn,
    };
    let berserk = [end.berserk.black, end.berserk.white];
    GameEnd { game, result, marbles: [end.ejected.black, end.ejected.white], plies: end.plies, berserk }
}

/// The digest of a tournament's password.
pub(crate) fn password_digest(password: &str) -> String {
    let digest = Sha256::digest(format!("sumito tournament {password}").as_bytes());
    hex::encode(&digest[..16])
}

/// How long until a moment, never less than nothing.
pub(crate) fn until(at: Millis) -> Millis {
    (at - now()).max(0)
}
