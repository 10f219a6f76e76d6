#![allow(clippy::float_cmp)]

use super::*;

fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found} instead of {expected}");
}

/// Results by the names of the players who moved first and second, and how often the first won, nobody won, the second won.
pub(super) fn results(pairings: &[(&str, &str, [u64; 3])]) -> Results {
    let mut results = Results::default();
    for &(first, second, counts) in pairings {
        for (outcome, count) in [Outcome::First, Outcome::Draw, Outcome::Second].into_iter().zip(counts) {
            (0..count).for_each(|_| results.add(first, second, outcome));
        }
    }
    results
}

fn list(pairings: &[(&str, &str, [u64; 3])], settings: &Settings) -> RatingList {
    rate(&results(pairings), settings).unwrap()
}

fn elo<'a>(list: &'a RatingList, name: &str) -> &'a Interval {
    &list.rated.iter().find(|player| player.name == name).unwrap_or_else(|| panic!("{name} is not rated")).elo
}

fn deviation(interval: &Interval) -> f64 {
    (interval.high - interval.low) / 2.0 / DEVIATIONS
}

fn on(name: &str) -> Settings {
    Settings { anchor: Anchor::Player(name.to_owned(), 0.0), prior: None }
}

#[test]
fn two_players_have_a_closed_form() {
    // With W wins and L losses, split evenly between the colors, the difference is ln(W / L) and its variance 1 / W + 1 / L.
    let check = |won: u64, drawn: u64, lost: u64| {
        let list = list(&[("a", "b", [won, drawn, lost]), ("b", "a", [lost, drawn, won])], &on("b"));
        let (won, lost) = (2.0 * won as f64, 2.0 * lost as f64);
        near(elo(&list, "a").value, 400.0 * (won / lost).log10(), 1e-6, "difference");
        near(deviation(elo(&list, "a")), ELO * (1.0 / won + 1.0 / lost).sqrt(), 1e-6, "deviation");
        assert_eq!((elo(&list, "b").value, deviation(elo(&list, "b"))), (0.0, 0.0));
        near(list.first_move.unwrap().value, 0.0, 1e-6, "advantage");
    };
    check(7, 0, 3);
    check(3, 0, 7);
    check(10, 5, 5);
    check(1, 0, 1);
    check(40, 60, 1);
}

#[test]
fn moving_first_has_a_closed_form_between_equals() {
    // The side that moves first wins three quarters of the games: the advantage is ln 3, but for its prior.
    let list = list(&[("a", "b", [3000, 0, 1000]), ("b", "a", [3000, 0, 1000])], &Settings::default());
    near(list.first_move.unwrap().value, 400.0 * 3f64.log10(), 0.15, "advantage");
    near(elo(&list, "a").value, 0.0, 1e-6, "equal");
    assert_eq!(list.draws, Some(0.0));
    // It stays finite even if the side that moved first always won.
    let list = super::tests::list(&[("a", "b", [5, 0, 0]), ("b", "a", [5, 0, 0])], &Settings::default());
    assert!(list.first_move.unwrap().value > 150.0 && list.first_move.unwrap().high.is_finite());
}

#[test]
fn symmetric_tournaments_leave_everybody_equal() {
    let names = ["a", "b", "c", "d", "e"];
    let pairings: Vec<_> = names
        .iter()
        .flat_map(|&one| names.iter().filter(move |&&other| other != one).map(move |&other| (one, other, [4, 3, 2])))
        .collect();
    let list = list(&pairings, &Settings { anchor: Anchor::Mean(1500.0), prior: None });
    for player in &list.rated {
        near(player.elo.value, 1500.0, 1e-6, &player.name);
        near(player.opposition, 1500.0, 1e-6, &player.name);
        near(deviation(&player.elo), deviation(&list.rated[0].elo), 1e-6, &player.name);
        assert_eq!(player.tally, Tally { won: 24, drawn: 24, lost: 24 });
    }
    assert_eq!(list.rated.iter().map(|player| player.name.as_str()).collect::<Vec<_>>(), names);
    assert_eq!(list.games, 180);
    // A third of the games are drawn, a little more than that without an advantage.
    near(list.draws.unwrap(), 0.346, 0.001, "draws");
}

/// Agresti's seven baseball teams of 1987, home against away, as fitted by the R package BradleyTerry2 (Turner and Firth, 2012, section
/// 3.3): strengths relative to Baltimore and their standard errors, and the advantage at home. It has no prior for that advantage, which
/// ours draws to zero by 1%.
#[test]
fn strengths_agree_with_a_published_example() {
    let games = "Milwaukee Detroit 4 3 Toronto 4 2 NewYork 4 3 Boston 6 1 Cleveland 4 2 Baltimore 6 0\n\
                 Detroit Milwaukee 3 3 Toronto 4 2 NewYork 4 3 Boston 6 0 Cleveland 6 1 Baltimore 4 3\n\
                 Toronto Milwaukee 2 5 Detroit 4 3 NewYork 2 4 Boston 4 3 Cleveland 4 2 Baltimore 6 0\n\
                 NewYork Milwaukee 3 3 Detroit 5 1 Toronto 2 5 Boston 4 3 Cleveland 4 2 Baltimore 6 1\n\
                 Boston Milwaukee 5 1 Detroit 2 5 Toronto 3 3 NewYork 4 2 Cleveland 5 2 Baltimore 6 0\n\
                 Cleveland Milwaukee 2 5 Detroit 3 3 Toronto 3 4 NewYork 4 3 Boston 4 2 Baltimore 2 4\n\
                 Baltimore Milwaukee 2 5 Detroit 1 5 Toronto 1 6 NewYork 2 4 Boston 1 6 Cleveland 3 4";
    let mut pairings = Vec::new();
    for line in games.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        for away in words[1..].chunks(3) {
            pairings.push((words[0], away[0], [away[1].parse().unwrap(), 0, away[2].parse().unwrap()]));
        }
    }
    let list = list(&pairings, &on("Baltimore"));
    let published = [
        ("Milwaukee", 1.6196, 0.3474),
        ("Detroit", 1.4754, 0.3446),
        ("Toronto", 1.3271, 0.3403),
        ("NewYork", 1.2813, 0.3404),
        ("Boston", 1.1438, 0.3378),
        ("Cleveland", 0.7047, 0.3350),
        ("Baltimore", 0.0, 0.0),
    ];
    for (player, (name, strength, error)) in list.rated.iter().zip(published) {
        assert_eq!(player.name, name);
        near(player.elo.value / ELO, strength, 0.001, name);
        near(deviation(&player.elo) / ELO, error, 0.0003, name);
    }
    let home = list.first_move.unwrap();
    near(home.value / ELO, 0.3023 * 0.987, 0.0003, "at home");
    near(deviation(&home) / ELO, 0.1309, 0.001, "at home");
}

/// Computed with scipy: the same likelihood maximized by BFGS, its curvature by finite differences.
#[test]
fn draws_and_deviations_agree_with_another_program() {
    let pairings = [
        ("a", "b", [5, 3, 2]),
        ("b", "a", [4, 2, 4]),
        ("b", "c", [6, 1, 3]),
        ("c", "b", [3, 3, 4]),
        ("c", "d", [7, 2, 1]),
        ("d", "c", [2, 2, 6]),
        ("a", "d", [8, 1, 1]),
        ("d", "a", [0, 2, 8]),
        ("a", "c", [4, 4, 2]),
    ];
    let by_mean = list(&pairings, &Settings::default());
    let expected = [("a", 156.04, 52.655), ("b", 99.162, 53.63), ("c", 18.055, 48.526), ("d", -273.257, 68.925)];
    for (player, (name, value, error)) in by_mean.rated.iter().zip(expected) {
        assert_eq!(player.name, name);
        near(player.elo.value, value, 0.01, name);
        near(deviation(&player.elo), error, 0.01, name);
    }
    let first_move = by_mean.first_move.unwrap();
    near(first_move.value, 32.554, 0.01, "advantage");
    near(deviation(&first_move), 47.937, 0.01, "advantage");
    near(by_mean.draws.unwrap(), 0.26198, 0.00001, "draws");

    let by_player = list(&pairings, &on("a"));
    for (name, value, error) in [("b", -56.878, 77.351), ("c", -137.985, 84.994), ("d", -429.297, 103.137)] {
        near(elo(&by_player, name).value, value, 0.01, name);
        near(deviation(elo(&by_player, name)), error, 0.01, name);
    }
    let opposition = by_mean.rated[0].opposition;
    near(opposition, (20.0 * 99.162 + 10.0 * 18.055 - 20.0 * 273.257) / 50.0, 0.01, "opposition");
}

/// Numbers between 0 and 1 that repeat.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A game between players that differ by this much.
    pub(super) fn game(&mut self, elo: f64, draw_weight: f64) -> Outcome {
        let odds = 10f64.powf(elo / 800.0);
        let mut rest = self.next() * (odds + draw_weight + 1.0 / odds);
        for (outcome, weight) in [(Outcome::First, odds), (Outcome::Draw, draw_weight)] {
            if rest < weight {
                return outcome;
            }
            rest -= weight;
        }
        Outcome::Second
    }
}

const TOURNAMENTS: usize = 400;

#[test]
fn intervals_contain_the_truth_as_often_as_they_promise() {
    let strengths = [("a", 250.0), ("b", 120.0), ("c", 40.0), ("d", -60.0), ("e", -130.0), ("f", -220.0)];
    let (advantage, draw_weight) = (30.0, 0.8);
    let mut random = Random(2026);
    let (mut inside, mut all, mut advantages) = (0, 0, 0);
    for _ in 0..TOURNAMENTS {
        let mut results = Results::default();
        for (one, strength) in strengths {
            for (other, against) in strengths.into_iter().filter(|&(other, _)| other != one) {
                for _ in 0..15 {
                    results.add(one, other, random.game(strength - against + advantage, draw_weight));
                }
            }
        }
        let list = rate(&results, &Settings::default()).unwrap();
        assert!(list.unrated.is_empty());
        for (name, strength) in strengths {
            let found = elo(&list, name);
            all += 1;
            inside += usize::from((found.low..=found.high).contains(&strength));
        }
        let found = list.first_move.unwrap();
        advantages += usize::from((found.low..=found.high).contains(&advantage));
    }
    near(inside as f64 / all as f64, 0.95, 0.012, "ratings");
    near(advantages as f64 / TOURNAMENTS as f64, 0.95, 0.025, "advantage");
}

#[test]
fn players_are_rated_as_far_as_their_results_bound_them() {
    let check = |pairings: &[(&str, &str, [u64; 3])], rated: &[&str], open: &[(&str, Open)], unrated: &[(&str, Reason)]| {
        let list = list(pairings, &Settings::default());
        let names = |is_open: bool| {
            let some = list.rated.iter().filter(|player| player.open.is_some() == is_open);
            let mut names: Vec<&Rated> = some.collect();
            names.sort_by_key(|player| &player.name);
            names
        };
        assert_eq!(names(false).iter().map(|player| player.name.as_str()).collect::<Vec<_>>(), rated);
        assert_eq!(names(true).iter().map(|player| (player.name.as_str(), player.open.unwrap())).collect::<Vec<_>>(), open);
        assert_eq!(list.unrated.iter().map(|player| (player.name.as_str(), player.reason)).collect::<Vec<_>>(), unrated);
        for player in &list.rated {
            let (above, below) = (player.open.is_some_and(Open::is_above), player.open.is_some_and(|open| !open.is_above()));
            let Interval { value, low, high } = player.elo;
            assert!(value.is_finite() && low < value && value < high, "{player:?}");
            assert_eq!((low.is_finite(), high.is_finite()), (!below, !above), "{player:?}");
        }
        // With a prior everybody is rated, with finite numbers.
        let settings = Settings { prior: Some(300.0), ..Settings::default() };
        let all = super::tests::list(pairings, &settings);
        assert_eq!((all.rated.len(), all.unrated.len()), (rated.len() + open.len() + unrated.len(), 0));
        let finite = |interval: &Interval| interval.low.is_finite() && interval.high.is_finite();
        assert!(all.rated.iter().all(|player| finite(&player.elo) && player.elo.low < player.elo.high && player.open.is_none()));
    };
    check(&[], &[], &[], &[]);
    check(&[("a", "b", [1, 0, 1])], &["a", "b"], &[], &[]);
    check(&[("a", "b", [3, 0, 0])], &[], &[], &[("a", Reason::WonAll), ("b", Reason::LostAll)]);
    check(&[("a", "b", [0, 3, 0])], &[], &[], &[("a", Reason::NothingDecided), ("b", Reason::NothingDecided)]);
    let two = ("a", "b", [2, 0, 1]);
    check(&[two, ("c", "a", [4, 0, 0])], &["a", "b"], &[("c", Open::WonAll)], &[]);
    check(&[two, ("c", "a", [0, 0, 4])], &["a", "b"], &[("c", Open::LostAll)], &[]);
    check(&[two, ("c", "a", [0, 1, 4])], &["a", "b", "c"], &[], &[]);
    let pair = ("c", "d", [1, 0, 1]);
    check(&[two, two, pair], &["a", "b"], &[], &[("c", Reason::NotConnected), ("d", Reason::NotConnected)]);
    check(&[two, two, pair, ("d", "a", [2, 0, 0])], &["a", "b"], &[("c", Open::Above), ("d", Open::Above)], &[]);
    check(&[two, two, pair, ("a", "d", [2, 0, 0])], &["a", "b"], &[("c", Open::Below), ("d", Open::Below)], &[]);
    // One above the other, and one who lost to the upper one: compared with nobody else, it may be anywhere.
    let chain = [two, ("c", "a", [4, 0, 0]), ("d", "c", [2, 0, 0]), ("d", "e", [3, 0, 0])];
    check(&chain, &["a", "b"], &[("c", Open::Above), ("d", Open::WonAll)], &[("e", Reason::LostAll)]);
    // Points taken in a circle connect.
    check(&[("a", "b", [1, 0, 0]), ("b", "c", [1, 0, 0]), ("c", "a", [1, 0, 0])], &["a", "b", "c"], &[], &[]);

    let mut alone = Results::default();
    alone.player("a");
    assert_eq!(rate(&alone, &Settings::default()).unwrap().unrated[0].reason, Reason::NoGames);
    alone.add("a", "a", Outcome::First);
    assert_eq!(alone.games(), 0);
}

#[test]
fn half_a_win_and_half_a_loss_rate_those_who_are_bounded_from_one_side() {
    // Colors are even everywhere, so moving first is worth nothing, and every link stands alone: with W wins and L losses it has the
    // difference ln(W / L) and the variance 1 / W + 1 / L.
    let games = [
        ("a", "b", [4, 0, 4]),
        ("b", "a", [4, 0, 4]),
        ("c", "a", [3, 0, 0]),
        ("a", "c", [0, 0, 3]),
        ("d", "c", [1, 0, 0]),
        ("c", "d", [0, 0, 1]),
        ("e", "b", [0, 0, 5]),
        ("b", "e", [5, 0, 0]),
    ];
    let list = list(&games, &Settings::default());
    let order: Vec<(&str, Option<Open>)> = list.rated.iter().map(|player| (player.name.as_str(), player.open)).collect();
    let open = [("d", Some(Open::WonAll)), ("c", Some(Open::Above)), ("a", None), ("b", None), ("e", Some(Open::LostAll))];
    assert_eq!((order, list.games), (open.to_vec(), 34));
    // Those who are bounded from both sides are rated as if the others had not played.
    for name in ["a", "b"] {
        near(elo(&list, name).value, 0.0, 1e-6, name);
        near(deviation(elo(&list, name)), ELO * (1.0 / 8.0 + 1.0 / 8.0_f64).sqrt() / 2.0, 1e-6, name);
    }
    // The mean of a and b is as far from each as half their difference.
    let middle = (1.0 / 8.0 + 1.0 / 8.0) / 4.0;
    let link = |won: f64, half: f64| ((won + half) / half, 1.0 / (won + half) + 1.0 / half);
    // The halves of c are spread over six games against a and two against d, which has halves of its own.
    let ((c, c_variance), (d, d_variance)) = (link(6.0, 0.5 * 6.0 / 8.0), link(2.0, 0.5 * 2.0 / 8.0 + 0.5));
    let (e, e_variance) = link(10.0, 0.5);
    for (name, odds, variance) in [("c", c, c_variance), ("d", c * d, c_variance + d_variance), ("e", 1.0 / e, e_variance)] {
        let (found, reach) = (elo(&list, name), DEVIATIONS * ELO * (variance + middle).sqrt());
        near(found.value, 400.0 * odds.log10(), 1e-6, name);
        let (end, expected) = if name == "e" { (found.high, found.value + reach) } else { (found.low, found.value - reach) };
        near(end, expected, 1e-6, name);
    }
    // All games against rated players are shown.
    let c = list.rated.iter().find(|player| player.name == "c").unwrap();
    assert_eq!(c.tally, Tally { won: 6, drawn: 0, lost: 2 });
    near(c.opposition, 2.0 * elo(&list, "d").value / 8.0, 1e-6, "opposition");
}

/// How often an interval contains the truth, for players who are far apart and have few games.
#[test]
fn intervals_with_one_end_contain_the_truth_as_well() {
    let names = ["a", "b", "c", "d", "e", "f"];
    let strength = |name: &str| -350.0 * names.iter().position(|known| *known == name).unwrap() as f64;
    let mut random = Random(18);
    let (mut inside, mut all) = ([0_u32; 2], [0_u32; 2]);
    for tournament in 0..TOURNAMENTS {
        let mut results = Results::default();
        for pair in names.windows(2) {
            for _ in 0..2 + tournament % 6 {
                results.add(pair[0], pair[1], random.game(350.0, 0.1));
                results.add(pair[1], pair[0], random.game(-350.0, 0.1));
            }
        }
        let list = rate(&results, &Settings::default()).unwrap();
        let bounded: Vec<&Rated> = list.rated.iter().filter(|player| player.open.is_none()).collect();
        let mean = bounded.iter().map(|player| strength(&player.name)).sum::<f64>() / bounded.len() as f64;
        for player in &list.rated {
            let kind = usize::from(player.open.is_some());
            all[kind] += 1;
            inside[kind] += u32::from((player.elo.low..=player.elo.high).contains(&(strength(&player.name) - mean)));
        }
    }
    let share = |kind: usize| f64::from(inside[kind]) / f64::from(all[kind]);
    assert!(all[1] > 500 && share(1) >= 0.95, "one end: {inside:?} of {all:?}");
    assert!(all[0] > 500 && share(0) >= 0.93, "two ends: {inside:?} of {all:?}");
}

#[test]
fn a_prior_draws_strengths_to_the_mean() {
    let pairings = [("a", "b", [9, 0, 1]), ("b", "a", [1, 0, 9])];
    let free = list(&pairings, &Settings::default());
    let held = list(&pairings, &Settings { prior: Some(100.0), ..Settings::default() });
    assert!(elo(&held, "a").value < elo(&free, "a").value && elo(&held, "a").value > 50.0);
    assert!(deviation(elo(&held, "a")) < deviation(elo(&free, "a")));
    // Without games only the prior is left: around the mean of two, its deviation divided by the root of two.
    let mut nothing = Results::default();
    nothing.player("a");
    nothing.player("b");
    let list = rate(&nothing, &Settings { prior: Some(100.0), ..Settings::default() }).unwrap();
    near(deviation(elo(&list, "a")), 100.0 / 2f64.sqrt(), 1e-6, "prior");
    near(elo(&list, "a").value, 0.0, 1e-9, "prior");
}

#[test]
fn the_order_of_games_does_not_matter() {
    let mut pairings = vec![("x", "m", [5, 1, 2]), ("m", "b", [3, 3, 1]), ("b", "x", [2, 2, 6]), ("a", "x", [1, 1, 3])];
    let one = list(&pairings, &Settings::default());
    pairings.reverse();
    assert_eq!(list(&pairings, &Settings::default()), one);
}

#[test]
fn an_anchor_must_be_rated() {
    let results = results(&[("a", "b", [2, 0, 1]), ("c", "a", [4, 0, 0])]);
    assert_eq!(rate(&results, &on("z")), Err(Error::UnknownAnchor("z".to_owned())));
    assert_eq!(rate(&results, &on("c")), Err(Error::OpenAnchor("c".to_owned(), Open::WonAll)));
    let results = super::tests::results(&[("a", "b", [2, 0, 1]), ("c", "d", [4, 0, 0])]);
    assert_eq!(rate(&results, &on("c")), Err(Error::UnratedAnchor("c".to_owned(), Reason::WonAll)));
}
