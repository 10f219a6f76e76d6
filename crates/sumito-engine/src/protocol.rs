//! UGI, the text protocol between an engine and the program that uses it; the project's `docs/protocol.md` describes it.
//!
//! There are two ways to run it. [`serve`] works on a reader and a writer and searches on another thread, so that `stop` works.
//! [`Session::handle`] takes one line at a time and searches while the caller waits, as in a browser.

use std::ops::ControlFlow;

use sumito_rules::diagram::{Diagram, TextStyle};
use sumito_rules::notation::{MoveNotation, recognize_position};
use sumito_rules::{Color, Game, Layout, Outcome, Rules};

use crate::engine::{Control, Engine, Info, Options, Report};

mod go;
mod options;
mod serve;

pub use options::{Bounds, OptionError};
pub use serve::serve;

use go::Go;

/// A conversation with an engine: its options, its game, and the engine itself.
///
/// ```
/// use sumito_engine::protocol::{Bounds, Session};
///
/// let mut session = Session::new(Bounds::default());
/// let mut said = Vec::new();
/// for line in ["position layout belgian-daisy moves a1b2", "query p1turn", "go depth 1"] {
///     let _ = session.handle(line, &mut |line| said.push(line.to_owned()));
/// }
/// assert_eq!(said[0], "response false");
/// assert!(said.last().unwrap().starts_with("bestmove "));
/// ```
pub struct Session {
    interpreter: Interpreter,
    engine: Option<Engine>,
}

impl Session {
    /// A session whose options stay within bounds.
    pub fn new(bounds: Bounds) -> Session {
        Session { interpreter: Interpreter::new(bounds), engine: None }
    }

    /// Handles one line, calling `say` with each line of the answer. A `go` is searched before this returns, so it needs a limit. Breaks
    /// after `quit`.
    pub fn handle(&mut self, line: &str, say: &mut dyn FnMut(&str)) -> ControlFlow<()> {
        match self.interpreter.handle(line, say) {
            Request::Nothing | Request::Stop => {}
            Request::Ready => {
                self.interpreter.prepare(&mut self.engine);
                say("readyok");
            }
            Request::Go(task) if task.go.ponder || task.go.limits.is_endless() => {
                say("info string error: nothing could stop this search: give go a depth, nodes, movetime or a clock");
                say("bestmove none");
            }
            Request::Go(task) => {
                let report = task.search(self.interpreter.prepare(&mut self.engine), &Control::new(), say);
                say(&best_move(&report));
            }
            Request::PonderHit => say(NOT_PONDERING),
            Request::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }
}

const NOT_PONDERING: &str = "info string error: ponderhit comes while nothing is pondered: it answers go ponder";

/// What is left to do after a line was interpreted.
enum Request {
    Nothing,
    /// Set up the engine, then say `readyok`.
    Ready,
    Go(Box<Task>),
    Stop,
    PonderHit,
    Quit,
}

/// A search to run.
struct Task {
    game: Game,
    go: Go,
}

impl Task {
    /// Searches, and reports progress on the way.
    fn search(&self, engine: &mut Engine, control: &Control, say: &mut dyn FnMut(&str)) -> Report {
        engine.search(&self.game, &self.go.limits, control, |info| say(&info_line(info)))
    }
}

fn info_line(info: &Info) -> String {
    let Info { depth, selective_depth, line, score, nodes, time, table_permille, pv } = info;
    let (rate, ms) = ((*nodes as f64 / time.as_secs_f64().max(1e-6)) as u64, time.as_millis());
    let moves = pv.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    format!(
        "info depth {depth} seldepth {selective_depth} multipv {line} score {score} \
         nodes {nodes} nps {rate} hashfull {table_permille} time {ms} pv {moves}"
    )
}

fn best_move(report: &Report) -> String {
    match (report.best, report.ponder) {
        (None, _) => "bestmove none".to_owned(),
        (Some(best), None) => format!("bestmove {best}"),
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
    }
}

/// Understands the lines of the protocol: everything but the engine.
struct Interpreter {
    bounds: Bounds,
    options: Options,
    layout: &'static Layout,
    rules: Rules,
    game: Game,
    /// Whether a new game has started since the engine was last set up.
    fresh: bool,
}

impl Interpreter {
    fn new(bounds: Bounds) -> Interpreter {
        let (layout, rules) = (&Layout::STANDARD, Rules::default());
        Interpreter {
            options: bounds.cap(Options::default()),
            bounds,
            layout,
            rules,
            game: Game::new(layout, rules),
            fresh: false,
        }
    }

    /// The whole protocol. A line with an error is reported and has no other effect.
    fn handle(&mut self, line: &str, say: &mut dyn FnMut(&str)) -> Request {
        let words: Vec<&str> = line.split_whitespace().collect();
        let done = match words.as_slice() {
            [] => Ok(()),
            ["ugi"] => {
                say(concat!("id name Sumito ", env!("CARGO_PKG_VERSION")));
                say("id author the Sumito authors");
                for line in options::describe(&self.bounds) {
                    say(&line);
                }
                say("ugiok");
                Ok(())
            }
            ["isready"] => return Request::Ready,
            ["uginewgame"] => {
                self.fresh = true;
                self.game = Game::new(self.layout, self.rules);
                Ok(())
            }
            ["position", rest @ ..] => self.set_position(rest),
            ["setoption", "name", rest @ ..] => self.set_option(rest),
            ["setoption", ..] => Err("expected setoption name NAME value VALUE".to_owned()),
            ["go", rest @ ..] => match go::parse(rest, self.game.position()) {
                Ok(go) => return Request::Go(Box::new(Task { game: self.game.clone(), go: self.bounds.restrict(go) })),
                Err(message) => {
                    report_error(&message, say);
                    // The other program waits for a move.
                    say("bestmove none");
                    Ok(())
                }
            },
            ["stop"] => return Request::Stop,
            ["ponderhit"] => return Request::PonderHit,
            ["query", question @ ..] => self.answer(question).map(|answer| say(&format!("response {answer}"))),
            ["d" | "show"] => {
                self.show(say);
                Ok(())
            }
            ["quit"] => return Request::Quit,
            [command @ ("ugi" | "isready" | "uginewgame" | "stop" | "ponderhit" | "d" | "show" | "quit"), extra, ..] => {
                Err(format!("{command} takes no arguments, found '{}'", shortened(extra)))
            }
            [other, ..] => Err(format!(
                "there is no command '{}'; there are ugi, isready, uginewgame, position, go, stop, ponderhit, setoption, query, d, quit",
                shortened(other)
            )),
        };
        if let Err(message) = done {
            report_error(&message, say);
        }
        Request::Nothing
    }

    /// The engine with the current options, created when it is first needed.
    fn prepare<'a>(&mut self, engine: &'a mut Option<Engine>) -> &'a mut Engine {
        let engine = engine.get_or_insert_with(|| Engine::new(self.options.clone()));
        if *engine.options() != self.options {
            engine.set_options(self.options.clone());
        }
        if std::mem::take(&mut self.fresh) {
            engine.new_game();
        }
        engine
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let at = words.iter().position(|&word| word == "moves");
        let (start, moves) = words.split_at(at.unwrap_or(words.len()));
        let game = match start {
            ["startpos"] => Game::new(self.layout, self.rules),
            ["fen", text @ ..] => {
                let (position, _) = recognize_position(&text.join(" ")).map_err(|error| format!("position fen: {error}"))?;
                Game::from_position(position, self.rules)
            }
            ["layout", name @ ..] => Game::new(find_layout(&name.join(" "))?, self.rules),
            _ => {
                return Err(
                    "expected position startpos, position fen TEXT or position layout ID, then moves ... or nothing".into()
                );
            }
        };
        self.game = replay(&game, moves.get(1..).unwrap_or_default())?;
        Ok(())
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let (name, value) = (words[..at].join(" "), words.get(at + 1..).unwrap_or_default().join(" "));
        match name.to_ascii_lowercase().as_str() {
            "layout" => self.layout = find_layout(&value)?,
            "rules" => self.rules = value.parse().map_err(|error| format!("option Rules: {error}"))?,
            _ => self.options = self.bounds.set(&self.options, &name, &value).map_err(|error| error.to_string())?,
        }
        Ok(())
    }

    fn answer(&self, question: &[&str]) -> Result<&'static str, String> {
        let truth = |yes| if yes { "true" } else { "false" };
        match question {
            ["p1turn"] => Ok(truth(self.game.position().turn() == Color::Black)),
            ["gameover"] => Ok(truth(self.game.outcome().is_some())),
            ["result"] => Ok(match self.game.outcome().map(Outcome::winner) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Color::Black)) => "p1win",
                Some(Some(Color::White)) => "p2win",
            }),
            _ => Err("expected query p1turn, query gameover or query result".to_owned()),
        }
    }

    fn show(&self, say: &mut dyn FnMut(&str)) {
        let position = self.game.position();
        Diagram::of(position).text(TextStyle::ASCII).lines().for_each(&mut *say);
        say(&format!("fen {position}"));
        say(&format!("rules {}", self.rules));
        if let Some(outcome) = self.game.outcome() {
            say(&format!("{outcome}"));
        }
    }
}

/// Plays the moves, in the first notation that fits all of them.
fn replay(start: &Game, moves: &[&str]) -> Result<Game, String> {
    let in_notation = |notation: MoveNotation| {
        let mut game = start.clone();
        for (number, text) in (1..).zip(moves) {
            let m = notation.parse(game.position(), text).map_err(|error| error.to_string());
            m.and_then(|m| game.play(m).map_err(|error| error.to_string()))
                .map_err(|error| format!("position: move {number}, '{}': {error}", shortened(text)))?;
        }
        Ok(game)
    };
    // The native notation comes first, and its error is the one to report.
    let [native, others @ ..] = MoveNotation::ALL;
    in_notation(native).or_else(|error| others.into_iter().find_map(|notation| in_notation(notation).ok()).ok_or(error))
}

fn find_layout(name: &str) -> Result<&'static Layout, String> {
    Layout::find(name).ok_or_else(|| {
        let name = shortened(name);
        format!("no layout has the name '{name}'; expected an id such as standard, belgian-daisy or german-daisy")
    })
}

fn report_error(message: &str, say: &mut dyn FnMut(&str)) {
    // The input can be anything: no part of it may look like a line of its own, or control a terminal.
    say(&format!("info string error: {}", message.replace(char::is_control, " ")));
}

/// A part of the input, for messages.
fn shortened(text: &str) -> String {
    let mut start: String = text.chars().take(24).collect();
    if start.len() < text.len() {
        start += "...";
    }
    start
}

#[cfg(test)]
mod tests;
