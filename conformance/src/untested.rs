//! Why a run could not test anything.

use std::fmt;

use spec::{Contract, Operation};

use crate::contract;
use crate::exchange::{Exchange, Fault, Response, ScenarioTrace};
use crate::parsed;
use crate::reason::Reason;
use crate::scenario::{Expectation, Scenario};
use crate::suite::Suite;
use crate::text::escape;
use crate::verdict::{ClauseVerdict, Verdict};

/// Why a run could not test anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untested {
    /// There was no answer.
    Unanswered {
        /// Base URL of the target.
        base_url: String,
        /// Why there was none.
        fault: String,
    },
    /// The usual key was refused in all calls that should have been accepted.
    KeyRefused(RefusedKey),
    /// No clause was shown to hold, and none to be broken, for this reason among others.
    NothingHeld(Option<Reason>),
}

impl Untested {
    /// Why the run could not test anything; `None` if it could. `before` is the fault that ended fixture discovery.
    #[must_use]
    pub fn of(
        suite: &Suite,
        base_url: &str,
        traces: &[ScenarioTrace],
        before: Option<&Fault>,
        verdicts: &[ClauseVerdict],
    ) -> Option<Self> {
        if let Some(fault) = unanswered(traces, before) {
            return Some(Self::Unanswered {
                base_url: base_url.to_owned(),
                fault: escape(&fault.to_string()),
            });
        }
        let usual = contract::usual_key(&suite.contract);
        let mut refused = refused_keys(suite, traces).into_iter();
        if let Some(key) = refused.find(|key| Some(key.kind.as_str()) == usual) {
            return Some(Self::KeyRefused(key));
        }
        let seen = |it: &ClauseVerdict| {
            matches!(it.verdict, Verdict::Held | Verdict::Violated | Verdict::Deviates)
        };
        (!verdicts.iter().any(seen)).then(|| Self::NothingHeld(first_reason(verdicts)))
    }
}

impl fmt::Display for Untested {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unanswered { base_url, fault } => write!(f, "no answer from {base_url}: {fault}"),
            Self::KeyRefused(key) => write!(f, "{key}"),
            Self::NothingHeld(None) => f.write_str("nothing held"),
            Self::NothingHeld(Some(reason)) => {
                write!(f, "nothing held, because of {}", reason.name())
            }
        }
    }
}

/// The first fault of a run without any answer. It may have occurred during fixture discovery.
fn unanswered<'p>(traces: &'p [ScenarioTrace], before: Option<&'p Fault>) -> Option<&'p Fault> {
    let outcomes = || traces.iter().flat_map(ScenarioTrace::exchanges).map(|it| &it.outcome);
    if outcomes().any(Result::is_ok) {
        return None;
    }
    let mut faults = outcomes().filter_map(|outcome| outcome.as_ref().err());
    faults.find(|fault| !fault.is_end_of_run()).or(before)
}

/// The first of the reasons of all clauses.
fn first_reason(verdicts: &[ClauseVerdict]) -> Option<Reason> {
    let reasons = verdicts.iter().filter_map(|it| match it.verdict {
        Verdict::NotExercised(reason) | Verdict::Inconclusive(reason) => Some(reason),
        _ => None,
    });
    reasons.filter(|reason| *reason != Reason::Filter).min()
}

/// A key that was refused in all calls which should have been accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedKey {
    /// Kind of the key.
    pub kind: String,
    /// The first refusal.
    pub(crate) said: String,
}

impl fmt::Display for RefusedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, said } = self;
        write!(f, "the key `{kind}` was refused in all calls: {said}")
    }
}

/// The keys for which every call that should have been accepted was refused because of the key.
#[must_use]
pub fn refused_keys(suite: &Suite, traces: &[ScenarioTrace]) -> Vec<RefusedKey> {
    let kinds = suite.contract.service.keys.iter();
    let refused = kinds.filter_map(|kind| {
        let mut refusals = calls(suite, traces, &kind.name).map(|(operation, exchange)| {
            let answer = exchange.outcome.as_ref().ok()?;
            refusal(&suite.contract, operation, exchange, answer)
        });
        let first = refusals.next()??;
        let all = refusals.all(|refusal| refusal.is_some());
        all.then(|| RefusedKey { kind: kind.name.clone(), said: first })
    });
    refused.collect()
}

/// The answered calls with a key that should have been accepted.
fn calls<'r>(
    suite: &'r Suite,
    traces: &'r [ScenarioTrace],
    kind: &str,
) -> impl Iterator<Item = (&'r Operation, &'r Exchange)> {
    let step_traces =
        traces.iter().filter_map(|trace| Some((suite.scenario(&trace.scenario)?, trace)));
    let steps = step_traces
        .flat_map(|(scenario, trace): (&Scenario, _)| scenario.steps.iter().zip(&trace.steps));
    let wanted = steps.filter(move |(step, _)| {
        step.expect == Expectation::Accepted && step.key.kind() == Some(kind)
    });
    wanted
        .filter_map(|(step, step_trace)| Some((suite.contract.operation(&step.call)?, step_trace)))
        .flat_map(|(operation, step_trace)| {
            let exchanges = step_trace.attempts.iter().flat_map(|way| &way.exchanges);
            exchanges.map(move |exchange| (operation, exchange))
        })
        .filter(|(_, exchange)| exchange.outcome.is_ok())
}

/// The text of a refusal of the key: a documented message, or the status.
fn refusal(
    contract: &Contract,
    operation: &Operation,
    exchange: &Exchange,
    answer: &Response,
) -> Option<String> {
    let message = parsed::summarize_answer(contract, operation, exchange).message;
    let case = message
        .as_ref()
        .and_then(|message| contract::case_for_message(contract, operation, message));
    match (case, message) {
        (Some(case), Some(message)) => contract::is_about_key(case).then(|| quoted(&message)),
        (None, message) if matches!(answer.status, 401 | 403) => Some(match message {
            Some(message) => quoted(&message),
            None => format!("status {}", answer.status),
        }),
        _ => None,
    }
}

fn quoted(message: &str) -> String {
    format!("`{}`", escape(message))
}
