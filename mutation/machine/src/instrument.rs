//! Runs the suite against the reference in this process and classifies mutants.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use mutation::server::ServerFactory as _;
use mutation::suite_run::{self, RunOptions, SuiteReport};
use referral_conformance::depth::Depth;
use referral_conformance::exit::Exit;
use referral_conformance::suite::Suite;
use referral_reference::store::StatementHook;
use tokio::time::timeout;

use crate::comparison::Baseline;
use crate::outcome::{MutantRecord, Outcome};
use crate::reference_server::{SeededReference, start_time};
use crate::traffic::Traffic;

/// A run of the unmutated reference takes a few seconds.
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
    /// The responses.
    pub traffic: Traffic,
}

impl Instrument {
    /// Seeds a reference in an empty folder.
    ///
    /// # Errors
    /// When it cannot be seeded.
    pub async fn seed(folder: &Path, depth: Depth) -> anyhow::Result<Self> {
        let suite = Arc::new(Suite::embedded()?);
        let reference = SeededReference::seed(&suite, folder).await?;
        Ok(Self { suite, reference, options: options(depth) })
    }

    /// Uses a folder that [`seed`](Self::seed) has filled.
    ///
    /// # Errors
    /// When its files cannot be read.
    pub fn open(folder: &Path, depth: Depth) -> anyhow::Result<Self> {
        let suite = Arc::new(Suite::embedded()?);
        let reference = SeededReference::open(&suite, folder)?;
        Ok(Self { suite, reference, options: options(depth) })
    }

    /// Runs the suite.
    ///
    /// # Errors
    /// When the server does not start, the run does not end, or nothing could be tested.
    pub async fn run(&self) -> anyhow::Result<Run> {
        self.run_against(&self.reference).await
    }

    /// Runs the suite with a hook on the statements after the seed.
    ///
    /// # Errors
    /// When the server does not start, the run does not end, or nothing could be tested.
    pub async fn run_hooked(&self, hook: StatementHook) -> anyhow::Result<Run> {
        self.run_against(&self.reference.hooked(hook)).await
    }

    /// Seeds another database with a hook on the migrations, and runs the suite.
    ///
    /// # Errors
    /// When it cannot be seeded, the server does not start, or the run does not end.
    pub async fn run_migrated(&self, hook: StatementHook) -> anyhow::Result<Run> {
        let folder = tempfile::tempdir()?;
        let reference = SeededReference::seed_hooked(&self.suite, folder.path(), hook).await?;
        self.run_against(&reference).await
    }

    async fn run_against(&self, reference: &SeededReference) -> anyhow::Result<Run> {
        let SuiteReport { verdicts, exit, traces, .. } =
            timeout(RUN_TIMEOUT, self.run_suite(reference))
                .await
                .context("the run did not end in time")??;
        if exit == Exit::Untested {
            bail!("nothing could be tested");
        }
        let clauses = suite_run::reported_clauses(&verdicts);
        Ok(Run { clauses, traffic: Traffic::new(&self.suite, &traces) })
    }

    async fn run_suite(&self, reference: &SeededReference) -> anyhow::Result<SuiteReport> {
        let server = reference.start().await?;
        let transport = suite_run::http_transport(&server.base_url)?;
        let test_data = reference.test_data();
        suite_run::run(&self.suite, test_data, self.options, None, transport).await
    }

    /// The baseline, from two runs. The reference must be unmutated.
    ///
    /// # Errors
    /// When a run fails or reports a clause.
    pub async fn baseline(&mut self) -> anyhow::Result<Baseline> {
        let run = self.run().await?;
        if !run.clauses.is_empty() {
            bail!("the unmutated reference violates {}", run.clauses.join(", "));
        }
        let id_seed = self.reference.replace_id_seed("other".to_owned());
        let other = self.run().await;
        self.reference.replace_id_seed(id_seed);
        let fixtures = &self.reference.test_data().target.fixtures;
        Ok(Baseline::new(&self.suite.contract, run.traffic, &other?.traffic, fixtures))
    }

    /// Classifies a run against a mutant.
    #[must_use]
    pub fn classify(&self, baseline: &Baseline, run: anyhow::Result<Run>) -> MutantRecord {
        let run = match run {
            Ok(run) => run,
            Err(error) => {
                let differences = vec![format!("{error:#}")];
                return MutantRecord {
                    outcome: Outcome::Crashed,
                    clauses: Vec::new(),
                    differences,
                };
            }
        };
        let difference = baseline.compare(&self.suite, &run.traffic);
        let outcome = if !run.clauses.is_empty() {
            Outcome::Killed
        } else if difference.is_empty() {
            Outcome::Unreached
        } else if difference.stated.is_empty() {
            Outcome::GapOnly
        } else {
            Outcome::Survived
        };
        let differences = difference.stated.into_iter().chain(difference.silent);
        let differences = differences.take(MAX_DIFFERENCES).collect();
        MutantRecord { outcome, clauses: run.clauses, differences }
    }
}

/// One scenario at a time and one seed, so that all runs send the same requests.
fn options(depth: Depth) -> RunOptions {
    RunOptions { clock: start_time, seed: 1, jobs: 1, depth, alone: true }
}
