//! A run for each source mutant and interpretation, and one for the unmutated build.
//!
//! A source mutant runs only with the scenarios that can report its clauses, unless the environment variable
//! `SOURCE_MUTANTS_WHOLE` is set. An interpretation and the unmutated build run with all scenarios.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use jiff::Timestamp;
use mutation::server::{ServerFactory as _, ServerProgram};
use mutation::suite_run::{self, RunOptions, SuiteReport};
use referral_conformance::depth::Depth;
use referral_conformance::exit::Exit;
use referral_conformance::reason::Reason;
use referral_conformance::scenario::Scenario;
use referral_conformance::suite::Suite;
use referral_conformance::verdict::{ClauseVerdict, Verdict};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::entries::SourceEntry;
use super::mutated_build::VARIABLE;

/// The run of an entry, or of the unmutated build.
pub struct SourceRun {
    entry: Option<SourceEntry>,
    outcome: anyhow::Result<SuiteReport>,
}

/// Environment variable that runs all scenarios for every entry.
const WHOLE: &str = "SOURCE_MUTANTS_WHOLE";

/// Runs the unmutated build and each entry, at most `jobs` at a time.
pub async fn run_all(
    suite: &Arc<Suite>,
    servers: Arc<ServerProgram>,
    entries: &[SourceEntry],
    jobs: usize,
) -> Vec<SourceRun> {
    let semaphore = Arc::new(Semaphore::new(jobs));
    let mut tasks = JoinSet::new();
    let all = std::iter::once(None).chain(entries.iter().cloned().map(Some));
    for (index, entry) in all.enumerate() {
        let (suite, servers) = (Arc::clone(suite), Arc::clone(&servers));
        let semaphore = Arc::clone(&semaphore);
        tasks.spawn(async move {
            let _permit = semaphore.acquire().await;
            let outcome = run(&suite, &servers, entry.as_ref()).await;
            (index, SourceRun { entry, outcome })
        });
    }
    let mut runs = tasks.join_all().await;
    runs.sort_by_key(|(index, _)| *index);
    runs.into_iter().map(|(_, run)| run).collect()
}

async fn run(
    suite: &Suite,
    servers: &ServerProgram,
    entry: Option<&SourceEntry>,
) -> anyhow::Result<SuiteReport> {
    let name = entry.map_or("", |entry| entry.name.value.as_str());
    let server = servers.serve(&[(VARIABLE, name)]).await?;
    let whole = std::env::var_os(WHOLE).is_some();
    let suite = match entry {
        Some(entry) if !whole && entry.answers.is_empty() => {
            Cow::Owned(relevant_scenarios(suite, entry))
        }
        _ => Cow::Borrowed(suite),
    };
    let options = RunOptions {
        // A source mutant that changes other records could disturb scenarios that run at the same time.
        jobs: 1,
        clock: Timestamp::now,
        seed: 1,
        depth: Depth::Quick,
        alone: true,
    };
    let transport = suite_run::http_transport(&server.base_url)?;
    suite_run::run(&suite, servers.test_data(), options, None, transport).await
}

/// The suite with only the scenarios that can report a clause of the entry, those of the same operations, and those
/// about keys, on which other scenarios depend.
fn relevant_scenarios(suite: &Suite, entry: &SourceEntry) -> Suite {
    let mut suite = suite.clone();
    let Suite { contract, clauses, .. } = &suite;
    let relevant: BTreeSet<_> = entry.breaks.iter().chain(&entry.also).collect();
    let operations = entry.breaks.iter().filter_map(|clause| {
        let operation = contract.operation(clause.split('.').next()?)?;
        Some(format!("{}/{}/", operation.resource, operation.id))
    });
    let folders: Vec<_> = operations.chain(["service/".to_owned()]).collect();
    let is_relevant = |scenario: &Scenario| {
        if folders.iter().any(|folder| scenario.id.starts_with(folder)) {
            return true;
        }
        let mut reached = clauses.reached(contract, scenario).into_iter();
        reached.any(|clause| relevant.contains(&clause))
    };
    let kept: Vec<bool> = suite.scenarios.iter().map(is_relevant).collect();
    let mut kept = kept.into_iter();
    Arc::make_mut(&mut suite.scenarios).retain(|_| kept.next() == Some(true));
    suite
}

impl SourceRun {
    /// One line: the name, the exit code and the violated clauses.
    pub fn summary(&self) -> String {
        match &self.outcome {
            Ok(report) => {
                let ids: Vec<_> = violated(report).map(|it| it.clause.id.as_str()).collect();
                let code = report.exit.code();
                format!("{:45} {code} {}", self.name(), ids.join(", "))
            }
            Err(reason) => format!("{:45} {reason}", self.name()),
        }
    }

    /// A source mutant and its report; `None` for other runs.
    pub fn mutant(&self) -> Option<(&SourceEntry, &SuiteReport)> {
        let mutant = self.entry.as_ref().filter(|entry| entry.answers.is_empty());
        Some((mutant?, self.outcome.as_ref().ok()?))
    }

    fn name(&self) -> &str {
        self.entry.as_ref().map_or("(unmutated)", |entry| &entry.name.value)
    }

    /// Why the run does not have the expected outcome; `None` if it has.
    pub fn failure(&self) -> Option<String> {
        let report = match &self.outcome {
            Ok(report) => report,
            Err(reason) => return Some(format!("{}: {reason}", self.name())),
        };
        match &self.entry {
            None => (report.exit != Exit::Conforms)
                .then(|| format!("{}{}", self.summary(), details(report))),
            Some(entry) if entry.answers.is_empty() => mutant_failure(entry, report),
            Some(entry) => interpretation_failure(entry, report),
        }
    }
}

/// A source mutant must violate all clauses in `breaks`, and no others but those in `also`.
fn mutant_failure(entry: &SourceEntry, report: &SuiteReport) -> Option<String> {
    let ids = |ids: &'_ [String]| ids.iter().cloned().collect::<BTreeSet<_>>();
    let found: BTreeSet<_> = violated(report).map(|it| it.clause.id.clone()).collect();
    let (expected, allowed) = (ids(&entry.breaks), ids(&entry.also));
    let missed: Vec<_> = expected.difference(&found).collect();
    let mut unexpected: Vec<_> = found.difference(&expected).collect();
    unexpected.retain(|id| !allowed.contains(*id));
    let passes = missed.is_empty() && unexpected.is_empty() && report.exit == Exit::Violated;
    (!passes).then(|| {
        format!(
            "{}: {}\n  exit {}, not reported: {missed:?}, reported unexpectedly: {unexpected:?}{}",
            entry.name.value,
            entry.why.trim(),
            report.exit.code(),
            details(report)
        )
    })
}

/// An interpretation must not be reported.
fn interpretation_failure(entry: &SourceEntry, report: &SuiteReport) -> Option<String> {
    let is_reported = report.verdicts.iter().any(suite_run::is_reported);
    is_reported.then(|| {
        format!(
            "{}: {}\n  is an interpretation of {} and must not be reported{}",
            entry.name.value,
            entry.why.trim(),
            entry.answers.join(", "),
            details(report)
        )
    })
}

fn violated(report: &SuiteReport) -> impl Iterator<Item = &ClauseVerdict> {
    let verdicts = report.verdicts.iter();
    verdicts.filter(|verdict| verdict.verdict == Verdict::Violated)
}

/// The clauses that were not tested, and the failures.
fn details(report: &SuiteReport) -> String {
    let mut text = String::new();
    let untested = report.verdicts.iter().filter(|it| {
        !matches!(
            it.verdict,
            Verdict::Held
                | Verdict::Violated
                | Verdict::Untestable(_)
                | Verdict::NotExercised(Reason::NoScenario | Reason::LegallyAbsent)
        )
    });
    for verdict in untested {
        let _ = write!(text, "\n  {} is {:?}", verdict.clause.id, verdict.verdict);
    }
    for verdict in violated(report) {
        for failure in &verdict.failures {
            let _ = write!(
                text,
                "\n  {}: {} step {}: expected {}, got {}",
                verdict.clause.id,
                failure.scenario,
                failure.step,
                failure.failure.expected,
                failure.failure.actual
            );
        }
    }
    text
}
