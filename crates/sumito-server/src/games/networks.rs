//! The networks of recent users, kept in memory only. Guests are also counted by address, because a new guest account costs nothing.
//! Everything here is forgotten when the server restarts.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::Mutex;

use crate::bus::{Bus, Topic};
use crate::id::{GameId, UserId};
use crate::lock::lock;
use crate::recent::Recent;

/// The networks of users who were seen lately, and the public games in which guests of each play with others.
pub(crate) struct Networks {
    bus: Bus,
    seen: Mutex<Recent<UserId, IpAddr>>,
    guests: Mutex<Guests>,
}

impl Networks {
    pub(crate) fn new(bus: Bus) -> Networks {
        Networks { bus, seen: Mutex::new(Recent::new(MOST)), guests: Mutex::default() }
    }
}

#[derive(Default)]
struct Guests {
    /// The networks of the guests of each game.
    networks: HashMap<GameId, Vec<IpAddr>>,
    /// The number of games of each network.
    games: HashMap<IpAddr, usize>,
}

/// A network that nobody is from.
const UNKNOWN: IpAddr = IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED);
/// How many users are remembered.
const MOST: usize = 50_000;
/// The most public games that guests of one network may have with others at the same time, those with an open seat among them.
const MOST_GAMES: usize = 12;

impl Networks {
    /// A user was seen at this network.
    pub(crate) fn note(&self, user: UserId, network: IpAddr) {
        let before = std::mem::replace(lock(&self.seen).entry(user, || UNKNOWN), network);
        if before != network {
            self.bus.publish(Topic::Limit, || format!("seen {user} {network}"));
        }
    }

    /// Takes in what another server has noted or counted.
    pub(crate) fn hear(&self, text: &str) {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["seen", user, network] => {
                if let (Ok(user), Ok(network)) = (user.parse(), network.parse()) {
                    *lock(&self.seen).entry(user, || network) = network;
                }
            }
            ["seated", network, game] => {
                if let (Ok(network), Ok(game)) = (network.parse(), game.parse()) {
                    lock(&self.guests).add(network, game);
                }
            }
            ["released", game] => {
                if let Ok(game) = game.parse() {
                    self.release(game);
                }
            }
            _ => {}
        }
    }

    /// Where a user was last seen.
    pub(crate) fn of(&self, user: UserId) -> Option<IpAddr> {
        lock(&self.seen).get(&user).copied()
    }

    /// A place for a guest of this network in a public game. None if the guests there have too many.
    pub(crate) fn seat_guest(&self, network: IpAddr, game: GameId) -> Option<Place<'_>> {
        let mut guests = lock(&self.guests);
        if guests.games.get(&network).is_some_and(|games| *games >= MOST_GAMES) {
            return None;
        }
        guests.add(network, game);
        Some(Place { networks: self, network, game })
    }

    /// The game no longer counts, because both players are from one network.
    pub(crate) fn release_everywhere(&self, game: GameId) {
        self.release(game);
        self.bus.publish(Topic::Limit, || format!("released {game}"));
    }

    /// The game is over, or no longer counts.
    pub(crate) fn release(&self, game: GameId) {
        let mut guests = lock(&self.guests);
        for network in guests.networks.remove(&game).unwrap_or_default() {
            guests.take_one(network);
        }
    }
}

impl Guests {
    fn add(&mut self, network: IpAddr, game: GameId) {
        *self.games.entry(network).or_default() += 1;
        self.networks.entry(game).or_default().push(network);
    }

    fn take_one(&mut self, network: IpAddr) {
        if let Entry::Occupied(mut games) = self.games.entry(network) {
            *games.get_mut() -= 1;
            if *games.get() == 0 {
                games.remove();
            }
        }
    }
}

/// The place of a guest in a game that may still fail to begin: given back when it is dropped, unless it is kept.
pub(crate) struct Place<'a> {
    networks: &'a Networks,
    network: IpAddr,
    game: GameId,
}

impl Place<'_> {
    pub(crate) fn keep(self) {
        self.networks.bus.publish(Topic::Limit, || format!("seated {} {}", self.network, self.game));
        std::mem::forget(self);
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut guests = lock(&self.networks.guests);
        let Entry::Occupied(mut networks) = guests.networks.entry(self.game) else { return };
        let Some(index) = networks.get().iter().position(|network| *network == self.network) else { return };
        networks.get_mut().swap_remove(index);
        if networks.get().is_empty() {
            networks.remove();
        }
        guests.take_one(self.network);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn guests_of_one_network_have_a_number_of_games() {
        let networks = Networks::new(Bus::in_process(&crate::bus::Hub::default()));
        let [home, cafe]: [IpAddr; 2] = ["192.0.2.1", "192.0.2.2"].map(|address| address.parse().unwrap());
        let games: Vec<GameId> = (0..=MOST_GAMES).map(|_| GameId::random()).collect();
        let seat = |network, game| networks.seat_guest(network, game).map(Place::keep).is_some();
        drop(networks.seat_guest(home, games[0]));
        assert_eq!(games.iter().filter(|&&game| seat(home, game)).count(), MOST_GAMES, "a place that is given back is free");
        assert!(seat(cafe, games[0]), "another network has its own");
        networks.release(games[MOST_GAMES]);
        assert!(!seat(home, games[MOST_GAMES]), "that one was not seated");
        networks.release(games[0]);
        assert!(seat(home, games[MOST_GAMES]));
        for game in games {
            networks.release(game);
        }
        let guests = lock(&networks.guests);
        assert!(guests.games.is_empty() && guests.networks.is_empty());
    }

    #[tokio::test]
    async fn the_last_network_counts() {
        let networks = Networks::new(Bus::in_process(&crate::bus::Hub::default()));
        let [home, cafe]: [IpAddr; 2] = ["192.0.2.1", "192.0.2.2"].map(|address| address.parse().unwrap());
        let user = UserId::random();
        assert_eq!(networks.of(user), None);
        networks.note(user, home);
        networks.note(user, cafe);
        assert_eq!(networks.of(user), Some(cafe));
    }
}
