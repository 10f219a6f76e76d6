//! How often a lead of two marbles is won within 100 plies, as in `docs/strength.md`:
//! `cargo run --release -p sumito-engine --example convert -- nodes=12000 level=7 --games 100`.
//!
//! The first player leads, the second defends. Both are written as for `sumito duel`, and visit 12,000 nodes per move by default. The positions come from
//! games of the plain search against itself, which is the same in every version: the first of each game in which one side has lost two marbles more
//! than the other. With `--ahead N`, only those where 100,000 nodes see the leader ahead by N hundredths of a marble. `--list` prints the games that
//! were not won: the position and what these nodes see in it for the leader.

use std::error::Error;
use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sumito_engine::duel::{Clocks, Contestant, Pace, Player};
use sumito_engine::random::Random;
use sumito_engine::{Control, Engine, Limits, Options};
use sumito_rules::{Color, Game, Layout, Outcome, Position, Rules};

/// Plies to win in.
const PLIES: usize = 100;
/// Plies until a side leads by two marbles, at the most.
const SEARCHED: usize = 200;
/// Positions that the engine visits to judge whether the leader is ahead.
const JUDGED: u64 = 100_000;
/// What a player visits or thinks, unless it says otherwise.
const PACE: Pace = Pace::Nodes(12_000);
/// How long a program may think.
const PATIENCE: Duration = Duration::from_secs(60);

/// A position in which one side has just taken a lead of two marbles, and that side.
fn lead(plain: &mut Engine, layout: &'static Layout, random: &mut Random) -> Option<(Position, Color)> {
    let mut game = Game::new(layout, Rules::default());
    plain.new_game();
    for ply in 0..SEARCHED {
        let moves = game.legal_moves();
        // A few random moves, so that all games differ.
        let m = if ply < 8 || random.below(10) == 0 {
            moves.nth(random.below(moves.len()))
        } else {
            plain.search(&game, &Limits::depth(3), &Control::new(), |_| {}).best
        };
        game.play(m?).ok()?;
        let lost = |color| game.position().lost(color);
        if lost(Color::Black).abs_diff(lost(Color::White)) == 2 {
            let leader = if lost(Color::Black) < lost(Color::White) { Color::Black } else { Color::White };
            return Some((game.position().with_counters(0, 1), leader));
        }
        if game.outcome().is_some() {
            return None;
        }
    }
    None
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str, default: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)).map_or(Ok(default), |value| value.parse())
    };
    let contestant = |n: usize| {
        let text = arguments.get(n).filter(|argument| !argument.starts_with("--")).map_or("", String::as_str);
        Contestant::parse(text, |file| fs::read(file).map_err(|error| format!("{file}: {error}")))
    };
    let (first, second) = (contestant(0)?, contestant(1)?);
    let (mut first, mut second, stop) = (Player::new(&first, PACE), Player::new(&second, PACE), AtomicBool::new(false));
    let (games, seed) = (option("--games", 100)?, option("--seed", 1)?);
    let ahead = arguments.iter().any(|argument| argument == "--ahead").then(|| option("--ahead", 0)).transpose()?;
    let lists = arguments.iter().any(|argument| argument == "--list");

    let mut plain = Engine::new(Options::default().with_plain(true).with_hash(1));
    let mut judge = Engine::new(Options::default().with_contempt(0));
    let layouts = [&Layout::BELGIAN_DAISY, &Layout::STANDARD, &Layout::GERMAN_DAISY];
    let (mut count, mut won, mut lost, mut repeated, mut plies) = (0, 0, 0, 0, 0);
    for number in 0.. {
        if count == games {
            break;
        }
        let mut random = Random::new(seed << 32 | number);
        let found =
            std::iter::repeat_with(|| lead(&mut plain, layouts[number as usize % layouts.len()], &mut random)).flatten().next();
        let Some((start, leader)) = found else { continue };
        let mut game = Game::from_position(start, Rules::default());
        let mut leads_by = || {
            judge.new_game();
            let score = judge
                .search(&Game::from_position(start, Rules::default()), &Limits::nodes(JUDGED), &Control::new(), |_| {})
                .score()
                .0;
            if start.turn() == leader { score } else { -score }
        };
        if let Some(ahead) = ahead
            && i64::try_from(ahead)? > leads_by().into()
        {
            continue;
        }
        count += 1;
        for player in [&mut first, &mut second] {
            player.new_game(Rules::default(), &stop).map_err(|fault| fault.to_string())?;
        }
        while game.outcome().is_none() && game.moves().len() < PLIES {
            let player = if game.position().turn() == leader { &mut first } else { &mut second };
            let thought = player.think(&game, &Clocks::default(), PATIENCE, &stop).map_err(|fault| fault.to_string())?;
            game.play_unchecked(thought.m);
        }
        let is_won = matches!(game.outcome(), Some(Outcome::Won { winner, .. }) if winner == leader);
        if lists && !is_won {
            println!("{start}: {} for {leader}", leads_by());
        }
        match game.outcome() {
            _ if is_won => {
                won += 1;
                plies += game.moves().len();
            }
            Some(Outcome::Won { .. }) => lost += 1,
            Some(_) => repeated += 1,
            None => {}
        }
    }
    let open = games - won - lost - repeated;
    println!(
        "{games} games: {won} won, in {} plies on average; {lost} lost, {repeated} drawn by repetition, {open} undecided",
        plies / (won as usize).max(1)
    );
    Ok(())
}
