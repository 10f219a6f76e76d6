//! A contestant that plays.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use sumito_rules::notation::{MoveNotation, PositionNotation};
use sumito_rules::{ByColor, Color, Game, Move, Rules};

use super::bout::Fault;
use super::contestant::{Contestant, Kind, Pace};
use super::process::Process;
use crate::engine::{Control, Engine};
use crate::score::Score;
use crate::time::{Clock, Limits};

/// A contestant that is ready to play.
pub struct Player<'a> {
    pub(super) pace: Pace,
    kind: &'a Kind,
    running: Option<Running>,
}

enum Running {
    Engine(Box<Engine>),
    Process(Process),
}

/// A move and how its player evaluates it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Thought {
    /// The move.
    pub m: Move,
    /// How good it is for the player, who may not say.
    pub score: Option<Score>,
    /// How many plies the player looked ahead.
    pub depth: u32,
    /// How long it took.
    pub time: Duration,
}

/// Both clocks.
pub type Clocks = ByColor<Clock>;

impl<'a> Player<'a> {
    /// A contestant with its own pace, or that of the match.
    pub fn new(contestant: &'a Contestant, pace: Pace) -> Player<'a> {
        Player { pace: contestant.pace.unwrap_or(pace), kind: &contestant.kind, running: None }
    }

    /// Prepares for a new game; a program that crashed or was stopped is started again.
    pub fn new_game(&mut self, rules: Rules, stop: &AtomicBool) -> Result<(), Fault> {
        let mut running = match (self.running.take(), self.kind) {
            (Some(running), _) => running,
            (None, Kind::Engine { options, network }) => {
                let mut engine = Engine::new(options.clone());
                if let Some(bytes) = network {
                    engine.set_network(bytes).map_err(|error| Fault::Crash(error.to_string()))?;
                }
                Running::Engine(Box::new(engine))
            }
            (None, Kind::Program { command, options }) => Running::Process(Process::start(command, options, rules, stop)?),
        };
        match &mut running {
            Running::Engine(engine) => engine.new_game(),
            Running::Process(process) => process.new_game(stop)?,
        }
        self.running = Some(running);
        Ok(())
    }

    /// Chooses a move, within `patience` if it is a program. The clocks count only for a pace with a clock. After a fault the player is restarted.
    pub fn think(&mut self, game: &Game, clocks: &Clocks, patience: Duration, stop: &AtomicBool) -> Result<Thought, Fault> {
        let thought = self.try_think(game, clocks, patience, stop);
        if thought.is_err() {
            self.running = None;
        }
        thought
    }

    fn try_think(&mut self, game: &Game, clocks: &Clocks, patience: Duration, stop: &AtomicBool) -> Result<Thought, Fault> {
        let turn = game.position().turn();
        let start = Instant::now();
        match &mut self.running {
            None => Err(Fault::Crash("it did not start".into())),
            Some(Running::Engine(engine)) => {
                let report = engine.search(game, &limits(self.pace, &clocks[turn]), &Control::new(), |_| {});
                let m = report.best.ok_or_else(|| Fault::Illegal("it found no move".into()))?;
                let depth = report.lines.first().map_or(0, |line| line.depth);
                Ok(Thought { m, score: Some(report.score()), depth, time: start.elapsed() })
            }
            Some(Running::Process(process)) => {
                let answer = process.go(&position_line(game), &go_line(self.pace, clocks), patience, stop)?;
                let time = start.elapsed();
                let m = MoveNotation::AbaPro
                    .parse(game.position(), &answer.best)
                    .map_err(|error| Fault::Illegal(format!("'{}': {error}", answer.best)))?;
                Ok(Thought { m, score: answer.score, depth: answer.depth, time })
            }
        }
    }
}

fn limits(pace: Pace, clock: &Clock) -> Limits {
    match pace {
        Pace::MoveTime(time) => Limits::move_time(time),
        Pace::Nodes(nodes) => Limits::nodes(nodes),
        Pace::Depth(depth) => Limits::depth(depth),
        Pace::Clock { .. } => Limits::clock(clock.clone()),
    }
}

fn position_line(game: &Game) -> String {
    let mut line = format!("position fen {}", PositionNotation::Native.format(game.start()));
    for (n, (&m, position)) in game.moves().iter().zip(game.positions()).enumerate() {
        let lead = if n == 0 { " moves" } else { "" };
        let _ = write!(line, "{lead} {}", MoveNotation::AbaPro.format(position, m));
    }
    line
}

/// Black moves first and is player 1.
fn go_line(pace: Pace, clocks: &Clocks) -> String {
    match pace {
        Pace::MoveTime(time) => format!("go movetime {}", time.as_millis()),
        Pace::Nodes(nodes) => format!("go nodes {nodes}"),
        Pace::Depth(depth) => format!("go depth {depth}"),
        Pace::Clock { .. } => {
            let left = |color: Color| clocks[color].left.as_millis();
            let increment = |color: Color| clocks[color].increment.as_millis();
            let (p1, p2) = (Color::Black, Color::White);
            format!("go p1time {} p2time {} p1inc {} p2inc {}", left(p1), left(p2), increment(p1), increment(p2))
        }
    }
}

#[cfg(test)]
mod tests {
    use sumito_rules::Layout;

    use super::*;

    #[test]
    fn programs_receive_the_game_and_the_clocks() {
        let mut game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
        let start = "position fen ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0 0 1";
        assert_eq!(position_line(&game), start);
        for text in ["a1b2", "i5h5"] {
            game.play(game.position().parse_move(text).unwrap()).unwrap();
        }
        assert_eq!(position_line(&game), format!("{start} moves a1b2 i5h5"));

        let ms = Duration::from_millis;
        let clock = |left, increment| Clock::new(ms(left)).with_increment(ms(increment));
        let clocks = ByColor::new(clock(1000, 10), clock(2000, 20));
        assert_eq!(go_line(Pace::MoveTime(ms(100)), &clocks), "go movetime 100");
        assert_eq!(go_line(Pace::Nodes(5), &clocks), "go nodes 5");
        assert_eq!(go_line(Pace::Depth(6), &clocks), "go depth 6");
        let pace = Pace::Clock { base: ms(1000), increment: ms(10) };
        assert_eq!(go_line(pace, &clocks), "go p1time 1000 p2time 2000 p1inc 10 p2inc 20");
        assert_eq!(limits(pace, &clocks.white).clock, Some(clock(2000, 20)));
    }
}
