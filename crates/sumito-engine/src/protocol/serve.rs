//! The protocol over a reader and a writer, thinking on a thread of its own.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use super::{Bounds, Desk, NOT_PONDERING, Request, Task, best_move};
use crate::engine::{Control, Engine};

/// Speaks the protocol until `quit` or the end of the input, either of which ends a running search.
pub fn serve(bounds: Bounds, input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let mut thinker = Thinker { scope, output: &output, engine: None, running: None };
        let result = converse(&mut Desk::new(bounds), input, &mut thinker);
        thinker.finish();
        result
    })
}

fn converse<W: Write + Send>(desk: &mut Desk, mut input: impl BufRead, thinker: &mut Thinker<'_, '_, W>) -> io::Result<()> {
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes)? > 0 {
        let output = thinker.output;
        let mut written = Ok(());
        let mut say = |line: &str| {
            if written.is_ok() {
                written = write_line(output, line);
            }
        };
        match desk.handle(&String::from_utf8_lossy(&bytes), &mut say) {
            Request::Nothing => {}
            Request::Ready => {
                // What is set while it thinks holds for the next search.
                if thinker.is_idle() {
                    desk.prepare(&mut thinker.engine);
                }
                say("readyok");
            }
            Request::Go(task) => {
                thinker.finish();
                desk.prepare(&mut thinker.engine);
                thinker.start(task);
            }
            Request::Stop => thinker.finish(),
            Request::PonderHit if thinker.ponder_hit() => {}
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

/// The engine, here or away on a thread that thinks.
struct Thinker<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Mutex<W>,
    engine: Option<Engine>,
    running: Option<Running<'scope>>,
}

struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, Engine>,
    control: Control,
    /// Whether the user said `stop`: a search that nobody stopped may keep its answer.
    stopped: Arc<AtomicBool>,
}

impl<W: Write + Send> Thinker<'_, '_, W> {
    /// Whether the engine is here; takes it back if it has answered.
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
        let (output, its_control, told) = (self.output, control.clone(), stopped.clone());
        let thread = self.scope.spawn(move || {
            // If nobody reads, the next line of input, or its end, will end the session.
            let mut say = |line: &str| drop(write_line(output, line));
            let report = task.think(&mut engine, &its_control, &mut say);
            let endless = task.go.infinite || task.go.limits.is_endless();
            while (endless || its_control.is_pondering()) && !told.load(Ordering::Acquire) {
                thread::park();
            }
            say(&best_move(&report));
            engine
        });
        self.running = Some(Running { thread, control, stopped });
    }

    /// Stops a running search, and waits until it has answered.
    fn finish(&mut self) {
        if let Some(Running { thread, control, stopped }) = self.running.take() {
            stopped.store(true, Ordering::Release);
            control.stop();
            thread.thread().unpark();
            self.engine = thread.join().ok();
        }
    }

    /// Tells a pondering search that its guess was right; false if there is none.
    fn ponder_hit(&mut self) -> bool {
        let Some(running) = self.running.as_ref().filter(|running| running.control.is_pondering()) else { return false };
        running.control.ponder_hit();
        running.thread.thread().unpark();
        true
    }
}
