use proptest::prelude::*;
use proptest::test_runner::TestRng;

use super::*;

/// The heaviest perfect matching by trying all of them.
fn heaviest(matcher: &Matcher<2>, vertices: &[usize]) -> Option<Wide<2>> {
    let Some((&first, rest)) = vertices.split_first() else { return Some(Wide::ZERO) };
    let mates = rest.iter().filter(|&&mate| matcher.connected(first, mate));
    let totals = mates.filter_map(|&mate| {
        let others: Vec<usize> = rest.iter().copied().filter(|&vertex| vertex != mate).collect();
        Some(matcher.weight(first, mate) + heaviest(matcher, &others)?)
    });
    totals.max()
}

/// The heaviest perfect matching, if no matching is known before.
fn from_scratch(matcher: &Matcher<2>) -> Option<Wide<2>> {
    let mut fresh = Matcher::new(matcher.size, matcher.weighted);
    fresh.vertices.clone_from(&matcher.vertices);
    for &a in &matcher.vertices {
        for &b in matcher.vertices.iter().filter(|&&b| b < a && matcher.connected(a, b)) {
            fresh.connect(a, b, matcher.weight(a, b));
        }
    }
    let is_solved = fresh.solve();
    let weight = |vertex: usize| Some(fresh.mate(vertex)).filter(|&mate| mate > vertex).map(|mate| fresh.weight(vertex, mate));
    is_solved.then(|| fresh.vertices.iter().filter_map(|&vertex| weight(vertex)).fold(Wide::ZERO, |sum, one| sum + one))
}

/// Solves and compares with all matchings, or in a larger graph with a solution from scratch; false if there is no perfect matching.
fn check(matcher: &mut Matcher<2>, is_small: bool) -> bool {
    let best = if is_small { heaviest(matcher, &matcher.vertices.clone()) } else { from_scratch(matcher) };
    assert_eq!(matcher.solve(), best.is_some());
    let Some(best) = best else { return false };
    let mut total = Wide::ZERO;
    for &vertex in &matcher.vertices {
        let mate = matcher.mate(vertex);
        assert_eq!(matcher.mate(mate), vertex);
        assert!(matcher.connected(vertex, mate));
        total += matcher.weight(vertex, mate);
    }
    assert_eq!(total, best.double());
    true
}

/// A random graph, then random changes at one vertex.
fn play(rng: &mut TestRng, pairs: usize, density: f64, heaviest: i64) {
    let size = 2 * pairs;
    let mut matcher = Matcher::new(size, size - rng.random_range(0..2));
    for a in 0..size {
        for b in 0..a {
            if rng.random_bool(density) {
                let weight = if a < matcher.weighted { rng.random_range(-heaviest..=heaviest) } else { 0 };
                matcher.connect(a, b, Wide::shifted(weight, 50));
            }
        }
    }
    if rng.random_bool(0.5) {
        let mut ends = [rng.random_range(0..=size), rng.random_range(0..=size), size];
        ends.sort_unstable();
        matcher.lower_labels(ends);
    }
    while check(&mut matcher, pairs < 6) && !matcher.vertices.is_empty() {
        let vertex = matcher.vertices[rng.random_range(0..matcher.vertices.len())];
        match rng.random_range(0..4) {
            0 => {
                let numbers: Vec<i64> = (0..size).map(|_| rng.random_range(-heaviest..=heaviest)).collect();
                matcher.add_weights(vertex, |other| Wide::shifted(numbers[other], 50));
            }
            1 => {
                let other = matcher.vertices[rng.random_range(0..matcher.vertices.len())];
                matcher.forbid(vertex, |vertex| vertex == other);
            }
            2 => {
                let vertices: Vec<usize> = matcher.vertices.iter().copied().filter(|&vertex| vertex < matcher.weighted).collect();
                matcher.shift(&vertices, |_, _| Wide::shifted(-1, 50), |_| Wide::ZERO);
            }
            _ => matcher.remove_pair(vertex, matcher.mate(vertex)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]
    #[test]
    fn no_matching_is_heavier(pairs in 1_usize..6, density in 0.3..1.0, heaviest in 0_i64..20, mut rng in any::<u64>().prop_perturb(|_, rng| rng)) {
        play(&mut rng, pairs, density, heaviest);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]
    #[test]
    fn changes_of_large_graphs_are_followed(pairs in 6_usize..40, density in 0.3..1.0, heaviest in 0_i64..4, mut rng in any::<u64>().prop_perturb(|_, rng| rng)) {
        play(&mut rng, pairs, density, heaviest);
    }
}
