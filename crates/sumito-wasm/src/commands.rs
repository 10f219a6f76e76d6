//! Answers commands.

use sumito_engine::bench;
use sumito_engine::book::Book;
use sumito_engine::protocol::{Bounds, Session};
use sumito_rules::{party, perft};

use crate::best::best;
use crate::game::AnyGame;
use crate::judge::judge;
use crate::line::OutputLine;
use crate::refute;
use crate::rules;
use crate::tree;
use crate::words::Words;

/// Answers commands. The engine remembers what it found between commands; the rules keep no state.
///
/// ```
/// use sumito_wasm::Commands;
///
/// let mut lines = Vec::new();
/// Commands::new().command("try a1,b2 east standard", &mut |line| lines.push(line.to_owned()));
/// assert_eq!(lines, ["illegal\tkey=blocked-by-own\tcell=a2\tsays=your own marble on a2 is in the way"]);
/// ```
pub struct Commands {
    engine: Session,
}

/// A command whose answer is there at once: its name, what follows, and the answer.
type Entry = (&'static str, &'static str, fn(Words<'_>) -> Result<Vec<OutputLine>, OutputLine>);

const LIST: [Entry; 18] = [
    ("help", "", help),
    ("layouts", "[party]", rules::layouts),
    ("show", "GAME", rules::show),
    ("moves", "[NOTATION] GAME", rules::moves),
    ("book", "GAME", book),
    ("try", "CELLS DIRECTION GAME", rules::attempt),
    ("play", "[NOTATION] MOVE GAME", rules::play),
    ("replay", "[NOTATION] GAME", rules::replay),
    ("survey", "GAME", rules::survey),
    ("convert", "NOTATION GAME", rules::convert),
    ("read", "FILE", rules::read),
    ("write", "FORMAT [NOTATION] GAME", rules::write),
    ("tree", "NUMBER FILE", tree::tree),
    ("compose", "FORMAT [NOTATION] LINES", tree::compose),
    ("place", "TURN BLACK LOST WHITE LOST", rules::place),
    ("refute", "GOAL MOVES GAME", refute::refute),
    ("perft", "DEPTH GAME", count),
    ("bench", "[DEPTH]", measure),
];

/// The commands whose answers take their time.
const ANALYSE: (&str, &str) = ("analyse", "NODES GAME");
const BEST: (&str, &str) = ("best", "LIMIT SEED GAME");

impl Commands {
    /// With a fresh engine.
    pub fn new() -> Commands {
        // A page has one thread, and shares its memory with others.
        Commands { engine: Session::new(Bounds::new(1, 256, None)) }
    }

    /// Answers a command line by line: `answer` gets the lines of a search as they come.
    pub fn command(&mut self, line: &str, answer: &mut dyn FnMut(&str)) {
        let mut words = Words::new(line);
        let Some(name) = words.next() else { return };
        let slow = match name {
            _ if name == ANALYSE.0 => Some(judge(words, answer)),
            _ if name == BEST.0 => Some(best(words, answer)),
            _ => None,
        };
        if let Some(done) = slow {
            return done.unwrap_or_else(|error| answer(error.text()));
        }
        match LIST.iter().find(|(known, ..)| *known == name).map(|(.., run)| run(words)) {
            Some(Ok(lines)) => lines.iter().for_each(|line| answer(line.text())),
            Some(Err(error)) => answer(error.text()),
            // Everything else is for the engine, whose session has no end here.
            None => _ = self.engine.handle(line, answer),
        }
    }
}

impl Default for Commands {
    fn default() -> Commands {
        Commands::new()
    }
}

fn help(words: Words<'_>) -> Result<Vec<OutputLine>, OutputLine> {
    words.end()?;
    let all = LIST.iter().map(|&(name, arguments, _)| (name, arguments)).chain([ANALYSE, BEST]);
    Ok(all.map(|(name, arguments)| OutputLine::new("command").with("name", name).with("arguments", arguments)).collect())
}

/// The moves of the opening book, the best first.
fn book(words: Words<'_>) -> Result<Vec<OutputLine>, OutputLine> {
    let AnyGame::Two(game) = words.game()? else { return Ok(Vec::new()) };
    let moves = Book::embedded().moves(game.position());
    Ok(moves.iter().map(|entry| OutputLine::new("book").with("text", entry.m).with("score", entry.score.0)).collect())
}

fn count(mut words: Words<'_>) -> Result<Vec<OutputLine>, OutputLine> {
    let depth: u32 = words.parse("a depth", |word| word.parse().ok())?;
    let leaves = match words.game()? {
        AnyGame::Two(game) => perft(game.position(), depth),
        AnyGame::Party(game) => party::perft(game.position(), depth),
    };
    Ok(vec![OutputLine::new("perft").with("depth", depth).with("leaves", leaves)])
}

fn measure(mut words: Words<'_>) -> Result<Vec<OutputLine>, OutputLine> {
    let depth = words.number().unwrap_or(8);
    words.end()?;
    let found = bench::run(depth);
    let line = OutputLine::new("bench").with("depth", depth).with("nodes", found.nodes);
    Ok(vec![line.with("milliseconds", found.time.as_millis())])
}
