//! The terminal: set up and restored, whatever happens, and the loop between it and the state.

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size, window_size,
};
use signal_hook::consts::{SIGINT, SIGTERM};
use sumito_engine::{Clock, Control, Engine, Level, Limits, Options};
use sumito_rules::Game;

use super::online::Link;
use super::save;
use super::session::Session;
use super::state::{Effect, Event};
use crate::error::Error;

/// How long full strength thinks without a clock, and a hint at most.
pub(super) const THINKING: Duration = Duration::from_secs(1);
/// How often the clocks are updated, and how soon a signal is noticed.
const TICK: Duration = Duration::from_millis(100);
/// How soon it is noticed that the terminal is gone.
const HANGUP: Duration = Duration::from_secs(1);
/// The exit code of a program that SIGHUP ended.
const HUNG_UP: i32 = 129;

/// What the program has besides the terminal.
pub(super) struct Tools {
    /// The engine's random seed.
    pub(super) seed: u64,
    /// How long its moves take at least.
    pub(super) pause: Duration,
    pub(super) saver: save::Saver,
    /// The server, if there is one.
    pub(super) link: Option<Link>,
}

/// Refuses to run without a terminal, before anything happens elsewhere.
pub(super) fn check() -> Result<(), Error> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return Ok(());
    }
    Err(Error::Other("sumito play needs a terminal for both input and output".into()))
}

/// Runs until the player quits or a signal arrives.
pub(super) fn run(mut session: Session, mut effects: Vec<Effect>, tools: Tools) -> Result<(), Error> {
    let Tools { seed, pause, mut saver, link } = tools;
    let stop = stop_on_signals()?;
    let guard = Guard::enter()?;
    end_with_the_terminal();
    let (columns, lines) = size().unwrap_or((80, 24));
    effects.extend(session.update(Event::Input(event::Event::Resize(columns, lines))));
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut thinker = Thinker::start(seed, pause);
    let mut last = Instant::now();
    while !stop.load(Relaxed) {
        let mut events = Vec::new();
        for effect in effects.drain(..) {
            match effect {
                Effect::Quit | Effect::Leave => return guard.leave(),
                Effect::Save { path, text } => {
                    let done = saver.write(&path, &text);
                    events.push(Event::Saved(path, done));
                }
                Effect::Ask(request) => {
                    if let Some(link) = &link {
                        link.ask(request);
                    }
                }
                Effect::Watch(game) => {
                    if let Some(link) = &link {
                        link.watch(game);
                    }
                }
                Effect::Bell => {
                    let mut out = io::stdout();
                    write!(out, "\x07").and_then(|()| out.flush())?;
                }
                Effect::Think { request, level, game, clock } => thinker.think(request, level, game, clock),
            }
        }
        for event in events {
            effects.extend(session.update(event));
        }
        terminal.draw(|frame| session.draw(frame.area(), frame.buffer_mut()))?;
        if event::poll(TICK)? {
            // Everything that has arrived, so that a burst of mouse events is drawn once.
            while event::poll(Duration::ZERO)? {
                effects.extend(session.update(Event::Input(event::read()?)));
            }
        }
        for answer in thinker.answers()?.into_iter().chain(link.iter().flat_map(Link::heard)) {
            effects.extend(session.update(answer));
        }
        let now = Instant::now();
        effects.extend(session.update(Event::Tick(now - std::mem::replace(&mut last, now))));
    }
    guard.leave()
}

/// A flag that the signals set which end a program. The keyboard sends none: Ctrl-C is a key like any other.
fn stop_on_signals() -> Result<Arc<AtomicBool>, Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let failed = |error| Error::Other(format!("cannot watch for signals: {error}"));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop)).map_err(failed)?;
    }
    // The terminal is gone: there is nothing to restore, and waiting for its next event would never end.
    #[cfg(unix)]
    signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGHUP, HUNG_UP, Arc::new(AtomicBool::new(true)))
        .map_err(failed)?;
    Ok(stop)
}

/// Ends the program if its terminal is gone and no signal said so, as under a shell that ignores SIGHUP: the next event would never come, and
/// whoever waits for it keeps a core busy.
fn end_with_the_terminal() {
    // Some terminals do not know their size; nothing can be noticed there.
    if window_size().is_err() {
        return;
    }
    thread::spawn(|| {
        loop {
            thread::sleep(HANGUP);
            if window_size().is_err() {
                process::exit(HUNG_UP);
            }
        }
    });
}

/// Puts the terminal into the state of a full-screen program, and back when it is dropped, or before a panic is reported.
struct Guard;

impl Guard {
    fn enter() -> Result<Guard, Error> {
        let default = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            default(panic);
        }));
        enable_raw_mode()?;
        let guard = Guard;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(guard)
    }

    /// The regular end.
    #[allow(clippy::unnecessary_wraps)] // The result of the verb.
    fn leave(self) -> Result<(), Error> {
        drop(self);
        Ok(())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// As far as possible: an error in one step must not prevent the next.
fn restore() {
    let mut out = io::stdout();
    let _ = execute!(out, DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen);
    // The cursor is hidden while the board is drawn.
    let _ = write!(out, "\x1b[?25h").and_then(|()| out.flush());
    let _ = disable_raw_mode();
}

/// The engine in its own thread.
struct Thinker {
    jobs: Sender<Job>,
    answers: Receiver<Event>,
    current: Control,
}

struct Job {
    request: u64,
    level: Level,
    game: Game,
    limits: Limits,
    control: Control,
}

impl Thinker {
    /// Each answer takes at least `pause`.
    fn start(seed: u64, pause: Duration) -> Thinker {
        let (jobs, work) = channel::<Job>();
        let (sender, answers) = channel();
        thread::spawn(move || {
            let mut engine = Engine::new(Options::default());
            for job in work {
                let start = Instant::now();
                engine.set_options(Options::default().with_level(job.level).with_seed(seed));
                let report = engine.search(&job.game, &job.limits, &job.control, |_| {});
                thread::sleep(pause.saturating_sub(start.elapsed()));
                if sender.send(Event::Found { request: job.request, m: report.best }).is_err() {
                    return;
                }
            }
        });
        Thinker { jobs, answers, current: Control::new() }
    }

    /// Stops the last search and starts another.
    fn think(&mut self, request: u64, level: Level, game: Game, clock: Option<(Duration, Duration)>) {
        self.current.stop();
        self.current = Control::new();
        let limits = match clock {
            Some((left, increment)) => Limits::clock(Clock::new(left).with_increment(increment)),
            None => Limits::move_time(THINKING),
        };
        // If the thread is gone, the next look for answers reports it.
        let _ = self.jobs.send(Job { request, level, game, limits, control: self.current.clone() });
    }

    /// What it has found so far.
    fn answers(&self) -> Result<Vec<Event>, Error> {
        let mut found = Vec::new();
        loop {
            match self.answers.try_recv() {
                Ok(answer) => found.push(answer),
                Err(TryRecvError::Empty) => return Ok(found),
                Err(TryRecvError::Disconnected) => return Err(Error::Other("the engine has crashed".into())),
            }
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.current.stop();
    }
}
