//! A discrete-event simulation of queues: jobs go from station to station, wait for a free server, and are served. Pure, and the same every time.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, VecDeque};

/// How long a server takes for a job, in seconds.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Service {
    Fixed(f64),
    /// Exponentially distributed with this mean.
    Random(f64),
}

/// How a station works.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Station {
    /// Some servers, each with one job at a time.
    Servers(usize, Service),
    /// A writer with one batch at a time. All jobs that have gathered meanwhile share the next one, up to `most`. Another station does the work,
    /// `first` seconds for a batch and `each` for a job; then it takes `flush` seconds until the batch is saved.
    Writer { most: usize, first: f64, each: f64, at: usize, flush: f64 },
}

/// What was measured.
pub(crate) struct Results {
    /// How long each job took from its arrival to its end, in seconds, sorted.
    pub(crate) times: Vec<f64>,
    /// How long the servers of each station worked, in seconds.
    pub(crate) busy: Vec<f64>,
}

impl Results {
    pub(crate) fn percentile(&self, part: f64) -> f64 {
        let index = (self.times.len() as f64 * part).ceil() as usize;
        self.times.get(index.saturating_sub(1)).copied().unwrap_or(0.0)
    }
}

/// A simulation.
pub(crate) struct Queues {
    stations: Vec<Station>,
    waiting: Vec<VecDeque<Task>>,
    /// How many servers of each station are at work.
    working: Vec<usize>,
    jobs: Vec<Job>,
    agenda: BinaryHeap<Reverse<Entry>>,
    now: f64,
    count: u64,
    random: Random,
    results: Results,
}

struct Job {
    begun: f64,
    route: Vec<usize>,
    step: usize,
}

/// What a station serves.
#[derive(Clone, Debug, PartialEq)]
enum Task {
    Job(usize),
    /// The batch of a writer.
    Batch {
        writer: usize,
        jobs: Vec<usize>,
    },
}

#[derive(Clone, Debug, PartialEq)]
enum What {
    Arrives(usize),
    Ends(usize, Task),
    /// A batch is saved.
    Saved(usize, Vec<usize>),
}

/// Something that happens at a moment.
struct Entry {
    at: f64,
    /// Of two things at the same moment the older one comes first.
    number: u64,
    what: What,
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> Ordering {
        self.at.total_cmp(&other.at).then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl Queues {
    pub(crate) fn new(stations: Vec<Station>, seed: u64) -> Queues {
        let count = stations.len();
        Queues {
            waiting: vec![VecDeque::new(); count],
            working: vec![0; count],
            jobs: Vec::new(),
            agenda: BinaryHeap::new(),
            now: 0.0,
            count: 0,
            random: Random(seed),
            results: Results { times: Vec::new(), busy: vec![0.0; count] },
            stations,
        }
    }

    /// Jobs arrive at random, this many per second on average, until the end. Each takes the route that it draws.
    pub(crate) fn run(mut self, rate: f64, end: f64, mut route: impl FnMut(&mut Random) -> Vec<usize>) -> Results {
        let mut at = self.random.exponential(1.0 / rate);
        while at < end {
            let route = route(&mut self.random);
            self.plan(at, What::Arrives(self.jobs.len()));
            self.jobs.push(Job { begun: at, route, step: 0 });
            at += self.random.exponential(1.0 / rate);
        }
        while let Some(Reverse(Entry { at, what, .. })) = self.agenda.pop() {
            self.now = at;
            match what {
                What::Arrives(job) => self.go_on(job),
                What::Ends(station, task) => {
                    self.working[station] -= 1;
                    match task {
                        Task::Job(job) => self.go_on(job),
                        Task::Batch { writer, jobs } => {
                            let Station::Writer { flush, .. } = self.stations[writer] else {
                                unreachable!("only writers have batches")
                            };
                            self.plan(self.now + flush, What::Saved(writer, jobs));
                        }
                    }
                    self.serve(station);
                }
                What::Saved(writer, jobs) => {
                    self.working[writer] -= 1;
                    for job in jobs {
                        self.go_on(job);
                    }
                    self.serve(writer);
                }
            }
        }
        self.results.times.sort_by(f64::total_cmp);
        self.results
    }

    fn plan(&mut self, at: f64, what: What) {
        self.count += 1;
        self.agenda.push(Reverse(Entry { at, number: self.count, what }));
    }

    /// Sends a job to its next station, if there is one.
    fn go_on(&mut self, id: usize) {
        let job = &mut self.jobs[id];
        match job.route.get(job.step) {
            Some(&station) => {
                job.step += 1;
                self.waiting[station].push_back(Task::Job(id));
                self.serve(station);
            }
            None => self.results.times.push(self.now - job.begun),
        }
    }

    /// Lets free servers begin.
    fn serve(&mut self, station: usize) {
        match self.stations[station] {
            Station::Servers(servers, service) => {
                while self.working[station] < servers
                    && let Some(task) = self.waiting[station].pop_front()
                {
                    let time = match &task {
                        Task::Job(_) => service.draw(&mut self.random),
                        Task::Batch { writer, jobs } => match self.stations[*writer] {
                            Station::Writer { first, each, .. } => first + each * jobs.len() as f64,
                            Station::Servers(..) => unreachable!("only writers have batches"),
                        },
                    };
                    self.working[station] += 1;
                    self.results.busy[station] += time;
                    self.plan(self.now + time, What::Ends(station, task));
                }
            }
            Station::Writer { most, at, .. } => {
                if self.working[station] == 0 && !self.waiting[station].is_empty() {
                    self.working[station] = 1;
                    let count = self.waiting[station].len().min(most);
                    let jobs = self.waiting[station].drain(..count).filter_map(Task::job).collect();
                    self.waiting[at].push_back(Task::Batch { writer: station, jobs });
                    self.serve(at);
                }
            }
        }
    }
}

impl Task {
    fn job(self) -> Option<usize> {
        match self {
            Task::Job(job) => Some(job),
            Task::Batch { .. } => None,
        }
    }
}

impl Service {
    fn draw(self, random: &mut Random) -> f64 {
        match self {
            Service::Fixed(time) => time,
            Service::Random(mean) => random.exponential(mean),
        }
    }
}

/// Pseudorandom numbers (SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound
    }

    fn exponential(&mut self, mean: f64) -> f64 {
        // Between zero and one, never zero.
        let uniform = ((self.next() >> 11) as f64 + 1.0) / (1_u64 << 53) as f64;
        -uniform.ln() * mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean time of a job in a single station.
    fn mean(station: Station, rate: f64, jobs: f64) -> f64 {
        let results = Queues::new(vec![station], 7).run(rate, jobs / rate, |_| vec![0]);
        results.times.iter().sum::<f64>() / results.times.len() as f64
    }

    fn check(found: f64, expected: f64, what: &str) {
        assert!((found / expected - 1.0).abs() < 0.04, "{what}: {found} instead of {expected}");
    }

    #[test]
    fn one_server_takes_as_long_as_theory_says() {
        // M/M/1: 1 / (mu - lambda). M/D/1: half the waiting time.
        for load in [0.3, 0.8] {
            let what = format!("load {load}");
            check(mean(Station::Servers(1, Service::Random(1.0)), load, 150_000.0), 1.0 / (1.0 - load), &what);
            check(mean(Station::Servers(1, Service::Fixed(1.0)), load, 150_000.0), 1.0 + load / (2.0 * (1.0 - load)), &what);
        }
    }

    #[test]
    fn several_servers_take_as_long_as_erlang_says() {
        // M/M/c: the probability to wait by Erlang's C formula, divided by c mu - lambda, plus the service.
        for (servers, load) in [(2, 0.8), (8, 0.85)] {
            let offered: f64 = load * servers as f64;
            let (mut term, mut sum) = (1.0, 0.0);
            for n in 0..servers {
                sum += term;
                term *= offered / (n + 1) as f64;
            }
            let waits = term / (1.0 - load) / (sum + term / (1.0 - load));
            let expected = 1.0 + waits / (servers as f64 - offered);
            let found = mean(Station::Servers(servers, Service::Random(1.0)), offered, 150_000.0);
            check(found, expected, &format!("{servers} servers, load {load}"));
        }
    }

    #[test]
    fn stations_in_a_row_add_up_as_jackson_says() {
        // Two M/M/1 queues in a row behave as if each were alone.
        let stations = vec![Station::Servers(1, Service::Random(1.0)), Station::Servers(1, Service::Random(0.5))];
        let results = Queues::new(stations, 3).run(0.6, 150_000.0, |_| vec![0, 1]);
        let mean = results.times.iter().sum::<f64>() / results.times.len() as f64;
        check(mean, 1.0 / (1.0 - 0.6) + 1.0 / (2.0 - 0.6), "two in a row");
        check(results.busy[0] / 150_000.0, 0.6, "the load of the first");
    }

    #[test]
    fn a_writer_shares_its_flush_among_all_who_wait() {
        let writer = |most| {
            vec![Station::Writer { most, first: 0.0, each: 0.001, at: 1, flush: 0.010 }, Station::Servers(4, Service::Fixed(0.0))]
        };
        // Seldom: each job has a batch of its own.
        let rare = Queues::new(writer(100), 1).run(0.1, 10_000.0, |_| vec![0]);
        check(rare.percentile(0.5), 0.011, "a lonely job");
        // Without sharing a flush, 91 jobs per second would be the most; 500 fit easily: with n in a batch that takes 10 + n ms,
        // n = 500 (0.01 + n / 1000), so n = 10 and a batch takes 20 ms, of which a job waits for a half and its own: 30 ms.
        let busy = Queues::new(writer(100), 1).run(500.0, 100.0, |_| vec![0]);
        let mean = busy.times.iter().sum::<f64>() / busy.times.len() as f64;
        assert!((0.028..0.034).contains(&mean), "{mean}");
        assert_eq!(busy.times.len(), Queues::new(writer(1), 1).run(500.0, 100.0, |_| vec![0]).times.len(), "none is lost");
    }
}
