//! Makes the opening book: `cargo run --release -p sumito-engine --example book -- crates/sumito-engine/book.searches crates/sumito-engine/book.bin`.
//!
//! `book.searches` is a text file with a line for each position that was searched: the position, then moves with their scores. The command adds lines
//! until every layout has its share, and can be interrupted. Then it writes the book, which depends on nothing but these lines.
//!
//! From every position, one side follows the book and the other may play anything. The positions searched next are those that the other side
//! reaches by giving up least, so a reply that costs little is answered first, and a blunder never.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use sumito_engine::book::{Book, BookMove};
use sumito_engine::{Control, Engine, Limits, Options, Score};
use sumito_rules::{Color, Game, Layout, Move, Position, Rules, Symmetry};

/// Positions visited for each search.
const NODES: u64 = 6_000_000;
/// Moves with a score for each position.
const LINES: usize = 5;
/// Moves this far below the best are played as well, in hundredths of a marble, so that opponents see more than one opening.
const MARGIN: i32 = 4;
/// At most this many moves of a position are in the book.
const CHOICES: usize = 3;
/// What each ply costs: early positions are worth more than late ones.
const PLY: i32 = 5;
/// What a reply may cost the opponent to be answered.
const DEAREST: i32 = 60;
/// Scores travel at most this far back toward the start.
const SWEEPS: usize = 40;
/// Searched positions of the layouts that most games are played on, and of each of the others that are balanced.
const SHARES: [(&str, usize); 7] = [
    ("belgian-daisy", 240),
    ("standard", 240),
    ("german-daisy", 60),
    ("swiss-daisy", 40),
    ("dutch-daisy", 40),
    ("the-wall", 8),
    ("face-to-face", 8),
];
const OTHERS: usize = 1;

/// A move that was searched, its score, and the form of the position after it.
struct Reply {
    m: Move,
    score: i32,
    after: String,
}

/// All positions that were searched, by their form as text.
#[derive(Default)]
struct Searches(BTreeMap<String, Vec<Reply>>);

/// For each searched position, the scores of its replies: those of deeper searches where there are some.
type Scores = HashMap<String, Vec<i32>>;

/// The form of a position that stands for all that are the same, without its counters.
fn form(position: &Position) -> Position {
    let both = [*position, position.swap_colors()].into_iter().filter(|position| position.turn() == Color::Black);
    let all = both.flat_map(|position| Symmetry::ALL.map(|symmetry| position.transform(symmetry)));
    all.min_by_key(|position| (position.ours().bits(), position.theirs().bits())).unwrap_or(*position).with_counters(0, 1)
}

impl Searches {
    fn read(text: &str) -> Result<Searches, Box<dyn Error>> {
        let mut searches = Searches::default();
        for line in text.lines() {
            let (place, moves) = line.split_once('\t').ok_or("a line without moves")?;
            let position: Position = place.parse()?;
            let mut found = Vec::new();
            for word in moves.split(' ') {
                let (m, score) = word.split_once('=').ok_or_else(|| format!("'{word}' has no score"))?;
                found.push((position.parse_move(m)?, score.parse()?));
            }
            searches.add(position, found);
        }
        Ok(searches)
    }

    fn add(&mut self, position: Position, found: Vec<(Move, i32)>) {
        let replies = found
            .into_iter()
            .map(|(m, score)| Reply { m, score, after: form(&position.after_unchecked(m)).to_string() })
            .collect();
        self.0.insert(position.to_string(), replies);
    }

    /// Carries the scores of deeper searches back, a ply with each sweep. Positions can lead back to each other, so the number of sweeps is
    /// limited.
    fn scores(&self) -> Scores {
        let own = |replies: &Vec<Reply>| replies.iter().map(|reply| reply.score).collect();
        let mut scores: Scores = self.0.iter().map(|(place, replies)| (place.clone(), own(replies))).collect();
        for _ in 0..SWEEPS {
            let deeper = |reply: &Reply| {
                scores.get(&reply.after).and_then(|scores| scores.iter().max()).map_or(reply.score, |&best| -best)
            };
            let next: Scores =
                self.0.iter().map(|(place, replies)| (place.clone(), replies.iter().map(deeper).collect())).collect();
            if next == scores {
                break;
            }
            scores = next;
        }
        scores
    }

    /// The searched positions of a layout, and those to search next, the most important first.
    fn frontier(&self, layout: &Layout) -> (usize, Vec<Position>) {
        let scores = self.scores();
        let mut next: BTreeMap<String, i32> = BTreeMap::new();
        let mut searched = BTreeSet::new();
        let mut seen = BTreeSet::new();
        // By what the other side gave up, with the form of the position, and whether the side to move follows the book.
        let start = form(&layout.position()).to_string();
        let mut open: BTreeSet<(i32, String, bool)> = [true, false].map(|follows| (0, start.clone(), follows)).into();
        while let Some((cost, place, follows)) = open.pop_first() {
            if !seen.insert((place.clone(), follows)) {
                continue;
            }
            let (Some(replies), Some(scores)) = (self.0.get(&place), scores.get(&place)) else {
                next.entry(place).or_insert(cost);
                continue;
            };
            let best = scores.iter().max().copied().unwrap_or(0);
            for (reply, score) in replies.iter().zip(scores) {
                let loss = best - score;
                if loss <= if follows { MARGIN } else { DEAREST } {
                    open.insert((cost + PLY + if follows { 0 } else { loss }, reply.after.clone(), !follows));
                }
            }
            searched.insert(place);
        }
        let mut next: Vec<(i32, String)> = next.into_iter().map(|(place, cost)| (cost, place)).collect();
        next.sort();
        (searched.len(), next.into_iter().filter_map(|(_, place)| place.parse().ok()).collect())
    }

    fn book(&self) -> Result<Book, Box<dyn Error>> {
        let scores = self.scores();
        let mut moves = Vec::new();
        for (place, replies) in &self.0 {
            let position: Position = place.parse()?;
            let mut replies: Vec<(i32, Move)> =
                replies.iter().zip(&scores[place]).map(|(reply, &score)| (score, reply.m)).collect();
            replies.sort_by_key(|&(score, m)| (-score, m.to_bits()));
            let best = replies.first().map_or(0, |&(score, _)| score);
            for (score, m) in replies.into_iter().take(CHOICES).filter(|(score, _)| best - score <= MARGIN) {
                moves.push((position, BookMove::new(m, Score(score), if best - score <= 1 { 6 } else { 2 })));
            }
        }
        Ok(Book::new(moves))
    }
}

fn search(engine: &mut Engine, position: Position) -> Vec<(Move, i32)> {
    engine.new_game();
    let game = Game::from_position(position, Rules::default());
    let report = engine.search(&game, &Limits::nodes(NODES), &Control::new(), |_| {});
    report.lines.iter().filter_map(|line| Some((*line.pv.first()?, line.score.0))).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let [file, out] = std::env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "expected two files: SEARCHES BOOK")?;
    let mut searches = Searches::read(&fs::read_to_string(&file).unwrap_or_default())?;
    let log = Mutex::new(OpenOptions::new().create(true).append(true).open(&file)?);
    let threads = std::thread::available_parallelism()?.get();
    let options = || Options::default().with_contempt(0).with_lines(LINES).with_hash(64);
    let mut engines: Vec<Engine> = (0..threads).map(|_| Engine::new(options())).collect();

    for layout in Layout::all().iter().filter(|layout| layout.is_balanced()) {
        let share = SHARES.iter().find(|(id, _)| *id == layout.id).map_or(OTHERS, |&(_, share)| share);
        loop {
            let (done, next) = searches.frontier(layout);
            let batch: Vec<Position> = next.into_iter().take(threads.min(share.saturating_sub(done))).collect();
            if batch.is_empty() {
                println!("{}: {done} positions", layout.id);
                break;
            }
            let found: Vec<(Position, Vec<(Move, i32)>)> = std::thread::scope(|scope| {
                let (log, mut running) = (&log, Vec::new());
                for (engine, position) in engines.iter_mut().zip(batch) {
                    running.push(scope.spawn(move || {
                        let found = search(engine, position);
                        let moves: Vec<String> = found.iter().map(|(m, score)| format!("{m}={score}")).collect();
                        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
                        writeln!(log, "{position}\t{}", moves.join(" ")).map(|()| (position, found))
                    }));
                }
                let found = running.into_iter().map(|thread| thread.join().map_err(|_| "a search panicked")?.map_err(Into::into));
                found.collect::<Result<_, Box<dyn Error>>>()
            })?;
            for (position, found) in found {
                searches.add(position, found);
            }
        }
    }

    let book = searches.book()?;
    fs::write(&out, book.to_bytes())?;
    println!("{} positions, {} moves, {} bytes", searches.0.len(), book.len(), book.to_bytes().len());
    Ok(())
}
