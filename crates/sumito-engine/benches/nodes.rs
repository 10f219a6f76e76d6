//! The task of `sumito bench` alone, and how soon a search stops that is told to, for `cargo xtask bench`.

use std::thread;
use std::time::{Duration, Instant};

use sumito_engine::{Control, Engine, Limits, Options};
use sumito_rules::{Game, Layout, Rules};

fn main() {
    // Cargo adds arguments of its own.
    if std::env::args().any(|argument| argument == "stops") {
        stops(1);
        stops(2);
        return;
    }
    let result = sumito_engine::bench::run(sumito_engine::bench::DEPTH);
    println!(
        "search of fixed positions: {} nodes in {:.3} s, {:.0} a second",
        result.nodes,
        result.time.as_secs_f64(),
        result.speed()
    );
}

/// How often a search is stopped.
const STOPS: u64 = 300;

/// Stops searches without limits at different moments and tells how long they took to answer.
fn stops(threads: usize) {
    let mut engine = Engine::new(Options::default().with_threads(threads));
    let mut waits: Vec<Duration> =
        (0..STOPS).map(|n| stop(&mut engine, Duration::from_micros(1_000 + n * 7_919 % 60_000))).collect();
    waits.sort_unstable();
    let [median, nearly_all, worst] = [50, 99, 100].map(|percent| waits[waits.len() * percent / 100 - 1].as_secs_f64() * 1000.0);
    println!(
        "{STOPS} stops, {threads} thread{}: median {median:.2} ms, 99 of 100 within {nearly_all:.2} ms, worst {worst:.2} ms",
        if threads == 1 { "" } else { "s" }
    );
}

/// The time from the order to stop, given after `delay`, to the answer.
fn stop(engine: &mut Engine, delay: Duration) -> Duration {
    let game = Game::new(&Layout::BELGIAN_DAISY, Rules::default());
    let control = Control::new();
    thread::scope(|scope| {
        let ordered = scope.spawn(|| {
            thread::sleep(delay);
            let now = Instant::now();
            control.stop();
            now
        });
        engine.search(&game, &Limits::default(), &control, |_| {});
        let answered = Instant::now();
        ordered.join().map_or(Duration::ZERO, |ordered| answered.saturating_duration_since(ordered))
    })
}
