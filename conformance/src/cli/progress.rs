//! Progress of a run: a bar on a terminal, or else a line on standard error every ten seconds.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use tokio::time::{Instant, sleep};

use super::output::print_message;
use crate::exchange::Request;
use crate::run::{ResponseFuture, Transport};
use crate::session::EndedScenario;
use crate::text::counted;

/// How often a line is printed.
const LINES: Duration = Duration::from_secs(10);
/// How often the bar is drawn.
const BAR: Duration = Duration::from_millis(500);

pub(super) struct Progress {
    started: Instant,
    /// Number of scenarios.
    all: usize,
    done: AtomicUsize,
    retries: AtomicUsize,
    requests: AtomicUsize,
    /// The clauses that failed in an attempt.
    failed: Mutex<BTreeSet<String>>,
}

impl Progress {
    /// Creates the progress of a run that starts now and has `all` scenarios.
    pub(super) fn new(all: usize) -> Arc<Self> {
        Arc::new(Self {
            started: Instant::now(),
            all,
            done: AtomicUsize::default(),
            retries: AtomicUsize::default(),
            requests: AtomicUsize::default(),
            failed: Mutex::default(),
        })
    }

    pub(super) fn add(&self, ended: EndedScenario<'_>) {
        let count = if ended.trace.attempt > 1 { &self.retries } else { &self.done };
        count.fetch_add(1, Ordering::Relaxed);
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.extend(ended.own.failed.iter().map(|clause| clause.id.clone()));
    }

    /// A clause counts as failed if it failed in an attempt: the report says whether it is violated.
    fn line(&self) -> String {
        let number = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        let (seconds, all) = (self.started.elapsed().as_secs(), counted(self.all, "scenario"));
        let mut line = format!("{seconds} s, {} of {all}", number(&self.done));
        match number(&self.retries) {
            0 => {}
            1 => line.push_str(", 1 retry"),
            count => line.push_str(&format!(", {count} retries")),
        }
        line.push_str(&format!(", {}", counted(number(&self.requests), "request")));
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner).len();
        format!("{line}, {} failed", counted(failed, "clause"))
    }

    /// Shows the progress until the future is dropped.
    pub(super) async fn show(self: Arc<Self>) {
        let bar = bar(self.all);
        let _cleared = ClearOnDrop(bar.clone());
        if bar.is_hidden() {
            return self.print_lines(print_message).await;
        }
        loop {
            bar.set_position(self.done.load(Ordering::Relaxed) as u64);
            bar.set_message(self.line());
            sleep(BAR).await;
        }
    }

    async fn print_lines(&self, print: impl Fn(&str)) {
        loop {
            sleep(LINES).await;
            print(&format!("progress: {}\n", self.line()));
        }
    }
}

fn bar(all: usize) -> ProgressBar {
    let bar = ProgressBar::new(all as u64);
    // The template is a valid constant.
    if let Ok(style) = ProgressStyle::with_template("{bar:20} {msg}") {
        bar.set_style(style);
    }
    bar
}

struct ClearOnDrop(ProgressBar);

impl Drop for ClearOnDrop {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Counts the requests that are sent.
pub(super) struct CountedTransport {
    pub(super) transport: Arc<dyn Transport>,
    pub(super) progress: Arc<Progress>,
}

impl Transport for CountedTransport {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        self.progress.requests.fetch_add(1, Ordering::Relaxed);
        self.transport.send(request)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;
    use crate::exchange::ScenarioTrace;
    use crate::retry::OwnResult;

    #[tokio::test(start_paused = true)]
    async fn line_is_printed_every_ten_seconds() {
        let progress = Progress::new(2);
        let lines = Mutex::new(String::new());
        let print = |line: &str| lines.lock().unwrap().push_str(line);
        for attempt in [1, 2, 3] {
            let trace = ScenarioTrace { attempt, ..ScenarioTrace::default() };
            progress.requests.fetch_add(1, Ordering::Relaxed);
            progress.add(EndedScenario {
                trace: &trace,
                duration: Duration::ZERO,
                own: &OwnResult::default(),
            });
            let _ = timeout(Duration::from_secs(10), progress.print_lines(print)).await;
            let _ = timeout(Duration::from_secs(1), progress.print_lines(print)).await;
        }
        insta::assert_snapshot!(lines.into_inner().unwrap(), @r"
        progress: 10 s, 1 of 2 scenarios, 1 request, 0 clauses failed
        progress: 21 s, 1 of 2 scenarios, 1 retry, 2 requests, 0 clauses failed
        progress: 32 s, 1 of 2 scenarios, 2 retries, 3 requests, 0 clauses failed
        ");
    }
}
