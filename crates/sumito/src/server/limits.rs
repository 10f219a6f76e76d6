//! How much one address may ask for.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use super::clock::Millis;

/// What is limited.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Limited {
    /// Any request.
    Request,
    /// Setting up a game, or becoming a user.
    Create,
    /// Trying a password.
    Password,
}

impl Limited {
    /// How many at once, and after how many milliseconds the next one.
    const fn rate(self) -> (u32, Millis) {
        match self {
            Limited::Request => (300, 20),
            Limited::Create => (30, 2_000),
            Limited::Password => (10, 6_000),
        }
    }
}

/// A bucket that fills again with time.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bucket {
    size: u32,
    interval: Millis,
    left: u32,
    since: Millis,
}

impl Bucket {
    pub(crate) fn new(size: u32, interval: Millis, now: Millis) -> Bucket {
        Bucket { size, interval, left: size, since: now }
    }

    /// Takes one out; `false` if it is empty.
    pub(crate) fn take(&mut self, now: Millis) -> bool {
        let drops = ((now - self.since) / self.interval).max(0);
        self.left = self.left.saturating_add(drops.min(self.size.into()) as u32).min(self.size);
        self.since += drops * self.interval;
        let full = self.left > 0;
        self.left = self.left.saturating_sub(1);
        full
    }

    fn is_full(&self, now: Millis) -> bool {
        now - self.since >= Millis::from(self.size - self.left) * self.interval
    }
}

/// The buckets of all addresses.
pub(crate) struct Limits {
    /// Whether the machine itself may do anything. Not behind a proxy: if it forgot to tell whom it asks for, everybody would be us.
    home_is_free: bool,
    buckets: Mutex<HashMap<(Limited, IpAddr), Bucket>>,
    sockets: Mutex<HashMap<IpAddr, u32>>,
}

/// The most addresses that are remembered before full buckets are thrown out.
const MOST_BUCKETS: usize = 50_000;
/// The most sockets of one address.
const MOST_SOCKETS: u32 = 100;

impl Limits {
    pub(crate) fn new(home_is_free: bool) -> Limits {
        Limits { home_is_free, buckets: Mutex::default(), sockets: Mutex::default() }
    }

    /// Whether the address may do anything.
    fn is_free(&self, address: IpAddr) -> bool {
        self.home_is_free && address.is_loopback()
    }

    /// Whether the address may do that now.
    pub(crate) fn allow(&self, limited: Limited, address: IpAddr, now: Millis) -> bool {
        if self.is_free(address) {
            return true;
        }
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > MOST_BUCKETS {
            buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        let (size, interval) = limited.rate();
        buckets.entry((limited, network(address))).or_insert_with(|| Bucket::new(size, interval, now)).take(now)
    }

    /// How much may be asked for over one socket.
    pub(crate) fn of_socket(&self, address: IpAddr, now: Millis) -> Bucket {
        if self.is_free(address) { Bucket::new(u32::MAX, 1, now) } else { Bucket::new(40, 100, now) }
    }

    /// Everybody may begin anew.
    #[cfg(test)]
    pub(crate) fn forget(&self) {
        self.buckets.lock().unwrap().clear();
    }

    /// Counts a socket of an address; `false` if it has too many.
    pub(crate) fn open_socket(&self, address: IpAddr) -> bool {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(network(address)).or_default();
        let allowed = *count < MOST_SOCKETS || self.is_free(address);
        *count += u32::from(allowed);
        allowed
    }

    pub(crate) fn close_socket(&self, address: IpAddr) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let address = network(address);
        if let Some(count) = sockets.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&address);
            }
        }
    }
}

/// A house gets a whole network of the newer addresses; it counts as one.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let mut bucket = Bucket::new(2, 100, 1_000);
        let taken = [1_000, 1_000, 1_000, 1_099, 1_100, 1_150, 1_250, 9_000, 9_000, 9_000].map(|now| bucket.take(now));
        assert_eq!(taken, [true, true, false, false, true, false, true, true, true, false]);
    }

    #[test]
    fn addresses_are_limited_one_by_one_and_the_machine_itself_is_not() {
        let limits = Limits::new(true);
        let tries = |address: &str| (0..50).filter(|_| limits.allow(Limited::Password, address.parse().unwrap(), 0)).count();
        assert_eq!(tries("192.0.2.1"), 10);
        assert_eq!(tries("192.0.2.2"), 10);
        assert_eq!(tries("2001:db8::1") + tries("2001:db8::2"), 10, "one network");
        assert_eq!(tries("127.0.0.1"), 50);
        assert!(limits.of_socket("::1".parse().unwrap(), 0).take(0));
    }

    #[test]
    fn behind_a_proxy_the_machine_itself_is_limited_as_well() {
        let limits = Limits::new(false);
        let address = "127.0.0.1".parse().unwrap();
        assert_eq!((0..50).filter(|_| limits.allow(Limited::Password, address, 0)).count(), 10);
        let mut bucket = limits.of_socket(address, 0);
        assert_eq!((0..50).filter(|_| bucket.take(0)).count(), 40);
        assert_eq!((0..200).filter(|_| limits.open_socket(address)).count(), MOST_SOCKETS as usize);
    }

    #[test]
    fn an_address_has_so_many_sockets() {
        let limits = Limits::new(true);
        let address = "192.0.2.1".parse().unwrap();
        assert_eq!((0..200).filter(|_| limits.open_socket(address)).count(), MOST_SOCKETS as usize);
        limits.close_socket(address);
        assert!(limits.open_socket(address));
        assert!(!limits.open_socket(address));
    }
}
