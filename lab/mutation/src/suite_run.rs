//! A run of the suite against one server.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use referral_conformance::depth::Depth;
use referral_conformance::exchange::ScenarioTrace;
use referral_conformance::exit::Exit;
use referral_conformance::leftovers::Leftover;
use referral_conformance::level::Level;
use referral_conformance::plan::{Glob, Plan, PlanInputs};
use referral_conformance::reason::Reason;
use referral_conformance::redact::Redactor;
use referral_conformance::report::{Report, RunInfo};
use referral_conformance::run::{HttpOptions, HttpTransport, Settings, StopSignal, Transport};
use referral_conformance::session::{FinishedRun, RunIo, Session};
use referral_conformance::state::JournalWriter;
use referral_conformance::suite::Suite;
use referral_conformance::target::BaseUrl;
use referral_conformance::verdict::{ClauseVerdict, Verdict};

use crate::known_state::{KnownRecord, KnownState};
use crate::server::TestData;

/// Timeout of a response of a local server.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Scenarios that run at the same time, by default.
pub const JOBS: usize = 4;

/// Options of a run.
#[derive(Clone, Copy)]
pub struct RunOptions {
    /// The current time.
    pub clock: fn() -> Timestamp,
    /// Seed for generated ids.
    pub seed: u64,
    /// Scenarios that run at the same time.
    pub jobs: usize,
    /// Which scenarios run.
    pub depth: Depth,
    /// Whether to assume exclusive access: report a failure without retrying.
    pub alone: bool,
}

/// The result of a run.
pub struct SuiteReport {
    /// The verdict on each clause.
    pub verdicts: Vec<ClauseVerdict>,
    /// The exit code.
    pub exit: Exit,
    /// Records that were left behind although they could be removed.
    pub leftovers: Vec<Leftover>,
    finished: FinishedRun,
}

impl SuiteReport {
    /// The clauses that failed in some attempts, and are held all the same.
    pub fn excused(&self) -> Vec<String> {
        let held = self.verdicts.iter().filter(|verdict| verdict.verdict == Verdict::Held);
        let flaky: BTreeSet<_> =
            self.finished.retried().iter().flat_map(|it| &it.flaky).map(|it| &it.clause).collect();
        held.map(|verdict| &verdict.clause.id).filter(|id| flaky.contains(id)).cloned().collect()
    }

    /// The traces of all attempts of all scenarios.
    pub fn traces(&self) -> Vec<ScenarioTrace> {
        self.finished.traces().cloned().collect()
    }
}

/// A transport to a local server. Fails when the client cannot be created.
pub fn http_transport(base_url: &BaseUrl) -> anyhow::Result<Arc<dyn Transport>> {
    Ok(Arc::new(HttpTransport::new(HttpOptions {
        base_url: base_url.clone(),
        timeout: TIMEOUT,
        authority: None,
        headers: Vec::new(),
    })?))
}

/// Runs all scenarios, or those that can report a clause. Fails when the verdicts are inconsistent.
pub async fn run(
    suite: &Suite,
    test_data: &TestData,
    options: RunOptions,
    only: Option<&str>,
    transport: Arc<dyn Transport>,
) -> anyhow::Result<SuiteReport> {
    let only = only.and_then(|clause| {
        scenarios_for_clause(&suite.plan(&plan_inputs(test_data, options.depth)), clause)
    });
    run_scenarios(suite, test_data, options, only, transport).await
}

/// Runs all scenarios, or those whose id matches. Fails when the verdicts are inconsistent.
pub async fn run_scenarios(
    suite: &Suite,
    test_data: &TestData,
    options: RunOptions,
    only: Option<Glob>,
    transport: Arc<dyn Transport>,
) -> anyhow::Result<SuiteReport> {
    let inputs = PlanInputs { only, ..plan_inputs(test_data, options.depth) };
    let now = (options.clock)();
    let session = Session {
        suite,
        plan: &suite.plan(&inputs),
        info: RunInfo {
            base_url: String::new(),
            level: inputs.level,
            depth: options.depth,
            profile: String::new(),
            allowed: Vec::new(),
            waivers: BTreeMap::new(),
            seed: options.seed,
            started_at: now.to_string(),
            journal: None,
            curl_arguments: BTreeMap::new(),
            key_sources: BTreeMap::new(),
        },
        settings: Settings {
            run_id: format!("{:x}", options.seed),
            email_domain: test_data.target.email_domain.clone(),
            now,
            jobs: options.jobs,
            keys: test_data.keys.clone(),
            // Each server has its own copy of the database.
            fresh_fixtures: true,
            fresh_names: true,
            exclusive: options.alone,
            skip_retry_pauses: true,
            judge_each: false,
            fail_fast: None,
        },
        redactor: Redactor::new(
            test_data.keys.iter().map(|(kind, key)| (kind.as_str(), key.as_str())),
        ),
    };
    // The server is discarded after the run, so nothing has to be cleaned up later.
    let io = RunIo {
        transport,
        rate: None,
        stop: StopSignal::default(),
        journal: JournalWriter::disabled(),
        fixture_pool: None,
    };
    let finished = session.run(io, |_| {}).await;
    let mut report = session.report(&finished)?;
    report.leftovers.retain(|left| !left.unavoidable);
    let Report { exit, leftovers, verdicts, .. } = report;
    Ok(SuiteReport { exit, leftovers, verdicts, finished })
}

/// What a run of all scenarios can use. Without a level in the target, it may change everything.
pub(crate) fn plan_inputs(test_data: &TestData, depth: Depth) -> PlanInputs<'_> {
    PlanInputs {
        level: test_data.target.level.unwrap_or(Level::Full),
        depth,
        keys: test_data.keys.keys().cloned().collect(),
        fixtures: &test_data.target.fixtures,
        only: None,
    }
}

/// The scenarios that can report a clause.
fn scenarios_for_clause(plan: &Plan, clause: &str) -> Option<Glob> {
    let ids: Vec<_> = plan
        .entries
        .iter()
        .filter(|entry| entry.claims.contains(clause))
        .map(|entry| entry.scenario.as_str())
        .collect();
    ids.join(",").parse().ok()
}

/// The known state of a server with this data.
pub fn known_state(suite: &Suite, test_data: &TestData) -> KnownState {
    let mut records: BTreeMap<String, KnownRecord> = BTreeMap::new();
    for (kind, fixtures) in &test_data.target.fixtures {
        for fixture in fixtures {
            let record = records.entry(fixture.id.clone()).or_default();
            record.kinds.insert(kind.clone());
            record.account.clone_from(&fixture.account);
            record.facts.extend((*fixture.facts).clone());
        }
    }
    let owners: BTreeSet<_> =
        test_data.target.fixtures.values().flatten().map(|fixture| &fixture.account).collect();
    let kinds = suite.contract.service.keys.iter().map(|kind| &kind.name).enumerate();
    let accounts = kinds.filter(|(position, kind)| *position == 0 || owners.contains(kind));
    let accounts = accounts.map(|(_, kind)| kind.clone()).collect();
    KnownState { keys: test_data.keys.clone(), accounts, records }
}

/// Whether the verdict reports a failure of the clause.
pub fn is_reported(verdict: &ClauseVerdict) -> bool {
    matches!(verdict.verdict, Verdict::Violated | Verdict::Deviates)
}

/// Whether the clause failed in some attempts only, and nothing explains that.
pub fn is_unstable(verdict: &ClauseVerdict) -> bool {
    verdict.verdict == Verdict::Inconclusive(Reason::Unstable)
}

/// The ids of the clauses that are reported.
pub fn reported_clauses(verdicts: &[ClauseVerdict]) -> Vec<String> {
    verdicts
        .iter()
        .filter(|verdict| is_reported(verdict))
        .map(|verdict| verdict.clause.id.clone())
        .collect()
}
