//! How fast the rules are. `cargo xtask bench` runs this as it is meant to be measured.

use std::time::Instant;

use sumito_rules::{Game, Layout, Rules, perft};

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("perft") => count_leaves(),
        Some("playouts") => play_random_games(5_000),
        // For tools that count instructions, and take their time.
        Some("few-playouts") => play_random_games(200),
        _ => {
            count_leaves();
            play_random_games(5_000);
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

/// Whole games of random moves, with everything that ends a game: six ejections, no move, a position for the third time.
fn play_random_games(games: usize) {
    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut plies = 0;
    let start = Instant::now();
    for _ in 0..games {
        let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::STANDARD);
        game.play_out(|moves| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            // The high half of a product scales the number to the moves without a division.
            ((random >> 32) as usize * moves) >> 32
        });
        plies += game.ply();
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{games} random games: {plies} plies in {seconds:.3} s, {:.1} million a second", plies as f64 / seconds / 1e6);
}
