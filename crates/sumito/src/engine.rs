//! `sumito engine`: the engine for other programs.

use std::io::{self, Write};

use sumito_engine::protocol::{Bounds, serve};

use crate::error::Error;

/// Run the engine for another program, with UGI on standard input and output
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {}

const EXAMPLES: &str = "\
Examples:
  sumito engine
  (echo 'position layout belgian-daisy'; echo 'go movetime 900'; sleep 1) | sumito engine

It answers 'ugi' with its options; docs/protocol.md describes the protocol.";

pub(crate) fn run(out: &mut (impl Write + Send)) -> Result<(), Error> {
    Ok(serve(bounds(), io::stdin().lock(), out)?)
}

/// A table larger than the machine's memory would crash the program later, in the middle of a game. If the memory is known, such a
/// size is refused right away.
fn bounds() -> Bounds {
    let mut bounds = Bounds::default();
    if let Some(memory) = std::fs::read_to_string("/proc/meminfo").ok().as_deref().and_then(mebibytes) {
        bounds.hash = bounds.hash.min(memory / 4 * 3).max(1);
    }
    bounds
}

/// The machine's memory, from `/proc/meminfo`.
fn mebibytes(meminfo: &str) -> Option<usize> {
    let total = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: usize = total.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_memory_is_read_or_unknown() {
        for (meminfo, expected) in [
            ("MemTotal:       24634764 kB\nMemFree:        21334 kB\n", Some(24057)),
            ("MemFree: 12 kB\nMemTotal: 2048 kB\n", Some(2)),
            ("MemTotal: many kB", None),
            ("", None),
        ] {
            assert_eq!(super::mebibytes(meminfo), expected, "{meminfo}");
        }
    }
}
