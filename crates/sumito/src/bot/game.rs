//! A bot's game: what it sees, and what it does about it.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sumito_engine::duel::{BestMove, Fault, Process};
use sumito_rules::{Color, Rules};

use super::book::Book;
use super::config::{ByScore, Config};
use super::control;
use crate::site::{GameView, Site, Status, Trouble, Updated};

/// How much longer than its time an engine may take before it counts as dead.
const GRACE: Duration = Duration::from_secs(5);
/// How long to wait before an engine that died is started again, at first and at most.
const RESTART: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));
/// How many refused moves in a row make the bot resign: its opponent should not wait for an engine that does not know the rules.
const NONSENSE: u32 = 3;

/// A game that a bot plays.
pub(crate) struct Match<'a> {
    site: &'a Site,
    config: &'a Config,
    /// None once the server has refused a move from it.
    book: Option<&'a Book>,
    command: &'a [String],
    game: &'a str,
    stop: &'a AtomicBool,
    engine: Option<Process>,
    view: Option<GameView>,
    /// When the view was received.
    at: Instant,
    /// The last version seen, for the next stream.
    seen: Rc<Cell<Option<u32>>>,
    /// For how many moves in a row the score was bad enough to resign, and even enough for a draw.
    lost: usize,
    even: usize,
    nonsense: u32,
    is_greeted: bool,
    lag: Lag,
}

impl<'a> Match<'a> {
    pub(crate) fn new(
        site: &'a Site,
        config: &'a Config,
        book: &'a Book,
        command: &'a [String],
        game: &'a str,
        stop: &'a AtomicBool,
    ) -> Match<'a> {
        Match {
            site,
            config,
            book: Some(book),
            command,
            game,
            stop,
            engine: None,
            view: None,
            at: Instant::now(),
            seen: Rc::default(),
            lost: 0,
            even: 0,
            nonsense: 0,
            is_greeted: false,
            lag: Lag::default(),
        }
    }

    /// Plays to the end. Says how it ended.
    pub(crate) fn play(mut self) -> Result<String, Trouble> {
        let mut ended = Ok("it goes on without the bot".to_owned());
        let (site, game, seen) = (self.site, self.game, Rc::clone(&self.seen));
        let path = move || match seen.get() {
            Some(version) => format!("/api/games/{game}/stream?since={version}"),
            None => format!("/api/games/{game}/stream"),
        };
        site.follow(path, |message| {
            let Some(message) = message else { return ControlFlow::Continue(()) };
            ended = match self.hear(&message) {
                Ok(None) => return ControlFlow::Continue(()),
                Ok(Some(how)) => Ok(how),
                Err(trouble) => Err(trouble),
            };
            ControlFlow::Break(())
        })?;
        ended
    }

    /// Takes in a message and acts on it. Says how the game ended, if it did.
    fn hear(&mut self, message: &Value) -> Result<Option<String>, Trouble> {
        match (message["type"].as_str(), &mut self.view) {
            (Some("state"), _) => self.look(message),
            (Some("event"), Some(view)) => match view.update(message) {
                // From the reply to the bot's own move.
                Updated::Known => {}
                Updated::Changed => {
                    self.seen.set(Some(view.version));
                    self.at = Instant::now();
                }
                Updated::Behind => self.reload()?,
            },
            _ => return Ok(None),
        }
        self.react()
    }

    fn look(&mut self, state: &Value) {
        match GameView::read(state) {
            Ok(view) => {
                self.seen.set(Some(view.version));
                self.view = Some(view);
                self.at = Instant::now();
            }
            Err(why) => eprintln!("{}: {why}", self.game),
        }
    }

    fn reload(&mut self) -> Result<(), Trouble> {
        let state = self.site.insist("GET", &format!("/api/games/{}", self.game), None)?;
        self.look(&state);
        Ok(())
    }

    /// Does what the situation requires, until it is the other player's turn or the game is over.
    fn react(&mut self) -> Result<Option<String>, Trouble> {
        loop {
            let Some(view) = self.view.clone() else { return Ok(None) };
            if view.status != Status::Playing {
                return Ok(view.is_ended().then(|| ending(&view)));
            }
            let Some(&own) = view.you.first() else { return Ok(Some("the bot does not play in it".to_owned())) };
            if !self.is_greeted
                && view.moves.len() < 2
                && !self.config.greeting.is_empty()
                && let Err(trouble) = self.site.say(self.game, &self.config.greeting)
            {
                eprintln!("{}: nothing was said: {trouble}", self.game);
            }
            self.is_greeted = true;
            for offer in view.offers.iter().filter(|offer| offer.by != own) {
                let wants = offer.what == "draw" && enough(self.config.draw, self.even);
                self.attempt(
                    &json!({"do": if wants { "accept" } else { "decline" }, "what": offer.what, "version": view.version}),
                )?;
            }
            if view.offers.iter().any(|offer| offer.by != own) {
                self.reload()?;
                continue;
            }
            if view.turn != own {
                return Ok(None);
            }
            self.take_turn(&view)?;
        }
    }

    /// Thinks and moves, or resigns, and looks at the game again.
    fn take_turn(&mut self, view: &GameView) -> Result<(), Trouble> {
        let begun = Instant::now();
        let known = self.book.and_then(|book| book.choose(view));
        let is_known = known.is_some();
        let found = match known {
            Some(best) => BestMove { best, score: None, depth: 0 },
            None => self.think(view)?,
        };
        let thought = begun.elapsed();
        let score = found.score.map(|score| score.0);
        let within = |by: Option<ByScore>, is: fn(i32, i32) -> bool| match (by, score) {
            (Some(by), Some(score)) => is(score, by.score.min(i32::MAX as u32) as i32),
            _ => false,
        };
        self.lost = if within(self.config.resign, |score, limit| score <= -limit) { self.lost + 1 } else { 0 };
        self.even = if within(self.config.draw, |score, limit| score.abs() <= limit) { self.even + 1 } else { 0 };
        if enough(self.config.resign, self.lost) || self.nonsense >= NONSENSE {
            self.attempt(&json!({"do": "resign"}))?;
            return self.reload();
        }
        // An offer that came while the engine was thinking: a move would decline it.
        if enough(self.config.draw, self.even) {
            self.reload()?;
            let own = view.own_color();
            if self.view.as_ref().is_some_and(|view| view.offer("draw").is_some_and(|by| Some(by) != own)) {
                return Ok(());
            }
        }
        match self.site.act(self.game, &json!({"do": "play", "move": found.best, "version": view.version})) {
            Ok(_) => {
                self.nonsense = 0;
                if enough(self.config.draw, self.even) {
                    self.reload()?;
                    let version = self.view.as_ref().map_or(0, |view| view.version);
                    self.attempt(&json!({"do": "offer", "what": "draw", "version": version}))?;
                }
                self.reload()?;
                if let Some(spent) = self.view.as_ref().and_then(|after| spent(view, after)) {
                    self.lag.learn(spent.saturating_sub(thought));
                }
                return Ok(());
            }
            // The game went on or ended while the engine was thinking.
            Err(trouble) if ["stale", "not-your-turn", "game-over"].iter().any(|key| trouble.is(key)) => {}
            Err(trouble @ Trouble::Refused { .. }) if is_known => {
                eprintln!("{}: the book has '{}': {trouble}", self.game, found.best);
                self.book = None;
            }
            Err(trouble @ Trouble::Refused { .. }) => {
                self.nonsense += 1;
                eprintln!("{}: the engine wants to play '{}': {trouble}", self.game, found.best);
                self.engine = None;
            }
            Err(trouble) => return Err(trouble),
        }
        self.reload()
    }

    /// Does something that may have become impossible.
    fn attempt(&self, action: &Value) -> Result<(), Trouble> {
        match self.site.act(self.game, action) {
            Err(trouble @ Trouble::Refused { .. }) => {
                eprintln!("{}: {trouble}", self.game);
                Ok(())
            }
            other => other.map(|_| ()),
        }
    }

    /// Asks the engine, and starts it again as often as it dies.
    fn think(&mut self, view: &GameView) -> Result<BestMove, Trouble> {
        let mut pause = RESTART.0;
        loop {
            let used = self.at.elapsed();
            let (go, patience) = go_line(view, self.config, self.lag, used);
            match self.ask_engine(view, &go, patience) {
                Ok(found) => return Ok(found),
                Err(Fault::Stopped) => return Err(Trouble::Stopped),
                Err(fault) => {
                    eprintln!("{}: the engine {fault}; starting it again", self.game);
                    self.engine = None;
                    self.site.rest(pause)?;
                    pause = (pause * 2).min(RESTART.1);
                }
            }
        }
    }

    fn ask_engine(&mut self, view: &GameView, go: &str, patience: Duration) -> Result<BestMove, Fault> {
        if self.engine.is_none() {
            let rules: Rules = view.rules.parse().unwrap_or_default();
            let mut engine = Process::start(self.command, &self.config.options(), rules, self.stop)?;
            engine.new_game(self.stop)?;
            self.engine = Some(engine);
        }
        let Some(engine) = &mut self.engine else { return Err(Fault::Stopped) };
        engine.go(&position_line(view), go, patience, self.stop)
    }
}

fn enough(by: Option<ByScore>, moves: usize) -> bool {
    by.is_some_and(|by| moves >= by.moves.max(1))
}

fn ending(view: &GameView) -> String {
    match &view.outcome {
        Some(outcome) => format!("over, {} ({})", outcome.result, outcome.key),
        None => "aborted".to_owned(),
    }
}

fn position_line(view: &GameView) -> String {
    let lead = if view.moves.is_empty() { "" } else { " moves " };
    format!("position fen {}{lead}{}", view.start, view.moves.join(" "))
}

/// What the bot's own moves cost on the clock beyond thinking: the way from the server and back, and waiting for a busy machine.
#[derive(Copy, Clone, Default)]
struct Lag(Option<Duration>);

impl Lag {
    /// For this many moves to come, the cost is kept back from what the engine may think.
    const MOVES: u32 = 35;

    /// Rises at once, by half of the difference, and falls slowly.
    fn learn(&mut self, cost: Duration) {
        let usual = self.0.unwrap_or(cost);
        self.0 = Some(if cost > usual { (usual + cost) / 2 } else { (usual * 7 + cost) / 8 });
    }

    /// What to keep back, in milliseconds, if every move gains this many.
    fn reserve(self, increment: u64) -> u64 {
        let each = (self.0.unwrap_or_default().as_millis() as u64).saturating_sub(increment);
        each * u64::from(Lag::MOVES)
    }
}

/// The time that the bot's move cost by the server's clock; `None` where the clock does not say.
fn spent(before: &GameView, after: &GameView) -> Option<Duration> {
    let gain = control::gain(&before.control)?;
    let own = before.own_color()?;
    let left = |view: &GameView| Some(view.clocks.left.of(own).as_ref()?.total());
    Some((left(before)? + Duration::from_millis(gain)).saturating_sub(left(after)?))
}

/// What to ask the engine, and how long it may take. `used` has passed since the clocks were read.
fn go_line(view: &GameView, config: &Config, lag: Lag, used: Duration) -> (String, Duration) {
    let Some(increment) = control::increment(&view.control) else {
        return (format!("go movetime {}", config.move_time), Duration::from_millis(config.move_time) + GRACE);
    };
    let own = view.you.first().map(|&side| Color::from(side));
    let left = |color: Color| {
        let left = view.clocks.after(color, used).unwrap_or_default().total().as_millis() as u64;
        if Some(color) == own { left.saturating_sub(config.overhead + lag.reserve(increment)).max(10) } else { left }
    };
    let (black, white) = (left(Color::Black), left(Color::White));
    let line = format!("go p1time {black} p2time {white} p1inc {increment} p2inc {increment}");
    (line, Duration::from_millis(own.map_or(0, left)) + GRACE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::game::tests::state;

    #[test]
    fn the_engine_gets_the_game_and_its_time() {
        let clock = |main: u64| json!({"free": 0, "main": main, "period": 0, "periods": 0});
        let view = |control: &str, own: &str, moves: &[&str]| {
            let clocks = json!({"now": 1, "running": own, "left": {"black": clock(60_000), "white": clock(50_000)}});
            let changes =
                json!({"start": "S b 0 0 0 1", "control": control, "you": [own], "moves": moves, "turn": own, "clocks": clocks});
            GameView::read(&state(changes)).unwrap()
        };
        assert_eq!(position_line(&view("none", "black", &[])), "position fen S b 0 0 0 1");
        assert_eq!(position_line(&view("none", "white", &["a1b2", "i5h5"])), "position fen S b 0 0 0 1 moves a1b2 i5h5");
        let config = Config::default();
        let used = Duration::from_secs(1);
        for (control, own, expected) in [
            ("none", "black", "go movetime 2000"),
            ("60+2", "black", "go p1time 58900 p2time 50000 p1inc 2000 p2inc 2000"),
            ("60+2", "white", "go p1time 60000 p2time 48900 p1inc 2000 p2inc 2000"),
        ] {
            assert_eq!(go_line(&view(control, own, &[]), &config, Lag::default(), used).0, expected, "{control} {own}");
        }
        let late = go_line(&view("60", "black", &[]), &config, Lag::default(), Duration::from_hours(1));
        assert_eq!(late, ("go p1time 10 p2time 50000 p1inc 0 p2inc 0".to_owned(), Duration::from_millis(10) + GRACE));
    }

    #[test]
    fn what_moves_cost_beyond_thinking_is_kept_back() {
        let view = |control: &str, left: u64| {
            let clock = json!({"free": 0, "main": left, "period": 0, "periods": 0});
            let clocks = json!({"now": 1, "running": "black", "left": {"black": clock, "white": clock}});
            GameView::read(&state(json!({"control": control, "clocks": clocks}))).unwrap()
        };
        let millis = Duration::from_millis;
        assert_eq!(spent(&view("60", 20_000), &view("60", 19_700)), Some(millis(300)));
        assert_eq!(spent(&view("60+2", 20_000), &view("60+2", 21_500)), Some(millis(500)));
        // Somebody gave the bot time.
        assert_eq!(spent(&view("60", 20_000), &view("60", 35_000)), Some(millis(0)));
        for control in ["none", "3d", "360d2", "300b2", "600/3x30"] {
            assert_eq!(spent(&view(control, 20_000), &view(control, 19_000)), None, "{control}");
        }

        let mut lag = Lag::default();
        let time = |lag: Lag, control: &str| go_line(&view(control, 10_000), &Config::default(), lag, millis(0)).0;
        assert_eq!(time(lag, "60"), "go p1time 9900 p2time 10000 p1inc 0 p2inc 0");
        lag.learn(millis(40));
        assert_eq!(time(lag, "60"), "go p1time 8500 p2time 10000 p1inc 0 p2inc 0");
        assert_eq!(time(lag, "60+1"), "go p1time 9900 p2time 10000 p1inc 1000 p2inc 1000", "a move gains more than it costs");
        lag.learn(millis(360));
        assert_eq!(time(lag, "60"), "go p1time 2900 p2time 10000 p1inc 0 p2inc 0", "half of a slow move");
        for _ in 0..100 {
            lag.learn(millis(0));
        }
        assert_eq!(time(lag, "60"), "go p1time 9900 p2time 10000 p1inc 0 p2inc 0");
        lag.learn(Duration::from_mins(1));
        assert_eq!(time(lag, "60"), "go p1time 10 p2time 10000 p1inc 0 p2inc 0", "at once, if there is no time to think");
    }
}
