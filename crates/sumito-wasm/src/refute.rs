//! `refute`: what the other side does about the last move of a game that was to reach a goal.

use sumito_engine::Control;
use sumito_engine::solve::{Goal, Solver, Task};

use crate::line::OutputLine;
use crate::words::Words;

/// A page waits for the answer: no more positions than this are visited, and no more memory is used than this, in mebibytes.
const LIMIT: u64 = 20_000_000;
const MEMORY: usize = 8;

/// The goal is counted from the start of the game; the attacking side has a limited number of moves to reach it.
pub(crate) fn refute(mut words: Words<'_>) -> Result<Vec<OutputLine>, OutputLine> {
    let goal: Goal = words.parse("marble, game, save or survive", |word| word.parse().ok())?;
    let moves: u8 = words.parse("a number of moves", |word| word.parse().ok())?;
    let game = words.game()?.for_two()?;
    let task = Task { position: *game.start(), goal, moves };
    let found = Solver::new(MEMORY).refutation(&task, game.moves(), LIMIT, &Control::new());
    Ok(vec![match found {
        None => OutputLine::new("holds"),
        Some(line) => {
            let texts: Vec<String> = line.iter().map(ToString::to_string).collect();
            OutputLine::new("refutation").with("moves", texts.join(" "))
        }
    }])
}
