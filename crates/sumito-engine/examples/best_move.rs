//! Searches a position for a second and prints the best line: `cargo run --release --example best_move -- "ww1bb/... b"`.

use std::error::Error;
use std::time::Duration;

use sumito_engine::{Control, Engine, Limits, Options};
use sumito_rules::notation::position_or_layout;
use sumito_rules::{Game, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or("belgian daisy".into());
    let game = Game::from_position(position_or_layout(&text)?, Rules::default());
    let limits = Limits::move_time(Duration::from_secs(1));
    let report = Engine::new(Options::default()).search(&game, &limits, &Control::new(), |info| {
        let line: Vec<String> = info.pv.iter().map(ToString::to_string).collect();
        println!("depth {}, {} nodes, {:?}: {}", info.depth, info.nodes, info.score.kind(), line.join(" "));
    });
    match report.best {
        Some(best) => println!("best move: {best}"),
        None => println!("there is no legal move"),
    }
    Ok(())
}
