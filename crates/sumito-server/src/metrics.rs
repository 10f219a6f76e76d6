//! Metrics for Prometheus.

use std::fmt::Write;
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The counters.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) games: Count,
    pub(crate) moves: Count,
    pub(crate) requests: Count,
    pub(crate) refusals: Count,
    /// Open sockets.
    pub(crate) sockets: Count,
    /// Moves of the engine that could not be saved at the first try.
    pub(crate) engine_retries: Count,
    /// Actions that came too late because another server had changed the game.
    pub(crate) conflicts: Count,
    /// Games that were read again as another server had left them.
    pub(crate) reloads: Count,
    /// Events that were read from the database because another server has saved them.
    pub(crate) taken_in: Count,
    /// How often everything in memory was compared with the database.
    pub(crate) comparisons: Count,
    /// Leases of the engine that this server has, and those it has taken over from others.
    pub(crate) leases: Count,
    pub(crate) leases_taken: Count,
    /// Flags of games that no server had in memory.
    pub(crate) forgotten_flags: Count,
    /// From receiving an action until it is saved and announced.
    pub(crate) act: Histogram,
    /// Responses to requests, except sockets.
    pub(crate) answer: Histogram,
}

#[derive(Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Relaxed);
    }

    pub(crate) fn add_many(&self, count: usize) {
        self.0.fetch_add(count as u64, Relaxed);
    }

    pub(crate) fn set(&self, value: u64) {
        self.0.store(value, Relaxed);
    }

    pub(crate) fn take(&self) {
        self.0.fetch_sub(1, Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// A histogram of durations.
#[derive(Default)]
pub(crate) struct Histogram {
    /// The count in each bucket of [`BOUNDS`]; the last one is for everything longer.
    counts: [AtomicU64; BOUNDS.len() + 1],
    microseconds: AtomicU64,
}

/// In milliseconds.
const BOUNDS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

impl Histogram {
    pub(crate) fn add(&self, took: Duration) {
        let bucket = BOUNDS.iter().position(|&bound| took <= Duration::from_millis(bound)).unwrap_or(BOUNDS.len());
        self.counts[bucket].fetch_add(1, Relaxed);
        self.microseconds.fetch_add(took.as_micros() as u64, Relaxed);
    }

    /// The total count.
    pub(crate) fn count(&self) -> u64 {
        self.counts.iter().map(|count| count.load(Relaxed)).sum()
    }

    fn write(&self, text: &mut String, name: &str, help: &str) -> std::fmt::Result {
        writeln!(text, "# HELP sumito_{name}_seconds {help}\n# TYPE sumito_{name}_seconds histogram")?;
        let mut sum = 0;
        for (n, count) in self.counts.iter().enumerate() {
            sum += count.load(Relaxed);
            let bound = BOUNDS.get(n).map_or("+Inf".to_owned(), |&bound| (bound as f64 / 1e3).to_string());
            writeln!(text, "sumito_{name}_seconds_bucket{{le=\"{bound}\"}} {sum}")?;
        }
        let seconds = self.microseconds.load(Relaxed) as f64 / 1e6;
        writeln!(text, "sumito_{name}_seconds_sum {seconds}\nsumito_{name}_seconds_count {sum}")
    }
}

/// Metrics that other parts of the server count.
pub(crate) struct Load<'a> {
    /// Games in memory.
    pub(crate) live: usize,
    /// Games waiting for the engine, and games it is thinking about.
    pub(crate) waiting: usize,
    pub(crate) thinking: usize,
    /// Searches that panicked, and moves of the engine that were made without a full search.
    pub(crate) panics: u64,
    pub(crate) shallow_moves: u64,
    /// Commit times, including the flush.
    pub(crate) commit: &'a Histogram,
    /// Other servers of the database, envelopes sent and received, and how often some were missed.
    pub(crate) nodes: usize,
    pub(crate) bus_sent: u64,
    pub(crate) bus_received: u64,
    pub(crate) bus_lagged: u64,
    /// The round trip on the bus.
    pub(crate) bus_lag: &'a Histogram,
}

impl Metrics {
    /// The text format of Prometheus.
    pub(crate) fn text(&self, load: &Load<'_>) -> String {
        let figures = [
            ("games_created_total", "counter", "games set up since the start", self.games.get()),
            ("moves_total", "counter", "moves made since the start", self.moves.get()),
            ("requests_total", "counter", "requests answered since the start", self.requests.get()),
            ("refusals_total", "counter", "requests and actions refused since the start", self.refusals.get()),
            ("sockets", "gauge", "sockets open", self.sockets.get()),
            ("games_live", "gauge", "games in memory", load.live as u64),
            ("engine_waiting", "gauge", "games that wait for the engine", load.waiting as u64),
            ("engine_thinking", "gauge", "games the engine thinks about", load.thinking as u64),
            ("engine_panics_total", "counter", "searches that panicked since the start", load.panics),
            (
                "engine_shallow_moves_total",
                "counter",
                "engine moves made without a full search since the start",
                load.shallow_moves,
            ),
            ("nodes", "gauge", "other servers of the same database", load.nodes as u64),
            ("conflicts_total", "counter", "actions that another server was faster with", self.conflicts.get()),
            ("reloads_total", "counter", "games read again as another server had left them", self.reloads.get()),
            ("events_taken_in_total", "counter", "events read because another server had saved them", self.taken_in.get()),
            ("comparisons_total", "counter", "comparisons of all games with the database", self.comparisons.get()),
            ("engine_leases", "gauge", "leases of the engine held", self.leases.get()),
            ("engine_leases_taken_total", "counter", "leases taken over from other servers", self.leases_taken.get()),
            ("forgotten_flags_total", "counter", "flags of games that no server had in memory", self.forgotten_flags.get()),
            ("bus_sent_total", "counter", "envelopes sent to other servers", load.bus_sent),
            ("bus_received_total", "counter", "envelopes received from other servers", load.bus_received),
            ("bus_lagged_total", "counter", "how often something on the bus was missed", load.bus_lagged),
            ("engine_retries_total", "counter", "engine moves that could not be saved at once", self.engine_retries.get()),
        ];
        let mut text = String::new();
        for (name, kind, help, value) in figures {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "# HELP sumito_{name} {help}\n# TYPE sumito_{name} {kind}\nsumito_{name} {value}");
        }
        let histograms = [
            (&self.act, "act", "from an action in a game until it is saved and announced"),
            (load.commit, "commit", "saving the events of many games at once, flush included"),
            (&self.answer, "answer", "answers to requests"),
            (load.bus_lag, "bus_lag", "round trip of a message on the bus"),
        ];
        for (histogram, name, help) in histograms {
            let _ = histogram.write(&mut text, name, help);
        }
        let _ = write_process(&mut text);
        text
    }
}

/// Memory and CPU time of this process, under Prometheus' usual names, if the system provides them.
fn write_process(text: &mut String) -> std::fmt::Result {
    let memory = fs::read_to_string("/proc/self/status").ok().and_then(|status| {
        let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().strip_suffix(" kB")?.parse::<u64>();
        Some(kilobytes.ok()? * 1024)
    });
    let processor = fs::read_to_string("/proc/self/stat").ok().and_then(|stat| {
        // The name of the program may contain spaces; the figures follow its closing bracket. A tick is a hundredth of a second.
        let mut figures = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || figures.next()?.parse::<u64>().ok();
        Some((ticks()? + ticks()?) as f64 / 100.0)
    });
    if let Some(memory) = memory {
        writeln!(text, "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes {memory}")?;
    }
    if let Some(processor) = processor {
        writeln!(text, "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total {processor}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_up_to_each_bound() {
        let histogram = Histogram::default();
        for millis in [0, 1, 2, 3, 50, 51, 5000] {
            histogram.add(Duration::from_millis(millis));
        }
        let mut text = String::new();
        histogram.write(&mut text, "act", "help").unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["# HELP sumito_act_seconds help", "# TYPE sumito_act_seconds histogram"]);
        for (bound, count) in
            [("0.001", 2), ("0.002", 3), ("0.005", 4), ("0.02", 4), ("0.05", 5), ("0.1", 6), ("1", 6), ("+Inf", 7)]
        {
            let line = format!("sumito_act_seconds_bucket{{le=\"{bound}\"}} {count}");
            assert!(lines.contains(&line.as_str()), "{line} is not in\n{text}");
        }
        assert_eq!(lines[lines.len() - 2..], ["sumito_act_seconds_sum 5.107", "sumito_act_seconds_count 7"]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_process_tells_its_memory_and_time() {
        let mut text = String::new();
        write_process(&mut text).unwrap();
        let memory: u64 =
            text.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes ")?.parse().ok()).unwrap();
        assert!((1 << 20..1 << 34).contains(&memory), "{text}");
        assert!(text.contains("\nprocess_cpu_seconds_total "), "{text}");
    }
}
