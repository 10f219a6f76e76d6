//! `sumito perft`: counts move sequences, on all cores.

use std::io::{self, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use sumito_rules::{Move, Moves, Position, party, perft};

use crate::error::Error;
use crate::input::{AnyPosition, PositionArgs};

/// Count move sequences of each length up to a depth
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The longest sequences to count, in plies
    #[arg(short, long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: u32,
    /// Number of threads [default: one per core]
    #[arg(short, long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Also print the count after each first move, at full depth
    #[arg(long)]
    divide: bool,
}

const EXAMPLES: &str = "\
Examples:
  sumito perft --depth 5
  sumito perft --layout belgian-daisy --depth 5 --threads 1
  sumito perft --layout four-teams --depth 3
  sumito perft --position 'ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b' --depth 3 --divide

Each depth prints a line 'perft DEPTH COUNT'; the last line shows the speed.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    match args.position.read_any()? {
        AnyPosition::Two(position) => run_from(args, &position, out),
        AnyPosition::Party(position) => run_from(args, &position, out),
    }
}

/// A position whose move sequences are counted.
trait Countable: Sized + Sync {
    fn moves(&self) -> Moves;
    fn after(&self, m: Move) -> Self;
    fn perft(&self, depth: u32) -> u64;
}

impl Countable for Position {
    fn moves(&self) -> Moves {
        self.legal_moves()
    }

    fn after(&self, m: Move) -> Position {
        self.after_unchecked(m)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self, depth)
    }
}

impl Countable for party::Position {
    fn moves(&self) -> Moves {
        self.legal_moves()
    }

    fn after(&self, m: Move) -> party::Position {
        self.after_unchecked(m)
    }

    fn perft(&self, depth: u32) -> u64 {
        party::perft(self, depth)
    }
}

fn run_from(args: &Args, position: &impl Countable, out: &mut impl Write) -> Result<(), Error> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = args.threads.map_or_else(cores, usize::from);
    let start = Instant::now();
    let mut leaves = 0;
    for depth in 1..=args.depth {
        let count = if args.divide && depth == args.depth {
            divide(position, depth, threads, out)?
        } else {
            count(position, depth, threads)
        };
        writeln!(out, "perft {depth} {count}")?;
        // The next depth may take a while.
        out.flush()?;
        leaves += count;
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = leaves as f64 / seconds / 1e6;
    let threads = crate::plural::count(threads, "thread");
    writeln!(out, "{leaves} leaves in {seconds:.3} s on {threads}: {rate:.1} million leaves per second")?;
    Ok(())
}

/// Counts and prints each first move; returns the sum.
fn divide(position: &impl Countable, depth: u32, threads: usize, out: &mut impl Write) -> io::Result<u64> {
    let mut moves: Vec<(String, Move)> = position.moves().iter().map(|m| (m.to_string(), m)).collect();
    moves.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut sum = 0;
    for (text, m) in moves {
        let count = count(&position.after(m), depth - 1, threads);
        writeln!(out, "{text} {count}")?;
        sum += count;
    }
    Ok(sum)
}

/// Like [`perft`], with the work split over the positions after two plies, which gives enough pieces for any number of cores.
fn count(position: &impl Countable, depth: u32, threads: usize) -> u64 {
    if threads == 1 || depth < 4 {
        return position.perft(depth);
    }
    let mut work = Vec::new();
    for first in &position.moves() {
        let next = position.after(first);
        work.extend(next.moves().iter().map(|second| next.after(second)));
    }
    let (next, leaves) = (AtomicUsize::new(0), AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..threads.min(work.len()) {
            scope.spawn(|| {
                while let Some(piece) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    leaves.fetch_add(piece.perft(depth - 2), Ordering::Relaxed);
                }
            });
        }
    });
    leaves.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_counts_the_same() {
        let standard: Position = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b".parse().unwrap();
        for (depth, leaves) in [(1, 44), (2, 1936), (3, 98_912), (4, 5_045_110)] {
            for threads in [1, 2, 3, 16] {
                assert_eq!(count(&standard, depth, threads), leaves, "depth {depth}, {threads} threads");
            }
        }
    }

    #[test]
    fn party_positions_count_the_same_on_any_number_of_threads() {
        for layout in ["three", "six-teams"] {
            let start = party::Layout::find(layout).unwrap().position();
            assert_eq!([1, 2, 5].map(|threads| count(&start, 4, threads)), [party::perft(&start, 4); 3], "{layout}");
        }
    }

    #[test]
    fn a_game_that_is_over_has_no_moves_on_any_number_of_threads() {
        let over: Position = "5/6/7/8/4b4/8/7/6/w4 b 0 6".parse().unwrap();
        assert_eq!([1, 8].map(|threads| count(&over, 5, threads)), [0, 0]);
    }
}
