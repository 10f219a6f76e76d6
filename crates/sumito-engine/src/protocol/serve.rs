//! The protocol over a reader and a writer, with the search on another thread.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use super::{Bounds, Interpreter, NOT_PONDERING, Request, Task, best_move};
use crate::engine::{Control, Engine};

/// Runs the protocol until `quit` or the end of the input, which also stop a running search.
pub fn serve(bounds: Bounds, input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let mut searcher = Searcher { scope, output: &output, engine: None, running: None };
        let result = converse(&mut Interpreter::new(bounds), input, &mut searcher);
        searcher.finish();
        result
    })
}

fn converse<W: Write + Send>(
    interpreter: &mut Interpreter,
    mut input: impl BufRead,
    searcher: &mut Searcher<'_, '_, W>,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes)? > 0 {
        let output = searcher.output;
        let mut written = Ok(());
        let mut say = |line: &str| {
            if written.is_ok() {
                written = write_line(output, line);
            }
        };
        match interpreter.handle(&String::from_utf8_lossy(&bytes), &mut say) {
            Request::Nothing => {}
            Request::Ready => {
                // Options that are set during a search apply to the next one.
                if searcher.is_idle() {
                    interpreter.prepare(&mut searcher.engine);
                }
                say("readyok");
            }
            Request::Go(task) => {
                searcher.finish();
                interpreter.prepare(&mut searcher.engine);
                searcher.start(task);
            }
            Request::Stop => searcher.finish(),
            Request::PonderHit if searcher.ponder_hit() => {}
            Request::PonderHit => say(NOT_PONDERING),
            Request::Quit => break,
        }
        written?;
        bytes.clear();
    }
    Ok(())
}

fn write_line(output: &Mutex<impl Write>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

/// The engine, here or on the thread that searches.
struct Searcher<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Mutex<W>,
    engine: Option<Engine>,
    running: Option<Running<'scope>>,
}

struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, Engine>,
    control: Control,
    /// Whether `stop` was received: until then an endless search keeps its answer.
    stopped: Arc<AtomicBool>,
}

impl<W: Write + Send> Searcher<'_, '_, W> {
    /// Whether no search is running; takes the engine back from one that has finished.
    fn is_idle(&mut self) -> bool {
        if self.running.as_ref().is_some_and(|running| running.thread.is_finished()) {
            self.finish();
        }
        self.running.is_none()
    }

    fn start(&mut self, task: Box<Task>) {
        let Some(mut engine) = self.engine.take() else { return };
        let control = if task.go.ponder { Control::pondering() } else { Control::new() };
        let stopped = Arc::new(AtomicBool::new(false));
        let (output, its_control, its_stopped) = (self.output, control.clone(), stopped.clone());
        let thread = self.scope.spawn(move || {
            // If the output is closed, the next line of input, or its end, ends the session.
            let mut say = |line: &str| drop(write_line(output, line));
            let report = task.search(&mut engine, &its_control, &mut say);
            let endless = task.go.infinite || task.go.limits.is_endless();
            while (endless || its_control.is_pondering()) && !its_stopped.load(Ordering::Acquire) {
                thread::park();
            }
            say(&best_move(&report));
            engine
        });
        self.running = Some(Running { thread, control, stopped });
    }

    /// Stops a running search and waits for its answer.
    fn finish(&mut self) {
        if let Some(Running { thread, control, stopped }) = self.running.take() {
            stopped.store(true, Ordering::Release);
            control.stop();
            thread.thread().unpark();
            self.engine = thread.join().ok();
        }
    }

    /// Makes a pondering search a normal one; false if there is none.
    fn ponder_hit(&mut self) -> bool {
        let Some(running) = self.running.as_ref().filter(|running| running.control.is_pondering()) else { return false };
        running.control.ponder_hit();
        running.thread.thread().unpark();
        true
    }
}
