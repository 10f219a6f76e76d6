//! How often a lead of two marbles is won within 100 plies, as in `docs/strength.md`:
//! `cargo run --release -p sumito-engine --example convert -- nodes=12000 level=7 --games 100`.
//!
//! The first player leads, the second defends. Both are words `key=value`: `nodes`, `movetime` in milliseconds, options of the protocol such as
//! `level` or `contempt`, and numbers of the search. The positions come from games of the plain search against itself, which is the same in every
//! version: the first of each game in which one side has lost two marbles more than the other.

use std::error::Error;
use std::time::Duration;

use sumito_engine::protocol::Bounds;
use sumito_engine::random::Random;
use sumito_engine::{Control, Engine, Limits, Options};
use sumito_rules::{Color, Game, Layout, Outcome, Position, Rules};

/// Plies to win in.
const PLIES: usize = 100;
/// Plies until a side leads by two marbles, at the most.
const SEARCHED: usize = 200;

struct Player {
    engine: Engine,
    limits: Limits,
}

impl Player {
    fn parse(text: &str) -> Result<Player, Box<dyn Error>> {
        let (mut options, mut limits) = (Options::default(), Limits::default());
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').ok_or_else(|| format!("expected key=value, found '{word}'"))?;
            match key {
                "nodes" => limits = Limits::nodes(value.parse()?),
                "movetime" => limits = Limits::move_time(Duration::from_millis(value.parse()?)),
                _ => match options.params.get_mut(key) {
                    Some(number) => *number = value.parse()?,
                    None => options = Bounds::default().set(&options, key, value)?,
                },
            }
        }
        Ok(Player { engine: Engine::new(options), limits })
    }

    fn play(&mut self, game: &mut Game) {
        if let Some(m) = self.engine.search(game, &self.limits, &Control::new(), |_| {}).best {
            game.play_unchecked(m);
        }
    }
}

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
    let [first, second] = [0, 1].map(|n| arguments.get(n).map_or("nodes=12000", String::as_str));
    let (mut first, mut second) = (Player::parse(first)?, Player::parse(second)?);
    let (games, seed) = (option("--games", 100)?, option("--seed", 1)?);

    let mut plain = Engine::new(Options::default().with_plain(true).with_hash(1));
    let layouts = [&Layout::BELGIAN_DAISY, &Layout::STANDARD, &Layout::GERMAN_DAISY];
    let (mut won, mut lost, mut repeated, mut plies) = (0, 0, 0, 0);
    for number in 0..games {
        let mut random = Random::new(seed << 32 | number);
        let found =
            std::iter::repeat_with(|| lead(&mut plain, layouts[number as usize % layouts.len()], &mut random)).flatten().next();
        let Some((start, leader)) = found else { continue };
        let mut game = Game::from_position(start, Rules::default());
        first.engine.new_game();
        second.engine.new_game();
        while game.outcome().is_none() && game.moves().len() < PLIES {
            let player = if game.position().turn() == leader { &mut first } else { &mut second };
            player.play(&mut game);
        }
        match game.outcome() {
            Some(Outcome::Won { winner, .. }) if winner == leader => {
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
