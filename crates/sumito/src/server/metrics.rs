//! Figures for Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What is counted.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) games: Count,
    pub(crate) moves: Count,
    pub(crate) requests: Count,
    pub(crate) refusals: Count,
    /// Sockets that are open now.
    pub(crate) sockets: Count,
}

#[derive(Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Relaxed);
    }

    pub(crate) fn take(&self) {
        self.0.fetch_sub(1, Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

impl Metrics {
    /// The text that Prometheus reads. `live`, `waiting`, `thinking`: games in memory, waiting for the engine, thought about.
    pub(crate) fn text(&self, (live, waiting, thinking): (usize, usize, usize)) -> String {
        let figures = [
            ("games_created_total", "counter", "games set up since the start", self.games.get()),
            ("moves_total", "counter", "moves made since the start", self.moves.get()),
            ("requests_total", "counter", "requests answered since the start", self.requests.get()),
            ("refusals_total", "counter", "requests and actions refused since the start", self.refusals.get()),
            ("sockets", "gauge", "sockets open", self.sockets.get()),
            ("games_live", "gauge", "games in memory", live as u64),
            ("engine_waiting", "gauge", "games that wait for the engine", waiting as u64),
            ("engine_thinking", "gauge", "games the engine thinks about", thinking as u64),
        ];
        let mut text = String::new();
        for (name, kind, help, value) in figures {
            // Writing to a string does not fail.
            let _ = writeln!(text, "# HELP sumito_{name} {help}\n# TYPE sumito_{name} {kind}\nsumito_{name} {value}");
        }
        text
    }
}
