//! Measurements: times with their percentiles, and the memory and CPU use that the server reports.

use std::net::SocketAddr;
use std::time::Duration;

use super::client::Http;
use crate::error::Error;

/// A list of durations.
#[derive(Debug, Default)]
pub(super) struct Times(Vec<Duration>);

impl Times {
    pub(super) fn add(&mut self, other: Times) {
        self.0.extend(other.0);
    }

    pub(super) fn extend(&mut self, times: impl IntoIterator<Item = Duration>) {
        self.0.extend(times);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The percentiles as text.
    pub(super) fn summary(mut self) -> String {
        self.0.sort_unstable();
        let at = |part: f64| -> f64 {
            let index = (self.0.len() as f64 * part).ceil() as usize;
            self.0.get(index.saturating_sub(1)).map_or(0.0, |time| time.as_secs_f64() * 1e3)
        };
        format!("p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms, max {:.1} ms", at(0.5), at(0.95), at(0.99), at(1.0))
    }
}

/// The figures for the process in `/metrics`.
pub(super) struct Process {
    /// Bytes in memory.
    pub(super) memory: u64,
    /// CPU time in seconds.
    pub(super) processor: f64,
}

impl Process {
    /// Fetches them from the server; `None` if its system does not provide them.
    async fn of(address: SocketAddr) -> Result<Option<Process>, Error> {
        let asked = async { Http::connect(address).await?.get("/metrics").await };
        let response = asked.await.map_err(|error| Error::Other(format!("cannot reach the server: {error}")))?;
        Ok(Process::parse(&String::from_utf8_lossy(&response.body)))
    }

    /// The sum over several servers; `None` if one of them does not provide them.
    pub(super) async fn of_all(addresses: &[SocketAddr]) -> Result<Option<Process>, Error> {
        let mut sum = Some(Process { memory: 0, processor: 0.0 });
        for &address in addresses {
            let one = Process::of(address).await?;
            sum = sum
                .zip(one)
                .map(|(sum, one)| Process { memory: sum.memory + one.memory, processor: sum.processor + one.processor });
        }
        Ok(sum)
    }

    fn parse(text: &str) -> Option<Process> {
        let figure = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
        let memory = figure("process_resident_memory_bytes ")? as u64;
        Some(Process { memory, processor: figure("process_cpu_seconds_total ")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_list() {
        let times = |list: &[u64]| Times(list.iter().map(|&time| Duration::from_millis(time)).collect());
        for (list, expected) in [
            (&[][..], "p50 0.0 ms, p95 0.0 ms, p99 0.0 ms, max 0.0 ms"),
            (&[7][..], "p50 7.0 ms, p95 7.0 ms, p99 7.0 ms, max 7.0 ms"),
            (&(1..=200).rev().collect::<Vec<_>>()[..], "p50 100.0 ms, p95 190.0 ms, p99 198.0 ms, max 200.0 ms"),
        ] {
            assert_eq!(times(list).summary(), expected);
        }
    }

    #[test]
    fn figures_are_found_in_the_text_of_the_server() {
        let text =
            "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes 4096\nprocess_cpu_seconds_total 1.5\n";
        let process = Process::parse(text).unwrap();
        assert_eq!((process.memory, process.processor), (4096, 1.5));
        assert!(Process::parse("process_resident_memory_bytes 4096\n").is_none());
    }
}
