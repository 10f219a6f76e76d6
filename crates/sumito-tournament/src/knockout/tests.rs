use proptest::prelude::*;

use super::*;
use crate::event::{Bye, Player, Side};

fn event(players: usize) -> Event {
    let players = (1..=players as Number).map(|number| Player { number, ..Player::default() }).collect();
    Event { players, ..Event::default() }
}

/// Enters a round; the results say what the first player got.
fn play(event: &mut Event, pairings: &[Pairing], results: &[Outcome]) {
    let round = event.rounds_paired();
    for (pairing, &outcome) in pairings.iter().zip(results) {
        let mut enter = |player: Number, entry: Entry| {
            let entries = &mut event.players[usize::from(player) - 1].entries;
            entries.resize(round, Entry::Bye(Bye::Zero));
            entries.push(entry);
        };
        let Some(second) = pairing.second else {
            enter(pairing.first, Entry::Bye(Bye::Pairing));
            continue;
        };
        let other = match outcome {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            Outcome::ForfeitWin => Outcome::ForfeitLoss,
            other => other,
        };
        enter(pairing.first, Entry::Game { opponent: second, side: Some(Side::First), outcome, rated: true });
        enter(second, Entry::Game { opponent: pairing.first, side: Some(Side::Second), outcome: other, rated: true });
    }
}

fn printed(state: &State) -> String {
    match state {
        State::Next(pairings) => pairings.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        State::Over(places) => format!("over: {places:?}"),
    }
}

/// Plays an event; each step is the expected state, and the results that follow.
fn check(players: usize, options: Options, steps: &[(&str, &[Outcome])]) {
    let mut event = event(players);
    for (expected, results) in steps {
        let state = next(&event, options).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(printed(&state), *expected);
        if let State::Next(pairings) = state {
            play(&mut event, &pairings, results);
        }
    }
}

use Outcome::{Draw, ForfeitLoss, Loss, Win};

#[test]
fn the_best_seeds_have_byes_and_meet_last() {
    let options = Options::default();
    check(2, options, &[("1 2", &[Loss]), ("over: [2, 1]", &[])]);
    check(3, options, &[("2 3, 1 0", &[Win, Win]), ("1 2", &[Win]), ("over: [1, 2]", &[])]);
    check(8, options, &[("1 8, 4 5, 2 7, 3 6", &[Win; 4]), ("1 4, 2 3", &[Win; 2]), ("1 2", &[Win]), ("over: [1, 2]", &[])]);
    check(
        6,
        options,
        &[("4 5, 3 6, 1 0, 2 0", &[Loss, Win, Win, Win]), ("1 5, 2 3", &[Loss, Win]), ("2 5", &[Win]), ("over: [2, 5]", &[])],
    );
}

#[test]
fn the_losers_of_the_semifinals_play_for_the_third_place() {
    let options = Options { games: 1, third_place: true };
    check(4, options, &[("1 4, 2 3", &[Win, Win]), ("1 2, 3 4", &[Win, Loss]), ("over: [1, 2, 4]", &[])]);
    // There is nobody to play against if a finalist had a bye.
    check(3, options, &[("2 3, 1 0", &[Win, Win]), ("1 2", &[Win]), ("over: [1, 2]", &[])]);
}

#[test]
fn a_match_takes_as_many_games_as_it_needs() {
    let three = Options { games: 3, third_place: false };
    check(2, three, &[("1 2", &[Win]), ("2 1", &[Loss]), ("over: [1, 2]", &[])]);
    check(2, three, &[("1 2", &[Draw]), ("2 1", &[Draw]), ("1 2", &[Loss]), ("over: [2, 1]", &[])]);
    // A lead that can be caught up does not decide, and a tie takes further games.
    let two = Options { games: 2, third_place: false };
    check(2, two, &[("1 2", &[Win]), ("2 1", &[Win]), ("1 2", &[Draw]), ("2 1", &[Loss]), ("over: [1, 2]", &[])]);
    // One match is over earlier than the other.
    check(4, two, &[("1 4, 2 3", &[Win, Win]), ("4 1, 3 2", &[Loss, Win]), ("2 3", &[Loss]), ("1 3", &[Win])]);
}

#[test]
fn the_better_seed_goes_on_if_both_forfeit() {
    check(2, Options::default(), &[("1 2", &[ForfeitLoss]), ("over: [1, 2]", &[])]);
}

#[test]
fn entries_outside_of_the_bracket_are_refused() {
    let mut event = event(4);
    play(&mut event, &[Pairing { first: 1, second: Some(2) }, Pairing { first: 3, second: Some(4) }], &[Win, Win]);
    let error = next(&event, Options::default()).expect_err("1 meets 4");
    assert_eq!(error.to_string(), "players 1 and 4 should meet in round 1, but their entries do not say so");
}

proptest! {
    #[test]
    fn everyone_but_the_winner_loses_one_match(players in 2_usize..70, games in 1_usize..4, third_place: bool, results in prop::collection::vec(0_u8..4, 1000)) {
        let (mut event, options) = (event(players), Options { games, third_place });
        let mut results = results.into_iter().cycle().map(|n| [Win, Draw, Loss, Win][usize::from(n)]);
        let mut rounds = 0;
        let places = loop {
            match next(&event, options).expect("the entries fit") {
                State::Over(places) => break places,
                State::Next(pairings) => {
                    let mut seen: Vec<Number> = pairings.iter().flat_map(|pairing| [Some(pairing.first), pairing.second]).flatten().collect();
                    let count = seen.len();
                    seen.sort_unstable();
                    seen.dedup();
                    prop_assert_eq!(seen.len(), count, "a player plays twice");
                    let outcomes: Vec<Outcome> = pairings.iter().map(|_| if rounds > 500 { Win } else { results.next().unwrap_or(Win) }).collect();
                    play(&mut event, &pairings, &outcomes);
                    rounds += 1;
                }
            }
        };
        prop_assert_eq!(places.len(), if third_place && players > 3 { 3 } else { 2 });
    }
}
