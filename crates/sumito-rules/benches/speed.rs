//! How fast the rules are. `cargo xtask bench` runs this as it is meant to be measured.

use std::time::Instant;

use sumito_rules::{Layout, perft};

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("perft") => count_leaves(),
        Some("playouts") => play_random_games(),
        _ => {
            count_leaves();
            play_random_games();
        }
    }
}

/// Bulk-counted move sequences of four plies.
fn count_leaves() {
    let layouts = [&Layout::STANDARD, &Layout::BELGIAN_DAISY, &Layout::GERMAN_DAISY];
    let start = Instant::now();
    let leaves: u64 = layouts.map(|layout| perft(&layout.position(), 4)).iter().sum();
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "perft 4 of three layouts: {leaves} leaves in {seconds:.3} s, {:.0} million a second",
        leaves as f64 / seconds / 1e6
    );
}

/// Whole games of random moves: until one side wins, cannot move, or a position comes for the third time.
fn play_random_games() {
    const GAMES: u64 = 5_000;
    let start = Instant::now();
    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    let (mut plies, mut draws) = (0, 0);
    let mut seen = Vec::new();
    for _ in 0..GAMES {
        let mut position = Layout::BELGIAN_DAISY.position();
        seen.clear();
        loop {
            let moves = position.moves();
            // The high half of a product scales a random number to the moves without a division.
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let n = ((random >> 32) as usize * moves.len()) >> 32;
            let Some(m) = moves.nth(n) else { break };
            if position.play_unchecked(m).ejected() {
                seen.clear();
            }
            plies += 1;
            let hash = position.hash();
            if seen.iter().filter(|&&other| other == hash).count() == 2 {
                draws += 1;
                break;
            }
            seen.push(hash);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "random games: {GAMES} of {plies} plies, {draws} drawn, in {seconds:.3} s, {:.1} million plies a second",
        plies as f64 / seconds / 1e6
    );
}
