//! Proves puzzles again.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use sumito_engine::Control;
use sumito_engine::solve::Solver;

use super::prove::Prover;
use super::puzzle::{Puzzle, id};

/// How often the main thread checks on the others.
const LOOK: Duration = Duration::from_millis(50);

/// The fault of a puzzle, if it has one. Proving its position must produce exactly the same puzzle.
pub fn fault(solver: &mut Solver, puzzle: &Puzzle, control: &Control) -> Option<String> {
    if puzzle.id != id(&puzzle.position) {
        return Some(format!("{}: the id of this position is {}", puzzle.id, id(&puzzle.position)));
    }
    let mut prover = Prover { solver, limit: u64::MAX, control };
    match prover.prove(&puzzle.position, puzzle.theme, puzzle.moves) {
        Some(proved) if proved == *puzzle => None,
        Some(proved) => Some(format!("{}: proved is something else: {proved}", puzzle.id)),
        None => Some(format!("{}: no single first move reaches the goal '{}' in {}", puzzle.id, puzzle.theme, puzzle.moves)),
    }
}

/// Two puzzles with the same name, or that are equal up to symmetry.
pub fn twins(puzzles: &[Puzzle]) -> Vec<String> {
    let mut ids: Vec<&str> = puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
    ids.sort_unstable();
    ids.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| format!("{}: there are two of it", pair[0])).collect()
}

/// A sample of the given size, spread evenly; always the same.
pub fn sample(puzzles: &[Puzzle], count: usize) -> Vec<&Puzzle> {
    let count = count.min(puzzles.len());
    (0..count).map(|n| &puzzles[n * puzzles.len() / count]).collect()
}

/// Proves them on all cores. `tell` gets the number done and the faults found so far, and returns whether to continue.
pub fn prove_all(puzzles: &[&Puzzle], mut tell: impl FnMut(usize, Vec<String>) -> bool) {
    let (next, done, faults) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let control = Control::new();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..cores.min(puzzles.len()) {
            scope.spawn(|| {
                let mut solver = Solver::new(64);
                while let Some(puzzle) = puzzles.get(next.fetch_add(1, Relaxed)) {
                    let fault = fault(&mut solver, puzzle, &control);
                    if control.is_stopped() {
                        return;
                    }
                    faults.lock().unwrap_or_else(PoisonError::into_inner).extend(fault);
                    done.fetch_add(1, Relaxed);
                }
            });
        }
        let take = || std::mem::take(&mut *faults.lock().unwrap_or_else(PoisonError::into_inner));
        while done.load(Relaxed) < puzzles.len() {
            if !tell(done.load(Relaxed), take()) {
                control.stop();
                return;
            }
            thread::sleep(LOOK);
        }
        tell(puzzles.len(), take());
    });
}
