use sumito_rules::party::Seat;
use sumito_rules::{Game, Layout, Rules};

use super::*;

/// A simulated machine with some threads and its own clock: when each move is requested, and when each game gets it.
struct Machine {
    queue: EngineQueue,
    threads: Vec<Option<(Lease, Millis)>>,
    now: Millis,
    /// Who was served, in order, and when.
    served: Vec<(String, Millis)>,
}

fn user(letter: char) -> Owner {
    Owner::User(letter.to_string().repeat(10).parse().unwrap())
}

/// A game, named by the letter of its owner and a number.
fn game(name: &str) -> GameId {
    format!("{name:x<10}").parse().unwrap()
}

fn job(name: &str, level: u8, control: &str, now: Millis) -> Job {
    let control: TimeControl = control.parse().unwrap();
    let mut clock = Clock::new(control);
    // White has moved, so Black's clock runs.
    clock.press(Seat::White, Seat::Black, 0, now);
    Job {
        game: game(name),
        version: 1,
        owner: user(name.chars().next().unwrap()),
        level: Level::new(level).unwrap(),
        position: AnyGame::Two(Game::new(&Layout::BELGIAN_DAISY, Rules::default())),
        control,
        clock,
    }
}

impl Machine {
    fn new(threads: usize) -> Machine {
        Machine { queue: EngineQueue::default(), threads: vec![None; threads], now: 0, served: Vec::new() }
    }

    fn ask(&mut self, name: &str, level: u8, control: &str) {
        self.queue.enqueue(job(name, level, control, self.now), self.now);
        self.start();
    }

    fn start(&mut self) {
        for thread in self.threads.iter_mut().filter(|thread| thread.is_none()) {
            *thread = self.queue.take(self.now).map(|lease| {
                let time = lease.job.cost(self.now) as Millis;
                (lease, self.now + time)
            });
        }
    }

    /// Lets time pass until this moment.
    fn run(&mut self, until: Millis) {
        while let Some(end) = self.threads.iter().flatten().map(|&(_, end)| end).filter(|&end| end <= until).min() {
            self.now = end;
            for thread in &mut self.threads {
                if let Some((lease, _)) = thread.take_if(|(_, at)| *at == end) {
                    assert!(self.queue.finish(lease.id));
                    self.queue.settle(lease.job.game, lease.job.version);
                    self.served.push((lease.job.game.as_str().trim_end_matches('x').to_owned(), end));
                }
            }
            self.start();
        }
        self.now = until;
    }

    fn order(&self) -> Vec<&str> {
        self.served.iter().map(|(name, _)| name.as_str()).collect()
    }

    fn served_at(&self, name: &str) -> Millis {
        self.served.iter().find(|(served, _)| served == name).unwrap_or_else(|| panic!("{name} in {:?}", self.served)).1
    }
}

/// How long a job of the highest level without a clock takes.
fn slot() -> Millis {
    job("a", 10, "none", 0).cost(0) as Millis
}

#[test]
fn many_long_games_of_one_user_delay_nobody_else() {
    for threads in [1, 2, 4] {
        let mut machine = Machine::new(threads);
        for n in 0..29 {
            machine.ask(&format!("a{n}"), 10, "none");
        }
        machine.run(100);
        machine.ask("b", 1, "none");
        machine.ask("c", 10, "none");
        assert_eq!(machine.queue.ahead(game("b")), 0);
        machine.run(100 * slot());
        // A thread is free after one slot at the latest; the second user gets it first, then the third.
        assert!(machine.served_at("b") <= slot() + 20, "{:?}", machine.served);
        assert!(machine.served_at("c") <= 3 * slot(), "{:?}", machine.served);
        assert_eq!(machine.served.len(), 31, "everybody is served in the end");
    }
}

#[test]
fn a_whole_game_at_a_low_level_goes_on_while_others_think_for_long() {
    let mut machine = Machine::new(1);
    for n in 0..10 {
        machine.ask(&format!("{}1", char::from(b'k' + n)), 10, "none");
    }
    // Ten moves, each requested 100 ms after the previous one was answered.
    for _ in 0..10 {
        let asked = machine.now;
        machine.ask("a", 1, "none");
        machine.run(asked + slot() + 20);
        assert_eq!(machine.served.last().map(|(name, _)| name.as_str()).filter(|name| *name == "a"), Some("a"));
        machine.served.clear();
        machine.run(machine.now + 100);
        // The others keep requesting as well.
        for n in 0..10 {
            machine.ask(&format!("{}1", char::from(b'k' + n)), 10, "none");
        }
    }
}

#[test]
fn users_take_turns() {
    let mut machine = Machine::new(1);
    for name in ["a1", "a2", "a3", "b1", "b2", "c1"] {
        machine.ask(name, 10, "none");
    }
    machine.run(100 * slot());
    assert_eq!(machine.order(), ["a1", "b1", "c1", "a2", "b2", "a3"]);
}

#[test]
fn an_address_counts_as_one_user() {
    let mut queue = EngineQueue::default();
    let network = Owner::Network("192.0.2.1".parse().unwrap());
    for n in 0..5 {
        queue.enqueue(Job { owner: network, ..job(&format!("g{n}"), 10, "none", 0) }, 0);
    }
    queue.enqueue(job("b", 10, "none", 0), 0);
    assert_eq!(queue.ahead(game("g4")), 5);
    assert_eq!(queue.ahead(game("b")), 1);
    assert_eq!(queue.load(), (6, 0));
    let order: Vec<GameId> = std::iter::from_fn(|| queue.take(0)).map(|lease| lease.job.game).collect();
    assert_eq!(order, ["g0", "b", "g1", "g2", "g3", "g4"].map(game));
    assert_eq!(queue.load(), (0, 6));
}

#[test]
fn nobody_waits_for_ever_while_short_jobs_keep_coming() {
    let mut machine = Machine::new(1);
    machine.ask("a", 10, "none");
    machine.ask("b", 10, "none");
    // New users with short jobs, faster than one thread can serve them.
    for n in 0..2_000 {
        let name = format!("{}{n}", char::from(b'c' + (n % 20) as u8));
        machine.ask(&name, 9, "none");
        machine.run(machine.now + 100);
    }
    assert!(machine.served_at("b") < 60 * slot(), "{}", machine.served_at("b"));
}

#[test]
fn short_jobs_of_one_user_come_before_the_long_ones() {
    let mut machine = Machine::new(1);
    for (name, level, control) in
        [("a0", 10, "none"), ("a1", 10, "none"), ("a2", 3, "none"), ("a3", 10, "7"), ("a4", 9, "none"), ("a5", 10, "600+5")]
    {
        machine.ask(name, level, control);
    }
    machine.run(100 * slot());
    assert_eq!(machine.order(), ["a0", "a2", "a4", "a3", "a1", "a5"]);
}

#[test]
fn a_flag_that_is_about_to_fall_comes_first() {
    let mut queue = EngineQueue::default();
    for name in ["a", "b", "c"] {
        queue.enqueue(job(name, 10, "none", 0), 0);
    }
    queue.enqueue(job("d1", 10, "70", 0), 0);
    queue.enqueue(job("d2", 10, "69", 0), 0);
    assert_eq!(queue.last_moment(), Some(69_000 - LAST_MOMENT));
    assert_eq!(queue.take(63_000).unwrap().job.game, game("a"), "there is time");
    assert_eq!(queue.take(64_000).unwrap().job.game, game("d2"));
    // No thread took the other one: it gets a move without thinking.
    assert!(queue.take_last_moment(70_000 - LAST_MOMENT - 1).is_none());
    let lease = queue.take_last_moment(70_000 - LAST_MOMENT).unwrap();
    assert_eq!((lease.job.game, lease.effort), (game("d1"), Effort::Shallow));
    assert_eq!(queue.last_moment(), None);
    // A game without a clock, or with days for a move, is never in such a hurry.
    queue.enqueue(job("e", 10, "1d", 70_000), 70_000);
    assert!(queue.take_last_moment(71_000).is_none());
}

#[test]
fn limits_are_those_of_the_moment_at_which_thinking_starts() {
    let (early, late) = (job("a", 10, "60", 0), job("a", 10, "60", 0));
    let left = |job: &Job, now| job.limits(Effort::Full, now).clock.unwrap().left;
    assert_eq!(left(&early, 0), Duration::from_millis(59_900));
    assert_eq!(left(&late, 40_000), Duration::from_millis(19_900));
    assert_eq!(left(&late, 59_950), Duration::ZERO, "it moves at once");
    assert_eq!(left(&late, 99_000), Duration::ZERO);
    let patient = job("a", 10, "3d", 0);
    assert_eq!(left(&patient, 0), PATIENCE);
    let byo_yomi = job("a", 10, "10/2x30", 0).limits(Effort::Full, 20_000).clock.unwrap();
    assert_eq!((byo_yomi.left, byo_yomi.byo_yomi), (Duration::ZERO, Duration::from_secs(2)));
    assert_eq!(job("a", 10, "60", 0).limits(Effort::Shallow, 0).nodes, Some(500));
}

#[test]
fn a_job_that_fails_is_tried_again_with_less_and_less_effort() {
    let mut queue = EngineQueue::default();
    queue.enqueue(job("a", 5, "none", 0), 0);
    let mut efforts = Vec::new();
    for _ in 0..5 {
        let lease = queue.take(0).unwrap();
        efforts.push(lease.effort);
        queue.fail(lease.id);
    }
    assert_eq!(efforts, [Effort::Full, Effort::Full, Effort::Shallow, Effort::AnyMove, Effort::AnyMove]);
    // A move that the rules refuse is a failure as well.
    queue.enqueue(job("b", 5, "none", 0), 0);
    let lease = queue.take(0).unwrap();
    let lease = if lease.job.game == game("b") { lease } else { queue.take(0).unwrap() };
    assert!(queue.finish(lease.id));
    assert_eq!(queue.load().0 + queue.load().1, 1, "an answer that is being saved is no work");
    queue.reject(game("b"), 99);
    assert!(queue.is_answered(game("b"), 1));
    queue.reject(game("b"), 1);
    assert_eq!(queue.jobs[&game("b")].tries, 1);
}

#[test]
fn a_lease_that_runs_out_goes_to_somebody_else() {
    let mut queue = EngineQueue::default();
    queue.enqueue(job("a", 5, "none", 0), 0);
    let lost = queue.take(0).unwrap();
    assert!(queue.take(LEASE - 1).is_none());
    let second = queue.take(LEASE).unwrap();
    assert_eq!(second.job.game, game("a"));
    assert!(!queue.finish(lost.id), "what comes too late is of no use");
    queue.fail(lost.id);
    assert!(queue.finish(second.id));
}

#[test]
fn a_game_has_one_job_and_the_latest_version_counts() {
    let mut queue = EngineQueue::default();
    assert_eq!(queue.enqueue(job("a", 5, "none", 0), 0), None);
    assert_eq!(queue.enqueue(job("a", 5, "none", 0), 0), None);
    assert_eq!(queue.load(), (1, 0));
    let lease = queue.take(0).unwrap();
    // Repeating a request changes nothing; another request makes the work useless.
    assert_eq!(queue.enqueue(job("a", 5, "none", 0), 0), None);
    assert_eq!(queue.load(), (0, 1));
    let newer = Job { version: 3, ..job("a", 5, "none", 0) };
    assert_eq!(queue.enqueue(newer, 0), Some(lease.id));
    assert!(!queue.finish(lease.id));
    assert_eq!(queue.load(), (1, 0));
    let lease = queue.take(0).unwrap();
    assert!(queue.finish(lease.id));
    // While a move is being saved, no thread thinks about the same position again.
    assert_eq!(queue.enqueue(Job { version: 3, ..job("a", 5, "none", 0) }, 0), None);
    assert!(queue.take(0).is_none());
    queue.settle(game("a"), 1);
    assert!(queue.is_answered(game("a"), 3));
    queue.settle(game("a"), 3);
    assert_eq!(queue.cancel(game("a")), None);
    // A game that is over stops the search.
    queue.enqueue(job("a", 5, "none", 0), 0);
    let lease = queue.take(0).unwrap();
    assert_eq!(queue.cancel(game("a")), Some(lease.id));
    assert!(queue.jobs.is_empty() && queue.shares.is_empty() && queue.deadlines.is_empty() && queue.leases.is_empty());
}

/// A table with many engines is one user's, like many games.
#[test]
fn the_engines_of_one_table_delay_nobody_else() {
    let layout = sumito_rules::party::Layout::find("six").unwrap();
    let six = AnyGame::Party(sumito_rules::party::Game::new(layout, Rules::default()));
    let mut queue = EngineQueue::default();
    let party = |name: &str, level: u8, at: Millis| Job { position: six.clone(), ..job(name, level, "none", at) };
    // One seat after the other at full strength, as the engines of a table need them, while somebody else's game comes in now and then.
    let (mut at, mut waited) = (0, Vec::new());
    queue.enqueue(party("a1", 5, at), at);
    for round in 0..20 {
        let lease = queue.take(at).unwrap();
        assert_eq!(lease.job.game, game("a1"));
        let arrived = at + 250;
        queue.enqueue(job("b1", 3, "none", arrived), arrived);
        at += 500;
        assert!(queue.finish(lease.id));
        queue.settle(game("a1"), lease.job.version);
        queue.enqueue(Job { version: lease.job.version + 1, ..party("a1", 5, at) }, at);
        let next = queue.take(at).unwrap();
        assert_eq!(next.job.game, game("b1"), "round {round}: a short game of somebody else comes first");
        waited.push(at - arrived);
        at += 10;
        assert!(queue.finish(next.id));
        queue.settle(game("b1"), next.job.version);
    }
    assert!(waited.iter().all(|&millis| millis <= 500), "nobody waits for more than one move: {waited:?}");
}

#[test]
fn workers_get_games_for_two_and_for_more() {
    let mut queue = EngineQueue::default();
    let layout = sumito_rules::party::Layout::find("three").unwrap();
    let party = AnyGame::Party(sumito_rules::party::Game::new(layout, Rules::default()));
    queue.enqueue(Job { position: party.clone(), ..job("a1", 3, "none", 0) }, 0);
    queue.enqueue(job("b1", 3, "none", 0), 0);
    let taken = [queue.take_for_worker(0).unwrap().0.job.game, queue.take_for_worker(0).unwrap().0.job.game];
    assert!(taken.contains(&game("a1")) && taken.contains(&game("b1")), "{taken:?}");
    // A flag that is about to fall comes first, whoever thinks.
    queue.enqueue(job("d1", 3, "none", 0), 0);
    queue.enqueue(Job { position: party, ..job("c1", 3, "2", 0) }, 0);
    assert_eq!(queue.take_for_worker(1_000).unwrap().0.job.game, game("c1"));
}
