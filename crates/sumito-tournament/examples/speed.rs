//! Pairs a Swiss tournament and prints how long each round takes: `speed [PLAYERS] [ROUNDS]`.

use std::time::Instant;

use sumito_tournament::event::Outcome;
use sumito_tournament::{Bye, Entry, Event, Number, Pairing, Player, Side, dutch};

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<usize>().expect("a number"));
    let (players, rounds) = (args.next().unwrap_or(1_000), args.next().unwrap_or(9));
    let players = (1..=players as Number).map(|number| Player { number, ..Player::default() }).collect();
    let mut event = Event { players, rounds: Some(rounds), ..Event::default() };
    let (mut seed, mut longest) = (1_u64, 0.0_f64);
    for _ in 0..rounds {
        let start = Instant::now();
        let round = dutch::pair(&event).expect("a pairing");
        let seconds = start.elapsed().as_secs_f64();
        longest = longest.max(seconds);
        println!("round {}: {} pairs in {seconds:.3} s", round.number, round.pairings().len());
        for &Pairing { first, second } in round.pairings() {
            let Some(second) = second else {
                event.players[usize::from(first) - 1].entries.push(Entry::Bye(Bye::Pairing));
                continue;
            };
            // Better players win more often, and a third of the games are draws.
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let luck = (seed >> 33) % 3_000;
            let outcomes = match luck {
                0..1_000 => [Outcome::Draw; 2],
                _ if (luck - 1_000) / 2 + u64::from(second) > 500 + u64::from(first) => [Outcome::Win, Outcome::Loss],
                _ => [Outcome::Loss, Outcome::Win],
            };
            for (player, opponent, side, outcome) in
                [(first, second, Side::First, outcomes[0]), (second, first, Side::Second, outcomes[1])]
            {
                event.players[usize::from(player) - 1].entries.push(Entry::Game {
                    opponent,
                    side: Some(side),
                    outcome,
                    rated: true,
                });
            }
        }
    }
    println!("longest: {longest:.3} s");
}
