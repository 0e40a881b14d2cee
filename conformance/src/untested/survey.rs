//! What the calls that should have been accepted were answered.

use std::collections::{BTreeMap, BTreeSet};

use spec::{Contract, Operation};

use super::answers::{AlikeAnswers, AnswerKind};
use super::peculiarities::Peculiarities;
use super::refused_key::{RefusedKey, describe_refusal};
use crate::contract;
use crate::exchange::{Response, ScenarioTrace};
use crate::parsed::ParsedTrace;
use crate::parsed::answer::{Answer, ResponseClass};
use crate::redact::{Quote, Redactor};
use crate::scenario::{Expectation, Scenario, Step};

/// The answers of a run that may have one cause.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    /// Whether a call reached its operation.
    reached: bool,
    /// By kind of the key; `None` for calls that need no key.
    by_key: BTreeMap<Option<String>, KeyAnswers>,
    /// By id.
    by_operation: BTreeMap<String, OperationAnswers>,
    peculiarities: Peculiarities,
}

/// The answers to calls of one operation.
#[derive(Clone, Debug, Default)]
struct OperationAnswers {
    /// Whether an answer shows that it is there.
    reached: bool,
    /// Those to the calls that should have been accepted.
    statuses: BTreeSet<u16>,
}

/// The answers to calls with one key that should have been accepted.
#[derive(Clone, Debug, Default)]
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
    response: &'r Response,
    /// The same, parsed.
    answer: &'r Answer,
}

impl Call<'_> {
    /// The kind of its key, if the operation needs one.
    fn key(&self) -> Option<&str> {
        let needs_key = self.operation.key_required.value() != Some(&false);
        self.step.key.kind().filter(|_| needs_key)
    }

    /// Whether the answer shows that the operation is there: it was accepted, or refused as documented for another reason
    /// than the key.
    fn is_reached(&self, contract: &Contract) -> bool {
        let message = self.answer.message.as_deref();
        let case = message
            .and_then(|message| contract::case_for_message(contract, self.operation, message));
        self.answer.class == ResponseClass::Accepted
            || case.is_some_and(|case| !contract::is_about_key(case))
    }
}

/// What one answer says.
enum Answered {
    Reached,
    KeyRefused(Quote),
    Other(AnswerKind, Option<Quote>),
}

impl Survey {
    /// The answers of one trace.
    pub(crate) fn of_trace(
        contract: &Contract,
        scenario: &Scenario,
        trace: &ScenarioTrace,
        parsed: &ParsedTrace,
    ) -> Self {
        let mut survey = Self::default();
        for exchange in trace.exchanges() {
            survey.peculiarities.add(&exchange.outcome, &trace.redactor);
        }
        for (step, exchange, answer) in parsed.answers(scenario, trace) {
            if let (Some(operation), Ok(response)) =
                (contract.operation(&step.call), &exchange.outcome)
            {
                let call = Call { step, operation, response, answer };
                survey.add(contract, &call, &trace.redactor);
            }
        }
        survey
    }

    /// The answers of several traces.
    pub(crate) fn merge<'s>(all: impl Iterator<Item = &'s Self>) -> Self {
        let mut merged = Self::default();
        for survey in all {
            merged.reached |= survey.reached;
            merged.peculiarities.merge(&survey.peculiarities);
            for (key, answers) in &survey.by_key {
                merged.by_key.entry(key.clone()).or_default().merge(answers);
            }
            for (operation, answers) in &survey.by_operation {
                let known = merged.by_operation.entry(operation.clone()).or_default();
                known.reached |= answers.reached;
                known.statuses.extend(&answers.statuses);
            }
        }
        merged
    }

    fn add(&mut self, contract: &Contract, call: &Call<'_>, redactor: &Redactor) {
        let operation = self.by_operation.entry(call.operation.id.clone()).or_default();
        operation.reached |= call.is_reached(contract);
        if call.step.wants_acceptance() {
            operation.statuses.insert(call.response.status);
        }
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
                let statuses = BTreeSet::from([call.response.status]);
                let alike = AlikeAnswers { kind, calls: 1, statuses, said };
                add_alike(&mut answers.others, &alike);
            }
        }
    }

    /// The operations that no answer shows to be there, with the statuses of the calls that should have been accepted.
    pub(crate) fn unreached(&self) -> impl Iterator<Item = (&str, &BTreeSet<u16>)> {
        let answers = self.by_operation.iter().filter(|(_, answers)| !answers.reached);
        answers.map(|(operation, answers)| (operation.as_str(), &answers.statuses))
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

    /// What was odd about the form of answers.
    pub(crate) fn peculiarities(&self) -> &Peculiarities {
        &self.peculiarities
    }

    /// The answers by kind, most frequent first, if no call reached its operation.
    pub(crate) fn answers(&self) -> Option<Vec<AlikeAnswers>> {
        let mut merged: BTreeMap<AnswerKind, AlikeAnswers> = BTreeMap::new();
        for alike in self.by_key.values().flat_map(|answers| answers.others.values()) {
            add_alike(&mut merged, alike);
        }
        let mut merged: Vec<_> = merged.into_values().collect();
        merged.sort_by_key(|alike| std::cmp::Reverse(alike.calls));
        (!self.reached && !merged.is_empty()).then_some(merged)
    }
}

impl KeyAnswers {
    fn merge(&mut self, other: &Self) {
        self.accepted |= other.accepted;
        self.refused += other.refused;
        if self.refusal.is_none() {
            self.refusal.clone_from(&other.refusal);
        }
        for alike in other.others.values() {
            add_alike(&mut self.others, alike);
        }
    }
}

/// Counts answers among those of their kind.
fn add_alike(all: &mut BTreeMap<AnswerKind, AlikeAnswers>, alike: &AlikeAnswers) {
    match all.get_mut(&alike.kind) {
        Some(known) => {
            known.calls += alike.calls;
            known.statuses.extend(&alike.statuses);
        }
        None => drop(all.insert(alike.kind, alike.clone())),
    }
}

fn classify(contract: &Contract, call: &Call<'_>, redactor: &Redactor) -> Answered {
    let Call { operation, response, answer, .. } = call;
    let message = answer.message.as_deref();
    let must_be_json = contract::envelope(operation).is_some() || response.body.is_page();
    if answer.class == ResponseClass::Accepted && must_be_json && answer.json().is_none() {
        return Answered::Other(AnswerKind::of(response), None);
    }
    if call.is_reached(contract) {
        return Answered::Reached;
    }
    let kind = AnswerKind::of(response);
    if kind != AnswerKind::Coded
        && contract::is_key_refusal(contract, operation, response.status, message)
    {
        return Answered::KeyRefused(describe_refusal(response.status, message, redactor));
    }
    Answered::Other(
        kind,
        AnswerKind::said(kind, response, message).map(|said| redactor.quote(said)),
    )
}
