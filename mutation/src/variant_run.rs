//! Trying variants: each on a fresh server with all scenarios. Nobody is to be accused.

pub mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use referral_conformance::exit::Exit;
use referral_conformance::residue::Residue;
use referral_conformance::run::Transport;
use referral_conformance::suite::Suite;
use referral_conformance::target::{BaseUrl, TargetFixture};
use referral_conformance::verdict::{ClauseVerdict, Verdict, counts};

use crate::concurrent;
use crate::proxy::Proxy;
use crate::server::{ServerFactory, TestData};
use crate::suite_run::{self, RunOptions};
use crate::variant::{self, Shape, Topic, Variant};

/// What variants are tried on.
#[derive(Clone)]
pub struct VariantRun {
    /// The suite that should accuse nobody.
    pub suite: Arc<Suite>,
    /// Where servers come from.
    pub servers: Arc<dyn ServerFactory>,
    /// How runs are made.
    pub options: RunOptions,
}

/// What a run says of a variant.
#[derive(Clone)]
pub struct VariantResult {
    /// The variant.
    pub variant: Variant,
    /// The verdicts, or why there are none.
    pub outcome: Outcome,
}

/// The verdicts, or why there are none.
pub type Outcome = Result<Said, String>;

/// What the verdicts on a variant are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// How many clauses have each verdict.
    pub counts: BTreeMap<&'static str, usize>,
    /// How the run ends.
    pub exit: Exit,
    /// What the run leaves behind though it could be undone.
    pub left: Vec<String>,
    /// Clauses that are held to be violated.
    pub reported: Vec<ReportedViolation>,
    /// What the choices are about that changed no exchange of the run: there it was the plain server.
    pub idle: BTreeSet<Topic>,
}

/// A clause that is held to be violated by a server that violates none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedViolation {
    /// Its id.
    pub clause: String,
    /// What it says.
    pub statement: String,
    /// Where and how it is said to be violated.
    pub because: Vec<String>,
}

impl VariantResult {
    /// Whether there are verdicts, none of them is an accusation, all was seen and tidied up, and it differs in what it
    /// claims.
    #[must_use]
    pub fn passes(&self) -> bool {
        passes(&self.outcome) && !self.is_incomplete() && self.idle().next().is_none()
    }

    /// Whether something was not seen of it, though it hides nothing.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        let incomplete = |said: &Said| matches!(said.exit, Exit::Incomplete | Exit::Untested);
        !self.variant.hides && self.outcome.as_ref().is_ok_and(incomplete)
    }

    /// What a house claims to do otherwise, and does as the plain server: then it has shown nothing.
    pub fn idle(&self) -> impl Iterator<Item = Topic> {
        let claims = self.outcome.iter().filter(|_| !self.variant.drawn);
        claims.flat_map(|said| said.idle.iter().copied())
    }
}

/// Whether there are verdicts, none of them is an accusation, and the run tidied up.
#[must_use]
pub fn passes(outcome: &Outcome) -> bool {
    let passes = |said: &Said| said.reported.is_empty() && said.left.is_empty();
    outcome.as_ref().is_ok_and(passes)
}

impl VariantRun {
    /// Tries the variants, so many at once, and tells of each when it is done.
    pub async fn run_all(
        &self,
        variants: Vec<Variant>,
        jobs: usize,
        done: impl Fn(&Variant, &Outcome),
    ) -> Vec<VariantResult> {
        let run = |variant: Variant| {
            let variant_run = self.clone();
            async move { variant_run.run(&variant).await }
        };
        let lost = || Err("the run panicked".to_owned());
        let outcomes = concurrent::work(variants, jobs, run, done, lost).await;
        let tried = outcomes
            .into_iter()
            .map(|(variant, outcome)| VariantResult { variant, outcome });
        tried.collect()
    }

    async fn run(&self, variant: &Variant) -> Result<Said, String> {
        let server = self
            .servers
            .start()
            .await
            .map_err(|error| error.to_string())?;
        let test_data = match variant.shape() {
            Some(shape) => reshaped(self.servers.test_data(), shape),
            None => self.servers.test_data().clone(),
        };
        let wire = match variant.rewrites() {
            true => Some(variant::before(&server.base_url).await?),
            false => None,
        };
        let base_url = wire
            .as_ref()
            .map_or(&server.base_url, |wire| &wire.base_url);
        let (transport, proxies) = self.intercept(variant, base_url)?;
        let said = suite_run::whole(&self.suite, &test_data, self.options, None, transport).await?;
        let suite_run::Said {
            verdicts,
            exit,
            left,
        } = said;
        let reported = verdicts
            .iter()
            .filter(|verdict| verdict.verdict == Verdict::Violated);
        Ok(Said {
            counts: counts(&verdicts),
            exit,
            left: left.iter().map(describe_residue).collect(),
            reported: reported.map(reported_violation).collect(),
            idle: idle(variant, &proxies),
        })
    }

    /// One proxy before the other: each sees the server as the ones behind it bend it.
    fn intercept(&self, variant: &Variant, server: &BaseUrl) -> Result<Bent, String> {
        let contract = Arc::clone(&self.suite.contract);
        let known_state = Arc::new(suite_run::known_state(
            &self.suite,
            self.servers.test_data(),
        ));
        let mut transport = suite_run::http(server)?;
        let mut proxies = Vec::new();
        for choice in &variant.choices {
            let proxy = Arc::new(Proxy::new(
                Arc::clone(&contract),
                Arc::clone(&known_state),
                Arc::clone(&choice.alternative.intercept),
                choice.operation.clone(),
                transport,
            ));
            proxies.push(Arc::clone(&proxy));
            transport = proxy;
        }
        Ok((transport, proxies))
    }
}

/// The way to a bent server, and the proxies on it, one for each choice.
type Bent = (Arc<dyn Transport>, Vec<Arc<Proxy>>);

/// The topics of which no choice changed an exchange. What is written to the wire otherwise no proxy sees.
fn idle(variant: &Variant, proxies: &[Arc<Proxy>]) -> BTreeSet<Topic> {
    let choices = || variant.choices.iter().zip(proxies);
    let shown =
        choices().filter(|(choice, proxy)| choice.alternative.rewrites || proxy.applied() > 0);
    let shown: BTreeSet<_> = shown.map(|(choice, _)| choice.topic).collect();
    let topics = choices().map(|(choice, _)| choice.topic);
    topics.filter(|topic| !shown.contains(topic)).collect()
}

/// The same things under the identifiers that the variant shows.
fn reshaped(test_data: &TestData, shape: Shape) -> TestData {
    let mut test_data = test_data.clone();
    let fixtures = || test_data.target.fixtures.values().flatten();
    let ids: BTreeSet<_> = fixtures().map(|fixture| fixture.id.clone()).collect();
    for TargetFixture { id, facts, .. } in test_data.target.fixtures.values_mut().flatten() {
        *id = shape.write(id);
        let facts = Arc::make_mut(facts);
        for fact in facts.values_mut().filter(|fact| ids.contains(*fact)) {
            *fact = shape.write(fact);
        }
    }
    test_data
}

fn describe_residue(left: &Residue) -> String {
    let Residue {
        record,
        done,
        known_by,
        scenario,
        ..
    } = left;
    format!("{scenario}: {} {record} {known_by}", done.name())
}

fn reported_violation(verdict: &ClauseVerdict) -> ReportedViolation {
    let because = verdict.failures.iter().map(|blame| {
        let failure = &blame.failure;
        let place = if failure.pointer.is_empty() {
            "the answer"
        } else {
            &failure.pointer
        };
        format!(
            "{} step {}: {place} should be {}, and is {}",
            blame.scenario, blame.step, failure.expected, failure.actual
        )
    });
    ReportedViolation {
        clause: verdict.clause.id.clone(),
        statement: verdict.clause.statement.clone(),
        because: because.collect(),
    }
}
