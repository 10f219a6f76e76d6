use std::collections::{BTreeMap, BTreeSet};

use sumito_rules::Color;
use sumito_tournament::rating_list::{Open, Reason};

use super::ledger::Batch;
use super::plan::{Order, Present, Waiting, decide};
use super::*;
use crate::id::{EntryId, GameId, UserId};

#[test]
fn openings_are_fixed_different_and_whole() {
    let all = openings();
    assert_eq!(all.len(), 60);
    let positions: BTreeSet<String> = all.iter().map(|opening| opening.position.to_string()).collect();
    assert_eq!(positions.len(), all.len());
    for opening in all {
        assert!(Color::ALL.into_iter().all(|color| opening.position.lost(color) == 0), "{}", opening.position);
        assert_eq!(opening.position.turn(), Color::Black);
    }
    // Games in databases refer to them by number.
    assert_eq!(
        (opening(0).layout.id, opening(61).layout.id, opening(2).layout.id),
        ("belgian-daisy", "standard", "german-daisy")
    );
    assert_eq!(opening(60).position, opening(0).position);
}

#[test]
fn only_a_clock_for_the_whole_game_will_do() {
    assert_eq!(Conditions::parse("60+1").unwrap().to_string(), "Engine room 60+1");
    for clock in ["none", "3d", "", "fast"] {
        let why = Conditions::parse(clock).unwrap_err();
        assert!(why.starts_with("the clock of the engine room: "), "{why}");
    }
}

#[test]
fn what_a_bot_says_about_itself_is_checked() {
    let wanted = |version: &str, threads, games| Wanted { version: version.to_owned(), threads, games };
    assert_eq!(wanted("1.2", 1, 16).check(), Ok(()));
    for (wrong, field) in [(wanted("", 1, 1), "version"), (wanted("1", 0, 1), "threads"), (wanted("1", 1, 17), "games")] {
        assert!(wrong.check().unwrap_err().starts_with(field), "{wrong:?}");
    }
}

fn ids(count: usize) -> Vec<EntryId> {
    let mut ids: Vec<EntryId> = (0..count).map(|_| EntryId::random()).collect();
    ids.sort_unstable();
    ids
}

fn free(entries: &[EntryId]) -> Vec<Present> {
    entries.iter().map(|&entry| Present { entry, free: 1 }).collect()
}

fn batch(black: EntryId, white: EntryId, result: Option<RoomResult>, games: u64, last_opening: u64) -> Batch {
    Batch { black, white, result, games, last_opening, at: 1 }
}

#[test]
fn a_half_is_completed_before_anything_else_begins() {
    let [a, b, c] = ids(3)[..] else { panic!() };
    let half = Waiting { game: GameId::random(), black: b, white: a };
    let ledger = Ledger::default();
    assert_eq!(decide(&free(&[a, b, c]), &[half], &[], &ledger), [Order::Begin(half.game)]);
    // Not while one of the two is playing or gone; the others need not wait for that.
    let present = [(a, 0), (b, 1), (c, 1)].map(|(entry, free)| Present { entry, free });
    assert_eq!(decide(&present, &[half], &[(a, c)], &ledger), [Order::Pair { black: b, white: c, opening: 0 }]);
    assert_eq!(decide(&free(&[a, c]), &[half], &[], &ledger), [Order::Pair { black: a, white: c, opening: 0 }]);
    assert_eq!(decide(&free(&[a]), &[half], &[], &ledger), []);
    assert_eq!(decide(&[], &[], &[], &ledger), []);
}

#[test]
fn two_bots_play_one_opening_after_the_other_with_colors_in_turn() {
    let [a, b] = ids(2)[..] else { panic!() };
    let mut ledger = Ledger::default();
    for opening in 0..4 {
        let (black, white) = if opening % 2 == 0 { (a, b) } else { (b, a) };
        assert_eq!(decide(&free(&[a, b]), &[], &[], &ledger), [Order::Pair { black, white, opening }]);
        ledger.add(&batch(black, white, Some(RoomResult::Drawn), 1, opening));
        ledger.add(&batch(white, black, None, 1, opening));
    }
    // An opening whose games were aborted is played again by the games in their place, and not by others.
    ledger.add(&batch(a, b, Some(RoomResult::Void), 1, 4));
    assert_eq!(ledger.next_opening(b, a), 5);
    assert_eq!(ledger.opponents(a)[&b].games(), 4);
}

#[test]
fn nobody_plays_more_games_at_once_than_declared() {
    let [a, b, c] = ids(3)[..] else { panic!() };
    let present = [Present { entry: a, free: 3 }, Present { entry: b, free: 1 }, Present { entry: c, free: 1 }];
    let orders = decide(&present, &[], &[], &Ledger::default());
    let mut count: BTreeMap<EntryId, usize> = BTreeMap::new();
    for order in &orders {
        let Order::Pair { black, white, opening } = *order else { panic!("{order:?}") };
        assert_eq!(opening, 0);
        *count.entry(black).or_default() += 1;
        *count.entry(white).or_default() += 1;
    }
    for Present { entry, free } in present {
        assert!(count.get(&entry).is_none_or(|&count| count <= free), "{orders:?}");
    }
    assert_eq!(orders.len(), if count[&a] == 2 { 2 } else { 1 }, "{orders:?}");
    // Two that can play several games at once get different openings.
    let present = [a, b].map(|entry| Present { entry, free: 2 });
    let openings: Vec<u64> = decide(&present, &[], &[], &Ledger::default())
        .iter()
        .map(|order| if let Order::Pair { opening, .. } = order { *opening } else { panic!() })
        .collect();
    assert_eq!(openings, [0, 1]);
}

#[test]
fn those_who_have_met_often_wait_for_somebody_else() {
    let [a, b, c, d] = ids(4)[..] else { panic!() };
    let playing = [(c, d)];
    let present: Vec<Present> =
        [(a, 1), (b, 1), (c, 0), (d, 0)].into_iter().map(|(entry, free)| Present { entry, free }).collect();
    let mut ledger = Ledger::default();
    assert_eq!(decide(&present, &[], &playing, &ledger).len(), 1, "before the first game, nobody waits");
    for (black, white) in [(a, b), (b, a)] {
        ledger.add(&batch(black, white, Some(RoomResult::Won(Color::Black)), 20, 19));
    }
    assert_eq!(decide(&present, &[], &playing, &ledger), []);
}

/// Numbers between 0 and 1 that repeat.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A room whose bots have known strengths.
struct Simulation {
    random: Random,
    strengths: Vec<(EntryId, f64)>,
    ledger: Ledger,
    waiting: Vec<(Waiting, u64)>,
    /// Games that are being played: players, opening, and when they end.
    playing: Vec<(EntryId, EntryId, u64, f64)>,
    clock: f64,
    games: u64,
    longest_wait: f64,
    idle: BTreeMap<EntryId, f64>,
}

impl Simulation {
    fn new(seed: u64, strengths: &[f64]) -> Simulation {
        Simulation {
            random: Random(seed),
            strengths: ids(strengths.len()).into_iter().zip(strengths.iter().copied()).collect(),
            ledger: Ledger::default(),
            waiting: Vec::new(),
            playing: Vec::new(),
            clock: 0.0,
            games: 0,
            longest_wait: 0.0,
            idle: BTreeMap::new(),
        }
    }

    fn strength(&self, entry: EntryId) -> f64 {
        self.strengths.iter().find(|(id, _)| *id == entry).unwrap().1
    }

    fn begin(&mut self) {
        let busy = |entry: EntryId| self.playing.iter().filter(|(black, white, ..)| [*black, *white].contains(&entry)).count();
        let present: Vec<Present> = self.strengths.iter().map(|&(entry, _)| Present { entry, free: 1 - busy(entry) }).collect();
        let waiting: Vec<Waiting> = self.waiting.iter().map(|(half, _)| *half).collect();
        let playing: Vec<(EntryId, EntryId)> = self.playing.iter().map(|&(black, white, ..)| (black, white)).collect();
        for order in decide(&present, &waiting, &playing, &self.ledger) {
            let (black, white, opening) = match order {
                Order::Begin(game) => {
                    let at = self.waiting.iter().position(|(half, _)| half.game == game).expect("it waits");
                    let (half, opening) = self.waiting.remove(at);
                    (half.black, half.white, opening)
                }
                Order::Pair { black, white, opening } => {
                    self.waiting.push((Waiting { game: GameId::random(), black: white, white: black }, opening));
                    self.ledger.add(&batch(white, black, None, 1, opening));
                    (black, white, opening)
                }
            };
            self.ledger.add(&batch(black, white, None, 1, opening));
            let busy = |entry: EntryId| self.playing.iter().any(|(black, white, ..)| [*black, *white].contains(&entry));
            assert!(!busy(black) && !busy(white), "nobody plays two games at once");
            for entry in [black, white] {
                let waited = self.clock - self.idle.remove(&entry).unwrap_or(0.0);
                self.longest_wait = self.longest_wait.max(waited);
            }
            let ends = self.clock + 30.0 + 60.0 * self.random.next();
            self.playing.push((black, white, opening, ends));
        }
    }

    /// The next game ends: by the model of the list, with draws and an advantage for Black.
    fn end(&mut self) {
        let next = (0..self.playing.len()).min_by(|&a, &b| self.playing[a].3.total_cmp(&self.playing[b].3)).expect("a game");
        let (black, white, opening, ends) = self.playing.swap_remove(next);
        self.clock = ends;
        let odds = 10f64.powf((self.strength(black) - self.strength(white) + 20.0) / 800.0);
        let weights = [odds, 0.4, 1.0 / odds];
        let mut rest = self.random.next() * weights.iter().sum::<f64>();
        let results = [RoomResult::Won(Color::Black), RoomResult::Drawn, RoomResult::Won(Color::White)];
        let mut result = results[2];
        for (one, weight) in results.into_iter().zip(weights) {
            if rest < weight {
                result = one;
                break;
            }
            rest -= weight;
        }
        self.ledger.add(&batch(black, white, Some(result), 1, opening));
        self.games += 1;
        self.idle.insert(black, self.clock);
        self.idle.insert(white, self.clock);
    }

    fn list(&self) -> Listing {
        let entry = |(n, &(id, _)): (usize, &(EntryId, f64))| Entry {
            id,
            user: UserId::random(),
            name: Some(format!("bot{n}")),
            version: "1".to_owned(),
            threads: 1,
            games: 1,
            is_present: true,
        };
        let conditions = Conditions::parse("60+1").unwrap();
        Listing::new(conditions, self.strengths.iter().enumerate().map(entry).collect(), &self.ledger, 1)
    }
}

#[test]
fn a_simulated_room_finds_the_order_and_its_intervals_hold() {
    // Their mean is zero, as in the list.
    let strengths = [400.0, 250.0, 120.0, 0.0, -110.0, -260.0, -400.0];
    let (mut inside, mut all) = (0u32, 0u32);
    for seed in 1..=20 {
        let mut room = Simulation::new(seed, &strengths);
        while room.games < 1200 {
            room.begin();
            room.end();
        }
        let list = room.list();
        assert_eq!((list.rated.len(), list.unrated.len(), list.games), (7, 0, 1200));
        let order: Vec<f64> = list.rated.iter().map(|(id, _)| room.strength(*id)).collect();
        assert_eq!(order, strengths, "seed {seed}");
        for (id, rated) in &list.rated {
            all += 1;
            inside += u32::from((rated.elo.low..=rated.elo.high).contains(&room.strength(*id)));
        }
        // Only those who are far apart may not have met. Colors are balanced, and nobody waits for ever.
        for &(id, _) in &room.strengths {
            assert!(room.ledger.opponents(id).len() >= 3, "seed {seed}");
        }
        for (black, white, met) in room.ledger.played() {
            let back =
                room.ledger.played().find(|&(b, w, _)| (b, w) == (white, black)).map_or(0, |(.., met)| met.counts.iter().sum());
            assert!(met.counts.iter().sum::<u64>().abs_diff(back) <= 1);
        }
        // Of seven, one has to wait, and more often one of whom much is known.
        assert!(room.longest_wait < 3600.0, "{}", room.longest_wait);
    }
    let share = f64::from(inside) / f64::from(all);
    assert!((0.90..=0.99).contains(&share), "{inside} of {all}");
}

#[test]
fn a_list_ranks_a_bot_that_won_everything_and_says_so() {
    let mut room = Simulation::new(1, &[0.0, 0.0, 0.0]);
    let [a, b, c] = room.strengths.iter().map(|(id, _)| *id).collect::<Vec<_>>()[..] else { panic!() };
    assert_eq!(room.list().games, 0);
    for (black, white) in [(a, b), (b, a)] {
        room.ledger.add(&batch(black, white, Some(RoomResult::Won(Color::Black)), 5, 4));
    }
    room.ledger.add(&batch(c, a, Some(RoomResult::Won(Color::Black)), 1, 0));
    room.ledger.add(&batch(a, c, Some(RoomResult::Won(Color::White)), 1, 0));
    let list = room.list();
    let rated: Vec<_> = list.rated.iter().map(|(id, rated)| (*id, rated.open)).collect();
    assert_eq!(rated, [(c, Some(Open::WonAll)), (a, None), (b, None)]);
    assert_eq!((list.rank(0), list.rank(1), list.rank(2)), (1, 2, 2), "equals share a rank");
    assert_eq!((list.standing(c).tally().won, list.standing(c).rank), (2, Some(1)));
}

#[test]
fn a_group_that_met_nobody_else_is_not_rated() {
    let mut room = Simulation::new(1, &[0.0, 0.0, 0.0, 0.0, 0.0]);
    let all: Vec<EntryId> = room.strengths.iter().map(|(id, _)| *id).collect();
    for (black, white, games) in [(0, 1, 5), (1, 0, 5), (2, 3, 1), (3, 2, 1), (3, 4, 1)] {
        let result = Some(RoomResult::Won(Color::Black));
        room.ledger.add(&batch(all[black], all[white], result, games, games - 1));
    }
    let list = room.list();
    assert_eq!((list.rated.len(), list.unrated.len()), (2, 3));
    assert_eq!(list.unrated[0].1.reason, Reason::NotConnected);
    assert_eq!((list.standing(all[0]).rank, list.standing(all[2]).rank), (Some(1), None));
    assert_eq!(list.standing(all[4]).tally().lost, 1);
}

#[test]
fn a_list_has_the_400_entries_that_played_last() {
    let entries = ids(402);
    let mut ledger = Ledger::default();
    for (n, pair) in entries.chunks(2).enumerate() {
        ledger.add(&Batch { at: n as i64, ..batch(pair[0], pair[1], Some(RoomResult::Drawn), 1, 0) });
    }
    let all: Vec<Entry> = entries
        .iter()
        .map(|&id| {
            let (name, version) = (Some(format!("b{id}")), "1".to_owned());
            Entry { id, user: UserId::random(), name, version, threads: 1, games: 1, is_present: false }
        })
        .collect();
    let list = Listing::new(Conditions::parse("60").unwrap(), all, &ledger, 1);
    assert_eq!((list.entries.len(), list.games), (400, 200));
    assert!(!list.entries.contains_key(&entries[0]) && list.entries.contains_key(&entries[401]));
}
