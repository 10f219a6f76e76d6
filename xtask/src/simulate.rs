//! `cargo xtask simulate`: what a site with many players needs, from what a move costs on the machines that were measured (docs/scale.md).

mod queues;

use queues::{Queues, Results, Service, Station};

/// What the measurements say, in seconds of one core and in bytes; docs/scale.md names the commands. Where it says so, a figure is an assumption.
struct Costs {
    /// A move, at the servers of both players together.
    node: f64,
    /// A transaction with one move, and each further move in it (assumed).
    transaction: f64,
    further_move: f64,
    /// A message that NATS takes in or sends out.
    bus_message: f64,
    /// A message of another server, at a server where nobody follows its game, and each further move in it (assumed).
    listening: f64,
    further_line: f64,
    /// A second of an idle socket.
    socket: f64,
    /// A message to a socket in the lobby (assumed).
    lobby_message: f64,
    /// The memory of an idle socket, and of a game with the sockets of its players.
    socket_memory: f64,
    game_memory: f64,
    /// A move on the bus, in the log of PostgreSQL, and on its way to a player (all assumed), and a message of the lobby.
    bus_bytes: f64,
    log_bytes: f64,
    move_bytes: f64,
    lobby_bytes: f64,
}

const COSTS: Costs = Costs {
    node: 866e-6,
    transaction: 504e-6,
    further_move: 50e-6,
    bus_message: 54e-6,
    listening: 44e-6,
    further_line: 1e-6,
    socket: 3e-6,
    lobby_message: 10e-6,
    socket_memory: 5.1e3,
    game_memory: 23.1e3,
    bus_bytes: 60.0,
    log_bytes: 250.0,
    move_bytes: 350.0,
    lobby_bytes: 400.0,
};

/// What players do, and what machines there are.
struct Site {
    players: f64,
    /// The part of them that plays; the others look at the lobby.
    playing: f64,
    /// Seconds between two moves of a game.
    pace: f64,
    /// Messages per second to each socket in the lobby.
    lobby_rate: f64,
    /// The cores of a server, of PostgreSQL and of NATS, and the part of them that may be used.
    node_cores: f64,
    database_cores: f64,
    bus_cores: f64,
    most_used: f64,
    /// Seconds until a commit is on disk, without work of the CPU, and between two machines and back.
    flush: f64,
    network: f64,
    /// Bytes per second that a machine can send.
    bandwidth: f64,
}

impl Site {
    fn of(players: u32) -> Site {
        Site {
            players: players.into(),
            playing: 0.6,
            pace: 7.5,
            lobby_rate: 2.5,
            node_cores: 8.0,
            database_cores: 64.0,
            bus_cores: 8.0,
            most_used: 0.5,
            flush: 1e-3,
            network: 0.5e-3,
            bandwidth: 1.25e9,
        }
    }

    fn games(&self) -> f64 {
        self.players * self.playing / 2.0
    }

    fn moves(&self) -> f64 {
        self.games() / self.pace
    }

    fn in_lobby(&self) -> f64 {
        self.players * (1.0 - self.playing)
    }

    /// The CPU that all servers together need, without what they hear from each other, in cores.
    fn own_work(&self) -> f64 {
        let lobby = self.in_lobby() * self.lobby_rate * COSTS.lobby_message;
        self.moves() * COSTS.node + self.players * COSTS.socket + lobby
    }

    /// How long a server's transaction takes if nobody else uses the database: the flush and four round trips.
    fn commit(&self) -> f64 {
        self.flush + 4.0 * self.network + COSTS.transaction
    }

    /// How many transactions per second this many servers have, each of them one at a time. Each is followed by one message on the bus.
    fn transactions(&self, nodes: f64) -> f64 {
        self.moves().min(nodes / self.commit())
    }

    /// The cores that a server needs to hear the moves of all others.
    fn listening(&self, nodes: f64) -> f64 {
        let messages = self.transactions(nodes);
        messages * COSTS.listening + (self.moves() - messages) * COSTS.further_line
    }

    /// How many servers are needed; none if no number is enough, because each of them hears every move.
    fn nodes(&self) -> Option<f64> {
        let suffices = |nodes: f64| self.own_work() / nodes + self.listening(nodes) <= self.node_cores * self.most_used;
        (2..10_000).map(f64::from).find(|&nodes| suffices(nodes))
    }

    fn database_load(&self, nodes: f64) -> f64 {
        let transactions = self.transactions(nodes);
        transactions * COSTS.transaction + (self.moves() - transactions) * COSTS.further_move
    }

    fn bus_load(&self, nodes: f64) -> f64 {
        self.transactions(nodes) * (1.0 + nodes) * COSTS.bus_message
    }

    /// Simulates moves on their way to the opponent.
    fn simulate(&self, seconds: f64) -> Option<Results> {
        let count = self.nodes()?;
        let nodes = count as usize;
        // What else a server does leaves fewer cores for moves.
        let share = (self.own_work() - self.moves() * COSTS.node) / count + self.listening(count);
        let cores = (self.node_cores - share).max(1.0) as usize;
        let (database, bus) = (2 * nodes, 2 * nodes + 1);
        let mut stations = vec![Station::Servers(cores, Service::Random(COSTS.node / 2.0)); nodes];
        let (flush, first) = (self.flush + 4.0 * self.network, COSTS.transaction - COSTS.further_move);
        let writer = Station::Writer { most: 512, first, each: COSTS.further_move, at: database, flush };
        stations.extend((0..nodes).map(|_| writer));
        stations.push(Station::Servers(self.database_cores as usize, Service::Fixed(0.0)));
        // On its way to one server, a message of NATS takes the time of those that go out with it.
        let moves_in_message = self.moves() / self.transactions(count);
        stations.push(Station::Servers(
            self.bus_cores as usize,
            Service::Random(COSTS.bus_message * (1.0 + count) / moves_in_message),
        ));
        let wire = stations.len();
        stations.push(Station::Servers(usize::MAX, Service::Fixed(self.network)));
        let queues = Queues::new(stations, 61);
        Some(queues.run(self.moves(), seconds, |random| {
            let (here, there) = (random.below(nodes), random.below(nodes));
            if here == there { vec![here, nodes + here, here] } else { vec![here, nodes + here, bus, wire, there] }
        }))
    }
}

/// The most players for which something suffices.
fn most_players(suffices: impl Fn(&Site) -> bool) -> u32 {
    let (mut enough, mut too_many) = (0, 1_u32 << 26);
    while too_many - enough > 1_000 {
        let middle = enough.midpoint(too_many);
        if suffices(&Site::of(middle)) {
            enough = middle;
        } else {
            too_many = middle;
        }
    }
    enough
}

/// Prints what a site with this many players needs.
pub(crate) fn run(players: u32) -> Result<(), String> {
    print!("{}", report(players)?);
    Ok(())
}

fn report(players: u32) -> Result<String, String> {
    let site = Site::of(players);
    let Some(nodes) = site.nodes() else {
        return Err(format!("no number of servers is enough for {players} players, because each of them hears every move"));
    };
    let (moves, lobby) = (site.moves(), site.in_lobby() * site.lobby_rate);
    let each = |total: f64| total / nodes;
    let memory =
        each(site.players * COSTS.socket_memory + site.games() * (COSTS.game_memory - 2.0 * COSTS.socket_memory).max(0.0));
    let results = site.simulate(2.0).ok_or("no servers")?;
    let ms = |part: f64| results.percentile(part) * 1e3;
    let mut lines = vec![
        format!(
            "{players} players: {:.0} games, {moves:.0} moves per second, {:.0} people in the lobby",
            site.games(),
            site.in_lobby()
        ),
        format!(
            "servers: {nodes:.0} with {:.0} cores; each has {:.0} sockets and {:.1} GB, and uses {:.1} cores: {:.1} for moves, {:.1} for \
             hearing the moves of others, {:.1} for sockets, {:.1} for the lobby",
            site.node_cores,
            each(site.players),
            memory / 1e9,
            each(site.own_work()) + site.listening(nodes),
            each(moves * COSTS.node),
            site.listening(nodes),
            each(site.players * COSTS.socket),
            each(lobby * COSTS.lobby_message),
        ),
        format!(
            "PostgreSQL: {:.0} transactions per second, {:.1} cores, {:.1} MB of log per second",
            site.transactions(nodes),
            site.database_load(nodes),
            moves * COSTS.log_bytes / 1e6
        ),
        format!(
            "NATS: {:.1} cores, {:.1} MB per second in and {:.0} MB out",
            site.bus_load(nodes),
            moves * COSTS.bus_bytes / 1e6,
            moves * COSTS.bus_bytes * nodes / 1e6
        ),
        format!(
            "bandwidth to the players: {:.2} Gbit/s, of which the lobby {:.2}",
            8e-9 * (2.0 * moves * COSTS.move_bytes + lobby * COSTS.lobby_bytes),
            8e-9 * lobby * COSTS.lobby_bytes
        ),
        format!(
            "simulated: {} moves reach the opponent after {:.1} ms (p50) and {:.1} ms (p99); PostgreSQL is {:.0} % busy",
            results.times.len(),
            ms(0.5),
            ms(0.99),
            100.0 * results.busy[2 * nodes as usize] / 2.0 / site.database_cores
        ),
        "what breaks first:".to_owned(),
    ];
    let with_nodes =
        |suffices: &dyn Fn(&Site, f64) -> bool| most_players(|site| site.nodes().is_some_and(|nodes| suffices(site, nodes)));
    let mut limits = [
        (
            "half of one PostgreSQL with 64 cores",
            with_nodes(&|site, nodes| site.database_load(nodes) <= site.database_cores * site.most_used),
        ),
        ("half of one NATS with 8 cores", with_nodes(&|site, nodes| site.bus_load(nodes) <= site.bus_cores * site.most_used)),
        ("one NATS with 10 Gbit/s", with_nodes(&|site, nodes| site.moves() * COSTS.bus_bytes * nodes <= site.bandwidth)),
        ("no number of servers: each hears every move", with_nodes(&|_, _| true)),
    ];
    limits.sort_by_key(|(_, players)| *players);
    // What lasts longer than any number of servers does not break first.
    let last = limits.iter().map(|(_, players)| *players).max().unwrap_or(0);
    let limits = limits.into_iter().filter(|(what, players)| *players < last || what.starts_with("no number"));
    lines.extend(limits.map(|(what, players)| format!("  {:.1} million players: {what}", f64::from(players) / 1e6)));
    Ok(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_shows_what_is_printed() {
        let text = include_str!("../../docs/scale.md");
        let missing: Vec<_> = report(1_000_000).unwrap().lines().filter(|line| !text.contains(line)).map(str::to_owned).collect();
        assert_eq!(missing, <[&str; 0]>::default(), "cargo xtask simulate prints other figures than docs/scale.md");
    }

    #[test]
    fn a_site_grows_with_its_players() {
        let nodes = |players| Site::of(players).nodes();
        assert_eq!(nodes(1), Some(2.0), "one may be restarted");
        assert!(nodes(2_000_000) > nodes(1_000_000), "{:?}", nodes(2_000_000));
        assert_eq!(nodes(1 << 28), None, "no server can hear everything");
        let few = Site::of(1_000).simulate(60.0).unwrap();
        // Alone on its way, a move takes its own time, and the flush.
        let alone = Site::of(1_000).commit();
        assert!((alone..alone + 0.004).contains(&few.percentile(0.5)), "{}", few.percentile(0.5));
    }
}
