//! How often a lead of two marbles is won within 100 plies, as in `docs/strength.md`:
//! `cargo run --release -p sumito-engine --example convert -- nodes=12000 level=7 --games 100`.
//!
//! The first player leads, the second defends. Both are written as for `sumito duel`: words `key=value` such as `nodes`, `movetime` in
//! milliseconds, options of the protocol and numbers of the search, or the command line of another program after `cmd=`. The positions come from
//! games of the plain search against itself, which is the same in every version: the first of each game in which one side has lost two marbles more
//! than the other. With `--ahead N`, only those where 100,000 nodes see the leader ahead by N hundredths of a marble. `--list` prints the games that
//! were not won: the position and what these nodes see in it for the leader.

use std::error::Error;
use std::time::Duration;

use std::sync::atomic::AtomicBool;

use sumito_engine::duel::Process;
use sumito_engine::protocol::Bounds;
use sumito_engine::random::Random;
use sumito_engine::{Control, Engine, Limits, Options};
use sumito_rules::notation::{MoveNotation, PositionNotation};
use sumito_rules::{Color, Game, Layout, Move, Outcome, Position, Rules};

/// Plies to win in.
const PLIES: usize = 100;
/// Plies until a side leads by two marbles, at the most.
const SEARCHED: usize = 200;

/// Positions that the engine visits to judge whether the leader is ahead.
const JUDGED: u64 = 100_000;

/// How long a program may think.
const PATIENCE: Duration = Duration::from_secs(60);

enum Player {
    Engine(Box<Engine>, Limits),
    /// A program, and what it is asked.
    Program(Process, String),
}

impl Player {
    fn parse(text: &str) -> Result<Player, Box<dyn Error>> {
        let (settings, command) = text.split_once("cmd=").map_or((text, None), |(settings, command)| (settings, Some(command)));
        let (mut options, mut limits, mut go, mut set) = (Options::default(), Limits::default(), String::from("go"), Vec::new());
        for word in settings.split_whitespace() {
            let (key, value) = word.split_once('=').ok_or_else(|| format!("expected key=value, found '{word}'"))?;
            match key {
                "nodes" => limits = Limits::nodes(value.parse()?),
                "movetime" => limits = Limits::move_time(Duration::from_millis(value.parse()?)),
                _ if command.is_some() => set.push((key.to_owned(), value.to_owned())),
                _ => match options.params.get_mut(key) {
                    Some(number) => *number = value.parse()?,
                    None => options = Bounds::default().set(&options, key, value)?,
                },
            }
            if matches!(key, "nodes" | "movetime") {
                go = format!("go {key} {value}");
            }
        }
        let Some(command) = command else { return Ok(Player::Engine(Box::new(Engine::new(options)), limits)) };
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        let process =
            Process::start(&words, &set, Rules::default(), &AtomicBool::new(false)).map_err(|fault| fault.to_string())?;
        Ok(Player::Program(process, go))
    }

    fn new_game(&mut self) -> Result<(), String> {
        match self {
            Player::Engine(engine, _) => engine.new_game(),
            Player::Program(process, _) => process.new_game(&AtomicBool::new(false)).map_err(|fault| fault.to_string())?,
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Box<dyn Error>> {
        match self {
            Player::Engine(engine, limits) => {
                Ok(engine.search(game, limits, &Control::new(), |_| {}).best.ok_or("the engine found no move")?)
            }
            Player::Program(process, go) => {
                let mut place = format!("position fen {} moves", PositionNotation::Native.format(game.start()));
                for (&m, position) in game.moves().iter().zip(game.positions()) {
                    place = format!("{place} {}", MoveNotation::AbaPro.format(position, m));
                }
                let place = place.trim_end_matches(" moves");
                let found = process.go(place, go, PATIENCE, &AtomicBool::new(false)).map_err(|fault| fault.to_string())?;
                Ok(MoveNotation::AbaPro.parse(game.position(), &found.best)?)
            }
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
        first.new_game()?;
        second.new_game()?;
        while game.outcome().is_none() && game.moves().len() < PLIES {
            let player = if game.position().turn() == leader { &mut first } else { &mut second };
            let m = player.choose(&game)?;
            game.play_unchecked(m);
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
