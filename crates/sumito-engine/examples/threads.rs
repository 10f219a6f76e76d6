//! What threads are worth, without playing games: how good the moves are that several settings choose in the same positions.
//!
//! `cargo run --release -p sumito-engine --example threads -- 'nodes=60000' 'nodes=420000' 'threads=7 nodes=420000' --positions 400`
//!
//! The positions come from games of the engine against itself. Every move that a setting chose is judged by a search of its own, much longer than those
//! that chose; what a move loses against the best of those chosen is its regret, in hundredths of a marble. Settings are compared position by
//! position with the first one, so the error is far smaller than that of a match.

use std::error::Error;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sumito_engine::duel::{Clocks, Contestant, Pace, Player};
use sumito_engine::random::Random;
use sumito_engine::{Control, Engine, Limits, Options};
use sumito_rules::{Game, Layout, Move, Rules};

/// Random plies at the start of a game.
const RANDOM: usize = 6;
/// Positions that the engine visits for a move of these games.
const PLAYED: u64 = 1_000;
/// More than this is a blunder, however much more.
const BLUNDER: i32 = 100;
/// The longest game.
const PLIES: usize = 200;

/// What a setting did in a position.
#[derive(Copy, Clone)]
struct Choice {
    m: Move,
    depth: u32,
    time: Duration,
}

/// A game as far as some random ply of it.
fn position(number: u64, player: &mut Engine) -> Option<Game> {
    let layouts = [&Layout::BELGIAN_DAISY, &Layout::STANDARD, &Layout::GERMAN_DAISY];
    let mut random = Random::new(number);
    let mut game = Game::new(layouts[number as usize % layouts.len()], Rules::default());
    let plies = RANDOM + random.below(PLIES - RANDOM);
    player.new_game();
    for ply in 0..plies {
        let m = if ply < RANDOM {
            let moves = game.legal_moves();
            moves.nth(random.below(moves.len()))
        } else {
            player.search(&game, &Limits::nodes(PLAYED), &Control::new(), |_| {}).best
        };
        game.play_unchecked(m?);
        if game.outcome().is_some() {
            return None;
        }
    }
    Some(game)
}

/// What a move is worth, by a long search of the position after it.
fn worth(judge: &mut Engine, game: &Game, m: Move, nodes: u64) -> i32 {
    let mut after = game.clone();
    after.play_unchecked(m);
    judge.new_game();
    match after.outcome() {
        Some(_) => 0,
        None => -judge.search(&after, &Limits::nodes(nodes), &Control::new(), |_| {}).score().0.clamp(-2000, 2000),
    }
}

/// Does something for every number below `count`, on `lanes` threads; each has tools of its own.
fn side_by_side<T>(count: usize, lanes: usize, tools: impl Fn() -> T + Sync, work: impl Fn(usize, &mut T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..lanes {
            scope.spawn(|| {
                let mut tools = tools();
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= count {
                        break;
                    }
                    work(number, &mut tools);
                }
            });
        }
    });
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str, default: u64| -> Result<u64, std::num::ParseIntError> {
        arguments
            .iter()
            .position(|argument| argument == name)
            .and_then(|at| arguments.get(at + 1))
            .map_or(Ok(default), |text| text.parse())
    };
    let (count, seed, judged) = (option("--positions", 100)? as usize, option("--seed", 1)?, option("--judge", 3_000_000)?);
    let texts: Vec<&String> = arguments.iter().take_while(|argument| !argument.starts_with("--")).collect();
    let read = |file: &str| fs::read(file).map_err(|error| format!("{file}: {error}"));
    let settings: Vec<Contestant> =
        texts.iter().map(|text| Contestant::parse(&format!("hash=64 book=false {text}"), read)).collect::<Result<_, _>>()?;
    let (cores, stop) = (std::thread::available_parallelism()?.get(), AtomicBool::new(false));

    let games: Mutex<Vec<Option<Game>>> = Mutex::new(vec![None; count]);
    let tried = AtomicU64::new(0);
    side_by_side(
        count,
        cores,
        || Engine::new(Options::default().with_hash(4)),
        |number, player| {
            let game = std::iter::repeat_with(|| position(seed << 40 | tried.fetch_add(1, Relaxed), player)).flatten().next();
            games.lock().unwrap_or_else(PoisonError::into_inner)[number] = game;
        },
    );
    let games: Vec<Game> = games.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect();

    let mut choices: Vec<Vec<Choice>> = Vec::new();
    for setting in &settings {
        let chosen = Mutex::new(vec![None; games.len()]);
        let threads = setting.options().ok_or("other programs have threads that are not known here")?.threads;
        let lanes = (cores / threads).max(1);
        side_by_side(
            games.len(),
            lanes,
            || Player::new(setting, Pace::Nodes(100_000)),
            |number, player| {
                let begun = player.new_game(Rules::default(), &stop);
                let thought = begun.and_then(|()| player.think(&games[number], &Clocks::default(), Duration::MAX, &stop));
                let choice = thought.ok().map(|thought| Choice { m: thought.m, depth: thought.depth, time: thought.time });
                chosen.lock().unwrap_or_else(PoisonError::into_inner)[number] = choice;
            },
        );
        choices.push(chosen.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect());
    }

    let regrets = Mutex::new(vec![vec![0; settings.len()]; games.len()]);
    let options = || Engine::new(Options::default().with_hash(64).with_contempt(0).with_book(false));
    side_by_side(games.len(), cores, options, |number, judge| {
        let moves: Vec<Move> = choices.iter().map(|chosen| chosen[number].m).collect();
        let mut worths: Vec<(Move, i32)> = Vec::new();
        if moves.iter().any(|&m| m != moves[0]) {
            for &m in &moves {
                if worths.iter().all(|&(known, _)| known != m) {
                    worths.push((m, worth(judge, &games[number], m, judged)));
                }
            }
        }
        let best = worths.iter().map(|&(_, worth)| worth).max().unwrap_or(0);
        let lost = |m: Move| worths.iter().find(|&&(known, _)| known == m).map_or(0, |&(_, worth)| (best - worth).min(BLUNDER));
        regrets.lock().unwrap_or_else(PoisonError::into_inner)[number] = moves.into_iter().map(lost).collect();
    });
    let regrets = regrets.into_inner().unwrap_or_else(PoisonError::into_inner);

    println!("{} positions; regret in hundredths of a marble, and its difference to the first setting", games.len());
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    for (n, text) in texts.into_iter().enumerate() {
        let differences: Vec<f64> = regrets.iter().map(|row: &Vec<i32>| f64::from(row[n] - row[0])).collect();
        let average = mean(&differences);
        let variance = mean(&differences.iter().map(|value| (value - average).powi(2)).collect::<Vec<_>>());
        let error = 1.96 * (variance / differences.len() as f64).sqrt();
        let of = |value: fn(&Choice) -> f64| mean(&choices[n].iter().map(value).collect::<Vec<_>>());
        println!(
            "{text:50} regret {:6.2}  {average:+6.2} ± {error:4.2}  depth {:5.2}  {:.1} ms",
            mean(&regrets.iter().map(|row| f64::from(row[n])).collect::<Vec<_>>()),
            of(|choice| f64::from(choice.depth)),
            of(|choice| choice.time.as_secs_f64() * 1000.0),
        );
    }
    Ok(())
}
