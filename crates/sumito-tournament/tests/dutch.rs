//! Dutch pairings agree with another program's.

mod cases;

use sumito_tournament::{Pairing, dutch};

/// Pairs all rounds of a file again; how many there were, and how many of them in events with at least a hundred players.
fn check(text: &str) -> (usize, usize) {
    let (mut rounds, mut large) = (0, 0);
    for case in cases::read(text) {
        let mut event = case.event.clone();
        for (n, round) in case.rounds.iter().enumerate() {
            round.enter_byes(&mut event, n);
            let paired = dutch::pair(&event);
            let place = || format!("round {} of {}", n + 1, cases::write(&case));
            match &round.pairings {
                Some(pairings) => {
                    let expected: Vec<Pairing> = pairings.iter().map(|(pairing, _)| *pairing).collect();
                    let paired = paired.unwrap_or_else(|error| panic!("{error}: {}", place()));
                    assert_eq!(paired.pairings(), expected, "{}", place());
                    assert!(!paired.is_relaxed(), "{}", place());
                }
                // The other program gives up where ours breaks a rule.
                None => assert!(paired.is_err() || paired.is_ok_and(|paired| paired.is_relaxed()), "{}", place()),
            }
            round.enter_results(&mut event);
            rounds += 1;
            large += usize::from(event.players.len() >= 100);
        }
    }
    (rounds, large)
}

#[test]
fn pairings_agree_with_another_program() {
    let (rounds, _) = check(include_str!("data/dutch.txt"));
    assert!(rounds >= 5_000, "{rounds} rounds");
}

#[test]
fn pairings_of_large_events_agree_too() {
    let (rounds, large) = check(include_str!("data/dutch-large.txt"));
    assert!(rounds >= 200 && large == rounds, "{rounds} rounds, {large} of them large");
}
