//! The options of the protocol.

use std::fmt;

use super::go::Go;
use super::shortened;
use crate::engine::{Evaluation, Options};
use crate::level::Level;

/// The most that a session may use.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bounds {
    /// The maximum number of threads.
    pub threads: usize,
    /// The maximum size of the transposition table in mebibytes.
    pub hash: usize,
    /// The maximum number of positions for one `go`.
    pub nodes: Option<u64>,
}

impl Default for Bounds {
    /// More than any machine has.
    fn default() -> Bounds {
        Bounds { threads: 1024, hash: 1 << 16, nodes: None }
    }
}

/// An option does not exist, or cannot have this value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option with this name.
    Unknown(String),
    /// The value is not possible.
    Value {
        /// The option.
        option: &'static str,
        /// What was expected.
        expected: String,
        /// What was found.
        found: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => {
                write!(f, "there is no option '{}'; there are {}", shortened(name), NAMES.join(", "))
            }
            OptionError::Value { option, expected, found } => {
                write!(f, "option {option}: expected {expected}, found '{}'", shortened(found))
            }
        }
    }
}

impl std::error::Error for OptionError {}

const NAMES: [&str; 11] =
    ["Threads", "Hash", "MultiPV", "Level", "Layout", "Rules", "Contempt", "Evaluation", "Plain", "Seed", "Book"];

/// The lines that describe the options.
pub(super) fn describe(bounds: &Bounds) -> Vec<String> {
    let Options { threads, hash, lines, evaluation, contempt, level, seed, plain, book, params: _ } =
        bounds.cap(Options::default());
    let evaluations = Evaluation::ALL.map(Evaluation::name).join(" var ");
    vec![
        format!("option name Threads type spin default {threads} min 1 max {}", bounds.threads),
        format!("option name Hash type spin default {hash} min 1 max {}", bounds.hash),
        format!("option name MultiPV type spin default {lines} min 1 max {MOST_LINES}"),
        format!("option name Level type spin default {level} min 1 max {}", Level::FULL),
        format!("option name Layout type string default {}", sumito_rules::Layout::STANDARD.id),
        format!("option name Rules type string default {}", sumito_rules::Rules::default()),
        format!("option name Contempt type spin default {contempt} min {} max {MOST_CONTEMPT}", -MOST_CONTEMPT),
        format!("option name Evaluation type combo default {} var {evaluations}", evaluation.name()),
        format!("option name Plain type check default {plain}"),
        format!("option name Seed type spin default {seed} min 0 max {}", i64::MAX),
        format!("option name Book type check default {book}"),
    ]
}

const MOST_LINES: i64 = 256;
const MOST_CONTEMPT: i64 = 500;

impl Bounds {
    /// At most this many threads, mebibytes of the table, and positions for one `go`.
    pub fn new(threads: usize, hash: usize, nodes: Option<u64>) -> Bounds {
        Bounds { threads, hash, nodes }
    }

    /// What this machine can take. A table larger than its memory would crash the program later, in the middle of a game, so if the
    /// memory is known, such a size is refused right away.
    pub fn of_this_machine() -> Bounds {
        let mut bounds = Bounds::default();
        if let Some(memory) = std::fs::read_to_string("/proc/meminfo").ok().as_deref().and_then(mebibytes) {
            bounds.hash = bounds.hash.min(memory / 4 * 3).max(1);
        }
        bounds
    }

    /// The options reduced to these bounds.
    pub(super) fn cap(&self, options: Options) -> Options {
        Options { threads: options.threads.min(self.threads), hash: options.hash.min(self.hash), ..options }
    }

    pub(super) fn restrict(&self, mut go: Go) -> Go {
        if let Some(most) = self.nodes {
            go.limits.nodes = Some(go.limits.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        go
    }

    /// The options with one of them changed, by its name in the protocol.
    pub fn set(&self, options: &Options, name: &str, value: &str) -> Result<Options, OptionError> {
        let name =
            NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name)).ok_or_else(|| OptionError::Unknown(name.into()))?;
        let error = |expected: String| OptionError::Value { option: name, expected, found: value.to_owned() };
        let number = |min: i64, max: i64| {
            let number = value.parse().ok().filter(|n| (min..=max).contains(n));
            number.ok_or_else(|| error(format!("a number from {min} to {max}")))
        };
        let mut options = options.clone();
        match name {
            "Threads" => options.threads = number(1, self.threads as i64)? as usize,
            "Hash" => options.hash = number(1, self.hash as i64)? as usize,
            "MultiPV" => options.lines = number(1, MOST_LINES)? as usize,
            "Level" => {
                let most = Level::FULL.number();
                options.level = Level::new(number(1, most.into())? as u8).unwrap_or(Level::FULL);
            }
            "Contempt" => options.contempt = number(-MOST_CONTEMPT, MOST_CONTEMPT)? as i32,
            "Evaluation" => {
                let known = Evaluation::ALL.into_iter().find(|evaluation| evaluation.name().eq_ignore_ascii_case(value));
                options.evaluation = known.ok_or_else(|| error(Evaluation::ALL.map(Evaluation::name).join(" or ")))?;
            }
            "Plain" => options.plain = value.parse().map_err(|_| error("true or false".to_owned()))?,
            "Book" => options.book = value.parse().map_err(|_| error("true or false".to_owned()))?,
            "Seed" => options.seed = number(0, i64::MAX)? as u64,
            // Layout and Rules belong to the game, not to the engine.
            _ => return Err(OptionError::Unknown(name.to_owned())),
        }
        Ok(options)
    }
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
