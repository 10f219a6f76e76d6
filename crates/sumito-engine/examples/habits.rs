//! Prints how the players of some games move and what they miss:
//!
//! ```text
//! cargo run --release -p sumito-engine --example habits -- FOLDER [GAMES [NODES]]
//! ```
//!
//! All games of the folder's `.apgn` files are counted; of them, GAMES spread evenly (36 unless said otherwise) are analyzed, with NODES
//! positions a move (8,000).

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use sumito_engine::analysis::{Habits, analyze};
use sumito_engine::{Control, Engine, Limits, Options};
use sumito_rules::{Game, record};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let folder = args.next().ok_or("name a folder of games")?;
    let wanted = args.next().map_or(Ok(36), |text| text.parse::<usize>())?;
    let nodes = args.next().map_or(Ok(8_000), |text| text.parse())?;

    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "apgn"));
    files.sort();
    let mut games: Vec<Game> = Vec::new();
    let mut broken = 0;
    for file in files {
        let text = String::from_utf8_lossy(&fs::read(file)?).into_owned();
        for record in record::read(text.lines()) {
            match record.ok().and_then(|record| record.to_game().ok()) {
                Some(game) => games.push(game),
                None => broken += 1,
            }
        }
    }
    let mut habits = Habits::default();
    for game in &games {
        habits.add(game);
    }
    let mut engine = Engine::new(Options::default());
    for game in games.iter().step_by(games.len().div_ceil(wanted.max(1)).max(1)).take(wanted) {
        let analysis = analyze(&mut engine, game, &Limits::nodes(nodes), &Control::new(), |_, _| {});
        habits.judge(&analysis.ok_or("the analysis was stopped")?);
    }
    println!("{} games, {broken} unreadable\n{habits}", games.len());
    Ok(())
}
