//! Setting up games and taking seats: what a user may have at the same time, and which open seats give way.
//!
//! Both happen under the lock of the user and then under the locks of all games that change, in the order of their names. What changes
//! is saved together. So if somebody takes a seat while its owner takes another one, one of the two comes too late.

use std::sync::Arc;

use sha2::{Digest, Sha256};
use sumito_engine::Level;
use sumito_rules::Color;
use sumito_rules::party::Seat;

use super::networks::{Networks, Place};
use super::saving::{Draft, Held};
use super::{Games, TRIES};
use crate::db::Appended;
use crate::failure::Failure;
use crate::id::{GameId, UserId, random_bytes};
use crate::play::clock::{Millis, TimeControl};
use crate::play::event::{Player, Setup};
use crate::play::live::{Action, Actor, Moment};
use crate::play::random_colors::{BALANCED_OVER, color_of};
use crate::play::refusal::Refusal;
use crate::play::unfinished::{Unfinished, Wish};
use crate::time::DAY;

/// A game against the engine that nobody has touched for this long does not count as unfinished.
const ENGINE_GAMES: Millis = 3 * DAY;

impl Games {
    /// Sets up a game for a user, who sits in it.
    pub(super) async fn set_up_now(
        self: &Arc<Games>,
        id: GameId,
        user: UserId,
        setup: Setup,
        now: Millis,
    ) -> Result<(), Failure> {
        let _turn = self.user_locks.lock(user).await;
        self.check_rated(&setup, Some(user)).await?;
        if let Some(challenged) = setup.challenged {
            self.check_challenge(user, challenged, now).await?;
        }
        let has_account = self.has_account(user).await?;
        for _ in 0..TRIES {
            let others = if setup.is_open_seat() { self.seats_that_give_way(&setup, user).await? } else { Vec::new() };
            let mut held = self.hold_all(others).await?;
            // Only now: a seat taken in the meantime is either locked, and seen below, or counted here.
            self.unfinished(user, now).await?.check(Wish::SetUp, &setup, has_account)?;
            let place = self.place(id, &setup, user, has_account)?;
            let mut changes = Vec::with_capacity(held.len());
            for held in &mut held {
                if let Some(draft) = withdraw(held, user, now)? {
                    changes.push((held, draft));
                }
            }
            if self.commit(changes, vec![Draft::create(id, setup.clone(), now)?], now).await? == Appended::Saved {
                place.take(&self.networks, id);
                return Ok(());
            }
        }
        Err(Refusal::Stale.into())
    }

    /// Takes an open seat of a game: this one, or any. Returns the version after it.
    pub(super) async fn join_now(
        self: &Arc<Games>,
        id: GameId,
        user: UserId,
        seat: Option<Seat>,
        now: Millis,
    ) -> Result<u32, Failure> {
        let _turn = self.user_locks.lock(user).await;
        for _ in 0..TRIES {
            let setup = self.read(id, |loaded| loaded.live.setup().clone()).await?;
            let mut games = self.seats_that_give_way(&setup, user).await?;
            games.retain(|game| *game != id);
            games.push(id);
            let mut held = self.hold_all(games).await?;
            let mut changes = Vec::with_capacity(held.len());
            let mut place = GuestPlace::Free;
            for held in &mut held {
                if held.id != id {
                    if let Some(draft) = withdraw(held, user, now)? {
                        changes.push((held, draft));
                    }
                    continue;
                }
                let live = &held.loaded().live;
                let random_color = self.random_color(live.setup(), user).await?;
                let moment = Moment { random_color, seed: u64::from_le_bytes(random_bytes()), ..Moment::from(now) };
                let events = live.apply(Actor::User(user), 0, &Action::Join(seat), moment)?;
                if !self.lobby.is_takeable(id) {
                    return Err(Refusal::SeatTaken.into());
                }
                self.check_opponent(&setup, user).await?;
                self.check_rated(&setup, Some(user)).await?;
                let has_account = self.has_account(user).await?;
                self.unfinished(user, now).await?.check(Wish::Join, &setup, has_account)?;
                place = self.place(id, &setup, user, has_account)?;
                let draft = Draft::change(held, events, now)?;
                changes.push((held, draft));
            }
            if self.commit(changes, Vec::new(), now).await? == Appended::Saved {
                place.take(&self.networks, id);
                let joined = held.iter().find(|held| held.id == id);
                return joined.map(|held| held.loaded().live.version()).ok_or(Failure::NotFound);
            }
        }
        Err(Refusal::Stale.into())
    }

    /// The engine takes the open seats of a game, which begins. One more game against the engine must be allowed then.
    pub(super) async fn fill_now(
        self: &Arc<Games>,
        id: GameId,
        user: UserId,
        version: u32,
        action: &Action,
        now: Millis,
    ) -> Result<u32, Failure> {
        let _turn = self.user_locks.lock(user).await;
        let mut filled = self.read(id, |loaded| loaded.live.setup().clone()).await?;
        let players: Vec<UserId> = filled.users().collect();
        filled.seats = filled.seats.map(|player| player.or(Some(Player::Engine(Level::FULL))));
        self.check_rated(&filled, None).await?;
        if players == [user] {
            let has_account = self.has_account(user).await?;
            self.unfinished(user, now).await?.check(Wish::SetUp, &filled, has_account)?;
        }
        self.act_now(id, Actor::User(user), version, action, now).await
    }

    /// The open seats of a user that give way if the user sits down in a game: nobody can be in two games on time at once.
    async fn seats_that_give_way(&self, setup: &Setup, user: UserId) -> Result<Vec<GameId>, Failure> {
        match setup.control {
            TimeControl::Days(_) => Ok(Vec::new()),
            _ => Ok(self.db.listed_seats_of(user).await?),
        }
    }

    /// Takes the locks of games, always in the same order, and loads them.
    pub(super) async fn hold_all(&self, mut games: Vec<GameId>) -> Result<Vec<Held>, Failure> {
        games.sort_unstable();
        games.dedup();
        let mut held = Vec::with_capacity(games.len());
        for id in games {
            held.push(self.hold(id).await?);
        }
        Ok(held)
    }

    /// The games of a user that count against the limits.
    async fn unfinished(&self, user: UserId, now: Millis) -> Result<Unfinished, Failure> {
        let unfinished = self.db.unfinished(user, now - ENGINE_GAMES).await?;
        let is_bot = self.db.user(user).await?.is_some_and(|user| user.is_bot);
        Ok(if is_bot { unfinished.of_bot() } else { unfinished })
    }

    /// Makes an account a bot for good. `false` if it has had a game, or is none.
    pub(crate) async fn become_bot(&self, user: UserId, now: Millis) -> Result<bool, Failure> {
        let _turn = self.user_locks.lock(user).await;
        Ok(self.db.become_bot(user, now).await?)
    }

    async fn has_account(&self, user: UserId) -> Result<bool, Failure> {
        Ok(self.db.user(user).await?.is_some_and(|user| user.name.is_some()))
    }

    /// The place that a user would take in a game as a guest.
    fn place(&self, id: GameId, setup: &Setup, user: UserId, has_account: bool) -> Result<GuestPlace<'_>, Failure> {
        let network = self.networks.of(user).filter(|_| setup.public && setup.has_open_seat() && !has_account);
        let Some(network) = network else { return Ok(GuestPlace::Free) };
        if others(setup, user).any(|other| self.networks.of(other) == Some(network)) {
            return Ok(GuestPlace::Neighbors);
        }
        let place = self.networks.seat_guest(network, id).ok_or(Refusal::CrowdedAddress)?;
        Ok(GuestPlace::Counted(place))
    }

    /// The side of a user who joins a rated game for two, or plays it again.
    pub(super) async fn random_color(&self, setup: &Setup, user: UserId) -> Result<Option<Color>, Failure> {
        let Some(opponent) = others(setup, user).next().filter(|_| setup.rated && !setup.is_party()) else { return Ok(None) };
        let played = self.db.colors_of([user, opponent], BALANCED_OVER).await?;
        // It is unpredictable, and trying again gives the same result until a game has begun.
        let pair = (user.min(opponent), user.max(opponent));
        let drawn = format!("{} {} {} {}", self.color_draws, pair.0, pair.1, played.len());
        let is_first_black = Sha256::digest(drawn.as_bytes())[0] & 1 == 0;
        Ok(Some(color_of(user, opponent, &played, is_first_black == (user < opponent))))
    }
}

/// The place of a user among the guests of a network.
enum GuestPlace<'a> {
    /// It is not counted.
    Free,
    /// Guests of one network who play with each other keep nobody else from playing.
    Neighbors,
    Counted(Place<'a>),
}

impl GuestPlace<'_> {
    /// The game was saved.
    fn take(self, networks: &Networks, game: GameId) {
        match self {
            GuestPlace::Free => {}
            GuestPlace::Neighbors => networks.release_everywhere(game),
            GuestPlace::Counted(place) => place.keep(),
        }
    }
}

/// The other people in a game.
pub(super) fn others(setup: &Setup, user: UserId) -> impl Iterator<Item = UserId> {
    setup.users().filter(move |&other| other != user)
}

/// Gives up a seat in a game that waits for others; without people, the game is withdrawn. None if it is gone already; refused if somebody has
/// just taken the last seat and the game is on time.
pub(super) fn withdraw(held: &Held, user: UserId, now: Millis) -> Result<Option<Draft>, Failure> {
    let live = &held.loaded().live;
    match live.apply(Actor::User(user), 0, &Action::LeaveSeat, now) {
        Ok(events) => Draft::change(held, events, now).map(Some),
        Err(Refusal::AlreadyStarted) if matches!(live.setup().control, TimeControl::Game { .. }) => {
            Err(Refusal::AlreadyPlaying.into())
        }
        Err(_) => Ok(None),
    }
}
