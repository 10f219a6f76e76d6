//! `sumito engine`: the engine for other programs.

use std::io::{self, Write};

use sumito_engine::protocol::{Bounds, serve};

use crate::error::Error;

/// Think for another program: speaks UGI on standard input and output
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {}

const EXAMPLES: &str = "\
Examples:
  sumito engine
  (echo 'position layout belgian-daisy'; echo 'go movetime 900'; sleep 1) | sumito engine

It answers 'ugi' with its options; docs/protocol.md tells the rest.";

pub(crate) fn run(out: &mut (impl Write + Send)) -> Result<(), Error> {
    Ok(serve(bounds(), io::stdin().lock(), out)?)
}

/// A table larger than the machine's memory would end the program later, in the middle of a game; where the memory is known, such a
/// size is refused at once.
fn bounds() -> Bounds {
    let mut bounds = Bounds::default();
    if let Some(memory) = std::fs::read_to_string("/proc/meminfo").ok().as_deref().and_then(mebibytes) {
        bounds.hash = bounds.hash.min(memory / 4 * 3).max(1);
    }
    bounds
}

/// The memory of the machine, as the system tells it.
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
