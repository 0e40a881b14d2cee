//! `--report ndjson=PATH`: one line of JSON for each event, written while the run goes on.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context;
use serde::Serialize;

use super::report::ReportFile;
use crate::exchange::Fault;
use crate::report::content::{Clause, Content, Failure, Outcome};
use crate::session::EndedScenario;

/// Version of the format.
const SCHEMA: u64 = 1;

/// `conformance/schema/events.schema.json` describes the members.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event<'a> {
    Start {
        schema: u64,
        #[serde(flatten)]
        run: &'a StartedRun,
    },
    Scenario {
        scenario: &'a str,
        attempt: usize,
        verdict: ScenarioVerdict,
        failed: Vec<&'a str>,
        requests: usize,
        duration_ms: u128,
        at_ms: u128,
    },
    Violation {
        clause: &'a str,
        operation: Option<&'a str>,
        statement: &'a str,
        waived: bool,
        failures: &'a [Failure],
    },
    End {
        exit_code: u8,
        stopped: Option<&'a str>,
        could_not_test: Option<&'a str>,
        summary: &'a BTreeMap<String, usize>,
        leftovers: usize,
        duration_ms: Option<u64>,
    },
}

/// What is known of a run before it starts.
#[derive(Serialize)]
pub(super) struct StartedRun {
    pub(super) service: String,
    pub(super) base_url: String,
    pub(super) level: &'static str,
    pub(super) depth: &'static str,
    pub(super) profile: String,
    pub(super) seed: u64,
    pub(super) started_at: String,
    /// Number of scenarios that will run.
    pub(super) scenarios: usize,
}

/// The result of an attempt of a scenario on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum ScenarioVerdict {
    Failed,
    Held,
    Open,
    NotSent,
}

impl ScenarioVerdict {
    fn of(ended: EndedScenario<'_>) -> Self {
        let is_unsent = |outcome: Result<_, &Fault>| outcome.is_err_and(Fault::is_end_of_run);
        let mut exchanges = ended.trace.exchanges();
        if !ended.own.failed.is_empty() {
            Self::Failed
        } else if ended.own.held > 0 {
            Self::Held
        } else if exchanges.all(|exchange| is_unsent(exchange.outcome.as_ref())) {
            Self::NotSent
        } else {
            Self::Open
        }
    }
}

/// Where the events of a run are written.
pub(super) struct EventLog {
    started: Instant,
    files: Mutex<Vec<ReportFile>>,
    failure: Mutex<Option<anyhow::Error>>,
}

impl EventLog {
    /// Begins with the start of a run.
    pub(super) fn start(files: Vec<ReportFile>, run: &StartedRun) -> Self {
        let (started, failure) = (Instant::now(), Mutex::default());
        let log = Self { started, files: Mutex::new(files), failure };
        log.write(&Event::Start { schema: SCHEMA, run });
        log
    }

    pub(super) fn add(&self, ended: EndedScenario<'_>) {
        self.write(&Event::Scenario {
            scenario: &ended.trace.scenario,
            attempt: ended.trace.attempt,
            verdict: ScenarioVerdict::of(ended),
            failed: ended.own.failed.iter().map(|clause| clause.id.as_str()).collect(),
            requests: ended.trace.exchanges().count(),
            duration_ms: ended.duration.as_millis(),
            at_ms: self.started.elapsed().as_millis(),
        });
    }

    /// Writes the violations and the end of the run. Fails with the first failure to write.
    pub(super) fn end(&self, report: &Content) -> anyhow::Result<()> {
        let violated = report.selected().filter(|clause| clause.verdict == Outcome::Violated);
        for clause in violated {
            let Clause { id, operation, statement, failures, waiver, .. } = clause;
            self.write(&Event::Violation {
                clause: id,
                operation: operation.as_deref(),
                statement,
                waived: waiver.is_some(),
                failures,
            });
        }
        self.write(&Event::End {
            exit_code: report.exit.code(),
            stopped: report.stopped.as_deref(),
            could_not_test: report.could_not_test.as_deref(),
            summary: &report.summary,
            leftovers: report.leftovers.len(),
            duration_ms: report.run.duration_ms,
        });
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.take().map_or(Ok(()), Err)
    }

    /// Keeps the first failure: the run goes on.
    fn write(&self, event: &Event<'_>) {
        let line = serde_json::to_string(event).context("cannot write an event as JSON");
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        for file in files.iter_mut() {
            let written = match &line {
                Ok(line) => file.append(&format!("{line}\n")),
                Err(error) => Err(anyhow::anyhow!("{error:#}")),
            };
            if let Err(error) = written {
                let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                failure.get_or_insert(error);
            }
        }
    }
}
