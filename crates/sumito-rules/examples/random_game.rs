//! Plays a random game, then prints its last position and its record: `cargo run --example random_game -- 42`.

use sumito_rules::diagram::{Diagram, TextStyle};
use sumito_rules::notation::MoveNotation;
use sumito_rules::record::{Format, Record};
use sumito_rules::{Game, Layout, Rules};

fn main() {
    let mut seed: u64 = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::default().with_quiet_limit(Some(100)));
    let outcome = game.play_out(|moves| {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (seed >> 33) as usize % moves
    });
    println!("{}", Diagram::of(game.position()).text(TextStyle::PLAIN));
    println!("{outcome}\n\n{}", Record::from(&game).format(Format::Apgn(MoveNotation::AbaPro)));
}
