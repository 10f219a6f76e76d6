//! Reads game files in any known format from standard input, and prints who won how: `cargo run --example read_games < games.txt`.

use std::io::{self, BufRead};

use sumito_rules::record::{self, Reader};

fn main() -> io::Result<()> {
    let mut reader = Reader::new();
    for line in io::stdin().lock().lines() {
        reader.push_line(&line?).into_iter().for_each(print);
    }
    reader.finish().into_iter().for_each(print);
    Ok(())
}

fn print(record: Result<record::Record, record::Error>) {
    match record.map(|record| record.to_game()) {
        Err(error) => println!("cannot be read: {error}"),
        Ok(Err(error)) => println!("does not follow its own rules: {error}"),
        Ok(Ok(game)) => match game.outcome() {
            Some(outcome) => println!("{} plies, {outcome}", game.ply()),
            None => println!("{} plies, not finished", game.ply()),
        },
    }
}
