//! One run of the suite against one server, straight or bent, and what it says.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use referral_conformance::exit::Exit;
use referral_conformance::level::Level;
use referral_conformance::plan::{Glob, Plan, PlanInputs};
use referral_conformance::redact::Redactor;
use referral_conformance::report::RunInfo;
use referral_conformance::residue::Residue;
use referral_conformance::run::{HttpOptions, HttpTransport, Settings, StopSignal, Transport};
use referral_conformance::session::{RunIo, Session};
use referral_conformance::state::JournalWriter;
use referral_conformance::suite::Suite;
use referral_conformance::target::BaseUrl;
use referral_conformance::verdict::{ClauseVerdict, Verdict};

use crate::known_state::{KnownRecord, KnownState};
use crate::server::TestData;

/// No answer of a server on this machine takes longer, unless it will never come.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Scenarios played at once, unless one after the other; more would only fight for the same few processors.
pub const JOBS: usize = 4;

/// How runs are made.
#[derive(Clone, Copy)]
pub struct RunOptions {
    /// Tells the time when a run starts.
    pub clock: fn() -> Timestamp,
    /// What the ids of a run are made from.
    pub seed: u64,
    /// How many scenarios are played at once.
    pub jobs: usize,
    /// Whether what is wrong once is believed, as nobody else is said to be there.
    pub alone: bool,
}

/// What a run says.
pub struct Said {
    /// A verdict for each clause.
    pub verdicts: Vec<ClauseVerdict>,
    /// How the run ends.
    pub exit: Exit,
    /// What it leaves behind though it could be undone.
    pub left: Vec<Residue>,
}

/// A way over HTTP to a server on this machine.
///
/// # Errors
/// When no client can be made, in words.
pub fn http(base_url: &BaseUrl) -> Result<Arc<dyn Transport>, String> {
    let options = HttpOptions {
        base_url: base_url.clone(),
        timeout: TIMEOUT,
        authority: None,
        headers: Vec::new(),
    };
    let transport = HttpTransport::new(options).map_err(|error| error.to_string())?;
    Ok(Arc::new(transport))
}

/// Runs the suite, or the scenarios that can show a clause, and gives a verdict for each clause.
///
/// # Errors
/// When the verdicts do not add up, in words.
pub async fn run(
    suite: &Suite,
    test_data: &TestData,
    options: RunOptions,
    only: Option<&str>,
    transport: Arc<dyn Transport>,
) -> Result<Vec<ClauseVerdict>, String> {
    let said = whole(suite, test_data, options, only, transport).await?;
    Ok(said.verdicts)
}

/// The same, with how the run ends.
///
/// # Errors
/// When the verdicts do not add up, in words.
pub async fn whole(
    suite: &Suite,
    test_data: &TestData,
    options: RunOptions,
    only: Option<&str>,
    transport: Arc<dyn Transport>,
) -> Result<Said, String> {
    let allowance = PlanInputs {
        level: Level::Full,
        keys: test_data.keys.keys().cloned().collect(),
        fixtures: &test_data.target.fixtures,
        only: None,
    };
    let allowance = PlanInputs {
        only: only.and_then(|clause| showing(&suite.plan(&allowance), clause)),
        ..allowance
    };
    let now = (options.clock)();
    let session = Session {
        suite,
        plan: &suite.plan(&allowance),
        info: info(options.seed, now),
        settings: Settings {
            run_id: format!("{:x}", options.seed),
            email_domain: test_data.target.email_domain.clone(),
            now,
            jobs: options.jobs,
            keys: test_data.keys.clone(),
            // Each trial has a copy of the database of its own.
            fresh_fixtures: true,
            exclusive: options.alone,
            skip_retry_pauses: true,
        },
        redactor: Redactor::new(named_keys(test_data)),
    };
    // The server lives and dies with the run: there is nothing to note for later.
    let wire = RunIo {
        transport,
        rate: None,
        stop: StopSignal::default(),
        journal: JournalWriter::disabled(),
        fixture_pool: None,
    };
    let ended = session.run(wire, || {}).await;
    let report = session.report(&ended).map_err(|fault| fault.to_string())?;
    let mut left = report.residue;
    left.retain(|left| !left.unavoidable);
    Ok(Said {
        exit: report.exit,
        left,
        verdicts: report.verdicts,
    })
}

/// The scenarios that can show a clause, so that all they show counts.
fn showing(plan: &Plan, clause: &str) -> Option<Glob> {
    let entries = plan.entries.iter();
    let showing = entries.filter(|entry| entry.claims.contains(clause));
    let ids: Vec<_> = showing.map(|entry| entry.scenario.as_str()).collect();
    ids.join(",").parse().ok()
}

fn named_keys(test_data: &TestData) -> impl Iterator<Item = (&str, &str)> {
    test_data
        .keys
        .iter()
        .map(|(kind, key)| (kind.as_str(), key.as_str()))
}

fn info(seed: u64, now: Timestamp) -> RunInfo {
    RunInfo {
        base_url: String::new(),
        level: Level::Full,
        profile: String::new(),
        allowed: Vec::new(),
        seed,
        started_at: now.to_string(),
        journal: None,
        key_names: BTreeMap::new(),
    }
}

/// What is known of every server of a stock.
#[must_use]
pub fn known_state(suite: &Suite, test_data: &TestData) -> KnownState {
    let supplied = || test_data.target.fixtures.values().flatten();
    let mut things: BTreeMap<String, KnownRecord> = BTreeMap::new();
    for (kind, fixtures) in &test_data.target.fixtures {
        for fixture in fixtures {
            let thing = things.entry(fixture.id.clone()).or_default();
            thing.kinds.insert(kind.clone());
            thing.account.clone_from(&fixture.account);
            thing.facts.extend((*fixture.facts).clone());
        }
    }
    let kinds = suite
        .contract
        .service
        .keys
        .iter()
        .map(|kind| kind.name.clone());
    let main = suite
        .contract
        .service
        .keys
        .first()
        .map(|kind| kind.name.clone());
    let owns = |kind: &String| {
        Some(kind) == main.as_ref() || supplied().any(|fixture| fixture.account == *kind)
    };
    KnownState {
        keys: test_data.keys.clone(),
        accounts: kinds.filter(owns).collect(),
        things,
    }
}

/// Whether a breach of the clause was seen.
#[must_use]
pub fn is_reported(verdict: &ClauseVerdict) -> bool {
    matches!(verdict.verdict, Verdict::Violated | Verdict::Deviates)
}

/// The ids of the clauses of which a breach was seen.
#[must_use]
pub fn reported(verdicts: &[ClauseVerdict]) -> Vec<String> {
    let reported = verdicts.iter().filter(|verdict| is_reported(verdict));
    reported.map(|verdict| verdict.clause.id.clone()).collect()
}
