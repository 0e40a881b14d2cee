//! Why a run could not test anything.

use std::fmt;

use spec::{Contract, Operation};

use crate::contract;
use crate::exchange::{Exchange, Fault, PackedTrace, ScenarioTrace, StoredTrace as _};
use crate::parsed;
use crate::reason::Reason;
use crate::redact::{Quote, Redactor};
use crate::scenario::Expectation;
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
        fault: Quote,
    },
    /// The usual key was refused in all calls that should have been accepted.
    KeyRefused(RefusedKey),
    /// No clause was shown to hold, and none to be broken, for this reason among others.
    NothingHeld(Option<Reason>),
}

impl Untested {
    /// Why the run could not test anything; `None` if it could. `before` is the fault that ended fixture discovery.
    pub(crate) fn of(
        suite: &Suite,
        base_url: &str,
        traces: &[PackedTrace],
        refused: &[RefusedKey],
        before: Option<&Fault>,
        verdicts: &[ClauseVerdict],
        redactor: &Redactor,
    ) -> Option<Self> {
        if let Some(fault) = unanswered(traces, before) {
            return Some(Self::Unanswered {
                base_url: base_url.to_owned(),
                fault: describe(fault, redactor),
            });
        }
        let usual = contract::usual_key(&suite.contract);
        let mut refused = refused.iter();
        if let Some(key) = refused.find(|key| Some(key.kind.as_str()) == usual) {
            return Some(Self::KeyRefused(key.clone()));
        }
        let is_tested = verdicts.iter().any(|clause| {
            matches!(clause.verdict, Verdict::Held | Verdict::Violated | Verdict::Deviates)
        });
        (!is_tested).then(|| Self::NothingHeld(first_reason(verdicts)))
    }
}

impl fmt::Display for Untested {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unanswered { base_url, fault } => {
                write!(f, "no answer from {base_url}: {}", escape(fault))
            }
            Self::KeyRefused(key) => write!(f, "{key}"),
            Self::NothingHeld(None) => f.write_str("nothing held"),
            Self::NothingHeld(Some(reason)) => {
                write!(f, "nothing held, because of {}", reason.name())
            }
        }
    }
}

/// The first fault of a run without any answer. It may have occurred during fixture discovery.
fn unanswered<'p>(traces: &'p [PackedTrace], before: Option<&'p Fault>) -> Option<&'p Fault> {
    let outcomes =
        || traces.iter().flat_map(|trace| trace.bodiless.exchanges()).map(|it| &it.outcome);
    if outcomes().any(Result::is_ok) {
        return None;
    }
    let mut faults = outcomes().filter_map(|outcome| outcome.as_ref().err());
    faults.find(|fault| !fault.is_end_of_run()).or(before)
}

fn describe(fault: &Fault, redactor: &Redactor) -> Quote {
    match fault {
        // Without a connection, the fault would be another one.
        Fault::Timeout => redactor.quote(format!(
            "{fault}: it accepts connections, and the first requests were not answered within `--timeout`"
        )),
        _ => redactor.quote(fault.to_string()),
    }
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
    pub(crate) said: Quote,
}

impl fmt::Display for RefusedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, said } = self;
        write!(f, "the key `{kind}` was refused in all calls: {}", escape(said))
    }
}

/// The keys for which every call that should have been accepted was refused because of the key.
pub(crate) fn refused_keys(suite: &Suite, traces: &[PackedTrace]) -> Vec<RefusedKey> {
    let kinds = suite.contract.service.keys.iter().map(|kind| kind.name.as_str());
    let refused = kinds.filter_map(|kind| {
        let said = first_refusal(suite, traces, kind)?;
        Some(RefusedKey { kind: kind.to_owned(), said })
    });
    refused.collect()
}

/// The first refusal of a key, if all calls with it were refused.
fn first_refusal(suite: &Suite, traces: &[PackedTrace], kind: &str) -> Option<Quote> {
    let mut first = None;
    for trace in traces {
        let trace = trace.trace();
        for (operation, exchange) in calls(suite, &trace, kind) {
            let refusal = refusal(&suite.contract, operation, exchange, &trace.redactor)?;
            first.get_or_insert(refusal);
        }
    }
    first
}

/// The answered calls with a key that should have been accepted.
fn calls<'r>(
    suite: &'r Suite,
    trace: &'r ScenarioTrace,
    kind: &str,
) -> impl Iterator<Item = (&'r Operation, &'r Exchange)> {
    suite
        .scenario(&trace.scenario)
        .into_iter()
        .flat_map(|scenario| scenario.steps.iter().zip(&trace.steps))
        .filter(move |(step, _)| {
            step.expect == Expectation::Accepted && step.key.kind() == Some(kind)
        })
        .filter_map(|(step, trace)| Some((suite.contract.operation(&step.call)?, trace)))
        .flat_map(|(operation, trace)| {
            let exchanges = trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
            exchanges.map(move |exchange| (operation, exchange))
        })
        .filter(|(_, exchange)| exchange.outcome.is_ok())
}

/// The text of a refusal of the key: a documented message, or the status.
fn refusal(
    contract: &Contract,
    operation: &Operation,
    exchange: &Exchange,
    redactor: &Redactor,
) -> Option<Quote> {
    let status = exchange.outcome.as_ref().ok()?.status;
    let message = parsed::summarize_answer(contract, operation, exchange).message;
    contract::is_key_refusal(contract, operation, status, message.as_deref())
        .then(|| describe_refusal(status, message.as_deref(), redactor))
}

/// The text of a refusal: its message, or else its status.
pub(crate) fn describe_refusal(status: u16, message: Option<&str>, redactor: &Redactor) -> Quote {
    match message {
        Some(message) => redactor.quote(format!("`{message}`")),
        None => redactor.quote(format!("status {status}")),
    }
}
