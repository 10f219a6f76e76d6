use proptest::prelude::*;

use super::*;
use crate::event::{Bye, Player};
use crate::trf;

fn new_event(players: usize, rounds: usize) -> Event {
    let players = (1..=players as Number).map(|number| Player { number, ..Player::default() }).collect();
    Event { players, rounds: Some(rounds), ..Event::default() }
}

/// Enters a round; the numbers decide the results.
fn play(event: &mut Event, round: &Round, results: &mut impl Iterator<Item = u8>) {
    for &Pairing { first, second } in round.pairings() {
        let Some(second) = second else {
            event.players[usize::from(first) - 1].entries.push(Entry::Bye(Bye::Pairing));
            continue;
        };
        let outcomes = match results.next() {
            Some(0) => [Outcome::Draw; 2],
            Some(1) => [Outcome::ForfeitWin, Outcome::ForfeitLoss],
            Some(2..=5) => [Outcome::Win, Outcome::Loss],
            _ => [Outcome::Loss, Outcome::Win],
        };
        for (player, opponent, side, outcome) in
            [(first, second, Side::First, outcomes[0]), (second, first, Side::Second, outcomes[1])]
        {
            event.players[usize::from(player) - 1].entries.push(Entry::Game { opponent, side: Some(side), outcome, rated: true });
        }
    }
}

fn printed(round: &Round) -> String {
    round.pairings().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_first_round_pairs_the_upper_half_with_the_lower_half() {
    let mut event = new_event(6, 3);
    assert_eq!(printed(&pair(&event).expect("a pairing")), "1 4, 5 2, 3 6");
    event.first_side = Some(Side::Second);
    assert_eq!(printed(&pair(&event).expect("a pairing")), "4 1, 2 5, 6 3");
    assert_eq!(printed(&pair(&new_event(5, 3)).expect("a pairing")), "1 3, 4 2, 5 0");
}

#[test]
fn absent_players_are_not_paired() {
    let mut event = new_event(5, 3);
    event.players[1].entries.push(Entry::Bye(Bye::Half));
    assert_eq!(printed(&pair(&event).expect("a pairing")), "1 4, 5 3");
    event.absent.push((0, 4));
    assert_eq!(printed(&pair(&event).expect("a pairing")), "1 3, 5 0");
}

#[test]
fn what_cannot_be_paired_is_said() {
    let check = |event: &Event, expected: &str| assert_eq!(pair(event).expect_err(expected).to_string(), expected);
    check(&new_event(0, 3), "nobody is there to be paired; at least two players are needed");
    check(&new_event(1, 3), "only one player is there to be paired; at least two are needed");
    check(&Event { rounds: None, ..new_event(4, 3) }, "the number of rounds is missing: add a line such as 'XXR 5'");
    let mut event = new_event(2, 1);
    let round = pair(&event).expect("a pairing");
    play(&mut event, &round, &mut std::iter::repeat(2));
    check(&event, "all 1 rounds have been paired");
    let pending = "001    1      One                                                                0.0          2 w\n001    2      Two                                                                0.0          1 b\nXXR 2\n";
    let event = trf::read(pending).expect("a game without result");
    check(&event, "round 1 is not finished: the game of players 1 and 2 has no result");
    let mut event = new_event(2, 3);
    event.forbidden.push(crate::event::Forbidden { players: vec![1, 2], rounds: Some((0, 1)) });
    check(&event, "too many pairs are forbidden: no pairing is possible");
}

#[test]
fn the_fewest_pairings_are_repeated_if_there_is_no_other_way() {
    let mut event = new_event(4, 5);
    for _ in 0..3 {
        let round = pair(&event).expect("a pairing");
        assert!(!round.is_relaxed());
        play(&mut event, &round, &mut std::iter::repeat(2));
    }
    // Everyone has met everyone.
    let round = pair(&event).expect("a pairing");
    assert!(round.is_relaxed());
    assert_eq!((round.pairings().len(), round.repeated().len()), (2, 2));
    // A fifth player who comes late meets someone new, and one pair is repeated.
    event.players.push(Player { number: 5, ..Player::default() });
    let round = pair(&event).expect("a pairing");
    assert_eq!((round.pairings().len(), round.repeated().len()), (3, 1), "{}", printed(&round));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
    #[test]
    fn nobody_meets_twice_or_has_two_byes_or_one_color_too_often(players in 2_usize..40, rounds in 1_usize..9, results in prop::collection::vec(0_u8..10, 200)) {
        let mut event = new_event(players, rounds);
        let mut results = results.into_iter().cycle();
        for n in 0..rounds {
            let round = pair(&event).expect("a pairing");
            prop_assert_eq!(round.number, n + 1);
            let mut seen: Vec<Number> = round.pairings().iter().flat_map(|pairing| [Some(pairing.first), pairing.second]).flatten().collect();
            seen.sort_unstable();
            prop_assert_eq!(seen, (1..=players as Number).collect::<Vec<_>>());
            if round.is_relaxed() {
                break;
            }
            // In the last round, leaders and their opponents may get a color a third time.
            let leads = |number: Number| event.score(usize::from(number) - 1, n) > Score(n as u32 * 10 / 2);
            let may_differ: HashSet<Number> = round.pairings().iter()
                .filter(|pairing| n + 1 == rounds && (leads(pairing.first) || pairing.second.is_some_and(leads)))
                .flat_map(|pairing| [Some(pairing.first), pairing.second]).flatten().collect();
            play(&mut event, &round, &mut results);
            for player in &event.players {
                let games: Vec<(Number, Side, Outcome)> = player.entries.iter().filter_map(Entry::played).collect();
                let opponents: HashSet<Number> = games.iter().map(|(opponent, ..)| *opponent).collect();
                prop_assert_eq!(opponents.len(), games.len());
                prop_assert!(player.entries.iter().filter(|entry| **entry == Entry::Bye(Bye::Pairing)).count() <= 1);
                let first = games.iter().filter(|(_, side, _)| *side == Side::First).count();
                let limit = if may_differ.contains(&player.number) { 3 } else { 2 };
                prop_assert!(first.abs_diff(games.len() - first) <= limit);
            }
        }
    }
}
