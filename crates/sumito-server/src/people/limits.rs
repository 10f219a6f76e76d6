//! How much one address may request and keep open.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::lock::lock;
use crate::play::clock::Millis;

/// What is limited.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Limit {
    /// Any request.
    Request,
    /// Setting up a game, or becoming a user.
    Create,
    /// Trying a password.
    Password,
}

impl Limit {
    /// How many at once, and after how many milliseconds the next one.
    const fn rate(self) -> (u32, Millis) {
        match self {
            Limit::Request => (300, 20),
            Limit::Create => (30, 2_000),
            Limit::Password => (10, 6_000),
        }
    }
}

/// What an address may have open at the same time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Resource {
    /// A connection that is no socket (yet). A browser has six, and a school has many browsers.
    Connection,
    /// A request that has not been answered.
    Request,
    Socket,
}

impl Resource {
    const fn most(self) -> u32 {
        match self {
            Resource::Connection => 256,
            Resource::Request | Resource::Socket => 100,
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
    loopback_is_unlimited: bool,
    buckets: Mutex<HashMap<(Limit, IpAddr), Bucket>>,
    open: Mutex<HashMap<(Resource, IpAddr), u32>>,
}

/// The most addresses that are remembered before full buckets are thrown out.
const MOST_BUCKETS: usize = 50_000;

/// Something that an address has open, as long as this is kept.
pub(crate) struct Permit {
    limits: Arc<Limits>,
    what: Resource,
    network: IpAddr,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.limits.open();
        if let Entry::Occupied(mut count) = open.entry((self.what, self.network)) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

impl Limits {
    pub(crate) fn new(loopback_is_unlimited: bool) -> Limits {
        Limits { loopback_is_unlimited, buckets: Mutex::default(), open: Mutex::default() }
    }

    /// Whether the address may do anything.
    fn is_unlimited(&self, address: IpAddr) -> bool {
        self.loopback_is_unlimited && address.is_loopback()
    }

    /// The network that an address is counted by; none if it may do anything.
    pub(crate) fn network_of(&self, address: IpAddr) -> Option<IpAddr> {
        (!self.is_unlimited(address)).then(|| network(address))
    }

    /// Whether the address may do that now.
    pub(crate) fn allow(&self, limit: Limit, address: IpAddr, now: Millis) -> bool {
        if self.is_unlimited(address) {
            return true;
        }
        let mut buckets = lock(&self.buckets);
        if buckets.len() > MOST_BUCKETS {
            buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        let (size, interval) = limit.rate();
        buckets.entry((limit, network(address))).or_insert_with(|| Bucket::new(size, interval, now)).take(now)
    }

    /// How much may be asked for over one socket.
    pub(crate) fn of_socket(&self, address: IpAddr, now: Millis) -> Bucket {
        if self.is_unlimited(address) { Bucket::new(u32::MAX, 1, now) } else { Bucket::new(40, 100, now) }
    }

    /// Refills every bucket.
    #[cfg(test)]
    pub(crate) fn forget(&self) {
        self.buckets.lock().unwrap().clear();
    }

    /// Counts what an address opens; nothing if it has too much open.
    pub(crate) fn hold(self: &Arc<Limits>, what: Resource, address: IpAddr) -> Option<Permit> {
        let network = network(address);
        let mut open = self.open();
        let count = open.entry((what, network)).or_default();
        if *count >= what.most() && !self.is_unlimited(address) {
            return None;
        }
        *count += 1;
        Some(Permit { limits: Arc::clone(self), what, network })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<(Resource, IpAddr), u32>> {
        // Nothing that is done under this lock can leave half a change behind.
        lock(&self.open)
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
        let tries = |address: &str| (0..50).filter(|_| limits.allow(Limit::Password, address.parse().unwrap(), 0)).count();
        assert_eq!(tries("192.0.2.1"), 10);
        assert_eq!(tries("192.0.2.2"), 10);
        assert_eq!(tries("2001:db8::1") + tries("2001:db8::2"), 10, "one network");
        assert_eq!(tries("127.0.0.1"), 50);
        assert!(limits.of_socket("::1".parse().unwrap(), 0).take(0));
    }

    #[test]
    fn behind_a_proxy_the_machine_itself_is_limited_as_well() {
        let limits = Arc::new(Limits::new(false));
        let address = "127.0.0.1".parse().unwrap();
        assert_eq!((0..50).filter(|_| limits.allow(Limit::Password, address, 0)).count(), 10);
        let mut bucket = limits.of_socket(address, 0);
        assert_eq!((0..50).filter(|_| bucket.take(0)).count(), 40);
        assert_eq!((0..200).map_while(|_| limits.hold(Resource::Socket, address)).collect::<Vec<_>>().len(), 100);
    }

    #[test]
    fn an_address_has_so_much_open() {
        let limits = Arc::new(Limits::new(true));
        let [address, home] = ["192.0.2.1", "::1"].map(|address| address.parse().unwrap());
        for (what, most) in [(Resource::Connection, 256), (Resource::Request, 100), (Resource::Socket, 100)] {
            let hold = || limits.hold(what, address);
            let mut held: Vec<Permit> = (0..1000).map_while(|_| hold()).collect();
            assert_eq!(held.len(), most, "{what:?}");
            held.pop();
            held.extend(hold());
            assert!(hold().is_none(), "{what:?}");
            assert_eq!((0..1000).map_while(|_| limits.hold(what, home)).collect::<Vec<_>>().len(), 1000);
        }
        assert!(limits.open().is_empty(), "nothing is remembered of who has gone");
    }
}
