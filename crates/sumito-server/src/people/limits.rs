//! How much one address may request and keep open, and how often somebody may guess the password of one account.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use sha2::{Digest, Sha256};

use crate::bus::{Bus, Topic};
use crate::lock::lock;
use crate::play::clock::Millis;
use crate::recent::Recent;

/// What is limited for each address.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Limit {
    /// Any request.
    Request,
    /// Setting up a game, or becoming a user.
    Create,
    /// Trying a password.
    Password,
    /// Searching for players or games.
    Search,
    /// An image that has to be drawn.
    Image,
    /// An animated image, which takes much longer.
    Film,
}

/// Who enters a password for an account. Strangers cannot use up the attempts of the owner's devices.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Guesser {
    Stranger,
    /// A device on which somebody has signed in to the account.
    KnownDevice,
}

/// What each bucket counts.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum Subject {
    Network(Limit, IpAddr),
    /// Several networks with one owner.
    Site(Limit, IpAddr),
    /// The account by a hash of its name.
    Account(Guesser, u64),
    /// The token of a program by a hash of its digest.
    Token(u64),
}

/// How many times the limits of one network a site has.
const NETWORKS_OF_A_SITE: u32 = 4;

impl Subject {
    /// For the other servers. What costs little is not counted together.
    fn write(self) -> Option<String> {
        let name = |limit| match limit {
            Limit::Create => Some("create"),
            Limit::Password => Some("password"),
            Limit::Request | Limit::Search | Limit::Image | Limit::Film => None,
        };
        Some(match self {
            Subject::Network(limit, address) => format!("network {} {address}", name(limit)?),
            Subject::Site(limit, address) => format!("site {} {address}", name(limit)?),
            Subject::Account(Guesser::Stranger, hash) => format!("account stranger {hash}"),
            Subject::Account(Guesser::KnownDevice, hash) => format!("account known {hash}"),
            Subject::Token(_) => return None,
        })
    }

    fn read(text: &str) -> Option<Subject> {
        let [kind, what, value] = text.split(' ').collect::<Vec<_>>()[..] else { return None };
        let limit = || match what {
            "create" => Some(Limit::Create),
            "password" => Some(Limit::Password),
            _ => None,
        };
        match (kind, what) {
            ("network", _) => Some(Subject::Network(limit()?, value.parse().ok()?)),
            ("site", _) => Some(Subject::Site(limit()?, value.parse().ok()?)),
            ("account", "stranger") => Some(Subject::Account(Guesser::Stranger, value.parse().ok()?)),
            ("account", "known") => Some(Subject::Account(Guesser::KnownDevice, value.parse().ok()?)),
            _ => None,
        }
    }

    fn bucket(self, now: Millis) -> Bucket {
        let (size, interval) = self.rate();
        Bucket::new(size, interval, now)
    }

    /// The size of the bucket, and the milliseconds after which it gains one.
    const fn rate(self) -> (u32, Millis) {
        const fn of(limit: Limit) -> (u32, Millis) {
            match limit {
                Limit::Request => (300, 20),
                Limit::Create => (30, 2_000),
                Limit::Password | Limit::Film => (10, 6_000),
                Limit::Search | Limit::Image => (60, 500),
            }
        }
        match self {
            Subject::Network(limit, _) => of(limit),
            Subject::Site(limit, _) => {
                let (size, interval) = of(limit);
                (size * NETWORKS_OF_A_SITE, interval / NETWORKS_OF_A_SITE as Millis)
            }
            Subject::Account(Guesser::Stranger, _) => (20, 300_000),
            Subject::Account(Guesser::KnownDevice, _) => (20, 60_000),
            Subject::Token(_) => (100, 100),
        }
    }
}

/// What is limited in how many an address may have open at a time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Resource {
    /// A connection that is not a WebSocket (yet). A browser has six, and a school has many browsers.
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

    /// Puts one back.
    fn put_back(&mut self) {
        self.left = (self.left + 1).min(self.size);
    }
}

/// The buckets of all addresses and accounts.
pub(crate) struct Limits {
    /// The other servers, which count the same attempts.
    bus: Option<Bus>,
    /// What the names of accounts are hashed with.
    secret: String,
    /// Whether requests from this machine are unlimited. Not behind a proxy: if it did not forward addresses, everybody would count as local.
    loopback_is_unlimited: bool,
    /// Each with its own lock, so that requests rarely wait for each other.
    shards: [Mutex<Recent<Subject, Bucket>>; SHARDS],
    hasher: RandomState,
    open: Mutex<HashMap<(Resource, IpAddr), u32>>,
}

const SHARDS: usize = 64;
/// How many buckets of a shard are remembered.
const BUCKETS: usize = 1_000;

/// Something that an address has open, until this is dropped.
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
        Limits {
            bus: None,
            secret: String::new(),
            loopback_is_unlimited,
            shards: std::array::from_fn(|_| Mutex::new(Recent::new(BUCKETS))),
            hasher: RandomState::new(),
            open: Mutex::default(),
        }
    }

    /// The same limits for all servers of a site, which share a secret.
    pub(crate) fn shared(self, bus: Bus, secret: String) -> Limits {
        Limits { bus: Some(bus), secret, ..self }
    }

    /// Takes in what another server has counted.
    pub(crate) fn hear(&self, text: &str, now: Millis) {
        let Some((word, subject)) = text.split_once(' ').and_then(|(word, subject)| Some((word, Subject::read(subject)?))) else {
            return;
        };
        let mut shard = self.shard(subject);
        let bucket = shard.entry(subject, || subject.bucket(now));
        match word {
            "took" => _ = bucket.take(now),
            "forgave" => bucket.put_back(),
            _ => {}
        }
    }

    /// Counts something, here and at all other servers.
    fn take(&self, subject: Subject, now: Millis) -> bool {
        let taken = self.shard(subject).entry(subject, || subject.bucket(now)).take(now);
        if let Some(text) = subject.write().filter(|_| taken) {
            self.publish(|| format!("took {text}"));
        }
        taken
    }

    fn publish(&self, text: impl FnOnce() -> String) {
        if let Some(bus) = &self.bus {
            bus.publish(Topic::Limit, text);
        }
    }

    /// Whether the address has no limits.
    fn is_unlimited(&self, address: IpAddr) -> bool {
        self.loopback_is_unlimited && address.is_loopback()
    }

    /// The network that an address is counted by; `None` without limits.
    pub(crate) fn network_of(&self, address: IpAddr) -> Option<IpAddr> {
        (!self.is_unlimited(address)).then(|| network(address))
    }

    /// Whether the address may do that now.
    pub(crate) fn allow(&self, limit: Limit, address: IpAddr, now: Millis) -> bool {
        if self.is_unlimited(address) {
            return true;
        }
        let network = Subject::Network(limit, network(address));
        let site = site(address).map(|site| Subject::Site(limit, site));
        [Some(network), site].into_iter().flatten().all(|subject| self.take(subject, now))
    }

    /// Whether a program may send another request with its token.
    pub(crate) fn allow_token(&self, digest: &str, address: IpAddr, now: Millis) -> bool {
        self.is_unlimited(address) || self.take(Subject::Token(self.hasher.hash_one(digest)), now)
    }

    /// Whether another password for this account may be checked. Correct ones are [not counted](Limits::forgive).
    pub(crate) fn allow_guess(&self, guesser: Guesser, name: &str, now: Millis) -> bool {
        self.take(self.account(guesser, name), now)
    }

    /// The password was right.
    pub(crate) fn forgive(&self, guesser: Guesser, name: &str, now: Millis) {
        let subject = self.account(guesser, name);
        self.shard(subject).entry(subject, || subject.bucket(now)).put_back();
        if let Some(text) = subject.write() {
            self.publish(|| format!("forgave {text}"));
        }
    }

    fn account(&self, guesser: Guesser, name: &str) -> Subject {
        // Two accounts with the same hash would share their guesses; without the secret nobody finds such names.
        let digest = Sha256::digest(format!("{} {name}", self.secret).as_bytes());
        let hash = digest.iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte));
        Subject::Account(guesser, hash)
    }

    fn shard(&self, subject: Subject) -> MutexGuard<'_, Recent<Subject, Bucket>> {
        lock(&self.shards[self.hasher.hash_one(subject) as usize % SHARDS])
    }

    /// The limit of requests over one socket.
    pub(crate) fn of_socket(&self, address: IpAddr, now: Millis) -> Bucket {
        if self.is_unlimited(address) { Bucket::new(u32::MAX, 1, now) } else { Bucket::new(40, 100, now) }
    }

    /// Refills every bucket.
    #[cfg(test)]
    pub(crate) fn forget(&self) {
        for shard in &self.shards {
            *lock(shard) = Recent::new(BUCKETS);
        }
    }

    /// Counts what an address opens; `None` if it has too many open.
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
        // No code under this lock leaves a change half done.
        lock(&self.open)
    }
}

/// With IPv6 a household gets a whole network (/64), which counts as one address.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        IpAddr::V4(_) => address,
    }
}

/// With IPv6 a site (/48) has up to 65,536 networks.
fn site(address: IpAddr) -> Option<IpAddr> {
    match address {
        IpAddr::V6(address) => Some(IpAddr::V6((u128::from(address) >> 80 << 80).into())),
        IpAddr::V4(_) => None,
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
    fn what_another_server_has_counted_counts_here() {
        let [here, there] = [Limits::new(true), Limits::new(true)];
        let addresses = ["192.0.2.1", "2001:db8::1"].map(|address| address.parse::<IpAddr>().unwrap());
        let mut subjects = vec![there.account(Guesser::Stranger, "ada"), there.account(Guesser::KnownDevice, "ada")];
        for address in addresses {
            subjects.push(Subject::Network(Limit::Password, network(address)));
            subjects.push(Subject::Network(Limit::Create, network(address)));
            subjects.extend(site(address).map(|site| Subject::Site(Limit::Password, site)));
        }
        for subject in subjects {
            let text = subject.write().unwrap();
            assert!(Subject::read(&text) == Some(subject), "{text}");
            while there.take(subject, 0) {
                here.hear(&format!("took {text}"), 0);
            }
            assert!(!here.take(subject, 0), "{text}");
            here.hear(&format!("forgave {text}"), 0);
            assert!(here.take(subject, 0) && !here.take(subject, 0), "{text}");
        }
        assert!(Subject::Network(Limit::Request, addresses[0]).write().is_none());
        for text in ["", "network", "network password x", "network other 192.0.2.1", "account stranger x", "account other 1"] {
            assert!(Subject::read(text).is_none(), "{text}");
        }
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
    fn a_token_is_limited_wherever_it_is_used() {
        let limits = Limits::new(true);
        let tries = |token: &str, address: &str, now| {
            (0..300).filter(|_| limits.allow_token(token, address.parse().unwrap(), now)).count()
        };
        assert_eq!(tries("one", "192.0.2.1", 0) + tries("one", "192.0.2.2", 0), 100);
        assert_eq!(tries("one", "192.0.2.1", 1_000), 10, "ten a second");
        assert_eq!(tries("two", "192.0.2.1", 0), 100, "another token has its own");
        assert_eq!(tries("one", "127.0.0.1", 0), 300);
    }

    #[test]
    fn the_networks_of_one_site_share_a_limit() {
        let limits = Limits::new(true);
        let tries = |start: &str| {
            let one = |network: u16| limits.allow(Limit::Password, format!("{start}:{network:x}::1").parse().unwrap(), 0);
            (0..1_000).filter(|&network| one(network)).count()
        };
        assert_eq!(tries("2001:db8:1"), 40);
        assert_eq!(tries("2001:db8:2"), 40, "another site has its own");
    }

    #[test]
    fn strangers_do_not_use_up_the_guesses_of_known_devices() {
        let limits = Limits::new(true);
        let tries = |guesser, name: &str| (0..100).filter(|_| limits.allow_guess(guesser, name, 0)).count();
        assert_eq!(tries(Guesser::Stranger, "ada"), 20);
        assert_eq!(tries(Guesser::KnownDevice, "ada"), 20);
        assert_eq!(tries(Guesser::Stranger, "bob"), 20);
        assert!(!limits.allow_guess(Guesser::Stranger, "ada", 299_999));
        assert!(limits.allow_guess(Guesser::Stranger, "ada", 300_000));
        limits.forgive(Guesser::Stranger, "ada", 300_000);
        assert!(limits.allow_guess(Guesser::Stranger, "ada", 300_000), "what was right does not count");
    }

    /// Memory is bounded, no request scans all buckets, and an active address is not forgotten because others come.
    #[test]
    fn many_addresses_neither_fill_the_memory_nor_free_a_busy_one() {
        let limits = Limits::new(true);
        let busy: IpAddr = "192.0.2.1".parse().unwrap();
        while limits.allow(Limit::Password, busy, 0) {}
        for number in 0..300_000_u32 {
            limits.allow(Limit::Password, IpAddr::V4((0x0a00_0000 + number).into()), 0);
            if number % 1_000 == 0 {
                assert!(!limits.allow(Limit::Password, busy, 0), "after {number}");
            }
        }
        let kept: usize = limits.shards.iter().map(|shard| lock(shard)).map(|shard| shard.len()).sum();
        assert!(kept <= 2 * SHARDS * BUCKETS, "{kept}");
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
