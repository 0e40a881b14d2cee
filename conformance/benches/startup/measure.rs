//! Measurements.

use std::time::Duration;

use anyhow::Context as _;

/// Results of a measurement.
pub struct Times {
    /// The median.
    pub median: Duration,
    /// The minimum.
    pub best: Duration,
}

impl Times {
    /// Fails when nothing was measured.
    pub fn of(mut all: Vec<Duration>) -> anyhow::Result<Self> {
        all.sort();
        let at = |index| all.get(index).copied().context("nothing was measured");
        Ok(Self { median: at(all.len() / 2)?, best: at(0)? })
    }
}

/// Prints a row: the times, and their ratios to a baseline.
pub fn compared(title: &str, times: &Times, baseline: &Times) {
    println!(
        "{title:42}  {:>9} {:>5}  {:>9} {:>5}",
        format_duration(times.median),
        ratio(times.median, baseline.median),
        format_duration(times.best),
        ratio(times.best, baseline.best)
    );
}

fn format_duration(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

fn ratio(time: Duration, baseline: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() / baseline.as_secs_f64())
}
