use crate::rating_list::tests::{Random, results as played};
use crate::rating_list::{Anchor, Outcome, Results, Settings, next_pair, next_pair_by, rate};

#[test]
fn the_next_pair_is_the_one_that_teaches_most() {
    let all = [(0, 1), (0, 2), (1, 2)];
    // Nobody has played: the first pair; then, as long as that is being played, one with the player left out.
    let mut results = Results::default();
    for name in ["a", "b", "c"] {
        results.player(name);
    }
    assert_eq!(next_pair(&results, &[], &all), Some((0, 1)));
    assert_eq!(next_pair(&results, &[(0, 1)], &all), Some((0, 2)));
    assert_eq!(next_pair(&results, &[], &[]), None);
    // Least is known of whoever has played least, and the closer of two opponents shows more.
    for (one, other, outcome) in [("a", "b", Outcome::First), ("b", "a", Outcome::First)] {
        (0..20).for_each(|_| results.add(one, other, outcome));
    }
    (0..4).for_each(|_| results.add("a", "b", Outcome::First));
    results.add("c", "b", Outcome::Draw);
    results.add("c", "b", Outcome::Draw);
    assert_eq!(next_pair(&results, &[], &all), Some((0, 2)));
    // Equals with the same games: who meets a much weaker player learns little, so the two strong ones meet.
    let results = played(&[
        ("a", "c", [40, 0, 1]),
        ("c", "a", [1, 0, 40]),
        ("b", "c", [40, 0, 1]),
        ("c", "b", [1, 0, 40]),
        ("d", "c", [0, 4, 0]),
    ]);
    assert_eq!(next_pair(&results, &[], &[(0, 1), (0, 2), (1, 2)]), Some((0, 2)));
    // With few games, the last one is the least known, and learns most from an equal.
    assert_eq!(next_pair(&results, &[], &[(0, 2), (0, 3), (1, 3)]), Some((1, 3)));
}

#[test]
fn a_pair_that_is_worth_less_has_to_teach_more() {
    let mut results = Results::default();
    for name in ["a", "b", "c"] {
        results.player(name);
    }
    let all = [(0, 1), (0, 2), (1, 2)];
    let choice = |results: &Results| next_pair_by(results, &[], &all, |pair| if pair == (0, 1) { 1.0 } else { 0.5 });
    assert_eq!(choice(&results), Some((0, 1)));
    // Two who have met often learn little from each other.
    results.add_many("a", "b", Outcome::First, 20);
    results.add_many("b", "a", Outcome::First, 20);
    assert_eq!((choice(&results), results.games()), (Some((0, 2)), 40));
}

/// Ten players like our levels: the strongest are far apart, and seldom lose to those below them.
#[test]
fn players_who_are_far_apart_are_connected_soon() {
    const STEPS: [f64; 9] = [700.0, 700.0, 600.0, 300.0, 400.0, 250.0, 400.0, 300.0, 350.0];
    let all: Vec<(usize, usize)> = (0..=STEPS.len()).flat_map(|n| (n + 1..=STEPS.len()).map(move |other| (n, other))).collect();
    let mut complete = 0;
    for seed in 1..=20 {
        let mut random = Random(seed);
        let mut places: Vec<usize> = (0..=STEPS.len()).collect();
        for n in (1..places.len()).rev() {
            places.swap(n, (random.next() * (n + 1) as f64) as usize);
        }
        let name = |player: usize| places[player].to_string();
        let strength = |player: usize| -STEPS[..places[player]].iter().sum::<f64>();
        let mut results = Results::default();
        (0..places.len()).for_each(|player| _ = results.player(&name(player)));
        while results.games() < 400 {
            let (one, other) = next_pair(&results, &[], &all).unwrap();
            let ahead = strength(one) - strength(other);
            results.add(&name(one), &name(other), random.game(ahead, 0.1));
            results.add(&name(other), &name(one), random.game(-ahead, 0.1));
        }
        let list = rate(&results, &Settings { anchor: Anchor::Mean(0.0), prior: None }).unwrap();
        let bounded = list.rated.iter().filter(|player| player.open.is_none()).count();
        complete += u32::from(bounded == places.len() && list.rated.is_sorted_by(|higher, lower| higher.name < lower.name));
    }
    // By the summed variance of all ratings it would be 11.
    assert!(complete >= 16, "{complete} of 20");
}
