//! Runs of the suite against variants.

pub mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::bail;
use referral_conformance::exit::Exit;
use referral_conformance::leftovers::Leftover;
use referral_conformance::reason::Reason;
use referral_conformance::run::Transport;
use referral_conformance::suite::Suite;
use referral_conformance::target::{BaseUrl, TargetFixture};
use referral_conformance::verdict::{ClauseVerdict, Verdict, counts};

use crate::concurrent::map_concurrently;
use crate::proxy::Proxy;
use crate::server::{ServerFactory, TestData};
use crate::suite_run::{self, RunOptions, SuiteReport};
use crate::variant::{IdentifierFormat, Topic, Variant, start_reframing_server};

/// A run of the suite against each of many variants.
#[derive(Clone)]
pub struct VariantRun {
    /// The suite.
    pub suite: Arc<Suite>,
    /// Starts a server for each run.
    pub servers: Arc<dyn ServerFactory>,
    /// Options of each run.
    pub options: RunOptions,
    /// The ids of the clauses that a run against the unchanged server leaves open, where it is not the reference. The
    /// reference leaves none open, and shows all topics of the named variants.
    pub open_anyway: Option<BTreeSet<String>>,
}

/// The result of a variant.
#[derive(Clone)]
pub struct VariantResult {
    /// The variant.
    pub variant: Variant,
    /// The report, or why the run failed.
    pub outcome: VariantOutcome,
}

/// The report on a variant, or why the run failed.
pub type VariantOutcome = Result<VariantReport, String>;

/// The report on a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantReport {
    /// Number of clauses per verdict.
    pub counts: BTreeMap<&'static str, usize>,
    /// The exit code.
    pub exit: Exit,
    /// Records that the run left behind although they could be removed.
    pub leftovers: Vec<String>,
    /// Clauses reported as violated.
    pub violations: Vec<ReportedViolation>,
    /// Ids of the clauses that the run left open although it does not for the unchanged server, with their verdicts.
    pub open: Vec<(String, Verdict)>,
    /// Topics whose choices changed no exchange.
    pub unused_topics: BTreeSet<Topic>,
}

/// A clause that was reported as violated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedViolation {
    /// Its id.
    pub clause: String,
    /// Its statement.
    pub statement: String,
    /// The failures.
    pub failures: Vec<String>,
}

impl VariantResult {
    /// Whether the run reported nothing, left nothing behind and was complete, and the variant differs in all topics
    /// that it names.
    pub fn passes(&self) -> bool {
        is_clean(&self.outcome) && !self.is_incomplete() && self.unused_topics().next().is_none()
    }

    /// Whether clauses could not be tested although the variant hides nothing. While other clients change lists, a clause
    /// may fail in one attempt only, which is reported as unstable.
    pub fn is_incomplete(&self) -> bool {
        let unstable = Verdict::Inconclusive(Reason::Unstable);
        let is_explained = |(_, verdict): &(String, Verdict)| {
            *verdict == unstable && self.variant.has_concurrent_clients()
        };
        let is_incomplete = |report: &VariantReport| {
            matches!(report.exit, Exit::Incomplete | Exit::Untested)
                && !report.open.iter().all(is_explained)
        };
        !self.variant.hides && self.outcome.as_ref().is_ok_and(is_incomplete)
    }

    /// Topics in which a named variant does not differ from the server. Drawn variants have none.
    pub fn unused_topics(&self) -> impl Iterator<Item = Topic> {
        let reports = self.outcome.iter().filter(|_| !self.variant.drawn);
        reports.flat_map(|report| report.unused_topics.iter().copied())
    }
}

/// Whether the run reported nothing and left nothing behind.
pub fn is_clean(outcome: &VariantOutcome) -> bool {
    let is_clean =
        |report: &VariantReport| report.violations.is_empty() && report.leftovers.is_empty();
    outcome.as_ref().is_ok_and(is_clean)
}

impl VariantRun {
    /// Runs the variants, at most `jobs` at a time, and calls `done` after each.
    pub async fn run_all(
        &self,
        variants: Vec<Variant>,
        jobs: usize,
        done: impl Fn(&Variant, &VariantOutcome),
    ) -> Vec<VariantResult> {
        let run = |variant: Variant| {
            let this = self.clone();
            async move { this.run(&variant).await }
        };
        let panicked = || Err("the run panicked".to_owned());
        let outcomes = map_concurrently(variants, jobs, run, done, panicked).await;
        outcomes.into_iter().map(|(variant, outcome)| VariantResult { variant, outcome }).collect()
    }

    async fn run(&self, variant: &Variant) -> VariantOutcome {
        self.try_run(variant).await.map_err(|error| format!("{error:#}"))
    }

    async fn try_run(&self, variant: &Variant) -> anyhow::Result<VariantReport> {
        let (report, proxies) = self.run_suite(variant).await?;
        let SuiteReport { verdicts, exit, leftovers, .. } = report;
        Ok(VariantReport {
            counts: counts(&verdicts),
            exit,
            leftovers: leftovers.iter().map(describe_leftover).collect(),
            violations: verdicts
                .iter()
                .filter(|verdict| verdict.verdict == Verdict::Violated)
                .map(reported_violation)
                .collect(),
            open: verdicts
                .iter()
                .filter_map(open_clause)
                .filter(|(id, _)| self.open_anyway.as_ref().is_none_or(|open| !open.contains(id)))
                .collect(),
            unused_topics: match self.open_anyway {
                None => unused_topics(variant, &proxies),
                Some(_) => BTreeSet::new(),
            },
        })
    }

    /// Notes what a run against the unchanged server leaves open. Fails if that tests nothing.
    pub async fn compare_with_unchanged(&mut self) -> anyhow::Result<()> {
        let report = self.report(&Variant::unchanged()).await?;
        if report.exit == Exit::Untested {
            bail!("a run against the unchanged server tests no clause; try a greater `--depth`");
        }
        let open = report.verdicts.iter().filter_map(open_clause);
        self.open_anyway = Some(open.map(|(id, _)| id).collect());
        Ok(())
    }

    /// Runs the suite against a variant. Fails when the server cannot be started, or the verdicts are inconsistent.
    pub async fn report(&self, variant: &Variant) -> anyhow::Result<SuiteReport> {
        Ok(self.run_suite(variant).await?.0)
    }

    async fn run_suite(&self, variant: &Variant) -> anyhow::Result<(SuiteReport, Vec<Arc<Proxy>>)> {
        let server = self.servers.start().await?;
        let test_data = match variant.identifier_format() {
            Some(format) => with_identifier_format(self.servers.test_data(), format),
            None => self.servers.test_data().clone(),
        };
        let reframing_server = if variant.reframes() {
            Some(start_reframing_server(&server.base_url).await?)
        } else {
            None
        };
        let base_url =
            reframing_server.as_ref().map_or(&server.base_url, |server| &server.base_url);
        let (transport, proxies) = self.intercept(variant, base_url)?;
        let report = suite_run::run(&self.suite, &test_data, self.options, None, transport);
        Ok((report.await?, proxies))
    }

    /// Chains a proxy for each choice. Each intercepts the server as changed by the choices before it.
    fn intercept(&self, variant: &Variant, server: &BaseUrl) -> anyhow::Result<ProxyChain> {
        let known_state = Arc::new(suite_run::known_state(&self.suite, self.servers.test_data()));
        let mut transport = suite_run::http_transport(server)?;
        let mut proxies = Vec::new();
        for choice in &variant.choices {
            let proxy = Arc::new(Proxy::new(
                Arc::clone(&self.suite.contract),
                Arc::clone(&known_state),
                choice.alternative.intercept.clone(),
                choice.operation.clone(),
                transport,
                choice.topic.uses_history(),
            ));
            proxies.push(Arc::clone(&proxy));
            transport = proxy;
        }
        Ok((transport, proxies))
    }
}

/// The transport of a variant, and its proxies, one per choice.
type ProxyChain = (Arc<dyn Transport>, Vec<Arc<Proxy>>);

/// Topics whose choices changed no exchange. Proxies do not see changes on the socket.
fn unused_topics(variant: &Variant, proxies: &[Arc<Proxy>]) -> BTreeSet<Topic> {
    let choices = || variant.choices.iter().zip(proxies);
    let used: BTreeSet<_> = choices()
        .filter(|(choice, proxy)| choice.alternative.reframes || proxy.applied() > 0)
        .map(|(choice, _)| choice.topic)
        .collect();
    choices().map(|(choice, _)| choice.topic).filter(|topic| !used.contains(topic)).collect()
}

/// The same fixtures with identifiers in another format.
fn with_identifier_format(test_data: &TestData, format: IdentifierFormat) -> TestData {
    let mut test_data = test_data.clone();
    let fixtures = test_data.target.fixtures.values().flatten();
    let ids: BTreeSet<_> = fixtures.map(|fixture| fixture.id.clone()).collect();
    for fixture in test_data.target.fixtures.values_mut().flatten() {
        let TargetFixture { id, facts, .. } = fixture;
        *id = format.encode(id);
        let facts = Arc::make_mut(facts);
        for fact in facts.values_mut().filter(|fact| ids.contains(*fact)) {
            *fact = format.encode(fact);
        }
    }
    test_data
}

fn describe_leftover(leftover: &Leftover) -> String {
    let Leftover { record, done, known_by, scenario, .. } = leftover;
    format!("{scenario}: {} {record} {known_by}", done.name())
}

/// Id and verdict of a clause that is neither held nor reported.
fn open_clause(verdict: &ClauseVerdict) -> Option<(String, Verdict)> {
    let is_open = matches!(verdict.verdict, Verdict::NotExercised(_) | Verdict::Inconclusive(_));
    is_open.then(|| (verdict.clause.id.clone(), verdict.verdict.clone()))
}

fn reported_violation(verdict: &ClauseVerdict) -> ReportedViolation {
    let failures = verdict.failures.iter().map(|failure| {
        let found = &failure.failure;
        let location = if found.pointer.is_empty() { "response" } else { &found.pointer };
        format!(
            "{} step {}: {location}: expected {}, got {}",
            failure.scenario, failure.step, found.expected, found.actual
        )
    });
    ReportedViolation {
        clause: verdict.clause.id.clone(),
        statement: verdict.clause.statement.clone(),
        failures: failures.collect(),
    }
}
