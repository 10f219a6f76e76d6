//! Pairs Swiss tournaments and prints how long the rounds take: `speed [PLAYERS] [ROUNDS] [TOURNAMENTS]`.
//!
//! The tournaments differ in how many games are drawn, how often the better player wins, and how many players stay away for a round. On Linux it is
//! the time of the processor, so that other programs do not matter.

use std::fs;
use std::time::Instant;

use sumito_tournament::event::Outcome;
use sumito_tournament::{Bye, Entry, Event, Number, Pairing, Player, Side, dutch};

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<usize>().expect("a number"));
    let (players, rounds, tournaments) = (args.next().unwrap_or(1_000), args.next().unwrap_or(9), args.next().unwrap_or(30));
    let mut slowest = (0.0_f64, 0, 0);
    let (mut total, mut count) = (0.0, 0);
    for n in 0..tournaments {
        for (round, seconds) in times(players, rounds, n as u64).into_iter().enumerate() {
            (total, count) = (total + seconds, count + 1);
            if seconds > slowest.0 {
                slowest = (seconds, n, round + 1);
            }
        }
    }
    let (seconds, n, round) = slowest;
    println!(
        "{count} rounds with {players} players: {:.3} s on average, longest {seconds:.3} s (round {round} of tournament {n})",
        total / count as f64
    );
}

/// How long each round of a tournament takes.
fn times(players: usize, rounds: usize, seed: u64) -> Vec<f64> {
    let mut random = Random(seed + 1);
    let (draws, upsets, absent) = (random.below(60), random.below(50), random.below(3));
    // Where nearly all games are drawn, nearly everyone is in one bracket.
    let draws = if seed % 5 == 4 { 80 + draws / 3 } else { draws };
    let players = (1..=players as Number).map(|number| Player { number, ..Player::default() }).collect();
    let mut event = Event { players, rounds: Some(rounds), ..Event::default() };
    let mut times = Vec::new();
    for _ in 0..rounds {
        for player in &mut event.players {
            if random.below(100) < absent {
                player.entries.push(Entry::Bye(if random.below(2) == 0 { Bye::Half } else { Bye::Zero }));
            }
        }
        let (start, used) = (Instant::now(), processor_time());
        let round = dutch::pair(&event).expect("a pairing");
        let used = processor_time().zip(used).map(|(after, before)| after - before);
        times.push(used.unwrap_or_else(|| start.elapsed().as_secs_f64()));
        for &Pairing { first, second } in round.pairings() {
            let Some(second) = second else {
                event.players[usize::from(first) - 1].entries.push(Entry::Bye(Bye::Pairing));
                continue;
            };
            let outcomes = match random.below(100) {
                luck if luck < draws => [Outcome::Draw; 2],
                _ if (first < second) != (random.below(100) < upsets) => [Outcome::Win, Outcome::Loss],
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
    times
}

/// The seconds that this program has run.
fn processor_time() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}
