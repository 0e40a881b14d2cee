//! Runs the suite against the reference in this process and classifies mutants.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use mutation::suite_run::{self, RunOptions, SuiteReport};
use referral_conformance::depth::Depth;
use referral_conformance::exchange::ScenarioTrace;
use referral_conformance::exit::Exit;
use referral_conformance::plan::Glob;
use referral_conformance::scenario::Scenario;
use referral_conformance::suite::{self, Suite};
use referral_reference::store::StatementHook;
use tokio::time::timeout;

use crate::comparison::Baseline;
use crate::outcome::{MutantRecord, Outcome};
use crate::reference_server::SeededReference;
use crate::sequence::{CurrentRequest, SequentialTransport, start_time};
use crate::traffic::Traffic;

/// A run of the unmutated reference takes a few seconds; a mutant may never end.
const RUN_TIMEOUT: Duration = Duration::from_secs(60);

/// Differences that a record keeps.
const MAX_DIFFERENCES: usize = 5;

/// The suite and a seeded reference.
pub struct Instrument {
    suite: Arc<Suite>,
    reference: SeededReference,
    options: RunOptions,
}

/// The result of a run.
pub struct Run {
    /// The clauses that the suite reports.
    pub clauses: Vec<String>,
    /// Whether the exit code is that of a conforming server: all clauses that can be tested are held, and no data is left.
    pub conforms: bool,
    /// The responses.
    pub traffic: Traffic,
}

impl Instrument {
    /// Seeds a reference in an empty folder.
    ///
    /// # Errors
    /// When it cannot be seeded.
    pub async fn seed(folder: &Path, depth: Depth) -> anyhow::Result<Self> {
        let suite = Arc::new(suite::embedded(depth)?);
        let reference = SeededReference::seed(&suite, folder, StatementHook::default()).await?;
        Ok(Self { suite, reference, options: options(depth) })
    }

    /// Uses a folder that [`seed`](Self::seed) has filled.
    ///
    /// # Errors
    /// When its files cannot be read.
    pub fn open(folder: &Path, depth: Depth) -> anyhow::Result<Self> {
        let suite = Arc::new(suite::embedded(depth)?);
        let reference = SeededReference::open(&suite, folder)?;
        Ok(Self { suite, reference, options: options(depth) })
    }

    /// Runs the suite. In a runtime with one thread, scenarios start in the same order in each run.
    ///
    /// # Errors
    /// When the server does not start, the run does not end, or nothing could be tested.
    pub async fn run(&self) -> anyhow::Result<Run> {
        self.run_hooked(StatementHook::default(), CurrentRequest::default(), None).await
    }

    /// Runs the suite, or the scenarios that match, with a hook on the statements after the seed. `current` always has the
    /// request that is sent.
    pub(crate) async fn run_hooked(
        &self,
        hook: StatementHook,
        current: CurrentRequest,
        only: Option<Glob>,
    ) -> anyhow::Result<Run> {
        self.run_against(&self.reference.hooked(hook), current, only).await
    }

    /// Seeds another database with a hook on the migrations, and runs the suite.
    ///
    /// # Errors
    /// When it cannot be seeded, the server does not start, or the run does not end.
    pub async fn run_migrated(&self, hook: StatementHook) -> anyhow::Result<Run> {
        let folder = tempfile::tempdir()?;
        let reference = SeededReference::seed(&self.suite, folder.path(), hook).await?;
        self.run_against(&reference, CurrentRequest::default(), None).await
    }

    async fn run_against(
        &self,
        reference: &SeededReference,
        current: CurrentRequest,
        only: Option<Glob>,
    ) -> anyhow::Result<Run> {
        let is_part = only.is_some();
        let report = timeout(RUN_TIMEOUT, self.run_suite(reference, current, only))
            .await
            .context("the run did not end in time")??;
        let traces = report.traces();
        // Some scenarios alone may all need what the mutant prevents.
        if !is_part {
            if report.exit == Exit::Untested {
                bail!("nothing could be tested");
            }
            let mut responses = traces
                .iter()
                .flat_map(ScenarioTrace::exchanges)
                .filter_map(|exchange| exchange.outcome.as_ref().ok());
            if !responses.any(|response| (200..300).contains(&response.status)) {
                bail!("no request succeeded");
            }
        }
        Ok(Run {
            clauses: suite_run::reported_clauses(&report.verdicts),
            conforms: report.exit == Exit::Conforms,
            traffic: Traffic::new(&self.suite, &traces),
        })
    }

    async fn run_suite(
        &self,
        reference: &SeededReference,
        current: CurrentRequest,
        only: Option<Glob>,
    ) -> anyhow::Result<SuiteReport> {
        let server = reference.serve(current.clone()).await?;
        let transport = suite_run::http_transport(&server.base_url)?;
        let contract = Arc::clone(&self.suite.contract);
        let transport = Arc::new(SequentialTransport::new(contract, transport, current));
        let test_data = reference.test_data();
        suite_run::run_scenarios(&self.suite, test_data, self.options, only, transport).await
    }

    /// The scenarios that call one of these operations; `None` if all do.
    #[must_use]
    pub fn scenarios_calling(&self, operations: &BTreeSet<String>) -> Option<Glob> {
        let calls = |scenario: &&Scenario| {
            scenario.steps.iter().any(|step| operations.contains(&step.call))
        };
        let ids: Vec<_> =
            self.suite.scenarios.iter().filter(calls).map(|found| found.id.as_str()).collect();
        if ids.is_empty() || ids.len() == self.suite.scenarios.len() {
            return None;
        }
        ids.join(",").parse().ok()
    }

    /// The baseline, from two runs. The reference must be unmutated.
    ///
    /// # Errors
    /// When a run fails, reports a clause or is incomplete.
    pub async fn baseline(&mut self) -> anyhow::Result<Baseline> {
        let run = self.run().await?;
        if !run.clauses.is_empty() {
            bail!("the unmutated reference violates {}", run.clauses.join(", "));
        }
        if !run.conforms {
            bail!("the run against the unmutated reference is incomplete");
        }
        let id_seed = self.reference.replace_id_seed("other".to_owned());
        let other = self.run().await;
        self.reference.replace_id_seed(id_seed);
        let fixtures = &self.reference.test_data().target.fixtures;
        Ok(Baseline::new(&self.suite.contract, run.traffic, &other?.traffic, fixtures))
    }

    /// The record of a run that detects the mutant; `None` if it does not.
    #[must_use]
    pub fn detected(run: &anyhow::Result<Run>) -> Option<MutantRecord> {
        match run {
            Ok(run) if run.clauses.is_empty() => None,
            Ok(run) => Some(MutantRecord {
                clauses: run.clauses.clone(),
                ..MutantRecord::unreported(Outcome::Killed, Vec::new())
            }),
            Err(error) => {
                Some(MutantRecord::unreported(Outcome::Crashed, vec![format!("{error:#}")]))
            }
        }
    }

    /// Classifies a run against a mutant.
    #[must_use]
    pub fn classify(&self, baseline: &Baseline, run: anyhow::Result<Run>) -> MutantRecord {
        if let Some(detected) = Self::detected(&run) {
            return detected;
        }
        let (traffic, conforms) = run.map(|run| (run.traffic, run.conforms)).unwrap_or_default();
        let difference = baseline.compare(&self.suite, &traffic);
        let outcome = if difference.is_empty() {
            Outcome::Unreached
        } else if difference.stated.is_empty() {
            Outcome::GapOnly
        } else if conforms {
            Outcome::Survived
        } else {
            Outcome::Incomplete
        };
        let differences = difference.stated.into_iter().chain(difference.silent);
        MutantRecord::unreported(outcome, differences.take(MAX_DIFFERENCES).collect())
    }
}

/// One scenario at a time and one seed, so that all runs send the same requests.
fn options(depth: Depth) -> RunOptions {
    RunOptions { clock: start_time, seed: 1, jobs: 1, depth, alone: true }
}
