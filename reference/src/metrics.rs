//! Counts and durations of requests, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The upper bounds of the buckets of durations, in seconds.
const BUCKETS: [f64; 11] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];

/// The metrics of a service.
#[derive(Debug, Default)]
pub struct Metrics {
    in_flight: AtomicUsize,
    requests: Mutex<BTreeMap<&'static str, OfOperation>>,
}

/// Values that are read when the metrics are.
#[derive(Debug, Clone, Copy)]
pub struct Gauges {
    /// Open connections of the service.
    pub connections: usize,
    /// Writers that wait for the database; `None` where the server does not know.
    pub write_queue: Option<usize>,
}

/// The requests of one operation.
#[derive(Debug, Default)]
struct OfOperation {
    /// By method and status.
    counts: BTreeMap<(&'static str, Option<u16>), u64>,
    /// By bucket, without those of smaller ones.
    buckets: [u64; BUCKETS.len()],
    seconds: f64,
    total: u64,
}

/// A request that is being handled, until it is dropped.
#[derive(Debug)]
pub struct InFlight(Arc<Metrics>);

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Metrics {
    /// Counts a request that begins.
    pub fn begin(self: &Arc<Self>) -> InFlight {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        InFlight(Arc::clone(self))
    }

    /// Counts a request that ended. `operation` is empty if it reached none, `status` is `None` if the client gave it up.
    pub fn record(
        &self,
        operation: &'static str,
        method: &'static str,
        status: Option<u16>,
        duration: Duration,
    ) {
        let seconds = duration.as_secs_f64();
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let of_operation = requests.entry(operation).or_default();
        *of_operation.counts.entry((method, status)).or_default() += 1;
        of_operation.seconds += seconds;
        of_operation.total += 1;
        if let Some(bucket) = BUCKETS.iter().position(|bound| seconds <= *bound) {
            of_operation.buckets[bucket] += 1;
        }
    }

    /// All metrics as text.
    pub fn render(&self, gauges: Gauges) -> String {
        let mut out = String::new();
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let name = "referral_requests_total";
        head(&mut out, name, "counter", "Requests by operation, method and status.");
        for (operation, of_operation) in &*requests {
            for ((method, status), count) in &of_operation.counts {
                let status = status.map_or("given_up".to_owned(), |status| status.to_string());
                let labels =
                    format!(r#"operation="{operation}",method="{method}",status="{status}""#);
                // Writing to a `String` cannot fail.
                _ = writeln!(out, "{name}{{{labels}}} {count}");
            }
        }
        let name = "referral_request_duration_seconds";
        head(&mut out, name, "histogram", "Time from the head of a request to its answer.");
        for (operation, of_operation) in &*requests {
            of_operation.render(&mut out, name, operation);
        }
        let in_flight = self.in_flight.load(Ordering::Relaxed);
        let gauges = [
            ("referral_requests_in_flight", "Requests that are being handled.", Some(in_flight)),
            ("referral_connections", "Open connections.", Some(gauges.connections)),
            ("referral_write_queue", "Writers that wait for the database.", gauges.write_queue),
        ];
        for (name, about, value) in gauges {
            if let Some(value) = value {
                head(&mut out, name, "gauge", about);
                _ = writeln!(out, "{name} {value}");
            }
        }
        out
    }
}

impl OfOperation {
    fn render(&self, out: &mut String, name: &str, operation: &str) {
        let mut below = 0;
        for (bound, count) in BUCKETS.iter().zip(self.buckets) {
            below += count;
            _ = writeln!(out, r#"{name}_bucket{{operation="{operation}",le="{bound}"}} {below}"#);
        }
        let (total, seconds) = (self.total, self.seconds);
        _ = writeln!(out, r#"{name}_bucket{{operation="{operation}",le="+Inf"}} {total}"#);
        _ = writeln!(out, r#"{name}_sum{{operation="{operation}"}} {seconds}"#);
        _ = writeln!(out, r#"{name}_count{{operation="{operation}"}} {total}"#);
    }
}

fn head(out: &mut String, name: &str, kind: &str, about: &str) {
    _ = writeln!(out, "# HELP {name} {about}\n# TYPE {name} {kind}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_rendered_as_prometheus_reads_them() {
        let metrics = Arc::new(Metrics::default());
        let one = metrics.begin();
        drop(metrics.begin());
        for (status, millis) in [(Some(200), 1), (Some(200), 30), (None, 9000)] {
            metrics.record("get_account", "GET", status, Duration::from_millis(millis));
        }
        metrics.record("", "other", Some(404), Duration::ZERO);
        insta::assert_snapshot!(metrics.render(Gauges { connections: 2, write_queue: None }));
        drop(one);
        let text = metrics.render(Gauges { connections: 0, write_queue: Some(3) });
        assert!(text.contains("referral_requests_in_flight 0\n"), "{text}");
        assert!(text.ends_with("\nreferral_write_queue 3\n"), "{text}");
    }
}
