//! What the calls that should have been accepted were answered.

use std::collections::{BTreeMap, BTreeSet};

use http::header::LOCATION;
use spec::{Contract, Operation};

use super::answers::{AlikeAnswers, AnswerKind};
use super::refused_key::{RefusedKey, describe_refusal};
use crate::contract;
use crate::exchange::{Exchange, PackedTrace, Response, ScenarioTrace, StoredTrace as _};
use crate::json::Json;
use crate::parsed::{self, AnswerSummary};
use crate::redact::{Quote, Redactor};
use crate::scenario::{Expectation, Step};
use crate::suite::Suite;

/// The answers of a run that may have one cause.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// Whether a call reached its operation.
    reached: bool,
    /// By kind of the key; `None` for calls that need no key.
    by_key: BTreeMap<Option<String>, KeyAnswers>,
}

/// The answers to calls with one key that should have been accepted.
#[derive(Debug, Default)]
struct KeyAnswers {
    /// Whether an answer shows that the key is good.
    accepted: bool,
    refused: usize,
    /// The first refusal of the key.
    refusal: Option<Quote>,
    others: BTreeMap<AnswerKind, AlikeAnswers>,
}

/// A call that was answered.
struct Call<'r> {
    step: &'r Step,
    operation: &'r Operation,
    exchange: &'r Exchange,
    response: &'r Response,
}

impl Call<'_> {
    /// The kind of its key, if the operation needs one.
    fn key(&self) -> Option<&str> {
        let needs_key = self.operation.key_required.value() != Some(&false);
        self.step.key.kind().filter(|_| needs_key)
    }
}

/// What one answer says.
enum Answered {
    /// The operation was reached.
    Reached,
    KeyRefused(Quote),
    Other(AnswerKind, Option<Quote>),
}

impl Survey {
    /// Looks at the answers until they cannot have one cause.
    pub(crate) fn of<'t>(suite: &Suite, traces: impl IntoIterator<Item = &'t PackedTrace>) -> Self {
        let mut survey = Self::default();
        for trace in traces {
            if !calls(suite, &trace.bodiless).any(|call| survey.is_open_for(&call)) {
                continue;
            }
            let trace = trace.trace();
            for call in calls(suite, &trace) {
                survey.add(&suite.contract, &call, &trace.redactor);
            }
        }
        survey
    }

    /// Whether the answer to a call may add something.
    fn is_open_for(&self, call: &Call<'_>) -> bool {
        let known = || self.by_key.get(&call.key().map(str::to_owned));
        let is_accepted = || known().is_some_and(|answers| answers.accepted);
        !self.reached || call.step.expect == Expectation::Accepted && !is_accepted()
    }

    fn add(&mut self, contract: &Contract, call: &Call<'_>, redactor: &Redactor) {
        let answered = classify(contract, call, redactor);
        self.reached |= matches!(answered, Answered::Reached);
        if call.step.expect != Expectation::Accepted {
            return;
        }
        let answers = self.by_key.entry(call.key().map(str::to_owned)).or_default();
        match answered {
            Answered::Reached => answers.accepted = true,
            Answered::KeyRefused(said) => {
                answers.refused += 1;
                answers.refusal.get_or_insert(said);
            }
            Answered::Other(kind, said) => {
                answers.accepted |= !kind.may_precede_key_check();
                let alike = answers.others.entry(kind).or_insert_with(|| AlikeAnswers {
                    kind,
                    calls: 0,
                    statuses: BTreeSet::new(),
                    said,
                });
                alike.calls += 1;
                alike.statuses.insert(call.response.status);
            }
        }
    }

    /// The keys that were refused, and with which no call was accepted. `sources` says where each came from.
    pub(crate) fn refused_keys(
        &self,
        contract: &Contract,
        sources: &BTreeMap<String, String>,
    ) -> Vec<RefusedKey> {
        let kinds = contract.service.keys.iter().map(|kind| kind.name.as_str());
        let refused = kinds.filter_map(|kind| {
            let answers = self.by_key.get(&Some(kind.to_owned()))?;
            let said = answers.refusal.clone().filter(|_| !answers.accepted)?;
            let variable = || format!("`{}`", contract::key_variable(contract, kind));
            let others = answers.others.values();
            Some(RefusedKey {
                kind: kind.to_owned(),
                source: sources.get(kind).cloned().unwrap_or_else(variable),
                said,
                refused: answers.refused,
                calls: answers.refused + others.clone().map(|alike| alike.calls).sum::<usize>(),
                others: others.flat_map(|alike| alike.statuses.clone()).collect(),
            })
        });
        refused.collect()
    }

    /// The answers by kind, most frequent first, if no call reached its operation.
    pub(crate) fn answers(&self) -> Option<Vec<AlikeAnswers>> {
        let mut merged: BTreeMap<AnswerKind, AlikeAnswers> = BTreeMap::new();
        for alike in self.by_key.values().flat_map(|answers| answers.others.values()) {
            match merged.get_mut(&alike.kind) {
                Some(known) => {
                    known.calls += alike.calls;
                    known.statuses.extend(&alike.statuses);
                }
                None => drop(merged.insert(alike.kind, alike.clone())),
            }
        }
        let mut merged: Vec<_> = merged.into_values().collect();
        merged.sort_by_key(|alike| std::cmp::Reverse(alike.calls));
        (!self.reached && !merged.is_empty()).then_some(merged)
    }
}

/// The answered calls of a trace.
fn calls<'r>(suite: &'r Suite, trace: &'r ScenarioTrace) -> impl Iterator<Item = Call<'r>> {
    let steps = suite.scenario(&trace.scenario).into_iter().flat_map(|scenario| &scenario.steps);
    steps
        .zip(&trace.steps)
        .filter_map(|(step, trace)| Some((step, suite.contract.operation(&step.call)?, trace)))
        .flat_map(|(step, operation, trace)| {
            let exchanges = trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
            exchanges.filter_map(move |exchange| {
                let response = exchange.outcome.as_ref().ok()?;
                Some(Call { step, operation, exchange, response })
            })
        })
}

/// Whether an answer shows that the operation is there: it was accepted, or refused as documented for another reason
/// than the key.
pub(crate) fn is_reached(
    contract: &Contract,
    operation: &Operation,
    summary: &AnswerSummary,
) -> bool {
    let message = summary.message.as_deref();
    let case = message.and_then(|message| contract::case_for_message(contract, operation, message));
    summary.accepted || case.is_some_and(|case| !contract::is_about_key(case))
}

fn classify(contract: &Contract, call: &Call<'_>, redactor: &Redactor) -> Answered {
    let Call { operation, response, .. } = call;
    let summary = parsed::summarize_answer(contract, operation, call.exchange);
    let message = summary.message.as_deref();
    let must_be_json = contract::envelope(operation).is_some()
        || response.body.trim_ascii_start().starts_with(b"<");
    if summary.accepted && must_be_json && Json::parse(&response.body).is_none() {
        return Answered::Other(AnswerKind::NotJson, None);
    }
    if is_reached(contract, operation, &summary) {
        return Answered::Reached;
    }
    if contract::is_key_refusal(contract, operation, response.status, message) {
        return Answered::KeyRefused(describe_refusal(response.status, message, redactor));
    }
    let kind = match response.status {
        // The error body with a status of success.
        status @ 200..300 => AnswerKind::Other(status),
        status => AnswerKind::of_status(status),
    };
    let said = match kind {
        AnswerKind::Redirected => response.header(LOCATION),
        _ => message,
    };
    Answered::Other(kind, said.map(|said| redactor.quote(said)))
}
